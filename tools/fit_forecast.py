"""Fits the weights of a staff's forecast to games that are played for it.

    python -m tools.fit_forecast world_war_one --games 300 --soften 10
    python -m tools.fit_forecast kaisers_war --games 400 --settle 0.35

The staff plays both sides. So that the games differ, most sides draw a plan anew for every turn,
and in half of the games every fiftieth choice is any legal one. Whenever a turn begins, or a phase
for which the staff makes plans, the signs are noted as each side sees them; when the game is over
it is known what they were worth. Where plans decide more than positions, ``--settle`` tells both
apart: both sides draw their plans until, with this chance at every turn, they keep to the usual one
or their favourite, and only what comes after that is noted. A logistic regression gives each sign a
weight at the beginning and one at the end of the war, and the file beside the staff is written
anew. A quarter of the games is kept apart and tells how good the forecast is. Needs numpy, which
the extra ``learn`` brings.
"""

from __future__ import annotations

import argparse
import importlib
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trenchline.games import load_game
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.game import AnyGame, Outcome
from trenchline.kernel.play import decision, settle, take
from trenchline.kernel.steps import count, pick

Array = NDArray[np.float64]

OUTLOOKS = {
    "kaisers_war": "trenchline.games.kaisers_war.staff.outlook",
    "world_war_one": "trenchline.games.world_war_one.staff.outlook",
}
"""The module of each staff that has ``signs``, ``past`` and ``EITHER_WAY`` (the signs that may
speak for either side); its weights lie in a file beside it."""
STRAYS = 0.02
"""How often a choice is any legal one, in half of the games."""
WAVERERS = 0.7
"""How many sides draw a plan anew for every turn."""
HELD_OUT = 4
"""One game in so many is kept from the fit."""
LEAST = 0.1
"""What every sign weighs at least."""
HEAD = """\
# What the signs of a position weigh for its forecast, at the beginning and at the end of the war.
# Written by `python -m tools.fit_forecast {command}`.
# Log-loss {after:.3f} on a quarter of these games that the fit has not seen; {before:.3f} for who
# forecasts their mean result every time.
source = "fitted"

[weights]
"""


@dataclass
class Notes:
    """What was seen, one entry for each position and side."""

    names: tuple[str, ...] = ()
    signs: list[list[float]] = field(default_factory=list)
    past: list[float] = field(default_factory=list)
    game: list[int] = field(default_factory=list)
    result: list[float] = field(default_factory=list)

    def take(self, outlook: Any, state: Any, game: int, sides: Sequence[int]) -> None:
        """Note a position as each side sees it."""
        for side in sides:
            signs = outlook.signs(state, side)
            self.names = tuple(signs)
            self.signs.append(list(signs.values()))
            self.past.append(outlook.past(state))
            self.game.append(game)


class Council:
    """The plans that both sides follow in a game."""

    def __init__(self, game: AnyGame, rng: random.Random, settling: float) -> None:
        assert game.staff is not None
        self._staff = game.staff
        self._rng = rng
        self._settling = settling
        self._wavering = [settling > 0 or rng.random() < WAVERERS for _ in game.sides]
        self._favours = [settling > 0 and rng.random() < 0.5 for _ in game.sides]
        self.settled = not settling
        """Whether what is seen now tells of positions, not of changing plans."""
        self.plans = [self._staff.plans[0] for _ in game.sides]
        """What each side follows now."""

    def meet(self, state: Any) -> None:
        """A turn begins: plans are drawn, or kept."""
        if self._settling and (self.settled or self._rng.random() < self._settling):
            self.settled, self._wavering = True, [False for _ in self._wavering]
        self.plans = [
            self._rng.choice(self._staff.plans) if wavers else self._firm(state, side)
            for side, wavers in enumerate(self._wavering)
        ]

    def _firm(self, state: Any, side: int) -> str:
        """The usual plan, or the side's favourite."""
        favourites = self._staff.favourites
        if self._favours[side] and favourites is not None:
            return favourites(state, side)[0]
        return self._staff.plans[0]


def play(
    game: AnyGame, outlook: Any, seed: int, notes: Notes, soften: float, settling: float = 0.0
) -> None:
    """One game, noted turn by turn."""
    staff = game.staff
    assert staff is not None
    rng, dice = random.Random(f"forecast {seed}"), SeededDice(f"forecast {seed}")
    state = game.new(*game.settled(None, {}))
    strays = rng.choice((0.0, STRAYS))
    council = Council(game, rng, settling)
    choices = settle(state, dice)
    turn: int | None = None
    noted: set[tuple[int, Any]] = set()
    while choices:
        begins = staff.turn(state) != turn
        if begins:
            council.meet(state)
        turn = staff.turn(state)
        moment = turn, staff.phase(state) if staff.phase else None
        if (begins or moment[1] is not None) and moment not in noted:
            noted.add(moment)
            if council.settled:
                notes.take(outlook, state, seed, range(len(game.sides)))
        if rng.random() < strays:
            choice = pick(choices, int(rng.random() * count(choices)))
        else:
            plan = council.plans[decision(state).who(state)]
            choice = staff.choose(state, choices, rng, plan)
        take(state, *choice)
        choices = settle(state, dice)
    missing = len(notes.game) - len(notes.result)
    notes.result += [result(game.outcome(state), soften)] * missing


def result(end: Outcome, soften: float) -> float:
    """What the first side made of it: 1 won, 0 lost, a half drawn. Softened by so many points, a
    narrow result counts less than a clear one."""
    if soften:
        return 1 / (1 + math.exp(-(end.scores[0] - end.scores[1]) / soften))
    return 0.5 if end.winner is None else float(end.winner == 0)


def design(signs: Array, past: Array) -> Array:
    """Every sign twice: as it weighs early and late."""
    return np.hstack([signs * (1 - past)[:, None], signs * past[:, None]])


def chances(x: Array, weights: Array) -> Array:
    """What a forecast with these weights says."""
    said: Array = 1 / (1 + np.exp(-np.clip(x @ weights, -40, 40)))
    return said


def fit(x: Array, y: Array, ridge: float, free: Sequence[int]) -> Array:
    """Logistic regression by Newton's method; the ridge keeps weights small that little speaks for.

    Every sign speaks for the first side, whatever a few hundred games may say: a weight below zero
    is taken for chance, and nothing weighs less than ``LEAST``, unless its column is free.
    """
    used = np.ones(x.shape[1], bool)
    while True:
        weights = np.zeros(x.shape[1])
        weights[used] = _newton(x[:, used], y, ridge)
        wrong = weights < 0
        wrong[list(free)] = False
        if not wrong.any():
            bound = np.full(len(weights), LEAST)
            bound[list(free)] = -np.inf
            bounded: Array = np.maximum(weights, bound)
            return bounded
        used[np.argmin(np.where(wrong, weights, 0.0))] = False


def _newton(x: Array, y: Array, ridge: float) -> Array:
    weights = np.zeros(x.shape[1])
    for _ in range(40):
        said = chances(x, weights)
        slope = x.T @ (said - y) + ridge * weights
        curve = (x * (said * (1 - said))[:, None]).T @ x + ridge * np.eye(x.shape[1])
        change = np.linalg.solve(curve, slope)
        weights -= change
        if np.abs(change).max() < 1e-6:
            break
    return weights


def loss(said: Array, y: Array) -> float:
    """The mean log-loss."""
    said = np.clip(said, 1e-6, 1 - 1e-6)
    return float(-(y * np.log(said) + (1 - y) * np.log(1 - said)).mean())


def reliability(said: Array, y: Array) -> list[str]:
    """What was forecast and what came of it, in fifths."""
    lines = []
    for low, high in pairwise(np.linspace(0, 1, 6)):
        there = (said >= low) & (said <= high)
        if there.any():
            lines.append(
                f"said {low:.1f} to {high:.1f}: {there.sum()} positions,"
                f" mean forecast {said[there].mean():.2f}, mean result {y[there].mean():.2f}"
            )
    return lines


def main(argv: Sequence[str] | None = None) -> None:
    """Play, fit, tell, write."""
    parser = argparse.ArgumentParser(description="Fit the weights of a staff's forecast.")
    parser.add_argument("game", choices=sorted(OUTLOOKS))
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ridge", type=float, default=3.0)
    parser.add_argument("--soften", type=float, default=0.0, help="points; 0: results as they are")
    parser.add_argument(
        "--settle", type=float, default=0.0, help="a chance for each turn; 0: never"
    )
    parser.add_argument("--to", type=Path, help="the file to write, if not the staff's own")
    args = parser.parse_args(argv)
    game, outlook, notes = (
        load_game(args.game),
        importlib.import_module(OUTLOOKS[args.game]),
        Notes(),
    )
    for seed in range(args.seed, args.seed + args.games):
        play(game, outlook, seed, notes, args.soften, args.settle)
    x, y = design(np.array(notes.signs), np.array(notes.past)), np.array(notes.result)
    apart = np.array(notes.game) % HELD_OUT == 0
    half = len(notes.names)
    free = [n for n, name in enumerate(notes.names) if name in outlook.EITHER_WAY]
    free += [half + n for n in free]
    weights = fit(x[~apart], y[~apart], args.ridge, free)
    before = loss(np.full(apart.sum(), y[~apart].mean()), y[apart])
    after = loss(chances(x, weights)[apart], y[apart])
    print(f"log-loss on games it has not seen: {after:.3f}; of the mean result: {before:.3f}")
    print("\n".join(reliability(chances(x, weights)[apart], y[apart])))
    # The judgement is passed; what is written has seen all games.
    weights = fit(x, y, args.ridge, free)
    own = Path(str(outlook.__file__))
    command = f"{args.game} --games {args.games} --seed {args.seed} --soften {args.soften:g}"
    if args.settle:
        command += f" --settle {args.settle:g}"
    (args.to or own.with_suffix(".toml")).write_text(
        HEAD.format(command=command, before=before, after=after)
        + "".join(
            f'"{name}" = [{weights[n]:.3f}, {weights[half + n]:.3f}]\n'
            for n, name in enumerate(notes.names)
        )
    )


if __name__ == "__main__":
    main()
