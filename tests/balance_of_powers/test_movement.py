"""Chapter 9: marching, port boxes, flotillas and trenches."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.balance_of_powers.campaigning import begun, choose, lorraine, offered, refused
from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, place_set, position, unit
from tests.balance_of_powers.test_land_combat import units
from trenchline.games.balance_of_powers.allowance import points_of
from trenchline.games.balance_of_powers.commissariat import Commissariat
from trenchline.games.balance_of_powers.components import (
    BOARD,
    CENTRAL,
    CENTRES,
    CHIPS,
    ENTENTE,
    GRID,
    LAND,
    NATIONS,
    OF_KIND,
    RAIL,
    SHEETS,
    TERRAIN,
)
from trenchline.games.balance_of_powers.flotillas import RIVERSIDE, sails
from trenchline.games.balance_of_powers.forces import movable
from trenchline.games.balance_of_powers.going import (
    MARCHABLE,
    RUGGED,
    beside,
    is_hard,
    over_river,
)
from trenchline.games.balance_of_powers.march import Campaign
from trenchline.games.balance_of_powers.scenarios import load_scenario
from trenchline.games.balance_of_powers.stacking import BARE
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.bits import lowest, members
from trenchline.kernel.floods import step, ways

BERLIN = "2516"


def half(stacks: dict[str, str], *, points: int = 9, fortnight: int = 1, **facts: object) -> State:
    """A half of the Central Powers in April 1915, with money for everybody."""
    facts.setdefault("month", 8)
    state = position(stacks, **facts)  # type: ignore[arg-type]
    state.fortnight = fortnight
    state.points = [points] * len(NATIONS)
    return begun(state)


# Marching.


def test_9_0_a_corps_has_its_printed_movement_and_one_point_in_trenches() -> None:
    state = half({BERLIN: "GE-I-3 GE-I-4 GE-C-1 AH-I-1"}, entrenched="GE-I-4")
    for key, points in (("GE-I-3", 3), ("GE-I-4", 1), ("GE-C-1", 4), ("AH-I-1", 2)):
        assert points_of(state, units(key)) == points


def test_9_0_2_enemy_aircraft_are_in_nobodys_way() -> None:
    state = half({"1224": "GE-I-3", "1123": ""})
    choose(state, "unit GE-I-3")
    before = offered(state, "march")
    plane = next(u for u in members(state.troops[ENTENTE] & fighters()))
    state.put(plane, at("1223"))
    assert before >> at("1223") & 1
    assert offered(state, "march") == before


def fighters() -> int:
    return OF_KIND["fighter"]


def test_9_0_3_a_force_is_finished_before_another_begins() -> None:
    state = half({"1224": "GE-I-3", "1223": "GE-I-4"})
    choose(state, "unit GE-I-3", "march 1324")
    assert not offered(state, "unit")
    choose(state, "stop")
    assert offered(state, "unit") == units("GE-I-4")


def test_9_11_a_corps_goes_on_until_its_points_are_spent() -> None:
    state = half({BERLIN: "GE-I-3"})
    choose(state, "unit GE-I-3")
    goal = lowest(offered(state, "march") & beside(at(BERLIN)) & ~RUGGED)
    choose(state, f"march {label(goal)}")
    assert points_of(state, state.force) == 2
    assert state.where[unit("GE-I-3")] == goal


def test_9_11_a_march_leads_as_far_as_the_points() -> None:
    state = half({BERLIN: "GE-I-3"})
    choose(state, "unit GE-I-3")
    for left in (3, 2, 1):
        state.spent[unit("GE-I-3")] = 3 - left
        far = {GRID.distance(at(BERLIN), h) for h in members(offered(state, "march"))}
        assert far == set(range(1, left + 1))
    state.put(unit("FR-C-CAV"), lowest(offered(state, "march")))
    assert not offered(state, "march") >> state.where[unit("FR-C-CAV")] & 1
    state.spent[unit("GE-I-3")] = 3
    assert not offered(state, "march")


def test_9_12_a_force_without_a_leader_may_take_one_along() -> None:
    """[2.62] Never two."""
    state = half({"1224": "GE-I-3 GE-L-KLUCK", "1324": "GE-L-LUDNDRF GE-I-4"})
    choose(state, "unit GE-I-3")
    assert offered(state, "with") == units("GE-L-KLUCK")
    choose(state, "with GE-L-KLUCK")
    assert not offered(state, "with")
    state = half({"1224": "GE-I-3"})
    choose(state, "unit GE-I-3")
    assert not offered(state, "with")


def test_9_14_enemies_beside_the_force_may_be_attacked_within_the_limit_of_their_hex() -> None:
    waste = next(
        h
        for h in members(BARE & SHEETS["ottoman"])
        if beside(h) & ~BARE & ~RUGGED & load_scenario("asian_treasure_house").ground
    )
    origin = lowest(beside(waste) & ~BARE & ~RUGGED & load_scenario("asian_treasure_house").ground)
    state = position(
        {label(origin): "OT-I-1 OT-I-2", label(waste): "BR-I-1"},
        central="OT",
        entente="BR",
        scenario="asian_treasure_house",
    )
    state.held[CENTRAL] |= 1 << origin
    begun(state)
    choose(state, f"stack {label(origin)}")
    assert refused(state, f"attack {label(waste)}").case == "9.14"
    choose(state, "without OT-I-2")
    assert offered(state, "attack") == 1 << waste
    six = "GE-I-1 GE-I-2 GE-I-4 GE-I-5 GE-I-6 GE-I-7"
    state = half({"1224": six, "1124": "FR-I-20", "1025": "FR-I-9"})
    choose(state, "stack 1224")
    assert offered(state, "attack") == place_set("1124", "1123") & state.enemy_land(CENTRAL)
    state = half({BERLIN: "GE-I-3"})
    choose(state, "unit GE-I-3")
    assert not offered(state, "attack")


def label(place: int) -> str:
    return GRID.label(place)


def test_9_12_who_is_picked_up_has_spent_as_much_and_who_is_dropped_stops() -> None:
    state = half({"1224": "GE-I-3 GE-I-4", "1324": "GE-C-1", BERLIN: "GE-I-20"})
    choose(state, "stack 1224", "march 1324", "with GE-C-1")
    assert state.spent[unit("GE-C-1")] == 1
    choose(state, "without GE-I-4")
    assert state.done >> unit("GE-I-4") & 1
    choose(state, "stop")
    assert offered(state, "unit") == units("GE-I-20")


def test_9_12_who_has_not_moved_may_still_move_when_he_is_left_out() -> None:
    state = half({"1224": "GE-I-3 GE-I-4"})
    choose(state, "stack 1224", "without GE-I-4", "stop")
    assert offered(state, "unit") == units("GE-I-4")


def sides(kind: str) -> list[tuple[int, int]]:
    """Pairs of land hexes with a kind of side between them."""

    over = ways(GRID, [BOARD.sides[kind][direction] for direction in range(6)])
    return [(h, other) for h in members(LAND) for other in members(step(1 << h, over) & LAND)]


@pytest.mark.parametrize("kind", ["ocean", "red"])
def test_9_13_1_nobody_crosses_the_sea_or_a_red_bar(kind: str) -> None:
    """[1.22/red]"""
    pairs = sides(kind)
    assert pairs
    for one, other in pairs:
        assert not beside(one) >> other & 1
        assert not beside(one, alpine=True) >> other & 1


def test_9_13_2_alpine_passes_are_for_mountain_corps_and_take_everything() -> None:
    """[1.22/alpine-pass]"""
    pairs = sides("alpine_pass")
    assert pairs
    for one, other in pairs:
        assert not beside(one) >> other & 1
        assert is_hard(one, other, alpine=True)


def test_9_13_3_lakes_are_for_flotillas() -> None:
    pairs = sides("lake")
    assert pairs
    for one, other in pairs:
        assert not beside(one, alpine=True) >> other & 1
    by_river = [(one, other) for one, other in pairs if RIVERSIDE >> other & 1]
    assert by_river
    for one, other in by_river:
        assert sails(one) >> other & 1


def test_9_13_4_the_dardanelles_are_crossed_freely() -> None:
    for around in ("4946", "5046"):
        here = at(around)
        assert step(1 << here, MARCHABLE).bit_count() >= 2
    assert beside(at("4946")) >> at("5046") & 1


def test_1_22_open_and_desert_cost_a_point_and_rugged_ground_everything() -> None:
    """[1.22/open] [1.22/desert] [1.22/marsh] [1.22/mountain] [1.22/mountain-pass] [1.22/river]
    [1.22/population-center] [1.22/bargaining-chip] A river or a town costs nothing more."""

    seen = set()
    for one in members(LAND):
        for other in members(beside(one) & LAND):
            hard = is_hard(one, other)
            if RUGGED >> other & 1:
                assert hard or TERRAIN["mountain"] >> other & 1
                seen.add("pass" if not hard else "rugged")
            else:
                assert not hard
                seen |= {"river"} if over_river(one, other) else set()
                seen |= {"desert"} if TERRAIN["desert"] >> other & 1 else set()
                seen |= {"town"} if (CENTRES & CHIPS) >> other & 1 else set()
    assert seen == {"pass", "rugged", "river", "desert", "town"}


def test_9_14_1_cavalry_does_not_declare_against_trenches() -> None:
    state = lorraine("GE-C-1 GE-I-3", "FR-I-20 FR-I-9", dug_in="FR-I-9")
    choose(state, "stack 1224")
    assert refused(state, "attack 1124").case == "9.14"
    choose(state, "without GE-C-1")
    assert offered(state, "attack")


# Port boxes.


def test_9_4_a_port_box_takes_all_points_on_foot_and_by_rail() -> None:
    """[9.22] [9.23] If there is room."""
    state = position({"4201": "RU-I-1", "4302": "RU-I-2"}, month=8, scenario="fire_in_the_east")
    assert is_hard(at("4201"), at("Petrograd"))
    edge = place_set(*(f"{column}01" for column in range(42, 51)))
    out = step(1 << at("Petrograd"), MARCHABLE)
    assert edge & ~RUGGED & out
    for hex_ in members(edge & out):
        assert is_hard(at("Petrograd"), hex_) == bool(RUGGED >> hex_ & 1)
    in_play = state.scenario.hexes | 1 << at("Petrograd")
    state.scenario = replace(state.scenario, hexes=in_play)
    state.points = [5] * len(NATIONS)
    station = lowest(edge & RAIL)
    state.lift(unit("RU-I-1"))
    state.put(unit("RU-I-1"), station)
    begun(state, ENTENTE)
    choose(state, "unit RU-I-1", "entrain RU")
    crowd = [unit(f"RU-I-{number}") for number in range(3, 9)]
    for corps in crowd:
        state.put(corps, at("Petrograd"))
    assert not offered(state, "rail") >> at("Petrograd") & 1
    for corps in crowd:
        state.lift(corps)
    choose(state, "rail Petrograd")
    assert state.where[unit("RU-I-1")] == at("Petrograd")
    assert state.done >> unit("RU-I-1") & 1


# Flotillas.


def test_9_5_1_a_flotilla_on_the_danube() -> None:
    """[9.5] [9.5/example] [R66] From Belgrade; the Morava only past its mouth."""
    danube = sails(at("3936"))
    assert danube == place_set("3935", "3836", "4036", "3837", "4037")
    arrived = sails(at("4037"), at("3936"))
    assert not arrived >> at("4038") & 1
    assert arrived >> at("4136") & 1
    mouth = sails(at("4136"), at("4037"))
    assert mouth >> at("4137") & 1
    assert mouth >> at("4037") & 1
    assert sails(at("4037"), at("4136")) >> at("4038") & 1


def test_9_5_1_every_hex_costs_a_flotilla_one_point() -> None:
    state = half(
        {"3936": "AH-F-DANUBE"}, held_by={"AH": "3936 4037"}, entente="RS", scenario="south_slavs"
    )
    choose(state, "unit AH-F-DANUBE")
    assert not offered(state, "march") >> at("3937") & 1
    before = points_of(state, state.force)
    choose(state, "march 4037")
    assert points_of(state, state.force) == before - 1
    assert state.upstream[unit("AH-F-DANUBE")] == at("3936")
    assert refused(state, "march 4038").case == "9.5"


def test_9_5_whoever_marches_with_a_flotilla_goes_as_it_does() -> None:
    """[R66]"""
    taken = {"AH": "3936 3937 4037 3837"}
    where = {"3936": "AH-F-DANUBE AH-I-3"}
    state = half(where, held_by=taken, entente="RS", scenario="south_slavs")
    choose(state, "stack 3936")
    together = offered(state, "march")
    assert together >> at("4037") & 1
    assert not together & ~sails(at("3936"))
    choose(state, "without AH-F-DANUBE")
    assert offered(state, "march") >> at("3937") & 1


def test_9_5_3_a_flotilla_fights_like_a_corps_over_its_river() -> None:
    state = half(
        {"3936": "AH-F-DANUBE", "3837": "RS-I-1", "3937": "RS-I-2"},
        held_by={"AH": "3936"},
        entente="RS RU",
        scenario="south_slavs",
    )
    choose(state, "unit AH-F-DANUBE")
    assert offered(state, "attack") == place_set("3837")
    assert refused(state, "attack 3937").case == "10.01"


# Trenches.


def test_9_61_digging_in_takes_the_whole_move_where_it_begins() -> None:
    state = half({"1224": "GE-I-3 GE-I-4", BERLIN: "GE-I-20"})
    choose(state, "stack 1224", "dig")
    assert state.entrenched == units("GE-I-3 GE-I-4")
    assert offered(state, "unit") == units("GE-I-20")
    state = half({"1224": "GE-I-3"})
    choose(state, "unit GE-I-3", "march 1324")
    assert refused(state, "dig").case == "9.61"
    state = half({"1224": "GE-I-3"}, entrenched="GE-I-3")
    choose(state, "unit GE-I-3", "rise")
    assert not state.entrenched
    assert state.done >> unit("GE-I-3") & 1


def test_9_61_1_who_has_no_points_may_still_leave_his_trenches() -> None:
    state = half({"0827": "GE-I-3"}, held_by={"GE": "0827"}, entrenched="GE-I-3")
    choose(state, "unit GE-I-3")
    assert points_of(state, state.force) == 0
    assert not offered(state, "march")
    choose(state, "rise")
    assert not state.entrenched


def test_1_321_2_cavalry_and_tanks_never_dig_in() -> None:
    for key in ("GE-C-1", "GE-T-A7V"):
        state = half({"1224": key})
        choose(state, f"unit {key}")
        assert refused(state, "dig").case == "1.321"


def test_9_62_2_tanks_go_on_after_an_attack_on_trenches() -> None:
    state = lorraine("GE-I-21 GE-T-LKII", "FR-I-20 FR-I-9", dug_in="FR-I-20 FR-I-9")
    words = ("stack 1224", "attack 1124", "pay GE", "point GE-I-21", "point FR-I-20")
    choose(state, *words, "buy_off FR", dice=Loaded(4, 4))
    assert not state.entrenched >> unit("GE-T-LKII") & 1
    assert state.force == units("GE-T-LKII")
    assert offered(state, "march")


def test_9_63_9_63_1_9_63_2_a_trench_battle_shuts_the_hex_until_the_half_ends() -> None:
    state = lorraine("GE-I-21 GE-I-14", "FR-I-20 FR-I-9", dug_in="FR-I-20 FR-I-9")
    state.put(unit("GE-I-3"), at("1123"))
    words = ("stack 1224", "attack 1124", "pay GE", "point GE-I-21", "point FR-I-20")
    choose(state, *words, "buy_off FR", dice=Loaded(4, 4))
    assert state.trench_battles == 1 << at("1124")
    choose(state, "unit GE-I-3")
    assert refused(state, "attack 1124").case == "9.63"
    for key in ("FR-I-20", "FR-I-9"):
        if state.where[unit(key)] >= 0:
            state.lift(unit(key))
    assert refused(state, "march 1124").case == "9.63"
    Commissariat(CENTRAL).run(state)
    assert not state.trench_battles


def test_1_323_1_a_leader_moves_with_one_command_in_a_half() -> None:
    """[R69] He fights with it too."""
    state = half({"1224": "GE-I-3 GE-L-KLUCK", "1324": "GE-I-4"})
    choose(state, "stack 1224", "march 1324", "stop", "stack 1324")
    assert state.where[unit("GE-L-KLUCK")] == at("1324")
    assert state.force == units("GE-I-4")
    assert not offered(state, "with") >> unit("GE-L-KLUCK") & 1


def test_6_53_a_side_moves_whoever_has_not_finished() -> None:
    state = half({"1224": "GE-I-3"})
    assert movable(state, CENTRAL) == units("GE-I-3")
    state.done = units("GE-I-3")
    assert Campaign(CENTRAL).choices(state) == {"end": 1}


def test_12_1_mobilization_who_waits_has_not_moved() -> None:
    state = position({"1224": "GE-I-3 GE-I-5 AH-I-3"}, month=0)
    state.fortnight = 1
    begun(state)
    choose(state, "unit GE-I-3")
    why = refused(state, "with AH-I-3")
    assert (why.case, why.reason) == ("12.1/mobilization", "it has not mobilized yet")
    choose(state, "with GE-I-5")
