"""Chapters 5.3, 6.44, 7 and 8: clauses that a war at sea seldom comes to."""

from __future__ import annotations

import pytest

from tests.balance_of_powers.at_sea import (
    GALLIPOLI,
    LEMNOS,
    MARSEILLES,
    OFF,
    laden,
    mediterranean,
    quarters,
    units,
)
from tests.balance_of_powers.campaigning import choose, refused
from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, unit
from trenchline.games.balance_of_powers.battle import SeaBattle
from trenchline.games.balance_of_powers.components import (
    AH,
    BR,
    CAPITALS,
    CENTRAL,
    ENTENTE,
    FR,
    GR,
    GRID,
    NEUTRAL,
    OT,
    OWNED,
    PORTS,
    RU,
    SE,
)
from trenchline.games.balance_of_powers.general_quarters import EndOfHalf
from trenchline.games.balance_of_powers.home_port import nearest, send_home
from trenchline.games.balance_of_powers.interrupts import Interrupt
from trenchline.games.balance_of_powers.invariants import broken
from trenchline.games.balance_of_powers.muster import grounds
from trenchline.games.balance_of_powers.navy import friendly_ports, ports
from trenchline.games.balance_of_powers.quarters import AtSea
from trenchline.games.balance_of_powers.salvos import Deploy, EndOfSeaTier
from trenchline.games.balance_of_powers.search import Evade
from trenchline.games.balance_of_powers.seaways import waters
from trenchline.games.balance_of_powers.state import MINES, POOL, State
from trenchline.games.balance_of_powers.trade_war import (
    Stockholm,
    hunters_in,
    is_close,
    ore_raiders,
)
from trenchline.games.balance_of_powers.war_at_sea import MEDITERRANEAN
from trenchline.kernel.play import decision, settle


def ended(state: State, side: int, number: int) -> State:
    """The half of a side in a sub-phase is over."""
    state.quarters = number
    state.force = 0
    state.stack = [EndOfHalf(side)]
    settle(state, Loaded())
    return state


# Interrupts.


def minelayers() -> State:
    """A slow German ship one hex beyond its radius, and with it a fast one that can lay mines; a
    British cruiser is within reach."""
    state = quarters({"1613": "GE-N-PD1 GE-N-CL1", "1204": "BR-N-CA1"})
    state.where[unit("GE-M-1")] = MINES
    choose(state, "fleet 1613", "steam 1608", "steam 1607")
    assert decision(state) == Interrupt(ENTENTE)
    return state


def test_7_43_one_attempt_in_a_hex_though_points_are_spent_there_bug() -> None:
    """The points of a minelayer brought a second attempt in the hex where one had failed."""
    state = minelayers()
    choose(state, "break_in BR-N-CA1", dice=Loaded(1))
    choose(state, "lay GE-N-CL1")
    assert decision(state) == AtSea()
    assert not state.done & units("GE-N-CL1")


def test_7_43_who_has_waited_may_still_try_in_the_hex() -> None:
    state = minelayers()
    choose(state, "wait", "lay GE-N-CL1")
    assert decision(state) == Interrupt(ENTENTE)
    choose(state, "break_in BR-N-CA1", dice=Loaded(6))
    assert state.done & units("GE-N-CL1")


def test_7_45_7_71_who_was_stopped_still_lands_its_corps_bug() -> None:
    """A force that was interrupted off its goal could place no landing, which takes no movement
    points."""
    state = laden({LEMNOS: "BR-N-PD1 BR-I-MEF", "5245": "OT-N-CC1"}, "BR-I-MEF")
    state.steps_lost[at(GALLIPOLI)] = 1
    state.spent[unit("BR-N-PD1")] = 10
    choose(state, f"fleet {LEMNOS}", f"steam {OFF}")
    assert decision(state) == Interrupt(CENTRAL)
    choose(state, "break_in OT-N-CC1", dice=Loaded(1))
    assert decision(state) == AtSea()
    assert refused(state, "steam 4748").case == "7.22"
    choose(state, f"invade {GALLIPOLI}")
    assert state.landings == {at(OFF): at(GALLIPOLI)}


def test_7_45_7_65_who_was_stopped_in_a_port_still_sets_ashore() -> None:
    state = laden({"4748": "BR-N-PD1 BR-I-MEF", "5245": "OT-N-CC1"}, "BR-I-MEF")
    state.spent[unit("BR-N-PD1")] = 10
    choose(state, "fleet 4748", f"steam {LEMNOS}")
    choose(state, "break_in OT-N-CC1", dice=Loaded(1))
    choose(state, "debark BR-I-MEF")
    assert not state.passengers
    assert state.where[unit("BR-I-MEF")] == at(LEMNOS)


# Mines.


def test_6_442_2_a_landing_in_a_mined_box_meets_its_mines_bug() -> None:
    """Mines attacked who entered a box, and nobody who placed a landing in it."""
    state = quarters(
        {"Tsingtao": "JP-N-CA1 JP-I-1/18 GE-I-3 GE-M-1"},
        side=ENTENTE,
        entente="BR JP",
        scenario="great_war",
        month="October 1914",
        passengers=units("JP-I-1/18"),
        aboard=units("JP-I-1/18"),
    )
    state.off_the_board(at("Tsingtao"), ENTENTE)
    choose(state, "fleet Tsingtao", "invade Tsingtao", dice=Loaded(1, 1))
    assert state.reduced == units("JP-N-CA1")


# Ports.


def test_7_52_1_laying_mines_in_a_neutral_port_is_not_leaving_it_bug() -> None:
    """Whoever had spent points counted as gone, though he had spent them in the port."""
    state = quarters({"Batavia": "GE-N-CL1 GE-N-CL2"}, scenario="great_war")
    state.where[unit("GE-M-1")] = MINES
    choose(state, "ship GE-N-CL1", "lay GE-N-CL1", "stop")
    choose(state, "ship GE-N-CL2", "steam Indian-Ocean", "steam Batavia")
    assert state.where[unit("GE-N-CL1")] == POOL
    # [R220] Who has left and come back has left.
    assert state.where[unit("GE-N-CL2")] == at("Batavia")


def test_7_52_1_the_entente_may_stay_in_a_neutral_port() -> None:
    state = quarters({"Batavia": "BR-N-CL1"}, side=ENTENTE, scenario="great_war")
    choose(state, "end")
    assert state.where[unit("BR-N-CL1")] == at("Batavia")


def test_6_122_1_6_122_2_ships_lie_in_the_capitals_of_permissive_neutrals_bug() -> None:
    """Goeben was kept out of Constantinople: what is shut to troops was shut to ships as well."""
    athens, stamboul = (CAPITALS[n] & PORTS for n in (GR, OT))
    state = quarters({"4748": "GE-N-BC1"}, scenario="great_war", month="August 1914")
    assert stamboul & waters(state, CENTRAL, units("GE-N-BC1")) == stamboul
    assert stamboul & ports(state, CENTRAL) == stamboul
    assert not stamboul & ports(state, ENTENTE)
    assert athens & ports(state, ENTENTE) == athens
    assert not athens & waters(state, CENTRAL, units("GE-N-BC1"))


def test_6_122_5_nobody_goes_ashore_in_the_capital_of_a_permissive_neutral() -> None:
    athens = GRID.labels(CAPITALS[GR])[0]
    state = laden({"4553": "BR-N-PD1 BR-I-MEF"}, "BR-I-MEF")
    choose(state, "fleet 4553", f"steam {athens}")
    assert refused(state, "debark BR-I-MEF").case == "6.122.5"


def test_8_5_nobody_returns_to_the_port_of_a_permissive_neutral_bug() -> None:
    """Ships of the Entente fled to Greek ports; of all neutrals only Batavia and South America
    count as friendly [R334]."""
    state = mediterranean({"4748": "BR-N-PD1", "2457": "BR-N-PD2"})
    assert ports(state, ENTENTE) >> at(LEMNOS) & 1
    state.homing = units("BR-N-PD1")
    assert nearest(state, ENTENTE)
    assert not nearest(state, ENTENTE) & PORTS & OWNED[GR]


def test_8_5_batavia_and_south_america_are_friendly_to_who_returns_and_he_chooses() -> None:
    state = quarters({"Terra-del-Fuego": "GE-N-CL1"}, scenario="great_war")
    state.homing = units("GE-N-CL1")
    assert GRID.labels(nearest(state, CENTRAL)) == ["Batavia", "South-America"]


def test_7_63_1_aircraft_at_sea_go_home_as_well_bug() -> None:
    """Only corps were looked for, and aircraft of France stayed at sea after the second
    sub-phase."""
    state = mediterranean({MARSEILLES: "FR-N-PD1 FR-V-MS3"})
    choose(state, "ship FR-N-PD1", "embark FR-V-MS3", "steam 0738", "stop")
    ended(state, ENTENTE, 2)
    choose(state, f"harbour {MARSEILLES}")
    assert not state.passengers
    assert state.where[unit("FR-V-MS3")] == at(MARSEILLES)


def test_7_63_no_corps_is_divided_between_the_limits_of_two_nations_bug() -> None:
    """A corps that two nations could only carry together sailed, and then counted for nobody."""
    state = laden({"4748": "BR-N-PD1 FR-N-PD1 BR-I-MEF"}, "BR-I-MEF")
    state.carried = {BR: 14, FR: 1}
    state.ferried = {FR: state.month}
    choose(state, "fleet 4748")
    assert refused(state, "steam 4847").case == "7.63"
    state.carried = {BR: 12, FR: 3}
    choose(state, "steam 4847")
    assert state.carried == {BR: 15, FR: 3}


# The war on trade.


def test_5_322_1_u_boats_off_egypt_are_in_the_mediterranean_bug() -> None:
    """Those east of the map of South Europe hunted nobody."""
    state = quarters(
        {"5764": "GE-N-UB1", "7044": "GE-N-UB2", "5856": "GE-N-UB3"}, scenario="great_war"
    )
    # Neither the Black Sea nor the coast of Asia Minor lies south of the line.
    assert hunters_in(state, MEDITERRANEAN) == units("GE-N-UB1")


def test_5_35_british_submarines_reach_stockholm_and_violate_nobody_bug() -> None:
    """The box was shut to them with all ports of neutral Sweden, so nobody hunted ore."""
    stacks = {"3804": "BR-N-SS1 RU-N-CC1", "3706": "FR-N-SS1"}
    state = quarters(stacks, side=ENTENTE, entente="BR FR RU", scenario="great_war")
    assert not waters(state, ENTENTE, units("RU-N-CC1")) >> at("Stockholm") & 1
    assert not waters(state, ENTENTE, units("FR-N-SS1")) >> at("Stockholm") & 1
    choose(state, "ship BR-N-SS1", "steam Stockholm", "stop")
    assert ore_raiders(state) == units("BR-N-SS1")
    assert state.sides[SE] == NEUTRAL
    assert broken(state) == []
    state.held[ENTENTE] &= ~(PORTS & OWNED[RU])
    assert not waters(state, ENTENTE, units("BR-N-SS1")) >> at("Stockholm") & 1


@pytest.mark.parametrize(("kind", "close"), [("M-", False), ("N-BB", True)])
def test_5_342_r335_ships_blockade_from_near_and_mines_do_not(kind: str, close: bool) -> None:
    berths = ("2434", "2635", "2738", "3040", "3342", "3442")
    stacks = {label: f"BR-{kind}{n}" for n, label in enumerate(berths, 1)}
    # One of them lies beside two ports, and covers both.
    state = quarters(stacks, central="GE AH", entente="BR FR", scenario="great_war")
    assert is_close(state, AH) == close
    state.lift(unit(f"BR-{kind}1"))
    assert not is_close(state, AH)


# Leaders.


def test_6_213_an_admiral_comes_to_ships_in_port_and_to_none_at_sea_bug() -> None:
    """A leader mustered on ships far out, where there is neither land nor a port box."""
    state = quarters({"1609": "GE-N-BC1", "Norwegian-Sea": "GE-N-CL1"})
    hipper = unit("GE-L-HIPPER")
    assert grounds(state, hipper) == 0
    state.put(unit("GE-N-BC2"), at("1613"))
    assert grounds(state, hipper) == 1 << at("1613")


# Return to port.


def chased() -> State:
    """A British battlecruiser with a corps on board comes upon slow German ships, and is found."""
    state = quarters(
        {"1008": "BR-N-BC1 BR-L-BEATTY BR-I-1", "1006": "GE-N-PD1 GE-N-PD2"},
        side=ENTENTE,
        passengers=units("BR-I-1"),
        aboard=units("BR-I-1"),
    )
    state.off_the_board(at("1008"), ENTENTE)
    choose(state, "fleet 1008", "steam 1007", "none")
    choose(state, "search_from 1006", dice=Loaded(1))
    assert decision(state) == Evade(ENTENTE)
    return state


def test_8_25_8_5_who_evades_is_in_port_and_has_ended_its_move() -> None:
    state = chased()
    choose(state, "evade", dice=Loaded(1, 6))
    home = state.where[unit("BR-N-BC1")]
    assert friendly_ports(state, ENTENTE) >> home & 1
    # [1.323] [R229] His admiral is with him, and his corps are ashore.
    assert state.where[unit("BR-L-BEATTY")] == state.where[unit("BR-I-1")] == home
    assert not state.passengers | state.aboard
    assert state.moored == units("BR-N-BC1")
    assert state.done & units("BR-N-BC1")
    assert not state.homing | state.force | state.engaged
    assert not state.journeys
    # Nobody fights, and the Germans stay where they are.
    assert state.sea_battle is None
    assert state.where[unit("GE-N-PD1")] == at("1006")


def test_8_25_the_dice_must_stay_below_the_radius() -> None:
    state = chased()
    choose(state, "evade", dice=Loaded(2, 6, 6, 6))
    assert state.sea_battle is not None
    assert state.where[unit("BR-N-BC1")] == at("1007")


def test_8_25_slow_ships_may_run_from_a_fortress() -> None:
    state = quarters({"1611": "BR-N-PD1 BR-N-PD2"}, side=ENTENTE)
    choose(state, "fleet 1611", "steam 1612", "none", "search_from 1613")
    assert decision(state) == Evade(ENTENTE)
    assert state.engaged == units("BR-N-PD1 BR-N-PD2")


def test_8_5_2_r215_who_returns_goes_around_mines_where_that_is_no_farther() -> None:
    state = quarters({"0206": "BR-N-CL1"}, side=ENTENTE)
    state.homing = units("BR-N-CL1")
    assert nearest(state, ENTENTE) == 1 << at("0106")
    far = quarters({"0306": "BR-N-CL1", "0206": "GE-M-1"}, side=ENTENTE)
    send_home(far, units("BR-N-CL1"))
    settle(far, Loaded())
    # No die was thrown: another way is as short.
    assert far.where[unit("BR-N-CL1")] == at("0106")


# Combat.


def test_8_31_cruisers_may_join_a_fortress_as_their_main_force() -> None:
    state = quarters({"1611": "BR-N-PD1 BR-N-PD2", "1613": "GE-N-CL1"}, side=ENTENTE)
    choose(state, "fleet 1611", "steam 1612", "search 1613", "at_sea", "fight")
    assert decision(state) == Deploy(CENTRAL)
    assert state.van == units("GE-N-CL1")
    choose(state, "main GE-N-CL1")
    assert state.van == 0


def test_8_331_8_333_a_dreadnought_hit_twice_in_a_tier_stays_afloat_without_doubles() -> None:
    for doubles, afloat in ((False, True), (True, False)):
        state = quarters({"1609": "GE-N-BB1 GE-N-BB2", "1608": "BR-N-BB1"})
        state.engaged = units("GE-N-BB1 GE-N-BB2 BR-N-BB1")
        hits = ((unit("BR-N-BB1"), True), (unit("BR-N-BB1"), doubles))
        state.sea_battle = SeaBattle(CENTRAL, hits=hits)
        state.stack = [EndOfSeaTier()]
        settle(state, Loaded())
        assert bool(state.where[unit("BR-N-BB1")] >= 0) == afloat
        assert state.sea_battle is not None
        assert state.sea_battle.lost == (0, 1 if afloat else 2)


def test_7_63_corps_that_stay_at_sea_count_again_each_month() -> None:
    corps = "BR-I-MEF BR-I-ANZAC_I"
    state = laden({"4748": f"BR-N-PD1 {corps}"}, corps)
    choose(state, "fleet 4748")
    state.carried = {BR: 12}
    assert refused(state, "steam 4847").case == "7.63"
    state.carried = {BR: 9}
    choose(state, "steam 4847")
    assert state.carried == {BR: 15}


def test_5_35_nobody_hunts_the_ore_of_a_neutral_germany() -> None:
    state = quarters({"Stockholm": "BR-N-SS1"}, entente="BR RU", central="AH", scenario="great_war")
    state.stack = [Stockholm()]
    settle(state, Loaded())
    assert state.where[unit("BR-N-SS1")] == at("Stockholm")
