"""Random play with every invariant checked at every choice.

    python -m tests.fuzz --games 10000 --jobs 2 [--game world_war_one] [--staff 0.1]

For each game played: the position is sound after every choice, every offered choice can be taken,
what is not offered is refused with a case and a reason, undo restores the position exactly, copies
never change each other, and the record replays to the same end. What a game promises besides stands
in its ``tests/GAME/promises.py``. In a share of the games the sides follow their staffs, now and
then or always, and so come where chance rarely leads.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import random
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import repeat
from pathlib import Path
from typing import Any

from trenchline.games import game_names, load_game
from trenchline.kernel.dice import PlannersDice, SeededDice
from trenchline.kernel.game import AnyGame, IllegalChoice
from trenchline.kernel.match import Match
from trenchline.kernel.play import settle, take
from trenchline.kernel.record import parse_record, record_text, verify
from trenchline.kernel.steps import Choice, count, is_legal, listed, pick

OFTEN = 0.02
"""How often the dear checks are made: one choice in fifty."""
OBEDIENCE = (0.0, 0.5, 0.9, 1.0)
"""How often a side does what its staff says, in games with staffs."""

Promises = Callable[[Match, random.Random], list[str]]
"""What a game promises besides; everything that is not kept."""


@dataclass(frozen=True)
class Played:
    """One game played to the end."""

    seed: int
    choices: int
    winner: int | None


class Unsound(AssertionError):
    """A broken promise, with the seed and the choice at which it broke."""


def play_checked(game: AnyGame, seed: int, thorough: bool = True, staffed: float = 0) -> Played:
    """Play one game and check everything on the way."""
    rng = random.Random(seed)
    scenario = rng.choice(game.scenarios).name
    options = {option.name: rng.choice(option.values) for option in game.options}
    match = Match(game, SeededDice(f"fuzz {seed}"), scenario, options)
    obedience = [0.0] * len(game.sides)
    if staffed and rng.random() < staffed:
        obedience = [rng.choice(OBEDIENCE) for _ in game.sides]
    promises = _promises(game.name)
    kept: list[tuple[Any, Any]] = []
    while not match.over:
        where = f"seed {seed}, choice {len(match.history)}"
        problems = game.broken(match.state)
        if problems:
            raise Unsound(f"{where}: {'; '.join(problems)}")
        if thorough and rng.random() < OFTEN:
            kept.append((match.state.copy(), match.state.facts()))
            _every_offer_can_be_taken(match, rng, where)
            _all_else_is_refused(match, rng, where)
            _undo_restores(match, rng, where)
            game.view(match.state, None)
            if promises and (unkept := promises(match, rng)):
                raise Unsound(f"{where}: {'; '.join(unkept)}")
        match.take(_choose(match, rng, obedience))
    for copy, facts in kept:
        if copy.facts() != facts:
            raise Unsound(f"seed {seed}: a copy has changed")
    if thorough:
        _record_replays(match, seed)
    outcome = match.outcome
    assert outcome is not None
    return Played(seed, len(match.history), outcome.winner)


@cache
def _promises(name: str) -> Promises | None:
    module = f"tests.{name}.promises"
    if importlib.util.find_spec(module) is None:
        return None
    unkept: Promises = importlib.import_module(module).unkept
    return unkept


def _choose(match: Match, rng: random.Random, obedience: list[float]) -> Choice:
    """Any choice, or what the staff says."""
    who, staff = match.who, match.game.staff
    assert who is not None
    if staff is not None and obedience[who] and rng.random() < obedience[who]:
        choice: Choice = staff.choose(match.state, match.choices, rng, rng.choice(staff.plans))
        return choice
    return pick(match.choices, int(rng.random() * count(match.choices)))


def _every_offer_can_be_taken(match: Match, rng: random.Random, where: str) -> None:
    """Take each offered choice (or fifteen of them) on a copy, and go on to the next decision."""
    offers = list(listed(match.choices))
    before = match.state.facts()
    for choice in rng.sample(offers, min(15, len(offers))):
        twin = match.state.copy()
        try:
            take(twin, *choice)
            settle(twin, PlannersDice(rng))
        except Exception as error:
            text = match.game.format_choice(choice)
            raise Unsound(f"{where}: {text} is offered but fails: {error!r}") from error
        problems = match.game.broken(twin)
        if problems:
            raise Unsound(f"{where}: after {match.game.format_choice(choice)}: {problems}")
    if match.state.facts() != before:
        raise Unsound(f"{where}: a copy has changed the position")


def _all_else_is_refused(match: Match, rng: random.Random, where: str) -> None:
    """Choices made up at random are refused with a case and a reason, and change nothing."""
    before = match.state.facts()
    for _ in range(15):
        choice = _made_up(match, rng)
        if is_legal(match.choices, choice):
            continue
        refusal = match.why_not(choice)
        if refusal is None or not refusal.case or not refusal.reason:
            raise Unsound(f"{where}: {choice} is refused without a reason")
        try:
            match.take(choice)
        except IllegalChoice:
            pass
        else:
            raise Unsound(f"{where}: {choice} was not offered but taken")
    if match.state.facts() != before:
        raise Unsound(f"{where}: a refusal has changed the position")


def _made_up(match: Match, rng: random.Random) -> Choice:
    verb = rng.choice(list(match.game.verbs))
    names = match.game.verbs[verb]
    for _ in range(50):
        number = rng.randrange(1500) if names is not None else 0
        try:
            match.game.format_choice((verb, number))
        except (LookupError, ValueError):
            continue
        return verb, number
    return "done", 0


def _undo_restores(match: Match, rng: random.Random, where: str) -> None:
    """A choice taken and taken back leaves everything as it was, and can be made again.

    On a copy: else the dice of the game would hang on what was tried out on the way.
    """
    match = match.copy()
    before, choices = match.state.facts(), match.choices
    choice = pick(choices, int(rng.random() * count(choices)))
    first = match.take(choice)
    after = match.state.facts()
    match.undo(past_dice=True)
    if match.state.facts() != before or match.choices != choices:
        raise Unsound(f"{where}: undo of {choice} does not restore the position")
    if match.take(choice) != first or match.state.facts() != after:
        raise Unsound(f"{where}: {choice} made again is another one")
    match.undo(past_dice=True)


def _record_replays(match: Match, seed: int) -> None:
    text = record_text(match)
    again = verify(match.game, parse_record(text.encode()))
    if again.state.facts() != match.state.facts():
        raise Unsound(f"seed {seed}: the record replays to another position")
    if record_text(again) != text:
        raise Unsound(f"seed {seed}: the record written again differs")


def fuzz_apart(name: str, first: int, games: int) -> None:
    """Play in a process of its own: measuring coverage would make it several times slower."""
    command = [sys.executable, "-m", "tests.fuzz", "--game", name, "--jobs", "1"]
    command += ["--games", str(games), "--seed", str(first)]
    root = Path(__file__).parents[1]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert f"{games} games" in done.stdout


def _play_one(name: str, seed: int, staffed: float) -> Played:
    return play_checked(load_game(name), seed, staffed=staffed)


def main() -> None:
    """Play many games and report."""
    parser = argparse.ArgumentParser(description="random play with all invariants")
    parser.add_argument("--game", choices=game_names(), action="append")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--staff", type=float, default=0, help="the share of games with staffs")
    wanted = parser.parse_args()
    for name in wanted.game or game_names():
        seeds = range(wanted.seed, wanted.seed + wanted.games)
        _fuzz(name, seeds, wanted.jobs, wanted.staff)


def _fuzz(name: str, seeds: range, jobs: int, staffed: float) -> None:
    began = time.monotonic()
    played: list[Played] = []
    with ProcessPoolExecutor(jobs) as pool:
        results = pool.map(_play_one, repeat(name), seeds, repeat(staffed), chunksize=20)
        for result in results:
            played.append(result)
            if len(played) % 500 == 0:
                print(f"{name}: {len(played)} games", flush=True)
    choices = sum(one.choices for one in played)
    seconds = time.monotonic() - began
    sides = load_game(name).sides
    wins = {side: sum(one.winner == n for one in played) for n, side in enumerate(sides)}
    draws = sum(one.winner is None for one in played)
    print(
        f"{name}: {len(played)} games, {choices:,} choices, {seconds:.0f} s, nothing broken;"
        f" wins {wins}, draws {draws}"
    )


if __name__ == "__main__":
    main()
