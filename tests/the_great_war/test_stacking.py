"""Rule 8: what fits into a hex."""

from __future__ import annotations

import pytest

from tests.the_great_war.fields import field, units
from tests.the_great_war.sketch import GRID, counter, sketch
from trenchline.games.the_great_war.components import Counter
from trenchline.games.the_great_war.stacking import fits, fits_limit, full_for, overfull
from trenchline.games.the_great_war.state import State

PIECES = {
    "division": ("6-9-5", "rifle", "division"),
    "brigade": ("2-3-5", "rifle", "brigade"),
    "regiment": ("1-2-5", "rifle", "regiment"),
    "battalion": ("1-5", "rifle", "battalion"),
    "cadre": ("3-5-5", "rifle", "cadre"),
    "remnant": ("1-5", "rifle", "remnant"),
    "guns": ("5-7-5", "heavy artillery", "regiment"),
    "gun division": ("18-16-5", "heavy artillery", "division"),
    "fortress": ("2-4-0", "fortress", "brigade"),
    "army": ("0-4", "army hq", "army"),
}


def stack(**wanted: int) -> tuple[list[Counter], list[str]]:
    """So many Italian units of each kind."""
    counters = []
    for kind, number in wanted.items():
        rating, type_, size = PIECES[kind.replace("_", " ")]
        for n in range(number):
            key = f"IT{kind[:4]}{'d' if 'gun_' in kind else ''}{n}"
            counters.append(counter(key, rating, type_, size))
    return counters, [one.key for one in counters]


def full(terrain: str = "clear", zone: str = "D", /, **wanted: int) -> bool:
    """Whether a stack fits into a hex."""
    counters, keys = stack(**wanted)
    theatre = sketch({"0506": terrain}, counters=counters, zones={"0506": zone})
    state = field(theatre)
    return fits(state, GRID.hex("0506"), 0, units(state, *keys))


@pytest.mark.parametrize(
    "wanted",
    [
        {"division": 6, "regiment": 6, "guns": 4, "fortress": 1},
        {"division": 5, "brigade": 3, "gun_division": 1, "guns": 4, "fortress": 1},
        {
            "cadre": 4,
            "brigade": 2,
            "regiment": 2,
            "remnant": 4,
            "battalion": 4,
            "gun_division": 2,
            "fortress": 1,
        },
    ],
)
def test_8a1_each_combination_of_the_example_stacks(wanted: dict[str, int]) -> None:
    assert full(**wanted)


def test_8a1_one_more_of_any_kind_is_too_much() -> None:
    whole = {"division": 6, "regiment": 6, "guns": 4}
    assert full(**whole)
    for kind in ("division", "regiment", "battalion", "guns", "gun_division"):
        assert not full(**whole | {kind: whole.get(kind, 0) + 1}), kind


def test_8a1_an_artillery_division_takes_half_the_room_for_guns() -> None:
    assert full(division=6, gun_division=1, guns=2, regiment=6)
    assert not full(division=6, gun_division=1, guns=3, regiment=6)
    assert full(division=6, gun_division=2, regiment=6)
    assert not full(division=6, gun_division=2, guns=1, regiment=6)


def test_8a2_mountains_hold_less() -> None:
    assert full("mountain", division=4, regiment=4, guns=2)
    assert not full("mountain", division=5, regiment=4, guns=2)
    assert not full("mountain", division=4, regiment=5, guns=2)
    assert full("mountain", division=4, regiment=4, gun_division=1)
    assert not full("mountain", division=4, regiment=4, gun_division=1, guns=1)


def test_8a3_the_desert_holds_least_even_in_mountains() -> None:
    for terrain in ("clear", "mountain"):
        assert full(terrain, "F", division=2, regiment=2, guns=1)
        assert not full(terrain, "F", division=3, regiment=2, guns=1)
        assert not full(terrain, "A", division=2, regiment=2, guns=2)


def test_8a4_headquarters_and_immobile_units_do_not_count() -> None:
    assert full(division=6, regiment=6, guns=4, army=3, fortress=2)


def test_8a4_an_artillery_division_counts_as_one() -> None:
    counters, keys = stack(division=6, guns=4)
    hq = counter("ITart", "6-3", "art xx hq", "artillery_hq")
    theatre = sketch(
        counters=[*counters, hq, counter("ITmore", "5-7-5", "heavy artillery", "regiment")]
    )
    state = field(theatre)
    there = units(state, *keys, "ITart", "ITmore")
    assert fits_limit(state, GRID.hex("0506"), there), "the guns have room for small units"
    crowd = sketch(counters=[*stack(division=6, regiment=6, guns=4)[0], hq])
    state = field(crowd)
    whole = (1 << len(crowd.counters)) - 1
    assert not fits_limit(state, GRID.hex("0506"), whole)
    for n in range(4):
        state.attached[crowd.unit[f"ITguns{n}"]] = crowd.unit["ITart"]
    assert fits_limit(state, GRID.hex("0506"), whole), "one artillery division in place of four"


def crowded() -> State:
    counters, keys = stack(division=7)
    theatre = sketch(counters=counters)
    return field(theatre, dict.fromkeys(keys[:6], "0506") | {keys[6]: "0507"})


def test_8b_a_full_hex_takes_nobody_more() -> None:
    state = crowded()
    there = GRID.hexes("0506", "0508")
    assert full_for(state, 0, units(state, "ITdivi6"), there) == GRID.hexes("0506")
    assert overfull(state, 0) == 0
    state.move(units(state, "ITdivi6"), GRID.hex("0506"))
    assert overfull(state, 0) == GRID.hexes("0506")


def test_8b_2_the_limit_is_that_of_the_hex_attacked() -> None:
    counters, keys = stack(division=6)
    theatre = sketch({"0504": "mountain"}, counters=counters, zones={"0503": "F"})
    state = field(theatre, dict.fromkeys(keys, "0505"))
    assert fits_limit(state, GRID.hex("0505"), units(state, *keys))
    assert not fits_limit(state, GRID.hex("0504"), units(state, *keys))
    assert fits_limit(state, GRID.hex("0504"), units(state, *keys[:4]))
    assert not fits_limit(state, GRID.hex("0503"), units(state, *keys[:3]))


def test_14m_army_hqs_of_different_nations_do_not_stack() -> None:
    counters = [counter(key, "0-4", "army hq", "army") for key in ("ITA", "ITB", "FRA")]
    state = field(sketch(counters=counters), {"ITA": "0506", "ITB": "0507", "FRA": "0508"})
    there = GRID.hexes("0506")
    assert full_for(state, 0, units(state, "ITB"), there) == 0
    assert full_for(state, 0, units(state, "FRA"), there) == there


def test_8a2_a_group_too_large_for_the_mountains_does_not_stop_there() -> None:
    counters, keys = stack(division=5)
    theatre = sketch({"0504": "mountain"}, counters=counters, zones={"0503": "F"})
    state = field(theatre, dict.fromkeys(keys, "0505"))
    empty = GRID.hexes("0503", "0504", "0506")
    assert full_for(state, 0, units(state, *keys), empty) == GRID.hexes("0503", "0504")
    assert full_for(state, 0, units(state, *keys[:4]), empty) == GRID.hexes("0503")
    assert full_for(state, 0, units(state, *keys[:2]), empty) == 0
