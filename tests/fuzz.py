"""Random play with every invariant checked at every choice.

    python -m tests.fuzz --games 10000 --jobs 2 [--game world_war_one] [--staff 0.1] [--seed 1]

For each game played: the position is sound after every choice, no verb is offered without anything
to choose, and what was chosen reads back from its text. At one choice in fifty, every choice that
is offered can be taken, what is not is refused with a case and a reason, undo restores the
position exactly, a choice that nobody is told leads to the same position, copies never change each
other. At one in a hundred a game keeps what it promises besides in its ``tests/GAME/promises.py``:
the notation, what is hidden. One record in ten is replayed to the same end. In a share of the
games the sides follow their staffs, now and then or always, and so come where chance rarely leads.

A fault does not stop the others: all are told at the end, each with what repeats it. A run that is
interrupted says how far it came. ``--results`` adds what was checked to ``benchmarks/RESULTS.md``.
"""

from __future__ import annotations

import argparse
import importlib
import os
import random
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import repeat
from pathlib import Path
from typing import Any

from trenchline.games import game_names, load_game
from trenchline.kernel.dice import PlannersDice, SeededDice
from trenchline.kernel.game import AnyGame, IllegalChoice
from trenchline.kernel.match import Match
from trenchline.kernel.notes import Note
from trenchline.kernel.play import settle, take
from trenchline.kernel.record import parse_record, record_text, verify
from trenchline.kernel.steps import Choice, count, is_legal, listed, pick

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "benchmarks" / "RESULTS.md"
HEADING = "## Random games checked at every choice"

HOW_OFTEN = "TRENCHLINE_FUZZ_OFTEN"
OFTEN = float(os.environ.get(HOW_OFTEN, "0.02"))
"""How often the dear checks are made: one choice in fifty, unless told otherwise."""
PROMISED = 0.5
"""The share of these at which what a game promises besides is looked at, or else a view."""
REPLAYED = 0.1
"""The share of the records that are replayed."""
LONGEST = 200_000
"""No game has so many choices."""
OBEDIENCE = (0.0, 0.5, 0.9, 1.0)
"""How often a side does what its staff says, in games with staffs."""

Promises = Callable[[Match, random.Random], list[str]]
"""What a game promises besides; everything that is not kept."""


@dataclass(frozen=True)
class Played:
    """One game played to the end, or to the first fault."""

    seed: int
    choices: int
    winner: int | None
    fault: str = ""


class Unsound(AssertionError):
    """A broken promise, with the seed and the choice at which it broke."""


def play_checked(game: AnyGame, seed: int, staffed: float = 0) -> Played:
    """Play one game and check everything on the way."""
    rng = random.Random(seed)
    scenario = rng.choice(game.scenarios).name
    options = {option.name: rng.choice(option.values) for option in game.options}
    match = Match(game, SeededDice(f"fuzz {seed}"), scenario, options)
    obedience = [0.0] * len(game.sides)
    if staffed and rng.random() < staffed:
        obedience = [rng.choice(OBEDIENCE) for _ in game.sides]
    try:
        # What is checked must not change what is played.
        _play_on(match, obedience, rng, random.Random(f"checks of {seed}"))
    except Exception as error:
        where = f"seed {seed}, choice {len(match.history)}"
        what = str(error) if isinstance(error, Unsound) else repr(error)
        raise Unsound(f"{where}: {what}") from error
    outcome = match.outcome
    assert outcome is not None
    return Played(seed, len(match.history), outcome.winner)


def _play_on(
    match: Match, obedience: list[float], rng: random.Random, checks: random.Random
) -> None:
    game, promises = match.game, _promises(match.game.name)
    viewers = (None, *range(len(game.sides)))
    kept: list[tuple[Any, Any]] = []
    read: set[Choice] = set()
    while not match.over:
        problems = game.broken(match.state)
        if problems:
            raise Unsound("; ".join(problems))
        if empty := [verb for verb, numbers in match.choices.items() if not numbers]:
            raise Unsound(f"nothing can be chosen for {empty[0]}")
        if checks.random() < OFTEN:
            kept.append((match.state.copy(), match.state.facts()))
            _every_offer_can_be_taken(match, checks)
            _all_else_is_refused(match, checks)
            _undo_restores(match, checks)
            _telling_changes_nothing(match, checks)
            if promises is None or checks.random() >= PROMISED:
                game.view(match.state, checks.choice(viewers))
            elif unkept := promises(match, checks):
                raise Unsound("; ".join(unkept))
        choice = _choose(match, rng, obedience)
        if choice not in read:
            read.add(choice)
            text = game.format_choice(choice)
            if game.parse_choice(text) != choice:
                raise Unsound(f"{text} reads back as another choice")
        match.take(choice)
        if len(match.history) > LONGEST:
            raise Unsound("the game does not end")
    for copy, facts in kept:
        if copy.facts() != facts:
            raise Unsound("a copy has changed")
    if checks.random() < REPLAYED:
        _record_replays(match)


@cache
def _promises(name: str) -> Promises | None:
    module = f"tests.{name}.promises"
    if not (ROOT / "tests" / name / "promises.py").is_file():
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


def _every_offer_can_be_taken(match: Match, rng: random.Random) -> None:
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
            raise Unsound(f"{text} is offered but fails: {error!r}") from error
        problems = match.game.broken(twin)
        if problems:
            raise Unsound(f"after {match.game.format_choice(choice)}: {problems}")
    if match.state.facts() != before:
        raise Unsound("a copy has changed the position")


def _all_else_is_refused(match: Match, rng: random.Random) -> None:
    """Choices made up at random are refused with a case and a reason, and change nothing."""
    before = match.state.facts()
    for _ in range(15):
        choice = _made_up(match, rng)
        if is_legal(match.choices, choice):
            continue
        refusal = match.why_not(choice)
        if refusal is None or not refusal.case or not refusal.reason:
            raise Unsound(f"{choice} is refused without a reason")
        try:
            match.take(choice)
        except IllegalChoice:
            pass
        else:
            raise Unsound(f"{choice} was not offered but taken")
    if match.state.facts() != before:
        raise Unsound("a refusal has changed the position")


def _made_up(match: Match, rng: random.Random) -> Choice:
    verb = rng.choice(list(match.game.verbs))
    names = match.game.verbs[verb].names
    for _ in range(50):
        number = rng.randrange(1500) if names is not None else 0
        try:
            match.game.format_choice((verb, number))
        except (LookupError, ValueError):
            continue
        return verb, number
    return "done", 0


def _undo_restores(match: Match, rng: random.Random) -> None:
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
        raise Unsound(f"undo of {choice} does not restore the position")
    if match.take(choice) != first or match.state.facts() != after:
        raise Unsound(f"{choice} made again is another one")
    match.undo(past_dice=True)


def _telling_changes_nothing(match: Match, rng: random.Random) -> None:
    """The same choice with the same dice leads to the same position, whether a log is kept or not:
    positions gone by are played again without one."""
    choice = pick(match.choices, int(rng.random() * count(match.choices)))
    seed = rng.random()
    after: list[object] = []
    logs: tuple[list[Note] | None, ...] = (None, [])
    for log in logs:
        twin = match.state.copy()
        twin.log = log
        take(twin, *choice)
        settle(twin, PlannersDice(random.Random(seed)))
        after.append(twin.facts())
    if after[0] != after[1]:
        raise Unsound(f"{choice} leads elsewhere when it is told")


def _record_replays(match: Match) -> None:
    text = record_text(match)
    again = verify(match.game, parse_record(text.encode()))
    if again.state.facts() != match.state.facts():
        raise Unsound("the record replays to another position")
    if record_text(again) != text:
        raise Unsound("the record written again differs")


def fuzz_apart(name: str, first: int, games: int) -> None:
    """Play in a process of its own: measuring coverage would make it several times slower."""
    command = [sys.executable, "-m", "tests.fuzz", "--game", name, "--jobs", "1"]
    command += ["--games", str(games), "--seed", str(first), "--staff", "0"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{games} games" in done.stdout


def _play_one(name: str, seed: int, staffed: float) -> Played:
    try:
        return play_checked(load_game(name), seed, staffed)
    except Unsound as unsound:
        trace = "".join(traceback.format_exception(unsound.__cause__, limit=-4))
        is_broken_promise = isinstance(unsound.__cause__, Unsound)
        return Played(seed, 0, None, str(unsound) + ("" if is_broken_promise else f"\n{trace}"))


def _deaf() -> None:
    """Let the one who hands out the games decide about interruptions."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@dataclass(frozen=True)
class Run:
    """Games to be played."""

    name: str
    seeds: range
    staffed: float = 0
    jobs: int = 1

    def play(self, told: Callable[[str], None]) -> Report:
        """Play them all, or as many as there is time for."""
        began = time.monotonic()
        played: list[Played] = []
        pool = ProcessPoolExecutor(self.jobs, initializer=_deaf)
        interrupted = False
        try:
            names, shares = repeat(self.name), repeat(self.staffed)
            for one in pool.map(_play_one, names, self.seeds, shares, chunksize=5):
                played.append(one)
                if one.fault:
                    told(f"{self.name}: FAULT, {one.fault}")
                if len(played) % 500 == 0:
                    seconds = time.monotonic() - began
                    told(f"{self.name}: {len(played):,} games, {seconds / 60:.0f} min")
        except KeyboardInterrupt:
            interrupted = True
        finally:
            pool.shutdown(wait=not interrupted, cancel_futures=True)
        return Report(self, played, time.monotonic() - began, interrupted)


@dataclass(frozen=True)
class Report:
    """What became of a run."""

    run: Run
    played: list[Played]
    seconds: float
    interrupted: bool

    @property
    def faults(self) -> list[Played]:
        """The games in which something broke."""
        return [one for one in self.played if one.fault]

    @property
    def choices(self) -> int:
        """How many choices were checked."""
        return sum(one.choices for one in self.played)

    def summary(self, commit: str) -> str:
        """A few lines for whoever waited."""
        name, seeds = self.run.name, self.run.seeds
        wins = {
            side: sum(one.winner == n for one in self.played if not one.fault)
            for n, side in enumerate(load_game(name).sides)
        }
        broken = f"{len(self.faults)} broken" if self.faults else "nothing broken"
        lines = [
            f"{name}: {len(self.played):,} games ({self.choices:,} choices) checked on {commit}"
            f" in {self.seconds:.0f} s, {broken}; wins {wins}"
        ]
        if self.interrupted:
            last = seeds.start + len(self.played) - 1
            lines.append(f"interrupted: {len(seeds):,} games wanted, seeds up to {last} checked")
        for one in self.faults:
            lines += [one.fault, f"  again: {self.again(one)}"]
        return "\n".join(lines)

    def again(self, one: Played) -> str:
        """The command that plays a game once more."""
        again = f"python -m tests.fuzz --game {self.run.name} --games 1 --seed {one.seed}"
        return f"{again} --staff {self.run.staffed:g} --often {OFTEN:g}"

    def row(self, commit: str, day: date) -> str:
        """A row for the table of what has been checked."""
        seeds = f"{self.run.seeds.start} to {self.run.seeds.start + len(self.played) - 1}"
        cells = (
            commit,
            day.isoformat(),
            load_game(self.run.name).title,
            seeds,
            f"{self.run.staffed:.0%}",
            f"{len(self.played):,}",
            f"{self.choices:,}",
            str(len(self.faults)),
        )
        return f"| {' | '.join(cells)} |"


def commit_here() -> str:
    """The commit that is checked out, and whether the files differ from it."""

    def git(*words: str) -> str:
        done = subprocess.run(
            ["git", *words], capture_output=True, text=True, check=False, cwd=ROOT
        )
        return done.stdout.strip()

    commit = git("rev-parse", "--short", "HEAD") or "no commit"
    changed = git("status", "--porcelain", "--untracked-files=no", "--", "src", "tests")
    return f"{commit} and changes" if changed else commit


def with_row(results: str, row: str) -> str:
    """The results with one more row, on top of the table of random games."""
    head, heading, rest = results.partition(f"{HEADING}\n")
    above, rule, rows = rest.partition("|---|---|---|---|---|---|---|---|\n")
    if not (heading and rule):
        raise ValueError(f"there is no table under {HEADING!r}")
    return f"{head}{heading}{above}{rule}{row}\n{rows}"


def main() -> int:
    """Play many games and report."""
    parser = argparse.ArgumentParser(description="random play with all invariants")
    parser.add_argument("--game", choices=game_names(), action="append")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, help="the first seed; fresh ones if none is given")
    parser.add_argument("--staff", type=float, default=0.05, help="the share of games with staffs")
    parser.add_argument("--results", action="store_true", help="add a row to RESULTS.md")
    parser.add_argument("--often", type=float, help=f"the share of dear checks; else {OFTEN:g}")
    wanted = parser.parse_args()
    if wanted.often is not None and os.environ.get(HOW_OFTEN) != str(wanted.often):
        # It holds for every process, from the beginning.
        os.environ[HOW_OFTEN] = str(wanted.often)
        os.execv(sys.executable, [sys.executable, "-m", "tests.fuzz", *sys.argv[1:]])
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    first = int(time.time()) if wanted.seed is None else wanted.seed
    seeds = range(first, first + wanted.games)
    commit = commit_here()
    reports = []
    for name in wanted.game or game_names():
        run = Run(name, seeds, wanted.staff, wanted.jobs)
        reports.append(run.play(lambda line: print(line, flush=True)))
        if wanted.results and reports[-1].played:
            row = reports[-1].row(commit, date.today())
            RESULTS.write_text(with_row(RESULTS.read_text(), row))
        if reports[-1].interrupted:
            break
    for report in reports:
        print(report.summary(commit))
    return 1 if any(report.faults or report.interrupted for report in reports) else 0


if __name__ == "__main__":
    sys.exit(main())
