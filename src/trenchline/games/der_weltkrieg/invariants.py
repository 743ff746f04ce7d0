"""What must hold at every choice of every match; ``broken`` lists what does not."""

from __future__ import annotations

from trenchline.games.der_weltkrieg.combat import CombatPhase, FightDesperately
from trenchline.games.der_weltkrieg.components import CODES, NATIONS, TABLES
from trenchline.games.der_weltkrieg.ledger import in_play
from trenchline.games.der_weltkrieg.rail_capacity import capacity
from trenchline.games.der_weltkrieg.recombination import RecombinationPhase
from trenchline.games.der_weltkrieg.stacking import excess
from trenchline.games.der_weltkrieg.state import (
    AMOUNTS_REMEMBERED,
    BOX,
    UNITS_REMEMBERED,
    State,
)
from trenchline.kernel.bits import members

MOST_ON_SINGLE_TRACK = max(nation.single_track for nation in NATIONS.values())
MOST: int = TABLES["supply"]["most_at_headquarters"]


def broken(state: State) -> list[str]:
    """Everything that is wrong with a position."""
    parts = (_counters, _strength, _stocks, _boards, _rails, _memories, _combats, _stacking)
    return [line for part in parts for line in part(state)]


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


def _counters(state: State) -> list[str]:
    wrong = []
    theatre = state.theatre
    seen = 0
    for hex_, units in state.stacks.items():
        label = theatre.board.grid.label(hex_)
        if not units:
            wrong.append(f"{label} holds an empty stack")
        if seen & units:
            wrong.append(f"a counter of {label} stands twice")
        seen |= units
        if units & theatre.of_side[0] and units & theatre.of_side[1]:
            wrong.append(f"enemies share {label}")
        if not theatre.land >> hex_ & 1:
            wrong.append(f"{label} is not land")
    afloat = theatre.flotillas
    for unit, place in enumerate(state.where):
        if (place >= 0) != bool(seen >> unit & 1) and not afloat >> unit & 1:
            wrong.append(f"{theatre.counters[unit].key} is not where its stack is")
    for hex_, units in state.stacks.items():
        for unit in members(units):
            counter = theatre.counters[unit]
            if state.where[unit] != hex_:
                wrong.append(f"{counter.key} is not where its stack is")
            if not state.strength[unit] and counter.front:
                wrong.append(f"{counter.key} stands with no strength")
    wrong += [
        f"{theatre.counters[unit].key} is not on the Danube [36-1]"
        for unit in members(afloat)
        if state.where[unit] >= 0 and not theatre.banks >> state.where[unit] & 1
    ]
    if min(state.where) < BOX:
        wrong.append("a counter is nowhere")
    if min(state.strength) < 0:
        wrong.append("a counter has less than no strength")
    return wrong


def _strength(state: State) -> list[str]:
    """[13-21] Strength points are on the map, awaited, or lost: none is made, none forgotten."""
    ledger = zip(CODES, in_play(state), state.lost, state.fielded, strict=True)
    return [
        f"{code} has {here} strength points in play and has lost {gone} of {fielded} [13-21]"
        for code, here, gone, fielded in ledger
        if here + gone != fielded
    ]


def _stocks(state: State) -> list[str]:
    holders = state.theatre.of_kind["headquarters"] | state.theatre.of_kind["supply"]
    wrong = []
    for unit, points in state.stock.items():
        key = state.theatre.counters[unit].key
        if not 0 <= points <= MOST:
            wrong.append(f"{key} has {points} supply points [17-4]")
        if not holders >> unit & 1:
            wrong.append(f"{key} holds supply points [17-3]")
    for number, code in enumerate(CODES):
        mine = state.theatre.of_nation[code]
        held = sum(points for unit, points in state.stock.items() if mine >> unit & 1)
        if held + state.spent[number] != state.received[number]:
            wrong.append(f"supply points of {code} have come from nowhere or gone there [17-2]")
    return wrong


def _boards(state: State) -> list[str]:
    boards = {name: [0, 0] for name in ("occupied", "holders", "guns", "zoc_from")}
    theatre, strength = state.theatre, state.strength
    for hex_, units in state.stacks.items():
        side = 0 if units & theatre.of_side[0] else 1
        fighters = [
            unit for unit in members(units & (theatre.infantry | theatre.cavalry)) if strength[unit]
        ]
        found = {
            "occupied": units,
            "holders": fighters or units & theatre.posts,
            "guns": units & theatre.combat_units,
            "zoc_from": [unit for unit in fighters if not state.entrained >> unit & 1],
        }
        for name, there in found.items():
            if there:
                boards[name][side] |= 1 << hex_
    wrong = [
        f"the bitboard {name} does not match the stacks"
        for name, board in boards.items()
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


def _memories(state: State) -> list[str]:
    """Nothing is remembered of units that have left the map."""
    where = state.where
    wrong = [
        f"{name} has a unit that is not on the map"
        for name in UNITS_REMEMBERED
        if any(where[unit] < 0 for unit in members(getattr(state, name)))
    ]
    return wrong + [
        f"{name} counts for a unit that is not on the map"
        for name in AMOUNTS_REMEMBERED
        if any(where[unit] < 0 for unit in getattr(state, name))
    ]


def _rails(state: State) -> list[str]:
    wrong = []
    theatre = state.theatre
    for nation, used in enumerate(state.capacity_used):
        if used > capacity(state, nation) and not state.without_capacity >> nation & 1:
            wrong.append(f"the network of {CODES[nation]} carries {used} divisions [8-1]")
    for (a, b), used in state.tracks_used.items():
        if used > MOST_ON_SINGLE_TRACK:
            labels = f"{theatre.board.grid.label(a)}/{theatre.board.grid.label(b)}"
            wrong.append(f"the single track {labels} has carried {used} units [7-9]")
    if state.inoperative & ~theatre.rails:
        wrong.append("a line is broken where there is none [9-3]")
    return wrong
