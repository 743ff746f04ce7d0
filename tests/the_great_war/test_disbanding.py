"""Rule 16C: disbanding, scrapping, fortress guns, augmenting, equipment on the map."""

from __future__ import annotations

from tests.the_great_war.battles import unit
from tests.the_great_war.fields import field, rolling, units
from tests.the_great_war.sketch import GRID, counter, sketch
from trenchline.games.the_great_war.casualties import eliminate
from trenchline.games.the_great_war.components import CODES, Counter, Face
from trenchline.games.the_great_war.disbanding import disband, redeem, scrap, scrap_value
from trenchline.games.the_great_war.fortress_guns import MOBILE, mobilise, monthly
from trenchline.games.the_great_war.ownership import capture
from trenchline.games.the_great_war.production import Replacing, rebuild, weaker
from trenchline.games.the_great_war.replacements import can_pay, cost_of_face, cost_to_replace, pay
from trenchline.games.the_great_war.set_up import open_books
from trenchline.games.the_great_war.spoils import collect, strand
from trenchline.games.the_great_war.state import ELIMINATED, INITIAL, WITHDRAWN, State
from trenchline.kernel.play import settle

IT = CODES.index("IT")
HERE = GRID.hex("0507")


def gun(key: str, front: tuple[int, int, int], back: tuple[int, int, int], back_is: str) -> Counter:
    """A regiment of heavy guns with two sides."""
    one, two = (Face(*face, "regiment", "full") for face in (front, back))
    return Counter(key, key[:2], "heavy artillery", one, two, back_is, name=key)


COUNTERS = [
    counter("IT1", "6-9-5", back="2-4-5"),
    counter("IT2", "6-9-4"),
    counter("ITz", "2-4-0", "fortress", "brigade"),
    gun("ITg", (1, 3, 0), (5, 4, 4), "mobile"),
    gun("ITo", (9, 8, 4), (10, 12, 4), "other"),
    gun("ITq", (9, 8, 4), (10, 12, 5), "other"),
    counter("ITc", "3-4-0", "coast artillery", "regiment"),
    counter("AH1", "6-9-5"),
]


def depot(**where: str) -> State:
    """Units in an initial phase of the Entente, without any points."""
    theatre = sketch(counters=COUNTERS, places=[("0507", "new_fortress")], S6=SPOILS)
    state = field(theatre, where, INITIAL)
    open_books(state)
    return state


SPOILS = {"captured_equipment": {"Central Powers": "AH"}}


def test_16c1_16a1i_a_disbanded_unit_brings_its_price_and_its_scrap() -> None:
    state = depot(IT1="0507", IT2="0507")
    one = unit(state, "IT1")
    assert Replacing(0).acts(state)["disband"] == units(state, "IT1")
    assert Replacing(0).why_not(state, "disband", unit(state, "IT2")).case == "16C1"
    price, left = cost_of_face(COUNTERS[0], back=False), scrap_value(state, one)
    assert price is not None
    disband(state, one)
    assert state.where[one] == WITHDRAWN
    assert state.men_promised[IT] == price[0] + left[0]
    assert state.gear_promised[0] == price[1] + left[1]
    # [16C13] Not before the next initial phase.
    assert state.manpower[IT] == 0


def test_16c1_there_is_a_limit_a_month() -> None:
    state = depot(IT1="0507")
    state.replaced["IT", "disbanded"] = 8 * 12 - 8
    assert Replacing(0).why_not(state, "disband", unit(state, "IT1")).case == "16C1"
    state.replaced["IT", "disbanded"] = 0
    state.phasing = 1
    assert "disband" not in Replacing(0).acts(state)


def test_16c1_of_an_isolated_unit_the_equipment_stays() -> None:
    """[R167]"""
    state = depot(IT1="0507")
    state.isolated = units(state, "IT1")
    disband(state, unit(state, "IT1"))
    assert state.equipment[HERE] > 0
    assert state.men_promised[IT] == state.gear_promised[0] == 0


def test_16c2_16a1v_eliminated_units_are_scrapped() -> None:
    state = depot()
    one = unit(state, "IT1")
    state.where[one] = ELIMINATED
    assert Replacing(0).acts(state)["scrap"] == units(state, "IT1")
    assert Replacing(0).why_not(state, "scrap", unit(state, "IT2")).case == "16C2"
    scrap(state, one)
    assert state.men_promised[IT] == scrap_value(state, one)[0] > 0
    assert not Replacing(0).acts(state)["scrap"]
    state.manpower[IT] = state.gear[0] = 50
    assert not Replacing(0).acts(state)["replace"]
    assert Replacing(0).why_not(state, "replace", one).case == "16C2"


def test_16c13_what_was_promised_comes_with_the_next_initial_phase() -> None:
    state = depot()
    state.men_promised[IT], state.gear_promised[0] = 4, 3
    redeem(state)
    assert (state.manpower[IT], state.gear[0]) == (4, 3)
    assert state.men_promised[IT] == state.gear_promised[0] == 0


def test_16c7_units_without_movement_are_not_replaced_but_coast_guns_are() -> None:
    state = depot()
    for key in ("ITz", "ITg", "ITc"):
        state.where[unit(state, key)] = ELIMINATED
    assert cost_to_replace(state, unit(state, "ITz")) is None
    assert cost_to_replace(state, unit(state, "ITc")) is not None
    assert cost_to_replace(state, unit(state, "ITg")) is not None


def test_16c10_fortress_guns_are_put_on_wheels() -> None:
    state = depot(ITg="0507")
    guns = unit(state, "ITg")
    assert Replacing(0).acts(state)["mobilise"] == 1 << guns
    assert not state.unimproved >> HERE & 1
    mobilise(state, guns)
    assert state.printed_movement(guns) == 4
    assert state.unimproved >> HERE & 1
    assert not Replacing(0).acts(state)["mobilise"]
    assert Replacing(0).why_not(state, "mobilise", guns).case == "16C10"


def test_16c10_the_limits_grow_and_guns_without_a_mobile_side_are_sold() -> None:
    state = depot()
    assert [monthly(state, code) for code in ("IT", "GE", "BE")] == [12, 12, 4]
    state.replaced["IT", MOBILE] = 12 * 8
    state.put(unit(state, "ITg"), HERE)
    assert Replacing(0).why_not(state, "mobilise", unit(state, "ITg")).case == "16C10"
    plain = counter("ITh", "2-3-0", "heavy artillery", "regiment")
    other = field(sketch(counters=[plain]), {"ITh": "0507"}, INITIAL)
    mobilise(other, 0)
    assert other.where[0] == WITHDRAWN


def test_16b3e_the_weaker_of_two_strengths_is_augmented() -> None:
    state = depot(ITo="0507", ITq="0507")
    guns = unit(state, "ITo")
    # Not where the sides move differently.
    assert weaker(state) == 1 << guns
    state.manpower[IT] = state.gear[0] = 50
    assert Replacing(0).acts(state)["rebuild"] == 1 << guns
    rebuild(state, guns)
    assert state.face(guns).attack == 10
    assert state.gear[0] < 50
    assert not weaker(state)
    state.phasing = 1
    state.reduced = 0
    assert not Replacing(0).acts(state)["rebuild"]


def test_16b3_equipment_on_the_map_is_captured_or_lost_and_goes_to_a_pool() -> None:
    state = depot(AH1="0507")
    state.equipment[HERE] = 3 * 2
    state.stack = []
    capture(state, 1, 1 << HERE)
    settle(state, rolling(6, 1, 6))
    assert state.equipment[HERE] == 2 * 2
    collect(state, 0)
    assert HERE in state.equipment
    collect(state, 1)
    # What the Central Powers capture is for Austria-Hungary alone.
    assert state.spoils == {"AH": 4}
    assert state.gear == [0, 0]
    state.manpower[CODES.index("AH")] = 50
    one = unit(state, "AH1")
    assert can_pay(state, one, (1, 4))
    pay(state, one, (1, 4))
    assert state.spoils == {"AH": 0}


def test_16b4b_equipment_of_isolated_units_lies_where_they_were_lost() -> None:
    state = depot(IT1="0507")
    state.isolated = units(state, "IT1")
    eliminate(state, unit(state, "IT1"), total=True)
    assert state.men_lost[IT] == 0
    assert state.gear_stranded[0] > 0
    state.gear_stranded[0] = 8
    strand(state, 0, HERE)
    assert state.equipment == {HERE: 2}
    # Next to it, if the enemy owns the hex.
    state.equipment.clear()
    state.gear_stranded[0] = 8
    state.owned[0] &= ~(1 << HERE)
    strand(state, 0, HERE)
    (place,) = state.equipment
    assert state.theatre.board.grid.distance(place, HERE) == 1
    # With the enemy, if he owns all around.
    state.equipment.clear()
    state.gear_stranded[0] = 8
    state.owned[0] = 0
    strand(state, 0, HERE)
    assert state.equipment == {HERE: 2}
