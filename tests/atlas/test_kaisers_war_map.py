"""The map of The Kaiser's War keeps what its rulebook says, and hangs together."""

from __future__ import annotations

import csv
from collections import Counter
from functools import cache

import pytest

from trenchline.atlas.maps import map_folders
from trenchline.kernel.bits import members
from trenchline.kernel.board import Board, load_board
from trenchline.kernel.floods import flood
from trenchline.kernel.hexes import Hexes

FOLDER = map_folders()["kaisers_war"]
TERRAINS = ("clear", "rough", "desert", "forest", "marsh")


@cache
def board() -> Board:
    return load_board(FOLDER)


def land() -> Hexes:
    return board().where("terrain", *TERRAINS)


def at(name: str) -> int:
    return next(place.hex for place in board().places if place.name == name)


def country(name: str) -> str:
    return board().facts[at(name)]["country"]


def walk(start: str, allowed: Hexes) -> Hexes:
    return flood(1 << at(start), allowed, board().ways(land(), blocked="all_sea"))


def steps(start: str, end: str, allowed: Hexes) -> int:
    """Hexes from one city to another over allowed land."""
    ways = board().ways(land(), blocked="all_sea")
    reached, count = 1 << at(start), 0
    while not reached >> at(end) & 1:
        grown = reached
        for direction, shift in enumerate(board().grid.shifts):
            open_sides = reached & ~board().sides["all_sea"][direction]
            grown |= open_sides << shift if shift > 0 else open_sides >> -shift
        grown &= allowed
        assert grown != reached, f"no way from {start} to {end}"
        reached, count = grown, count + 1
    assert ways
    return count


def controlled(side: str) -> Hexes:
    return board().where("line", side)


# What the rulebook says.


def test_2_5_every_land_hex_lies_on_one_side_of_the_line() -> None:
    lines = [board().where("line", side) for side in ("Allied", "Central", "Russia")]
    assert sum(hexes.bit_count() for hexes in lines) == land().bit_count()
    assert lines[0] | lines[1] | lines[2] == land()
    assert lines[2] == board().where("country", "RU") & land()


def test_2_5_the_front_runs_between_the_sides() -> None:
    grid, allied, central = board().grid, controlled("Allied"), controlled("Central")
    for direction in range(6):
        for hex_ in members(board().sides["front"][direction]):
            other = hex_ + grid.shifts[direction]
            assert (allied >> hex_ & 1) + (central >> hex_ & 1) == 1
            assert (allied >> hex_ & 1) != (allied >> other & 1)


def test_7_1_trenches_face_the_enemy() -> None:
    front = 0
    for hexes in board().sides["front"]:
        front |= hexes
    for side in ("Allied", "Central"):
        trench = board().where("trench", side)
        assert trench & ~controlled(side) == 0
        assert trench & ~front == 0


def test_8_8_straits_join_the_seas() -> None:
    facts = board().facts
    assert set(facts[at("Gallipoli")]["sea"].split()) == {"med", "marmora"}
    assert set(facts[at("Constantinople")]["sea"].split()) == {"black", "marmora"}


def test_15_4_jerusalem_traces_to_port_said() -> None:
    dry = board().where("terrain", "desert")
    assert steps("Jerusalem", "Port Said", controlled("Allied") & ~dry) <= 4


def test_16_1_rail_zones() -> None:
    facts = board().facts
    for hex_ in members(land()):
        where, zone = facts[hex_]["country"], facts[hex_]["rail"]
        if facts[hex_]["terrain"] == "desert" or where in ("MN", "AL", "PE"):
            assert zone == "3"
        else:
            assert zone == ("1" if where in ("BR", "FR", "BE", "LU", "GE") else "2")


def test_16_4_berlin_to_ploesti_by_rail() -> None:
    dry = board().where("terrain", "desert")
    assert steps("Berlin", "Ploesti", controlled("Central") & ~dry) <= 15
    assert country("Ploesti") == "RM"


def test_16_6_vienna_and_prague_are_in_austria_hungary() -> None:
    assert country("Vienna") == country("Prague") == "AH"


@pytest.mark.parametrize("base", ["Constantinople", "Trebizond"])
def test_16_9_damascus_reaches_its_bases(base: str) -> None:
    dry = board().where("terrain", "desert")
    assert steps("Damascus", base, controlled("Central") & ~dry) <= 15
    assert board().place(at(base), "naval_base") is not None


def test_20_8_portsmouth_and_alexandria_are_bases_on_allied_seas() -> None:
    for name, sea in (("Portsmouth", "north"), ("Alexandria", "med")):
        assert board().place(at(name), "naval_base") is not None
        assert sea in board().facts[at(name)]["sea"].split()


def test_20_9_the_canal_joins_two_seas() -> None:
    canal = 0
    for hexes in board().sides["canal"]:
        canal |= hexes
    seas = {sea for hex_ in members(canal) for sea in board().facts[hex_]["sea"].split()}
    assert {"med", "red"} <= seas


def test_20_12_landing_edges() -> None:
    grid = board().grid
    north, gulf = board().where("edge", "north"), board().where("edge", "gulf")
    assert {board().facts[hex_]["country"] for hex_ in members(north)} == {"FI"}
    assert all(label.endswith("01") for label in grid.labels(north))
    assert gulf
    baghdad = grid.column_row(at("Baghdad"))[0]
    for hex_ in members(gulf):
        assert board().facts[hex_]["country"] == "TU"
        assert board().facts[hex_]["terrain"] == "clear"
        assert grid.column_row(hex_)[0] > baghdad


def test_26_3_allied_soil_to_set_up_on() -> None:
    allied = controlled("Allied")
    for code in ("BE", "GK", "AL", "FR", "IT", "EG", "TC"):
        assert board().where("country", code) & allied, code
    assert country("Kars") == country("Baku") == "TC"


def test_26_4_soil_of_the_central_powers() -> None:
    central = controlled("Central")
    for code in ("IT", "GK", "AL", "RM", "SB", "TU", "PE"):
        assert board().where("country", code) & central, code
    assert central >> at("Erzincan") & 1


def test_31_1_major_capitals() -> None:
    capitals = {place.name for place in board().places if place.kind == "major_capital"}
    assert {"Paris", "Petrograd", "Moscow", "Constantinople"} <= capitals
    assert {place.value for place in board().places if place.kind == "major_capital"} == {4}


def test_31_2_the_ruhr_is_a_resource_centre() -> None:
    assert board().place(at("Ruhr"), "resource") is not None


def test_31_5_nobody_stands_beside_paris_at_the_start() -> None:
    around = board().grid.ring(at("Paris"), 1)
    assert around & controlled("Central") == 0
    assert board().grid.ring(at("Paris"), 2) & controlled("Central")


@pytest.mark.parametrize(
    "name",
    [
        "Paris",
        "Petrograd",
        "Moscow",
        "Constantinople",
        "Ruhr",
        "Trebizond",
        "Portsmouth",
        "Alexandria",
        "Gallipoli",
        "Cattaro",
        "Pola",
        "Venice",
        "Narva",
        "Kars",
        "Baku",
        "Erzincan",
        "Jerusalem",
        "Baghdad",
        "Damascus",
        "Ploesti",
        "Berlin",
        "Vienna",
        "Prague",
        "Kiev",
    ],
)
def test_every_place_the_rulebook_names_is_on_the_map(name: str) -> None:
    assert land() >> at(name) & 1
    (sources,) = ({place.source for place in board().places if place.name == name},)
    assert sources == {"rulebook"}


# The map as a whole.


def test_islands_are_cut_off_and_the_mainland_is_one() -> None:
    mainland = walk("Paris", land())
    for name in ("Berlin", "Moscow", "Constantinople", "Cairo", "Rome", "Athens", "Tiflis"):
        assert mainland >> at(name) & 1, name
    for name in ("London", "Dublin", "Palermo", "Cagliari", "Candia"):
        assert not mainland >> at(name) & 1, name
    assert walk("London", land()) >> at("Edinburgh") & 1


def test_every_sea_is_one_water() -> None:
    # Narrows run between coastal hexes and along neutral shores, so these join the open water.
    neutral = board().where("terrain", "neutral")
    ways = board().ways(board().hexes, blocked="")
    for name in ("north", "med", "baltic", "adriatic", "black", "caspian", "red"):
        water = board().where("sea", name)
        assert flood(1 << min(members(water)), water | neutral, ways) & water == water, name


def test_coastal_land_touches_its_sea() -> None:
    grid, facts = board().grid, board().facts
    for hex_ in members(land()):
        for sea in facts[hex_]["sea"].split():
            near = [n for n in grid.neighbours(hex_) if n in facts]
            touches = any(facts[n]["terrain"] == "sea" and sea in facts[n]["sea"] for n in near)
            edge = len(near) < 6
            gulf = any(hexes >> hex_ & 1 for hexes in board().sides["all_sea"])
            canal = any(hexes >> hex_ & 1 for hexes in board().sides["canal"])
            inlet = any(sea in facts[n]["sea"].split() for n in near)
            assert touches or edge or gulf or canal or inlet, grid.label(hex_)


def test_hexsides_lie_between_hexes_of_the_map() -> None:
    grid = board().grid
    for kind, directions in board().sides.items():
        for direction, hexes in enumerate(directions):
            shift = grid.shifts[direction]
            back = directions[(direction + 3) % 6]
            moved = hexes << shift if shift > 0 else hexes >> -shift
            assert moved == back, kind


def test_every_row_says_where_it_comes_from() -> None:
    counts: Counter[str] = Counter()
    for name in ("hexes.csv", "hexsides.csv", "places.csv", "pins.csv"):
        with (FOLDER / name).open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                counts[row["source"]] += 1
                assert row["source"] in ("rulebook", "history", "reconstructed")
                if row["source"] == "rulebook":
                    assert any(character.isdigit() for character in row["note"]), row
    assert min(counts.values()) > 40
