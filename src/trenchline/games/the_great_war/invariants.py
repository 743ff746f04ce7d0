"""What must hold at every choice of every match; ``broken`` lists what does not."""

from __future__ import annotations

from trenchline.games.the_great_war.components import CODES
from trenchline.games.the_great_war.march import March
from trenchline.games.the_great_war.movement import MovementPhase, ReactionPhase
from trenchline.games.the_great_war.rail_capacity import A_DEPOT, depots_on
from trenchline.games.the_great_war.rations import LASTS
from trenchline.games.the_great_war.stacking import overfull
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
from trenchline.kernel.position import differences


def broken(state: State) -> list[str]:
    """Everything that is wrong with a position."""
    parts = (_places, _boards, _ground, _ledger, _rails, _supply, _stacking, _movement)
    return [line for part in parts for line in part(state)]


def _places(state: State) -> list[str]:
    """Every unit is in one place, on land, and no two enemies own a hex."""
    theatre = state.theatre
    stacks: dict[int, int] = {}
    for unit, hex_ in enumerate(state.where):
        if hex_ >= 0:
            stacks[hex_] = stacks.get(hex_, 0) | 1 << unit
    wrong = [] if stacks == state.stacks else ["stacks and places differ"]
    label = theatre.board.grid.label
    wrong += [f"{label(hex_)} is not land" for hex_ in stacks if not theatre.land >> hex_ & 1]
    off = ~bit_set(unit for unit, hex_ in enumerate(state.where) if hex_ >= 0)
    sets = {name: getattr(state, name) for name in UNITS_REMEMBERED}
    sets |= {name: bit_set(getattr(state, name)) for name in AMOUNTS_REMEMBERED}
    wrong += [f"{name} has a unit off the map" for name, units in sets.items() if units & off]
    if len(set(state.leaders.values())) != len(state.leaders):
        wrong.append("an Army HQ has two leaders [14P]")
    if state.disrupted & state.badly_disrupted:
        wrong.append("a unit is disrupted and badly disrupted [3A5]")
    return wrong


def _boards(state: State) -> list[str]:
    """The bitboards are what they would be if worked out anew."""
    twin = state.copy()
    twin.look_again()
    return [f"{name} is out of step" for name in differences(state, twin)]


def _ground(state: State) -> list[str]:
    """[5B] [9J] A hex has one owner at most, a contested one none; works are of a known kind."""
    wrong = []
    if state.owned[0] & state.owned[1]:
        wrong.append("both sides own a hex [5B]")
    contested = bit_set(state.contested)
    if contested & (state.owned[0] | state.owned[1]):
        wrong.append("somebody owns a contested hex [9J]")
    shared = state.occupied[0] & state.occupied[1]
    if (state.besieged[0] | state.besieged[1]) & ~shared or state.besieged[0] & state.besieged[1]:
        wrong.append("a siege without besiegers, or of both sides [15G]")
    if (state.owned[0] | state.owned[1]) & ~state.theatre.land:
        wrong.append("somebody owns what is not land")
    if any(state.bridges[d] & state.bridges[6 + d] for d in range(6)):
        wrong.append("a bridge has two owners [15A1]")
    direction = state.theatre.board.grid.direction
    for one, other in state.demolished:
        if not state.theatre.bridges[direction(one, other)] >> one & 1:
            wrong.append("a bridge is down that was never there [15A1]")
    if any(done <= 0 for done in state.labour.values()):
        wrong.append("work is half done without labour [13A4]")
    working = [unit for _, units in state.projects.values() for unit in units]
    if len(working) != len(set(working)):
        wrong.append("a unit builds two things [13A1c]")
    return wrong


def _ledger(state: State) -> list[str]:
    """[3A3] [11G] REs and resource points are conserved."""
    wrong = []
    here = [0] * len(CODES)
    for side in (0, 1):
        for unit in members(state.present[side]):
            here[CODES.index(state.theatre.counters[unit].nation)] += state.re(unit)
    for number, code in enumerate(CODES):
        if state.fielded[number] - state.lost[number] != here[number]:
            wrong.append(f"{code} has {here[number]} quarter REs, not what it should [3A3]")
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
    if any(points <= 0 for points in state.resources.values()):
        wrong.append("a hex has no or less than no resource points")
    return wrong


def _rails(state: State) -> list[str]:
    """[7A4] No net carries more than its capacity; depots stand on their nets."""
    wrong = []
    for net, capacity in enumerate(state.capacity):
        name = state.theatre.nets[net].name
        if capacity < 0:
            wrong.append(f"{name} has less than no capacity [7A5]")
        most = capacity + state.boosted[net]
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
    if any(hits <= 0 for hits in state.fatigue.values()):
        wrong.append("a unit has no or less than no fatigue hits [6B4]")
    return wrong


def _stacking(state: State) -> list[str]:
    """[8B] Nothing is overfull when a phase of combat begins, nor in exploitation and reaction."""
    step = state.stack[-1] if state.stack else None
    checked = isinstance(step, ReactionPhase) or (
        isinstance(step, MovementPhase) and state.phase == EXPLOITATION
    )
    if not checked or state.phase in (COMBAT, REACTION_COMBAT):
        return []
    label = state.theatre.board.grid.label
    return [
        f"{label(hex_)} is overfull [8B]"
        for side in (0, 1)
        for hex_ in members(overfull(state, side))
    ]


def _movement(state: State) -> list[str]:
    """[6] Nobody spends less than nothing."""
    return (
        ["a unit has spent less than nothing"] if min(state.spent.values(), default=0) < 0 else []
    )
