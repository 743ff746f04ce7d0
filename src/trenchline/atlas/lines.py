"""Lines: hexsides joined into paths, and how rivers, railways and trenches are drawn along them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import pairwise

from trenchline.atlas.style import Mark
from trenchline.atlas.svg import Point, line, number, tag, towards, wavy

WATERS = {"river": 0.085, "canal": 0.085, "great_river": 0.15, "lake": 0.2}
"""How wide water is drawn along a hexside."""


def edge_mark(paths: Iterable[list[Point]], side: float, mark: Mark) -> str:
    """A line along hexsides."""
    paths = list(paths)
    if not paths:
        return ""
    straight = "".join(line(points) for points in paths)
    stroke = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    if mark.mark in WATERS:
        width = side * WATERS[mark.mark]
        data = straight if mark.mark == "canal" else "".join(wavy(p, 0.16) for p in paths)
        bank = tag(
            "path", d=data, stroke="#f4efe0", stroke_width=width * 1.7, opacity=0.6, **stroke
        )
        water = tag("path", d=data, stroke=mark.colour, stroke_width=width, **stroke)
        if mark.mark != "canal":
            return bank + water
        locks = f"{number(side * 0.04)} {number(side * 0.16)}"
        return (
            bank
            + water
            + tag(
                "path",
                d=data,
                stroke=mark.colour,
                stroke_width=width * 2.2,
                stroke_dasharray=locks,
                fill="none",
            )
        )
    if mark.mark == "blocked":
        pieces = "".join(
            line([towards(a, b, 0.06), towards(b, a, 0.06)])
            for points in paths
            for a, b in pairwise(points)
        )
        base = tag("path", d=pieces, stroke="#fbf6e9", stroke_width=side * 0.17, **stroke)
        return base + tag("path", d=pieces, stroke=mark.colour, stroke_width=side * 0.11, **stroke)
    if mark.mark == "old_front":
        dashes = f"{number(side * 0.2)} {number(side * 0.12)}"
        look = {"d": straight, **stroke, "stroke_linecap": "butt", "stroke_dasharray": dashes}
        base = tag("path", d=straight, stroke="#fbf6e9", stroke_width=side * 0.13, **stroke)
        return base + tag("path", stroke=mark.colour, stroke_width=side * 0.09, **look)
    # Wide enough to show on both sides of a river that runs along it.
    halo = tag(
        "path", d=straight, stroke="#fbf6e9", stroke_width=side * 0.24, opacity=0.8, **stroke
    )
    return halo + tag("path", d=straight, stroke=mark.colour, stroke_width=side * 0.16, **stroke)


def gates(edges: Iterable[tuple[Point, Point]], side: float, mark: Mark) -> str:
    """Signs at the middle of hexsides: a pass through mountains, a sound between coasts, or land
    on which ships run aground."""
    edges = list(edges)
    stroke = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    if mark.mark == "sound":
        pieces = "".join(line([towards(a, b, 0.1), towards(b, a, 0.1)]) for a, b in edges)
        base = tag("path", d=pieces, stroke="#fbf6e9", stroke_width=side * 0.13, **stroke)
        return base + tag("path", d=pieces, stroke=mark.colour, stroke_width=side * 0.08, **stroke)
    if mark.mark == "isthmus":
        pieces = "".join(line([towards(a, b, 0.1), towards(b, a, 0.1)]) for a, b in edges)
        dots = f"0 {number(side * 0.1)}"
        base = tag("path", d=pieces, stroke="#fbf6e9", stroke_width=side * 0.09, **stroke)
        return base + tag(
            "path",
            d=pieces,
            stroke=mark.colour,
            stroke_width=side * 0.065,
            stroke_dasharray=dots,
            **stroke,
        )
    walls = "".join(_pass(edge, side) for edge in edges)
    base = tag("path", d=walls, stroke=mark.fill, stroke_width=side * 0.12, **stroke)
    return base + tag("path", d=walls, stroke=mark.colour, stroke_width=side * 0.06, **stroke)


GATES = ("pass", "sound", "isthmus")


def _pass(edge: tuple[Point, Point], side: float) -> str:
    """Two walls that bend away from the way between them, which leads over the hexside."""
    (ax, ay), (bx, by) = edge
    x, y = towards(*edge, 0.5)
    along, over = ((bx - ax) / side, (by - ay) / side), ((by - ay) / side, (ax - bx) / side)

    def at(beside: float, across: float) -> str:
        return (
            f"{number(x + (along[0] * beside + over[0] * across) * side)} "
            f"{number(y + (along[1] * beside + over[1] * across) * side)}"
        )

    return "".join(
        f"M{at(out * 0.3, -0.22)}Q{at(out * 0.02, 0)} {at(out * 0.3, 0.22)}" for out in (-1, 1)
    )


def railway(data: str, side: float, mark: Mark) -> str:
    """A railway as atlases draw it: a thin line with sleepers across, or two for two tracks; or a
    road, a pale line between two dark ones."""
    stroke = {"d": data, "fill": "none", "stroke_linejoin": "round"}
    if mark.mark == "road":
        return tag(
            "path", stroke=mark.colour, stroke_width=side * 0.1, stroke_opacity=0.75, **stroke
        ) + tag("path", stroke=mark.fill or "#f6efdd", stroke_width=side * 0.055, **stroke)
    if mark.mark == "double_rail":
        sleepers = f"{number(side * 0.03)} {number(side * 0.14)}"
        ties = {"stroke_width": side * 0.2, "stroke_dasharray": sleepers}
        return "".join(
            (
                tag("path", stroke="#f6efdd", stroke_width=side * 0.2, opacity=0.55, **stroke),
                tag("path", stroke=mark.colour, **ties, **stroke),
                tag("path", stroke=mark.colour, stroke_width=side * 0.125, **stroke),
                tag("path", stroke="#f6efdd", stroke_width=side * 0.055, **stroke),
            )
        )
    return "".join(
        (
            tag("path", stroke="#f6efdd", stroke_width=side * 0.11, stroke_opacity=0.55, **stroke),
            tag("path", stroke=mark.colour, stroke_width=side * 0.036, **stroke),
            tag(
                "path",
                stroke=mark.colour,
                stroke_width=side * 0.12,
                stroke_dasharray=f"{number(side * 0.025)} {number(side * 0.145)}",
                **stroke,
            ),
        )
    )


def chains(edges: Iterable[tuple[Point, Point]]) -> list[list[Point]]:
    """Single hexsides joined into the longest lines they make.

    >>> chains([((0, 0), (1, 0)), ((2, 0), (1, 0))])
    [[(0, 0), (1, 0), (2, 0)]]
    """

    def key(point: Point) -> tuple[int, int]:
        return round(point[0] * 10), round(point[1] * 10)

    meets: dict[tuple[int, int], list[tuple[Point, Point]]] = defaultdict(list)
    for start, end in edges:
        meets[key(start)].append((start, end))
        meets[key(end)].append((end, start))
    used: set[frozenset[tuple[int, int]]] = set()
    paths = []
    # Begin at loose ends and forks, so that only closed rings are left for the second round.
    for ends_only in (True, False):
        for at, leaving in list(meets.items()):
            if ends_only and len(leaving) == 2:
                continue
            for first, second in leaving:
                if frozenset((at, key(second))) in used:
                    continue
                path = [first, second]
                used.add(frozenset((at, key(second))))
                while len(onward := meets[key(path[-1])]) == 2:
                    fresh = [
                        end for _, end in onward if frozenset((key(path[-1]), key(end))) not in used
                    ]
                    if not fresh:
                        break
                    used.add(frozenset((key(path[-1]), key(fresh[0]))))
                    path.append(fresh[0])
                paths.append(path)
    return paths


def trench(edges: Iterable[tuple[Point, Point]], side: float, mark: Mark) -> str:
    """A toothed line."""
    data = "".join(line(edge) for edge in edges)
    stroke = {"d": data, "fill": "none", "stroke": mark.colour}
    return tag("path", stroke_width=side * 0.055, stroke_linecap="round", **stroke) + tag(
        "path",
        stroke_width=side * 0.17,
        stroke_dasharray=f"{number(side * 0.05)} {number(side * 0.08)}",
        **stroke,
    )
