"""The maps: what the rulebook states of them, and what must hold on any map [1.2] [2.52] [9.5]."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import pairwise

import pytest

from tests.balance_of_powers.table import at
from trenchline.games.balance_of_powers.components import (
    AFRICA,
    BOARD,
    CAPITALS,
    CENTRES,
    CHIPS,
    COAST,
    FORTRESSES,
    GRID,
    HOME,
    LAND,
    LAND_OF,
    MARMARA,
    NATION,
    PORTS,
    RAIL,
    RED_FORTRESSES,
    SHEETS,
    TERRAIN,
    WATER,
    is_interior,
)
from trenchline.games.balance_of_powers.going import MARCHABLE, RIVERS, SEA, TRACKS
from trenchline.games.balance_of_powers.zones import FRONTS, central_behind
from trenchline.kernel.bits import members
from trenchline.kernel.floods import parts, step
from trenchline.kernel.hexes import Hex, Hexes

NAMED = {
    "London": "0115",
    "St Quentin": "0621",
    "Maubeuge": "0720",
    "Dijon": "0827",
    "Antwerp": "0917",
    "Verdun": "0922",
    "Longwy": "1022",
    "Liege": "1119",
    "Belfort": "1127",
    "Thorn": "3316",
    "Libau": "3706",
    "Przemysl": "4023",
    "Rava Ruska": "4321",
    "Brody": "4522",
    "Tarnopol": "4624",
    "Malta": "2457",
    "Bari": "3246",
    "Nish": "3939",
    "Skopje": "3942",
    "Iron Gate": "4236",
    "Fort Rupel": "4344",
    "Athens": "4452",
    "Lemnos": "4747",
    "Gallipoli": "4946",
    "Troy": "4947",
    "Adrianople": "5043",
    "Constantinople": "5444",
    "Port Said": "5765",
    "Aqaba": "6271",
    "Abidan": "9270",
    "Medina": "AF9027",
}
"""Places whose hex the rulebook gives."""

NAMED_WITHOUT_NUMBER = (
    *("Paris", "Brussels", "Lille", "Ostend", "Cuxhaven", "Lomza", "Luxembourg", "Czernowitz"),
    *("Vienna", "Budapest", "Belgrade", "Marseilles", "Fiume", "Zara", "Kishinev", "Suez"),
    *("Damascus", "Berlin", "Warsaw"),
)
TOUCHING = (
    *("0720 0621", "0921 0922", "0921 1022", "0922 1022", "0922 0823", "0922 0923", "4747 4847"),
    *("4847 4946", "4847 4947", "3936 3935", "3936 3836", "3936 4036", "3936 3837", "3936 4037"),
    *("3936 3937", "4037 4136", "4037 4137", "4037 4038", "4136 4137"),
)
JOINED = [SHEETS[name] for name in ("north", "south", "ottoman")]
EUROPE: Hexes = JOINED[0] | JOINED[1] | JOINED[2]

Corner = tuple[int, int]


def hexes_of(kind: str, *, named: str) -> set[Hex]:
    return {p.hex for p in BOARD.places if p.name == named and (not kind or p.kind == kind)}


def sides(kind: str) -> set[tuple[Hex, Hex]]:
    """The hexsides of a kind, each once."""
    return {
        (hex_, hex_ + GRID.shifts[direction])
        for direction, hexes in enumerate(BOARD.sides[kind][:3])
        for hex_ in members(hexes)
    }


def ends(side: tuple[Hex, Hex]) -> tuple[Corner, Corner]:
    """The two corners between which a hexside runs, on the table where all sheets lie."""
    one, other = (GRID.on_the_table(hex_) for hex_ in side)
    middle = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
    # As long as the way between the hexes is wide, divided by the root of three, and across it.
    across = (one[1] - other[1]) / 12**0.5, (other[0] - one[0]) / 12**0.5
    first, second = (
        (round((middle[0] + sign * across[0]) * 10), round((middle[1] + sign * across[1]) * 10))
        for sign in (1, -1)
    )
    return first, second


def strands(chosen: set[tuple[Hex, Hex]]) -> list[set[tuple[Hex, Hex]]]:
    """Hexsides that hang together by their corners."""
    meets: dict[Corner, set[tuple[Hex, Hex]]] = defaultdict(set)
    for side in chosen:
        for corner in ends(side):
            meets[corner].add(side)
    left, found = set(chosen), []
    while left:
        strand, new = set(), {left.pop()}
        while new:
            strand |= new
            new = {s for side in new for c in ends(side) for s in meets[c]} - strand
        left -= strand
        found.append(strand)
    return found


@pytest.mark.parametrize(("name", "label"), NAMED.items())
def test_2_1_places_lie_in_the_hexes_that_the_rulebook_gives(name: str, label: str) -> None:
    assert hexes_of("", named=name) == {at(label)}


@pytest.mark.parametrize("name", NAMED_WITHOUT_NUMBER)
def test_2_1_places_that_the_rulebook_names_are_population_centres(name: str) -> None:
    (hex_,) = hexes_of("", named=name)
    assert CENTRES >> hex_ & 1


def test_12_1_berlin_and_warsaw_lie_in_their_columns() -> None:
    for name, column in (("Berlin", "25"), ("Warsaw", "37")):
        (hex_,) = hexes_of("", named=name)
        assert GRID.label(hex_).startswith(column)


@pytest.mark.parametrize("pair", TOUCHING)
def test_2_52_hexes_that_the_examples_call_adjacent_touch(pair: str) -> None:
    one, other = pair.split()
    assert at(other) in GRID.neighbours(at(one))


def test_1_2_three_sheets_join_and_africa_lies_apart() -> None:
    assert [sheet.bit_count() for sheet in JOINED] == [1400, 1508, 1231]
    for one, other in (("0628", "0629"), ("5656", "5756"), ("5657", "5658")):
        assert at(other) in GRID.neighbours(at(one))
    for hex_ in members(AFRICA):
        assert not any(EUROPE >> neighbour & 1 for neighbour in GRID.neighbours(hex_))


def test_1_334_fortresses_are_red_or_black_as_told() -> None:
    assert RED_FORTRESSES >> at("0922") & 1
    assert FORTRESSES >> at("1119") & 1
    assert not RED_FORTRESSES >> at("1119") & 1
    for label in ("1127", "4023", "4946", "4236", "4344"):
        assert FORTRESSES >> at(label) & 1
    assert is_interior(at("0922"))
    assert not is_interior(at("1127"))


def test_3_11_chips_that_are_named_are_chips() -> None:
    for label in ("3017", "3939", "3942", "5043", "5765", "0917"):
        assert CHIPS >> at(label) & 1
    (czernowitz,) = hexes_of("chip", named="Czernowitz")
    assert SHEETS["north"] >> czernowitz & 1


def test_6_451_the_sea_of_marmara_is_all_water_within_two_hexes_of_its_middle() -> None:
    middle = at("5245")
    near = {h for h in members(WATER & EUROPE) if GRID.distance(h, middle) <= 2}
    assert set(members(MARMARA)) == near | {at("5544")}


def test_9_5_the_danube_runs_as_the_example_of_flotillas_has_it() -> None:
    for label in ("3935", "3836", "4036"):
        assert step(1 << at("3936"), RIVERS) >> at(label) & 1
    assert step(1 << at("4037"), RIVERS) >> at("4136") & 1
    assert not step(1 << at("4037"), RIVERS) >> at("4038") & 1
    assert not step(1 << at("3936"), RIVERS) >> at("3937") & 1


def test_10_9_the_meuse_runs_before_verdun() -> None:
    assert step(1 << at("0922"), RIVERS) >> at("0921") & 1


def test_1_22_borders_are_where_countries_meet_unless_the_sea_parts_them() -> None:
    borders, ocean = sides("border"), sides("ocean")
    for hex_ in members(LAND & EUROPE):
        for direction in range(3):
            other = hex_ + GRID.shifts[direction]
            if not (LAND & EUROPE) >> other & 1:
                continue
            differ = LAND_OF[hex_] != LAND_OF[other]
            told = (hex_, other) in borders
            where = f"{GRID.label(hex_)}/{GRID.label(other)}"
            assert told <= differ, where
            assert told or not differ or (hex_, other) in ocean, where


def test_1_22_all_land_has_a_country_and_no_water_has_one() -> None:
    assert LAND & ~sum(1 << h for h in LAND_OF) == 0
    assert not any((WATER & ~COAST) >> h & 1 for h in LAND_OF)


def test_1_22_coasts_touch_the_sea() -> None:
    """By a hexside of water, by the water of a coast or lake beside them, or over an edge."""
    wet = BOARD.where("kind", "water", "coast", "lake")
    edge = {at("5768"), *(h for h in members(COAST) if len(list(GRID.neighbours(h))) < 6)}
    for hex_ in members(COAST & EUROPE):
        assert hex_ in edge or any(wet >> n & 1 for n in GRID.neighbours(hex_)), GRID.label(hex_)


def test_1_22_ports_lie_on_coasts_from_which_ships_put_out() -> None:
    for hex_ in members(PORTS & EUROPE):
        assert COAST >> hex_ & 1, GRID.label(hex_)
        assert step(1 << hex_, SEA), GRID.label(hex_)


def test_1_22_places_stand_on_land() -> None:
    for place in BOARD.places:
        assert LAND >> place.hex & 1, place.name


def test_1_22_railways_run_on_land_and_over_no_strait() -> None:
    shut = sides("ocean") | sides("red") | sides("lake")
    tracks = sides("rail")
    assert {hex_ for side in tracks for hex_ in side} == set(members(RAIL))
    for one, other in tracks:
        assert LAND >> one & LAND >> other & 1
        assert (one, other) not in shut, f"{GRID.label(one)}/{GRID.label(other)}"


def test_1_22_a_railway_enters_a_mountain_over_a_pass() -> None:
    passes = sides("mountain_pass") | sides("alpine_pass")
    for one, other in sides("rail"):
        if EUROPE >> one & 1 and (TERRAIN["mountain"] >> one | TERRAIN["mountain"] >> other) & 1:
            assert (one, other) in passes, f"{GRID.label(one)}/{GRID.label(other)}"


def test_1_22_passes_lead_into_mountains() -> None:
    for side in sides("mountain_pass") | sides("alpine_pass"):
        assert any(TERRAIN["mountain"] >> hex_ & 1 for hex_ in side)


@pytest.mark.parametrize("code", ["GE", "FR", "RU", "AH", "IT", "BE", "NL", "BG", "RO", "RS", "CH"])
def test_9_22_the_railways_of_a_nation_are_one_net(code: str) -> None:
    """But for islands, and for what only a neighbour's rails join: Europe is one net."""
    sheets = SHEETS["north"] | SHEETS["south"]
    home = HOME[NATION[code]] & RAIL & sheets
    nets = parts(RAIL & sheets, TRACKS)
    (largest,) = [net for net in nets if net.bit_count() > 500]
    lost = home & ~largest
    names = {"IT": 13}  # Sicily and Sardinia
    assert lost.bit_count() == names.get(code, 0), GRID.labels(lost)


def test_9_22_capitals_of_the_continent_have_railways() -> None:
    none = {"Copenhagen", "Cetinje", "Durazzo", "Teheran"}
    for capitals in CAPITALS:
        for hex_ in members(capitals & EUROPE):
            named = {p.name for p in BOARD.places if p.hex == hex_}
            assert bool(RAIL >> hex_ & 1) != bool(named & none), named


def test_9_5_every_river_is_one_strand() -> None:
    by_name: dict[str, set[tuple[Hex, Hex]]] = defaultdict(set)
    for (one, other, kind), name in BOARD.side_names.items():
        if kind in ("river", "canal") and EUROPE >> one & 1:
            for single in name.split("; "):
                by_name[single].add((min(one, other), max(one, other)))
    assert len(by_name) > 50
    broken = {name: len(strands(found)) for name, found in by_name.items()}
    assert {name for name, number in broken.items() if number > 1} == set()


@pytest.mark.parametrize(
    ("river", "into"),
    [
        *(("Saone", "Rhone"), ("Vilia", "Niemen"), ("Wieprz", "Vistula"), ("Neisse", "Oder")),
        *(("San", "Vistula"), ("Main", "Rhine"), ("Moselle", "Rhine"), ("Drave", "Danube")),
        *(("Save", "Danube"), ("Theiss", "Danube"), ("Marne", "Seine"), ("Euphrates", "Tigris")),
    ],
)
def test_9_5_rivers_flow_into_each_other(river: str, into: str) -> None:
    corners: dict[str, set[Corner]] = defaultdict(set)
    for (one, other, kind), name in BOARD.side_names.items():
        if kind == "river":
            for single in name.split("; "):
                corners[single].update(ends((one, other)))
    assert corners[river] & corners[into]


@pytest.mark.parametrize(
    ("river", "places"),
    [
        ("Danube", "Vienna Budapest Belgrade Vidin Rustchuk"),
        ("Rhine", "Basel Strassburg Mainz Cologne"),
        ("Vistula", "Krakow Warsaw Thorn Danzig"),
        ("Meuse", "Verdun Namur Liege"),
        ("Tigris", "Mosul Baghdad Kut Amara"),
        ("Euphrates", "Nasiriya Hit"),
        ("Dvina", "Riga Dvinsk"),
        ("Niemen", "Grodno Kovno"),
        ("Elbe", "Dresden Magdeburg Hamburg"),
        ("Oder", "Breslau Stettin"),
    ],
)
def test_9_5_cities_stand_on_their_rivers(river: str, places: str) -> None:
    banks = {h for (a, b, _), name in BOARD.side_names.items() if river in name for h in (a, b)}
    for name in places.split():
        assert hexes_of("", named=name) & banks, f"{name} on the {river}"


def test_12_3_the_front_of_1916_runs_unbroken_from_the_sea_to_switzerland() -> None:
    front = sides("front_1916")
    west, east = sorted(strands(front), key=lambda s: min(GRID.label(a) for a, _ in s))
    assert len(strands(front)) == 2

    def loose(strand: set[tuple[Hex, Hex]]) -> list[set[Hex]]:
        """The hexes about each of its ends."""
        count = Counter(corner for side in strand for corner in ends(side))
        tips = {corner for corner, times in count.items() if times == 1}
        assert len(tips) == 2
        return [{h for h in members(EUROPE) if tip in _corners(h)} for tip in sorted(tips)]

    top, bottom = sorted(loose(west), key=lambda hexes: min(GRID.label(h)[2:] for h in hexes))
    assert any(WATER >> h & 1 for h in top)
    assert any(LAND_OF.get(h) == "CH" for h in bottom)
    reached = {LAND_OF.get(h, "sea") for hexes in loose(east) for h in hexes}
    assert "RO" in reached
    assert any(WATER >> h & 1 for hexes in loose(east) for h in hexes)


def _corners(hex_: Hex) -> set[Corner]:
    return {
        corner
        for neighbour in GRID.neighbours(hex_)
        for corner in ends((min(hex_, neighbour), max(hex_, neighbour)))
    }


def test_12_4_the_front_of_1916_parts_what_the_set_ups_part() -> None:
    """Two hexes in the bend of the Somme are east of it, though the Entente has them in 1918."""
    held = central_behind("west_1916") | GRID.hexes(*FRONTS["printed_1916"]["taken"])
    held &= ~GRID.hexes(*FRONTS["east_1916"]["lost"])
    held |= GRID.hexes(*FRONTS["east_1916"]["taken"])
    for one, other in sides("front_1916"):
        assert held >> one & 1 != held >> other & 1, f"{GRID.label(one)}/{GRID.label(other)}"
    assert held >> at("0921") & 1
    assert not held >> at("0922") & 1


def test_12_2_the_line_of_1915_is_unbroken() -> None:
    for one, other in pairwise(FRONTS["start_1915"]["line"]):
        assert at(other) in GRID.neighbours(at(one))
    assert set(FRONTS["start_1915"]["corners"]) <= set(FRONTS["start_1915"]["line"])


def test_12_1_every_home_on_the_mainland_can_be_marched_to() -> None:
    """No part of a country is cut off but islands, and Bessarabia by the edges of two sheets."""
    islands = 12
    for code in ("GE", "FR", "AH", "BE", "NL", "CH", "RS", "RO", "BG", "ME", "LX"):
        home = HOME[NATION[code]] & LAND & (SHEETS["north"] | SHEETS["south"])
        found = sorted((p.bit_count() for p in parts(home, MARCHABLE)), reverse=True)
        assert found[0] > sum(found[1:])
        assert all(size <= islands for size in found[1:]), (code, found)


def test_7_32_the_canals_of_kiel_and_suez_are_there() -> None:
    names = {name for (_, _, kind), name in BOARD.side_names.items() if kind == "canal"}
    assert names == {"Kiel Canal", "Suez Canal"}
    canal = {
        h for (a, b, _), name in BOARD.side_names.items() if name == "Suez Canal" for h in (a, b)
    }
    assert {at("5765"), at("5768")} <= canal
    assert all(LAND >> h & 1 for h in canal)
