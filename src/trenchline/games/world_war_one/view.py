"""What a side sees. The game hides nothing: both sides see the whole map and all points."""

from __future__ import annotations

from typing import Any

from trenchline.games.world_war_one.advance import Advance, AdvanceTo, FollowUp
from trenchline.games.world_war_one.combat import AttackPhase, DeclareAttack
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
from trenchline.games.world_war_one.endings import ending
from trenchline.games.world_war_one.losses import AttackerLoss, DefenderLoss, FortLoss, Payment
from trenchline.games.world_war_one.movement import MovementPhase
from trenchline.games.world_war_one.moves import MoveUnit
from trenchline.games.world_war_one.resources import Building, Lending, LoanAmount, Placement
from trenchline.games.world_war_one.retreat import Displacement, RetreatPath
from trenchline.games.world_war_one.set_up import Deployment
from trenchline.games.world_war_one.state import ABSENT, PILES, State
from trenchline.games.world_war_one.supply import passable, unsupplied_units
from trenchline.games.world_war_one.victory import outcome, tally
from trenchline.games.world_war_one.zones import zone
from trenchline.kernel.play import decision
from trenchline.kernel.steps import Step
from trenchline.kernel.view import FocusView, PanelView, PieceView, TrackView, View

_SIDE_NAMES = (*SIDES, "Neutral", "")

PHASES = (
    "Allied movement",
    "Central movement",
    "Superior side's first attacks",
    "Inferior side's first attacks",
    "Superior side's second attacks",
    "Inferior side's second attacks",
    "Superior side's third attacks",
    "Inferior side's third attacks",
    "Allied builds",
    "Central builds",
    "Allied lending",
    "Central lending",
)
"""The phases of a turn in which somebody decides, in order [4.0]."""


def view(state: State, side: int | None = None) -> View:
    """The position as a side (or a spectator) may see it."""
    asking = decision(state) if state.stack else None
    return View(
        turn=f"{state.turn}: {TURNS[state.turn - 1]}",
        phase=phase_name(state),
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
            "Allied resource centres": tuple(GRID.labels(state.centres[ALLIED])),
            "Central resource centres": tuple(GRID.labels(state.centres[CENTRAL])),
            "intact forts": tuple(GRID.labels(state.intact)),
        },
        focus=_focus(asking),
        ending=ending(state, side),
    )


def phase_name(state: State) -> str:
    """The phase as the sequence of play calls it: the topmost on the stack."""
    for step in reversed(state.stack):
        match step:
            case Deployment(side=side):
                return f"{SIDES[side]} deployment"
            case MovementPhase(side=side):
                return PHASES[side]
            case AttackPhase(side=side, set=rank):
                return PHASES[2 * rank + (side != state.superior)]
            case Building(side=side):
                return PHASES[8 + side]
            case Lending(side=side) | LoanAmount(lending=Lending(side=side)):
                return PHASES[10 + side]
    return "The end"


def _focus(asking: Step[Any] | None) -> FocusView:
    """The units and hexes that the decision is about."""

    def about(
        units: tuple[int, ...] = (), hexes: tuple[int, ...] = (), battle: str = ""
    ) -> FocusView:
        keys = tuple(COUNTERS[unit].key for unit in units)
        return FocusView(keys, tuple(map(GRID.label, hexes)), battle)

    match asking:
        case MoveUnit(unit=unit) | Placement(unit=unit):
            return about((unit,))
        case Deployment(units=waiting):
            return about((waiting[0][0],))
        case DeclareAttack(attackers=attackers, target=target):
            return about(attackers, (target,), "declare")
        case AttackerLoss(battle=battle):
            return about(battle.attackers, (battle.target,), "losses")
        case DefenderLoss(battle=battle) | FortLoss(battle=battle):
            units = () if battle.unit is None else (battle.unit,)
            return about(units, (battle.target,), "losses")
        case Payment():
            return about(battle="losses")
        case RetreatPath(battle=battle, done=done):
            assert battle.unit is not None
            return about((battle.unit,), done, "retreat")
        case Displacement(unit=unit):
            return about((unit,), (), "retreat")
        case AdvanceTo(unit=unit):
            return about((unit,), (), "advance")
        case Advance(battle=battle):
            return about((), (battle.target,), "advance")
        case FollowUp(vacated=hex_):
            return about((), (hex_,), "advance")
    return FocusView()


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
                PILES.label(GRID, place),
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
    panels.append(PanelView("If the war ended now", (outcome(state).reason,)))
    return tuple(panels)
