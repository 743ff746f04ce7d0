"""What comes in the box and belongs to no single map: nations, unit types and counters [3]."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Final, NamedTuple

from trenchline.games.the_great_war.calendar import Date, read_date
from trenchline.games.the_great_war.tables import FOLDER, SIZES
from trenchline.kernel import rosters
from trenchline.kernel.data import SOURCES, Row, read_csv
from trenchline.kernel.nations import Nation as AnyNation

ENTENTE, CENTRAL = 0, 1
SIDES = ("Entente", "Central Powers")
"""In the order of their player turns [4]."""
POWERS = ("great", "major", "minor")

Units = rosters.Units

GUNS = ("", "field", "heavy", "siege", "heavy siege", "coast")
"""Classes of artillery [12B]."""

TAGS = (
    "cavalry",
    "heavy cavalry",
    "mixed",
    "camel",
    "light",
    "mountain",
    "high mountain",
    "over-snow",
    "infantry",
    "rifle assault",
    "irregular",
    "machinegun",
    "marine",
    "fortress",
    "static",
    "training",
    "replacement",
    "construction",
    "pontoon",
    "railroad",
    "port",
    "combat engineer",
    "assault engineer",
    "flame",
    "siege engineer",
    "gas",
    "mortar",
    "tank",
    "transport",
    "army hq",
    "corps hq",
    "art hq",
    "fast",
    "unreliable",
)
"""What units are besides artillery and combat/motorized, as rules ask for it [12-14]."""
OWN_TAGS = ("light", "mountain", "camel", "pontoon", "unreliable")
"""Tags that stand on a counter rather than go with its type."""

UNIT_SIZES = (
    "army",
    "corps",
    "artillery_hq",
    "division",
    "brigade",
    "regiment",
    "battalion",
    "cadre",
    "remnant",
)
SUPPORT = ("full", "self", "none")
"""[12A] No indicator, the black dot, and the hollow circle or a small unit without a dot."""
BACKS = ("", "cadre", "remnant", "disabled", "other", "mobile")
"""What the reverse of a counter shows: another strength, or the side that moves [3A] [14B3]."""
LIMITS = ("", "rail", "water")
"""[14B] Who moves on rails or water alone."""


@dataclass(frozen=True)
class Nation(AnyNation):
    """A nation, and what rules say of it in numbers."""

    side: int
    power: str
    """Great, major or minor [3B4]."""
    modern_artillery: Date
    """The first turn of its modern artillery tactics [12B]."""
    steady_guns: Date | None
    """The first turn in which its heavy guns move without disruption; None if always [12B2]."""
    activation: int
    """Modifier of its headquarters' activation checks [14M1]."""
    packed_until: Date | None
    """The last turn in which it packs its front line, for bombardments; None if it does not."""
    gas_unprepared: bool
    """Whether gas works better against it [10D]."""


def _nations() -> dict[str, Nation]:
    columns = (
        "code",
        "name",
        "adjective",
        "side",
        "power",
        "modern_artillery",
        "steady_guns",
        "activation",
        "packed_until",
        "gas_unprepared",
        "source",
        "note",
    )
    return {
        row["code"]: Nation(
            row["code"],
            row["name"],
            row["adjective"],
            SIDES.index(row.one_of("side", SIDES)),
            row.one_of("power", POWERS),
            read_cell(row, "modern_artillery"),
            read_cell(row, "steady_guns") if row["steady_guns"] else None,
            row.number("activation", -3, 3),
            read_cell(row, "packed_until") if row["packed_until"] else None,
            row.one_of("gas_unprepared", ("", "yes")) == "yes",
        )
        for row in sourced("nations.csv", columns)
    }


def sourced(name: str, columns: tuple[str, ...]) -> list[Row]:
    """The rows of a data file, each of which must name its source."""
    rows = list(read_csv(FOLDER / name, columns))
    for row in rows:
        row.one_of("source", SOURCES)
    return rows


def read_cell(row: Row, column: str) -> Date:
    """A turn from a cell."""
    try:
        return read_date(row[column])
    except ValueError as error:
        raise row.wrong(f"{column}: {error}") from None


NATIONS: Final[Mapping[str, Nation]] = _nations()
CODES = tuple(NATIONS)


@dataclass(frozen=True)
class UnitType:
    """A row of the Unit Identification Chart."""

    name: str
    artillery: bool
    cm: bool
    """Combat/motorized [3A2]."""
    heavy_equipment: bool
    gun: str
    tags: frozenset[str]
    aeca: Fraction
    """The share of its size that counts for armoured effects in attack [10]."""
    aecd: Fraction
    atec: Fraction
    eec: int
    """How many times its size counts for engineering effects [10C]."""


def _unit_types() -> dict[str, UnitType]:
    columns = (
        "name",
        "artillery",
        "cm",
        "heavy_equipment",
        "gun",
        "tags",
        "aeca",
        "aecd",
        "atec",
        "eec",
        "source",
        "note",
    )
    flag = ("", "yes")
    shares = ("", "1/2", "1")
    found = {}
    for row in sourced("unit_types.csv", columns):
        aeca, aecd, atec = (
            Fraction(row.one_of(column, shares) or 0) for column in ("aeca", "aecd", "atec")
        )
        found[row["name"]] = UnitType(
            row["name"],
            row.one_of("artillery", flag) == "yes",
            row.one_of("cm", flag) == "yes",
            row.one_of("heavy_equipment", flag) == "yes",
            row.one_of("gun", GUNS),
            read_tags(row, "tags", TAGS),
            aeca,
            aecd,
            atec,
            int(row.one_of("eec", ("", "1", "2")) or 0),
        )
    return found


def read_tags(row: Row, column: str, known: tuple[str, ...]) -> frozenset[str]:
    """Words divided by semicolons."""
    tags = [tag.strip() for tag in row[column].split(";") if tag.strip()]
    for tag in tags:
        if tag not in known:
            raise row.wrong(f"{column}: {tag!r} is none of {', '.join(known)}")
    return frozenset(tags)


UNIT_TYPES: Final[Mapping[str, UnitType]] = _unit_types()


class Face(NamedTuple):
    """One side of a counter."""

    attack: int
    defence: int
    movement: int
    size: str
    support: str

    def __str__(self) -> str:
        strength = f"{self.attack}-{self.defence}" if self.attack != self.defence else self.attack
        return f"{strength}-{self.movement}"


_RATING = re.compile(r"\+?(\d+)(?:-(\d+))?-(\d+)")


def read_face(row: Row, column: str, size: str, support: str) -> Face:
    """A face from a rating as the rulebook writes it: ``8-11-5``, or ``2-8`` for equal strengths;
    an artillery headquarters' modifier with a plus."""
    found = _RATING.fullmatch(row[column])
    if found is None:
        raise row.wrong(f"{column} is {row[column]!r}, not a rating like 8-11-5 or 2-8")
    attack, defence, movement = found.groups()
    return Face(int(attack), int(defence or attack), int(movement), size, support)


QUARTERS: Final[Mapping[str, int]] = SIZES["quarters"]
"""[3A3] Sizes in quarters of a regimental equivalent."""


@dataclass(frozen=True)
class Counter:
    """A playing piece [3A]."""

    key: str
    nation: str
    kind: str
    front: Face
    back: Face | None = None
    back_is: str = ""
    range: int = 1
    """How many hexes its guns reach [12B7]."""
    limit: str = ""
    own_tags: frozenset[str] = frozenset()
    name: str = ""
    formation: str = ""

    def __hash__(self) -> int:
        return hash(self.key)

    @cached_property
    def type(self) -> UnitType:
        """Its row of the Unit Identification Chart."""
        return UNIT_TYPES[self.kind]

    @cached_property
    def side(self) -> int:
        """[3B1] [3B2] The side it fights for."""
        return NATIONS[self.nation].side

    @property
    def is_artillery(self) -> bool:
        """Whether it is artillery [3A2]."""
        return self.type.artillery

    @property
    def is_cm(self) -> bool:
        """Whether it is combat/motorized [3A2]."""
        return self.type.cm

    @cached_property
    def tags(self) -> frozenset[str]:
        """What it is, by type, by its own counter, and by its movement rating [14C4] [14H]
        [R1]."""
        found = set(self.type.tags | self.own_tags)
        movement = self.front.movement
        if movement == 8 and self.front.size not in ("army", "corps") and not self.limit:
            found.add("infantry")
        if movement == 6 and self.kind in ("assault engineer", "amphibious assault engineer"):
            found.add("infantry")
        if self.is_cm and movement in (7, 8):
            found.add("fast")
        return frozenset(found)

    @property
    def faces(self) -> tuple[Face, ...]:
        """Its front, and its back if it has one."""
        return (self.front,) if self.back is None else (self.front, self.back)

    def face(self, number: int) -> Face:
        """The front (0) or the back (1)."""
        return self.faces[number]

    def quarters(self, number: int = 0) -> int:
        """[3A3] The size of a face in quarters of a regimental equivalent."""
        face = self.faces[number]
        own = f"{face.size}_{self.nation}"
        if own in QUARTERS:
            return QUARTERS[own]
        return QUARTERS[f"division_{face.support}" if face.size == "division" else face.size]

    def has_heavy_equipment(self, number: int = 0) -> bool:
        """[3A4] By its type, or because it is a fully supported division."""
        face = self.faces[number]
        return self.type.heavy_equipment or (face.size == "division" and face.support == "full")


class EliteBrigade(NamedTuple):
    """A marker that strengthens the division it is assigned to [14Q]."""

    key: str
    name: str
    nation: str
    strength: int
    movement: int
    division: str
    """The division it begins with, by its key."""


class Leader(NamedTuple):
    """A leader with three ratings [14P]."""

    key: str
    name: str
    nation: str
    ratings: tuple[int, int, int]
    headquarters: str
    """The army headquarters he begins with, by its key; empty for the pool."""
    enters: Date | None
    leaves: Date | None

    @property
    def side(self) -> int:
        """The side of his nation."""
        return NATIONS[self.nation].side
