"""The search for faults that no test notices, on a toy module with one good and one weak test."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from tests.mutants import ROOT, Wanted, accepted, named_after_cases
from tests.mutations import Mutant, mutants
from trenchline.kernel.rulebook import Case, Rulebook, Ruling

NUMBERS = ("8.1", "8.2", "8.3", "8.4", "8.5", "8.6")
BOOK = Rulebook(
    [Case(number, "rule", "...", "...") for number in NUMBERS], [Ruling("R1", ("8.2",), "...")]
)


def of_code(tmp_path: Path, code: str, name: str = "rules.py") -> list[Mutant]:
    file = tmp_path / name
    file.write_text(dedent(code))
    return mutants([file], BOOK)


def changed(found: list[Mutant]) -> list[tuple[str, str]]:
    return [(one.before, one.after) for one in found]


def test_conditions_constants_and_acts_are_changed(tmp_path: Path) -> None:
    code = '''
    def fight(state):
        """[8.1] A battle."""
        state.fought = True
        if state.turn < 3 and not state.over:
            state.points -= 1
        return state.points if state.ready else 0
    '''
    assert changed(of_code(tmp_path, code)) == [
        ("state.fought = True", "pass"),
        ("state.fought = True", "state.fought = False"),
        ("if state.turn < 3 and (not state.over):", "if state.turn < 3 or not state.over:"),
        ("if state.turn < 3 and (not state.over):", "if state.turn <= 3 and (not state.over):"),
        ("if state.turn < 3 and (not state.over):", "if state.turn >= 3 and (not state.over):"),
        ("if state.turn < 3 and (not state.over):", "if state.turn < 4 and (not state.over):"),
        ("if state.turn < 3 and (not state.over):", "if state.turn < 3 and state.over:"),
        ("state.points -= 1", "pass"),
        ("state.points -= 1", "state.points += 1"),
        ("state.points -= 1", "state.points -= 2"),
        (
            "return state.points if state.ready else 0",
            "return state.points if not state.ready else 0",
        ),
        ("return state.points if state.ready else 0", "return state.points if state.ready else -1"),
    ]


def test_a_line_belongs_to_the_nearest_citation(tmp_path: Path) -> None:
    code = '''
    """[8.6] is cited too widely here."""
    MOST = 3
    LEAST = 1
    """[8.4] At least one."""

    class Battle:
        """[8.3]"""

        def fight(self, state):
            state.a = 0
            # [8.1] Only once.
            if state.b:
                state.c = 0
            state.d = 0  # [8.2]

        def pause(self, state):
            """[R1]"""
            state.e = 0
    '''
    cases = {one.before: one.cases for one in of_code(tmp_path, code)}
    assert cases == {
        "LEAST = 1": ("8.4",),
        "state.a = 0": ("8.3",),
        "if state.b:": ("8.1",),
        "state.c = 0": ("8.1",),
        "state.d = 0": ("8.2",),
        "state.e = 0": ("R1", "8.2"),
    }


def test_what_only_talks_is_left_alone(tmp_path: Path) -> None:
    code = '''
    def why_not(state) -> Refusal | None:
        """[8.1]"""
        return Refusal("8.1", "no") if state.turn > 3 else None

    def fight(state):
        """[8.1]"""
        state.note(f"turn {state.turn + 1}")
        how = "{:units} march" if state.units > 3 else "{:units} marches"
        if state.log is not None:
            state.note("yes")
        assert state.turn > 3
        return bool(state.units >> 3 & 1) | 1 << state.hex
    '''
    assert {one.after for one in of_code(tmp_path, code)} == {
        "return bool(state.units >> 4 & 1) | 1 << state.hex",
        "return bool(state.units >> 3 & 1) & 1 << state.hex",
    }
    assert of_code(tmp_path, code, "view.py") == []


def test_places_off_the_map_are_no_numbers(tmp_path: Path) -> None:
    code = '''
    OFF: Final = -4  # [8.1]

    def there(place):
        """[8.1]"""
        return place >= 0
    '''
    after = {one.after for one in of_code(tmp_path, code)}
    assert after == {"return place < 0", "return place >= -1"}


def test_finding_a_change_leaves_the_tree_as_it_was(tmp_path: Path) -> None:
    code = 'def a(n):\n    """[8.1]"""\n    return n + 1 if n < 3 else not n\n'
    found = of_code(tmp_path, code)
    assert len(found) == 6
    assert ast.dump(found[0].tree) == ast.dump(ast.parse(code))
    found[0].change.make()
    assert ast.dump(found[0].tree) != ast.dump(ast.parse(code))


RULES = '''
from functools import cache

MOST = 3
"""[8.4] Units in a hex."""


def doubled(n):
    return n + n


TWICE = doubled(2)


def allowed(n):
    """[8.1] At most three."""
    return n <= MOST


def cost(n):
    """[8.2] Twice the number."""
    return n * 2


def wait(n):
    """[8.3] Counts down."""
    while n:
        n -= 1
    return n


@cache
def price(n):
    """[8.5] Two each; worked out once."""
    return n + 2


PRICES = [price(1), price(2)]
'''

TESTS = """
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from rules import MOST, PRICES, allowed, cost, wait


@pytest.mark.parametrize("n", [1, 2, 3])
def test_8_1_three_are_allowed(n):
    assert allowed(n)
    assert not allowed(4)


def test_8_2_weak():
    assert cost(0) == 0


def test_8_3_it_ends():
    assert wait(3) == 0


def test_8_4_at_most_three():
    assert MOST == 3


def test_8_5_prices():
    assert PRICES == [3, 4]


def test_nobody_knows_why():
    assert cost(2) == 4
"""

SCRIPT = """
import sys
from pathlib import Path
from tests import mutants as tool
from tests.mutations import mutants
from tests.proof.test_mutants import BOOK

folder = Path(sys.argv[1])
tool.PATIENCE = 0.2
found = mutants([folder / "rules.py"], BOOK)
told = []
report = tool.Hunt(found, tool.named_after_cases(BOOK, folder), folder, told.append).run()
print(report)
for kind in ("survivors", "stuck", "untested", "broken"):
    for one in getattr(report, kind):
        print(kind, one.before, "->", one.after)
print(told)
"""


@pytest.mark.slow
def test_faults_that_no_test_of_the_case_notices_survive(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text(RULES)
    (tmp_path / "test_rules.py").write_text(TESTS)
    command = [sys.executable, "-c", SCRIPT, str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    told = done.stdout.splitlines()
    assert [line for line in told if line.startswith("survivors")] == [
        "survivors return n * 2 -> return n // 2",
        "survivors return n * 2 -> return n * 3",
    ], done.stderr
    assert {line for line in told if line.startswith("stuck")} == {
        "stuck n -= 1 -> pass",
        "stuck n -= 1 -> n += 1",
        "stuck n -= 1 -> n -= 2",
    }
    assert not [line for line in told if line.startswith(("untested", "broken"))]
    # The constant, and the price that is worked out when the module is loaded.
    assert "['3 to be tried with the whole module']" in told
    assert (tmp_path / "rules.py").read_text() == RULES


def test_tests_are_found_by_the_case_in_their_names(tmp_path: Path) -> None:
    (tmp_path / "test_rules.py").write_text(TESTS)
    found = named_after_cases(BOOK, tmp_path)
    assert found["8.2"] == {"test_rules.py::test_8_2_weak"}
    assert "8.6" not in found


def test_mutants_of_a_case_or_a_module_are_drawn(tmp_path: Path) -> None:
    code = 'def a(n):\n    """[{}]"""\n    return n < 3\n'
    found = of_code(tmp_path, code.format("8.1"), "supply.py")
    found += of_code(tmp_path, code.format("8.2"), "retreat.py")
    assert Wanted().among(found) == found
    assert Wanted(case="8.2").among(found) == found[3:]
    assert Wanted(file="supply").among(found) == found[:3]
    assert Wanted(case="8.2", file="supply").among(found) == []
    drawn = Wanted(file="supply", sample=2).among(found)
    assert len(drawn) == 2
    assert set(drawn) < set(found[:3])


def test_equivalents_need_a_reason(tmp_path: Path) -> None:
    file = tmp_path / "equivalent_mutants.toml"
    assert accepted(file) == set()
    entry = '[[equivalent]]\nfile = "a.py"\nfunction = "f"\nbefore = "b"\nafter = "c"\n'
    file.write_text(entry)
    with pytest.raises(ValueError, match="without a reason"):
        accepted(file)
    file.write_text(f'{entry}reason = "the same"\n')
    assert accepted(file) == {("a.py", "f", "b", "c")}
