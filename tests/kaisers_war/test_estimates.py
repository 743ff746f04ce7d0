"""What an attacker is told of an attack before he joins battle [10.1]."""

from __future__ import annotations

from tests.kaisers_war.table import city, table
from tests.kaisers_war.twins import assert_told_alike
from trenchline.games.kaisers_war import GAME

STACKS = """
    turn 3 phase Central combat 1
    FR 1@3525 Tank1@3525 Tac1@3525
    GE 1@3524 Shock2@3524 HQHL@3424
"""


def test_10_1_ones_own_sum_what_shows_and_how_much_hides() -> None:
    t = table(STACKS).choose("attack 3525", "with GEShock2", "with GE1")
    told = GAME.odds(t.state, None)
    assert [m.what for m in told.attack] == [
        "German shock army 2",
        "German infantry army 1",
    ]
    assert [m.what for m in told.defence] == ["French infantry army 1"]
    assert told.hidden == ("2 hidden units",)
    assert (told.attack_total, told.defence_total) == (16, 7)
    assert (told.column, told.results, told.others) == ("at best 200%", (), ())


def test_10_1_where_nothing_hides_the_odds_are_exact() -> None:
    """Before the battle as after joining it."""
    t = table("""
        turn 3 phase Central combat 1
        FR 1@3525
        GE 1@3524 Shock2@3524
    """).choose("attack 3525", "with GE1")
    told = GAME.odds(t.state, None)
    assert (told.hidden, told.column, told.verb) == ((), "50%", "big_push")
    joined = t.choose("join")
    assert GAME.odds(joined.state, None) == told


def test_10_1_what_hides_does_not_show_in_the_odds() -> None:
    acts = ("attack 3525", "with GE1")
    assert_told_alike("Central", STACKS, STACKS.replace("Tank1", "ExpCOL"), *acts)


def test_10_1_nobody_else_sees_the_odds_before_battle_is_joined() -> None:
    t = table(STACKS).choose("attack 3525", "with GE1")
    assert not GAME.open_odds(t.state)
    assert GAME.open_odds(t.choose("join").state)


def test_38_2_airbases_that_hide_do_not_show_in_the_odds() -> None:
    """Out of supply the airbase sees nothing from the air [38.5]."""
    text = """
        turn 2 phase Central combat 1
        options air
        BR 1@{Cairo} Tac1@{Cairo}
        GE Str1@3535
    """
    assert not table(text).fed("GEStr1")
    other = text.replace("Tac1", "ExpNPF")
    t, _ = assert_told_alike("Central", text, other, f"bomb {city('Cairo')}", "with GEStr1")
    told = GAME.odds(t.state, None)
    assert told.hidden == ("airbases among 1 hidden unit",)
    assert (told.attack_total, told.defence_total, told.results) == (4, 1, ())
