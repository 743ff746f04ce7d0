"""Chapters 9 and 10 in random play, and single steps of movement and combat."""

from __future__ import annotations

import random

import pytest

from tests.balance_of_powers.campaigning import begun, choose
from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, position, unit
from trenchline.games.balance_of_powers.components import CENTRAL, ENTENTE, FR, GE, NATION
from trenchline.games.balance_of_powers.invariants import broken
from trenchline.games.balance_of_powers.march import Campaign
from trenchline.games.balance_of_powers.sequence import Half, Month
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.verbs import VERBS
from trenchline.kernel.dice import PlannersDice
from trenchline.kernel.play import decision, settle, take
from trenchline.kernel.steps import count, pick

FRONT = {
    "1123": "GE-I-5 GE-I-13 GE-I-16 GE-S-1 GE-L-KLUCK",
    "1224": "GE-I-21 GE-I-1_BAV GE-I-2_BAV GE-C-1",
    "1226": "GE-I-14 GE-I-15",
    "1023": "FR-I-4 FR-I-5 FR-I-6 FR-C-SORDET",
    "1124": "FR-I-20 FR-I-9 FR-I-18 FR-L-JOFFRE",
    "1126": "FR-I-7 FR-I-14 FR-I-21",
    "0922": "FR-I-2",
    "3717": "RU-I-15 RU-I-23",
    "3316": "GE-I-17 GE-I-20",
}


def war() -> State:
    state = position(FRONT, month=1)
    for nation in (GE, FR, NATION["RU"], NATION["AH"]):
        state.points[nation] = 6
    return state


@pytest.mark.parametrize("seed", [0, 1, 2, 4])
def test_10_0_random_campaigns_break_nothing(seed: int) -> None:
    rng = random.Random(seed)
    state = war()
    state.log = []
    fortnight = [Half(1, ENTENTE), Half(1, CENTRAL)]
    state.stack += [Month(2), *fortnight * 4]
    dice = PlannersDice(random.Random(seed))
    seen: set[str] = set()
    for _ in range(400):
        choices = settle(state, dice)
        if not choices:
            break
        assert not broken(state), broken(state)
        assert set(choices) <= set(VERBS)
        verb, number = pick(choices, rng.randrange(count(choices)))
        asked = decision(state)
        assert asked.prompt(state)
        assert asked.why_not(state, "historical", 0).case
        seen.add(verb)
        take(state, verb, number)
    assert {"march", "attack", "unit", "stop"} <= seen


def test_9_14_cavalry_does_not_attack_trenches() -> None:
    state = begun(position({"1224": "GE-C-1", "1124": "FR-I-20"}, entrenched="FR-I-20", month=1))
    choose(state, "unit GE-C-1")
    refusal = decision(state).why_not(state, "attack", at("1124"))
    assert refusal.case == "9.14"


def test_10_533_siege_artillery_does_not_attack_alone() -> None:
    state = begun(position({"1224": "GE-S-1", "1124": "FR-I-20"}, month=1))
    choose(state, "unit GE-S-1")
    assert decision(state).why_not(state, "attack", at("1124")).case == "10.533"


def test_10_3_an_attack_costs_a_point_and_two_in_the_snow() -> None:
    for month, cost in ((1, 1), (4, 2)):
        state = position({"1224": "GE-I-21 GE-I-14", "1124": "FR-I-20"}, month=month)
        state.points[GE] = 5
        begun(state)
        choose(state, "stack 1224", "attack 1124", "pay GE")
        assert state.points[GE] == 5 - cost


def test_10_81_who_clears_the_hex_moves_in() -> None:
    state = position({"1224": "GE-I-21 GE-I-14 GE-I-15", "1124": "FR-I-20"}, month=1)
    state.points[GE] = 5
    begun(state)
    choose(state, "stack 1224", "attack 1124", "pay GE")
    choose(state, "point GE-I-21", dice=Loaded(6, 6))
    assert state.where[unit("GE-I-21")] == at("1124")
    assert state.held[CENTRAL] >> at("1124") & 1
    assert state.where[unit("FR-I-20")] < 0


def test_9_62_and_9_63_who_attacks_trenches_digs_in_and_leaves_a_trench_battle() -> None:
    state = position(
        {"1224": "GE-I-21 GE-I-14", "1124": "FR-I-20 FR-I-9"},
        entrenched="FR-I-20 FR-I-9",
        month=1,
    )
    state.points[GE] = state.points[FR] = 5
    begun(state)
    choose(state, "stack 1224", "attack 1124", "pay GE", "point GE-I-21")
    choose(state, "point FR-I-20", dice=Loaded(4, 3))
    choose(state, "buy_off FR")
    assert state.trench_battles >> at("1124") & 1
    survivor = unit("GE-I-14")
    assert state.entrenched >> survivor & 1
    assert state.done >> survivor & 1


def test_6_6_corps_without_supply_must_roll_below_their_effectiveness() -> None:
    for die, lives in ((2, True), (3, False)):
        state = position({"0827": "GE-I-3"}, held_by={"GE": "0827"}, month=1)
        state.stack = [Half(1, CENTRAL)]
        settle(state, Loaded())
        choose(state, "end", dice=Loaded(die))
        assert (state.where[unit("GE-I-3")] >= 0) == lives


def test_6_512_nobody_moves_in_the_second_fortnight_of_winter() -> None:
    state = position({"1224": "GE-I-21"}, month=4)
    state.fortnight = 2
    asked = Campaign(CENTRAL)
    assert asked.choices(state) == {"end": 1}
    assert asked.why_not(state, "unit", unit("GE-I-21")).case == "6.512"


def test_9_24_a_nation_has_so_many_trains() -> None:
    state = position({"2516": "GE-I-1 GE-I-2 GE-I-3 GE-I-4 GE-I-5 GE-I-6"}, month=1)
    state.points[GE] = 5
    begun(state)
    choose(state, "stack 2516")
    assert decision(state).why_not(state, "entrain", GE).case == "9.24"
    choose(state, "without GE-I-6", "entrain GE", "rail 1224")
    assert state.railed[GE] == 5
    assert state.points[GE] == 4
    assert state.where[unit("GE-I-1")] == at("1224")


def test_10_711_an_rp_result_is_paid_or_suffered() -> None:
    state = position({"1224": "GE-I-21 GE-I-14", "1124": "FR-I-20 FR-I-9"}, month=1)
    state.points[GE] = state.points[FR] = 5
    begun(state)
    choose(state, "stack 1224", "attack 1124", "pay GE", "point GE-I-21")
    choose(state, "point FR-I-9", dice=Loaded(4, 3))
    # 7 and one for the better point unit is 8: RP/1.
    assert state.battle.final == 8
    assert decision(state).who(state) == CENTRAL
    choose(state, "buy_off GE")
    assert state.points[GE] == 3
    assert state.where[unit("GE-I-21")] >= 0
    assert state.where[unit("FR-I-9")] < 0
