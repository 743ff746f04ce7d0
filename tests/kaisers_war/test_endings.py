"""What the table warns of before a phase ends."""

from __future__ import annotations

from tests.kaisers_war.table import Table, table
from trenchline.games.kaisers_war.components import ALLIED, CENTRAL
from trenchline.games.kaisers_war.view import view


def could(t: Table, side: int | None) -> dict[str, tuple[str, ...]]:
    return {what: who for what, who in view(t.state, side).ending.could.items() if who}


def test_a_unit_is_called_by_its_whole_name() -> None:
    t = table("turn 3 phase Central movement\nGE 1@3424")
    assert view(t.state, CENTRAL).pieces[0].title == "infantry army 1"


def test_8_1_who_has_not_moved_could_still_move() -> None:
    t = table("turn 3 phase Central movement\nGE 1@3424 Shock2@3424\nFR 1@3526")
    assert could(t, CENTRAL) == {"move": ("GE1", "GEShock2")}
    assert could(t, ALLIED) == could(t, None) == {}
    assert could(t.choose("unit GE1", "stay"), CENTRAL) == {"move": ("GEShock2",)}


def test_12_2_who_stands_before_the_enemy_could_still_attack() -> None:
    t = table("turn 3 phase Central combat 1\nFR 1@3525\nGE 1@3524 Shock2@3323")
    assert could(t, CENTRAL) == {"attack": ("GE1",)}
    assert could(t, ALLIED) == {}


def test_6_3_who_is_due_could_still_arrive() -> None:
    t = table("turn 2 phase Central mobilization\nlast 11\nvp 90 90\nAH Shock11:turn2\nGE 1@3424")
    assert could(t, CENTRAL) == {"arrive": ("AHShock11",)}
    assert could(t, ALLIED) == {}
