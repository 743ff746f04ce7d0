"""Taking losses [13-20] to [13-24], strength point by strength point."""

from __future__ import annotations

from dataclasses import dataclass, replace

from trenchline.games.der_weltkrieg.battle import Battle
from trenchline.games.der_weltkrieg.components import (
    ARTILLERY,
    INFANTRY,
    NATIONS,
    SIDES,
    TABLES,
    Units,
)
from trenchline.games.der_weltkrieg.results import fighters
from trenchline.games.der_weltkrieg.state import ELIMINATED, State
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.steps import Choices, Decision, Refusal

ORDER: dict[bool, tuple[str, ...]] = {
    True: tuple(TABLES["losses"]["attacker"]),
    False: tuple(TABLES["losses"]["defender"]),
}
"""[13-23] [R27] The classes in the order in which they lose, by whether they attack."""


def loss_class(state: State, unit: int) -> str:
    """[13-23] The class in which a unit loses: strong cavalry is infantry."""
    counter = state.theatre.counters[unit]
    if counter.kind in INFANTRY:
        return "infantry"
    if counter.kind == "cavalry":
        light = counter.full_strength <= NATIONS[counter.nation].light_cavalry
        return "cavalry" if light else "infantry"
    return "artillery" if counter.kind in ARTILLERY else counter.kind


def in_danger(state: State, battle: Battle, attacking: bool) -> Units:
    """The units of one side of a combat that may lose strength [13-18] [R28]."""
    if attacking:
        return bit_set(unit for unit in battle.attackers if state.where[unit] >= 0)
    units = 0
    for hex_ in battle.targets:
        units |= fighters(state, hex_, battle.defender)
    return units


def may_lose(state: State, units: Units, order: tuple[str, ...]) -> Units:
    """[13-23] [13-24] Which of the units may lose the next point: those of the first class that has
    any left, and of them those above their reverse value as long as there are such."""
    for name in order:
        ranks = [
            unit
            for unit in members(units)
            if state.strength[unit] and loss_class(state, unit) == name
        ]
        if ranks:
            counters = state.theatre.counters
            fresh = [unit for unit in ranks if state.strength[unit] > counters[unit].back]
            return bit_set(fresh or ranks)
    return 0


def lose_point(state: State, unit: int, pile: int = ELIMINATED) -> None:
    """A unit loses a strength point, and with the last one its place on the map [13-21]."""
    counter = state.theatre.counters[unit]
    left = state.strength[unit] - 1
    kind = loss_class(state, unit)
    if kind != "headquarters":
        # [26-3] Every point lost demoralizes.
        points = TABLES["demoralization"][kind]
        state.demoralize(counter.nation, points, f"{counter.key} loses a point")
    if left:
        state.set_strength(unit, left)
        return
    state.stock.pop(unit, None)
    state.lift(unit, pile)
    state.strength[unit] = 0
    if kind == "headquarters":
        state.demoralize(counter.nation, TABLES["demoralization"][kind], f"{counter.key} is lost")


@dataclass(frozen=True, slots=True)
class TakeLosses(Decision[State]):
    """[13-20] One side chooses which of its units lose strength, point by point."""

    attacking: bool

    def who(self, state: State) -> int:
        return state.battle.side if self.attacking else state.battle.defender

    def due(self, state: State) -> int:
        """Points still to be lost."""
        battle = state.battle
        return battle.attack_loss if self.attacking else battle.defence_loss

    def prompt(self, state: State) -> str:
        return f"{SIDES[self.who(state)]}: {self.due(state)} points to lose [13-23]"

    def losers(self, state: State) -> Units:
        """Units that may lose the next point."""
        units = in_danger(state, state.battle, self.attacking)
        return may_lose(state, units, ORDER[self.attacking])

    def choices(self, state: State) -> Choices:
        units = self.losers(state) if self.due(state) else 0
        return {"lose": units} if units else {"done": 1}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "done":
            return
        battle, left = state.battle, self.due(state) - 1
        changed = {"attack_loss" if self.attacking else "defence_loss": left}
        state.battle = replace(battle, **changed)  # type: ignore[arg-type] # both are numbers
        lose_point(state, number)
        state.stack.append(self)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "lose":
            return Refusal("13-20", "take your losses first")
        units = in_danger(state, state.battle, self.attacking)
        if not units >> number & 1:
            return Refusal("13-18", "that unit has no part in this combat")
        first = next(iter(members(self.losers(state))))
        if loss_class(state, number) != loss_class(state, first):
            return Refusal("13-23", f"{loss_class(state, first)} loses first")
        return Refusal("13-24", "units above their reverse value go down to it first")
