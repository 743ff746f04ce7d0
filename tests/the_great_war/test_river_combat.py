"""Boats in combat [14B2.2]: against a bank, for a bank, and against each other."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.the_great_war.battles import WATER, Fight, division, unit
from tests.the_great_war.fields import field, rolling, units
from tests.the_great_war.sketch import GRID, counter, sketch
from tests.the_great_war.test_gunboats import ALONG
from trenchline.games.the_great_war.afloat import launch
from trenchline.games.the_great_war.battle import Battle
from trenchline.games.the_great_war.bombardment import BombardmentPhase
from trenchline.games.the_great_war.calendar import DATES
from trenchline.games.the_great_war.combat import CombatPhase
from trenchline.games.the_great_war.combat_supply import sources
from trenchline.games.the_great_war.face import GAME
from trenchline.games.the_great_war.gunners import guns_for, marks
from trenchline.games.the_great_war.invariants import broken
from trenchline.games.the_great_war.retreat import LeaveAgain
from trenchline.games.the_great_war.river_combat import Pursue, SteerOn
from trenchline.games.the_great_war.set_up import open_books
from trenchline.games.the_great_war.state import COMBAT, REACTION_COMBAT, State
from trenchline.games.the_great_war.strength import defence
from trenchline.kernel.play import settle, take

FORCES = [
    counter("ITb", "4-2-0", "field artillery", "battalion", limit="water"),
    counter("ITc", "3-3-0", "field artillery", "battalion", limit="water"),
    counter("ITz", "0-1-0", "field artillery", "battalion", limit="water"),
    counter("AHb", "4-2-0", "field artillery", "battalion", limit="water"),
    counter("AHc", "6-4-0", "field artillery", "battalion", limit="water"),
    counter("AHg", "5-7-5", "heavy artillery", "regiment"),
    division("AH1"),
    division("AH2"),
    division("IT1"),
    division("IT2"),
    counter("ITA", "0-4", "army hq", "army"),
]


def water(where: dict[str, str], afloat: dict[str, str], side: int = 1, **more: Any) -> State:
    """Units on the banks of a river between the fourth and the fifth row, and boats on it."""
    state = field(sketch(sides=ALONG, counters=FORCES, **more), where, COMBAT, side)
    for key, hexside in afloat.items():
        launch(state, state.theatre.unit[key], WATER.parse(hexside))
    open_books(state)
    return state


def at(state: State, key: str) -> str:
    """The hexside of a boat, or nothing if it is lost."""
    hexside = state.afloat.get(state.theatre.unit[key])
    return "" if hexside is None else WATER.format(hexside)


def test_14b2_2_boats_attack_a_bank_without_crossing_the_water() -> None:
    state = water({"AH1": "0504", "IT1": "0404"}, {"AHb": "0404/0504"})
    fight = Fight(state).choose("attack 0404", "with AH1", "with AHb")
    battle = GAME.odds(state, None)
    told = {line.what.split()[0]: line.what for line in battle.attack}
    assert "across river" in told["AH1"]
    assert "across river" not in told["AHb"]
    fight.choose("cancel")
    # The river stops nobody who lies on it, and a boat may attack alone.
    fight.choose("attack 0404", "with AHb").roll(6)
    assert fight.may("join")
    assert fight.why_not("with AHc").case == "9A"


def test_14b2_2_a_boat_that_attacked_a_bank_does_not_advance() -> None:
    state = water({"IT1": "0404"}, {"AHb": "0404/0504", "AHc": "0404/0505"})
    state.disrupt(unit(state, "IT1"), badly=True)
    fight = Fight(state, 5).attack("0404", "AHb", "AHc")
    assert "  DR: the defender retreats [9C]" in fight.log
    assert "  Nobody advances: 0404 is not left [9F1]" in fight.log
    assert (at(state, "AHb"), at(state, "AHc")) == ("0404/0504", "0404/0505")
    phase = CombatPhase(1)
    assert phase.why_not(state, "attack", GRID.hex("0404")).case == "9B"
    assert not broken(state)


def test_14b2_2_who_defends_may_call_boats_and_need_not() -> None:
    forces = {"AH1": "0405", "AH2": "0405", "IT1": "0404"}
    state = water(forces, {"ITb": "0404/0504", "ITc": "0402/0502"})
    fight = Fight(state).attack("0404", "AH1", "AH2")
    assert fight.asked == "Cover"
    assert fight.why_not("cover ITc").reason == "that boat does not lie beside the hex"
    assert fight.why_not("cover IT1").reason == "it is no boat of the side that defends"
    before = defence(state, state.battle).total
    fight.roll(3).choose("cover ITb")
    assert unit(state, "ITb") in state.battle.defenders
    assert defence(state, state.battle).total == before + 1, "a defence of 2, without supply"
    alone = water(forces, {"ITb": "0404/0504"})
    Fight(alone, 3).attack("0404", "AH1", "AH2").choose("done")
    assert unit(alone, "ITb") not in alone.battle.defenders


def test_14b2_2_boats_share_the_retreat_of_those_they_help() -> None:
    forces = {"AH1": "0405", "AH2": "0305", "IT1": "0404"}
    state = water(forces, {"ITb": "0404/0504"})
    state.reduced |= units(state, "IT1")
    state.disrupt(unit(state, "IT1"), badly=True)
    fight = Fight(state, 6).attack("0404", "AH1", "AH2").choose("cover ITb")
    assert state.battle.code in ("DR", "DH")
    assert fight.asked == "Declare"
    held = state.copy()
    fight.choose("pursue").go_on("TurnBack")
    assert fight.asked == "TurnBack"
    fight.choose("steer 0404/0505")
    assert at(state, "ITb") == "0404/0505"
    # Where nobody advances, the hex is not left, nor the water beside it.
    take(held, "decline", 0)
    settle(held, fight.dice)
    assert at(held, "ITb") == "0404/0504"


def test_14b2_2_a_boat_must_retreat_along_the_water() -> None:
    """It is lost where the guns of the banks turn it back again, or below 1:4 at once."""
    state = water({"IT1": "0404", "IT2": "0404"}, {"AHb": "0404/0504"})
    Fight(state).attack("0404", "AHb")
    assert at(state, "AHb") == ""
    for dice, place in (((6, 6), "0404/0505"), ((2, 2), "")):
        state = water({"IT1": "0404", "IT2": "0505"}, {"AHc": "0404/0504"})
        state.reduced |= units(state, "IT1")
        fight = Fight(state, 1).attack("0404", "AHc")
        assert state.battle.code == "AR"
        assert fight.asked == "TurnBack"
        assert fight.why_not("steer 0402/0502").case == "14B2"
        fight.roll(*dice).choose("steer 0404/0505")
        assert at(state, "AHc") == place


def test_14b2_2_boats_attack_boats_in_a_connected_hexside_and_may_advance() -> None:
    state = water({}, {"AHc": "0404/0504", "AHb": "0401/0501", "ITb": "0404/0505"})
    fight = Fight(state)
    assert fight.may("engage 0404/0505")
    assert fight.why_not("engage 0402/0502").reason == "no enemy boats lie in that hexside"
    fight.choose("engage 0404/0505")
    assert fight.why_not("with AHb").reason == "its hexside is not connected with that one"
    assert fight.why_not("with AH1").case == "14B2"
    assert fight.why_not("join").case == "9A"
    fight.choose("with AHc")
    odds = GAME.odds(state, None)
    assert odds.column == "3:1"
    assert round(sum(result.probability for result in odds.results), 9) == 1
    fight.roll(6).choose("join")
    assert at(state, "ITb") == "0405/0505", "it had one way to go"
    assert fight.asked == "SteerOn"
    assert fight.why_not("steer 0402/0502").case == "9F3"
    fight.choose("steer 0404/0505")
    assert at(state, "AHc") == "0404/0505"
    assert not broken(state)


def test_14b2_2_boats_that_fight_each_other_leave_the_banks_alone() -> None:
    state = water({"ITA": "0404"}, {"AHc": "0404/0504", "ITb": "0404/0505"})
    Fight(state, 6).choose("engage 0404/0505", "with AHc", "join").choose("done")
    assert state.where[unit(state, "ITA")] == GRID.hex("0404"), "the staff was not in the combat"
    assert not state.attacked


def test_14b2_2_boats_are_attacked_once_a_phase_and_attack_once() -> None:
    boats = {"AHc": "0404/0504", "AHb": "0403/0504", "ITc": "0404/0505", "ITb": "0405/0505"}
    fight = Fight(water({}, boats), 4).choose("engage 0404/0505", "with AHc", "join")
    phase = CombatPhase(1)
    hexside = WATER.parse("0404/0505")
    assert phase.why_not(fight.state, "engage", hexside).case == "9B"
    fight.state.engaged = ()
    assert phase.why_not(fight.state, "engage", hexside).reason == "it has attacked in this phase"


def test_14b2_2_in_the_war_of_movement_boats_retreat_and_advance_twice() -> None:
    early: dict[str, Any] = {"turns": ["Oct II 14"], "weather": {"Oct II 14": "clear"}}
    boats = {"AHc": "0404/0504", "AHb": "0403/0504", "ITb": "0404/0505"}
    state = water({}, boats, **early)
    assert state.date < DATES["short retreats"]["elsewhere"]
    state.battles.append(Battle(1, GRID.hex("0404"), hexside=WATER.parse("0404/0505"), code="DH"))
    afloat = (unit(state, "ITb"),)
    state.battle = replace(state.battle, leaving=afloat, advanced=(unit(state, "AHc"),))
    state.stack = [Pursue(again=True), LeaveAgain()]
    settle(state, rolling())
    assert at(state, "ITb") == "0405/0505"
    assert state.stack[-1] == SteerOn(1, unit(state, "AHc"), again=True)
    assert SteerOn(1, unit(state, "AHc"), again=True).choices(state)["steer"]


def test_14b2_2_boats_without_strength_attack_nobody() -> None:
    state = water({"AH1": "0404"}, {"ITz": "0404/0504", "AHb": "0404/0505"}, side=0)
    phase = CombatPhase(0)
    assert phase.choices(state) == {"done": 1}
    assert phase.why_not(state, "attack", GRID.hex("0404")).case == "9G1"
    assert phase.why_not(state, "engage", WATER.parse("0404/0505")).case == "9G1"


def test_14b2_2_in_reaction_an_active_headquarters_must_lead_them() -> None:
    state = water({"AH1": "0404"}, {"ITb": "0404/0504"}, side=1)
    state.phase = REACTION_COMBAT
    here = GRID.hex("0404")
    assert CombatPhase(0).why_not(state, "attack", here).reason == "no active Army HQ leads it"
    led = water({"AH1": "0404", "ITA": "0604"}, {"ITb": "0404/0504"}, side=1)
    led.phase = REACTION_COMBAT
    assert Fight(led, side=0).may("attack 0404")


def test_14b2_2_boats_bombard_the_banks() -> None:
    state = water({"AH1": "0404"}, {"ITb": "0404/0504"}, side=0)
    here = GRID.hex("0404")
    assert marks(state, 0, counter=False) == 1 << here
    assert guns_for(state, 0, here, counter=False) == units(state, "ITb")
    state.stack = [BombardmentPhase(0)]
    assert BombardmentPhase(0).choices(state)["bombard"] == 1 << here


def test_14b2_2_r182_boats_trace_combat_supply_from_either_bank() -> None:
    state = water({"IT1": "0404"}, {"ITb": "0405/0505"}, side=0)
    boat = unit(state, "ITb")
    state.resources[GRID.hex("0506")] = 1
    assert sources(state, boat) == 1 << GRID.hex("0506")
    state.owned[0] &= ~(1 << GRID.hex("0506"))
    assert not sources(state, boat)


def test_14b2_2_odds_can_be_asked_for() -> None:
    state = water({"AH1": "0504", "IT1": "0404"}, {"AHb": "0404/0504"})
    assert len(GAME.odds(state, "AHb AH1 > 0404").attack) == 2
