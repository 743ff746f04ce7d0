"""Chapters 6.4, 7 and 8: what fleets are, coastal raids, and what a lost dreadnought costs."""

from __future__ import annotations

import pytest

from tests.balance_of_powers.at_sea import quarters, units
from tests.balance_of_powers.campaigning import choose, offered, refused
from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, position, unit
from trenchline.games.balance_of_powers.admiralty import Admiralty
from trenchline.games.balance_of_powers.battle import SeaBattle
from trenchline.games.balance_of_powers.coastal_raids import RaidCoast, may_raid, victim
from trenchline.games.balance_of_powers.components import BR, CENTRAL, ENTENTE, GE
from trenchline.games.balance_of_powers.contact import quarry
from trenchline.games.balance_of_powers.general_quarters import GeneralQuarters, Quarters
from trenchline.games.balance_of_powers.interrupts import Interrupt
from trenchline.games.balance_of_powers.navy import fleet, pack, sink, zone
from trenchline.games.balance_of_powers.quarters import AtSea
from trenchline.games.balance_of_powers.salvos import (
    AfterCombat,
    Broadside,
    Salvo,
    battle,
    join_battle,
)
from trenchline.games.balance_of_powers.search import Search
from trenchline.games.balance_of_powers.stacking import fits
from trenchline.games.balance_of_powers.state import MINES, State
from trenchline.games.balance_of_powers.torpedoes import Aim, steps_hunted
from trenchline.kernel.play import decision, settle


def test_6_4_fleets_sail_where_a_scenario_has_them() -> None:
    state = position(
        {"1613": "GE-N-CL1"}, central="GE", scenario="price_of_admiralty", entente="BR"
    )
    state.stack = [Admiralty()]
    settle(state, Loaded())
    assert decision(state) == Quarters(CENTRAL)
    land = position({"1613": "GE-N-CL1"}, central="GE", entente="FR", scenario="fire_in_the_east")
    land.stack = [Admiralty()]
    assert settle(land, Loaded()) == {}


def test_2_64_ships_and_submarines_are_two_forces() -> None:
    state = quarters({"1613": "GE-N-CL1 GE-N-UB1"})
    assert fleet(state, at("1613"), CENTRAL) == units("GE-N-CL1")
    assert pack(state, at("1613"), CENTRAL) == units("GE-N-UB1")
    # Two of them patrol no more than each alone.
    assert zone(at("1613"), fleet(state, at("1613"), CENTRAL)) == 1 << at("1613")


def test_1_22_any_number_of_naval_units_fits() -> None:
    """[1.22/ocean]"""
    keys = " ".join(f"BR-N-BB{n}" for n in range(1, 8))
    state = quarters({"0106": keys})
    assert fits(state, at("0106"), units("BR-N-BC1"), ENTENTE)


def test_6_42_1_lone_units_mines_and_fortresses_patrol_nothing() -> None:
    state = quarters({"1611": "BR-N-CL1", "1711": "GE-M-1"}, side=ENTENTE)
    choose(state, "ship BR-N-CL1")
    # Beside a minefield and the fortress of Wilhelmshaven, one hex off.
    choose(state, "steam 1612")
    assert isinstance(decision(state), AtSea)
    assert not quarry(state)


def test_6_41_1_a_declaration_holds_for_one_contact() -> None:
    state = quarters({"0406": "GE-N-CL1 GE-N-CL2", "0106": "BR-N-PD1"})
    choose(state, "fleet 0406", "steam 0206", "search 0106", "in_port")
    assert state.in_port == [(ENTENTE, at("0106"))]
    assert not quarry(state)
    choose(state, "steam 0207")
    assert state.in_port == state.at_sea == []
    assert decision(state) == Search(CENTRAL)


def test_6_44_1_two_mines_of_each_side_in_a_box() -> None:
    stacks = {"Scapa-Flow": "BR-N-CL1 BR-M-1"}
    state = quarters(stacks, side=ENTENTE)
    state.where[unit("BR-M-2")] = state.where[unit("BR-M-3")] = MINES
    choose(state, "ship BR-N-CL1", "lay BR-N-CL1")
    assert not offered(state, "lay")


def test_6_442_1_mines_attack_at_entry_not_at_the_start() -> None:
    state = quarters({"1608": "BR-N-CL1 GE-M-1"}, side=ENTENTE)
    choose(state, "ship BR-N-CL1", "steam 1607")
    choose(state, "steam 1608", dice=Loaded(6))
    assert state.force_at == at("1608")


@pytest.mark.parametrize(("die", "hit"), [(2, 1), (3, 0)])
def test_6_443_a_die_below_the_score_hits_in_a_hex(die: int, hit: int) -> None:
    state = quarters({"1607": "BR-N-CL1", "1608": "GE-M-1"}, side=ENTENTE)
    choose(state, "ship BR-N-CL1")
    choose(state, "steam 1608", dice=Loaded(die))
    assert state.reduced == hit * units("BR-N-CL1")


def test_6_446_3_clearance_comes_before_contact() -> None:
    """A force that sweeps where enemies are has swept before anybody searches."""
    state = quarters({"1007": "GE-N-CL1 GE-N-CL2", "1006": "BR-M-1 BR-N-PD1"})
    choose(state, "fleet 1007")
    choose(state, "sweep 1006", "sweeper GE-N-CL1", dice=Loaded(2))
    assert state.where[unit("BR-M-1")] < 0
    assert not state.sought
    assert decision(state) == Interrupt(ENTENTE)


def test_7_0_one_force_after_another() -> None:
    state = quarters({"1613": "GE-N-CL1", "1513": "GE-N-CL2"})
    choose(state, "ship GE-N-CL1")
    assert state.force == units("GE-N-CL1")
    assert "ship" not in decision(state).choices(state)
    choose(state, "steam 1612", "stop", "ship GE-N-CL2")
    assert state.force == units("GE-N-CL2")


def test_7_46_each_force_is_interrupted_by_itself() -> None:
    state = quarters({"1613": "GE-N-PD1 GE-N-PD2", "1204": "BR-N-CA1"})
    for key in ("GE-N-PD1", "GE-N-PD2"):
        choose(state, f"ship {key}", "steam 1606", "wait")
        choose(state, "break_in BR-N-CA1", dice=Loaded(1))
        assert state.done & units(key)


def coast(**more: object) -> State:
    """A German raid on Yarmouth."""
    state = quarters({"0612": "GE-N-BC1"}, **more)  # type: ignore[arg-type]  # whatever is told
    choose(state, "ship GE-N-BC1", "steam 0413")
    return state


def test_7_35_a_raid_is_declared_on_an_enemy_coast_once_a_season() -> None:
    state = coast()
    assert decision(state) == RaidCoast(CENTRAL)
    choose(state, "bombard", dice=Loaded(1, 2))
    assert state.raided == 1 << CENTRAL
    assert isinstance(decision(state), AtSea)
    choose(state, "steam 0415")
    assert isinstance(decision(state), AtSea)
    state.forget("season")
    assert may_raid(state)


def test_7_35_it_takes_guns_and_a_town_or_a_unit_of_the_enemy() -> None:
    state = quarters({"0612": "GE-N-CL1"})
    choose(state, "ship GE-N-CL1", "steam 0413")
    # Gunnery 1 is too little.
    assert isinstance(decision(state), AtSea)
    assert victim(state, at("0413"), CENTRAL) == BR
    assert victim(state, at("0513"), CENTRAL) is None
    state.put(unit("BR-I-1"), at("0513"))
    assert victim(state, at("0513"), CENTRAL) == BR
    assert victim(state, at("0612"), CENTRAL) is None


@pytest.mark.parametrize(("dice", "left"), [((4, 4), 1), ((3, 3), 2), ((6, 5), 2), ((2, 2), 2)])
def test_7_35_1_doubles_above_the_year_cost_a_point(dice: tuple[int, int], left: int) -> None:
    """In 1916 eight is more than six, and six is not."""
    state = coast()
    choose(state, "bombard", dice=Loaded(*dice))
    assert state.points[BR] == left
    assert state.force == units("GE-N-BC1")


def test_8_0_contact_search_deployment_fire_and_the_way_home() -> None:
    """[8.0] One after the other."""
    state = quarters({"1007": "GE-N-PD1", "1006": "BR-N-PD1"})
    choose(state, "ship GE-N-PD1", "steam 1006")
    assert decision(state) == Search(CENTRAL)
    choose(state, "search 1006", dice=Loaded(1, 6, 6, 1, 1, 1, 1, 6))
    assert decision(state) == AfterCombat(CENTRAL)


def test_8_1_2_two_units_in_one_hex() -> None:
    state = quarters({"1007": "GE-N-PD1", "1006": "BR-N-PD1"})
    choose(state, "ship GE-N-PD1")
    assert not quarry(state)
    choose(state, "steam 1006")
    assert quarry(state) == 1 << at("1006")


def test_8_1_4_a_unit_beside_a_stack() -> None:
    state = quarters({"1008": "GE-N-PD1", "1006": "BR-N-PD1 BR-N-PD2"})
    choose(state, "ship GE-N-PD1", "steam 1007")
    assert quarry(state) == 1 << at("1006")


def test_8_1_5_two_stacks_two_hexes_apart() -> None:
    state = quarters({"1009": "GE-N-PD1 GE-N-PD2", "1006": "BR-N-PD1 BR-N-PD2"})
    choose(state, "fleet 1009")
    assert not quarry(state)
    choose(state, "steam 1008")
    assert quarry(state) == 1 << at("1006")


def test_8_23_2_when_nobody_finds_anybody_the_force_sails_on() -> None:
    state = quarters({"1007": "GE-N-PD1", "1006": "BR-N-PD1"})
    choose(state, "ship GE-N-PD1", "steam 1005")
    choose(state, "search 1006", dice=Loaded(6))
    choose(state, "search_from 1006", dice=Loaded(6))
    assert state.force_at == at("1005")
    assert state.sea_battle is None


def test_8_3_surface_ships_that_find_others_fight() -> None:
    state = quarters({"1007": "GE-N-PD1 GE-N-PD2", "1006": "BR-N-PD1"})
    choose(state, "fleet 1007", "steam 1006")
    choose(state, "search 1006", dice=Loaded(2, 6, 6, *[1] * 6))
    # The Germans have fired at the only target; the British answer with theirs.
    assert decision(state) == Broadside(unit("BR-N-PD1"), False, False)
    assert offered(state, "shoot") == units("GE-N-PD1 GE-N-PD2")
    assert battle(state).side == CENTRAL
    assert state.engaged == units("GE-N-PD1 GE-N-PD2 BR-N-PD1")


def test_8_332_1_nobody_is_targeted_twice_before_all_were_once() -> None:
    keys = "GE-N-PD1 GE-N-PD2 BR-N-PD1 BR-N-PD2 BR-N-PD3"
    state = position({"1006": keys}, central="GE", entente="BR", scenario="price_of_admiralty")
    join_battle(state, CENTRAL, units(keys), 0, (-1, -1))
    state.stack[:] = [Salvo(False)]
    settle(state, Loaded())
    assert offered(state, "shoot") == units("BR-N-PD1 BR-N-PD2 BR-N-PD3")
    choose(state, "shoot BR-N-PD2", dice=Loaded(1, 1))
    assert decision(state) == Broadside(unit("GE-N-PD2"), False, False)
    assert offered(state, "shoot") == units("BR-N-PD1 BR-N-PD3")
    assert refused(state, "shoot BR-N-PD2").case == "8.332.1"


def test_8_34_1_who_need_not_return_may_stay_or_go() -> None:
    state = position(
        {"1006": "GE-N-PD1"}, central="GE", entente="BR", scenario="price_of_admiralty"
    )
    state.sea_battle = SeaBattle(CENTRAL)
    state.engaged = units("GE-N-PD1")
    state.stack = [AfterCombat(CENTRAL)]
    choose(state, "stay")
    assert state.where[unit("GE-N-PD1")] == at("1006")
    assert battle(state).lost == (0, 0)


def test_8_4_submarines_that_find_ships_attack() -> None:
    state = quarters({"1007": "GE-N-UB1 GE-N-UB2", "1006": "BR-N-BB1 BR-N-CL1"})
    choose(state, "pack 1007", "steam 1006")
    choose(state, "search 1006", dice=Loaded(1))
    choose(state, "fight")
    assert decision(state) == Aim(unit("GE-N-UB1"))


def test_2_91_5_a_lost_dreadnought_demoralizes() -> None:
    state = quarters({"1613": "GE-N-BB1 GE-N-BC1"})
    sink(state, unit("GE-N-BC1"))
    assert state.demoralization[GE] == 0
    sink(state, unit("GE-N-BB1"))
    assert state.demoralization[GE] == 1


@pytest.mark.parametrize(
    ("dice", "number", "steps"),
    [
        ((1, 2, 4), 8, 1),
        ((1, 2, 5), 8, 0),
        ((3, 3, 1), 8, 2),
        ((2, 2, 2), 8, 3),
        ((6, 6, 6), 12, 0),
        ((1, 1, 1), 0, 0),
    ],
)
def test_5_324b_the_number_on_the_track(
    dice: tuple[int, int, int], number: int, steps: int
) -> None:
    assert steps_hunted(dice, number) == steps


def attacked() -> State:
    """A U-boat has missed a cruiser, and nobody can hunt it yet."""
    state = quarters({"1512": "GE-N-UB1", "1511": "BR-N-CL1"})
    choose(state, "ship GE-N-UB1", "steam 1511")
    choose(state, "search 1511", dice=Loaded(1))
    choose(state, "fight", dice=Loaded(1, 1, 6, 6, 6))
    choose(state, "harbour 1613")
    return state


def test_5_324a_they_are_hunted_even_if_nothing_can_come_of_it() -> None:
    assert attacked().hunters == 1


def test_5_324d_they_return_to_port_whatever_came_of_it() -> None:
    state = attacked()
    assert state.moored == units("GE-N-UB1")
    assert state.where[unit("GE-N-UB1")] == at("1613")


def test_4_2_2_the_british_may_go_first() -> None:
    state = quarters({"1613": "GE-N-CL1", "0106": "BR-N-CL1"})
    state.stack = [GeneralQuarters(2)]
    settle(state, Loaded())
    assert decision(state).who(state) == ENTENTE
    choose(state, "go_first")
    assert state.phasing == ENTENTE
