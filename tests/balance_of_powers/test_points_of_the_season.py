"""Chapters 5.2 and 11.1: points that come from a list, from an ally or from occupied country."""

from __future__ import annotations

import pytest

from tests.balance_of_powers.table import position, unit
from trenchline.games.balance_of_powers.components import (
    AH,
    BE,
    BR,
    CENTRAL,
    CENTRES,
    FR,
    GE,
    OWNED,
    RS,
    RU,
    SHEETS,
)
from trenchline.games.balance_of_powers.tabulation import (
    TransferTo,
    grant,
    occupation,
    recipients,
    requisitions,
)
from trenchline.kernel.bits import members

ASIA = "asian_treasure_house"


@pytest.mark.parametrize(("revolution", "points"), [(0, 5), (1 << BR, 2)])
def test_11_1_6_82_1_a_grant_is_added_unless_there_is_a_revolution(
    revolution: int, points: int
) -> None:
    state = position({}, central="GE OT", entente="BR RU", scenario=ASIA)
    state.points[BR], state.revolution = 2, revolution
    grant(state, "Spring 1917")
    assert state.points[BR] == points
    grant(state, "Spring 1916")
    assert state.points[BR] == points


def test_5_23_2_whoever_has_received_six_gets_no_seventh() -> None:
    state = position({})
    state.points[GE] = 9
    for _ in range(6):
        assert recipients(state, GE) >> AH & 1
        TransferTo(CENTRAL, GE).take(state, "to", AH)
    assert (state.points[GE], state.points[AH]) == (3, 6)
    assert (state.given[GE], state.received[AH]) == (6, 6)
    state.given[GE] = 0
    assert not recipients(state, GE) >> AH & 1


def test_5_24_2_42_2_5_24_3_minors_and_towns_add_up_and_neutrals_pay_nobody() -> None:
    state = position({}, central="AH GE", entente="FR RU RS", month=1)
    state.patrons[RS] = state.patrons[BE] = FR
    assert requisitions(state, FR) == 1
    towns = list(members(OWNED[GE] & CENTRES & SHEETS["north"]))[:3]
    for town in towns:
        state.held[1] |= 1 << town
        state.held[0] &= ~(1 << town)
        state.holder[town] = FR
    state.put(unit("FR-I-1"), towns[0])
    assert occupation(state, FR, GE) == 1
    assert requisitions(state, FR) == 2
    assert requisitions(state, RU) == 0


def test_5_24_3_towns_of_other_lands_and_of_allies_do_not_count() -> None:
    state = position({}, central="AH GE", entente="FR RU RS", month=1)
    for enemy in (GE, AH):
        for town in list(members(OWNED[enemy] & CENTRES & SHEETS["north"]))[:2]:
            state.held[1] |= 1 << town
            state.held[0] &= ~(1 << town)
            state.holder[town] = FR
            if not state.stacks:
                state.put(unit("FR-I-1"), town)
    assert occupation(state, FR, GE) == 0
