"""Chapter 8.5: naval units that must return sail to the nearest port, past everybody but mines."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.balance_of_powers.asking import asked
from trenchline.games.balance_of_powers.components import ALL_AIR, OF_NATION, UNITS, Units
from trenchline.games.balance_of_powers.holds import capacity, load, would_live
from trenchline.games.balance_of_powers.minefields import fields, mined
from trenchline.games.balance_of_powers.navy import (
    ADMIRALS,
    DREADNOUGHTS,
    VESSELS,
    dismiss_admirals,
    friendly_ports,
    ports,
    sink,
)
from trenchline.games.balance_of_powers.seaways import course
from trenchline.games.balance_of_powers.stacking import fits
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.transports import ashore
from trenchline.kernel.bits import bit_set, lowest, members
from trenchline.kernel.floods import Reach
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import ONE, Choices, Duty, OwnDecision, Refusal

FARTHEST = 120
"""More than any way on the chart to a port costs."""


def send_home(state: State, units: Units) -> None:
    """[8.5] Naval units in one location must return to port; leaders whose whole command goes sail
    with it. Whoever has returned this month, and must leave the port, is lost [8.5.4]."""
    units &= state.mapped
    if not units & VESSELS:
        return
    side = state.side_of(lowest(units & VESSELS))
    place = state.where[lowest(units & VESSELS)]
    if units & state.moored and not friendly_ports(state, side) >> place & 1:
        for unit in members(units & state.moored):
            state.detail("{:unit} is driven out of its port and lost", unit)
            sink(state, unit)
        if not (units := units & state.mapped) & VESSELS:
            return
    here = state.units(place, side)
    if not here & VESSELS & ~units:
        units |= here & ADMIRALS
    riders = here & state.passengers
    if riders and load(state, riders) > capacity(state, here & ~units):
        # [7.64.1] Nobody else could carry them.
        units |= riders
    state.homing = units
    state.force &= ~units
    state.engaged &= ~units
    if state.journeys and not state.force & VESSELS:
        state.halt()
    state.stack.append(HomePort(side))


def ways_home(state: State, side: int) -> Reach:
    """[8.5.2] The ways of the units that return, as far as the nearest port: not through enemy
    fortresses, nor where their passengers may not be [R336]."""
    start = state.where[lowest(state.homing)]
    shun = state.forts[1 - side]
    return course(state, side, state.homing, start, FARTHEST, shun, friendly_ports(state, side))


def nearest(state: State, side: int) -> Hexes:
    """[8.5] The friendly ports nearest in movement points; those of neutrals who are permissive are
    not friendly [R334]."""
    friendly = friendly_ports(state, side)
    start = state.where[lowest(state.homing)]
    if friendly >> start & 1:
        return 1 << start
    return ways_home(state, side).layers[-1] & friendly


@dataclass(frozen=True, slots=True)
class HomePort(OwnDecision[State]):
    """[8.5] Units return to the nearest port; their owner chooses among equals."""

    def prompt(self, state: State) -> str:
        """Who."""
        vessels = (state.homing & VESSELS).bit_count()
        return f"To which port do {vessels} naval units return? [8.5]"

    def choices(self, state: State) -> Choices:
        """The nearest."""
        found = nearest(state, self.side) if state.homing & VESSELS else 0
        return {"harbour": found} if found else {"perish": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        """They sail, or are lost [8.5.3]."""
        if verb == "perish":
            for unit in members(state.homing & VESSELS):
                state.detail("{:unit} finds no port and is lost", unit)
                sink(state, unit)
            state.homing = 0
            return
        units = list(members(state.homing))
        state.note("{:units} return to {:hex}", units, number)
        way = self._way(state, number)
        state.stack.append(Moor(self.side))
        state.stack += [Homeward(place) for place in reversed(way)]

    def _way(self, state: State, port: Hex) -> list[Hex]:
        """The mined places on the way, and the port; a way past mines if none is shorter [R215]."""
        start = state.where[lowest(state.homing)]
        shun = state.forts[1 - self.side]
        fields_there = fields(state, 1 - self.side)
        straight = ways_home(state, self.side)
        path = straight.path(port)[1:]
        met = fields_there & bit_set(path) & ~(1 << port)
        if met:
            cost = straight.cost(port) or 0
            shun |= fields_there & ~(1 << port)
            if course(state, self.side, state.homing, start, cost, shun).cost(port) == cost:
                met = 0
        return [place for place in path if met >> place & 1 or place == port]

    @asked("8.5", "harbour", "perish")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Why not there."""
        if verb == "perish":
            return Refusal("8.5.3", "a port can be reached")
        if number < 0 or not friendly_ports(state, self.side) >> number & 1:
            return Refusal("8.5", "it is no friendly port")
        return Refusal("8.5", "another port is nearer")


@dataclass(frozen=True, slots=True)
class Recall(Duty[State]):
    """[2.92.4] The dreadnoughts of a power in crisis return to port, and stay there. They do so
    after a combat and before the next half of general quarters [R224]."""

    def run(self, state: State) -> None:
        """One location after another."""
        for unit in members(state.mapped & DREADNOUGHTS):
            nation = UNITS[unit].nation
            if nation not in state.crisis:
                continue
            place, side = state.where[unit], state.side_of(unit)
            if not ports(state, side) >> place & 1:
                state.stack.append(self)
                here = state.units(place, side) & DREADNOUGHTS & OF_NATION[nation]
                send_home(state, here)
                return


@dataclass(frozen=True, slots=True)
class Homeward(Duty[State]):
    """[8.5.1] Returning units come to a place on their way, past enemies and unsearched; mines
    attack them [8.5.2]."""

    place: Hex

    def run(self, state: State) -> None:
        """They are there."""
        if not state.homing & VESSELS:
            return
        here = state.where[lowest(state.homing & VESSELS)]
        if here == self.place:
            return
        state.move(state.homing, self.place)
        dismiss_admirals(state, here, state.side_of(lowest(state.homing)))
        field = mined(state, state.homing, self.place)
        if field is not None:
            state.stack.append(field)


@dataclass(frozen=True, slots=True)
class Moor(Duty[State]):
    """[8.5.4] They stay in port until the next month."""

    side: int

    def run(self, state: State) -> None:
        """Their move is over; passengers go ashore, if there is room [R229] and they would live
        there [1.24.3]."""
        state.moored |= state.homing & VESSELS
        state.done |= state.homing & VESSELS
        for unit in members(state.homing & state.passengers):
            place = state.where[unit]
            if not state.enemy_land(self.side) >> place & 1 and would_live(place) >> unit & 1:
                if ALL_AIR >> unit & 1 or fits(state, place, 1 << unit, self.side):
                    ashore(state, unit)
        state.homing = 0
