"""Rule 6: movement, zones, acceleration, fatigue and the phases in which units move."""

from __future__ import annotations

import pytest

from tests.the_great_war.fields import field, labels, rolling, units
from tests.the_great_war.sketch import GRID, counter, sketch
from trenchline.games.the_great_war.acceleration import hits, tire
from trenchline.games.the_great_war.components import CENTRAL, ENTENTE
from trenchline.games.the_great_war.headquarters import ActivationCheck, influenced
from trenchline.games.the_great_war.march import March
from trenchline.games.the_great_war.movement import MovementPhase, ReactionPhase, march_of
from trenchline.games.the_great_war.ownership import capture, settle
from trenchline.games.the_great_war.readiness import exploiting, ready
from trenchline.games.the_great_war.routes import entry_cost, may_cross, rating, share
from trenchline.games.the_great_war.state import (
    EXPLOITATION,
    MOVEMENT,
    REACTION_MOVEMENT,
    State,
)
from trenchline.kernel.play import settle as settle_stack
from trenchline.kernel.play import take


def lone(
    kind: str = "rifle", rating_: str = "6-9-5", size: str = "division", **ground: object
) -> State:
    """An Italian unit in 0507 and an Austrian division out of the way in 0801."""
    counters = [counter("IT1", rating_, kind, size), counter("AH1")]
    theatre = sketch(counters=counters, **ground)  # type: ignore[arg-type]  # as the sketch has it
    return field(theatre, {"IT1": "0507", "AH1": "0801"})


def march(state: State, *keys: str) -> March:
    """Units picked up."""
    found = march_of(state, state.theatre.unit[keys[0] if keys else "IT1"])
    for key in keys[1:]:
        found = March((*found.party, state.theatre.unit[key]), found.hex)
    return found


def go(state: State, to: str, *keys: str) -> March:
    """Units go somewhere, and are still in hand."""
    state.stack = [march(state, *keys)]
    take(state, "move", GRID.hex(to))
    found = state.stack[0]
    assert isinstance(found, March)
    return found


def cost(state: State, there: str) -> int | None:
    return entry_cost(state, state.theatre.unit["IT1"], GRID.hex("0507"), GRID.hex(there))


@pytest.mark.parametrize(
    ("kind", "points"),
    [("heavy artillery", 6), ("tank", 6), ("mountain rifle", 2), ("rifle", 3)],
)
def test_6_1_a_mountain_hex_costs_by_the_class_of_unit(kind: str, points: int) -> None:
    assert cost(lone(kind, terrain={"0506": "mountain"}), "0506") == points


def test_6_2_a_river_costs_two_more() -> None:
    assert cost(lone(sides={"0507/0506": "river"}), "0506") == 3


def test_6_3_nobody_enters_prohibited_ground() -> None:
    state = lone(terrain={"0506": "glacier"}, sides={"0507/0508": "lake"})
    assert cost(state, "0506") is None
    unit = state.theatre.unit["IT1"]
    assert not may_cross(state, unit, GRID.hex("0507"), GRID.hex("0508"))
    assert GRID.hexes("0506") & march(state).reachable(state) == 0


def test_6_units_go_as_far_as_their_rating() -> None:
    state = lone(rating_="6-9-2")
    reached = march(state).reachable(state)
    assert {GRID.distance(GRID.hex("0507"), GRID.hex(h)) for h in labels(reached)} == {1, 2}
    assert GRID.hexes("0504") & reached == 0
    refusal = march(state).why_not(state, "move", GRID.hex("0504"))
    assert (refusal.case, refusal.reason) == ("6", "the movement points left do not suffice")


def test_6_4_the_enemy_bars_hexes_that_he_occupies_and_owns() -> None:
    state = lone()
    state.move(units(state, "AH1"), GRID.hex("0504"))
    state.move(units(state, "IT1"), GRID.hex("0505"))
    assert not march(state).reachable(state) >> GRID.hex("0504") & 1
    assert march(state).why_not(state, "move", GRID.hex("0504")).case == "6"
    state.owned[CENTRAL] &= ~GRID.hexes("0504")
    assert march(state).reachable(state) >> GRID.hex("0504") & 1, "occupied, but not owned"


def test_6_5_one_hex_may_always_be_entered_for_all_points() -> None:
    state = lone("heavy artillery", "5-7-4", "regiment", terrain={"0506": "mountain"})
    after = go(state, "0506")
    assert after.points(state) == 0
    assert after.choices(state) == {"stay": 1}


def test_6_who_has_spent_points_has_no_free_hex_any_more() -> None:
    state = lone("heavy artillery", "5-7-4", "regiment", terrain={"0505": "mountain"})
    after = go(state, "0506")
    assert not after.reachable(state) >> GRID.hex("0505") & 1


def test_6_6_a_rating_of_nothing_never_moves() -> None:
    state = lone("fortress", "2-4-0")
    assert ready(state, ENTENTE) == 0
    refusal = MovementPhase(ENTENTE).why_not(state, "unit", state.theatre.unit["IT1"])
    assert refusal.case == "14B3"


def test_6_disruption_halves_the_rating() -> None:
    state = lone()
    unit = state.theatre.unit["IT1"]
    assert rating(state, unit) == 20
    state.disrupt(unit)
    assert rating(state, unit) == 10
    assert march(state).budget(state, unit) == 2, "half points are no whole ones"


def test_11f_lack_of_supply_slows_motors_first() -> None:
    for kind, first, second in (("tank", 10, 10), ("rifle", 20, 10)):
        state = lone(kind)
        unit = state.theatre.unit["IT1"]
        state.unsupplied = {unit: 1}
        assert rating(state, unit) == first
        state.unsupplied = {unit: 2}
        assert rating(state, unit) == second


# Zones [6A].


def facing(kind: str = "rifle", movement: int = 5) -> State:
    """An Italian unit beside an Austrian division."""
    counters = [counter("IT1", f"6-9-{movement}", kind), counter("AH1")]
    return field(sketch(counters=counters), {"IT1": "0505", "AH1": "0504"})


@pytest.mark.parametrize(
    ("kind", "toll"),
    [("rifle", 4), ("light rifle", 2), ("mounted rifle", 2), ("infantry", 2), ("tank", 4)],
)
def test_6a_leaving_an_enemy_zone_costs_more(kind: str, toll: int) -> None:
    state = facing(kind)
    go(state, "0506")
    assert state.spent[state.theatre.unit["IT1"]] == (toll + 1) * 4


def test_6a_a_reduced_zone_costs_less() -> None:
    state = facing()
    state.shaken = frozenset({"AH"})
    state.look_again()
    go(state, "0506")
    assert state.spent[state.theatre.unit["IT1"]] == (2 + 1) * 4


def test_6a_entering_a_zone_costs_nothing() -> None:
    state = facing()
    state.move(units(state, "IT1"), GRID.hex("0506"))
    go(state, "0505")
    assert state.spent[state.theatre.unit["IT1"]] == 4


def test_6a_the_free_hex_ignores_zones() -> None:
    state = facing(movement=2)
    assert march(state).reachable(state) >> GRID.hex("0506") & 1


# Ownership on the way [5B].


def test_5b_2_a_unit_takes_the_hexes_it_passes() -> None:
    state = lone()
    go(state, "0503")
    assert "0504" in labels(state.owned[ENTENTE])


def test_5b_accelerated_units_take_nothing_until_the_phase_ends() -> None:
    state = lone()
    state.stack = [march(state)]
    take(state, "accelerate", 0)
    take(state, "move", GRID.hex("0503"))
    assert "0503" not in labels(state.owned[ENTENTE])


# Accelerated movement [6B].


def test_6b3_acceleration_doubles_the_printed_rating() -> None:
    state = lone()
    unit = state.theatre.unit["IT1"]
    assert rating(state, unit, accelerated=True) == 40


def test_6b3_accelerated_units_lose_their_zone_for_the_phase() -> None:
    state = lone()
    state.stack = [march(state)]
    take(state, "accelerate", 0)
    take(state, "move", GRID.hex("0508"))
    assert state.zoc_here[ENTENTE] == 0
    take(state, "stay", 0)
    assert state.zoc_here[ENTENTE] == 0


@pytest.mark.parametrize("terrain", ["mountain", "forest", "swamp", "ravines"])
def test_6b1_good_roads_do_not_help_in_the_wilds(terrain: str) -> None:
    for road, open_ in (("", False), ("road", True)):
        state = lone(terrain={"0506": terrain}, sides={"0507/0506": road})
        hasty = March((state.theatre.unit["IT1"],), GRID.hex("0507"), fast=True)
        found = hasty.reachable(state)
        assert bool(found >> GRID.hex("0506") & 1) is open_, road
        if not open_:
            assert hasty.why_not(state, "move", GRID.hex("0506")).case == "6B3"


def test_6b1_nor_over_major_rivers() -> None:
    ground = {f"0506/{other}": "major_river" for other in ("0405", "0406", "0505", "0507", "0605")}
    state = lone(sides={**ground, "0506/0606": "major_river"})
    hasty = March((state.theatre.unit["IT1"],), GRID.hex("0507"), fast=True)
    assert not hasty.reachable(state) >> GRID.hex("0506") & 1


def test_6b_6e_1_only_in_the_movement_phase() -> None:
    state = lone()
    state.phase = EXPLOITATION
    state.eligible = exploiting(state, ENTENTE)
    assert "accelerate" not in march(state).choices(state)
    assert march(state).why_not(state, "accelerate", 0).case == "6E"


def tired(kind: str, size: str, spent: int, printed: str = "1-2-5") -> int:
    """The fatigue hits of a unit that has spent points in haste beside the enemy."""
    state = lone(kind, printed, size)
    unit = state.theatre.unit["IT1"]
    state.spent[unit] = spent * 4
    state.accelerated = state.tired = 1 << unit
    tire(state)
    return state.fatigue.get(unit, 0)


def test_6b4_example_1_a_brigade_eight_points_in_haste() -> None:
    assert tired("rifle", "brigade", 8) == 2
    assert tired("mounted rifle", "brigade", 8) == 3
    assert tired("field artillery", "brigade", 8) == 3
    assert tired("rifle", "brigade", 5) == 0


def test_6b4_an_army_hq_tires_twice_as_fast() -> None:
    assert tired("army hq", "army", 6, "0-4") == 2


def test_12b6_each_part_of_an_artillery_division_tires_by_its_own_rating() -> None:
    assert tired("art xx hq", "artillery_hq", 6, "6-3") == 3
    assert tired("heavy artillery", "regiment", 6, "5-7-5") == 1


def hurried(to: str, enemy: str) -> bool:
    """Whether a hasty march to a hex counts for fatigue."""
    state = lone("rifle", "1-2-5", "brigade")
    state.move(units(state, "AH1"), GRID.hex(enemy))
    state.stack = [march(state)]
    take(state, "accelerate", 0)
    take(state, "move", GRID.hex(to))
    return bool(state.tired)


def test_6b4_only_near_the_enemy_or_on_his_ground() -> None:
    assert not hurried("0508", enemy="0801")
    assert hurried("0505", enemy="0504"), "it ends beside a unit with a zone"
    assert hurried("0508", enemy="0406"), "it began beside one"
    assert hurried("0504", enemy="0801"), "the hex is the enemy's"


def test_6b4_5_rest_takes_hits_off_and_bars_haste() -> None:
    for kind, points in (("rifle", 1), ("mounted rifle", 2)):
        state = lone(kind)
        unit = state.theatre.unit["IT1"]
        state.fatigue[unit] = 3
        state.stack = [march(state)]
        take(state, "rest", 2)
        assert state.fatigue[unit] == 1
        assert state.spent[unit] == 2 * points * 4
        assert march(state).why_not(state, "accelerate", 0).case == "6B4"
        assert "accelerate" not in march(state).choices(state)


def test_6b4_no_more_rest_than_points_and_hits() -> None:
    state = lone("mounted rifle")
    unit = state.theatre.unit["IT1"]
    state.fatigue[unit] = 4
    assert march(state).choices(state)["rest"] == 0b110, "five points rest off two hits"
    assert march(state).why_not(state, "rest", 3).case == "6B4"
    assert march(state).why_not(state, "rest", 5).reason == (
        "the unit has not so many fatigue hits"
    )
    assert hits(state, unit) == 0


# Exploitation [6E].


@pytest.mark.parametrize(
    ("kind", "movement", "points"),
    [
        ("tank", 4, 4),
        ("mounted rifle", 7, 3),
        ("light rifle", 6, 2),
        ("mountain rifle", 5, 1),
        ("infantry", 6, 2),
        ("irregular rifle", 4, 1),
        ("rifle", 5, 1),
        ("rifle", 4, 0),
        ("mixed mounted rifle and rifle", 7, 1),
    ],
)
def test_6e_ratings_in_exploitation(kind: str, movement: int, points: int) -> None:
    state = lone(kind, f"2-3-{movement}", "brigade")
    state.phase = EXPLOITATION
    unit = state.theatre.unit["IT1"]
    assert rating(state, unit) == points * 4
    assert bool(exploiting(state, ENTENTE) >> unit & 1) is bool(points)
    assert share(state, unit) <= 1


def test_6e_who_cannot_exploit_is_told_so() -> None:
    state = lone(rating_="6-9-4")
    state.phase = EXPLOITATION
    unit = state.theatre.unit["IT1"]
    assert MovementPhase(ENTENTE).why_not(state, "unit", unit).case == "6E"
    state.eligible = 1 << unit
    state.strategic = 1 << unit
    assert MovementPhase(ENTENTE).why_not(state, "unit", unit).case == "7A3"


# Reaction [6D] [14M1].


def army(nation: str = "IT", german: bool = False) -> State:
    """An Army HQ, units of two nations near it and one far away."""
    side = "GE" if german else nation
    counters = [
        counter(f"{side}A", "0-4", "army hq", "army"),
        counter("IT1"),
        counter("FR1"),
        counter("AH1"),
        counter("IT2"),
    ]
    where = {f"{side}A": "0506", "IT1": "0507", "FR1": "0406", "AH1": "0504", "IT2": "0108"}
    return field(sketch(counters=counters), where, REACTION_MOVEMENT, CENTRAL)


def test_14m1_a_zone_of_influence_covers_units_of_the_nation_within_two_hexes() -> None:
    state = army()
    assert influenced(state, units(state, "ITA")) == units(state, "ITA", "IT1")


def test_14m1_a_german_headquarters_leads_all_of_its_side() -> None:
    state = army(german=True)
    assert influenced(state, units(state, "GEA")) == units(state, "GEA", "AH1")


def test_14m1_an_inactive_headquarters_leads_nobody() -> None:
    state = army()
    state.inactive = units(state, "ITA")
    assert influenced(state, units(state, "ITA")) == 0


def test_6d_units_move_when_their_headquarters_stays_active() -> None:
    state = army()
    phase = ReactionPhase(ENTENTE)
    hq = state.theatre.unit["ITA"]
    assert phase.choices(state) == {"check": 1 << hq, "done": 1}
    assert phase.why_not(state, "unit", state.theatre.unit["IT1"]).case == "6D"
    ActivationCheck((hq,)).rolled(state, 5)
    assert phase.choices(state) == {"unit": units(state, "IT1"), "done": 1}
    assert phase.why_not(state, "unit", hq).case == "14M1"
    assert phase.why_not(state, "check", hq).reason == (
        "the Army HQ has been checked in this phase"
    )


def test_6d_a_failed_check_turns_the_headquarters_over() -> None:
    state = army()
    hq = state.theatre.unit["ITA"]
    ActivationCheck((hq,)).rolled(state, 4)
    assert state.inactive == 1 << hq
    assert ReactionPhase(ENTENTE).choices(state) == {"done": 1}


def test_14m2_disruption_makes_the_check_harder() -> None:
    state = army()
    hq = state.theatre.unit["ITA"]
    state.disrupt(hq)
    ActivationCheck((hq,)).rolled(state, 5)
    assert state.inactive == 1 << hq


def test_6d_2_reaction_is_regular_movement_only() -> None:
    state = army()
    state.eligible = units(state, "IT1")
    found = march(state, "IT1").choices(state)
    assert set(found) == {"move", "stay"}
    assert march(state, "IT1").why_not(state, "rail", 0).case == "6D"


# The phase.


def test_6_units_move_together_and_pay_for_themselves() -> None:
    counters = [counter("IT1"), counter("ITg", "5-7-4", "heavy artillery", "regiment")]
    theatre = sketch({"0506": "woods"}, counters=counters)
    state = field(theatre, {"IT1": "0507", "ITg": "0507"})
    go(state, "0506", "IT1", "ITg")
    assert [state.where[unit] for unit in (0, 1)] == [GRID.hex("0506")] * 2
    assert state.spent == {0: 8, 1: 8}


def test_6_who_waits_may_go_on_and_who_stays_is_done() -> None:
    state = lone()
    unit = state.theatre.unit["IT1"]
    after = go(state, "0506")
    assert "wait" in after.choices(state)
    take(state, "wait", 0)
    assert ready(state, ENTENTE) >> unit & 1
    state.stack = [march(state)]
    assert "wait" not in march(state).choices(state), "it has gone nowhere since it was picked up"
    take(state, "stay", 0)
    assert not ready(state, ENTENTE) >> unit & 1
    assert MovementPhase(ENTENTE).why_not(state, "unit", unit).case == "6"


def test_8b_nobody_stops_in_a_full_hex_but_all_may_pass() -> None:
    crowd = [counter(f"IT{n}") for n in range(2, 8)]
    theatre = sketch(
        counters=[counter("IT1"), *crowd], terrain={"0405": "glacier", "0605": "glacier"}
    )
    state = field(theatre, {"IT1": "0507"} | {one.key: "0506" for one in crowd})
    found = march(state).reachable(state)
    assert not found >> GRID.hex("0506") & 1
    assert found >> GRID.hex("0505") & 1
    assert march(state).why_not(state, "move", GRID.hex("0506")).case == "8B"


def test_3f_units_stay_on_the_map() -> None:
    state = lone(terrain={"0506": "sea"})
    assert march(state).why_not(state, "move", GRID.hex("0506")).case == "3F"
    assert state.phase == MOVEMENT


# High mountains [14F1].


def test_14f1_high_mountain_units_guide_mountain_units() -> None:
    ground = {f"0506/{other}": "high_mountain" for other in ("0405", "0406", "0505", "0507")}
    sides = {**ground, "0506/0605": "high_mountain", "0506/0606": "high_mountain"}
    counters = [
        counter("IT1", "2-3-5", "mountain rifle", "brigade"),
        counter("IT2", "1-2-5", "high mountain rifle", "battalion"),
        counter("IT3", "1-2-5", "rifle", "regiment"),
        counter("IT4", "2-3-5", "mountain rifle", "brigade"),
    ]
    state = field(
        sketch(sides=sides, counters=counters), dict.fromkeys(("IT1", "IT2", "IT3", "IT4"), "0507")
    )
    beyond = GRID.hexes("0506")
    assert not march(state, "IT1").reachable(state) & beyond
    assert march(state, "IT2").reachable(state) & beyond
    assert march(state, "IT1", "IT2").reachable(state) & beyond, "two REs are four times a half"
    assert not march(state, "IT1", "IT2", "IT4").reachable(state) & beyond, "four are too many"
    assert not march(state, "IT3", "IT2").reachable(state) & beyond, "no guide for others"


def test_12b6_an_artillery_division_moves_as_one_until_it_is_parted() -> None:
    counters = [
        counter("ITx", "6-3", "art xx hq", "artillery_hq"),
        counter("IT1", "5-7-5", "heavy artillery", "regiment"),
    ]
    state = field(sketch(counters=counters), {"ITx": "0507", "IT1": "0507"})
    state.attached = {1: 0}
    assert ready(state, ENTENTE) == 1, "the guns go with their staff"
    assert MovementPhase(ENTENTE).why_not(state, "unit", 1).case == "12B6"
    go(state, "0506", "ITx")
    assert state.where[1] == GRID.hex("0506")
    state.move(2, GRID.hex("0505"))
    settle(state)
    assert state.attached == {}
    assert ready(state, ENTENTE) >> 1 & 1


def test_6_7_the_weather_decides_what_a_hex_costs() -> None:
    mud = {"Oct II 17": "mud", "Nov I 17": "mud"}
    assert cost(lone(), "0506") == 1
    assert cost(lone(weather=mud), "0506") == 2


def test_6d_1_one_headquarters_is_done_before_the_next_is_checked() -> None:
    counters = [counter(key, "0-4", "army hq", "army") for key in ("ITA", "ITB")]
    theatre = sketch(counters=[*counters, counter("IT1")])
    where = {"ITA": "0506", "ITB": "0507", "IT1": "0508"}
    state = field(theatre, where, REACTION_MOVEMENT, CENTRAL)
    ActivationCheck((0,)).rolled(state, 6)
    assert ready(state, ENTENTE) == units(state, "IT1")
    state.stack = [ReactionPhase(ENTENTE)]
    take(state, "check", 1)
    ActivationCheck((1,)).rolled(state, 6)
    assert ready(state, ENTENTE) == 0, "its chance has passed"


def test_14m3_coordinated_headquarters_are_checked_together() -> None:
    counters = [counter(key, "0-4", "army hq", "army") for key in ("ITA", "ITB")]
    state = field(
        sketch(counters=counters), {"ITA": "0506", "ITB": "0306"}, REACTION_MOVEMENT, CENTRAL
    )
    assert "coordinate" not in ReactionPhase(ENTENTE).choices(state)
    assert ReactionPhase(ENTENTE).why_not(state, "coordinate", 0).case == "14M3"
    state.options = frozenset({"coordination"})
    state.stack = [ReactionPhase(ENTENTE)]
    take(state, "coordinate", 0)
    take(state, "coordinate", 1)
    take(state, "check", 1)
    check = state.stack.pop()
    assert check == ActivationCheck((0, 1))
    check.rolled(state, 5)
    assert state.inactive == 0b11, "one less for the second: a failure for both"


def test_11h2_an_army_hq_carries_resource_points() -> None:
    counters = [counter("ITA", "0-4", "army hq", "army"), counter("IT1"), counter("IT2")]
    where = {"ITA": "0507", "IT1": "0507", "IT2": "0507"}
    state = field(sketch(counters=counters), where)
    state.resources = {GRID.hex("0507"): 5}
    state.stack = [march(state, "ITA")]
    assert march(state, "ITA").choices(state)["load"] == 0b1110, "nine REs are three points"
    take(state, "load", 2)
    take(state, "move", GRID.hex("0506"))
    take(state, "stay", 0)
    assert state.resources == {GRID.hex("0507"): 3, GRID.hex("0506"): 2}
    state.stack = [march(state, "IT1")]
    take(state, "load", 1)
    loaded = state.stack[-1]
    assert isinstance(loaded, March)
    assert loaded.budget(state, 1) == 2, "three points less for a division"
    assert "load" not in march(state, "IT2").choices(state), "one division in a turn"


def test_11h_2_captured_goods_are_rolled_for() -> None:
    state = lone()
    state.resources = {GRID.hex("0504"): 3}
    state.points_come = 3
    state.stack = []
    capture(state, ENTENTE, GRID.hexes("0504"))
    settle_stack(state, rolling(6, 2, 5))
    assert state.resources == {GRID.hex("0504"): 2}
    assert state.points_gone == 1
