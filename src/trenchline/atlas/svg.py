"""Writing SVG: elements, numbers and paths as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import cos, pi, sin
from xml.sax.saxutils import escape, quoteattr

Point = tuple[float, float]


def number(value: float) -> str:
    """A coordinate, short.

    >>> number(12.0), number(0.127), number(-0.001)
    ('12', '0.13', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def tag(name: str, *children: str, **attributes: object) -> str:
    """An element; ``font_size`` becomes ``font-size``, and what is None is left out.

    >>> tag("circle", r=2, stroke_width=0.5)
    '<circle r="2" stroke-width="0.5"/>'
    """
    words = [name]
    for key, value in attributes.items():
        if value is None:
            continue
        shown = number(value) if isinstance(value, int | float) else str(value)
        words.append(f"{key.rstrip('_').replace('_', '-')}={quoteattr(shown)}")
    opened = " ".join(words)
    if not children:
        return f"<{opened}/>"
    return f"<{opened}>{''.join(children)}</{name}>"


def group(name: str, *children: str, **attributes: object) -> str:
    """A group with a class, or nothing when nothing is in it."""
    inside = "".join(children)
    return tag("g", inside, class_=name, **attributes) if inside else ""


def letters(text: str, at: Point, size: float, **attributes: object) -> str:
    """A line of text, by default with its middle at a point."""
    given = {"text_anchor": "middle", **attributes}
    return tag("text", escape(text), x=at[0], y=at[1], font_size=size, **given)


def line(points: Iterable[Point], closed: bool = False) -> str:
    """The data of a path through points.

    >>> line([(0, 0), (1.5, 2)], closed=True)
    'M0 0L1.5 2Z'
    """
    steps = (f"{number(x)} {number(y)}" for x, y in points)
    return "M" + "L".join(steps) + ("Z" if closed else "")


def star(points: int, outer: float, inner: float, at: Point = (0, 0), turn: float = 0) -> str:
    """The data of a star, or with ``inner`` of a bastioned fort."""
    return line(
        (
            (
                at[0] + radius * sin(pi * step / points + turn),
                at[1] - radius * cos(pi * step / points + turn),
            )
            for step in range(2 * points)
            for radius in (inner if step & 1 else outer,)
        ),
        closed=True,
    )


def towards(start: Point, end: Point, share: float) -> Point:
    """The point a share of the way from one point to another."""
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def wavy(points: Sequence[Point], swing: float) -> str:
    """The data of a path that swings a little to both sides of straight lines, as rivers do."""
    data = f"M{number(points[0][0])} {number(points[0][1])}"
    for start, end in pairwise(points):
        across = (start[1] - end[1], end[0] - start[0])
        one, two = towards(start, end, 0.3), towards(start, end, 0.7)
        bends = (
            one[0] + across[0] * swing,
            one[1] + across[1] * swing,
            two[0] - across[0] * swing,
            two[1] - across[1] * swing,
            *end,
        )
        data += "C" + " ".join(map(number, bends))
    return data
