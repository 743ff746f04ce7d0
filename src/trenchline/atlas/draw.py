"""Whole maps, put together from their layers."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Collection, Mapping, Sequence

from trenchline.atlas import counters, furniture, layers
from trenchline.atlas.sheet import SIDE, Sheet
from trenchline.atlas.style import Area
from trenchline.atlas.svg import number, tag
from trenchline.kernel.hexes import Hex
from trenchline.kernel.looks import Box, NationLook
from trenchline.kernel.view import View

Standing = Mapping[str, Collection[str]]


def picture_data(sheet: Sheet) -> str | None:
    """The painted background as a data URL, so that the drawing stands alone."""
    file = sheet.folder / sheet.style.picture
    if not file.is_file():
        return None
    return "data:image/webp;base64," + b64encode(file.read_bytes()).decode("ascii")


def picture_box(sheet: Sheet, unit: float = 1.0) -> tuple[float, float, float, float]:
    """Where the picture lies: x, y, width and height when the side of a hex is ``unit``."""
    margin = sheet.style.margin * unit
    width, height = (length / SIDE * unit for length in sheet.size)
    return -margin, -margin, width, height


def ground(sheet: Sheet, standing: Standing | None = None) -> str:
    """Everything over the picture and under the counters, from the ground up."""
    return "".join(
        (
            layers.terrain(sheet),
            layers.borders(sheet),
            layers.grid(sheet),
            layers.lettering(sheet),
            layers.hexsides(sheet),
            layers.numbers(sheet),
            layers.lines_of_facts(sheet),
            layers.places(sheet, standing),
        )
    )


def around(sheet: Sheet) -> str:
    """Title, legend, compass and boxes."""
    return "".join(
        (
            furniture.boxes(sheet),
            furniture.heading(sheet),
            furniture.legend(sheet),
            furniture.compass(sheet),
        )
    )


def overlay(
    sheet: Sheet, unit: float = 1.0, width: float | None = None, height: float | None = None
) -> str:
    """The drawing without picture and counters, for the table in the browser.

    The side of a hex is ``unit`` and the upper left of the hexes is (0, 0), as in ``Grid.centre``;
    ``width`` and ``height`` are those of the whole table, if it is more than the map.
    """
    x, y, wide, high = picture_box(sheet, unit)
    box = (0, 0, wide + 2 * x, high + 2 * y)
    return tag(
        "svg",
        tag(
            "g",
            layers.land_clip(sheet),
            ground(sheet),
            around(sheet),
            transform=f"translate({number(x)} {number(y)}) scale({unit / SIDE:.6f})",
        ),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width or box[2])} {number(height or box[3])}",
        overflow="visible",
    )


def part_between(sheet: Sheet, one: Hex, other: Hex) -> Area:
    """The part of a map that has two hexes at its corners, whole: x, y, width and height."""
    corners = [corner for hex_ in (one, other) for corner in sheet.corners(hex_)]
    across, down = zip(*corners, strict=True)
    return min(across), min(down), max(across) - min(across), max(down) - min(down)


def draw(
    sheet: Sheet,
    view: View | None = None,
    href: str | None = None,
    nations: Mapping[str, NationLook] | None = None,
    boxes: Sequence[Box] = (),
    part: Area | None = None,
) -> str:
    """The map as one SVG, with the counters of a view if there is one.

    ``href`` is where the painted background is found; without it the map stands on plain paper.
    ``nations`` colours the counters, and ``boxes`` are those that the game keeps beside the map.
    ``part`` is what is shown of it, if not all.
    """
    width, height = sheet.size
    parts = [
        layers.land_clip(sheet),
        layers.picture(sheet, href),
        ground(sheet, view.overlays if view else None),
        around(sheet),
    ]
    if view is not None:
        parts.append(counters.counters(sheet, view, nations))
    parts.append(furniture.frame(sheet))
    if view is not None and part is None:
        tray, deep = counters.tray(sheet, view, boxes, nations)
        parts.append(tray)
        height += deep
    x, y, width, height = part or (0.0, 0.0, width, height)
    return tag(
        "svg",
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(number(length) for length in (x, y, width, height)),
        width=width,
        height=height,
    )
