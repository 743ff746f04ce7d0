"""Pebbles: a game of two players, three heaps and a die, small enough to see through.

A die says who begins. Whoever is on turn points at a heap and takes one to three pebbles from it,
or stands still (once a game). The other player may then challenge (once a game): a die of four or
more gives the pebbles to the challenger. When the heaps are gone, the player with more wins.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from trenchline.kernel.game import Game, Option, Outcome, Scenario
from trenchline.kernel.odds import Modifier, Odds, gather
from trenchline.kernel.position import position, starts
from trenchline.kernel.steps import ONE, Choices, Decision, Duty, Refusal, Roll, State
from trenchline.kernel.verbs import PLAIN, Names, Verb
from trenchline.kernel.view import TrackView, View

HEAPS = "abc"
SIDES = ("Near", "Far")
SETUPS = {"short": (2, 1, 3), "long": (7, 5, 9)}


@position
class Pebbles(State):
    """The heaps, who is on turn, what each has taken and may still do."""

    heaps: list[int] = starts([])
    most: int = 3
    turn: int = 0
    taken: list[int] = starts([0, 0])
    stands: list[int] = starts([1, 1])
    challenges: list[int] = starts([1, 1])


def pebbles(heaps: tuple[int, ...], most: int) -> Pebbles:
    """A game about to begin."""
    state = Pebbles(most=most)
    state.heaps = list(heaps)
    return state


@dataclass(frozen=True, slots=True)
class Lots(Roll[Pebbles]):
    """Who begins [1.1]."""

    def purpose(self, state: Pebbles) -> str:
        return "who begins"

    def rolled(self, state: Pebbles, value: int) -> None:
        state.turn = value & 1
        state.note(f"{SIDES[state.turn]} begins on a {value}")
        state.stack.append(Turn())


@dataclass(frozen=True, slots=True)
class Turn(Duty[Pebbles]):
    """A turn begins, or the game is over [2.1]."""

    def run(self, state: Pebbles) -> None:
        if any(state.heaps):
            state.stack.append(Point())
        else:
            state.note("no pebbles are left")


@dataclass(frozen=True, slots=True)
class Pass(Duty[Pebbles]):
    """The turn goes to the other player [2.5]."""

    def run(self, state: Pebbles) -> None:
        state.turn ^= 1
        state.stack.append(Turn())


@dataclass(frozen=True, slots=True)
class Point(Decision[Pebbles]):
    """A heap, or nothing [2.2]."""

    def who(self, state: Pebbles) -> int:
        return state.turn

    def prompt(self, state: Pebbles) -> str:
        return "Point at a heap [2.2]."

    def choices(self, state: Pebbles) -> Choices:
        choices = {"heap": sum(1 << n for n, heap in enumerate(state.heaps) if heap)}
        if state.stands[state.turn]:
            choices["stand"] = ONE
        return choices

    def take(self, state: Pebbles, verb: str, number: int) -> None:
        state.stack.append(Pass())
        if verb == "stand":
            state.stands[state.turn] -= 1
            state.note(f"{SIDES[state.turn]} stands still")
        else:
            state.stack.append(Grab(number))

    def why_not(self, state: Pebbles, verb: str, number: int) -> Refusal:
        if verb == "stand":
            return Refusal("2.4", "nobody stands still twice")
        return Refusal("2.2", "a heap that is not there or empty")


@dataclass(frozen=True, slots=True)
class Grab(Decision[Pebbles]):
    """How many pebbles [2.3]."""

    heap: int

    def who(self, state: Pebbles) -> int:
        return state.turn

    def prompt(self, state: Pebbles) -> str:
        return f"Take pebbles from heap {HEAPS[self.heap]} [2.3]."

    def choices(self, state: Pebbles) -> Choices:
        most = min(state.most, state.heaps[self.heap])
        return {"take": (1 << most + 1) - 2}

    def take(self, state: Pebbles, verb: str, number: int) -> None:
        state.heaps[self.heap] -= number
        state.note(f"{SIDES[state.turn]} takes {number} from heap {HEAPS[self.heap]}")
        state.stack.append(Doubt(number))

    def why_not(self, state: Pebbles, verb: str, number: int) -> Refusal:
        return Refusal("2.3", f"take from 1 to {min(state.most, state.heaps[self.heap])}")


@dataclass(frozen=True, slots=True)
class Doubt(Decision[Pebbles]):
    """The other player may challenge [3.1]."""

    pebbles: int

    def who(self, state: Pebbles) -> int:
        return state.turn ^ 1

    def prompt(self, state: Pebbles) -> str:
        return f"Challenge for {self.pebbles} pebbles? [3.1]"

    def choices(self, state: Pebbles) -> Choices:
        if state.challenges[state.turn ^ 1]:
            return {"challenge": ONE, "allow": ONE}
        return {"allow": ONE}

    def take(self, state: Pebbles, verb: str, number: int) -> None:
        if verb == "challenge":
            state.challenges[state.turn ^ 1] -= 1
            state.stack.append(Duel(self.pebbles))
        else:
            state.taken[state.turn] += self.pebbles

    def why_not(self, state: Pebbles, verb: str, number: int) -> Refusal:
        return Refusal("3.1", "a challenge is taken up or let be")


@dataclass(frozen=True, slots=True)
class Duel(Roll[Pebbles]):
    """Who gets the pebbles [3.2]."""

    pebbles: int

    def purpose(self, state: Pebbles) -> str:
        return "the challenge"

    def rolled(self, state: Pebbles, value: int) -> None:
        winner = state.turn ^ (value >= 4)
        state.taken[winner] += self.pebbles
        state.detail("{}: {} pebbles for {}", value, self.pebbles, SIDES[winner])


def new(scenario: str, options: Mapping[str, str]) -> Pebbles:
    state = pebbles(SETUPS[scenario], int(options["most"]))
    state.stack.append(Lots())
    return state


def view(state: Pebbles, side: int | None) -> View:
    tracks = tuple(TrackView(name, n) for name, n in zip(HEAPS, state.heaps, strict=True))
    return View("", "", SIDES[state.turn], "", (), tracks, (), {})


def outcome(state: Pebbles) -> Outcome:
    near, far = state.taken
    winner = None if near == far else int(far > near)
    return Outcome(winner, "the heaps are gone", (near, far))


def odds(state: Pebbles, attack: str | None) -> Odds:
    results = gather([(n, "won" if n >= 4 else "lost", "") for n in range(1, 7)], 6)
    return Odds("challenge", (Modifier("3.2", "die", 0),), (), "", results)


def notation(state: Pebbles) -> str:
    """``2/1/3 0/0 1/1 1/1 Near 3``: heaps, taken, stands, challenges, turn, most."""
    fields = (state.heaps, state.taken, state.stands, state.challenges)
    words = ["/".join(map(str, numbers)) for numbers in fields]
    return " ".join([*words, SIDES[state.turn], str(state.most)])


def parse(text: str) -> Pebbles:
    heaps, taken, stands, challenges, turn, most = text.split()
    state = pebbles(tuple(map(int, heaps.split("/"))), int(most))
    state.taken = list(map(int, taken.split("/")))
    state.stands = list(map(int, stands.split("/")))
    state.challenges = list(map(int, challenges.split("/")))
    state.turn = SIDES.index(turn)
    state.stack.append(Turn())
    return state


GAME = Game(
    name="pebbles",
    title="Pebbles",
    year=1914,
    summary="Three heaps and a die.",
    rules="1",
    sides=SIDES,
    scenarios=(Scenario("short", "Short", "Six."), Scenario("long", "Long", "Twenty-one.")),
    options=(Option("most", "Most", "How many may be taken at once.", "2.3", ("3", "2")),),
    verbs={
        "heap": Verb(Names(HEAPS.__getitem__, HEAPS.index)),
        "take": Verb(PLAIN),
        "stand": Verb(),
        "challenge": Verb(),
        "allow": Verb(),
    },
    folder=Path(__file__).parent,
    new=new,
    view=view,
    outcome=outcome,
    odds=odds,
    parse=parse,
    notation=notation,
)


def everything(state: Pebbles) -> tuple[object, ...]:
    """All there is to a state, for comparing two of them."""
    return notation(state), state.rolls, tuple(state.stack), state.log
