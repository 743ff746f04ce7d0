"""Flooding [15A6], unreliable units [15D3], resource centres [15A7], leaders [14P2] and BXM."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from tests.the_great_war.battles import Fight, battle, division, laid, unit
from tests.the_great_war.fields import units
from tests.the_great_war.sketch import GRID, counter
from trenchline.games.the_great_war.components import Leader
from trenchline.games.the_great_war.ground import ground
from trenchline.games.the_great_war.preliminaries import (
    RollLeader,
    RollReliability,
    RollRuins,
    can_flood,
    unreliable,
)
from trenchline.games.the_great_war.resolution import GiveGround, apply
from trenchline.games.the_great_war.results import GOES, STAYS
from trenchline.games.the_great_war.state import State

FRONT = {"AH1": "0404", "IT1": "0405"}


def duel(**sketched: Any) -> State:
    return laid([division("AH1", "14-16-5"), division("IT1")], FRONT, **sketched)


def test_15a6_a_hex_among_canals_may_be_flooded_and_the_attack_called_off() -> None:
    state = duel(terrain={"0405": "canal-intensive"})
    assert can_flood(state, battle(state, "0405", "AH1"))
    fight = Fight(state, 5).attack("0405", "AH1")
    assert fight.asked == "Flood"
    fight.choose("flood")
    assert state.flooded >> GRID.hex("0405") & 1
    assert ground(state, GRID.hex("0405")).terrain == "swamp"
    assert fight.asked == "CallOff"
    fight.choose("call_off")
    assert not state.battles
    assert state.fought == units(state, "AH1")
    assert fight.at("IT1") == "0405"


def test_15a6_hexes_under_dikes_are_named_by_the_scenario() -> None:
    dry = duel()
    assert not can_flood(dry, battle(dry, "0405", "AH1"))
    state = duel(floods={"floodable": ["0405"]})
    assert can_flood(state, battle(state, "0405", "AH1"))


def test_15d3_shaken_nations_are_unreliable_attackers_and_collapsed_ones_always() -> None:
    state = duel()
    found = battle(state, "0405", "AH1")
    assert not unreliable(state, found)
    state.shaken = frozenset({"AH", "IT"})
    assert unreliable(state, found) == [unit(state, "AH1")]
    state.collapsed = frozenset({"IT"})
    assert unreliable(state, found) == [unit(state, "AH1"), unit(state, "IT1")]


def test_15d3_who_wavers_is_disrupted_and_then_badly() -> None:
    state = duel()
    roll = RollReliability(unit(state, "AH1"))
    roll.rolled(state, 5)
    assert not state.disrupted
    roll.rolled(state, 4)
    assert state.disrupted == units(state, "AH1")
    roll.rolled(state, 4)
    assert state.badly_disrupted == units(state, "AH1")


def test_15a7_resource_centres_may_help_their_owner() -> None:
    state = duel(places=[("0405", "resource_centre", 2)])
    state.battles.append(battle(state, "0405", "AH1"))
    RollRuins().rolled(state, 3)
    assert state.battle.ruins == 0
    RollRuins().rolled(state, 4)
    assert state.battle.ruins == -1


def test_14p2_haig_and_falkenhayn_make_two_less() -> None:
    state = laid(
        [
            division("FR1"),
            division("AH1"),
            counter("FR9", "0-0-4", "army hq", "army"),
            counter("AH9", "0-0-4", "army hq", "army"),
        ],
        {"FR1": "0405", "FR9": "0406", "AH1": "0404", "AH9": "0403"},
        side=0,
    )
    leaders = (
        Leader("H", "Haig", "FR", (-1, 0, 1), "FR9", None, None),
        Leader("F", "Falkenhayn", "AH", (0, 0, 1), "AH9", None, None),
    )
    state.theatre = replace(state.theatre, leaders=leaders)
    state.leaders = {0: unit(state, "FR9"), 1: unit(state, "AH9")}
    state.battles.append(battle(state, "0404", "FR1"))
    RollLeader(attacking=True, leader=0).rolled(state, 1)
    RollLeader(attacking=False, leader=1).rolled(state, 6)
    assert [term.value for term in state.battle.leaders] == [-1, -1]
    RollLeader(attacking=True, leader=0).rolled(state, 5)
    assert state.battle.leaders[-1].value == 1


def test_9c2_6_infantry_gives_ground_for_half_its_losses() -> None:
    state = duel()
    state.battles.append(replace(battle(state, "0405", "AH1"), table="positional"))
    apply(state, "BXM")
    assert state.battle.due == (Fraction(9, 2), Fraction(9, 2))
    asked = GiveGround()
    assert asked.choices(state) == {"give_ground": 1, "stand": 1}
    stands = state.copy()
    asked.take(stands, "stand", 0)
    assert stands.battle.goes == ("", STAYS)
    asked.take(state, "give_ground", 0)
    assert state.battle.goes == ("", GOES)
    assert state.battle.due == (Fraction(9, 2), Fraction(9, 4))
