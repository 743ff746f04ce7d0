"""Mistakes in a chart of ``tables`` are told with file, line and reason as it is read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from trenchline.games.the_great_war.chart_shapes import SHAPES
from trenchline.games.the_great_war.tables import FOLDER, read_chart
from trenchline.kernel.data import DataError

CHARTS = sorted(file.stem for file in Path(str(FOLDER / "tables")).glob("*.toml"))
ENTRY = re.compile(r'^("[^"]+"|\w+)( = )(.*?)\s*(#.*)?$')


def told(folder: Path, name: str, lines: list[str]) -> str:
    """What is said of a chart with these lines."""
    file = folder / f"{name}.toml"
    file.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(DataError) as error:
        read_chart(file, name)
    return str(error.value)


def lines_of(name: str) -> list[str]:
    return (FOLDER / "tables" / f"{name}.toml").read_text(encoding="utf-8").splitlines()


def changed(name: str, old: str, new: str) -> tuple[list[str], int]:
    """The lines of a chart in which one says something else, and its number."""
    lines = lines_of(name)
    number = next(n for n, line in enumerate(lines) if old in line)
    lines[number] = lines[number].replace(old, new)
    return lines, number + 1


def test_every_chart_has_a_shape() -> None:
    assert sorted(SHAPES) == CHARTS


@pytest.mark.parametrize("name", CHARTS)
def test_an_entry_of_a_wrong_kind_is_told_with_its_line(name: str, tmp_path: Path) -> None:
    lines = lines_of(name)
    for number, line in enumerate(lines):
        found = ENTRY.match(line)
        if found is None or found[3].count("[") != found[3].count("]"):
            continue
        wrong = "[1979-05-27]" if found[3].startswith(('"', "t", "f")) else '"many"'
        said = told(
            tmp_path, name, [*lines[:number], f"{found[1]} = {wrong}", *lines[number + 1 :]]
        )
        assert said.startswith(f"{name}.toml:{number + 1}: "), said


@pytest.mark.parametrize("name", ["rail", "stacking", "weather", "supply", "artillery", "sizes"])
def test_an_entry_that_is_missing_is_told_with_the_line_of_its_table(
    name: str, tmp_path: Path
) -> None:
    lines = lines_of(name)
    title = 0
    for number, line in enumerate(lines):
        if line.startswith("["):
            title = number + 1
        found = ENTRY.match(line)
        if found is None:
            continue
        said = told(tmp_path, name, [*lines[:number], "", *lines[number + 1 :]])
        assert said.startswith(f"{name}.toml:{title}: "), said
        assert "is missing" in said or "should tell its source" in said


@pytest.mark.parametrize(
    ("name", "old", "new", "problem"),
    [
        ("rail", "[transfer]", "[transfers]", "[transfer] is missing"),
        ("rail", "least_safe = 7", "least_save = 7", "[deterioration] least_safe is missing"),
        ("rail", 'most_share = "1/2"', 'most_share = "half"', "'half', not a share like"),
        ("rail", "depot = 2", "depot = -2", "[capacity] depot is -2, not a whole number that"),
        ("rail", "depot = 2", "depot = true", "[capacity] depot is True, not a whole number"),
        ("stacking", '"transport"]', '"transports"]', "is 'transports', not one of army hq"),
        ("stacking", '"zero"]', '"none"]', "[free] limits is 'none', not one of rail"),
        ("stacking", "{ res = 4, divisions = 0 }", "{ res = 4 }", "divisions is missing"),
        ("stacking", "[mountain]", "[mountains]", "[mountain] is missing"),
        ("weather", '"snow"]', '"hail"]', "[kinds] all is 'hail', not one of clear"),
        ("weather", "mud = []", 'mud = ["river", "beer"]', "is 'beer', not one of river"),
        ("weather", "mud = []", "hail = []", "[freezing] frozen.mud is missing"),
        ("weather", 'arctic = ["A"]', 'arctic = "A"', "[zones] arctic is 'A', not a list"),
        ("weather", 'arctic = ["A"]', 'arctic = ["a"]', "is 'a', not a zone of weather"),
        ("weather", "mud = 0", 'mud = "0"', "[combat] mud is '0', not a whole number"),
        ("weather", "mud = 0", "mud = 0\nhail = 1", "[combat] hail is not known"),
    ],
)
def test_a_mistake_is_told(name: str, old: str, new: str, problem: str, tmp_path: Path) -> None:
    lines, _ = changed(name, old, new)
    said = told(tmp_path, name, lines)
    assert problem in said
    assert re.match(rf"{name}\.toml:\d+: ", said)
