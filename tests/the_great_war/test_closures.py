"""Hexes that scenarios close for a time: allies who stand back, a frontier."""

from __future__ import annotations

from trenchline.games.the_great_war.calendar import read_date
from trenchline.games.the_great_war.closures import closed_to
from trenchline.games.the_great_war.routes import ground_for
from trenchline.games.the_great_war.scenarios import GRID, load_theatre
from trenchline.games.the_great_war.set_up import set_up
from trenchline.games.the_great_war.state import State


def opening() -> State:
    return set_up(load_theatre("caporetto"))


def at(state: State, text: str) -> State:
    state.turn = state.theatre.turns.index(read_date(text))
    return state


def unit(state: State, key: str) -> int:
    return state.theatre.unit[key]


def test_r9_the_allies_stand_back_until_december_unless_threatened() -> None:
    state = at(opening(), "Nov I 17")
    french = unit(state, "FR64")
    state.put(french, GRID.hex("4413"))
    treviso = GRID.hex("4411")
    assert closed_to(state, french) >> treviso & 1
    assert not closed_to(state, french) >> GRID.hex("4414") & 1
    assert not ground_for(state, french).free >> GRID.hex("4412") & 1
    assert not closed_to(state, unit(state, "IT14"))
    state.put(unit(state, "GE26"), treviso)
    assert not closed_to(state, french)
    state.lift(unit(state, "GE26"))
    assert closed_to(state, french)
    assert not closed_to(at(state, "Dec I 17"), french)


def test_r9_the_french_do_not_enter_belgium_in_the_first_turn() -> None:
    state = set_up(load_theatre("liege"))
    belgium = state.theatre.of_country["BE"]
    assert closed_to(state, unit(state, "FR1")) & belgium == belgium
    assert not closed_to(state, unit(state, "FR1K")), "the cavalry of Sordet does"
    assert not closed_to(state, unit(state, "BE1"))


def test_r9_the_allies_do_not_go_beyond_namur_in_august() -> None:
    state = at(set_up(load_theatre("liege")), "Aug II 14")
    for key in ("FR1", "BR1"):
        assert closed_to(state, unit(state, key)) >> GRID.hex("1118") & 1, "Liège"
        assert not closed_to(state, unit(state, key)) >> GRID.hex("0820") & 1, "Brussels"
    state.put(unit(state, "GE38b"), GRID.hex("1019"))
    assert not closed_to(state, unit(state, "FR1")), "for the sake of Namur"
    assert not closed_to(at(state, "Sep I 14"), unit(state, "BR1"))
