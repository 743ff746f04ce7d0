"""Sealed: a game with secrets, small enough to see what leaks.

In each of three rounds both players write down a number that the other does not see, until both
are opened; the higher one wins the round. Once a game, a player may peek at what the other wrote.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from trenchline.kernel.game import Game, Outcome, Scenario
from trenchline.kernel.odds import Modifier, Odds, gather
from trenchline.kernel.position import position, starts
from trenchline.kernel.secrets import Secrets
from trenchline.kernel.steps import ONE, Choices, Decision, Duty, Refusal, State
from trenchline.kernel.verbs import PLAIN, Verb
from trenchline.kernel.view import LogView, PanelView, TrackView, View

SIDES = ("North", "South")
ROUNDS = 3


@position
class Sealed(State):
    """The round, what is written, who has peeked, and rounds won."""

    round: int = 1
    written: list[int] = starts([0, 0])
    peeked: list[bool] = starts([False, False])
    sees: list[bool] = starts([False, False])
    won: list[int] = starts([0, 0])


@dataclass(frozen=True, slots=True)
class Round(Duty[Sealed]):
    """Both write, then both open."""

    def run(self, state: Sealed) -> None:
        state.written = [0, 0]
        state.sees = [False, False]
        state.stack += [Open(), Write(1), Write(0)]


@dataclass(frozen=True, slots=True)
class Write(Decision[Sealed]):
    """A number from one to nine, or first a peek."""

    side: int

    def who(self, state: Sealed) -> int:
        return self.side

    def prompt(self, state: Sealed) -> str:
        return f"{SIDES[self.side]}: write a number."

    def choices(self, state: Sealed) -> Choices:
        choices = {"write": 0b1111111110}
        if not state.peeked[self.side] and state.written[self.side ^ 1]:
            choices["peek"] = ONE
        return choices

    def take(self, state: Sealed, verb: str, number: int) -> None:
        if verb == "peek":
            state.peeked[self.side] = state.sees[self.side] = True
            state.note(f"{SIDES[self.side]} peeks: it is {state.written[self.side ^ 1]}")
            state.stack.append(self)
        else:
            state.written[self.side] = number
            state.note(f"{SIDES[self.side]} writes {number}")

    def why_not(self, state: Sealed, verb: str, number: int) -> Refusal:
        return Refusal("1.1", "write a number from 1 to 9")


@dataclass(frozen=True, slots=True)
class Open(Duty[Sealed]):
    """The higher number wins the round."""

    def run(self, state: Sealed) -> None:
        north, south = state.written
        if north != south:
            state.won[south > north] += 1
        state.note(f"Opened: {north} and {south}")
        state.written = [0, 0]
        state.round += 1
        if state.round <= ROUNDS:
            state.stack.append(Round())


def view(state: Sealed, side: int | None) -> View:
    lines = []
    for other, number in enumerate(state.written):
        if number and side is not None and (other == side or state.sees[side]):
            lines.append(f"{SIDES[other]} wrote {number}")
        elif number:
            lines.append(f"{SIDES[other]} has written")
    tracks = tuple(TrackView(name, won) for name, won in zip(SIDES, state.won, strict=True))
    panels = (PanelView("Written", tuple(lines)),)
    return View(str(state.round), "writing", "", "Write.", (), tracks, panels, {})


def tell(entry: LogView, side: int | None) -> LogView:
    """What somebody else wrote or saw is not for one's ears; what is opened is for everybody's."""
    if entry.choice is None or (side is not None and entry.side == SIDES[side]):
        return entry
    lines = tuple(line for line in entry.lines if line.text.startswith("Opened"))
    return replace(entry, choice=entry.choice.split()[0], lines=lines)


def odds(state: Sealed, attack: str | None) -> Odds:
    """The odds tell what is written, so only the one who decides may see them."""
    results = gather([(n, "won" if n > max(state.written) else "lost", "") for n in range(1, 7)], 6)
    return Odds("a guess", (Modifier("1.1", "written", max(state.written)),), (), "", results)


def _new(scenario: str, options: Mapping[str, str]) -> Sealed:
    state = Sealed()
    state.stack.append(Round())
    return state


def _outcome(state: Sealed) -> Outcome:
    north, south = state.won
    return Outcome(None if north == south else int(south > north), "three rounds", (north, south))


def _reveals(before: Sealed, after: Sealed, side: int) -> bool:
    return after.round > before.round or (after.sees[side] and not before.sees[side])


def _deal(state: Sealed, side: int, rng: random.Random) -> Sealed:
    """What the other has written is another number, unless one has seen it."""
    twin = state.copy()
    for other, number in enumerate(state.written):
        if number and other != side and not state.sees[side]:
            twin.written[other] = rng.randrange(1, 10)
    return twin


GAME = Game(
    name="sealed",
    title="Sealed",
    year=1916,
    summary="Numbers in envelopes.",
    rules="1",
    sides=SIDES,
    scenarios=(Scenario("plain", "Plain", "Three rounds."),),
    options=(),
    verbs={"write": Verb(PLAIN), "peek": Verb()},
    folder=Path(__file__).parent,
    new=_new,
    view=view,
    outcome=_outcome,
    odds=odds,
    parse=lambda text: _new("plain", {}),
    notation=lambda state: f"{state.round} {state.written} {state.won}",
    secrets=Secrets(tell, _deal, reveals=_reveals),
)
