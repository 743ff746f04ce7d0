"""Scenarios that are folders: each with its ``scenario.toml`` and a map, its own or another's."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from trenchline.kernel.board import Board, load_grid
from trenchline.kernel.data import File, read_toml
from trenchline.kernel.game import Map, Scenario
from trenchline.kernel.hexes import Grid

TOLD = "scenario.toml"


def scenario_folders(folder: File, begins: Callable[[Mapping[str, Any]], Any]) -> dict[str, File]:
    """The scenarios in a folder, in the order in which they begin; ``begins`` reads that from what
    is told of one."""
    found = {one.name: one for one in folder.iterdir() if one.is_dir() and (one / TOLD).is_file()}
    first = {name: begins(read_toml(one / TOLD)) for name, one in found.items()}
    return {name: found[name] for name in sorted(found, key=lambda name: (first[name], name))}


def map_folder(folders: Mapping[str, File], name: str) -> File:
    """The map of a scenario: its own, or that of the scenario it names."""
    return folders[read_toml(folders[name] / TOLD).get("map", name)] / "map"


def told_scenarios(folders: Mapping[str, File]) -> tuple[Scenario, ...]:
    """The scenarios as their folders tell of them."""
    told = {name: read_toml(folder / TOLD) for name, folder in folders.items()}
    return tuple(Scenario(name, one["title"], one["summary"]) for name, one in told.items())


def scenario_maps(folders: Mapping[str, File], board_of: Callable[[str], Board]) -> dict[str, Map]:
    """The map of each scenario, with the folder of its style and picture."""
    return {name: Map(board_of(name), Path(str(map_folder(folders, name)))) for name in folders}


def common_grid(folders: Mapping[str, File], *, close: bool = False) -> Grid:
    """One grid around the maps of all scenarios, which are parts of one printed map; ``close``
    leaves out the widest stretch between them that lies on none."""
    grids = [load_grid(map_folder(folders, name)) for name in folders]
    return Grid(
        grids[0].orientation,
        grids[0].lower,
        grids[0].numbering,
        (min(grid.columns[0] for grid in grids), max(grid.columns[1] for grid in grids)),
        (min(grid.rows[0] for grid in grids), max(grid.rows[1] for grid in grids)),
        grids[0].columns_from,
        _between(grids) if close else None,
    )


def _between(grids: Sequence[Grid]) -> tuple[int, int] | None:
    """The most lines on end that lie on no map: one less, or two, so that they are an even number
    and a line stays free between the maps."""
    spans = sorted(grid.columns if grid.orientation == "flat" else grid.rows for grid in grids)
    widest = None
    end = spans[0][1]
    for first, last in spans[1:]:
        # From two lines behind the map before; from three where that would be an odd number.
        free = end + 2 + (first - end) % 2
        if first > free and (widest is None or first - free > widest[1] - widest[0] + 1):
            widest = free, first - 1
        end = max(end, last)
    return widest
