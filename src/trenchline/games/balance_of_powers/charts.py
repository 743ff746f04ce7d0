"""The charts that players consult, made from the same tables that the rules read."""

from __future__ import annotations

from trenchline.games.balance_of_powers.components import NATIONS, TABLES
from trenchline.games.balance_of_powers.results import GREATEST, LEAST, result
from trenchline.kernel.looks import Chart


def _combat() -> Chart:
    """[10.62] The land combat table."""
    rows = []
    for dice in range(LEAST, GREATEST + 1):
        major, minor = result(dice, major=True), result(dice, major=False)
        morale = "-"
        if major.demoralizes is not None:
            morale = f"{('attacker', 'defender')[major.demoralizes]} below {major.below}"
        rows.append((str(dice), str(major), str(minor), morale))
    columns = ("Dice", "Major battle", "Minor battle", "Demoralization")
    return Chart("Land combat", columns, tuple(rows))


def _ratios() -> Chart:
    """[10.55] What numbers add to the dice."""
    told = TABLES["odds"]
    first, *others = zip(told["ratios"][1:], told["modifiers"][1:], strict=True)
    rows = [("1 to 2 or less", f"{told['modifiers'][0]:+}")]
    rows.append((f"above {first[0][0]} to {first[0][1]}", f"{first[1]:+}"))
    rows += [(f"{more} to {less} or more", f"{value:+}") for (more, less), value in others]
    return Chart("Odds, corps and steps", ("Attacker to defender", "Dice"), tuple(rows))


def _terrain() -> Chart:
    """[9.13] [10.56] What ground costs and does."""
    costs, dice = TABLES["movement"], TABLES["terrain"]
    rows = []
    for kind in ("open", "desert", "forest", "jungle", "marsh", "mountain", "pass"):
        cost = str(costs[kind]) if costs[kind] else "all"
        rows.append((kind, cost, f"{dice[kind]:+}" if kind in dice else "-"))
    rows.append(("river or canal", "-", f"{dice['river']:+}"))
    return Chart("Terrain", ("Ground", "Movement", "Dice"), tuple(rows))


def _modifiers() -> Chart:
    """[10.5] What else changes the dice."""
    told = TABLES["modifiers"]
    rows = (
        ("air superiority", f"±{told['air']}"),
        ("each siege corps", f"{told['siege']:+}"),
        ("a leader who passes his check", f"±{told['leader']}"),
        ("infrastructure used up", f"{told['infrastructure']:+}"),
        ("a reserve", f"{told['reserves']:+}"),
        ("never more than", f"±{told['most']}"),
    )
    return Chart("Modifiers", ("For", "Dice"), rows)


def _powers() -> Chart:
    """[5.211] [9.24] [2.92] [10.571] What the powers earn, carry and bear."""
    rows = tuple(
        (n.name, f"{n.income[0]} / {n.income[1]}", str(n.rail), str(n.trenches), str(n.limit))
        for n in NATIONS
        if n.major
    )
    columns = ("Power", "RP, first / later", "Corps by rail", "Trenches", "Crisis at")
    return Chart("Powers", columns, rows, "reconstructed")


CHARTS = (_combat(), _modifiers(), _ratios(), _terrain(), _powers())
