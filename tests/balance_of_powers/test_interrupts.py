"""Chapter 7.4: who may stop a force that has gone beyond its radius."""

from __future__ import annotations

from dataclasses import replace

from tests.balance_of_powers.at_sea import quarters, units
from tests.balance_of_powers.campaigning import choose, offered, refused
from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, position, unit
from trenchline.games.balance_of_powers.components import (
    BOARD,
    CENTRAL,
    ENTENTE,
    OCEAN_BOXES,
    PORT_BOXES,
)
from trenchline.games.balance_of_powers.interrupts import Interrupt, interrupters
from trenchline.games.balance_of_powers.quarters import AtSea
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.play import decision

CC = "OT-N-CC1"


def marmara(**stacks: str) -> State:
    """The Ottoman cruiser in the middle of the Sea of Marmara."""
    placed = {label.removeprefix("at_"): keys for label, keys in stacks.items()}
    return position(
        {"5245": CC, **placed}, central="OT AH", entente="BR FR", scenario="south_slavs"
    )


def test_7_42_example_the_cruiser_reaches_lemnos_unless_gallipoli_is_blocked() -> None:
    """[E14] Five hexes off and a radius of six; a British ship in the straits is in the way."""
    state = marmara()
    assert interrupters(state, at("4747"), CENTRAL) == units(CC)
    blocked = marmara(at_4946="BR-N-CC1")
    assert interrupters(blocked, at("4747"), CENTRAL) == 0
    # Into the hex itself no path leads through.
    assert interrupters(blocked, at("4946"), CENTRAL) == units(CC)


def test_7_42_mines_and_fortresses_block_submarines_do_not() -> None:
    assert interrupters(marmara(at_4946="BR-M-1"), at("4747"), CENTRAL) == 0
    assert interrupters(marmara(at_4946="BR-N-SS1"), at("4747"), CENTRAL) == units(CC)
    fort = marmara()
    fort.forts[ENTENTE] |= 1 << at("4946")
    assert interrupters(fort, at("4747"), CENTRAL) == 0


def test_7_41_a_damaged_ship_has_a_shorter_radius() -> None:
    state = marmara()
    state.reduced = units(CC)
    assert interrupters(state, at("4747"), CENTRAL) == units(CC)
    assert interrupters(state, at("4647"), CENTRAL) == 0


def test_7_11_1_a_hex_of_africa_counts_three() -> None:
    state = position({"AF7938": "BR-N-CA1"}, central="GE", entente="BR")
    state.scenario = replace(state.scenario, hexes=BOARD.hexes | OCEAN_BOXES | PORT_BOXES)
    # A radius of seven is two such hexes.
    assert interrupters(state, at("AF7940"), ENTENTE) == units("BR-N-CA1")
    assert interrupters(state, at("AF7941"), ENTENTE) == 0


def sortie(**more: object) -> State:
    """German dreadnoughts off the Bight, a British cruiser in their way."""
    stacks = {"1613": "GE-N-BB1 GE-N-CL1", "1204": "BR-N-CA1"}
    return quarters(stacks, **more)  # type: ignore[arg-type]  # whatever a test tells


def test_7_41_only_a_force_beyond_its_radius_is_interrupted() -> None:
    state = sortie()
    choose(state, "fleet 1613", "steam 1608")
    assert isinstance(decision(state), AtSea)
    choose(state, "steam 1607")
    assert decision(state) == Interrupt(ENTENTE)


def test_7_45_below_the_overage_the_whole_force_stops() -> None:
    state = sortie()
    choose(state, "fleet 1613", "steam 1608", "steam 1606")
    choose(state, "break_in BR-N-CA1", dice=Loaded(1))
    # [7.43] One is beyond by one: a 1 is not below it. The next hex allows another attempt.
    assert decision(state) == Interrupt(ENTENTE)
    assert state.force_at == at("1606")
    choose(state, "break_in BR-N-CA1", dice=Loaded(1))
    assert state.done & units("GE-N-BB1 GE-N-CL1") == units("GE-N-BB1 GE-N-CL1")
    assert state.force == 0
    assert state.where[unit("GE-N-CL1")] == at("1606")


def test_7_45_the_end_of_one_move_leaves_the_others() -> None:
    """[7.46] Other forces may sail, and be interrupted too."""
    state = sortie()
    choose(state, "ship GE-N-BB1", "steam 1606", "wait")
    choose(state, "break_in BR-N-CA1", dice=Loaded(1))
    assert offered(state, "ship") == units("GE-N-CL1")


def test_7_45_1_an_interrupt_alone_brings_no_combat() -> None:
    state = sortie()
    choose(state, "ship GE-N-BB1", "steam 1606", "wait")
    choose(state, "break_in BR-N-CA1", dice=Loaded(1))
    assert state.sea_battle is None
    assert not state.sought


def test_7_43_whoever_lets_a_force_pass_is_not_asked_again() -> None:
    state = sortie()
    choose(state, "ship GE-N-BB1", "steam 1604", "let_pass")
    assert isinstance(decision(state), AtSea)
    assert state.force_at == at("1604")


def test_7_41_1_submarines_neither_interrupt_nor_are_interrupted() -> None:
    state = quarters({"1613": "GE-N-UB1", "1204": "BR-N-CA1 BR-N-SS1"})
    choose(state, "ship GE-N-UB1", "steam 1604")
    assert isinstance(decision(state), AtSea)
    assert interrupters(state, at("1604"), ENTENTE) == units("BR-N-CA1")


def test_7_41_nobody_is_interrupted_on_the_chart() -> None:
    state = quarters({"0801": "GE-N-BB1", "0802": "BR-N-CA1", "Norwegian-Sea": "BR-N-CA2"})
    choose(state, "ship GE-N-BB1", "steam Norwegian-Sea", "none", "none")
    assert isinstance(decision(state), AtSea)


def test_7_44_sweeping_comes_before_the_interrupt_it_brings() -> None:
    state = quarters({"1610": "GE-N-CL1", "1609": "BR-M-1", "1206": "BR-N-CA1"})
    choose(state, "ship GE-N-CL1", "sweep 1609", dice=Loaded(2))
    assert state.where[unit("BR-M-1")] < 0
    assert decision(state) == Interrupt(ENTENTE)
    assert refused(state, "break_in GE-N-CL1").case == "7.41"
    choose(state, "break_in BR-N-CA1", dice=Loaded(6))
    assert state.done & units("GE-N-CL1")
