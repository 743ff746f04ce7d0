"""A map for tests of sections 35 and 36: the Danube runs between rows 05 and 06."""

from __future__ import annotations

from tests.der_weltkrieg.table import Sketch
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Grid

NORTH_BANK = 5


def _danube() -> dict[str, str]:
    grid = Grid("flat", "even", "CCRR", (1, 10), (1, 10))
    found = {}
    for hex_ in members(grid.everywhere):
        for shift in grid.shifts:
            there = hex_ + shift
            if there >= 0 and grid.everywhere >> there & 1:
                one, other = grid.column_row(hex_)[1], grid.column_row(there)[1]
                if one <= NORTH_BANK < other:
                    found[f"{grid.label(hex_)}/{grid.label(there)}"] = "danube"
    return found


DANUBE = _danube()
RIVER = Sketch(DANUBE)
