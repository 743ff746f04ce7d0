"""Chapters 1 and 2: the maps, control and stacking."""

from __future__ import annotations

from itertools import pairwise

from tests.balance_of_powers.table import at, place_set, position, unit
from trenchline.games.balance_of_powers import stacking
from trenchline.games.balance_of_powers.components import (
    CENTRAL,
    ENTENTE,
    FR,
    GE,
    GRID,
    NATION,
    NATIONS,
    SHEETS,
    TERRAIN,
    UNITS,
    is_interior,
)
from trenchline.games.balance_of_powers.control import occupy
from trenchline.games.balance_of_powers.going import HARD, MARCHABLE, RUGGED, SEA, march
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import step


def test_2_52_adjacent_hexes_touch_and_edges_lead_to_boxes() -> None:
    assert at("0621") in GRID.neighbours(at("0720"))
    assert step(1 << at("North-Atlantic"), SEA) >> at("Mid-Atlantic") & 1
    for column in range(42, 51):
        assert step(1 << at(f"{column}01"), MARCHABLE) >> at("Petrograd") & 1
    assert not step(1 << at("4101"), MARCHABLE) >> at("Petrograd") & 1


def test_1_334_verdun_is_an_interior_fortress_and_belfort_is_not() -> None:
    assert is_interior(at("0922"))
    assert not is_interior(at("1127"))
    assert not is_interior(at("0423"))


def test_2_531_friends_do_not_take_control_from_each_other() -> None:
    state = position({"0619": "BR-I-1"}, entente="FR RU BR")
    assert not occupy(state, at("0619"), 1 << unit("BR-I-1"))
    assert state.controller(at("0619")) == FR


def test_2_532_what_is_liberated_returns_to_its_owner() -> None:
    state = position({"0619": "BR-I-1"}, entente="FR RU BR", held_by={"GE": "0619"})
    assert state.controller(at("0619")) == GE
    assert occupy(state, at("0619"), 1 << unit("BR-I-1"))
    assert state.controller(at("0619")) == FR
    assert state.held[ENTENTE] >> at("0619") & 1
    assert not state.held[CENTRAL] >> at("0619") & 1


def test_2_53_cavalry_takes_no_control() -> None:
    state = position({"0619": "GE-C-1"})
    assert not occupy(state, at("0619"), 1 << unit("GE-C-1"))
    assert occupy(state, at("0619"), 1 << unit("GE-C-1") | 1 << unit("GE-I-3"))
    assert state.controller(at("0619")) == GE


def test_2_53_most_corps_decide_who_takes_control() -> None:
    state = position({"1121": "GE-I-3 AH-I-1 AH-I-2"})
    state.take_side(NATION["LX"], ENTENTE)
    force = bit_set(map(unit, ("GE-I-3", "AH-I-1", "AH-I-2")))
    assert occupy(state, at("1121"), force)
    assert UNITS[unit("AH-I-1")].nation == state.controller(at("1121"))


def test_2_62_six_corps_and_a_leader_fill_a_hex() -> None:
    state = position(
        {"0921": "GE-I-1 GE-I-2 GE-I-3 GE-I-4 GE-I-5 GE-L-KLUCK"}, held_by={"GE": "0921"}
    )
    sixth, seventh = 1 << unit("GE-I-6"), 1 << unit("GE-I-7")
    assert stacking.fits(state, at("0921"), sixth, CENTRAL)
    assert not stacking.fits(state, at("0921"), sixth | seventh, CENTRAL)
    assert not stacking.fits(state, at("0921"), 1 << unit("GE-L-LUDNDRF"), CENTRAL)
    assert stacking.full_for(state, sixth | seventh, CENTRAL, state.corps[CENTRAL]) == place_set(
        "0921"
    )


def test_2_62_a_desert_without_a_road_holds_one_corps() -> None:
    bare = next(h for h in range(20_000) if stacking.BARE >> h & 1)
    state = position({})
    assert stacking.limit(state, bare) == 1
    state.infrastructure = 1 << bare
    assert stacking.limit(state, bare) == 6


def test_9_13_rugged_ground_takes_all_points_and_passes_one() -> None:
    everywhere = -1
    start = at("2516")
    assert march(start, 1, everywhere).reached == step(1 << start, MARCHABLE)
    rugged = RUGGED & SHEETS["north"]
    for goal in members(rugged):
        for beside in members(step(1 << goal, MARCHABLE)):
            if step(1 << beside, HARD) >> goal & 1:
                assert march(beside, 3, 1 << goal).way(goal) == ([goal], True)
            else:
                assert march(beside, 3, 1 << goal).way(goal) == ([goal], False)
                assert TERRAIN["mountain"] >> goal & 1


def test_9_13_a_way_leads_hex_by_hex_and_keeps_points_where_it_can() -> None:
    found = march(at("2516"), 3, -1)
    for goal in (level.bit_length() - 1 for level in found.levels[1:]):
        way, hard = found.way(goal)
        assert not hard
        assert way[-1] == goal
        for one, other in pairwise((at("2516"), *way)):
            assert other in GRID.neighbours(one)


def test_2_23_there_are_eight_major_powers() -> None:
    majors = [nation.code for nation in NATIONS if nation.major]
    assert majors == ["AH", "GE", "OT", "BR", "FR", "IT", "RU", "US"]
