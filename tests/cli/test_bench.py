"""``bench``: what it tells, never how fast."""

from __future__ import annotations

import pytest

from tests.cli.command import run
from trenchline.studies import bench


@pytest.mark.slow
def test_everything_is_measured() -> None:
    ran = run("bench", "--seconds", 0.1, "--json")
    assert ran.code == 0
    told = ran.json
    assert list(told["random_play"]) == ["historical", "free_deployment"]
    for key in (
        "choices_per_second",
        "games_per_second",
        "state_copy_us",
        "flood_us",
        "reach_us",
        "odds_ms",
        "choices_view_ms_mean",
        "choices_view_ms_p99",
        "replay_s",
        "chess_choices_per_second",
        "ratio",
    ):
        assert told[key] > 0
    assert told["ratio"] == pytest.approx(
        told["choices_per_second"] / told["chess_choices_per_second"]
    )


@pytest.mark.slow
def test_it_says_when_chess_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "random_chess", lambda: None)
    ran = run("bench", "--seconds", 0.1)
    assert ran.code == 0
    assert "python-chess is not installed" in ran.out
    assert "choices/s" in ran.out
