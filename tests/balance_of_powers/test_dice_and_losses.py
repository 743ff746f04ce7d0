"""Chapters 10.5 and 10.7: what counts for whom, and whose losses are whose."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.balance_of_powers.campaigning import begun, choose, lorraine, offered
from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, position, unit
from tests.balance_of_powers.test_crisis_of_july import war
from tests.balance_of_powers.test_land_combat import cut_off, told, units
from trenchline.games.balance_of_powers.battle import NOBODY, Battle
from trenchline.games.balance_of_powers.components import CENTRAL, ENTENTE, FR, GE
from trenchline.games.balance_of_powers.losses import Demoralize, Suffer
from trenchline.games.balance_of_powers.modifiers import (
    defence_effectiveness,
    may_use_infrastructure,
    trench_modifier,
    unready,
)
from trenchline.games.balance_of_powers.morale import MoraleDie

HERE, THERE = "1224", "1124"


def battle(attackers: str = "GE-I-21 GE-I-14", side: int = CENTRAL) -> Battle:
    return Battle(side, at(HERE), at(THERE), units(attackers))


def test_10_53_a_defender_out_of_supply_is_worth_one_less() -> None:
    state = cut_off()
    attack = Battle(ENTENTE, at("0726"), at("0827"), units("FR-I-20"))
    assert defence_effectiveness(state, attack, unit("GE-I-21")) == 2
    state.move(units("GE-I-21"), at(HERE))
    assert defence_effectiveness(state, attack, unit("GE-I-21")) == 3


@pytest.mark.parametrize(
    ("attackers", "defenders", "advantage"),
    [("GE-I-5", "FR-I-4", 1), ("AH-I-1", "FR-I-4", 0), ("GE-I-5", "BE-I-1", 0)],
)
def test_11_5_s13_a_germans_against_french_have_it_and_nobody_else(
    attackers: str, defenders: str, advantage: int
) -> None:
    state = position({"1123": attackers, "1023": defenders}, entente="FR RU BE", month=0)
    state.scenario = war("unready").scenario
    attack = Battle(CENTRAL, at("1123"), at("1023"), units(attackers))
    assert unready(state, attack) == advantage


@pytest.mark.parametrize(("key", "worth"), [("GE-I-3", -1), ("RU-I-1", 0)])
def test_10_571_trenches_are_worth_one_less_in_africa(key: str, worth: int) -> None:
    state = position({"AF8834": key}, entrenched=key)
    side = 1 - state.side_of(unit(key))
    there = Battle(side, at("AF8835"), at("AF8834"), 0)
    assert trench_modifier(state, there) == worth


@pytest.mark.parametrize(
    ("dug_in", "helps"),
    [("GE-I-21 FR-I-20", True), ("GE-I-21", False), ("FR-I-20", False), ("GE-I-15 FR-I-20", False)],
)
def test_10_572_both_must_be_dug_in_for_works_to_help(dug_in: str, helps: bool) -> None:
    state = lorraine("GE-I-21 GE-I-14 GE-I-15", "FR-I-20", dug_in=dug_in)
    assert not may_use_infrastructure(state, battle())
    state.infrastructure = 1 << at(HERE)
    assert may_use_infrastructure(state, battle()) == helps


def test_10_55_leaders_and_aircraft_are_no_corps() -> None:
    state = lorraine("GE-I-21 GE-I-14 GE-L-KLUCK", "FR-I-20")
    state.put(unit("GE-V-EINDKRD"), at(HERE))
    assert "10.55" not in told(state, battle("GE-I-21 GE-I-14 GE-L-KLUCK GE-V-EINDKRD"))


@pytest.mark.parametrize("side", [CENTRAL, ENTENTE])
def test_10_712_the_attacker_suffers_for_himself_and_so_does_the_defender(side: int) -> None:
    state = lorraine("GE-I-21", "FR-I-20")
    state.battles = [battle(side=side)]
    assert Suffer(0).who(state) == side
    assert Suffer(1).who(state) == 1 - side


def test_10_713_7_both_sides_may_charge_a_loss_and_both_roll_for_it() -> None:
    """Each pays its own point; the dice are rolled for both."""
    state = position(
        {HERE: "GE-I-21 GE-I-14 GE-I-15", THERE: "FR-I-20 FR-I-9"},
        entrenched="FR-I-20 FR-I-9",
        month=8,
    )
    state.points[GE] = state.points[FR] = 5
    begun(state)
    fought = replace(
        battle("GE-I-14 GE-I-15"), trenches=True, losses=(1, 1), taken=(1, 1), point=unit("GE-I-21")
    )
    state.lift(unit("GE-I-21"))
    state.battles = [replace(fought, defending_point=NOBODY)]
    for role, nation in ((0, GE), (1, FR)):
        state.stack = [Suffer(role)]
        assert offered(state, "attrition") == 1 << nation
        Suffer(role).take(state, "attrition", nation)
        assert state.points[nation] == 4
    assert state.battle.attrition == (GE, FR)
    state.stack = []
    Demoralize(NOBODY, 0, 0).run(state)
    rolled = [step.nation for step in state.stack if isinstance(step, MoraleDie)]
    assert sorted(rolled) == sorted([GE, FR])


def test_1_25_an_inherent_defence_that_loses_nothing_stands() -> None:
    state = position({HERE: "GE-I-21"}, month=8)
    state.battles = [replace(battle("GE-I-21"), inherent=True, losses=(1, 0))]
    assert Suffer(1).choices(state) == {"enough": 1}
    state.battles = [replace(battle("GE-I-21"), inherent=True, losses=(1, 2))]
    assert Suffer(1).choices(state) == {"inherent": 1}
    Suffer(1).take(state, "inherent", 0)
    assert (state.battle.inherent, state.battle.losses) == (False, (1, 0))
    assert state.stack == []


def test_10_712_a_loss_is_asked_for_until_none_is_left() -> None:
    state = lorraine("GE-I-21 GE-I-14 GE-I-15", "FR-I-20")
    state.battles = [
        replace(battle("GE-I-21 GE-I-14 GE-I-15"), losses=(2, 0), point=unit("GE-I-14"))
    ]
    state.stack = [Suffer(0)]
    assert offered(state, "lose") == units("GE-I-14")
    choose(state, "lose GE-I-14", dice=Loaded())
    assert offered(state, "lose") == units("GE-I-21 GE-I-15")
    assert state.battle.losses == (1, 0)
