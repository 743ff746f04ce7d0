"""Chapters 7 and 9: what a player is told of a way before a force goes it."""

from __future__ import annotations

from itertools import pairwise

from tests.balance_of_powers.at_sea import quarters
from tests.balance_of_powers.campaigning import begun, choose
from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import position
from trenchline.games.balance_of_powers import GAME
from trenchline.games.balance_of_powers.calendar import month_number
from trenchline.games.balance_of_powers.components import BOARD, CENTRAL, ENTENTE, GE, GRID
from trenchline.games.balance_of_powers.interrupts import Interrupt
from trenchline.games.balance_of_powers.rail import stations
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.bits import members
from trenchline.kernel.play import decision
from trenchline.kernel.preview import PreviewView, preview


def ahead(state: State, text: str) -> PreviewView:
    """What the side that decides is told of a choice."""
    found = preview(GAME, BOARD, state, state.phasing, GAME.parse_choice(text))
    assert found is not None
    return found


def sortie(**stacks: str) -> State:
    """German dreadnoughts off the Bight, a British cruiser in their way."""
    at = {label.removeprefix("at_"): keys for label, keys in stacks.items()}
    state = quarters({"1613": "GE-N-BB1 GE-N-CL1", "1204": "BR-N-CA1", **at})
    choose(state, "fleet 1613")
    return state


def test_7_22_a_fleet_is_told_its_way_by_sea_and_what_each_hex_costs() -> None:
    state = sortie()
    told = ahead(state, "steam 1608")
    assert told.start == "1613"
    assert [leg.place for leg in told.legs] == ["1612", "1611", "1610", "1609", "1608"]
    assert {(leg.by, leg.cost) for leg in told.legs} == {("sea", "1")}
    choose(state, "steam 1608")
    assert f"with {told.left.split()[0]} movement points" in decision(state).prompt(state)


def test_7_45_where_the_enemy_could_stop_it_is_told_and_how_likely() -> None:
    """One beyond the radius nobody is stopped, two beyond a 1 does it, three beyond a 2 too."""
    state = sortie()
    assert ahead(state, "steam 1607").risk == ""
    far = ahead(state, "steam 1605")
    assert [leg.place for leg in far.legs if leg.risk] == ["1606", "1605"]
    assert far.risk == "could be stopped in 2 places: 44% if all is tried"
    choose(state, "steam 1605", dice=Loaded())
    assert decision(state) == Interrupt(ENTENTE)


def test_7_42_who_has_no_path_stops_nobody() -> None:
    state = quarters({"1613": "GE-N-BB1 GE-N-CL1", "0106": "BR-N-CL1"})
    choose(state, "fleet 1613")
    assert ahead(state, "steam 1605").risk == ""


def test_6_442_mines_on_the_way_are_told() -> None:
    """The way leads around them, but not where they lie at its end."""
    state = sortie(at_1609="BR-M-1")
    around = ahead(state, "steam 1608")
    assert "1609" not in [leg.place for leg in around.legs]
    into = ahead(state, "steam 1609")
    assert into.risk == "enemy mines in 1 place"
    assert [leg.place for leg in into.legs if leg.risk] == ["1609"]


def test_8_1_who_would_be_in_contact_is_told() -> None:
    """A stack patrols the hexes around it, and so does the force that comes."""
    state = sortie(at_1608="BR-N-CL1 BR-N-CL2")
    near = ahead(state, "steam 1610")
    assert set(near.before) == {"BR-N-CL1", "BR-N-CL2"}
    assert [leg.zone for leg in near.legs] == [False, False, True]
    assert ahead(state, "steam 1611").before == ()


def test_9_22_a_train_is_told_station_by_station() -> None:
    state = position({"2116": "GE-I-3"}, month=month_number("April 1915"))
    state.points[GE] = 9
    begun(state, CENTRAL)
    choose(state, "unit GE-I-3", "entrain GE")
    paid = 0
    for goal in members(stations(state) & BOARD.hexes):
        told = ahead(state, f"rail {BOARD.grid.label(goal)}")
        way = [GRID.hex(label) for label in (told.start, *(leg.place for leg in told.legs))]
        assert way[-1] == goal
        assert all(GRID.distance(a, b) == 1 for a, b in pairwise(way))
        assert {leg.by for leg in told.legs} == {"rail"}
        after = state.copy()
        choose(after, f"rail {BOARD.grid.label(goal)}")
        spent = max(after.spent.values())
        paid = max(paid, spent)
        assert [leg.cost for leg in told.legs].count("1") == spent
        assert told.legs[0].cost == "1"
    assert paid > 1


def test_7_2_nobody_marches_up_to_a_force_at_sea_bug() -> None:
    """Corps who could march to the coast beside a fleet were told as if they could attack it."""
    state = sortie(at_0105="BR-I-1")
    assert ahead(state, "steam 0102").coming == ()
