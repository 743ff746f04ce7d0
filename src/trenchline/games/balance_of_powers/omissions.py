"""Chapter 12.9: the whole war without the map of Africa, or without that of the Ottoman Empire.

A scenario tells under ``[omit]`` what stands for a map that players leave out: who does not come,
which seas are joined then, and what the campaigns there cost and bring. It is laid into the
settings before anything else is read, so that the rules meet a smaller scenario and no option.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from trenchline.games.balance_of_powers.components import (
    AF_CORPS,
    CODES,
    UNITS,
)
from trenchline.kernel.bits import members

NO_AFRICA = "without_africa"
"""[12.9/omit-africa] The option by which Africa is left out."""
NO_OTTOMANS = "without_ottoman_map"
"""[12.9/omit-ottoman] The option by which the map of the Ottoman Empire is left out."""
SHEETS_OF: dict[str, str] = {NO_AFRICA: "africa", NO_OTTOMANS: "ottoman"}
"""The sheet that each option leaves out."""
OMITTING = frozenset(SHEETS_OF)
WORDS = (
    *("units", "returns", "neutrals", "boxes", "joined", "arrives", "muster", "removal"),
    *("irreplaceable", "awards", "expenses", "upkeep", "shaken"),
)
"""What ``[omit.SHEET]`` may tell."""


def smaller(settings: Mapping[str, Any], options: Collection[str]) -> dict[str, Any]:
    """The settings of a scenario without the maps that players leave out; one that does not tell
    what stands for a map keeps it."""
    found = dict(settings)
    told = found.pop("omit", {})
    for option, sheet in SHEETS_OF.items():
        if option in options and sheet in told:
            found = _without(found, sheet, told[sheet])
    return found


def _without(settings: dict[str, Any], sheet: str, told: Mapping[str, Any]) -> dict[str, Any]:
    gone = {*settings.get("gone", ()), *told.get("units", ())}
    if sheet == "africa":
        # [12.9/omit-africa] None of the land units for Africa.
        gone |= {UNITS[unit].key for unit in members(AF_CORPS)}
    stays = set(told.get("returns", ()))
    neutrals = settings.get("neutrals", CODES)
    special = dict(settings.get("special", {}))
    for key in ("joined", "awards"):
        special[key] = [*special.get(key, ()), *told.get(key, ())]
    for key in ("irreplaceable", "expenses", "upkeep", "shaken"):
        if key in told:
            special[key] = told[key]
    return {
        **settings,
        "sheets": [name for name in settings["sheets"] if name != sheet],
        "without": [key for key in settings.get("without", ()) if key not in stays],
        "gone": sorted(gone),
        "neutrals": [code for code in neutrals if code not in told.get("neutrals", ())],
        "off_the_chart": [*settings.get("off_the_chart", ()), *told.get("boxes", ())],
        "arrives": {**settings.get("arrives", {}), **told.get("arrives", {})},
        "muster": {**settings.get("muster", {}), **told.get("muster", {})},
        "removal": [*settings.get("removal", ()), *told.get("removal", ())],
        "zone": [zone for zone in settings.get("zone", ()) if not _is_idle(zone, gone)],
        "special": special,
    }


def _is_idle(zone: Mapping[str, Any], gone: Collection[str]) -> bool:
    """Whether nobody is left who would set up in a zone."""
    return "units" in zone and set(zone["units"]) <= set(gone)


def rearranged(
    settings: Mapping[str, Any], forces: Mapping[str, list[int]]
) -> dict[str, list[int]]:
    """[12.9/omit-ottoman.1] [12.9/omit-ottoman.2] An order of battle without those who are left
    out, and with those who come at another time."""
    gone, arrives = settings.get("gone", ()), settings.get("arrives", {})
    found = {
        when: [u for u in units if UNITS[u].key not in gone and UNITS[u].key not in arrives]
        for when, units in forces.items()
    }
    for unit in (unit for units in forces.values() for unit in units):
        if UNITS[unit].key in arrives:
            found.setdefault(arrives[UNITS[unit].key], []).append(unit)
    return found
