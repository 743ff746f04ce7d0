"""The arena: every player against every other on both sides, with the same seeds.

An arena is a study in which the players are varied: it is kept in a folder, gone on with and sent
to a cluster like any other. ``ratings`` tells how strong everybody has shown himself to be.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

import polars as pl

from trenchline.games import load_game
from trenchline.studies.intervals import Estimate, mean
from trenchline.studies.plan import PLAYERS, Plan, make_plan
from trenchline.studies.ratings import Bout


def make_arena(
    game: str,
    players: tuple[str, ...],
    scenario: str | None = None,
    options: dict[str, str] | None = None,
    games: int = 10,
    seed: int = 0,
    mixed: bool = False,
) -> Plan:
    """The plan of an arena: so many games of each pair on each side."""
    if len(load_game(game).sides) != 2:
        raise ValueError(f"{game} is not a game for two")
    if len(players) < 2 or len(set(players)) != len(players):
        raise ValueError("an arena needs two or more different players")
    pairs = tuple(",".join(pair) for pair in permutations(players, 2))
    varied = {PLAYERS: pairs}
    return make_plan(game, players, scenario, options, varied, games, seed, mixed=mixed)


def bouts(plan: Plan, games: pl.DataFrame) -> list[Bout]:
    """The games of an arena, as they count."""
    crashed = games.filter(pl.col("crash").is_not_null())
    pairs = [variant.players for variant in plan.variants(None)]
    if len(crashed):
        first = crashed.row(0, named=True)
        who = ", ".join(pairs[first["variant"]])
        raise ValueError(f"the game of {who} with seed {first['seed']}: {first['crash']}")
    sides = load_game(plan.game).sides
    found = []
    for variant, winner in games.select("variant", "winner").iter_rows():
        points = 0.5 if winner is None else float(winner == sides[0])
        found.append(Bout(pairs[variant][0], pairs[variant][1], points))
    return found


def leads(plan: Plan, games: pl.DataFrame) -> dict[str, Estimate]:
    """By how many of the game's own points each player leads in the mean: two games with the same
    seed and sides changed count as one, so that what a side is worth cancels out."""
    pairs = [variant.players for variant in plan.variants(None)]
    first, second = (f"score {side}" for side in load_game(plan.game).sides)
    met: dict[tuple[str, str, int], list[float]] = {}
    for row in games.select("variant", "seed", first, second).iter_rows():
        variant, seed, lead = row[0], row[1], float(row[2] - row[3])
        one, other = pairs[variant]
        met.setdefault((one, other, seed), []).append(lead)
        met.setdefault((other, one, seed), []).append(-lead)
    found: dict[str, list[float]] = {}
    for (player, _, _), both in met.items():
        found.setdefault(player, []).append(sum(both) / len(both))
    return {player: mean(duels) for player, duels in found.items()}


@dataclass(frozen=True)
class Score:
    """What a player made of his games against another, or of all."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """How many there were."""
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        """A win is one, a draw a half."""
        return self.won + self.drawn / 2


def score(fought: Sequence[Bout], player: str, other: str | None = None, seat: int = 0) -> Score:
    """What a player made of his games; on both sides, or on the first (1) or second (2) alone.

    >>> score([Bout("a", "b", 1.0), Bout("b", "a", 0.5)], "a", "b")
    Score(won=1, drawn=1, lost=0)
    """
    points = [b.points for b in fought if b.first == player and other in (None, b.second)]
    away = [1 - b.points for b in fought if b.second == player and other in (None, b.first)]
    counted = {0: points + away, 1: points, 2: away}[seat]
    return Score(counted.count(1.0), counted.count(0.5), counted.count(0.0))
