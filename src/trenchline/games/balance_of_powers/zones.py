"""Chapter 12: the areas of a scenario, and how many of whom must or may stand in them at set-up.

An area is told in ``scenario.toml`` by the countries it is part of and what narrows them down:

    home = ["FR"]; within = 2; of = "GE"        # France within two hexes of Germany
    home = ["RU"]; centres = true; from_column = 37
    home = ["GE", "BE", "FR"]; front = "west_1916"; held_by = "central"
    hexes = ["0827"]
    home = ["GE"]; black = true                 # the black fortresses of Germany
    home = ["GE"]; ports = true                 # German ports
    home = ["GE"]; seas = 3                     # the sea within three hexes of Germany
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from trenchline.games.balance_of_powers.components import (
    AH,
    ALL_CORPS,
    BOARD,
    CENTRES,
    CORPS,
    FOLDER,
    FORTRESSES,
    GE,
    GRID,
    HOME,
    LAND,
    LAND_BOXES,
    LAND_OF,
    NATION,
    OF_KIND,
    OF_NATION,
    PORT_BOXES,
    PORTS,
    RAIL,
    RED_FORTRESSES,
    UNIT,
    WATER,
    Units,
    apart,
)
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.data import DataError, File, read_toml
from trenchline.kernel.floods import open_ways, step
from trenchline.kernel.hexes import Hex, Hexes

_EVERYWHERE = open_ways(GRID, BOARD.hexes)
AREA = (
    *("home", "lands", "hexes", "within", "of", "beside", "not_near", "centres", "rail"),
    *("from_column", "from_row", "to_row", "front", "held_by", "ports", "seas", "black"),
    "on_map",
)
"""What an area may be told by."""
TRENCHES = "entrenched"
"""The word of a zone in which corps begin in their trenches."""


@dataclass(frozen=True)
class Zone:
    """Where some units set up."""

    name: str
    case: str
    units: Units
    hexes: Hexes
    modes: bool
    """Whether corps may begin entrenched."""
    holder: int | None
    """Who holds what is not the country of anybody on his side [11.4]."""
    trenches: bool = False
    """Whether corps that can dig in must begin entrenched [12.3/set-up]."""
    fixed: bool = False
    """Whether it holds in the optional set-up too [12.9/optional-set-up]."""


@dataclass(frozen=True)
class Quota:
    """So many corps at least: in each hex, or in all of them together."""

    name: str
    case: str
    units: Units
    hexes: Hexes
    each: int
    all: int

    def short(self, stacks: Mapping[Hex, Units]) -> tuple[int, Hexes]:
        """How many corps are missing, and where they may stand."""
        filled = {h: (stacks.get(h, 0) & self.units).bit_count() for h in members(self.hexes)}
        if not self.each:
            missing = max(0, self.all - sum(filled.values()))
            return missing, self.hexes if missing else 0
        lacks = {h: self.each - there for h, there in filled.items()}
        where = bit_set(h for h, lack in lacks.items() if lack > 0)
        return sum(lacks[h] for h in members(where)), where


@dataclass(frozen=True)
class Cap:
    """So many corps at most."""

    name: str
    case: str
    units: Units
    hexes: Hexes
    at_most: int


@dataclass(frozen=True)
class SetAside:
    """Corps that were lost before the scenario begins; their owner says which."""

    nation: int
    case: str
    count: int
    exactly: bool
    effectiveness: int
    among: Units = ALL_CORPS
    """Whom it may choose, and who counts [12.3/set-aside.2]."""


FRONTS: dict[str, Any] = read_toml(FOLDER / "fronts.toml")


def central_behind(*fronts: str) -> Hexes:
    """What the Central Powers hold along some fronts, with their own countries behind them."""
    lost = taken = 0
    for front in fronts:
        lost |= GRID.hexes(*FRONTS[front]["lost"])
        taken |= GRID.hexes(*FRONTS[front]["taken"])
    return (HOME[AH] | HOME[GE]) & ~lost | taken


def near(hexes: Hexes, distance: int, within: Hexes) -> Hexes:
    """The part of an area that is at most so far from any of the hexes."""
    targets = list(members(hexes))
    return bit_set(
        h for h in members(within) if any(apart(h, there) <= distance for there in targets)
    )


def off(coast: Hexes, distance: int) -> Hexes:
    """The water at most so far from some hexes."""
    for _ in range(distance):
        coast |= step(coast, _EVERYWHERE)
    return coast & WATER & BOARD.hexes


def read_area(file: File, key: str, told: Mapping[str, Any], in_play: Hexes) -> Hexes:
    """The land locations of an area that are in play."""

    def wrong(reason: str) -> DataError:
        return DataError(file, None, f"{key}: {reason}")

    for code in (*told.get("home", ()), *([told["of"]] if "of" in told else ())):
        if code not in NATION:
            raise wrong(f"{code} is no nation")
    try:
        found = reduce(or_, (HOME[NATION[code]] for code in told.get("home", ())), 0)
        listed = GRID.hexes(*told.get("hexes", ()))
        beside = GRID.hexes(*told.get("beside", ()))
        shunned = GRID.hexes(*told.get("not_near", ()))
    except (KeyError, ValueError) as error:
        raise wrong(f"there is no location {error}") from None
    if lands := told.get("lands"):
        if unknown := set(lands) - set(LAND_OF.values()):
            raise wrong(f"{unknown.pop()} is no land")
        found |= bit_set(h for h, land in LAND_OF.items() if land in lands)
    found = (found | listed) & in_play & (LAND | LAND_BOXES)
    if "seas" in told:
        # The sea within some hexes of the area.
        found = off(found & ~LAND_BOXES, told["seas"]) & in_play
    if told.get("ports"):
        found &= PORTS | PORT_BOXES
    if told.get("centres"):
        found &= CENTRES
    if told.get("rail"):
        found &= RAIL
    if told.get("black"):
        found &= FORTRESSES & ~RED_FORTRESSES
    if told.get("on_map"):
        found &= ~LAND_BOXES
    on_map = found & ~LAND_BOXES
    if "within" in told:
        found = near(HOME[NATION[told["of"]]] & in_play & ~LAND_BOXES, told["within"], on_map)
    if beside:
        found = near(beside, 1, on_map) & ~beside
    if shunned:
        found &= ~near(shunned, 1, on_map)
    spans = (("from_column", 0, 1), ("from_row", 1, 1), ("to_row", 1, -1))
    for word, axis, sign in spans:
        if word in told:
            found = bit_set(
                h
                for h in members(found & ~LAND_BOXES)
                if (GRID.column_row(h)[axis] - told[word]) * sign >= 0
            )
    if "front" in told:
        fronts = [told["front"]] if isinstance(told["front"], str) else told["front"]
        if unknown := set(fronts) - set(FRONTS):
            raise wrong(f"front is {unknown.pop()!r}, not one of {', '.join(FRONTS)}")
        central = central_behind(*fronts)
        if told.get("held_by") not in ("central", "entente"):
            raise wrong("held_by should be central or entente")
        found &= central if told["held_by"] == "central" else ~central
    if not found:
        raise wrong("no location in play is in this area")
    return found


def _who(file: File, key: str, told: Mapping[str, Any]) -> Units:
    for code in told.get("nations", ()):
        if code not in NATION:
            raise DataError(file, None, f"{key}: {code} is no nation")
    for unit in told.get("units", ()):
        if unit not in UNIT:
            raise DataError(file, None, f"{key}: there is no unit {unit}")
    named = bit_set(UNIT[unit] for unit in told.get("units", ()))
    return reduce(or_, (OF_NATION[NATION[code]] for code in told.get("nations", ())), named)


def _entries(
    file: File, settings: Mapping[str, Any], kind: str, words: tuple[str, ...]
) -> list[tuple[str, Mapping[str, Any]]]:
    """The tables of a kind, each with what to call it in an error; strange words are refused."""
    found = []
    for number, told in enumerate(settings.get(kind, ()), 1):
        key = f"{kind} {number}"
        if strange := [word for word in told if word not in words]:
            raise DataError(file, None, f"{key}: {strange[0]} is none of {', '.join(words)}")
        found.append((key, told))
    return found


def read_zones(file: File, settings: Mapping[str, Any], in_play: Hexes) -> tuple[Zone, ...]:
    """Where units set up; a unit goes by the first zone that names it."""
    words = ("name", "case", "nations", "units", "modes", "holder", "fixed", *AREA)
    zones: list[Zone] = []
    taken = 0
    for key, told in _entries(file, settings, "zone", words):
        units = _who(file, key, told) & ~taken
        taken |= units
        holder = NATION[told["holder"]] if "holder" in told else None
        hexes = read_area(file, key, told, in_play)
        modes = told.get("modes", False)
        if modes not in (True, False, TRENCHES):
            raise DataError(file, None, f"{key}: modes is {modes!r}, not true or {TRENCHES!r}")
        trenches = modes == TRENCHES
        name, case, fixed = told["name"], told["case"], told.get("fixed", False)
        zones.append(Zone(name, case, units, hexes, bool(modes), holder, trenches, fixed))
    return tuple(zones)


def read_quotas(file: File, settings: Mapping[str, Any], in_play: Hexes) -> tuple[Quota, ...]:
    """What must stand where; no corps is wanted by two of them."""
    words = ("name", "case", "nations", "units", "each", "all", *AREA)
    quotas: list[Quota] = []
    wanted = 0
    for key, told in _entries(file, settings, "quota", words):
        units = _who(file, key, told) & ALL_CORPS
        if units & wanted:
            raise DataError(file, None, f"{key}: another quota wants the same corps")
        wanted |= units
        if ("each" in told) == ("all" in told):
            raise DataError(file, None, f"{key}: tell either each or all")
        hexes = read_area(file, key, told, in_play)
        each, together = told.get("each", 0), told.get("all", 0)
        quotas.append(Quota(told["name"], told["case"], units, hexes, each, together))
    return tuple(quotas)


def read_caps(file: File, settings: Mapping[str, Any], in_play: Hexes) -> tuple[Cap, ...]:
    """What may stand where at most."""
    words = ("name", "case", "nations", "units", "at_most", *AREA)
    return tuple(
        Cap(
            told["name"],
            told["case"],
            _who(file, key, told) & ALL_CORPS,
            read_area(file, key, told, in_play),
            told["at_most"],
        )
        for key, told in _entries(file, settings, "cap", words)
    )


def read_set_asides(file: File, settings: Mapping[str, Any]) -> tuple[SetAside, ...]:
    """Whose corps are missing when the scenario begins."""
    words = ("nation", "case", "exactly", "at_least", "effectiveness", "kind")
    found = []
    for key, told in _entries(file, settings, "set_aside", words):
        if told["nation"] not in NATION:
            raise DataError(file, None, f"{key}: {told['nation']} is no nation")
        exactly = "exactly" in told
        count = told["exactly"] if exactly else told["at_least"]
        nation = NATION[told["nation"]]
        if told.get("kind", "infantry") not in CORPS:
            raise DataError(file, None, f"{key}: {told['kind']} is none of {', '.join(CORPS)}")
        among = OF_KIND[told["kind"]] if "kind" in told else ALL_CORPS
        found.append(SetAside(nation, told["case"], count, exactly, told["effectiveness"], among))
    return tuple(found)


def read_sources(
    file: File, settings: Mapping[str, Any], kind: str, in_play: Hexes
) -> dict[int, Hexes]:
    """[supply] and [musters]: where the units of a nation may draw supply or muster besides."""
    for code in settings.get(kind, {}):
        if code not in NATION:
            raise DataError(file, None, f"[{kind}]: {code} is no nation")
    return {
        NATION[code]: read_area(file, f"[{kind}] {code}", told, in_play)
        for code, told in settings.get(kind, {}).items()
    }
