"""Reserve commitment [6C]: in positional combat the defender sends a stack from nearby to the hex
under attack. Each unit is rolled for, moves with a part of its rating, and arrives disrupted."""

from __future__ import annotations

from dataclasses import dataclass, replace

from trenchline.games.the_great_war.battle import Battle
from trenchline.games.the_great_war.components import SIDES, Units
from trenchline.games.the_great_war.ground import distance
from trenchline.games.the_great_war.intelligence import reveal
from trenchline.games.the_great_war.results import POSITIONAL
from trenchline.games.the_great_war.routes import (
    cost_of,
    ground_for,
    march,
    rating,
    reserve_rating,
    toll,
)
from trenchline.games.the_great_war.stacking import fits
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.success import attempt
from trenchline.games.the_great_war.tables import MOVEMENT, SUCCESS_MODIFIERS
from trenchline.games.the_great_war.units import QUARTERS
from trenchline.games.the_great_war.zones import zoc
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import ONE, Choices, Decision, Duty, Refusal, Roll

NEAR: int = MOVEMENT["rates"]["reserve_distance"]


def can_reach(state: State, unit: int, target: Hex) -> bool:
    """[6C.3] [6C.4] Whether a unit has the points to enter a hex with what it may move as a
    reserve."""
    points = reserve_rating(state, unit, rating(state, unit)) - toll(state, unit)
    points //= QUARTERS
    if points <= 0:
        return False
    layers = march(ground_for(state, unit), state.where[unit], points)
    return cost_of(layers, target) is not None


def reserves_in(state: State, battle: Battle, hex_: Hex) -> Units:
    """[6C] The units of a stack that may try to reinforce a hex under attack."""
    units = state.units(hex_, battle.defender) & ~state.kind.army_hq
    return bit_set(unit for unit in members(units) if can_reach(state, unit, battle.target))


def near_stacks(state: State, battle: Battle) -> Hexes:
    """[6C.1] The hexes within two of the one under attack whose units are in no enemy zone."""
    grid = state.theatre.board.grid
    near = 0
    for radius in range(1, NEAR + 1):
        near |= grid.ring(battle.target, radius)
    near &= state.occupied[battle.defender] & ~zoc(state, battle.side)
    return near


def stacks(state: State, battle: Battle) -> Hexes:
    """[6C] The stacks that may be committed."""
    near = near_stacks(state, battle)
    return bit_set(hex_ for hex_ in members(near) if reserves_in(state, battle, hex_))


@dataclass(frozen=True, slots=True)
class CommitReserves(Duty[State]):
    """[6C] [9A3] In positional combat the defender may call for reserves."""

    def run(self, state: State) -> None:
        battle = state.battle
        if battle.table == POSITIONAL and stacks(state, battle):
            state.stack.append(CallReserves())


@dataclass(frozen=True, slots=True)
class CallReserves(Decision[State]):
    """[6C] Which stack is committed, if any?"""

    def who(self, state: State) -> int:
        return state.battle.defender

    def prompt(self, state: State) -> str:
        return state.say(
            "{}: commit reserves to {:hex}? [6C]", SIDES[self.who(state)], state.battle.target
        )

    def choices(self, state: State) -> Choices:
        return {"reserve": stacks(state, state.battle), "done": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "reserve":
            units = tuple(members(reserves_in(state, state.battle, number)))
            # [R155] Dice are rolled for its units in the open.
            reveal(state, (number,))
            state.stack.append(RollReserve(units))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        battle = state.battle
        if verb != "reserve":
            return Refusal("6C", "say whether you commit reserves")
        if not state.occupied[battle.defender] >> number & 1:
            return Refusal("6C", "you have no units there")
        if not 0 < distance(state, number, battle.target) <= NEAR:
            return Refusal("6C", "reserves come from within two hexes")
        if zoc(state, battle.side) >> number & 1:
            return Refusal("6C", "units in an enemy zone of control are no reserves")
        return Refusal("6C", "nobody there has the movement points to enter the hex")


@dataclass(frozen=True, slots=True)
class RollReserve(Roll[State]):
    """[6C.2] A unit of the stack is rolled for, two better if it stands next to the hex."""

    units: tuple[int, ...]
    """Those still to be rolled for, this one first."""
    ready: tuple[int, ...] = ()

    def purpose(self, state: State) -> str:
        return f"does {state.theatre.counters[self.units[0]].key} come? [6C]"

    def rolled(self, state: State, value: int) -> None:
        unit, rest, ready = self.units[0], self.units[1:], self.ready
        next_to = distance(state, state.where[unit], state.battle.target) == 1
        die = value + (SUCCESS_MODIFIERS["reserve_adjacent"] if next_to else 0)
        comes = attempt(die).succeeds
        if state.log is not None:
            what = "may come" if comes else "stays"
            state.detail("{:unit}: the {:die} makes {}, it {} [6C]", unit, value, die, what)
        if comes:
            ready = (*ready, unit)
        if rest:
            state.stack.append(RollReserve(rest, ready))
        elif ready:
            state.stack.append(MoveReserves(ready))


@dataclass(frozen=True, slots=True)
class MoveReserves(Decision[State]):
    """[6C.5] [6C.6] Which of those who may come are sent? They arrive disrupted, and the combat
    goes on before any other is begun."""

    ready: tuple[int, ...]

    def who(self, state: State) -> int:
        return state.battle.defender

    def prompt(self, state: State) -> str:
        return f"{SIDES[self.who(state)]}: which reserves enter the hex? [6C]"

    def able(self, state: State) -> Units:
        """[8B] Those for whom there is room."""
        battle = state.battle
        return bit_set(
            unit for unit in self.ready if fits(state, battle.target, battle.defender, 1 << unit)
        )

    def choices(self, state: State) -> Choices:
        units = self.able(state)
        return {"commit": units, "done": ONE} if units else {"done": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "done":
            return
        battle = state.battle
        state.move(1 << number, battle.target)
        state.disrupt(number)
        idle = state.kind.army_hq | state.kind.corps_hq
        if not idle >> number & 1:
            state.battle = replace(battle, defenders=(*battle.defenders, number))
        state.detail("{:unit} enters {:hex}, disrupted [6C]", number, battle.target)
        rest = tuple(unit for unit in self.ready if unit != number)
        if rest:
            state.stack.append(MoveReserves(rest))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "commit":
            return Refusal("6C", "say who is committed, then be done")
        if number not in self.ready:
            return Refusal("6C", "that unit of yours has no leave to come")
        return Refusal("8B", "there is no room left in the hex for reserves")
