"""Rule 7A4 and 7A5: what the rail nets of each side can carry, and how that changes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from trenchline.games.the_great_war.components import SIDES, Units
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.tables import RAIL
from trenchline.games.the_great_war.theatre import Theatre
from trenchline.games.the_great_war.units import QUARTERS
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Choices, Decision, Refusal

NO_NET = -1
A_DEPOT: int = RAIL["capacity"]["depot"] * QUARTERS
ACTIVATION: int = RAIL["capacity"]["depot_activation"] * QUARTERS
LOSES: int = RAIL["capture"]["loses"] * QUARTERS
GAINS: int = RAIL["capture"]["gains"] * QUARTERS
LOW_VOLUME: int = RAIL["capacity"]["low_volume_factor"]
HEAVY: int = RAIL["capacity"]["artillery_cm_factor"]


@lru_cache(maxsize=64)
def nets_of(theatre: Theatre, side: int) -> tuple[int, ...]:
    """[7A5] The rail nets on which a side has capacity."""
    return tuple(n for n, net in enumerate(theatre.nets) if net.side == side)


def net_at(theatre: Theatre, side: int, hex_: Hex) -> int:
    """[7A5] The net of a side that a rail hex belongs to."""
    for net in nets_of(theatre, side):
        if theatre.nets[net].hexes >> hex_ & 1:
            return net
    return NO_NET


def depots_on(state: State, net: int) -> int:
    """[7A4] How many supply depots a side maintains on its net."""
    found = 0
    for at, on in zip(state.depot_at, state.depot_net, strict=True):
        if on == net and at >= 0:
            found += 1
    return found


def left_on(state: State, net: int) -> int:
    """[7A4] [7A5a] [7A5d] What a net can still carry in this turn, in quarters of an RE. Nothing is
    saved from turn to turn [3C4]."""
    whole = state.capacity[net] + state.boosted[net] - state.barred_capacity[net]
    return whole - A_DEPOT * depots_on(state, net) - state.capacity_used[net]


def size_by_rail(state: State, unit: int) -> int:
    """[7A4] [3A3] [R32] What a unit counts on a high-volume line: artillery and c/m units double,
    rail-only units nothing [14B1]."""
    bit = 1 << unit
    if state.kind.rail_only & bit:
        return 0
    size = state.re(unit)
    return size * HEAVY if (state.kind.artillery | state.kind.cm) & bit else size


def charge(state: State, unit: int, net: int, low: bool) -> int:
    """[7A4] What more a unit costs a net if it moves on it now: it counts once in a turn, twice as
    much once it has used a low-volume line."""
    whole = size_by_rail(state, unit) * (LOW_VOLUME if low else 1)
    return max(0, whole - state.charged.get((unit, net), 0))


def use(state: State, units: Units, nets: tuple[int, ...], low: bool) -> int:
    """[7A4] Units move by rail over some nets, each of which they count against [7A5]; how much
    that is."""
    total = 0
    for unit in members(units):
        for net in nets:
            more = charge(state, unit, net, low)
            if more:
                state.charged[unit, net] = state.charged.get((unit, net), 0) + more
                state.capacity_used[net] += more
                total += more
    return total


# How capacity changes.


def captured_on_net(state: State, captor: int, hexes: Hexes) -> None:
    """[7A5f] Marshaling yards and supply depots in captured hexes: their loser loses capacity, and
    the captor gains less, which he may use from his next turn on."""
    theatre, loser = state.theatre, 1 - captor
    shrunk: dict[int, int] = {}
    for hex_ in members(hexes & theatre.rails):
        things = theatre.yards >> hex_ & 1
        for depot, at in enumerate(state.depot_at):
            if at == hex_ and state.depot_side[depot] == loser:
                # [11C1.4] A captured depot is removed.
                state.depot_at[depot] = -1
                state.working &= ~(1 << depot)
                things += 1
        losing, gaining = net_at(theatre, loser, hex_), net_at(theatre, captor, hex_)
        for _ in range(things):
            enough = losing == NO_NET or state.capacity[losing] >= LOSES
            if losing != NO_NET:
                shrunk.setdefault(losing, state.capacity[losing])
                state.capacity[losing] = max(0, state.capacity[losing] - LOSES)
            if enough and gaining != NO_NET:
                state.coming_capacity[gaining] += GAINS
    for net, before in sorted(shrunk.items()):
        _without_yards(state, net)
        lost = before - state.capacity[net]
        state.capacity_lost[net] = state.capacity_lost.get(net, 0) + lost
        state.stack.append(MaintainDepots(loser, net))


def _without_yards(state: State, net: int) -> None:
    """[7A5f.1] Who has lost all yards of a net has no capacity there, and no depots."""
    data = state.theatre.nets[net]
    if state.theatre.yards & data.hexes & state.owned[data.side]:
        return
    state.capacity[net] = state.coming_capacity[net] = 0
    for depot, on in enumerate(state.depot_net):
        if on == net:
            state.depot_at[depot] = -1
            state.working &= ~(1 << depot)


@dataclass(frozen=True, slots=True)
class MaintainDepots(Decision[State]):
    """[11C1.5] A side deactivates depots at once while its capacity cannot maintain them all."""

    side: int
    net: int

    def who(self, state: State) -> int:
        return self.side

    def prompt(self, state: State) -> str:
        return f"{SIDES[self.side]}: deactivate a depot, the net cannot maintain all [11C1]"

    def overdrawn(self, state: State) -> bool:
        """Whether the net has more depots than its capacity maintains."""
        return A_DEPOT * depots_on(state, self.net) > state.capacity[self.net]

    def choices(self, state: State) -> Choices:
        if not self.overdrawn(state):
            return {"done": 1}
        found = 0
        for at, on in zip(state.depot_at, state.depot_net, strict=True):
            if at >= 0 and on == self.net:
                found |= 1 << at
        return {"deactivate": found}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "deactivate":
            deactivate(state, self.side, number)
            state.stack.append(self)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "deactivate":
            return Refusal("11C1", "a depot of this net must be deactivated first")
        return Refusal("11C1", "no depot of that net stands there")


def deactivate(state: State, side: int, hex_: Hex) -> None:
    """[11C1] A side removes a supply depot of its own from a hex."""
    for depot, at in enumerate(state.depot_at):
        if at == hex_ and state.depot_side[depot] == side:
            state.depot_at[depot] = -1
            state.working &= ~(1 << depot)
            state.note("{}: the depot in {:hex} is deactivated [11C1]", SIDES[side], hex_)
            return
    raise AssertionError("there is no depot")
