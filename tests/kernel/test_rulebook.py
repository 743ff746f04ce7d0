"""The rule catalogue and its coverage, on small games made up for the purpose."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from trenchline.kernel.data import DataError
from trenchline.kernel.rulebook import Case, Coverage, Rulebook, coverage, load_rulebook

CATALOGUE = """\
case,kind,title,summary
4.0,rule,Order of play,Ten phases.
4.0/1,rule,Allied movement,The Allies move.
4.0/10a,rule,Allocation,Both sides gain points.
8.5,definition,Losses,How losses are met.
8.51,rule,Defender's losses,"Retreat, pay, or die."
8.61,rule,Limits of a retreat,Not into the enemy.
8.62,optional,Retreat through friends,Friends may be crossed.
KEY,component,Terrain key,Signs of the map.
"""

RULINGS = """\
# Rulings

- **R1** [8.51] Attackers decide first.
- **R2** [8.61] [8.62] A retreat that could go two ways goes the way
  that its owner likes.
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game of eight cases and two rulings, without code or tests."""
    write(tmp_path / "game" / "rulebook.csv", CATALOGUE)
    write(tmp_path / "game" / "RULINGS.md", RULINGS)
    (tmp_path / "tests").mkdir()
    return tmp_path


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(dedent(text), encoding="utf-8")


def covered(game: Path, code: str = "", tests: str = "") -> Coverage:
    """The coverage of the game with this one module and this one file of tests."""
    write(game / "game" / "combat.py", code)
    write(game / "tests" / "test_combat.py", tests)
    return coverage(load_rulebook(game / "game"), [game / "game"], [game / "tests"])


# The catalogue


def test_cases_keep_the_order_of_the_rulebook(game: Path) -> None:
    book = load_rulebook(game / "game")
    assert list(book)[:3] == ["4.0", "4.0/1", "4.0/10a"]
    assert len(book) == 8
    assert book["8.51"] == Case("8.51", "rule", "Defender's losses", "Retreat, pay, or die.")


def test_rulings_run_over_lines(game: Path) -> None:
    ruling = load_rulebook(game / "game").rulings["R2"]
    assert ruling.cases == ("8.61", "8.62")
    assert ruling.text == "A retreat that could go two ways goes the way that its owner likes."


def test_a_game_may_have_no_rulings(game: Path) -> None:
    (game / "game" / "RULINGS.md").unlink()
    assert load_rulebook(game / "game").rulings == {}


def test_search_wants_every_word_and_prefers_titles(game: Path) -> None:
    book = load_rulebook(game / "game")
    assert [case.number for case in book.search("RETREAT")] == ["8.61", "8.62", "8.51"]
    assert [case.number for case in book.search("retreat friends")] == ["8.62"]
    assert [case.number for case in book.search("8.6")] == ["8.61", "8.62"]
    assert book.search("zeppelin") == []


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("8.51,rule,Again,Twice.", "rulebook.csv:10: 8.51 cannot be told from case 8.51"),
        ("8/51,rule,Again,Twice.", "rulebook.csv:10: 8/51 cannot be told from case 8.51"),
        ("8 51,rule,Gap,A gap.", "rulebook.csv:10: '8 51' cannot be the number of a case"),
        ("9.0,law,Supply,Eat.", "rulebook.csv:10: kind is 'law', not one of rule, definition"),
        ("9.0,rule,,Eat.", "rulebook.csv:10: case 9.0 needs a title and a summary"),
        ("9.0,rule,Supply,", "rulebook.csv:10: case 9.0 needs a title and a summary"),
        ("9.0,rule,Supply", "rulebook.csv:10: 3 cells"),
    ],
)
def test_errors_in_the_catalogue_name_file_and_line(game: Path, row: str, problem: str) -> None:
    write(game / "game" / "rulebook.csv", CATALOGUE + row + "\n")
    with pytest.raises(DataError) as error:
        load_rulebook(game / "game")
    assert str(error.value).startswith(problem)


@pytest.mark.parametrize(
    ("ruling", "problem"),
    [
        ("- **R1** [8.51] Again.", "RULINGS.md:6: R1 stands twice"),
        ("- **R3** [9.9] A slip.", "RULINGS.md:6: R3 cites 9.9, which is no case"),
        ("- **R3** Of no case.", "RULINGS.md:6: a ruling begins like"),
        ("- **R3** [8.51]", "RULINGS.md:6: a ruling begins like"),
    ],
)
def test_errors_in_the_rulings_name_file_and_line(game: Path, ruling: str, problem: str) -> None:
    write(game / "game" / "RULINGS.md", RULINGS + ruling + "\n")
    with pytest.raises(DataError) as error:
        load_rulebook(game / "game")
    assert str(error.value).startswith(problem)


# Enforced: citations in the code


def test_comments_and_docstrings_enforce(game: Path) -> None:
    code = '''\
        """Losses [4.0]."""

        LIMIT = 5
        """At most so many hexes [4.0/1]."""


        class Retreat:
            """A retreat [4.0/10a]."""

            def path(self) -> int:
                """The way back.

                It avoids the enemy [8.61] [8.62].
                """
                return LIMIT  # [8.51]
    '''
    assert covered(game, code).enforced == {
        "4.0": ["combat.py:1"],
        "4.0/1": ["combat.py:4"],
        "4.0/10a": ["combat.py:8"],
        "8.51": ["combat.py:15"],
        "8.61": ["combat.py:13"],
        "8.62": ["combat.py:13"],
    }


def test_ordinary_strings_do_not_enforce(game: Path) -> None:
    code = """\
        REASON = "[8.51] the loss must be met"
        FORM = f"[8.61] {REASON} # [8.62]"
        TABLE = {4.0: 1}[4.0]
    """
    assert covered(game, code).enforced == {}


def test_a_bare_number_does_not_enforce(game: Path) -> None:
    assert covered(game, "# Case 8.51 says so.\n").enforced == {}


def test_a_lettered_item_cites_its_case(game: Path) -> None:
    found = covered(game, "# [8.61a] but not [8.6a], [8.61ab] or [KEYs]\n")
    assert found.enforced == {"8.61": ["combat.py:1"]}


def test_data_files_enforce_in_comments_and_notes(game: Path) -> None:
    tables = '''\
        # The table [8.51]
        results = [8.61]
        note = "as printed # [8.62]"
        story = """
        [4.0]"""
    '''
    write(game / "game" / "tables.toml", tables)
    write(game / "game" / "map" / "places.csv", "hex,source,note\n0509,rulebook,Metz [4.0/1]\n")
    assert covered(game).enforced == {
        "8.51": ["tables.toml:1"],
        "8.62": ["tables.toml:3"],
        "4.0": ["tables.toml:5"],
        "4.0/1": ["places.csv:2"],
    }


def test_the_catalogue_does_not_enforce_itself(game: Path) -> None:
    summary = "9.0,rule,Supply,Judged before losses are met [8.51].\n"
    write(game / "game" / "rulebook.csv", CATALOGUE + summary)
    assert covered(game).enforced == {}


# Tested: names and docstrings of tests


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("test_8_51_retreat_or_pay", "8.51"),
        ("test_8_51", "8.51"),
        ("test_8_5_is_only_an_introduction", "8.5"),
        ("test_4_0_order", "4.0"),
        ("test_4_0_1_allies_move", "4.0/1"),
        ("test_4_0_10a_both_gain", "4.0/10a"),
        ("test_8_61b_no_hex_twice", "8.61"),
        ("test_key_lists_signs", "KEY"),
        ("test_KEY_lists_signs", "KEY"),
        ("test_r2_owner_chooses", "R2"),
    ],
)
def test_a_name_proves_the_longest_number_in_it(game: Path, name: str, number: str) -> None:
    found = covered(game, tests=f"def {name}() -> None: ...\n")
    assert found.tested == {number: [f"test_combat.py::{name}"]}


@pytest.mark.parametrize(
    "name", ["test_8_511_x", "test_18_51_x", "test_retreat_8_51", "check_8_51"]
)
def test_a_name_proves_nothing_by_likeness(game: Path, name: str) -> None:
    assert covered(game, tests=f"def {name}() -> None: ...\n").tested == {}


def test_docstrings_of_tests_prove_further_cases(game: Path) -> None:
    tests = '''\
        """About [4.0], which a module cannot prove."""


        class TestRetreat:
            async def test_8_61_both(self) -> None:
                """Limits and their exception [8.61] [8.62]."""
                assert True  # [8.51]


        def helper() -> None:
            """Sets the stage for [4.0/1]."""
    '''
    place = ["test_combat.py::test_8_61_both"]
    assert covered(game, tests=tests).tested == {"8.61": place, "8.62": place}


# What is missing


def test_bare_cases_lack_code_or_test(game: Path) -> None:
    code = "# [4.0] [4.0/1] [8.51] [8.62]\n"
    tests = """\
        def test_4_0_order() -> None: ...
        def test_4_0_10a_both_gain() -> None: ...
        def test_8_62_friends() -> None: ...
    """
    found = covered(game, code, tests)
    assert [case.number for case in found.bare] == ["4.0/1", "4.0/10a", "8.51", "8.61"]
    assert len(found.cases) == 8


def test_a_planned_case_is_not_bare_and_may_be_cited(game: Path) -> None:
    write(game / "game" / "rulebook.csv", CATALOGUE + "9.0,planned,The sea,Ships will sail.\n")
    found = covered(game, code="# Not before the sea comes [9.0].")
    assert found.rulebook["9.0"].kind == "planned"
    assert "9.0" not in [case.number for case in found.bare]
    assert found.strays == []


def test_only_rules_and_options_can_be_bare(game: Path) -> None:
    kinds = {case.kind for case in covered(game).bare}
    assert kinds == {"rule", "optional"}


def test_rulings_are_idle_until_code_or_a_test_cites_them(game: Path) -> None:
    assert [ruling.number for ruling in covered(game).idle_rulings] == ["R1", "R2"]
    assert [r.number for r in covered(game, code="# [R1]\n").idle_rulings] == ["R2"]
    assert [r.number for r in covered(game, tests="# [R2]\n").idle_rulings] == ["R1"]


def test_strays_name_what_does_not_exist(game: Path) -> None:
    code = "# [8.51] [8.99] [8.61-8.62] [8.61, 8.62] [R9], but not [Hex], [3], [0.5, 1.0]\n"
    tests = '''\
        def test_8_99_slip() -> None:
            # [8.98]
            ...

        def test_8_51_right() -> None:
            """Proves [8.61]."""
    '''
    assert covered(game, code, tests).strays == [
        "combat.py:1: [8.99]",
        "combat.py:1: [8.61-8.62]",
        "combat.py:1: [8.61, 8.62]",
        "combat.py:1: [R9]",
        "test_combat.py:2: [8.98]",
        "test_combat.py::test_8_99_slip",
    ]


def test_single_files_may_be_given(game: Path) -> None:
    write(game / "game" / "combat.py", "# [8.51]\n")
    write(game / "game" / "supply.py", "# [8.61]\n")
    book = Rulebook([Case("8.51", "rule", "Losses", "."), Case("8.61", "rule", "Limits", ".")])
    assert coverage(book, [game / "game" / "combat.py"], []).enforced == {"8.51": ["combat.py:1"]}


def test_a_missing_file_is_named(game: Path) -> None:
    with pytest.raises(DataError, match=r"combat\.py: the file is missing"):
        coverage(load_rulebook(game / "game"), [game / "combat.py"], [])


def test_a_rulebook_may_number_its_cases_with_hyphens() -> None:
    book = Rulebook([Case("13-24", "rule", "Losses", "All flip before any goes lower.")])
    assert book.cited("13-24") == ["13-24"]
    assert book.proved("test_13_24_all_flip") == ["13-24"]
    assert book.is_stray("13-42")
    assert not Rulebook([Case("8.61", "rule", "", "")]).is_stray("13-42")


def test_a_rulebook_may_number_its_cases_with_letters() -> None:
    cases = [Case("9C2", "rule", "Results", "..."), Case("8C2.7", "rule", "Strength", "...")]
    book = Rulebook(cases)
    assert book.cited("9C2") == ["9C2"]
    assert book.proved("test_9c2_half_is_lost") == ["9C2"]
    assert book.proved("test_8c2_7_guns_are_halved") == ["8C2.7"]
    assert book.is_stray("9C3")
    assert not book.is_stray("9th Army")
    assert not Rulebook([Case("8.61", "rule", "", "")]).is_stray("9C3")


def test_an_absent_case_needs_no_proof(game: Path) -> None:
    text = CATALOGUE + "9.1,absent,Weather,Told in a booklet that is not at hand.\n"
    write(game / "game" / "rulebook.csv", text)
    assert "9.1" not in [case.number for case in covered(game).bare]
