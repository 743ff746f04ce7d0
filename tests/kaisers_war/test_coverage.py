"""Every rule of the rulebook is enforced somewhere and proved by some test."""

from __future__ import annotations

from pathlib import Path

import pytest

from trenchline.games.kaisers_war import components
from trenchline.kernel.rulebook import PROVABLE, Coverage, coverage, load_rulebook

HERE = Path(__file__).parent
GAME_FOLDER = Path(components.__file__).parent


@pytest.fixture(scope="module")
def covered() -> Coverage:
    return coverage(load_rulebook(GAME_FOLDER), [GAME_FOLDER], [HERE])


def test_the_catalogue_is_whole(covered: Coverage) -> None:
    """Forty-three chapters, each case told in our own words; every ruling cites its cases."""
    chapters = {number.split(".")[0] for number in covered.rulebook if number[0].isdigit()}
    assert chapters == {str(chapter) for chapter in range(1, 44)}
    assert all(ruling.cases for ruling in covered.rulebook.rulings.values())


def test_every_rule_is_enforced_and_proved(covered: Coverage) -> None:
    assert [case.number for case in covered.bare] == []


def test_every_rule_has_a_test_that_bears_its_number(covered: Coverage) -> None:
    """A docstring may cite further cases, but each rule has a test of its own."""
    named = {
        number
        for tests in covered.tested.values()
        for test in tests
        if "::" in test
        for number in covered.rulebook.proved(test.partition("::")[2])
    }
    rules = [case.number for case in covered.cases if case.kind in PROVABLE]
    assert [number for number in rules if number not in named] == []


def test_every_ruling_is_followed_somewhere(covered: Coverage) -> None:
    assert [ruling.number for ruling in covered.idle_rulings] == []


def test_no_citation_goes_astray(covered: Coverage) -> None:
    assert covered.strays == []


def test_every_refusal_cites_a_case_of_the_rulebook(covered: Coverage) -> None:
    """What a player is told is a case he can look up; a letter names a part of one."""
    cited = set()
    for file in GAME_FOLDER.glob("*.py"):
        for part in file.read_text(encoding="utf-8").split('Refusal("')[1:]:
            cited.add(part.partition('"')[0])
    assert len(cited) > 40
    assert [case for case in sorted(cited) if not covered.rulebook.cited(case)] == []
