"""The arena: every player against every other on both sides, and how strong that shows them to be.

Strength is on Elo's scale: 400 points more win ten games for one. Ratings are those that make the
results most likely, a draw being half a win of each; the weakest of all stands at zero if nobody
else is named. Each pair is given one drawn game beside its real ones, so that who never lost is
strong but not infinitely so. Intervals come from playing the tournament again with games drawn
from those that were played.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from math import log10

from trenchline.games import load_game
from trenchline.studies.executors import Hands
from trenchline.studies.intervals import Estimate
from trenchline.studies.simulation import Played, Study, play

REPEATS = 200
"""How often the tournament is played again on paper."""
ROUNDS = 200
"""Far more than the ratings need to settle."""


@dataclass(frozen=True)
class Bout:
    """A game between two players, the first on the game's first side."""

    first: str
    second: str
    points: float
    """1 if the first won, 0 if the second did, a half for a draw."""


@dataclass(frozen=True)
class Arena:
    """Who meets, how often and under which terms."""

    game: str
    players: tuple[str, ...]
    scenario: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    games: int = 10
    """How many games each pair plays on each side."""
    seed: int = 0

    def check(self) -> None:
        """Raise a ValueError that says what cannot be played."""
        if len(load_game(self.game).sides) != 2:
            raise ValueError(f"{self.game} is not a game for two")
        if len(self.players) < 2 or len(set(self.players)) != len(self.players):
            raise ValueError("an arena needs two or more different players")
        for study in self.studies():
            study.check()

    def studies(self) -> list[Study]:
        """The games of each pair, on each side; all have the same seeds."""
        return [
            Study(self.game, pair, self.scenario, self.options, self.games, self.seed)
            for pair in permutations(self.players, 2)
        ]


def fight(arena: Arena, hands: Hands) -> Iterator[Bout]:
    """All games of an arena, always in the same order."""
    arena.check()
    work = [
        (study, hands.executor.submit(play, study, seed))
        for study in arena.studies()
        for seed in range(arena.seed, arena.seed + arena.games)
    ]
    try:
        for study, played in work:
            yield bout(study, played.result())
    finally:
        for _, played in work:
            played.cancel()


def bout(study: Study, played: Played) -> Bout:
    """How a game counts."""
    if played.outcome is None:
        raise RuntimeError(f"the game of {study.players} with seed {played.seed}: {played.crash}")
    winner = played.outcome.winner
    points = 0.5 if winner is None else float(winner == 0)
    first, second = study.players
    return Bout(first, second, points)


def ratings(bouts: Sequence[Bout], anchor: str | None = None) -> dict[str, float]:
    """The rating of each player; the anchor (or the weakest) stands at zero.

    >>> table = ratings([Bout("a", "b", 1.0)] * 10 + [Bout("b", "a", 1.0)], anchor="b")
    >>> round(table["a"]), table["b"]
    (338, 0.0)
    """
    players = sorted({name for b in bouts for name in (b.first, b.second)})
    points = dict.fromkeys(players, 0.0)
    met = dict.fromkeys(permutations(players, 2), 1.0)
    for pair in met:
        # The drawn game, half of it for each order of the pair.
        points[pair[0]] += 0.5
    for b in bouts:
        points[b.first] += b.points
        points[b.second] += 1 - b.points
        met[b.first, b.second] += 1
        met[b.second, b.first] += 1
    strength = dict.fromkeys(players, 1.0)
    for _ in range(ROUNDS):
        strength = {
            name: points[name]
            / sum(met[name, o] / (strength[name] + strength[o]) for o in players if o != name)
            for name in players
        }
    elo = {name: 400 * log10(value) for name, value in strength.items()}
    zero = min(elo.values()) if anchor is None else elo[anchor]
    return {name: value - zero for name, value in elo.items()}


def standings(bouts: Sequence[Bout], seed: int = 0) -> dict[str, Estimate]:
    """Each player's rating with its interval, the strongest first."""
    table = ratings(bouts)
    anchor = min(table, key=lambda name: table[name])
    groups: dict[tuple[str, str], list[Bout]] = {}
    for b in bouts:
        groups.setdefault((b.first, b.second), []).append(b)
    rng = random.Random(f"arena {seed}")
    again: dict[str, list[float]] = {name: [] for name in table}
    for _ in range(REPEATS):
        drawn = [b for group in groups.values() for b in rng.choices(group, k=len(group))]
        for name, value in ratings(drawn, anchor).items():
            again[name].append(value)
    cut = REPEATS // 40
    order = sorted(table, key=lambda name: (-table[name], name))
    found = {}
    for name in order:
        values = sorted(again[name])
        found[name] = Estimate(table[name], values[cut], values[-1 - cut])
    return found
