"""Where the armies stand on the first day [3.1] [26.3] [26.4].

A plan begins on the map: it says where the units that matter to it start (``deployments.toml``),
and the others are placed sensibly around them, near enough as it was in March 1918. Plans without a
deployment of their own borrow the best of their side. As the armies stood in 1918 the Allies lose
45 of their 60 points in the first German turn, and one war in eight with them.
"""

from __future__ import annotations

from pathlib import Path

from trenchline.games.kaisers_war.components import (
    ALLIED,
    CENTRAL,
    LAND,
    SIDES,
    TRENCH,
    UNITS,
    hexname,
)
from trenchline.games.kaisers_war.orders_of_battle import to_deploy
from trenchline.games.kaisers_war.sensible_set_up import sensible_place
from trenchline.games.kaisers_war.staff.doctrine import SOUTH, SPARE
from trenchline.games.kaisers_war.state import State
from trenchline.kernel.bits import members
from trenchline.kernel.data import DataError, read_toml
from trenchline.kernel.hexes import Hex
from trenchline.kernel.reasons import because
from trenchline.kernel.steps import Choice, Choices

FILE = Path(__file__).with_name("deployments.toml")


def read_deployments(file: Path) -> dict[tuple[int, str], dict[int, Hex]]:
    """For each side's plans that say so: where its units start."""
    hexes = {hexname(hex_)[:4]: hex_ for hex_ in members(LAND)}
    found: dict[tuple[int, str], dict[int, Hex]] = {}
    read = read_toml(file)
    for side, name in enumerate(SIDES):
        for plan, places in read[name].items():
            units = found[side, plan] = {}
            for place, keys in places.items():
                for key in keys:
                    if place not in hexes or key not in UNITS or UNITS[key] in units:
                        raise DataError(file, None, f"{name} {plan}: {key} cannot be at {place}")
                    units[UNITS[key]] = hexes[place]
    return found


DEPLOYMENTS = read_deployments(FILE)


USUAL_START = {ALLIED: SPARE, CENTRAL: SOUTH}
"""Whose deployment a plan begins with that has none of its own: the best of each side's."""
THERE, MANNED = 10, 4
"""So many hexes hold Allies when they have deployed, and so many trenches when they mean it."""


def deploy(state: State, side: int, choices: Choices, plan: str) -> Choice:
    """The next unit to its place."""
    if "place" not in choices:
        because(state, ("auto", 0), 0.0, "the rest stand as they did in March 1918")
        return "auto", 0
    unit, hexes = to_deploy(state, side)[0], choices["place"]
    start = plan if (side, plan) in DEPLOYMENTS else USUAL_START[side]
    places = {} if _lies_open(state, side) else DEPLOYMENTS[side, start]
    place = places.get(unit, -1)
    words = "{:unit} has its place in the plan"
    if place < 0 or not hexes >> place & 1:
        place = sensible_place(state, unit, hexes, side)
        words = "{:unit} stands where it stood in March 1918, as far as the plan leaves room"
    because(state, ("place", place), 0.0, words, unit)
    return "place", place


def _lies_open(state: State, side: int) -> bool:
    """Whether the Allies have deployed and left their trenches to whoever comes: then everything
    goes there."""
    manned = (TRENCH[ALLIED] & state.held[ALLIED]).bit_count()
    return side == CENTRAL and state.held[ALLIED].bit_count() >= THERE and manned < MANNED
