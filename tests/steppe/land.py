"""The land of the Steppe: three maps of sixteen hundred hexes, drawn up anew for every run.

The pictures take seconds to paint; who wants to see the maps paints them (``paint_all``).

Two sheets join, a third of another scale is laid apart, and a box of the chart leads from the one
to the other. Each sheet has woods, hills, rivers, towns, a style, and a picture that is painted as
finely as those of the games people play: grain in every pixel, so that it does not pack well.
"""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
from PIL import Image

COLUMNS, ROWS = 40, 40
SHEETS = {"west": ("W", 0, 0, "20 km"), "east": ("E", 40, 0, "20 km"), "far": ("F", 0, 44, "80 km")}
TERRAIN = ("clear", "clear", "clear", "woods", "hills")
PIXELS = (3000, 3400)
"""Of a picture: as many as a sheet of forty by forty hexes needs to be sharp."""
BOARD = f"""\
[grid]
orientation = "flat"
lower = "even"
numbering = "CCRR"
columns = [1, {COLUMNS}]
rows = [1, {ROWS}]

[words]
terrain = ["clear", "woods", "hills"]
side = ["river"]
place = ["town"]
"""
STYLE = """\
[heading]
title = "The Steppe"
at = [2.0, 2.0]

[countries]

[facts.terrain]
woods = { mark = "trees", title = "Woods", colour = "#4c6b3c", fill = "#6f9a58", strength = 0.22 }
hills = { mark = "hills", title = "Hills", colour = "#6b4a28" }

[sides]
river = { mark = "river", title = "River", colour = "#4f87a6" }

[places]
town = { mark = "town", title = "Town", label = "town", rank = 1 }
"""


def lay_out(folder: Path) -> Path:
    """Write the ``map/`` folder of the Steppe."""
    folder.mkdir(parents=True)
    told = []
    for number, (name, (prefix, right, down, scale)) in enumerate(SHEETS.items()):
        told += ["[[sheets]]", f'name = "{name}"', f'title = "The {name.title()}"']
        told += [f'prefix = "{prefix}"', f"moved = [{right}, {down}]", f'scale = "{scale}"']
        _draw_up(folder / name, random.Random(number))
    told += ["[words]", 'kind = ["road"]', 'link = ["caravan"]']
    _write(folder / "sheets.toml", told)
    _write(folder / "boxes.csv", ["box,title,kind,source,note", "Road,The Road,road,history,"])
    links = ["from,to,kind,one_way,source,note"]
    links += ["E2040,Road,caravan,,history,", "Road,F2001,caravan,,history,"]
    _write(folder / "links.csv", links)
    return folder


def _draw_up(folder: Path, rng: random.Random) -> None:
    """The facts of one sheet."""
    folder.mkdir()
    hexes = ["hex,terrain,source,note"]
    sides = ["hex,neighbour,kind,name,source,note"]
    towns = ["hex,kind,name,owner,value,source,note"]
    for column in range(1, COLUMNS + 1):
        for row in range(1, ROWS + 1):
            label = f"{column:02}{row:02}"
            hexes.append(f"{label},{rng.choice(TERRAIN)},reconstructed,")
            if row < ROWS and rng.random() < 0.15:
                sides.append(f"{label},{column:02}{row + 1:02},river,The Don,history,")
            if rng.random() < 0.05:
                towns.append(f"{label},town,Town {label},,1,history,")
    _write(folder / "hexes.csv", hexes)
    _write(folder / "hexsides.csv", sides)
    _write(folder / "places.csv", towns)
    (folder / "board.toml").write_text(BOARD, encoding="utf-8")
    (folder / "style.toml").write_text(STYLE, encoding="utf-8")


def paint_all(folder: Path) -> None:
    """The picture of each sheet."""
    for number, name in enumerate(SHEETS):
        paint(folder / name / "background.webp", number)


def paint(file: Path, seed: int) -> None:
    """A picture of land: broad shapes, finer and finer ones within, and the grain of paper."""
    rng = np.random.default_rng(seed)
    wide, high = PIXELS
    height = np.zeros((high, wide), np.float32)
    for cells in (6, 24, 96, 400, 1600):
        coarse = rng.normal(0, 1, (cells, cells)).astype(np.float32)
        smooth = Image.fromarray(coarse).resize(PIXELS, Image.Resampling.BICUBIC)
        height += np.asarray(smooth) * (2 / cells**0.33)
    height += rng.normal(0, 0.2, height.shape)
    colours = [120 + 28 * height, 128 + 22 * height, 96 + 18 * height]
    pixels = np.clip(np.stack(colours, axis=2), 0, 255).astype(np.uint8)
    Image.fromarray(pixels).save(file, "WEBP", quality=80, method=2)


def _write(file: Path, lines: list[str]) -> None:
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
