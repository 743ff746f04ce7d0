"""What comes in the box and belongs to no single map: nations, terrain, counters, charts [3]."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple

from trenchline.kernel import nations, rosters
from trenchline.kernel.data import SOURCES, read_csv, read_toml
from trenchline.kernel.editions import data_folder

FOLDER = data_folder(Path(__file__).parent)

CENTRAL, ENTENTE = 0, 1
SIDES = ("Central Powers", "Entente")


def enemy_of(side: int) -> int:
    """The other side."""
    return ENTENTE if side == CENTRAL else CENTRAL


Units = rosters.Units

INFANTRY = ("infantry", "mountain", "marine", "assault")
"""Infantry and the kinds that are like it [10-2] [13-23]."""
CAVALRY = ("cavalry",)
ARTILLERY = ("artillery", "siege")
"""Both kinds are artillery [29-1]."""
OTHERS = ("engineer", "replacement", "headquarters", "supply", "fortress", "flotilla")
KINDS = (*INFANTRY, *CAVALRY, *ARTILLERY, *OTHERS)
SIZES = ("army", "corps", "division", "brigade", "regiment", "battalion", "company", "")
FREE = ("engineer", "headquarters", "supply", "fortress", "flotilla")
"""Kinds that weigh nothing in a stack [11-5] [21-6] [36-5]."""

HIGHLANDERS = ("armenian", "kuban", "frontier_guard", "cossack", "georgian", "border")
"""[41-5] Traits of Russian infantry that counts as mountain units."""
STRENGTHENED: Final = "strengthened"
TRAITS = (*HIGHLANDERS, "yellow", "mountain", "pure_assault", STRENGTHENED)
"""What a counter may be besides its kind: values in yellow [40-3] [50-4], mountain assault units
[33-1], nothing but assault strength [33-5], strengthened cavalry [31-3]."""

ANY_COLOUR: Final = "any"
"""[R109] The colour of a symbol that goes with every colour of its nation."""

RAIL_BOUND: Final = -1
"""The movement allowance of a unit that lives on the rails [6-12]."""

TABLES: Final[dict[str, Any]] = read_toml(FOLDER / "tables.toml")

COLOURS: Final[Mapping[str, Mapping[str, str]]] = TABLES["symbols"]["colours"]
"""[50] Each nation's colours of symbols besides its plain one, and whom they mark."""

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
SPECIAL: Final = 0
"""The number of the Monthly Special Turn [5]."""


class Date(NamedTuple):
    """A turn: year, month and number; a month begins with its special turn, number 0 [5]."""

    year: int
    month: int
    turn: int

    def __str__(self) -> str:
        return f"{MONTHS[self.month - 1]} {self.turn or 'special'}"


def read_date(text: str, year: int) -> Date:
    """A turn as the data files write it: ``Aug 4``, ``Sep special``, or with its year before it.

    >>> read_date("Sep special", 1914)
    Date(year=1914, month=9, turn=0)
    """
    words = text.split()
    if len(words) == 3:
        year, words = int(words[0]), words[1:]
    turn = SPECIAL if words[1] == "special" else int(words[1])
    return Date(year, MONTHS.index(words[0]) + 1, turn)


@dataclass(frozen=True)
class Nation(nations.Nation):
    """A country, and what sections 37 to 49 say of it in numbers."""

    side: int
    rail_capacity: int
    single_track: int
    """How many units a single-track hexside of its network carries a phase [7-9] [37-5]."""
    entrain_in_zone: bool
    zone_after_rail: bool
    forced_retreat: Fraction
    """The share of its strength at which a hex must be left [14-4]."""
    third_until: str
    """The last year in which that share is a third; empty or always."""
    third_off: bool
    """Whether a retreat takes a third off its losses [14-3]."""
    serves: frozenset[str]
    """The nations its headquarters may pay for besides their own [18-13]."""
    free_counterattack: str
    """Until which year its counterattacks are supplied for nothing; empty or always."""
    mountain_infantry: bool
    light_cavalry: int
    """Cavalry of this full strength or less is always supplied [30-1]."""


def _nations() -> dict[str, Nation]:
    columns = [
        "code",
        "name",
        "adjective",
        "side",
        "rail_capacity",
        "single_track",
        "entrain_in_zone",
        "zone_after_rail",
        "forced_retreat",
        "third_until",
        "third_off",
        "serves",
        "free_counterattack",
        "mountain_infantry",
        "light_cavalry",
        "source",
        "note",
    ]
    found = {}
    for row in read_csv(FOLDER / "nations.csv", columns):
        row.one_of("source", SOURCES)
        found[row["code"]] = Nation(
            row["code"],
            row["name"],
            row["adjective"],
            SIDES.index(row.one_of("side", SIDES)),
            row.number("rail_capacity") if row["rail_capacity"] else 0,
            row.number("single_track"),
            row["entrain_in_zone"] == "yes",
            row["zone_after_rail"] == "yes",
            Fraction(row["forced_retreat"]),
            row["third_until"],
            row["third_off"] == "yes",
            frozenset(row["serves"].split()),
            row["free_counterattack"],
            row["mountain_infantry"] == "yes",
            row.number("light_cavalry"),
        )
    return found


NATIONS: Final[Mapping[str, Nation]] = _nations()
CODES = tuple(NATIONS)


@dataclass(frozen=True)
class Terrain:
    """A row of the Terrain Effects Chart."""

    kind: str
    cost: int | None
    """Movement points to cross a hexside of this kind; None if it cannot be crossed."""
    attack: int
    counterattack: int
    halved: bool
    """Whether attackers count half."""


def _terrain(table: str) -> dict[str, Terrain]:
    return {
        kind: Terrain(
            kind,
            row.get("cost"),
            row.get("attack", 0),
            row.get("counterattack", 0),
            row.get("halved", False),
        )
        for kind, row in TABLES[table].items()
        if kind != "source"
    }


TERRAIN: Final[Mapping[str, Terrain]] = _terrain("terrain")
RIVERS: Final[Mapping[str, Terrain]] = _terrain("rivers")
WORKS: Final[Mapping[str, Terrain]] = _terrain("works")
WATER = ("sea", "lake")
LAND_TERRAIN = tuple(kind for kind in TERRAIN if kind not in WATER)


@dataclass(frozen=True)
class Counter:
    """A playing piece."""

    key: str
    nation: str
    kind: str
    size: str
    front: int
    """Strength points at full strength."""
    back: int
    """Strength on the reverse, to which all of a class go down first [13-24]; the front if there
    is none [R55]."""
    movement: int
    full_strength: int = 0
    """The number in the Full Strength Symbol: the ceiling of rebuilding [23-4]."""
    colour: str = ""
    """The colour of the symbol: who may recombine [23-1]. Empty for the plain colour of the
    nation [50-1]."""
    defends_only: bool = False
    """Printed in brackets: counts only in counterattacks and retreats [12-14]."""
    traits: frozenset[str] = frozenset()
    name: str = ""
    formation: str = ""

    @cached_property
    def side(self) -> int:
        """The side it fights for."""
        return NATIONS[self.nation].side

    @property
    def people(self) -> str:
        """Whom the colour of its symbol marks, if it is not the plain one [50]."""
        return COLOURS[self.nation][self.colour] if self.colour else ""

    @property
    def half_divisions(self) -> int:
        """What it weighs in a stack: divisions and RPL two halves [11-1] [24-2], smaller units one
        [11-6]; artillery has a limit of its own [11-4]; the rest is free [11-5]. American infantry
        counts twice [49-1]."""
        if self.kind in (*FREE, *ARTILLERY):
            return 0
        whole = 2 if self.kind == "replacement" or self.size in ("division", "corps") else 1
        return whole * 2 if self.nation == "US" and self.kind in INFANTRY else whole
