"""Editions: what is taken as one, what is refused, and what is found wrong in its rows."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from trenchline.kernel import audit, editions
from trenchline.kernel.data import DataError

COUNTERS = "key,attack,source,note\nA,3,rulebook,2.1\nB,4,reconstructed,\n"
COLUMNS = """\
["counters.csv".key]
says = "Its name."
key = true
["counters.csv".attack]
says = "Its strength."
least = 0
most = 9
"""
TABLES = '[crt]\nsource = "rulebook"\nrow = [1, 2]\n[rail]\nsource = "reconstructed"\nmost = 3\n'


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """A shelf with one game of three files."""
    own = tmp_path / "shelf" / "toy"
    (own / "staff").mkdir(parents=True)
    (own / "__init__.py").touch()
    (own / "staff" / "__init__.py").touch()
    (own / "staff" / "plans.toml").write_text("a = 1\n")
    (own / "rulebook.csv").write_text("case\n")
    (own / "counters.csv").write_text(COUNTERS)
    (own / "columns.toml").write_text(COLUMNS)
    (own / "tables.toml").write_text(TABLES)
    (own / "map").mkdir()
    (own / "map" / "background.webp").write_bytes(b"RIFF0000WEBP...")
    return own.parent


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The beginning of an edition."""
    made = tmp_path / "mine"
    made.mkdir()
    (made / "edition.toml").write_text('game = "toy"\ntitle = "Mine"\n')
    return made


def problem(folder: Path, shelf: Path) -> str:
    """The one reason for which an edition is refused."""
    with pytest.raises(DataError) as refused:
        editions.open_edition(folder, shelf)
    return str(refused.value)


def test_the_data_files_are_neither_code_nor_cases(shelf: Path) -> None:
    assert editions.data_files(shelf / "toy") == [
        "counters.csv",
        "map/background.webp",
        "tables.toml",
    ]


def test_the_hash_follows_the_data_and_not_the_title(shelf: Path, folder: Path) -> None:
    (folder / "counters.csv").write_text(COUNTERS)
    first = editions.open_edition(folder, shelf)
    (folder / "edition.toml").write_text('game = "toy"\ntitle = "Other"\n')
    assert editions.open_edition(folder, shelf).hash == first.hash
    (folder / "counters.csv").write_text(COUNTERS.replace("4", "5"))
    assert editions.open_edition(folder, shelf).hash != first.hash


def test_notes_and_hidden_files_do_not_count(shelf: Path, folder: Path) -> None:
    first = editions.open_edition(folder, shelf)
    (folder / "README.md").write_text("mine")
    (folder / ".git").mkdir()
    (folder / ".git" / "config").write_text("x")
    assert editions.open_edition(folder, shelf).hash == first.hash


def test_code_is_refused(shelf: Path, folder: Path) -> None:
    (folder / "components.py").write_text("import os")
    assert problem(folder, shelf) == "components.py: toy has no data file components.py"


def test_links_are_refused_wherever_they_lead(shelf: Path, folder: Path) -> None:
    (folder / "counters.csv").symlink_to("/etc/passwd")
    assert "a link" in problem(folder, shelf)


def test_a_circle_of_links_ends(shelf: Path, folder: Path) -> None:
    (folder / "map").symlink_to(folder)
    assert "a link" in problem(folder, shelf)


def test_pipes_are_refused_without_waiting(shelf: Path, folder: Path) -> None:
    os.mkfifo(folder / "counters.csv")
    assert "not a plain file" in problem(folder, shelf)


def test_what_is_huge_is_refused(shelf: Path, folder: Path) -> None:
    with (folder / "counters.csv").open("wb") as file:
        file.truncate(5 << 20)
    assert "the most is 4,194,304" in problem(folder, shelf)


def test_too_many_files_are_refused(shelf: Path, folder: Path) -> None:
    for number in range(501):
        (folder / f"{number}.txt").touch()
    assert "more than 500 files" in problem(folder, shelf)


def test_a_picture_is_one(shelf: Path, folder: Path) -> None:
    (folder / "map").mkdir()
    (folder / "map" / "background.webp").write_bytes(b"<svg onload=...>")
    assert "not a picture" in problem(folder, shelf)


@pytest.mark.parametrize("game", ["../toy", "none", "", "toy/../toy", "os"])
def test_the_game_is_one_of_the_shelf(shelf: Path, folder: Path, game: str) -> None:
    (folder / "edition.toml").write_text(f'game = "{game}"\ntitle = "Mine"\n')
    assert "edition.toml" in problem(folder, shelf)


def test_a_folder_without_its_name_file_is_none(shelf: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert problem(tmp_path / "empty", shelf) == "edition.toml: the file is missing"
    assert "no such folder" in problem(tmp_path / "nowhere", shelf)


def test_deep_nesting_is_an_error_of_the_file(shelf: Path, folder: Path) -> None:
    (folder / "edition.toml").write_text("a = " + "[" * 50_000)
    assert "edition.toml" in problem(folder, shelf)


def test_it_is_laid_over_ours(shelf: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TRENCHLINE_EDITION_TOY", raising=False)
    (folder / "counters.csv").write_text(COUNTERS.replace("4", "5"))
    assert editions.data_folder(shelf / "toy") == shelf / "toy"
    assert editions.edition_in_use("toy") is None
    made = editions.open_edition(folder, shelf)
    monkeypatch.setenv("TRENCHLINE_EDITION_TOY", "")
    editions.use_edition(made, shelf / "toy")
    laid = editions.data_folder(shelf / "toy")
    assert (laid / "counters.csv").read_text() == COUNTERS.replace("4", "5")
    assert (laid / "tables.toml").read_text() == TABLES
    used = editions.edition_in_use("toy")
    assert used is not None
    assert (used.title, used.hash) == ("Mine", made.hash)
    with pytest.raises(ValueError, match="in use already"):
        editions.use_edition(made, shelf / "toy")


def wrong(folder: Path, shelf: Path) -> list[str]:
    """Everything that is wrong in the rows of an edition."""
    found = editions.open_edition(folder, shelf)
    return [str(error) for error in audit.problems(found, shelf / "toy")]


def test_every_wrong_cell_is_found_with_its_line(shelf: Path, folder: Path) -> None:
    (folder / "counters.csv").write_text(
        "key,attack,source,note\nA,3,rulebook,\nB,x,reconstructed,\nC,10,tuned,\nB,,history,\n"
    )
    assert wrong(folder, shelf) == [
        "counters.csv:3: attack should be a whole number, not 'x'",
        "counters.csv:4: attack is 10, but the most is 9",
        "counters.csv:5: attack is empty",
        "counters.csv:5: B stands in line 3 already",
    ]


def test_what_the_rulebook_pins_stays(shelf: Path, folder: Path) -> None:
    (folder / "counters.csv").write_text(COUNTERS.replace("A,3", "A,5"))
    (folder / "tables.toml").write_text(TABLES.replace("[1, 2]", "[1, 3]").replace("= 3", "= 4"))
    assert wrong(folder, shelf) == [
        "counters.csv:2: attack is '5', but the rulebook gives '3' (2.1)",
        "tables.toml: crt.row differs from what the rulebook gives",
    ]
    (folder / "counters.csv").write_text("key,attack,source,note\nB,4,history,\n")
    assert "counters.csv: A is missing, but the rulebook names it" in wrong(folder, shelf)


def test_settings_keep_their_form(shelf: Path, folder: Path) -> None:
    (folder / "tables.toml").write_text('rail = 3\n[crt]\nsource = "rulebook"\n')
    assert wrong(folder, shelf) == [
        "tables.toml: crt.row is missing",
        "tables.toml: rail should be like {'source': 'reconstructed', 'most': 3}",
    ]


def test_files_that_cannot_be_read_are_named_and_the_others_read_on(
    shelf: Path, folder: Path
) -> None:
    (folder / "counters.csv").write_bytes(b"key,attack,source,note\nA,\xff\x00,rulebook,\n")
    (folder / "tables.toml").write_text("[crt\n")
    found = wrong(folder, shelf)
    assert found[0].startswith("counters.csv:2: not UTF-8")
    assert found[1].startswith("tables.toml:1:")


def test_differences_are_told_by_row_and_setting(shelf: Path, folder: Path) -> None:
    (folder / "counters.csv").write_text("key,attack,source,note\nA,3,rulebook,2.1\nC,1,history,\n")
    (folder / "tables.toml").write_text(TABLES.replace("most = 3", "most = 5"))
    found = editions.open_edition(folder, shelf)
    assert [str(one) for one in audit.differences(found, shelf / "toy")] == [
        "counters.csv: B: a row -> (gone)",
        "counters.csv: C: (nothing) -> a row",
        "tables.toml: rail.most: 3 -> 5",
    ]
