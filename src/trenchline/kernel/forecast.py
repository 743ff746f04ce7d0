"""The chance to win, read from the signs of a position as many finished games have taught.

A sign is a number that a player would look at: the lead in points, the armies in the field, the
cities that must still fall. A forecast gives every sign a weight, which may change in the course of
the war, adds them up and turns the sum into a chance. The weights are fitted to games that were
played to the end (``tools/fit_forecast.py``) and kept as data beside the staff that reads them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from trenchline.kernel.data import read_toml

Signs = Mapping[str, float]


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


def read_forecast(path: Path) -> Forecast:
    """A forecast from its file: for each sign its weight early and late."""
    return Forecast(
        {name: (early, late) for name, (early, late) in read_toml(path)["weights"].items()}
    )
