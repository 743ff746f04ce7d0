"""Chapter 1: the maps, the counters, the nations and the charts, loaded and checked once.

Nations and counters are small numbers from here on: ``GE`` is a nation, ``UNIT["GE-I-3"]`` a unit.
A *land* is a piece of the maps: the home country of a nation, which bears its code, or a colony
[2.24] [2.25].
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import or_
from pathlib import Path
from typing import Any, NamedTuple

from trenchline.kernel import nations, rosters
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.data import DataError, Row, read_csv, read_toml
from trenchline.kernel.editions import data_folder
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.joined import load_joined
from trenchline.kernel.sheets import SheetGrid

FOLDER = data_folder(Path(__file__).parent)

CENTRAL, ENTENTE, NEUTRAL = range(3)
SIDES = ("Central Powers", "Entente Powers")

Units = rosters.Units
Nations = int
"""A set of nations: one bit each."""


@dataclass(frozen=True)
class Nation(nations.Nation):
    """A major or a minor power [2.23] [R184]."""

    major: bool
    rail: int
    """How many corps it moves by rail in a fortnight [9.24]."""
    trenches: int
    """What its trenches take from the dice [10.571]."""
    income: tuple[int, int, int]
    """Resource points of its first season, of others, and once it is conquered [5.211]."""
    limit: int
    """Demoralization that brings the crisis [2.92]."""
    postures: frozenset[str]
    """What it is while neutral: true, permissive, imperial, opportunistic or associated [6.12]."""


_POSTURES = ("true", "permissive", "imperial", "opportunistic", "associated")


def _nation(row: Row) -> Nation:
    return Nation(
        row["code"],
        row["name"],
        row["adjective"],
        row.one_of("rank", ("major", "minor")) == "major",
        row.number("rail"),
        row.number("trenches"),
        (row.number("first"), row.number("other"), row.number("conquered")),
        row.number("limit"),
        frozenset(row.words_of("posture", _POSTURES, several=True)),
    )


NATIONS = tuple(
    _nation(row)
    for row in read_csv(
        FOLDER / "nations.csv",
        (
            *("code", "name", "adjective", "rank", "rail", "trenches"),
            *("first", "other", "conquered", "limit", "posture", "source", "note"),
        ),
    )
)
CODES = tuple(nation.code for nation in NATIONS)
NATION = {code: number for number, code in enumerate(CODES)}
# fmt: off
(AH, GE, OT, BR, FR, IT, RU, US, AB, AL, AR, BE, BG, CH, DK, FI, GR, JP, LX, ME, NL, NO, PE, PT,
 RO, RS, SE, SIN) = range(len(NATIONS))
# fmt: on
assert " ".join(CODES) == (
    "AH GE OT BR FR IT RU US AB AL AR BE BG CH DK FI GR JP LX ME NL NO PE PT RO RS SE SIN"
)
MAJORS: Nations = bit_set(n for n, nation in enumerate(NATIONS) if nation.major)

COLONIES = {
    row["code"]: NATION[row.one_of("owner", CODES)]
    for row in read_csv(FOLDER / "lands.csv", ("code", "name", "owner", "source", "note"))
}
"""Whose each colony is [2.25]."""


class Steps(NamedTuple):
    """A side of a counter that has steps [1.322]: ships, submarines, mines and aircraft.

    Fire is gunnery, torpedoes, machine guns or bombs; armour is evasion in the air.
    """

    fire: int
    armour: int
    radius: int


CORPS = ("infantry", "mountain", "cavalry", "siege", "tank", "flotilla", "africa")
LEADERS = ("army leader", "navy leader", "ace")
AIR = ("fighter", "bomber", "zeppelin")
NAVAL = ("ship", "submarine", "mine")
KINDS = (*CORPS, *LEADERS, *AIR, *NAVAL)


@dataclass(frozen=True)
class Unit:
    """A counter [1.32]."""

    key: str
    nation: int
    kind: str
    name: str
    ship: str
    """The class of a ship, or the ships that a navy leader commands."""
    attack: int
    """Effectiveness when attacking; of a leader, his rating [1.321]."""
    defence: int
    move: int
    yellow: bool
    """Whether it attacks as a 4 in 1914 [10.532]."""
    full: Steps | None
    reduced: Steps | None
    available: str
    """When the chronological order of battle brings it [13.0]."""
    instead_of: str
    """The counter that stands for the same troops: never both in play [13.0.1]."""
    traits: frozenset[str]

    @property
    def effectiveness(self) -> int:
        """What is printed, for those who have one number."""
        return self.defence

    @property
    def is_corps(self) -> bool:
        """[1.321] Whether it is a land unit but no leader."""
        return self.kind in CORPS


def _steps(row: Row, column: str) -> Steps | None:
    words = row[column].split()
    if not words:
        return None
    try:
        fire, armour, radius = (0 if word == "X" else int(word) for word in words)
    except ValueError:
        raise row.wrong(f"{column} should be three numbers, not {row[column]!r}") from None
    return Steps(fire, armour, radius)


def _number(row: Row, column: str) -> int:
    return row.number(column) if row[column] else 0


def _unit(row: Row) -> Unit:
    effectiveness = _number(row, "effectiveness")
    kind = row.one_of("kind", KINDS)
    return Unit(
        row["key"],
        NATION[row.one_of("nation", CODES)],
        kind,
        row["name"],
        row["ship"],
        _number(row, "attack") or effectiveness,
        _number(row, "defence") or effectiveness,
        _number(row, "move"),
        row.one_of("yellow", ("", "yellow")) == "yellow",
        _steps(row, "full"),
        _steps(row, "reduced"),
        row["available"],
        row["instead_of"],
        frozenset(row.words_of("traits", ("rebel", "siege", "lakes"), several=True)),
    )


def _units() -> tuple[Unit, ...]:
    columns = (
        *("key", "nation", "kind", "name", "ship", "effectiveness", "attack", "defence", "move"),
        *("yellow", "full", "reduced", "available", "instead_of", "traits", "source", "note"),
    )
    found: dict[str, Unit] = {}
    for row in read_csv(FOLDER / "units.csv", columns):
        unit = _unit(row)
        if unit.key in found:
            raise row.wrong(f"{unit.key} has a row already")
        found[unit.key] = unit
    for unit in found.values():
        if unit.instead_of and unit.instead_of not in found:
            raise DataError(
                FOLDER / "units.csv", None, f"{unit.key} stands for {unit.instead_of}, who is not"
            )
    return tuple(found.values())


UNITS = _units()
UNIT = {unit.key: number for number, unit in enumerate(UNITS)}
OF_KIND: dict[str, Units] = {
    kind: bit_set(n for n, unit in enumerate(UNITS) if unit.kind == kind) for kind in KINDS
}
OF_NATION: tuple[Units, ...] = tuple(
    bit_set(n for n, unit in enumerate(UNITS) if unit.nation == nation)
    for nation in range(len(NATIONS))
)
ALL_CORPS: Units = reduce(or_, (OF_KIND[kind] for kind in CORPS))
ALL_LEADERS: Units = reduce(or_, (OF_KIND[kind] for kind in LEADERS))
ARMY_LEADERS: Units = OF_KIND["army leader"]
ALL_AIR: Units = reduce(or_, (OF_KIND[kind] for kind in AIR))
SIEGE: Units = OF_KIND["siege"] | bit_set(n for n, u in enumerate(UNITS) if "siege" in u.traits)
"""Siege artillery [10.52], that of South Africa too."""
AF_CORPS: Units = OF_KIND["africa"] | bit_set(n for n, u in enumerate(UNITS) if "lakes" in u.traits)
"""[1.24] Land units for Africa alone: corps without a movement score, and flotillas of lakes."""
HOLDERS: Units = (OF_KIND["infantry"] | OF_KIND["mountain"] | OF_KIND["africa"]) & ~SIEGE
"""Who takes control of a location [2.53] [R13]."""
NEVER_DUG_IN: Units = OF_KIND["cavalry"] | OF_KIND["flotilla"] | OF_KIND["tank"]
"""[1.321] Corps without an entrenched side."""
MOVES = tuple(unit.move for unit in UNITS)

TABLES: dict[str, Any] = read_toml(FOLDER / "tables.toml")

BOARD = load_joined(FOLDER / "map")
assert isinstance(BOARD.grid, SheetGrid)
GRID: SheetGrid = BOARD.grid
SHEETS: dict[str, Hexes] = {sheet.name: GRID.on(sheet.name) for sheet in GRID.sheets}

LAND: Hexes = BOARD.where("kind", "land", "coast")
COAST: Hexes = BOARD.where("kind", "coast")
WATER: Hexes = BOARD.where("kind", "water") | COAST
RAIL: Hexes = BOARD.where("rail", "rail")
TERRAIN: dict[str, Hexes] = {
    kind: BOARD.where("terrain", kind)
    for kind in ("forest", "jungle", "mountain", "marsh", "desert")
}
WASTE: Hexes = TERRAIN["desert"] | TERRAIN["marsh"]
AFRICA: Hexes = SHEETS["africa"]
AF_THEATRE: Hexes = AFRICA | ~BOARD.hexes
"""[1.24.1] [1.24.2] Where corps for Africa may be: there and on the chart, on no other map."""

MARMARA: Hexes = GRID.hexes(
    *(
        "5046",
        "5145",
        "5146",
        "5244",
        "5245",
        "5246",
        "5343",
        "5344",
        "5345",
        "5444",
        "5445",
        "5446",
        "5544",
    )
)
"""[6.451.2] [R182] The Sea of Marmara."""

RED_FORTRESSES: Hexes = BOARD.of_kind("red_fortress")
FORTRESSES: Hexes = RED_FORTRESSES | BOARD.of_kind("black_fortress")
CHIPS: Hexes = BOARD.of_kind("chip")
PORTS: Hexes = BOARD.of_kind("port")
CLOSED_PORTS: Hexes = BOARD.of_kind("closed_port")
"""Antwerp, until Belgium and the Netherlands are both violated [6.121]."""
CENTRES: Hexes = reduce(
    or_, (BOARD.of_kind(kind) for kind in ("capital", "city", "port", "closed_port")), FORTRESSES
)
"""Population centres: capitals, cities, ports and fortresses [2.1], ruined or not [1.331.1]."""
_BOXES_OF = {
    trait: bit_set(box for box, facts in BOARD.boxes.items() if trait in facts["traits"].split())
    for trait in ("home", "full_nation", "capital", "chip", "permissive")
}
PORT_BOXES: Hexes = bit_set(box for box, facts in BOARD.boxes.items() if facts["kind"] == "port")
OCEAN_BOXES: Hexes = bit_set(box for box, facts in BOARD.boxes.items() if facts["kind"] == "ocean")
LAND_BOXES: Hexes = bit_set(box for box, facts in BOARD.boxes.items() if facts["kind"] != "ocean")

LAND_OF: dict[Hex, str] = {
    h: facts["country"] for h, facts in BOARD.facts.items() if facts["country"]
}
"""The land in which each hex lies."""


def _owners() -> dict[Hex, int]:
    owners = {
        h: COLONIES[land] if land in COLONIES else NATION[land] for h, land in LAND_OF.items()
    }
    return owners | {
        box: NATION[facts["owner"]] for box, facts in BOARD.boxes.items() if facts["owner"]
    }


OWNER: dict[Hex, int] = _owners()
"""Whose each land location was in 1914, home or colony [2.24] [2.25]."""
HELSINKI: Hex = GRID.hex("Helsinki")
"""Russian, and the whole of Finland once she is a nation [6.83.2]."""
OWNED: tuple[Hexes, ...] = tuple(
    bit_set(h for h, owner in OWNER.items() if owner == nation) for nation in range(len(NATIONS))
)
HOME: tuple[Hexes, ...] = tuple(
    bit_set(h for h, land in LAND_OF.items() if land == nation.code)
    | OWNED[number] & _BOXES_OF["home"]
    | (number == FI) << HELSINKI
    for number, nation in enumerate(NATIONS)
)
"""The home country of each nation [2.24]."""
CAPITALS: tuple[Hexes, ...] = tuple(
    HOME[FI] if number == FI else (BOARD.of_kind("capital") | _BOXES_OF["capital"]) & home
    for number, home in enumerate(HOME)
)
ALL_CAPITALS: Hexes = reduce(or_, CAPITALS)
FULL_NATIONS: Hexes = _BOXES_OF["full_nation"]
"""[2.24.1] Boxes that are home and that nobody can invade: no landing leads to a box."""
PERMISSIVE_BOXES: Hexes = _BOXES_OF["permissive"]
"""[6.122.3] Batavia and South America, which let everybody in and belong to nobody."""
ALL_CHIPS: Hexes = CHIPS | _BOXES_OF["chip"]


def owner_of_fortress(hex_: Hex) -> int:
    """[1.333] A fortress belongs to its original owner until it is ruined."""
    return OWNER[hex_]


def is_interior(hex_: Hex) -> bool:
    """[1.334] Whether a fortress hex at home has no border of its country along its sides."""
    if not FORTRESSES >> hex_ & 1 or not HOME[OWNER[hex_]] >> hex_ & 1:
        return False
    return not any(sides >> hex_ & 1 for sides in BOARD.sides["border"])


INTERIOR: Hexes = bit_set(hex_ for hex_ in members(FORTRESSES) if is_interior(hex_))
"""[1.334] The hexes of interior fortresses."""

FAR = 9_999
"""Between places that no hexes join: boxes, and maps of different scales."""


@lru_cache(maxsize=1 << 17)
def apart(one: Hex, other: Hex) -> int:
    """The hexes between two places of one map.

    >>> apart(GRID.hex("1123"), GRID.hex("1125")), apart(GRID.hex("1123"), GRID.hex("AF9135"))
    (2, 9999)
    """
    if one == other:
        return 0
    if not BOARD.hexes >> one & BOARD.hexes >> other & 1:
        return FAR
    return GRID.distance(one, other) if AFRICA >> one & 1 == AFRICA >> other & 1 else FAR
