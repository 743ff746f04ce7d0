"""Why not: each cause has its reason, and each reason one cause.

    python -m tests.refusals --game kaisers_war --games 200 [--seed 1] [--staff 0.1]

Random play asks for choices of every verb that are not offered, with numbers that would be in
place (offered before, or beside what was) and with others, and looks at the answers:

* a reason never says "or";
* its case stands in the rulebook or is a ruling;
* a *fall-through* (see ``tests.reasons``), a reason given because nothing else was true, must be
  true by itself: ``tests/GAME/causes.py`` says what it claims, and the position must agree;
* the same for a reason that several places give for different conditions, which is only right
  when they all ask the same question; and such places cite the same case.

How to write ``causes.py``. Every complaint that asks for a cause names a reason. First see whether
the reason is one: split "not due, or has nowhere to appear" in two, put the tests in the rules
code, and most complaints are gone. For what still ends a chain, add a predicate::

    CAUSES: Causes = {
        "the unit is out of supply": out_of_supply,
        "it costs {} points": lambda match, choice: purse(match.state) < price(choice[1]),
    }

The key is the reason as the source writes it, with ``{}`` for what varies. The predicate gets the
match as it stands and the refused choice. It asks the position, not the rules code it checks: look
at the pieces, the map and the rulebook afresh. It says one thing, so its answer is never an ``or``.
And it must be *enough* to forbid the choice: where the same verb is offered by the same decision,
the predicate may not hold for what is offered. A predicate that is always true fails on that.

Then ``tests/GAME/test_refusals.py`` is::

    class TestRefusals(SaysWhyNot):
        game = GAME
"""

from __future__ import annotations

import argparse
import ast
import importlib
import importlib.util
import inspect
import random
import subprocess
import sys
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any, ClassVar

import pytest

from tests.reasons import SAYS_OR, Site, grouped_by_reason, sites, two_causes_named
from trenchline.games import game_names, load_game
from trenchline.kernel import bars
from trenchline.kernel.bits import members
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.game import AnyGame
from trenchline.kernel.match import Match
from trenchline.kernel.play import decision
from trenchline.kernel.rulebook import Rulebook, load_rulebook
from trenchline.kernel.steps import Choice, Refusal, count, is_legal, pick
from trenchline.kernel.verbs import Names

Causes = Mapping[str, Callable[[Match, Choice], bool]]
"""What each reason claims, asked of the position."""

ALWAYS = 8
"""So many positions of each kind of decision are asked about in a game,"""
NOW_AND_THEN = 0.02
"""and of the others this share."""
FARTHEST = 1 << 12
"""No game has so many hexes or units."""
OBEDIENCE = (0.5, 0.9, 1.0)

BARS = inspect.getfile(bars)


@dataclass
class Inquiry:
    """Everything that is asked of a game's refusals, and what was wrong with the answers."""

    game: AnyGame
    files: Iterable[Path]
    rulebook: Rulebook
    causes: Causes
    asked: int = 0
    met: Counter[str] = field(default_factory=Counter)
    """How often each reason was given."""
    complaints: dict[tuple[str, str], str] = field(default_factory=dict)
    """The first complaint of each kind about each reason."""

    def __post_init__(self) -> None:
        self.sites = sites(self.files)
        self._by_file: dict[str, list[Site]] = {}
        for site in self.sites:
            self._by_file.setdefault(str(site.file), []).append(site)
        self._claimed: dict[tuple[type[Any], str], set[str]] = {}
        self._origins: dict[Refusal, Site | None] = {}
        self._read_sources()

    def _read_sources(self) -> None:
        for site in self.sites:
            if SAYS_OR.search(site.reason):
                self._complain("or", site.reason, f"says 'or' ({site.place})")
            if site.case is not None:
                self._look_up(site.case, site.reason)
        for reason, group in grouped_by_reason(self.sites).items():
            cases = {site.case for site in group if site.case is not None}
            if len(cases) > 1:
                told = ", ".join(f"[{site.case}] {site.place}" for site in group)
                self._complain("cases", reason, f"is given by several cases: {told}")
            conditions = {site.cause or site.place for site in group}
            if len(conditions) > 1 and reason not in self.causes:
                told = "; ".join(f"{site.cause or 'else'} ({site.place})" for site in group)
                self._complain("shared", reason, f"is given for different conditions: {told}")
        for reason, cause in self.causes.items():
            if two_causes_named(_source(cause)):
                self._complain("two", reason, "has a predicate that says 'or'")
            if not any(site.reason == reason for site in self.sites):
                self._complain("idle", reason, "has a predicate, but nobody gives that reason")

    def _look_up(self, case: str, reason: str) -> None:
        if not self.rulebook.cited(case):
            self._complain("case", reason, f"cites {case}, which is no case and no ruling")

    def _complain(self, kind: str, reason: str, what: str) -> None:
        self.complaints.setdefault((kind, reason), f"{reason!r} {what}")

    def play(self, seed: int, staffed: float = 0) -> None:
        """Play one game and ask on the way."""
        game, rng = self.game, random.Random(seed)
        scenario = rng.choice(game.scenarios).name
        options = {option.name: rng.choice(option.values) for option in game.options}
        match = Match(game, SeededDice(f"refusals {seed}"), scenario, options)
        board = game.map_of(scenario)
        beside = board.board.grid.neighbours if board is not None else None
        guesses = {verb: Guesses(told.names, beside) for verb, told in game.verbs.items()}
        obedience = 0.0
        if game.staff is not None and rng.random() < staffed:
            obedience = rng.choice(OBEDIENCE)
        seen: Counter[type[Any]] = Counter()
        while not match.over:
            for verb, numbers in match.choices.items():
                guesses[verb].offered |= numbers
            kind = type(decision(match.state))
            seen[kind] += 1
            if seen[kind] <= ALWAYS or rng.random() < NOW_AND_THEN:
                where = f"seed {seed}, choice {len(match.history)}"
                self._ask(match, guesses, rng, where)
            match.take(_choose(match, rng, obedience))

    def _ask(
        self, match: Match, guesses: Mapping[str, Guesses], rng: random.Random, where: str
    ) -> None:
        kind = type(decision(match.state))
        for verb, guess in guesses.items():
            offered = match.choices.get(verb, 0)
            for number in guess.some(rng, offered):
                choice = (verb, number)
                if is_legal(match.choices, choice):
                    self._holds_for_none_offered(match, choice, kind, where)
                else:
                    self._hear(match, choice, kind, where)

    def _hear(self, match: Match, choice: Choice, kind: type[Any], where: str) -> None:
        """Ask why a choice is refused and judge the answer."""
        self.asked += 1
        refusal, site = self._refused(match, choice)
        where = f"({where}: {match.game.format_choice(choice)})"
        if SAYS_OR.search(refusal.reason):
            self._complain("or", site.reason if site else refusal.reason, f"says 'or' {where}")
        self._look_up(refusal.case, refusal.reason)
        key = refusal.reason if site is None or not site.reason.strip("{}") else site.reason
        self.met[key] += 1
        cause = self.causes.get(key)
        if cause is not None:
            self._claimed.setdefault((kind, choice[0]), set()).add(key)
            if not cause(match, choice):
                self._complain("untrue", key, f"[{refusal.case}] is not true {where}")
        elif site is None:
            self._complain("unknown", key, f"comes from nowhere in the sources {where}")
        elif site.cause is None:
            what = f"[{refusal.case}] is given because nothing else was true"
            self._complain("fall-through", key, f"{what}: {site.place} {where}")

    def _holds_for_none_offered(
        self, match: Match, choice: Choice, kind: type[Any], where: str
    ) -> None:
        for reason in self._claimed.get((kind, choice[0]), ()):
            if self.causes[reason](match, choice):
                told = match.game.format_choice(choice)
                self._complain("weak", reason, f"holds for {told}, which is offered ({where})")

    def _refused(self, match: Match, choice: Choice) -> tuple[Refusal, Site | None]:
        """The answer, and the place in the sources where it was given.

        Whoever else gives the same answer is found by reading the sources.
        """
        refusal = match.why_not(choice)
        assert refusal is not None, f"{choice} is neither offered nor refused"
        if refusal not in self._origins:
            self._origins[refusal] = self._origin(match, choice)
        return refusal, self._origins[refusal]

    def _origin(self, match: Match, choice: Choice) -> Site | None:
        origin: list[tuple[Refusal, str, int, str]] = []

        def note(frame: FrameType, event: str, value: object) -> None:
            if event == "return" and isinstance(value, Refusal):
                code = frame.f_code
                origin.append((value, code.co_filename, frame.f_lineno, code.co_name))

        before = sys.getprofile()
        sys.setprofile(note)
        try:
            refusal = match.why_not(choice)
        finally:
            sys.setprofile(before)
        assert refusal is not None
        for given, file, line, function in origin:
            if given is refusal:
                return self._site(refusal, file, line, function)
        return None

    def _site(self, refusal: Refusal, file: str, line: int, function: str) -> Site | None:
        if file == BARS:
            fitting = [site for site in self.sites if site.is_bar and site.tells(refusal.reason)]
        else:
            there = [site for site in self._by_file.get(file, ()) if site.tells(refusal.reason)]
            fitting = [site for site in there if site.first <= line <= site.last]
            fitting = fitting or [site for site in there if site.function == function]
        return max(fitting, key=lambda site: len(site.reason), default=None)


class Guesses:
    """Numbers to ask for with one verb: what was offered before, what lies beside it, and any."""

    def __init__(self, names: Names | None, beside: Callable[[int], list[int]] | None) -> None:
        self.offered = 0
        self._beside = beside if names is not None and names.takes == "hex" else None
        self._all = [0] if names is None else _numbers(names)
        self._known = set(self._all)

    def some(self, rng: random.Random, now: int) -> set[int]:
        """A few numbers, one of those that are offered now among them."""
        found = {rng.choice(self._all)} if self._all else set()
        for pool in (now, self.offered, self.offered & ~now):
            if pool:
                number = _any_of(pool, rng)
                found.add(number)
                if self._beside is not None and (beside := self._beside(number)):
                    found.add(rng.choice(beside))
        return found & self._known


def _any_of(numbers: int, rng: random.Random) -> int:
    return rng.choice(list(members(numbers)))


@cache
def _numbers(names: Names) -> list[int]:
    """Every number that names something."""
    found = []
    for number in range(FARTHEST):
        try:
            text = names.format(number)
            if names.parse(text) == number:
                found.append(number)
        except (LookupError, ValueError):
            continue
    return found


def _choose(match: Match, rng: random.Random, obedience: float) -> Choice:
    staff = match.game.staff
    if staff is not None and obedience and rng.random() < obedience:
        choice: Choice = staff.choose(match.state, match.choices, rng, rng.choice(staff.plans))
        return choice
    return pick(match.choices, int(rng.random() * count(match.choices)))


def _source(cause: Callable[..., bool]) -> ast.AST:
    try:
        return ast.parse(textwrap.dedent(inspect.getsource(cause)).strip().rstrip(","))
    except (OSError, SyntaxError, TypeError):
        # A lambda in the middle of an expression has no source of its own.
        return ast.Pass()


def inquiry(game: AnyGame) -> Inquiry:
    """An inquiry into a game of the package, with its ``tests/GAME/causes.py`` if it has one."""
    module = f"tests.{game.name}.causes"
    known = importlib.util.find_spec(module) is not None
    causes: Causes = importlib.import_module(module).CAUSES if known else {}
    files = sorted(file for file in game.folder.rglob("*.py"))
    return Inquiry(game, files, load_rulebook(game.folder), causes)


class SaysWhyNot:
    """What a game's ``test_refusals.py`` asks of it, whatever the game."""

    game: ClassVar[AnyGame]
    games: ClassVar[int] = 12

    @pytest.mark.slow
    def test_each_reason_has_one_cause(self) -> None:
        """In a process of its own: measuring coverage would make it several times slower."""
        command = [sys.executable, "-m", "tests.refusals", "--game", self.game.name]
        command += ["--games", str(self.games), "--staff", "0.2"]
        root = Path(__file__).parents[1]
        done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


def main() -> int:
    """Ask about many refusals and report."""
    parser = argparse.ArgumentParser(description="refusals asked for in random play")
    parser.add_argument("--game", choices=game_names(), action="append")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--staff", type=float, default=0.1, help="the share of games with staffs")
    parser.add_argument("--reasons", action="store_true", help="list how often each was given")
    wanted = parser.parse_args()
    wrong = 0
    for name in wanted.game or game_names():
        asked = inquiry(load_game(name))
        for seed in range(wanted.seed, wanted.seed + wanted.games):
            asked.play(seed, wanted.staff)
        if wanted.reasons:
            for reason, times in asked.met.most_common():
                print(f"{times:8,} {reason}")
        for complaint in asked.complaints.values():
            print(complaint)
        wrong += len(asked.complaints)
        print(
            f"{name}: {wanted.games} games, {asked.asked:,} refusals, {len(asked.met)} reasons,"
            f" {len(asked.complaints)} complaints"
        )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
