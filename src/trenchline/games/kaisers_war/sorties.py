"""Section 36.1: a fleet sails to contest an enemy's gunfire or transport."""

from __future__ import annotations

from dataclasses import dataclass, replace

from trenchline.games.kaisers_war.components import (
    COAST,
    COUNTERS,
    NATION_OF,
    OF_TYPE,
    SIDES,
)
from trenchline.games.kaisers_war.elimination import eliminate
from trenchline.games.kaisers_war.naval import ALLIED_SEAS, CENTRAL_SEAS, usable_seas
from trenchline.games.kaisers_war.state import FLEET, State
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import ONE, Choices, Decision, Refusal, Roll

NEXT_TO = {
    "north": ("baltic",),
    "baltic": ("north",),
    "med": ("adriatic", "marmora", "red"),
    "adriatic": ("med",),
    "marmora": ("med", "black"),
    "black": ("marmora",),
    "red": ("med",),
}
"""Seas that join [36.1] [R55]."""


def sea_of(hex_: Hex) -> tuple[str, ...]:
    """The seas a coastal hex lies on."""
    return tuple(sea for sea, coast in COAST.items() if coast >> hex_ & 1)


def contestants(state: State, side: int, hex_: Hex) -> int:
    """A side's idle fleets that could sail to the sea off a hex."""
    reach = set(sea_of(hex_))
    for sea in sea_of(hex_):
        reach |= set(NEXT_TO.get(sea, ()))
    able = []
    for unit in members(OF_TYPE["bombardment"]):
        if state.side_of(unit) != side or state.where[unit] != FLEET:
            continue
        if (state.naval_used | state.supported) >> unit & 1:
            continue
        seas = usable_seas(state, side)
        own = [s for s in seas if s in ALLIED_SEAS or CENTRAL_SEAS.get(s) == NATION_OF[unit]]
        if reach & set(own):
            able.append(unit)
    return bit_set(able)


def may_contest(state: State, side: int, hex_: Hex) -> bool:
    """[36.1] Once a game turn, with a fleet that has done nothing else."""
    return (
        "naval" in state.options
        and not state.contested[side]
        and bool(contestants(state, side, hex_))
    )


def offer_contest(state: State, target: int, hex_: Hex) -> None:
    """Ask the enemy whether he contests the use of a naval unit."""
    state.stack.append(Contest(1 - state.side_of(target), target, hex_))


@dataclass(frozen=True, slots=True)
class Contest(Decision[State]):
    """[36.1] Shall a fleet contest this mission?"""

    side: int
    target: int
    hex: int

    def who(self, state: State) -> int:
        return self.side

    def prompt(self, state: State) -> str:
        return f"{SIDES[self.side]}: contest the {COUNTERS[self.target].title} with a fleet? [36.1]"

    def choices(self, state: State) -> Choices:
        return {"contest": contestants(state, self.side, self.hex), "done": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "contest":
            state.contested[self.side] = True
            state.naval_used |= 1 << number
            state.stack.append(ContestRoll(number, self.target, self.hex))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        return Refusal("36.1", "only an idle fleet of that or an adjoining sea may contest")


@dataclass(frozen=True, slots=True)
class ContestRoll(Roll[State]):
    """[36.1] One: the target is sunk. Two: it turns back. Five or six: the sortie is lost."""

    fleet: int
    target: int
    hex: int

    def purpose(self, state: State) -> str:
        return f"contest of the {COUNTERS[self.target].title}"

    def rolled(self, state: State, value: int) -> None:
        state.note(f"  die {value} for the {COUNTERS[self.fleet].title}")
        if value <= 2:
            call_off(state, self.target, self.hex, sunk=value == 1)
            if value == 1:
                eliminate(state, self.target, in_combat=False)
        elif value >= 5:
            eliminate(state, self.fleet, in_combat=False)


def call_off(state: State, target: int, hex_: Hex, sunk: bool) -> None:
    """The mission of a naval unit fails: support is withdrawn, or transported units turn back."""
    from trenchline.games.kaisers_war.amphibious import turn_back
    from trenchline.games.kaisers_war.combat import PlanBattle
    from trenchline.games.kaisers_war.movement import MoveUnit

    step = state.stack[-1]
    if isinstance(step, PlanBattle):
        battle = step.battle
        supports = tuple(u for u in battle.supports if u != target)
        doubled = tuple(u for u in battle.doubled if u != target)
        state.stack.pop()
        changed = replace(battle, supports=supports, doubled=doubled)
        if changed.attackers or changed.supports:
            state.stack.append(PlanBattle(changed))
    elif state.supplied_by_sea and target not in state.cargo:
        # A supply mission fails: the coast is on its own.
        state.supplied_by_sea &= ~(1 << hex_)
    else:
        unit, _ = state.voyage
        if isinstance(step, MoveUnit) and step.unit == unit:
            state.stack.pop()
        turn_back(state, sunk)
