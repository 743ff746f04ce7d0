"""Straight moves against single steps: the same hexes, by ways that can be walked.

Positions come from games played at random. What a unit can reach is found three times: by the
rules' bitboards, by a plain search written from the rulebook alone, and by taking the single steps
that the rules themselves offer.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from tests.world_war_one import plain_movement as plain
from trenchline.games.world_war_one import GAME
from trenchline.games.world_war_one.components import GRID
from trenchline.games.world_war_one.moves import MoveUnit
from trenchline.games.world_war_one.routes import explore
from trenchline.games.world_war_one.state import TRANSIT, State
from trenchline.games.world_war_one.zones import zone
from trenchline.kernel.bits import members
from trenchline.kernel.dice import PlannersDice
from trenchline.kernel.play import settle, take
from trenchline.kernel.steps import Choices, count, pick

GAMES = range(4)
SHARE = 0.1
"""How many of the units that are picked to move are looked at."""


def moves(seed: int) -> Iterator[tuple[State, MoveUnit, Choices, random.Random]]:
    """Units about to move in a game played at random, with what they may do."""
    rng = random.Random(seed)
    options = {option.name: rng.choice(option.values) for option in GAME.options}
    state = GAME.new(GAME.scenarios[seed % 2].name, options)
    dice = PlannersDice(rng)
    while choices := settle(state, dice):
        step = state.stack[-1]
        if isinstance(step, MoveUnit) and not step.lifted and step.here != TRANSIT:
            if rng.random() < SHARE:
                yield state, step, choices, rng
        take(state, *pick(choices, int(rng.random() * count(choices))))


@pytest.mark.parametrize("seed", GAMES)
def test_5_1_straight_moves_reach_what_single_steps_reach(seed: int) -> None:
    """[5.12] [5.21] [5.22] [5.23] [5.31] [5.33] [5.34] [5.35] [6.43] As the rulebook has them."""
    for state, step, choices, _ in moves(seed):
        straight = set(GRID.labels(choices.get("move", 0)))
        assert straight == plain.reach(state, step.unit), GAME.notation(state)


@pytest.mark.parametrize("seed", GAMES)
def test_5_0_pr_the_way_of_a_straight_move_can_be_walked(seed: int) -> None:
    for state, step, choices, rng in moves(seed):
        ends = list(members(choices.get("move", 0)))
        routes = explore(state, step.unit, step.here)
        for end in rng.sample(ends, min(len(ends), 4)):
            path = [GRID.label(hex_) for hex_ in routes.path(end)]
            assert path[-1] == GRID.label(end)
            assert plain.can_walk(state, step.unit, path), (path, GAME.notation(state))


@pytest.mark.parametrize("seed", GAMES)
def test_6_0_zones_are_what_the_rulebook_says(seed: int) -> None:
    """[6.17] [6.41] [6.42] [6.43] [6.51] On all positions that come up."""
    for state, _, _, _ in moves(seed):
        position = plain.Position(state)
        for side, name in enumerate(("allied", "central")):
            assert set(GRID.labels(zone(state, side))) == position.zone(name), GAME.notation(state)


def halts(state: State, step: MoveUnit) -> set[str] | None:
    """Where a unit can halt when it is led hex by hex off neutral soil, by the rules' own choices.

    None if the march changes more than its own place: brings down Russia, or dissolves an army.
    """
    seen = {(step.here, 0, 0)}
    edge = [state]
    found = set()
    while edge:
        at = edge.pop()
        here = at.stack[-1]
        assert isinstance(here, MoveUnit)
        choices = here.choices(at)
        if "stop" in choices:
            found.add(GRID.label(here.here))
        for verb in ("step", "rail"):
            for hex_ in members(choices.get(verb, 0) & ~at.neutral_land):
                after = at.copy()
                take(after, verb, hex_)
                if (after.status, after.collapsed, after.surrendered) != (
                    state.status,
                    state.collapsed,
                    state.surrendered,
                ):
                    return None
                then = after.stack[-1]
                assert isinstance(then, MoveUnit)
                place = (then.here, then.spent, then.way)
                if place not in seen:
                    seen.add(place)
                    edge.append(after)
    return found - {GRID.label(step.here)}


@pytest.mark.parametrize("seed", GAMES)
def test_r61_steps_taken_one_by_one_end_where_straight_moves_end(seed: int) -> None:
    """[5.0/PR] [5.23] Whichever way the player tells it."""
    for state, step, choices, rng in moves(seed):
        if rng.random() < 0.3 and (found := halts(state, step)) is not None:
            assert found == set(GRID.labels(choices.get("move", 0))), GAME.notation(state)
