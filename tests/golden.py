"""Golden games: whole matches kept as records, one for each way a game ends or turns.

A game's ``make_golden.py`` lists what is wanted and by whom it is played. Seeds are tried in order
until a match shows it; the record is kept in the folder ``golden`` beside it. Writing them anew is
right only when the rules have changed on purpose (and then ``GAME.rules`` must change too): the
kept records are the regression net.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

import pytest

from trenchline.kernel.dice import SeededDice
from trenchline.kernel.game import AnyGame
from trenchline.kernel.match import Match
from trenchline.kernel.record import read_record, record_text, verify
from trenchline.kernel.steps import Choice, Choices, count, pick

TRIES = 400
ENDLESS = 10_000
"""No match takes so many choices."""

Chooser = Callable[[Match, random.Random], Choice]


@dataclass(frozen=True)
class Wanted:
    """A golden game: who plays, and what must have happened."""

    name: str
    players: tuple[Chooser, Chooser]
    shows: Callable[[Match], bool]
    scenario: str | None = None
    options: dict[str, str] = field(default_factory=dict)


def at_random(match: Match, rng: random.Random) -> Choice:
    """Any choice."""
    return pick(match.choices, int(rng.random() * count(match.choices)))


def at_random_among(choices: Choices, verb: str, rng: random.Random) -> Choice:
    """Any choice of one verb."""
    return pick({verb: choices[verb]}, int(rng.random() * choices[verb].bit_count()))


def first(choices: Choices, verb: str) -> Choice:
    """The lowest choice of a verb."""
    return pick({verb: choices[verb]}, 0)


def last(choices: Choices, verb: str) -> Choice:
    """The highest choice of a verb."""
    return pick({verb: choices[verb]}, choices[verb].bit_count() - 1)


def staff(match: Match, rng: random.Random) -> Choice:
    """Whatever the staff says."""
    officers = match.game.staff
    assert officers is not None
    choice: Choice = officers.choose(match.state, match.choices, rng, officers.plans[0])
    return choice


@dataclass(frozen=True)
class Doubter:
    """Follows his staff, or does anything; how often depends on the number of the game."""

    obedience: tuple[float, ...]
    every: int
    """After so many games he thinks again."""
    otherwise: Chooser = at_random
    """What he does when he does not follow."""

    def __call__(self, match: Match, rng: random.Random) -> Choice:
        assert isinstance(match.dice, SeededDice)
        number = int(match.dice.seed.rpartition(" ")[2])
        obedience = self.obedience[number // self.every % len(self.obedience)]
        return (staff if rng.random() < obedience else self.otherwise)(match, rng)


@dataclass(frozen=True)
class Idler:
    """Does nothing that can be left undone."""

    passive: tuple[str, ...]
    """The verbs by which it is left undone, the best first."""

    def __call__(self, match: Match, rng: random.Random) -> Choice:
        for verb in self.passive:
            if verb in match.choices:
                return first(match.choices, verb)
        return at_random(match, rng)


def won_by(side: int | None) -> Callable[[Match], bool]:
    """Whether a match was won by a side, or by nobody."""
    return lambda match: match.outcome is not None and match.outcome.winner == side


def told(*words: str) -> Callable[[Match], bool]:
    """Whether the log of a match has a line with each of some words."""

    def shown(match: Match) -> bool:
        lines = [line for turned in match.history for line in turned.log]
        return all(any(word in line for line in lines) for word in words)

    return shown


def play(game: AnyGame, want: Wanted, seed: int) -> Match:
    """Play one game to its end."""
    rng = random.Random(seed)
    dice = SeededDice(f"golden {want.name} {seed}")
    match = Match(game, dice, want.scenario, want.options, ("scripted", "scripted"))
    while not match.over:
        who = match.who
        assert who is not None
        assert len(match.history) < ENDLESS, f"{want.name}, seed {seed}: no end"
        match.take(want.players[who](match, rng))
    return match


def make(game: AnyGame, games: list[Wanted], folder: Path) -> None:
    """Play every golden game (or those named on the command line) and keep its record."""
    folder.mkdir(exist_ok=True)
    for want in games:
        if sys.argv[1:] and want.name not in sys.argv[1:]:
            continue
        for seed in range(TRIES):
            match = play(game, want, seed)
            if want.shows(match):
                (folder / f"{want.name}.jsonl").write_text(record_text(match))
                print(f"{want.name}: seed {seed}, {len(match.history)} choices, {match.outcome}")
                break
        else:
            print(f"{want.name}: not found")


@pytest.mark.golden
class KeepsItsGoldenGames:
    """What a game's ``test_golden.py`` asks, whatever the game.

    A record that no longer replays means that the rules have changed.
    """

    game: ClassVar[AnyGame]
    games: ClassVar[list[Wanted]]
    folder: ClassVar[Path]

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Ask about each golden game."""
        if "want" in metafunc.fixturenames:
            metafunc.parametrize("want", self.games, ids=[want.name for want in self.games])

    def test_golden_game_replays_and_shows_what_it_is_kept_for(self, want: Wanted) -> None:
        path = self.folder / f"{want.name}.jsonl"
        match = verify(self.game, read_record(path))
        assert match.over
        assert want.shows(match)
        assert record_text(match) == path.read_text(encoding="utf-8")

    def test_every_golden_record_is_wanted(self) -> None:
        kept = {path.stem for path in self.folder.glob("*.jsonl")}
        assert kept == {want.name for want in self.games}
