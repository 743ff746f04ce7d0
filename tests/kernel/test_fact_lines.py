"""Lines of a notation that follow from how a state is declared."""

from __future__ import annotations

import pytest

from trenchline.kernel.fact_lines import BY_UNIT, UNITS, FactLines, of_kind
from trenchline.kernel.hexes import Grid, Hex, Hexes
from trenchline.kernel.notation import NotationError, read_lines
from trenchline.kernel.position import position, starts
from trenchline.kernel.rosters import Unit, Units

GRID = Grid("flat", "even", "CCRR", (1, 5), (1, 5))
KEYS = ("GE1", "GE2", "FR1")
NUMBERS = {key: number for number, key in enumerate(KEYS)}


@position
class Camp:
    """A state with a field of every kind that has a line, and some that have none."""

    turn: int = 1
    points: dict[str, int] = starts({})
    works: dict[Hex, str] = starts({})
    guards: dict[Hex, Unit] = starts({})
    held: list[Hexes] = starts([0, 0])
    trenches: Hexes = 0
    moved: Units = starts(0, until="movement")
    on_map: Units = 0
    building: dict[Hex, int] = starts({})
    fatigue: dict[Unit, int] = starts({})
    known: Units = starts(0, remembered=True)


FACTS = FactLines(Camp, besides=("on_map",))


def full() -> Camp:
    camp = Camp()
    camp.trenches, camp.moved, camp.on_map = GRID.hexes("0101", "0203"), 0b101, 0b111
    camp.building, camp.fatigue = {GRID.hex("0303"): 2}, {1: 4}
    return camp


def test_a_field_has_its_line_because_of_its_type() -> None:
    assert set(FACTS.kind) == {"trenches", "moved", "building", "fatigue"}
    assert of_kind(Camp, UNITS) == ("moved", "on_map")
    assert of_kind(Camp, BY_UNIT) == ("fatigue",)


def test_what_is_written_reads_back() -> None:
    written = FACTS.written(full(), GRID, KEYS)
    assert written == [
        ("trenches", ["0101", "0203"]),
        ("moved", ["GE1", "FR1"]),
        ("building", ["0303-2"]),
        ("fatigue", ["GE2-4"]),
    ]
    twin = Camp()
    for line in read_lines("\n".join(" ".join((head, *words)) for head, words in written)):
        assert FACTS.read(twin, line, GRID, NUMBERS)
    twin.on_map = 0b111
    assert twin == full()


def test_only_what_says_something_is_written() -> None:
    assert FACTS.written(Camp(), GRID, KEYS) == []
    usual, camp = full(), full()
    camp.moved = 0
    assert FACTS.written(camp, GRID, KEYS, usual) == [("moved", [])]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("moved GE9", "line 1: there is no counter 'GE9'"),
        ("trenches 0505", "line 1: hex 0505 is not land"),
        ("building 0101", "line 1: a number is missing behind '0101'"),
    ],
)
def test_a_mistake_names_its_line(text: str, problem: str) -> None:
    with pytest.raises(NotationError, match=problem):
        FACTS.read(Camp(), read_lines(text)[0], GRID, NUMBERS, GRID.hexes("0101"), "land")


def test_other_lines_are_left_to_the_game() -> None:
    assert not FACTS.read(Camp(), read_lines("turn 3")[0], GRID, NUMBERS)
    assert not FACTS.read(Camp(), read_lines("on_map GE1")[0], GRID, NUMBERS)
