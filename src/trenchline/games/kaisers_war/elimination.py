"""Section 12.21 and 5.7: units leave the map, and their side pays for it."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.kaisers_war.components import (
    COUNTERS,
    NATION_OF,
    NATIONS,
    POINTS,
    SIDES,
)
from trenchline.games.kaisers_war.control import overweight
from trenchline.games.kaisers_war.fog import tell_of
from trenchline.games.kaisers_war.meanwhile import elsewhere
from trenchline.games.kaisers_war.state import DEAD, OUT, State
from trenchline.games.kaisers_war.supply import in_general_supply
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import Choices, Decision, Refusal, Roll


def price(state: State, unit: int) -> int:
    """[43.1] [5.7] What the loss of a unit costs its side."""
    face = state.face(unit)
    # [30.21a] Bolsheviks and Anarchists cost nobody anything.
    if NATIONS[NATION_OF[unit]].group in ("bolshevik", "anarchist"):
        return 0
    if face.type == "bombardment":
        return int(POINTS["lost_bombardment"])
    return int(POINTS["lost_army"] if face.is_army else POINTS["lost_other"])


def eliminate(state: State, unit: int, in_combat: bool = True) -> None:
    """[12.21] A unit goes to the dead pile and its side loses points at once [5.7] [R22].

    [6.8] Headquarters never return. [35.1] With annihilation, a unit cut off when it dies in combat
    must wait; one lost otherwise need not [35.2].
    """
    side = state.side_of(unit)
    hq = COUNTERS[unit].front.type == "hq"
    if in_combat and "annihilation" in state.options and not hq:
        if not in_general_supply(state, unit):
            state.stack.append(AnnihilationRoll(unit))
    cost = price(state, unit)
    # [10.1] In combat everybody is seen; elsewhere a hidden unit goes as it lay.
    if in_combat:
        state.detail("{:unit} is eliminated", unit)
    else:
        tell_of(state, unit, "{} is eliminated")
    # [21.1] A tank army comes back as a corps.
    state.fallen |= state.flipped & 1 << unit
    state.flipped &= ~(1 << unit)  # [21.1]
    state.leave_the_sea(unit)  # [20.10]
    state.lift(unit, OUT if hq else DEAD)
    if side < len(SIDES):
        state.gain(side, -cost, "a unit lost")
        if not cost:  # [30.21a]
            state.detail(
                "{} losses cost nobody points [30.21a]", NATIONS[NATION_OF[unit]].adjective
            )


@dataclass(frozen=True, slots=True)
class AnnihilationRoll(Roll[State]):
    """[35.1] How many turns later an annihilated unit may, at the earliest, be mobilized again."""

    unit: int

    def purpose(self, state: State) -> str:
        return f"return of the {COUNTERS[self.unit].title}"

    def rolled(self, state: State, value: int) -> None:
        state.annihilated[self.unit] = state.turn + value
        state.detail(
            "{:die}: {:unit} is annihilated until turn {}", value, self.unit, state.turn + value
        )


@dataclass(frozen=True, slots=True)
class Overstacked(Decision[State]):
    """[9.4] A hex holds too much: its owner eliminates the excess [13.2]."""

    hex: int

    def who(self, state: State) -> int:
        unit, *_ = state.stacks[self.hex]
        return state.side_of(unit)

    def prompt(self, state: State) -> str:
        return state.say("{:hex} is over-stacked: which unit is eliminated? [9.4]", self.hex)

    def choices(self, state: State) -> Choices:
        units = state.stacks[self.hex]
        if overweight(state, self.hex):
            return {"give_up": bit_set(u for u in units if state.face(u).weight)}
        return {"give_up": bit_set(u for u in units if not state.face(u).movement)}

    def take(self, state: State, verb: str, number: int) -> None:
        eliminate(state, number, in_combat=False)  # [35.2]
        check_stack(state, self.hex)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "give_up":
            return elsewhere(state, verb, "9.4", "the over-stacked hex is put right first")
        if number not in state.stacks[self.hex]:
            return Refusal("9.4", "the unit is not in the over-stacked hex")
        if not state.face(number).weight:
            return Refusal("9.3", "units that cannot move do not count for stacking")
        return Refusal("9.3", "one of the units that cannot move is too many")


def check_stack(state: State, hex_: Hex) -> None:
    """[9.3] [9.4] [13.2] If a hex is over-stacked, its owner must choose what to lose."""
    if state.crowded >> hex_ & 1:
        # [10.1] Whoever waits hears of it: that somebody is asked shows what the stack weighs.
        state.note("{:hex} is over-stacked", hex_)
        state.stack.append(Overstacked(hex_))


def check_all_stacks(state: State) -> None:
    """[9.4] Look for over-stacked hexes at the end of a phase."""
    for hex_ in sorted(members(state.crowded), reverse=True):
        check_stack(state, hex_)
