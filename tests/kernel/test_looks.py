"""Colours, boxes, and matches as they stood."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kernel.pebbles import GAME, everything
from trenchline.games import load_game
from trenchline.kernel.data import DataError
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.looks import Box, NationLook, load_looks
from trenchline.kernel.match import Match
from trenchline.kernel.nations import Nation
from trenchline.kernel.steps import pick

GOOD = """
[nations]
GE = { colour = "#8d9390", ink = "#111111" }
[boxes]
pool = { title = "Force pool", x = 0, y = 60, width = 40, height = 6 }
"""

GERMANY = Nation("GE", "Germany", "German")
FRANCE = Nation("FR", "France", "French")


def looks(folder: Path, text: str) -> Path:
    file = folder / "looks.toml"
    file.write_text(text)
    return file


def test_looks_are_read(tmp_path: Path) -> None:
    found = load_looks(looks(tmp_path, GOOD), [GERMANY])
    assert found.nations == {"GE": NationLook("Germany", "#8d9390", "#111111", "German")}
    assert found.boxes == (Box("pool", "Force pool", 0.0, 60.0, 40.0, 6.0),)


@pytest.mark.parametrize(
    ("text", "countries", "problem"),
    [
        (GOOD, [GERMANY, FRANCE], "FR: 'FR' is missing"),
        (GOOD, [], "there is no nation 'GE'"),
        (GOOD.replace("#8d9390", "grey"), [GERMANY], "'grey' is not like"),
        (GOOD.replace("y = 60,", ""), [GERMANY], "pool: 'y' is missing"),
    ],
)
def test_mistakes_in_looks_are_named(
    tmp_path: Path, text: str, countries: list[Nation], problem: str
) -> None:
    with pytest.raises(DataError, match=problem):
        load_looks(looks(tmp_path, text), countries)


def test_every_game_has_a_board_and_charts_of_even_rows() -> None:
    game = load_game("world_war_one")
    assert game.board is not None
    assert {facts["country"] for facts in game.board.facts.values()} - {"CH"} <= set(
        game.looks.nations
    )
    for chart in game.charts:
        assert {len(row) for row in chart.rows} == {len(chart.columns)}


def test_a_match_can_be_seen_as_it_stood() -> None:
    match = Match(GAME, SeededDice("at"))
    stood = [everything(match.state)]
    while not match.over:
        match.take(pick(match.choices, 0))
        stood.append(everything(match.state))
    for version, position in enumerate(stood):
        earlier = match.at(version)
        assert everything(earlier.state) == position
        assert earlier.history == match.history[:version]
        assert earlier.over == (version == len(match.history))
    again = match.at(1)
    again.take(pick(again.choices, 0))
    assert everything(match.at(1).state) == stood[1]
    with pytest.raises(ValueError, match="there are"):
        match.at(len(match.history) + 1)
