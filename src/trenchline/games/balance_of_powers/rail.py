"""Chapter 9.2: movement by rail: paid by a nation, within its limit, over friendly tracks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import NamedTuple

from trenchline.games.balance_of_powers.allowance import idle, points_of
from trenchline.games.balance_of_powers.asking import asked
from trenchline.games.balance_of_powers.command import dismiss_lone_leaders
from trenchline.games.balance_of_powers.components import (
    AFRICA,
    ALL_CORPS,
    LAND_BOXES,
    MAJORS,
    NATIONS,
    RAIL,
    SHEETS,
    TABLES,
    UNITS,
    Nations,
    Units,
)
from trenchline.games.balance_of_powers.entry import enter
from trenchline.games.balance_of_powers.flotillas import FLOTILLAS
from trenchline.games.balance_of_powers.going import MARCHABLE, TRACKS, beside
from trenchline.games.balance_of_powers.leash import strays
from trenchline.games.balance_of_powers.stacking import fits, full_for
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.supply import lines_to, unsupplied
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Choices, Decision, Refusal


def no_trains(state: State) -> bool:
    """[9.24] Nobody goes by rail in the first fortnight of August 1914, or of a war that begins
    at another time [11.5/s3.a] [11.5/peace-keeping-table.5]."""
    begins = state.month == 0 or bool(state.july)
    return begins and state.month == state.scenario.first and state.fortnight == 1


def entrainers(state: State) -> Nations:
    """[9.21] The nations that may pay for the force to go by rail, each time it boards [9.31]; on
    the train that it has boarded nobody pays again [9.21.2]."""
    if state.train >= 0 or _barred(state) is not None:
        return 0
    return bit_set(n for n in members(_concerned(state)) if _why_not_by(state, n) is None)


def _concerned(state: State) -> Nations:
    """[9.21.1] The major powers in the force; for minors alone, those they trace supply to
    [9.24.1] [R193]."""
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
    if state.force & FLOTILLAS:
        return Refusal("9.24", "flotillas do not go by rail")
    if not (RAIL | state.infrastructure) >> state.force_at & 1:
        return Refusal("9.21", "there is neither a railway nor infrastructure here")
    if state.by_rail and rail_points(state, corps) < 1:
        return Refusal("9.23", "three movement points have gone by rail")
    if unsupplied(state, corps):
        # [3.2.2]
        return Refusal("9.21", "the force is out of supply")
    return None


def _why_not_by(state: State, nation: int) -> Refusal | None:
    """What keeps a nation from paying."""
    if not state.purse(state.force_at)[nation]:
        return Refusal("2.44", f"{NATIONS[nation].name} has no points")
    corps = (state.force & ALL_CORPS).bit_count()
    # [9.24.2] Africa knows no limit.
    if not AFRICA >> state.force_at & 1:
        limit = NATIONS[nation].rail
        if state.railed[nation] + corps > limit:
            return Refusal("9.24", f"{NATIONS[nation].name} moves {limit} corps a fortnight")
    return None


def why_not_entrain(state: State, nation: int) -> Refusal:
    """Why a nation may not pay for the force to go by rail."""
    if state.train >= 0:
        return Refusal("9.21.2", "the force is on a train")
    if points_of(state, state.force) < 1:
        return Refusal("9.23", "no movement point is left")
    barred = _barred(state)
    if barred is not None:
        return barred
    if not 0 <= nation < len(NATIONS) or not _concerned(state) >> nation & 1:
        return Refusal("9.21", "whoever pays has a corps in the force")
    unpaid = _why_not_by(state, nation)
    assert unpaid is not None, "the force may go"
    return unpaid


def lined(state: State) -> Hexes:
    """[9.22] Where trains run: friendly hexes with a railway or infrastructure and without an enemy
    land unit, a trench battle [9.63.1] or, in the second fortnight, bad weather [6.512]."""
    side = state.phasing
    found = (RAIL | state.infrastructure) & state.held[side] & ~state.enemy_land(side)
    return found & state.scenario.hexes & ~state.trench_battles & ~idle(state)


class Line(NamedTuple):
    """What the train reaches."""

    levels: list[Hexes]
    """By hexes, the first of them one hex away."""
    boxes: Hexes
    """Port boxes at the end of a line, which cost all movement points [9.4]."""
    worth: int
    """How many hexes a movement point is worth."""

    def cost(self, goal: Hex, left: int) -> tuple[int, int]:
        """What a ride costs, with hexes left of an earlier point, and how many are left then."""
        length = next(n for n, level in enumerate(self.levels, 1) if level >> goal & 1)
        points = -(-max(0, length - left) // self.worth)
        return points, left + points * self.worth - length


def rail_points(state: State, force: Units) -> int:
    """[9.23] Movement points that a force may still spend on the railway."""
    most: int = TABLES["rail"]["points"]
    used = max(state.by_rail.get(unit, 0) for unit in members(force & ALL_CORPS))
    return min(points_of(state, force), most - used)


def reached_by_rail(state: State) -> Line:
    """[9.22] [9.23] What the train of the force reaches, rugged ground or not [9.22.2]."""
    side, told = state.phasing, TABLES["rail"]
    worth: int = told["hexes_africa" if AFRICA >> state.force_at & 1 else "hexes"]
    points = max(0, rail_points(state, state.force))
    free = lined(state)
    free &= ~full_for(state, state.force, side, free)
    # [1.24.1] [12.8/ottoman]
    free &= state.scenario.leash(state.force)
    # [9.22.1] [R68] Infrastructure is joined to all railways beside it.
    works = [(1 << h, beside(h) & free) for h in members(state.infrastructure & free)]
    seen = edge = 1 << state.force_at
    levels: list[Hexes] = []
    for _ in range(state.train_hexes + points * worth):
        ahead = step(edge, TRACKS) & free
        for here, around in works:
            if edge & around:
                ahead |= here
            if edge & here:
                ahead |= around
        edge = ahead & ~seen
        if not edge:
            break
        seen |= edge
        levels.append(edge)
    # [9.24] Nobody goes by rail over the north edge of the Ottoman map.
    boxes = step(seen & ~SHEETS["ottoman"], MARCHABLE) & LAND_BOXES if points else 0
    boxes &= state.scenario.hexes & state.held[side] & ~state.enemy_land(side) & ~idle(state)
    boxes &= ~full_for(state, state.force, side, boxes)
    return Line(levels, boxes, worth)


def entrain(state: State, nation: int) -> None:
    """[9.21] A nation pays for the force, once for the whole ride; all its corps count against the
    limit of that nation, whosever they are [9.24.3]."""
    state.purse(state.force_at)[nation] -= 1
    state.railed[nation] += (state.force & ALL_CORPS).bit_count()
    state.train, state.train_hexes = nation, 0
    state.stack.append(Train())


def stations(state: State) -> Hexes:
    """Where the train may go on to; with a flotilla in the force, nowhere [9.24]."""
    if state.force & FLOTILLAS:
        return 0
    found = reached_by_rail(state)
    return reduce(or_, found.levels, found.boxes)


def has_a_seat(state: State) -> bool:
    """[9.21.2] [9.24.3] Whether one more corps may board the train on its way."""
    if AFRICA >> state.force_at & 1:
        return True
    return state.railed[state.train] < NATIONS[state.train].rail


def ride(state: State, goal: Hex) -> None:
    """[9.23] The train goes to a location; what is left of a movement point stays [R67]."""
    line = reached_by_rail(state)
    force = state.force
    if line.boxes >> goal & 1:
        points, left = points_of(state, force), 0
    else:
        points, left = line.cost(goal, state.train_hexes)
    state.note("{:units} go by rail to {:hex}", list(members(force)), goal)
    enter(state, force, goal)
    # [1.323] Whoever is left without a command goes back at once.
    dismiss_lone_leaders(state, state.force_at)
    state.force_at, state.train_hexes = goal, left
    for unit in members(force & ALL_CORPS):
        state.spent[unit] = state.spent.get(unit, 0) + points
        state.by_rail[unit] = state.by_rail.get(unit, 0) + points
    # [9.23.1] [R194] Who was in trenches leaves them behind, and has spent his one point.
    out = force & state.entrenched
    # [9.23.1]
    state.entrenched &= ~out
    # [9.23.1]
    state.done |= out
    # [9.23.1]
    state.force &= ~out


@dataclass(frozen=True, slots=True)
class Train(Decision[State]):
    """[9.23] Where the train goes."""

    def who(self, state: State) -> int:
        """The phasing side."""
        return state.phasing

    def prompt(self, state: State) -> str:
        """What is asked."""
        worth = TABLES["rail"]["hexes_africa" if AFRICA >> state.force_at & 1 else "hexes"]
        return f"Choose where the train goes; {worth} hexes cost a movement point [9.23]"

    def choices(self, state: State) -> Choices:
        """All that is reached, or here."""
        return {"rail": stations(state) | 1 << state.force_at}

    def take(self, state: State, verb: str, number: Hex) -> None:
        """Go there."""
        if number != state.force_at:
            ride(state, number)

    @asked("9.23", "rail")
    def why_not(self, state: State, verb: str, number: Hex) -> Refusal:
        """Why not there."""
        return why_no_train(state, number)


def why_no_train(state: State, number: Hex) -> Refusal:
    """Why the train does not go somewhere."""
    side = state.phasing
    place = 1 << number if number >= 0 else 0
    if number == state.force_at:
        return Refusal("9.22", "the train is there")
    if state.force & FLOTILLAS:
        return Refusal("9.24", "flotillas do not go by rail")
    if not place & (RAIL | state.infrastructure):
        return Refusal("9.22", "there is neither a railway nor infrastructure")
    if not place & state.held[side]:
        return Refusal("9.22", "the hex is not in friendly hands")
    if place & state.enemy_land(side):
        return Refusal("9.22", "an enemy land unit is there")
    if place & state.trench_battles:
        return Refusal("9.63", "a trench battle was fought there in this half")
    if place & idle(state):
        return Refusal("6.512", "nobody enters bad weather in the second fortnight")
    if not fits(state, number, state.force, side):
        return Refusal("2.62", "there is no room")
    if tied := strays(state, state.force, number):
        return tied
    return Refusal("9.23", "no line of the length that is left leads there")
