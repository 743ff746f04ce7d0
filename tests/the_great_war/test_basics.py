"""Rules 3 to 7 in single sentences: sizes, sides, cities, zones, and what units may do when."""

from __future__ import annotations

import pytest

from tests.the_great_war.fields import field, labels, rolling, units
from tests.the_great_war.sketch import GRID, counter, sketch
from trenchline.games.the_great_war import acceleration
from trenchline.games.the_great_war.components import CENTRAL, CODES, ENTENTE, NATIONS, QUARTERS
from trenchline.games.the_great_war.going import GAITS
from trenchline.games.the_great_war.goods import A_POINT
from trenchline.games.the_great_war.ground import adjacent
from trenchline.games.the_great_war.march import March
from trenchline.games.the_great_war.movement import MovementPhase
from trenchline.games.the_great_war.overrun import price
from trenchline.games.the_great_war.ownership import CaptureGoods, goods_in
from trenchline.games.the_great_war.production import Produce
from trenchline.games.the_great_war.rail_capacity import size_by_rail
from trenchline.games.the_great_war.readiness import ready
from trenchline.games.the_great_war.routes import cost_of, ground_for, march, share
from trenchline.games.the_great_war.sequence import BeginCombatPhase
from trenchline.games.the_great_war.stacking import fits
from trenchline.games.the_great_war.state import EXPLOITATION, INITIAL, State
from trenchline.games.the_great_war.strength import overrun_attack, overrun_defence
from trenchline.games.the_great_war.success import attempt
from trenchline.games.the_great_war.supply import _city_groups, supplied
from trenchline.games.the_great_war.tables import MOBILE
from trenchline.games.the_great_war.ways_out import way_out
from trenchline.games.the_great_war.zones import zoc
from trenchline.kernel.bits import bit_set
from trenchline.kernel.floods import step
from trenchline.kernel.play import settle

SIZES = ("army", "corps", "division", "brigade", "regiment", "battalion", "cadre", "remnant")
HERE = GRID.hex("0506")


def of_size(size: str, support: str = "", nation: str = "IT") -> int:
    """The REs of a unit, in quarters."""
    return counter(f"{nation}1", size=size, support=support).quarters()


def at(where: dict[str, str], *counters: object, phase: str = "movement", **more: object) -> State:
    """Units on an open map."""
    theatre = sketch(counters=counters, **more)  # type: ignore[arg-type]  # as the sketch has it
    return field(theatre, where, phase)


def test_3a1_units_are_headquarters_divisions_or_smaller() -> None:
    state = at({}, *(counter(f"IT{size}", size=size) for size in SIZES))
    kind = state.kind
    assert kind.divisional.front == units(state, "ITdivision")
    small = ("brigade", "regiment", "battalion", "cadre", "remnant")
    assert kind.nondivisional.front == units(state, *(f"IT{size}" for size in small))
    assert kind.army_hq | kind.corps_hq == units(state, "ITarmy", "ITcorps")


def test_3a3_1_a_general_supply_point_is_a_quarter_of_an_re() -> None:
    assert QUARTERS["general_supply_point"] == 1


def test_3a3_2_battalions_remnants_and_points_are_half_an_re() -> None:
    assert of_size("battalion") == of_size("remnant") == 2
    assert QUARTERS["equipment_point"] == QUARTERS["manpower_point"] == 2


def test_3a3_3_regiments_cadres_and_corps_hqs_are_an_re() -> None:
    assert of_size("regiment") == of_size("cadre") == of_size("corps") == 4
    assert of_size("artillery_hq") == 4


def test_3a3_4_brigades_and_american_cadres_are_two_res() -> None:
    assert of_size("brigade") == of_size("cadre", nation="US") == 8


def test_3a3_5_army_hqs_ottoman_divisions_and_resource_points_are_three() -> None:
    assert of_size("army") == of_size("division", nation="OT") == A_POINT == 12


def test_3a3_6_other_divisions_have_three_four_or_five_by_their_support() -> None:
    assert [of_size("division", support) for support in ("none", "self", "full")] == [12, 16, 20]


def test_3a3_8_american_divisions_have_six() -> None:
    assert of_size("division", nation="US") == 24


def test_3a3_9_artillery_and_motors_count_double_for_transport() -> None:
    kinds = ("rifle", "field artillery", "tank")
    state = at({}, *(counter(f"IT{n}", "1-2-5", kinds[n], "regiment") for n in range(3)))
    assert [size_by_rail(state, n) for n in range(3)] == [4, 8, 8]


def test_3b1_3b2_germany_and_austria_fight_britain_france_russia_and_their_allies() -> None:
    assert {code for code, one in NATIONS.items() if one.side == CENTRAL} >= {"GE", "AH"}
    assert {code for code, one in NATIONS.items() if one.side == ENTENTE} >= {"BR", "FR", "RU"}


def test_3b3_nobody_enters_a_neutral_country() -> None:
    state = at({"IT1": "0505"}, counter("IT1"), neutral=["AH"])
    assert not state.theatre.land & GRID.hexes("0504", "0404")
    one = March((0,), GRID.hex("0505"))
    assert not one.reachable(state) >> GRID.hex("0504") & 1
    assert one.why_not(state, "move", GRID.hex("0504")).case == "3F"


def test_3b4_powers_are_great_major_or_minor() -> None:
    assert {code for code, one in NATIONS.items() if one.power == "great"} == {"BR", "FR", "GE"}
    assert NATIONS["IT"].power == NATIONS["AH"].power == "major"
    assert NATIONS["BE"].power == "minor"


def test_3c3_1_beyond_the_ends_of_a_table_its_ends_count() -> None:
    assert str(attempt(-5)) == str(attempt(1))
    assert str(attempt(20)) == str(attempt(6))
    assert MOBILE.row(50) == MOBILE.row(9)
    assert MOBILE.row(-50) == MOBILE.row(-3)


def test_3e2_fortresses_and_resource_centres_are_cities_too() -> None:
    places = [("0505", "city"), ("0506", "new_fortress"), ("0507", "resource_centre")]
    assert labels(sketch(places=places).cities) == ["0505", "0506", "0507"]


def test_3e2_1_3e2_2_adjacent_hexes_of_major_cities_are_one_city() -> None:
    places = [("0505", "full_city"), ("0506", "partial_city"), ("0508", "partial_city")]
    theatre = sketch(places=[*places, ("0703", "city")])
    assert labels(theatre.major_cities) == ["0505", "0506", "0508"]
    assert sorted(map(labels, _city_groups(theatre))) == [["0505", "0506"], ["0508"]]


def test_3e5_hexes_across_a_prohibited_side_are_not_adjacent() -> None:
    state = at({}, sides={"0506/0505": "lake"})
    assert "0505" not in labels(adjacent(state, HERE))
    assert len(labels(adjacent(state, HERE))) == 5


def test_3e6_the_arctic_and_the_desert_are_weather_zones() -> None:
    theatre = sketch(zones={"0101": "A", "0202": "F", "0303": "G", "0404": "C"})
    assert labels(theatre.desert) == ["0101", "0202", "0303"]


def test_3f_1_a_player_moves_all_his_nations_as_one() -> None:
    state = at({"IT1": "0506", "FR1": "0607"}, counter("IT1"), counter("FR1"))
    assert ready(state, 0) == units(state, "IT1", "FR1")


def test_3f_3_nobody_leaves_the_map_and_who_is_driven_off_it_is_lost() -> None:
    state = at({"IT1": "0108", "AH1": "0107", "AH2": "0208"}, *map(counter, ("IT1", "AH1", "AH2")))
    assert not March((0,), GRID.hex("0108")).reachable(state) & ~state.theatre.land
    state.owned[1] |= GRID.hexes("0107", "0208", "0207")
    assert way_out(state, 0).rank in (0, 3)


def test_3g_1_isolation_is_looked_at_again_when_combat_begins() -> None:
    state = at({"IT1": "0506"}, counter("IT1"))
    assert not state.isolated
    BeginCombatPhase(0, reaction=False).run(state)
    assert state.isolated == units(state, "IT1")


def test_4c_nothing_happens_outside_its_phase() -> None:
    state = at({"IT1": "0506"}, counter("IT1"))
    assert MovementPhase(0).why_not(state, "attack", HERE).case == "4C"


def test_5a_3_5a_a_supported_division_has_a_zone_in_its_hex_and_around_it() -> None:
    state = at({"IT1": "0506"}, counter("IT1"), counter("IT2", "1-2-5", "rifle", "regiment"))
    assert zoc(state, 0) == 1 << HERE | adjacent(state, HERE)
    state.lift(0)
    state.put(1, HERE)
    assert zoc(state, 0) == 1 << HERE


@pytest.mark.parametrize(("roads", "rifle"), [(["IT"], True), ([], False)])
def test_6b2_6b2_1_on_poor_roads_only_the_nimble_hurry_through_woods(
    monkeypatch: pytest.MonkeyPatch, roads: list[str], rifle: bool
) -> None:
    monkeypatch.setitem(acceleration._RULES, "good_roads", roads)
    counters = [counter("IT1"), counter("ITL", kind="light rifle")]
    state = at({"IT1": "0506", "ITL": "0506"}, *counters, terrain={"0505": "woods"})

    def hurries(number: int) -> bool:
        costs = acceleration.accelerated_costs(state, number, state.theatre.gait[number])
        return any(step(1 << HERE, w) >> GRID.hex("0505") & 1 for _, w in costs)

    assert hurries(0) is rifle
    assert hurries(1)


def test_6f_6f1_1_6f1_2_overruns_compare_modified_strengths() -> None:
    """Supply, disruption and support count; who is overstacked does not defend."""
    state = at({"IT1": "0506", "AH1": "0505", "AH2": "0505"}, *map(counter, ("IT1", "AH1", "AH2")))
    there = GRID.hex("0505")
    full, both = overrun_attack(state, 1, HERE, there), overrun_defence(state, there, 1)
    state.disrupt(0)
    assert overrun_attack(state, 1, HERE, there) * 2 == full
    state.overstacked = units(state, "AH2")
    assert overrun_defence(state, there, 1) * 2 == both


def test_6f1_5_an_overrun_along_a_road_costs_what_the_road_does() -> None:
    counters = [counter("IT1"), counter("AH1", "0-1-5")]
    where = {"IT1": "0506", "AH1": "0505"}
    rough = at(where, *counters, terrain={"0505": "forest"})
    road = at(where, *counters, terrain={"0505": "forest"}, sides={"0506/0505": "road"})
    there = GRID.hex("0505")
    costly, cheap = (price(one, 0, HERE, there, 10) for one in (rough, road))
    assert costly is not None
    assert cheap is not None
    assert cheap < costly


def test_7a_1_trains_run_in_the_movement_phase_alone() -> None:
    line = {f"050{n + 1}/050{n}": "rail_high" for n in range(4, 8)}
    nets = [{"name": "west", "side": "Entente", "nations": ["IT"], "capacity": 42}]
    counters = [counter("IT1", kind="light rifle")]
    state = at({"IT1": "0507"}, *counters, sides=line, places=[("0505", "full_city")], nets=nets)
    one = March((0,), GRID.hex("0507"))
    assert "rail" in one.choices(state)
    state.phase = EXPLOITATION
    assert "rail" not in one.choices(state)
    assert one.why_not(state, "rail", GRID.hex("0505")).case == "6E"


def test_7a_4_a_train_takes_no_zone_of_control_along() -> None:
    """Hexes that it passes do not change hands; the one where it stops may."""
    line = {f"050{n + 1}/050{n}": "rail_high" for n in range(1, 8)}
    nets = [{"name": "west", "side": "Entente", "nations": ["IT"], "capacity": 42}]
    state = at(
        {"IT1": "0508"}, counter("IT1"), sides=line, places=[("0507", "full_city")], nets=nets
    )
    passed, ends = GRID.hex("0507"), [GRID.hex("0508"), GRID.hex("0505")]
    near = {hex_ for end in ends for hex_ in (end, *GRID.neighbours(end))}
    beside = bit_set(set(GRID.neighbours(passed)) - near - {GRID.hex("0506")})
    assert beside
    state.owned[0] &= ~beside
    state.owned[1] |= beside
    state.stack = [March((0,), GRID.hex("0508"))]
    March((0,), GRID.hex("0508")).take(state, "rail", GRID.hex("0505"))
    assert state.owned[1] & beside == beside


def test_7b_1_road_movement_pays_for_zones_too() -> None:
    counters = [counter("IT1"), counter("AH1")]
    sides = {"0507/0506": "road"}
    state = at({"IT1": "0507", "AH1": "0407"}, *counters, sides=sides)
    free = at({"IT1": "0507"}, *counters, sides=sides)
    dear, cheap = (
        cost_of(march(ground_for(one, 0), GRID.hex("0507"), 5), HERE) for one in (state, free)
    )
    assert cheap == 1
    assert dear is None or dear > cheap


def test_11c_general_supply_comes_from_sources_by_depots_and_headquarters() -> None:
    state = at({"IT1": "0508"}, counter("IT1"), edges={"0508": "IT"})
    assert supplied(state, 0) == 1
    assert supplied(at({"IT1": "0506"}, counter("IT1")), 0) == 0


def test_11g_11h_resource_points_lie_in_a_hex_and_are_captured_one_by_one() -> None:
    state = at({"IT1": "0506"}, counter("IT1"))
    state.resources = {HERE: 3}
    state.points_come = 3
    assert goods_in(state, HERE) == 3
    # They do not count against stacking, and no combat hurts them.
    assert fits(state, HERE, 0, 1)
    state.stack = [CaptureGoods(1, HERE, 3)]
    settle(state, rolling(6, 1, 6))
    assert state.resources == {HERE: 2}
    assert state.points_gone == 1


def test_14b_restricted_units_never_count_against_stacking() -> None:
    many = [counter(f"IT{n}") for n in range(6)]
    state = at(dict.fromkeys([one.key for one in many], "0506"), *many, counter("ITx", "2-4-0"))
    assert fits(state, HERE, 0, units(state, "ITx"))


def test_14d3_mixed_units_exploit_as_rifle_units() -> None:
    kind = "mixed mounted rifle and rifle"
    state = at({}, counter("IT1", kind=kind), counter("IT2"), counter("IT3", kind="mounted rifle"))
    assert share(state, 0) == share(state, 1) < share(state, 2)


def test_14d4_horse_artillery_goes_as_cavalry() -> None:
    kinds = ("horse artillery", "mounted rifle", "field artillery")
    state = at({}, *(counter(f"IT{n}", kind=kinds[n]) for n in range(3)))
    gait = state.theatre.gait
    assert gait[0] == gait[1] != gait[2]
    assert len(GAITS) > max(gait)


def test_14f_mountain_units_exploit_better_and_bear_the_symbol() -> None:
    state = at({}, counter("IT1", kind="mountain rifle"), counter("IT2"))
    assert state.kind.mountain == units(state, "IT1")
    assert share(state, 0) > share(state, 1)


def test_14n_14n1_a_corps_hq_is_an_re_without_strength_or_zone() -> None:
    corps = counter("ITK", "0-8", "corps hq", "corps")
    state = at({"ITK": "0506", "IT1": "0506"}, corps, counter("IT1"))
    assert state.re(0) == 4
    assert state.face(0).attack == state.face(0).defence == 0
    assert state.kind.no_zone & state.kind.uncounted & 1
    # It moves as fast as the slowest of those it moves with, and 8 alone.
    assert March((0,), HERE).points(state) == 8 * 4
    assert March((0, 1), HERE).points(state) == 5 * 4


@pytest.mark.parametrize("kind", ["lake", "sea", "great_river"])
def test_15a2_a_causeway_is_a_major_river(kind: str) -> None:
    theatre = sketch(sides={"0506/0505": f"{kind} road", "0507/0506": kind})
    assert theatre.sides_between(HERE, GRID.hex("0505")) == ("major_river",)
    assert kind in theatre.sides_between(GRID.hex("0507"), HERE)


def test_14d2_camels_stay_in_the_warm_zones() -> None:
    camel = counter("ITC", kind="mounted rifle", own_tags=frozenset({"camel"}))
    weather = {"Oct II 17": "clear", "Nov I 17": "clear"}
    state = at({"ITC": "0506"}, camel, zones={"0505": "C"}, weather=weather)
    one = March((0,), HERE)
    assert not one.reachable(state) >> GRID.hex("0505") & 1
    assert one.reachable(state) >> GRID.hex("0507") & 1
    assert one.why_not(state, "move", GRID.hex("0505")).case == "14D2"


def test_16b_16b1a_2_production_is_manpower_equipment_and_resource_points() -> None:
    rows = {"Oct II 17": {"IT": [2, 1.5, 1]}}
    state = at({}, production=rows, places=[("0507", "city")], phase=INITIAL)
    Produce(0).run(state)
    assert state.manpower[CODES.index("IT")] == 4
    assert state.gear[0] == 3
    assert len(state.stack) == 1
