"""What must hold in every position, whatever has been chosen and rolled.

Random games ask at every choice, and little changes from one to the next. So the counters and
stacks that were found sound last are kept, and only what differs from them is looked at again.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import compress
from operator import is_not, or_
from typing import NamedTuple

from trenchline.games.balance_of_powers.components import (
    AF_CORPS,
    AFRICA,
    ALL_CORPS,
    BOARD,
    COAST,
    ENTENTE,
    FORTRESSES,
    LAND_BOXES,
    NATIONS,
    NEVER_DUG_IN,
    OCEAN_BOXES,
    OF_KIND,
    OF_NATION,
    PORT_BOXES,
    UNITS,
    WATER,
    Units,
)
from trenchline.games.balance_of_powers.flotillas import LAKESIDE
from trenchline.games.balance_of_powers.lodgements import is_lodgement, landing_side
from trenchline.games.balance_of_powers.navy import ADMIRALS, SCOUTS, SHIPS, VESSELS
from trenchline.games.balance_of_powers.navy import MINES as MINE_UNITS
from trenchline.games.balance_of_powers.navy import SUBMARINES as BOATS
from trenchline.games.balance_of_powers.seaways import SUEZ
from trenchline.games.balance_of_powers.seaways import TOLD as NAVY
from trenchline.games.balance_of_powers.stacking import LEADERS, limit
from trenchline.games.balance_of_powers.state import (
    AWAITED,
    BOX,
    CALENDAR,
    GONE,
    INTACT,
    MINES,
    POOL,
    State,
)
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes

OFF_MAP = frozenset((BOX, AWAITED, POOL, CALENDAR, GONE, MINES))
"""The only places off the map: every counter is on it or in one of these."""
SEAS: Hexes = WATER | bit_set(SUEZ.along) | OCEAN_BOXES | PORT_BOXES
"""Where ships may be [7.32]."""
HUNTERS: int = NAVY["hunters"]
MAJOR_LIMITS = tuple((n, told.limit) for n, told in enumerate(NATIONS) if told.major)


class Sound(NamedTuple):
    """Counters and stacks that were found sound, with all that this depends on."""

    where: list[int]
    stacks: dict[Hex, Units]
    mapped: Units
    corps: tuple[Hexes, ...]
    rest: tuple[int, ...]


NOTHING = Sound([-1] * len(UNITS), {}, 0, (0, 0, 0), ())
_last = NOTHING


def broken(state: State) -> list[str]:
    """All that is wrong with a position, in words."""
    return [
        *_counters(state),
        *_boards(state),
        *_points(state),
        *_trenches(state),
        *_seas(state),
        *_fleets(state),
        *_africa(state),
    ]


def _counters(state: State) -> list[str]:
    """What is wrong with the places of the counters and with their stacks."""
    global _last
    rest = (*state.sides, *state.troops, state.infrastructure)
    last = _last if _last.rest == rest else NOTHING
    wrong = [*_places(state, last)]
    if last is NOTHING:
        wrong += _troops(state)
    if not wrong and (last is NOTHING or state.where != last.where or state.stacks != last.stacks):
        corps = tuple(state.corps)
        _last = Sound(state.where.copy(), state.stacks.copy(), state.mapped, corps, rest)
    return wrong


def _troops(state: State) -> Iterator[str]:
    """What is wrong with who belongs to which side."""
    for side, troops in enumerate(state.troops):
        own = (OF_NATION[nation] for nation, of in enumerate(state.sides) if of == side)
        if troops != reduce(or_, own, 0):
            yield "the troops of a side are not those of its nations [2.21]"


def _places(state: State, last: Sound) -> Iterator[str]:
    where, stacks = state.where, state.stacks
    moved = list(members(state.mapped ^ last.mapped))
    if where != last.where:
        moved += compress(range(len(UNITS)), map(is_not, where, last.where))
    for unit in moved:
        place = where[unit]
        if (state.mapped >> unit & 1) != (place >= 0):
            yield f"{UNITS[unit].key} is on the map, and yet not [1.32.4]"
        if place >= 0 and not state.scenario.hexes >> place & 1:
            yield f"{UNITS[unit].key} is beyond the maps in play [11.1]"
        if place < 0 and place not in OFF_MAP:
            yield f"{UNITS[unit].key} is nowhere [5.11]"
        if (place == CALENDAR) != (unit in state.due):
            yield f"{UNITS[unit].key} is due, and yet not on the calendar [6.223]"
        if place >= 0 and not stacks.get(place, 0) >> unit & 1:
            yield "the stacks are not where the counters are"
    changed: set[Hex] = set()
    if stacks != last.stacks:
        changed.update(place for place, _ in stacks.items() ^ last.stacks.items())
    changed.update(last.where[unit] for unit in moved)
    for now, before in zip(state.corps, last.corps, strict=True):
        changed.update(members(now ^ before))
    for place in changed:
        units = stacks.get(place, 0)
        for unit in members(units | last.stacks.get(place, 0)):
            if (units >> unit & 1) != (where[unit] == place):
                yield "the stacks are not where the counters are"
        if place >= 0:
            yield from _stack(state, place)


def _stack(state: State, place: Hex) -> Iterator[str]:
    """What is wrong with the units in a location."""
    for side in (0, 1):
        units = state.units(place, side)
        corps = (units & ALL_CORPS & ~state.passengers).bit_count()
        ashore = units & ALL_CORPS & ~state.passengers & ~state.lodged
        if state.corps[side] >> place & 1 != (ashore > 0):
            yield "the boards of corps are not where the corps are"
        if corps > limit(state, place):
            yield f"{state.named(place)} holds too many corps [2.62]"
        if (units & OF_KIND["army leader"] & ~state.passengers).bit_count() > LEADERS:
            yield f"{state.named(place)} holds too many leaders [2.62]"


def _boards(state: State) -> Iterator[str]:
    """What is wrong with what belongs to one side only."""
    for place in members(state.corps[0] & state.corps[1]):
        yield f"enemies share {state.named(place)} [2.63]"
    if state.held[0] & state.held[1]:
        yield "both sides hold a location [2.53]"
    ruins = bit_set(h for h, lost in state.steps_lost.items() if lost >= INTACT)
    for side in (0, 1):
        if state.forts[side] & (ruins | ~FORTRESSES):
            yield "a ruined fortress stands [1.33]"
    if any(not 0 <= lost <= INTACT for lost in state.steps_lost.values()):
        yield "a fortress has lost more than it had [1.33]"


def _afloat(state: State) -> Iterator[str]:
    """What is wrong with the boards of naval units."""
    for side in (0, 1, 2):
        boards = (SHIPS, state.ships), (BOATS, state.boats), (MINE_UNITS, state.fields)
        for kind, board in boards:
            there = bit_set(state.where[u] for u in members(state.on_map(side) & kind))
            if board[side] != there:
                yield "the boards of naval units are not where they are"


def _points(state: State) -> Iterator[str]:
    if min(state.points) < 0 or min(state.africa_points) < 0:
        for nation, told in enumerate(NATIONS):
            if state.points[nation] < 0 or state.africa_points[nation] < 0:
                yield f"{told.name} has spent more than it had [2.44]"
    for nation, most in MAJOR_LIMITS:
        if state.demoralization[nation] > most:
            yield f"{NATIONS[nation].name} is demoralized beyond its limit [2.92]"


def _trenches(state: State) -> Iterator[str]:
    if state.entrenched & (NEVER_DUG_IN | ~ALL_CORPS):
        yield "somebody is dug in who never is [1.321]"
    for unit in members((state.entrenched | state.force) & ~state.mapped):
        yield f"{UNITS[unit].key} is off the map and dug in or in a force"
    if any(value not in (1, 2) for value in state.breaches.values()):
        yield "a breach is neither 1 nor 2 [10.59]"


def _fleets(state: State) -> Iterator[str]:
    """[7.32] Ships keep to the water; those in a combat or on their way home are afloat."""
    afloat = state.mapped & VESSELS
    yield from _afloat(state)
    if not afloat:
        return
    for unit in members(afloat):
        if not SEAS >> state.where[unit] & 1:
            yield f"{UNITS[unit].key} is on land [7.32]"
    if (state.engaged | state.homing | state.moored | state.unloading) & ~state.mapped:
        yield "a naval unit that is off the map fights or returns [8.5]"
    if state.van & ~SCOUTS:
        yield "a slow ship is in a van [8.31]"
    if state.reduced & ~state.mapped:
        yield "a unit off the map is damaged [1.322]"
    for side in (0, 1):
        for place in {state.where[mine] for mine in members(state.on_map(side) & MINE_UNITS)}:
            if (state.units(place, side) & MINE_UNITS).bit_count() > 1 + (place not in BOARD.facts):
                yield f"too many mines lie in {state.named(place)} [6.44.1]"
        for leader in members(state.on_map(side) & ADMIRALS):
            if not state.units(state.where[leader], side) & VESSELS and state.phase != "set-up":
                yield f"{UNITS[leader].key} has no command [1.323]"
    if not 0 <= state.hunters <= HUNTERS:
        yield "the track of anti-submarine warfare has no such number [5.324C]"


def _africa(state: State) -> Iterator[str]:
    """What is wrong in Africa: who is there, and what its special rules leave open [12.8]."""
    if not state.scenario.hexes & AFRICA:
        return
    africans, others = state.mapped & AF_CORPS, state.mapped & ALL_CORPS & ~AF_CORPS
    for unit in members(africans):
        place = state.where[unit]
        if (BOARD.hexes & ~AFRICA) >> place & 1:
            yield f"{UNITS[unit].key} has left Africa for another map [1.24.1]"
        if OF_KIND["flotilla"] >> unit & 1 and not LAKESIDE >> place & 1:
            yield f"{UNITS[unit].key} is on no lake [9.5.2]"
    for unit in members(others & ~state.aboard):
        if AFRICA >> state.where[unit] & 1:
            yield f"{UNITS[unit].key} has gone ashore in Africa [1.24.3]"
    for unit, allowed in state.scenario.tethers:
        if state.mapped >> unit & 1 and not allowed >> state.where[unit] & 1:
            yield f"{UNITS[unit].key} is where it may not be [12.8/ottoman]"
    told = state.scenario.special
    if state.sailed > told.get("shipping", state.sailed) or state.ran > told.get("runner", 0):
        yield "more corps have been shipped than may be [12.8/sea-control.2]"
    if state.scenario.in_africa and (any(state.points) or any(state.demoralization)):
        yield "somebody has points or is demoralized in a war that knows neither [12.8/no-ti]"


def _seas(state: State) -> Iterator[str]:
    """[6.452] [6.453] Corps are at sea on ships of the Entente only, or on a landing counter."""
    ashore = state.scenario.ground | LAND_BOXES
    if state.landings:
        ashore |= bit_set(state.landings)
    for side, corps in enumerate(state.corps):
        for place in members(corps & ~ashore):
            if state.units(place, side) & ALL_CORPS & ~state.aboard:
                yield f"corps walk on the water of {state.named(place)} [6.452.2]"
    if state.passengers & ~state.aboard:
        yield "a passenger is not aboard [7.61]"
    for unit in members(state.passengers):
        if not state.units(state.where[unit], state.side_of(unit)) & SHIPS and not state.stack:
            yield f"{UNITS[unit].key} is at sea without a ship [7.64]"
    for unit in members(state.aboard & ~state.passengers):
        if state.where[unit] < 0 or ashore >> state.where[unit] & 1:
            yield f"{UNITS[unit].key} is on a ship, and yet on land [6.452.2]"
        elif state.side_of(unit) != ENTENTE:
            yield f"{UNITS[unit].key} has no ships [6.451.1]"
    if any(not (COAST | PORT_BOXES) >> coast & 1 for coast in state.landings.values()):
        yield "a landing leads to no coast [6.453]"
    for unit in members(state.lodged):
        if not is_lodgement(state, state.where[unit]):
            yield f"{UNITS[unit].key} is lodged where no landing lies [2.63]"
        if (state.passengers | ~ALL_CORPS) >> unit & 1:
            yield f"{UNITS[unit].key} is lodged, and cannot be [2.63]"
    for box, leads in state.landings.items():
        if box == leads and state.held[landing_side(state, box)] >> box & 1:
            yield f"whoever came second holds {state.named(box)} [2.53.2]"
