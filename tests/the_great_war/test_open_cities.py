"""Open cities [15A9]."""

from __future__ import annotations

from tests.the_great_war.battles import division, laid
from tests.the_great_war.fields import labels
from tests.the_great_war.sketch import GRID
from trenchline.games.the_great_war.open_cities import DeclareOpen, may_be_opened, whole_city
from trenchline.games.the_great_war.state import State

CITY = [("0405", "full_city"), ("0406", "partial_city")]


def besieged() -> State:
    return laid([division("AH1"), division("IT1")], {"AH1": "0404", "IT1": "0405"}, places=CITY)


def test_15a9_a_city_beside_the_enemys_ground_may_be_declared_open() -> None:
    state = besieged()
    assert labels(may_be_opened(state, 0)) == ["0405"]
    assert labels(whole_city(state, GRID.hex("0405"))) == ["0405", "0406"]
    state.stack = []
    DeclareOpen(0).take(state, "open_city", GRID.hex("0405"))
    assert labels(state.open_cities) == ["0405", "0406"]
    assert not may_be_opened(state, 0)
    state.forget("combat")
    assert not state.open_cities


def test_15a9_not_where_no_hex_of_the_enemys_is_near() -> None:
    state = besieged()
    state.owned = [state.theatre.land, 0]
    assert not may_be_opened(state, 0)
    state.isolated_hexes[0] |= 1 << GRID.hex("0405")
    assert may_be_opened(state, 0)


def test_15a9_r97_refusals_tell_why() -> None:
    state = besieged()
    asked = DeclareOpen(0)
    assert asked.why_not(state, "open_city", GRID.hex("0404")).case == "15A9"
    assert asked.why_not(state, "open_city", GRID.hex("0406")).case == "R97"
