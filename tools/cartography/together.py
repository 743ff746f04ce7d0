"""Sheets that join: fitted and painted as one map and cut apart, so that no seam shows.

Their folder has one ``georef.toml``, ``pins.csv``, ``paint.toml`` and ``style.toml`` for all.
A sheet of another scale has its own, and is painted by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import cast

from PIL import Image

from tools.cartography.painter import Painter
from trenchline.kernel.bits import members
from trenchline.kernel.board import Board
from trenchline.kernel.hexes import Grid
from trenchline.kernel.joined import load_joined
from trenchline.kernel.sheets import Sheet, SheetGrid


def load_together(folder: Path) -> Board:
    """The sheets that join, as one board on a plain grid with one numbering."""
    joined = load_joined(folder)
    laid = cast(SheetGrid, joined.grid)
    sheets = sheets_together(folder, laid)
    hexes = 0
    for sheet in sheets:
        hexes |= laid.on(sheet.name)
    numbering = sheets[0].grid.numbering
    return Board(
        Grid(laid.orientation, laid.lower, numbering, laid.columns, laid.rows),
        {h: joined.facts[h] for h in members(joined.hexes & hexes)},
        {kind: [side & hexes for side in sides] for kind, sides in joined.sides.items()},
        {key: name for key, name in joined.side_names.items() if hexes >> key[0] & 1},
        [place for place in joined.places if hexes >> place.hex & 1],
    )


def sheets_together(folder: Path, laid: SheetGrid) -> list[Sheet]:
    """The sheets that do not lie on the globe in a way of their own."""
    return [s for s in laid.sheets if not (folder / s.name / "georef.toml").is_file()]


def cut(
    folder: Path, painter: Painter, picture: Image.Image
) -> Iterator[tuple[Path, Image.Image, tuple[float, float], tuple[float, float]]]:
    """For each sheet its folder, its part of the picture, and where its paper begins and how large
    it is."""
    laid = cast(SheetGrid, load_joined(folder).grid)
    scale, margin = painter.scale, painter.plan.margin
    for sheet in sheets_together(folder, laid):
        corner, size = laid.corner(sheet), _size(sheet.grid)
        left, top = (start * scale for start in corner)
        wide, high = ((length + 2 * margin) * scale for length in size)
        box = (left, top, min(left + wide, picture.width), min(top + high, picture.height))
        part = picture.resize((round(wide), round(high)), Image.Resampling.LANCZOS, box)
        yield folder / sheet.name, part, corner, size


def _size(grid: Grid) -> tuple[float, float]:
    """Width and height of the paper of a grid, as the drawing measures it."""
    wide = grid.columns[1] - grid.columns[0] + 1
    high = grid.rows[1] - grid.rows[0] + 1
    root = 3**0.5
    if grid.orientation == "flat":
        return wide * 1.5 + 0.5, (high + 0.5) * root
    return (wide + 0.5) * root, high * 1.5 + 0.5
