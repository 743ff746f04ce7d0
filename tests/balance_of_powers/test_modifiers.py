"""Chapter 10.5 and 10.6: modifiers and results, with the examples of the rulebook."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from tests.balance_of_powers.table import at, position, unit
from trenchline.games.balance_of_powers.battle import FORTRESS, Battle
from trenchline.games.balance_of_powers.calendar import month_number
from trenchline.games.balance_of_powers.components import CENTRAL, ENTENTE
from trenchline.games.balance_of_powers.modifiers import (
    attack_effectiveness,
    modifiers,
    net,
    odds_modifier,
)
from trenchline.games.balance_of_powers.results import PAYABLE, final, refunded, result
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.bits import bit_set

GERMANS = "GE-I-3 GE-I-5RS GE-I-18 GE-S-1 GE-S-2 GE-S-3"


def verdun(french: str, germans: str = GERMANS) -> State:
    """February 1916: the Germans in 0921 before Verdun [10.9]."""
    return position(
        {"0921": germans, "0922": french},
        held_by={"GE": "0919 0920 0921 1018 1019 1020 1021 1118 1119 1120 1121"},
        entrenched=f"{germans.replace('GE-L-FLKNHYN', '')} {french}",
        month=month_number("February 1916"),
    )


def battle(state: State, germans: str, **facts: Any) -> Battle:
    attackers = bit_set(map(unit, germans.split()))
    return Battle(CENTRAL, at("0921"), at("0922"), attackers, **facts)


def told(state: State, fought: Battle) -> dict[str, int]:
    return {modifier.case: modifier.value for modifier in modifiers(state, fought)}


def test_10_9_verdun_in_february_1916() -> None:
    state = verdun("FR-I-30 FR-I-1")
    state.batter(at("0922"))
    state.put(unit("GE-V-EINDKRD"), at("0922"))
    state.infrastructure = 1 << at("0921")
    fought = battle(
        state, GERMANS, point=unit("GE-I-3"), defending_point=FORTRESS, infrastructure=True
    )
    assert told(state, fought) == {
        "10.51": 1,
        "10.52": 3,
        "10.531": 1,
        "10.564": -1,
        "10.571": -2,
        "10.572": 1,
    }
    assert net(modifiers(state, fought)) == 3
    assert str(result(final(8, 3), major=True)) == "1/3 GG"
    assert result(11, major=True).below == 6


def test_10_9_verdun_in_march_1916() -> None:
    """Out of a breach, without the river; five corps against four, the fortress ruined."""
    germans = "GE-I-5RS GE-I-18 GE-S-1 GE-S-2 GE-S-3"
    state = verdun("FR-I-1 FR-I-2 FR-I-20 FR-I-21", germans)
    state.batter(at("0922"), 2)
    state.put(unit("GE-V-EINDKRD"), at("0922"))
    state.breaches[at("0921"), at("0922")] = 1
    fought = battle(
        state,
        germans,
        point=unit("GE-I-18"),
        defending_point=unit("FR-I-20"),
        led=(False, True),
    )
    assert net(modifiers(state, fought)) == 0
    assert str(result(final(5, 0), major=True)) == "2/1"


@pytest.mark.parametrize(("mine", "theirs", "value"), [(3, 1, 2), (1, 3, -2)])
def test_10_531_the_difference_of_the_point_units(mine: int, theirs: int, value: int) -> None:
    by_worth = {3: "GE-I-3", 1: "GE-I-LWO"}
    enemies = {3: "FR-I-20", 1: "FR-I-RG_1"}
    state = verdun(enemies[theirs], by_worth[mine])
    state.batter(at("0922"), 2)
    fought = battle(
        state,
        by_worth[mine],
        point=unit(by_worth[mine]),
        defending_point=unit(enemies[theirs]),
    )
    assert told(state, fought).get("10.531", 0) == value


def test_10_532_yellow_corps_attack_as_fours_in_1914_only() -> None:
    state = position({"1123": "GE-I-3"}, month=month_number("December 1914"))
    assert attack_effectiveness(state, unit("GE-I-3"), at("0922")) == 4
    state.month += 1
    assert attack_effectiveness(state, unit("GE-I-3"), at("0922")) == 3


@pytest.mark.parametrize(
    ("attackers", "defenders", "value"),
    [(1, 3, -2), (1, 2, -2), (2, 3, 0), (6, 3, 0), (5, 2, 0), (3, 1, 1), (9, 2, 1), (5, 1, 2)],
)
def test_10_55_odds(attackers: int, defenders: int, value: int) -> None:
    assert odds_modifier(attackers, defenders) == value


def test_10_591_and_10_592_a_breach_hinders_along_and_helps_against_it() -> None:
    state = verdun("FR-I-1 FR-I-2")
    state.breaches[at("0921"), at("0922")] = 1
    out = battle(state, "GE-I-3")
    assert told(state, out)["10.591"] == -1
    assert "10.564" not in told(state, out)
    back = Battle(ENTENTE, at("0922"), at("0921"), 1 << unit("FR-I-1"))
    assert told(state, back)["10.592"] == 1
    assert "10.591" not in told(state, replace(out, benefits=True))


def test_10_593_other_angles_are_not_affected() -> None:
    state = verdun("FR-I-1 FR-I-2")
    state.put(unit("FR-I-20"), at("1022"))
    state.breaches[at("0921"), at("0922")] = 1
    aside = Battle(ENTENTE, at("1022"), at("0921"), 1 << unit("FR-I-20"))
    assert not {"10.591", "10.592"} & set(told(state, aside))


def test_10_5_never_more_than_six() -> None:
    state = verdun("FR-I-TERR", "GE-I-3 GE-S-1 GE-S-2 GE-S-3 GE-I-4 GE-I-5")
    state.batter(at("0922"), 2)
    state.entrenched = 0
    fought = battle(
        state,
        "GE-I-3 GE-S-1 GE-S-2 GE-S-3 GE-I-4 GE-I-5",
        point=unit("GE-I-3"),
        defending_point=unit("FR-I-TERR"),
        led=(True, False),
    )
    assert sum(modifier.value for modifier in modifiers(state, fought)) > 6
    assert net(modifiers(state, fought)) == 6


def test_10_61_final_dice_stay_on_the_table() -> None:
    for raw, modifier in product(range(2, 13), range(-6, 7)):
        assert 2 <= final(raw, modifier) <= 12


def test_10_62_a_seven_is_cheaper_in_a_minor_battle() -> None:
    assert result(7, major=True)[:2] == (1, 1)
    assert result(7, major=False)[:2] == (PAYABLE, PAYABLE)


def test_10_712_a_single_defender_costs_the_favoured_attacker_nothing() -> None:
    assert refunded((1, 2), (3, 1), 1) == (0, 2)
    assert refunded((1, 2), (3, 1), 0) == (1, 2)
    assert refunded((1, 2), (3, 2), 1) == (1, 2)
