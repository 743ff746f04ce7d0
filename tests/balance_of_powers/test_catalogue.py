"""The catalogue of the rulebook: it loads, and whatever is derived can be cited and proved."""

from __future__ import annotations

from trenchline.games.balance_of_powers.components import FOLDER
from trenchline.kernel.rulebook import load_rulebook, slug

BOOK = load_rulebook(FOLDER)


def test_the_whole_rulebook_is_there() -> None:
    chapters = {number.partition(".")[0] for number in BOOK if number[0].isdecimal()}
    assert chapters == {str(chapter) for chapter in range(1, 14)}
    assert len(BOOK) == 1404


def test_every_number_can_be_cited_and_borne_by_a_test() -> None:
    for number in BOOK:
        assert number in BOOK.cited(number)
        assert number in BOOK.proved(f"test_{slug(number)}")


def test_whole_chapters_are_planned_no_more() -> None:
    kinds = {number: case.kind for number, case in BOOK.items()}
    assert kinds["12.9"] == "rule"
    assert not [n for n, kind in kinds.items() if n.startswith("8.") and kind == "planned"]
    assert not [n for n, kind in kinds.items() if n.startswith("10.") and kind == "planned"]
    assert not [n for n, kind in kinds.items() if n.startswith("6.45") and kind == "planned"]
