"""Rule 6: movement ratings, and the ground as a unit finds it.

Movement points are counted in quarters [R30]; what the ground, the zones [6A] and overruns cost is
always whole points.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from trenchline.games.the_great_war.afloat import closed_by_boats
from trenchline.games.the_great_war.bridges import NONE_DOWN, down, useless
from trenchline.games.the_great_war.calendar import DATES
from trenchline.games.the_great_war.closures import closed_to, too_cold
from trenchline.games.the_great_war.components import Units
from trenchline.games.the_great_war.sieges import may_close_in
from trenchline.games.the_great_war.state import EXPLOITATION, State
from trenchline.games.the_great_war.tables import MOVEMENT
from trenchline.games.the_great_war.theatre import Theatre
from trenchline.games.the_great_war.units import QUARTERS
from trenchline.games.the_great_war.weather import Weathers
from trenchline.games.the_great_war.zones import told_full_zoc, told_zoc
from trenchline.kernel.bits import bit_set
from trenchline.kernel.floods import Ways, backwards, join_ways, step, ways, ways_into
from trenchline.kernel.hexes import Hex, Hexes

RATES = {kind: Fraction(MOVEMENT["rates"][kind]) for kind in ("cm", "cavalry", "light", "others")}
"""[6C] [6E] The share of its movement rating that a unit has in reserve and exploitation."""
FULL: dict[str, int] = MOVEMENT["zones"]["full"]
REDUCED: dict[str, int] = MOVEMENT["zones"]["reduced"]
SWAMP = "swamp"
DEVASTATED = 2
"""[15A8] Points that a devastated hex costs besides, on roads too."""


class Costs(tuple[tuple[int, Ways], ...]):
    """What entering hexes costs, cheapest first. They are found once for all that they depend on,
    so two are the same only if they are one: that is quicker to compare than the ways in them."""

    __slots__ = ()
    __eq__ = object.__eq__
    __hash__ = object.__hash__


def nimble(state: State) -> Units:
    """[14C4] [14D] [14E] [14H] [14L] Who pays the lower costs for zones and overruns."""
    kind = state.kind
    reduced = state.reduced
    return (
        kind.cavalry
        | kind.light
        | kind.irregular
        | kind.infantry.showing(reduced)
        | kind.fast.showing(reduced)
    )


EARLY_MOTORS = DATES["motor transport"]["both"]


def frail_motors(state: State) -> Units:
    """[14O2a] Motorized transport units before Feb I 17, whose lorries break down."""
    if state.date >= EARLY_MOTORS:
        return 0
    return state.theatre.tagged["transport"] & state.kind.cm


def share(state: State, unit: int) -> Fraction:
    """[6C] [6E] Which part of its rating a unit has in reserve commitment and exploitation."""
    kind, bit = state.kind, 1 << unit
    if (kind.cm | kind.water_only) & bit:
        return RATES["cm"] / 2 if frail_motors(state) & bit else RATES["cm"]
    if kind.cavalry & ~kind.mixed & bit:
        return RATES["cavalry"]
    if (kind.light | kind.mountain | kind.irregular | kind.infantry.showing(state.reduced)) & bit:
        return RATES["light"]
    return RATES["others"]


def rating(state: State, unit: int, accelerated: bool = False, burden: int = 0) -> int:
    """A unit's movement rating in this phase, in quarters of a point: the printed one, less what a
    burden takes off it [11H2], doubled when accelerated [6B3], halved by disruption [3A5] and by
    lack of supply [11F1] [11F2], a part of it in exploitation [6E]."""
    points = max(0, state.printed_movement(unit) - burden) * QUARTERS
    bit = 1 << unit
    if accelerated:
        points *= 2
    if (state.disrupted | state.badly_disrupted) & bit:
        points //= 2
    hunger = state.unsupplied.get(unit, 0)
    if hunger > 1 or (hunger and state.kind.cm & bit):
        points //= 2
    if state.phase == EXPLOITATION:
        points = reserve_rating(state, unit, points)
    return points


def reserve_rating(state: State, unit: int, points: int) -> int:
    """[6C] [6E] A rating in reserve commitment and exploitation, rounded down to whole points."""
    part = share(state, unit)
    return points * part.numerator // (part.denominator * QUARTERS) * QUARTERS


def toll(state: State, unit: int) -> int:
    """[8C2.1] What it costs a unit to leave its overstack, in quarters of a point: more if somebody
    has attacked out of it in the last phase of combat, nothing for those who never count."""
    bit = 1 << unit
    if not state.overstacked & bit or state.kind.uncounted & bit:
        return 0
    return (2 if state.sallied & bit else 1) * QUARTERS


def points_left(state: State, unit: int, accelerated: bool = False, burden: int = 0) -> int:
    """What a unit may still spend in this phase, in quarters of a point."""
    fast = accelerated or bool(state.accelerated >> unit & 1)
    left = rating(state, unit, fast, burden) - state.spent.get(unit, 0)
    return left - toll(state, unit) if state.overstacked else left


def open_hexes(state: State, side: int) -> Hexes:
    """[6.4] [9J.3] The hexes that units of a side may enter: none that the enemy both occupies and
    owns, and no contested one that he occupies. Besiegers come and go as they like, and nobody
    joins the besieged [15G]."""
    enemy = 1 - side
    shut = state.owned[enemy]
    if state.contested:
        shut |= bit_set(state.contested)
    shut &= ~state.besieged[enemy]
    return state.theatre.land & ~(state.occupied[enemy] & shut) & ~state.besieged[side]


# The ground.


class Ground(NamedTuple):
    """The ground as a unit finds it."""

    costs: Costs
    free: Hexes
    full: Hexes
    """Hexes in full zones of the enemy ..."""
    weak: Hexes
    """... and in reduced ones alone."""
    full_toll: int
    weak_toll: int
    """[6A] What it costs to leave them."""


def costs_for(state: State, side: int, gait: int) -> Costs:
    """[6.1] [6.2] [6.7] What entering hexes costs units of a side by a gait in the weather of the
    turn, by roads too [7B] [7B.1] [7B.2] [7B.3] and over the bridges that the side can use
    [15A1]."""
    return _costs(_going(state, side, gait))


def enterable(state: State, side: int, gait: int) -> Ways:
    """[6.3] The hexsides that are not prohibited to units of a side by a gait."""
    return _enterable(_going(state, side, gait))


NO_PONTOONS: frozenset[tuple[Hex, Hex]] = frozenset()
Going = tuple[
    Theatre,
    int,
    Weathers,
    tuple[Hexes, ...],
    tuple[Hexes, ...],
    frozenset[tuple[Hex, Hex]],
    Hexes,
    frozenset[tuple[Hex, Hex]],
    Hexes,
]


def _going(state: State, side: int, gait: int) -> Going:
    """All that the costs of entering hexes depend on."""
    theatre = state.theatre
    return (
        theatre,
        gait,
        theatre.weathers(state.turn),
        tuple(state.bridges[6 * side : 6 * side + 6]),
        tuple(down(state)) if state.demolished else NONE_DOWN,
        frozenset(state.pontoons) if state.pontoons else NO_PONTOONS,
        state.devastated,
        closed_by_boats(state, side),
        state.flooded,
    )


@lru_cache(maxsize=4096)
def _enterable(going: Going) -> Ways:
    (_, first), *others = _costs(going)
    for _, w in others:
        first = join_ways(first, w)
    return first


@lru_cache(maxsize=4096)
def _costs(going: Going) -> Costs:
    theatre, gait, weathers, bridges, fallen, pontoons, devastated, closed, flooded = going
    grid = theatre.board.grid
    barred = useless(theatre, bridges, fallen)
    # Roads lead nowhere over bridges that are down or the enemy's [15A1].
    without = ways(grid, [~hexes for hexes in barred])
    found: dict[int, Ways] = {}

    def add(cost: int, w: Ways) -> None:
        found[cost] = join_ways(found[cost], w) if cost in found else w

    for cost, w in theatre.off_road(gait, weathers):
        add(cost, ways_into(w, ~flooded & theatre.land) if flooded else w)
    if flooded:
        # [15A6] Partly flooded hexes are swamp for the rest of the player turn.
        for cost, w in theatre.into(flooded, SWAMP, gait, weathers):
            add(cost, w)
    for cost, w in theatre.on_road(gait, weathers):
        add(cost, both_ways(w, without))
    for one, other in pontoons:
        for here, there in ((one, other), (other, one)):
            direction = grid.direction(here, there)
            eased = theatre.step_cost(here, direction, gait, weathers, bridge=False, pontoon=True)
            if eased is not None:
                add(eased, ways(grid, [1 << here if d == direction else 0 for d in range(6)]))
    if devastated:
        whole, found = found, {}
        for cost, w in whole.items():
            add(cost, ways_into(w, ~devastated & theatre.land))
            # [15A8] Even on roads.
            add(cost + DEVASTATED, ways_into(w, devastated))
    if closed:
        # [14B2.2] Nobody crosses where enemy boats lie.
        shut = [0] * 6
        for here, there in closed:
            if here >= 0 and there >= 0:
                shut[grid.direction(here, there)] |= 1 << here
        free = ways(grid, [~hexes for hexes in shut])
        found = {cost: both_ways(w, free) for cost, w in found.items()}
    return Costs((cost, found[cost]) for cost in sorted(found) if any(found[cost][:6]))


def both_ways(one: Ways, other: Ways) -> Ways:
    """The hexsides that both of two ways over a grid pass."""
    a, b, c, d, e, f, x, y, z, links = one
    p, q, r, s, t, u = other[:6]
    return Ways(a & p, b & q, c & r, d & s, e & t, f & u, x, y, z, links)


class Front(NamedTuple):
    """What is the same to all units of a side."""

    free: Hexes
    full: Hexes
    weak: Hexes


def front_of(state: State, side: int) -> Front:
    """[6] [6A] Where units of a side may go, and where the enemy has zones, full and reduced, as
    far as he has told of them [14N2]."""
    enemy = 1 - side
    full = told_full_zoc(state, enemy)
    return Front(open_hexes(state, side), full, told_zoc(state, enemy) & ~full)


def ground_for(
    state: State, unit: int, gait: int | None = None, front: Front | None = None
) -> Ground:
    """[6] [6A] The ground as a unit finds it; a guided unit has another's gait [14F1]."""
    theatre = state.theatre
    side = theatre.counters[unit].side
    free, full, weak = front or front_of(state, side)
    who = "nimble" if nimble(state) >> unit & 1 else "others"
    costs = costs_for(state, side, theatre.gait[unit] if gait is None else gait)
    if state.surrounded:
        free |= may_close_in(state, unit)
    free &= ~closed_to(state, unit) & ~too_cold(state, unit)
    return Ground(costs, free, full, weak, FULL[who], REDUCED[who])


def zone_toll(state: State, unit: int, hex_: Hex, quick: bool) -> int:
    """[6A] What it costs a unit to leave a hex for the enemy zones there, in whole points."""
    _, full, weak = front_of(state, state.theatre.counters[unit].side)
    who = "nimble" if quick else "others"
    if full >> hex_ & 1:
        return FULL[who]
    return REDUCED[who] if weak >> hex_ & 1 else 0


@lru_cache(maxsize=1 << 12)
def march(ground: Ground, start: Hex, budget: int) -> tuple[Hexes, ...]:
    """The hexes within a budget of whole points, by what the cheapest way costs. A hex in an enemy
    zone is paid for when it is left [6A]."""
    costs, free, full, weak, full_toll, weak_toll = ground
    layers = [0] * (budget + 1)
    layers[0] = 1 << start
    seen = 0
    zones = full | weak
    for spent in range(budget + 1):
        here = layers[spent] & ~seen
        layers[spent] = here
        if not here:
            continue
        seen |= here
        allowed = free & ~seen
        plain = here & ~zones
        if plain:
            for cost, w in costs:
                if spent + cost > budget:
                    break
                layers[spent + cost] |= step(plain, w) & allowed
        for held, toll in ((here & full, full_toll), (here & weak, weak_toll)):
            if held and spent + toll < budget:
                for cost, w in costs:
                    if spent + toll + cost > budget:
                        break
                    layers[spent + toll + cost] |= step(held, w) & allowed
    return tuple(layers)


def within(layers: Sequence[Hexes]) -> Hexes:
    """All hexes of some layers."""
    found = 0
    for layer in layers:
        found |= layer
    return found


def cost_of(layers: Sequence[Hexes], hex_: Hex) -> int | None:
    """What the cheapest way to a hex costs, in whole points."""
    for cost, layer in enumerate(layers):
        if layer >> hex_ & 1:
            return cost
    return None


def path(ground: Ground, layers: Sequence[Hexes], end: Hex) -> list[Hex]:
    """A cheapest way to a hex within reach, start and end included."""
    costs, _, full, weak, full_toll, weak_toll = ground
    spent = cost_of(layers, end)
    assert spent is not None
    way = [end]
    while spent:
        here = 1 << way[-1]
        spent, came = _before(layers, spent, here, costs, full, weak, full_toll, weak_toll)
        way.append(came)
    way.reverse()
    return way


def _before(
    layers: Sequence[Hexes],
    spent: int,
    here: Hexes,
    costs: Costs,
    full: Hexes,
    weak: Hexes,
    full_toll: int,
    weak_toll: int,
) -> tuple[int, Hex]:
    """The hex before one on a cheapest way, and what the way to it costs."""
    for cost, w in costs:
        around = step(here, backwards(w))
        for mask, toll in ((~(full | weak), 0), (full, full_toll), (weak, weak_toll)):
            earlier = spent - cost - toll
            if earlier >= 0:
                came = around & mask & layers[earlier]
                if came:
                    return earlier, came.bit_length() - 1
    raise AssertionError("a layer without a way into it")


def one_hex(state: State, unit: int, start: Hex, ground: Ground) -> Hexes:
    """[6.5] Where a unit that has spent nothing may go by spending everything: any one hex that is
    not prohibited to it, whatever the ground and the zones cost."""
    if state.spent.get(unit, 0) or state.moved >> unit & 1 or not rating(state, unit):
        return 0
    found = 0
    for _, w in ground.costs:
        found |= step(1 << start, w)
    return found & ground.free


def may_cross(state: State, unit: int, here: Hex, there: Hex) -> bool:
    """[6.3] Whether a hexside, and the hex beyond it, are not prohibited to a unit."""
    theatre = state.theatre
    w = enterable(state, theatre.counters[unit].side, theatre.gait[unit])
    return bool(step(1 << here, w) >> there & 1)


def entry_cost(state: State, unit: int, here: Hex, there: Hex) -> int | None:
    """[6] What it costs a unit to enter an adjacent hex, in whole points, zones left out."""
    side = state.theatre.counters[unit].side
    for cost, w in costs_for(state, side, state.theatre.gait[unit]):
        if step(1 << here, w) >> there & 1:
            return cost
    return None
