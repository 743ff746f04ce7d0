"""The map files keep every fact that the rulebook pins, and hang together as a board.

The files are read as plain text here, without the engine, so that a wrong row shows as a wrong row.
"""

import csv
import tomllib
from collections import Counter
from collections.abc import Iterable
from importlib.resources import files
from itertools import combinations, pairwise

import pytest

from trenchline.kernel.data import SOURCES

MAP = files("trenchline").joinpath("games", "world_war_one", "map")

Row = dict[str, str]
Side = tuple[str, str]


def table(name: str) -> list[Row]:
    return list(csv.DictReader(MAP.joinpath(name).read_text(encoding="utf-8").splitlines()))


BOARD = tomllib.loads(MAP.joinpath("board.toml").read_text(encoding="utf-8"))
HEXES = {row["hex"]: row for row in table("hexes.csv")}
SCENERY = {row["hex"]: row for row in table("scenery.csv")}
SIDES = table("hexsides.csv")
PLACES = table("places.csv")

PLAY = {name for name, row in HEXES.items() if row["terrain"] != "impassable"}
RAIL = {(row["hex"], row["neighbour"]) for row in SIDES if row["kind"] == "rail"}
BLOCKED = {(row["hex"], row["neighbour"]) for row in SIDES if row["kind"] == "blocked"}
STRAITS: list[str] = BOARD["straits"]["hexes"]
DOORS: dict[str, str] = BOARD["transit"]["doors"]

NATIONS = {"FR", "BL", "NE", "GE", "AH", "IT", "SB", "GK", "BU", "TU", "RM", "RS"}
COUNTRIES = NATIONS | {"MN", "AB", "CH"}

# 14.1. The 1st French army is printed as a second 4th.
SETUP = {
    "FR": "0307 0407 0308 0408 0309 0409 0310",
    "BL": "0505",
    "SB": "1124 0924",
    "RS": "2411 1816 2017 2120 2121",
    "GE": "0605 0406 0506 0507 0508 0509 0510 2212",
    "AH": "0716 1717 1918 2020 1820 1122 0923",
    "IT": "0415 0516 0615 0616",
    "NE": "0705",
    "GK": "0929 0833",
    "TU": "1531 1532",
    "BU": "1226 1529",
    "RM": "1727 1925",
}
BEF = "0305"
GERMANS_IN_BELGIUM = {"0605", "0406", "0506", "0507"}

CITIES = {
    "Warsaw": "2014",
    "Brest-Litovsk": "2316",
    "Kiev": "2720",
    "Vilna": "2713",
    "Riga": "2710",
    "Gomel": "2718",
    "Odessa": "2326",
}


def neighbours(name: str) -> set[str]:
    column, row = int(name[:2]), int(name[2:])
    upper, lower = (row, row + 1) if column % 2 == 0 else (row - 1, row)
    around = [(column, row - 1), (column, row + 1)]
    around += [(c, r) for c in (column - 1, column + 1) for r in (upper, lower)]
    return {f"{c:02}{r:02}" for c, r in around}


def on_the_grid(name: str) -> bool:
    first, last = BOARD["grid"]["columns"]
    top, bottom = BOARD["grid"]["rows"]
    return bool(first <= int(name[:2]) <= last and top <= int(name[2:]) <= bottom)


def side(one: str, other: str) -> Side:
    return (min(one, other), max(one, other))


def places(kind: str) -> list[Row]:
    return [row for row in PLACES if row["kind"] == kind]


def at(kind: str) -> set[str]:
    return {row["hex"] for row in places(kind)}


def strength(name: str) -> int:
    return sum(int(row["value"]) for row in places("fort") if row["hex"] == name)


def rough(name: str) -> bool:
    return HEXES[name]["terrain"] == "rough"


def of_country(*countries: str) -> set[str]:
    return {name for name in PLAY if HEXES[name]["country"] in countries}


def clear_coast(country: str, seas: Iterable[str]) -> set[str]:
    return {
        name
        for name in of_country(country)
        if HEXES[name]["terrain"] == "clear" and HEXES[name]["sea"] in set(seas)
    }


def reached(start: str, links: dict[str, set[str]]) -> set[str]:
    seen, frontier = {start}, [start]
    while frontier:
        for name in links[frontier.pop()] - seen:
            seen.add(name)
            frontier.append(name)
    return seen


def rail_links() -> dict[str, set[str]]:
    links: dict[str, set[str]] = {}
    for one, other in RAIL:
        links.setdefault(one, set()).add(other)
        links.setdefault(other, set()).add(one)
    return links


# What the rulebook pins, in its order.


def test_5_4_every_sea_named_is_one_of_the_five() -> None:
    assert {row["sea"] for row in HEXES.values()} == {
        "",
        "north",
        "baltic",
        "med",
        "straits",
        "black",
    }


def test_5_42_a_sea_move_can_start_from_france() -> None:
    assert clear_coast("FR", ["north"])


@pytest.mark.parametrize("country", ["IT", "GK", "BU", "TU", "RM"])
def test_5_43_each_country_has_a_clear_coastal_hex(country: str) -> None:
    assert clear_coast(country, ["med", "straits", "black"])


def test_5_43_black_sea_russia_has_a_clear_coastal_hex() -> None:
    assert CITIES["Odessa"] in clear_coast("RS", ["black"])


def test_5_43_russian_coasts_are_northern_or_black() -> None:
    assert {HEXES[name]["sea"] for name in of_country("RS")} == {"", "baltic", "black"}


def test_5_46_straits_line() -> None:
    assert STRAITS == ["1332", "1432", "1532", "1632", "1733"]
    assert all(east in neighbours(west) for west, east in pairwise(STRAITS))
    for name in STRAITS:
        assert HEXES[name]["country"] == "TU"
        assert HEXES[name]["terrain"] == "clear"
    assert {name for name, row in HEXES.items() if row["sea"] == "straits"} == set(STRAITS)


def test_5_46_only_1733_of_the_straits_line_is_fortified() -> None:
    assert at("fort") & set(STRAITS) == {"1733"}


def test_5_46_the_black_sea_begins_beyond_the_line() -> None:
    black = {name for name, row in HEXES.items() if row["sea"] == "black"}
    assert {HEXES[name]["country"] for name in black} == {"TU", "BU", "RM", "RS"}
    assert black.isdisjoint(STRAITS)


def test_5_52_transit_doors() -> None:
    assert DOORS == {"FR": "0110", "IT": "0113"}
    for country, door in DOORS.items():
        assert HEXES[door]["country"] == country
        assert HEXES[door]["edge"] == "west"


def test_5_53_rail_reaches_both_doors() -> None:
    assert set(DOORS.values()) <= rail_links().keys()


def test_5_6_erratum_blocked_hexsides() -> None:
    assert {("0616", "0617"), ("0618", "0719")} <= BLOCKED
    for one, other in (("0616", "0617"), ("0618", "0719")):
        assert other in neighbours(one)


def test_8_35_metz_is_rough_with_a_three_point_fort() -> None:
    assert rough("0509")
    assert strength("0509") == 3
    (metz,) = (row for row in places("fort") if row["hex"] == "0509")
    assert (metz["name"], metz["owner"]) == ("Metz", "GE")


def test_8_35_no_other_hex_is_as_strong_as_metz() -> None:
    german_army, winter = 6, 2
    defence = {name: german_army + strength(name) + rough(name) + winter for name in PLAY}
    assert defence["0509"] == 12
    assert [name for name, total in defence.items() if total >= 12] == ["0509"]


def test_8_35_a_one_point_fort_stands_in_clear_terrain() -> None:
    assert any(strength(name) == 1 and not rough(name) for name in at("fort"))


def test_9_11_germany_has_dependent_cities() -> None:
    assert sum(row["owner"] == "GE" for row in places("dependent")) >= 2


def test_9_12_austria_hungary_has_dependent_cities() -> None:
    assert sum(row["owner"] == "AH" for row in places("dependent")) >= 2
    assert {row["owner"] for row in places("dependent")} == {"GE", "AH"}


@pytest.mark.parametrize("country", ["TU", "BU"])
def test_9_13_minor_central_powers_have_independent_cities(country: str) -> None:
    assert country in {row["owner"] for row in places("independent")}


@pytest.mark.parametrize("country", ["BL", "SB", "IT", "RM", "GK", "NE"])
def test_9_16_minor_allies_have_independent_cities(country: str) -> None:
    assert country in {row["owner"] for row in places("independent")}


def test_9_14_and_9_15_france_and_russia_have_no_supply_city() -> None:
    supply = places("dependent") + places("independent")
    assert {row["owner"] for row in supply}.isdisjoint({"FR", "RS"})


def test_9_14_western_edge() -> None:
    west = {name for name, row in HEXES.items() if row["edge"] == "west"}
    assert west == {name for name in PLAY if name.startswith("01")}
    assert {HEXES[name]["country"] for name in west} == {"FR", "IT"}


def test_9_15_eastern_edge() -> None:
    east = {name for name, row in HEXES.items() if row["edge"] == "east"}
    assert east == {name for name in PLAY if name.startswith("29")}
    assert {HEXES[name]["country"] for name in east} == {"RS"}
    assert east & rail_links().keys()


def test_10_23_home_cities() -> None:
    owners = Counter(row["owner"] for row in PLACES if row["kind"] in ("dependent", "independent"))
    assert owners == {
        "GE": 8, "AH": 4, "IT": 3, "SB": 3, "GK": 2, "BU": 2, "RM": 2, "TU": 2, "BL": 2, "NE": 1,
    }  # fmt: skip


def test_12_11_collapse_cities() -> None:
    collapse = {row["name"]: row["hex"] for row in PLACES if row["note"] == "collapse city 12.11"}
    assert collapse == {name: CITIES[name] for name in ("Warsaw", "Brest-Litovsk", "Kiev", "Vilna")}


def test_12_12_seven_named_cities_all_russian() -> None:
    assert {row["name"]: row["hex"] for row in places("city")} == CITIES
    for row in places("city"):
        assert row["owner"] == HEXES[row["hex"]]["country"] == "RS"


def test_12_2_three_units_cover_the_french_edge() -> None:
    edge = {name for name in of_country("FR") if HEXES[name]["edge"] == "west"}
    covered = [
        {name} | {near for near in neighbours(name) if side(name, near) not in BLOCKED}
        for name in PLAY
    ]
    useful = [cover & edge for cover in covered if cover & edge]
    assert not any(one | two >= edge for one, two in combinations(useful, 2))
    assert any(one | two | three >= edge for one, two, three in combinations(useful, 3))


@pytest.mark.parametrize("country", sorted(SETUP))
def test_14_1_setup_hexes_lie_in_their_countries(country: str) -> None:
    for name in SETUP[country].split():
        where = "BL" if name in GERMANS_IN_BELGIUM else country
        assert HEXES[name]["country"] == where, name


def test_14_1_the_bef_starts_in_france() -> None:
    assert HEXES[BEF]["country"] == "FR"


def test_14_1_no_army_starts_in_an_enemy_fort_that_stands() -> None:
    owners = {row["hex"]: row for row in places("fort")}
    for country, names in SETUP.items():
        for name in names.split():
            if name in owners and owners[name]["owner"] != country:
                assert "fallen at the historical start" in owners[name]["note"]


def test_14_23_two_french_attacks_are_possible_on_the_first_turn() -> None:
    french = set(SETUP["FR"].split())
    targets = {}
    for target in SETUP["GE"].split():
        attackers = {
            name for name in neighbours(target) & french if side(name, target) not in BLOCKED
        }
        own_fort = strength(target) if HEXES[target]["country"] == "GE" else 0
        needed = 6 + own_fort + rough(target)
        targets[target] = {
            frozenset(force)
            for size in range(1, len(attackers) + 1)
            for force in combinations(sorted(attackers), size)
            if 4 * size >= needed
        }
    # A French army may attack again in a later phase, so the forces may share an army.
    assert sum(bool(forces) for forces in targets.values()) >= 2


def test_14_27_montenegro_has_territory_and_no_city() -> None:
    assert of_country("MN")
    assert not any(row["owner"] == "MN" for row in PLACES if row["kind"] != "town")


def test_14_31_every_nation_has_room_for_free_deployment() -> None:
    for country, armies in {"FR": 8, "SB": 2, "RS": 6, "GE": 8, "AH": 7}.items():
        assert len(of_country(country)) >= armies


def test_15_1_resource_centres() -> None:
    assert {row["value"] for row in places("resource")} == {"5"}
    owners = Counter(row["owner"] for row in places("resource"))
    assert owners == {"GE": 11, "AH": 2, "TU": 1, "FR": 7, "BL": 2, "IT": 2}


def test_15_1_no_allied_centre_is_german_from_the_start() -> None:
    allied = {row["hex"] for row in places("resource") if row["owner"] in ("FR", "BL", "IT")}
    assert allied.isdisjoint(SETUP["GE"].split())


# The board as a whole.


def test_grid_is_as_the_rulebook_numbers_it() -> None:
    grid = BOARD["grid"]
    assert (grid["orientation"], grid["lower"], grid["numbering"]) == ("flat", "even", "CCRR")
    assert (grid["columns"], grid["rows"]) == ([1, 29], [1, 33])
    for part in ("grid", "straits", "transit"):
        assert BOARD[part]["source"] == "rulebook"
        assert BOARD[part]["case"]


@pytest.mark.parametrize(
    ("name", "header"),
    [
        ("hexes.csv", "hex,country,terrain,sea,edge,source,note"),
        ("scenery.csv", "hex,country,source,note"),
        ("hexsides.csv", "hex,neighbour,kind,name,source,note"),
        ("places.csv", "hex,kind,name,owner,value,source,note"),
    ],
)
def test_every_row_is_in_order_and_has_provenance(name: str, header: str) -> None:
    assert MAP.joinpath(name).read_text(encoding="utf-8").splitlines()[0] == header
    rows = table(name)
    assert [row["hex"] for row in rows] == sorted(row["hex"] for row in rows)
    for row in rows:
        assert row["source"] in SOURCES, row
        assert None not in row, row
        assert None not in row.values(), row
        assert on_the_grid(row["hex"]), row


def test_rows_of_the_rulebook_cite_their_case() -> None:
    for row in [*HEXES.values(), *SIDES, *PLACES]:
        if row["source"] == "rulebook":
            assert any(character.isdigit() for character in row["note"]), row


def test_hexes_are_unique_and_well_formed() -> None:
    assert len(table("hexes.csv")) == len(HEXES)
    assert len(table("scenery.csv")) == len(SCENERY)
    assert HEXES.keys().isdisjoint(SCENERY)
    for row in HEXES.values():
        assert row["country"] in COUNTRIES
        assert row["terrain"] in ("clear", "rough", "impassable")
        assert (row["terrain"] == "impassable") == (row["country"] == "CH")
        assert row["edge"] in ("", "west", "east")


def test_every_country_is_one_piece() -> None:
    for country in COUNTRIES - {"CH"}:
        home = of_country(country)
        links = {name: neighbours(name) & home for name in home}
        assert reached(min(home), links) == home, country


def test_hexsides_are_unique_and_join_neighbours_in_play() -> None:
    assert len({(row["hex"], row["neighbour"]) for row in SIDES}) == len(SIDES)
    for row in SIDES:
        assert row["kind"] in ("rail", "blocked"), row
        assert row["name"], row
        assert row["hex"] < row["neighbour"], row
        assert row["neighbour"] in neighbours(row["hex"]), row
        assert {row["hex"], row["neighbour"]} <= PLAY, row


def test_no_rail_crosses_a_blocked_hexside() -> None:
    assert RAIL.isdisjoint(BLOCKED)


def test_the_rail_net_is_one_and_reaches_every_city() -> None:
    links = rail_links()
    assert reached("0106", links) == links.keys()
    assert at("city") | at("dependent") | at("independent") <= links.keys()


def test_no_rail_crosses_the_danube_below_belgrade_to_bulgaria() -> None:
    assert not any({HEXES[a]["country"], HEXES[b]["country"]} == {"BU", "RM"} for a, b in RAIL)


def test_all_hexes_in_play_can_reach_each_other() -> None:
    links = {
        name: {near for near in neighbours(name) & PLAY if side(name, near) not in BLOCKED}
        for name in PLAY
    }
    assert reached("0106", links) == PLAY


def test_coasts_touch_water_or_the_edge_of_the_map() -> None:
    for name, row in HEXES.items():
        if row["sea"]:
            open_sides = {near for near in neighbours(name) if near not in HEXES}
            gulf = any(name in pair for pair in BLOCKED)
            assert open_sides or gulf, name


def test_neighbouring_coasts_share_a_sea_or_a_passage() -> None:
    passages = {
        frozenset({"north", "baltic"}),
        frozenset({"med", "straits"}),
        frozenset({"straits", "black"}),
    }
    for name, row in HEXES.items():
        for near in neighbours(name) & HEXES.keys():
            seas = {row["sea"], HEXES[near]["sea"]}
            if "" not in seas and len(seas) == 2:
                assert frozenset(seas) in passages, (name, near)


def test_places_stand_in_play_in_their_owners_country() -> None:
    kinds = {"city", "dependent", "independent", "fort", "resource", "town"}
    for row in PLACES:
        assert row["kind"] in kinds, row
        assert row["hex"] in PLAY, row
        assert row["owner"] == HEXES[row["hex"]]["country"], row
        assert row["name"], row
        assert bool(row["value"]) == (row["kind"] in ("fort", "resource")), row


def test_a_hex_has_one_place_of_a_kind_and_one_city() -> None:
    kinds = Counter((row["hex"], row["kind"]) for row in PLACES)
    assert max(kinds.values()) == 1
    supply = Counter(
        row["hex"] for row in PLACES if row["kind"] in ("city", "dependent", "independent")
    )
    assert max(supply.values()) == 1


def test_12_4_forts_have_strength_one_to_three() -> None:
    assert {row["value"] for row in places("fort")} == {"1", "2", "3"}
