"""``python -m tools.cartography COMMAND MAP``: fit, propose, paint, check."""

from __future__ import annotations

import argparse
import csv
import sys
from pathlib import Path

from PIL import Image

from tools.cartography.check import check
from tools.cartography.coast import coast_path
from tools.cartography.geography import Geography
from tools.cartography.georef import fit, georef_text, read_georef, read_pins
from tools.cartography.painter import Painter, Plan, Wash, save
from tools.cartography.propose import HEX_FIELDS, SIDE_FIELDS, propose
from tools.cartography.together import cut, load_together
from trenchline.atlas.style import told_style
from trenchline.kernel.board import Board, load_board, load_grid
from trenchline.kernel.data import read_toml
from trenchline.kernel.hexes import Grid
from trenchline.kernel.joined import is_joined


def main(words: list[str] | None = None) -> int:
    """Run a command."""
    parser = argparse.ArgumentParser(prog="cartography", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, does in (
        ("fit", "fit pins.csv to the grid and write georef.toml"),
        ("propose", "propose hex facts from geography"),
        ("paint", "paint the background picture and draw the coast"),
        ("check", "compare a map with geography and with the facts its rulebook pins"),
    ):
        command = commands.add_parser(name, help=does)
        command.add_argument("map", type=Path, help="a game's map folder")
        if name != "fit":
            command.add_argument("--geo", type=Path, required=True, help="reference geography")
        if name == "fit":
            command.add_argument("--projection", help="a PROJ string; the present one if left out")
            command.add_argument("--bend", action="store_true", help="bend the map to its pins")
            command.add_argument("--stiff", type=float, help="follow all pins first, so stiffly")
            command.add_argument("--keep", action="store_true", help="only print, write nothing")
        if name in ("propose", "paint"):
            command.add_argument("--out", type=Path, help="a folder, or the picture")
        if name == "paint":
            command.add_argument("--long-side", type=int, help="pixels; paint.toml says how many")
        if name == "check":
            command.add_argument("--facts", type=Path, help="what the rulebook pins, as JSON")
    given = parser.parse_args(words)
    return {"fit": _fit, "propose": _propose, "paint": _paint, "check": _check}[given.command](
        given
    )


def open_board(folder: Path) -> Board:
    """The board of a map folder, or of all the sheets in it that join."""
    return load_together(folder) if is_joined(folder) else load_board(folder)


def _open_grid(folder: Path) -> Grid:
    return load_together(folder).grid if is_joined(folder) else load_grid(folder)


def _fit(given: argparse.Namespace) -> int:
    grid = _open_grid(given.map)
    file = given.map / "georef.toml"
    present = read_toml(file) if file.is_file() else {}
    projection = given.projection or present.get("projection")
    if projection is None:
        print("a new map needs --projection", file=sys.stderr)
        return 1
    stiff = present.get("stiff", 0.0) if given.stiff is None else given.stiff
    georef = fit(grid, projection, read_pins(given.map / "pins.csv"), stiff)
    misses = sorted(georef.residuals().items(), key=lambda item: -item[1])
    rms = (sum(miss**2 for _, miss in misses) / len(misses)) ** 0.5
    print(f"{len(misses)} pins, {georef.hex_km:.1f} km a hex, north {georef.north:.1f} degrees")
    print(f"{'after bending, ' if given.bend else ''}{rms:.2f} hex from the middle (rms)")
    for name, miss in misses[:10]:
        print(f"  {name}: {miss:.2f}")
    if not given.keep:
        comment = f"Fitted to pins.csv by tools/cartography: {len(misses)} towns."
        file.write_text(georef_text(georef, given.bend, comment), encoding="utf-8")
    return 0


def read_plan(folder: Path) -> Plan:
    """``paint.toml`` of a map folder, with the margin of its style."""
    file = folder / "paint.toml"
    settings = read_toml(file) if file.is_file() else {}
    washes = tuple(
        Wash(w["kind"], [(lon, lat) for lon, lat in w["outline"]], w.get("strength", 0.6))
        for w in settings.pop("wash", [])
    )
    looks = told_style(folder) if (folder / "style.toml").is_file() else {}
    tints = {code: country["colour"] for code, country in looks.get("countries", {}).items()}
    given = {"margin": looks.get("margin", 0.6), "tints": tints, **settings, "washes": washes}
    return Plan(**given)


def _paint(given: argparse.Namespace) -> int:
    board = open_board(given.map)
    georef = read_georef(given.map, board.grid)
    plan = read_plan(given.map)
    if given.long_side:
        plan = Plan(**{**vars(plan), "long_side": given.long_side})
    painter = Painter(board, georef, Geography(given.geo), plan)
    picture = painter.paint()
    if is_joined(given.map):
        for folder, part, corner, size in cut(given.map, painter, picture):
            out = (given.out or given.map) / folder.name / "background.webp"
            _keep(out, part, coast_path(georef, painter.geography, plan.margin, corner, size))
        return 0
    out = given.out or given.map / "background.webp"
    _keep(out, picture, coast_path(georef, painter.geography, plan.margin))
    return 0


def _keep(out: Path, picture: Image.Image, coast: str) -> None:
    out.parent.mkdir(parents=True, exist_ok=True)
    quality = save(picture, out)
    out.with_name("coast.path").write_text(coast, encoding="utf-8")
    size = f"{picture.width} x {picture.height}, {out.stat().st_size / 1e6:.2f} MB"
    print(f"{out}: {size}, quality {quality}")


def _propose(given: argparse.Namespace) -> int:
    grid = _open_grid(given.map)
    georef = read_georef(given.map, grid)
    hexes, sides = propose(grid, georef, Geography(given.geo))
    out = given.out or given.map / "proposal"
    out.mkdir(parents=True, exist_ok=True)
    for name, fields, rows in (
        ("hexes.csv", HEX_FIELDS, hexes),
        ("hexsides.csv", SIDE_FIELDS, sides),
    ):
        with (out / name).open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, fields, lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
        print(f"{out / name}: {len(rows)} rows")
    return 0


def _check(given: argparse.Namespace) -> int:
    board = open_board(given.map)
    georef = read_georef(given.map, board.grid)
    findings = check(board, georef, Geography(given.geo), given.facts)
    for finding in findings:
        print(finding)
    wrong = sum(finding.startswith("rulebook") for finding in findings)
    print(f"{len(findings)} to look at, {wrong} against the rulebook")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
