"""What each side sees: all of it, but for set-ups that are being written down [12.1]."""

from __future__ import annotations

from functools import lru_cache

from trenchline.games.balance_of_powers.calendar import bad_weather, name_of
from trenchline.games.balance_of_powers.components import (
    AFRICA,
    ALL_CORPS,
    CENTRAL,
    CODES,
    ENTENTE,
    GRID,
    MAJORS,
    NATIONS,
    NEUTRAL,
    SIDES,
    SIEGE,
    UNITS,
    Unit,
    Units,
)
from trenchline.games.balance_of_powers.forces import movable
from trenchline.games.balance_of_powers.losses import Suffer
from trenchline.games.balance_of_powers.march import Campaign
from trenchline.games.balance_of_powers.panels import panels
from trenchline.games.balance_of_powers.retreat import Retreat
from trenchline.games.balance_of_powers.scenarios import FLEETS
from trenchline.games.balance_of_powers.secret_set_up import hidden, is_written
from trenchline.games.balance_of_powers.state import AWAITED, BOX, CALENDAR, INTACT, PILES, State
from trenchline.games.balance_of_powers.supply import unsupplied
from trenchline.games.balance_of_powers.victory import outcome
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex
from trenchline.kernel.notes import without_side
from trenchline.kernel.play import decision
from trenchline.kernel.view import (
    EndingView,
    FocusView,
    PieceView,
    TrackView,
    View,
)

PHASES = (
    *(
        "crisis",
        "set-up",
        "season",
        "diplomacy",
        "construction",
        "aviation",
        "admiralty",
        "campaign",
    ),
    *("aerodrome", "revolution"),
)
"""The phases of a month in the order of play [4.1], after the season that opens some of them."""
_CHIPS = {CENTRAL: "Central bargaining chips", ENTENTE: "Entente bargaining chips"}
SCORES: dict[str, dict[int, str]] = {
    "chips_exceed": _CHIPS,
    "chips_at_least": _CHIPS,
    "more_chips": _CHIPS,
    "demoralization": {CENTRAL: "Central demoralization", ENTENTE: "Entente demoralization"},
    "kaiserschlacht": {CENTRAL: "Bargaining chips in France"},
    "great_war": {ENTENTE: "Entente victory points"},
    "steel": {CENTRAL: "Central victory points", ENTENTE: "Entente victory points"},
    "gunnery": {CENTRAL: "German gunnery lost", ENTENTE: "British gunnery lost"},
}
"""What the scores of a scenario count, by its rule of victory, for each side that has one."""
_SYMBOLS = {
    "infantry": "infantry",
    "mountain": "mountain",
    "cavalry": "cavalry",
    "siege": "siege",
    "tank": "armour",
    "flotilla": "naval",
    "africa": "infantry",
    "army leader": "hq",
    "navy leader": "hq",
    "ace": "air",
    "fighter": "air",
    "bomber": "air",
    "zeppelin": "air",
    "ship": "naval",
    "submarine": "naval",
    "mine": "naval",
}
_LAYERS = {"siege": 1, "cavalry": 2, "infantry": 3, "mountain": 3, "army leader": 5, "fighter": 6}
"""What lies on top of a stack: leaders and aircraft, so that they are seen."""


def view(state: State, side: int | None) -> View:
    """What a side, or a spectator, may know."""
    asking = decision(state) if state.stack else None
    return View(
        turn=name_of(state.month),
        phase=state.phase,
        who=SIDES[asking.who(state)] if asking else "",
        prompt=without_side(_prompt(state, side), SIDES),
        pieces=_pieces(state, side),
        tracks=_tracks(state),
        panels=panels(state),
        overlays=_overlays(state),
        focus=FocusView() if _is_kept_from(state, side) else focus(state),
        markers=_markers(state),
        ending=ending(state, side),
    )


def _is_kept_from(state: State, side: int | None) -> bool:
    """Whether another side is writing down its set-up [12.1/optional-set-up]."""
    return is_written(state) and decision(state).who(state) != side


def _prompt(state: State, side: int | None) -> str:
    """What is asked, for whoever may hear it."""
    if not state.stack:
        return "The scenario is over"
    if _is_kept_from(state, side):
        return "The other side writes down its set-up [12.1/optional-set-up]"
    return decision(state).prompt(state)


# Counters.


def _strengths(unit: Unit, reduced: bool) -> str:
    """What is printed: attack, defence and movement, or what a damaged side has left."""
    steps = unit.reduced if reduced else unit.full
    if steps is not None:
        return "-".join(map(str, steps))
    if unit.kind == "ace":
        # [1.34] A name and no numbers.
        return ""
    if unit.kind == "navy leader":
        # [1.34] The class of his ship.
        return unit.ship
    if unit.kind.endswith("leader"):
        return f"{unit.attack}-{unit.defence}"
    worth = str(unit.defence) if unit.attack == unit.defence else f"{unit.attack}/{unit.defence}"
    # [1.321] Corps for Africa show their effectiveness alone.
    return worth if unit.kind == "africa" else f"{worth}-{unit.move}"


@lru_cache(maxsize=4096)
def _piece(unit: int, side: int, place: str, reduced: bool, marks: tuple[str, ...]) -> PieceView:
    """A counter as it lies there; most of them lie as they lay before."""
    told = UNITS[unit]
    code = CODES[told.nation]
    return PieceView(
        key=told.key,
        name=told.name.title() if told.kind.endswith("leader") else told.name,
        nation=code,
        side=SIDES[side] if side != NEUTRAL else "",
        symbol="siege" if SIEGE >> unit & 1 else _SYMBOLS[told.kind],
        size="XXX" if ALL_CORPS >> unit & 1 else "",
        strengths=_strengths(told, reduced),
        place=place,
        marks=marks,
        title=PIECE_TITLES[unit],
    )


PIECE_TITLES = tuple(f"{unit.kind} {unit.name}" for unit in UNITS)
_ORDER = tuple(_LAYERS.get(unit.kind, 4) for unit in UNITS)


def _pieces(state: State, looker: int | None) -> tuple[PieceView, ...]:
    """[2.68] All counters, for whoever looks, but for what is written down in secret."""
    hungry = 0
    veiled = hidden(state, looker)
    if not is_written(state):
        for side in (0, 1):
            hungry |= unsupplied(state, state.on_map(side) & ALL_CORPS)
    found = []
    spent = bit_set(state.spent)
    label = GRID.label
    for unit, place in enumerate(state.where):
        if place == BOX:
            continue
        if veiled >> unit & 1:
            place = AWAITED
        marks: tuple[str, ...] = ()
        if place >= 0:
            marks = _marks(state, unit, hungry, spent)
            where = label(place)
        elif place == CALENDAR:
            where = f"due {name_of(state.due[unit])}"
        else:
            where = PILES.shown(place)
        side = state.sides[UNITS[unit].nation]
        piece = _piece(unit, side, where, bool(state.reduced >> unit & 1), marks)
        found.append((_ORDER[unit], unit, piece))
    found.sort(key=lambda one: one[:2])
    return tuple(piece for _, _, piece in found)


def _marks(state: State, unit: int, hungry: Units, spent: Units) -> tuple[str, ...]:
    marks = []
    if state.entrenched >> unit & 1:
        marks.append("dug in")
    if state.reduced >> unit & 1:
        marks.append("reduced")
    if state.aboard >> unit & 1:
        marks.append("at sea")
    if hungry >> unit & 1:
        marks.append("out of supply")
    if state.done >> unit & 1 or spent >> unit & 1:
        marks.append("moved")
    return tuple(marks)


# Numbers.


def _tracks(state: State) -> tuple[TrackView, ...]:
    """The month, points and morale of the powers at war, tactical innovation."""
    scenario = state.scenario
    tracks = [TrackView("Month", state.month - scenario.first + 1, note=f"of {scenario.months}")]
    for nation in members(MAJORS):
        side = state.sides[nation]
        if side == NEUTRAL:
            continue
        told = NATIONS[nation]
        if scenario.hexes & AFRICA:
            # [2.43] [5.2]
            points = state.africa_points[nation]
            tracks.append(TrackView(f"{told.adjective} AP", points, SIDES[side]))
        if scenario.in_africa:
            # [12.8/no-ti] [12.8/tracks] There are no other numbers.
            continue
        tracks.append(TrackView(f"{told.adjective} RP", state.points[nation], SIDES[side]))
        note = f"of\u00a0{told.limit}"
        if state.revolution >> nation & 1:
            note = "revolution"
        elif state.conquered >> nation & 1:
            note = "conquered"
        elif nation in state.crisis:
            note = "in crisis"
        name = f"{told.adjective} demoralization"
        tracks.append(TrackView(name, state.demoralization[nation], SIDES[side], note))
    for side, name in enumerate(("Central innovation", "Entente innovation")):
        if scenario.in_africa:
            continue
        # [2.81] Tactical innovation; no two tracks bear one name.
        note = "benefits" if state.benefits[side] else ""
        tracks.append(TrackView(name, state.innovation[side], SIDES[side], note))
    if scenario.settings.get("admiralty") == FLEETS:
        # [5.324]
        tracks.append(TrackView("Anti-submarine warfare", state.hunters))
    standing = outcome(state)
    score = SCORES[scenario.settings["victory"]["rule"]]
    for side, name in enumerate(SIDES):
        if score.get(side):
            tracks.append(TrackView(score[side], standing.scores[side], name))
    return tuple(tracks)


# The map.


def _overlays(state: State) -> dict[str, tuple[str, ...]]:
    hexes = state.scenario.ground
    setting_up = state.phase == "set-up" and not is_written(state)
    found: dict[str, int] = {}
    for zone in state.scenario.zones:
        # [11.3] Where everybody sets up.
        name = f"Set-up: {zone.name}"
        found[name] = (found.get(name, 0) | zone.hexes) if setting_up else 0
    for side, name in enumerate(SIDES):
        found[f"Held, {name}"] = 0 if setting_up else state.held[side]
    found["Bad weather"] = 0 if setting_up else bad_weather(state.month)
    return {name: _labels(shown & hexes) for name, shown in found.items()}


@lru_cache(maxsize=64)
def _labels(hexes: int) -> tuple[str, ...]:
    return tuple(GRID.labels(hexes))


def _markers(state: State) -> dict[str, tuple[str, ...]]:
    """What lies on the map besides counters."""
    dug_in = bit_set(state.where[unit] for unit in members(state.entrenched))
    ruins = bit_set(hex_ for hex_, lost in state.steps_lost.items() if lost == INTACT)
    found = {
        "trench": dug_in,
        "depot": state.infrastructure,
        "contested": state.trench_battles | bit_set(target for _, target in state.breaches),
        "devastation": ruins & state.scenario.hexes,
    }
    return {kind: _labels(hexes) for kind, hexes in found.items() if hexes}


# What is asked.


def focus(state: State) -> FocusView:
    """The units and hexes that the next decision is about, and how far a combat has come."""
    units: Units = state.force
    hexes: tuple[Hex, ...] = ()
    stage = ""
    if state.battles:
        units, hexes, stage = state.battle.attackers, (state.battle.target,), "declare"
    asking = state.stack[-1] if state.stack else None
    match asking:
        case Suffer():
            stage = "losses"
        case Retreat(unit=unit):
            units, stage = 1 << unit, "retreat"
        case _ if not state.battles and isinstance(placed := getattr(asking, "unit", None), int):
            units = 1 << placed
    keys = tuple(UNITS[unit].key for unit in members(units))
    return FocusView(keys, tuple(map(GRID.label, hexes)), stage)


def ending(state: State, side: int | None) -> EndingView:
    """Who could still move if the half of the fortnight ended now, for whoever may end it."""
    asking = decision(state) if state.stack else None
    if side is None or not isinstance(asking, Campaign) or asking.side != side:
        return EndingView()
    able = movable(state, side) & ~SIEGE
    keys = tuple(UNITS[unit].key for unit in members(able))
    return EndingView({"move": keys}) if keys else EndingView()
