"""Chapter 3: the map, the counters and the charts, loaded and checked once.

Nations and counters are small numbers from here on: ``FR`` is a nation, ``UNITS["FR5"]`` a unit.
The Allied and Central sides are 0 and 1; a nation may also be neutral, or open (a country without
an army that anybody may enter).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from trenchline.kernel import nations
from trenchline.kernel.bits import bit_set
from trenchline.kernel.board import load_board
from trenchline.kernel.data import read_csv, read_toml
from trenchline.kernel.editions import data_folder
from trenchline.kernel.floods import stepper
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.tables import load_loss_table

FOLDER = data_folder(Path(__file__).parent)

ALLIED, CENTRAL, NEUTRAL, OPEN = range(4)
SIDES = ("Allied", "Central")


@dataclass(frozen=True)
class Nation(nations.Nation):
    """A nation: its code on the tracks, and the points it starts with [TRK/crp] [R4]."""

    crp: int


NATIONS = tuple(
    Nation(row["code"], row["name"], row["adjective"], row.number("crp"))
    for row in read_csv(
        FOLDER / "nations.csv", ("code", "name", "adjective", "crp", "source", "note")
    )
)
NATION = {nation.code: number for number, nation in enumerate(NATIONS)}
CODES = tuple(NATION)
(FR, BR, US, RS, SB, IT, RM, GK, BL, NE, GE, AH, TU, BU, MN, AB) = range(len(NATIONS))
assert " ".join(CODES) == "FR BR US RS SB IT RM GK BL NE GE AH TU BU MN AB"

WESTERN = (FR, BR, US)


@dataclass(frozen=True)
class Unit:
    """A counter [3.2]: an army of a nation, with its attack and defence strengths [3.2.3]."""

    key: str
    nation: int
    name: str
    kind: str
    attack: int
    defence: int

    @property
    def title(self) -> str:
        """The unit as people call it: "German 5th"."""
        return self.name if self.name == "BEF" else f"{NATIONS[self.nation].adjective} {self.name}"


COUNTERS = tuple(
    Unit(
        row["key"],
        NATION[row.one_of("nation", CODES)],
        row["name"],
        row.one_of("kind", ("army", "stoss", "tank")),
        row.number("attack"),
        row.number("defence"),
    )
    for row in read_csv(
        FOLDER / "counters.csv",
        ("key", "nation", "name", "kind", "attack", "defence", "source", "note"),
    )
)
UNITS = {unit.key: number for number, unit in enumerate(COUNTERS)}
NATION_OF = tuple(unit.nation for unit in COUNTERS)
ATTACK = tuple(unit.attack for unit in COUNTERS)
DEFENCE = tuple(unit.defence for unit in COUNTERS)
UNITS_OF = tuple(
    bit_set(u for u, unit in enumerate(COUNTERS) if unit.nation == nation)
    for nation in range(len(NATIONS))
)
STOSS = bit_set(u for u, unit in enumerate(COUNTERS) if unit.kind == "stoss")
TANK = UNITS["FRTank"]
INFILTRATORS = STOSS | 1 << TANK

BOARD = load_board(FOLDER / "map")
GRID = BOARD.grid

PLAY: Hexes = BOARD.where("terrain", "clear", "rough")
CLEAR: Hexes = BOARD.where("terrain", "clear")
ROUGH: Hexes = BOARD.where("terrain", "rough")
TERRITORY: tuple[Hexes, ...] = tuple(BOARD.where("country", code) & PLAY for code in CODES)
COUNTRY: dict[Hex, int] = {
    hex_: NATION[facts["country"]] for hex_, facts in BOARD.facts.items() if PLAY >> hex_ & 1
}
COAST: Hexes = BOARD.having("sea") & PLAY
SEA = {
    sea: BOARD.where("sea", sea) & PLAY for sea in ("north", "baltic", "med", "straits", "black")
}
WEST_EDGE: Hexes = BOARD.where("edge", "west") & PLAY
EAST_EDGE: Hexes = BOARD.where("edge", "east") & PLAY

MARCH = BOARD.ways(PLAY)
"""Ways between neighbouring hexes, blocked hexsides left out [5.6] [ERR]."""
RAIL = BOARD.ways_along("rail")
RAIL_HEXES: Hexes = RAIL.up1 | RAIL.up2 | RAIL.up3 | RAIL.down1 | RAIL.down2 | RAIL.down3

march, ride = stepper(MARCH), stepper(RAIL)
"""One step from a set of hexes, over open hexsides and along the railways."""
BESIDE: tuple[Hexes, ...] = tuple(march(1 << hex_) for hex_ in range(GRID.size))
"""For each hex its neighbours over open hexsides."""
ALONG: tuple[Hexes, ...] = tuple(ride(1 << hex_) for hex_ in range(GRID.size))
"""For each hex its neighbours along the railways."""

STRAITS: tuple[Hex, ...] = tuple(GRID.hex(label) for label in BOARD.settings["straits"]["hexes"])
"""The line from the Dardanelles to the Bosporus, west to east [5.46]."""
BOSPORUS: Hex = STRAITS[-1]
BEYOND_THE_STRAITS: Hexes = SEA["black"] | SEA["straits"]
"""The coasts that ships reach only by way of that line [5.46]."""
DOORS: Hexes = GRID.hexes(*BOARD.settings["transit"]["doors"].values())
"""The hexes through which one enters and leaves the Franco-Italian Transit Area [5.52]."""

FORTS: Hexes = BOARD.of_kind("fort")
FORT_STRENGTH: dict[Hex, int] = {p.hex: p.value for p in BOARD.places if p.kind == "fort"}
FORT_NATION: dict[Hex, int] = {p.hex: NATION[p.owner] for p in BOARD.places if p.kind == "fort"}
FORTS_OF: tuple[Hexes, ...] = tuple(BOARD.of_kind("fort", code) for code in CODES)
STRONG_FORTS: Hexes = bit_set(h for h, strength in FORT_STRENGTH.items() if strength >= 2)
"""Forts that exert a zone of control [6.51]."""

CITIES_OF: tuple[Hexes, ...] = tuple(
    BOARD.of_kind("dependent", code) | BOARD.of_kind("independent", code) for code in CODES
)
"""Each nation's supply cities [9.1]."""
RUSSIAN_CITIES: Hexes = BOARD.of_kind("city", "RS")
COLLAPSE_CITIES: Hexes = GRID.hexes("2014", "2316", "2720", "2713")
"""Warsaw, Brest-Litovsk, Kiev and Vilna [12.11]."""
RESOURCES: Hexes = BOARD.of_kind("resource")
"""The resource centres, five points each [15.1]."""
assert COLLAPSE_CITIES & ~RUSSIAN_CITIES == 0

_tables = read_toml(FOLDER / "tables.toml")
CRT = load_loss_table(FOLDER / "tables.toml", _tables["crt"]["columns"], _tables["crt"]["rows"])
ALLOWANCE: int = _tables["terrain"]["allowance"]
"""Five movement points for everybody, counted in halves [5.25]."""
CLEAR_COST: int = _tables["terrain"]["clear"]["cost"]
ROUGH_COST: int = _tables["terrain"]["rough"]["cost"]
RAIL_COST: int = _tables["terrain"]["rail"]
ROUGH_BONUS: int = _tables["terrain"]["rough"]["defence"]
WINTER_BONUS: int = _tables["terrain"]["winter"]
TURNS: tuple[str, ...] = tuple(_tables["turns"]["names"])
SURRENDER_POINTS: tuple[int, ...] = tuple(_tables["turns"]["surrender"])
AMERICAN_ARMIES: tuple[int, ...] = tuple(_tables["turns"]["american_armies"])
INCOME: dict[int, tuple[int, ...]] = {
    NATION[code]: tuple(points) for code, points in _tables["turns"]["points"].items()
}
LENDS_TO: tuple[dict[int, int], ...] = tuple(
    {
        NATION[code]: bit_set(NATION[borrower] for borrower in borrowers)
        for code, borrowers in _tables["lending"][side].items()
    }
    for side in SIDES
)
"""Whom a nation may lend to on either side, a set of nations [10.3]."""
_neutrals = {NATION[c]: row for c, row in _tables["neutrals"].items() if c != "source"}
NEUTRAL_POINTS: dict[int, int] = {n: row["points"] for n, row in _neutrals.items()}
JOINS: dict[int, tuple[int, int]] = {
    n: (SIDES.index(row["joins"]), row["turn"]) for n, row in _neutrals.items() if "turn" in row
}
"""Neutrals that join a side of themselves, and on which turn [11.11] [11.21] [11.22]."""
BUILD_COST = 5
"""What an army costs [10.2]."""
STOSS_FROM = 6
"""[12.31] Stosstruppen may be built from the winter of 1916-17."""
TANK_FROM = 9
"""[13.31] The Tank Army may be built from the summer of 1918."""
CENTRE_POINTS = 5
BLOCKADE_POINTS = 75
LAST_TURN = len(TURNS)


def hexname(hex_: Hex) -> str:
    """A hex for the log: "0509 Metz"."""
    return BOARD.name(hex_)
