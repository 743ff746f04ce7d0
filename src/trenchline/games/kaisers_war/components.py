"""Chapter 2: the map, the counters and the charts, loaded and checked once.

Nations, countries and counters are small numbers from here on: ``GE`` is a nation, ``UNITS["GE5"]``
a unit. A *country* is a piece of the map (Britain and Egypt are two, both home of the British
Empire); a *nation* owns counters.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from trenchline.kernel import nations
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.board import load_board
from trenchline.kernel.data import DataError, Row, read_csv, read_toml
from trenchline.kernel.editions import data_folder
from trenchline.kernel.hexes import Hex, Hexes

FOLDER = data_folder(Path(__file__).parent)

ALLIED, CENTRAL, NEUTRAL = range(3)
SIDES = ("Allied", "Central")


@dataclass(frozen=True)
class Nation(nations.Nation):
    """A national contingent of counters [2.3] [2.10]."""

    side: int
    home: tuple[str, ...]
    """The countries it mobilizes in [6.4]."""
    group: str
    """power, nationalist, bolshevik, anarchist or garrison: how the eastern rules treat it."""


_COUNTRY_CODES = {
    "Britain": "BR",
    "Egypt": "EG",
    "France": "FR",
    "Italy": "IT",
    "Belgium": "BE",
    "Serbia": "SB",
    "Greece": "GK",
    "Romania": "RM",
    "Ottoman Empire": "TU",
    "Trans-Caucasus": "TC",
    "Russia": "RU",
    "Ukraine": "UK",
    "Poland": "PO",
    "Germany": "GE",
    "Austria-Hungary": "AH",
    "Bulgaria": "BU",
    "Persia": "PE",
    "Finland": "FI",
    "Baltic Republics": "BA",
}


def _home(text: str) -> tuple[str, ...]:
    found = []
    for name, code in _COUNTRY_CODES.items():
        if name in text:
            found.append(code)
            text = text.replace(name, "")
    return tuple(found)


NATIONS = tuple(
    Nation(
        row["code"],
        row["name"],
        row["adjective"],
        SIDES.index(row.one_of("side", SIDES)),
        _home(row["home"]),
        row.one_of("group", ("power", "nationalist", "bolshevik", "anarchist", "garrison")),
    )
    for row in read_csv(
        FOLDER / "nations.csv",
        ("code", "name", "adjective", "side", "home", "group", "source", "note"),
    )
)
NATION = {nation.code: number for number, nation in enumerate(NATIONS)}
CODES = tuple(NATION)
# fmt: off
(BR, FR, IT, US, BE, SB, GK, RM, AR, TC, CZ, JA, BO, AN,
 PO, GE, AH, TU, BU, PE, FI, BA, UK, WR, AG, CG) = range(len(NATIONS))
# fmt: on
assert " ".join(CODES) == (
    "BR FR IT US BE SB GK RM AR TC CZ JA BO AN PO GE AH TU BU PE FI BA UK WR AG CG"
)

ARMIES = (
    "infantry_army",
    "shock_army",
    "army_group",
    "alpine_army",
    "cavalry_army",
    "tank_army",
    "mech_army",
)
NAVAL = ("bombardment", "amphibious")
AIR = ("tactical_air", "strategic_air")
MECHANIZED = ("tank_corps", "tank_army", "mech_corps", "mech_army")


@dataclass(frozen=True)
class Face:
    """One side of a counter: its type and factors."""

    type: str
    attack: int
    defence: int
    movement: int
    shock: bool

    @cached_property
    def is_army(self) -> bool:
        """Whether it counts as an army or army group [9.2]."""
        return self.type in ARMIES

    @cached_property
    def weight(self) -> int:
        """What it counts for stacking, in corps equivalents [9.2] [9.3]."""
        if self.movement == 0:
            return 0
        return 3 if self.is_army else 1


@dataclass(frozen=True)
class Unit:
    """A counter. Support units have a parenthesized attack factor and never attack alone."""

    key: str
    nation: int
    name: str
    size: str
    front: Face
    back: Face | None
    range: int
    circle: bool
    """A supply symbol: always in general supply [15.11]."""
    guerrilla: bool
    slot: str
    """Where it starts [26.3] [26.4]."""

    @cached_property
    def is_naval(self) -> bool:
        """Bombardment fleets and amphibious transports: never on the map [19.5] [20.4]."""
        return self.front.type in NAVAL

    @cached_property
    def is_support(self) -> bool:
        """Headquarters, airbases and fleets [12.14]."""
        return self.front.type in ("hq", *AIR, "bombardment")

    @cached_property
    def title(self) -> str:
        """The unit as people call it: "German 18th Shock Army"."""
        adjective = NATIONS[self.nation].adjective
        if self.front.type == "garrison":
            return f"{adjective} {self.name}"
        kind = self.front.type.replace("_", " ")
        return f"{adjective} {kind} {self.name}"


def _factor(row: Row, column: str) -> int:
    return row.number(column) if row[column] else 0


def _back(row: Row) -> Face | None:
    kind, text = row["type"], row["back"]
    if not text:
        return None
    if not re.fullmatch(r"\d{1,2}-\d{1,2}-\d{1,2}", text):
        raise row.wrong(f"back reads like 10-9-4, not {text!r}")
    attack, defence, movement = (int(part) for part in text.split("-"))
    return Face(kind.replace("corps", "army"), attack, defence, movement, shock=True)


_COLUMNS = (
    "key",
    "nation",
    "type",
    "name",
    "size",
    "attack",
    "defence",
    "movement",
    "range",
    "shock",
    "circle",
    "guerrilla",
    "back",
    "slot",
    "source",
    "note",
)
COUNTERS = tuple(
    Unit(
        row["key"],
        NATION[row.one_of("nation", CODES)],
        row["name"],
        row["size"],
        Face(
            row["type"],
            _factor(row, "attack"),
            _factor(row, "defence"),
            _factor(row, "movement"),
            row["shock"] == "shock",
        ),
        _back(row),
        _factor(row, "range"),
        row["circle"] == "circle",
        row["guerrilla"] == "guerrilla",
        row["slot"],
    )
    for row in read_csv(
        FOLDER / "counters.csv",
        _COLUMNS,
    )
)
UNITS = {unit.key: number for number, unit in enumerate(COUNTERS)}
NATION_OF = tuple(unit.nation for unit in COUNTERS)
UNITS_OF = tuple(
    bit_set(u for u, unit in enumerate(COUNTERS) if unit.nation == nation)
    for nation in range(len(NATIONS))
)
LONERS = bit_set(
    u
    for u, unit in enumerate(COUNTERS)
    if NATIONS[unit.nation].group in ("nationalist", "bolshevik", "anarchist")
)
"""Units that do not stack with everybody [30.16]."""
TWINS = tuple(
    bit_set(
        u
        for u, other in enumerate(COUNTERS)
        if (other.nation, other.front, other.back, other.range, other.circle)
        == (unit.nation, unit.front, unit.back, unit.range, unit.circle)
        and other.front.type != "hq"
    )
    for unit in COUNTERS
)
"""For each unit those that are the same but for their names [3.2]."""
CONVERTIBLE = bit_set(u for u, unit in enumerate(COUNTERS) if unit.back)
GUERRILLAS = bit_set(u for u, unit in enumerate(COUNTERS) if unit.guerrilla)
NAVAL_UNITS = bit_set(u for u, unit in enumerate(COUNTERS) if unit.is_naval)
SUPPORTS = bit_set(u for u, unit in enumerate(COUNTERS) if unit.is_support)
IMMOBILE = bit_set(u for u, unit in enumerate(COUNTERS) if not unit.front.movement)
COMBATANTS = (
    bit_set(u for u, unit in enumerate(COUNTERS) if unit.front.attack) & ~SUPPORTS & ~NAVAL_UNITS
)
"""Land units with an attack factor of their own [12.4]."""
OF_TYPE = {
    kind: bit_set(u for u, unit in enumerate(COUNTERS) if unit.front.type == kind)
    for kind in sorted({unit.front.type for unit in COUNTERS})
}
FORTS = OF_TYPE["fortified_zone"]
AIRBASES = OF_TYPE["tactical_air"] | OF_TYPE["strategic_air"]

BOARD = load_board(FOLDER / "map")
GRID = BOARD.grid

TERRAINS = ("clear", "rough", "desert", "forest", "marsh")
LAND: Hexes = BOARD.where("terrain", *TERRAINS)
"""All land in play, Russia included; neutrals and Spain are out of it for good [23.1] [R34]."""
OPEN_SEA: Hexes = BOARD.where("terrain", "sea")
TERRAIN: dict[str, Hexes] = {kind: BOARD.where("terrain", kind) for kind in TERRAINS}
ROUGH, DESERT = TERRAIN["rough"], TERRAIN["desert"]
COUNTRY: dict[Hex, str] = {
    hex_: facts["country"] for hex_, facts in BOARD.facts.items() if LAND >> hex_ & 1
}
COUNTRIES = tuple(sorted(set(COUNTRY.values())))
TERRITORY: dict[str, Hexes] = {code: BOARD.where("country", code) & LAND for code in COUNTRIES}
SEAS = ("north", "med", "red", "baltic", "adriatic", "marmora", "black", "caspian", "gulf")
COAST: dict[str, Hexes] = {sea: BOARD.where("sea", sea) & LAND for sea in SEAS}
WATER: dict[str, Hexes] = {sea: BOARD.where("sea", sea) & OPEN_SEA for sea in SEAS}

ALLIED_COUNTRIES = ("BR", "EG", "FR", "BE", "LU", "IT", "SB", "MN", "AL", "GK", "RM", "TC")
CENTRAL_COUNTRIES = ("GE", "AH", "TU", "BU", "PE", "FI", "BA", "PO", "UK")
EASTERN = ("FI", "BA", "PO", "UK")
"""Where the Central Powers' eastern armies stand still [24.2]."""


def _land_of(countries: tuple[str, ...]) -> Hexes:
    hexes = 0
    for code in countries:
        hexes |= TERRITORY[code]
    return hexes


HOMELAND: tuple[Hexes, Hexes] = (_land_of(ALLIED_COUNTRIES), _land_of(CENTRAL_COUNTRIES))
"""The countries of each side [2.3] [R33]; the Trans-Caucasus is an Allied one [24.3]."""
EAST: Hexes = _land_of(EASTERN)
RUSSIA: Hexes = TERRITORY["RU"]
LINE: tuple[Hexes, Hexes] = (BOARD.where("line", "Allied"), BOARD.where("line", "Central"))
"""The land on each side of the initial front line [2.5]."""
TRENCH: tuple[Hexes, Hexes] = (BOARD.where("trench", "Allied"), BOARD.where("trench", "Central"))
"""The trenchlines printed on the map [7.1]."""
RAIL_ZONE: dict[int, Hexes] = {zone: BOARD.where("rail", str(zone)) for zone in (1, 2, 3)}
"""[16.1] The density of the rail net."""

MARCH = BOARD.ways(LAND, blocked="all_sea")
"""Ways between neighbouring land hexes; none across all-sea hexsides [R14]."""
LANDMASSES = 9
"""The mainland, and the islands that can only be sailed to."""
_WATER_SIDES = [
    BOARD.sides["river"][d] | BOARD.sides["canal"][d] | BOARD.sides["lake"][d] for d in range(6)
]
"""For each direction the hexes whose hexside there is a river, canal or lake."""
WET = tuple(_WATER_SIDES)
SEAWARD = BOARD.ways(LAND | OPEN_SEA, blocked="")
"""Ways between all hexes that touch, land and sea."""

CLASSES = ("major_capital", "resource", "political", "city")
OF_CLASS: dict[str, Hexes] = {kind: BOARD.of_kind(kind) for kind in CLASSES}
CITIES: Hexes = (
    OF_CLASS["major_capital"] | OF_CLASS["resource"] | OF_CLASS["political"] | OF_CLASS["city"]
)
NAVAL_BASES: Hexes = BOARD.of_kind("naval_base")
STRAITS: Hexes = BOARD.of_kind("strait")
"""[8.8] Land that ships pass; the coast of two seas [R44]."""
LANDING_EDGE: dict[str, Hexes] = {
    edge: BOARD.where("edge", edge) for edge in ("north", "gulf", "russia")
}


class _Cities(dict[str, Hex]):
    """Cities by their names; rules that name one which is not there find an error of the data."""

    def __missing__(self, name: str) -> Hex:
        raise DataError(
            FOLDER / "map" / "places.csv", None, f"no city is called {name!r}, and rules name it"
        )


CITY: dict[str, Hex] = _Cities(
    (place.name, place.hex) for place in BOARD.places if place.kind in CLASSES
)
PARIS, BAGHDAD = CITY["Paris"], CITY["Baghdad"]

MOBILIZATION_CITIES: Hexes = (
    OF_CLASS["major_capital"] | OF_CLASS["resource"] | OF_CLASS["political"]
)
OCCUPIED: Hexes = MOBILIZATION_CITIES & _land_of(
    tuple(
        code
        for code in ALLIED_COUNTRIES
        if not TERRITORY[code] & MOBILIZATION_CITIES & LINE[ALLIED]
    )
)
"""The mobilization hexes of countries that begin with all of them in enemy hands [6.11]."""

TABLES = read_toml(FOLDER / "tables.toml")
POINTS = TABLES["points"]
TURNS: tuple[str, ...] = tuple(TABLES["turns"]["names"])
SEASON: tuple[str, ...] = tuple(TABLES["turns"]["seasons"])
FIRST_OF_1919: int = TABLES["turns"]["first_of_1919"]
NARROW: Hexes = (TERRAIN["desert"] | TERRAIN["marsh"]) & ~CITIES
WIDE_STACK: int = TABLES["terrain"]["clear"]["stack"]
NARROW_STACK: int = TABLES["terrain"]["desert"]["stack"]
BOUNDLESS = 3 * len(COUNTERS)
"""[R92] The chart has no limit for the open sea: as if every counter were an army."""
_LIMITS = dict.fromkeys(members(NARROW), NARROW_STACK) | dict.fromkeys(members(OPEN_SEA), BOUNDLESS)
BOXES: tuple[str, ...] = ("USA", "British Empire", "French Empire")


def stack_limit(hex_: Hex) -> int:
    """[9.1] [43.3] How much may stay in a hex, in corps equivalents."""
    return _LIMITS.get(hex_, WIDE_STACK)


def hexname(hex_: Hex) -> str:
    """A hex for the log: "0615 Paris"."""
    return BOARD.name(hex_)
