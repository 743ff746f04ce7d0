"""The staff: it plays whole games by the rules, wins them, and keeps its promises in positions made
for them."""

from __future__ import annotations

import random

import pytest

from trenchline.games.the_great_war.components import CENTRAL, ENTENTE
from trenchline.games.the_great_war.face import GAME
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.victory import outcome
from trenchline.kernel.dice import PlannersDice
from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.play import decision, settle, take
from trenchline.kernel.steps import is_legal
from trenchline.players import make_player

pytestmark = pytest.mark.slow
LONGEST = 20_000


def played(scenario: str, names: tuple[str, str], seed: int, turns: int = 99) -> State:
    """A game between two players, or its first turns; every choice is legal and changes nothing
    before it is taken."""
    state = GAME.new(*GAME.settled(scenario, {}))
    dice = PlannersDice(random.Random(f"dice {seed}"))
    players = [make_player(name) for name in names]
    streams = [random.Random(f"{name} {seed}") for name in names]
    for taken in range(LONGEST):
        choices = settle(state, dice)
        if not choices or state.turn >= turns:
            return state
        side = decision(state).who(state)
        before = state.copy() if taken % 16 == 0 else None
        choice = players[side].choose(Knowledge(GAME, state, side, choices), streams[side])
        assert is_legal(choices, choice), choice
        assert before is None or state == before, "a player only looks"
        take(state, *choice)
    raise AssertionError("a game without an end")


def test_the_staff_plays_a_whole_game_against_itself() -> None:
    state = played("gorizia", ("staff", "staff"), 1)
    assert state.finished


@pytest.mark.parametrize("scenario", ["caporetto", "liege"])
def test_the_staff_plays_the_first_turn_of_the_large_scenarios(scenario: str) -> None:
    state = played(scenario, ("staff", "staff"), 1, turns=1)
    assert state.turn == 1


@pytest.mark.no_cover
@pytest.mark.parametrize("scenario", ["caporetto", "liege"])
def test_the_staff_plays_the_large_scenarios_to_the_end(scenario: str) -> None:
    assert played(scenario, ("staff", "staff"), 2).finished


@pytest.mark.no_cover
@pytest.mark.parametrize("side", [ENTENTE, CENTRAL])
def test_the_staff_beats_blind_chance(side: int) -> None:
    for seed in (1, 3, 4):
        names = ("staff", "random") if side == ENTENTE else ("random", "staff")
        assert outcome(played("gorizia", names, seed)).winner == side


@pytest.mark.no_cover
@pytest.mark.parametrize("side", [ENTENTE, CENTRAL])
def test_the_staff_beats_whoever_passes(side: int) -> None:
    for seed in (1, 2):
        names = ("staff", "passing") if side == ENTENTE else ("passing", "staff")
        assert outcome(played("gorizia", names, seed)).winner == side


def test_the_same_seed_brings_the_same_game() -> None:
    one, other = (played("gorizia", ("staff", "staff"), 7, turns=1) for _ in range(2))
    assert one == other
