"""Whole maps, put together from their layers."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Collection, Mapping

from trenchline.atlas import counters, furniture, layers
from trenchline.atlas.sheet import Sheet
from trenchline.atlas.svg import number, tag
from trenchline.kernel.view import View


def picture_data(sheet: Sheet) -> str | None:
    """The painted background as a data URL, so that the drawing stands alone."""
    file = sheet.folder / sheet.style.picture
    if not file.is_file():
        return None
    return "data:image/webp;base64," + b64encode(file.read_bytes()).decode("ascii")


def ground(sheet: Sheet, standing: Mapping[str, Collection[str]] | None = None) -> list[str]:
    """Everything over the picture and under the counters, from the ground up."""
    return [
        layers.washes(sheet),
        layers.terrain(sheet),
        layers.borders(sheet),
        layers.grid(sheet),
        layers.lettering(sheet),
        layers.hexsides(sheet),
        layers.lines_of_facts(sheet),
        layers.places(sheet, standing),
    ]


def draw(sheet: Sheet, view: View | None = None, href: str | None = None) -> str:
    """The map as one SVG, with the counters of a view if there is one.

    ``href`` is where the painted background is found; without it the map stands on plain paper.
    """
    width, height = sheet.size
    parts = [
        layers.picture(sheet, href),
        *ground(sheet, view.overlays if view else None),
        furniture.boxes(sheet),
        furniture.heading(sheet),
        furniture.legend(sheet),
        furniture.compass(sheet),
    ]
    if view is not None:
        parts.append(counters.counters(sheet, view))
    parts.append(furniture.frame(sheet))
    return tag(
        "svg",
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width,
        height=height,
    )
