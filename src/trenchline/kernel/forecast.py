"""The chance to win, read from the signs of a position as many finished games have taught.

A sign is a number that a player would look at: the lead in points, the armies in the field, the
cities that must still fall. A forecast gives every sign a weight, which may change in the course of
the war, adds them up and turns the sum into a chance. The weights are fitted to games that were
played to the end (``tools/fit_forecast.py``) and kept as data beside the staff that reads them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from trenchline.kernel.data import read_toml
from trenchline.kernel.game import Outcome
from trenchline.kernel.steps import State

Signs = Mapping[str, float]
GameState = TypeVar("GameState", bound=State)


@dataclass(frozen=True)
class Forecast:
    """Weights of signs at the beginning and at the end of a war.

    >>> forecast = Forecast({"points": (0.02, 0.2)})
    >>> forecast.chance({"points": 10.0}, past=0.0) < forecast.chance({"points": 10.0}, past=1.0)
    True
    """

    weights: Mapping[str, tuple[float, float]]

    def chance(self, signs: Signs, past: float) -> float:
        """The first side's chance to win when so great a part of the war is over, 0 to 1."""
        total = 0.0
        for name, (early, late) in self.weights.items():
            total += signs[name] * (early + (late - early) * past)
        return 1 / (1 + math.exp(-max(-40.0, min(40.0, total))))


def levels_of_victory(rows: Sequence[Mapping[str, Any]], winner: str) -> tuple[int, int]:
    """The points from which on somebody wins, and those below which he loses.

    >>> levels_of_victory([{"least": 9, "winner": "Red"}, {"least": 4, "winner": ""}], "Red")
    (9, 4)
    """
    wins = [row["least"] for row in rows if row["winner"] == winner]
    draws = [row["least"] for row in rows if not row["winner"]]
    least = min(wins)
    return least, min(draws, default=least)


def on_course(points: float, levels: tuple[int, int], past: float, scale: float) -> float:
    """The chance of somebody who gathers points: by how far these are from where they should be by
    now to end between the levels of victory. The scale says how much is still unsure.

    >>> on_course(5, (12, 8), past=0.5, scale=4.0)
    0.5
    """
    return 1 / (1 + math.exp(-(points - past * sum(levels) / 2) / scale))


def read_forecast(path: Path) -> Forecast:
    """A forecast from its file: for each sign its weight early and late."""
    return Forecast(
        {name: (early, late) for name, (early, late) in read_toml(path)["weights"].items()}
    )


def foresight(
    forecast: Forecast,
    signs: Callable[[GameState, int], Signs],
    past: Callable[[GameState], float],
    outcome: Callable[[GameState], Outcome],
) -> Callable[[GameState, int], float]:
    """How a staff weighs positions: a side's chance to win, and of a finished game its result."""

    def weigh(state: GameState, side: int) -> float:
        if not state.stack or state.finished:
            end = outcome(state)
            return 0.5 if end.winner is None else float(end.winner == side)
        chance = forecast.chance(signs(state, side), past(state))
        return 1 - chance if side else chance

    return weigh
