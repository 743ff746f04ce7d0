"""The chances to win of analyses come true, as far as games have told, and the plot shows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from trenchline.analysis.judgement import Judge
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


def test_scenarios_go_by_games_of_their_own_or_else_by_those_of_the_others() -> None:
    """In Balance of Powers one wins by chips, by morale or by gunnery."""
    game = load_game("balance_of_powers")
    seen = read_toml(game.folder / "staff" / "calibration.toml")
    assert {*seen["scenario"]} == {one.name for one in game.scenarios} - {"great_war"}
    assert sum(one["games"] for one in seen["scenario"].values()) == seen["games"]
    for name, one in seen["scenario"].items():
        assert one["games"] >= 20
        assert one["loss"][1] <= one["loss"][0]
        own = Judge(game, name)
        assert (own.calibration.slope, own.calibration.shift) == (one["slope"], one["shift"])
        assert f"by {one['games']} finished games;" in own.told
    whole = Judge(game, "great_war")
    assert (whole.calibration.slope, whole.calibration.shift) == (seen["slope"], seen["shift"])
    assert "finished games of other scenarios;" in whole.told


@pytest.mark.parametrize("name", game_names())
def test_the_plot_shows_the_games_that_were_played(name: str) -> None:
    game, drawn = load_game(name), PLOT.read_text("utf-8")
    seen = read_toml(game.folder / "staff" / "calibration.toml")
    panel = drawn.partition(f">{game.title}<")[2]
    assert panel.partition("games")[0].split(">")[-1].strip() == str(seen["games"])
