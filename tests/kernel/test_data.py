"""Data files: what is wrong in one is said with its name and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from trenchline.kernel.data import DataError, Row, read_csv, read_text, read_toml

COLUMNS = ("name", "size", "source")


def written(folder: Path, text: str | bytes, name: str = "pieces.csv") -> Path:
    file = folder / name
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


def rows(folder: Path, text: str | bytes) -> list[Row]:
    return list(read_csv(written(folder, text), COLUMNS))


def problem(folder: Path, text: str | bytes) -> str:
    with pytest.raises(DataError) as caught:
        rows(folder, text)
    return str(caught.value)


def test_rows_know_their_cells_and_lines(tmp_path: Path) -> None:
    first, second = rows(
        tmp_path, 'name,size,source\n1st Army,4,rulebook\n\n"Corps, 2nd", 3 ,history\n'
    )
    assert (first["name"], first.number("size"), first.line) == ("1st Army", 4, 2)
    assert (second["name"], second["size"], second.line) == ("Corps, 2nd", "3", 4)


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_any_line_ending_will_do(tmp_path: Path, ending: str) -> None:
    text = ending.join(["name,size,source", "a,1,history", "b,2,history"])
    assert [(row["name"], row.line) for row in rows(tmp_path, text)] == [("a", 2), ("b", 3)]


def test_a_byte_order_mark_as_spreadsheets_write_it_is_passed_over(tmp_path: Path) -> None:
    assert rows(tmp_path, b"\xef\xbb\xbfname,size,source\na,1,history\n")[0]["name"] == "a"
    assert read_toml(written(tmp_path, b"\xef\xbb\xbfyear = 1914\n")) == {"year": 1914}


def test_a_cell_may_hold_a_line_break(tmp_path: Path) -> None:
    first, second = rows(tmp_path, 'name,size,source\n"a\nb",1,history\nc,2,history\n')
    assert (first["name"], first.line) == ("a\nb", 2)
    assert (second["name"], second.line) == ("c", 4)


def test_a_file_that_is_missing(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"^nowhere.csv: the file is missing$"):
        list(read_csv(tmp_path / "nowhere.csv", COLUMNS))
    with pytest.raises(DataError, match=r"^nowhere.toml: the file is missing$"):
        read_toml(tmp_path / "nowhere.toml")


def test_a_folder_in_place_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "pieces.csv").mkdir()
    with pytest.raises(DataError, match=r"^pieces.csv: cannot be read: Is a directory$"):
        list(read_csv(tmp_path / "pieces.csv", COLUMNS))


def test_text_that_is_not_utf_8(tmp_path: Path) -> None:
    file = written(tmp_path, "name,size,source\na,1,history\nK\xf6ln,2,history\n".encode("latin-1"))
    with pytest.raises(DataError, match=r"^pieces.csv:3: not UTF-8 text") as caught:
        read_text(file)
    assert caught.value.line == 3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "pieces.csv:1: the columns should be name,size,source, found nothing"),
        ("name,size\n", "pieces.csv:1: the columns should be name,size,source, found name,size"),
        ("name,source,size\n", "pieces.csv:1: the columns should be name,size,source, found"),
        ("a,1,history\n", "pieces.csv:1: the columns should be name,size,source, found a,1"),
        ("name,size,source\na,1\n", "pieces.csv:2: 2 cells, but there are 3 columns"),
        ("name,size,source\na,1,history,\n", "pieces.csv:2: 4 cells, but there are 3 columns"),
        (
            "name,size,source\na,1,history\n\nb,1,hearsay\n",
            "pieces.csv:4: source is 'hearsay', not one of rulebook, history, reconstructed",
        ),
        ("name,size,source\na,1,\n", "pieces.csv:2: source is ''"),
        ('name,size,source\na,1,history\n"b,1,history\nc,1,history\n', "pieces.csv:3: "),
        ('name,size,source\n"a"b,1,history\n', "pieces.csv:2: "),
    ],
    ids=[
        "empty",
        "column missing",
        "columns in another order",
        "no header",
        "cell missing",
        "cell too many",
        "unknown source",
        "no source",
        "quote not closed",
        "quote in a cell",
    ],
)
def test_what_is_wrong_is_said_with_its_line(tmp_path: Path, text: str, message: str) -> None:
    assert problem(tmp_path, text).startswith(message)


def test_a_table_without_sources_has_none_to_check(tmp_path: Path) -> None:
    file = written(tmp_path, "name,size\na,hearsay\n")
    assert [row["size"] for row in read_csv(file, ("name", "size"))] == ["hearsay"]


def test_numbers_and_words_of_a_row(tmp_path: Path) -> None:
    (row,) = rows(tmp_path, "name,size,source\na,-2,history\n")
    assert row.number("size", least=-2) == -2
    assert row.one_of("name", ("a", "b")) == "a"
    with pytest.raises(DataError, match=r"^pieces.csv:2: size is -2, but the least is 0$"):
        row.number("size")
    with pytest.raises(DataError, match=r"^pieces.csv:2: name should be a whole number, not 'a'$"):
        row.number("name")
    with pytest.raises(DataError, match=r"^pieces.csv:2: name is 'a', not one of b, c$"):
        row.one_of("name", ("b", "c"))
    assert str(row.wrong("too bad")) == "pieces.csv:2: too bad"


def test_toml_is_read_as_it_is(tmp_path: Path) -> None:
    file = written(tmp_path, '[crt]\ncolumns = [0, 1]\nrows.1 = ["0/1"]\n', "tables.toml")
    assert read_toml(file) == {"crt": {"columns": [0, 1], "rows": {"1": ["0/1"]}}}


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("year = 1914\ntitle = \n", "tables.toml:2: "),
        ("a = 1\n\na = 2\n", "tables.toml:3: "),
        ("[crt\n", "tables.toml:1: "),
        ('a = 1\nb = """open', "tables.toml:2: "),
    ],
)
def test_bad_toml_names_the_line(tmp_path: Path, text: str, place: str) -> None:
    with pytest.raises(DataError) as caught:
        read_toml(written(tmp_path, text, "tables.toml"))
    assert str(caught.value).startswith(place)
