"""Chapters 9.2 and 9.3: movement by rail."""

from __future__ import annotations

import pytest

from tests.balance_of_powers.campaigning import begun, choose, offered, refused
from tests.balance_of_powers.table import at, position, unit
from tests.balance_of_powers.test_land_combat import units
from tests.balance_of_powers.test_movement import BERLIN, half, label
from trenchline.games.balance_of_powers.allowance import points_of
from trenchline.games.balance_of_powers.components import (
    AH,
    BG,
    BR,
    CENTRAL,
    ENTENTE,
    GE,
    NATION,
    NATIONS,
    OF_KIND,
    OF_NATION,
    RAIL,
)
from trenchline.games.balance_of_powers.going import (
    RUGGED,
    TRACKS,
    beside,
)
from trenchline.games.balance_of_powers.rail import entrainers, rail_points, reached_by_rail
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.bits import lowest, members
from trenchline.kernel.floods import flood, step
from trenchline.kernel.play import decision


def test_9_21_a_train_takes_a_railway_supply_and_a_point() -> None:
    off = lowest(beside(at("1225")) & ~RAIL)
    for stacks, case in (({label(off): "GE-I-3"}, "9.21"), ({"0827": "GE-I-3"}, "9.21")):
        state = half(stacks)
        choose(state, "unit GE-I-3")
        assert refused(state, "entrain GE").case == case
    state = half({BERLIN: "GE-I-3"}, points=0)
    choose(state, "unit GE-I-3")
    assert refused(state, "entrain GE").case == "2.44"
    state = half({BERLIN: "GE-I-3 GE-I-4"}, points=1)
    choose(state, f"stack {BERLIN}", "entrain GE")
    assert state.points[GE] == 0
    assert decision(state).choices(state)["rail"] >> at("1224") & 1


def test_3_2_2_who_is_out_of_supply_has_no_trains_and_a_point_less() -> None:
    state = half({"0827": "GE-I-3"}, held_by={"GE": "0827"})
    choose(state, "unit GE-I-3")
    assert points_of(state, state.force) == 2
    assert refused(state, "entrain GE").case == "9.21"


def test_9_21_1_whoever_pays_has_a_corps_in_the_force() -> None:
    state = half({BERLIN: "GE-I-3 AH-I-1"})
    choose(state, f"stack {BERLIN}")
    assert entrainers(state) == 1 << GE | 1 << AH
    choose(state, "without AH-I-1")
    assert entrainers(state) == 1 << GE


def test_9_21_2_a_train_picks_up_and_drops_corps_for_the_same_point() -> None:
    """[R67] Two hexes of eighteen are used; the rest is not lost."""
    state = half({BERLIN: "GE-I-3 GE-I-4"})
    line = [at(BERLIN)]
    for _ in range(2):
        ahead = step(1 << line[-1], TRACKS) & ~(1 << line[0])
        line.append(lowest(ahead))
    state.put(unit("GE-I-5"), line[-1])
    choose(state, f"stack {BERLIN}", "entrain GE", f"rail {label(line[-1])}")
    assert (state.points[GE], state.train_hexes) == (8, 16)
    choose(state, "with GE-I-5", "without GE-I-4")
    assert state.railed[GE] == 3
    assert state.spent[unit("GE-I-5")] == 1
    choose(state, "rail 1224")
    assert state.points[GE] == 8
    assert state.where[unit("GE-I-5")] == at("1224")
    assert state.where[unit("GE-I-4")] == line[-1]


def test_9_22_trains_keep_to_friendly_tracks_without_enemies() -> None:
    """[1.22/rail]"""
    state = half({BERLIN: "GE-I-3"})
    choose(state, "unit GE-I-3", "entrain GE")
    reached = offered(state, "rail")
    assert not reached & ~RAIL
    assert not reached & ~state.held[CENTRAL]
    friendly = RAIL & state.held[CENTRAL] & ~state.enemy_land(CENTRAL) & state.scenario.hexes
    assert reached & ~flood(1 << at(BERLIN), friendly, TRACKS) == 0
    state.put(unit("FR-C-CAV"), at("1224"))
    assert not offered(state, "rail") >> at("1224") & 1
    assert decision(state).why_not(state, "rail", at("1224")).case == "9.22"


def test_9_22_a_full_station_shuts_the_line() -> None:
    """[2.62.2]"""
    state = half({BERLIN: "GE-I-3"})
    choose(state, "unit GE-I-3", "entrain GE")
    stations = step(1 << at(BERLIN), TRACKS) & offered(state, "rail")
    corps = (u for u in members(OF_KIND["infantry"] & OF_NATION[GE]) if state.where[u] < 0)
    for station in members(stations):
        for _ in range(6):
            state.put(next(corps), station)
    assert offered(state, "rail") == 1 << at(BERLIN)


def test_9_22_1_infrastructure_is_joined_to_the_railways_beside_it() -> None:
    """[R68] A hex without tracks, beside one that has them."""
    state = half({BERLIN: "GE-I-3"})
    choose(state, "unit GE-I-3", "entrain GE")
    bare = next(
        h
        for h in members(state.held[CENTRAL] & ~RAIL & state.scenario.ground)
        if beside(h) & offered(state, "rail")
    )
    assert not offered(state, "rail") >> bare & 1
    state.infrastructure = 1 << bare
    assert offered(state, "rail") >> bare & 1
    choose(state, f"rail {label(bare)}")
    onward = offered(state, "rail")
    assert onward & beside(bare)
    assert onward >> at(BERLIN) & 1


def test_9_22_2_rugged_ground_does_not_stop_a_train() -> None:
    state = half({BERLIN: "GE-I-3"})
    choose(state, "unit GE-I-3", "entrain GE")
    choose(state, f"rail {label(lowest(offered(state, 'rail') & RUGGED))}")
    assert state.spent[unit("GE-I-3")] < 3
    assert state.force


def test_9_23_a_point_is_worth_18_hexes_and_nobody_rides_for_more_than_three() -> None:
    state = half({BERLIN: "GE-C-1"})
    choose(state, "unit GE-C-1")
    assert points_of(state, state.force) == 4
    assert rail_points(state, state.force) == 3
    choose(state, "entrain GE")
    far = farthest(state)
    choose(state, f"rail {label(far)}")
    assert state.where[unit("GE-C-1")] == far
    assert state.spent[unit("GE-C-1")] >= 2
    assert state.by_rail == state.spent == {unit("GE-C-1"): state.spent[unit("GE-C-1")]}
    state.by_rail[unit("GE-C-1")] = 3
    state.train = -1
    assert not entrainers(state)


def farthest(state: State) -> int:

    levels = reached_by_rail(state).levels
    assert len(levels) > 18
    return lowest(levels[-1])


def test_9_23_1_a_corps_in_trenches_rides_18_hexes_and_leaves_them() -> None:
    """[9.23]"""
    state = half({BERLIN: "GE-I-3 GE-I-4"}, entrenched="GE-I-3")
    choose(state, f"stack {BERLIN}", "entrain GE", first_station(state))
    assert not state.entrenched
    assert state.done >> unit("GE-I-3") & 1
    assert state.force == units("GE-I-4")
    assert offered(state, "march")


def first_station(state: State) -> str:
    return f"rail {label(lowest(step(1 << at(BERLIN), TRACKS)))}"


@pytest.mark.parametrize(
    ("code", "limit"),
    [("AH", 3), ("BR", 3), ("FR", 4), ("GE", 5), ("IT", 2), ("OT", 1), ("RU", 4), ("US", 3)],
)
def test_9_24_how_many_corps_each_nation_moves(code: str, limit: int) -> None:
    """[9.24/austria-hungary] [9.24/britain] [9.24/france] [9.24/germany] [9.24/italy]
    [9.24/ottoman] [9.24/russia] [9.24/usa]"""
    assert NATIONS[NATION[code]].rail == limit
    state = half({BERLIN: "GE-I-3"})
    choose(state, "unit GE-I-3")
    state.railed[GE] = 4
    assert entrainers(state)
    state.railed[GE] = 5
    assert not entrainers(state)


def test_9_24_no_trains_in_the_first_fortnight_of_the_war_nor_for_flotillas() -> None:
    state = half({BERLIN: "GE-I-3"}, month=0)
    choose(state, "unit GE-I-3")
    assert refused(state, "entrain GE").case == "9.24"
    state = half({"3936": "AH-F-DANUBE"}, held_by={"AH": "3936"}, scenario="south_slavs")
    choose(state, "unit AH-F-DANUBE")
    assert refused(state, "entrain AH").case == "9.24"


def test_9_24_a_train_takes_no_flotilla_on_its_way_bug() -> None:
    """A corps by rail picked up the flotilla of Lake Victoria in Kampala, and took it to the sea.
    It may still join for a march, or an attack, and the train is left."""
    state = position(
        {"AF9134": "BR-A-KAR_1", "AF8933": "BR-F-VICTORIA"},
        central="GE",
        entente="BR",
        month=3,
        scenario="africa",
    )
    state.africa_points = [9] * len(NATIONS)
    begun(state, ENTENTE)
    choose(state, "unit BR-A-KAR_1", "entrain BR", "rail AF8933")
    assert offered(state, "rail") >> at("AF9034") & 1
    railed = state.railed[BR]
    choose(state, "with BR-F-VICTORIA")
    assert state.railed[BR] == railed
    assert refused(state, "rail AF9034").case == "9.24"
    choose(state, "without BR-F-VICTORIA", "rail AF9034")
    assert state.where[unit("BR-F-VICTORIA")] == at("AF8933")


def test_9_24_a_flotilla_joins_those_who_leave_a_full_train() -> None:
    state = half({"3834": "AH-I-1 AH-I-2 AH-I-3", "4036": "AH-F-DANUBE"}, scenario="south_slavs")
    choose(state, "stack 3834", "entrain AH", "rail 4036")
    assert state.railed[AH] == NATIONS[AH].rail
    choose(state, "with AH-F-DANUBE", "march 3935")
    assert state.where[unit("AH-F-DANUBE")] == state.where[unit("AH-I-1")] == at("3935")
    assert state.railed[AH] == NATIONS[AH].rail


def test_9_24_1_minors_ride_on_the_account_of_whom_they_trace_supply_to() -> None:
    state = half({BERLIN: "BG-I-1"}, central="AH GE BG", entente="RU FR RS")
    state.patrons[BG] = GE
    choose(state, "unit BG-I-1")
    assert entrainers(state) == 1 << AH | 1 << GE
    state = half({"4441": "BG-I-1"}, central="AH GE BG", entente="RU FR RS", scenario="south_slavs")
    choose(state, "unit BG-I-1")
    assert not entrainers(state)


def test_9_24_3_all_corps_of_the_train_count_against_whoever_paid() -> None:
    state = half({BERLIN: "GE-I-3 AH-I-1 AH-I-2"})
    choose(state, f"stack {BERLIN}", "entrain AH")
    assert state.railed[AH] == 3
    assert state.railed[GE] == 0
    choose(state, f"rail {BERLIN}")
    state.put(unit("GE-I-4"), at(BERLIN))
    assert refused(state, "with GE-I-4").case == "9.24"


def test_9_31_who_boards_again_pays_again() -> None:
    state = half({BERLIN: "GE-C-1"})
    station = lowest(step(1 << at(BERLIN), TRACKS))
    choose(state, "unit GE-C-1", "entrain GE", f"rail {label(station)}")
    back = lowest(beside(station) & offered(state, "march") & RAIL)
    choose(state, f"march {label(back)}")
    assert state.train < 0
    assert not offered(state, "rail")
    choose(state, "entrain GE")
    assert state.points[GE] == 7


def test_9_32_a_corps_may_ride_up_to_the_enemy_and_attack() -> None:
    state = half({BERLIN: "GE-I-3 GE-I-4", "1124": "FR-I-20"})
    choose(state, f"stack {BERLIN}", "entrain GE", "rail 1224")
    assert offered(state, "attack") >> at("1124") & 1


def test_9_63_1_and_6_512_trains_keep_off_trench_battles_and_winter() -> None:
    state = half({BERLIN: "GE-I-3"})
    choose(state, "unit GE-I-3", "entrain GE")
    station = lowest(step(1 << at(BERLIN), TRACKS) & offered(state, "rail"))
    state.trench_battles = 1 << station
    assert not offered(state, "rail") >> station & 1
    assert decision(state).why_not(state, "rail", station).case == "9.63"
