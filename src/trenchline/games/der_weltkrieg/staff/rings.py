"""Encirclement: whom a unit would help to cut off, and how near we are to it ourselves [20-1]."""

from __future__ import annotations

from trenchline.games.der_weltkrieg.staff.stakes import Situation
from trenchline.games.der_weltkrieg.surrounded import havens
from trenchline.games.der_weltkrieg.zones import around
from trenchline.kernel.floods import flood, step
from trenchline.kernel.hexes import Hex

CLOSE = 2
"""Whom a zone of control may help to cut off stands within so many hexes."""


def exits(sit: Situation, hex_: Hex) -> int:
    """The ways out of a hex that no enemy bars."""
    free = sit.free & ~(1 << hex_)
    return (step(1 << hex_, sit.theatre.passable) & free).bit_count()


def caught(sit: Situation, unit: int, hex_: Hex) -> int:
    """The enemy's strength that is cut off when a unit stands in a hex, near it."""
    distance = sit.grid.distance
    near = [h for h in sit.field if distance(h, hex_) <= CLOSE]
    if not near:
        return 0
    state = sit.state
    here = state.where[unit]
    alone = not state.units(here, sit.side) & sit.line_units & ~(1 << unit)
    posts = state.zoc_from[sit.side] & ~((1 << here) if alone else 0) | 1 << hex_
    return sum(sit.field[h] for h in near if h in _cut_off(sit, posts))


def _cut_off(sit: Situation, posts: int) -> frozenset[Hex]:
    """The enemies who have no way home if we exert zones of control from some hexes."""
    found = sit.rings.get(posts)
    if found is None:
        state, theatre, them = sit.state, sit.theatre, 1 - sit.side
        edges, interior = havens(theatre, them)
        closed = around(theatre, posts) & ~state.guns[them] | posts
        free = theatre.land & ~closed & ~state.holders[sit.side]
        home = flood(edges | interior & state.control[them], free, theatre.passable)
        lost = (
            h
            for h in sit.field
            if edges | interior
            and not (home | edges) >> h & 1
            and not step(1 << h, theatre.passable) & home
        )
        found = sit.rings[posts] = frozenset(lost)
    return found
