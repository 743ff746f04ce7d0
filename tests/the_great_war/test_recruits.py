"""Manpower on the map, march brigades, local drafts [16B3] [16C8] [16C11]."""

from __future__ import annotations

from fractions import Fraction

from tests.the_great_war.fields import field, units
from tests.the_great_war.sketch import GRID, counter, sketch
from trenchline.games.the_great_war.components import CODES
from trenchline.games.the_great_war.disbanding import disband
from trenchline.games.the_great_war.invariants import broken
from trenchline.games.the_great_war.manpower import count_old_losses
from trenchline.games.the_great_war.ownership import capture
from trenchline.games.the_great_war.recruits import BeginMuster, Muster
from trenchline.games.the_great_war.set_up import open_books
from trenchline.games.the_great_war.spoils import strand
from trenchline.games.the_great_war.state import INITIAL, State
from trenchline.games.the_great_war.strength import printed_attack, printed_defence
from trenchline.kernel.play import decision, take

ITALY = CODES.index("IT")
HERE = GRID.hex("0506")
FORCES = [
    *(counter(f"ITm{n}", "0-1-4", "manpower point", "battalion") for n in range(8)),
    counter("ITx", "1-2-4", "march rifle", "brigade"),
    counter("ITy", "2-3-4", "march rifle", "brigade"),
    counter("IT1"),
    counter("AH1"),
]
MEN = [one.key for one in FORCES if one.key.startswith("ITm")]


def depot(men: int = 0, where: tuple[str, ...] = ()) -> State:
    """Manpower in the pool, and some on the map."""
    places = [("0506", "full_city")]
    theatre = sketch(counters=FORCES, edges={"0508": "IT"}, places=places)
    state = field(theatre, dict.fromkeys(where, "0506"), INITIAL)
    state.manpower[ITALY] = men * 2
    open_books(state)
    state.stack = [Muster(0)]
    return state


def test_16b3_manpower_goes_from_the_pool_to_the_map_and_back() -> None:
    state = depot(men=2)
    BeginMuster(0).run(state)
    assert isinstance(decision(state), Muster)
    take(state, "muster", 0)
    take(state, "place", HERE)
    assert state.manpower[ITALY] == 2
    assert state.where[0] == HERE
    assert state.re(0) == 2
    assert not broken(state)
    assert Muster(0).acts(state)["enrol"] == units(state, "ITm0")
    Muster(0).act(state, "enrol", 0)
    assert state.manpower[ITALY] == 4
    assert state.where[0] < 0
    assert not broken(state)
    assert Muster(0).why_not(state, "enrol", 0).case == "16B3"


def test_16b3_manpower_on_the_map_defends_with_a_half() -> None:
    state = depot(where=("ITm0",))
    assert (printed_attack(state, 0), printed_defence(state, 0)) == (0, Fraction(1, 2))


def test_16c8_four_or_six_points_in_a_hex_make_a_march_brigade() -> None:
    state = depot(where=tuple(MEN[:4]))
    assert Muster(0).acts(state)["form"] == units(state, "ITx")
    assert "not enough" in Muster(0).why_not(state, "form", 9).reason
    take(state, "form", 8)
    take(state, "place", HERE)
    assert state.stacks[HERE] == units(state, "ITx")
    assert not broken(state)
    # And back again.
    assert Muster(0).acts(state)["break_up"] == units(state, "ITx")
    take(state, "break_up", 8)
    assert state.stacks[HERE].bit_count() == 4
    assert not broken(state)
    strong = depot(where=tuple(MEN[:6]))
    assert Muster(0).acts(strong)["form"] == units(strong, "ITx", "ITy")


def test_16c11_a_city_freed_after_twelve_turns_gives_three_points() -> None:
    state = depot()
    city = 1 << HERE
    capture(state, 1, city)
    assert state.fallen == {HERE: 12}
    state.turn = 1
    capture(state, 0, city)
    assert state.manpower[ITALY] == 0
    state.fallen = {HERE: 1}
    state.owned[0] &= ~city
    state.owned[1] |= city
    capture(state, 0, city)
    assert state.manpower[ITALY] == 3 * 2
    # In an isolated hex they stay there.
    state.fallen = {HERE: 1}
    state.owned[0] &= ~city
    state.owned[1] |= city
    state.isolated_hexes[0] = city
    capture(state, 0, city)
    assert state.manpower[ITALY] == 3 * 2
    assert state.stacks[HERE].bit_count() == 3


def test_16c11_cities_the_enemy_holds_from_the_start_fell_long_ago() -> None:
    """[R178]"""
    theatre = sketch(
        places=[("0506", "full_city")], owned={"Central Powers": ["0506"]}, counters=FORCES
    )
    state = field(theatre)
    count_old_losses(state)
    capture(state, 0, 1 << HERE)
    assert state.manpower[ITALY] == 6


def test_16a1i_16b4b_men_of_isolated_units_stay_on_the_map() -> None:
    """[R177]"""
    state = depot(where=("IT1",))
    state.isolated = units(state, "IT1")
    disband(state, 10)
    assert state.stacks.get(HERE, 0) & units(state, *MEN)
    assert not broken(state)
    state = depot()
    state.men_stranded[ITALY] = 4 * 2 * 3
    strand(state, 0, HERE)
    assert state.stacks.get(HERE, 0).bit_count() == 3
    state = depot()
    state.men_stranded[ITALY] = 4 * 2 * 3
    state.owned[0] = 0
    strand(state, 0, HERE)
    assert HERE not in state.stacks
