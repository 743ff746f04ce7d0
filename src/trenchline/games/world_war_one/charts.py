"""The charts that players consult, made from the same tables that the rules read."""

from __future__ import annotations

from trenchline.games.world_war_one.components import (
    ALLOWANCE,
    CLEAR_COST,
    CODES,
    CRT,
    INCOME,
    LENDS_TO,
    NATIONS,
    RAIL_COST,
    ROUGH_BONUS,
    ROUGH_COST,
    SURRENDER_POINTS,
    TURNS,
    WINTER_BONUS,
)
from trenchline.kernel.bits import members
from trenchline.kernel.looks import Chart


def _results() -> Chart:
    """[8.8] The attacker's loss and the defender's, by the differential."""
    rows = (
        (str(roll), *(f"{attacker}/{defender}" for attacker, defender in cells))
        for roll, cells in CRT.rows.items()
    )
    return Chart(
        "Combat results: attacker's loss / defender's loss", ("Die", *CRT.headings), (*rows,)
    )


def _terrain() -> Chart:
    """[5.6] Movement points and defence."""

    def points(halves: int) -> str:
        return f"{halves / 2:g}"

    rows = (
        ("Clear", points(CLEAR_COST), "0"),
        ("Rough", points(ROUGH_COST), f"+{ROUGH_BONUS}"),
        ("By rail", points(RAIL_COST), ""),
        ("Winter turns", "", f"+{WINTER_BONUS}"),
        ("A unit's allowance", points(ALLOWANCE), ""),
    )
    return Chart("Terrain", ("Hex", "Movement points", "Defence"), rows)


def _turns() -> Chart:
    """[TRK/turn] What the turn record track gives in each Build Phase."""
    rows = (
        (
            f"{n + 1}: {name}",
            *(str(points[n]) for points in INCOME.values()),
            str(SURRENDER_POINTS[n]),
        )
        for n, name in enumerate(TURNS)
    )
    heads = ("Turn", *(CODES[nation] for nation in INCOME), "Russian surrender")
    return Chart("Combat resource points by turn", heads, (*rows,))


def _lending() -> Chart:
    """[10.3] Who may lend to whom."""
    rows = (
        (NATIONS[lender].name, ", ".join(NATIONS[nation].name for nation in members(borrowers)))
        for lenders in LENDS_TO
        for lender, borrowers in lenders.items()
    )
    return Chart("Lending", ("Lender", "May lend to"), (*rows,))


CHARTS = (_results(), _terrain(), _turns(), _lending())
