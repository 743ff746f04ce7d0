"""How fast the engine runs, beside random chess in the same run.

Machines differ and other work disturbs them, so the speed of random play is measured in turns with
that of python-chess, each at its best of several rounds; their ratio is what can be compared. Time
is the processor's, which other work disturbs least. The garbage collector is left as users have it.
"""

from __future__ import annotations

import platform
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import count as numbers
from statistics import fmean, quantiles
from time import process_time
from typing import Any, TypeVar

from trenchline.games import game_names, load_game
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.floods import Costs, flood, open_ways, reach, ways_into
from trenchline.kernel.game import AnyGame
from trenchline.kernel.hexes import Grid, Hexes
from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.match import Match
from trenchline.kernel.matching import match_up
from trenchline.kernel.play import decision, play_out, settle, take
from trenchline.kernel.record import parse_record, record_text, replay
from trenchline.kernel.steps import count, pick
from trenchline.players.arrays import Actions, Encoder
from trenchline.studies.by_hand import ByHand, Declared
from trenchline.studies.learning_bench import bench_steps

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
class Parts:
    """The speed of parts of the engine, with one game's rules and map."""

    state_copy_us: float
    state_facts_us: float
    flood_us: float | None
    reach_us: float | None
    """None, as the flood, for a game without a map."""
    odds_ms: float | None
    """None when the sample never came to a battle."""
    choices_view_ms_mean: float
    choices_view_ms_p99: float
    observed_per_second: float | None
    """Choices a second of random play in which the deciding side's knowledge is told as arrays each
    time, with the mask of its actions; None, as the flood, for a game without a map."""
    steps_per_second: float | None
    """Observed steps a second through PettingZoo, at the best of several rounds; None where it is
    not installed, and for a game without a map."""
    steps_per_second_mean: float | None
    """The same over all rounds."""
    replay_s: float


@dataclass(frozen=True)
class Copies:
    """What a position of 220 counters takes to copy, declared and written out by hand."""

    declared_us: float
    by_hand_us: float


@dataclass(frozen=True)
class Large:
    """The speed of the kernel on a board of four thousand hexes, larger than any game's yet."""

    hexes: int
    flood_us: float
    reach_us: float
    members_us: float
    """Listing 250 hexes, as many as an army's reach."""
    matching_us: float
    """Matching 60 units with 40 depots."""


@dataclass(frozen=True)
class GameBench:
    """All that is measured of one game."""

    title: str
    random_play: dict[str, Pace]
    """By scenario."""
    choices_per_second: float
    """The mean of the scenarios."""
    games_per_second: float
    ratio: float | None
    """Its choices a second to those of python-chess."""
    parts: Parts


@dataclass(frozen=True)
class Bench:
    """All that is measured."""

    python: str
    machine: str
    chess_choices_per_second: float | None
    """None when python-chess is not installed."""
    games: dict[str, GameBench]
    copies: Copies
    large: Large


def bench(seconds: float = 10.0) -> Bench:
    """Measure everything; random play and chess share about so many seconds."""
    games = {name: load_game(name) for name in game_names()}
    parts = {name: measure_parts(game) for name, game in games.items()}
    contests: dict[tuple[str, str], Callable[[int], int]] = {
        (name, scenario.name): _random_game(game, scenario.name)
        for name, game in games.items()
        for scenario in game.scenarios
    }
    chess_game = random_chess()
    if chess_game is not None:
        contests[CHESS] = chess_game
    paces = race(contests, seconds)
    chess = paces.pop(CHESS).choices_per_second if chess_game is not None else None
    return Bench(
        python=f"{platform.python_implementation()} {platform.python_version()}",
        machine=f"{platform.machine()} {platform.system()}",
        chess_choices_per_second=chess,
        games={name: _told(game, paces, chess, parts[name]) for name, game in games.items()},
        copies=measure_copies(),
        large=measure_large(),
    )


CHESS = ("chess", "")


def _told(
    game: AnyGame, paces: dict[tuple[str, str], Pace], chess: float | None, parts: Parts
) -> GameBench:
    played = {scenario.name: paces[game.name, scenario.name] for scenario in game.scenarios}
    choices = fmean(pace.choices_per_second for pace in played.values())
    return GameBench(
        title=game.title,
        random_play=played,
        choices_per_second=choices,
        games_per_second=fmean(pace.games_per_second for pace in played.values()),
        ratio=None if chess is None else choices / chess,
        parts=parts,
    )


def measure_parts(game: AnyGame) -> Parts:
    """The speed of copies, floods, odds, views and replays."""
    played = sample(game)
    asked, declared = positions(played)
    copied = asked[:200]
    view_times = time_views(game, asked)
    text = record_text(played).encode()
    ground = None if game.board is None else Ground(game.board.grid, game.board.hexes)
    steps = None if game.board is None else bench_steps(game, ROUNDS, STEPS)
    return Parts(
        state_copy_us=1e6 * each(lambda: [state.copy() for state in copied], len(copied)),
        state_facts_us=1e6 * each(lambda: [state.facts() for state in copied], len(copied)),
        flood_us=None if ground is None else 1e6 * each(ground.floods, FLOODS, FLOOD_ROUNDS),
        reach_us=None if ground is None else 1e6 * each(ground.reaches, FLOODS, FLOOD_ROUNDS),
        odds_ms=1e3 * each(lambda: [game.odds(state, None) for state in declared], len(declared))
        if declared
        else None,
        choices_view_ms_mean=1e3 * fmean(view_times),
        choices_view_ms_p99=1e3 * quantiles(view_times, n=100)[98],
        observed_per_second=None
        if game.board is None
        else 1 / each(Observed(game, Actions(game), Encoder(game)), OBSERVED),
        steps_per_second=None if steps is None else steps.best,
        steps_per_second_mean=None if steps is None else steps.mean,
        replay_s=each(lambda: replay(game, parse_record(text)), 1),
    )


OBSERVED = 400
"""So many choices are observed."""
STEPS = 1_000
"""So many steps through PettingZoo make a round."""


@dataclass(frozen=True)
class Observed:
    """Random play of a game with somebody who learns from it."""

    game: AnyGame
    actions: Actions
    encoder: Encoder

    def __call__(self) -> None:
        """Make some choices."""
        rng, left = random.Random(SEED), OBSERVED
        while left:
            state, dice = self.game.new(*self.game.settled(None, {})), SeededDice(str(SEED))
            choices = settle(state, dice)
            while choices and left:
                known = Knowledge(self.game, state, decision(state).who(state), choices)
                self.encoder.arrays(known)
                self.actions.mask(known.choices)
                take(state, *pick(choices, rng.randrange(count(choices))))
                choices = settle(state, dice)
                left -= 1


def _timed(work: Callable[[], object]) -> float:
    started = process_time()
    work()
    return process_time() - started


def each(work: Callable[[], object], times: int, rounds: int = ROUNDS) -> float:
    """The seconds one of the ``times`` things in ``work`` takes, at the best of several rounds."""
    return min(_timed(work) for _ in range(rounds)) / times


# Random play.

Runner = TypeVar("Runner")


def race(contests: dict[Runner, Callable[[int], int]], seconds: float) -> dict[Runner, Pace]:
    """The best pace of each of several games, played in turns for a share of the seconds."""
    # Many short turns: the chance is better that one of them is left undisturbed.
    rounds = max(ROUNDS, int(seconds / (TURN * len(contests))))
    share = seconds / (rounds * len(contests))
    best: dict[Runner, Pace] = {}
    for _ in range(rounds):
        for name, play in contests.items():
            pace = _pace(play, share)
            if name not in best or pace.choices_per_second > best[name].choices_per_second:
                best[name] = pace
    return best


def _pace(play: Callable[[int], int], seconds: float) -> Pace:
    choices = 0
    started = process_time()
    for games in numbers(1):
        choices += play(SEED + games)
        spent = process_time() - started
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
    """The positions of a match, and those among them that have odds: a battle waits for its die.

    They come in no order, so that what one leaves in a cache does not help the next.
    """
    match = played.copy()
    asked, declared = [], []
    while match.history:
        match.undo(past_dice=True)
        asked.append(match.state.copy())
        if has_odds(match.game, asked[-1]):
            declared.append(asked[-1])
    random.Random(SEED).shuffle(asked)
    return asked, declared


def has_odds(game: AnyGame, state: Any) -> bool:
    """Whether a game can tell the odds of a battle in a position."""
    try:
        return bool(game.odds(state, None).results)
    except ValueError:
        return False


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


COPIES = 50
"""How many copies make a round."""
FLOODS = 50
"""How many floods and reaches make a round: a short one, which may be left undisturbed."""
FLOOD_ROUNDS = 8 * ROUNDS


class Ground:
    """The whole map of a game, as if one could go anywhere on it."""

    def __init__(self, grid: Grid, hexes: Hexes) -> None:
        self.hexes = hexes
        self.march = open_ways(grid, hexes)
        self.starts = [1 << hex_ for hex_ in members(hexes)][:: hexes.bit_count() // 50]
        dear = bit_set(h for h in members(hexes) if grid.column_row(h)[0] % 3 == 0)
        self.costs: Costs = ((1, ways_into(self.march, ~dear)), (2, ways_into(self.march, dear)))
        """One point for a hex, two in every third column."""

    def floods(self) -> None:
        """Floods of the whole map from various hexes."""
        for number in range(FLOODS):
            flood(self.starts[number % len(self.starts)], self.hexes, self.march)

    def reaches(self) -> None:
        """All within five points."""
        for number in range(FLOODS):
            reach(self.starts[number % len(self.starts)], 5, self.costs, self.hexes)


def measure_copies() -> Copies:
    """Copies of a declared position beside those of one written by hand, in turns."""
    declared, by_hand = Declared(), ByHand()
    times = [
        (
            _timed(lambda: [declared.copy() for _ in range(COPIES)]),
            _timed(lambda: [by_hand.copy() for _ in range(COPIES)]),
        )
        for _ in range(200 * ROUNDS)
    ]
    one, other = (min(found) * 1e6 / COPIES for found in zip(*times, strict=True))
    return Copies(one, other)


def measure_large() -> Large:
    """The speed of floods, sets and matchings at a size that no game here has yet."""
    grid = Grid("flat", "even", "CCRR", (1, 97), (1, 71))
    # Three sheets that join, as large games are printed: north-west, south-west, south-east.
    hexes = bit_set(
        h
        for h in members(grid.everywhere)
        if (at := grid.column_row(h))[0] <= 50 or (at[1] > 43 and at[0] <= 93)
    )
    ground = Ground(grid, hexes)
    rng = random.Random(SEED)
    spread = [bit_set(rng.sample(list(members(hexes)), 250)) for _ in range(10)]
    depots = range(40)
    wants = [tuple(bit_set(rng.sample(depots, 3)) for _ in range(60)) for _ in range(20)]
    return Large(
        hexes=hexes.bit_count(),
        flood_us=1e6 * each(ground.floods, FLOODS, FLOOD_ROUNDS),
        reach_us=1e6 * each(ground.reaches, FLOODS, FLOOD_ROUNDS),
        members_us=1e6 * each(lambda: [list(members(some)) for some in spread], len(spread)),
        # The bare function: what it remembers would make it look free.
        matching_us=1e6 * each(lambda: [match_up.__wrapped__(w) for w in wants], len(wants)),
    )
