"""Chapters 6.1 and 6.11: what follows when a neutral is violated or joins."""

from __future__ import annotations

import pytest

from tests.balance_of_powers.table import at, position, unit
from tests.balance_of_powers.test_land_combat import units
from trenchline.games.balance_of_powers.components import (
    BE,
    BR,
    CENTRAL,
    CENTRES,
    DK,
    ENTENTE,
    GR,
    HOME,
    NEUTRAL,
    NL,
    RO,
    SIDES,
)
from trenchline.games.balance_of_powers.courting import DiplomacyDie, Offer
from trenchline.games.balance_of_powers.joining import (
    Allocate,
    join,
    march_in,
    violable,
    violate,
)
from trenchline.games.balance_of_powers.muster import Place, grounds
from trenchline.games.balance_of_powers.opening import HISTORICAL, new_game
from trenchline.games.balance_of_powers.state import AWAITED, State
from trenchline.kernel.bits import members

LEAVES, SLAVS = "before_the_leaves_fall", "south_slavs"


def begun(scenario: str) -> State:
    state = new_game(scenario, {HISTORICAL: "on"})
    state.stack = []
    return state


@pytest.mark.parametrize("side", [CENTRAL, ENTENTE])
def test_6_11_6_11_2_each_violation_is_remembered_and_drives_to_the_other_side(side: int) -> None:
    state = begun(LEAVES)
    violate(state, DK, side)
    violate(state, NL, side)
    assert state.violated == 1 << DK | 1 << NL
    assert state.sides[DK] == state.sides[NL] == 1 - side
    assert len(SIDES) == 2


def test_6_11_r176_11_1_only_neutrals_with_land_in_play_are_violated() -> None:
    state = begun(SLAVS)
    assert not violable(state) >> BE & 1
    ashore = violable(state)
    state.scenario = begun("asian_treasure_house").scenario
    assert ashore
    assert not violable(state) & ashore


def test_6_1_1_2_22_5_13_who_joins_sets_up_in_his_own_towns_whatever_his_supply() -> None:
    state = begun(SLAVS)
    state.month = 10
    join(state, RO, ENTENTE)
    assert state.entered[RO] == 10
    placed = [step for step in state.stack if isinstance(step, Place)]
    assert placed
    assert all(step.setting_up for step in placed)
    for step in placed:
        found = grounds(state, step.unit, setting_up=True)
        assert found
        assert not found & ~(HOME[RO] & CENTRES)
    assert Allocate(ENTENTE, RO) in state.stack


def test_6_1_1_12_5_diplomacy_3_the_siberians_come_with_romania_alone() -> None:
    state = begun(SLAVS)
    siberians = unit("RU-I-SIB_4")
    before = state.where[siberians]
    join(state, GR, ENTENTE)
    assert state.where[siberians] == before
    join(state, RO, CENTRAL)
    assert state.where[siberians] == at("5329")
    again = begun(SLAVS)
    again.put(siberians, at("5229"))
    join(again, RO, CENTRAL)
    assert again.where[siberians] == at("5229")


@pytest.mark.parametrize(
    ("key", "place", "joins"),
    [("GE-I-5", "0523", True), ("AH-I-1", "0523", False), ("GE-I-5", "0823", False)],
)
def test_6_123_2_germans_close_to_paris_bring_britain_in_and_nobody_else(
    key: str, place: str, joins: bool
) -> None:
    state = position({place: key}, month=0)
    state.where[unit("BR-I-1")] = AWAITED
    march_in(state, units(key), at(place))
    assert (state.sides[BR] == ENTENTE) == joins
    assert state.sides[BR] in (NEUTRAL, ENTENTE)


@pytest.mark.parametrize(("key", "noticed"), [("BR-I-1", 1), ("FR-I-1", 0), ("BR-V-FB5", 0)])
def test_6_124_british_land_units_in_the_south_are_noticed(key: str, noticed: int) -> None:
    state = position({"3335": key}, entente="BR FR RU RS", month=8, scenario=SLAVS)
    march_in(state, units(key), at("3335"))
    assert state.british_south == noticed


def test_6_124_5_6_124_6_offers_of_both_sides_add_up() -> None:
    state = begun(SLAVS)
    state.month = 10
    asked = Offer(ENTENTE, RO, ENTENTE, 0, 0)
    chips = list(members(asked.choices(state)["offer"]))
    asked.take(state, "offer", chips[0])
    follow = state.stack.pop()
    assert follow == Offer(ENTENTE, RO, ENTENTE, 0, 1 << chips[0])
    if len(chips) > 1:
        follow.take(state, "offer", chips[1])
        assert state.stack.pop() == Offer(ENTENTE, RO, ENTENTE, 0, 1 << chips[0] | 1 << chips[1])
    Offer(ENTENTE, RO, CENTRAL, 0, 1 << chips[0]).take(state, "enough", 0)
    assert state.stack.pop() == DiplomacyDie(RO, 0, 1 << chips[0])


@pytest.mark.parametrize(("value", "side"), [(1, NEUTRAL), (4, NEUTRAL), (5, CENTRAL)])
def test_6_124_7_what_is_offered_is_added_to_the_die(value: int, side: int) -> None:
    state = begun(SLAVS)
    state.month = 10
    central = Offer(CENTRAL, RO, CENTRAL, 0, 0).choices(state).get("offer", 0)
    one = central & -central
    assert one
    DiplomacyDie(RO, one, 0).rolled(state, value)
    assert state.sides[RO] == side
