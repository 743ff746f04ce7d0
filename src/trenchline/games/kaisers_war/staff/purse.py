"""Victory points as money: what to mobilize, where to place it, and when to save [5.5] [6.2]."""

from __future__ import annotations

from trenchline.games.kaisers_war.components import (
    ALLIED,
    CENTRAL,
    COUNTERS,
    FR,
    NATION_OF,
    OF_CLASS,
)
from trenchline.games.kaisers_war.control import controlled
from trenchline.games.kaisers_war.recruits import CONVERSION, cost, row_of
from trenchline.games.kaisers_war.staff.doctrine import HOLD
from trenchline.games.kaisers_war.staff.knowledge import Situation
from trenchline.games.kaisers_war.staff.marches import HOMES, Posts
from trenchline.games.kaisers_war.staff.stakes import SUMMER
from trenchline.games.kaisers_war.victory import OBJECTIVES
from trenchline.kernel.bits import lowest, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Choice, Choices, pick

LEAST = 12
"""Nobody goes lower than this of his own will."""
NEEDED = 0.9
"""Less useful units are bought only when points are plenty."""
LIKING = {
    "hq": 1.6,
    "shock_army": 1.5,
    "infantry_army": 1.4,
    "army_group": 1.2,
    "army_detachment": 1.2,
    "tank_corps": 1.1,
    "shock_corps": 1.1,
    "tactical_air": 1.0,
    "alpine_army": 1.0,
    "cavalry_army": 1.0,
    "alpine_corps": 0.9,
    "mech_corps": 0.8,
    "cavalry_corps": 0.7,
    "expeditionary_corps": 0.6,
    "strategic_air": 0.6,
    "marine_corps": 0.6,
    "airlanding_corps": 0.4,
}
"""How much use the staff has for each type."""


def chest(sit: Situation) -> int:
    """What is kept back: less when so much comes in that it would run over [5.9], and nothing that
    the last turns cannot refill."""
    if sit.left <= 1:
        return 200
    # Before the test of the summer the Central Powers need every point for the blow [26.5].
    before_the_test = sit.side == CENTRAL and sit.state.turn <= SUMMER
    return sit.doctrine.chest + (20 if before_the_test else 0)


def mobilize(sit: Situation, choices: Choices) -> Choice:
    """Arrivals first, then garrisons for open cities, then what wins battles while it can still
    come in time."""
    if "arrive" in choices:
        return "arrive", lowest(choices["arrive"])
    points = sit.state.vp[sit.side]
    free = points - chest(sit)
    offered = choices.get("mobilize", 0)
    guard = [u for u in members(offered) if COUNTERS[u].front.type == "garrison"]
    if guard and points > LEAST and open_cities(sit):
        return "mobilize", guard[0]
    if "convert" in choices:
        for unit in members(choices["convert"]):
            if CONVERSION[COUNTERS[unit].front.type] <= free and sit.left > 1:
                return "convert", unit
    best: tuple[float, int] | None = None
    for unit in members(offered):
        use = liking(sit, unit)
        if use < NEEDED and sit.ledger.thrift > 0.8:
            continue
        if use and cost(unit) <= free and (best is None or (use, -unit) > best):
            best = use, -unit
    if best is not None:
        return "mobilize", -best[1]
    if "entrench" in choices and free >= 6 and sit.plan == HOLD:
        return "entrench", max(members(choices["entrench"]), key=lambda h: (sit.threats.on(h), -h))
    return "done", 0


def liking(sit: Situation, unit: int) -> float:
    """How gladly a unit is bought; not if it would come too late to matter."""
    kind = COUNTERS[unit].front.type
    arrives = sit.state.turn + row_of(unit)["delay"]
    last = sit.state.last_turn
    if kind == "hq" and NATION_OF[unit] == FR:
        return 2.0 if arrives < last else 0.0
    use = LIKING.get(kind, 0.0)
    # Units in a box need another turn to sail; all need one to march.
    if arrives > last - 1 or (sit.side == ALLIED and kind == "shock_army" and arrives > last - 2):
        return 0.0
    return use


def open_cities(sit: Situation) -> Hexes:
    """Objectives of ours that nobody holds and somebody could take: near the enemy, or only ours as
    long as somebody is there."""
    state = sit.state
    bare = OBJECTIVES & controlled(state, sit.side) & ~state.held[sit.side]
    found = 0
    for hex_ in members(bare):
        # A capital is never left open.
        near = 6 if OF_CLASS["major_capital"] >> hex_ & 1 else 3
        if sit.threats.nearest(hex_) <= near:
            found |= 1 << hex_
    return found


def place(sit: Situation, unit: int, choices: Choices) -> Choice:
    """Where a new unit appears: garrisons in open cities, others where they are needed."""
    if "place" not in choices:
        return pick(choices, 0)
    hexes = choices["place"]
    if COUNTERS[unit].front.type == "garrison":
        hexes = hexes & open_cities(sit) or hexes & OBJECTIVES & ~HOMES[sit.side] or hexes
    if COUNTERS[unit].is_naval:
        return "place", lowest(hexes)
    posts = Posts(sit, unit, -1)

    def merit(hex_: Hex) -> tuple[float, int]:
        return posts.weigh(hex_), -hex_

    return "place", max(members(hexes), key=merit)
