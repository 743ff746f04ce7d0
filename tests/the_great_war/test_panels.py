"""What the table shows in words: the combat in hand, and what is built, stored and led."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.the_great_war.battles import battle, division, laid, unit
from tests.the_great_war.fields import units
from tests.the_great_war.sketch import GRID, counter
from tests.the_great_war.test_bombardment import battery, guns
from trenchline.games.the_great_war.advance import Advance
from trenchline.games.the_great_war.bombardment import BombardmentPhase, DeclareBombardment
from trenchline.games.the_great_war.combat import DeclareAttack, begun
from trenchline.games.the_great_war.combat_supply import Feed, FeedSide
from trenchline.games.the_great_war.face import GAME
from trenchline.games.the_great_war.fire_plans import FirePlan
from trenchline.games.the_great_war.focus import focus
from trenchline.games.the_great_war.losses import TakeLosses
from trenchline.games.the_great_war.panels import panels
from trenchline.games.the_great_war.resolution import Lose, Resolve
from trenchline.games.the_great_war.results import POSITIONAL
from trenchline.games.the_great_war.retreat import Declare, Leave, Withdraw
from trenchline.games.the_great_war.set_up import new_game
from trenchline.games.the_great_war.state import State
from trenchline.kernel.dice import PlannersDice
from trenchline.kernel.play import settle
from trenchline.kernel.steps import Step

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
    assert not told(state, "Attack")
    state.stack = [DeclareAttack(1, target, (unit(state, "AH1"),))]
    assert told(state, "Attack") == ["AH1 from 0506 [9A]"]
    assert told(state, "Defence") == ["IT1 in 0507 [9A4]"]
    assert told(state, "Support") == [
        "The attacker is supported in full [12A]",
        "The defender is supported in full [12A]",
    ]
    assert "Without supply, attacker: AH1 [11F]" in told(state, "Combat supply")
    state.stack = [DeclareAttack(1, target, (unit(state, "AH1"), unit(state, "AH2")))]
    assert told(state, "Attack") == ["AH1, AH2 from 0506 [9A]"]


def test_the_panel_of_a_battle_tells_of_guns_supply_effects_and_reserves() -> None:
    """Two gas regiments with one division, points in reach, works ahead, friends behind them."""
    gas = [counter(key, "6-6-5", "gas heavy artillery", "regiment") for key in ("AH3", "AH4")]
    counters = [division("AH1"), *gas, division("IT1"), division("IT2")]
    where = {"AH1": "0506", "AH3": "0506", "AH4": "0506", "IT1": "0507", "IT2": "0508"}
    state = laid(counters, where)
    state.works[GRID.hex("0507")] = "entrenchment"
    state.owned[1] |= 1 << GRID.hex("0505")
    state.resources[GRID.hex("0505")] = 1
    attackers = tuple(unit(state, key) for key in ("AH1", "AH3", "AH4"))
    state.stack = [DeclareAttack(1, GRID.hex("0507"), attackers)]
    assert any("RE of guns beside" in line for line in told(state, "Artillery"))
    assert any(
        line.startswith("Can be supplied, attacker") for line in told(state, "Combat supply")
    )
    assert any("may use gas" in line for line in told(state, "Special effects"))
    assert told(state, "Reserves") == ["The defender has units near, in 0508 [6C]"]
    assert all(panel.battle for panel in panels(state) if panel.title in ("Attack", "Reserves"))


def fought(role: bool, *below: Step[State]) -> State:
    """Three divisions beside one, a point in reach, one of them fed, and a side that is asked."""
    keys = ("AH1", "AH2", "AH3")
    state = laid([*map(division, keys), division("IT1")], WHERE | {"AH3": "0506"})
    state.owned[1] |= 1 << GRID.hex("0505")
    state.resources[GRID.hex("0505")] = 1
    joined = begun(state, battle(state, "0507", *keys))
    fed = ((unit(state, "AH1"), GRID.hex("0505")),)
    state.battles = [replace(joined, table=POSITIONAL, fed=fed)]
    state.stack = [Resolve(), *below, Feed(role)]
    return state


def test_11d_the_odds_follow_supply_as_it_is_given() -> None:
    """Whoever is asked sees how the attack stands, and what supply would make of it."""
    state = fought(True, FeedSide(False))
    assert sum(modifier.value for modifier in GAME.odds(state, None).attack) == 12
    assert "with everybody supplied who can be: 4:1" in [
        note.what for note in GAME.odds(state, None).notes
    ]
    assert told(state, "Combat supply")[:2] == [
        "Supplied, attacker: AH1 [11D]",
        "Can be supplied, attacker: all from 0505 [11D]",
    ]
    (store,) = state.resources
    state.battle = replace(state.battle, fed=tuple((one, store) for one in state.battle.attackers))
    assert sum(modifier.value for modifier in GAME.odds(state, None).attack) == 18


def test_11d_who_was_not_supplied_stays_so_in_the_odds_bug() -> None:
    """They told of everybody as supplied who could have been."""
    state = fought(False)
    assert sum(modifier.value for modifier in GAME.odds(state, None).attack) == 12
    assert "Without supply, attacker: AH2, AH3 [11F]" in told(state, "Combat supply")


def test_many_units_are_counted() -> None:
    keys = [f"AH{n}" for n in range(1, 8)]
    where = dict.fromkeys(keys, "0506") | {"IT1": "0507"}
    state = laid([*map(division, keys), division("IT1")], where)
    attackers = tuple(unit(state, key) for key in keys)
    state.stack = [DeclareAttack(1, GRID.hex("0507"), attackers)]
    assert told(state, "Attack") == ["7 units from 0506 [9A]"]


def test_the_table_tells_how_far_a_combat_has_come() -> None:
    state = duel()
    state.battles = [begun(state, battle(state, "0507", "AH1"))]
    moments: list[tuple[str, list[Step[State]], str, list[str]]] = [
        ("", [Leave(False), Lose(True), Feed(True)], "declare", ["AH1"]),
        ("DX", [Leave(False), Lose(True), TakeLosses(False)], "losses", ["IT1"]),
        ("DX", [Leave(False), Withdraw(False)], "retreat", ["IT1"]),
        ("DX", [Leave(False), Declare(False, GRID.hex("0507"))], "retreat", []),
        ("DX", [Advance(True, GRID.hex("0507"))], "advance", []),
    ]
    for code, stack, stage, held in moments:
        state.battle = replace(state.battle, code=code, due=(0, 6))
        state.stack = stack
        seen = focus(state)
        assert (seen.battle, list(seen.units)) == (stage, held), stack[-1]


def test_12c_the_panel_of_a_bombardment_tells_of_its_target() -> None:
    state = battery(guns("AH1"))
    state.works[GRID.hex("0405")] = "entrenchment"
    state.stack = [DeclareBombardment(1, False, GRID.hex("0405"))]
    lines = told(state, "Target")
    assert lines[0].endswith(" [12C]")
    assert lines[1] == "Behind the works: entrenchment [15B]"
    hidden = units(state, lines[0].split(" ")[0])
    assert told(state, "Target", hidden) == lines[1:]


def test_leaders_railways_and_effects_have_names() -> None:
    state = new_game("gorizia", {})
    settle(state, PlannersDice(random.Random(1)))
    words = GAME.view(state, 0).words
    assert words["leader"]["0"] == "Cadorna"
    assert words["try"]["EEC"] == "engineers"
    assert all(words["from_net"].values())


def test_14n2_who_is_not_seen_is_not_named_in_a_combat() -> None:
    state = duel()
    state.stack = [DeclareAttack(1, GRID.hex("0507"), (unit(state, "AH1"),))]
    hidden = units(state, "IT1")
    assert not any("IT1" in line for panel in panels(state, hidden) for line in panel.lines)
    assert not told(state, "Combat supply", hidden), "nor what he draws on"


def test_losses_are_proposed() -> None:
    state = duel()
    fought = replace(battle(state, "0507", "AH1", "AH2"), code="AX", due=(6, 3))
    state.battles = [fought]
    state.stack = [TakeLosses(True)]
    lines = told(state, "Result")
    assert "The attacker has lost 0 of 6 [9C]" in lines
    assert [line for line in lines if line.startswith("Proposed, the least that hurts: AH")]
    assert len(focus(state).units) == 1, "the table points at what is proposed"


def test_12c_planned_bombardments_are_told_with_what_to_expect() -> None:
    state = battery(guns("AH1"))
    plan = FirePlan(GRID.hex("0405"), (unit(state, "AH1"),))
    state.stack = [BombardmentPhase(1, plans=(plan,))]
    (line,) = told(state, "Bombardments")
    assert line.startswith("AH1 against 0405: strength 5, ")
    (arrow,) = focus(state).arrows
    assert (arrow.kind, arrow.start, arrow.end) == ("fire", "0404", "0405")


def test_12c_the_odds_of_a_bombardment_are_exact() -> None:
    state = battery(guns("AH1", "50-10-5"))
    step = DeclareBombardment(1, False, GRID.hex("0405"), (unit(state, "AH1"),))
    state.stack = [step]
    odds = GAME.odds(state, None)
    assert odds.column == "25"
    assert sum(result.probability for result in odds.results) == pytest.approx(1)
    assert [result.result for result in odds.results] == ["H", "2H", "3H"]
    assert {die for result in odds.results for die in result.rolls} == set(range(1, 7))


def test_panels_keep_what_they_name() -> None:
    state = new_game("caporetto", {})
    named = {panel.title: panel.marks for panel in panels(state)}
    for title in ("Leaders", "Resource points", "Depots", "Works"):
        assert named[title], title


def test_what_is_half_built_is_told() -> None:
    state = duel()
    state.labour["dig", GRID.hex("0506"), GRID.hex("0506")] = 8
    state.demolished[GRID.hex("0505"), GRID.hex("0506")] = 20
    assert told(state, "Building") == [
        "Half done: dig in 0506, labour of 0.5 points",
        "Half done: span 0505 to 0506, labour of 1.25 points",
    ]


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
    for layer in (
        "Supply line to an Army HQ",
        "Rail lines",
        "Depots",
        "Zone of influence of Army HQs",
    ):
        for side in GAME.sides:
            assert seen.overlays[f"{layer}, {side}"], layer
