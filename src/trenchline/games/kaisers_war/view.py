"""Chapter 10: what each side sees of the map, the boxes and the track, and reads in the log."""

from __future__ import annotations

from functools import lru_cache

from trenchline.games.kaisers_war.air import AirStrike
from trenchline.games.kaisers_war.combat import CombatPhase, DeclareAttack, PlanBattle, StandFirm
from trenchline.games.kaisers_war.components import (
    ALLIED,
    CENTRAL,
    CODES,
    COUNTERS,
    GRID,
    NATIONS,
    SIDES,
    TURNS,
)
from trenchline.games.kaisers_war.control import controlled, zone
from trenchline.games.kaisers_war.eastern import EasternArrival
from trenchline.games.kaisers_war.endings import ending
from trenchline.games.kaisers_war.fog import in_battle, looked_at, sees
from trenchline.games.kaisers_war.mobilization import Mobilization
from trenchline.games.kaisers_war.movement import MovementPhase
from trenchline.games.kaisers_war.moves import MoveUnit
from trenchline.games.kaisers_war.orders_of_battle import to_deploy
from trenchline.games.kaisers_war.package import VERBS
from trenchline.games.kaisers_war.placement import Placement
from trenchline.games.kaisers_war.pursuit import (
    CounterPursuit,
    CounterPursuitTo,
    Pursuit,
    SecondHex,
)
from trenchline.games.kaisers_war.recruits import cost
from trenchline.games.kaisers_war.results import ChooseLoss, LoseSupports
from trenchline.games.kaisers_war.retreat import Retreat
from trenchline.games.kaisers_war.set_up import Deployment
from trenchline.games.kaisers_war.sorties import Contest
from trenchline.games.kaisers_war.state import BOX, DEAD, OUT, PILES, POOL, State
from trenchline.games.kaisers_war.victory import income
from trenchline.kernel.play import decision
from trenchline.kernel.view import FocusView, LogView, PanelView, PieceView, TrackView, View
from trenchline.kernel.whispers import heard
from trenchline.kernel.words import counted

_SIDE_NAMES = (*SIDES, "Neutral")
_NAMED_OPENLY = frozenset({"top", "support", "supply", "lose", "pursue", "contest"})
"""Verbs that name a unit which everybody sees by then."""
SECRET = frozenset(
    verb
    for verb, told in VERBS.items()
    if told.names is not None and told.names.takes == "unit" and verb not in _NAMED_OPENLY
)
"""Verbs that name a unit the enemy may not know: which one is mobilized, picked, demobilized."""
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


def tell(entry: LogView, side: int | None) -> LogView:
    """[10.1] [10.2] What a side (or a spectator) may read of a choice in the log."""
    return heard(entry, side, SIDES, SECRET)


PHASES = tuple(
    f"{side} {phase}"
    for side in reversed(SIDES)
    for phase in ("mobilization", "movement", "first combat", "second combat")
)
"""The phases of a turn in which somebody decides, in order [4.2]."""


def phase_name(state: State) -> str:
    """The phase a position is in."""
    for step in reversed(state.stack):
        if isinstance(step, Deployment):
            return "Set-up"
        if isinstance(step, Mobilization):
            return f"{SIDES[step.side]} mobilization"
        if isinstance(step, MovementPhase):
            return f"{SIDES[step.side]} movement"
        if isinstance(step, CombatPhase):
            return f"{SIDES[step.side]} {('first', 'second')[step.phase - 1]} combat"
    return f"{SIDES[state.phasing]} turn" if state.stack else "The end"


def view(state: State, side: int | None = None) -> View:
    """The position as a side (or a spectator) may see it."""
    asking = decision(state) if state.stack else None
    over = not state.stack
    return View(
        turn=f"{state.turn}: {TURNS[state.turn - 1]}",
        phase=phase_name(state),
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
        focus=_focus(state, side),
        ending=ending(state, side),
    )


def _prompt(state: State, side: int | None) -> str:
    asking = decision(state)
    if side == asking.who(state):
        return asking.prompt(state)
    return f"{SIDES[asking.who(state)]} decides"


def _focus(state: State, side: int | None) -> FocusView:
    """The units and hexes that the decision is about, as far as a side knows them."""
    units: tuple[int, ...] = ()
    hexes: tuple[int, ...] = ()
    stage = ""
    match state.stack[-1] if state.stack else None:
        case MoveUnit(unit=unit) | Placement(unit=unit) | EasternArrival(unit=unit):
            units = (unit,)
        case Deployment(side=owner):
            units = tuple(to_deploy(state, owner)[:1])
        case DeclareAttack(battle=battle) | PlanBattle(battle=battle) | StandFirm(battle=battle):
            units, hexes = (*battle.attackers, *battle.supports), (battle.target,)
            stage = "declare"
        case AirStrike(airbases=units, target=target):
            hexes, stage = (target,), "declare"
        case ChooseLoss(units=units) | LoseSupports(risked=units):
            stage = "losses"
        case Retreat(unit=unit, start=start, done=done):
            units, hexes, stage = (unit,), (start, *done), "retreat"
        case Pursuit(target=target):
            hexes, stage = (target,), "advance"
        case SecondHex(unit=unit) | CounterPursuitTo(unit=unit):
            units, stage = (unit,), "advance"
        case CounterPursuit(hexes=hexes):
            stage = "advance"
        case Contest(hex=hex_):
            hexes = (hex_,)
    open_units = in_battle(state)
    looks = 0 if side is None else looked_at(state, side)
    keys = (COUNTERS[u].key for u in units if sees(state, side, u, open_units, looks))
    return FocusView(tuple(keys), tuple(map(GRID.label, hexes)), stage)


def _pieces(state: State, side: int | None, over: bool) -> tuple[PieceView, ...]:
    open_units = in_battle(state)
    looks = 0 if side is None else looked_at(state, side)
    pieces = []
    hidden = 0
    for hex_, stack in sorted(state.stacks.items()):
        # Whoever draws them lays each on those before it.
        for depth, unit in reversed([*enumerate(stack)]):
            owner = _SIDE_NAMES[state.side_of(unit)]
            place = GRID.label(hex_)
            if not over and not sees(state, side, unit, open_units, looks):
                hidden += 1
                key = f"?{place}-{depth}"
                pieces.append(PieceView(key, "", "", owner, "unknown", "", "", place))
                continue
            pieces.append(_piece(state, unit, owner, place))
    for unit, box in enumerate(state.where):
        if box < 0 and box != OUT and (over or state.side_of(unit) == side):
            owner = _SIDE_NAMES[state.side_of(unit)]
            pieces.append(_piece(state, unit, owner, PILES.shown(box)))
    return tuple(pieces)


def _piece(state: State, unit: int, owner: str, place: str) -> PieceView:
    for_sale = state.where[unit] in (POOL, DEAD)
    flipped, ready = state.flipped >> unit & 1, state.ready >> unit & 1
    return _drawn(unit, flipped, ready, for_sale, owner, place)


@lru_cache(maxsize=1 << 14)
def _drawn(
    unit: int, flipped: int, ready: int, for_sale: bool, owner: str, place: str
) -> PieceView:
    """A counter as it is drawn; most stay as they were from one choice to the next."""
    counter = COUNTERS[unit]
    face = counter.back if flipped and counter.back else counter.front
    attack = f"({face.attack})" if counter.is_support else str(face.attack)
    arrow = "►" if face.shock else "-"
    marks = ["shock"] if face.shock else []
    if ready:
        marks.append("ready")
    if for_sale:
        marks.append(counted(cost(unit), "point"))
    return PieceView(
        counter.key,
        counter.name,
        CODES[counter.nation],
        owner,
        _SYMBOLS.get(face.type, "infantry"),
        "XXXX" if face.is_army and counter.size != "XXXXX" else counter.size.strip("-"),
        f"{attack}{arrow}{face.defence}-{face.movement}",
        place,
        tuple(marks),
        counter.title.removeprefix(f"{NATIONS[counter.nation].adjective} "),
    )


def _tracks(state: State) -> tuple[TrackView, ...]:
    tracks = [TrackView("Game Turn", state.turn, note=TURNS[state.turn - 1])]
    for side, name in enumerate(SIDES):
        note = f"{income(state, side)} a turn"
        tracks.append(TrackView(f"{name} victory points", state.vp[side], name, note))
    return tuple(tracks)


def _panels(state: State, side: int | None, over: bool) -> tuple[PanelView, ...]:
    panels = []
    # [32.5] Intelligence may have looked at one turn of the enemy's track.
    searched = None if side is None else state.lookers.get(-1 - side)
    for owner, name in enumerate(SIDES):
        if over or owner == side:
            # Its pieces are all to be seen.
            continue
        groups: dict[str, list[str]] = {}
        for unit, place in enumerate(state.where):
            if place >= 0 or place == OUT or state.side_of(unit) != owner:
                continue
            where = PILES.shown(place) + (" box" if place in BOX else "")
            groups.setdefault(where, []).append(COUNTERS[unit].title)
        lines = []
        for where, titles in sorted(groups.items()):
            if side is not None and where == f"due on turn {searched}":
                lines.append(f"{where}: {', '.join(titles)}")
            elif where not in ("pool", "dead pile"):
                lines.append(f"{where}: {counted(len(titles), 'unit')}")
        panels.append(PanelView(f"{name} off the map", tuple(lines)))
    return tuple(panels)
