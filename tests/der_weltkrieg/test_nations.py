"""Sections 37 to 49: what holds for one nation, where no other chapter's tests show it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.der_weltkrieg.table import Sketch, Table, counter, table
from trenchline.games.der_weltkrieg.battle import Battle
from trenchline.games.der_weltkrieg.components import HIGHLANDERS, NATIONS
from trenchline.games.der_weltkrieg.lines import serves
from trenchline.games.der_weltkrieg.retreat import DecideRetreat, loss_in_retreat, share_to_hold
from trenchline.games.der_weltkrieg.stacking import has_room, load
from trenchline.games.der_weltkrieg.surrounded import mark_pockets, pockets_surrender

OTHERS = ("IT", "RO", "BU", "GR", "GB", "BE", "MN", "US")
COUNTERS = tuple(
    one
    for code in OTHERS
    for one in (
        counter(f"{code}I1", (6, 4), 4, full=6),
        counter(f"{code}I2", (6, 4), 4, full=6),
        counter(f"{code}I3", (6, 4), 4, full=6),
        counter(f"{code}B1", (2, 1), 4, size="brigade", full=6),
    )
)
CAUCASIANS = tuple(
    replace(counter(f"RUK{n}", (2, 1), 4, size="brigade", full=5), traits=frozenset(traits))
    for n, traits in enumerate((*((word,) for word in HIGHLANDERS), ()))
)
SKETCH = Sketch({"0303/0304": "wooded_rough"}, "0303 0304", counters=(*COUNTERS, *CAUCASIANS))
OPEN = replace(SKETCH, sides={}, land="", facts={"1010": {"edge": "GB IT"}})


def defended(code: str, year: int) -> tuple[Table, Battle]:
    """A division attacked in the open."""
    attacker = 0 if NATIONS[code].side else 1
    enemy = "DE I1@0303" if attacker == 0 else "RU I1@0303"
    phase = f"turn {year} Aug 5 phase Central movement\n"
    t = OPEN.table(phase + f"{code} I1@0304\n{enemy}")
    unit = t.state.theatre.unit["DEI1" if attacker == 0 else "RUI1"]
    hex_ = t.state.theatre.board.grid.hex("0304")
    return t, Battle(attacker, (hex_,), (unit,), (t.state.where[unit],), (8,))


@pytest.mark.parametrize(
    ("code", "year", "share"),
    [
        ("IT", 1917, Fraction(1, 3)),
        ("IT", 1918, Fraction(1, 2)),
        ("RO", 1918, Fraction(1, 3)),
        ("AH", 1915, Fraction(1, 3)),
        ("RU", 1915, Fraction(1, 3)),
        ("SR", 1914, Fraction(1, 2)),
        ("DE", 1914, Fraction(1, 2)),
    ],
)
def test_40_4_41_2_42_2_47_2_who_gives_way_at_a_third(
    code: str, year: int, share: Fraction
) -> None:
    t, battle = defended(code, year)
    assert share_to_hold(t.state, battle) == share


@pytest.mark.parametrize(("code", "loss"), [("IT", 6), ("AH", 6), ("RO", 4), ("RU", 4)])
def test_40_6_42_3_whose_losses_a_retreat_does_not_lower(code: str, loss: int) -> None:
    t, battle = defended(code, 1915)
    assert loss_in_retreat(t.state, replace(battle, defence_loss=6)) == loss


@pytest.mark.parametrize("code", ["SR", "BU", "GR"])
def test_43_5_45_2_48_2_whose_infantry_are_mountain_units(code: str) -> None:
    side = "Entente" if NATIONS[code].side else "Central"
    t = SKETCH.table(f"turn 1914 Aug 5 phase {side} movement\n{code} I1@0303")
    assert t.cost(f"{code}I1", "0304") == 3


@pytest.mark.parametrize("code", ["IT", "RO", "BE", "MN"])
def test_43_5_others_are_not(code: str) -> None:
    t = SKETCH.table(f"turn 1914 Aug 5 phase Entente movement\n{code} I1@0303")
    assert t.cost(f"{code}I1", "0304") == 4


def test_41_5_caucasian_and_border_infantry_are_mountain_units() -> None:
    units = " ".join(f"K{n}@0303" for n in range(7))
    t = SKETCH.table(f"turn 1914 Aug 5 phase Entente movement\nRU {units}")
    assert [t.cost(f"RUK{n}", "0304") for n in range(7)] == [3, 3, 3, 3, 3, 3, 4]


RING = "\nDE I1@0401 I2@0601 I3@0602 I4@0604 I5@0504 I6@0405 I7@0303 I8@0202 I9@0302"
"""Germans around 0402, 0403 and 0503, each of which borders the other two."""


@pytest.mark.parametrize(("code", "where"), [("GB", "0402"), ("IT", "surrendered")])
def test_38_2_british_pockets_with_a_core_hold_out(code: str, where: str) -> None:
    position = f"{code} I1@0402 I2@0403 I3@0503" + RING
    t = OPEN.table("turn 1915 Aug 5 phase Entente movement\n" + position)
    mark_pockets(t.state, 1)
    pockets_surrender(t.state, 1)
    assert t.where(f"{code}I1") == where


def test_49_1_american_infantry_is_twice_as_big() -> None:
    theatre = OPEN.theatre()
    assert theatre.half_divisions[theatre.unit["USI1"]] == 4
    assert theatre.half_divisions[theatre.unit["USB1"]] == 2


@pytest.mark.parametrize(
    ("payer", "nation", "may"),
    [
        ("IT", "SR", True),
        ("IT", "FR", False),
        ("SR", "MN", True),
        ("MN", "SR", False),
        ("BU", "OT", True),
        ("BU", "DE", False),
    ],
)
def test_42_4_43_4_45_3_whose_headquarters_serve_an_ally(
    payer: str, nation: str, may: bool
) -> None:
    t = OPEN.table("turn 1916 Aug 5 phase Central movement\nDE I1@0303\nRU I1@1010")
    assert serves(t.state, payer, nation) == may


@pytest.mark.parametrize(
    ("month", "cost"), [("Aug 5", 3), ("Dec 1", 4), ("Feb 7", 4), ("Mar 1", 3)]
)
def test_46_3_ottoman_infantry_are_mountain_units_but_in_winter(month: str, cost: int) -> None:
    t = SKETCH.table(f"turn 1915 {month} phase Central movement\nOT I1@0303")
    assert t.cost("OTI1", "0304") == cost


@pytest.mark.parametrize(("sheet", "cost"), [("7-9", 3), ("8-8", 4), ("6-8", 4)])
def test_46_3_34_6_where_there_is_no_winter_they_stay_mountain_units(sheet: str, cost: int) -> None:
    sketch = replace(SKETCH, scenario={"sheet": sheet})
    t = sketch.table("turn 1915 Dec 1 phase Central movement\nOT I1@0303")
    assert t.cost("OTI1", "0304") == cost


@pytest.mark.parametrize(
    ("code", "share"), [("RO", Fraction(1, 3)), ("IT", 1), ("RU", 1), ("AH", 1), ("SR", 1)]
)
def test_47_2_r133_trenches_and_strong_ground_do_not_hold_romanians(
    code: str, share: Fraction
) -> None:
    t, battle = defended(code, 1915)
    t.state.trenches = 1 << battle.target
    assert share_to_hold(t.state, battle) == share
    t.state.trenches = 0
    assert share_to_hold(t.state, replace(battle, terrain="rough")) == share


@pytest.mark.parametrize("more", ["I1=1", "A1", "HQ1", "E1"])
def test_40_5_german_units_of_any_kind_steady_austrians(more: str) -> None:
    t = OPEN.table(f"turn 1915 Aug 5 phase Entente combat\nAH I1@0304\nDE {more}@0304\nRU I1@0303")
    hex_ = t.state.theatre.board.grid.hex("0304")
    battle = Battle(1, (hex_,), (t.unit("RUI1"),), (t.state.where[t.unit("RUI1")],), (5,))
    assert share_to_hold(t.state, battle) == Fraction(1, 2)


def test_40_2_no_column_towards_an_enemy_however_far_on_the_map_bug() -> None:
    """Enemies more than twenty hexes away did not count; they do on the same map."""
    text = "scenario tannenberg\nturn 1914 Aug 5 phase Central movement\nAH 3@0110\nRU 1@2304"
    t = table(text).choose("unit AH3", "column")
    assert t.refused("move 0210") == "40-2"


@pytest.mark.parametrize(
    ("code", "year", "case"),
    [
        ("AH", 1914, "40-4"),
        ("RU", 1914, "41-2"),
        ("IT", 1916, "42-2"),
        ("RO", 1916, "47-2"),
        ("AH", 1916, "14-4"),
        ("GB", 1914, "14-4"),
    ],
)
def test_40_4_41_2_42_2_47_2_a_refusal_to_stand_names_the_case(
    code: str, year: int, case: str
) -> None:
    t, battle = defended(code, year)
    t.state.battles = [replace(battle, defence_loss=3)]
    assert DecideRetreat().choices(t.state) == {"retreat": 1}
    assert DecideRetreat().why_not(t.state, "stand", 0).case == case


SERVICE = {
    "DE": "AH BU OT",
    "GB": "BE SR GR NL RU US",
    "FR": "BE NL CH SR GR RU US",
    "AH": "BU OT",
    "RU": "RO SR",
    "IT": "SR",
    "SR": "MN",
    "BU": "OT",
}
"""Whom the headquarters of each nation serve, as sections 37 to 49 list them."""


@pytest.mark.parametrize("payer", NATIONS)
def test_37_8_38_3_39_2_40_7_41_6_42_4_43_4_45_3_46_4_who_serves_whom(payer: str) -> None:
    t = OPEN.table("turn 1916 Aug 5 phase Central movement\nDE I1@0303\nRU I1@1010")
    found = {code for code in NATIONS if code != payer and serves(t.state, payer, code)}
    assert found == set(SERVICE.get(payer, "").split()) & set(NATIONS)


def test_49_1_three_american_divisions_fill_a_hex() -> None:
    t = OPEN.table("turn 1918 Aug 5 phase Entente movement\nUS I1@0404 I2@0404 I3@0404\nDE I1@0101")
    hex_ = t.state.theatre.board.grid.hex("0404")
    assert load(t.state, hex_, 1) == (12, 0)
    assert not has_room(t.state, hex_, 1, t.unit("USB1"))
    full = OPEN.table(
        "turn 1918 Aug 5 phase Entente movement\nUS I1@0404 I2@0404 B1@0404\nDE I1@0101"
    )
    assert has_room(full.state, hex_, 1, t.unit("GBB1"))
    assert not has_room(full.state, hex_, 1, t.unit("USI3"))
