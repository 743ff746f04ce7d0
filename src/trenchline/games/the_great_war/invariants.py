"""What must hold at every choice of every match; ``broken`` lists what does not."""

from __future__ import annotations

from operator import and_, attrgetter, sub

from trenchline.games.the_great_war.components import CODES
from trenchline.games.the_great_war.march import March
from trenchline.games.the_great_war.movement import MovementPhase, ReactionPhase
from trenchline.games.the_great_war.muster import BOARDS, Muster, muster
from trenchline.games.the_great_war.rail_capacity import A_DEPOT, depots_on
from trenchline.games.the_great_war.rations import LASTS
from trenchline.games.the_great_war.state import (
    AMOUNTS_REMEMBERED,
    COMBAT,
    EXPLOITATION,
    MOVEMENT,
    REACTION_COMBAT,
    UNITS_REMEMBERED,
    State,
)
from trenchline.kernel.bits import bit_set, members


def broken(state: State) -> list[str]:
    """Everything that is wrong with a position."""
    seen = muster(state)
    wrong = [line for part in OF_UNITS for line in part(state, seen)]
    return wrong + [line for part in OF_THE_REST for line in part(state)]


def _places(state: State, seen: Muster) -> list[str]:
    """Every unit is in one place, on land."""
    wrong = [] if seen.stacks == state.stacks else ["stacks and places differ"]
    if seen.present != state.present:
        wrong.append("present is not what is on the map")
    if seen.nowhere:
        wrong.append("a unit is nowhere")
    occupied = seen.boards[0]
    if wet := (occupied[0] | occupied[1]) & ~state.theatre.land:
        label = state.theatre.board.grid.label
        wrong += [f"{label(hex_)} is not land" for hex_ in members(wet)]
    if len(set(state.leaders.values())) != len(state.leaders):
        wrong.append("an Army HQ has two leaders [14P]")
    if state.disrupted & state.badly_disrupted:
        wrong.append("a unit is disrupted and badly disrupted [3A5]")
    return wrong


def _memories(state: State, seen: Muster) -> list[str]:
    """Nothing is remembered of units that have left the map."""
    # [14B2] Boats are in play, though in no hex.
    off, on_map = seen.off_map & ~bit_set(state.afloat), seen.on_map | state.afloat.keys()
    wrong = [
        f"{name} has a unit off the map"
        for name, units in zip(UNITS_REMEMBERED, _units_remembered(state), strict=True)
        if units & off
    ]
    return wrong + [
        f"{name} has a unit off the map"
        for name, amounts in zip(AMOUNTS_REMEMBERED, _amounts_remembered(state), strict=True)
        if not amounts.keys() <= on_map
    ]


_units_remembered = attrgetter(*UNITS_REMEMBERED)
_amounts_remembered = attrgetter(*AMOUNTS_REMEMBERED)


def _boards(state: State, seen: Muster) -> list[str]:
    """The bitboards, and who starves, are what they would be if worked out anew."""
    wrong = [] if state.starving == seen.hungry else ["starving is out of step"]
    if list(_kept_boards(state)) == seen.boards:
        return wrong
    kept = zip(BOARDS, _kept_boards(state), seen.boards, strict=True)
    return wrong + [f"{name} is out of step" for name, board, anew in kept if board != anew]


_kept_boards = attrgetter(*BOARDS)


def _ground(state: State) -> list[str]:
    """[5B] [9J] A hex has one owner at most, a contested one none; works are of a known kind."""
    wrong = []
    if state.owned[0] & state.owned[1]:
        wrong.append("both sides own a hex [5B]")
    if state.contested and bit_set(state.contested) & (state.owned[0] | state.owned[1]):
        wrong.append("somebody owns a contested hex [9J]")
    shared = state.occupied[0] & state.occupied[1]
    if (state.besieged[0] | state.besieged[1]) & ~shared or state.besieged[0] & state.besieged[1]:
        wrong.append("a siege without besiegers, or of both sides [15G]")
    if (state.owned[0] | state.owned[1]) & ~state.theatre.land:
        wrong.append("somebody owns what is not land")
    if any(map(and_, state.bridges[:6], state.bridges[6:])):
        wrong.append("a bridge has two owners [15A1]")
    direction = state.theatre.board.grid.direction
    for one, other in state.demolished:
        if not state.theatre.bridges[direction(one, other)] >> one & 1:
            wrong.append("a bridge is down that was never there [15A1]")
    if min(state.labour.values(), default=1) <= 0:
        wrong.append("work is half done without labour [13A4]")
    working = [unit for _, units in state.projects.values() for unit in units]
    if len(working) != len(set(working)):
        wrong.append("a unit builds two things [13A1c]")
    return wrong


def _strength(state: State, seen: Muster) -> list[str]:
    """[3A3] REs are conserved."""
    if list(map(sub, state.fielded, state.lost)) == seen.re:
        return []
    ledger = zip(CODES, state.fielded, state.lost, seen.re, strict=True)
    return [
        f"{code} has {here} quarter REs, not what it should [3A3]"
        for code, fielded, lost, here in ledger
        if fielded - lost != here
    ]


def _ledger(state: State) -> list[str]:
    """[11G] Resource points are conserved, and nothing is less than nothing."""
    wrong = []
    points = sum(state.resources.values()) + state.in_transit
    if points != state.points_come - state.points_gone:
        wrong.append(f"{points} resource points are there, not what should be [11G]")
    deficit = min(*state.manpower, *state.gear) < 0
    if (deficit and not state.theatre.withdrawals) or min(state.spoils.values(), default=0) < 0:
        # [16B1b] Only what is taken away out of the pool leaves a deficit.
        wrong.append("more manpower or equipment has been spent than there was [16B3]")
    if any(n <= 0 or not 1 <= left <= LASTS for (_, left), n in state.gsps.items()):
        wrong.append("general supply points are spoiled, or none at all [11C2bii]")
    if any(hex_ < 0 for hex_, _ in state.gsps) and not any(
        isinstance(step, March) and step.rations for step in state.stack
    ):
        wrong.append("nobody carries the supply points that are in hand [11H2]")
    if min(state.resources.values(), default=1) <= 0:
        wrong.append("a hex has no or less than no resource points")
    return wrong


def _rails(state: State) -> list[str]:
    """[7A4] No net carries more than its capacity, or what was its capacity before the enemy took
    some of it [7A5f]; depots stand on their nets."""
    wrong = []
    for net, capacity in enumerate(state.capacity):
        name = state.theatre.nets[net].name
        if capacity < 0:
            wrong.append(f"{name} has less than no capacity [7A5]")
        most = capacity + state.boosted[net] + state.capacity_lost.get(net, 0)
        lost = state.phase != MOVEMENT
        if state.capacity_used[net] > most and not lost and depots_on(state, net) * A_DEPOT <= most:
            wrong.append(f"{name} carries more than its capacity [7A4]")
    for depot, at in enumerate(state.depot_at):
        net = state.depot_net[depot]
        if at >= 0 and not state.theatre.nets[net].hexes >> at & 1:
            wrong.append("a depot stands beside its net [11C1]")
        if at < 0 and state.working >> depot & 1:
            wrong.append("a depot that is gone works [11C1]")
    return wrong


def _supply(state: State) -> list[str]:
    """[11F] Who is out of supply is hungry, and the count fits."""
    wrong = []
    for unit, turns in state.unsupplied.items():
        if turns != -(-state.hunger.get(unit, 0) // 2):
            wrong.append(f"{state.theatre.counters[unit].key} has the wrong U-number [11F]")
    if min(state.fatigue.values(), default=1) <= 0:
        wrong.append("a unit has no or less than no fatigue hits [6B4]")
    return wrong


def _stacking(state: State, seen: Muster) -> list[str]:
    """[8B] Nothing is overfull when a phase of combat begins, nor in exploitation and reaction."""
    step = state.stack[-1] if state.stack else None
    checked = isinstance(step, ReactionPhase) or (
        isinstance(step, MovementPhase) and state.phase == EXPLOITATION
    )
    if not checked or state.phase in (COMBAT, REACTION_COMBAT):
        return []
    label = state.theatre.board.grid.label
    return [f"{label(hex_)} is overfull [8B]" for hex_ in members(seen.crowded(state))]


def _movement(state: State) -> list[str]:
    """[6] Nobody spends less than nothing."""
    return (
        ["a unit has spent less than nothing"] if min(state.spent.values(), default=0) < 0 else []
    )


OF_UNITS = (_places, _memories, _boards, _strength, _stacking)
OF_THE_REST = (_ground, _ledger, _rails, _supply, _movement)
