"""Chapter 10.5: each modifier of the dice by itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.balance_of_powers.campaigning import (
    attack,
    begun,
    choose,
    lorraine,
)
from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, position, unit
from tests.balance_of_powers.test_land_combat import fleet, told, trenches, units, verdun
from trenchline.games.balance_of_powers.battle import Battle
from trenchline.games.balance_of_powers.components import (
    CENTRAL,
    COAST,
    ENTENTE,
    FR,
    GE,
    HOME,
    MARMARA,
    OT,
)
from trenchline.games.balance_of_powers.modifiers import (
    attack_effectiveness,
)
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.bits import lowest


def test_10_51_fighters_on_patrol_count_for_their_side() -> None:
    state = lorraine("GE-I-21", "FR-I-20")
    battle = Battle(CENTRAL, at("1224"), at("1124"), units("GE-I-21"))
    assert "10.51" not in told(state, battle)
    state.put(unit("GE-V-EINDKRD"), at("1124"))
    assert told(state, battle)["10.51"] == 1
    back = Battle(ENTENTE, at("1024"), at("1124"), units("FR-I-20"))
    assert told(state, back)["10.51"] == -1


def test_10_52_every_siege_corps_of_the_attack_counts() -> None:
    state = lorraine("GE-I-21 GE-S-1 GE-S-2", "FR-I-20 FR-S-1")
    battle = Battle(CENTRAL, at("1224"), at("1124"), units("GE-I-21 GE-S-1 GE-S-2"))
    assert told(state, battle)["10.52"] == 2


def test_10_52_1_the_guns_of_a_fleet_count_as_one_siege_corps() -> None:
    state = position({}, central="OT", entente="BR", month=8, scenario="south_slavs")
    coast = lowest(COAST & HOME[OT] & ~MARMARA)
    assert told(state, fleet(coast))["10.52"] == 1
    assert "10.52" not in told(state, Battle(CENTRAL, coast, coast, units("OT-I-1")))
    assert "10.52" not in told(state, fleet(lowest(COAST & MARMARA)))


def test_10_55_the_odds_of_each_line() -> None:
    """[10.55/1] [10.55/2] [10.55/3] [10.55/4] Two corps and a reduced fortress are three."""
    state = verdun("GE-I-3 GE-I-4 GE-I-5 GE-I-6 GE-I-7", "FR-I-1 FR-I-2")
    state.batter(at("0922"))
    for count, value in ((1, -2), (2, 0), (5, 0)):
        keys = " ".join(f"GE-I-{n}" for n in range(3, 3 + count))
        battle = Battle(CENTRAL, at("0921"), at("0922"), units(keys))
        assert told(state, battle).get("10.55", 0) == value
    state = verdun("GE-I-3 GE-I-4 GE-I-5 GE-I-6 GE-I-7")
    state.batter(at("0922"))
    for count, value in ((3, 1), (4, 1), (5, 2)):
        keys = " ".join(f"GE-I-{n}" for n in range(3, 3 + count))
        battle = Battle(CENTRAL, at("0921"), at("0922"), units(keys))
        assert told(state, battle)["10.55"] == value


def test_10_561_who_lands_on_a_coast_pays_for_it_unless_a_fleet_helps() -> None:
    state = position({}, central="OT", entente="BR", month=8, scenario="south_slavs")
    coast = lowest(COAST & HOME[OT] & ~MARMARA)
    state.landings[at("4747")] = coast
    state.held[ENTENTE] |= 1 << at("4747")
    ashore = Battle(ENTENTE, at("4747"), coast, units("BR-I-1"))
    assert "10.561" not in told(state, ashore)
    state.scenario = replace(state.scenario, no_gunfire=1 << coast)
    assert told(state, ashore)["10.561"] == -2
    assert "10.561" not in told(state, replace(ashore, origin=at("4748")))


def test_10_562_mountains_cost_two_also_over_a_pass() -> None:
    """[1.22/mountain] [1.22/mountain-pass] [1.22/alpine-pass]"""
    state = position({"0930": "FR-I-20"}, month=8, scenario="south_slavs")
    for origin in ("0830", "0929", "1031"):
        battle = Battle(CENTRAL, at(origin), at("0930"), units("GE-I-3"))
        assert told(state, battle)["10.562"] == -2


def test_10_562_1_mountain_corps_are_better_in_the_mountains() -> None:
    state = position({"1224": "GE-I-ALPEN GE-I-3"}, month=8)
    alpine = unit("GE-I-ALPEN")
    assert attack_effectiveness(state, alpine, at("1032")) == 5
    assert attack_effectiveness(state, alpine, at("1124")) == 4
    assert attack_effectiveness(state, unit("GE-I-3"), at("1032")) == 3


def test_10_563_marshes_cost_one() -> None:
    """[1.22/marsh]"""
    state = position({"4617": "RU-I-1"}, month=8, scenario="fire_in_the_east")
    battle = Battle(CENTRAL, at("4517"), at("4617"), units("GE-I-3"))
    assert told(state, battle)["10.563"] == -1


def test_10_564_a_river_costs_one_but_not_in_a_breach() -> None:
    """[1.22/river]"""
    state = verdun("GE-I-3", "FR-I-1")
    battle = Battle(CENTRAL, at("0921"), at("0922"), units("GE-I-3"))
    assert told(state, battle)["10.564"] == -1
    state.breaches[at("0922"), at("0921")] = 1
    assert "10.564" not in told(state, battle)
    state.breaches = {(at("0921"), at("0922")): 1}
    assert "10.564" not in told(state, battle)


@pytest.mark.parametrize(
    ("corps", "value"),
    [
        ("US-I-1", -2),
        ("BR-I-1", -2),
        ("BG-I-1", -2),
        ("FR-I-1", -2),
        ("GE-I-1", -2),
        ("OT-I-1", -2),
        ("RU-I-1", -1),
        ("AH-I-1", -1),
        ("BE-I-1", -1),
        ("RU-I-1 FR-I-1", -2),
    ],
)
def test_10_571_10_571_1_10_571_2_whose_trenches_are_better(corps: str, value: int) -> None:
    """[10.571] The best of a mixed force counts."""
    first = corps.split("-")[0]
    central = first in ("GE", "AH", "OT", "BG")
    state = position(
        {"1124": corps},
        central="GE AH OT BG" if central else "IT",
        entente="FR RU BR BE US" if not central else "IT",
        entrenched=corps,
        month=8,
    )
    side = ENTENTE if central else CENTRAL
    battle = Battle(side, at("1224"), at("1124"), units("IT-I-1"))
    assert told(state, battle)["10.571"] == value
    state.entrenched = 0
    assert "10.571" not in told(state, battle)


def works(germans: str, dug_in: str) -> State:
    state = position({"1224": germans, "1124": "FR-I-1 FR-I-2"}, entrenched=dug_in, month=8)
    state.points[GE] = state.points[FR] = 9
    state.infrastructure = 1 << at("1224")
    return begun(state)


def test_10_572_infrastructure_helps_from_trench_to_trench() -> None:
    both = "GE-I-3 FR-I-1 FR-I-2"
    words = ("stack 1224", "attack 1124", "pay GE")
    points = ("point GE-I-3", "point FR-I-1")
    state = works("GE-I-3 GE-I-4", both)
    choose(state, *words, *points, "use", dice=Loaded(3, 4))
    assert state.battle.modifier == -1
    for dug_in in ("GE-I-3", "FR-I-1"):
        state = works("GE-I-3 GE-I-4", dug_in)
        choose(state, *words, *points, dice=Loaded(3, 4))
        assert state.infrastructure


def test_10_572_1_what_is_used_is_gone_after_the_dice() -> None:
    state = works("GE-I-3 GE-I-4", "GE-I-3 FR-I-1 FR-I-2")
    words = ("stack 1224", "attack 1124", "pay GE", "point GE-I-3", "point FR-I-1")
    choose(state, *words)
    assert state.infrastructure
    choose(state, "use", dice=Loaded(3, 4))
    assert not state.infrastructure


def test_10_58_a_reserve_costs_the_attacker_one_more() -> None:
    state = trenches()
    battle = Battle(CENTRAL, at("1224"), at("1124"), units("GE-I-21"), reserve=unit("FR-I-1"))
    assert told(state, battle)["10.58"] == -1


def test_10_54_a_leader_helps_by_a_die_below_his_rating() -> None:
    for dice, modifier in (((3, 3, 4, 4), 0), ((3, 4, 3, 4), 1), ((4, 3, 4, 5), -1)):
        state = lorraine("GE-I-21 GE-I-14 GE-L-KLUCK", "FR-I-20 FR-I-9 FR-L-JOFFRE")
        attack(state, "point GE-I-21", "point FR-I-20", dice=dice)
        assert state.battle.modifier == modifier
