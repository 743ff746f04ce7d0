"""Matching and tiers, held against trying everything."""

from __future__ import annotations

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from trenchline.kernel.bits import members
from trenchline.kernel.matching import NOBODY, match_up, may_take, served
from trenchline.kernel.tiers import next_tier, tiers

SOURCES = 4
WANTS = st.lists(st.integers(0, (1 << SOURCES) - 1), max_size=5).map(tuple)
SERVES = st.one_of(
    st.just(()),
    st.lists(st.integers(0, 3), min_size=SOURCES, max_size=SOURCES).map(tuple),
)


def every_way(wants: tuple[int, ...], serves: tuple[int, ...]) -> list[tuple[int, ...]]:
    """All ways to give units a source or none."""
    found = []
    for way in product(*([NOBODY, *members(wanted)] for wanted in wants)):
        rooms = serves or (1,) * SOURCES
        if all(way.count(source) <= room for source, room in enumerate(rooms)):
            found.append(way)
    return found


def units_of(way: tuple[int, ...]) -> frozenset[int]:
    return frozenset(unit for unit, source in enumerate(way) if source != NOBODY)


@given(WANTS, SERVES)
@settings(deadline=None, max_examples=200)
def test_as_many_as_possible_are_matched_and_the_first_ones_before_others(
    wants: tuple[int, ...], serves: tuple[int, ...]
) -> None:
    ways = every_way(wants, serves)
    found = match_up(wants, serves)
    assert found in ways
    possible = {units_of(way) for way in ways}
    assert len(units_of(found)) == max(map(len, possible))
    # One after the other: whoever can be served besides those before him, is.
    kept: frozenset[int] = frozenset()
    for unit in range(len(wants)):
        if any(kept | {unit} <= units for units in possible):
            kept |= {unit}
    assert units_of(found) == kept
    assert set(members(served(wants, serves))) == kept


@given(WANTS, SERVES, st.data())
@settings(deadline=None, max_examples=200)
def test_a_source_may_be_taken_if_nobody_more_goes_without(
    wants: tuple[int, ...], serves: tuple[int, ...], data: st.DataObject
) -> None:
    if not wants:
        return
    unit = data.draw(st.integers(0, len(wants) - 1))
    ways = every_way(wants, serves)
    best = max(len(units_of(way)) for way in ways)
    allowed = {way[unit] for way in ways if len(units_of(way)) == best} - {NOBODY}
    assert set(members(may_take(unit, wants, serves))) == allowed


def test_a_long_chain_moves_over() -> None:
    wants = (*(0b11 << n for n in range(30)), 1)
    assert match_up(wants) == (*range(1, 31), 0)


@given(st.integers(0, 255), st.lists(st.integers(0, 4), min_size=8, max_size=8))
def test_tiers_come_from_the_best_down(units: int, ratings: list[int]) -> None:
    found = tiers(units, ratings)
    assert [rating for rating, _ in found] == sorted({ratings[u] for u in members(units)})[::-1]
    assert sum(those for _, those in found) == units
    walked = []
    rating, those = next_tier(units, ratings)
    while those:
        walked.append((rating, those))
        rating, those = next_tier(units, ratings, below=rating)
    assert walked == found
