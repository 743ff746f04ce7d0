"""Section 8.6: retreats, hex by hex, and the displacement of friends.

A retreat costs no movement points and knows no terrain, rail or sea [8.64]. It may not double back,
enter vacant enemy zones, enemy hexes, neutral soil or the Transit Area, or leave the map [8.61]. It
runs as straight as possible, towards supply if feasible [8.6], within the unit's own country if it
starts there [8.61d], and ends on a friend only when there is no other way [8.63].
"""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.world_war_one.advance import begin_advance
from trenchline.games.world_war_one.battle import Battle
from trenchline.games.world_war_one.components import (
    BESIDE,
    COUNTRY,
    GRID,
    NATION_OF,
    TERRITORY,
    march,
)
from trenchline.games.world_war_one.entry import enter, enter_greece
from trenchline.games.world_war_one.refusals.retreats import Retreat, of_retreat
from trenchline.games.world_war_one.russia import post_garrisons
from trenchline.games.world_war_one.state import State, way_told
from trenchline.games.world_war_one.supply import fed, passable
from trenchline.games.world_war_one.zones import enemy_zone
from trenchline.kernel.bits import bit_set, lowest, members
from trenchline.kernel.frozen import replaced
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Choices, Decision, Refusal, UnitDecision


@dataclass(frozen=True, slots=True)
class Plan:
    """The retreats of a given length that are open to a unit.

    Straight ones are kept as layers: the hexes that may be entered first, second, and so on, each
    one hex further away. Crooked ones are listed path by path.
    """

    layers: tuple[Hexes, ...] = ()
    paths: tuple[tuple[Hex, ...], ...] = ()

    def next(self, here: Hex, done: tuple[Hex, ...]) -> Hexes:
        """The hexes that may be entered next."""
        if self.paths:
            n = len(done)
            return bit_set(path[n] for path in self.paths if path[:n] == done)
        return BESIDE[here] & self.layers[len(done)]


def plan(state: State, unit: int, length: int, used: Hexes = 0) -> Plan | None:
    """All retreats of exactly this many hexes, the preferred ones only; None if there is none.

    [R10] [R12] First those that end in an empty hex, then those within the own country, then the
    straightest, then those that end in supply. ``used`` hexes are closed: a chain of displacements
    never uses a hex twice.
    """
    nation = NATION_OF[unit]
    side = state.status[nation]
    start = state.where[unit]
    bit = 1 << start
    zone = enemy_zone(state, side)
    free = ground(state, unit)
    # [8.61b] It never comes back.
    open_hexes = free & ~(bit | used)
    vacant = open_hexes & ~state.armies[side]
    # [8.61d] In its own country it tries to stay there.
    lands = [open_hexes]
    if COUNTRY[start] == nation:  # [8.61d]
        lands = [open_hexes & TERRITORY[nation], open_hexes]
    for land in lands:
        found = _straightest(state, nation, start, length, land, land & vacant, free)
        if found is not None:
            return found
    friends = open_hexes & state.armies[side] & _between(start, 1, length)
    if not friends:
        return None
    for land in lands:
        ends = displaceable(state, side, land & friends, used | bit, zone)
        found = _straightest(state, nation, start, length, land, ends, free)
        if found is not None:
            return found
    return None


def ground(state: State, unit: int) -> Hexes:
    """The hexes a unit may retreat through, whatever it prefers.

    [8.61a] [8.61c] Once it has left its hex, the zone there works again unless a fort stands.
    [8.62] Friends' hexes are open in spite of zones.
    """
    side = state.side_of(unit)
    start = 1 << state.where[unit]
    free = passable(state, side)
    if enemy_zone(state, side) & start & ~state.forts[side]:
        free &= ~start
    return free


def chosen_way(state: State, retreat: Retreat) -> tuple[Hex, ...]:
    """One of the ways that a retreat may take from where it has come to."""
    retreats = plan(state, retreat.unit, retreat.length, retreat.used)
    assert retreats is not None
    way = retreat.done
    while len(way) < retreat.length:
        way = (*way, lowest(retreats.next(way[-1] if way else retreat.start, way)))
    return way


def _between(start: Hex, least: int, most: int) -> Hexes:
    """The hexes at these distances from one."""
    hexes = 0
    for radius in range(least, most + 1):
        hexes |= GRID.ring(start, radius)
    return hexes


def _straightest(
    state: State, nation: int, start: Hex, length: int, land: Hexes, ends: Hexes, free: Hexes
) -> Plan | None:
    """[8.6] The straightest retreats over ``land`` to one of ``ends``, supplied ones if any."""
    if not ends:
        return None
    # As straight as can be: every step leads one hex further away.
    layers = []
    here = 1 << start
    for radius in range(1, length + 1):
        here = march(here) & land & GRID.ring(start, radius)
        layers.append(here)
    if here & ends:
        return _straight(state, nation, layers, here & ends, free)
    return _crooked(state, nation, start, length, land, ends, free)


def _straight(state: State, nation: int, layers: list[Hexes], ends: Hexes, free: Hexes) -> Plan:
    supplied = ends & fed(state, nation, free)
    layers[-1] = supplied or ends
    # Keep only hexes from which the end can still be reached.
    for n in range(len(layers) - 2, -1, -1):
        layers[n] &= march(layers[n + 1])
    return Plan(layers=tuple(layers))


def _crooked(
    state: State, nation: int, start: Hex, length: int, land: Hexes, ends: Hexes, free: Hexes
) -> Plan | None:
    """The bent retreats that lead as far away as any."""
    for away in range(length - 1, 0, -1):
        best = _bent(start, length, land, ends & GRID.ring(start, away))
        if best:
            fine = fed(state, nation, free)
            supplied = [path for path in best if fine >> path[-1] & 1]
            return Plan(paths=tuple(sorted(supplied or best)))
    return None


def _bent(start: Hex, length: int, land: Hexes, ends: Hexes) -> list[tuple[Hex, ...]]:
    """All retreats of a length to one of ``ends``. [8.61b] No hex comes twice."""
    if not ends:
        return []
    # After each hex the end must still be within reach of the hexes that are left.
    stages = [ends]
    for _ in range(length - 1):
        stages.append(march(stages[-1]) & land)
    stages.reverse()
    found = []
    trail: list[tuple[Hexes, tuple[Hex, ...]]] = [(1 << start, ())]
    while trail:
        closed, path = trail.pop()
        around = march(1 << (path[-1] if path else start)) & stages[len(path)] & ~closed
        longer = [(closed | 1 << hex_, (*path, hex_)) for hex_ in members(around)]
        if len(path) == length - 1:
            found += [path for _, path in longer]
        else:
            trail += longer
    return found


def displaceable(state: State, side: int, friends: Hexes, used: Hexes, zone: Hexes) -> Hexes:
    """[8.63] Friends that can be bumped: not in an enemy zone, with somewhere to go themselves."""
    found = 0
    for hex_ in members(friends & ~zone):
        if plan(state, state.at[hex_], 1, used | 1 << hex_) is not None:
            found |= 1 << hex_
    return found


@dataclass(frozen=True, slots=True)
class RetreatPath(Decision[State]):
    """[8.6] The retreating unit's owner leads it back, hex by hex [R11]."""

    battle: Battle
    length: int
    done: tuple[int, ...] = ()
    why: str = ""
    """What the log says of its cause."""

    def who(self, state: State) -> int:
        return 1 - self.battle.side

    def prompt(self, state: State) -> str:
        left = self.length - len(self.done)
        return f"Retreat {left} more hex{'es' if left > 1 else ''}: choose the next [8.6]"

    def _next(self, state: State) -> Hexes:
        unit = self.battle.unit
        assert unit is not None
        retreats = plan(state, unit, self.length)
        assert retreats is not None
        return retreats.next(self.done[-1] if self.done else state.where[unit], self.done)

    def choices(self, state: State) -> Choices:
        return {"retreat_to": self._next(state)}

    def take(self, state: State, verb: str, number: int) -> None:
        done = (*self.done, number)
        if len(done) < self.length:
            state.stack.append(replaced(self, done=done))
            return
        unit = self.battle.unit
        assert unit is not None
        start = state.where[unit]
        if state.log is not None:
            state.detail("{:unit} retreats {}, {}", unit, way_told(state, start, done), self.why)
        begin_advance(state, self.battle, done)
        state.vacate(unit, start)
        _arrive(state, unit, done, 1 << start)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "retreat_to":
            return Refusal("8.6", "first the retreat must be finished")
        unit = self.battle.unit
        assert unit is not None
        retreat = Retreat(unit, state.where[unit], self.length, self.done)
        return of_retreat(state, retreat, number)


def _arrive(state: State, unit: int, way: tuple[Hex, ...], used: Hexes) -> None:
    """A unit in hand ends its retreat; a friend it finds there is in hand from now on [8.63]."""
    end = way[-1]
    passed = bit_set(way)
    # [11.3] If this dissolves the Greek army, no Greek is left there to be displaced.
    enter_greece(state, unit, passed)
    bumped = state.unit_at(end)
    if bumped is not None:
        state.vacate(bumped, end)
        state.stack.append(Displacement(bumped, used | 1 << end))
    state.put(unit, end)
    # [R35] [15.1] Passing through counts as entering.
    enter(state, unit, passed)
    post_garrisons(state)  # [12.13]


@dataclass(frozen=True, slots=True)
class Displacement(UnitDecision[State]):
    """[8.63] A friend is bumped one hex by the retreat, perhaps onto another friend."""

    used: Hexes
    """Hexes of this retreat and its displacements, closed to the unit."""

    def prompt(self, state: State) -> str:
        return state.say("The {:unit} is displaced: choose where to [8.63]", self.unit)

    def choices(self, state: State) -> Choices:
        retreats = plan(state, self.unit, 1, self.used)
        assert retreats is not None
        return {"displace_to": retreats.next(state.where[self.unit], ())}

    def take(self, state: State, verb: str, number: int) -> None:
        start = state.where[self.unit]
        state.detail("{:unit} is displaced from {:hex} to {:hex} [8.63]", self.unit, start, number)
        _arrive(state, self.unit, (number,), self.used)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "displace_to":
            return Refusal("8.63", "first the displaced unit must be given a hex")
        retreat = Retreat(self.unit, state.where[self.unit], 1, used=self.used)
        return of_retreat(state, retreat, number)
