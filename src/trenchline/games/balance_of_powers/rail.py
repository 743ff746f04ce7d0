"""Chapter 9.2: movement by rail: paid by a nation, within its limit, over friendly tracks."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.balance_of_powers.allowance import points_of
from trenchline.games.balance_of_powers.components import (
    AFRICA,
    ALL_CORPS,
    MAJORS,
    NATIONS,
    OF_KIND,
    RAIL,
    TABLES,
    UNITS,
    Nations,
)
from trenchline.games.balance_of_powers.entry import enter
from trenchline.games.balance_of_powers.going import TRACKS
from trenchline.games.balance_of_powers.stacking import fits, full_for
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.supply import lines_to, unsupplied
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Choices, Decision, Refusal


def no_trains(state: State) -> bool:
    """[9.24] Nobody goes by rail in the first fortnight of August 1914."""
    return state.month == 0 and state.fortnight == 1


def entrainers(state: State) -> Nations:
    """[9.21] The nations that may pay for the force to go by rail."""
    if _barred(state) is not None:
        return 0
    return bit_set(n for n in members(_concerned(state)) if _why_not_by(state, n) is None)


def _concerned(state: State) -> Nations:
    """The major powers in the force; for minors alone, those they trace supply to [9.24]."""
    corps = state.force & ALL_CORPS
    own = bit_set(UNITS[unit].nation for unit in members(corps))
    if own & MAJORS:
        return own & MAJORS
    side = state.phasing
    return bit_set(
        nation
        for nation in members(MAJORS)
        if state.sides[nation] == side and lines_to(state, state.force_at, nation)
    )


def _barred(state: State) -> Refusal | None:
    """What keeps the force off the railway, whoever pays."""
    corps = state.force & ALL_CORPS
    if no_trains(state):
        return Refusal("9.24", "there are no trains in the first fortnight of August 1914")
    if corps & OF_KIND["flotilla"]:
        return Refusal("9.24", "flotillas do not go by rail")
    if not (RAIL | state.infrastructure) >> state.force_at & 1:
        return Refusal("9.21", "there is neither a railway nor infrastructure here")
    if unsupplied(state, corps):
        return Refusal("9.21", "the force is out of supply")
    return None


def _why_not_by(state: State, nation: int) -> Refusal | None:
    """What keeps a nation from paying."""
    if not state.purse(state.force_at)[nation]:
        return Refusal("2.44", f"{NATIONS[nation].name} has no points")
    corps = (state.force & ALL_CORPS).bit_count()
    if not AFRICA >> state.force_at & 1:
        limit = NATIONS[nation].rail
        if state.railed[nation] + corps > limit:
            return Refusal("9.24", f"{NATIONS[nation].name} moves {limit} corps a fortnight")
    return None


def why_not_entrain(state: State, nation: int) -> Refusal:
    """Why a nation may not pay for the force to go by rail."""
    barred = _barred(state)
    if barred is not None:
        return barred
    if not 0 <= nation < len(NATIONS) or not _concerned(state) >> nation & 1:
        return Refusal("9.21", "whoever pays has a corps in the force")
    return _why_not_by(state, nation) or Refusal("9.22", "the force may go")


def reached_by_rail(state: State, points: int) -> tuple[list[Hexes], int]:
    """[9.22] [9.23] What is reached, by movement points, and how many hexes a point is worth."""
    side = state.phasing
    told = TABLES["rail"]
    worth: int = told["hexes_africa" if AFRICA >> state.force_at & 1 else "hexes"]
    lined = (RAIL | state.infrastructure) & state.held[side] & ~state.enemy_land(side)
    lined &= state.scenario.hexes & ~state.trench_battles
    seen = edge = 1 << state.force_at
    levels = []
    for _ in range(min(points, told["points"])):
        found = 0
        for _ in range(worth):
            edge = step(edge, TRACKS) & lined & ~seen
            edge &= ~full_for(state, state.force, side, edge)
            if not edge:
                break
            seen |= edge
            found |= edge
        levels.append(found)
    return levels, worth


def entrain(state: State, nation: int) -> None:
    """[9.21] A nation pays for the force."""
    state.purse(state.force_at)[nation] -= 1
    state.railed[nation] += (state.force & ALL_CORPS).bit_count()
    state.stack.append(Train())


@dataclass(frozen=True, slots=True)
class Train(Decision[State]):
    """[9.23] Where the train goes."""

    def who(self, state: State) -> int:
        """The phasing side."""
        return state.phasing

    def prompt(self, state: State) -> str:
        """What is asked."""
        return "Choose where the train goes; 18 hexes cost a movement point [9.23]"

    def choices(self, state: State) -> Choices:
        """All that is reached, or here."""
        found = 1 << state.force_at
        for level in reached_by_rail(state, points_of(state, state.force))[0]:
            found |= level
        return {"rail": found}

    def take(self, state: State, verb: str, number: Hex) -> None:
        """Go there."""
        if number == state.force_at:
            return
        levels, _ = reached_by_rail(state, points_of(state, state.force))
        spent = next(n for n, level in enumerate(levels, 1) if level >> number & 1)
        force = state.force
        state.note("{:units} go by rail to {:hex}", list(members(force)), number)
        enter(state, force, number)
        state.force_at = number
        for unit in members(force & ALL_CORPS):
            state.spent[unit] = state.spent.get(unit, 0) + spent
        # [9.23] Who was in trenches leaves them behind, and has spent his one point.
        out = force & state.entrenched
        state.entrenched &= ~out
        state.done |= out

    def why_not(self, state: State, verb: str, number: Hex) -> Refusal:
        """Why not there."""
        side = state.phasing
        place = 1 << number if number >= 0 else 0
        if not place & (RAIL | state.infrastructure):
            return Refusal("9.22", "there is neither a railway nor infrastructure")
        if not place & state.held[side]:
            return Refusal("9.22", "the hex is not in friendly hands")
        if place & state.enemy_land(side):
            return Refusal("9.22", "an enemy land unit is there")
        if not fits(state, number, state.force, side):
            return Refusal("2.62", "there is no room")
        return Refusal("9.23", "no line of the length that is left leads there")
