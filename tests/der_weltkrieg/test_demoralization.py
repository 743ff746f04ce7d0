"""Section 26: demoralization points."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.der_weltkrieg.table import Sketch, Table, counter, line_of, table
from trenchline.games.der_weltkrieg.components import CODES
from trenchline.games.der_weltkrieg.deliveries import due
from trenchline.games.der_weltkrieg.demoralization import suffer
from trenchline.games.der_weltkrieg.losses import lose_points, lose_unit

CENTRAL = "turn 1914 Aug 5 phase Central movement\n"
ENTENTE = "turn 1914 Aug 5 phase Entente movement\n"
CITIES = Sketch(places={"0703": "city", "0303": "city"})


def dm(t: Table, code: str) -> int:
    """The demoralization of a nation."""
    return t.state.dm[CODES.index(code)]


def told(**levels: Any) -> dict[str, Any]:
    """A scenario with levels of demoralization."""
    return {"demoralization": {"tracked": ["DE", "RU"], **levels}}


@pytest.mark.parametrize(
    ("unit", "points", "surrendered", "expected"),
    [
        ("RUI1", 2, False, 2),
        ("RUM1", 2, False, 2),
        ("RUX1", 2, False, 2),
        ("RUI1", 2, True, 4),
        ("RUF1", 2, False, 2),
        ("RUC1", 1, False, 2),
        ("RUC1", 1, True, 4),
        ("RUA1", 2, False, 4),
        ("RUA1", 2, True, 8),
    ],
)
def test_26_3_what_strength_points_weigh(
    unit: str, points: int, surrendered: bool, expected: int
) -> None:
    t = Sketch().table(CENTRAL + f"RU {unit[2:]}@0803\nDE I1@0101")
    lose_points(t.state, t.state.theatre.unit[unit], points, surrendered)
    assert dm(t, "RU") == expected


@pytest.mark.parametrize(("unit", "expected"), [("RUE1", 2), ("RUHQ1", 10), ("RUI1", 5)])
def test_26_3_what_units_weigh(unit: str, expected: int) -> None:
    t = Sketch().table(CENTRAL + f"RU {unit[2:]}@0803\nDE I1@0101")
    lose_unit(t.state, t.state.theatre.unit[unit])
    assert dm(t, "RU") == expected


HORSE = (
    counter("RUK1", (3, 2), 6, "cavalry", full=3),
    replace(counter("RUK1+", (4, 3), 6, "cavalry", full=4), traits=frozenset({"strengthened"})),
    counter("RUKHQ", (1, 1), 5, "headquarters", "corps"),
)


@pytest.mark.parametrize(("unit", "expected"), [("K1", 2), ("K1+", 1)])
def test_26_3_13_23_31_4_strong_cavalry_weighs_as_cavalry_until_strengthened_bug(
    unit: str, expected: int
) -> None:
    """It is infantry for supply and losses only, and weighed a point instead of two."""
    t = Sketch(counters=HORSE).table(CENTRAL + f"RU {unit}@0803\nDE I1@0101")
    lose_points(t.state, t.state.theatre.unit[f"RU{unit}"], 1)
    assert dm(t, "RU") == expected


def test_26_3_only_headquarters_of_armies_weigh() -> None:
    t = Sketch(counters=HORSE).table(CENTRAL + "RU KHQ@0803\nDE I1@0101")
    lose_unit(t.state, t.state.theatre.unit["RUKHQ"])
    assert dm(t, "RU") == 0


def test_26_3_r136_replacements_weigh_nothing() -> None:
    t = Sketch().table(CENTRAL + "RU R1@0803\nDE I1@0101")
    lose_unit(t.state, t.state.theatre.unit["RUR1"])
    assert dm(t, "RU") == 0


def test_26_3_26_4_a_city_weighs_once() -> None:
    t = CITIES.table(CENTRAL + "DE I1@0603\nRU I1@1010").march("DEI1", "0703")
    assert dm(t, "RU") == 15
    t.choose("done")
    while t.phase != "Central movement":
        t.choose("done")
    t.march("DEI1", "0603", "0703")
    assert dm(t, "RU") == 15


def test_r49_only_combat_units_occupy_a_city() -> None:
    t = CITIES.table(CENTRAL + "DE HQ1@0603 C1@0603\nRU I1@1010").march("DEHQ1", "0703")
    assert dm(t, "RU") == 0
    assert dm(t.march("DEC1", "0703"), "RU") == 15


def test_26_4_passing_through_is_not_occupying() -> None:
    t = CITIES.table(CENTRAL + "DE C1@0603\nRU I1@1010").march("DEC1", "0903")
    assert dm(t, "RU") == 0


def test_26_4_r49_nor_is_passing_through_hex_by_hex_bug() -> None:
    """Who marched on after he had stopped in a city had occupied it."""
    t = CITIES.table(CENTRAL + "DE C1@0603\nRU I1@1010").choose("unit DEC1", "move 0703")
    assert dm(t, "RU") == 0
    stops, goes_on = t.copy().choose("stay"), t.choose("move 0803", "stay")
    assert (dm(stops, "RU"), dm(goes_on, "RU")) == (15, 0)


def test_26_4_an_advance_occupies_and_so_does_who_attacks_in_column_from_a_city() -> None:
    text = CENTRAL + "DE I1@0603\nRU I1@0803"
    t = CITIES.table(text, 1, 1).choose("unit DEI1", "move 0703", "attack 0803")
    assert dm(t, "RU") >= 15
    fight = "turn 1914 Aug 5 phase Central combat\nDE I1@0603 I2@0603\nRU A1@0703"
    t = CITIES.table(fight, 1, 1).choose("attack 0703", "with DEI1", "join")
    before = dm(t, "RU")
    assert dm(t.choose("advance DEI1"), "RU") == before + 15


def test_37_6_german_cities_weigh_double() -> None:
    t = CITIES.table(ENTENTE + "RU I1@0403\nDE I1@0110").march("RUI1", "0303")
    assert dm(t, "DE") == 30


def test_26_3_a_capital_weighs_double() -> None:
    sketch = Sketch(places=CITIES.places, scenario={"capitals": {"RU": ["0703"]}})
    t = sketch.table(CENTRAL + "DE I1@0603\nRU I1@1010").march("DEI1", "0703")
    assert dm(t, "RU") == 30


def test_26_3_26_4_an_urban_hexside_falls_with_both_its_hexes() -> None:
    """Its centre does not count as a city besides."""
    sketch = Sketch(line_of("urban", "0703", "0704"), places={"0703": "city"})
    t = sketch.table(CENTRAL + "DE I1@0603 I2@0604\nRU I1@1010").march("DEI1", "0703")
    assert dm(t, "RU") == 0
    assert dm(t.march("DEI2", "0704"), "RU") == 25
    assert t.state.urban_fallen


def test_26_4_what_was_lost_before_the_scenario_is_not_counted() -> None:
    t = table("scenario gorlice\nturn 1915 May 1 phase Entente movement\nRU 31@0804\nAH 3@0202")
    held = t.state.theatre.listed("held", "RU")
    cities = t.state.theatre.cities
    assert all(t.state.cities_fallen >> hex_ & 1 for hex_ in held if cities >> hex_ & 1)


def test_26_4_streets_lost_before_the_scenario_are_not_counted_bug() -> None:
    """Only cities were, and a walk through the town cost twenty-five points again."""
    held = {"held": {"DE": ["0703", "0704"]}}
    sketch = Sketch(line_of("urban", "0703", "0704"), places={"0703": "city"}, scenario=held)
    t = sketch.table(CENTRAL + "DE I1@0603 I2@0704\nRU I1@1010").march("DEI1", "0703")
    assert dm(t, "RU") == 0


def test_26_2_only_those_the_scenario_names_keep_count() -> None:
    t = Sketch().table(CENTRAL + "FR I1@0803\nDE I1@0101")
    suffer(t.state, "FR", 5, "")
    assert dm(t, "FR") == 0
    sketch = Sketch(scenario={"demoralization": {}})
    t = sketch.table(CENTRAL + "FR I1@0803\nDE I1@0101")
    suffer(t.state, "FR", 5, "")
    suffer(t.state, "BE", 5, "")
    assert (dm(t, "FR"), dm(t, "BE")) == (5, 0)


def test_26_5_morale_and_economy_break_at_the_scenarios_levels() -> None:
    sketch = Sketch(scenario=told(shaken={"RU": 10}, collapse={"RU": 20}))
    t = sketch.table(CENTRAL + "RU I1@0803\nDE I1@0101")
    suffer(t.state, "RU", 9, "")
    assert t.state.flags == frozenset()
    suffer(t.state, "RU", 1, "")
    assert t.state.flags == {"RU shaken"}
    suffer(t.state, "RU", 10, "")
    assert t.state.flags == {"RU shaken", "RU collapse"}


def test_26_7_8_9_a_country_that_surrenders_leaves_the_war() -> None:
    line = line_of("double_track", "0803", "0903")
    sketch = Sketch(line, facts={"0903": {"country": "SR"}}, scenario=told(surrender={"RU": 10}))
    t = sketch.table(CENTRAL + "RU I1@0803 HQ1/20@0804\nSR I1@1010\nDE I1@0101")
    suffer(t.state, "RU", 10, "")
    t.choose("done")
    assert t.where("RUI1") == t.where("RUHQ1") == "surrendered"
    assert t.where("SRI1") == "1010"
    assert t.labels(t.state.network[CODES.index("SR")]) == {"0803", "0903"}


def test_26_7_25_1_nobody_of_it_arrives_or_returns_any_more_bug() -> None:
    """Only units on the map were removed: reinforcements and supply points still came."""
    supply = {"supply": {"RU": {"Aug 5": 6}}}
    sketch = Sketch(scenario=told(surrender={"RU": 10}) | supply)
    t = sketch.table(CENTRAL + "RU I1@0803 I2:reserve I3=0:eliminated\nSR I1@1010\nDE I1@0101")
    assert due(t.state, "RU") == 6
    suffer(t.state, "RU", 10, "")
    t.choose("done")
    assert t.where("RUI1") == t.where("RUI2") == t.where("RUI3") == "surrendered"
    assert due(t.state, "RU") == 0
