"""The signs of a map: terrain, lines along hexsides, cities and forts.

A mark is named in ``style.toml``. Marks of terrain and places are drawn about the point (0, 0),
with the length of a hex's side as their measure, so that map and legend share them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import cos, pi, sin

from trenchline.atlas.ground import GROUND_MARKS, hillock
from trenchline.atlas.lines import GATES
from trenchline.atlas.style import Mark
from trenchline.atlas.svg import Point, letters, line, number, star, tag

PAPER = "#fbf6e9"


# Terrain: a handful of small signs that leave the middle of the hex to its counter.


def _ring(radius: float, turns: Iterable[float]) -> list[Point]:
    return [(radius * sin(pi * turn / 180), -radius * cos(pi * turn / 180)) for turn in turns]


def _mountains(side: float, mark: Mark) -> str:
    def peak(x: float, y: float, size: float) -> str:
        sunny = line([(x - size, y + size * 0.55), (x - size * 0.1, y - size * 0.75)])
        shade = line(
            [
                (x - size * 0.1, y - size * 0.75),
                (x + size, y + size * 0.55),
                (x + size * 0.35, y + size * 0.55),
            ],
            closed=True,
        )
        return tag("path", d=shade, fill=mark.colour, fill_opacity=0.75) + tag(
            "path",
            d=sunny + shade.replace("Z", ""),
            fill="none",
            stroke=mark.colour,
            stroke_width=side * 0.022,
            stroke_linejoin="round",
        )

    places = [(-0.52, -0.32, 0.17), (0.5, -0.36, 0.15), (-0.62, 0.3, 0.14), (0.56, 0.28, 0.17)]
    places += [(-0.02, -0.12, 0.2), (0.08, 0.4, 0.13)]
    return "".join(peak(x * side, y * side, size * side) for x, y, size in places)


def _hills(side: float, mark: Mark) -> str:
    places = [(-0.5, -0.34, 0.16), (0.46, -0.3, 0.18), (-0.6, 0.26, 0.15), (0.56, 0.32, 0.14)]
    places += [(-0.04, -0.08, 0.19), (0.0, 0.44, 0.15)]
    humps = "".join(hillock(x * side, y * side, size * side) for x, y, size in places)
    return tag("path", d=humps, fill="none", stroke=mark.colour, stroke_width=side * 0.035)


def _wooded_hills(side: float, mark: Mark) -> str:
    trees = [*_ring(0.62, (-75, 75)), *_ring(0.52, (150, 215)), (0.02, -0.32)]
    crowns = "".join(
        tag("circle", cx=x * side, cy=y * side, r=side * 0.08, fill=mark.colour, fill_opacity=0.8)
        for x, y in trees
    )
    humps = "".join(
        hillock(x * side, y * side, size * side)
        for x, y, size in ((-0.5, 0.22, 0.16), (0.48, 0.2, 0.17), (-0.04, 0.08, 0.18))
    )
    return crowns + tag("path", d=humps, fill="none", stroke=mark.colour, stroke_width=side * 0.035)


def _canals(side: float, mark: Mark) -> str:
    """Ditches between fields."""
    ditches = "".join(
        line([((x - 0.16) * side, y * side), ((x + 0.16) * side, y * side)])
        + line([(x * side, (y - 0.09) * side), (x * side, (y + 0.09) * side)])
        for x, y in [*_ring(0.58, (-110, -55, 55, 110, 180)), (0, 0)]
    )
    return tag("path", d=ditches, stroke=mark.colour, stroke_width=side * 0.03)


def _trees(side: float, mark: Mark) -> str:
    def tree(x: float, y: float) -> str:
        crown = tag("circle", cx=x, cy=y, r=side * 0.085, fill=mark.colour, fill_opacity=0.8)
        stem = tag(
            "path",
            d=line([(x, y), (x, y + side * 0.15)]),
            stroke=mark.colour,
            stroke_width=side * 0.03,
        )
        return stem + crown

    places = [*_ring(0.66, (-112, -62, 62, 112)), *_ring(0.4, (-30, 40, 150, 215)), (0, 0)]
    return "".join(tree(x * side, y * side) for x, y in places)


def _marsh(side: float, mark: Mark) -> str:
    def tuft(x: float, y: float) -> str:
        reach = side * 0.13
        strokes = [line([(x - reach, y), (x + reach, y)])]
        strokes += [
            line([(x + dx * reach * 0.4, y - side * 0.03), (x + dx * reach * 0.7, y - side * 0.13)])
            for dx in (-1, 0, 1)
        ]
        return tag("path", d="".join(strokes), stroke=mark.colour, stroke_width=side * 0.024)

    places = [*_ring(0.62, (-110, -55, 55, 110, 180)), (0, 0.02)]
    return "".join(tuft(x * side, y * side) for x, y in places)


def _dunes(side: float, mark: Mark) -> str:
    dots = [
        tag("circle", cx=x * side, cy=y * side, r=side * 0.022, fill=mark.colour)
        for radius, turns in ((0.28, range(0, 360, 72)), (0.52, range(20, 380, 40)))
        for x, y in _ring(radius, turns)
    ]
    outer = [(x, y) for x, y in _ring(0.72, range(10, 370, 30)) if abs(y) < 0.62]
    dots += [
        tag("circle", cx=x * side, cy=y * side, r=side * 0.02, fill=mark.colour) for x, y in outer
    ]
    return "".join(dots)


def _closed(side: float, mark: Mark) -> str:
    strokes = "".join(
        line([((x - 0.26) * side, 0.45 * side), ((x + 0.26) * side, -0.45 * side)])
        for x in (-0.45, -0.15, 0.15, 0.45)
    )
    return tag("path", d=strokes, stroke=mark.colour, stroke_width=side * 0.03, opacity=0.5)


def _wave(side: float, mark: Mark) -> str:
    """A ripple beside the hex number: the sea touches this hex."""
    step = side * 0.055
    data = f"M{number(0.14 * side)} {number(-0.735 * side)}"
    for swing in (-1, 1, -1, 1):
        data += f"q{number(step / 2)} {number(swing * step)} {number(step)} 0"
    return tag(
        "path",
        d=data,
        fill="none",
        stroke=mark.colour,
        stroke_width=side * 0.03,
        stroke_linecap="round",
    )


def _nothing(side: float, mark: Mark) -> str:
    return ""


HEX_MARKS: dict[str, Callable[[float, Mark], str]] = {
    "mountains": _mountains,
    "hills": _hills,
    "wooded_hills": _wooded_hills,
    "canals": _canals,
    "trees": _trees,
    "marsh": _marsh,
    "dunes": _dunes,
    "closed": _closed,
    "wave": _wave,
    "plain": _nothing,
}
"""Signs inside a hex."""

LINE_MARKS = ("trench", "edge")
"""Facts of a hex that are drawn along its sides."""

SIDE_MARKS = (
    *("rail", "double_rail", "road", "gauge"),
    *("river", "great_river", "canal", "lake"),
    *("blocked", "front", "old_front", "border"),
    *GATES,
    *GROUND_MARKS,
)
"""Signs of hexsides."""


# Places. What a counter would hide stands at the sides of the hex: forts right, resources left.


def _town(side: float, mark: Mark, colour: str, value: int) -> str:
    return tag("circle", r=side * 0.085, fill=PAPER, stroke=mark.colour, stroke_width=side * 0.035)


def _dot(side: float, mark: Mark, colour: str, value: int) -> str:
    outer = tag("circle", r=side * 0.15, fill=PAPER, stroke=mark.colour, stroke_width=side * 0.035)
    return outer + tag("circle", r=side * 0.08, fill=mark.colour)


def _square(side: float, mark: Mark, colour: str, value: int) -> str:
    half = side * 0.15
    box = tag(
        "rect",
        x=-half,
        y=-half,
        width=2 * half,
        height=2 * half,
        fill=mark.fill or colour,
        stroke=mark.colour,
        stroke_width=side * 0.04,
    )
    return box + tag("circle", r=side * 0.06, fill=PAPER)


def _star(side: float, mark: Mark, colour: str, value: int) -> str:
    disc = tag(
        "circle",
        r=side * 0.19,
        fill=mark.fill or colour,
        stroke=mark.colour,
        stroke_width=side * 0.04,
    )
    return disc + tag("path", d=star(5, side * 0.15, side * 0.06), fill=PAPER)


def _fort(side: float, mark: Mark, colour: str, value: int) -> str:
    return _badge(side, mark, star(6, side * 0.25, side * 0.185), value, side * 0.23)


def _bastion(side: float, mark: Mark, colour: str, value: int) -> str:
    """A fortress whose strength stands on its counter."""
    return _badge(side, mark, star(6, side * 0.2, side * 0.13), 0, side * 0.2)


def _factory(side: float, mark: Mark, colour: str, value: int) -> str:
    shape = star(10, side * 0.215, side * 0.165)
    wheel = tag("path", d=shape, fill=mark.fill or colour, stroke=mark.colour, stroke_width=1)
    if value:
        return wheel + letters(
            str(value), (0, side * 0.08), side * 0.23, fill=mark.colour, font_weight=700
        )
    return wheel


def _anchor(side: float, mark: Mark, colour: str, value: int) -> str:
    size = side * 0.2
    data = (
        f"M0 {number(-size * 0.55)}V{number(size)}M{number(-size * 0.5)} {number(-size * 0.25)}"
        f"H{number(size * 0.5)}M{number(-size * 0.85)} {number(size * 0.3)}"
        f"Q{number(-size * 0.7)} {number(size)} 0 {number(size)}"
        f"Q{number(size * 0.7)} {number(size)} {number(size * 0.85)} {number(size * 0.3)}"
    )
    stroke = {"fill": "none", "stroke_linecap": "round"}
    body = data + f"M0 {number(-size * 0.55)}m{number(-size * 0.25)} {number(-size * 0.25)}"
    body += f"a{number(size * 0.25)} {number(size * 0.25)} 0 1 0 {number(size * 0.5)} 0"
    body += f"a{number(size * 0.25)} {number(size * 0.25)} 0 1 0 {number(-size * 0.5)} 0"
    halo = tag("path", d=body, stroke=PAPER, stroke_width=side * 0.1, **stroke)
    return halo + tag("path", d=body, stroke=mark.colour, stroke_width=side * 0.045, **stroke)


def _objective(side: float, mark: Mark, colour: str, value: int) -> str:
    disc = tag(
        "circle", r=side * 0.2, fill=mark.fill or colour, stroke=mark.colour, stroke_width=1.6
    )
    ink = PAPER if mark.fill else mark.colour
    return disc + letters(str(value), (0, side * 0.095), side * 0.27, fill=ink, font_weight=700)


def _coin(side: float, mark: Mark, colour: str, value: int) -> str:
    rim = tag(
        "circle",
        r=side * 0.165,
        fill=mark.fill or colour,
        stroke=mark.colour,
        stroke_width=side * 0.035,
    )
    return rim + tag(
        "circle", r=side * 0.095, fill="none", stroke=mark.colour, stroke_width=side * 0.025
    )


def _crate(side: float, mark: Mark, colour: str, value: int) -> str:
    half = side * 0.17
    box = {"x": -half, "y": -half, "width": 2 * half, "height": 2 * half, "rx": 2}
    lines = line([(-half, -half), (half, half)]) + line([(-half, half), (half, -half)])
    return tag("rect", fill=mark.fill or PAPER, stroke=mark.colour, stroke_width=2, **box) + tag(
        "path", d=lines, stroke=mark.colour, stroke_width=1.4
    )


def _arrow(side: float, mark: Mark, colour: str, value: int) -> str:
    """Something comes in here."""
    reach = side * 0.17
    shape = [(-1, -0.35), (0, -0.35), (0, -0.9), (1, 0), (0, 0.9), (0, 0.35), (-1, 0.35)]
    data = line([(x * reach, y * reach) for x, y in shape], closed=True)
    return tag("path", d=data, fill=mark.fill or colour, stroke=mark.colour, stroke_width=1.4)


def _badge(side: float, mark: Mark, shape: str, value: int, size: float) -> str:
    back = tag(
        "path",
        d=shape,
        fill=mark.fill or PAPER,
        stroke=mark.colour,
        stroke_width=side * 0.035,
        stroke_linejoin="miter",
    )
    if not value:
        return back
    return back + letters(str(value), (0, size * 0.36), size, fill=mark.colour, font_weight=700)


PlaceMark = Callable[[float, Mark, str, int], str]
PLACE_MARKS: dict[str, tuple[PlaceMark, Point]] = {
    "town": (_town, (0, 0)),
    "dot": (_dot, (0, 0)),
    "square": (_square, (0, 0)),
    "star": (_star, (0, 0)),
    "fort": (_fort, (0.66, 0.0)),
    "bastion": (_bastion, (0.66, 0.0)),
    "factory": (_factory, (-0.68, 0.0)),
    "coin": (_coin, (-0.68, 0.0)),
    "anchor": (_anchor, (0.66, 0.16)),
    "objective": (_objective, (-0.66, 0.0)),
    "crate": (_crate, (0.62, -0.24)),
    "harbour": (_anchor, (-0.5, 0.36)),
    "arrow": (_arrow, (0.34, -0.4)),
}
"""Signs of places, and where in the hex they stand."""


def ruin(side: float, mark: Mark) -> str:
    """A cross over a fort that has fallen."""
    reach = side * 0.2
    cross = line([(-reach, -reach), (reach, reach)]) + line([(-reach, reach), (reach, -reach)])
    return tag("path", d=cross, stroke="#a8322a", stroke_width=side * 0.06)
