"""How strong players are, from the games between them.

Strength is on Elo's scale: 400 points more win ten games for one. A game's sides are seldom equal,
so the side one sits on is worth points too, the same to everybody: its *seat*. Ratings and seat are
those that make the results most likely, a draw being half a win of each. Each pair is given one
drawn game beside its real ones, half of it on either side, so that who never lost is strong but
not infinitely so. An interval holds every rating with which the results are not much less likely,
all others being chosen at their best (the profile of the likelihood): it stays wide after a clean
sweep.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import exp, log, log1p

import numpy as np

from trenchline.studies.intervals import Estimate, Z

ELO = 400 / log(10)
"""Points for a factor of e in the odds."""
ROUNDS = 60
"""Far more than the ratings need to settle."""
SETTLED = 1e-9
FARTHEST = 40.0
"""No rating is looked for beyond this, in units of the logarithm of the odds."""
FINE = 1e-3


@dataclass(frozen=True)
class Bout:
    """A game between two players, the first on the game's first side."""

    first: str
    second: str
    points: float
    """1 if the first won, 0 if the second did, a half for a draw."""


@dataclass(frozen=True)
class Standings:
    """How strong everybody is, the strongest first, and what the first side is worth."""

    players: dict[str, Estimate]
    seat: Estimate


def standings(bouts: Sequence[Bout], anchor: str | None = None) -> Standings:
    """Everybody's rating with its interval; the anchor (or the weakest) stands at zero.

    >>> won = [Bout("a", "b", 1.0)] * 10 + [Bout("b", "a", 0.0)] * 9 + [Bout("b", "a", 1.0)]
    >>> table = standings(won).players
    >>> round(table["a"].value), table["b"]
    (496, Estimate(value=0.0, low=0.0, high=0.0))
    """
    results = _Results(bouts)
    if anchor is None:
        best = results.likeliest(results.players[0])
        anchor = min(results.players, key=lambda name: best[results.players.index(name)])
    best = results.likeliest(anchor)
    found = {name: results.estimate(name, anchor, best) for name in results.players}
    order = sorted(found, key=lambda name: (-found[name].value, name))
    seat = results.estimate(None, anchor, best)
    return Standings({name: found[name] for name in order}, seat)


class _Results:
    """The games of a tournament as sums, and how likely they are."""

    def __init__(self, bouts: Sequence[Bout]) -> None:
        self.players = sorted({name for bout in bouts for name in (bout.first, bout.second)})
        number = {name: n for n, name in enumerate(self.players)}
        sums = {pair: [0.5, 0.25] for pair in permutations(range(len(self.players)), 2)}
        for bout in bouts:
            met = sums[number[bout.first], number[bout.second]]
            met[0] += 1
            met[1] += bout.points
        self._met = [(a, b, games, points) for (a, b), (games, points) in sums.items()]
        self._seat = len(self.players)

    def likeliest(
        self, anchor: str, held: int | None = None, at: float = 0.0, near: np.ndarray | None = None
    ) -> np.ndarray:
        """The ratings, and the seat behind them, that make the results most likely; one of them
        may be held at a value."""
        values = np.zeros(self._seat + 1) if near is None else near.copy()
        fixed = {self.players.index(anchor)}
        if held is not None:
            values[held] = at
            fixed.add(held)
        free = [n for n in range(len(values)) if n not in fixed]
        if not free:
            return values
        for _ in range(ROUNDS):
            slope, bend = self._slope(values)
            step = np.zeros(len(values))
            step[free] = np.linalg.solve(bend[np.ix_(free, free)], slope[free])
            # Newton's step may go too far; half of it never goes up and down for ever.
            before = self.likelihood(values)
            while self.likelihood(values + step) < before and np.abs(step).max() > SETTLED:
                step /= 2
            values = values + step
            if np.abs(step).max() < SETTLED:
                break
        return values

    def likelihood(self, values: np.ndarray) -> float:
        """The logarithm of how likely the results are."""
        seat = values[self._seat]
        total = 0.0
        for a, b, games, points in self._met:
            lead = values[a] - values[b] + seat
            total -= points * _softplus(-lead) + (games - points) * _softplus(lead)
        return total

    def _slope(self, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        slope = np.zeros(len(values))
        bend = np.zeros((len(values), len(values)))
        seat = self._seat
        for a, b, games, points in self._met:
            chance = 1 / (1 + exp(-(values[a] - values[b] + values[seat])))
            over, weight = points - games * chance, games * chance * (1 - chance)
            signs = ((a, 1), (b, -1), (seat, 1))
            for n, sign in signs:
                slope[n] += sign * over
                for m, other in signs:
                    bend[n, m] += sign * other * weight
        bend += np.eye(len(values)) * SETTLED
        return slope, bend

    def estimate(self, name: str | None, anchor: str, best: np.ndarray) -> Estimate:
        """A rating (or the seat) with its interval."""
        if name == anchor:
            return Estimate(0.0, 0.0, 0.0)
        held = self._seat if name is None else self.players.index(name)
        least = self.likelihood(best) - Z * Z / 2

        def falls_short(value: float) -> bool:
            return self.likelihood(self.likeliest(anchor, held, value, best)) < least

        middle = float(best[held])
        low, high = (self._edge(middle, way, falls_short) for way in (-1, 1))
        return Estimate(middle * ELO, low * ELO, high * ELO)

    @staticmethod
    def _edge(middle: float, way: int, falls_short: Callable[[float], bool]) -> float:
        """How far one can go before the results become too unlikely."""
        reach = 1.0
        while reach < FARTHEST and not falls_short(middle + way * reach):
            reach *= 2
        near, far = 0.0, reach
        while far - near > FINE:
            between = (near + far) / 2
            if falls_short(middle + way * between):
                far = between
            else:
                near = between
        return middle + way * far


def _softplus(x: float) -> float:
    return max(x, 0.0) + log1p(exp(-abs(x)))
