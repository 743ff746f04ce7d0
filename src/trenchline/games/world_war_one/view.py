"""What a side sees. The game hides nothing: both sides see the whole map and all points."""

from __future__ import annotations

from trenchline.games.world_war_one.components import (
    ALLIED,
    CENTRAL,
    CODES,
    COUNTERS,
    GRID,
    NATIONS,
    NEUTRAL,
    SIDES,
    TU,
    TURNS,
)
from trenchline.games.world_war_one.notation import BOXES
from trenchline.games.world_war_one.state import ABSENT, State
from trenchline.games.world_war_one.supply import passable, unsupplied_units
from trenchline.games.world_war_one.victory import tally
from trenchline.games.world_war_one.zones import zone
from trenchline.kernel.play import decision
from trenchline.kernel.view import PanelView, PieceView, TrackView, View

_BOX_NAMES = {place: name for name, place in BOXES.items()}
_SIDE_NAMES = (*SIDES, "Neutral", "")


def view(state: State, side: int | None = None) -> View:
    """The position as a side (or a spectator) may see it."""
    asking = decision(state) if state.stack else None
    return View(
        turn=f"{state.turn}: {TURNS[state.turn - 1]}",
        phase=type(asking).__name__ if asking else "The end",
        who=SIDES[asking.who(state)] if asking else "",
        prompt=asking.prompt(state) if asking else "The war is over.",
        pieces=_pieces(state),
        tracks=_tracks(state),
        panels=_panels(state),
        overlays={
            "Allied zones": tuple(GRID.labels(zone(state, ALLIED))),
            "Central zones": tuple(GRID.labels(zone(state, CENTRAL))),
            "Allied lines": tuple(GRID.labels(passable(state, ALLIED))),
            "Central lines": tuple(GRID.labels(passable(state, CENTRAL))),
            "intact forts": tuple(GRID.labels(state.intact)),
        },
    )


def _pieces(state: State) -> tuple[PieceView, ...]:
    starving = set(unsupplied_units(state))
    pieces = []
    for number, unit in enumerate(COUNTERS):
        place = state.where[number]
        if place == ABSENT:
            continue
        marks = []
        if number in starving:
            marks.append("out of supply")
        if state.ready >> number & 1:
            marks.append("ready")
        pieces.append(
            PieceView(
                unit.key,
                unit.name,
                CODES[unit.nation],
                _SIDE_NAMES[state.status[unit.nation]],
                "armour" if unit.kind == "tank" else "infantry",
                "XXXX",
                f"{unit.attack}-{unit.defence}",
                GRID.label(place) if place >= 0 else _BOX_NAMES[place],
                tuple(marks),
            )
        )
    return tuple(pieces)


def _tracks(state: State) -> tuple[TrackView, ...]:
    tracks = [TrackView("Game-Turn", state.turn, note=TURNS[state.turn - 1])]
    for nation, status in enumerate(state.status):
        if CODES[nation] in ("MN", "AB"):
            continue
        note = "not at war" if status >= NEUTRAL else ""
        if nation == TU and state.borrowed:
            note = f"{state.borrowed} borrowed"
        tracks.append(
            TrackView(f"{NATIONS[nation].name} CRP", state.crp[nation], _SIDE_NAMES[status], note)
        )
    return tuple(tracks)


def _panels(state: State) -> tuple[PanelView, ...]:
    panels = []
    for side, name in enumerate(SIDES):
        items = tally(state, side)
        total = sum(points for _, points in items)
        lines = [f"{points} {what}" for what, points in items]
        panels.append(PanelView(f"{name} victory points: {total}", tuple(lines)))
    return tuple(panels)
