"""Charts, orders of battle and scenarios as data: totals, schedules and lawful set-ups."""

from __future__ import annotations

import csv
import tomllib
from collections import Counter, defaultdict
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

import trenchline.games
from trenchline.games.der_weltkrieg.scenarios import load_theatre, read_counter
from trenchline.kernel.board import Board, load_board
from trenchline.kernel.data import SOURCES, DataError, Row
from trenchline.kernel.rulebook import load_rulebook

FOLDER = Path(trenchline.games.__path__[0]) / "der_weltkrieg"
SCENARIOS = ("tannenberg", "limanowa", "gorlice")
DICE = [str(die) for die in range(-1, 9)]
SIDE = {"DE": "Central Powers", "AH": "Central Powers", "RU": "Entente"}
COMBAT = ("infantry", "mountain", "cavalry", "artillery", "siege")


@lru_cache
def rows(file: str) -> list[dict[str, str]]:
    with (FOLDER / file).open(encoding="utf-8", newline="") as opened:
        return list(csv.DictReader(opened))


@lru_cache
def told(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / name / "scenario.toml").read_text(encoding="utf-8"))


@lru_cache
def board_of(name: str) -> Board:
    return load_board(FOLDER / told(name).get("map", name) / "map")


def units(name: str) -> dict[str, dict[str, str]]:
    return {row["key"]: row for row in rows(f"{name}/units.csv")}


def holders(name: str) -> dict[str, str]:
    """Who holds each hex at the start."""
    board = board_of(name)
    held = {facts["hex"]: facts["country"] for facts in board.facts.values()}
    for code in SIDE:
        held.update(dict.fromkeys(told(name).get("held", {}).get(code, ()), code))
    return held


def crt(file: str) -> dict[int, list[int]]:
    return {int(row["strength"]): [int(row[die]) for die in DICE] for row in rows(file)}


def loss(table: dict[int, list[int]], strength: int, die: int) -> int:
    """As 13-19 says it, from the file alone."""
    full, rest = divmod(strength, 50)
    row = min(max(die, -1), 8) + 1
    return full * table[50][row] + (table[rest][row] if rest else 0)


# The Combat Results Tables.


@pytest.mark.parametrize("file", ["crt_1914.csv", "crt_1917.csv"])
def test_13_8_a_card_has_a_line_for_every_strength_and_never_falls(file: str) -> None:
    table = crt(file)
    assert list(table) == list(range(1, 51))
    for strength, line in table.items():
        assert line == sorted(line)
        if strength > 1:
            assert all(a <= b for a, b in zip(table[strength - 1], line, strict=True))


def test_13_13_the_two_printed_results() -> None:
    table = crt("crt_1914.csv")
    assert loss(table, 20, 1) == 2
    assert loss(table, 24, 7) == 6


def test_13_19_above_50_the_columns_add_up() -> None:
    table = crt("crt_1914.csv")
    for die in range(-1, 9):
        assert loss(table, 135, die) == 2 * loss(table, 50, die) + loss(table, 35, die)
    assert loss(table, 100, 8) == 2 * table[50][-1]


def test_13_26_the_second_card_is_bloodier() -> None:
    first, second = crt("crt_1914.csv"), crt("crt_1917.csv")
    assert all(a <= b for n in first for a, b in zip(first[n], second[n], strict=True))
    assert sum(map(sum, second.values())) > sum(map(sum, first.values()))


# The rulebook.


def test_the_catalogue_has_every_numbered_case() -> None:
    book = load_rulebook(FOLDER)
    numbered = [case for case in book if "-" in case]
    assert len(numbered) == 380
    last = dict.fromkeys(map(str, range(6, 51)), 0)
    for case in numbered:
        section, number = case.split("-")
        assert int(number) == last[section] + 1, case
        last[section] += 1
    assert last["13"] == 26
    assert last["22"] == 22
    assert last["50"] == 17
    for ruling in book.rulings.values():
        assert set(ruling.cases) <= set(book), ruling.number
    assert len(book.rulings) >= 56


# Scenarios.


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_row_says_where_it_comes_from(name: str) -> None:
    for file in ("units", "forts", "reinforcements"):
        assert {row["source"] for row in rows(f"{name}/{file}.csv")} <= set(SOURCES)
    assert told(name)["source"] in SOURCES
    for section in told(name).values():
        if isinstance(section, dict):
            assert section["source"] in SOURCES


@pytest.mark.parametrize("name", SCENARIOS)
def test_4_units_begin_on_ground_their_side_holds(name: str) -> None:
    held = holders(name)
    for row in (*rows(f"{name}/units.csv"), *rows(f"{name}/forts.csv")):
        if row["hex"]:
            assert SIDE[held[row["hex"]]] == SIDE[row["nation"]], (row["key"], row["hex"])


@pytest.mark.parametrize("name", SCENARIOS)
def test_11_1_set_ups_keep_the_stacking_limits(name: str) -> None:
    halves: Counter[str] = Counter()
    guns: Counter[str] = Counter()
    for row in units(name).values():
        if row["type"] in ("artillery", "siege"):
            guns[row["hex"]] += 1
        elif row["type"] in ("infantry", "mountain", "cavalry", "replacement"):
            halves[row["hex"]] += 2 if row["size"] == "division" else 1
    del halves[""], guns[""]
    assert max(halves.values()) <= 12
    assert max(guns.values(), default=0) <= 3


@pytest.mark.parametrize("name", ["tannenberg", "limanowa"])
def test_10_1_nobody_but_the_front_begins_in_an_enemy_zone(name: str) -> None:
    """In August 1914 the armies have not met; before Cracow they have."""
    grid = board_of(name).grid
    standing: dict[str, list[str]] = defaultdict(list)
    for row in units(name).values():
        if row["hex"] and row["type"] in ("infantry", "mountain", "cavalry"):
            standing[SIDE[row["nation"]]].append(row["hex"])
    met = {
        (a, b)
        for a in standing["Central Powers"]
        for b in standing["Entente"]
        if grid.distance(grid.hex(a), grid.hex(b)) == 1
    }
    assert bool(met) == (name == "limanowa")


@pytest.mark.parametrize("name", SCENARIOS)
def test_headquarters_begin_on_the_rails(name: str) -> None:
    board = board_of(name)
    rails = 0
    for kind in ("single_track", "double_track"):
        for hexes in board.sides[kind]:
            rails |= hexes
    for row in units(name).values():
        if row["type"] == "headquarters":
            assert row["defence_only"] == "yes"
            assert row["supply"]
            if row["hex"]:
                assert rails >> board.grid.hex(row["hex"]) & 1, row["key"]
                assert int(row["supply"]) <= 100


@pytest.mark.parametrize("name", SCENARIOS)
def test_25_1_everything_awaited_has_a_turn_and_a_rail_hex(name: str) -> None:
    board, counters = board_of(name), units(name)
    awaited = [row["key"] for row in rows(f"{name}/reinforcements.csv")]
    assert len(set(awaited)) == len(awaited)
    assert set(awaited) == {key for key, row in counters.items() if not row["hex"]}
    rails = 0
    for kind in ("single_track", "double_track"):
        for hexes in board.sides[kind]:
            rails |= hexes
    for row in rows(f"{name}/reinforcements.csv"):
        assert row["turn"] in told(name)["turns"]
        for label in row["entry"].split():
            assert rails >> board.grid.hex(label) & 1, label
            assert SIDE[holders(name)[label]] == SIDE[counters[row["key"]]["nation"]], label


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_schedule_names_turns_nations_and_hexes_that_exist(name: str) -> None:
    scenario, board = told(name), board_of(name)
    assert len(scenario["turns"]) == len(scenario["dates"])
    for nation, points in scenario["supply"].items():
        if nation != "source":
            assert nation in scenario["nations"]
            assert points.keys() <= set(scenario["turns"])
    for section in ("held", "trenches"):
        for code, labels in scenario.get(section, {}).items():
            if code != "source":
                assert all(board.grid.hex(label) in board.facts for label in labels)
    for label in scenario["victory"].get("ground", {}):
        assert board.name(board.grid.hex(label)) != label
    assert {row["nation"] for row in units(name).values()} <= set(scenario["nations"])
    least = [level.get("least", -9999) for level in scenario["victory"]["levels"]]
    assert least == sorted(least, reverse=True)


def test_22_9_trenches_lie_on_the_front_and_22_2_not_behind_mountains_only() -> None:
    board, held = board_of("gorlice"), holders("gorlice")
    standing = {row["hex"] for row in units("gorlice").values() if row["type"] in COMBAT}
    for code, labels in told("gorlice")["trenches"].items():
        for label in labels if code != "source" else ():
            assert label in standing
            hex_ = board.grid.hex(label)
            facing = 0
            for direction, shift in enumerate(board.grid.shifts):
                there = board.facts.get(hex_ + shift)
                if there is not None and SIDE[held[there["hex"]]] != SIDE[code]:
                    closed = ("mountain", "alpine", "swamp")
                    facing += not any(board.sides[k][direction] >> hex_ & 1 for k in closed)
            assert facing, label


def test_22_17_gorlice_can_be_broken_by_guns() -> None:
    """As many siege and regular artillery units reach it as divisions defend it."""
    grid = board_of("gorlice").grid
    counters = [row for row in units("gorlice").values() if row["hex"]]
    target = grid.hex("0705")
    near = Counter(
        row["type"]
        for row in counters
        if row["hex"] and grid.distance(grid.hex(row["hex"]), target) == 1
    )
    defending = sum(row["hex"] == "0705" and row["size"] == "division" for row in counters)
    assert 0 < defending <= min(near["siege"], near["artillery"])


def test_34_1_one_scenario_is_played_in_winter() -> None:
    months = {name: {turn[:3] for turn in told(name)["turns"]} for name in SCENARIOS}
    assert [name for name in SCENARIOS if months[name] & {"Dec", "Jan", "Feb"}] == ["limanowa"]
    assert months["limanowa"] == {"Dec"}


@pytest.mark.parametrize(
    ("name", "nation", "counters", "strength"),
    [
        ("tannenberg", "DE", 18, 89),
        ("tannenberg", "RU", 28, 103),
        ("limanowa", "DE", 1, 6),
        ("limanowa", "AH", 9, 28),
        ("limanowa", "RU", 7, 29),
        ("gorlice", "DE", 16, 104),
        ("gorlice", "AH", 21, 86),
        ("gorlice", "RU", 25, 90),
    ],
)
def test_strengths_at_the_start(name: str, nation: str, counters: int, strength: int) -> None:
    mine = [
        row
        for row in units(name).values()
        if row["nation"] == nation and row["hex"] and row["type"] in COMBAT
    ]
    assert (len(mine), sum(int(row["strength"]) for row in mine)) == (counters, strength)


def test_eighth_army_and_its_enemies_of_1914() -> None:
    corps: dict[str, set[str]] = defaultdict(set)
    for key, row in units("tannenberg").items():
        corps[row["formation"]].add(key)
    assert corps["I Corps"] == {"DE1", "DE2"}
    assert corps["XVII Corps"] == {"DE35", "DE36"}
    assert corps["XX Corps"] == {"DE37", "DE41"}
    assert corps["I Reserve Corps"] == {"DE1R", "DE36R"}
    assert corps["First Army, XX Corps"] == {"RU28", "RU29"}
    assert corps["Second Army, XIII Corps"] == {"RU1", "RU36"}
    assert corps["Second Army, XXIII Corps"] == {"RU2", "RU3G"}
    conditions = {row["condition"] for row in rows("tannenberg/reinforcements.csv")} - {""}
    assert conditions == told("tannenberg")["S4"]["demoralization"].keys()
    stock = {k: int(r["supply"]) for k, r in units("tannenberg").items() if r["supply"]}
    assert stock == {"DEHQ8": 60, "RUHQ1": 50, "RUHQ2": 50, "RUHQ10": 10}


# Colours and traits.


def test_50_1_50_4_50_5_symbols_tell_whose_men_they_are() -> None:
    """Nobody in Austria-Hungary is plain, and few others are coloured."""
    coloured: dict[str, set[str]] = defaultdict(set)
    for name in SCENARIOS:
        for key, row in units(name).items():
            fights_on_foot = row["type"] in ("infantry", "mountain")
            assert (row["nation"] == "AH" and fights_on_foot) <= bool(row["colour"]), key
            coloured[f"{row['nation']} {row['colour']}"].add(key)
    assert coloured["DE blue"] == {"DE11B"}
    assert coloured["RU blue"] == {"RU3Op"}
    assert coloured["RU brown"] == {"RU3CC"}
    assert coloured["AH any"] == {"AHRPL1"}
    # Tyrol and Vienna; Honvéd and the corps of Budapest, Temesvár and Pressburg; Galicia; Bohemia.
    assert coloured["AH red"] == {"AH1L", "AH3", "AH8", "AH13S", "AH44S"}
    assert coloured["AH green"] >= {"AH20H", "AH38H", "AH39H", "AH17", "AH31", "AH33", "AH34"}
    assert coloured["AH pink"] == {"AH2", "AH11", "AH12", "AH24", "AH30", "AH45S"}
    assert coloured["AH brown"] == {"AH10", "AH21S", "AH29", "AH106L"}


def test_50_4_50_5_a_unit_looks_the_same_in_every_scenario() -> None:
    looks: dict[str, set[tuple[str, ...]]] = defaultdict(set)
    for name in SCENARIOS:
        for key, row in units(name).items():
            looks[key].add((row["nation"], row["type"], row["colour"], row["traits"]))
    assert all(len(found) == 1 for found in looks.values())


def test_40_3_yellow_values_and_cossacks_are_in_the_data() -> None:
    traits = {key: row["traits"] for name in SCENARIOS for key, row in units(name).items()}
    assert {key for key, words in traits.items() if words} == {"AH6C", "RU3CC"}
    theatre = load_theatre("gorlice")
    assert theatre.counters[theatre.unit["RU3CC"]].traits == {"cossack"}
    assert theatre.counters[theatre.unit["AH39H"]].people == "Hungarian"
    theatre = load_theatre("limanowa")
    assert theatre.counters[theatre.unit["AH6C"]].traits == {"yellow"}


@pytest.mark.parametrize(
    ("column", "word"), [("colour", "mauve"), ("traits", "yellow brave"), ("colour", "pink")]
)
def test_50_1_unknown_colours_and_traits_are_refused(column: str, word: str) -> None:
    values = {**units("tannenberg")["DE1"], column: word}
    with pytest.raises(DataError, match=column):
        read_counter(Row(FOLDER / "tannenberg" / "units.csv", 2, values))


def test_12_14_what_cannot_attack_or_move_is_marked() -> None:
    boyen = units("tannenberg")["DEBoy"]
    assert (boyen["strength"], boyen["movement"], boyen["defence_only"]) == ("1", "0", "yes")
