"""Chapters 6.224 and 5.223: damaged ships are repaired at home, and old ones are broken up."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.balance_of_powers.components import (
    HOME,
    NATIONS,
    OF_KIND,
    OF_NATION,
    PORT_BOXES,
    PORTS,
    TABLES,
    UNITS,
    Nations,
    Units,
)
from trenchline.games.balance_of_powers.navy import (
    DREADNOUGHTS,
    VESSELS,
    damage,
    dismiss_admirals,
)
from trenchline.games.balance_of_powers.state import CALENDAR, State
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.steps import Refusal, Roll

COSTS = TABLES["costs"]
MINES: Units = OF_KIND["mine"]


def price_of_step(unit: int) -> int:
    """[6.222] What a step of a naval unit costs; a mine has one.

    >>> from trenchline.games.balance_of_powers.components import UNIT
    >>> [price_of_step(UNIT[key]) for key in ("GE-N-BB1", "GE-N-CC1", "GE-N-UB1", "GE-M-1")]
    [3, 2, 1, 1]
    """
    told = UNITS[unit]
    if told.kind == "ship":
        return int(COSTS["dreadnought" if told.ship == "BB" else "ship"])
    return int(COSTS[told.kind])


# Repair.


def why_not_refit(state: State, nation: int, clients: Nations, unit: int) -> Refusal | None:
    """[6.224.1] Why a power cannot have a naval unit repaired, if anything keeps it from it."""
    case = "6.224.1"
    if not 0 <= unit < len(UNITS) or not VESSELS >> unit & 1:
        return Refusal(case, "it is no ship and no submarine")
    own = UNITS[unit].nation
    if not clients >> own & 1:
        return Refusal(case, "this power does not pay for it")
    if not (state.reduced & state.mapped) >> unit & 1:
        return Refusal(case, "it is not damaged")
    berths = HOME[own] & (PORTS | PORT_BOXES) & state.held[state.sides[own]]
    if state.conquered >> own & 1 or not berths >> state.where[unit] & 1:
        return Refusal(case, "it is in no port of its own country that is unconquered")
    if state.passengers & state.units(state.where[unit], state.sides[own]):
        # [R325]
        return Refusal(case, "passengers go ashore before")
    if state.points[nation] < price_of_step(unit):
        return Refusal("2.44", f"the repair costs {price_of_step(unit)}")
    return None


def to_refit(state: State, nation: int, clients: Nations) -> Units:
    """[6.224.1] The damaged naval units that a power can have repaired."""
    hurt = state.reduced & state.mapped & VESSELS
    return bit_set(u for u in members(hurt) if why_not_refit(state, nation, clients, u) is None)


def refit(state: State, nation: int, unit: int) -> None:
    """[6.224.1] A power pays; a die tells for how long the unit is in dock."""
    state.points[nation] -= price_of_step(unit)
    state.stack.append(Dock(unit))


@dataclass(frozen=True, slots=True)
class Dock(Roll[State]):
    """[6.224.1] The months until a naval unit musters again, whole."""

    unit: int

    def purpose(self, state: State) -> str:
        """Whose."""
        return f"months of repair of {state.called(self.unit)}"

    def rolled(self, state: State, value: int) -> None:
        """It goes to the calendar."""
        place, side = state.where[self.unit], state.side_of(self.unit)
        state.note("{:die}: {:unit} is in dock for so many months", value, self.unit)
        state.lift(self.unit, CALENDAR)
        state.due[self.unit] = state.month + value
        dismiss_admirals(state, place, side)


# Breaking up.


def why_not_scrap(state: State, powers: Nations, unit: int) -> Refusal | None:
    """[5.223] Why a power cannot give up a step of a naval unit, if anything keeps it from it."""
    if not 0 <= unit < len(UNITS) or not (VESSELS | MINES) >> unit & 1:
        return Refusal("5.223", "it is no naval unit")
    if DREADNOUGHTS >> unit & 1:
        return Refusal("5.221.1", "nobody gives up a dreadnought")
    own = UNITS[unit].nation
    if not powers >> own & 1:
        return Refusal("5.223", "it belongs to no major power of your side that may give it up")
    if not state.mapped >> unit & 1:
        return Refusal("5.223", "it is not there to be given up")
    if state.scrapped >> own & 1:
        return Refusal("5.223", "its power has given up a step of a ship this season")
    return None


def to_scrap(state: State, powers: Nations) -> Units:
    """[5.223] [5.221.1] The naval units of which a step may be turned into points."""
    found = 0
    for nation in members(powers & ~state.scrapped):
        found |= OF_NATION[nation]
    return found & state.mapped & (VESSELS | MINES) & ~DREADNOUGHTS


def scrap(state: State, unit: int) -> None:
    """[5.223] A step is given up for what it would cost."""
    nation = UNITS[unit].nation
    state.scrapped |= 1 << nation
    state.points[nation] += price_of_step(unit)
    state.detail(NATIONS[nation].name + " breaks up a step of {:unit}", unit)
    if MINES >> unit & 1:
        state.lift(unit)
    else:
        damage(state, unit)
