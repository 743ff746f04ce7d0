"""Where Army HQs go, and the resource points that they take along: an army marches as far as its
headquarters feeds it [11B2] [11D] [11H2]."""

from __future__ import annotations

from trenchline.games.the_great_war.headquarters import army_hqs, led_by
from trenchline.games.the_great_war.lines import by_road
from trenchline.games.the_great_war.march import March
from trenchline.games.the_great_war.staff.rear import SHARED
from trenchline.games.the_great_war.staff.situation import Situation
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.reasons import because
from trenchline.kernel.steps import Choice, Choices
from trenchline.kernel.words import counted

FEEDS = 3.0
"""What it is worth to feed its share of the army ..."""
LEADS = 1.0
"""... and to lead it [14M1]."""
BEHIND = 0.3
"""What units far behind the front count there."""
NEAR_FRONT = 4
HAS_DEPOT, NO_DEPOT, NOTHING_NEAR = 1.0, 0.5, 0.1
"""How much of that is left with a depot by road, with a place for one, and with neither."""
STOCK, CARRIES = 0.3, 3
"""What a resource point is worth beside a headquarters, and how many of them it has use for."""
CROWDED = 0.05
"""What it is worth where another headquarters has the use of it."""
WORTH_A_GUARD = 0.4
"""What a seat must be better by before somebody goes there to guard it ..."""
TRIES = 4
"""... and how many seats are looked at."""
ALONE = 3.0
"""What keeps headquarters from standing without infantry."""


def post(sit: Situation, hq: int, hex_: Hex, escorted: bool = False) -> float:
    """What an Army HQ is worth in a hex."""
    value = 0.0
    for _, part in parts(sit, hq, hex_, escorted):
        value += part
    return value


def parts(sit: Situation, hq: int, hex_: Hex, escorted: bool = False) -> list[tuple[str, float]]:
    """What its worth there is made of: with infantry, where it feeds and leads most of those whom
    no other does, by a road to its depot; not alone, unless somebody comes along, nor in the
    front line if it can be helped."""
    state = sit.state
    foot = state.units(hex_, sit.side) & sit.line_units
    held = sum(sit.defence_of(other) for other in members(foot))
    found = [
        ("feeds", _feeds(sit, hq, hex_) * _by_depot(sit, hq, hex_)),
        ("leads", LEADS * _leads(sit, hq, hex_)),
    ]
    company = state.units(hex_, sit.side) & army_hqs(state, sit.side) & ~(1 << hq)
    stock = (CROWDED if company else STOCK) * min(CARRIES, _points_at(sit, hq, hex_))
    found.append(("stock", stock))
    if not held and not escorted:
        found.append(("alone", -ALONE))
    if sit.distance(hex_) <= 1:
        found.append(("near", -0.8))
    if _is_open(sit, hex_) and sit.threat(hex_) > sit.firmness(hex_) * max(1.0, held):
        found.append(("danger", -2.0))
    return found


def _is_open(sit: Situation, hex_: Hex) -> bool:
    """Whether the enemy could come up to a hex: nobody of ours stands between."""
    if sit.distance(hex_) <= 1:
        return True
    held = sit.state.occupied[sit.side]
    return any(sit.zone >> n & 1 and not held >> n & 1 for n in sit.grid.neighbours(hex_))


def escort(
    sit: Situation, hq: int, hexes: Hexes, reaches: dict[int, Hexes]
) -> tuple[Hex, int] | None:
    """A better seat than any that is guarded, and who goes there to guard it: the weakest who can
    be spared."""
    state = sit.state
    best = max(post(sit, hq, hex_) for hex_ in members(hexes))
    free = hexes & ~state.occupied[sit.enemy] & ~state.occupied[sit.side]
    seats = sorted(((post(sit, hq, h, escorted=True), h) for h in members(free)), reverse=True)
    for value, seat in seats[:TRIES]:
        if value < best + WORTH_A_GUARD or sit.distance(seat) <= 1:
            continue
        able = [u for u, way in reaches.items() if way >> seat & 1 and _is_spare(sit, u)]
        if able:
            return seat, min(able, key=lambda u: (sit.defence_of(u), u))
    return None


def _is_spare(sit: Situation, unit: int) -> bool:
    """Whether the hex where a unit is to stand can do without it."""
    here = sit.state.where[unit]
    if sit.is_last_guard(unit):
        return False
    left = sit.friends.get(here, 0.0) - sit.defence_of(unit)
    return not sit.is_front(here) or (left > 0 and left >= sit.need(here))


def _feeds(sit: Situation, hq: int, hex_: Hex) -> float:
    """[11B] [11E] The share of its nation's units that would live on a headquarters in a hex; those
    whom another one feeds count little."""
    nation = sit.theatre.of_nation[sit.theatre.counters[hq].nation]
    others = [one for one in members(army_hqs(sit.state, sit.side) & nation) if one != hq]
    fed = sit.living_on(hex_)
    elsewhere = 0
    for one in others:
        elsewhere |= sit.living_on(sit.state.where[one])
    whole = found = 0.0
    for unit in members(nation & sit.state.on_map(sit.side) & sit.line_units):
        at = sit.state.where[unit]
        weight = sit.defence_of(unit) * (1.0 if sit.way_to_front(at) <= NEAR_FRONT else BEHIND)
        whole += weight
        if fed >> at & 1:
            found += weight * (SHARED if elsewhere >> at & 1 else 1.0)
    return FEEDS * (1 + len(others)) * found / whole if whole else 0.0


def _leads(sit: Situation, hq: int, hex_: Hex) -> float:
    """[14M1] The share of the army that it would lead from there."""
    led = led_by(sit.state, hq) & sit.state.on_map(sit.side) & sit.line_units
    return sit.led_from(hex_, led, hq) / max(1, led.bit_count())


def _by_depot(sit: Situation, hq: int, hex_: Hex) -> float:
    """[11B2] Whether it has, or could have, a depot of its own there."""
    roads = by_road(sit.state, sit.side, hex_)
    if roads & (sit.depots_left(hq) | sit.theatre.edges[sit.side]):
        return HAS_DEPOT
    nation = sit.theatre.counters[hq].nation
    return NO_DEPOT if roads & sit.stations(nation) else NOTHING_NEAR


def _points_at(sit: Situation, hq: int, hex_: Hex) -> int:
    """[11H2] The resource points that it would have in a hex, with those that it takes along."""
    stock, here = sit.state.resources, sit.state.where[hq]
    return stock.get(hex_, 0) + (min(CARRIES, stock.get(here, 0)) if hex_ != here else 0)


def load(sit: Situation, asking: March, there: Hex, choices: Choices) -> Choice | None:
    """[11H2] Points for the way, if there are few where it goes; half of them if another
    headquarters stays behind with them, none in haste or before it is withdrawn."""
    state = sit.state
    unit, here = asking.party[0], asking.hex
    if "load" not in choices or not state.kind.army_hq >> unit & 1 or there == here:
        return None
    if asking.fast or sit.leaving >> unit & 1:
        return None
    wants = CARRIES - state.resources.get(there, 0)
    stay = state.units(here, sit.side) & army_hqs(state, sit.side) & ~(1 << unit) & ~state.moved
    has = state.resources.get(here, 0)
    wants = min(wants, -(-has // 2) if stay else has, choices["load"].bit_length() - 1)
    if wants <= 0:
        return None
    words = "{:unit} takes {} along: it finds {} where it goes"
    points = counted(state.resources.get(there, 0), "point")
    because(state, ("load", wants), 0.0, words, unit, counted(wants, "resource point"), points)
    return "load", wants
