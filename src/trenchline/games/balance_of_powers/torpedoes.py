"""Chapters 8.4 and 5.324: submarines attack surface ships, and are hunted for it."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.balance_of_powers.asking import asked
from trenchline.games.balance_of_powers.components import ENTENTE, Units
from trenchline.games.balance_of_powers.flight import strength
from trenchline.games.balance_of_powers.home_port import send_home
from trenchline.games.balance_of_powers.navy import SHIPS, SUBMARINES, damage
from trenchline.games.balance_of_powers.seaways import TOLD
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.steps import Choices, Duty, OwnDecision, Refusal, Throw, UnitDecision


def attack_with_torpedoes(state: State, boats: Units, targets: Units) -> None:
    """[8.41] [8.42] Each submarine attacks one ship, then they are hunted and go home."""
    boats, state.engaged = boats & SUBMARINES, targets & SHIPS
    crews = tuple(members(boats))
    state.heading("Submarines attack")
    state.stack += [EndOfAttack(), Hunt(crews)]
    state.stack += [Torpedo(unit) for unit in reversed(crews)]


@dataclass(frozen=True, slots=True)
class EndOfAttack(Duty[State]):
    """The attack is over, and nobody is engaged any more."""

    def run(self, state: State) -> None:
        """Forget who was attacked."""
        state.engaged = 0


@dataclass(frozen=True, slots=True)
class Torpedo(Duty[State]):
    """[8.41] A submarine attacks, if a target is left."""

    unit: int

    def run(self, state: State) -> None:
        """Ask at whom."""
        if state.engaged:
            state.stack.append(Aim(self.unit))


@dataclass(frozen=True, slots=True)
class Aim(UnitDecision[State]):
    """[8.41] A submarine attacks the surface ship of its choice."""

    def prompt(self, state: State) -> str:
        """Who."""
        return state.say("Which ship does {:unit} attack? [8.41]", self.unit)

    def choices(self, state: State) -> Choices:
        """Any that was found; fortresses are no targets [8.41]."""
        return {"torpedo": state.engaged}

    def take(self, state: State, verb: str, number: int) -> None:
        """Roll."""
        state.stack.append(TorpedoDice(self.unit, number))

    @asked("8.41", "torpedo")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Who is no target."""
        return Refusal("8.41", "it is none of the ships that were found")


@dataclass(frozen=True, slots=True)
class TorpedoDice(Throw[State]):
    """[8.41] Dice and torpedoes above the armour hit; a damaged dreadnought sinks by doubles
    only."""

    unit: int
    target: int

    def purpose(self, state: State) -> str:
        """Who at whom."""
        return f"{state.called(self.unit)} at {state.called(self.target)}"

    def thrown(self, state: State, values: tuple[int, ...]) -> None:
        """A hit counts at once [R217]."""
        total = sum(values) + strength(state, self.unit).fire
        hits = total > strength(state, self.target).armour
        word = "hits" if hits else "misses"
        state.note(
            "{:die} and {:die}: {:unit} " + word + " {:unit}", *values, self.unit, self.target
        )
        if hits:
            damage(state, self.target, doubles=values[0] == values[1])
            if not state.force and state.journeys:
                state.halt()


def steps_hunted(values: tuple[int, ...], number: int) -> int:
    """[5.324B] The steps that a throw of three dice costs submarines: below the number on the track
    one, with doubles two, with triples three.

    >>> steps_hunted((1, 2, 4), 8), steps_hunted((2, 2, 3), 8), steps_hunted((2, 2, 2), 8)
    (1, 2, 3)
    >>> steps_hunted((1, 3, 4), 8)
    0
    """
    if sum(values) >= number:
        return 0
    return 4 - len(set(values))


@dataclass(frozen=True, slots=True)
class Hunt(Throw[State]):
    """[5.324A] [8.42] Submarines that have attacked are hunted, whatever they have sunk, and return
    to port [5.324D]."""

    units: tuple[int, ...]

    def dice(self, state: State) -> tuple[int, ...]:
        """Three."""
        return (6, 6, 6)

    def purpose(self, state: State) -> str:
        """What for."""
        return "anti-submarine warfare"

    def thrown(self, state: State, values: tuple[int, ...]) -> None:
        """[5.324C] The track goes up after each throw of the Entente."""
        # [5.324B]
        boats = bit_set(self.units) & state.mapped
        hunter = 1 - state.side_of(self.units[0])
        lost = steps_hunted(values, state.hunters)
        state.note("{:die}, {:die} and {:die}: submarines lose {} steps", *values, lost)
        if hunter == ENTENTE:
            state.hunters = min(int(TOLD["hunters"]), state.hunters + 1)
        state.homing = boats
        state.stack += [BoatsHome(self.units), *[Depth(1 - hunter)] * lost]


@dataclass(frozen=True, slots=True)
class Depth(OwnDecision[State]):
    """[5.324] The owner chooses the submarine that loses a step [R218]."""

    def prompt(self, state: State) -> str:
        """What."""
        return "Which submarine loses a step? [5.324]"

    def choices(self, state: State) -> Choices:
        """Those that are left."""
        left = state.homing & SUBMARINES
        return {"lose": left} if left else {"none": 1}

    def take(self, state: State, verb: str, number: int) -> None:
        """It is damaged or sinks."""
        if verb == "lose":
            damage(state, number)

    @asked("5.324", "lose", "none")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Who cannot."""
        if verb == "none":
            return Refusal("5.324", "a submarine is left to lose it")
        return Refusal("5.324", "it is none of the submarines that are hunted")


@dataclass(frozen=True, slots=True)
class BoatsHome(Duty[State]):
    """[8.42] Hunted or not, the submarines return to port."""

    units: tuple[int, ...]

    def run(self, state: State) -> None:
        """Send them, those of one location after the other."""
        state.homing = 0
        left = [unit for unit in self.units if state.where[unit] >= 0]
        if not left:
            return
        place = state.where[left[0]]
        there = tuple(unit for unit in left if state.where[unit] == place)
        if len(there) < len(left):
            state.stack.append(BoatsHome(tuple(u for u in left if u not in there)))
        send_home(state, bit_set(there))
