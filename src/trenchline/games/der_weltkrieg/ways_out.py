"""Where units retreat [14-6] to [14-12]: the priorities of 14-8, the last resort of 14-16, and what
surrounded units may do [20-7] [20-10]."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.der_weltkrieg.components import SIDES, Units, enemy_of
from trenchline.games.der_weltkrieg.entry import entered, halted
from trenchline.games.der_weltkrieg.flotillas import interdicted_from
from trenchline.games.der_weltkrieg.going import ground_for, minimum_move, why_no_minimum_move
from trenchline.games.der_weltkrieg.lines import headquarters_for, length
from trenchline.games.der_weltkrieg.losses import lose_points, lose_unit
from trenchline.games.der_weltkrieg.orders import why_barred
from trenchline.games.der_weltkrieg.rail_lines import operative
from trenchline.games.der_weltkrieg.stacking import has_room
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.supply_spending import can_expend, payer
from trenchline.games.der_weltkrieg.surrounded import is_surrounded
from trenchline.games.der_weltkrieg.terrain_choice import has_fort
from trenchline.games.der_weltkrieg.zones import enemy_zone
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Choices, OwnDecision, Refusal

LAST_RESORT = 10
"""[14-16] Added to the priority of a hex that a unit could not enter by its minimum move."""
DESPERATE_PRIORITY = 7
"""[14-9] [R56] Among enemies, with no friend there."""
AMONG_FRIENDS = 3
"""[14-8] [20-10] In an enemy zone with friends there; a fort takes surrounded units in as they
would."""


def governing_headquarters(state: State, unit: int) -> list[int]:
    """[14-7] [R34] [R151] The headquarters that decides where a unit retreats: the one that has
    paid for it in this combat, else the nearest that could have; never itself. Of several equally
    near its owner chooses one."""
    paid = payer(state.battle, unit) if state.battles else None
    if paid is not None and state.is_on_map(paid):
        return [paid]
    hex_ = state.where[unit]
    found = {
        hq: distance
        for hq in members(headquarters_for(state, unit) & ~(1 << unit))
        if can_expend(state, hq) and (distance := length(state, hex_, hq)) is not None
    }
    return [hq for hq, distance in found.items() if distance == min(found.values())]


def flees_surrounded(state: State, unit: int) -> bool:
    """[20-7] Whether a unit retreats as surrounded units do."""
    if state.battles and unit in state.battle.surrounded:
        return True
    side = state.theatre.counters[unit].side
    return not state.battles and is_surrounded(state, state.where[unit], side)


def ways_out(state: State, unit: int, hq: int | None) -> dict[int, Hexes]:
    """[14-8] Where a unit could retreat, by priority towards a headquarters. Stacking binds
    [14-10], and so does what nobody can cross [14-12]; what the unit could not enter by a minimum
    move comes last of all [14-16]."""
    hex_, side = state.where[unit], state.theatre.counters[unit].side
    possible, hard = _adjacent_ways(state, unit)
    zone = enemy_zone(state, side)
    surrounded = flees_surrounded(state, unit)
    now = None if hq is None else length(state, hex_, hq)
    ranks: dict[int, Hexes] = {}
    for there in members((possible | hard) & ~state.occupied[enemy_of(side)]):
        if not has_room(state, there, side, unit):
            continue
        # [20-10] Surrounded units do not slip from one enemy zone into another, but into a fort.
        if surrounded and zone >> hex_ & zone >> there & 1 and not has_fort(state, there):
            continue
        rank = _priority(state, side, there, zone, hq, now)
        # [20-10] The fort takes them in.
        if rank == DESPERATE_PRIORITY and surrounded and has_fort(state, there):
            rank = AMONG_FRIENDS
        rank += LAST_RESORT if hard >> there & 1 else 0
        ranks[rank] = ranks.get(rank, 0) | 1 << there
    return ranks


def _adjacent_ways(state: State, unit: int) -> tuple[Hexes, Hexes]:
    """[14-16] The hexes that a unit could enter by a minimum move, and those that infantry and
    cavalry enter in the last resort."""
    theatre = state.theatre
    hex_, side = state.where[unit], theatre.counters[unit].side
    ground = ground_for(state, 1 << unit)
    possible = minimum_move(state, 1 << unit, hex_, ground)
    hard = 0
    # [14-20] Those who live on the rails keep to them.
    if theatre.rail_bound >> unit & 1:
        possible = _along_the_line(state, hex_, side)
    if (theatre.infantry | theatre.cavalry) >> unit & 1:
        # [R5] [R36] Over a great river between enemy zones too, or around a lake.
        hard = step(1 << hex_, theatre.zone_ways) & ground.free & ~possible
    # [36-7] Nobody retreats where flotillas would fire.
    closed = interdicted_from(state, side, hex_)
    return possible & ~closed, hard & ~closed  # [36-7]


def _along_the_line(state: State, hex_: Hex, side: int) -> Hexes:
    """[14-20] Where those who live on the rails may retreat: along an active line, and not into an
    enemy zone [7-6]."""
    near = step(1 << hex_, state.theatre.rail_ways) & operative(state, side)
    return near & ~enemy_zone(state, side)


def _priority(
    state: State, side: int, there: Hex, zone: Hexes, hq: int | None, now: int | None
) -> int:
    """[14-8] The number of a destination in the list of priorities. Who has just fled among enemies
    is no friend who occupies a hex: the others of his stack follow him at the same price [14-9]."""
    threatened = bool(zone >> there & 1)
    friends = state.units(there, side) & state.theatre.combat_units & ~state.desperate
    if threatened and not friends:
        return DESPERATE_PRIORITY
    if hq is None:
        # [R32] [20-7] Without a headquarters, or surrounded, distances do not count.
        return AMONG_FRIENDS if threatened else 1
    then = length(state, there, hq)
    if now is None or then is None or then > now:
        # [R33] Where no route leads, the way is farther.
        return 6 if threatened else 5
    if then == now:
        return 4 if threatened else 2
    return AMONG_FRIENDS if threatened else 1


def governors(state: State, unit: int) -> list[int | None]:
    """[14-7] [20-7] [R32] The headquarters towards one of which a unit retreats; None where
    distances do not count."""
    surrounded = flees_surrounded(state, unit)
    return [None] if surrounded else [*governing_headquarters(state, unit)] or [None]


def retreats(state: State, unit: int) -> dict[Hex, int]:
    """[14-8] [14-11] Where a unit may retreat, and by which priority: the hexes of the best there
    is; among enemies those as close as possible to the headquarters."""
    found: dict[Hex, int] = {}
    for hq in governors(state, unit):
        ranks = ways_out(state, unit, hq)
        if not ranks:  # [14-14]
            continue
        best = min(ranks)
        hexes = ranks[best]
        if best % LAST_RESORT == DESPERATE_PRIORITY and hq is not None:
            hexes = _closest(state, hexes, hq)
        found |= {there: min(best, found.get(there, best)) for there in members(hexes)}
    return found


def _closest(state: State, hexes: Hexes, hq: int) -> Hexes:
    """Those of some hexes that lie nearest to a headquarters; all if no line leads to it."""
    far = {there: length(state, there, hq) for there in members(hexes)}
    known = [distance for distance in far.values() if distance is not None]
    if not known:
        return hexes
    return bit_set(there for there, distance in far.items() if distance == min(known))


def destinations(state: State, unit: int) -> Hexes:
    """[14-8] The hexes to which a unit may retreat."""
    return bit_set(retreats(state, unit))


def hosts_in(state: State, side: int, hex_: Hex) -> Units:
    """[14-15] [R150] The units in a hex that can defend it and do not come out of the same combat:
    whoever joins them is their guest for the rest of the phase."""
    units = state.units(hex_, side) & (state.theatre.combat_units | state.theatre.posts)
    leaving = state.battle.leaving if state.battles else ()
    return units & ~bit_set(leaving)


def company_in(state: State, side: int, hex_: Hex) -> Units:
    """[14-9] [R155] The friendly units of any kind in a hex that do not flee there themselves."""
    leaving = state.battle.leaving if state.battles else ()
    units = state.units(hex_, side) & ~state.theatre.of_kind["supply"]
    return units & ~state.desperate & ~bit_set(leaving)


def is_beside_neutral(state: State, hex_: Hex) -> bool:
    """[14-19] Whether a neutral country borders a hex."""
    borders = state.theatre.board.sides.get("neutral_border", ())
    return any(leave >> hex_ & 1 for leave in borders)


@dataclass(frozen=True, slots=True)
class RetreatUnit(OwnDecision[State]):
    """[14-6] Where a unit retreats."""

    unit: int

    def prompt(self, state: State) -> str:
        return state.say("{}: where does {:unit} retreat? [14-8]", SIDES[self.side], self.unit)

    def choices(self, state: State) -> Choices:
        hexes = destinations(state, self.unit)
        # [14-14] Who cannot retreat is eliminated.
        return {"retreat_to": hexes} if hexes else {"eliminate": 1 << self.unit}

    def take(self, state: State, verb: str, number: int) -> None:
        unit = self.unit
        if verb == "eliminate":  # [14-14]
            # [14-19] Interned across the border, with the common loss of morale.
            interned = is_beside_neutral(state, state.where[unit])
            # [14-14] [20-8] Or surrendered, if they were surrounded.
            surrendered = not interned and flees_surrounded(state, unit)
            if state.log is not None:
                end = "is interned" if interned else "surrenders" if surrendered else "is lost"
                case = "14-19" if interned else "20-8" if surrendered else "14-14"
                told = "{:unit} cannot retreat from {:hex} and {} [{}]"
                state.detail(told, unit, state.where[unit], end, case)
            lose_unit(state, unit, surrendered, interned)  # [14-14] [14-19]
            return
        rank = retreats(state, unit)[number]
        # [7-11] Who is attacked on a train leaves it.
        if state.entrained >> unit & 1:
            state.detrain(1 << unit)
        surrounded = flees_surrounded(state, unit)
        welcome = company_in(state, self.side, number)
        # [14-15] Whoever joins others is their guest.
        if hosts_in(state, self.side, number):
            state.retreated |= 1 << unit
        hard = ", losing half its strength on the way [14-16]" if rank >= LAST_RESORT else ""
        told = "{:unit} retreats from {:hex} to {:hex}{}"
        state.detail(told, unit, state.where[unit], number, hard)
        entered(state, 1 << unit, [state.where[unit], number])
        state.move(1 << unit, number)
        halted(state, 1 << unit, number)  # [26-4]
        # [14-16] Half is lost on such a way, the odd point too.
        if rank >= LAST_RESORT:
            lose_points(state, unit, (state.strength[unit] + 1) // 2, surrounded)
        # [14-9] Where no friendly unit is.
        if rank % LAST_RESORT == DESPERATE_PRIORITY and not welcome and state.is_on_map(unit):
            state.desperate |= 1 << unit

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "retreat_to":
            return Refusal("14-6", "a unit is retreating: say first where it goes")
        here = state.where[self.unit]
        if number - here not in state.theatre.board.grid.shifts:
            return Refusal("14-6", "a retreat goes into an adjacent hex")
        if not step(1 << here, state.theatre.zone_ways) >> number & 1:
            return Refusal("14-12", "nobody retreats over sea, alpine sides and neutral borders")
        if state.occupied[enemy_of(self.side)] >> number & 1:
            return Refusal("6-11", "enemies are there")
        if any(
            hexes >> number & 1
            for hq in governors(state, self.unit)
            for hexes in ways_out(state, self.unit, hq).values()
        ):
            return Refusal("14-11", "a hex of a higher priority can be reached")
        if not has_room(state, number, self.side, self.unit):
            return Refusal("14-10", "there is no room for the unit")
        if interdicted_from(state, self.side, state.where[self.unit]) >> number & 1:
            return Refusal("36-7", "enemy flotillas would fire at that crossing")
        if state.theatre.rail_bound >> self.unit & 1:
            return Refusal("14-20", "it retreats only along an active rail line")
        barred = why_barred(state, 1 << self.unit, number)
        if barred is not None:
            return barred
        zone = enemy_zone(state, self.side)
        if flees_surrounded(state, self.unit) and zone >> here & zone >> number & 1:
            return Refusal("20-10", "surrounded units do not retreat between enemy zones")
        ground = ground_for(state, 1 << self.unit)
        if not ground.free >> number & 1:
            return Refusal("18-3", "trenches there keep headquarters from retreating into them")
        # [14-16] Who is neither infantry nor cavalry goes no harder way.
        return why_no_minimum_move(state, 1 << self.unit, here, number, ground)
