"""The charts that players consult, made from the same tables that the rules read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trenchline.games.the_great_war.calendar import DATES
from trenchline.games.the_great_war.components import NATIONS, QUARTERS
from trenchline.games.the_great_war.tables import (
    ARTILLERY,
    BOMBARDMENT,
    BOMBARDMENT_MODIFIERS,
    CONSTRUCTION,
    DIE_MODIFIERS,
    EFFECTS,
    HEXSIDES,
    MOBILE,
    MOVEMENT,
    POSITIONAL,
    STACKING,
    SUCCESS_MODIFIERS,
    SUPPLY,
    TERRAIN,
    WEATHERS,
    WORKS,
    success,
)
from trenchline.kernel.exact import exact, read_exact, say
from trenchline.kernel.looks import Chart
from trenchline.kernel.tables import Table

RECONSTRUCTED = "reconstructed"
COMBAT_CHARTS = {
    "mobile": "Mobile combat: modified die and odds",
    "positional": "Positional combat: modified die and odds",
}
"""The titles of the charts by the names of the tables [9A1]."""
BOMBARDMENT_CHART = "Bombardment: modified die and strength"


def _said(word: str) -> str:
    return word.replace("_", " ")


def _signed(amount: int) -> str:
    return f"{amount:+d}" if amount else "-"


def _results(title: str, table: Table[str], source: str = RECONSTRUCTED) -> Chart:
    """The modified die down, the odds or strengths across; headings of dice are bracketed so that
    nobody takes them for odds."""
    last, first = max(table.rows), min(table.rows)
    rows = []
    for roll in sorted(table.rows):
        label = f"{roll} or less" if roll == first else f"{roll} or more" if roll == last else roll
        rows.append((f"({label})", *table.rows[roll]))
    return Chart(title, ("Die", *table.headings), tuple(rows), source)


def _success() -> Chart:
    """[3C3] What a modified die brings, and what modifies it."""
    rows = [(f"({roll})", success(roll)) for roll in range(1, 7)]
    rows += [(_said(name), _signed(value)) for name, value in SUCCESS_MODIFIERS.items()]
    return Chart("Ground success: the die, and what is added to it", ("Die", "Result"), tuple(rows))


def _terrain() -> Chart:
    """[6] Points to enter in each weather: combat/motorized and artillery / others / those who know
    the ground."""
    rows = []
    for terrain in TERRAIN.values():
        if terrain.prohibited:
            rows.append((terrain.kind, *("no",) * len(WEATHERS), "-", "-"))
            continue
        cells = []
        for number, weather in enumerate(WEATHERS):
            known = [
                costs[weather] for costs in (terrain.exceptions or {}).values() if weather in costs
            ]
            best = f"/{min(known)}" if known else ""
            cells.append(f"{terrain.cm[number]}/{terrain.other[number]}{best}")
        rows.append((terrain.kind, *cells, _signed(terrain.die), str(terrain.line)))
    columns = ("Hex", *WEATHERS, "Die", "Supply")
    return Chart(
        "Terrain: points for guns and motors / others / experts",
        columns,
        tuple(rows),
        RECONSTRUCTED,
    )


def _hexsides() -> Chart:
    """[6] What crossing a hexside adds."""
    rows = tuple(
        (
            _said(side.kind),
            "no" if side.prohibited else f"+{side.cost}",
            f"+{side.pontoon}" if side.pontoon is not None else "-",
            "-" if side.attack == 1 else f"x{say(side.attack)}",
            f"+{side.line}" if side.line else "-",
        )
        for side in HEXSIDES.values()
    )
    columns = ("Hexside", "Points", "By pontoon", "Attack, but guns", "Supply")
    return Chart("Hexsides", columns, rows, RECONSTRUCTED)


def _works() -> Chart:
    """[15B] Fortifications."""
    rows = tuple(
        (
            works.kind,
            _signed(works.die),
            _signed(works.die_infantry),
            "Positional" if works.positional else "Mobile",
            works.captured,
        )
        for works in WORKS.values()
        if works.kind != "none"
    )
    columns = ("Works", "Die", "Against infantry", "Table", "When captured")
    return Chart("Fortifications", columns, rows)


def _modifiers(title: str, column: str, values: Mapping[str, int]) -> Chart:
    rows = tuple((_said(name), _signed(value)) for name, value in values.items() if value)
    return Chart(title, (column, "Die"), rows)


def _stacking() -> Chart:
    """[8A] What finds room in a hex."""
    rows = []
    for kind in ("regular", "mountain", "arctic or desert"):
        limit = STACKING[kind]
        guns = " or ".join(
            " + ".join(
                filter(
                    None,
                    (
                        f"{slot['divisions']} artillery div." if slot["divisions"] else "",
                        f"{slot['res']} RE" if slot["res"] else "",
                    ),
                )
            )
            for slot in limit["artillery"]
        )
        rows.append(
            (kind, str(limit["units"]), f"{limit['small_res']} RE", guns, str(limit["fortress"]))
        )
    columns = ("Hex", "Any units", "Below division", "Artillery", "Fortress")
    return Chart("Stacking: all of these together", columns, tuple(rows))


def _sizes() -> Chart:
    """[3A3] Regimental equivalents."""
    rows = tuple(
        (_said(name), say(exact(read_exact(f"{quarters}/4"))))
        for name, quarters in QUARTERS.items()
        if name != "source"
    )
    return Chart("Sizes in regimental equivalents", ("What", "RE"), rows)


def _artillery() -> Chart:
    """[12B] What guns count."""
    titles = (
        "bombarding",
        "improved great fortress",
        "improved new fortress",
        "improved old fortress",
    )
    guns = [gun for gun in ARTILLERY["bombarding"] if gun != "source"]
    rows = tuple((gun, *(f"x{ARTILLERY[title][gun]}" for title in titles)) for gun in guns)
    return Chart("Artillery: multiples of the attack strength", ("Guns", *titles), rows)


def _movement() -> Chart:
    """[6A] [6F] What zones and overruns cost."""
    zones, overruns = MOVEMENT["zones"], MOVEMENT["overruns"]
    rows = [
        (f"leave a {kind} zone", str(zones[kind]["others"]), str(zones[kind]["nimble"]))
        for kind in ("full", "reduced")
    ]
    rows += [
        (f"overrun at {row['odds']}:1", str(row["others"]), str(row["nimble"]))
        for row in overruns["rows"]
    ]
    columns = ("To", "Most units", "Cavalry, light, infantry")
    return Chart("Movement points for zones and overruns", columns, tuple(rows), RECONSTRUCTED)


def _supply() -> Chart:
    """[11B] How long lines may be."""
    rows = tuple((weather, *map(str, SUPPLY["lines"][weather])) for weather in WEATHERS)
    return Chart("Supply lines in hexes", ("Weather", "Overland", "Road"), rows, RECONSTRUCTED)


def _effects() -> Chart:
    """[10] Special combat effects."""
    rows = tuple(
        (code, row["side"], str(row["attempts"]), "yes" if row.get("shifts") else "-")
        for code, row in EFFECTS.items()
        if "side" in row
    )
    columns = ("Effect", "Who", "Attempts", "May shift a column")
    return Chart("Special combat effects", columns, rows)


def _task(row: Mapping[str, Any]) -> str:
    cost = f"{row['points']} points" if "points" in row else f"{row['turns']} turns"
    return f"{cost}, {row['resources']} resource" if "resources" in row else cost


def _construction() -> Chart:
    """[13] Engineers' work."""
    tasks = CONSTRUCTION["tasks"].items()
    rows = tuple((task, _task(row)) for task, row in tasks if task != "source")
    return Chart("Engineers' work; twice as much in poor weather", ("Task", "Cost"), rows)


def _dates() -> Chart:
    """When rules change."""
    rows = [
        (rule, ", ".join(f"{who}: {date}" for who, date in dates.items()))
        for rule, dates in DATES.items()
    ]
    rows += [(f"modern guns, {n.name}", str(n.modern_artillery)) for n in NATIONS.values()]
    return Chart("From when rules are in force", ("Rule", "Turn"), tuple(rows))


CHARTS = (
    _results(COMBAT_CHARTS["mobile"], MOBILE),
    _results(COMBAT_CHARTS["positional"], POSITIONAL),
    _results(BOMBARDMENT_CHART, BOMBARDMENT),
    _modifiers("Modifiers of the combat die", "For", DIE_MODIFIERS),
    _modifiers("Modifiers of the bombardment die", "For", BOMBARDMENT_MODIFIERS),
    _success(),
    _terrain(),
    _hexsides(),
    _works(),
    _artillery(),
    _effects(),
    _stacking(),
    _sizes(),
    _movement(),
    _supply(),
    _construction(),
    _dates(),
)
