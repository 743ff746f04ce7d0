"""Chapters 5.32 to 5.35: what the war at sea takes from the powers each season."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.balance_of_powers.at_sea import quarters, units
from tests.balance_of_powers.campaigning import choose
from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, place_set, unit
from trenchline.games.balance_of_powers.components import (
    AH,
    BE,
    BOARD,
    BR,
    CENTRAL,
    ENTENTE,
    FR,
    GE,
    HOME,
    IT,
    NL,
    OCEAN_BOXES,
    OT,
    PORT_BOXES,
    PORTS,
    RU,
)
from trenchline.games.balance_of_powers.home_port import HomePort
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.trade_war import (
    Blockades,
    Hunting,
    Raiders,
    Stockholm,
    TradeWar,
    Unrestricted,
    hunters_in,
    is_blockaded,
    is_close,
    is_distant,
    modifier,
    ore_raiders,
)
from trenchline.games.balance_of_powers.war_at_sea import MEDITERRANEAN, MID, NORTH
from trenchline.kernel.play import decision, settle


def war(stacks: dict[str, str], *, points: int = 20, month: str = "March 1916") -> State:
    """The whole world at war, and ships where a test wants them."""
    state = quarters(stacks, central="GE AH OT", entente="BR FR RU IT", points=points, month=month)
    state.scenario = replace(state.scenario, hexes=BOARD.hexes | OCEAN_BOXES | PORT_BOXES)
    state.phase = "season"
    return state


def played(state: State, *dice: int) -> State:
    """What is on the stack is done."""
    settle(state, Loaded(*dice))
    return state


def test_5_32_submarines_take_points_from_britain() -> None:
    state = war({"Mid-Atlantic": "GE-N-UB3 GE-N-UB4"})
    state.stack = [Hunting(MID)]
    # No port on the Channel: a 1 is a 2, four steps exceed it by two.
    played(state, 1, 6, 6, 6)
    assert state.points[BR] == 18


def test_5_322_three_grounds_and_six_steps() -> None:
    state = war({"North-Atlantic": "GE-N-UB3", "3348": "AH-N-UB1", "South-Atlantic": "GE-N-UB4"})
    assert hunters_in(state, NORTH) == units("GE-N-UB3")
    assert hunters_in(state, MEDITERRANEAN) == units("AH-N-UB1")
    assert not hunters_in(state, MID)


def test_5_322_1_south_of_bari_and_athens() -> None:
    for label, counted in (("3348", True), ("3044", False), ("4249", False), ("2456", True)):
        state = war({label: "AH-N-UB1"})
        assert bool(hunters_in(state, MEDITERRANEAN)) == counted, label


def test_5_323_examples_at_the_table() -> None:
    """[E6] [E7] Two steps in the Mid Atlantic with Ostend and the second unrestricted season; six
    off Italy."""
    state = war({"Mid-Atlantic": "GE-N-UB1"})
    state.held[CENTRAL] |= place_set("0618")
    state.holder[at("0618")] = GE
    state.held[ENTENTE] &= ~place_set("0618")
    state.unrestricted, state.unrestrained = 2, 1
    assert modifier(state, MID) == -1
    state.stack = [Hunting(MID)]
    assert played(state, 2, 6, 6, 6).points[BR] == 19
    south = war({"3348": "AH-N-UB1 AH-N-UB2 AH-N-UB3"})
    south.stack = [Hunting(MEDITERRANEAN)]
    assert played(south, 3, 6, 6, 6).points[BR] == 16


def test_5_323_1_lothar_makes_it_worse() -> None:
    state = war({"North-Atlantic": "GE-N-UB3 GE-L-LOTHAR", "Mid-Atlantic": "GE-N-UB4"})
    # [5.323.3] One more in the north.
    assert modifier(state, NORTH) == 0
    assert modifier(state, MID) == 1


def test_5_323_2_the_mediterranean() -> None:
    assert modifier(war({}), MEDITERRANEAN) == -1


def test_5_323_3_the_north_atlantic() -> None:
    assert modifier(war({}), NORTH) == 1


@pytest.mark.parametrize(("season", "less"), [(1, 1), (4, 1), (5, 2), (6, 0), (9, 0)])
def test_5_323_4_seasons_of_unrestricted_warfare(season: int, less: int) -> None:
    """[5.323.5] [5.323.6]"""
    state = war({})
    state.unrestricted, state.unrestrained = season, 1
    assert modifier(state, NORTH) == 1 - less
    state.unrestrained = 0
    assert modifier(state, NORTH) == 1


def test_5_323_5_the_fifth_is_the_worst() -> None:
    state = war({})
    state.unrestricted, state.unrestrained = 5, 1
    assert modifier(state, MEDITERRANEAN) == -3


def test_5_323_6_convoys_come_after_the_fifth() -> None:
    state = war({})
    state.unrestricted, state.unrestrained = 6, 1
    assert modifier(state, MEDITERRANEAN) == -1


def test_5_323_7_antwerp_as_a_port() -> None:
    state = war({})
    state.violated = 1 << BE | 1 << NL
    state.held[CENTRAL] |= place_set("0917")
    state.holder[at("0917")] = GE
    # With it there is a port on the coast too.
    assert modifier(state, MID) == -1


def test_5_323_8_no_port_on_the_channel() -> None:
    state = war({})
    assert modifier(state, MID) == 1
    port = next(h for h in PORTS_OF_FRANCE)
    state.held[CENTRAL] |= 1 << port
    state.holder[port] = GE
    assert modifier(state, MID) == 0
    state.holder[port] = AH
    assert modifier(state, MID) == 1


def test_5_323_9_never_more_than_the_difference() -> None:
    state = war({"North-Atlantic": "GE-N-UB3"})
    state.stack = [Hunting(NORTH)]
    assert played(state, 6, 6, 6, 6).points[BR] == 20


def test_5_323_10_they_are_hunted_then() -> None:
    state = war({"North-Atlantic": "GE-N-UB3"})
    state.hunters = 12
    state.stack = [Hunting(NORTH)]
    played(state, 6, 1, 2, 3)
    assert state.reduced == units("GE-N-UB3")
    assert state.hunters == 12
    # [5.324D] And go home.
    assert decision(state) == HomePort(CENTRAL)


def test_5_321_unrestricted_warfare_is_declared_for_a_season() -> None:
    state = war({"North-Atlantic": "GE-N-UB3"})
    state.stack = [TradeWar()]
    played(state)
    assert decision(state) == Unrestricted(CENTRAL)
    choose(state, "unrestrict", dice=Loaded(6, 6, 6, 6))
    assert (state.unrestricted, state.unrestrained) == (1, 1)
    state.forget("season")
    assert state.unrestrained == 0


def test_5_321_1_the_fifth_time_is_remembered() -> None:
    state = war({"North-Atlantic": "GE-N-UB3"})
    state.unrestricted = 4
    state.stack = [TradeWar()]
    played(state)
    choose(state, "unrestrict", dice=Loaded(6, 6, 6, 6))
    assert state.fifth_unrestricted == state.month


def test_5_33_raiders_in_oceans_beside_british_ports() -> None:
    state = war({"South-Atlantic": "GE-N-CL1 GE-N-CC1", "Terra-del-Fuego": "GE-N-CL2"})
    state.stack = [Raiders()]
    assert played(state, 4, 4).points[BR] == 19


def test_5_33_1_one_throw_a_box_and_they_stay() -> None:
    state = war({"South-Atlantic": "GE-N-CL1 GE-N-CL2"})
    state.stack = [Raiders()]
    played(state, 4, 5)
    assert state.points[BR] == 20
    assert not state.moored


def test_5_341_four_powers_may_be_blockaded() -> None:
    state = war({})
    assert not any(is_blockaded(state, nation) for nation in (GE, AH, OT, IT))
    every = PORTS & HOME[AH]
    ships = iter(
        f"FR-N-{name}" for name in ("PD1", "PD2", "PD3", "PD4", "CA1", "CA2", "CA3", "CA4", "CC1")
    )
    for port in (h for h in range(every.bit_length()) if every >> h & 1):
        state.put(unit(next(ships)), port)
    assert is_blockaded(state, AH)
    assert not is_distant(state, OT)


def test_5_342_a_ship_in_or_beside_each_port() -> None:
    state = war({})
    home = [h for h in range(PORTS.bit_length()) if (PORTS & HOME[OT]) >> h & 1]
    assert not is_close(state, OT)
    names = [f"BR-N-CC{n}" for n in range(1, 11)] + [f"BR-N-PD{n}" for n in range(1, 11)]
    for port, key in zip(home, names, strict=False):
        state.put(unit(key), port)
    assert is_close(state, OT)
    for key in names[1:]:
        if state.where[unit(key)] >= 0:
            state.lift(unit(key))
    assert not is_close(state, OT)


def test_5_343_a_chain_across_the_adriatic() -> None:
    """Ships and mines from the heel of Italy to Albania."""
    state = war({})
    assert not is_distant(state, AH)
    labels = ("3347", "3447", "3547", "3647")
    for label, key in zip(labels, ("IT-N-PD1", "FR-M-1", "IT-N-CA1", "FR-N-PD1"), strict=True):
        state.put(unit(key), at(label))
    assert is_distant(state, AH)
    state.lift(unit("FR-M-1"))
    assert not is_distant(state, AH)


def test_5_343_1_two_steps_in_each_of_two_boxes() -> None:
    state = war({"Mid-Atlantic": "BR-N-CC1", "Norwegian-Sea": "BR-N-CC2"})
    assert is_distant(state, GE)
    state.stack = [Blockades()]
    assert played(state).points[GE] == 16
    state.reduced = units("BR-N-CC2")
    assert not is_distant(state, GE)


def ore(**more: int) -> State:
    """British submarines off Stockholm."""
    state = war({"Stockholm": "BR-N-SS1 BR-N-SS2"})
    for name, value in more.items():
        setattr(state, name, value)
    return state


def test_5_35_submarines_off_stockholm() -> None:
    state = ore()
    assert ore_raiders(state) == units("BR-N-SS1 BR-N-SS2")
    state.held[ENTENTE] &= ~(PORTS & HOME[RU])
    assert not ore_raiders(state)
    lone = war({"Stockholm": "BR-N-SS1"})
    lone.reduced = units("BR-N-SS1")
    assert not ore_raiders(lone)


@pytest.mark.parametrize(("die", "left"), [(3, 18), (4, 20)])
def test_5_35_1_a_die_below_their_steps_costs_germany_two(die: int, left: int) -> None:
    state = ore()
    state.stack = [Stockholm()]
    played(state, die, 6, 6, 6)
    assert state.points[GE] == left
    # [5.324C] The Central Powers hunted: the track stays.
    assert state.hunters == 0


def test_4_2_1_one_side_acts_in_the_war_on_trade() -> None:
    state = war({"South-Atlantic": "GE-N-CL1", "Stockholm": "BR-N-SS1"})
    state.stack = [TradeWar()]
    played(state, 6, 6, 6, 6, 6, 6)
    assert not state.stack


PORTS_OF_FRANCE = [h for h in range(PORTS.bit_length()) if (PORTS & HOME[FR]) >> h & 1]
