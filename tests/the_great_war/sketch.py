"""Small maps for tests: a field of 8 by 8 hexes, clear but for what a test draws on it.

Columns are counted from the right as on the printed map, so 0101 is the upper right corner. The
eastern half (columns 01-04) is Austrian, the western half (05-08) Italian.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from trenchline.games.the_great_war.components import Counter, Face
from trenchline.games.the_great_war.tables import HEXSIDES
from trenchline.games.the_great_war.theatre import Theatre
from trenchline.kernel.bits import members
from trenchline.kernel.board import Board, Place
from trenchline.kernel.hexes import Grid

GRID = Grid("pointy", "odd", "RRCC", (1, 8), (1, 8), "right")
BORDER = 4
"""The last Austrian column."""
SIDES = (*HEXSIDES, "road", "rail_low", "rail_high")


def counter(
    key: str,
    rating: str = "6-9-5",
    kind: str = "rifle",
    size: str = "division",
    support: str = "",
    back: str = "",
    nation: str = "",
    **more: Any,
) -> Counter:
    """A counter by its rating; nation from its key, support as most units of its size have it."""
    support = support or (
        "full" if size in ("division", "artillery_hq") or "art" in kind else "none"
    )
    front = _face(rating, size, support)
    cadre = _face(back, "cadre", "none") if back else None
    return Counter(
        key, nation or key[:2], kind, front, cadre, "cadre" if back else "", name=key, **more
    )


def _face(rating: str, size: str, support: str) -> Face:
    *strengths, movement = map(int, rating.split("-"))
    return Face(strengths[0], strengths[-1], movement, size, support)


def sketch(
    terrain: Mapping[str, str] | None = None,
    sides: Mapping[str, str] | None = None,
    places: Sequence[tuple[str, str] | tuple[str, str, int]] = (),
    counters: Sequence[Counter] = (),
    set_up: Mapping[str, str] | None = None,
    edges: Mapping[str, str] | None = None,
    zones: Mapping[str, str] | None = None,
    **scenario: Any,
) -> Theatre:
    """A theatre with this terrain by hex, these kinds of hexsides (``"0304/0305": "river road"``),
    places (hex, kind, value) and counters; whatever else is said goes into its scenario."""
    facts = {}
    for hex_ in members(GRID.everywhere):
        label = GRID.label(hex_)
        kind = (terrain or {}).get(label, "clear")
        country = "AH" if GRID.column_row(hex_)[0] <= BORDER else "IT"
        facts[hex_] = {
            "hex": label,
            "country": "" if kind == "sea" else country,
            "terrain": kind,
            "zone": (zones or {}).get(label, "D"),
            "edge": (edges or {}).get(label, ""),
        }
    drawn: dict[str, list[int]] = {kind: [0] * 6 for kind in SIDES}
    for pair, kinds in (sides or {}).items():
        one, other = (GRID.hex(label) for label in pair.split("/"))
        for kind in kinds.split():
            direction = GRID.direction(one, other)
            drawn[kind][direction] |= 1 << one
            drawn[kind][(direction + 3) % 6] |= 1 << other
    stand = []
    for label, kind, *value in places:
        hex_ = GRID.hex(label)
        owner = facts[hex_]["country"]
        number = int(value[0]) if value else 1
        stand.append(Place(hex_, kind, label, owner, number, "rulebook", ""))
    told: dict[str, Any] = {
        "turns": ["Oct II 17", "Nov I 17"],
        "weather": {"Oct II 17": "clear", "Nov I 17": "clear"},
        "nations": ["IT", "AH"],
        **scenario,
    }
    board = Board(GRID, facts, drawn, {}, stand)
    begins = {key: GRID.hex(label) for key, label in (set_up or {}).items()}
    return Theatre("sketch", board, tuple(counters), told, begins)
