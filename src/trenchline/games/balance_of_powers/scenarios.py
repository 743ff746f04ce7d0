"""Chapter 12: the scenarios, each a folder with ``scenario.toml`` and ``forces.csv``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, reduce
from operator import or_
from typing import Any

from trenchline.games.balance_of_powers.calendar import SEASONS, month_number, name_of
from trenchline.games.balance_of_powers.components import (
    AF_CORPS,
    AF_THEATRE,
    ALL_CORPS,
    CENTRAL,
    CODES,
    DK,
    ENTENTE,
    FOLDER,
    FORTRESSES,
    GE,
    GRID,
    HOME,
    LAND,
    LAND_BOXES,
    MARMARA,
    NATION,
    OCEAN_BOXES,
    OF_NATION,
    OWNED,
    SHEETS,
    UNIT,
    UNITS,
    Units,
)
from trenchline.games.balance_of_powers.going import MARCHABLE, SEA
from trenchline.games.balance_of_powers.omissions import WORDS as OMISSIONS
from trenchline.games.balance_of_powers.omissions import rearranged, smaller
from trenchline.games.balance_of_powers.zones import (
    Cap,
    Quota,
    SetAside,
    Zone,
    read_area,
    read_caps,
    read_quotas,
    read_set_asides,
    read_sources,
    read_zones,
)
from trenchline.kernel.bits import bit_set
from trenchline.kernel.data import DataError, File, read_csv, read_toml
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hexes

FLEETS = "fleets"
"""The word of a scenario in which fleets are played [6.4]."""
KEYS = (
    *(
        "title",
        "summary",
        "case",
        "sheets",
        "first",
        "last",
        "admiralty",
        "source",
        "gunfire",
        "closed",
    ),
    *("chronological", "without", "sides", "points", "income", "demoralization"),
    *("innovation", "victory", "special", "supply", "muster", "musters", "ruin", "removal"),
    *("set_aside", "zone", "quota", "cap", "opens_with", "set_up", "neutrals", "joins"),
    *("boxes", "chronological_for", "mobilizes", "innovation_from", "fleets", "reduced", "lost"),
    *("deploys", "naval_zones", "omit"),
)
"""What ``scenario.toml`` may tell."""
SPECIAL = (
    *("apart", "benefits", "benefits_from", "blockade", "britain", "crisis", "delays", "enlists"),
    *(
        "entered",
        "extra_income",
        "grants",
        "income_from",
        "infrastructure",
        "last_income",
        "losses",
    ),
    *("needs_a_corps", "plan_xvii", "reroll", "romania", "schlieffen", "skipped", "hunters"),
    *("british_south", "efforts", "no_innovation", "runner", "shipping", "tethers", "transfers"),
    *("straits_shut", "extensions", "interior_lines", "brings_works", "short_seas"),
)
"""The special rules there are; the Crisis of July knows some more [11.5]."""
VICTORIES = (
    "chips_exceed",
    "chips_at_least",
    "more_chips",
    "demoralization",
    "kaiserschlacht",
    "gunnery",
    "steel",
    "great_war",
)
"""The ways to win that a scenario may name."""


@dataclass(frozen=True)
class Removal:
    """Units that leave the game at some time, and one of several that its owner picks."""

    when: str
    units: tuple[int, ...]
    one_of: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Scenario:
    """What does not change in a match: the maps in play, the calendar, who comes when."""

    name: str
    title: str
    case: str
    hexes: Hexes
    """The sheets in play, and the boxes of the Sea Chart beyond their edges [11.1]."""
    first: int
    last: int
    sides: tuple[tuple[int, ...], tuple[int, ...]]
    """The nations of each side as it begins; all others are neutral or not concerned."""
    points: Mapping[int, int]
    demoralization: Mapping[int, int]
    innovation: tuple[int, int]
    forces: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """The counters that come, by when: a month, a season or the start."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    gunfire_of: int | None = None
    """The side that has the guns of a fleet off every coast [6.453] [12.2] ..."""
    no_gunfire: Hexes = 0
    """... but these."""
    set_up: str = "start"
    """The heading of the forces that set up before play begins."""
    zones: tuple[Zone, ...] = ()
    quotas: tuple[Quota, ...] = ()
    caps: tuple[Cap, ...] = ()
    set_asides: tuple[SetAside, ...] = ()
    ruins: Hexes = 0
    """Fortresses that are ruined from the start ..."""
    reduced: Hexes = field(default=0, kw_only=True)
    """... and those that are reduced [12.3/set-up.reduced]."""
    lost: Units = field(default=0, kw_only=True)
    """Corps that are in the pools when the scenario begins [12.3/set-aside.2]."""
    supply: Mapping[int, Hexes] = field(default_factory=dict)
    """Further sources of supply of a nation [3.11]."""
    musters: Mapping[int, Hexes] = field(default_factory=dict)
    """Further places in which the units of a nation muster [6.212]."""
    removals: tuple[Removal, ...] = ()
    special: Mapping[str, Any] = field(default_factory=dict)
    """The special rules of the scenario, which go before all others [11.1.1]."""

    @cached_property
    def ground(self) -> Hexes:
        """The locations in play where land units may be."""
        return self.hexes & (LAND | LAND_BOXES)

    @cached_property
    def boxes(self) -> Hexes:
        """The boxes of the Sea Chart in play."""
        return self.hexes & (LAND_BOXES | OCEAN_BOXES)

    @cached_property
    def in_africa(self) -> bool:
        """Whether only Africa is in play, where nobody has any but Africa points [12.8/tracks]."""
        return bool(self.settings["sheets"] == ["africa"])

    @cached_property
    def apart(self) -> tuple[int, int]:
        """Corps of two nations that never stand together [12.1/britain.1]."""
        corps = [OF_NATION[NATION[code]] & ALL_CORPS for code in self.special.get("apart", ())]
        return (corps[0], corps[1]) if corps else (0, 0)

    @cached_property
    def tethers(self) -> tuple[tuple[int, Hexes], ...]:
        """[12.8/ottoman] Corps that stay where they are told to: on a hex or beside it by land."""
        return tuple(
            (UNIT[key], (here := 1 << GRID.hex(label)) | step(here, MARCHABLE))
            for key, label in self.special.get("tethers", {}).items()
        )

    def leash(self, units: int) -> Hexes:
        """Where all of some units may be: anywhere, but for corps for Africa [1.24.1] and those who
        are tied [12.8/ottoman]."""
        found = AF_THEATRE if units & AF_CORPS else -1
        for unit, allowed in self.tethers:
            if units >> unit & 1:
                found &= allowed
        return found

    @cached_property
    def guests(self) -> tuple[Units, Units]:
        """[12.9/set-up] The counters of neutrals that set up with each side."""
        told = self.settings.get("deploys", {})
        central, entente = (
            reduce(or_, (OF_NATION[NATION[code]] for code in told.get(side, ())), 0)
            for side in ("central", "entente")
        )
        return central, entente

    @cached_property
    def joined(self) -> tuple[tuple[int, int], ...]:
        """[12.9/omit-africa] [12.9/omit-ottoman] Seas that are joined because a map between them is
        not played; to hexes of another such map nothing leads."""
        pairs = [map(GRID.hex, pair) for pair in self.special.get("joined", ())]
        return tuple((a, b) for a, b in pairs if (self.hexes >> a & 1) & (self.hexes >> b & 1))

    @cached_property
    def irreplaceable(self) -> Units:
        """[12.9/omit-ottoman.1] Who is not procured again once lost."""
        return bit_set(UNIT[key] for key in self.special.get("irreplaceable", ()))

    @property
    def months(self) -> int:
        """How many monthly turns it lasts."""
        return self.last - self.first + 1


def _nations(file: Any, settings: Mapping[str, Any], key: str) -> dict[int, int]:
    told = settings.get(key, {})
    for code in told:
        if code not in NATION:
            raise DataError(file, None, f"[{key}]: {code} is none of {', '.join(CODES)}")
    return {NATION[code]: number for code, number in told.items()}


def gunfire(settings: Mapping[str, Any]) -> tuple[int | None, Hexes]:
    """[6.453] By the optional admiralty rule the Entente has guns off every coast but those of
    Denmark and Germany and the Sea of Marmara [R188]; a scenario may say otherwise."""
    if settings.get("gunfire") == "central":
        return CENTRAL, 0
    if settings.get("admiralty") == "optional":
        return ENTENTE, HOME[DK] | HOME[GE] | MARMARA
    return None, 0


def opens(when: str) -> int:
    """The month of a heading of an order of battle, or the month that a season opens.

    >>> opens("1914 November"), opens("1915 Spring"), opens("Summer 1915")
    (3, 7, 10)
    """
    year, _, name = when.partition(" ")
    if name.isdecimal():
        year, name = name, year
    months = {season: month for month, season in SEASONS.items()}
    return month_number(f"{months.get(name, name)} {year}")


def _forces(file: File) -> dict[str, list[int]]:
    # [11.3.2] Each row names a counter by its number, no row tells how many.
    forces: dict[str, list[int]] = {}
    for row in read_csv(file, ("when", "unit", "source", "note")):
        forces.setdefault(row["when"], []).append(UNIT[row.one_of("unit", tuple(UNIT))])
    return forces


@lru_cache(maxsize=1)
def order_of_battle() -> dict[str, list[int]]:
    """[13.0] The counters of the whole war, by when they come."""
    return _forces(FOLDER / "order_of_battle.csv")


def _chronological(settings: Mapping[str, Any], forces: dict[str, list[int]]) -> None:
    """[13.0] From some season on, or for some nations, the common order of battle brings units."""
    nations = [code for codes in settings["sides"].values() for code in codes]
    since = settings.get("chronological")
    late = set(settings.get("chronological_for", ()))
    if since is not None and since == settings["first"]:
        # [12.9/resources] Of all that there are.
        nations = list(CODES)
    if since is None and not late:
        return
    begun = {unit for units in forces.values() for unit in units}
    last = month_number(settings["last"])
    for when, units in order_of_battle().items():
        american = when.startswith("US ")
        for unit in units:
            told = UNITS[unit]
            code = CODES[told.nation]
            if code in late:
                wanted = american or opens(when) <= last
            elif since is None or code not in nations:
                wanted = False
            else:
                wanted = american or opens(since) <= opens(when) <= last
            spared = settings.get("without", ())
            barred = f"{code} {told.kind}" in spared or told.key in spared
            if wanted and not barred and unit not in begun:
                forces.setdefault(when, []).append(unit)


def _without_twins(forces: Mapping[str, list[int]]) -> dict[str, tuple[int, ...]]:
    """[13.0.1] [R181] No corps fights twice under two numbers, also where a list names both."""
    listed = {unit for units in forces.values() for unit in units}
    return {
        when: tuple(unit for unit in units if UNIT.get(UNITS[unit].instead_of) not in listed)
        for when, units in forces.items()
    }


def _first_heading(settings: Mapping[str, Any], forces: Mapping[str, Any]) -> str:
    """The heading under which the units stand that set up."""
    if "set_up" in settings:
        told: str = settings["set_up"]
        if told not in forces:
            raise ValueError(f"set_up: nobody is listed under {told!r}")
        return told
    if "start" in forces:
        return "start"
    name, _, year = name_of(month_number(settings["first"])).partition(" ")
    return f"{year} {name}"


def _removals(file: File, settings: Mapping[str, Any]) -> tuple[Removal, ...]:
    found = []
    for number, told in enumerate(settings.get("removal", ()), 1):
        for key in (*told.get("units", ()), *told.get("one_of", ())):
            if key not in UNIT:
                raise DataError(file, None, f"removal {number}: there is no unit {key}")
        opens(told["when"])
        units = tuple(UNIT[key] for key in told.get("units", ()))
        found.append(
            Removal(told["when"], units, tuple(UNIT[key] for key in told.get("one_of", ())))
        )
    return tuple(found)


def _check(file: File, settings: Mapping[str, Any]) -> None:
    for key in settings:
        if key not in KEYS:
            raise DataError(file, None, f"{key} is none of {', '.join(KEYS)}")
    for sheet, told in settings.get("omit", {}).items():
        if wrong := set(told) - set(OMISSIONS):
            raise DataError(file, None, f"[omit.{sheet}] {wrong.pop()} means nothing")
    for key in settings.get("special", {}):
        if key not in SPECIAL:
            raise DataError(file, None, f"[special] {key} is none of {', '.join(SPECIAL)}")
    if settings["victory"].get("rule") not in VICTORIES:
        raise DataError(file, None, f"[victory] rule should be one of {', '.join(VICTORIES)}")
    for side, codes in settings["sides"].items():
        for code in codes:
            if code not in NATION:
                raise DataError(file, None, f"[sides] {side}: {code} is no nation")
    for code in (*settings.get("closed", ()), *settings.get("neutrals", ())):
        if code not in NATION:
            raise DataError(file, None, f"closed, neutrals: {code} is no nation")


def _in_play(settings: Mapping[str, Any]) -> Hexes:
    """[11.1] The sheets in play and the boxes, without the countries that nobody may enter. With
    one map alone only the boxes beyond its edges are in play [11.1.2]."""
    hexes = reduce(or_, (SHEETS[sheet] for sheet in settings["sheets"]))
    boxes = LAND_BOXES | OCEAN_BOXES
    if len(settings["sheets"]) == 1:
        boxes &= step(hexes, SEA) | step(hexes, MARCHABLE)
        # [R301] And those that a scenario cannot do without.
        boxes |= GRID.hexes(*settings.get("boxes", ()))
    hexes |= boxes & ~GRID.hexes(*settings.get("off_the_chart", ()))
    for code in settings.get("closed", ()):
        hexes &= ~OWNED[NATION[code]]
    return hexes


@lru_cache
def load_scenario(name: str, options: frozenset[str] = frozenset()) -> Scenario:
    """A scenario by the name of its folder, without the maps that options leave out."""
    folder = FOLDER / "scenarios" / name
    file = folder / "scenario.toml"
    settings = read_toml(file)
    try:
        _check(file, settings)
        settings = smaller(settings, options)
        if not set(settings["sheets"]) <= set(SHEETS):
            raise DataError(file, None, f"sheets should be some of {', '.join(SHEETS)}")
        hexes = _in_play(settings)
        central, entente = settings["sides"]["central"], settings["sides"]["entente"]
        innovation = settings["innovation"]
        forces = _forces(folder / "forces.csv")
        _chronological(settings, forces)
        first = _first_heading(settings, forces)
        battered = {
            kind: reduce(
                or_,
                (
                    read_area(file, f"{kind} {number}", told, hexes) & FORTRESSES
                    for number, told in enumerate(settings.get(kind, ()), 1)
                ),
                0,
            )
            for kind in ("ruin", "reduced")
        }
        return Scenario(
            name,
            settings["title"],
            settings["case"],
            hexes,
            month_number(settings["first"]),
            month_number(settings["last"]),
            (tuple(NATION[code] for code in central), tuple(NATION[code] for code in entente)),
            _nations(file, settings, "points"),
            _nations(file, settings, "demoralization"),
            (innovation["central"], innovation["entente"]),
            _without_twins(rearranged(settings, forces)),
            settings,
            *gunfire(settings),
            first,
            read_zones(file, settings, hexes),
            read_quotas(file, settings, hexes),
            read_caps(file, settings, hexes),
            read_set_asides(file, settings),
            battered["ruin"],
            read_sources(file, settings, "supply", hexes),
            read_sources(file, settings, "musters", hexes),
            _removals(file, settings),
            settings.get("special", {}),
            reduced=battered["reduced"],
            lost=bit_set(UNIT[key] for key in settings.get("lost", ())),
        )
    except KeyError as missing:
        raise DataError(file, None, f"{missing} is missing or unknown") from None
    except DataError:
        raise
    except ValueError as error:
        raise DataError(file, None, str(error)) from None
