"""Random games, with zones, marches, retreats and supply compared to a plain version of them."""

from __future__ import annotations

import random

import pytest

from tests.kaisers_war import plain_rules
from trenchline.games.kaisers_war.components import COUNTERS
from trenchline.games.kaisers_war.control import zone
from trenchline.games.kaisers_war.moves import MoveUnit
from trenchline.games.kaisers_war.package import OPTIONS
from trenchline.games.kaisers_war.retreat import Retreat
from trenchline.games.kaisers_war.set_up import new_game
from trenchline.games.kaisers_war.stacking import roomy
from trenchline.games.kaisers_war.state import State
from trenchline.games.kaisers_war.supply import in_general_supply
from trenchline.kernel.bits import members
from trenchline.kernel.dice import PlannersDice
from trenchline.kernel.play import decision, settle, take
from trenchline.kernel.steps import Choices, count, pick

CHOICES = 800


def compare_march(state: State, mover: MoveUnit, choices: Choices) -> None:
    """Where a unit may go in one move, and which next hexes it may step into."""
    unit = mover.unit
    wanted = {h for h in plain_rules.reach(state, unit) if roomy(state, unit, 1 << h)}
    assert set(members(choices.get("move", 0))) == wanted
    hostile = plain_rules.hostile_zone(state, unit)
    held_fast = mover.here in hostile
    near = {
        n
        for _, n in plain_rules.neighbours(mover.here)
        if n in wanted and not (held_fast and n in hostile)
    }
    assert set(members(choices.get("step", 0))) == near


def compare_retreat(state: State, step: Retreat, choices: Choices) -> None:
    """The first hex of a retreat."""
    ways = plain_rules.retreats(state, step.unit, step.length)
    good = [way for way in ways if roomy(state, step.unit, 1 << way[-1])] or ways
    assert set(members(choices["retreat_to"])) == {way[1] for way in good}


def compare_position(state: State, rng: random.Random) -> None:
    """Zones, and the supply of some units."""
    for side in (0, 1):
        assert set(members(zone(state, side))) == plain_rules.zone(state, side)
    standing = [u for h in state.stacks if plain_rules.is_land(h) for u in state.stacks[h]]
    for unit in rng.sample(standing, min(8, len(standing))):
        # Guerrillas ignore zones, cities on their line included: a case of its own [21.5].
        if not COUNTERS[unit].guerrilla:
            assert in_general_supply(state, unit) == plain_rules.is_fed(state, unit)


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(4))
def test_random_games_agree_with_the_plain_rules(seed: int) -> None:
    rng = random.Random(seed)
    state = new_game("1918-1919", {option.name: option.default for option in OPTIONS})
    dice = PlannersDice(rng)
    choices = settle(state, dice)
    for number in range(CHOICES):
        if not choices:
            break
        step = decision(state)
        if isinstance(step, MoveUnit) and step.here >= 0 and step.fresh and not step.forced:
            compare_march(state, step, choices)
        elif isinstance(step, Retreat) and not step.done:
            compare_retreat(state, step, choices)
        if number % 20 == 10:
            compare_position(state, rng)
        verb, object_ = pick(choices, int(rng.random() * count(choices)))
        if "auto" in choices:
            verb, object_ = "auto", 0
        take(state, verb, object_)
        # Points enough for the game to go on.
        state.vp = [90, 90]
        choices = settle(state, dice)
    assert number > 50
