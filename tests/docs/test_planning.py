"""What docs/planning.md tells of the first turn of each game, by the script that counts it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.web.clicks import first_turn, hands, one_by_one, planned, presses
from trenchline.games import game_names, load_game

PAGE = Path(__file__).parents[2] / "docs" / "planning.md"
HEAD = "| game | side | choices | one by one |"
GIVEN = r"(\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) s \| (\d+) s \| ([\d., ]+) s \| ([\d., ]+) s \|"


def rows() -> list[str]:
    """The table of presses and seconds, without its head."""
    _, _, after = PAGE.read_text(encoding="utf-8").partition(HEAD)
    return [line for line in after.split("\n\n")[0].splitlines()[2:] if line.startswith("|")]


def test_every_game_has_its_presses_and_seconds_before_and_after() -> None:
    titles = {load_game(name).title for name in game_names()}
    assert {row.split(" | ")[0].removeprefix("| ") for row in rows()} == titles
    for row in rows():
        found = re.search(GIVEN, row)
        assert found, row
        _, before, spare, now, slow, fast = map(int, found.groups()[:6])
        assert before >= spare >= now
        assert slow >= fast


@pytest.mark.slow
@pytest.mark.no_cover
def test_the_first_allied_turn_of_the_kaisers_war_takes_half_the_presses() -> None:
    script = first_turn("kaisers_war", 0)
    assert script.side == "Allied"
    before, now = one_by_one(script.made), planned(script.made)
    assert presses(now) * 2 <= presses(before)
    assert hands(now) < hands(before)
    # Nothing is left out of the turn but units that are only picked up to stay.
    made = [one for gesture in now for one in gesture.made]
    assert {one.text for one in made if one.means != "idle"} <= {one.text for one in script.made}
    moved = [one.text for one in script.made if one.means == "move"]
    assert [one.text for one in made if one.means == "move"] == moved
