"""Chapter 1: what the counters show, and what becomes of fortresses and leaders."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.balance_of_powers.campaigning import attack, lorraine
from tests.balance_of_powers.table import at, position, unit
from tests.balance_of_powers.test_land_combat import units
from trenchline.games.balance_of_powers.allowance import allowance
from trenchline.games.balance_of_powers.battle import FORTRESS, Battle
from trenchline.games.balance_of_powers.calendar import month_number
from trenchline.games.balance_of_powers.components import (
    CENTRAL,
    CENTRES,
    COAST,
    ENTENTE,
    FORTRESSES,
    FR,
    HOME,
    LAND,
    MARMARA,
    NAVAL,
    OT,
    RAIL,
    TERRAIN,
    UNITS,
)
from trenchline.games.balance_of_powers.deployment import beginners
from trenchline.games.balance_of_powers.entry import enter
from trenchline.games.balance_of_powers.flight import hit
from trenchline.games.balance_of_powers.inherent import guarded
from trenchline.games.balance_of_powers.modifiers import (
    attack_effectiveness,
    defence_effectiveness,
    fort_steps,
    modifiers,
)
from trenchline.games.balance_of_powers.procurement import to_repair
from trenchline.games.balance_of_powers.scenarios import load_scenario
from trenchline.games.balance_of_powers.stacking import limit
from trenchline.games.balance_of_powers.state import POOL
from trenchline.kernel.bits import lowest, members

VERDUN = "0922"


@pytest.mark.parametrize("name", ["before_the_leaves_fall", "south_slavs", "asian_treasure_house"])
def test_1_1_1_with_the_short_rule_no_fleets_set_up(name: str) -> None:
    scenario = load_scenario(name)
    listed = scenario.forces[scenario.set_up]
    assert any(UNITS[u].kind in NAVAL for u in listed) or name != "south_slavs"
    assert not any(UNITS[u].kind in NAVAL for u in members(beginners(scenario)))


def test_1_22_coast_a_coast_counts_only_for_who_comes_from_the_sea() -> None:
    """[1.25] Six corps stand there; it costs the boats two and has a defence of its own."""
    state = position({}, central="OT", entente="BR", month=8, scenario="south_slavs")
    coast = lowest(COAST & HOME[OT] & ~MARMARA & ~FORTRESSES)
    assert limit(state, coast) == 6
    assert not guarded(state, ENTENTE, at("4747"))
    state.landings[at("4747")] = coast
    state.held[ENTENTE] |= 1 << at("4747")
    assert guarded(state, ENTENTE, at("4747")) == 1 << coast
    assert not guarded(state, ENTENTE, at("4748"))


def test_1_22_forest_1_22_open_ground_that_changes_no_dice() -> None:
    """[1.22/desert] [1.22/population-center] [1.22/rail] Forests and deserts take nothing from the
    dice, and six corps find room wherever there is no waste."""
    state = position({"1224": "GE-I-3"}, month=8)
    plain = RAIL | CENTRES | TERRAIN["forest"] | TERRAIN["desert"]
    quiet = plain & LAND & ~TERRAIN["mountain"] & ~TERRAIN["marsh"] & ~FORTRESSES
    seen = 0
    for target in list(members(quiet))[::40]:
        found = modifiers(state, Battle(CENTRAL, at("1224"), target, units("GE-I-3")))
        assert not [m for m in found if m.case.startswith("10.56")]
        seen += 1
    assert seen > 10


def test_1_32_3_the_side_that_is_up_counts() -> None:
    state = position({"1224": "GE-I-3 GE-C-1"}, month=8)
    assert allowance(state, unit("GE-I-3")) == 3
    state.entrenched = units("GE-I-3")
    assert allowance(state, unit("GE-I-3")) == 1
    assert allowance(state, unit("GE-C-1")) == 4


def test_1_32_4_who_is_lost_goes_to_his_force_pool() -> None:
    state = attack(
        lorraine("GE-I-21 GE-I-14", "FR-I-20 FR-I-9"), "point GE-I-21", "point FR-I-20", dice=(3, 4)
    )
    assert state.where[unit("GE-I-21")] == POOL
    assert state.where[unit("FR-I-20")] == POOL


def test_1_32_5_a_ruined_fortress_is_never_repaired() -> None:
    state = position({}, month=8)
    state.points[FR] = 9
    state.batter(at(VERDUN))
    assert to_repair(state, FR) >> at(VERDUN) & 1
    state.batter(at(VERDUN))
    assert not to_repair(state, FR) >> at(VERDUN) & 1


def test_1_321_3_yellow_corps_are_fours_in_attacks_of_1914_alone() -> None:
    state = position({"1224": "GE-I-3"}, month=month_number("December 1914"))
    battle = Battle(ENTENTE, at("1124"), at("1224"), 0)
    assert attack_effectiveness(state, unit("GE-I-3"), at("1124")) == 4
    assert defence_effectiveness(state, battle, unit("GE-I-3")) == 3
    state.month += 1
    assert attack_effectiveness(state, unit("GE-I-3"), at("1124")) == 3


def test_1_321_4_10_532_tanks_attack_with_one_number_and_defend_with_another() -> None:
    state = position({"1224": "GE-T-A7V"}, month=month_number("March 1918"))
    battle = Battle(ENTENTE, at("1124"), at("1224"), 0)
    assert attack_effectiveness(state, unit("GE-T-A7V"), at("1124")) == 4
    assert defence_effectiveness(state, battle, unit("GE-T-A7V")) == 2


def test_1_322_1_an_aircraft_has_two_steps() -> None:
    state = position({"1224": "GE-I-3"}, month=8)
    plane = unit("GE-V-EINDKRD")
    state.put(plane, at("1224"))
    hit(state, plane)
    assert state.reduced >> plane & 1
    assert state.where[plane] == at("1224")
    hit(state, plane)
    assert state.where[plane] < 0


def test_1_33_ruined_1_331_a_ruin_defends_nothing_and_is_in_nobodys_way() -> None:
    """[1.33/ruined] [1.331]"""
    state = position({}, month=8)
    battle = Battle(CENTRAL, at("0921"), at(VERDUN), 0)
    assert state.enemy_land(CENTRAL) >> at(VERDUN) & 1
    state.batter(at(VERDUN), 2)
    assert not state.enemy_land(CENTRAL) >> at(VERDUN) & 1
    assert fort_steps(state, battle) == 0


def test_1_331_1_a_ruin_is_still_a_population_centre() -> None:
    state = position({}, month=8)
    state.batter(at(VERDUN), 2)
    assert CENTRES >> at(VERDUN) & 1
    assert FORTRESSES & ~CENTRES == 0


def test_1_333_a_fortress_belongs_to_its_first_owner_until_it_is_ruined() -> None:
    """Who holds the hex around it does not matter."""
    state = position({}, held_by={"GE": VERDUN}, month=8)
    assert state.forts[ENTENTE] >> at(VERDUN) & 1
    assert defence_effectiveness(state, Battle(CENTRAL, 0, at(VERDUN), 0), FORTRESS) == 3
    state.batter(at(VERDUN), 2)
    assert not (state.forts[ENTENTE] | state.forts[CENTRAL]) >> at(VERDUN) & 1


@pytest.mark.parametrize(("ruined_before", "shaken"), [(False, 1), (True, 0)])
def test_1_334_1_2_91_6_the_fall_of_an_interior_fortress(ruined_before: bool, shaken: int) -> None:
    """[R31] Once, and not if it was a ruin when the game began."""
    state = position({"0921": "GE-I-3"}, held_by={"GE": "0921"}, month=8)
    state.batter(at(VERDUN), 2)
    if ruined_before:
        state.scenario = replace(state.scenario, ruins=1 << at(VERDUN))
    enter(state, units("GE-I-3"), at(VERDUN))
    assert state.demoralization[FR] == shaken
    enter(state, units("GE-I-3"), at("0823"))
    assert state.demoralization[FR] == shaken
