"""Chapter 6.44: mines hit, are laid and are swept."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.balance_of_powers.at_sea import quarters, units
from tests.balance_of_powers.campaigning import choose, offered, refused
from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, unit
from trenchline.games.balance_of_powers.components import (
    BOARD,
    CENTRAL,
    ENTENTE,
    OCEAN_BOXES,
    PORT_BOXES,
)
from trenchline.games.balance_of_powers.minefields import has_room, threat
from trenchline.games.balance_of_powers.state import MINES, POOL, State

FIELD = "1608"


def off_the_bight(keys: str = "BR-N-CL1 BR-N-CL2", **more: object) -> State:
    """British ships before a German minefield."""
    stacks = {"1607": keys, FIELD: "GE-M-1"}
    return quarters(stacks, side=ENTENTE, **more)  # type: ignore[arg-type]  # whatever is told


def test_6_442_every_ship_that_enters_is_attacked() -> None:
    state = off_the_bight()
    choose(state, "fleet 1607")
    choose(state, f"steam {FIELD}", dice=Loaded(2, 3))
    # [6.443] A score of three hits by less than three.
    assert state.reduced == units("BR-N-CL1")
    assert state.force_at == at(FIELD)


def test_6_442_mines_beside_a_force_do_nothing() -> None:
    state = off_the_bight()
    choose(state, "fleet 1607", "steam 1508")
    assert not state.reduced


def test_6_442_submarines_are_attacked_too() -> None:
    state = off_the_bight("BR-N-SS1")
    choose(state, "ship BR-N-SS1")
    choose(state, f"steam {FIELD}", dice=Loaded(1))
    assert state.reduced == units("BR-N-SS1")


def test_6_441_own_mines_do_nothing() -> None:
    state = quarters({"1607": "GE-N-CL1", FIELD: "GE-M-1"})
    choose(state, "ship GE-N-CL1", f"steam {FIELD}")
    assert state.force_at == at(FIELD)


def test_6_443_3_a_damaged_dreadnought_sinks_without_doubles() -> None:
    state = off_the_bight("BR-N-BB1", reduced="BR-N-BB1")
    choose(state, "ship BR-N-BB1")
    choose(state, f"steam {FIELD}", dice=Loaded(2))
    assert state.where[unit("BR-N-BB1")] == POOL
    assert not state.force


def test_6_443_1_two_dice_in_a_box_against_all_its_mines() -> None:
    stacks = {"0801": "GE-N-CL1 GE-N-CL2", "Scapa-Flow": "BR-M-1 BR-M-2"}
    state = quarters(stacks)
    choose(state, "fleet 0801")
    choose(state, "steam Scapa-Flow", dice=Loaded(1, 2, 2, 2))
    assert state.reduced == units("GE-N-CL1")


@pytest.mark.parametrize(
    ("box", "limit"),
    [
        ("Norwegian-Sea", Fraction(4)),
        ("Gulf-of-Finland", Fraction(8)),
        ("Mid-Atlantic", Fraction(2)),
        ("Indian-Ocean", Fraction(2)),
        ("Mid-Pacific", Fraction(2)),
    ],
)
def test_6_443_2_narrow_waters_double_wide_ones_halve(box: str, limit: Fraction) -> None:
    state = quarters({box: "RU-M-1"}, entente="BR RU")
    assert threat(state, at(box), ENTENTE) == limit


def test_6_44_one_mine_to_a_hex_two_to_a_box() -> None:
    state = quarters({FIELD: "GE-M-1", "Norwegian-Sea": "BR-M-1"})
    assert not has_room(state, at(FIELD), CENTRAL)
    assert has_room(state, at(FIELD), ENTENTE)
    assert has_room(state, at("Norwegian-Sea"), ENTENTE)
    state.put(unit("BR-M-2"), at("Norwegian-Sea"))
    assert not has_room(state, at("Norwegian-Sea"), ENTENTE)


def test_6_445_laying_takes_three_times_the_radius() -> None:
    state = quarters({"1613": "GE-N-CL1 GE-N-UB1"})
    state.where[unit("GE-M-1")] = MINES
    choose(state, "ship GE-N-CL1", "steam 1608", "lay GE-N-CL1")
    assert state.where[unit("GE-M-1")] == at("1608")
    assert state.spent[unit("GE-N-CL1")] == 5 + 27
    # [6.444] Nothing is left in the pool.
    choose(state, "stop", "pack 1613")
    assert refused(state, "lay GE-N-UB1").case == "6.445"


def test_6_445_who_has_gone_too_far_lays_nothing() -> None:
    state = quarters({"1613": "GE-N-CL1"})
    state.where[unit("GE-M-1")] = MINES
    choose(state, "ship GE-N-CL1", "steam 1603")
    assert state.spent[unit("GE-N-CL1")] == 10
    assert refused(state, "lay GE-N-CL1").case == "6.445"


def test_6_445_only_mines_of_ones_own_nation() -> None:
    state = quarters({"0106": "BR-N-CL1"}, side=ENTENTE, entente="BR FR")
    state.where[unit("FR-M-1")] = MINES
    choose(state, "ship BR-N-CL1")
    assert refused(state, "lay BR-N-CL1").case == "6.445"


def sweeping(die: int, key: str = "BR-N-CL1") -> State:
    """A British ship sweeps the field beside it."""
    state = off_the_bight(key)
    choose(state, f"ship {key}")
    choose(state, f"sweep {FIELD}", dice=Loaded(die))
    return state


def test_6_446_die_1_clears_a_mine_and_costs_a_step() -> None:
    state = sweeping(1)
    assert state.where[unit("GE-M-1")] == POOL
    assert state.reduced == units("BR-N-CL1")
    assert state.spent[unit("BR-N-CL1")] == 24


def test_6_446_die_2_clears_a_mine() -> None:
    state = sweeping(2)
    assert state.where[unit("GE-M-1")] == POOL
    assert not state.reduced


@pytest.mark.parametrize("die", [3, 4, 5, 6])
def test_6_446_die_3_6_leaves_it(die: int) -> None:
    state = sweeping(die)
    assert state.where[unit("GE-M-1")] == at(FIELD)
    # [6.446] One attempt is all that a ship has points for.
    assert not offered(state, "sweep")
    assert refused(state, f"sweep {FIELD}").case == "6.446"


def test_6_446_2_another_ship_may_try_again() -> None:
    state = off_the_bight()
    choose(state, "fleet 1607")
    choose(state, f"sweep {FIELD}", "sweeper BR-N-CL1", dice=Loaded(5))
    choose(state, f"sweep {FIELD}", dice=Loaded(2))
    assert state.where[unit("GE-M-1")] == POOL


def test_6_446_1_own_mines_are_taken_up() -> None:
    state = quarters({"1607": "GE-N-CL1", FIELD: "GE-M-1"})
    choose(state, "ship GE-N-CL1", f"sweep {FIELD}")
    assert state.where[unit("GE-M-1")] == MINES


def test_6_446_submarines_do_not_sweep() -> None:
    state = off_the_bight("BR-N-SS1")
    choose(state, "ship BR-N-SS1")
    assert refused(state, f"sweep {FIELD}").case == "6.446"


def test_6_446_a_box_beyond_the_map_edge_is_beside_it() -> None:
    state = quarters({"0801": "GE-N-CL1", "Scapa-Flow": "BR-M-1"})
    state.scenario = replace(state.scenario, hexes=BOARD.hexes | OCEAN_BOXES | PORT_BOXES)
    choose(state, "ship GE-N-CL1")
    choose(state, "sweep Scapa-Flow", dice=Loaded(2))
    assert state.where[unit("BR-M-1")] == POOL


def test_6_446_4_whoever_sweeps_is_in_no_port() -> None:
    stacks = {"1613": "GE-N-CL1 GE-N-CL2", "1612": "BR-M-1", "1511": "BR-N-SS1 BR-N-SS2"}
    state = quarters(stacks)
    choose(state, "fleet 1613")
    choose(state, "sweep 1612", "sweeper GE-N-CL1", dice=Loaded(6))
    assert state.sweeping == units("GE-N-CL1")
