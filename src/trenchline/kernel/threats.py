"""Threats: which enemies could attack units that had gone somewhere.

There are two kinds. Some stand where the place can be attacked from. Others could march up: their
next movement, as the game's guide tells it, brings them there. Both are told by the counters that
the side sees. Of a counter without a name the guide reckons with what it might be, so that nothing
can be read from the answer that the side does not know.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, NamedTuple

from trenchline.kernel.bits import members
from trenchline.kernel.board import Board
from trenchline.kernel.floods import Ways, step
from trenchline.kernel.hexes import Hex, Hexes

if TYPE_CHECKING:
    from trenchline.kernel.game import AnyGame
    from trenchline.kernel.preview import Guide
    from trenchline.kernel.view import View


class Threats(NamedTuple):
    """The enemy's counters, by their keys, as a side sees them."""

    beside: tuple[str, ...] = ()
    """Those that could attack from where they stand."""
    coming: tuple[str, ...] = ()
    """Those that could do so after their next march."""


def threats(
    game: AnyGame,
    guide: Guide[Any],
    board: Board | None,
    state: Any,
    then: Any,
    side: int,
    place: Hex,
    ahead: bool = True,
    seen: View | None = None,
) -> Threats:
    """Who could attack units of a side in a place; ``then`` is the position when they are there.
    Those who could march up are told if one looks so far ahead. ``seen`` is what the side sees now,
    if the caller has it at hand."""
    if guide.beside is not None:
        around = guide.beside(state, place)
    elif board is not None and board.hexes >> place & 1:
        around = board.grid.ring(place, 1)
    else:
        return Threats()
    enemies = [number for number in range(len(game.sides)) if number != side]
    hostile = {game.sides[number] for number in enemies}
    view = game.view(state, side) if seen is None else seen
    pieces = [piece for piece in view.pieces if piece.side in hostile]
    units = {state.names.key(unit): unit for unit, where in enumerate(state.where) if where >= 0}
    labels = {state.names.label(hex_) for hex_ in members(around)}
    fit = -1 if guide.threats is None else guide.threats(state, place)
    near = [p.key for p in pieces if p.place in labels and _is_in(units.get(p.key), fit)]
    if guide.comers is None or not ahead:
        return Threats(tuple(near))
    comers = reduce(or_, (guide.comers(then, enemy, around) for enemy in enemies), 0)
    shown = {unit for piece in pieces if (unit := units.get(piece.key)) is not None}
    unseen = {state.names.label(state.where[u]) for u in members(comers) if u not in shown}
    far = [
        piece.key
        for piece in pieces
        if piece.place not in labels
        and (piece.place in unseen if piece.key not in units else comers >> units[piece.key] & 1)
    ]
    return Threats(tuple(near), tuple(far))


def _is_in(unit: int | None, units: int) -> bool:
    """Whether a unit is one of a set; a nameless one might be."""
    return unit is None or bool(units >> unit & 1)


def by_distance(goals: Hexes, w: Ways, most: int) -> list[Hexes]:
    """The hexes within each number of steps of some others, up to the most: who has so many points
    and stands farther away comes to none of them.

    >>> from trenchline.kernel.floods import open_ways
    >>> from trenchline.kernel.hexes import Grid
    >>> grid = Grid("flat", "even", "CCRR", (1, 5), (1, 5))
    >>> near = by_distance(grid.hexes("0303"), open_ways(grid, grid.everywhere), 2)
    >>> [hexes.bit_count() for hexes in near]
    [1, 7, 19]
    """
    found = [goals]
    for _ in range(most):
        found.append(found[-1] | step(found[-1], w))
    return found
