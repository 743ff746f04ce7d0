"""What must hold at every choice of every match; ``broken`` lists what does not."""

from __future__ import annotations

from trenchline.games.kaisers_war.combat import CombatPhase
from trenchline.games.kaisers_war.components import (
    AN,
    BO,
    COUNTERS,
    FI,
    FORTS,
    GRID,
    GUERRILLAS,
    LAND,
    OPEN_SEA,
    POINTS,
    RUSSIA,
    UNITS_OF,
    WR,
)
from trenchline.games.kaisers_war.control import overweight
from trenchline.games.kaisers_war.movement import MovementPhase
from trenchline.games.kaisers_war.state import BOX, DEAD, FLEET, OUT, POOL, TRACK, State


def broken(state: State) -> list[str]:
    """Everything that is wrong with a position."""
    wrong = [*_pieces(state), *_boards(state), *_kept(state)]
    for side, points in enumerate(state.vp):
        if not 0 <= points <= POINTS["most"]:
            wrong.append(f"side {side} has {points} points [5.9]")
    return wrong


def _pieces(state: State) -> list[str]:
    wrong = []
    seen: dict[int, int] = {}
    for hex_, stack in state.stacks.items():
        if not stack:
            wrong.append(f"{GRID.label(hex_)} holds an empty stack")
            continue
        sides = {state.side_of(u) for u in stack}
        if len(sides) > 1:
            wrong.append(f"{GRID.label(hex_)} holds units of two sides [9.6]")
        for unit in stack:
            if unit in seen:
                wrong.append(f"{COUNTERS[unit].key} is in two hexes")
            seen[unit] = hex_
            if state.where[unit] != hex_:
                wrong.append(f"{COUNTERS[unit].key} is not where its stack is")
        if not (LAND | OPEN_SEA) >> hex_ & 1:
            wrong.append(f"{GRID.label(hex_)} is not a hex to stand in")
        at_sea = OPEN_SEA >> hex_ & 1
        if at_sea and any(u not in state.assault for u in stack):
            wrong.append(f"a unit is at sea in {GRID.label(hex_)} [20.2]")
    for unit, place in enumerate(state.where):
        if place >= 0 and unit not in seen:
            wrong.append(f"{COUNTERS[unit].key} is on no stack")
        known = place in (POOL, DEAD, FLEET, OUT, *BOX) or place < TRACK or place >= 0
        if not known:
            wrong.append(f"{COUNTERS[unit].key} is nowhere ({place})")
        if COUNTERS[unit].is_naval and place >= 0:
            wrong.append(f"{COUNTERS[unit].key} is a ship on land [19.5]")
    if state.assault.keys() != state.voyage.keys():
        wrong.append("who lies off a coast is not who has embarked [20.10]")
    # [9.4] Nothing is over-stacked when a phase asks for its next act.
    if state.stack and isinstance(state.stack[-1], MovementPhase | CombatPhase):
        wrong += [
            f"{GRID.label(hex_)} is over-stacked [9.4]"
            for hex_ in state.stacks
            if LAND >> hex_ & 1 and overweight(state, hex_)
        ]
    if not state.kaiser_east:
        allowed = UNITS_OF[BO] | UNITS_OF[AN] | UNITS_OF[WR] | UNITS_OF[FI]
        for hex_, stack in state.stacks.items():
            if RUSSIA >> hex_ & 1 and any(not allowed >> u & 1 for u in stack):
                wrong.append(f"a unit is in Russia at {GRID.label(hex_)} [24.1]")
    return wrong


def _boards(state: State) -> list[str]:
    held, fierce, forts = [0, 0, 0], [0, 0, 0], [0, 0, 0]
    for hex_, stack in state.stacks.items():
        side = state.side_of(stack[0])
        held[side] |= 1 << hex_
        if any(FORTS >> u & 1 for u in stack):
            forts[side] |= 1 << hex_
        if any(
            state.face(u).movement and not GUERRILLAS >> u & 1 and state.is_active(u) for u in stack
        ):
            fierce[side] |= 1 << hex_
    if (held, fierce, forts) != (state.held, state.fierce, state.forts):
        return ["the bitboards do not match the stacks"]
    return []


KEPT = ("posts", "loners", "full", "crowded", "under", "piles")


def _kept(state: State) -> list[str]:
    """What is kept up to date hex by hex must be what a look at everything gives."""
    again = state.copy()
    again.look_again()
    return [
        f"{name} is out of date" for name in KEPT if getattr(state, name) != getattr(again, name)
    ]
