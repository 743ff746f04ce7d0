"""What must hold at every choice of every match; ``broken`` lists what does not."""

from __future__ import annotations

from trenchline.games.kaisers_war.combat import CombatPhase
from trenchline.games.kaisers_war.components import COUNTERS, GRID, OPEN_SEA, POINTS
from trenchline.games.kaisers_war.movement import MovementPhase
from trenchline.games.kaisers_war.muster import BOARDS, SIDES, Muster, muster
from trenchline.games.kaisers_war.state import ON_MAP, State
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hexes

SHIPS = bit_set(unit for unit, counter in enumerate(COUNTERS) if counter.is_naval)


def broken(state: State) -> list[str]:
    """Everything that is wrong with a position."""
    seen = muster(state)
    wrong = [*_pieces(state, seen), *_kept(state, seen)]
    for side, points in enumerate(state.vp):
        if not 0 <= points <= POINTS["most"]:
            wrong.append(f"side {side} has {points} points [5.9]")
    return wrong


def _pieces(state: State, seen: Muster) -> list[str]:
    boards = dict(zip(BOARDS, seen.boards, strict=True))
    wrong = [
        *_in(seen.mixed, "holds units of two sides [9.6]"),
        *_in(seen.doubled, "holds a unit twice"),
        *_in(seen.off, "is not a hex to stand in"),
    ]
    if seen.by_place != seen.by_stack or seen.stacks != state.stacks:
        wrong += _misplaced(state, seen)
    if seen.nowhere:
        keys = ", ".join(COUNTERS[unit].key for unit in members(seen.nowhere))
        wrong.append(f"{keys} is nowhere")
    on_map = seen.piles[ON_MAP]
    wrong += [f"{COUNTERS[u].key} is a ship on land [19.5]" for u in members(SHIPS & on_map)]
    at_sea = sum(boards[f"held {side}"] for side in SIDES) & OPEN_SEA
    for hex_ in members(at_sea):
        if any(unit not in state.assault for unit in seen.stacks[hex_]):
            wrong.append(f"a unit is at sea in {GRID.label(hex_)} [20.2]")
    if state.assault.keys() != state.voyage.keys():
        wrong.append("who lies off a coast is not who has embarked [20.10]")
    # [9.4] Nothing is over-stacked when a phase asks for its next act.
    if state.stack and isinstance(state.stack[-1], MovementPhase | CombatPhase):
        wrong += _in(boards["overweight"], "is over-stacked [9.4]")
    if not state.kaiser_east:
        wrong += _in(boards["astray in Russia"], "holds a unit that may not be in Russia [24.1]")
    return wrong


def _in(hexes: Hexes, what: str) -> list[str]:
    return [f"{GRID.label(hex_)} {what}" for hex_ in members(hexes)] if hexes else []


def _misplaced(state: State, seen: Muster) -> list[str]:
    """Which of the stacks are not where their units are."""
    wrong = [f"{GRID.label(h)} holds an empty stack" for h, s in state.stacks.items() if not s]
    for hex_ in seen.by_place.keys() | seen.by_stack.keys():
        astray = seen.by_place.get(hex_, 0) ^ seen.by_stack.get(hex_, 0)
        wrong += [f"{COUNTERS[unit].key} is not where its stack is" for unit in members(astray)]
    return wrong


def _kept(state: State, seen: Muster) -> list[str]:
    """What is kept up to date hex by hex must be what the stacks and places say."""
    kept = [
        *state.held,
        *state.fierce,
        *state.forts,
        state.posts,
        state.loners,
        *state.full,
        state.crowded,
    ]
    wrong = []
    if kept != seen.boards[: len(kept)]:
        pairs = zip(BOARDS, kept, seen.boards, strict=False)
        wrong += [
            f"the bitboard {name} does not match the stacks" for name, a, b in pairs if a != b
        ]
    if state.under != seen.under:
        wrong.append("under is out of date")
    if state.piles != seen.piles:
        wrong.append("piles is out of date")
    return wrong
