"""Every rule of a finished game's rulebook is enforced somewhere and proved by some test."""

from __future__ import annotations

import re
from pathlib import Path
from typing import ClassVar

import pytest

from trenchline.kernel.game import AnyGame
from trenchline.kernel.rulebook import PROVABLE, Coverage, coverage, load_rulebook

TESTS = Path(__file__).parent
NUMBER = re.compile(r"\d+")
SENTENCE = re.compile(r"[A-Z0-9\"](?=.*\s.*\s).*[.!?]\)?$", re.DOTALL)
"""Three words at least, from a capital to a full stop."""
SHORTHAND = re.compile(r"[=→≥≤×½⅓⅔]|(?<!\w)x\d|n/a", re.IGNORECASE)


def words(text: str) -> set[str]:
    """The words of a text, however they are written."""
    return set(re.findall(r"\w+", text.lower()))


class KeepsItsRulebook:
    """What a game's ``test_coverage.py`` asks of it, whatever the game."""

    game: ClassVar[AnyGame]
    chapters: ClassVar[range]
    rows_together: ClassVar[bool] = False
    """Whether the rows of a table or a list, with a slash in their numbers, may share a test."""

    @pytest.fixture(scope="class")
    @classmethod
    def covered(cls) -> Coverage:
        rulebook = load_rulebook(cls.game.folder)
        return coverage(rulebook, [cls.game.folder], [TESTS / cls.game.name])

    def test_every_chapter_is_there(self, covered: Coverage) -> None:
        chapters = (NUMBER.match(number) for number in covered.rulebook)
        assert {int(found[0]) for found in chapters if found} == set(self.chapters)

    def test_every_summary_can_be_read(self, covered: Coverage) -> None:
        """The panel is a book: whole sentences without shorthand, which say more than the title."""
        poor = [
            case.number
            for case in covered.cases
            if not SENTENCE.match(case.summary)
            or SHORTHAND.search(case.summary)
            or words(case.summary) <= words(case.title)
        ]
        assert poor == []

    def test_every_chapter_has_a_title(self, covered: Coverage) -> None:
        """The panel would call it after its first case."""
        chapters = {found[0] for found in map(NUMBER.match, covered.rulebook) if found}
        titles = {number.removesuffix(".0") for number in covered.rulebook}
        assert chapters - titles == set()

    def test_every_ruling_cites_its_cases(self, covered: Coverage) -> None:
        assert all(ruling.cases for ruling in covered.rulebook.rulings.values())

    def test_every_rule_is_enforced_and_proved(self, covered: Coverage) -> None:
        assert [case.number for case in covered.bare] == []

    def test_every_rule_has_a_test_that_bears_its_number(self, covered: Coverage) -> None:
        """A docstring may cite further cases, but each rule has a test of its own."""
        named = {
            number
            for tests in covered.tested.values()
            for test in tests
            if "::" in test
            for number in covered.rulebook.proved(test.partition("::")[2])
        }
        rules = [case.number for case in covered.cases if case.kind in PROVABLE]
        if self.rows_together:
            rules = [number for number in rules if "/" not in number]
        assert [number for number in rules if number not in named] == []

    def test_every_ruling_is_followed_somewhere(self, covered: Coverage) -> None:
        assert [ruling.number for ruling in covered.idle_rulings] == []

    def test_no_citation_goes_astray(self, covered: Coverage) -> None:
        assert covered.strays == []

    def test_every_refusal_cites_a_case_of_the_rulebook(self, covered: Coverage) -> None:
        """What a player is told is a case he can look up; a letter names a part of one."""
        cited = set()
        for file in self.game.folder.rglob("*.py"):
            for part in file.read_text(encoding="utf-8").split('Refusal("')[1:]:
                cited.add(part.partition('"')[0])
        assert len(cited) > 40
        assert [case for case in sorted(cited) if not covered.rulebook.cited(case)] == []
