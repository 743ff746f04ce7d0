"""The charts that players consult, made from the same tables that the rules read."""

from __future__ import annotations

from collections import Counter

from trenchline.games.der_weltkrieg.components import (
    FOLDER,
    NATIONS,
    RIVERS,
    TABLES,
    TERRAIN,
    WORKS,
    Nation,
    Terrain,
)
from trenchline.games.der_weltkrieg.results import LEAST_ROW, MOST_ROW, cells_of
from trenchline.kernel.data import read_rows
from trenchline.kernel.looks import Chart


def _signed(amount: int) -> str:
    return f"{amount:+d}" if amount else "-"


def _said(word: str) -> str:
    return word.replace("_", " ")


def _terrain_row(terrain: Terrain, cost: str) -> tuple[str, ...]:
    halved = "half" if terrain.halved else "-"
    modifiers = (_signed(terrain.attack), _signed(terrain.counterattack))
    return (_said(terrain.kind), cost, *modifiers, halved)


def _terrain() -> Chart:
    """[13-3] [13-5] [6-5] What hexsides, rivers and works cost and do."""
    land = [t for kind, t in TERRAIN.items() if kind not in ("sea", "lake")]
    rows = [_terrain_row(t, "no" if t.cost is None else str(t.cost)) for t in land]
    rows += [_terrain_row(t, f"+{t.cost}") for t in RIVERS.values()]
    rows += [_terrain_row(t, f"+{t.cost}") for t in WORKS.values()]
    columns = ("Hexside", "Points", "Attack", "Answer", "Attackers")
    return Chart("Terrain effects: movement and die modifiers", columns, tuple(rows))


def _results(table: int) -> Chart:
    """[13-13] [13-17] Strength points lost, by strength and modified die. Headings are bracketed so
    that nobody takes them for strengths."""
    row = TABLES["combat"]["tables"][table]
    columns = ("Strength", *(f"({die})" for die in range(LEAST_ROW, MOST_ROW + 1)))
    rows = tuple(
        (str(strength), *map(str, losses))
        for strength, losses in enumerate(cells_of(row["file"]), start=1)
    )
    origins = tuple((line["source"], line["note"]) for line in read_rows(FOLDER / row["file"])[1])
    sources = Counter(source for source, _ in origins)
    title = f"Combat results from {row['from']}, by the modified die"
    return Chart(title, columns, rows, sources.most_common(1)[0][0], origins)


def _share(nation: Nation) -> str:
    share = str(nation.forced_retreat)
    if nation.third_until.isdigit():
        return f"{share} to {nation.third_until}, then {TABLES['retreat']['normal']}"
    return share


def _thresholds() -> Chart:
    """[14-3] [14-4] Which share of its strength lost forces a hex to be left."""
    retreat = TABLES["retreat"]
    off = retreat["loss_off"]
    rows = [(n.name, _share(n), off if n.third_off else "-") for n in NATIONS.values()]
    rows += [
        ("surrounded [20-7]", retreat["surrounded"], "-"),
        ("in a trench [22-8]", retreat["trench"], "-"),
    ]
    columns = ("Defender", "Loss", "Spared in retreat")
    return Chart("Forced retreat: share of the strength lost", columns, tuple(rows))


def _priorities() -> Chart:
    """[14-8] Where a unit retreats to, best first."""
    rows = []
    for number, row in enumerate(TABLES["retreat"]["priorities"], start=1):
        zone = "enemy zone" if row["zone"] else "no enemy zone"
        friends = {True: "friends there", False: "nobody there"}.get(row.get("friends"), "-")
        rows.append((str(number), zone, friends, row["distance"]))
    columns = ("Order", "Zone", "Friends", "To headquarters")
    return Chart("Retreat priorities", columns, tuple(rows))


def _demoralization() -> Chart:
    """[26-3] [37-6] What demoralizes a nation."""
    dm = TABLES["demoralization"]
    each = {
        "infantry": "point of infantry lost",
        "cavalry": "point of cavalry lost",
        "artillery": "point of artillery lost",
        "fortress": "point of a fortress lost",
        "surrendered_infantry": "point of infantry surrendered",
        "surrendered_cavalry": "point of cavalry surrendered",
        "surrendered_artillery": "point of artillery surrendered",
        "engineer": "engineers lost",
        "headquarters": "headquarters lost",
        "city": "city occupied for the first time",
        "urban_hexside": "urban hexside occupied",
    }
    rows = [(what, str(dm[key])) for key, what in each.items()]
    rows.append(("the nation's capital", f"x{dm['capital_factor']}"))
    rows.append(("a German city", f"x{dm['german_city_factor']}"))
    return Chart("Demoralization points", ("For", "Points"), tuple(rows))


def _rails() -> Chart:
    """[8-1] [7-9] What the railways of each nation carry; a scenario may give other numbers."""
    rows = tuple(
        (n.name, str(n.rail_capacity) if n.rail_capacity else "-", str(n.single_track))
        for n in NATIONS.values()
    )
    return Chart(
        "Rail capacity, unless the scenario says", ("Nation", "Turn", "Single track"), rows
    )


def _supply() -> Chart:
    """[19-9] [19-10] [34-2] [19-15] How long a line may be before it costs strength."""
    rows = tuple(
        (
            _said(when),
            str(TABLES["supply"][when]["attack"]),
            str(TABLES["supply"][when]["counterattack"]),
        )
        for when in ("normal", "winter", "cut_off")
    )
    return Chart("Supply lines in movement points", ("Headquarters", "Attack", "Answer"), rows)


CHARTS = (
    _terrain(),
    _results(0),
    _thresholds(),
    _priorities(),
    _demoralization(),
    _supply(),
    _rails(),
    _results(1),
)
