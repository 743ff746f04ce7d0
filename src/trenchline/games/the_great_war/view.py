"""What each side sees: all but the corps that are unknown to it [14N2]."""

from __future__ import annotations

from dataclasses import fields
from functools import lru_cache
from typing import Any, NamedTuple

from trenchline.games.the_great_war.attackers import attackers_of, targets
from trenchline.games.the_great_war.combat import CombatPhase
from trenchline.games.the_great_war.components import CODES, NATIONS, SIDES, Counter, Units
from trenchline.games.the_great_war.effects import NAMES as EFFECTS
from trenchline.games.the_great_war.focus import focus
from trenchline.games.the_great_war.intelligence import asked_openly, hidden
from trenchline.games.the_great_war.layers import legends, lines, overlays
from trenchline.games.the_great_war.movement import MovementPhase, ReactionPhase
from trenchline.games.the_great_war.panels import panels
from trenchline.games.the_great_war.readiness import ready
from trenchline.games.the_great_war.state import (
    AFLOAT,
    ELIMINATED,
    ELIMINATED_ISOLATED,
    INITIAL,
    PHASES,
    WITHDRAWN,
    State,
)
from trenchline.games.the_great_war.theatre import Theatre
from trenchline.games.the_great_war.victory import outcome, points
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hexes
from trenchline.kernel.notes import without_side
from trenchline.kernel.play import decision
from trenchline.kernel.view import (
    EndingView,
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
WORK_SIGNS = {"fieldworks": "fieldworks", "entrenchment": "trench"}
"""[15B] How works are drawn that are no forts."""
_PILES = {AFLOAT: "afloat", ELIMINATED: "eliminated", ELIMINATED_ISOLATED: "lost while isolated"}
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
        prompt = _prompt_of_enemy(state, side)
    return View(
        turn=str(state.date),
        phase=phase_name(state),
        who=SIDES[asking.who(state)] if asking else "",
        prompt=without_side(prompt, SIDES),
        pieces=_pieces(state, _unseen(state, side)),
        tracks=_tracks(state),
        panels=panels(state, _unseen(state, side)),
        overlays=overlays(state, side),
        focus=focus(state, _unseen(state, side)),
        markers=_markers(state),
        ending=ending(state, side),
        legends=legends(state),
        lines=lines(state),
        words=words(state.theatre),
    )


def _prompt_of_enemy(state: State, side: int) -> str:
    """[14N2] What the enemy is asked may name his hidden units; which question it is tells none."""
    step: Any = state.stack[asked_openly(state, side) - 1]
    if state.phase == INITIAL and {field.name for field in fields(step)} <= {"side", "done"}:
        return str(step.prompt(state))
    return f"{SIDES[1 - side]} decide"


def phase_name(state: State) -> str:
    """Whose phase it is, and which."""
    return f"{SIDES[state.phasing]} {state.phase}" if state.phase else ""


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
    theatre, reduced, marks = state.theatre, state.reduced, _marks(state)
    where = state.where
    return tuple(
        _piece(theatre, unit, reduced >> unit & 1, where[unit], marks.get(unit, ()))
        for unit in _from_below(theatre)
        if where[unit] != WITHDRAWN and not unseen >> unit & 1
    )


@lru_cache(maxsize=64)
def _from_below(theatre: Theatre) -> tuple[int, ...]:
    """All counters in the order in which they lie in a stack."""
    printed = _printed(theatre)
    return tuple(sorted(range(len(printed)), key=lambda unit: printed[unit].layer))


@lru_cache(maxsize=1 << 14)
def _piece(theatre: Theatre, unit: int, back: int, place: int, marks: tuple[str, ...]) -> PieceView:
    counter, paper = theatre.counters[unit], _printed(theatre)[unit]
    size, strengths = paper.faces[back if len(paper.faces) > 1 else 0]
    off = _PILES.get(place) or _schedule(theatre).get(unit, "reserve")
    return PieceView(
        key=counter.key,
        name=paper.name,
        nation=counter.nation,
        side=paper.side,
        symbol=paper.symbol,
        size=size,
        strengths=strengths,
        place=theatre.board.grid.label(place) if place >= 0 else off,
        marks=marks if place >= 0 else (),
        title=paper.title,
    )


@lru_cache(maxsize=64)
def _schedule(theatre: Theatre) -> dict[int, str]:
    return {theatre.unit[one.unit]: f"due {one.date}" for one in theatre.arrivals}


def _marks(state: State) -> dict[int, tuple[str, ...]]:
    """What is to be said of units on the map."""
    found: dict[int, list[str]] = {}
    sets = [(getattr(state, name), word) for name, word in _MARKS]
    on_map = state.present[0] | state.present[1]
    for units, word in (*sets, (state.reduced & on_map, "reduced")):
        for unit in members(units):
            found.setdefault(unit, []).append(word)
    for unit, hits in state.fatigue.items():
        found.setdefault(unit, []).append(f"fatigue {hits}")
    for unit, turns in state.unsupplied.items():
        found.setdefault(unit, []).extend(("out of supply", f"U-{turns}"))
    for leader, hq in state.leaders.items():
        found.setdefault(hq, []).append(state.theatre.leaders[leader].name)
    for _, units_at_work in state.projects.values():
        for unit in units_at_work:
            found.setdefault(unit, []).append("at work")
    return {unit: tuple(words) for unit, words in found.items()}


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


def _markers(state: State) -> dict[str, tuple[str, ...]]:
    """What lies on the map besides counters."""
    labels = state.theatre.board.grid.labels
    found: dict[str, Hexes] = {"broken line": state.broken | state.obstructed}
    for hex_, kind in state.works.items():
        name = WORK_SIGNS.get(kind, "fort")
        found[name] = found.get(name, 0) | 1 << hex_
    depots = [(at, bool(state.working >> n & 1)) for n, at in enumerate(state.depot_at) if at >= 0]
    found |= {
        "depot": bit_set(at for at, works in depots if works),
        "depot that moves": bit_set(at for at, works in depots if not works),
        "resource points": bit_set(hex_ for hex_, points in state.resources.items() if points),
        "devastation": state.devastated,
        "flooded": state.flooded,
        "contested": bit_set(state.contested),
    }
    return {kind: tuple(labels(hexes)) for kind, hexes in found.items() if hexes}


@lru_cache(maxsize=64)
def words(theatre: Theatre) -> dict[str, dict[str, str]]:
    """Leaders, rail nets and special effects by their names."""
    leaders = {str(n): leader.name for n, leader in enumerate(theatre.leaders)}
    nets = {str(n): net.name for n, net in enumerate(theatre.nets)}
    by_leader = dict.fromkeys(("leader", "assign", "recall"), leaders)
    return by_leader | {"from_net": nets, "to_net": nets, "try": EFFECTS}


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
