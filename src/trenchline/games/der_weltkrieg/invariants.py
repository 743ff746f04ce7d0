"""What must hold at every choice of every match; ``broken`` lists what does not."""

from __future__ import annotations

from functools import lru_cache
from operator import add, attrgetter

from trenchline.games.der_weltkrieg.combat import CombatPhase, FightDesperately
from trenchline.games.der_weltkrieg.components import CODES, NATIONS, TABLES
from trenchline.games.der_weltkrieg.ledger import with_what_passes
from trenchline.games.der_weltkrieg.muster import Muster, muster
from trenchline.games.der_weltkrieg.rail_capacity import capacity
from trenchline.games.der_weltkrieg.recombination import RecombinationPhase
from trenchline.games.der_weltkrieg.stacking import excess
from trenchline.games.der_weltkrieg.state import (
    AMOUNTS_REMEMBERED,
    UNITS_REMEMBERED,
    State,
)
from trenchline.games.der_weltkrieg.theatre import Theatre
from trenchline.kernel.bits import members

MOST_ON_SINGLE_TRACK = max(nation.single_track for nation in NATIONS.values())
MOST: int = TABLES["supply"]["most_at_headquarters"]


def broken(state: State) -> list[str]:
    """Everything that is wrong with a position."""
    seen = muster(state)
    wrong = [line for part in OF_COUNTERS for line in part(state, seen)]
    return wrong + [line for part in OF_THE_REST for line in part(state)]


def _stacking(state: State) -> list[str]:
    """[11-1] [11-3] Nothing is overfull when a phase is over and the next one asks; but in a
    movement phase divisions may break down in a full hex [27-1]."""
    step = state.stack[-1] if state.stack else None
    begun: dict[type, int] = {CombatPhase: state.attacked, RecombinationPhase: state.regrouped}
    if begun.get(type(step), True):
        return []
    label = state.theatre.board.grid.label
    found = (excess(state, side) for side in (0, 1))
    return [f"{label(over[0])} is overfull [11-3]" for over in found if over]


def _combats(state: State) -> list[str]:
    theatre = state.theatre
    wrong = [
        f"{theatre.counters[fort].key} is besieged but no fort [21-10]"
        for fort in state.siege
        if not theatre.of_kind["fortress"] >> fort & 1
    ]
    if state.desperate and not any(isinstance(step, FightDesperately) for step in state.stack):
        wrong.append("a stack among enemies is not going to fight [14-9]")
    for battle in state.battles:
        if not len(battle.attackers) == len(battle.origins) == len(battle.before):
            wrong.append("a battle does not know where its attackers come from")
        if battle.attack_loss < 0 or battle.defence_loss < 0:
            wrong.append("a battle gives strength back")
    return wrong


def _counters(state: State, seen: Muster) -> list[str]:
    theatre = state.theatre
    wrong = [] if seen.stacks == state.stacks else _misplaced(state, seen)
    label = theatre.board.grid.label
    mine, theirs = seen.boards["occupied"]
    if both := mine & theirs:
        wrong += [f"enemies share {label(hex_)}" for hex_ in members(both)]
    if wet := (mine | theirs) & ~theatre.land:
        wrong += [f"{label(hex_)} is not land" for hex_ in members(wet)]
    if spent := seen.on_map & ~theatre.flotillas & seen.with_front & ~seen.strong:
        keys = (theatre.counters[unit].key for unit in members(spent))
        wrong += [f"{key} stands with no strength" for key in keys]
    wrong += [
        f"{theatre.counters[unit].key} is not on the Danube [36-1]"
        for unit in members(theatre.flotillas & seen.on_map)
        if not theatre.banks >> state.where[unit] & 1
    ]
    if state.in_play != seen.on_map:
        wrong.append("in_play is not what is on the map")
    if seen.nowhere:
        wrong.append("a counter is nowhere")
    if seen.below_nothing:
        wrong.append("a counter has less than no strength")
    return wrong


def _misplaced(state: State, seen: Muster) -> list[str]:
    """Which of the stacks are not what the counters make of them."""
    theatre = state.theatre
    wrong = []
    for hex_ in seen.stacks.keys() | state.stacks.keys():
        there = state.stacks.get(hex_)
        if there == 0:
            wrong.append(f"{theatre.board.grid.label(hex_)} holds an empty stack")
        astray = seen.stacks.get(hex_, 0) ^ (there or 0)
        keys = (theatre.counters[unit].key for unit in members(astray))
        wrong += [f"{key} is not where its stack is" for key in keys]
    return wrong


def _strength(state: State, seen: Muster) -> list[str]:
    """[13-21] Strength points are on the map, awaited, or lost: none is made, none forgotten."""
    points = with_what_passes(state, seen.points)
    if list(map(add, points, state.lost)) == state.fielded:
        return []
    ledger = zip(CODES, points, state.lost, state.fielded, strict=True)
    return [
        f"{code} has {here} strength points in play and has lost {gone} of {fielded} [13-21]"
        for code, here, gone, fielded in ledger
        if here + gone != fielded
    ]


def _stocks(state: State) -> list[str]:
    stock = tuple(state.stock.items())
    return _wrong_stocks(state.theatre, stock, tuple(state.spent), tuple(state.received))


@lru_cache(maxsize=256)
def _wrong_stocks(
    theatre: Theatre,
    stock: tuple[tuple[int, int], ...],
    spent: tuple[int, ...],
    received: tuple[int, ...],
) -> list[str]:
    """Few choices touch the stocks, so what is found is remembered with what it was found in."""
    holders = theatre.of_kind["headquarters"] | theatre.of_kind["supply"]
    wrong = []
    held = dict.fromkeys(CODES, 0)
    for unit, points in stock:
        counter = theatre.counters[unit]
        held[counter.nation] += points
        if not 0 <= points <= MOST:
            wrong.append(f"{counter.key} has {points} supply points [17-4]")
        if not holders >> unit & 1:
            wrong.append(f"{counter.key} holds supply points [17-3]")
    ledger = zip(held.items(), spent, received, strict=True)
    return wrong + [
        f"supply points of {code} have come from nowhere or gone there [17-2]"
        for (code, here), gone, come in ledger
        if here + gone != come
    ]


def _boards(state: State, seen: Muster) -> list[str]:
    wrong = [
        f"the bitboard {name} does not match the stacks"
        for name, board in seen.boards.items()
        if board != getattr(state, name)
    ]
    if state.control[0] & state.control[1]:
        wrong.append("both sides hold a hex")
    belongs = 0
    for hexes in state.network:
        if hexes & belongs:
            wrong.append("a rail hex belongs to two networks [9-1]")
        belongs |= hexes
    return wrong


def _memories(state: State, seen: Muster) -> list[str]:
    """Nothing is remembered of units that have left the map."""
    gone = ~seen.on_map
    wrong = [
        f"{name} has a unit that is not on the map"
        for name, units in zip(UNITS_REMEMBERED, _units_remembered(state), strict=True)
        if units & gone
    ]
    return wrong + [
        f"{name} counts for a unit that is not on the map"
        for name, amounts in zip(AMOUNTS_REMEMBERED, _amounts_remembered(state), strict=True)
        if amounts and any(gone >> unit & 1 for unit in amounts)
    ]


_units_remembered = attrgetter(*UNITS_REMEMBERED)
_amounts_remembered = attrgetter(*AMOUNTS_REMEMBERED)


def _rails(state: State) -> list[str]:
    wrong = []
    theatre = state.theatre
    for nation, used in enumerate(state.capacity_used):
        if used and used > capacity(state, nation) and not state.without_capacity >> nation & 1:
            wrong.append(f"the network of {CODES[nation]} carries {used} divisions [8-1]")
    for (a, b), used in state.tracks_used.items():
        if used > MOST_ON_SINGLE_TRACK:
            labels = f"{theatre.board.grid.label(a)}/{theatre.board.grid.label(b)}"
            wrong.append(f"the single track {labels} has carried {used} units [7-9]")
    if state.inoperative & ~theatre.rails:
        wrong.append("a line is broken where there is none [9-3]")
    return wrong


OF_COUNTERS = (_counters, _strength, _boards, _memories)
OF_THE_REST = (_stocks, _rails, _combats, _stacking)
