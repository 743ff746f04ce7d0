"""Where the armies stand on the first day [3.1] [26.3] [26.4].

Who follows the usual course deploys sensibly, near enough as it was in March 1918. Some plans begin
earlier: they say where the units that matter to them start (``deployments.toml``), and the others
are placed sensibly around them.
"""

from __future__ import annotations

from pathlib import Path

from trenchline.games.kaisers_war.components import LAND, SIDES, UNITS, hexname
from trenchline.games.kaisers_war.orders_of_battle import to_deploy
from trenchline.games.kaisers_war.sensible_set_up import sensible_place
from trenchline.games.kaisers_war.state import State
from trenchline.kernel.bits import members
from trenchline.kernel.data import DataError, read_toml
from trenchline.kernel.hexes import Hex
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


def deploy(state: State, side: int, choices: Choices, plan: str) -> Choice:
    """The next unit to its place; all at once if the plan does not care."""
    if (side, plan) not in DEPLOYMENTS or "place" not in choices:
        return "auto", 0
    unit, hexes = to_deploy(state, side)[0], choices["place"]
    place = DEPLOYMENTS[side, plan].get(unit, -1)
    if place < 0 or not hexes >> place & 1:
        place = sensible_place(state, unit, hexes, side)
    return "place", place
