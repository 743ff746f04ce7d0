"""Chapter 10: what each side sees.

The top unit of every stack is seen by all, those below only by their owner, except in a battle that
involves the stack, and by those allowed to look [32.5] [38.5]. Numbers are public [R35].
"""

from __future__ import annotations

from trenchline.games.kaisers_war.battle import Battle
from trenchline.games.kaisers_war.components import (
    AIR,
    ALLIED,
    BOXES,
    CENTRAL,
    CODES,
    COUNTERS,
    GRID,
    SIDES,
    TURNS,
)
from trenchline.games.kaisers_war.control import controlled, zone
from trenchline.games.kaisers_war.state import BOX, DEAD, FLEET, OUT, POOL, State, due_turn
from trenchline.games.kaisers_war.strength import within_range
from trenchline.games.kaisers_war.supply import in_general_supply
from trenchline.games.kaisers_war.victory import income
from trenchline.kernel.hexes import Hexes
from trenchline.kernel.play import decision
from trenchline.kernel.view import PanelView, PieceView, TrackView, View

_SIDE_NAMES = (*SIDES, "Neutral")
_SYMBOLS = {
    "hq": "hq",
    "tactical_air": "air",
    "strategic_air": "air",
    "fortified_zone": "fort",
    "garrison": "garrison",
    "cavalry_corps": "cavalry",
    "cavalry_army": "cavalry",
    "tank_corps": "armour",
    "tank_army": "armour",
    "mech_corps": "mechanized",
    "mech_army": "mechanized",
    "alpine_corps": "mountain",
    "alpine_army": "mountain",
    "bombardment": "naval",
    "amphibious": "naval",
}


def in_battle(state: State) -> set[int]:
    """The units of a battle that has been joined: both sides see them [10.1]."""
    for step in reversed(state.stack):
        battle = getattr(step, "battle", None)
        if isinstance(battle, Battle) and battle.defenders:
            return {*battle.attackers, *battle.defenders, *battle.supports}
    return set()


def sees(state: State, side: int | None, unit: int, open_units: set[int]) -> bool:
    """Whether a side knows what a unit is."""
    owner = state.side_of(unit)
    if side == owner:
        return True
    place = state.where[unit]
    if place < 0:
        return False
    if state.stacks[place][0] == unit or unit in open_units or COUNTERS[unit].guerrilla:
        return True
    return side is not None and bool(looked_at(state, side) >> place & 1)


def looked_at(state: State, side: int) -> Hexes:
    """The hexes a side may look into: by psywar, and from the air [38.5]."""
    hexes = state.lookers.get(side, 0)
    if "air" in state.options:
        for unit, counter in enumerate(COUNTERS):
            if counter.front.type not in AIR or state.side_of(unit) != side:
                continue
            if state.where[unit] >= 0 and in_general_supply(state, unit):
                for hex_ in state.stacks:
                    if state.held[1 - side] >> hex_ & 1 and within_range(state, unit, hex_):
                        hexes |= 1 << hex_
    return hexes


def view(state: State, side: int | None = None) -> View:
    """The position as a side (or a spectator) may see it."""
    asking = decision(state) if state.stack else None
    over = not state.stack
    return View(
        turn=f"{state.turn}: {TURNS[state.turn - 1]}",
        phase=type(asking).__name__ if asking else "The end",
        who=SIDES[asking.who(state)] if asking else "",
        prompt=_prompt(state, side) if asking else "The war is over.",
        pieces=_pieces(state, side, over),
        tracks=_tracks(state),
        panels=_panels(state, side, over),
        overlays={
            "Allied zones": tuple(GRID.labels(zone(state, ALLIED))),
            "Central zones": tuple(GRID.labels(zone(state, CENTRAL))),
            "Allied control": tuple(GRID.labels(controlled(state, ALLIED))),
            "Central control": tuple(GRID.labels(controlled(state, CENTRAL))),
        },
    )


def _prompt(state: State, side: int | None) -> str:
    asking = decision(state)
    if side == asking.who(state):
        return asking.prompt(state)
    return f"{SIDES[asking.who(state)]} decides"


def _pieces(state: State, side: int | None, over: bool) -> tuple[PieceView, ...]:
    open_units = in_battle(state)
    pieces = []
    hidden = 0
    for hex_, stack in sorted(state.stacks.items()):
        for depth, unit in enumerate(stack):
            owner = _SIDE_NAMES[state.side_of(unit)]
            place = GRID.label(hex_)
            if not over and not sees(state, side, unit, open_units):
                hidden += 1
                key = f"?{place}-{depth}"
                pieces.append(PieceView(key, "", "", owner, "unknown", "", "", place))
                continue
            pieces.append(_piece(state, unit, owner, place))
    for unit, box in enumerate(state.where):
        if box in BOX and (over or state.side_of(unit) == side):
            owner = _SIDE_NAMES[state.side_of(unit)]
            pieces.append(_piece(state, unit, owner, BOXES[BOX.index(box)]))
    return tuple(pieces)


def _piece(state: State, unit: int, owner: str, place: str) -> PieceView:
    counter = COUNTERS[unit]
    face = state.face(unit)
    attack = f"({face.attack})" if counter.is_support else str(face.attack)
    arrow = "►" if face.shock else "-"
    marks = ["shock"] if face.shock else []
    if state.ready >> unit & 1:
        marks.append("ready")
    return PieceView(
        counter.key,
        counter.name,
        CODES[counter.nation],
        owner,
        _SYMBOLS.get(face.type, "infantry"),
        "XXXX" if face.is_army and counter.size != "XXXXX" else counter.size,
        f"{attack}{arrow}{face.defence}-{face.movement}",
        place,
        tuple(marks),
    )


def _tracks(state: State) -> tuple[TrackView, ...]:
    tracks = [TrackView("Game Turn", state.turn, note=TURNS[state.turn - 1])]
    for side, name in enumerate(SIDES):
        note = f"{income(state, side)} a turn"
        tracks.append(TrackView(f"{name} victory points", state.vp[side], name, note))
    return tuple(tracks)


def _panels(state: State, side: int | None, over: bool) -> tuple[PanelView, ...]:
    panels = []
    for owner, name in enumerate(SIDES):
        mine = over or owner == side
        groups: dict[str, list[str]] = {}
        for unit, place in enumerate(state.where):
            if place >= 0 or place == OUT or state.side_of(unit) != owner:
                continue
            turn = due_turn(place)
            where = f"due on turn {turn}" if turn is not None else _pile(place)
            groups.setdefault(where, []).append(COUNTERS[unit].title)
        lines = []
        for where, titles in sorted(groups.items()):
            if mine:
                lines.append(f"{where}: {', '.join(titles)}")
            elif where not in ("pool", "dead pile"):
                lines.append(f"{where}: {len(titles)} units")
        panels.append(PanelView(f"{name} off the map", tuple(lines)))
    return tuple(panels)


def _pile(place: int) -> str:
    if place in BOX:
        return f"{BOXES[BOX.index(place)]} box"
    return {POOL: "pool", DEAD: "dead pile", FLEET: "fleet"}[place]
