"""The words of a game and their explanations: read with errors that name the line, and in use."""

from __future__ import annotations

from pathlib import Path

import pytest

from trenchline.games import SHELF, game_names
from trenchline.kernel.data import DataError
from trenchline.kernel.glossary import FILE, load_glossary
from trenchline.kernel.rulebook import load_rulebook

HEADER = "term,forms,case,says\n"
CASES = {"8.3", "10.0"}


def load(folder: Path, *rows: str) -> list[str]:
    """The terms of a glossary of some rows."""
    (folder / FILE).write_text(HEADER + "".join(f"{row}\n" for row in rows))
    return [term.term for term in load_glossary(folder, CASES).terms]


def test_a_game_without_the_file_has_no_words_to_explain(tmp_path: Path) -> None:
    glossary = load_glossary(tmp_path, CASES)
    assert glossary.terms == ()
    assert list(glossary.found_in("anything")) == []


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("CRP,,10.0,", "glossary.csv:3: a term needs a name and what it means"),
        (",,10.0,Points.", "glossary.csv:3: a term needs a name and what it means"),
        ("CRP,,10.1,Points.", "glossary.csv:3: CRP names '10.1', which is no case"),
        ("CRP,differential,10.0,P.", "glossary.csv:3: 'differential' is a form of differential"),
        ("CRP,(point),10.0,P.", "glossary.csv:3: '(point)' should begin and end with a letter"),
        ("CRP,10.0,Points.", "glossary.csv:3: 3 cells"),
    ],
)
def test_errors_name_file_and_line(tmp_path: Path, row: str, problem: str) -> None:
    with pytest.raises(DataError, match=problem.replace("(", r"\(").replace(")", r"\)")):
        load(tmp_path, "differential,,8.3,Strength less strength.", row)


def test_forms_are_found_with_a_capital_and_in_the_plural(tmp_path: Path) -> None:
    load(tmp_path, "RE,,10.0,A size.", "zone of control,zones of control;EZOC,8.3,Six hexes.")
    glossary = load_glossary(tmp_path, CASES)

    def found(text: str) -> list[str]:
        return [term.term for term in glossary.found_in(text)]

    assert found("Zone of control, EZOCs, 3 REs.") == ["zone of control", "zone of control", "RE"]
    assert found("more re, ezoc, REx, prezone of control") == []


@pytest.mark.parametrize("name", game_names())
def test_every_game_explains_words_that_it_uses(name: str) -> None:
    folder = SHELF / name
    glossary = load_glossary(folder, load_rulebook(folder))
    assert len(glossary.terms) >= 25
    texts = [file.read_text("utf-8") for ending in ("py", "csv", "toml")
             for file in folder.rglob(f"*.{ending}") if file.name != FILE]  # fmt: skip
    used = {term for text in texts for term in glossary.found_in(text)}
    assert [term.term for term in glossary.terms if term not in used] == []


@pytest.mark.parametrize("name", game_names())
def test_explanations_are_short_sentences(name: str) -> None:
    folder = SHELF / name
    for term in load_glossary(folder, load_rulebook(folder)).terms:
        assert term.says[-1] == ".", term
        assert 20 <= len(term.says) <= 260, term
