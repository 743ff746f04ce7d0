"""The invariants notice what is wrong, whatever was looked at before."""

from __future__ import annotations

import random

import pytest

from trenchline.games.der_weltkrieg.components import CODES
from trenchline.games.der_weltkrieg.face import GAME
from trenchline.games.der_weltkrieg.invariants import broken
from trenchline.games.der_weltkrieg.muster import Muster
from trenchline.games.der_weltkrieg.state import BOX, ELIMINATED, State
from trenchline.kernel.bits import lowest
from trenchline.kernel.dice import PlannersDice
from trenchline.kernel.match import Match
from trenchline.kernel.steps import count, pick


@pytest.fixture(scope="module")
def sound() -> State:
    rng = random.Random(7)
    match = Match(GAME, PlannersDice(rng), "tannenberg")
    while len(match.history) < 300:
        match.take(pick(match.choices, int(rng.random() * count(match.choices))))
    state: State = match.state
    assert broken(state) == []
    return state


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        ("state.where[unit] = ELIMINATED", "is not where its stack is"),
        ("del state.stacks[hex_]", "is not where its stack is"),
        ("state.stacks[hex_ + 1] = 0", "holds an empty stack"),
        ("state.where[unit] = BOX - 1", "is nowhere"),
        ("state.in_play ^= 1 << unit", "in_play is not"),
        ("state.strength[unit] = -1", "less than no strength"),
        ("state.strength[unit] = 0", "stands with no strength"),
        ("state.strength[unit] += 1", "strength points in play"),
        ("state.put(enemy, hex_)", "enemies share"),
        ("state.put(unit, sea)", "is not land"),
        ("state.occupied[side] ^= 1 << hex_", "occupied"),
        ("state.holders[side] ^= 1 << hex_", "holders"),
        ("state.guns[side] ^= 1 << hex_", "guns"),
        ("state.zoc_from[side] ^= 1 << hex_", "zoc_from"),
        ("state.entrained |= state.stacks[hex_]", "zoc_from"),
        ("state.control[0] |= state.control[1]", "both sides hold"),
        ("state.network = [state.theatre.rails] * len(CODES)", "two networks"),
        ("state.moved |= 1 << off", "moved has a unit"),
        ("state.stationary[off] = 1", "stationary counts"),
        ("state.stock[unit] = 3", "holds supply points"),
        ("state.stock[next(iter(state.stock))] = 101", "has 101 supply points"),
        ("state.spent[0] += 1", "from nowhere"),
        ("state.capacity_used[0] = 99", "carries 99 divisions"),
        ("state.tracks_used[hex_, hex_ + 1] = 99", "has carried 99 units"),
        ("state.inoperative = 1", "broken where there is none"),
        ("state.desperate = 1 << unit", "not going to fight"),
        ("state.siege[unit] = 1", "is besieged but no fort"),
    ],
)
def test_the_invariants_notice(sound: State, spoil: str, complaint: str) -> None:
    state, theatre = sound.copy(), sound.theatre
    hex_ = lowest(sound.zoc_from[0])
    unit = lowest(sound.stacks[hex_] & theatre.infantry)
    names = {"state": state, "hex_": hex_, "unit": unit, "side": 0, "CODES": CODES, "BOX": BOX}
    names["enemy"] = lowest(theatre.of_side[1])
    names["sea"] = lowest(theatre.board.grid.everywhere & ~theatre.land)
    names["off"] = sound.where.index(BOX)
    exec(spoil, {**names, "ELIMINATED": ELIMINATED})
    assert any(complaint in problem for problem in broken(state)), broken(state)
    assert broken(sound) == []


@pytest.mark.parametrize("scenario", [scenario.name for scenario in GAME.scenarios])
def test_what_is_seen_on_the_way_is_what_a_fresh_look_sees(scenario: str) -> None:
    rng = random.Random(1)
    match = Match(GAME, PlannersDice(rng), scenario)
    kept = Muster(match.state.theatre)
    for _ in range(600):
        if match.over:
            break
        kept.see(match.state)
        if rng.random() < 0.1:
            fresh = Muster(match.state.theatre)
            fresh.see(match.state)
            assert vars(kept) == vars(fresh)
        match.take(pick(match.choices, int(rng.random() * count(match.choices))))
