"""The invariants notice what is wrong, whatever was looked at before."""

from __future__ import annotations

import random

import pytest

from trenchline.games.kaisers_war import GAME
from trenchline.games.kaisers_war.components import UNITS
from trenchline.games.kaisers_war.invariants import broken
from trenchline.games.kaisers_war.muster import Muster
from trenchline.games.kaisers_war.state import State
from trenchline.kernel.bits import lowest
from trenchline.kernel.dice import PlannersDice
from trenchline.kernel.match import Match
from trenchline.kernel.steps import count, pick


def match_at(choices: int, seed: int) -> Match:
    rng = random.Random(seed)
    match = Match(GAME, PlannersDice(rng), options={o.name: o.values[-1] for o in GAME.options})
    while len(match.history) < choices and not match.over:
        match.take(pick(match.choices, int(rng.random() * count(match.choices))))
    return match


@pytest.fixture(scope="module")
def sound() -> State:
    state: State = match_at(120, 5).state
    assert broken(state) == []
    return state


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        ("state.where[unit] = POOL", "is not where its stack is"),
        ("state.stacks[hex_] = state.stacks[hex_] * 2", "holds a unit twice"),
        ("del state.stacks[hex_]", "is not where its stack is"),
        ("state.stacks[hex_] = ()", "holds an empty stack"),
        ("state.stacks[hex_] += (enemy,)", "two sides"),
        ("state.where[unit] = -50", "nowhere"),
        ("state.where[unit] = TRACK", "nowhere"),
        (
            "state.put(unit, lowest(GRID.everywhere & ~(LAND | OPEN_SEA)))",
            "is not a hex to stand in",
        ),
        ("state.put(ship, hex_)", "is a ship on land"),
        ("state.lift(unit, OUT); state.put(unit, lowest(OPEN_SEA))", "is at sea"),
        ("state.voyage[unit] = hex_", "embarked"),
        ("state.lift(unit, OUT); state.put(unit, lowest(RUSSIA))", "Russia"),
        ("[state.put(u, hex_) for u in spare]; state.stack.append(MovementPhase(0))", "over-stack"),
        ("state.held[0] ^= 1 << hex_", "held Allied"),
        ("state.fierce[1] ^= 1 << hex_", "fierce Central"),
        ("state.forts[2] ^= 1 << hex_", "forts neutral"),
        ("state.posts ^= 1 << hex_", "posts"),
        ("state.loners ^= 1 << hex_", "loners"),
        ("state.full[2] ^= 1 << hex_", "full 2"),
        ("state.crowded ^= 1 << hex_", "crowded"),
        ("state.under ^= 1 << unit", "under"),
        ("state.piles[POOL] ^= 1 << unit", "piles"),
        ("state.flipped ^= 1 << unit; state.kaiser_east = True", "does not match"),
        ("state.vp[0] = 101", "points [5.9]"),
    ],
)
def test_the_invariants_notice(sound: State, spoil: str, complaint: str) -> None:
    from trenchline.games.kaisers_war import components, movement
    from trenchline.games.kaisers_war import state as places

    state = sound.copy()
    hex_ = next(h for h, stack in state.stacks.items() if state.side_of(stack[0]) == 0)
    names = {**vars(components), **vars(places), **vars(movement), "lowest": lowest}
    names |= {"state": state, "hex_": hex_, "unit": state.stacks[hex_][0]}
    names["enemy"] = next(u for u in UNITS.values() if state.side_of(u) == 1)
    names["ship"] = next(u for u in UNITS.values() if components.COUNTERS[u].is_naval)
    names["spare"] = [u for u in UNITS.values() if state.side_of(u) == 0 and state.where[u] < 0][:9]
    exec(spoil, names)
    assert any(complaint in problem for problem in broken(state)), broken(state)
    assert broken(sound) == []


@pytest.mark.parametrize("seed", range(3))
def test_what_is_seen_on_the_way_is_what_a_fresh_look_sees(seed: int) -> None:
    rng = random.Random(seed)
    options = {option.name: rng.choice(option.values) for option in GAME.options}
    match = Match(GAME, PlannersDice(rng), options=options)
    kept = Muster()
    while not match.over:
        kept.see(match.state)
        if rng.random() < 0.2:
            fresh = Muster()
            fresh.see(match.state)
            assert vars(kept) == vars(fresh)
        match.take(pick(match.choices, int(rng.random() * count(match.choices))))


def test_a_unit_that_goes_from_under_one_to_under_another_bug() -> None:
    """It was forgotten when the stack it had come from was looked at after the one it went to."""
    kept, state = Muster(), State()
    for stacks in ({9: (2, 3), 8: (0, 1)}, {9: (2, 1), 8: (0, 3)}, {8: (0, 1), 9: (2, 3)}):
        state.stacks = dict(stacks)
        kept.see(state)
        assert kept.under == sum(1 << stack[1] for stack in stacks.values())
