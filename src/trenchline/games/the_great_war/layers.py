"""What may be laid over the map: zones, supply, ownership, and what railways can carry."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from trenchline.games.the_great_war.components import SIDES
from trenchline.games.the_great_war.depots import depots_of, where
from trenchline.games.the_great_war.headquarters import zoi
from trenchline.games.the_great_war.intelligence import hidden, veiled
from trenchline.games.the_great_war.lines import reaching
from trenchline.games.the_great_war.panels import carries
from trenchline.games.the_great_war.rail import line
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.supply_lines import stretches
from trenchline.games.the_great_war.zones import told_zoc, zoc
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Grid, Hexes


def _lines_title(side: int) -> str:
    return f"Supply lines, {SIDES[side]}"


def lines(state: State) -> dict[str, tuple[str, ...]]:
    """[11B] The lines of supply of both sides, stretch by stretch."""
    label = state.theatre.board.grid.label
    return {
        _lines_title(side): tuple(f"{label(a)}>{label(b)}" for a, b in stretches(state, side))
        for side in (0, 1)
    }


def overlays(state: State, viewer: int | None) -> dict[str, tuple[str, ...]]:
    """The hexes of each layer, as a side or a spectator may know them."""
    kinds: dict[str, Callable[[int], Hexes]] = {
        "Zone of control": lambda side: zoc_seen(state, side, viewer),
        "Zone of influence of Army HQs": lambda side: _influence(state, side),
        "Supply line to an Army HQ": lambda side: _overland(state, side, viewer),
        "Depots": lambda side: where(state, depots_of(state, side)),
        "Resource points": lambda side: bit_set(state.resources) & state.owned[side],
        "Rail lines": lambda side: _rails(state, side, viewer),
        "Owned": lambda side: state.owned[side],
        "Isolated": lambda side: state.isolated_hexes[side],
    }
    found = {
        f"{kind}, {name}": hexes(side)
        for kind, hexes in kinds.items()
        for side, name in enumerate(SIDES)
    }
    for side in (0, 1):
        ways = stretches(state, side)
        found[_lines_title(side)] = bit_set(hex_ for stretch in ways for hex_ in stretch)
    for net, data in enumerate(state.theatre.nets):
        found[_net_title(state, net)] = data.hexes if state.capacity[net] else 0
    found["Contested"] = bit_set(state.contested)
    grid = state.theatre.board.grid
    return {title: _labels(grid, hexes) for title, hexes in found.items()}


def zoc_seen(state: State, side: int, viewer: int | None) -> Hexes:
    """[5A] The zones of a side; of unknown corps others see none before they come next to one
    [14N2]."""
    return zoc(state, side) if side == viewer else told_zoc(state, side)


def _rails(state: State, side: int, viewer: int | None) -> Hexes:
    """[7A] The rail hexes that trains of a side may use; whether an unknown corps is strong enough
    to guard one in a zone of control, others do not see [14N2]."""
    found = line(state, side)
    if state.unknown and side != viewer:
        found &= ~(veiled(state, side) & zoc(state, 1 - side))
    return found


def _influence(state: State, side: int) -> Hexes:
    """[14M] Where active Army HQs of a side lead."""
    found = 0
    for hq in members(state.active & state.present[side]):
        found |= zoi(state, hq)
    return found & state.theatre.land


def _capacious(state: State) -> list[int]:
    """[7A4] The rail nets that carry anything."""
    return [net for net in range(len(state.theatre.nets)) if state.capacity[net]]


def _net_title(state: State, net: int) -> str:
    data = state.theatre.nets[net]
    return f"Rail capacity, {SIDES[data.side]}: {data.name}"


def legends(state: State) -> dict[str, str]:
    """[7A4] What each net can still carry."""
    return {_net_title(state, net): carries(state, net) for net in _capacious(state)}


@lru_cache(maxsize=1024)
def _labels(grid: Grid, hexes: Hexes) -> tuple[str, ...]:
    return tuple(grid.labels(hexes))


def _overland(state: State, side: int, viewer: int | None) -> Hexes:
    """[11B1] The hexes from which an overland line reaches an Army HQ that is in supply itself;
    transport in an unknown corps lengthens no line that others see [14N2]."""
    hqs = state.present[side] & state.kind.army_hq & ~bit_set(state.unsupplied)
    hexes = bit_set(state.where[hq] for hq in members(hqs))
    unseen = hidden(state, side) if side != viewer else 0
    return reaching(state, side, hexes, unseen=unseen) if hexes else 0
