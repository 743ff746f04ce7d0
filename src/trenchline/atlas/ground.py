"""Terrain that lies on hexsides: a leaf of ground along each, strewn with small signs.

A player must see at a glance what it costs to cross. So the leaf is wide enough to show its colour
on both sides of a river or border drawn along it, and the signs tell kinds of one colour apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import cos, pi, sin

from trenchline.atlas.style import Mark
from trenchline.atlas.svg import Point, line, number, tag, towards

Edge = tuple[Point, Point]
Sign = Callable[[float, float, float], str]
"""The data of a path about a point, with a size for its measure."""

WIDTH = 0.24
"""How far the leaf reaches to either side, in lengths of a hexside."""


def _circle(x: float, y: float, radius: float) -> str:
    reach, across = number(radius), number(2 * radius)
    start = f"M{number(x - radius)} {number(y)}"
    return f"{start}a{reach} {reach} 0 1 0 {across} 0a{reach} {reach} 0 1 0 -{across} 0Z"


def _tree(x: float, y: float, size: float) -> str:
    stem = line([(x - size * 0.15, y), (x + size * 0.15, y), (x + size * 0.15, y + size)])
    return _circle(x, y - size * 0.25, size * 0.75) + stem + f"H{number(x - size * 0.15)}Z"


def _tuft(x: float, y: float, size: float) -> str:
    blades = (-0.75, 0.0, 0.75)
    ground = line([(x - size * 1.1, y + size * 0.5), (x + size * 1.1, y + size * 0.5)])
    return ground + "".join(
        line([(x + b * size * 0.5, y + size * 0.3), (x + b * size, y - size * 0.8)]) for b in blades
    )


def hillock(x: float, y: float, size: float) -> str:
    """The data of a hump."""
    return (
        f"M{number(x - size)} {number(y + size * 0.5)}Q{number(x)} {number(y - size * 1.3)}"
        f" {number(x + size)} {number(y + size * 0.5)}"
    )


def _rock(x: float, y: float, size: float) -> str:
    foot = y + size * 0.7
    return line([(x - size, foot), (x - size * 0.2, y - size * 0.8), (x + size, foot)], closed=True)


def _peak(x: float, y: float, size: float) -> str:
    foot = y + size * 0.9
    return line([(x - size, foot), (x, y - size * 1.2), (x + size, foot)], closed=True)


def _furrow(x: float, y: float, size: float) -> str:
    return line([(x - size * 0.5, y + size * 0.5), (x + size * 0.5, y - size * 0.5)])


def _house(x: float, y: float, size: float) -> str:
    half = size * 0.7
    return line(
        [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)],
        closed=True,
    )


GROUND_MARKS: dict[str, tuple[Sign | None, bool, float, tuple[float, ...]]] = {
    "level": (None, True, 0.0, ()),
    "furrows": (_furrow, False, 0.09, (0.3, 0.5, 0.7)),
    "hillocks": (hillock, False, 0.11, (0.3, 0.52, 0.74)),
    "wood": (_tree, True, 0.085, (0.22, 0.41, 0.59, 0.78)),
    "fen": (_tuft, False, 0.095, (0.3, 0.5, 0.7)),
    "rocks": (_rock, False, 0.105, (0.28, 0.5, 0.72)),
    "wooded_rocks": (_rock, True, 0.1, (0.28, 0.5, 0.72)),
    "peaks": (_peak, True, 0.14, (0.26, 0.5, 0.74)),
    "wall": (_peak, True, 0.17, (0.2, 0.4, 0.6, 0.8)),
    "houses": (_house, True, 0.1, (0.24, 0.42, 0.6, 0.78)),
}
"""Signs of ground: the sign, whether it is filled, its size, and where along the side it stands."""


def leaf(edge: Edge, width: float) -> str:
    """The data of a leaf along a hexside, pointed at both ends so that three can meet."""
    (ax, ay), (bx, by) = edge
    along, up = (bx - ax, by - ay), (ay - by, bx - ax)

    def at(share: float, off: float) -> Point:
        return ax + along[0] * share + up[0] * off, ay + along[1] * share + up[1] * off

    return line(
        [
            at(0, 0), at(0.2, width), at(0.8, width), at(1, 0), at(0.8, -width), at(0.2, -width),
        ],
        closed=True,
    )  # fmt: skip


def ground_mark(edges: Iterable[Edge], side: float, mark: Mark) -> str:
    """Terrain along hexsides."""
    edges = list(edges)
    sign, filled, size, shares = GROUND_MARKS[mark.mark]
    if not edges:
        return ""
    leaves = "".join(leaf(edge, WIDTH) for edge in edges)
    drawn = tag("path", d=leaves, fill=mark.fill, fill_opacity=mark.strength)
    if sign is None:
        return drawn
    data = "".join(
        sign(*_beside(edge, share, side * 0.05 * (-1) ** n), side * size)
        for edge in edges
        for n, share in enumerate(shares)
    )
    look = {"fill": mark.colour} if filled else {"fill": "none", "stroke": mark.colour}
    return drawn + tag("path", d=data, stroke_width=side * 0.03, **look)


def _beside(edge: Edge, share: float, off: float) -> Point:
    """A point along a hexside, a little to one side of it."""
    (ax, ay), (bx, by) = edge
    x, y = towards(*edge, share)
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    return x - (by - ay) / length * off, y + (bx - ax) / length * off


def gauge_marks(edges: Iterable[Edge], side: float, mark: Mark) -> str:
    """A diamond where a railway of another gauge crosses a hexside."""
    reach = side * 0.1
    turns = [(sin(pi * turn / 2) * reach, cos(pi * turn / 2) * reach) for turn in range(4)]
    data = "".join(
        line([(x + dx, y + dy) for dx, dy in turns], closed=True)
        for x, y in (towards(*edge, 0.5) for edge in edges)
    )
    return tag("path", d=data, fill="#fbf6e9", stroke=mark.colour, stroke_width=side * 0.03)
