"""Surprise [R95] and tactical reconnaissance [R3]."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.the_great_war.battles import Fight, battle, division, laid, unit
from tests.the_great_war.fields import units
from tests.the_great_war.sketch import GRID, counter
from trenchline.games.the_great_war.battle import Trial
from trenchline.games.the_great_war.combat_supply import sources, why_unfed
from trenchline.games.the_great_war.die_modifiers import die_terms
from trenchline.games.the_great_war.effects import end_of
from trenchline.games.the_great_war.gunners import guns_for, marks
from trenchline.games.the_great_war.odds import code_chances
from trenchline.games.the_great_war.state import REACTION_COMBAT, State
from trenchline.games.the_great_war.surprise import is_surprised, scouts_left

SURPRISE = {"turn": "Oct II 17", "hexes": ["0405"], "die": 1}


def stunned(**sketched: Any) -> State:
    state = laid(
        [
            division("AH1"),
            division("IT1"),
            counter("IT2", "5-7-5", "heavy artillery", "regiment"),
            counter("AH2", "1-2-5", "gas engineer", "regiment"),
        ],
        {"AH1": "0404", "AH2": "0404", "IT1": "0405", "IT2": "0405"},
        surprise=SURPRISE,
        **sketched,
    )
    state.resources[GRID.hex("0406")] = 1
    return state


def test_r95_a_surprised_hex_draws_no_supply_and_does_not_answer() -> None:
    state = stunned()
    assert is_surprised(state, GRID.hex("0405"))
    assert not sources(state, unit(state, "IT1"))
    assert why_unfed(state, unit(state, "IT1")).case == "R95"
    state.bombed |= 1 << GRID.hex("0405")
    assert not marks(state, 0, counter=True)
    assert not guns_for(state, 0, GRID.hex("0404"), True)
    state.phase = REACTION_COMBAT
    assert sources(state, unit(state, "IT1"))


def test_r95_surprise_is_one_on_the_die_and_gas_works() -> None:
    state = stunned()
    found = battle(state, "0405", "AH1", "AH2")
    assert {term.name: term.value for term in die_terms(state, found)} == {"surprise": 1}
    gas = Trial("GEC", True, (unit(state, "AH2"),))
    assert str(end_of(state, found, gas, 1)) == "S"
    assert str(end_of(state, found, gas, 6)) == "S*"
    assert str(end_of(state, found, gas._replace(attacking=False), 1)) == "F*"
    tried = replace(found, trials=(gas,))
    assert sum(likely for likely, _ in code_chances(state, tried).values()) == 1
    state.turn = 1
    assert not die_terms(state, found)


def test_r3_reconnaissance_is_one_on_the_die_as_often_as_the_scenario_says() -> None:
    state = laid(
        [division("AH1"), division("IT1")],
        {"AH1": "0404", "IT1": "0405"},
        reconnaissance={"Central Powers": {"Oct II 17": 1}},
    )
    assert scouts_left(state, 1) == 1
    assert scouts_left(state, 0) == 0
    fight = Fight(state, 3).choose("attack 0405", "with AH1", "scout")
    assert not fight.may("scout")
    assert fight.why_not("scout").case == "R3"
    fight.choose("join")
    assert any("tactical reconnaissance +1 [R3]" in line for line in fight.log)
    assert scouts_left(state, 1) == 0
    assert not units(state, "AH1") & ~state.fought
