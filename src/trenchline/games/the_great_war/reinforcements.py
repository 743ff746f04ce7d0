"""Rule 16A: units that the orders of battle bring into play, and those they take out of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from trenchline.games.the_great_war.calendar import Date
from trenchline.games.the_great_war.components import CODES, NATIONS, SIDES, Units
from trenchline.games.the_great_war.intelligence import arrive, tell_of
from trenchline.games.the_great_war.ownership import settle
from trenchline.games.the_great_war.replacements import cost_to_replace
from trenchline.games.the_great_war.state import (
    ELIMINATED,
    ELIMINATED_ISOLATED,
    RESERVE,
    WITHDRAWN,
    State,
)
from trenchline.games.the_great_war.theatre import Arrival, Theatre
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import ONE, Choices, OwnDecision, Refusal


def _arrival(state: State, unit: int) -> Arrival | None:
    """[16A1] The line of the schedule by which a unit may enter play now: the last whose turn has
    come and that is later than its last withdrawal."""
    return _entering(state.theatre, state.date).get(unit)


@lru_cache(maxsize=256)
def _entering(theatre: Theatre, date: Date) -> dict[int, Arrival]:
    gone: dict[str, Date] = {}
    for withdrawal in theatre.withdrawals:
        if withdrawal.date <= date:
            last = gone.get(withdrawal.unit, withdrawal.date)
            gone[withdrawal.unit] = max(last, withdrawal.date)
    return {
        theatre.unit[arrival.unit]: arrival
        for arrival in theatre.arrivals
        if arrival.date <= date and (arrival.unit not in gone or arrival.date > gone[arrival.unit])
    }


def due(state: State, side: int) -> Units:
    """[16A1] Units of a side whose turn to enter play has come."""
    theatre = state.theatre
    return bit_set(
        unit
        for unit in _entering(theatre, state.date)
        if state.where[unit] == RESERVE and theatre.counters[unit].side == side
    )


def entries(state: State, unit: int) -> Hexes:
    """[16A] [16A1p] [16A1aa] Where a unit may enter play: hexes of its entry that its side owns. In
    a turn one unit at most comes into an isolated city, if others are open [16C12]."""
    side = state.theatre.counters[unit].side
    open_ = _open_entry(state, unit)
    free = open_ & ~state.isolated_hexes[side]
    return free if free and state.slipped_in >> side & 1 else open_


def _open_entry(state: State, unit: int) -> Hexes:
    """[16A1p] The hexes of a unit's entry that its side owns."""
    arrival = _arrival(state, unit)
    if arrival is None:
        return 0
    side = state.theatre.counters[unit].side
    return bit_set(arrival.entry) & state.owned[side] & ~state.besieged[side]


def enter(state: State, unit: int, hex_: Hex) -> None:
    """[16A1p] A unit enters play."""
    counter = state.theatre.counters[unit]
    state.fielded[CODES.index(counter.nation)] += state.re(unit)
    inherit_hunger(state, unit, hex_)
    state.put(unit, hex_)
    if state.isolated_hexes[counter.side] >> hex_ & 1:
        state.slipped_in |= 1 << counter.side
    arrive(state, unit)
    tell_of(state, (unit,), "{} arrives in {:hex} [16A1]", hex_)
    settle(state)


def inherit_hunger(state: State, unit: int, hex_: Hex) -> None:
    """[16] [R162] Who enters play where all others are out of general supply is so too, as long as
    they have been."""
    others = list(members(state.units(hex_, state.theatre.counters[unit].side)))
    if others and all(other in state.hunger for other in others):
        worst = max(others, key=lambda other: state.hunger[other])
        state.hunger[unit] = state.hunger[worst]
        if worst in state.unsupplied:
            state.unsupplied[unit] = state.unsupplied[worst]
            # [11F2] Its zone of control suffers with theirs.
            state.starving |= (state.starving >> worst & 1) << unit


def withdraw_due(state: State, side: int) -> None:
    """[16A1cc] Units that the orders of battle take away leave play, from wherever they are; an
    isolated one as soon as it is not. For one in the replacement pool its price is forfeit, even
    if that leaves a deficit [16B1b]."""
    for withdrawal in state.theatre.withdrawals:
        unit = state.theatre.unit[withdrawal.unit]
        if state.theatre.counters[unit].side != side or withdrawal.date > state.date:
            continue
        if _arrival(state, unit) is not None or state.where[unit] == WITHDRAWN:
            continue
        if withdrawal.date < state.date and withdrawal.unit not in state.overdue:
            continue
        if state.where[unit] >= 0 and state.isolated >> unit & 1:
            state.overdue |= {withdrawal.unit}
            continue
        state.overdue -= {withdrawal.unit}
        _withdraw(state, unit)
    settle(state)


def _withdraw(state: State, unit: int) -> None:
    counter = state.theatre.counters[unit]
    number = CODES.index(counter.nation)
    if state.where[unit] in (ELIMINATED, ELIMINATED_ISOLATED):
        cost = cost_to_replace(state, unit)
        if cost is not None:
            state.manpower[number] -= cost[0]
            state.gear[counter.side] -= cost[1]
        state.where[unit] = WITHDRAWN
    elif state.where[unit] >= 0:
        if _returns(state, unit):
            # It is fielded anew when it comes back.
            state.fielded[number] -= state.re(unit)
            state.lift(unit, RESERVE)
        else:
            state.lift(unit, WITHDRAWN)
    else:
        return
    state.note(f"  {counter.key} is withdrawn")


def forfeit(state: State, side: int) -> None:
    """[16C14] Reinforcements are forfeit whose cities are all the enemy's; a side without any city,
    nor an edge it comes from, loses its replacements and its pool."""
    theatre = state.theatre
    for unit in members(due(state, side)):
        arrival = _arrival(state, unit)
        entry = bit_set(arrival.entry) if arrival else 0
        if entry and not entry & ~(theatre.cities & state.owned[1 - side]):
            state.where[unit] = WITHDRAWN
            state.note(f"  {theatre.counters[unit].key} is forfeit [16C14]")
    if (theatre.cities | theatre.edges[side]) & state.owned[side] or not theatre.cities:
        return
    for number, code in enumerate(CODES):
        if NATIONS[code].side == side:
            state.manpower[number] = min(0, state.manpower[number])
    state.gear[side] = min(0, state.gear[side])
    for unit in members(theatre.of_side[side]):
        if state.where[unit] in (ELIMINATED, ELIMINATED_ISOLATED):
            state.where[unit] = WITHDRAWN


def _returns(state: State, unit: int) -> bool:
    """Whether the schedule brings a unit back after this turn."""
    key = state.theatre.counters[unit].key
    return any(a.unit == key and a.date > state.date for a in state.theatre.arrivals)


@dataclass(frozen=True, slots=True)
class Reinforce(OwnDecision[State]):
    """[16A] [8B] Place your reinforcements; stacking is not in force in the initial phase."""

    unit: int = -1
    """The unit that is to be placed."""

    def prompt(self, state: State) -> str:
        return f"{SIDES[self.side]}: place your reinforcements [16A]"

    def _ready(self, state: State) -> Units:
        return bit_set(unit for unit in members(due(state, self.side)) if entries(state, unit))

    def choices(self, state: State) -> Choices:
        if self.unit >= 0:
            return {"place": entries(state, self.unit)}
        found: Choices = {}
        units = self._ready(state)
        if units:
            found["unit"] = units
        found["done"] = ONE
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "unit":
            state.stack.append(Reinforce(self.side, number))
        elif verb == "place":
            state.stack.append(Reinforce(self.side))
            enter(state, self.unit, number)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "place" and self.unit >= 0:
            return Refusal("16A1", "the unit picked before is to be placed first")
        if self.unit >= 0 and _open_entry(state, self.unit) >> max(0, number) & 1:
            return Refusal("16C12", "a unit has come into an isolated city, and another is open")
        if self.unit >= 0:
            return Refusal("16A1", "the unit enters play in a hex of its entry that its side owns")
        if verb != "unit":
            return Refusal("4A1", "pick a reinforcement, then end the initial phase")
        if number < 0 or not due(state, self.side) >> number & 1:
            return Refusal("16A1", "it is not due to enter play")
        return Refusal("16A1", "the enemy owns every hex where it could enter")
