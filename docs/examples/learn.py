"""Train a small evaluation of World War I by self-play, and let it meet the greedy player.

    python docs/examples/learn.py --first 400 --rounds 5 --games 80 --duels 60 --jobs 2

The evaluation guesses by how many points a side will win: a weighted sum of a dozen numbers that
can be read off a position. The player takes the choice after which the guess is best. It learns
from games against itself alone: the numbers of positions on the way are fitted to how the game
ended, then it plays with the better guess, and so on. docs/research.md tells the whole story.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from concurrent.futures import Executor
from functools import partial
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trenchline.games import load_game
from trenchline.games.world_war_one.components import LAST_TURN, MARCH
from trenchline.games.world_war_one.state import State
from trenchline.games.world_war_one.victory import score
from trenchline.kernel.dice import PlannersDice, SeededDice
from trenchline.kernel.floods import step
from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.play import decision, settle, take
from trenchline.kernel.steps import Choice, count, listed, pick
from trenchline.players import make_player
from trenchline.players.player import Player
from trenchline.studies.executors import hands
from trenchline.studies.intervals import Estimate, mean, share
from trenchline.studies.simulation import play_with

GAME = load_game("world_war_one")
SIDES = (0, 1)
MOST = 96
"""Of more choices than this, so many are drawn to be looked at."""
SAMPLES = 2
"""How often a choice that draws dice is tried out."""
EXPLORE = 0.05
"""How often a player who learns tries something out."""
RIDGE = 10.0
"""How strongly weights are kept small."""

Weights = tuple[float, ...]
Row = tuple[list[float], float]
"""A position in numbers, and the Allied lead with which its game ended."""

NAMES = (
    "points",
    "resource points",
    "armies",
    "enemy centres within 1",
    "enemy centres within 2",
    "enemy centres within 4",
    "own centres held",
    "armies in contact",
    "forts",
)


def read_off(state: State) -> list[float]:
    """The numbers of a position: those of the Allies less those of the Central Powers.

    All count twice, once as they are and once by the part of the war that is left.
    """
    allied, central = (_of(state, side) for side in SIDES)
    lead = [a - b for a, b in zip(allied, central, strict=True)]
    left = (LAST_TURN - state.turn) / LAST_TURN
    return [*lead, *(left * number for number in lead), 1.0, left]


def _of(state: State, side: int) -> list[float]:
    armies, enemy = state.armies[side], state.armies[1 - side]
    theirs = state.centres[1 - side]
    near = step(armies, MARCH) | armies
    nearer = step(near, MARCH) | near
    wide = step(nearer, MARCH) | nearer
    wide |= step(wide, MARCH)
    return [
        score(state, side),
        sum(state.crp[nation] for nation in state.nations_of(side)),
        armies.bit_count(),
        (near & theirs).bit_count(),
        (nearer & theirs).bit_count(),
        (wide & theirs).bit_count(),
        (armies & state.centres[side]).bit_count(),
        (near & enemy).bit_count(),
        state.forts[side].bit_count(),
    ]


class Learner:
    """Takes the choice after which its side's guessed lead is largest."""

    def __init__(self, weights: Weights, explore: float = 0.0) -> None:
        self.weights = weights
        self.explore = explore

    def choose(self, known: Knowledge[Any], rng: random.Random) -> Choice:
        """The best choice, or now and then any."""
        choices, state = known.choices, known.position
        total = count(choices)
        if total == 1 or rng.random() < self.explore:
            return pick(choices, rng.randrange(total))
        sign = 1 if known.side == 0 else -1
        looked_at = list(listed(choices))
        rng.shuffle(looked_at)
        return max(looked_at[:MOST], key=lambda choice: sign * self.guess(state, choice, rng))

    def guess(self, state: Any, choice: Choice, rng: random.Random) -> float:
        """The Allied lead to expect after a choice, over a few dice if it draws any."""
        guesses = []
        for _ in range(SAMPLES):
            after = state.copy()
            take(after, *choice)
            settle(after, PlannersDice(rng))
            numbers = read_off(after)
            guesses.append(sum(w * n for w, n in zip(self.weights, numbers, strict=True)))
            if after.rolls == state.rolls:
                break
        return sum(guesses) / len(guesses)


def self_play(weights: Weights | None, seed: int) -> list[Row]:
    """One game against oneself: its positions, each with how it ended. Without weights, any."""
    rng = random.Random(f"learn {seed}")
    player: Player = make_player("random") if weights is None else Learner(weights, EXPLORE)
    state = GAME.new(*GAME.settled(None, {}))
    dice = SeededDice(f"learn {seed}")
    seen: list[list[float]] = []
    choices = settle(state, dice)
    while choices:
        if rng.random() < 0.05:
            seen.append(read_off(state))
        known = Knowledge(GAME, state, decision(state).who(state), choices)
        take(state, *player.choose(known, rng))
        choices = settle(state, dice)
    lead = float(score(state, 0) - score(state, 1))
    return [(numbers, lead) for numbers in seen]


def fit(rows: Sequence[Row]) -> Weights:
    """The weights that guess best how games end."""
    numbers: NDArray[np.float64] = np.array([row for row, _ in rows])
    leads: NDArray[np.float64] = np.array([lead for _, lead in rows])
    scale = numbers.std(axis=0)
    scale[scale == 0] = 1
    scaled = numbers / scale
    square = scaled.T @ scaled + RIDGE * np.eye(scaled.shape[1])
    found = np.linalg.solve(square, scaled.T @ leads) / scale
    return tuple(found.tolist())


def learn(executor: Executor, first: int, rounds: int, games: int, seed: int) -> Weights:
    """Learn from random games, then from games with what has been learnt."""
    rows: list[Row] = []
    weights: Weights | None = None
    for number in range(rounds + 1):
        size = games if number else first
        seeds = range(seed, seed + size)
        seed += size
        played = list(_each(executor, partial(self_play, weights), seeds))
        # Games of random players count once, to begin with.
        rows = (rows if number > 1 else []) + [row for rows_ in played for row in rows_]
        weights = fit(rows)
        lead = mean([rows_[-1][1] for rows_ in played if rows_])
        print(
            f"round {number}: {size} games, {len(rows):,} positions, Allied lead {lead.value:+.0f}"
        )
    assert weights is not None
    return weights


def _each(executor: Executor, work: Any, seeds: Sequence[int]) -> Sequence[Any]:
    return [future.result() for future in [executor.submit(work, seed) for seed in seeds]]


def meet(weights: Weights | None, opponent: str, side: int, seed: int) -> float:
    """The lead with which a game against an opponent ends for who has learnt.

    Without weights the opponent sits on both sides: the lead is what the seat is worth.
    """
    players: list[Player] = [make_player(opponent), make_player(opponent)]
    if weights is not None:
        players[side] = Learner(weights)
    state = GAME.new(*GAME.settled(None, {}))
    play_with(GAME, state, SeededDice(f"meet {seed}"), players, random.Random(f"meet {seed}"))
    return float(score(state, side) - score(state, 1 - side))


def show(executor: Executor, weights: Weights, opponent: str, duels: int) -> Estimate:
    """Meet an opponent in duels and tell how they went; returns the share that was won.

    The sides are not equal. A duel is two games with the same dice and the seats changed, and who
    makes more points in both together wins it.
    """
    seeds = range(duels)
    usual = mean(_each(executor, partial(meet, None, opponent, 0), seeds))
    print(f"{opponent} on both sides: lead {_said(usual)} as {GAME.sides[0]}")
    leads = [_each(executor, partial(meet, weights, opponent, side), seeds) for side in SIDES]
    for side, ends in zip(GAME.sides, leads, strict=True):
        won = sum(lead > 0 for lead in ends)
        print(f"learner as {side}: {won} of {duels} games, lead {_said(mean(ends))}")
    both = [sum(pair) / 2 for pair in zip(*leads, strict=True)]
    won = share(sum(lead > 0 for lead in both), duels)
    print(f"duels: {won.value:.0%} won ({won.low:.0%} to {won.high:.0%}), lead {_said(mean(both))}")
    return won


def _said(e: Estimate) -> str:
    return f"{e.value:+.1f} ({e.low:+.1f} to {e.high:+.1f})"


def main() -> None:
    """Learn, tell what was learnt, and show it."""
    parser = argparse.ArgumentParser(description="Train a small evaluation by self-play.")
    parser.add_argument("--first", type=int, default=400, help="random games to begin with")
    parser.add_argument("--rounds", type=int, default=3, help="rounds of self-play")
    parser.add_argument("--games", type=int, default=30, help="games in a round")
    parser.add_argument("--duels", type=int, default=40, help="duels to show it")
    parser.add_argument("--opponent", default="greedy")
    parser.add_argument("--seed", type=int, default=1914)
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    started = perf_counter()
    with hands(given.jobs) as doing:
        weights = learn(doing.executor, given.first, given.rounds, given.games, given.seed)
        print(f"learnt in {perf_counter() - started:.0f} s")
        for number, name in enumerate(NAMES):
            print(f"  {name:<24} {weights[number]:+7.2f} {weights[number + len(NAMES)]:+7.2f}")
        show(doing.executor, weights, given.opponent, given.duels)


if __name__ == "__main__":
    main()
