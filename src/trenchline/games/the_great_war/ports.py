"""Rule 11B3b: supply over the sea, from port to port, and what ports are worth.

Who may trace over a sea stands in a table [11B3b.2]; a scenario says in which sea its map lies. The
detailed rules of ports belong to the naval booklet.
"""

from __future__ import annotations

from functools import lru_cache

from trenchline.games.the_great_war.components import SIDES
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.tables import SUPPLY, WATER
from trenchline.games.the_great_war.theatre import Theatre
from trenchline.games.the_great_war.units import QUARTERS
from trenchline.games.the_great_war.waterways import (
    Sides,
    along,
    around,
    banks,
    blocked,
    connected,
    flooded,
    navigable,
)
from trenchline.games.the_great_war.weather import Weathers
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import flood, open_ways
from trenchline.kernel.hexes import Hex, Hexes

RANKS = ("great", "major", "standard", "minor", "marginal")
"""The ranks of ports, the best first."""
_LIMITS = SUPPLY["ports"]
A_HIT: int = _LIMITS["a_hit"] * QUARTERS
UPGRADE: int = WATER["ports"]["upgrade"] * QUARTERS
"""[13C2] [R175] What a major or great port gains when it is upgraded."""
MOST_HITS: dict[str, int] = {rank: WATER["ports"][rank] for rank in RANKS}
"""Hits after which a port functions no more."""
DOMINANCE: dict[str, str] = WATER["dominance"]["seas"]
ELSEWHERE: str = WATER["dominance"]["elsewhere"]


def rank_of(state: State, hex_: Hex) -> str:
    """[13C2] The rank of a port: upgraded minor and standard ports are major ones."""
    rank = state.theatre.ports[hex_]
    return "major" if state.upgraded >> hex_ & 1 and rank in ("standard", "minor") else rank


def functioning(state: State) -> Hexes:
    """[11B3b] [15A3] The ports without the most damage that they can have."""
    found = _all_ports(state.theatre)
    for hex_, hits in state.port_hits.items():
        if hits >= MOST_HITS[rank_of(state, hex_)]:
            found &= ~(1 << hex_)
    return found


@lru_cache(maxsize=32)
def _all_ports(theatre: Theatre) -> Hexes:
    return bit_set(theatre.ports)


def port_room(state: State, hex_: Hex) -> int | None:
    """[11B3b.1] [13C2] How much may trace through a port, in quarters of an RE: every hit takes
    three REs off, and through a great port goes any number."""
    rank = rank_of(state, hex_)
    if rank == "great":
        return None
    whole: int = _LIMITS[rank] * QUARTERS - A_HIT * state.port_hits.get(hex_, 0)
    if rank == state.theatre.ports[hex_] and state.upgraded >> hex_ & 1:
        whole += UPGRADE
    return max(0, whole)


# The sea.


@lru_cache(maxsize=32)
def open_sea(theatre: Theatre, side: int) -> Hexes:
    """[11B3b.2] The sea hexes over which a side may trace: where neither the enemy nor nobody has
    naval dominance."""
    sea = theatre.of_terrain("sea")
    told = theatre.scenario.get("seas", {})
    areas = {name: theatre.hexes(hexes) for name, hexes in told.get("areas", {}).items()}
    rest = sea
    for hexes in areas.values():
        rest &= ~hexes
    found = 0
    for name, hexes in (*areas.items(), (told.get("name", ""), rest)):
        if DOMINANCE.get(name, ELSEWHERE) == SIDES[side]:
            found |= hexes & sea
    return found


@lru_cache(maxsize=64)
def _mouths(theatre: Theatre, weathers: Weathers, side: int) -> dict[int, Hexes]:
    """The navigable hexsides from which one comes to the sea, with the sea hexes there."""
    grid, sea = theatre.board.grid, open_sea(theatre, side)
    found = {}
    for one in navigable(theatre, weathers):
        near = bit_set(h for s in (one, *connected(grid, one)) for h in banks(grid, s) if h >= 0)
        if near & sea:
            found[one] = near & sea
    return found


@lru_cache(maxsize=1024)
def _opens_to(theatre: Theatre, weathers: Weathers, side: int, port: Hex, shut: Sides) -> Hexes:
    """[11B3b] The sea hexes that a port opens to: beside it, or along inland waterways no hexside
    of which is blocked [7C3]."""
    grid, sea = theatre.board.grid, open_sea(theatre, side)
    beside = bit_set(grid.neighbours(port)) & sea
    mouths = _mouths(theatre, weathers, side)
    if beside or not mouths:
        return beside
    reached = flooded(grid, around(grid, port), navigable(theatre, weathers) - shut)
    found = 0
    for one in reached & mouths.keys():
        found |= mouths[one]
    return found


def sea_lanes(state: State, side: int, ranks: tuple[str, ...] = RANKS) -> tuple[Hexes, ...]:
    """[11B3b] The ports that a side owns, function and are of some ranks, in groups that the open
    sea joins."""
    theatre = state.theatre
    if not theatre.ports or not open_sea(theatre, side):
        return ()
    mine = functioning(state) & state.owned[side]
    if ranks != RANKS:
        mine &= bit_set(port for port in members(mine) if rank_of(state, port) in ranks)
    weathers = theatre.weathers(state.turn)
    shut: Sides = frozenset()
    banks_held = _river_banks(theatre, weathers)
    if state.occupied[1 - side] & banks_held:
        shut = blocked(state, side, navigable(theatre, weathers), banks_held)
    return _lanes(theatre, weathers, side, mine, shut)


@lru_cache(maxsize=64)
def _river_banks(theatre: Theatre, weathers: Weathers) -> Hexes:
    """The land along the waters on which ports lie inland, beside no sea."""
    grid, sea = theatre.board.grid, theatre.of_terrain("sea")
    inland = [p for p in theatre.ports if not bit_set(grid.neighbours(p)) & sea]
    starts = frozenset(side for port in inland for side in around(grid, port))
    return along(theatre, flooded(grid, starts, navigable(theatre, weathers)))


@lru_cache(maxsize=256)
def _lanes(
    theatre: Theatre, weathers: Weathers, side: int, ports: Hexes, shut: Sides
) -> tuple[Hexes, ...]:
    outlets = [(port, _opens_to(theatre, weathers, side, port, shut)) for port in members(ports)]
    return _joined(theatre, side, tuple((port, sea) for port, sea in outlets if sea))


@lru_cache(maxsize=256)
def _joined(
    theatre: Theatre, side: int, outlets: tuple[tuple[Hex, Hexes], ...]
) -> tuple[Hexes, ...]:
    sea = open_sea(theatre, side)
    w = open_ways(theatre.board.grid, sea)
    found: dict[Hexes, Hexes] = {}
    for port, outlet in outlets:
        water = flood(outlet, sea, w)
        meets = [other for other in found if other & water]
        ports = 1 << port
        for other in meets:
            water |= other
            ports |= found.pop(other)
        found[water] = ports
    return tuple(ports for ports in found.values() if ports & (ports - 1))
