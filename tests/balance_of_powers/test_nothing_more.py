"""What a rule gives, and nothing more: cases proved where a rule that says too much would pass."""

from __future__ import annotations

import random

import pytest

from tests.balance_of_powers.at_sea import (
    GALLIPOLI,
    MALTA,
    MARSEILLES,
    OFF,
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
from trenchline.games.balance_of_powers.battle import Battle, SeaBattle
from trenchline.games.balance_of_powers.components import (
    AH,
    BR,
    CENTRAL,
    COAST,
    ENTENTE,
    GE,
    GR,
    NATION,
    NEUTRAL,
    OF_KIND,
    OF_NATION,
    OWNED,
    PORTS,
    UNITS,
)
from trenchline.games.balance_of_powers.control import occupy
from trenchline.games.balance_of_powers.deployment import recruits
from trenchline.games.balance_of_powers.forces import joiners
from trenchline.games.balance_of_powers.general_quarters import GeneralQuarters
from trenchline.games.balance_of_powers.interrupts import Interrupt
from trenchline.games.balance_of_powers.joining import violate
from trenchline.games.balance_of_powers.march import Force
from trenchline.games.balance_of_powers.navy import ports
from trenchline.games.balance_of_powers.odds import bombarded, parse_attack, pointed
from trenchline.games.balance_of_powers.opening import new_game
from trenchline.games.balance_of_powers.procurement import Procure, clients
from trenchline.games.balance_of_powers.rail import rail_points
from trenchline.games.balance_of_powers.salvos import EndOfBattle, Hoist, Salvo, targets
from trenchline.games.balance_of_powers.scenarios import load_scenario
from trenchline.games.balance_of_powers.search import Search
from trenchline.games.balance_of_powers.set_up import SetUp
from trenchline.games.balance_of_powers.stacking import fits, full_for
from trenchline.games.balance_of_powers.state import POOL
from trenchline.games.balance_of_powers.supply import connected
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
    state = mediterranean({MALTA: "BR-N-CC1 BR-I-1", MARSEILLES: "FR-N-CC1", "0637": "FR-I-1"})
    told = supply(state, ENTENTE)
    line = told.lines[unit("FR-I-1")]
    assert not line.way or at(MALTA) not in line.way


def test_7_61_1_passengers_take_no_room_ashore_bug() -> None:
    """Corps on board kept others out of the port in which their ships lay."""
    ashore = "FR-I-1 FR-I-2 FR-I-3 FR-I-4 FR-I-5"
    state = laden({MARSEILLES: f"FR-N-PD1 {ashore} FR-I-6"}, "FR-I-6")
    state.corps[ENTENTE] |= 1 << at(MARSEILLES)
    assert fits(state, at(MARSEILLES), units("FR-I-7"), ENTENTE)
    assert not full_for(state, units("FR-I-7"), ENTENTE, 1 << at(MARSEILLES))
    assert not fits(state, at(MARSEILLES), units("FR-I-7 FR-I-8"), ENTENTE)
    # Whoever comes ashore counts.
    assert fits(state, at(MARSEILLES), units("FR-I-6"), ENTENTE)


def test_7_74_1_r342_an_anchorage_goes_with_its_coast_bug() -> None:
    """Whoever took the coast back had an anchorage of the enemy's."""
    state = mediterranean({OFF: "BR-N-PD1", GALLIPOLI: "BR-I-MEF"})
    occupy(state, at(GALLIPOLI), units("BR-I-MEF"))
    state.anchorages = 1 << at(GALLIPOLI)
    occupy(state, at(GALLIPOLI), units("OT-I-1"))
    assert not state.anchorages


def test_8_23_who_lets_a_force_pass_is_not_asked_again_on_its_way() -> None:
    stacks = {"1007": "GE-N-PD1 GE-N-PD2", "0907": "BR-N-CL1 BR-N-CL2"}
    state = quarters(stacks)
    choose(state, "fleet 1007", "steam 0704")
    asked = []
    while isinstance(step := decision(state), Search):
        asked.append(step)
        choose(state, "let_pass")
    assert asked == [Search(CENTRAL), Search(ENTENTE)]


def test_9_12_who_has_moved_joins_nobody() -> None:
    state = position({"2515": "GE-I-3 GE-I-5 GE-I-6"})
    state.force, state.force_at = units("GE-I-3"), at("2515")
    state.month = 1
    assert joiners(state) == units("GE-I-5 GE-I-6")
    state.spent[unit("GE-I-5")] = 1
    assert joiners(state) == units("GE-I-6")


def test_1_32_4_a_counter_that_is_lost_is_on_board_of_nothing() -> None:
    state = laden({OFF: "FR-N-PD1 FR-I-1"}, "FR-I-1")
    state.lift(unit("FR-I-1"))
    assert not state.aboard | state.passengers
    assert state.where[unit("FR-I-1")] == POOL


def test_6_221_2_a_power_repairs_the_submarines_of_its_minors_bug() -> None:
    """[6.224.1] It did only while some surface ship was damaged."""
    fleets = {"2409": "DK-N-SS1 GE-N-CC1", "2312": "GE-N-CC2"}
    state = position(fleets, central="AH GE DK", month=20, scenario="great_war")
    state.reduced = units("DK-N-SS1")
    # Ships join Copenhagen to the German ports [3.123].
    state.points[GE] = 5
    assert clients(state, GE) >> NATION["DK"] & 1
    assert Procure(CENTRAL, GE).choices(state)["refit"] == units("DK-N-SS1")


def test_6_43_each_sub_phase_has_its_number() -> None:
    """[7.53.1] [7.63.1] What happens in one of them alone goes by it."""
    state = quarters({})
    for number in (2, 1):
        GeneralQuarters(number).run(state)
        assert state.quarters == number


def test_8_31_1_admirals_of_both_forces_hoist_their_flags() -> None:
    """The leader of submarines has none to hoist."""
    stacks = {"1007": "GE-N-BC1 GE-N-PD1 GE-L-HIPPER", "1006": "BR-N-BC1 BR-N-PD1 BR-L-BEATTY"}
    state = quarters(stacks)
    choose(state, "fleet 1007", "search 1006", dice=Loaded(1))
    asked = {step.leader for step in state.stack if isinstance(step, Hoist)}
    assert asked == {unit("GE-L-HIPPER"), unit("BR-L-BEATTY")}


def test_8_332_1_a_fortress_that_was_fired_at_waits_for_the_others() -> None:
    state = quarters({"1612": "BR-N-PD1 BR-N-PD2", "1613": "GE-N-PD1"}, side=ENTENTE)
    state.engaged = units("BR-N-PD1 BR-N-PD2 GE-N-PD1")
    for targeted, open_to in ((0, True), (1 << CENTRAL, False), (1 << ENTENTE, True)):
        state.sea_battle = SeaBattle(ENTENTE, (at("1613"), -1), fort_targeted=targeted)
        assert targets(state, ENTENTE, False, False) == (units("GE-N-PD1"), open_to)


@pytest.mark.parametrize(
    ("side", "violated", "joins"),
    [(CENTRAL, "BE", True), (CENTRAL, "NL", True), (CENTRAL, "DK", False), (ENTENTE, "BE", False)],
)
def test_6_123_1_germans_in_the_low_countries_bring_britain_in(
    side: int, violated: str, joins: bool
) -> None:
    state = position({}, scenario="great_war")
    violate(state, NATION[violated], side)
    assert (state.sides[BR] == ENTENTE) == joins


def test_10_21_without_guns_the_fortress_stands_for_certain() -> None:
    state = position({"1123": "GE-I-3 GE-I-5", "0922": "FR-I-20"})
    before = Battle(CENTRAL, at("0921"), at("0922"), units("GE-I-3 GE-I-5"))
    (branch,) = bombarded(state, before)
    assert branch.chance == 1


def test_3_123_5_ports_of_one_sea_do_not_join_those_of_another() -> None:
    """[6.454] From Malta nobody reaches Riga."""
    malta, riga = 1 << at(MALTA), 1 << at("4105")
    marseilles = 1 << at(MARSEILLES)
    every = malta | riga | marseilles
    assert connected(malta, every, every, every) == malta | marseilles


def test_9_24_who_boards_on_the_way_takes_one_seat() -> None:
    state = position({"2515": "GE-I-3", "2516": "GE-I-5"}, month=1)
    state.force, state.force_at = units("GE-I-3"), at("2516")
    state.move(units("GE-I-3"), at("2516"))
    state.train = GE
    state.railed[GE] = 1
    state.stack = []
    Force().take(state, "with", unit("GE-I-5"))
    assert state.railed[GE] == 2
    assert state.force == units("GE-I-3 GE-I-5")


def test_11_5_s15_when_war_has_come_the_powers_stand_as_the_crisis_left_them() -> None:
    state = new_game("before_the_leaves_fall", {"crisis_of_july": "on", "historical_set_up": "on"})
    state.log = []
    settle(state, Loaded())
    assert not state.mapped
    while state.phase == "crisis":
        choose(state, "historical", dice=Loaded(3, 3))
    assert state.mapped & OF_NATION[GE]
    assert state.scenario.first == state.month
