"""Section 9: the status of rail lines. What breaks them, who repairs them, what gauge they have."""

from __future__ import annotations

from heapq import heappop, heappush

from trenchline.games.der_weltkrieg.components import CODES, NATIONS, Units
from trenchline.games.der_weltkrieg.routes import Ground
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.zones import enemy_zone
from trenchline.kernel.bits import lowest, members
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Refusal

CONVERSION_MONTHS = range(4, 11)
"""[9-11] Gauge is changed from April to October only, and on odd turns."""
DIVISIONS = ("division", "corps")
OF_SIDE = [
    [number for number, code in enumerate(CODES) if NATIONS[code].side == side] for side in (0, 1)
]
"""The nations of each side by their numbers."""
UNDER_TRENCHES = 2
"""[9-7] [R15] Turns that engineers stand still to repair a line under trenches or devastation."""


def operative(state: State, side: int) -> Hexes:
    """[9-1] [9-2] The rail hexes that a side can use: not broken, and in one of its networks."""
    found = 0
    for nation in OF_SIDE[side]:
        found |= state.network[nation]
    return found & ~state.inoperative


def break_line(state: State, side: int, units: Units, hex_: Hex) -> None:
    """[9-3] [R13] An infantry division, or several smaller infantry units at one time, make the
    enemy's line in a hex inoperative; it stays so when its owner comes back [R14]."""
    bit = 1 << hex_
    theatre = state.theatre
    if not theatre.rails & bit or state.inoperative & bit or not is_enemy_line(state, side, hex_):
        return
    present = (units | state.units(hex_, side)) & theatre.infantry
    if present.bit_count() > 1 or any(
        theatre.counters[unit].size in DIVISIONS for unit in members(present)
    ):
        state.inoperative |= bit
        state.detail("the line at {:hex} is broken [9-3]", hex_)


def is_enemy_line(state: State, side: int, hex_: Hex) -> bool:
    """Whether the rail line in a hex belongs to a network of the enemy."""
    theirs = 0
    for nation in OF_SIDE[1 - side]:
        theirs |= state.network[nation]
    return bool(theirs >> hex_ & 1)


def railheads(state: State, nation: int) -> Hexes:
    """[9-10] The last operative hexes of a network, where a line leads on beyond it."""
    theatre = state.theatre
    works = state.network[nation] & ~state.inoperative
    beyond = theatre.rails & ~works
    return works & step(beyond, theatre.rail_ways)


def may_convert(state: State) -> bool:
    """[9-11] Whether gauge may be changed on this turn; a scenario may list its turns."""
    told = state.theatre.scenario.get("S6", {}).get("conversion")
    if told is not None:
        return any(state.theatre.date(text) == state.date for text in told)
    return state.month in CONVERSION_MONTHS and state.turn % 2 == 1


def can_begin_repair(state: State, engineer: int, hex_: Hex) -> bool:
    """[9-4] [9-5] [9-6] Whether engineers set out from an operative hex of their own nation's
    network, operative since the phase began."""
    nation = CODES.index(state.theatre.counters[engineer].nation)
    works = state.network[nation] & ~state.inoperative & ~state.repaired
    return bool(works >> hex_ & 1)


def why_not_begun(state: State, engineer: int, hex_: Hex) -> Refusal | None:
    """[9-5] [9-6] Why engineers do not repair from where they began the phase; None if they may."""
    nation = CODES.index(state.theatre.counters[engineer].nation)
    if not state.network[nation] >> hex_ & 1:
        return Refusal("9-6", "they did not begin on the network of their nation")
    if state.inoperative >> hex_ & 1:
        return Refusal("9-5", "they began on a broken line")
    if state.repaired >> hex_ & 1:
        return Refusal("9-5", "the line where they began was repaired in this phase")
    return None


def repair_ways(
    state: State, ground: Ground, engineer: int, start: Hex, budget: int, fresh: bool
) -> dict[Hex, tuple[int, tuple[Hex, ...]]]:
    """[9-5] Every broken rail hex that engineers can reach along the line: what it costs, and the
    way there. A hex of another gauge takes all of a whole allowance [9-12], so it is the first and
    the last of the way [9-13] [R85]; enemy zones are not entered [9-8]; a line under
    trenches or devastation is not repaired in passing [9-7]."""
    theatre = state.theatre
    side = theatre.counters[engineer].side
    usable = operative(state, side)
    shunned = ground.zone
    churned = state.trenches | state.devastation
    broken = state.inoperative & ~churned
    best: dict[Hex, tuple[int, tuple[Hex, ...]]] = {start: (0, (start,))}
    found: dict[Hex, tuple[int, tuple[Hex, ...]]] = {}
    waiting = [(0, start)]
    while waiting:
        spent, hex_ = heappop(waiting)
        way = best[hex_][1]
        ahead = step(1 << hex_, theatre.rail_ways) & (usable | broken) & ~shunned
        for there in members(ahead):
            cost = ground.cost(hex_, there)
            if cost is None:
                continue
            if changes_gauge(state, hex_, there) and broken >> there & 1:
                if fresh and hex_ == start and may_convert(state) and there not in found:
                    found[there] = (budget, (start, there))
                continue
            # [6-9] One hexside may always be crossed.
            if spent + cost > budget:
                if not (fresh and hex_ == start):
                    continue
                cost = budget
            if there not in best or spent + cost < best[there][0]:
                best[there] = (spent + cost, (*way, there))
                heappush(waiting, (spent + cost, there))
                if broken >> there & 1:
                    found[there] = best[there]
    return found


def changes_gauge(state: State, before: Hex, hex_: Hex) -> bool:
    """[9-11] Whether a line was last of another gauge than the network being extended."""
    return bool((state.broad >> before ^ state.broad >> hex_) & 1)


def repair(state: State, engineer: int, before: Hex, hex_: Hex) -> None:
    """[9-5] A broken line works again, as part of the network the engineers came from."""
    bit = 1 << hex_
    if not state.inoperative & bit:
        return
    nation = CODES.index(state.theatre.counters[engineer].nation)
    state.inoperative &= ~bit
    state.network = [hexes & ~bit for hexes in state.network]
    state.network[nation] |= bit
    state.repaired |= bit
    # [9-11] The gauge is that of the network it joins.
    state.broad = state.broad | bit if state.broad >> before & 1 else state.broad & ~bit
    state.detail("the line at {:hex} is repaired [9-5]", hex_)


def stand_still(state: State, side: int) -> None:
    """[9-7] At the end of a side's half: engineers that have stayed on a broken line under trenches
    or devastation have worked on it for a turn."""
    theatre = state.theatre
    churned = (state.trenches | state.devastation) & state.inoperative
    for unit in members(theatre.of_kind["engineer"] & theatre.of_side[side]):
        waits = state.is_on_map(unit) and not state.moved_this_turn >> unit & 1
        if waits and churned >> state.where[unit] & 1:
            state.stationary[unit] = state.stationary.get(unit, 0) + 1
        else:
            state.stationary.pop(unit, None)


def finish_standing_repairs(state: State) -> None:
    """[9-7] [R15] [R86] At the end of the turn after that, the line works if it is joined to their
    network; another gauge still needs its season [9-11]."""
    theatre = state.theatre
    for unit, turns in list(state.stationary.items()):
        hex_ = state.where[unit]
        nation = CODES.index(theatre.counters[unit].nation)
        works = state.network[nation] & ~state.inoperative
        beside = step(1 << hex_, theatre.rail_ways) & works
        # [9-8] In an enemy zone they work under the cover of a trench only.
        zone = enemy_zone(state, theatre.counters[unit].side) & ~state.trenches
        if turns < UNDER_TRENCHES or not beside or zone >> hex_ & 1:
            continue
        before = lowest(beside)
        if not changes_gauge(state, before, hex_) or may_convert(state):
            repair(state, unit, before, hex_)
            del state.stationary[unit]
