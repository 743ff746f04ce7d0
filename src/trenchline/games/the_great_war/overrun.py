"""Rule 6F: overruns.

Units that stand together roll over an adjacent hex if their attack strength is ten times the
defence there. Whoever may retreat before combat may try to get out of the way first [6F2].
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from trenchline.games.the_great_war.battle import Battle
from trenchline.games.the_great_war.casualties import eliminate
from trenchline.games.the_great_war.components import SIDES, Units
from trenchline.games.the_great_war.contested import review
from trenchline.games.the_great_war.entry import crossed
from trenchline.games.the_great_war.intelligence import reveal, veiled
from trenchline.games.the_great_war.overrun_odds import LEAST, is_thinkable, odds
from trenchline.games.the_great_war.ownership import settle
from trenchline.games.the_great_war.preliminaries import slippery
from trenchline.games.the_great_war.relief import relieve
from trenchline.games.the_great_war.routes import (
    FULL,
    REDUCED,
    entry_cost,
    nimble,
    points_left,
)
from trenchline.games.the_great_war.stacking import fits, fits_limit
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.success import attempt
from trenchline.games.the_great_war.tables import MOVEMENT
from trenchline.games.the_great_war.units import QUARTERS
from trenchline.games.the_great_war.ways_out import RetreatUnit, can_retreat
from trenchline.games.the_great_war.zones import full_zoc, zoc
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import (
    ONE,
    Choices,
    Decision,
    Duty,
    OwnDecision,
    Refusal,
    Roll,
)

if TYPE_CHECKING:
    from trenchline.games.the_great_war.march import March

COSTS: list[dict[str, int]] = MOVEMENT["overruns"]["rows"]


def cost_at(ratio: int, is_nimble: bool) -> int:
    """[6F1] The points that an overrun costs at some odds."""
    who = "nimble" if is_nimble else "others"
    return next(row[who] for row in reversed(COSTS) if ratio >= row["odds"])


def price(state: State, unit: int, origin: Hex, target: Hex, ratio: int | None) -> int | None:
    """[6F1.4] [6F1.5] What a unit pays for an overrun in whole points: the ground, the zones of
    others than
    those overrun, and the overrun itself, unless everybody has got away [6F2]. Nothing in its own
    hex [6F3]; None where it may not go."""
    if origin == target:
        return 0
    ground = entry_cost(state, unit, origin, target)
    if ground is None:
        return None
    quick = bool(nimble(state) >> unit & 1)
    ground += _toll(state, state.theatre.counters[unit].side, origin, target, quick)
    return ground if ratio is None else ground + cost_at(ratio, quick)


def _toll(state: State, side: int, origin: Hex, target: Hex, quick: bool) -> int:
    """[6F1] [6A] What it costs to leave the zones of enemies but those in the hex overrun."""
    enemy, bit = 1 - side, ~(1 << target)
    boards = (
        state.zoc_here,
        state.zoc_here_full,
        state.zoc_from,
        state.zoc_from_full,
        state.zoc_from_high,
        state.zoc_from_desert,
    )
    kept = [board[enemy] for board in boards]
    for board in boards:
        board[enemy] &= bit
    full, weak = full_zoc(state, enemy) >> origin & 1, zoc(state, enemy) >> origin & 1
    for board, hexes in zip(boards, kept, strict=True):
        board[enemy] = hexes
    who = "nimble" if quick else "others"
    return FULL[who] if full else REDUCED[who] if weak else 0


def around(state: State, march: March) -> Hexes:
    """[6F1] [6F3] Hexes with enemies that a party might overrun: beside it, or its own."""
    side = march.who(state)
    grid = state.theatre.board.grid
    near = grid.ring(march.hex, 1) | 1 << march.hex
    return near & state.occupied[1 - side] & state.theatre.land


def targets(state: State, march: March) -> Hexes:
    """[6F1] The hexes that a party can overrun."""
    if not around(state, march):
        return 0
    return bit_set(
        hex_
        for hex_ in members(around(state, march))
        if (_is_unknown(state, march, hex_) or is_thinkable(state, march.units, hex_))
        and why_not(state, march, hex_) is None
    )


def _is_unknown(state: State, march: March, target: Hex) -> bool:
    """[14N2] Whether an unknown corps stands in a hex."""
    return bool(state.unknown and veiled(state, 1 - march.who(state)) >> target & 1)


def why_not(state: State, march: March, target: Hex) -> Refusal | None:
    """[6F1] Why a party cannot overrun a hex, if it cannot."""
    units, origin = march.units, march.hex
    if target < 0 or not around(state, march) >> target & 1:
        return Refusal("6F1", "no enemy unit stands there, beside the units")
    if march.is_fast(state):
        return Refusal("6B3", "accelerated units spend their points for movement only")
    if units & state.overstacked:
        return Refusal("8C2.3", "overstacked units do not overrun")
    if not fits_limit(state, target, units):
        return Refusal("6F1", "more units than the stacking limit of that hex")
    if _is_unknown(state, march, target):
        # [14N2] Nobody knows the odds; the points must suffice for the least there are.
        ratio = LEAST
        if not any(state.face(unit).attack for unit in march.party):
            return Refusal("6F3", "the units have no attack strength")
        if state.rebuffed >> target & 1:
            return Refusal("14N2", "that corps has proved too strong in this phase")
    else:
        ratio = odds(state, units, origin, target)
    if ratio < LEAST:
        return Refusal("6F1", f"the odds are {max(ratio, 0)}:1, and {LEAST}:1 is needed")
    for unit in march.party:
        points = price(state, unit, origin, target, ratio)
        if points is None:
            return Refusal("6F1", "a unit of the party may not enter that hex")
        if points * QUARTERS > points_left(state, unit):
            return Refusal("6F1", "a unit of the party cannot pay for the overrun")
    return None


def begin(state: State, march: March, target: Hex) -> None:
    """[6F1] An overrun is announced."""
    side = march.who(state)
    if _is_unknown(state, march, target):
        if odds(state, march.units, march.hex, target) < LEAST:
            # [14N2] The units go no farther, and the corps stays unknown.
            state.rebuffed |= 1 << target
            state.halted |= march.units
            state.note("The corps in {:hex} is too strong to be overrun [14N2]", target)
            return
        reveal(state, (target,))
    defenders = tuple(members(state.units(target, 1 - side)))
    origins = (march.hex,) * len(march.party)
    state.battles.append(Battle(side, target, tuple(march.party), origins, defenders=defenders))
    verb = "overruns" if len(march.party) == 1 else "overrun"
    state.note("{:units} {} {:hex} [6F]", march.party, verb, target)
    state.stack += [ResolveOverrun(), EscapeOverrun()]


@dataclass(frozen=True, slots=True)
class EscapeOverrun(Decision[State]):
    """[6F2] Who of those that may retreat before combat tries to get away from an overrun? The odds
    are such that irregulars must [14L]."""

    tried: tuple[int, ...] = ()

    def who(self, state: State) -> int:
        return 1 - state.battle.side

    def prompt(self, state: State) -> str:
        return f"{SIDES[self.who(state)]}: who tries to get away from the overrun? [6F2]"

    def _able(self, state: State) -> Units:
        return slippery(state, state.battle) & ~bit_set(self.tried)

    def choices(self, state: State) -> Choices:
        able = self._able(state)
        must = able & state.kind.irregular
        if must:
            return {"slip": must}
        return {"slip": able, "done": ONE} if able else {"done": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "slip":
            state.stack += [EscapeOverrun((*self.tried, number)), RollEscape(number)]

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if self._able(state) & state.kind.irregular:
            return Refusal("14L", "irregulars must try to get away first")
        if verb != "slip":
            return Refusal("6F2", "say who tries to get away from the overrun")
        if number in self.tried:
            return Refusal("6F2", "that unit has tried to get away from the overrun")
        if number not in state.battle.defenders:
            return Refusal("6F2", "that unit is not overrun")
        if not can_retreat(state, number):
            return Refusal("6F2", "that unit has nowhere to go from the overrun")
        return Refusal("6F2", "units of its kind do not get away from an overrun")


@dataclass(frozen=True, slots=True)
class RollEscape(Roll[State]):
    """[6F2] [9I] Whether a unit gets away, unmodified; irregulars who fail are disrupted [14L]."""

    unit: int

    def purpose(self, state: State) -> str:
        return f"does {state.theatre.counters[self.unit].key} get away? [6F2]"

    def rolled(self, state: State, value: int) -> None:
        away = attempt(value).succeeds
        what = "gets away" if away else "is caught"
        state.detail("{:unit}: {:die}, it {} [6F2]", self.unit, value, what)
        if away:
            state.stack.append(RetreatUnit(1 - state.battle.side, self.unit))
        elif state.kind.irregular >> self.unit & 1:
            state.disrupt(self.unit)


@dataclass(frozen=True, slots=True)
class ResolveOverrun(Duty[State]):
    """[6F1.6] Everybody who is left in the hex is eliminated, cadres and all; the overrunning units
    pay, for the overrun only if somebody was there [6F2]."""

    def run(self, state: State) -> None:
        battle = state.battles.pop()
        units, target = bit_set(battle.attackers), battle.target
        origin = battle.origins[0]
        left = state.units(target, 1 - battle.side)
        ratio = odds(state, units, origin, target) if left else None
        paid = {
            unit: price(state, unit, origin, target, None if ratio is None else max(ratio, LEAST))
            for unit in battle.attackers
        }
        for unit in members(left):
            eliminate(state, unit, total=True)
        for unit, points in paid.items():
            state.spent[unit] = state.spent.get(unit, 0) + (points or 0) * QUARTERS
        state.moved |= units
        state.moved_this_turn |= units
        settle(state)
        if origin != target:
            state.stack.append(AdvanceAfterOverrun(battle.side, origin, target, battle.attackers))


@dataclass(frozen=True, slots=True)
class AdvanceAfterOverrun(OwnDecision[State]):
    """[6F1] Overrunning units may enter the hex, for which they have paid in any case."""

    origin: Hex
    target: Hex
    party: tuple[int, ...]

    def prompt(self, state: State) -> str:
        return state.say(
            "{}: who enters {:hex} after the overrun? [6F1]", SIDES[self.side], self.target
        )

    def able(self, state: State) -> Units:
        """Those who have not entered and have room there."""
        found = 0
        for unit in self.party:
            whole = unit_and_components(state, unit)
            if (
                state.where[unit] == self.origin
                and unit not in state.attached
                and fits(state, self.target, self.side, whole)
            ):
                found |= 1 << unit
        return found

    def choices(self, state: State) -> Choices:
        found: Choices = {}
        units = self.able(state)
        if units:
            found["advance"] = units
        found["done"] = ONE
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "advance":
            units = unit_and_components(state, number)
            state.stack.append(self)
            state.move(units, self.target)
            crossed(state, units, self.origin, self.target)
            settle(state)
            if state.contested:
                review(state)
            relieve(state)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "advance":
            return Refusal("6F1", "say who enters the hex, then be done")
        if number not in self.party:
            return Refusal("6F1", "that unit has not taken part in the overrun")
        if state.where[number] == self.target:
            return Refusal("6F1", "that unit has entered the hex")
        if number in state.attached:
            return Refusal("12B6", "it goes with the headquarters of its artillery division")
        return Refusal("8B", "there is no room for it in the hex")


def unit_and_components(state: State, unit: int) -> Units:
    """[12B6] A unit, with the guns of an artillery division if it is the staff of one."""
    found = 1 << unit
    for component, hq in state.attached.items():
        if hq == unit:
            found |= 1 << component
    return found
