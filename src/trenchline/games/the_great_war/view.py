"""What each side sees: all but the corps that are unknown to it [14N2]."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from trenchline.games.the_great_war.attackers import attackers_of, targets
from trenchline.games.the_great_war.combat import CombatPhase, DeclareAttack
from trenchline.games.the_great_war.components import CODES, NATIONS, SIDES, Counter, Units
from trenchline.games.the_great_war.headquarters import zoi
from trenchline.games.the_great_war.intelligence import hidden
from trenchline.games.the_great_war.losses import TakeLosses
from trenchline.games.the_great_war.march import March
from trenchline.games.the_great_war.movement import MovementPhase, ReactionPhase
from trenchline.games.the_great_war.rail_capacity import A_DEPOT, depots_on, left_on
from trenchline.games.the_great_war.readiness import ready
from trenchline.games.the_great_war.reinforcements import Reinforce
from trenchline.games.the_great_war.state import (
    ELIMINATED,
    ELIMINATED_ISOLATED,
    PHASES,
    WITHDRAWN,
    State,
)
from trenchline.games.the_great_war.theatre import Theatre
from trenchline.games.the_great_war.units import QUARTERS
from trenchline.games.the_great_war.victory import outcome, points, standing
from trenchline.games.the_great_war.ways_out import RetreatUnit
from trenchline.games.the_great_war.zones import zoc
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.exact import say
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.notes import without_side
from trenchline.kernel.play import decision
from trenchline.kernel.view import (
    EndingView,
    FocusView,
    PanelView,
    PieceView,
    TrackView,
    View,
)

PHASE_NAMES = tuple(f"{side} {phase}" for side in SIDES for phase in PHASES)
"""The phases of a game turn in the order of play [4A], each named after the phasing side."""
_SIZES = {
    "army": "XXXX",
    "corps": "XXX",
    "artillery_hq": "XX",
    "division": "XX",
    "brigade": "X",
    "regiment": "III",
    "battalion": "II",
    "cadre": "c",
    "remnant": "r",
}
_PILES = {ELIMINATED: "eliminated", ELIMINATED_ISOLATED: "lost while isolated"}
_MARKS = (
    ("disrupted", "disrupted"),
    ("badly_disrupted", "badly disrupted"),
    ("isolated", "isolated"),
    ("inactive", "inactive"),
    ("overstacked", "overstacked"),
    ("unknown", "unknown corps"),
    ("halted", "moved"),
    ("fought", "fought"),
    ("retreated", "retreated"),
)


def view(state: State, side: int | None) -> View:
    """What a side, or a spectator, may know."""
    asking = decision(state) if state.stack else None
    prompt = asking.prompt(state) if asking else "The scenario is over"
    if side is not None and asking is not None and state.unknown and asking.who(state) != side:
        # [14N2] What the enemy is asked may name his hidden units.
        prompt = f"{SIDES[1 - side]} decide"
    return View(
        turn=str(state.date),
        phase=f"{SIDES[state.phasing]} {state.phase}" if state.phase else "",
        who=SIDES[asking.who(state)] if asking else "",
        prompt=without_side(prompt, SIDES),
        pieces=_pieces(state, _unseen(state, side)),
        tracks=_tracks(state),
        panels=_panels(state),
        overlays=_overlays(state),
        focus=focus(state, _unseen(state, side)),
        markers=_markers(state),
        ending=ending(state, side),
    )


def _unseen(state: State, side: int | None) -> Units:
    """[14N2] The units that a side, or a spectator, does not see."""
    if not state.unknown:
        return 0
    return sum(hidden(state, other) for other in (0, 1) if other != side)


class _Printed(NamedTuple):
    """What a counter shows in every position."""

    name: str
    side: str
    symbol: str
    title: str
    faces: tuple[tuple[str, str], ...]
    """Size and strengths of each face."""
    layer: tuple[int, int]
    """Where it lies in a stack, from below."""


@lru_cache(maxsize=64)
def _printed(theatre: Theatre) -> tuple[_Printed, ...]:
    return tuple(
        _Printed(
            name=counter.key.removeprefix(counter.nation),
            side=SIDES[counter.side],
            symbol=_symbol(counter),
            title=", ".join(part for part in (counter.name, counter.formation) if part),
            faces=tuple((_SIZES[face.size], str(face)) for face in counter.faces),
            layer=(int(not counter.is_artillery), counter.front.attack),
        )
        for counter in theatre.counters
    )


def _symbol(counter: Counter) -> str:
    """The sign of a unit's branch."""
    tags = counter.tags
    if tags & {"army hq", "corps hq"}:
        return "hq"
    if counter.is_artillery:
        return "siege" if "siege" in counter.type.gun else "artillery"
    for tag, symbol in (
        ("fortress", "fort"),
        ("cavalry", "cavalry"),
        ("tank", "armour"),
        ("assault engineer", "assault"),
        ("mountain", "mountain"),
        ("transport", "supply"),
    ):
        if tag in tags:
            return symbol
    engineers = {"construction", "railroad", "combat engineer", "siege engineer", "flame", "port"}
    return "engineer" if tags & engineers else "infantry"


def _pieces(state: State, unseen: Units) -> tuple[PieceView, ...]:
    printed, label = _printed(state.theatre), state.theatre.board.grid.label
    due = _schedule(state.theatre)
    shown = [
        unit
        for unit, place in enumerate(state.where)
        if place != WITHDRAWN and not unseen >> unit & 1
    ]
    shown.sort(key=lambda unit: printed[unit].layer)
    found = []
    for unit in shown:
        place, counter, paper = state.where[unit], state.theatre.counters[unit], printed[unit]
        face = paper.faces[state.reduced >> unit & 1 if len(paper.faces) > 1 else 0]
        where = label(place) if place >= 0 else _PILES.get(place, due.get(unit, "reserve"))
        marks = _marks(state, unit) if place >= 0 else ()
        found.append(
            PieceView(
                key=counter.key,
                name=paper.name,
                nation=counter.nation,
                side=paper.side,
                symbol=paper.symbol,
                size=face[0],
                strengths=face[1],
                place=where,
                marks=marks,
                title=paper.title,
            )
        )
    return tuple(found)


@lru_cache(maxsize=64)
def _schedule(theatre: Theatre) -> dict[int, str]:
    return {theatre.unit[one.unit]: f"due {one.date}" for one in theatre.arrivals}


def _marks(state: State, unit: int) -> tuple[str, ...]:
    marks = [word for name, word in _MARKS if getattr(state, name) >> unit & 1]
    if state.reduced >> unit & 1:
        marks.append("reduced")
    if unit in state.fatigue:
        marks.append(f"fatigue {state.fatigue[unit]}")
    if unit in state.unsupplied:
        marks += ["out of supply", f"U-{state.unsupplied[unit]}"]
    return tuple(marks)


def _tracks(state: State) -> tuple[TrackView, ...]:
    """The turn, the points as they stand, national will."""
    tracks = [TrackView("Turn", state.turn + 1, note=f"of {len(state.theatre.turns)}")]
    tracks.append(TrackView("Points", points(state), note=outcome(state).reason))
    for number, code in enumerate(CODES):
        if state.will[number]:
            note = "shaken" if code in state.shaken else ""
            note = "collapse" if code in state.collapsed else note
            name = f"{NATIONS[code].adjective} will"
            tracks.append(TrackView(name, state.will[number], SIDES[NATIONS[code].side], note))
    return tuple(tracks)


def _panels(state: State) -> tuple[PanelView, ...]:
    rails = [
        f"{SIDES[data.side]}, {data.name}: {_res(left_on(state, net))} of "
        f"{_res(state.capacity[net])} RE left, {_res(A_DEPOT * depots_on(state, net))} for depots"
        for net, data in enumerate(state.theatre.nets)
        if state.capacity[net]
    ]
    stores = [state.say("{} in {:hex}", n, hex_) for hex_, n in sorted(state.resources.items())]
    works = [state.say("{} in {:hex}", kind, hex_) for hex_, kind in sorted(state.works.items())]
    told = (
        ("Victory", standing(state)),
        ("Rail capacity", rails),
        ("Resource points", stores),
        ("Works", works),
    )
    return tuple(PanelView(title, tuple(lines)) for title, lines in told if lines)


def _res(quarters: int) -> str:
    whole, rest = divmod(quarters, QUARTERS)
    return say(whole) if not rest else f"{quarters / QUARTERS:g}"


def _overlays(state: State) -> dict[str, tuple[str, ...]]:
    labels = state.theatre.board.grid.labels
    found: dict[str, Hexes] = {}
    for side, name in enumerate(SIDES):
        influence = 0
        for hq in members(state.active & state.present[side]):
            influence |= zoi(state, hq)
        found |= {
            f"Zone of control, {name}": zoc(state, side),
            f"Owned, {name}": state.owned[side],
            f"Zone of influence, {name}": influence & state.theatre.land,
        }
    found["Contested"] = bit_set(state.contested)
    return {title: tuple(labels(hexes)) for title, hexes in found.items()}


def _markers(state: State) -> dict[str, tuple[str, ...]]:
    """What lies on the map besides counters."""
    labels = state.theatre.board.grid.labels
    found: dict[str, Hexes] = {
        "broken line": state.broken | state.obstructed,
        "trench": bit_set(state.works),
        "depot": bit_set(at for at in state.depot_at if at >= 0),
        "devastation": state.devastated,
        "contested": bit_set(state.contested),
    }
    return {kind: tuple(labels(hexes)) for kind, hexes in found.items() if hexes}


def focus(state: State, unseen: Units = 0) -> FocusView:
    """The units and hexes that the next decision is about, and how far a combat has come."""
    units: tuple[int, ...] = ()
    hexes: tuple[Hex, ...] = ()
    stage = ""
    if state.battles:
        units, hexes, stage = state.battle.attackers, (state.battle.target,), "declare"
    match state.stack[-1] if state.stack else None:
        case March(party=party):
            units, hexes = party, ()
        case Reinforce(unit=unit) if unit >= 0:
            units = (unit,)
        case DeclareAttack(target=target, attackers=attackers):
            units, hexes, stage = attackers, (target,), "declare"
        case TakeLosses():
            stage = "losses"
        case RetreatUnit(unit=unit):
            units, stage = (unit,), "retreat"
    counters, label = state.theatre.counters, state.theatre.board.grid.label
    units = tuple(unit for unit in units if not unseen >> unit & 1)
    return FocusView(tuple(counters[u].key for u in units), tuple(map(label, hexes)), stage)


def ending(state: State, side: int | None) -> EndingView:
    """Who could still act if the phase ended now, for whoever may end it."""
    asking = decision(state) if state.stack else None
    if asking is None or side is None or asking.who(state) != side:
        return EndingView()
    units = 0
    word = "move"
    match asking:
        case MovementPhase() | ReactionPhase():
            units = ready(state, side)
        case CombatPhase():
            word = "attack"
            for target in members(targets(state, side)):
                units |= attackers_of(state, side, target)
    keys = tuple(state.theatre.counters[unit].key for unit in members(units))
    return EndingView({word: keys}) if keys else EndingView()
