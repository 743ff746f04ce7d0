"""A small map of where something happened, before it and after."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from trenchline.analysis.acts import Act, Reading
from trenchline.analysis.findings import MapHex
from trenchline.kernel.board import Board
from trenchline.kernel.hexes import Hex

AROUND = 3
"""So many hexes are shown in every direction."""


def small_map(reading: Reading, act: Act) -> tuple[MapHex, ...]:
    """The hexes about what an act names most, with who stood there before and after; nothing if it
    names no hex of the map."""
    match = reading.match
    told = match.game.map_of(match.scenario)
    if told is None or match.game.chronicle is None:
        return ()
    board = told.board
    named = _named(reading, act, board)
    if not named:
        return ()
    centre = named.most_common(1)[0][0]
    before = _standing(reading, reading.position(act.begins))
    after = _standing(reading, reading.position(act.ends))
    shown = []
    x, y = board.grid.centre(centre)
    for hex_ in _near(board, centre):
        at = board.grid.centre(hex_)
        name, label = board.name(hex_), board.grid.label(hex_)
        shown.append(
            MapHex(
                round(at[0] - x, 2),
                round(at[1] - y, 2),
                name.removeprefix(label).strip(),
                tuple(before.get(hex_, ())),
                tuple(after.get(hex_, ())),
                hex_ in named,
            )
        )
    return tuple(shown)


def _named(reading: Reading, act: Act, board: Board) -> Counter[Hex]:
    """How often the log of an act names each hex of the map."""
    found: Counter[Hex] = Counter()
    for turned in reading.match.history[act.begins : act.ends]:
        for note in turned.log:
            for label in note.named("hex", "way"):
                try:
                    hex_ = board.grid.hex(label)
                except (ValueError, LookupError):
                    continue
                if hex_ in board.facts:
                    found[hex_] += 1
    return found


def _near(board: Board, centre: Hex) -> Sequence[Hex]:
    x, y = board.grid.centre(centre)
    # Two neighbours lie about 1.73 lengths of a side apart.
    reach = AROUND * 1.74
    found = []
    for hex_ in board.facts:
        if board.grid.distance(centre, hex_) <= AROUND:
            a, b = board.grid.centre(hex_)
            if abs(a - x) <= reach and abs(b - y) <= reach:
                found.append(hex_)
    return found


def _standing(reading: Reading, state: Any) -> dict[Hex, list[str]]:
    """Who stands where: side and nation of each unit."""
    game = reading.match.game
    chronicle = game.chronicle
    assert chronicle is not None
    nations = chronicle.units(state).get("nation")
    found: dict[Hex, list[str]] = {}
    for unit, place in enumerate(chronicle.places(state)):
        side = state.side_of(unit) if place >= 0 else -1
        if 0 <= side < len(game.sides):
            nation = "" if nations is None else str(nations[unit])
            found.setdefault(place, []).append(f"{game.sides[side]}|{nation}")
    return found
