"""Chapter 12: what the scenarios tell, and what is said of a file that tells it badly."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from trenchline.games.balance_of_powers.calendar import name_of
from trenchline.games.balance_of_powers.components import (
    AH,
    BR,
    CENTRAL,
    ENTENTE,
    FOLDER,
    GE,
    GRID,
    HOME,
    OT,
    RU,
    TERRAIN,
    UNIT,
    UNITS,
    US,
)
from trenchline.games.balance_of_powers.scenarios import Scenario, load_scenario, opens
from trenchline.kernel.data import DataError

from .table import at

NAMES = (
    *("before_the_leaves_fall", "fire_in_the_east", "kaiserschlacht"),
    *("south_slavs", "asian_treasure_house"),
)


def keys(scenario: Scenario, when: str) -> set[str]:
    return {UNITS[unit].key for unit in scenario.forces.get(when, ())}


@pytest.mark.parametrize(
    ("name", "first", "last"),
    [
        ("before_the_leaves_fall", "August 1914", "October 1914"),
        ("fire_in_the_east", "May 1915", "October 1915"),
        ("kaiserschlacht", "March 1918", "November 1918"),
        ("south_slavs", "September 1914", "November 1916"),
        ("asian_treasure_house", "November 1914", "November 1918"),
    ],
)
def test_11_1_each_scenario_tells_how_long_it_lasts(name: str, first: str, last: str) -> None:
    told = load_scenario(name)
    assert (name_of(told.first), name_of(told.last)) == (first, last)


@pytest.mark.parametrize("name", NAMES)
def test_11_3_every_unit_of_a_side_that_sets_up_has_a_zone(name: str) -> None:
    told = load_scenario(name)
    zoned = 0
    for zone in told.zones:
        zoned |= zone.units
    fighting = {*told.sides[CENTRAL], *told.sides[ENTENTE]}
    for unit in told.forces[told.set_up]:
        if UNITS[unit].nation in fighting:
            assert zoned >> unit & 1, UNITS[unit].key


def test_12_1_set_up_france_has_seven_hexes_beside_germany() -> None:
    quota = load_scenario("before_the_leaves_fall").quotas[0]
    assert GRID.labels(quota.hexes) == ["1022", "1023", "1024", "1124", "1125", "1126", "1127"]
    assert quota.each == 2


def test_12_1_set_up_austria_hungary_keeps_away_from_three_towns() -> None:
    zone = load_scenario("before_the_leaves_fall").zones[3]
    assert zone.hexes & ~HOME[AH] == 0
    assert not zone.hexes >> at("4322") & 1, "Lemberg is beside Rava Ruska"
    assert zone.hexes >> at("4023") & 1


def test_12_2_start_line_parts_the_powers() -> None:
    central, russian = load_scenario("fire_in_the_east").zones
    assert not central.hexes & russian.hexes
    for corner in ("4727", "4627", "4428", "3624", "3619", "3518", "3515", "4112", "4111", "3810"):
        assert central.hexes >> at(corner) & 1, corner
    assert central.hexes >> at("3419") & 1, "Lodz had fallen"
    assert russian.hexes >> at("4023") & 1, "Przemysl had surrendered"
    assert russian.hexes >> at("3717") & 1
    assert not HOME[GE] & russian.hexes


def test_12_2_adjustments_2_nobody_enters_neutrals_or_the_west() -> None:
    told = load_scenario("fire_in_the_east")
    for label in ("0423", "0917", "4828"):
        assert not told.hexes >> at(label) & 1, label
    assert told.hexes >> at("2516") & 1


def test_12_2_arrivals_begin_in_summer_without_german_air_units() -> None:
    told = load_scenario("fire_in_the_east")
    assert {when for when in told.forces if when != "start"} == {"1915 Summer", "1915 Autumn"}
    late = [UNITS[u] for when, us in told.forces.items() if when != "start" for u in us]
    assert {unit.nation for unit in late} <= {AH, GE, RU}
    assert not [u for u in late if u.nation == GE and u.kind in ("fighter", "bomber", "zeppelin")]


def test_12_2_removal_takes_mackensen_in_september() -> None:
    (removal,) = load_scenario("fire_in_the_east").removals
    assert removal.when == "September 1915"
    assert UNIT["GE-L-MCKNSN"] in removal.units
    assert len(removal.one_of) == 2


def test_12_4_set_up_cp_the_front_of_1916_without_two_hexes() -> None:
    central, entente = load_scenario("kaiserschlacht").zones
    assert not central.hexes & entente.hexes
    for label, zone in (("0520", entente), ("0521", entente), ("0921", central), ("0922", entente)):
        assert zone.hexes >> at(label) & 1, label


def test_12_4_set_up_fortresses_behind_the_german_front_are_ruins() -> None:
    ruins = load_scenario("kaiserschlacht").ruins
    assert ruins >> at("1119") & 1, "Liège"
    assert ruins >> at("0917") & 1, "Antwerp"
    assert not ruins >> at("0922") & 1, "Verdun"
    assert not ruins >> at("1123") & 1, "Metz is German"


def test_12_4_muster_1_americans_come_to_britain_and_france() -> None:
    places = load_scenario("kaiserschlacht").musters[US]
    assert places >> at("0423") & 1
    assert places >> at("0115") & 1


def test_12_5_muster_1_and_2_malta_marseilles_and_the_north_edge() -> None:
    told = load_scenario("south_slavs")
    assert GRID.labels(told.musters[BR]) == ["0737", "2457"]
    assert told.supply[GE] & ~HOME[AH] == 0
    assert "2829" in GRID.labels(told.supply[GE])


def test_12_5_set_up_takes_the_list_of_august() -> None:
    told = load_scenario("south_slavs")
    assert told.set_up == "1914 August"
    assert {"AH-I-8", "RS-L-PUTNIK", "ME-I-SANJAK"} <= keys(told, told.set_up)


def test_12_5_forces_neutrals_come_by_the_chronological_order() -> None:
    told = load_scenario("south_slavs")
    assert {"IT-I-1", "RO-I-1", "BG-I-1"} <= keys(told, "1914 August")
    assert "GE-I-1" not in keys(told, "1914 August")


def test_12_7_set_up_lets_the_british_begin_in_egypt_and_abidan() -> None:
    british = load_scenario("asian_treasure_house").zones[0]
    assert british.hexes >> at("9270") & 1
    assert british.hexes >> at("5765") & 1


def test_12_7_tracks_give_the_ottomans_three_points() -> None:
    assert load_scenario("asian_treasure_house").points[OT] == 3


def test_headings_name_months_and_seasons() -> None:
    assert opens("1917 Summer") == opens("Summer 1917") == opens("June 1917")
    with pytest.raises(ValueError, match="is no month"):
        opens("1917 Someday")


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda t: t.replace('case = "12.1"', 'cas = "12.1"'), "cas is none of title"),
        (lambda t: t.replace('"FR", "RU"]', '"FR", "XX"]'), r"\[sides\] entente: XX is no nation"),
        (lambda t: t.replace('not_near = ["4321"', 'not_near = ["9999"'), "zone 4: there is no"),
        (lambda t: t.replace("each = 2", "each = 2\nall = 3"), "quota 1: tell either each or all"),
        (lambda t: t.replace('of = "GE"', 'off = "GE"'), "zone 2: off is none of"),
        (lambda t: t.replace("FR-I-19", "FR-I-99"), "zone 1: there is no unit FR-I-99"),
        (lambda t: t.replace("plan_xvii", "plan_xv"), r"\[special\] plan_xv is none of"),
        (lambda t: t.replace('first = "August', 'first = "Augst'), "'Augst 1914' is no month"),
        (lambda t: t.replace('"north"', '"nord"'), "sheets should be some of"),
    ],
)
def test_errors_in_a_scenario_name_file_and_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: Callable[[str], str], problem: str
) -> None:
    original = FOLDER / "scenarios" / "before_the_leaves_fall"
    folder = tmp_path / "scenarios" / "broken"
    folder.mkdir(parents=True)
    (folder / "forces.csv").write_text((original / "forces.csv").read_text())
    before = (original / "scenario.toml").read_text()
    (folder / "scenario.toml").write_text(change(before))
    assert change(before) != before
    monkeypatch.setattr("trenchline.games.balance_of_powers.scenarios.FOLDER", tmp_path)
    with pytest.raises(DataError, match=rf"scenario\.toml.*{problem}"):
        load_scenario.__wrapped__("broken")


def test_1_22_forest_the_ardennes_are_one_wood() -> None:
    woods = TERRAIN["forest"]
    assert all(woods >> at(label) & 1 for label in ("0920", "1020", "1021", "1120"))
