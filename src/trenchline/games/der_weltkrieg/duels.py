"""Combats between river flotillas [36-9]: both at double strength, without supply, and nobody else
can harm them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from trenchline.games.der_weltkrieg.components import SIDES, Units, enemy_of
from trenchline.games.der_weltkrieg.flotillas import afloat, berths
from trenchline.games.der_weltkrieg.losses import lose_points, may_lose
from trenchline.games.der_weltkrieg.results import losses, table_in_force
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.whose import why_not_yours
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import ONE, Choices, OwnDecision, Refusal, Roll
from trenchline.kernel.words import counted

TIMES = 2
"""[36-9] Attack and counterattack of flotillas are made at double strength."""


def lying_at(state: State, side: int, hex_: Hex) -> Units:
    """The flotillas of a side in a hex."""
    return bit_set(unit for unit in members(afloat(state, side)) if state.where[unit] == hex_)


def duellists(state: State, side: int, target: Hex) -> Units:
    """[36-9] [12-9] The flotillas next to a hex that have not fought in this phase."""
    distance = state.theatre.board.grid.distance
    fresh = afloat(state, side) & ~state.fought
    return bit_set(unit for unit in members(fresh) if distance(state.where[unit], target) == 1)


def around_hex(state: State, hex_: Hex) -> Hexes:
    """The hexes next to one."""
    return bit_set(state.theatre.board.grid.neighbours(hex_))


def acts(state: State, side: int) -> Choices:
    """[36-9] [12-7] The hexes whose flotillas may be attacked, each once a phase."""
    enemies = berths(state, afloat(state, enemy_of(side))) & ~state.duelled
    hexes = bit_set(hex_ for hex_ in members(enemies) if duellists(state, side, hex_))
    return {"duel": hexes} if hexes else {}


def why_not(state: State, side: int, target: Hex) -> Refusal:
    """Why there is no duel at a hex."""
    if target < 0 or not lying_at(state, enemy_of(side), target):
        return Refusal("36-9", "no enemy flotilla lies there")
    if state.duelled >> target & 1:
        return Refusal("12-7", "the flotillas there have been attacked in this phase")
    if not berths(state, afloat(state, side)) & around_hex(state, target):
        return Refusal("36-9", "no flotilla of yours lies next to it")
    return Refusal("12-9", "the flotillas next to it have fought in this phase")


@dataclass(frozen=True, slots=True)
class DeclareDuel(OwnDecision[State]):
    """[36-9] Name the flotillas that attack, then join battle."""

    deliberate = frozenset({"join"})

    target: Hex
    attackers: tuple[int, ...] = ()

    def prompt(self, state: State) -> str:
        return state.say(
            "{}: which flotillas attack those at {:hex}? [36-9]", SIDES[self.side], self.target
        )

    def choices(self, state: State) -> Choices:
        others = duellists(state, self.side, self.target) & ~bit_set(self.attackers)
        found: Choices = {"with": others} if others else {}
        if self.attackers:
            found["join"] = ONE
        return {**found, "stay": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "with":
            state.stack.append(replace(self, attackers=(*self.attackers, number)))
        elif verb == "join":
            state.duelled |= 1 << self.target
            state.fought |= bit_set(self.attackers)
            defenders = tuple(members(lying_at(state, enemy_of(self.side), self.target)))
            state.stack.append(RollDuel(self.side, self.attackers, defenders))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb == "join" and not self.attackers:
            return Refusal("36-9", "name at least one flotilla")
        if verb != "with":
            return Refusal("36-9", "name the flotillas that attack, then join battle")
        foreign = why_not_yours(state, number, self.side, "36-9")
        if foreign is not None:
            return foreign
        if not state.theatre.flotillas >> number & 1:
            return Refusal("36-9", "only flotillas attack flotillas")
        if number in self.attackers:
            return Refusal("36-9", "that flotilla takes part already")
        if state.fought >> number & 1:
            return Refusal("12-9", "it has fought in this phase")
        return Refusal("36-9", "that flotilla does not lie next to theirs")


@dataclass(frozen=True, slots=True)
class RollDuel(Roll[State]):
    """[36-9] The attack of flotillas, then the answer, before anybody loses anything."""

    side: int
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    loss: int = -1
    """What the attack has done; -1 before it is rolled for."""

    def purpose(self, state: State) -> str:
        return "flotillas attack" if self.loss < 0 else "flotillas answer"

    def rolled(self, state: State, value: int) -> None:
        firing = self.attackers if self.loss < 0 else self.defenders
        points = TIMES * sum(state.strength[unit] for unit in firing)
        loss = losses(table_in_force(state), points, value)
        state.detail(
            "{:die}: flotillas with {} points, the enemy loses {} [36-9]", value, points, loss
        )
        if self.loss < 0:
            state.stack.append(replace(self, loss=loss))
            return
        # [36-9] [13-20] The attacker takes his losses first.
        state.stack.append(SinkFlotillas(enemy_of(self.side), self.defenders, self.loss))
        state.stack.append(SinkFlotillas(self.side, self.attackers, loss))


@dataclass(frozen=True, slots=True)
class SinkFlotillas(OwnDecision[State]):
    """[36-9] [13-24] The owner chooses which flotillas lose strength, point by point."""

    units: tuple[int, ...]
    due: int

    def prompt(self, state: State) -> str:
        return f"{SIDES[self.side]}: flotillas have {counted(self.due, 'point')} to lose [36-9]"

    def choices(self, state: State) -> Choices:
        units = may_lose(state, bit_set(self.units), ("flotilla",)) if self.due else 0
        return {"lose": units} if units else {"done": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "lose":
            lose_points(state, number, 1)
            state.stack.append(replace(self, due=self.due - 1))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "lose":
            return Refusal("36-9", "the flotillas take their losses first")
        if number not in self.units:
            return Refusal("36-9", "only flotillas in this combat lose strength")
        if not state.is_on_map(number):
            return Refusal("36-9", "that flotilla is sunk")
        return Refusal("13-24", "flotillas above their reverse value go down to it first")
