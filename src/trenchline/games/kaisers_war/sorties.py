"""Section 36.1: a fleet sails to contest an enemy's gunfire or transport."""

from __future__ import annotations

from dataclasses import dataclass, replace

from trenchline.games.kaisers_war.components import COAST, COUNTERS, OF_TYPE, SIDES
from trenchline.games.kaisers_war.elimination import eliminate
from trenchline.games.kaisers_war.meanwhile import elsewhere
from trenchline.games.kaisers_war.naval import seas_of
from trenchline.games.kaisers_war.state import FLEET, State
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import ONE, Choices, OwnDecision, Refusal, Roll

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


def contestants(state: State, side: int, target: int, hex_: Hex) -> int:
    """[36.1] A side's fleets that have done nothing this game turn and sail the sea in which a
    naval unit operates off a hex, or one that joins it."""
    reach = {sea for sea in seas_of(state, target) if COAST[sea] >> hex_ & 1}
    reach |= {joined for sea in reach for joined in NEXT_TO[sea]}
    return bit_set(
        ship
        for ship in members(OF_TYPE["bombardment"] & ~(state.served | state.naval_used))
        if state.side_of(ship) == side
        and state.where[ship] == FLEET
        and reach.intersection(seas_of(state, ship))
    )


def may_contest(state: State, side: int, target: int, hex_: Hex) -> bool:
    """[36.1] Once a game turn, with a fleet that has done nothing else."""
    return (
        "naval" in state.options
        and not state.contested[side]
        and bool(contestants(state, side, target, hex_))
    )


def offer_contest(state: State, target: int, hex_: Hex) -> None:
    """Ask the enemy whether he contests the use of a naval unit."""
    state.stack.append(Contest(1 - state.side_of(target), target, hex_))


@dataclass(frozen=True, slots=True)
class Contest(OwnDecision[State]):
    """[36.1] Shall a fleet contest this mission?"""

    target: int
    hex: int

    def prompt(self, state: State) -> str:
        return state.say(
            "{}: contest the {:unit} with a fleet? [36.1]", SIDES[self.side], self.target
        )

    def choices(self, state: State) -> Choices:
        fleets = contestants(state, self.side, self.target, self.hex)
        return {"contest": fleets, "done": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "contest":
            state.contested[self.side] = True
            state.served |= 1 << number
            state.stack.append(ContestRoll(number, self.target, self.hex))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "contest":
            return elsewhere(state, verb, "36.1", "say first whether a fleet contests the mission")
        return why_not_contest(state, self.side, number)


def why_not_contest(state: State, side: int, number: int) -> Refusal:
    """[36.1] Why a fleet may not contest a mission."""
    fleet = 0 <= number < len(COUNTERS) and COUNTERS[number].front.type == "bombardment"
    if not fleet:
        return Refusal("36.1", "only bombardment fleets contest missions")
    if state.side_of(number) != side:
        return Refusal("36.1", "the fleet is the enemy's")
    if state.where[number] != FLEET:
        return Refusal("36.1", "the fleet is not in play")
    if state.served >> number & 1:
        return Refusal("36.1", "the fleet has had a mission this game turn")
    return Refusal("36.1", "the fleet sails neither that sea nor one that joins it")


@dataclass(frozen=True, slots=True)
class ContestRoll(Roll[State]):
    """[36.1] One: the target is sunk. Two: it turns back. Five or six: the sortie is lost."""

    fleet: int
    target: int
    hex: int

    def purpose(self, state: State) -> str:
        return f"contest of the {COUNTERS[self.target].title}"

    def rolled(self, state: State, value: int) -> None:
        state.detail("{:die} for the {:unit}", value, self.fleet)
        if value <= 2:
            call_off(state, self.target, self.hex, sunk=value == 1)
            if value == 1:
                eliminate(state, self.target)
        elif value >= 5:
            eliminate(state, self.fleet)


def call_off(state: State, target: int, hex_: Hex, sunk: bool) -> None:
    """The mission of a naval unit fails: support is withdrawn, or transported units turn back."""
    from trenchline.games.kaisers_war.amphibious import turn_back
    from trenchline.games.kaisers_war.combat import PlanBattle
    from trenchline.games.kaisers_war.moves import Landing

    step = state.stack[-1]
    if isinstance(step, PlanBattle):
        battle = step.battle
        supports = tuple(u for u in battle.supports if u != target)
        doubled = tuple(u for u in battle.doubled if u != target)
        state.stack.pop()
        changed = replace(battle, supports=supports, doubled=doubled)
        if changed.attackers or changed.supports:
            state.stack.append(PlanBattle(changed))
    elif isinstance(step, Landing):
        state.stack.pop()
        turn_back(state, target, step.unit, sunk)
    else:
        # [36.4] A supply mission fails: the coast is on its own.
        state.supplied_by_sea &= ~(1 << hex_)
