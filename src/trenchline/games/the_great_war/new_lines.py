"""Rule 13A1f and 13B3: roads and railways that are built during play, and lines that do not exist
yet [7.1].

The lines of a map are facts of its theatre, which never changes. When a line is built the state
takes a theatre with that line in place of the old one; the same lines make the same theatre.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from trenchline.games.the_great_war.landscape import LINES
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.theatre import Theatre
from trenchline.kernel.hexes import Hex

Hexside = tuple[Hex, Hex]
"""The lower hex first."""
NO_LINE = ""
RANK = {NO_LINE: 0, "road": 1, "rail_low": 2, "rail_high": 3}
"""A railway is a road too, and one of high volume also of low."""


def line_between(theatre: Theatre, one: Hex, other: Hex) -> str:
    """The best line that crosses a hexside, or none."""
    direction = theatre.board.grid.direction(one, other)
    kinds = [kind for kind in LINES if theatre.has_side(one, direction, kind)]
    return max(kinds, key=lambda kind: RANK[kind], default=NO_LINE)


@lru_cache(maxsize=256)
def with_lines(
    base: Theatre,
    lines: frozenset[tuple[Hexside, str]],
    gauges: frozenset[tuple[Hex, str]] = frozenset(),
) -> Theatre:
    """A theatre with some lines more, or without some, and other gauges in some hexes."""
    grid = base.board.grid
    sides = {kind: list(hexes) for kind, hexes in base.board.sides.items()}
    for (one, other), kind in lines:
        for here, there in ((one, other), (other, one)):
            direction = grid.direction(here, there)
            for line in LINES:
                sides.setdefault(line, [0] * 6)[direction] &= ~(1 << here)
            if kind != NO_LINE:
                sides[kind][direction] |= 1 << here
    scenario = dict(base.scenario)
    if gauges:
        scenario["gauges"] = _regauged(base, dict(gauges))
    return replace(base, board=replace(base.board, sides=sides), scenario=scenario, base=base)


def _regauged(base: Theatre, gauges: Mapping[Hex, str]) -> dict[str, list[str]]:
    """[13B3a] The rail hexes of each gauge but the standard one."""
    label = base.board.grid.label
    told = base.scenario.get("gauges", {})
    changed = {label(hex_) for hex_ in gauges}
    found = {
        gauge: [hex_ for hex_ in labels if hex_ not in changed]
        for gauge, labels in told.items()
        if gauge != "source"
    }
    for hex_, gauge in gauges.items():
        if gauge != STANDARD:
            found.setdefault(gauge, []).append(label(hex_))
    return found


STANDARD = "standard"


def relay(state: State) -> None:
    """The state gets the theatre with all that has been built."""
    base = state.theatre.base or state.theatre
    if not state.laid and not state.regauged:
        state.theatre = base
        return
    state.theatre = with_lines(
        base, frozenset(state.laid.items()), frozenset(state.regauged.items())
    )


def lay(state: State, one: Hex, other: Hex, kind: str) -> None:
    """[13A1f] [13B3b] [13B3c] A line is built over a hexside."""
    state.laid[min(one, other), max(one, other)] = kind
    relay(state)


def regauge(state: State, hex_: Hex, gauge: str) -> None:
    """[13B3a] The line in a hex gets another gauge."""
    state.regauged[hex_] = gauge
    relay(state)


def unbuilt(theatre: Theatre) -> Theatre:
    """[7.1] The theatre of a scenario without the lines beyond its railheads and roadheads."""
    pairs = theatre.scenario.get("unbuilt", {}).get("lines", ())
    if not pairs:
        return theatre
    hex_ = theatre.board.grid.hex
    sides = [tuple(sorted((hex_(pair[:4]), hex_(pair[5:])))) for pair in pairs]
    gone = frozenset(((one, other), NO_LINE) for one, other in sides)
    return replace(with_lines(theatre, gone), base=None)
