"""What a rule gives, and nothing more: cases proved where a rule that says too much would pass."""

from __future__ import annotations

import random

from tests.balance_of_powers.at_sea import (
    GALLIPOLI,
    MALTA,
    OFF,
    TOULON,
    laden,
    mediterranean,
    quarters,
    units,
)
from tests.balance_of_powers.campaigning import choose
from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, position, unit
from tests.balance_of_powers.test_landings import aegean
from trenchline.games.balance_of_powers.admiralty import berths, in_reach
from trenchline.games.balance_of_powers.battle import SeaBattle
from trenchline.games.balance_of_powers.components import (
    AH,
    BR,
    CENTRAL,
    COAST,
    ENTENTE,
    GR,
    NEUTRAL,
    OF_KIND,
    OF_NATION,
    OWNED,
    PORTS,
    UNITS,
)
from trenchline.games.balance_of_powers.contact import Search
from trenchline.games.balance_of_powers.control import occupy
from trenchline.games.balance_of_powers.deployment import recruits
from trenchline.games.balance_of_powers.interrupts import Interrupt
from trenchline.games.balance_of_powers.navy import ports
from trenchline.games.balance_of_powers.odds import parse_attack, pointed
from trenchline.games.balance_of_powers.opening import new_game
from trenchline.games.balance_of_powers.rail import rail_points
from trenchline.games.balance_of_powers.salvos import EndOfBattle, Salvo
from trenchline.games.balance_of_powers.scenarios import load_scenario
from trenchline.games.balance_of_powers.set_up import SetUp
from trenchline.games.balance_of_powers.stacking import fits, full_for
from trenchline.games.balance_of_powers.supply_lines import supply
from trenchline.games.balance_of_powers.victory import war_points
from trenchline.kernel.bits import bit_set
from trenchline.kernel.play import decision, settle, take
from trenchline.kernel.steps import count, pick


def test_6_452_2_ships_go_no_farther_than_they_reach_and_only_to_harbours_from_there() -> None:
    state = aegean({MALTA: "BR-I-MEF"})
    found, reached = berths(state, unit("BR-I-MEF")), in_reach(state, unit("BR-I-MEF"))
    assert found
    assert not found & ~reached
    # Coasts without a port are passed by.
    assert reached & COAST & ~PORTS
    assert not found & COAST & ~PORTS


def test_8_23_who_lets_a_force_pass_unsearched_may_still_interrupt_it() -> None:
    """[7.43] Cruisers sail by British ships, beyond their radius."""
    stacks = {"1007": "GE-N-PD1 GE-N-PD2", "0907": "BR-N-CL1 BR-N-CL2"}
    state = quarters(stacks)
    choose(state, "fleet 1007", "steam 0401")
    while isinstance(decision(state), Search):
        choose(state, "let_pass")
    assert decision(state) == Interrupt(ENTENTE)


def test_12_4_ah_corps_infantry_of_austria_hungary_alone() -> None:
    found = recruits(load_scenario("kaiserschlacht"))
    infantry = OF_NATION[AH] & OF_KIND["infantry"]
    assert found == bit_set(
        n for n, told in enumerate(UNITS) if infantry >> n & 1 and told.effectiveness == 2
    )


def test_6_41_ports_of_permissive_neutrals_are_open_while_they_are_neutral() -> None:
    """[6.122.1]"""
    state = mediterranean({})
    greek = PORTS & OWNED[GR] & state.scenario.hexes
    assert state.sides[GR] == NEUTRAL
    assert not greek & ~ports(state, ENTENTE)
    assert not greek & ports(state, CENTRAL)
    state.take_side(GR, CENTRAL)
    assert not greek & ports(state, ENTENTE)
    assert not greek & ~ports(state, CENTRAL)


def test_10_531_the_best_of_the_attackers_leads() -> None:
    state = position({"1123": "GE-I-LWO GE-I-LWW", "1124": "FR-I-20", "1023": "GE-I-3"})
    told = pointed(state, parse_attack(state, "GE-I-LWO GE-I-LWW > 1124"))
    assert told.point in (unit("GE-I-LWO"), unit("GE-I-LWW"))


def test_9_23_the_rides_of_others_do_not_count() -> None:
    state = position({"2515": "GE-I-3 GE-I-5"})
    state.by_rail[unit("GE-I-5")] = 3
    assert rail_points(state, units("GE-I-3")) > 0


def test_8_331_a_fortress_fires_in_its_tier() -> None:
    state = quarters({"1612": "BR-N-PD1 BR-N-PD2", "1613": "GE-N-CL1"}, side=ENTENTE)
    state.engaged = units("BR-N-PD1 BR-N-PD2 GE-N-CL1")
    state.sea_battle = SeaBattle(ENTENTE, (at("1613"), -1))
    state.stack = [EndOfBattle(), Salvo(False)]
    settle(state, Loaded())
    asked: set[str] = set()
    while state.stack:
        asked.add(type(decision(state)).__name__)
        take(state, *pick(decision(state).choices(state), 0))
        settle(state, Loaded(*[1] * 8))
    assert "FortShot" in asked


def test_11_3_who_has_placed_his_last_unit_is_asked_no_more() -> None:
    state = new_game("price_of_admiralty", {})
    state.log = []
    settle(state, Loaded())
    rng = random.Random(1)
    while state.stack[-1] != SetUp(CENTRAL):
        choices = dict(decision(state).choices(state))
        if len(choices) > 1:
            choices.pop("rest")
        assert "rest" not in choices
        take(state, *pick(choices, rng.randrange(count(choices))))
        settle(state, Loaded())


def test_2_21_a_nation_is_on_one_side() -> None:
    state = position({}, central="AH GE", entente="FR RU")
    assert state.troops[NEUTRAL] & OF_NATION[BR]
    state.take_side(BR, ENTENTE)
    assert state.troops[ENTENTE] & OF_NATION[BR] == OF_NATION[BR]
    assert not (state.troops[NEUTRAL] | state.troops[CENTRAL]) & OF_NATION[BR]


def test_12_9_victory_7_each_season_beyond_the_summer_costs_a_point() -> None:
    state = position({}, scenario="great_war")
    for seasons in (0, 3):
        state.extended = seasons
        told = dict(war_points(state))
        assert told["seasons after the summer of 1918"] == -seasons


def test_3_123_a_line_goes_from_port_to_port_of_one_sea() -> None:
    """[3.121]"""
    state = mediterranean({MALTA: "BR-N-CC1 BR-I-1", TOULON: "FR-N-CC1", "0637": "FR-I-1"})
    told = supply(state, ENTENTE)
    line = told.lines[unit("FR-I-1")]
    assert not line.way or at(MALTA) not in line.way


def test_7_61_1_passengers_take_no_room_ashore_bug() -> None:
    """Corps on board kept others out of the port in which their ships lay."""
    ashore = "FR-I-1 FR-I-2 FR-I-3 FR-I-4 FR-I-5"
    state = laden({TOULON: f"FR-N-PD1 {ashore} FR-I-6"}, "FR-I-6")
    state.corps[ENTENTE] |= 1 << at(TOULON)
    assert fits(state, at(TOULON), units("FR-I-7"), ENTENTE)
    assert not full_for(state, units("FR-I-7"), ENTENTE, 1 << at(TOULON))
    assert not fits(state, at(TOULON), units("FR-I-7 FR-I-8"), ENTENTE)
    # Whoever comes ashore counts.
    assert fits(state, at(TOULON), units("FR-I-6"), ENTENTE)


def test_7_74_1_r342_an_anchorage_goes_with_its_coast_bug() -> None:
    """Whoever took the coast back had an anchorage of the enemy's."""
    state = mediterranean({OFF: "BR-N-PD1", GALLIPOLI: "BR-I-MEF"})
    occupy(state, at(GALLIPOLI), units("BR-I-MEF"))
    state.anchorages = 1 << at(GALLIPOLI)
    occupy(state, at(GALLIPOLI), units("OT-I-1"))
    assert not state.anchorages
