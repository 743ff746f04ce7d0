"""Chapters 5, 6 and 9: what a player is told of a move before he makes it."""

from __future__ import annotations

from tests.world_war_one.table import Table, table
from trenchline.games.world_war_one import GAME
from trenchline.games.world_war_one.components import BOARD, SIDES
from trenchline.kernel.preview import PreviewView, preview


def ahead(t: Table, text: str) -> PreviewView:
    """What the side that decides is told of a choice."""
    found = preview(GAME, BOARD, t.state, SIDES.index(t.who), GAME.parse_choice(text))
    assert found is not None
    return found


def test_5_31_rail_and_march_are_told_apart_with_their_costs() -> None:
    """Nine hexsides by rail take four and a half points, and the half left over is lost."""
    t = table("turn 3 phase Central movement\nGE 1@1409\nFR 1@0104").choose("unit GE1")
    told = ahead(t, "move 1610")
    assert [(leg.place, leg.cost, leg.by) for leg in told.legs] == [
        ("1510", "½", "rail"),
        ("1610", "½", "rail"),
    ]
    assert (told.start, told.left) == ("1409", "4 of 5 movement points")
    beside = ahead(t, "step 1408")
    assert [(leg.cost, leg.by) for leg in beside.legs] == [("1", "road")]


def test_6_11_zones_supply_and_enemies_are_told() -> None:
    t = table("turn 3 phase Central movement\nFR 1@0307\nGE 5@0508\n")
    t.choose("unit GE5")
    told = ahead(t, "move 0407")
    assert told.legs[-1].zone
    assert told.before == ("FR1",)
    assert told.supply == ("in supply" if not told.cut_off else "out of supply")


def test_5_1_who_could_march_up_is_told_apart_from_who_stands_there() -> None:
    t = table("turn 3 phase Central movement\nFR 1@0307 2@0305 3@0104\nGE 5@0508\n")
    t.choose("unit GE5")
    told = ahead(t, "move 0407")
    assert told.before == ("FR1",)
    assert "FR2" in told.coming
    assert "FR1" not in told.coming


def test_5_4_a_voyage_is_a_line_over_the_sea() -> None:
    t = table("turn 3 phase Allied movement\nBR 1@0104\nFR 1@0307\nGE 5@0508")
    t.choose("unit BR1")
    goal = min(t.choices("sea"))
    told = ahead(t, f"sea {goal}")
    assert [(leg.place, leg.by) for leg in told.legs] == [(goal, "sea")]
    assert told.left == "0 of 5 movement points"


def test_looking_ahead_changes_nothing() -> None:
    t = table("turn 3 phase Central movement\nGE 1@1409\nFR 1@0104").choose("unit GE1")
    before = t.state.facts()
    for text in t.legal - {"stay"}:
        ahead(t, text)
    assert t.state.facts() == before
