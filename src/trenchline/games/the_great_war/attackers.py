"""Who may attack what [9A] [9B], and why somebody may not."""

from __future__ import annotations

from functools import lru_cache

from trenchline.games.the_great_war.afloat import boats, boats_beside, shores
from trenchline.games.the_great_war.components import Units
from trenchline.games.the_great_war.ground import distance
from trenchline.games.the_great_war.guides import guides_in, is_led, suffice
from trenchline.games.the_great_war.headquarters import army_hqs, influenced, influenced_boats
from trenchline.games.the_great_war.routes import enterable, may_cross
from trenchline.games.the_great_war.stacking import fits_limit
from trenchline.games.the_great_war.state import REACTION_COMBAT, State
from trenchline.games.the_great_war.strength import can_strike
from trenchline.games.the_great_war.theatre import Theatre
from trenchline.kernel.bars import Bar, first_bar, left_open
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Refusal


def reach_of(state: State, unit: int) -> int:
    """[12B7] How many hexes a unit attacks over."""
    counter = state.theatre.counters[unit]
    return counter.range if counter.is_artillery else 1


def in_reach(state: State, unit: int, target: Hex) -> bool:
    """[9A] [9B.2] Whether a unit can attack a hex from where it stands: its own [9K], an adjacent
    one it could enter, or one within the range of its guns."""
    here = state.where[unit]
    if here < 0:
        # [14B2.2] Boats attack the hexes on their banks.
        return unit in state.afloat and target in shores(state, unit)
    far = distance(state, here, target)
    if far == 0:
        return True
    if far == 1:
        return may_cross(state, unit, here, target) or is_guided(state, unit, target)
    return far <= reach_of(state, unit)


def is_guided(state: State, unit: int, target: Hex) -> bool:
    """[14F1] Whether high mountain units that stand with a unit guide it in an attack on a hex."""
    here = state.where[unit]
    guides = guides_in(state, state.theatre.counters[unit].side, here)
    return bool(guides) and is_led(state, unit, here, target, guides)


def has_guides(state: State, target: Hex, units: Units) -> bool:
    """[14F1] Whether high mountain units are enough for those among some units that cannot attack a
    hex but by them."""
    climbers = units & state.kind.mountain & ~state.kind.high_mountain
    if not state.kind.high_mountain or not climbers:
        return True
    for hex_ in {state.where[unit] for unit in members(climbers)}:
        if distance(state, hex_, target) != 1:
            continue
        side = state.theatre.counters[climbers.bit_length() - 1].side
        party = climbers & state.stacks.get(hex_, 0)
        led = bit_set(u for u in members(party) if not may_cross(state, u, hex_, target))
        if not suffice(state, guides_in(state, side, hex_), led):
            return False
    return True


def shared(state: State, side: int) -> Hexes:
    """[9K] The hexes in which units of both sides stand."""
    return state.occupied[side] & state.occupied[1 - side]


def fitness(state: State, side: int) -> list[Bar]:
    """[9] [9B.1] [9B.5] [8C2.5] What keeps units of a side from attacking anything in this
    phase."""
    kind = state.kind
    found = [
        Bar("9A", "only units on the map attack", in_play(state, side)),
        Bar("9D", "Army and Corps HQs do not attack", ~(kind.army_hq | kind.corps_hq)),
        Bar("9B", "it has attacked in this phase", ~state.fought),
        Bar("7A3", "it has used strategic rail movement in this turn", ~state.strategic),
    ]
    if state.overstacked:
        fresh = ~(state.overstacked & (state.moved | state.crowded))
        found.append(Bar("8C2", "it came into the overstack in this turn", fresh))
    if state.phase == REACTION_COMBAT:
        staffs = army_hqs(state, side) & ~state.inactive
        led = influenced(state, staffs) | influenced_boats(state, staffs)
        for hex_ in members(shared(state, side)):
            # [9K] Who must attack may, wherever his headquarters is.
            led |= state.units(hex_, side)
        found.append(Bar("9", "no active Army HQ leads it", led))
        divisions = bit_set(state.attached) | bit_set(state.attached.values())
        found.append(Bar("12B9", "artillery divisions do not attack in reaction", ~divisions))
    return found


def in_play(state: State, side: int) -> Units:
    """The units of a side on the map, and its boats [14B2]."""
    return state.on_map(side) | (boats(state, side) if state.afloat else 0)


def bars(state: State, side: int, target: Hex) -> list[Bar]:
    """[9A] [9B] What keeps units of a side from attacking a hex."""
    near = bit_set(u for u in members(around(state, side, target)) if in_reach(state, u, target))
    found = [*fitness(state, side), Bar("9A", "the hex is out of its reach", near)]
    pinned = besieged = 0
    for hex_ in members(bound_to(state, side) & ~(1 << target)):
        pinned |= state.units(hex_, side)
    for hex_ in members(state.besieged[side] & ~(1 << target)):
        besieged |= state.units(hex_, side)
    if pinned:
        found.append(Bar("9K", "it must attack the enemies in its own hex", ~pinned))
    if besieged:
        # [9K2]
        found.append(Bar("15G", "the besieged attack only those in their hex", ~besieged))
    return found


def bound_to(state: State, side: int) -> Hexes:
    """[9K] The hexes in which units of a side stand with enemies who are not under siege, nor they
    themselves: there they must attack. In a siege nobody must [9K2] [R152]."""
    return shared(state, side) & ~state.besieged[0] & ~state.besieged[1]


def around(state: State, side: int, target: Hex) -> Units:
    """The units of a side in a hex and next to it, its guns of long range, and boats [14B2.2]."""
    found = far_guns(state.theatre) & state.on_map(side) if far_guns(state.theatre) else 0
    found |= state.units(target, side)
    for hex_ in state.theatre.board.grid.neighbours(target):
        found |= state.units(hex_, side)
    if state.afloat:
        found |= boats_beside(state, side, target)
    return found


@lru_cache(maxsize=16)
def far_guns(theatre: Theatre) -> Units:
    """[12B7] Artillery of long range."""
    return bit_set(n for n, c in enumerate(theatre.counters) if c.is_artillery and c.range > 1)


def attackers_of(state: State, side: int, target: Hex) -> Units:
    """[9A] The units of a side that may attack a hex."""
    return left_open(bars(state, side, target), around(state, side, target))


def within_limit(state: State, target: Hex, units: Units) -> bool:
    """[8B] [9B.6] Whether attackers keep to the limit of the hex attacked, for each hex they come
    from; those out of an overstack to that of their own hex, separately [8C2]. Nor are more guided
    than guides allow [14F1]."""
    if not has_guides(state, target, units):
        return False
    for hex_ in {state.where[unit] for unit in members(units)}:
        party = units & state.stacks.get(hex_, 0)
        crowd = party & state.overstacked
        if not fits_limit(state, target, party & ~crowd):
            return False
        if crowd and not fits_crowd(state, hex_, crowd):
            return False
    return True


def may_join(state: State, target: Hex, named: Units, units: Units) -> Units:
    """[9B] Those of some units of whom each may attack beside those who are named, within the limit
    of the hex. It holds for each hex that they come from, so those from elsewhere do not matter."""
    if named and not within_limit(state, target, named):
        return 0
    found = 0
    for unit in members(units):
        beside = named & state.stacks.get(state.where[unit], 0)
        if within_limit(state, target, beside | 1 << unit):
            found |= 1 << unit
    return found


def fits_crowd(state: State, hex_: Hex, crowd: Units) -> bool:
    """[8C2.6] Whether attackers out of an overstack keep to the limit of their hex."""
    before, state.overstacked = state.overstacked, state.overstacked & ~crowd
    try:
        return fits_limit(state, hex_, crowd)
    finally:
        state.overstacked = before


def obliged(state: State, side: int) -> Hexes:
    """[9K] The hexes that a side must attack in this phase, for its units share them with
    enemies; only those whose units can still attack [9B]."""
    both = bound_to(state, side) & ~state.attacked
    if not both:
        return 0
    able = left_open(fitness(state, side), state.on_map(side))
    return bit_set(hex_ for hex_ in members(both) if able & state.stacks[hex_])


def targets(state: State, side: int) -> Hexes:
    """[9A] [9B.1] The hexes that a side may attack: with somebody who has any strength to do it."""
    able = left_open(fitness(state, side), state.on_map(side))
    bound = obliged(state, side)
    for hex_ in members(bound_to(state, side)):
        # [9K] They attack where they are.
        able &= ~state.units(hex_, side)
    found = here = 0
    by_gait: dict[int, Hexes] = {}
    marks = state.occupied[1 - side] & ~state.attacked & ~worn(state, 1 - side)
    near = marks | step(marks, state.theatre.all_ways)
    for hex_ in members(near & state.occupied[side]):
        bit = 1 << hex_
        for unit in members(able & state.stacks[hex_]):
            if can_strike(state, unit):
                gait = state.theatre.gait[unit]
                here |= bit
                by_gait[gait] = by_gait.get(gait, 0) | bit
                if state.kind.mountain >> unit & 1:
                    guides = guides_in(state, side, hex_)
                    if guides and suffice(state, guides, 1 << unit):
                        # [14F1] It goes as its guides do.
                        gait = state.theatre.gait[guides.bit_length() - 1]
                        by_gait[gait] = by_gait.get(gait, 0) | bit
    for gait, hexes in by_gait.items():
        found |= step(hexes & ~state.besieged[side], enterable(state, side, gait))
    if state.afloat:
        found |= shelled(state, side)
    return bound | (found | here) & marks


def worn(state: State, side: int) -> Hexes:
    """[9B.1] [9F2.4] [R184] The hexes in which a side has nobody but units that have retreated in
    this phase: they have been attacked already."""
    if not state.retreated:
        return 0
    idle = state.retreated | state.kind.army_hq | state.kind.corps_hq
    places = {state.where[unit] for unit in members(state.retreated & state.on_map(side))}
    return bit_set(hex_ for hex_ in places if not state.units(hex_, side) & ~idle)


def shelled(state: State, side: int) -> Hexes:
    """[14B2.2] The hexes that boats of a side with any strength may attack from the water."""
    able = left_open(fitness(state, side), boats(state, side))
    found = (shores(state, unit) for unit in members(able) if can_strike(state, unit))
    return bit_set(hex_ for near in found for hex_ in near)


def why_not_attacked(state: State, side: int, target: Hex) -> Refusal:
    """Why a side cannot attack a hex in this phase."""
    if state.attacked >> target & 1:
        return Refusal("9B", "that hex has been attacked in this phase")
    if not state.occupied[1 - side] >> target & 1:
        return Refusal("9A", "no enemy stands there")
    if worn(state, 1 - side) >> target & 1:
        return Refusal("9B", "all who stand there have been attacked in this phase")
    grid = state.theatre.board.grid
    near = 0
    for hex_ in (target, *grid.neighbours(target)):
        near |= state.units(hex_, side)
    near |= boats_beside(state, side, target)
    if not near:
        return Refusal("9A", "no unit of yours stands next to it")
    found = [why_not_attack(state, unit, target) for unit in members(near)]
    cases = [refusal.case for refusal in found]
    return found[cases.index(max(cases, key=cases.count))]


def why_not_attack(state: State, unit: int, target: Hex) -> Refusal:
    """Why a unit cannot attack a hex."""
    side = state.theatre.counters[unit].side
    barred = first_bar(bars(state, side, target), unit)
    if barred is not None:
        here = state.where[unit]
        if barred.case == "9A" and here >= 0 and distance(state, here, target) == 1:
            return Refusal("9B", "the ground between is prohibited to it")
        return barred
    return Refusal("9G1", "it has no attack strength")
