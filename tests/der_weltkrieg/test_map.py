"""The maps: what geography, history and the rulebook pin of them [3] [9-14] [11-9] [R19]."""

from __future__ import annotations

from functools import reduce
from operator import or_
from pathlib import Path

import pytest

import trenchline.games
from trenchline.kernel.bits import members
from trenchline.kernel.board import Board, load_board
from trenchline.kernel.data import read_csv
from trenchline.kernel.floods import flood, open_ways, ways
from trenchline.kernel.hexes import DIRECTIONS

FOLDER = Path(trenchline.games.__path__[0]) / "der_weltkrieg"
MAPS = ("tannenberg", "gorlice")
WATER = ("sea", "lake")
LAND = ("broken", "hilly", "woods", "swamp", "rough", "wooded_rough", "mountain", "alpine", "urban")
TRACKS = ("single_track", "double_track")


@pytest.fixture(scope="module", params=MAPS)
def board(request: pytest.FixtureRequest) -> Board:
    return load_board(FOLDER / request.param / "map")


@pytest.fixture(scope="module")
def prussia() -> Board:
    return load_board(FOLDER / "tannenberg" / "map")


@pytest.fixture(scope="module")
def galicia() -> Board:
    return load_board(FOLDER / "gorlice" / "map")


def has(board: Board, side: str, kind: str) -> bool:
    label, other = side.split("/")
    hex_ = board.grid.hex(label)
    rim = other in DIRECTIONS["flat"]
    direction = (
        DIRECTIONS["flat"].index(other)
        if rim
        else board.grid.direction(hex_, board.grid.hex(other))
    )
    return bool(board.sides[kind][direction] >> hex_ & 1)


def crossed(board: Board, *kinds: str) -> list[int]:
    """By direction, the hexes with a side of any of these kinds."""
    found = [0] * 6
    for kind in kinds:
        for direction, hexes in enumerate(board.sides.get(kind, [0] * 6)):
            found[direction] |= hexes
    return found


def test_3a_the_grid_is_that_of_the_figures(board: Board) -> None:
    grid = board.grid
    # Even columns half a hex lower: 1110, 1010 and 0911 of Figure 7 follow each other.
    assert grid.distance(grid.hex("0405"), grid.hex("0505")) == 1
    assert grid.distance(grid.hex("0405"), grid.hex("0506")) == 1
    assert grid.distance(grid.hex("0405"), grid.hex("0504")) == 2


def test_the_sheets_have_their_sizes(prussia: Board, galicia: Board) -> None:
    assert len(prussia.facts) == 26 * 20
    assert prussia.where("terrain", "sea").bit_count() == 53
    assert len(galicia.facts) == 15 * 9
    assert not galicia.where("terrain", "sea")


def test_hexsides_are_the_same_from_both_hexes(board: Board) -> None:
    for kind, sides in board.sides.items():
        for direction, shift in enumerate(board.grid.shifts):
            back = sides[(direction + 3) % 6]
            for hex_ in members(sides[direction]):
                if hex_ + shift in board.facts:
                    assert back >> (hex_ + shift) & 1, (kind, board.grid.label(hex_))


def test_13_3_the_rim_of_the_map_has_its_terrain(prussia: Board) -> None:
    """34 hexsides with nothing beyond them: heaths, hills, Netze, Brahe and Niemen."""
    rim = {
        (hex_, direction)
        for sides in prussia.sides.values()
        for direction, shift in enumerate(prussia.grid.shifts)
        for hex_ in members(sides[direction])
        if hex_ + shift not in prussia.facts
    }
    assert len(rim) == 34
    assert not any(crossed(prussia, *WATER, *TRACKS)[d] >> h & 1 for h, d in rim)
    told = [
        ("0107/SW", "hilly"),
        ("0110/NW", "woods"),
        ("0111/SW", "river"),
        ("0114/SW", "swamp"),
        ("1701/NE", "broken"),
        ("2611/NE", "major_river"),
        ("2616/SE", "woods"),
    ]
    assert all(has(prussia, side, kind) for side, kind in told)
    assert not has(prussia, "2611/NE", "woods")


def test_a_hexside_has_one_terrain_one_river_and_one_track_at_most(board: Board) -> None:
    for kinds in (LAND, WATER, ("river", "major_river"), TRACKS):
        for direction in range(6):
            seen = 0
            for kind in kinds:
                hexes = board.sides.get(kind, [0] * 6)[direction]
                assert not seen & hexes, (kind, direction)
                seen |= hexes


def test_r19_clear_is_marked_beside_water_only(prussia: Board) -> None:
    water = crossed(prussia, *WATER)
    for direction in range(6):
        assert not prussia.sides["clear"][direction] & ~water[direction]
    assert sum(h.bit_count() for h in prussia.sides["clear"]) == 26


def test_no_railway_runs_over_water_or_closed_mountains(board: Board) -> None:
    closed, rails = crossed(board, *WATER, "alpine"), crossed(board, *TRACKS)
    assert not any(closed[d] & rails[d] for d in range(6))
    broad = crossed(board, "broad_gauge")
    assert not any(broad[d] & ~rails[d] for d in range(6))


def test_all_land_hangs_together(board: Board) -> None:
    land = board.hexes & ~board.where("terrain", "sea")
    walk = open_ways(board.grid, land, crossed(board, *WATER, "alpine"))
    reached = flood(1 << board.grid.hex("1009"), land, walk)
    assert reached == land, [board.grid.label(h) for h in members(land & ~reached)]


def test_every_railway_is_one_net_with_its_entries(board: Board) -> None:
    """Each place where supply comes in reaches every rail hex of its country."""
    sides = crossed(board, *TRACKS)
    rails = ways(board.grid, sides)
    stations = reduce(or_, sides)
    for place in board.places:
        if place.kind == "rail_entry":
            reached = flood(1 << place.hex, board.hexes, rails)
            assert reached == stations, board.grid.label(place.hex)


def test_entries_stand_on_the_edge_of_the_map(board: Board) -> None:
    (left, right), (top, bottom) = board.grid.columns, board.grid.rows
    for place in board.places:
        if place.kind == "rail_entry":
            label = board.grid.label(place.hex)
            column, row = int(label[:2]), int(label[2:])
            assert column in (left, right) or row in (top, bottom), label
            assert board.facts[place.hex]["edge"], label


def test_every_town_lies_in_the_hex_of_its_longitude_and_latitude() -> None:
    pytest.importorskip("pyproj")
    import numpy as np

    from tools.cartography.georef import read_georef, read_pins

    for name in MAPS:
        folder = FOLDER / name / "map"
        board = load_board(folder)
        georef = read_georef(folder, board.grid)
        centres = {h: board.grid.centre(h) for h in board.facts}
        named = {(p.hex, p.name) for p in board.places if p.kind in ("city", "town")}
        pins = read_pins(folder / "pins.csv")
        assert {(board.grid.hex(pin.hex), pin.name) for pin in pins} == named
        for pin in pins:
            x, y = georef.to_paper(np.array([pin.lon, pin.lat]))
            nearest = min(
                centres, key=lambda h: (centres[h][0] - x) ** 2 + (centres[h][1] - y) ** 2
            )
            assert board.grid.label(nearest) == pin.hex, pin.name


@pytest.mark.parametrize(
    ("side", "kind"),
    [
        ("0414/0415", "major_river"),  # Thorn on the right bank of the Vistula
        ("0312/0411", "major_river"),  # Graudenz on the right
        ("0312/0313", "major_river"),  # Kulm on the right
        ("0407/0508", "major_river"),  # Danzig on the left
        ("1319/1419", "major_river"),  # Warsaw on the left, Praga opposite
        ("1217/1218", "major_river"),  # Novogeorgievsk on the right of Vistula ...
        ("1217/1318", "major_river"),  # ... and Narew
        ("1602/1603", "major_river"),  # Tilsit on the left of the Niemen
        ("2304/2305", "major_river"),  # Kovno on the right of the Niemen ...
        ("2304/2404", "river"),  # ... and the left of the Wilia
        ("2310/2410", "major_river"),  # Grodno on the right
        ("1713/1714", "river"),  # Lomza on the left of the Narew
        ("1911/1912", "river"),  # Osowiec behind the Bobr
        ("1304/1404", "river"),  # the Deime before Königsberg
        ("1606/1706", "river"),  # the Angerapp
        ("0811/0911", "river"),  # the Drewenz
    ],
)
def test_the_rivers_of_east_prussia_and_poland(prussia: Board, side: str, kind: str) -> None:
    assert has(prussia, side, kind)


def test_the_lakes_leave_four_gaps(prussia: Board) -> None:
    lakes = ("1508/1607", "1508/1608", "1509/1609", "1510/1609", "1511/1610", "1610/1611")
    assert all(has(prussia, side, "lake") for side in lakes)
    gaps = ("1507/1607", "1509/1608", "1510/1610", "1511/1611")
    assert not any(has(prussia, side, "lake") for side in gaps)
    assert has(prussia, "1509/1608", "double_track")  # Lötzen
    assert sum(h.bit_count() for h in prussia.sides["lake"]) == 2 * len(lakes)


def test_9_14_warsaw_and_praga_are_joined(prussia: Board) -> None:
    assert has(prussia, "1319/1418", "urban")
    assert has(prussia, "1319/1418", "double_track")
    assert sum(h.bit_count() for h in prussia.sides["urban"]) == 2


def test_11_9_hexes_with_two_land_sides(prussia: Board) -> None:
    labels = {prussia.grid.label(h) for h in members(prussia.having("land_sides"))}
    assert labels == {"0304", "0906"}


def test_broad_gauge_begins_at_the_russian_frontier(prussia: Board) -> None:
    germany = prussia.where("country", "DE")
    for direction, shift in enumerate(prussia.grid.shifts):
        for hex_ in members(prussia.sides["broad_gauge"][direction] & germany):
            assert not germany >> (hex_ + shift) & 1
    assert not has(prussia, "0414/0415", "broad_gauge")  # the Warsaw-Vienna railway
    assert has(prussia, "1905/2005", "broad_gauge")  # Wirballen


@pytest.mark.parametrize(
    ("side", "kind"),
    [
        ("0202/0203", "major_river"),  # Cracow on the left bank of the Vistula
        ("0503/0603", "river"),  # Tarnow east of the Dunajec
        ("0604/0704", "river"),  # the Biala, before the Russian trenches
        ("0804/0905", "river"),  # Jaslo on the left of the Wisloka
        ("1303/1403", "river"),  # Jaroslau on the left of the San
        ("1304/1404", "river"),  # Przemysl on the right
        ("0606/0707", "mountain"),
        ("0603/0703", "double_track"),  # the Karl Ludwig line
        ("0605/0705", "single_track"),  # Stroze-Gorlice
        ("1007/1108", "single_track"),  # the Lupkow tunnel
        ("1408/1508", "single_track"),  # the Uzsok pass
    ],
)
def test_rivers_ranges_and_railways_of_galicia(galicia: Board, side: str, kind: str) -> None:
    assert has(galicia, side, kind)


def test_the_carpathians_have_a_gap_at_dukla(galicia: Board) -> None:
    assert has(galicia, "0906/0907", "rough")
    assert sum(h.bit_count() for h in galicia.sides["mountain"]) >= 50
    # The High Tatra cannot be crossed at all.
    assert sum(h.bit_count() for h in galicia.sides["alpine"]) == 20


def test_26_3_cities_count_for_demoralization(prussia: Board, galicia: Board) -> None:
    for board in (prussia, galicia):
        for place in board.places:
            if place.kind == "city":
                assert place.value == (30 if place.owner == "DE" else 15)
    assert prussia.of_kind("city", "DE").bit_count() == 10
    assert prussia.of_kind("city", "RU").bit_count() == 9


@pytest.mark.parametrize("scenario", ["tannenberg", "gorlice"])
def test_forts_are_shown_as_they_stand(scenario: str) -> None:
    board = load_board(FOLDER / scenario / "map")
    columns = ("key", "nation", "hex", "name", "strength", "source", "note")
    listed = {
        (row["hex"], row.number("strength"))
        for row in read_csv(FOLDER / scenario / "forts.csv", columns)
    }
    shown = {(board.grid.label(p.hex), p.value) for p in board.places if p.kind == "fort"}
    assert listed == shown
