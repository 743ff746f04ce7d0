"""Rule 8 [8]: stacking.

A hex has room for some units of any size, some regimental equivalents of units below a division,
some artillery and a fortress unit [8A]. The four kinds of room overlap: a brigade of artillery may
stand in three of them. A stack is legal if some assignment of its units to the four exists [R31].
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from trenchline.games.the_great_war.components import Units
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.tables import STACKING
from trenchline.games.the_great_war.theatre import Theatre
from trenchline.games.the_great_war.units import QUARTERS, kinds_of
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex, Hexes

OVERSTACKING = "overstacking"
"""[8C2] The option by which Corps HQs allow more units in a hex."""
REGULAR, MOUNTAIN, DESERT = "regular", "mountain", "arctic or desert"


class Room(NamedTuple):
    """The room in a hex [8A]."""

    units: int
    small: int
    """For units below a division, in quarters of an RE."""
    artillery: tuple[tuple[int, int], ...]
    """For artillery, one or another: quarters of an RE, and artillery divisions."""
    fortress: int


ROOMS: dict[str, Room] = {
    name: Room(
        STACKING[name]["units"],
        STACKING[name]["small_res"] * QUARTERS,
        tuple((one["res"] * QUARTERS, one["divisions"]) for one in STACKING[name]["artillery"]),
        STACKING[name]["fortress"],
    )
    for name in (REGULAR, MOUNTAIN, DESERT)
}


def room_kind(theatre: Theatre, hex_: Hex) -> str:
    """[8A1] [8A2] [8A3] Which limit holds in a hex: the Arctic's and the Desert's before the
    mountains'."""
    bit = 1 << hex_
    if theatre.desert & bit:
        return DESERT
    return MOUNTAIN if theatre.mountains & bit else REGULAR


def counted(state: State, units: Units, hex_: Hex) -> Units:
    """[8A4] [12B6] The units that count in a hex: not headquarters and the like, nor the components
    of an artillery division, which counts as one, nor its overstack [8C2]."""
    units &= ~uncounted(state)
    return units & ~(state.overstacked & state.stacks.get(hex_, 0)) if state.overstacked else units


def uncounted(state: State) -> Units:
    """[8A4] [12B6] The units that count nowhere."""
    found = state.kind.uncounted
    for unit in state.attached:
        found |= 1 << unit
    return found


def fits(state: State, hex_: Hex, side: int, units: Units) -> bool:
    """[8A] Whether some units may stack in a hex along with those of their side that are there."""
    return fits_limit(state, hex_, units | state.units(hex_, side))


def fits_limit(state: State, hex_: Hex, units: Units) -> bool:
    """[8A] [8B.2] Whether some units, and no others, are within the limit of a hex: it also limits
    who may overrun, attack or bombard it from an adjacent hex."""
    return not mixes_staffs(state, units) and _have_room(state, hex_, counted(state, units, hex_))


def _have_room(state: State, hex_: Hex, units: Units) -> bool:
    """[8A] Whether units that all count are within the limit of a hex."""
    if units.bit_count() <= FEW:
        return True
    divisions = _artillery_divisions(state, units)
    return _fit(
        state.theatre, room_kind(state.theatre, hex_), units, state.reduced & units, divisions
    )


def mixes_staffs(state: State, units: Units) -> bool:
    """[14M] Whether Army HQs of different nationalities would stand together."""
    hqs = units & state.kind.army_hq
    if not hqs & (hqs - 1):
        return False
    return len({state.theatre.counters[hq].nation for hq in members(hqs)}) > 1


FEW = 2
"""So many units fit into any hex."""


def _artillery_divisions(state: State, units: Units) -> Units:
    """[12B6] Headquarters of artillery divisions that have components."""
    found = 0
    headquarters = units & state.kind.art_hq
    if headquarters and state.attached:
        for hq in state.attached.values():
            found |= headquarters & 1 << hq
    return found


@lru_cache(maxsize=1 << 14)
def _fit(
    theatre: Theatre, kind: str, units: Units, reduced: Units, artillery_divisions: Units
) -> bool:
    """[8A] [R31] Whether some assignment of the units to the kinds of room exists."""
    kinds, room = kinds_of(theatre), ROOMS[kind]
    large = kinds.divisional.showing(reduced) & units | artillery_divisions
    fortress = units & kinds.fortress
    if units.bit_count() <= room.units:
        return True
    # [14J] The fortress unit that is best out of the way: a division, else the largest.
    if fortress and room.fortress:
        best = max(
            members(fortress),
            key=lambda n: (large >> n & 1, kinds.re[reduced >> n & 1][n]),
        )
        units ^= 1 << best
    guns = units & kinds.artillery
    big_guns, other_large = large & guns & units, large & units & ~guns
    small_guns = tuple(
        sorted((kinds.re[reduced >> n & 1][n] for n in members(guns & ~large)), reverse=True)
    )
    small = tuple(
        sorted(
            (kinds.re[reduced >> n & 1][n] for n in members(units & ~guns & ~large)), reverse=True
        )
    )
    for quarters, divisions in room.artillery:
        free = room.units - other_large.bit_count() - max(0, big_guns.bit_count() - divisions)
        if free >= 0 and _small_fit(small, small_guns, free, room.small, quarters):
            return True
    return False


@lru_cache(maxsize=1 << 14)
def _small_fit(
    small: tuple[int, ...], guns: tuple[int, ...], free: int, room: int, gun_room: int
) -> bool:
    """Whether units below a division fit: in places for units of any size, or in the room for small
    units; guns in the room for artillery besides. The largest are placed first."""
    if not small and not guns:
        return True
    if len(small) + len(guns) <= free:
        return True
    if sum(small) > room and not free:
        return False
    if guns and (not small or guns[0] >= small[0]):
        size, rest = guns[0], guns[1:]
        return (
            (size <= gun_room and _small_fit(small, rest, free, room, gun_room - size))
            or (size <= room and _small_fit(small, rest, free, room - size, gun_room))
            or (free > 0 and _small_fit(small, rest, free - 1, room, gun_room))
        )
    size, left = small[0], small[1:]
    return (size <= room and _small_fit(left, guns, free, room - size, gun_room)) or (
        free > 0 and _small_fit(left, guns, free - 1, room, gun_room)
    )


def full_for(state: State, side: int, units: Units, hexes: Hexes) -> Hexes:
    """[8B] Those of some hexes in which units may not stop, for they would be overfull."""
    counting = state.theatre.of_side[side] & ~uncounted(state)
    coming = units & counting
    found = 0
    if coming.bit_count() > FEW and not has_corps(state, units):
        # They may be too many for the mountains even where nobody stands.
        found = hexes & ~state.occupied[side] & _too_narrow(state, coming)
    hexes &= state.occupied[side]
    if not hexes:
        return found
    if units & state.kind.army_hq:
        for hex_ in members(hexes):
            if mixes_staffs(state, state.units(hex_, side) | units):
                found |= 1 << hex_
    if coming:
        counting &= ~state.overstacked
        stacks, few = state.stacks, FEW - coming.bit_count()
        for hex_ in members(hexes & ~found):
            there = stacks[hex_] & counting
            if there.bit_count() > few and not _have_room(state, hex_, there | coming):
                if not has_corps(state, state.units(hex_, side) | units):
                    # [8C2] A Corps HQ would take the excess into an overstack.
                    found |= 1 << hex_
    return found


def _too_narrow(state: State, units: Units) -> Hexes:
    """[8A] The hexes whose limit is too low for units that all count."""
    theatre, found = state.theatre, 0
    reduced, divisions = state.reduced & units, _artillery_divisions(state, units)
    desert, mountains = theatre.desert, theatre.mountains & ~theatre.desert
    for kind, hexes in (
        (REGULAR, ~(desert | mountains)),
        (MOUNTAIN, mountains),
        (DESERT, desert),
    ):
        if hexes and not _fit(theatre, kind, units, reduced, divisions):
            found |= hexes
    return found


def has_corps(state: State, units: Units) -> bool:
    """[8C2] Whether a Corps HQ among some units allows an overstack, if players have agreed."""
    return OVERSTACKING in state.options and bool(units & state.kind.corps_hq)


def overfull(state: State, side: int) -> Hexes:
    """[8B] The hexes in which a side has more units than the limit allows."""
    found = 0
    own = state.theatre.of_side[side]
    for hex_, units in state.stacks.items():
        if units & own and not fits_limit(state, hex_, units & own):
            found |= 1 << hex_
    return found
