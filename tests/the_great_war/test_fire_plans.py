"""Bombardments of a segment planned together [12C]."""

from __future__ import annotations

from typing import Any

from tests.the_great_war.battles import division, unit
from tests.the_great_war.sketch import GRID, counter
from tests.the_great_war.test_bombardment import Shelling, battery, guns
from trenchline.games.the_great_war.bombardment import BombardmentPhase, DeclareBombardment
from trenchline.games.the_great_war.combat_supply import draws
from trenchline.games.the_great_war.notation import notation, parse
from trenchline.games.the_great_war.state import State


def two_targets(**sketched: Any) -> State:
    """Two regiments of guns in 0404, Italians in 0405 and 0305."""
    his = (division("IT1"), division("IT2"))
    state = battery(guns("AH1"), guns("AH2"), his=his, **sketched)
    state.move(1 << unit(state, "IT2"), GRID.hex("0305"))
    return state


def phase(shelling: Shelling) -> BombardmentPhase:
    step = shelling.state.stack[-1]
    assert isinstance(step, BombardmentPhase)
    return step


def test_12c_bombardments_are_planned_and_fired_together_in_their_order() -> None:
    shelling = Shelling(two_targets())
    shelling.choose("bombard 0405", "with AH1", "plan", "bombard 0305", "with AH2", "plan")
    assert [GRID.label(plan.target) for plan in phase(shelling).plans] == ["0405", "0305"]
    assert not shelling.state.bombarded, "nobody has fired"
    # Each gun is laid on one hex, and what is planned is fired or called off before the end.
    assert "bombard" not in shelling.options
    assert shelling.why_not("bombard 0405").reason == "a planned bombardment needs it"
    assert shelling.why_not("done").case == "12C"
    shelling.roll(6, 6).choose("fire_all")
    told = [line for line in shelling.log if " bombard" in line]
    assert ["0405" in line for line in told] == [True, False]
    assert shelling.state.bombed == 1 << GRID.hex("0405") | 1 << GRID.hex("0305")


def test_12c_a_plan_is_changed_and_called_off() -> None:
    shelling = Shelling(two_targets())
    shelling.choose("bombard 0405", "with AH1", "with AH2", "plan", "revise 0405")
    step = shelling.state.stack[-1]
    assert isinstance(step, DeclareBombardment)
    assert len(step.guns) == 2
    shelling.choose("without AH2", "plan")
    assert [plan.guns for plan in phase(shelling).plans] == [(unit(shelling.state, "AH1"),)]
    shelling.choose("revise 0405", "cancel")
    assert phase(shelling).plans == ()
    assert shelling.may("done")
    assert shelling.why_not("fire_all").reason == "no bombardment is planned"
    assert shelling.why_not("revise 0405").reason == "no bombardment of that hex is planned"


def test_12c_one_may_see_a_bombardment_before_the_next_is_planned() -> None:
    shelling = Shelling(two_targets(), 1)
    shelling.choose("bombard 0405", "with AH1", "plan", "bombard 0305", "with AH2", "fire")
    assert shelling.state.bombarded == 1 << unit(shelling.state, "AH2")
    assert len(phase(shelling).plans) == 1
    shelling.roll(1).choose("fire_all")
    assert not shelling.state.stack or not isinstance(shelling.state.stack[-1], DeclareBombardment)


def test_r3_planned_reconnaissance_is_not_planned_twice() -> None:
    state = two_targets(reconnaissance={"Central Powers": {"Oct II 17": 1}})
    shelling = Shelling(state).choose("bombard 0405", "with AH1", "scout", "plan")
    shelling.choose("bombard 0305", "with AH2")
    assert not shelling.may("scout")
    assert shelling.why_not("scout").case == "R3"


def test_11d_what_a_plan_draws_on_is_gone_for_the_next() -> None:
    """What is left of an opened point feeds one of them: who was planned first."""
    state = two_targets()
    store = GRID.hex("0403")
    state.owned[1] |= 1 << store
    state.resources[store] = state.opened[store] = 1
    state.stores[store] = draws(state, unit(state, "AH1"))
    shelling = Shelling(state)
    shelling.choose("bombard 0405", "with AH1", "feed 0403", "plan")
    shelling.choose("bombard 0305", "with AH2", "feed 0403", "plan")
    shelling.roll(1, 1).choose("fire_all")
    told = [line.split(" with ")[1].split()[0] for line in shelling.log if " with " in line]
    assert told == ["10", "5"]


def test_12c_a_plan_is_part_of_the_position() -> None:
    shelling = Shelling(two_targets()).choose("bombard 0405", "with AH1", "plan")
    lines = [line for line in notation(shelling.state).splitlines() if line.startswith("step")]
    state = parse("\n".join(("scenario gorizia", *lines)))
    assert state.stack[-1] == phase(shelling)


def test_12c_counter_bombardments_are_planned_too() -> None:
    his = (division("IT1"), counter("IT3", "10-10-5", "heavy artillery", "regiment"))
    state = battery(guns("AH1"), his=his)
    shelling = Shelling(state, 1).shell("0405", "AH1")
    assert phase(shelling).counter
    shelling.choose("bombard 0404", "with IT3", "plan").roll(1).choose("fire_all")
    assert shelling.state.bombarded >> unit(state, "IT3") & 1
