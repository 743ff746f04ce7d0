"""Chapter 12: the scenarios, each a folder with ``scenario.toml`` and ``forces.csv``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from operator import or_
from typing import Any

from trenchline.games.balance_of_powers.calendar import month_number
from trenchline.games.balance_of_powers.components import (
    CENTRAL,
    CODES,
    DK,
    ENTENTE,
    FOLDER,
    GE,
    HOME,
    LAND_BOXES,
    MARMARA,
    NATION,
    OCEAN_BOXES,
    SHEETS,
    UNIT,
)
from trenchline.kernel.data import DataError, read_csv, read_toml
from trenchline.kernel.hexes import Hexes


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


def _gunfire(settings: Mapping[str, Any]) -> tuple[int | None, Hexes]:
    """[6.453] By the optional admiralty rule the Entente has guns off every coast but those of
    Denmark and Germany and the Sea of Marmara; a scenario may say otherwise."""
    if settings.get("gunfire") == "central":
        return CENTRAL, 0
    if settings.get("admiralty") == "optional":
        return ENTENTE, HOME[DK] | HOME[GE] | MARMARA
    return None, 0


@lru_cache
def load_scenario(name: str) -> Scenario:
    """A scenario by the name of its folder."""
    folder = FOLDER / "scenarios" / name
    file = folder / "scenario.toml"
    settings = read_toml(file)
    try:
        sheets = settings["sheets"]
        if not set(sheets) <= set(SHEETS):
            raise DataError(file, None, f"sheets should be some of {', '.join(SHEETS)}")
        hexes = reduce(or_, (SHEETS[sheet] for sheet in sheets)) | LAND_BOXES | OCEAN_BOXES
        central, entente = settings["sides"]["central"], settings["sides"]["entente"]
        innovation = settings["innovation"]
        forces: dict[str, list[int]] = {}
        for row in read_csv(folder / "forces.csv", ("when", "unit", "source", "note")):
            forces.setdefault(row["when"], []).append(UNIT[row.one_of("unit", tuple(UNIT))])
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
            {when: tuple(units) for when, units in forces.items()},
            settings,
            *_gunfire(settings),
        )
    except KeyError as missing:
        raise DataError(file, None, f"{missing} is missing or unknown") from None
    except ValueError as error:
        raise DataError(file, None, str(error)) from None
