"""A small part of a map with the counters on it, drawn by itself: for examples in the rules.

Only what lies in the part is drawn, so that it is light; what would be cut through at its edge
lies just outside of what is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, replace
from math import atan2, cos, degrees, hypot, sin
from pathlib import Path

from trenchline.atlas import counters, layers
from trenchline.atlas.draw import part_between
from trenchline.atlas.sheet import Sheet
from trenchline.atlas.style import Area
from trenchline.atlas.svg import Point, group, letters, line, number, tag
from trenchline.kernel.bits import bit_set
from trenchline.kernel.hexes import Hex
from trenchline.kernel.looks import NationLook
from trenchline.kernel.view import View

RIM = 0.12
"""Of a hex's side, shown around the part."""
BEYOND = 2.0
"""Sides of hexes around the part within which things are drawn, though they do not show."""
POINT, OPEN, BARRED = "#b8860b", "#1f6b2d", "#a31f1a"


@dataclass(frozen=True)
class Marked:
    """What is pointed out on a part: hexes, ways that may be gone, and ways that may not."""

    points: Sequence[Hex] = ()
    arrows: Sequence[tuple[Hex, Hex]] = ()
    barred: Sequence[tuple[Hex, Hex]] = ()


def area_between(sheet: Sheet, one: Hex, other: Hex) -> Area:
    """What is shown of a map: two hexes at the corners, whole, and a little around them."""
    rim = RIM * sheet.side
    x, y, width, height = part_between(sheet, one, other)
    return x - rim, y - rim, width + 2 * rim, height + 2 * rim


def draw_part(
    sheet: Sheet,
    view: View,
    nations: Mapping[str, NationLook],
    area: Area,
    marked: Marked,
    picture: Callable[[Path, Area], str] | None = None,
) -> str:
    """A part of a map as one SVG; ``picture`` cuts the painted ground of it, given as shares of the
    whole, and returns its address."""
    small = _within(sheet, area)
    width, height = area[2:]
    return tag(
        "svg",
        layers.land_clip(small),
        _ground(sheet, small, area, picture),
        layers.terrain(small),
        layers.borders(small),
        layers.grid(small),
        layers.hexsides(small),
        layers.numbers(small),
        layers.lines_of_facts(small),
        layers.places(small, view.overlays),
        _pointed(small, marked),
        counters.counters(small, view, nations),
        _labelled(small, view.markers),
        _ways(small, marked, {piece.place for piece in view.pieces}),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(number, area)),
        width=width,
        height=height,
    )


def _ground(
    sheet: Sheet, small: Sheet, area: Area, picture: Callable[[Path, Area], str] | None
) -> str:
    file = Path(str(sheet.folder)) / sheet.style.picture
    if picture is None or not file.is_file():
        return layers.picture(small, None)
    x, y, width, height = area
    across, down = sheet.size
    left, top = max(x, 0.0), max(y, 0.0)
    right, bottom = min(x + width, across), min(y + height, down)
    cut = (left / across, top / down, (right - left) / across, (bottom - top) / down)
    return tag(
        "image",
        href=picture(file, cut),
        x=left,
        y=top,
        width=right - left,
        height=bottom - top,
        preserveAspectRatio="none",
    )


def _within(sheet: Sheet, area: Area) -> Sheet:
    """A sheet with nothing on it but what lies in a part and close around it."""
    wide = _grown(area, BEYOND * sheet.side)
    board = sheet.board
    facts = {hex_: told for hex_, told in board.facts.items() if _has(wide, sheet.centre(hex_))}
    here = bit_set(facts)
    sides = {kind: [hexes & here for hexes in each] for kind, each in board.sides.items()}
    places = [place for place in board.places if place.hex in facts]
    small = replace(sheet, board=replace(board, facts=facts, sides=sides, places=places))
    if sheet.coast is not None:
        # The coast of a whole continent would outweigh everything else.
        unit, margin = sheet.side / 100, sheet.style.margin * sheet.side
        x, y, width, height = wide
        box = ((x - margin) / unit, (y - margin) / unit, width / unit, height / unit)
        small.__dict__["coast"] = _cut(sheet.coast, box)
    return small


def _grown(area: Area, by: float) -> Area:
    x, y, width, height = area
    return x - by, y - by, width + 2 * by, height + 2 * by


def _has(area: Area, at: Point) -> bool:
    x, y, width, height = area
    return x <= at[0] <= x + width and y <= at[1] <= y + height


def _cut(path: str, box: Area) -> str:
    """Path data of polygons cut to a box, one of its four edges after the other."""
    left, top, right, bottom = box[0], box[1], box[0] + box[2], box[1] + box[3]
    kept = []
    for data in path.replace("Z", "").split("M"):
        points = [(float(x), float(y)) for x, y in (at.split() for at in data.split("L") if at)]
        for axis, limit, sign in ((0, left, 1), (0, right, -1), (1, top, 1), (1, bottom, -1)):
            points = _clip(points, axis, limit, sign)
        if points:
            kept.append(line(points, closed=True))
    # Where all is sea nothing may be drawn: an empty path clips everything.
    return "".join(kept) or "M0 0Z"


def _clip(points: Sequence[Point], axis: int, limit: float, sign: int) -> list[Point]:
    kept: list[Point] = []
    for before, here in zip([*points[-1:], *points[:-1]], points, strict=True):
        inside, was = ((at[axis] - limit) * sign >= 0 for at in (here, before))
        if inside != was:
            share = (limit - before[axis]) / (here[axis] - before[axis])
            kept.append(
                (
                    before[0] + (here[0] - before[0]) * share,
                    before[1] + (here[1] - before[1]) * share,
                )
            )
        if inside:
            kept.append(here)
    return kept


def _pointed(sheet: Sheet, marked: Marked) -> str:
    rings = "".join(sheet.outline(hex_, inset=0.06) for hex_ in marked.points)
    if not rings:
        return ""
    ring = tag("path", d=rings, fill=POINT, fill_opacity=0.16, stroke=POINT, stroke_width=5)
    return group("points", ring)


def _labelled(sheet: Sheet, markers: Mapping[str, Sequence[str]]) -> str:
    """What lies in hexes besides counters (trenches, broken lines ...), in words below them."""
    side = sheet.side
    drawn = []
    for hex_ in sheet.board.facts:
        here = [name for name, labels in markers.items() if sheet.label(hex_) in labels]
        x, y = sheet.centre(hex_)
        for row, name in enumerate(here):
            middle = y + side * (0.68 + 0.26 * (row - (len(here) - 1)))
            wide = side * (0.16 + 0.115 * len(name))
            drawn += [
                tag(
                    "rect",
                    x=x - wide / 2,
                    y=middle - side * 0.13,
                    width=wide,
                    height=side * 0.25,
                    rx=side * 0.06,
                    fill="#fbf6e9",
                    stroke="#5d4326",
                ),
                letters(name, (x, middle + side * 0.07), side * 0.21, fill="#3f3427"),
            ]
    return group("markers", *drawn, font_family=layers.SANS)


def _ways(sheet: Sheet, marked: Marked, occupied: Container[str]) -> str:
    def drawn(way: tuple[Hex, Hex], colour: str, barred: bool = False) -> str:
        return _arrow(sheet, *way, colour, sheet.label(way[1]) in occupied, barred)

    open_ = [drawn(way, OPEN) for way in marked.arrows]
    return group("ways", *open_, *(drawn(way, BARRED, True) for way in marked.barred))


def _arrow(
    sheet: Sheet, start: Hex, end: Hex, colour: str, occupied: bool, barred: bool = False
) -> str:
    """An arrow from hex to hex that covers no counter; one that is barred has a cross on it."""
    (ax, ay), (bx, by) = sheet.centre(start), sheet.centre(end)
    turn, far = atan2(by - ay, bx - ax), hypot(bx - ax, by - ay)
    counter = sheet.side * sheet.style.counter / 2
    begins, ends = counter * 0.95, far - (counter if occupied else counter * 0.25)
    head = f"M{number(ends)} 0L{number(ends - 17)} 11V-11Z"
    parts = [
        tag("path", d=f"M{number(begins)} 0H{number(ends - 12)}", stroke_width=8),
        tag("path", d=head, fill=colour, stroke_width=1),
    ]
    if barred:
        middle = (begins + ends) / 2 - 6
        cross = "".join(
            f"M{number(middle - 11 * cos(t))} {number(-11 * sin(t))}"
            f"L{number(middle + 11 * cos(t))} {number(11 * sin(t))}"
            for t in (0.785, 2.356)
        )
        parts.append(tag("path", d=cross, stroke="#fff", stroke_width=9))
        parts.append(tag("path", d=cross, stroke_width=5))
    place = f"translate({number(ax)} {number(ay)}) rotate({number(degrees(turn))})"
    return tag("g", *parts, transform=place, stroke=colour, fill="none", stroke_linecap="round")
