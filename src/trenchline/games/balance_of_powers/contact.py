"""Chapters 6.41 and 8.1: forces in contact, and those that decline it in port.

Contact is looked at whenever the force that moves has entered a location, and whenever it searches
where it is [R216].
"""

from __future__ import annotations

from typing import NamedTuple

from trenchline.games.balance_of_powers.components import Units
from trenchline.games.balance_of_powers.navy import (
    FORT_NUMBERS,
    SHIPS,
    SUBMARINES,
    VESSELS,
    fleet,
    guns,
    in_contact,
    near,
    pack,
    ports,
)
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex, Hexes


class NavalForce(NamedTuple):
    """A naval force [2.61]: where it is, its ships or submarines, and the fortress with it."""

    side: int
    place: Hex
    units: Units
    fort: bool = False

    @property
    def marked(self) -> int:
        """The force as a set, its fortress among the numbers."""
        return self.units & VESSELS | (1 << FORT_NUMBERS[self.place] if self.fort else 0)

    @property
    def strong(self) -> int:
        """[8.23] Its naval units; leaders are none [R210]."""
        return (self.units & VESSELS).bit_count() + self.fort


def moving(state: State) -> NavalForce:
    """The force that moves, with the fortress where it is."""
    place, side = state.force_at, state.phasing
    surface = bool(state.force & SHIPS)
    return NavalForce(side, place, state.force & VESSELS, surface and guns(state, place, side))


def standing(state: State, place: Hex, side: int) -> NavalForce:
    """[8.1] The surface force of a side in a location: its ships, but those that lie in port, and
    its fortress."""
    units = 0 if (side, place) in state.in_port else fleet(state, place, side)
    return NavalForce(side, place, units, guns(state, place, side))


def touches(mover: NavalForce, other: NavalForce) -> bool:
    """[8.1.2] [8.1.3] [8.1.4] [8.1.5] Whether two forces are in contact; a fortress is where it
    is."""
    return in_contact(mover.place, mover.units, other.place, other.units)


def has_sought(state: State, searcher: NavalForce, target: NavalForce) -> bool:
    """[8.24] Whether a force has searched for another in this sub-phase, whoever has joined or left
    them since."""
    return any(one & searcher.marked and other & target.marked for one, other in state.sought)


def _inhabited(state: State, place: Hex, side: int) -> list[Hex]:
    """The locations within contact of one where a side has naval units or a fortress."""
    around = near(place)
    found = around & state.ships[side] | around & state.boats[side] | around & state.forts[side]
    return list(members(found)) if found else []


def quarry(state: State) -> Hexes:
    """[8.21] [8.23] Where enemy surface forces are that the moving force may search for."""
    if not (near_by := _inhabited(state, state.force_at, 1 - state.phasing)):
        return 0
    mover = moving(state)
    if not mover.units or (mover.side, mover.place) in state.in_port:
        return 0
    found = 0
    boats = bool(mover.units & SUBMARINES)
    for place in near_by:
        other = standing(state, place, 1 - mover.side)
        if boats:
            # [8.41] Torpedoes do nothing to fortresses.
            other = other._replace(fort=False)
        if other.strong and touches(mover, other) and not has_sought(state, mover, other):
            found |= 1 << place
    return found


def searchers(state: State) -> tuple[Hexes, Hexes]:
    """[8.21] Where surface forces of the other side are that may search for the moving force, and
    where its submarines are. Submarines that move are never found."""
    if not (near_by := _inhabited(state, state.force_at, 1 - state.phasing)):
        return 0, 0
    mover = moving(state)
    surface = boats = 0
    if not mover.units & SHIPS or (mover.side, mover.place) in state.in_port:
        return 0, 0
    for place in near_by:
        other = standing(state, place, 1 - mover.side)
        if other.strong and touches(mover, other) and not has_sought(state, other, mover):
            surface |= 1 << place
        below = NavalForce(1 - mover.side, place, pack(state, place, 1 - mover.side))
        prey = mover._replace(fort=False)
        if below.units and touches(prey, below) and not has_sought(state, below, prey):
            # [8.22] Both kinds search by themselves.
            boats |= 1 << place
    return surface, boats


def new_contact(state: State) -> None:
    """[6.41.1] What anybody has declared held for the contact before."""
    state.in_port.clear()
    state.at_sea.clear()


def is_in_port(state: State, place: Hex, side: int, units: Units) -> bool:
    """[6.41] Whether a force may say that it is in port: in a friendly or permissive one [7.52],
    and it has not swept mines [6.446.4]. In an enemy port it is at sea [7.51.1]."""
    return bool(ports(state, side) >> place & 1) and not units & state.sweeping


def pairing(state: State, place: Hex, verb: str) -> tuple[NavalForce, NavalForce]:
    """Who searches for whom."""
    mover = moving(state)
    enemy = 1 - mover.side
    if verb == "search":
        target = standing(state, place, enemy)
        if mover.units & SUBMARINES:
            target = target._replace(fort=False)
        return mover, target
    if (mover.side, mover.place) in state.in_port:
        # Its fortress alone is left.
        mover = mover._replace(units=0)
    if verb == "prowl":
        return NavalForce(enemy, place, pack(state, place, enemy)), mover._replace(fort=False)
    return standing(state, place, enemy), mover
