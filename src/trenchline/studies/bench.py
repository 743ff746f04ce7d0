"""How fast the engine runs, beside random chess in the same run.

Machines differ and other work disturbs them, so the speed of random play is measured in turns with
that of python-chess, each at its best of several rounds; their ratio is what can be compared. The
garbage collector is left as users have it.
"""

from __future__ import annotations

import platform
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import count as numbers
from statistics import fmean, quantiles
from time import perf_counter
from typing import Any

from trenchline.games import load_game
from trenchline.games.world_war_one.components import CLEAR, GRID, MARCH, PLAY, ROUGH
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.floods import Ways, flood, reach
from trenchline.kernel.game import AnyGame
from trenchline.kernel.hexes import Hexes
from trenchline.kernel.match import Match
from trenchline.kernel.play import decision, play_out
from trenchline.kernel.record import parse_record, record_text, replay
from trenchline.kernel.steps import count, pick

GAME = "world_war_one"
SEED = 1914
ROUNDS = 5
"""The fewest rounds of which the best counts."""
TURN = 0.25
"""Seconds of random play in a round, when there is time for more than the fewest."""


@dataclass(frozen=True)
class Pace:
    """The speed of random play."""

    choices_per_second: float
    games_per_second: float


@dataclass(frozen=True)
class Bench:
    """All that is measured."""

    python: str
    machine: str
    random_play: dict[str, Pace]
    """By scenario."""
    choices_per_second: float
    """The mean of the scenarios."""
    games_per_second: float
    state_copy_us: float
    flood_us: float
    reach_us: float
    odds_ms: float
    choices_view_ms_mean: float
    choices_view_ms_p99: float
    replay_s: float
    chess_choices_per_second: float | None
    """None when python-chess is not installed."""
    ratio: float | None
    """Our choices a second to those of python-chess."""


def bench(seconds: float = 10.0) -> Bench:
    """Measure everything; random play and chess share about so many seconds."""
    game = load_game(GAME)
    played = sample(game)
    asked, declared = positions(played)
    copied = asked[:200]
    view_times = time_views(game, asked)
    text = record_text(played).encode()
    contests: dict[str, Callable[[int], int]] = {
        scenario.name: _random_game(game, scenario.name) for scenario in game.scenarios
    }
    chess_game = random_chess()
    if chess_game is not None:
        contests["chess"] = chess_game
    paces = race(contests, seconds)
    chess = paces.pop("chess", None)
    choices = fmean(pace.choices_per_second for pace in paces.values())
    chess_choices = None if chess is None else chess.choices_per_second
    return Bench(
        python=f"{platform.python_implementation()} {platform.python_version()}",
        machine=f"{platform.machine()} {platform.system()}",
        random_play=paces,
        choices_per_second=choices,
        games_per_second=fmean(pace.games_per_second for pace in paces.values()),
        state_copy_us=1e6 * each(lambda: [state.copy() for state in copied], len(copied)),
        flood_us=1e6 * each(whole_map_floods, FLOODS),
        reach_us=1e6 * each(five_point_reaches, FLOODS),
        odds_ms=1e3 * each(lambda: [game.odds(state, None) for state in declared], len(declared)),
        choices_view_ms_mean=1e3 * fmean(view_times),
        choices_view_ms_p99=1e3 * quantiles(view_times, n=100)[98],
        replay_s=each(lambda: replay(game, parse_record(text)), 1),
        chess_choices_per_second=chess_choices,
        ratio=None if chess_choices is None else choices / chess_choices,
    )


def _timed(work: Callable[[], object]) -> float:
    started = perf_counter()
    work()
    return perf_counter() - started


def each(work: Callable[[], object], times: int) -> float:
    """The seconds one of the ``times`` things in ``work`` takes, at the best of several rounds."""
    return min(_timed(work) for _ in range(ROUNDS)) / times


# Random play.


def race(contests: dict[str, Callable[[int], int]], seconds: float) -> dict[str, Pace]:
    """The best pace of each of several games, played in turns for a share of the seconds."""
    # Many short turns: the chance is better that one of them is left undisturbed.
    rounds = max(ROUNDS, int(seconds / (TURN * len(contests))))
    share = seconds / (rounds * len(contests))
    best: dict[str, Pace] = {}
    for _ in range(rounds):
        for name, play in contests.items():
            pace = _pace(play, share)
            if name not in best or pace.choices_per_second > best[name].choices_per_second:
                best[name] = pace
    return best


def _pace(play: Callable[[int], int], seconds: float) -> Pace:
    choices = 0
    started = perf_counter()
    for games in numbers(1):
        choices += play(SEED + games)
        spent = perf_counter() - started
        if spent >= seconds:
            return Pace(choices / spent, games / spent)
    raise AssertionError("counting never ends")


def _random_game(game: AnyGame, scenario: str) -> Callable[[int], int]:
    scenario, options = game.settled(scenario, {})

    def play(seed: int) -> int:
        return play_out(game.new(scenario, options), SeededDice(str(seed)), random.Random(seed))

    return play


def random_chess() -> Callable[[int], int] | None:
    """A random game of python-chess as its users write it, or None if it is not installed."""
    try:
        import chess
    except ImportError:
        return None

    def play(seed: int) -> int:
        rng = random.Random(seed)
        board = chess.Board()
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
        return len(board.move_stack)

    return play


# Parts of the engine.


def sample(game: AnyGame) -> Match:
    """A whole game of random choices."""
    rng = random.Random(SEED)
    match = Match(game, SeededDice(str(SEED)), players=("random",) * len(game.sides))
    while not match.over:
        match.take(pick(match.choices, rng.randrange(count(match.choices))))
    return match


def positions(played: Match) -> tuple[list[Any], list[Any]]:
    """The positions of a match, and those among them in which an attack may be rolled.

    They come in no order, so that what one leaves in a cache does not help the next.
    """
    match = played.copy()
    asked, declared = [], []
    while match.history:
        match.undo(past_dice=True)
        asked.append(match.state.copy())
        if "roll" in match.choices:
            declared.append(asked[-1])
    random.Random(SEED).shuffle(asked)
    return asked, declared


def time_views(game: AnyGame, states: list[Any]) -> list[float]:
    """The seconds that the legal choices and the view of each position take, at the best of three.

    A whole game lies between two times, so that no cache remembers the position.
    """

    def look(state: Any) -> None:
        step = decision(state)
        step.choices(state)
        game.view(state, step.who(state))

    passes = [[_timed(partial(look, state)) for state in states] for _ in range(3)]
    return [min(times) for times in zip(*passes, strict=True)]


FLOODS = 200
"""How many floods and reaches make a round."""
_STARTS = [1 << hex_ for hex_ in range(GRID.size) if PLAY >> hex_ & 1][:: PLAY.bit_count() // 50]


def whole_map_floods() -> None:
    """Floods of all the land from various hexes."""
    for number in range(FLOODS):
        flood(_STARTS[number % len(_STARTS)], PLAY, MARCH)


def five_point_reaches() -> None:
    """All within five points: one for a clear hex, two for a rough one."""
    for number in range(FLOODS):
        reach(_STARTS[number % len(_STARTS)], 5, _COSTS, PLAY)


def _into(land: Hexes) -> Ways:
    """The ways that lead into some of the land."""
    a, b, c, d, e, f, x, y, z = MARCH
    return Ways(
        a & land >> x,
        b & land >> y,
        c & land >> z,
        d & land << x,
        e & land << y,
        f & land << z,
        x,
        y,
        z,
    )


_COSTS = ((1, _into(CLEAR)), (2, _into(ROUGH)))
