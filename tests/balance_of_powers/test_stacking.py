"""Chapter 2.62: where a force has no room, asked in two ways that must agree."""

from __future__ import annotations

import pytest

from tests.balance_of_powers.table import at, place_set, position, unit
from tests.balance_of_powers.test_land_combat import units
from trenchline.games.balance_of_powers.components import CENTRAL, ENTENTE, Units
from trenchline.games.balance_of_powers.stacking import BARE, fits, full_for
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.bits import lowest, members

FIVE = "GE-I-1 GE-I-2 GE-I-3 GE-I-4 GE-I-6"
SIX = "GE-I-7 GE-I-8 GE-I-9 GE-I-10 GE-I-11 GE-I-13"


def crowd() -> State:
    """Germans of every number, two leaders apart, one in a marsh, and the Entente beside them."""
    state = position(
        {
            "1224": FIVE,
            "1223": SIX,
            "1123": "GE-I-21 GE-L-KLUCK",
            "1124": "FR-I-20 FR-I-9",
            "0317": "BR-I-1",
            "0517": "FR-I-1 FR-I-2 FR-I-3 FR-I-4 FR-I-5 FR-I-6",
        },
        entente="FR RU BR",
        month=8,
    )
    marsh = lowest(BARE & state.scenario.ground)
    state.put(unit("GE-C-1"), marsh)
    state.put(unit("GE-L-LUDNDRF"), at("1225"))
    return state


@pytest.mark.parametrize(
    ("force", "side"),
    [
        ("GE-I-14", CENTRAL),
        ("GE-I-14 GE-I-15", CENTRAL),
        ("GE-I-14 GE-I-15 GE-I-16 GE-I-17 GE-I-18 GE-I-20", CENTRAL),
        ("GE-I-14 GE-L-MCKNSN", CENTRAL),
        ("GE-L-MCKNSN", CENTRAL),
        ("FR-I-7", ENTENTE),
        ("BR-I-2", ENTENTE),
        ("BR-I-2 RU-I-1", ENTENTE),
        ("RU-I-1", ENTENTE),
    ],
)
def test_2_62_2_62_2_2_62_3_2_65_what_is_full_for_a_force_is_where_it_does_not_fit(
    force: str, side: int
) -> None:
    state = crowd()
    moving: Units = units(force)
    ground = state.scenario.ground
    for within in (ground, ground & ~BARE):
        full = full_for(state, moving, side, within)
        for place in members(within):
            assert (full >> place & 1) == (not fits(state, place, moving, side)), place
        assert full & ~within == 0


def test_2_62_2_six_corps_fill_a_hex_and_five_leave_room_for_one() -> None:
    state = crowd()
    ground = state.scenario.ground & ~BARE
    one, two = units("GE-I-14"), units("GE-I-14 GE-I-15")
    assert full_for(state, one, CENTRAL, ground) == place_set("1223")
    assert full_for(state, two, CENTRAL, ground) == place_set("1223", "1224")
    # [2.62.3] Whose own stacks are no matter.
    assert full_for(state, units("RU-I-1"), ENTENTE, place_set("1223", "1224")) == 0


def test_2_62_12_1_britain_1_french_and_british_keep_to_themselves() -> None:
    state = crowd()
    assert not fits(state, at("1124"), units("BR-I-2"), ENTENTE)
    assert fits(state, at("0317"), units("BR-I-2"), ENTENTE)
    assert not fits(state, at("0317"), units("FR-I-7"), ENTENTE)
    assert fits(state, at("0317"), units("RU-I-1"), ENTENTE)
    full = full_for(state, units("BR-I-2"), ENTENTE, state.scenario.ground & ~BARE)
    assert full == place_set("1124", "0517")
