"""Chapter 23: the neutrals are out of play."""

from __future__ import annotations

import pytest

from tests.kaisers_war.table import table
from trenchline.games.kaisers_war.components import BOARD, GRID, LAND, SEAWARD
from trenchline.kernel.floods import flood

NEUTRALS = ("CH", "NL", "DK", "SE", "NO")


@pytest.mark.parametrize("country", NEUTRALS)
def test_23_1_five_countries_are_neutral(country: str) -> None:
    soil = BOARD.where("country", country)
    assert soil
    assert soil & LAND == 0


def test_23_2_nobody_enters_a_neutral_country() -> None:
    t = table("turn 2 phase Central movement\nGE 1@1116 3@1014\n").choose("unit GE1", "force")
    reached = GRID.hexes(*t.choices("move"))
    assert reached & BOARD.where("country", *NEUTRALS) == 0
    assert t.refused("move 1118") == "23.2"


def test_23_2_no_range_is_counted_through_a_neutral_country() -> None:
    """[R7] Milan is three hexes from 1216 over Switzerland, four around it."""
    battle = """
        turn 2 phase Allied combat 1
        IT Tac1@{Milan}
        FR 1@1116
        GE 1@1216
        """
    assert table(battle).declare("1216", "FR1").choices("support") == set()
    nearer = table(battle.replace("{Milan}", "1119")).declare("1216", "FR1")
    assert nearer.choices("support") == set()
    french = table(battle.replace("{Milan}", "1016")).declare("1216", "FR1")
    assert french.choices("support") == {"ITTac1"}


def test_23_2_no_supply_line_crosses_a_neutral_country() -> None:
    everything = flood(GRID.hexes("1116"), (1 << GRID.size) - 1, SEAWARD)
    assert everything & BOARD.where("country", *NEUTRALS) == 0
