"""The going: the ground as a unit or stack finds it, and the one hexside it may always cross [6-9].

Marches and retreats ask the same.
"""

from __future__ import annotations

from trenchline.games.der_weltkrieg.assault import storm_troops
from trenchline.games.der_weltkrieg.components import TABLES, Units, enemy_of
from trenchline.games.der_weltkrieg.danube import far_bank
from trenchline.games.der_weltkrieg.headquarters import barred
from trenchline.games.der_weltkrieg.order_of_battle import MOUNTAIN, NORMAL
from trenchline.games.der_weltkrieg.orders import off_limits
from trenchline.games.der_weltkrieg.routes import CHURNED, Ground
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.winter import is_winter
from trenchline.games.der_weltkrieg.zones import enemy_zone
from trenchline.kernel.bits import bit_set, lowest, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Refusal

STEEP: int = TABLES["movement"]["minimum_move"]
STEEP_FOR_MOUNTAIN: int = TABLES["movement"]["minimum_move_mountain"] + 1
"""[6-9] [32-3] [R7] Terrain of so many points bars the one free step between two enemy zones."""


def gait_of(state: State, units: Units) -> int:
    """How a stack pays for terrain: as mountain units only if all of it can [32-1] [46-3]."""
    theatre = state.theatre
    others = units & ~theatre.mountaineers
    if others & ~theatre.summer_mountaineers:
        return NORMAL
    frozen = others and any(is_winter(state, state.where[unit]) for unit in members(others))
    return NORMAL if frozen else MOUNTAIN


def ground_for(state: State, units: Units, column: bool = False) -> Ground:
    """The ground as a stack finds it."""
    theatre = state.theatre
    side = theatre.counters[lowest(units)].side
    zone = enemy_zone(state, side)
    # [6-11] [R154] Nobody enters a hex that an enemy with strength holds.
    free = theatre.land & ~state.holders[enemy_of(side)] & ~off_limits(state, units)
    if column:
        # [6-10] Column movement may leave but not enter an enemy-controlled hex.
        free &= ~zone
    if units & theatre.of_kind["headquarters"]:
        free &= ~barred(state, side)
    pays_in = pays_out = zone
    if not units & ~theatre.artillery:
        # [29-9] Artillery joins infantry that already stands there without paying for the zone.
        pays_in &= ~_with_infantry(state, side)
    if not units & ~theatre.of_kind["assault"] and not units & ~storm_troops(state, units):
        # [33-2] [33-4] Assault units leave an enemy zone for nothing, as long as they are such.
        pays_out = 0
    churned = state.trenches | state.devastation
    # [29-16] Artillery does not move between trenches or devastation in enemy zones.
    stuck = churned & zone if units & theatre.artillery else 0
    return Ground(
        theatre,
        gait_of(state, units),
        free,
        zone,
        pays_in,
        pays_out,
        churned,
        stuck,
        far_bank(state, side) if theatre.banks else 0,
    )


def _with_infantry(state: State, side: int) -> Hexes:
    infantry = state.theatre.infantry & state.theatre.of_side[side]
    return bit_set(hex_ for hex_, units in state.stacks.items() if units & infantry)


def minimum_move(
    state: State, units: Units, hex_: Hex, ground: Ground, besides: Hexes = 0
) -> Hexes:
    """[6-9] Where a stack may go by its one free hexside, whatever it costs: not over prohibited
    sides, and not from one enemy zone into another over terrain of four points or more. Asked
    besides what it reaches anyway."""
    theatre = state.theatre
    found = 0
    steep = STEEP_FOR_MOUNTAIN if ground.gait == MOUNTAIN else STEEP
    for there in members(theatre.beside[hex_] & ground.free & ~besides):
        cost = ground.cost(hex_, there)
        if cost is None:
            continue
        direction = theatre.board.grid.direction(hex_, there)
        terrain = theatre.crossing_cost(hex_, direction, ground.gait)
        assert terrain is not None
        if ground.churned >> there & 1 and theatre.is_diggable(hex_, direction):
            # [22-15] Trenches and devastation count as terrain.
            terrain += CHURNED
        if ground.zone >> hex_ & ground.zone >> there & 1 and terrain >= steep:
            continue
        if units & theatre.artillery and is_bare_mountain(state, hex_, direction):
            # [29-12] Artillery needs rails over a mountain.
            continue
        found |= 1 << there
    return found


def why_no_minimum_move(
    state: State, units: Units, hex_: Hex, there: Hex, ground: Ground
) -> Refusal:
    """[6-9] Why a stack may not even by its one free hexside go into an open hex beside it."""
    theatre = state.theatre
    direction = theatre.board.grid.direction(hex_, there)
    if theatre.crossing_cost(hex_, direction) is None:
        return Refusal("6-9", "nobody crosses that hexside")
    if ground.far_bank >> there & 1 and theatre.is_danube(hex_, there):
        return Refusal("35-1", "nobody crosses the Danube into the zone of an enemy beside it")
    if ground.barred >> hex_ & ground.barred >> there & 1:
        return Refusal("29-16", "artillery does not move between trenches in enemy zones")
    if ground.cost(hex_, there) is None:
        return Refusal("6-9", "no major river is crossed from one enemy zone into another")
    if units & theatre.artillery and is_bare_mountain(state, hex_, direction):
        return Refusal("29-12", "artillery crosses mountains only along rails")
    return Refusal("6-9", "no free step over such ground from one enemy zone into another")


def is_bare_mountain(state: State, hex_: Hex, direction: int) -> bool:
    """[29-12] [R7] Whether a hexside is a mountain without rails."""
    theatre = state.theatre
    return theatre.terrain(hex_, direction).kind == "mountain" and not (
        theatre.has_side(hex_, direction, "single_track")
        or theatre.has_side(hex_, direction, "double_track")
    )
