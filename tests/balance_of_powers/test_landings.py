"""Chapter 6.453: the landings of the Entente, from the sea to the shore."""

from __future__ import annotations

import pytest

from tests.balance_of_powers.campaigning import choose
from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, place_set, position, unit
from trenchline.games.balance_of_powers.admiralty import Admiralty
from trenchline.games.balance_of_powers.aerodrome import Aerodrome
from trenchline.games.balance_of_powers.aviation import refuses_patrol
from trenchline.games.balance_of_powers.calendar import month_number
from trenchline.games.balance_of_powers.components import (
    BR,
    CENTRAL,
    COAST,
    ENTENTE,
    GR,
    OCEAN_BOXES,
    OT,
    SIN,
)
from trenchline.games.balance_of_powers.control import occupy
from trenchline.games.balance_of_powers.face import GAME
from trenchline.games.balance_of_powers.forces import may_go, movable, targets
from trenchline.games.balance_of_powers.inherent import guarded
from trenchline.games.balance_of_powers.invariants import broken
from trenchline.games.balance_of_powers.landings import sites
from trenchline.games.balance_of_powers.modifiers import modifiers
from trenchline.games.balance_of_powers.muster import PlaceWorks
from trenchline.games.balance_of_powers.notation import notation, parse
from trenchline.games.balance_of_powers.odds import parse_attack
from trenchline.games.balance_of_powers.opening import HISTORICAL, new_game
from trenchline.games.balance_of_powers.scenarios import load_scenario
from trenchline.games.balance_of_powers.sequence import Half, Month
from trenchline.games.balance_of_powers.stacking import full_for
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.supply import in_supply, supplied
from trenchline.kernel.bits import lowest
from trenchline.kernel.play import decision, settle
from trenchline.kernel.position import differences

BEACH, COAST_HEX = "4847", "4947"
"""The sea before Gallipoli, and the Asian coast beside it."""
MALTA = "2457"


def aegean(stacks: dict[str, str], *, month: str = "March 1915") -> State:
    """Britain and France against the Ottoman Empire, in the admiralty phase."""
    state = position(
        stacks,
        central="AH GE OT",
        entente="BR FR RU RS ME",
        scenario="south_slavs",
        month=month_number(month),
    )
    state.points[BR] = 5
    state.stack = [Admiralty()]
    settle(state, Loaded())
    return state


def landed(stacks: dict[str, str], coast: str = COAST_HEX, *, month: str = "March 1915") -> State:
    """The same in the first fortnight, with a landing."""
    state = aegean(stacks, month=month)
    choose(state, f"landing {BEACH}", f"towards {coast}")
    state.stack = [Half(1, ENTENTE)]
    settle(state, Loaded())
    return state


def test_6_453_one_landing_a_year_on_permitted_water() -> None:
    state = aegean({MALTA: "BR-I-MEF"})
    asked = decision(state)
    assert asked.choices(state)["landing"] >> at(BEACH) & 1
    choose(state, f"landing {BEACH}", f"towards {COAST_HEX}")
    assert state.landings == {at(BEACH): at(COAST_HEX)}
    assert state.held[ENTENTE] >> at(BEACH) & 1
    asked = decision(state)
    assert asked.why_not(state, "landing", at("4848")).case == "6.453"
    assert not sites(state)
    state.stack = [Month(month_number("January 1916"))]
    settle(state, Loaded())
    assert sites(state) >> at("4848") & 1
    assert not sites(state) >> at(BEACH) & 1


def test_r162_a_landing_leads_to_no_barred_or_neutral_coast_and_lies_on_none_of_the_enemy() -> None:
    state = aegean({})
    asked = decision(state)
    # The Adriatic coast of Austria-Hungary, the Sea of Marmara, an enemy coast.
    for label, case in (("5245", "6.451.1"), (COAST_HEX, "6.453")):
        assert not sites(state) >> at(label) & 1
        assert asked.why_not(state, "landing", at(label)).case == case
    choose(state, f"landing {BEACH}")
    step = decision(state)
    assert step.choices(state)["towards"] & ~COAST == 0
    assert step.why_not(state, "towards", at("5245")).case == "6.453"
    state.take_side(OT, ENTENTE)
    assert guarded(state, ENTENTE, at(BEACH)) == 0


def test_6_452_2_units_stay_at_sea_and_land_where_a_counter_is_placed() -> None:
    state = aegean({MALTA: "BR-I-ANZAC_I BR-I-MEF"})
    for key in ("BR-I-ANZAC_I", "BR-I-MEF"):
        choose(state, f"embark {key}", f"sail {BEACH}")
    anzac = unit("BR-I-ANZAC_I")
    assert state.aboard == 1 << anzac | 1 << unit("BR-I-MEF")
    assert in_supply(state, anzac)
    assert not broken(state)
    # At sea they do nothing; a month later they sail on.
    assert not movable(state, ENTENTE) >> anzac & 1
    read = parse(notation(state))
    read.rolls = state.rolls
    assert differences(read, state) == []
    state.shipped = 0
    assert decision(state).choices(state)["embark"] >> anzac & 1
    choose(state, f"landing {BEACH}", f"towards {COAST_HEX}")
    assert not state.aboard
    assert movable(state, ENTENTE) >> anzac & 1
    assert not broken(state)


def test_7_72_a_landing_that_corps_have_left_reads_back_as_its_owner_s_bug() -> None:
    """Without Central corps on it a counter was taken for the Entente's."""
    state = aegean({MALTA: "BR-I-MEF"})
    for side in (CENTRAL, ENTENTE):
        read = state.copy()
        read.landings[at(BEACH)] = at(COAST_HEX)
        read.held[side] |= 1 << at(BEACH)
        assert parse(notation(read)).held == read.held


def test_3_0_2_an_aircraft_at_sea_waits_there() -> None:
    state = aegean({MALTA: "BR-V-FB5"})
    plane = unit("BR-V-FB5")
    choose(state, "embark BR-V-FB5", "sail 4848")
    refusal = refuses_patrol(state, plane, ENTENTE)
    assert refusal is not None
    assert refusal.case == "6.452.2"
    state.stack = [Aerodrome()]
    settle(state, Loaded())
    assert state.where[plane] == at("4848")


def test_6_454_supply_goes_through_the_landing_to_its_coast() -> None:
    state = landed({BEACH: "BR-I-MEF"})
    assert in_supply(state, unit("BR-I-MEF"))
    assert supplied(state, BR) >> at(COAST_HEX) & 1
    assert not supplied(state, OT) >> at(BEACH) & 1
    del state.landings[at(BEACH)]
    assert not supplied(state, BR) >> at(COAST_HEX) & 1


def test_6_219_infrastructure_may_lie_on_a_landing() -> None:
    state = landed({BEACH: "BR-I-MEF"})
    assert PlaceWorks(ENTENTE, BR).choices(state)["works"] >> at(BEACH) & 1


def test_1_25_an_empty_coast_defends_itself_against_a_landing() -> None:
    state = landed({BEACH: "BR-I-MEF"})
    choose(state, f"stack {BEACH}")
    assert not may_go(state).reached >> at(COAST_HEX) & 1
    assert decision(state).why_not(state, "march", at(COAST_HEX)).case == "1.25"
    assert targets(state, 3) == place_set(COAST_HEX)
    choose(state, f"attack {COAST_HEX}")
    assert state.battle.inherent
    # Snake eyes beat nobody.
    held = state.copy()
    choose(held, "pay BR", dice=Loaded(1, 1))
    assert not held.held[ENTENTE] >> at(COAST_HEX) & 1
    choose(state, "pay BR", dice=Loaded(6, 6))
    # [1.22/coast] The way ashore takes all movement points.
    assert state.done >> unit("BR-I-MEF") & 1
    assert state.where[unit("BR-I-MEF")] == at(COAST_HEX)
    assert state.held[ENTENTE] >> at(COAST_HEX) & 1
    assert not broken(state)


def test_1_25_2_it_counts_as_one_corps_of_effectiveness_one_and_odds_know_it() -> None:
    state = landed({BEACH: "BR-I-MEF BR-I-ANZAC_I BR-I-9"})
    battle = parse_attack(state, f"BR-I-MEF BR-I-ANZAC_I BR-I-9 > {COAST_HEX}")
    reasons = {told.case: told.value for told in modifiers(state, battle)}
    assert reasons["10.55"] == 1
    found = GAME.odds(state, f"BR-I-MEF BR-I-ANZAC_I BR-I-9 > {COAST_HEX}")
    cleared = sum(one.probability for one in found.results if "cleared" in one.result)
    beaten = sum(
        one.probability for one in found.results if not one.result.split()[0].endswith("/0")
    )
    assert cleared == beaten > 0.9


def test_1_25_3_a_real_corps_defends_in_its_stead() -> None:
    state = landed({BEACH: "BR-I-MEF", COAST_HEX: "OT-I-1"})
    choose(state, f"stack {BEACH}")
    assert not guarded(state, ENTENTE, at(BEACH))
    assert targets(state, 3) == place_set(COAST_HEX)
    choose(state, f"attack {COAST_HEX}")
    assert not state.battle.inherent


def test_1_25_1_an_empty_bank_of_the_canal_defends_itself() -> None:
    state = position(
        {"5867": "OT-I-8"},
        central="GE OT",
        entente="BR RU",
        scenario="asian_treasure_house",
        month=month_number("February 1915"),
    )
    state.take_side(SIN, CENTRAL)
    state.stack = [Half(1, CENTRAL)]
    settle(state, Loaded())
    choose(state, "unit OT-I-8")
    over = guarded(state, CENTRAL, at("5867"))
    assert over
    assert not may_go(state).reached & over
    assert targets(state, 3) & over == over
    assert decision(state).why_not(state, "march", lowest(over)).case == "1.25"


def test_6_453_1_naval_gunfire_covers_the_boats_and_else_the_coast_costs_two() -> None:
    state = landed({BEACH: "BR-I-MEF", COAST_HEX: "OT-I-1"})
    battle = parse_attack(state, f"BR-I-MEF > {COAST_HEX}")
    told = {modifier.reason: modifier.value for modifier in modifiers(state, battle)}
    assert told["naval gunfire"] == 1
    assert "coast" not in told
    # Where no guns reach [R166].
    marmara = position(
        {"5145": "BR-I-MEF", "5044": "OT-I-1"},
        central="AH GE OT",
        entente="BR FR RU",
        scenario="south_slavs",
    )
    marmara.landings[at("5145")] = at("5046")
    marmara.held[ENTENTE] |= 1 << at("5145")
    battle = parse_attack(marmara, "BR-I-MEF > 5046")
    told = {modifier.reason: modifier.value for modifier in modifiers(marmara, battle)}
    assert told["coast"] == -2


def test_6_512_3_nobody_lands_on_the_north_map_in_winter() -> None:
    beach, coast = "0516", "0617"
    state = position({}, entente="BR FR RU BE", month=month_number("October 1914"))
    state.held[ENTENTE] &= ~place_set(coast)
    state.held[CENTRAL] |= place_set(coast)
    state.put(unit("BR-I-1"), at(beach))
    state.landings[at(beach)] = at(coast)
    state.held[ENTENTE] |= 1 << at(beach)
    state.stack = [Half(1, ENTENTE)]
    settle(state, Loaded())
    choose(state, "unit BR-I-1")
    assert targets(state, 3) == place_set(coast)
    state.month = month_number("November 1914")
    assert not targets(state, 3)
    assert decision(state).why_not(state, "attack", at(coast)).case == "6.512.3"


def test_6_453_corps_go_back_to_the_ships_by_the_landing() -> None:
    state = landed({COAST_HEX: "BR-I-MEF"})
    state.held[CENTRAL] &= ~place_set(COAST_HEX)
    state.held[ENTENTE] |= place_set(COAST_HEX)
    choose(state, "unit BR-I-MEF")
    assert may_go(state).reached >> at(BEACH) & 1
    choose(state, f"march {BEACH}")
    assert state.where[unit("BR-I-MEF")] == at(BEACH)
    assert not broken(state)


def test_r163_the_central_powers_never_enter_a_landing() -> None:
    state = landed({COAST_HEX: "OT-I-1", BEACH: "BR-I-MEF"})
    state.stack = [Half(1, CENTRAL)]
    settle(state, Loaded())
    choose(state, "unit OT-I-1")
    assert not may_go(state).reached >> at(BEACH) & 1
    assert not targets(state, 3) >> at(BEACH) & 1


def test_6_122_1_permissive_coasts_are_entered_from_a_landing_without_a_fight() -> None:
    state = aegean({})
    state.sides[GR] = 2
    choose(state, "landing 4848", "towards 4747")
    state.put(unit("BR-I-MEF"), at("4848"))
    state.stack = [Half(1, ENTENTE)]
    settle(state, Loaded())
    choose(state, "unit BR-I-MEF", "march 4747")
    assert state.held[ENTENTE] >> at("4747") & 1


@pytest.mark.parametrize(
    ("name", "month"),
    [
        ("before_the_leaves_fall", "September 1914"),
        ("kaiserschlacht", "April 1918"),
        ("south_slavs", "March 1915"),
        ("asian_treasure_house", "March 1915"),
    ],
)
def test_12_1_sea_control_12_4_sea_control_12_7_sea_control(name: str, month: str) -> None:
    """The Entente may ship and land in every scenario with the optional rule."""
    state = new_game(name, {HISTORICAL: "on"})
    state.month = month_number(month)
    state.stack = [Admiralty()]
    assert "landing" in settle(state, Loaded())
    assert not movable(state, CENTRAL) & state.aboard


def test_11_1_2_only_the_boxes_beyond_the_edge_of_a_single_map_are_in_play() -> None:
    north = load_scenario("before_the_leaves_fall").hexes
    south = load_scenario("south_slavs").hexes
    assert north & OCEAN_BOXES == place_set("Mid-Atlantic", "Norwegian-Sea", "Gulf-of-Finland")
    assert north >> at("Petrograd") & 1
    assert not north >> at("Archangel") & 1
    assert south & OCEAN_BOXES == place_set("Libyan-Sea")
    assert south >> at("Gibraltar") & 1


def test_r165_full_nations_supply_their_own_from_beyond_the_map() -> None:
    state = position(
        {"0417": "US-I-1"},
        central="GE",
        entente="BE BR FR PT US",
        scenario="kaiserschlacht",
        month=month_number("April 1918"),
    )
    assert not state.scenario.hexes >> at("USA") & 1
    assert in_supply(state, unit("US-I-1"))


def test_r161_a_landing_on_a_coast_falls_with_it() -> None:
    state = landed({BEACH: "BR-I-MEF"})
    state.landings[at("4747")] = at("4947")
    for place, stays in ((at("4747"), False), (at(BEACH), True)):
        occupy(state, place, 1 << unit("OT-I-1"))
        assert (place in state.landings) == stays


def test_2_62_no_second_leader_comes_to_one_who_is_alone() -> None:
    state = position({"1123": "GE-I-5 GE-L-KLUCK", "1224": "GE-L-LUDNDRF"}, month=1)
    force = state.stacks[at("1123")]
    assert full_for(state, force, CENTRAL, place_set("1224", "1226")) == place_set("1224")
