"""Where a game's data come from."""

from __future__ import annotations

from pathlib import Path

import pytest

from trenchline.games import SHELF, game_names, load_game
from trenchline.kernel import provenance
from trenchline.kernel.provenance import Origin


def test_a_counter_and_a_hex_tell_where_they_come_from() -> None:
    own = SHELF / "kaisers_war"
    british = provenance.counters(own)["BR1"]
    assert british.source == "tuned"
    assert "staff games" in british.note
    assert provenance.hexes(own / "map")["0101"] == Origin("history", "")
    assert provenance.places(own / "map")["0113"]["naval_base"].source == "reconstructed"


@pytest.mark.parametrize("game", game_names())
def test_every_counter_of_a_scenario_is_known(game: str) -> None:
    assert len(provenance.counters(SHELF / game)) >= 80


@pytest.mark.parametrize("game", game_names())
def test_every_chart_says_where_it_comes_from(game: str) -> None:
    for chart in load_game(game).charts:
        assert chart.source in provenance.SAID
        assert len(chart.origins) in (0, len(chart.rows))
        assert {source for source, _ in chart.origins} <= set(provenance.SAID)


def test_a_result_that_is_printed_is_told_beside_those_that_are_not() -> None:
    """Two results of Der Weltkrieg's table of 1914 stand in Figure 9 of its rulebook."""
    known = {
        row[0]: note
        for chart in load_game("der_weltkrieg").charts
        for row, (_, note) in zip(chart.rows, chart.origins, strict=False)
        if note
    }
    assert set(known) == {"20", "24"}
    assert all("Figure 9" in note for note in known.values())


def test_shares_are_of_everything() -> None:
    counted = provenance.shares(SHELF / "kaisers_war")
    assert counted["counters"].total() == 228
    assert counted["counters"]["rulebook"] == 2


def test_a_game_without_files_has_nothing_to_tell(tmp_path: Path) -> None:
    assert provenance.told(tmp_path) == ""


@pytest.mark.parametrize("game", game_names())
def test_the_readme_tells_what_is_true(game: str) -> None:
    readme = SHELF.parents[2] / "README.md"
    assert provenance.told(SHELF / game) in " ".join(readme.read_text(encoding="utf-8").split())
