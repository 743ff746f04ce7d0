"""Chapter 6.44: mines attack whoever enters, are laid and are swept."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from trenchline.games.balance_of_powers.asking import asked
from trenchline.games.balance_of_powers.components import BOARD, OF_NATION, UNITS, Units
from trenchline.games.balance_of_powers.flight import strength
from trenchline.games.balance_of_powers.navy import MINES, SHIPS, VESSELS, damage, mines, radius
from trenchline.games.balance_of_powers.seaways import (
    RANGE,
    TOLD,
    on_a_map,
    open_sea,
)
from trenchline.games.balance_of_powers.state import MINES as MINE_POOL
from trenchline.games.balance_of_powers.state import POOL, State
from trenchline.kernel.bits import bit_set, lowest, members
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Choices, Decision, Refusal, Roll, Throw

TRAITS = {"double_mines": Fraction(2), "half_mines": Fraction(1, 2)}
"""[6.443.2] Waters that are narrow, and those that are wide."""


def threat(state: State, place: Hex, side: int) -> Fraction:
    """[6.443] What a die in a hex, or two in a box, must stay below for the mines of a side to hit;
    halves are not rounded [R214]."""
    total = Fraction(sum(strength(state, mine).fire for mine in members(mines(state, place, side))))
    if place in BOARD.boxes:
        for trait in BOARD.boxes[place]["traits"].split():
            total *= TRAITS.get(trait, 1)
    return total


def fields(state: State, side: int) -> Hexes:
    """Where the mines of a side lie."""
    return state.fields[side]


@dataclass(frozen=True, slots=True)
class Minefield(Throw[State]):
    """[6.442] The mines in a location attack every ship and submarine of a force that enters
    [6.442.1]: a die for each in a hex, two in a box [6.443] [6.443.1]."""

    place: Hex
    units: tuple[int, ...]

    def dice(self, state: State) -> tuple[int, ...]:
        """As many as the ships need."""
        return (6,) * (len(self.units) * self._each)

    @property
    def _each(self) -> int:
        return 1 if on_a_map(self.place) else 2

    def purpose(self, state: State) -> str:
        """Where."""
        return f"mines in {state.named(self.place)}"

    def thrown(self, state: State, values: tuple[int, ...]) -> None:
        """Hits count at once; a damaged dreadnought sinks like any other [6.443.3]."""
        side = state.side_of(self.units[0])
        limit = threat(state, self.place, 1 - side)
        state.note("Mines in {:hex}", self.place)
        each = self._each
        for number, unit in enumerate(self.units):
            shown = values[number * each : (number + 1) * each]
            if sum(shown) < limit:
                state.detail("{}: {:unit} runs on a mine", "+".join(map(str, shown)), unit)
                damage(state, unit)
        if not state.force & VESSELS and state.journeys:
            state.halt()


def mined(state: State, units: Units, place: Hex) -> Minefield | None:
    """[6.442] [6.441] What a force that enters a location has to expect from enemy mines; its own
    do nothing."""
    vessels = units & VESSELS
    if not vessels:
        return None
    side = state.side_of(lowest(vessels))
    if not mines(state, place, 1 - side):
        return None
    return Minefield(place, tuple(members(vessels)))


# Laying.


def lump(state: State, unit: int) -> int:
    """[6.445] [6.446] What it costs a unit to lay or sweep a mine."""
    return int(TOLD["lump"]) * radius(state, unit)


def can_spend_lump(state: State, unit: int) -> bool:
    """Whether a unit has points enough left for it."""
    return RANGE * radius(state, unit) - state.spent.get(unit, 0) >= lump(state, unit)


def has_room(state: State, place: Hex, side: int) -> bool:
    """[6.44.1] Whether one more mine of a side fits: one in a hex, two in a box."""
    most: int = TOLD["mines_in_hex"] if on_a_map(place) else TOLD["mines_in_box"]
    return mines(state, place, side).bit_count() < most


def in_mine_pool(state: State, nation: int) -> Units:
    """[6.444] The mines of a nation that wait to be laid."""
    return bit_set(m for m in members(MINES & OF_NATION[nation]) if state.where[m] == MINE_POOL)


def layers(state: State) -> Units:
    """[6.445] Who in the force may lay a mine where it is."""
    if not has_room(state, state.force_at, state.phasing):
        return 0
    return bit_set(
        unit
        for unit in members(state.force & VESSELS)
        if can_spend_lump(state, unit) and in_mine_pool(state, UNITS[unit].nation)
    )


def lay(state: State, unit: int) -> None:
    """[6.445] A unit spends three times its radius and lays a mine of its nation."""
    state.spent[unit] = state.spent.get(unit, 0) + lump(state, unit)
    mine = lowest(in_mine_pool(state, UNITS[unit].nation))
    state.put(mine, state.force_at)
    state.note("{:unit} lays mines in {:hex}", unit, state.force_at)


def why_not_lay(state: State, unit: int) -> Refusal:
    """Why a unit cannot lay a mine here."""
    if unit < 0 or not (state.force & VESSELS) >> unit & 1:
        return Refusal("6.445", "it is no ship of the force")
    if not has_room(state, state.force_at, state.phasing):
        return Refusal("6.44", "there is no room for another mine")
    if not in_mine_pool(state, UNITS[unit].nation):
        return Refusal("6.445", "its nation has none in the mine pool")
    return Refusal("6.445", "it has not three times its radius left to lay mines")


# Sweeping.


def sweepers(state: State) -> Units:
    """[6.446] The ships of the force that may try to sweep; submarines do not."""
    return bit_set(u for u in members(state.force & SHIPS) if can_spend_lump(state, u))


def within_sweep(state: State) -> Hexes:
    """[6.446] The mined locations that the force can sweep: its own and those beside it, over map
    edges too."""
    place = state.force_at
    close = 1 << place | step(1 << place, open_sea(state))
    return close & (fields(state, 0) | fields(state, 1))


def why_not_sweep(state: State, place: Hex) -> Refusal:
    """Why the force cannot sweep in a location."""
    if place < 0 or not within_sweep(state) >> place & 1:
        return Refusal("6.446", "no mine lies there, in reach of the force")
    return Refusal("6.446", "no ship of the force has three times its radius left to spend")


@dataclass(frozen=True, slots=True)
class Sweep(Decision[State]):
    """[6.446] One of the ships of the force tries to clear a mine, before anybody searches there
    [6.446.3]."""

    place: Hex

    def who(self, state: State) -> int:
        """The phasing side."""
        return state.phasing

    def prompt(self, state: State) -> str:
        """Where."""
        return state.say("Which ship sweeps the mines in {:hex}? [6.446]", self.place)

    def choices(self, state: State) -> Choices:
        """Those with points enough."""
        return {"sweeper": sweepers(state)}

    def take(self, state: State, verb: str, number: int) -> None:
        """Its own mines are simply taken up [6.446.1]."""
        state.spent[number] = state.spent.get(number, 0) + lump(state, number)
        state.sweeping |= 1 << number
        enemy = mines(state, self.place, 1 - state.phasing)
        state.note("{:unit} sweeps mines in {:hex}", number, self.place)
        if enemy:
            state.stack.append(SweepDie(number, lowest(enemy)))
        else:
            state.lift(lowest(mines(state, self.place, state.phasing)), MINE_POOL)

    @asked("6.446", "sweeper")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Who cannot."""
        if number < 0 or not (state.force & SHIPS) >> number & 1:
            return Refusal("6.446", "only a ship of the force sweeps")
        return Refusal("6.446", "it has not three times its radius left to sweep")


@dataclass(frozen=True, slots=True)
class SweepDie(Roll[State]):
    """[6.446.2] The clearance table: 1 costs the ship a step, 3 and more clear nothing
    [6.446/die-3-6]."""

    unit: int
    mine: int

    def purpose(self, state: State) -> str:
        """Who."""
        return f"{state.called(self.unit)} sweeps"

    def rolled(self, state: State, value: int) -> None:
        """Cleared mines go to the pool of their owner."""
        swept = TOLD["swept"]
        if value not in swept:
            state.detail("{:die}: the mine remains", value)
            return
        state.detail("{:die}: {:unit} is cleared", value, self.mine)
        state.lift(self.mine, POOL)
        if value == swept[0]:
            damage(state, self.unit)
