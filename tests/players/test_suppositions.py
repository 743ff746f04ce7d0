"""Players who try choices out in a position they suppose: not all of it need be possible there."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.kernel.pebbles import GAME, Pebbles
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.match import Match
from trenchline.kernel.staff import Staff
from trenchline.kernel.steps import Choice, Choices, is_legal, pick
from trenchline.players.greedy_player import GreedyPlayer
from trenchline.players.player import Player
from trenchline.players.search_player import SearchPlayer


def any_choice(state: Pebbles, choices: Choices, rng: random.Random, plan: str) -> Choice:
    """The first there is."""
    return pick(choices, 0)


def all_of_them(state: Pebbles, choices: Choices, rng: random.Random, plan: str) -> list[Choice]:
    """Everything is worth trying."""
    return [(verb, n) for verb, mask in choices.items() for n in range(8) if mask >> n & 1]


STAFF = Staff(any_choice, lambda state, side: 0.5, ("one", "other"), rivals=all_of_them)


class Supposing(Knowledge[Pebbles]):
    """Knowledge of a game in which there may be fewer pebbles than there are."""

    def sample(self, rng: random.Random) -> Pebbles:
        """A position with one pebble left where there are any."""
        twin = self.position.copy()
        twin.heaps = [min(heap, 1) for heap in twin.heaps]
        return twin


SUPPOSING = replace(GAME, staff=STAFF)


@pytest.mark.parametrize("player", [GreedyPlayer(), SearchPlayer(200)])
@pytest.mark.parametrize("seed", range(5))
def test_what_is_impossible_there_is_not_tried_out(player: Player, seed: int) -> None:
    match = Match(SUPPOSING, SeededDice(str(seed)), "long")
    rng = random.Random(seed)
    while not match.over:
        assert match.who is not None
        choice = player.choose(Supposing(SUPPOSING, match.state, match.who, match.choices), rng)
        assert is_legal(match.choices, choice)
        match.take(choice)
