"""Which faults in the rules the tests named after their cases notice.

    python -m tests.mutants --game kaisers_war [--sample 200 --seed 1] [--case 8.59] [--file supply]

Each mutant is one fault in a line that cites a case (``tests.mutations``). Only the tests that bear
the number of one of its cases run against it, ``test_8_59_...``: a fault that others notice by
accident is a survivor. The tree is never touched: the tests are collected once, and for each mutant
a child of that process is born, gives the function its faulty code and runs the tests. What runs
when a module is loaded is tried in a process that loads the whole faulty module.

Mutants that change nothing a player could see are accepted in
``tests/GAME/equivalent_mutants.toml``, by what they are rather than by their line::

    [[equivalent]]
    file = "combat.py"
    function = "legal_targets"
    before = "if not beside:"
    after = "if beside:"
    reason = "nobody is beside an empty hex"
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import gc
import importlib.machinery
import os
import random
import resource
import signal
import sys
import tempfile
import time
import tomllib
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import _lru_cache_wrapper
from pathlib import Path
from types import CodeType, FrameType, FunctionType

import pytest

from tests.mutations import Mutant, mutants
from trenchline.kernel.rulebook import Rulebook, load_rulebook, proofs

ROOT = Path(__file__).parents[1]
GAMES = ROOT / "src" / "trenchline" / "games"
KILLED, SURVIVED, STUCK, BROKEN, UNSURE = 1, 0, 2, 3, 4
"""How a child ends: a test failed, none did, time or memory ran out, it could not be tried, or it
must be tried with the whole module."""
PATIENCE = 5.0
"""Seconds of the processor for a test against a mutant, besides ten times what it takes without."""
MEMORY = 3 << 30
"""Bytes for a mutant."""
QUIET = [
    *("-q", "-s", "-p", "no:cacheprovider", "-o", "addopts="),
    # Plugins that are not loaded have settings all the same.
    *("-W", "ignore::pytest.PytestConfigWarning"),
]
Told = Callable[[str], None]
IMPORTED = ["--import-mode=importlib"]


@dataclass
class Report:
    """What became of the mutants of a game."""

    killed: int = 0
    stuck: list[Mutant] = field(default_factory=list)
    survivors: list[Mutant] = field(default_factory=list)
    untested: list[Mutant] = field(default_factory=list)
    equivalent: int = 0
    broken: list[Mutant] = field(default_factory=list)
    seconds: float = 0

    @property
    def tried(self) -> int:
        """How many were up against a test."""
        return self.killed + len(self.stuck) + len(self.survivors)

    @property
    def share(self) -> float:
        """The part that survived."""
        return len(self.survivors) / self.tried if self.tried else 0

    def __str__(self) -> str:
        return (
            f"{self.tried} mutants: {self.killed} killed, {len(self.stuck)} timed out,"
            f" {len(self.survivors)} survived ({self.share:.1%});"
            f" {len(self.untested)} without a test, {self.equivalent} accepted as equivalent,"
            f" {len(self.broken)} that could not be tried; {self.seconds:.0f} s"
        )


# Which tests are up against which mutant.


def named_after_cases(rulebook: Rulebook, folder: Path) -> dict[str, set[str]]:
    """The tests named after each case, as ``file.py::test``."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for file in sorted(folder.glob("test_*.py")):
        for test in proofs(file):
            for case in rulebook.proved(test.name):
                found[case].add(f"{file.name}::{test.name}")
    return dict(found)


def accepted(file: Path) -> set[tuple[str, str, str, str]]:
    """The mutants that are known to change nothing."""
    if not file.is_file():
        return set()
    found = tomllib.loads(file.read_text(encoding="utf-8")).get("equivalent", [])
    for one in found:
        if not one.get("reason"):
            raise ValueError(f"{file}: {one.get('before')!r} is accepted without a reason")
    return {(one["file"], one["function"], one["before"], one["after"]) for one in found}


# Giving a function its faulty code.


class Living:
    """The functions and memories of this process, looked up once."""

    def __init__(self) -> None:
        self.functions: defaultdict[tuple[str, str, int], list[FunctionType]] = defaultdict(list)
        self.memories: list[_lru_cache_wrapper[object]] = []
        for one in gc.get_objects():
            if isinstance(one, FunctionType):
                code = one.__code__
                key = (code.co_filename, code.co_qualname, code.co_firstlineno)
                self.functions[key].append(one)
            elif isinstance(one, _lru_cache_wrapper):
                self.memories.append(one)

    def infect(self, mutant: Mutant) -> bool:
        """Make the fault in this process; False if the function is not to be found."""
        mutant.change.make()
        name, line = mutant.function, mutant.function_line
        code = code_of(mutant.tree, mutant.file, name, line)
        found = self.functions.get((str(mutant.file), name, line))
        if not found or code is None:
            return False
        for function in found:
            function.__code__ = code
        for memory in self.memories:
            memory.cache_clear()
        return True


def code_of(tree: ast.Module, file: Path, name: str, line: int) -> CodeType | None:
    """The code of one function of a module."""
    todo = [compile(tree, str(file), "exec")]
    while todo:
        code = todo.pop()
        if code.co_qualname == name and code.co_firstlineno == line:
            return code
        todo += [one for one in code.co_consts if isinstance(one, CodeType)]
    return None


def infect_on_import(mutant: Mutant) -> None:
    """Let whoever imports the module get the faulty one."""
    mutant.change.make()
    code = compile(mutant.tree, str(mutant.file), "exec")
    honest = importlib.machinery.SourceFileLoader.get_code

    def get_code(loader: importlib.machinery.SourceFileLoader, name: str) -> CodeType | None:
        return code if loader.path == str(mutant.file) else honest(loader, name)

    setattr(importlib.machinery.SourceFileLoader, "get_code", get_code)  # noqa: B010


# Children.


def in_a_child(work: Callable[[], int], seconds: float) -> int:
    """Do some work in a child of this process, with limits; returns how it ended."""
    child = os.fork()
    if child == 0:
        status = BROKEN
        try:
            nowhere = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(nowhere, stream)
            for alarm in (signal.SIGPROF, signal.SIGALRM):
                signal.signal(alarm, signal.SIG_DFL)
            signal.setitimer(signal.ITIMER_PROF, seconds)
            # Whoever waits for nothing uses no processor.
            signal.alarm(int(seconds * 10) + 60)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            status = work()
        except MemoryError:
            status = STUCK
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)
    _, ended = os.waitpid(child, 0)
    return STUCK if os.WIFSIGNALED(ended) else os.WEXITSTATUS(ended)


class Bench:
    """A plugin that has pytest collect the tests, and then tries the mutants on them."""

    def __init__(self, try_all: Callable[[Bench], None]) -> None:
        self.try_all = try_all
        self.items: dict[str, list[pytest.Item]] = {}
        self.failed = False
        self.took: dict[str, float] = {}
        self.loading: set[tuple[str, int]] = set()
        """The functions, by file and first line, that ran before any test did."""
        sys.setprofile(self._note)

    def _note(self, frame: FrameType, event: str, value: object) -> None:
        if event == "call":
            self.loading.add((frame.f_code.co_filename, frame.f_code.co_firstlineno))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Notice a failure."""
        self.failed |= report.failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Instead of running the tests."""
        sys.setprofile(None)
        items: defaultdict[str, list[pytest.Item]] = defaultdict(list)
        for item in session.items:
            name = getattr(item, "originalname", None) or item.name
            items[f"{item.path.name}::{name}"].append(item)
        self.items = dict(items)
        self.try_all(self)
        return True

    def run(self, tests: Iterable[str]) -> int:
        """Run some tests up to the first that fails, each with a limit of its own if it was timed.

        Most mutants that run for ever do so in the first, which is the shortest.
        """
        for test in tests:
            if test in self.took:
                signal.setitimer(signal.ITIMER_PROF, PATIENCE + 10 * self.took[test])
            for item in self.items[test]:
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
                if self.failed:
                    return KILLED
        return SURVIVED

    def time(self, tests: Iterable[str]) -> None:
        """Learn how long tests take without a fault; those that fail are of no use."""
        # The times of a whole game are more than a pipe holds that nobody reads from meanwhile.
        with tempfile.TemporaryFile("w+") as lines:

            def run_all() -> int:
                for test in sorted(tests):
                    began, self.failed = time.process_time(), False
                    self.run([test])
                    seconds = time.process_time() - began
                    print(test, int(self.failed), seconds, file=lines, flush=True)
                return SURVIVED

            in_a_child(run_all, 3600)
            lines.seek(0)
            for line in lines:
                test, failed, seconds = line.split()
                if not int(failed):
                    self.took[test] = float(seconds)
        for test in sorted(set(tests) - self.took.keys()):
            print(f"{test} fails without any fault and is left out", file=sys.stderr)


class Hunt:
    """All mutants of a game against the tests of their cases."""

    def __init__(
        self,
        found: list[Mutant],
        tests: dict[str, set[str]],
        folder: Path,
        told: Callable[[str], None],
    ) -> None:
        self.found = found
        self.tests = tests
        self.folder = folder
        self.told = told
        self.report = Report()

    def run(self) -> Report:
        """Try them all."""
        began = time.monotonic()
        # The tests of rules need no plugins, and to load them takes longer than a test.
        os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
        up_against = {id(one): self._tests_of(one) for one in self.found}
        self.report.untested = [one for one in self.found if not up_against[id(one)]]
        tried = [one for one in self.found if up_against[id(one)]]
        again: list[Mutant] = []
        with _pipe() as (read, write):
            if os.fork() == 0:
                os.close(read)
                self._try_warm(tried, write)
            os.close(write)
            with os.fdopen(read) as lines:
                endings = [line.split() for line in lines]
            os.wait()
        told = {int(number): int(ending) for number, ending in endings}
        for number, mutant in enumerate(tried):
            ending = told.get(number, BROKEN)
            if ending == UNSURE:
                again.append(mutant)
            else:
                self._count(mutant, ending)
        self.told(f"{len(again)} to be tried with the whole module")
        for mutant in again:
            self._count(mutant, self._try_cold(mutant, sorted(up_against[id(mutant)])))
        self.report.seconds = time.monotonic() - began
        return self.report

    def _tests_of(self, mutant: Mutant) -> set[str]:
        return set().union(*(self.tests.get(case, set()) for case in mutant.cases))

    def _count(self, mutant: Mutant, ending: int) -> None:
        if ending == KILLED:
            self.report.killed += 1
        elif ending == STUCK:
            self.report.stuck.append(mutant)
        elif ending == SURVIVED:
            self.report.survivors.append(mutant)
        else:
            self.report.broken.append(mutant)

    def _try_warm(self, tried: list[Mutant], write: int) -> None:
        """In a child: collect all tests, then try each mutant in a child of this child."""

        def try_all(bench: Bench) -> None:
            bench.time({test for one in tried for test in self._tests_of(one)} & bench.items.keys())
            living = Living()
            gc.freeze()
            for number, mutant in enumerate(tried):
                tests = sorted(
                    self._tests_of(mutant) & bench.took.keys(), key=bench.took.__getitem__
                )
                ending = UNSURE if tests else BROKEN
                if mutant.function and tests:
                    limit = PATIENCE + 10 * sum(bench.took[test] for test in tests)
                    ending = in_a_child(
                        lambda: bench.run(tests) if living.infect(mutant) else UNSURE,  # noqa: B023
                        limit,
                    )
                if ending == SURVIVED and mutant.function_at in bench.loading:
                    ending = UNSURE
                os.write(write, f"{number} {ending}\n".encode())
                if ending == SURVIVED:
                    # A whole game takes long: whoever waits can begin with these.
                    self.told(f"survived {mutant}")
                if (number + 1) % 100 == 0:
                    self.told(f"{number + 1} of {len(tried)}")

        status = 0
        try:
            pytest.main([*QUIET, *IMPORTED, str(self.folder)], plugins=[Bench(try_all)])
        except BaseException:
            traceback.print_exc()
            status = 1
        finally:
            os._exit(status)

    def _try_cold(self, mutant: Mutant, tests: list[str]) -> int:
        """In a child that has loaded no game: load the faulty module, then run the tests."""
        ids = [
            f"{self.folder / file}::{test}" for file, _, test in (t.partition("::") for t in tests)
        ]

        def load_and_run() -> int:
            infect_on_import(mutant)
            ended = pytest.main([*QUIET, *IMPORTED, "-x", *ids])
            return SURVIVED if ended == pytest.ExitCode.OK else KILLED

        return in_a_child(load_and_run, 12 * PATIENCE)


@contextlib.contextmanager
def _pipe() -> Iterator[tuple[int, int]]:
    yield os.pipe()


@dataclass(frozen=True)
class Wanted:
    """Which of the mutants of a game are to be tried."""

    case: str | None = None
    file: str | None = None
    """A module of the game, without its ending."""
    sample: int | None = None
    seed: int = 1

    def among(self, found: list[Mutant]) -> list[Mutant]:
        """Those of some mutants that are wanted."""
        if self.case is not None:
            found = [one for one in found if self.case in one.cases]
        if self.file is not None:
            found = [one for one in found if one.file.stem == self.file]
        if self.sample is not None and self.sample < len(found):
            drawn = random.Random(self.seed).sample(found, self.sample)
            found = sorted(drawn, key=lambda one: (one.file, one.line))
        return found


def hunt(name: str, wanted: Wanted, told: Told) -> Report:
    """Try the mutants of a game, or some of them."""
    rulebook = load_rulebook(GAMES / name)
    folder = ROOT / "tests" / name
    found = wanted.among(mutants(sorted((GAMES / name).glob("*.py")), rulebook))
    known = accepted(folder / "equivalent_mutants.toml")
    report = Hunt(
        [one for one in found if one.key not in known],
        named_after_cases(rulebook, folder),
        folder,
        told,
    ).run()
    report.equivalent = sum(one.key in known for one in found)
    return report


def main() -> int:
    """Hunt and report."""
    parser = argparse.ArgumentParser(description="faults in the rules that no test notices")
    parser.add_argument(
        "--game", required=True, choices=sorted(p.parent.name for p in GAMES.glob("*/rulebook.csv"))
    )
    parser.add_argument("--sample", type=int, help="so many of them, drawn at random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--case", help="only those of one case")
    parser.add_argument("--file", help="only those of one module of the game: supply")
    asked = parser.parse_args()
    began = time.monotonic()

    def told(line: str) -> None:
        print(f"{time.monotonic() - began:6.0f} s: {line}", file=sys.stderr, flush=True)

    wanted = Wanted(asked.case, asked.file, asked.sample, asked.seed)
    report = hunt(asked.game, wanted, told)
    for one in report.survivors:
        print(f"SURVIVED {one}")
    for one in report.broken:
        print(f"NOT TRIED {one}")
    bare = Counter(" ".join(one.cases) for one in report.untested)
    for cases, times in bare.most_common():
        print(f"NO TEST is named after {cases}: {times} mutants")
    print(f"{asked.game}: {report}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
