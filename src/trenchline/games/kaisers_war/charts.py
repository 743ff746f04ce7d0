"""The charts that players consult, made from the same tables that the rules read."""

from __future__ import annotations

from trenchline.games.kaisers_war.components import POINTS, SEASON, TABLES, TURNS
from trenchline.games.kaisers_war.odds import CRT, HEADINGS, TITLES
from trenchline.games.kaisers_war.recruits import CONVERSION, ROWS
from trenchline.kernel.looks import Chart


def _results(table: str) -> Chart:
    """[43.4] A combat results table."""
    rows = tuple((str(roll), *cells) for roll, cells in sorted(CRT[table].items()))
    return Chart(TITLES[table], ("Die", *HEADINGS), rows)


def _terrain() -> Chart:
    """[43.3] What terrain costs, holds and does."""
    rows = []
    for kind in ("clear", "rough", "desert", "forest", "marsh", "city"):
        row = TABLES["terrain"][kind]
        cost = str(row["cost"])
        if "mech_cost" in row:
            cost += f" (tanks {row['mech_cost']})"
        checks = f"{row['winter']} / {row['summer']}"
        rows.append((kind, cost, str(row["stack"] // 3), f"x{row['defence']}", checks))
    rows.append(("river, canal, lake", f"+{TABLES['terrain']['river']}", "", "x2 if all cross", ""))
    rows.append(("own trench", str(TABLES["terrain"]["own_trench"]), "", "x2", ""))
    rows.append(("enemy trench", str(TABLES["terrain"]["enemy_trench"]), "", "other terrain", ""))
    columns = ("Terrain", "Movement", "Armies", "Defence", "Attrition, winter / summer")
    return Chart("Terrain", columns, tuple(rows))


def _mobilization() -> Chart:
    """[43.2] What units cost, when they come, and where."""
    rows = []
    for kind, row in ROWS.items():
        year = str(row.get("year", 1918))
        places = row.get("cities", "") or "-"
        boxes = ", ".join(row.get("boxes", ())) or "-"
        name = kind.replace("_", " ")
        rows.append((name, str(row["cost"]), year, str(row["delay"]), places, boxes))
    for kind, price in CONVERSION.items():
        rows.append((f"{kind.replace('_', ' ')} to army", str(price), "1919", "0", "-", "-"))
    columns = ("Unit", "Points", "From", "Delay", "Cities", "Boxes")
    return Chart(
        "Mobilization (K capital, R resource, P political, C supplied city, N base)",
        columns,
        tuple(rows),
    )


def _points() -> Chart:
    """[43.1] Victory points."""
    rows = [
        ("Major capital, each turn", f"+{POINTS['major_capital']}"),
        ("Resource centre, each turn", f"+{POINTS['resource']}"),
        ("Political city, each turn", f"+{POINTS['political']}"),
        *((f"{name}, each turn", f"+{points}") for name, points in POINTS["off_map"].items()),
        ("Army or army group lost", f"-{POINTS['lost_army']}"),
        ("Bombardment fleet lost", f"-{POINTS['lost_bombardment']}"),
        ("Any other unit lost", f"-{POINTS['lost_other']}"),
        ("Attrition result", "-1 a unit"),
    ]
    return Chart("Victory points (hexes and areas by half in 1919)", ("For", "Points"), tuple(rows))


def _turns() -> Chart:
    """[43.5] The turn record track."""
    rows = tuple((str(n + 1), name, SEASON[n] or "-") for n, name in enumerate(TURNS))
    return Chart("Turns", ("Turn", "Months", "Season"), rows)


CHARTS = (
    _results("big_push"),
    _results("infiltration"),
    _terrain(),
    _mobilization(),
    _points(),
    _turns(),
)
