"""Artillery of all kinds [12B], over bare numbers."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.the_great_war.battles import laid
from tests.the_great_war.sketch import counter
from trenchline.games.the_great_war.guns import (
    COAST,
    FIELD,
    GREAT,
    HEAVY,
    HEAVY_SIEGE,
    NEW,
    OLD,
    OPEN,
    SIEGE,
    Gun,
    excess,
    fires_at,
    in_ratio,
    target_factor,
)
from trenchline.games.the_great_war.moved_guns import (
    BADLY,
    DISRUPTED,
    STEADY,
    shake_guns,
    shock,
)
from trenchline.games.the_great_war.state import EXPLOITATION, MOVEMENT


def strength(guns: list[Gun], others: int) -> Fraction:
    full = in_ratio(guns, others)
    whole = sum(gun.strength for gun, inside in zip(guns, full, strict=True) if inside)
    return Fraction(whole + excess(guns, full))


def test_12b_three_regiments_beside_a_brigade_in_february_1916() -> None:
    guns = [Gun(8, 4, 2)] * 3
    assert strength(guns, 8) + 4 == 13


def test_12b_a_german_regiment_beside_guns_in_february_1918() -> None:
    guns = [Gun(7, 4, 1), Gun(Fraction(1, 2), 4, 1)]
    assert strength(guns, 4) + 2 == Fraction(19, 2)


def test_12b_r76_the_owner_keeps_what_brings_most() -> None:
    assert in_ratio([Gun(3, 4, 2), Gun(9, 8, 2), Gun(7, 4, 2)], 16) == (True, False, True)
    assert in_ratio([Gun(3, 4, 2), Gun(11, 8, 2), Gun(7, 4, 2)], 16) == (False, True, False)


def test_12b_modern_and_other_guns_need_their_own_number_of_others() -> None:
    assert in_ratio([Gun(5, 4, 1), Gun(5, 4, 2)], 12) == (True, True)
    assert in_ratio([Gun(5, 4, 1), Gun(5, 4, 2)], 8).count(True) == 1


def test_12b9_an_artillery_division_against_an_old_improved_fortress() -> None:
    division = [(6, HEAVY), (7, HEAVY), (5, SIEGE)]
    assert sum(points for points, _ in division) == 18
    assert sum(points * target_factor(kind, OLD) for points, kind in division) == 41


@pytest.mark.parametrize(
    ("kind", "open_ground", "great", "new", "old"),
    [
        (FIELD, 1, Fraction(1, 2), Fraction(1, 2), 1),
        (HEAVY, 1, Fraction(1, 2), 1, 2),
        (COAST, 1, Fraction(1, 2), 1, 2),
        (SIEGE, 1, 1, 2, 3),
        (HEAVY_SIEGE, 1, 2, 3, 4),
    ],
)
def test_12b1_12b2_12b3_12b4_12b5_targets(
    kind: str, open_ground: int, great: Fraction, new: Fraction, old: int
) -> None:
    found = [target_factor(kind, target) for target in (OPEN, GREAT, NEW, OLD)]
    assert found == [open_ground, great, new, old]


def test_12b1_field_artillery_bombards_with_half() -> None:
    assert target_factor(FIELD, OPEN, bombards=True) == Fraction(1, 2)
    assert target_factor(HEAVY, OPEN, bombards=True) == 1


def test_12b_r75_a_fortress_counts_before_the_city_around_it() -> None:
    assert fires_at("", True) == fires_at("new", False) == NEW
    assert fires_at("old", True) == OLD
    assert fires_at("great", True) == GREAT
    assert fires_at("", False) == OPEN


@pytest.mark.parametrize(
    ("key", "kind", "date", "expected"),
    [
        ("IT1", "heavy artillery", "Jan II 17", DISRUPTED),
        ("IT1", "heavy artillery", "Feb I 17", STEADY),
        ("GE1", "heavy artillery", "Aug I 14", STEADY),
        ("GE1", "siege artillery", "Oct II 17", DISRUPTED),
        ("IT1", "field artillery", "Aug I 14", STEADY),
        ("FR1", "heavy siege artillery", "Jan II 17", BADLY),
        ("FR1", "heavy siege artillery", "Feb I 17", DISRUPTED),
        ("AH1", "heavy siege artillery", "Aug I 14", DISRUPTED),
    ],
)
def test_12b2_12b3_12b4_guns_that_have_moved(key: str, kind: str, date: str, expected: int) -> None:
    state = laid(
        [counter(key, "5-7-5", kind, "regiment")],
        {key: "0404"},
        turns=[date],
        weather={date: "clear"},
    )
    assert shock(state, 0) == expected
    side = state.theatre.counters[0].side
    state.phase, state.moved = MOVEMENT, 1
    shake_guns(state, side)
    assert (state.disrupted, state.badly_disrupted) == (
        int(expected == DISRUPTED),
        int(expected == BADLY),
    )


def test_12b2_nobody_is_disrupted_by_exploitation() -> None:
    state = laid([counter("GE1", "5-7-5", "siege artillery", "regiment")], {"GE1": "0404"})
    state.phase, state.moved = EXPLOITATION, 1
    shake_guns(state, 1)
    assert not state.disrupted
