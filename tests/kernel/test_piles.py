"""Piles: the places off the map."""

from __future__ import annotations

import pytest

from trenchline.kernel.hexes import Grid
from trenchline.kernel.notation import NotationError, read_lines
from trenchline.kernel.piles import Pile, Piles, Track

GRID = Grid("flat", "even", "CCRR", (1, 9), (1, 9))
PILES = Piles(
    Pile(-1, "pool", "the pool"),
    Pile(-2, "dead", "the dead pile", "dead pile"),
    track=Track(-100, "turn", "due on turn {}"),
)


def test_a_place_is_written_and_read_alike() -> None:
    line = read_lines("GE 5:pool")[0]
    for place in (-1, -2, -101, -112):
        written = PILES.written(GRID, place)
        assert written[0] == ":"
        assert PILES.read(line, written[1:]) == place
    hex_ = GRID.hex("0302")
    assert PILES.written(GRID, hex_) == "@0302"
    assert PILES.label(GRID, hex_) == "0302"


def test_a_view_may_say_it_otherwise_than_the_notation() -> None:
    assert [PILES.label(GRID, place) for place in (-1, -2, -103)] == [
        "pool",
        "dead pile",
        "due on turn 3",
    ]
    assert PILES.words(-2) == "the dead pile"


@pytest.mark.parametrize("word", ["tavern", "turn", "turnx", "turn-1", ""])
def test_a_word_that_is_no_pile_is_refused_with_the_words_that_are(word: str) -> None:
    with pytest.raises(NotationError, match=r"line 1: '.*' is none of pool, dead, turn1"):
        PILES.read(read_lines("GE 5:pool")[0], word)


def test_two_piles_may_not_share_a_place_or_a_word() -> None:
    with pytest.raises(AssertionError, match="twice"):
        Piles(Pile(-1, "pool", "the pool"), Pile(-1, "lost", "lost"))
    with pytest.raises(AssertionError, match="twice"):
        Piles(Pile(-1, "pool", "the pool"), Pile(-2, "pool", "the pool"))
    with pytest.raises(AssertionError, match="hexes"):
        Piles(Pile(0, "pool", "the pool"))
