"""Rule 16A and 16C: units that enter play and leave it."""

from __future__ import annotations

from dataclasses import replace

from tests.the_great_war.battles import unit
from tests.the_great_war.fields import field, labels, units
from tests.the_great_war.sketch import GRID, counter, sketch
from trenchline.games.the_great_war.calendar import read_date
from trenchline.games.the_great_war.components import CODES
from trenchline.games.the_great_war.invariants import broken
from trenchline.games.the_great_war.reinforcements import (
    Reinforce,
    due,
    enter,
    entries,
    forfeit,
    withdraw_due,
)
from trenchline.games.the_great_war.set_up import open_books
from trenchline.games.the_great_war.state import (
    ELIMINATED,
    INITIAL,
    RESERVE,
    WITHDRAWN,
    State,
)
from trenchline.games.the_great_war.theatre import Arrival, Withdrawal

NOW, LATER = read_date("Oct II 17"), read_date("Nov I 17")
IT = CODES.index("IT")


def awaited(entry: str = "0507 0607", **where: str) -> State:
    """Two divisions that are due at two cities, a third that is to be withdrawn."""
    counters = [counter(key, back="2-4-5") for key in ("IT1", "IT2", "IT3", "AH1")]
    theatre = sketch(counters=counters, places=[("0507", "city"), ("0607", "city")])
    hexes = tuple(GRID.hex(label) for label in entry.split())
    theatre = replace(
        theatre,
        arrivals=tuple(Arrival(NOW, key, hexes, "") for key in ("IT1", "IT2")),
        withdrawals=(Withdrawal(NOW, "IT3"),),
    )
    state = field(theatre, where, INITIAL)
    for key in ("IT1", "IT2"):
        state.where[theatre.unit[key]] = RESERVE
    open_books(state)
    return state


def test_16a_16a1p_reinforcements_enter_play_where_their_side_owns_the_hex() -> None:
    state = awaited()
    assert due(state, 0) == units(state, "IT1", "IT2")
    assert labels(entries(state, unit(state, "IT1"))) == ["0507", "0607"]
    state.owned[0] &= ~GRID.hexes("0507")
    assert labels(entries(state, unit(state, "IT1"))) == ["0607"]
    state.owned[0] &= ~GRID.hexes("0607")
    # They are delayed, not lost, while the enemy does not own all cities.
    forfeit(state, 0)
    assert state.where[unit(state, "IT1")] == RESERVE
    assert Reinforce(0).why_not(state, "unit", unit(state, "IT1")).case == "16A1"


def test_16a1aa_units_arrive_by_rail_at_the_edge_they_come_from() -> None:
    state = awaited("0508")
    assert labels(entries(state, unit(state, "IT1"))) == ["0508"]
    enter(state, unit(state, "IT1"), GRID.hex("0508"))
    assert state.where[unit(state, "IT1")] == GRID.hex("0508")


def test_16_who_enters_where_all_are_hungry_is_hungry_too() -> None:
    state = awaited(IT3="0507")
    three, one, two = (unit(state, key) for key in ("IT3", "IT1", "IT2"))
    enter(state, two, GRID.hex("0607"))
    assert two not in state.hunger
    state.hunger[three], state.unsupplied[three] = 3, 2
    state.look_again()
    enter(state, one, GRID.hex("0507"))
    assert (state.hunger[one], state.unsupplied[one]) == (3, 2)
    assert broken(state) == [], "its zone suffers at once [11F2]"


def test_16a1cc_withdrawn_units_leave_play_but_not_while_isolated() -> None:
    state = awaited(IT3="0507")
    three = unit(state, "IT3")
    state.isolated = 1 << three
    withdraw_due(state, 0)
    assert state.where[three] == GRID.hex("0507")
    state.turn = 1
    state.isolated = 0
    withdraw_due(state, 0)
    assert state.where[three] == WITHDRAWN


def test_16a1cc_16b1b_a_unit_withdrawn_from_the_pool_costs_its_price() -> None:
    """Even if that leaves a deficit, which later production pays off first."""
    state = awaited()
    three = unit(state, "IT3")
    state.where[three] = ELIMINATED
    withdraw_due(state, 0)
    assert state.where[three] == WITHDRAWN
    assert state.manpower[IT] < 0
    assert state.gear[0] < 0


def test_16c12_one_unit_at_most_comes_into_an_isolated_city() -> None:
    state = awaited()
    state.isolated_hexes[0] = GRID.hexes("0607")
    assert labels(entries(state, unit(state, "IT1"))) == ["0507", "0607"]
    enter(state, unit(state, "IT1"), GRID.hex("0607"))
    assert labels(entries(state, unit(state, "IT2"))) == ["0507"]
    placing = Reinforce(0, unit(state, "IT2"))
    assert placing.why_not(state, "place", GRID.hex("0607")).case == "16C12"
    assert placing.why_not(state, "place", GRID.hex("0608")).case == "16A1"
    # Where no other city is open, they come all the same.
    state.isolated_hexes[0] |= GRID.hexes("0507")
    assert labels(entries(state, unit(state, "IT2"))) == ["0507", "0607"]


def test_16c14_reinforcements_whose_cities_are_lost_are_forfeit() -> None:
    state = awaited()
    state.manpower[IT] = state.gear[0] = 8
    state.where[unit(state, "IT3")] = ELIMINATED
    cities = GRID.hexes("0507", "0607")
    state.owned[0] &= ~cities
    state.owned[1] |= cities
    forfeit(state, 0)
    assert state.where[unit(state, "IT1")] == WITHDRAWN
    # No city is left at all: replacements and the pool are gone too.
    assert (state.manpower[IT], state.gear[0]) == (0, 0)
    assert state.where[unit(state, "IT3")] == WITHDRAWN
