"""Supply that can be seen: where it comes from, how far it would reach, the line of every unit, and
where that line would break.

A game says by its guide what supplies a side (``Guide.supply``). What most games share is here: the
shortest ways to the nearest of some sources over any kind of step, by land, along rivers, from port
to port, and the hexes of a way whose loss alone would leave a unit without supply. These are found
by trying; where connection is all that counts, a hex whose open neighbours hang together without it
cannot be one, and is not tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct

from trenchline.kernel.bits import lowest, members
from trenchline.kernel.floods import Ways, flood, step
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.words import counted

if TYPE_CHECKING:
    from trenchline.kernel.game import AnyGame
    from trenchline.kernel.knowledge import Knowledge

Step = Callable[[Hexes], Hexes]
"""One step from some places, in any direction."""
Way = tuple[Hex, ...]


class Line(NamedTuple):
    """How a unit is supplied."""

    way: Way
    """From where it stands to where its supply comes from; empty if it needs no line."""
    breaks: tuple[Hex, ...] = ()
    """The places on the way whose loss alone would leave it without supply."""
    said: str = ""
    """What else is to be said: how long the line is, or why none is needed."""


class Supply(NamedTuple):
    """The supply of a side."""

    sources: Hexes
    reach: Hexes
    """Where units of the side would be in supply, at least those of some nation."""
    lines: Mapping[int, Line]
    """The units that are in supply."""
    cut: Sequence[int]
    """The units that are not."""


NOBODY = Supply(0, 0, {}, ())


def shortest(starts: Hexes, goals: Hexes, steps: Step, through: Hexes) -> dict[Hex, Way]:
    """A shortest way from each start to the nearest goal, for those that have one. Ways pass only
    hexes of ``through``; a start or a goal need not be one.

    >>> from trenchline.kernel.floods import open_ways
    >>> from trenchline.kernel.hexes import Grid
    >>> grid = Grid("flat", "even", "CCRR", (1, 5), (1, 5))
    >>> w = open_ways(grid, grid.everywhere)
    >>> found = shortest(
    ...     grid.hexes("0101"),
    ...     grid.hexes("0103"),
    ...     lambda h: step(h, w),
    ...     grid.everywhere & ~grid.hexes("0102"),
    ... )
    >>> [grid.label(h) for h in found[grid.hex("0101")]]
    ['0101', '0201', '0202', '0103']
    """
    layers = [goals]
    seen, waiting = goals, starts & ~goals
    while waiting:
        ahead = steps(layers[-1] & through if len(layers) > 1 else goals) & ~seen
        ahead &= through | starts
        if not ahead:
            break
        layers.append(ahead)
        seen |= ahead
        waiting &= ~ahead
    found = {}
    for start in members(starts & seen):
        at = next(n for n, layer in enumerate(layers) if layer >> start & 1)
        way = [start]
        while at:
            at -= 1
            onward = steps(1 << way[-1]) & layers[at]
            way.append(lowest(onward & through if at and onward & through else onward))
        found[start] = tuple(way)
    return found


def may_cut(hex_: Hex, free: Hexes, w: Ways) -> bool:
    """Whether taking a hex away from some others could part them: not if its open neighbours hang
    together without it.

    >>> from trenchline.kernel.floods import open_ways
    >>> from trenchline.kernel.hexes import Grid
    >>> grid = Grid("flat", "even", "CCRR", (1, 3), (1, 3))
    >>> w = open_ways(grid, grid.everywhere)
    >>> corridor = grid.hexes("0101", "0102", "0103")
    >>> may_cut(grid.hex("0102"), corridor, w), may_cut(grid.hex("0102"), grid.everywhere, w)
    (True, False)
    """
    around = step(1 << hex_, w) & free & ~(1 << hex_)
    return bool(around) and flood(around & -around, around, w) != around


def breaks(
    ways: Iterable[Way],
    fed_without: Callable[[Hex], Hexes],
    tried: Callable[[Hex], bool] = lambda hex_: True,
) -> dict[Hex, tuple[Hex, ...]]:
    """For the start of each way the hexes on it, itself aside, without which it would not be fed.
    Only those are looked at that are worth being ``tried``."""
    fed: dict[Hex, Hexes] = {}
    found = {}
    for way in ways:
        start, *rest = way
        gone = []
        # A way may lead back to its start, as from a city by rail.
        for hex_ in dict.fromkeys(hex_ for hex_ in rest if hex_ != start):
            if hex_ not in fed:
                fed[hex_] = fed_without(hex_) if tried(hex_) else -1
            if not fed[hex_] >> start & 1:
                gone.append(hex_)
        found[start] = tuple(gone)
    return found


def long(way: Way) -> str:
    """How long a way is, in words.

    >>> long((3, 4, 5)), long((3,))
    ('2 hexes', 'at its source')
    """
    return counted(len(way) - 1, "hex", "hexes") if len(way) > 1 else "at its source"


# As it is told.


class LineView(Struct, frozen=True, omit_defaults=True):
    """The line of a unit."""

    way: tuple[str, ...] = ()
    breaks: tuple[str, ...] = ()
    said: str = ""


class SideSupplyView(Struct, frozen=True):
    """The supply of a side, as far as whoever asks may know."""

    side: str
    sources: tuple[str, ...]
    reach: tuple[str, ...]
    lines: dict[str, LineView]
    """By the keys of units."""
    cut: tuple[str, ...]


def shown(known: Knowledge[Any]) -> tuple[SideSupplyView, ...]:
    """The supply of every side as one of them may know it; nothing where a game does not tell. Of
    enemies whom it does not see nothing is told, wherever they may be supposed to stand."""
    game, position = known.game, known.position
    if game.guide is None or game.guide.supply is None:
        return ()
    keys = {piece.key for piece in known.view().pieces}
    hidden = known.hidden
    seen = tuple(
        unit
        for unit in range(len(position.where))
        if not hidden >> unit & 1 and position.names.key(unit) in keys
    )
    return tuple(_side(game, position, side, seen) for side in range(len(game.sides)))


def _side(game: AnyGame, position: Any, side: int, seen: Sequence[int]) -> SideSupplyView:
    assert game.guide is not None
    assert game.guide.supply is not None
    told: Supply = game.guide.supply(position, side)
    label, key = position.names.label, position.names.key

    def labels(hexes: Iterable[Hex]) -> tuple[str, ...]:
        return tuple(label(hex_) for hex_ in hexes)

    return SideSupplyView(
        game.sides[side],
        labels(members(told.sources)),
        labels(members(told.reach)),
        {
            key(unit): LineView(labels(line.way), labels(line.breaks), line.said)
            for unit, line in told.lines.items()
            if unit in seen
        },
        tuple(key(unit) for unit in told.cut if unit in seen),
    )
