"""The map of The Kaiser's War keeps what its rulebook says, and hangs together."""

from __future__ import annotations

import csv
from collections import Counter
from functools import cache
from itertools import pairwise

import pytest

from trenchline.atlas.maps import map_folders
from trenchline.kernel.bits import members
from trenchline.kernel.board import Board, load_board
from trenchline.kernel.data import SOURCES
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
                assert row["source"] in SOURCES
                if row["source"] == "rulebook":
                    assert any(character.isdigit() for character in row["note"]), row
    assert min(counts.values()) > 40


# What an atlas says.


def side_between(first: str, second: str) -> set[str]:
    """The kinds of the hexside between two hexes."""
    grid = board().grid
    one, other = grid.hex(first), grid.hex(second)
    direction = grid.direction(one, other)
    return {kind for kind, sides in board().sides.items() if sides[direction] >> one & 1}


def test_20_9_africa_and_sinai_meet_only_at_the_canal() -> None:
    grid = board().grid
    reached = todo = 1 << at("Cairo")
    while todo:
        grown = 0
        for direction, shift in enumerate(grid.shifts):
            shut = board().sides["all_sea"][direction] | board().sides["canal"][direction]
            leaving = todo & ~shut
            grown |= leaving << shift if shift > 0 else leaving >> -shift
        todo = grown & land() & ~reached
        reached |= todo
    assert {board().facts[hex_]["country"] for hex_ in members(reached)} == {"EG"}
    assert not reached >> grid.hex("3834") & 1
    assert reached >> grid.hex("3835") & 1


@pytest.mark.parametrize(
    ("one", "other"),
    [("1520", "1619"), ("1520", "1521"), ("2105", "2204"), ("0404", "0405"), ("4514", "4515")],
)
def test_gulfs_part_the_hexes_on_their_shores(one: str, other: str) -> None:
    assert side_between(one, other) == {"all_sea"}


def test_belgrade_lies_behind_sava_and_danube() -> None:
    grid, facts = board().grid, board().facts
    habsburg = [n for n in grid.neighbours(at("Belgrade")) if facts[n]["country"] == "AH"]
    north = [n for n in habsburg if grid.centre(n)[1] < grid.centre(at("Belgrade"))[1]]
    assert len(north) == 2
    for hex_ in north:
        assert "river" in side_between(grid.label(at("Belgrade")), grid.label(hex_))


def test_the_araxes_parts_nakhichevan_from_persia() -> None:
    grid, facts = board().grid, board().facts
    here = grid.hex("4620")
    assert facts[here]["country"] == "TC"
    persian = [n for n in grid.neighbours(here) if facts[n]["country"] == "PE"]
    assert persian
    for hex_ in persian:
        assert side_between("4620", grid.label(hex_)) == {"river", "front"}


def test_rivers_run_without_gaps() -> None:
    grid = board().grid
    corners: dict[str, list[set[tuple[float, float]]]] = {}
    with (FOLDER / "hexsides.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["kind"] in ("river", "canal", "lake"):
                one, other = grid.hex(row["hex"]), grid.hex(row["neighbour"])
                ring = {(round(x, 3), round(y, 3)) for x, y in grid.corners(one)}
                ring &= {(round(x, 3), round(y, 3)) for x, y in grid.corners(other)}
                assert len(ring) == 2
                corners.setdefault(row["name"], []).append(ring)
    for name, sides in corners.items():
        joined, rest = set(sides[0]), sides[1:]
        while more := [side for side in rest if side & joined]:
            joined = joined.union(*more)
            rest = [side for side in rest if side not in more]
        assert not rest, name


HIGH_GROUND = {
    "Alps": "0920 1019 1119 1318 1417 1518 1617",
    "Pyrenees": "0421 0522",
    "Vosges and Black Forest": "1016 1117",
    "Erzgebirge and Sudetes": "1514 1714 1814",
    "Carpathians": "2015 2115 2315 2415 2516 2616 2617 2618 2519",
    "Dinaric Alps": "1820 1921 2021 2122",
    "Balkan and Rhodope": "2522 2523 2621 2821",
    "Apennines": "1321 1421 1522 1623 1724",
    "Taurus": "3327 3526 3626 3725 3924",
    "Caucasus": "3917 4017 4117 4217 4317 4417 4517",
    "Highlands": "0206 0305 0306 0405",
    "Crete and Cyprus": "2730 2829 2930 3628",
}


@pytest.mark.parametrize("mountains", HIGH_GROUND)
def test_mountains_are_rough(mountains: str) -> None:
    grid, rough = board().grid, board().where("terrain", "rough")
    labels = HIGH_GROUND[mountains].split()
    assert [label for label in labels if not rough >> grid.hex(label) & 1] == []


@pytest.mark.parametrize("side", ["Allied", "Central"])
def test_16_7_every_city_has_a_railway_to_a_source(side: str) -> None:
    own = controlled(side) & ~board().where("rail", "3")
    kinds = ("major_capital", "resource", "naval_base", "allied_source")
    sources = {p.hex for p in board().places if p.kind in kinds and own >> p.hex & 1}
    reached = sum(1 << hex_ for hex_ in sources)
    for _ in range(15):
        grown = reached
        for direction, shift in enumerate(board().grid.shifts):
            leaving = reached & ~board().sides["all_sea"][direction]
            grown |= leaving << shift if shift > 0 else leaving >> -shift
        reached = grown & own
    cities = {p.name for p in board().places if own >> p.hex & 1 and not reached >> p.hex & 1}
    # Islands without a naval base live by themselves [15.12].
    islands = {"Dublin", "Cagliari", "Palermo", "Messina", "Candia"}
    assert cities == (islands if side == "Allied" else set())


LINES = {
    "Berlin to Aleppo": "Berlin Dresden Prague Brunn Vienna Budapest Szegedin Belgrade Nish Sofia "
    "Philippopolis Adrianople Constantinople Eskishehir Konia Adana Aleppo Homs Damascus",
    "Berlin to Kiev": "Berlin Posen Thorn Warsaw Brest-Litovsk Rovno Kiev",
    "Vienna to Jassy": "Vienna Brunn Cracow Przemysl Lemberg Czernowitz Jassy",
    "Budapest to Ploesti": "Budapest Debreczen Klausenburg Kronstadt Ploesti Bucharest Constanza",
    "Calais to Taranto": "Calais Amiens Paris Dijon Lyon Marseille Nice Genoa Bologna Ancona "
    "Foggia Bari Taranto",
    "Batum to Baku": "Batum Tiflis Elisavetpol Baku",
}


@pytest.mark.parametrize("line", LINES)
def test_16_3_main_lines_run_through_their_towns(line: str) -> None:
    # Each stage is as short as the crow flies, but for one hex: no gulf or desert lies across.
    own = land() & ~board().where("rail", "3")
    for start, end in pairwise(LINES[line].split()):
        assert steps(start, end, own) <= board().grid.distance(at(start), at(end)) + 1, (start, end)
