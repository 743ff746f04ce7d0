"""Chapter 14: pursuit into the hex that was won, and from there perhaps one further.

Only results that say so allow it [14.2], and only into a hex that has been cleared [14.5]. Zones do
not hinder it [11.9] [14.4].
"""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.kaisers_war.battle import Battle
from trenchline.games.kaisers_war.components import COUNTERS, MARCH, MECHANIZED
from trenchline.games.kaisers_war.control import enterable
from trenchline.games.kaisers_war.eastern import allowed_land
from trenchline.games.kaisers_war.elimination import eliminate
from trenchline.games.kaisers_war.entry import entered
from trenchline.games.kaisers_war.ground import why_not_beside, why_not_enter, why_not_stay
from trenchline.games.kaisers_war.meanwhile import elsewhere
from trenchline.games.kaisers_war.stacking import roomy
from trenchline.games.kaisers_war.state import State
from trenchline.kernel.bits import bit_set, lowest
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import (
    ONE,
    Choices,
    Duty,
    OwnDecision,
    Refusal,
    UnitDecision,
    until_done,
)

SWIFT = 4
"""[14.3] Units with this movement factor pursue two hexes, others one."""


def can_pursue(state: State, unit: int) -> bool:
    """[14.3] Land units with an attack and a movement factor, no support units."""
    face = state.face(unit)
    return (
        state.where[unit] >= 0
        and face.attack > 0
        and face.movement > 0
        and not COUNTERS[unit].is_support
    )


@dataclass(frozen=True, slots=True)
class BeginPursuit(Duty[State]):
    """The attacker may pursue with so many units, if the hex is clear."""

    battle: Battle
    most: int
    transports: tuple[int, ...]
    """What brought the attackers from the sea."""

    def run(self, state: State) -> None:
        battle = self.battle
        cleared = battle.target not in state.stacks
        # [20.10] Once the beach is won the transports are safe.
        state.stack.append(EndAssault(battle, () if cleared else self.transports))
        if cleared:
            units = tuple(u for u in battle.attackers if can_pursue(state, u))
            state.stack.append(Pursuit(battle.side, battle.target, units, self.most))


@dataclass(frozen=True, slots=True)
class DefenderPursuit(Duty[State]):
    """[12.19] After a catastrophe or panic of the attacker one defender may pursue [R17]."""

    battle: Battle
    from_hexes: tuple[int, ...]

    def run(self, state: State) -> None:
        units = tuple(u for u in self.battle.defenders if can_pursue(state, u))
        vacated = tuple(h for h in self.from_hexes if h not in state.stacks)
        if units and vacated:
            state.stack.append(CounterPursuit(1 - self.battle.side, vacated, units))


def open_to(state: State, unit: int, hexes: Hexes) -> Hexes:
    """Those hexes a pursuing unit may enter [14.4] and stay in."""
    side = state.side_of(unit)
    free = hexes & enterable(state, side) & allowed_land(state, unit)
    return roomy(state, unit, free)


@dataclass(frozen=True, slots=True)
class Pursuit(OwnDecision[State]):
    """[14.1] [14.2] Which of the attackers pursue, before the next battle."""

    target: int
    units: tuple[int, ...]
    most: int

    def prompt(self, state: State) -> str:
        return state.say("{:hex} is cleared: pursue with a unit? [14.2]", self.target)

    def choices(self, state: State) -> Choices:
        able = bit_set(u for u in self.units if self._may(state, u))
        return until_done("pursue", able)

    def _may(self, state: State, unit: int) -> bool:
        if not can_pursue(state, unit) or not open_to(state, unit, 1 << self.target):
            return False
        return self.most > 0 or self._beyond_limit(state, unit)

    def _beyond_limit(self, state: State, unit: int) -> bool:
        """[39.2] All tanks may pursue; [R16] all who come from the sea may land."""
        if unit in state.assault:
            return True
        return "mechanized" in state.options and state.face(unit).type in MECHANIZED

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "done":
            return
        rest = tuple(u for u in self.units if u != number)
        free = self._beyond_limit(state, number)
        # [12.19] [39.2] So many, and tanks beyond that.
        most = self.most if free else self.most - 1
        state.stack.append(Pursuit(self.side, self.target, rest, most))
        advance(state, number, self.target)
        if state.face(number).movement >= SWIFT:  # [14.3]
            state.stack.append(SecondHex(number, self.target))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "pursue":
            return elsewhere(state, verb, "14.1", "pursuit is settled before all else")
        if number not in self.units:
            return Refusal("14.2", "the unit is not among the attackers left to pursue")
        if (found := why_not_enter(state, number, self.target)) is not None:
            return found
        if (found := why_not_stay(state, number, self.target)) is not None:
            return found
        return Refusal("14.2", "the result allows no more units to pursue")


def advance(state: State, unit: int, hex_: Hex) -> None:
    """Move a pursuing unit, with what follows from entering a hex."""
    if unit in state.assault:
        state.detail("{:unit} pursues from the sea to {:hex}", unit, hex_)
    else:
        state.detail("{:unit} pursues from {:hex} to {:hex}", unit, state.where[unit], hex_)
    state.leave_the_sea(unit)
    state.shift(unit, hex_)
    entered(state, unit, [hex_])


@dataclass(frozen=True, slots=True)
class SecondHex(UnitDecision[State]):
    """[14.3] Swift units may go on one hex in any direction [14.2]."""

    here: int

    def prompt(self, state: State) -> str:
        return state.say("The {:unit} may go on one hex [14.3]", self.unit)

    def choices(self, state: State) -> Choices:
        if state.where[self.unit] != self.here:
            return {"done": ONE}
        onward = open_to(state, self.unit, step(1 << self.here, MARCH))
        return until_done("pursue_to", onward)

    def must_ask(self, state: State) -> bool:
        """[10.1] How full the stacks beside it are is nobody else's business."""
        own = state.held[self.who(state)] & step(1 << self.here, MARCH)
        return state.where[self.unit] == self.here and bool(own)

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "pursue_to":
            advance(state, self.unit, number)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "pursue_to":
            return elsewhere(state, verb, "14.3", "say first whether the pursuit goes on")
        if (found := why_not_beside(self.here, number)) is not None:
            return found
        if (found := why_not_enter(state, self.unit, number)) is not None:
            return found
        found = why_not_stay(state, self.unit, number)
        assert found is not None
        return found


@dataclass(frozen=True, slots=True)
class CounterPursuit(OwnDecision[State]):
    """[R17] One defender may pursue into a hex the attackers have vacated."""

    hexes: tuple[int, ...]
    units: tuple[int, ...]

    def prompt(self, state: State) -> str:
        return "The attack has failed: pursue with one unit? [12.19]"

    def choices(self, state: State) -> Choices:
        able = bit_set(u for u in self.units if self.goals(state, u))
        return until_done("pursue", able)

    def goals(self, state: State, unit: int) -> Hexes:
        """The vacated hexes a unit may enter."""
        if not can_pursue(state, unit):
            return 0
        beside = step(1 << state.where[unit], MARCH) & bit_set(self.hexes)
        return open_to(state, unit, beside)

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "pursue":
            state.stack.append(CounterPursuitTo(number, self.hexes))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "pursue":
            return elsewhere(state, verb, "12.19", "say first whether a defender pursues")
        if number not in self.units:
            return Refusal("14.2", "the unit is not among the defenders that may pursue")
        beside = step(1 << state.where[number], MARCH) & bit_set(self.hexes)
        if not beside:
            return Refusal("14.2", "no vacated hex is next to the unit")
        found = why_not_enter(state, number, lowest(beside))
        assert found is not None
        return found


@dataclass(frozen=True, slots=True)
class CounterPursuitTo(UnitDecision[State]):
    """Which vacated hex the pursuing defender enters."""

    hexes: tuple[int, ...]

    def prompt(self, state: State) -> str:
        return state.say("Where does the {:unit} pursue? [14.2]", self.unit)

    def choices(self, state: State) -> Choices:
        beside = step(1 << state.where[self.unit], MARCH) & bit_set(self.hexes)
        return {"pursue_to": open_to(state, self.unit, beside)}

    def take(self, state: State, verb: str, number: int) -> None:
        advance(state, self.unit, number)
        if state.face(self.unit).movement >= SWIFT:  # [14.3] [R17]
            state.stack.append(SecondHex(self.unit, number))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "pursue_to":
            return elsewhere(state, verb, "14.2", "say first where the defender pursues")
        if number not in self.hexes:
            return Refusal("14.2", "the first hex of a pursuit is one the enemy has vacated")
        if (found := why_not_beside(state.where[self.unit], number)) is not None:
            return found
        found = why_not_enter(state, self.unit, number)
        assert found is not None
        return found


@dataclass(frozen=True, slots=True)
class EndAssault(Duty[State]):
    """[20.10] Those who have not landed are lost; if none could, so are their transports [R16]."""

    battle: Battle
    transports: tuple[int, ...]

    def run(self, state: State) -> None:
        for unit in self.battle.attackers:
            if unit in state.assault:
                eliminate(state, unit)
        for transport in self.transports:
            eliminate(state, transport)
