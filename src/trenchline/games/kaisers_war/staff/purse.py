"""Victory points as money: what to mobilize, where to place it, and when to save [5.5] [6.2]."""

from __future__ import annotations

from trenchline.games.kaisers_war.components import (
    ALLIED,
    CENTRAL,
    COUNTERS,
    FR,
    NATION_OF,
    OF_CLASS,
    US,
)
from trenchline.games.kaisers_war.control import controlled
from trenchline.games.kaisers_war.recruits import CONVERSION, cost, row_of
from trenchline.games.kaisers_war.staff import reasons
from trenchline.games.kaisers_war.staff.doctrine import HOLD
from trenchline.games.kaisers_war.staff.knowledge import Situation
from trenchline.games.kaisers_war.staff.posts import HOMES, Posts
from trenchline.games.kaisers_war.staff.stakes import SUMMER
from trenchline.games.kaisers_war.victory import OBJECTIVES
from trenchline.kernel.bits import lowest, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.reasons import because
from trenchline.kernel.ruin import certain
from trenchline.kernel.steps import Choice, Choices, pick

LEAST = 12
"""Nobody goes lower than this of his own will."""
SCRUPLE = 2.0
"""Nothing is bought that costs more than this in fear of ruin."""
OVERSEAS = 20
"""What is kept back from an American army: it is the best that four points buy, and must be paid
for two turns before it lands."""
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
    state = sit.state
    if "arrive" in choices:
        arrives = lowest(choices["arrive"])
        because(state, ("arrive", arrives), 0.0, "{:unit} has been paid for and is due", arrives)
        return "arrive", arrives
    points, kept = state.vp[sit.side], chest(sit)
    free = points - kept
    offered = choices.get("mobilize", 0)
    guard = [u for u in members(offered) if COUNTERS[u].front.type == "garrison"]
    if guard and affordable(sit, 1) and (bare := open_cities(sit)):
        words = "a garrison for {:hex}, which lies open"
        because(state, ("mobilize", guard[0]), 0.0, words, lowest(bare))
        return "mobilize", guard[0]
    if "convert" in choices:
        for unit in members(choices["convert"]):
            price = CONVERSION[COUNTERS[unit].front.type]
            if price <= free and sit.left > 1 and affordable(sit, price):
                reasons.buying(sit, ("convert", unit), 0.0, price, kept)
                return "convert", unit
    best: tuple[float, int] | None = None
    for unit in members(offered):
        use = liking(sit, unit)
        if use < NEEDED and sit.ledger.thrift > 0.8:
            continue
        keep = min(kept, OVERSEAS) if is_american_army(unit) else kept
        if use and cost(unit) <= points - keep and affordable(sit, cost(unit)):
            reasons.buying(sit, ("mobilize", unit), use, cost(unit), keep)
            if best is None or (use, -unit) > best:
                best = use, -unit
    if best is not None:
        return "mobilize", -best[1]
    if "entrench" in choices and free >= 6 and sit.plan == HOLD:
        hex_ = max(members(choices["entrench"]), key=lambda h: (sit.threats.on(h), -h))
        because(state, ("entrench", hex_), 0.0, "{:hex} is threatened most", hex_)
        return "entrench", hex_
    reasons.saving(sit, kept)
    return "done", 0


def affordable(sit: Situation, price: int) -> bool:
    """Whether points may be spent without bringing ruin near."""
    points = sit.state.vp[sit.side]
    return points - price >= LEAST and sit.ledger.life.price(points, certain(price)) <= SCRUPLE


def is_american_army(unit: int) -> bool:
    """Whether a unit is one of the armies that are shipped to France."""
    return NATION_OF[unit] == US and COUNTERS[unit].front.is_army


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
        chosen = pick(choices, 0)
        because(sit.state, chosen, 0.0, "there is no place for {:unit} yet", unit)
        return chosen
    hexes = choices["place"]
    if COUNTERS[unit].front.type == "garrison":
        hexes = hexes & open_cities(sit) or hexes & OBJECTIVES & ~HOMES[sit.side] or hexes
    if COUNTERS[unit].is_naval:
        port = lowest(hexes)
        because(sit.state, ("place", port), 0.0, "one port is as good as another")
        return "place", port
    posts = Posts(sit, unit, -1)

    def merit(hex_: Hex) -> tuple[float, int]:
        return posts.weigh(hex_), -hex_

    best = max(members(hexes), key=merit)
    reasons.about_places(posts, "place", members(hexes), best)
    return "place", best
