"""The chances to win of analyses come true, as far as games have told, and the plot shows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from trenchline.games import game_names, load_game
from trenchline.kernel.data import read_toml

PLOT = Path(__file__).parents[2] / "docs" / "images" / "calibration.svg"
NEAR = 0.08
"""How far chances are off in the mean over all positions."""

Bins = list[tuple[float, float, int]]
"""The chance as it was told, how often it came true, in how many positions."""


def off(bins: Bins) -> float:
    """By how much chances were off, every position counting once."""
    return sum(abs(told - came) * n for told, came, n in bins) / sum(n for *_, n in bins)


@pytest.mark.parametrize("name", game_names())
def test_chances_come_true_in_every_game(name: str) -> None:
    seen = read_toml(load_game(name).folder / "staff" / "calibration.toml")
    assert seen["games"] >= 20
    assert off(seen["calibrated"]) <= min(NEAR, off(seen["told"]))


@pytest.mark.parametrize("name", game_names())
def test_the_plot_shows_the_games_that_were_played(name: str) -> None:
    game, drawn = load_game(name), PLOT.read_text("utf-8")
    seen = read_toml(game.folder / "staff" / "calibration.toml")
    panel = drawn.partition(f">{game.title}<")[2]
    assert panel.partition("games")[0].split(">")[-1].strip() == str(seen["games"])
