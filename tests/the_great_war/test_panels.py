"""What the table shows in words: the combat in hand, and what is built, stored and led."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.the_great_war.battles import battle, division, laid, unit
from tests.the_great_war.fields import units
from tests.the_great_war.sketch import GRID
from trenchline.games.the_great_war.combat import DeclareAttack
from trenchline.games.the_great_war.face import GAME
from trenchline.games.the_great_war.losses import TakeLosses
from trenchline.games.the_great_war.panels import panels
from trenchline.games.the_great_war.set_up import new_game
from trenchline.games.the_great_war.state import State
from trenchline.kernel.dice import PlannersDice
from trenchline.kernel.play import settle

WHERE = {"AH1": "0506", "AH2": "0506", "IT1": "0507"}


def duel() -> State:
    """Two divisions beside one."""
    return laid([division("AH1"), division("AH2"), division("IT1")], WHERE)


def told(state: State, title: str, unseen: int = 0) -> list[str]:
    """The lines of a panel."""
    return [line for panel in panels(state, unseen) if panel.title == title for line in panel.lines]


def test_an_attack_shows_as_it_is_composed() -> None:
    state = duel()
    target = GRID.hex("0507")
    state.stack = [DeclareAttack(1, target)]
    assert not any("AH1" in line for line in told(state, "Combat"))
    state.stack = [DeclareAttack(1, target, (unit(state, "AH1"),))]
    alone = told(state, "Combat")
    assert alone[0] == "AH1 against 0507, from 0506 [9A]"
    assert "IT1 in defence [9A4]" in alone
    state.stack = [DeclareAttack(1, target, (unit(state, "AH1"), unit(state, "AH2")))]
    assert "AH1" in told(state, "Combat")[0]
    assert "AH2" in told(state, "Combat")[0]


def test_14n2_who_is_not_seen_is_not_named_in_a_combat() -> None:
    state = duel()
    state.stack = [DeclareAttack(1, GRID.hex("0507"), (unit(state, "AH1"),))]
    assert not any("IT1" in line for line in told(state, "Combat", units(state, "IT1")))


def test_losses_are_proposed() -> None:
    state = duel()
    fought = replace(battle(state, "0507", "AH1", "AH2"), code="AX", due=(6, 3))
    state.battles = [fought]
    state.stack = [TakeLosses(True)]
    lines = told(state, "Combat")
    assert "The attacker has lost 0 of 6 [9C]" in lines
    assert [line for line in lines if line.startswith("The least loss: AH")]


def test_panels_keep_what_they_name() -> None:
    state = new_game("caporetto", {})
    named = {panel.title: panel.marks for panel in panels(state)}
    for title in ("Leaders", "Resource points", "Depots", "Works"):
        assert named[title], title


def test_what_is_half_built_is_told() -> None:
    state = duel()
    state.labour["dig", GRID.hex("0506"), GRID.hex("0506")] = 8
    assert told(state, "Building") == ["Half done: dig in 0506"]


def test_odds_are_told_until_the_die_has_fallen_bug() -> None:
    """While losses were taken the odds were still worked out, from units that were gone."""
    state = new_game("caporetto", {})
    state.battles = [replace(battle(duel(), "0507", "AH1"), code="AX")]
    state.stack = [TakeLosses(True)]
    with pytest.raises(ValueError, match="no attack is being declared"):
        GAME.odds(state, None)


def test_layers_tell_of_supply_and_railways() -> None:
    state = new_game("caporetto", {})
    settle(state, PlannersDice(random.Random(1)))
    seen = GAME.view(state, 0)
    for layer in ("Supply line to an Army HQ", "Rail lines", "Depots", "Zone of influence"):
        for side in GAME.sides:
            assert seen.overlays[f"{layer}, {side}"], layer
