"""[S4] A threat to a city brings reinforcements from another front, at a price in morale."""

from __future__ import annotations

from fractions import Fraction

from trenchline.games.der_weltkrieg.demoralization import suffer
from trenchline.games.der_weltkrieg.routes import supply_distances, within
from trenchline.games.der_weltkrieg.state import State
from trenchline.kernel.bits import members


def divisions_near(state: State) -> Fraction:
    """[S4] The enemy's infantry divisions whose cheapest way to the city costs no more than the
    scenario says, terrain only; two smaller units are one."""
    theatre = state.theatre
    rule = theatre.scenario["S4"]
    city = 1 << theatre.board.grid.hex(rule["hex"])
    churned = state.trenches | state.devastation
    near = within(supply_distances(theatre, city, theatre.land, churned, rule["reach"]))
    units = theatre.infantry & theatre.of_nation[rule["nation"]]
    return sum(
        (
            Fraction(theatre.half_divisions[unit], 2)
            for unit in members(units)
            if state.is_on_map(unit) and near >> state.where[unit] & 1
        ),
        Fraction(0),
    )


def assess_threat(state: State) -> None:
    """[S4] At the end of the turn named, call those whom the threat calls for."""
    rule = state.theatre.scenario.get("S4")
    if rule is None or state.theatre.date(rule["counted"]) != state.date:
        return
    near = divisions_near(state)
    owner = state.theatre.board.facts[state.theatre.board.grid.hex(rule["hex"])]["country"]
    for row in rule["steps"]:
        if near >= row["least"]:
            for formation in row["brings"]:
                state.flags |= {formation}
                suffer(state, owner, rule["demoralization"].get(formation, 0), formation)
