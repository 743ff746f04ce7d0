"""Advances after combat [9F3] [9F4]: attackers into the hex they have cleared, defenders into hexes
that the attackers have lost."""

from __future__ import annotations

from dataclasses import dataclass, replace

from trenchline.games.the_great_war.battle import Battle
from trenchline.games.the_great_war.breakthrough import roll_over, ways_through
from trenchline.games.the_great_war.components import SIDES, Units
from trenchline.games.the_great_war.contested import becomes_contested, contest
from trenchline.games.the_great_war.entry import crossed
from trenchline.games.the_great_war.guides import follows
from trenchline.games.the_great_war.losses import is_far
from trenchline.games.the_great_war.ownership import settle
from trenchline.games.the_great_war.routes import may_cross, open_hexes
from trenchline.games.the_great_war.stacking import fits
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.ways_out import can_overstack
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import ONE, Choices, Decision, Duty, Refusal

SIEGE_GUNS = ("siege", "heavy siege")
"""[12B3] [12B4] Guns that do not advance."""


def why_never(state: State, battle: Battle, unit: int) -> Refusal | None:
    """Why a unit never advances after combat; None if it may."""
    counter = state.theatre.counters[unit]
    if counter.type.gun in SIEGE_GUNS:
        case = "12B3" if counter.type.gun == "siege" else "12B4"
        return Refusal(case, "siege artillery does not advance after combat")
    if state.kind.army_hq >> unit & 1:
        return Refusal("14M", "Army HQs do not advance after combat")
    if bit_set(state.attached.values()) >> unit & 1:
        # [12B9.2] Guns that leave it may: they are detached as they go.
        return Refusal("12B9", "artillery divisions do not advance after combat")
    if state.overstacked >> unit & 1:
        # [8C2.10]
        return Refusal("8C2", "overstacked units do not advance after combat")
    if unit in state.afloat:
        return Refusal("14B2", "boats do not advance after combat for a hex")
    if state.kind.rail_only >> unit & 1:
        return Refusal("14B1", "units on rails do not advance after combat")
    if is_far(state, battle, unit):
        return Refusal("12B7", "guns that fire from afar do not advance")
    if not state.printed_movement(unit):
        return Refusal("14B3", "that unit cannot move")
    return None


def origin_of(battle: Battle, unit: int) -> Hex:
    """Where a unit fought from."""
    if unit in battle.attackers:
        return battle.origins[battle.attackers.index(unit)]
    return battle.target


def advancers(state: State, battle: Battle, attacking: bool, hex_: Hex) -> Units:
    """[9F3] The units of a side that may advance into a hex once it is clear, if there is room."""
    found = 0
    for unit in battle.fighters(attacking):
        origin = origin_of(battle, unit)
        if (
            state.where[unit] == origin
            and origin != hex_
            and unit not in battle.leaving
            and why_never(state, battle, unit) is None
            and (may_cross(state, unit, origin, hex_) or is_brought(state, battle, unit, hex_))
        ):
            found |= 1 << unit
    return found


def is_brought(state: State, battle: Battle, unit: int, hex_: Hex) -> bool:
    """[14F1] Whether high mountain units that have advanced from the same hex guide a unit."""
    origin = origin_of(battle, unit)
    gone = bit_set(one for one in battle.advanced if origin_of(battle, one) == origin)
    return follows(state, unit, origin, hex_, gone)


def clear_hexes(state: State, battle: Battle, attacking: bool) -> list[Hex]:
    """[9F3] [R91] The hexes that the combat has cleared for a side to advance into, by death or by
    retreat of either kind."""
    enemy = battle.side_of(not attacking)
    hexes = (battle.target,) if attacking else tuple(dict.fromkeys(battle.origins))
    return [
        hex_
        for hex_ in hexes
        if not state.occupied[enemy] >> hex_ & 1 and (attacking or hex_ != battle.target)
    ]


@dataclass(frozen=True, slots=True)
class Advances(Duty[State]):
    """[9F3] Both sides may advance into what the combat has cleared, the attacker first."""

    def run(self, state: State) -> None:
        battle = state.battle
        steps = [
            Advance(attacking, hex_)
            for attacking in (True, False)
            for hex_ in clear_hexes(state, battle, attacking)
            if advancers(state, battle, attacking, hex_)
        ]
        state.stack += reversed(steps)


@dataclass(frozen=True, slots=True)
class Advance(Decision[State]):
    """[9F3] Which units advance? At least one where that was promised [9F1]."""

    attacking: bool
    hex: Hex

    def who(self, state: State) -> int:
        return state.battle.side_of(self.attacking)

    def prompt(self, state: State) -> str:
        return state.say("{}: who advances into {:hex}? [9F3]", SIDES[self.who(state)], self.hex)

    def able(self, state: State) -> Units:
        """Those who may advance now and find room [8B]."""
        battle, side = state.battle, self.who(state)
        if not open_hexes(state, side) >> self.hex & 1:
            return 0
        units = advancers(state, battle, self.attacking, self.hex)
        if can_overstack(state, side, self.hex):
            return units
        return bit_set(u for u in members(units) if fits(state, self.hex, side, 1 << u))

    def is_bound(self, state: State) -> bool:
        """[9F1] Whether somebody has still to go who was promised."""
        battle = state.battle
        return self.hex in battle.promised and not any(
            state.where[unit] == self.hex for unit in battle.advanced
        )

    def choices(self, state: State) -> Choices:
        units = self.able(state)
        if not units:
            return {"done": ONE}
        return {"advance": units} if self.is_bound(state) else {"advance": units, "done": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "done":
            return
        battle = state.battle
        here, side = state.where[number], self.who(state)
        crowded = not fits(state, self.hex, side, 1 << number)
        state.stack.append(self)
        state.battle = replace(battle, advanced=(*battle.advanced, number))
        state.detail("{:unit} advances into {:hex} [9F3]", number, self.hex)
        state.move(1 << number, self.hex)
        if not self.attacking:
            # [9B.1] Who has been attacked is not attacked again, wherever he has gone.
            state.attacked |= 1 << self.hex
        if crowded:
            # [8C2] Beside a Corps HQ the excess is overstacked.
            state.overstacked |= 1 << number
        if self.attacking and becomes_contested(state, battle, number):
            contest(state, self.hex, side)
        crossed(state, 1 << number, here, self.hex)
        settle(state)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        battle = state.battle
        if verb == "done" and "done" not in self.choices(state):
            return Refusal("9F1", "you have said that you would advance")
        if verb != "advance":
            return Refusal("9F3", "say who advances, then be done")
        if number not in battle.fighters(self.attacking):
            return Refusal("9F3", "only units of yours that fought in this combat advance")
        if state.where[number] < 0 and number not in state.afloat:
            return Refusal("9F3", "that unit was lost in the combat")
        if number in battle.advanced:
            return Refusal("9F3", "that unit has advanced already")
        if number in battle.leaving:
            return Refusal("9F3", "that unit has retreated")
        never = why_never(state, battle, number)
        if never is not None:
            return never
        if not advancers(state, battle, self.attacking, self.hex) >> number & 1:
            return Refusal("9F3", "the ground between is prohibited to that unit")
        return Refusal("8B", "there is no room left in the hex")


def onward(state: State, battle: Battle, unit: int) -> Hexes:
    """[9F4] Where a unit that has advanced may go on to: any hex without enemies and with room, or
    a Corps HQ that takes it into an overstack [8C2]."""
    here = state.where[unit]
    side = state.theatre.counters[unit].side
    grid = state.theatre.board.grid
    return bit_set(
        hex_
        for hex_ in grid.neighbours(here)
        if open_hexes(state, side) >> hex_ & 1
        and not state.occupied[1 - side] >> hex_ & 1
        and may_cross(state, unit, here, hex_)
        and (fits(state, hex_, side, 1 << unit) or can_overstack(state, side, hex_))
    )


@dataclass(frozen=True, slots=True)
class AdvanceAgain(Decision[State]):
    """[9F4] Units that have advanced may advance a second hex, one after the other."""

    done: tuple[int, ...] = ()

    def who(self, state: State) -> int:
        return state.theatre.counters[state.battle.advanced[0]].side

    def prompt(self, state: State) -> str:
        return f"{SIDES[self.who(state)]}: who advances a second hex? [9F4]"

    def able(self, state: State) -> Units:
        """Those who may go on, alone or with others of their hex [9F5]."""
        battle = state.battle
        left = [u for u in battle.advanced if u not in self.done and state.where[u] >= 0]
        stacks: dict[Hex, Units] = {}
        for unit in left:
            stacks[state.where[unit]] = stacks.get(state.where[unit], 0) | 1 << unit
        return bit_set(
            unit
            for unit in left
            if onward(state, battle, unit)
            or ways_through(state, 1 << unit, retreats=False)
            or ways_through(state, stacks[state.where[unit]], retreats=False)
        )

    def choices(self, state: State) -> Choices:
        units = self.able(state)
        return {"go_on": units, "done": ONE} if units else {"done": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "go_on":
            state.stack += [AdvanceAgain((*self.done, number)), GoOn(number, gone=self.done)]

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "go_on":
            return Refusal("9F4", "say who goes on, then be done")
        if number not in state.battle.advanced:
            return Refusal("9F4", "only units that have advanced go on")
        if number in self.done:
            return Refusal("9F4", "that unit has gone on already")
        return Refusal("9F4", "there is no hex it could go on to")


@dataclass(frozen=True, slots=True)
class GoOn(Decision[State]):
    """[9F4] [9F5] Where does the unit go on to, and with whom?"""

    unit: int
    others: tuple[int, ...] = ()
    """Those of its hex who go with it, over the enemies in the way."""
    gone: tuple[int, ...] = ()
    """Those who have gone on before."""

    def who(self, state: State) -> int:
        return state.theatre.counters[self.unit].side

    @property
    def party(self) -> Units:
        """All who go."""
        return bit_set((self.unit, *self.others))

    def prompt(self, state: State) -> str:
        told = "{}: where does {:unit} go on to? [9F4]"
        if self.others:
            told = "{}: where do {:units} go on to? [9F5]"
        whom = (self.unit, *self.others) if self.others else self.unit
        return state.say(told, SIDES[self.who(state)], whom)

    def companions(self, state: State) -> Units:
        """[9F5] Those of its hex who may go on too, if together they roll over an enemy."""
        found = bit_set(
            unit
            for unit in state.battle.advanced
            if unit not in self.gone and state.where[unit] == state.where[self.unit]
        )
        found &= ~self.party
        return found if found and ways_through(state, found | self.party, retreats=False) else 0

    def choices(self, state: State) -> Choices:
        enter = 0 if self.others else onward(state, state.battle, self.unit)
        found = {"enter": enter, "overrun": ways_through(state, self.party, retreats=False)}
        found = {verb: numbers for verb, numbers in found.items() if numbers} or {"done": ONE}
        others = self.companions(state)
        return {**found, "with": others} if others else found

    def take(self, state: State, verb: str, number: int) -> None:
        here = state.where[self.unit]
        if verb == "done":
            return
        if verb == "with":
            again = state.stack[-1]
            assert isinstance(again, AdvanceAgain)
            state.stack[-1] = AdvanceAgain((*again.done, number))
            state.stack.append(replace(self, others=(*self.others, number)))
            return
        if verb == "overrun":
            # [9F5] Over the enemies in the way.
            roll_over(state, self.party, number, retreats=False)
        else:
            crowded = not fits(state, number, self.who(state), self.party)
            state.move(self.party, number)
            if crowded:
                # [8C2] Beside a Corps HQ the excess is overstacked.
                state.overstacked |= self.party
        for unit in members(self.party):
            state.detail("{:unit} goes on to {:hex} [9F4]", unit, number)
        crossed(state, self.party, here, number)
        settle(state)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb == "overrun" and not state.occupied[1 - self.who(state)] >> number & 1:
            return Refusal("9F5", "there is nobody to be overrun")
        if verb == "overrun":
            return Refusal("9F5", "the unit cannot overrun the enemy there")
        if verb == "with" and number in (self.unit, *self.others):
            return Refusal("9F5", "it goes on already")
        if verb == "with":
            return Refusal("9F5", "only those of its hex go on with it, over an enemy")
        if verb != "enter":
            return Refusal("9F4", "say where the unit goes on to")
        if self.others:
            return Refusal("9F5", "several go on together only over an enemy")
        side = self.who(state)
        if state.occupied[1 - side] >> number & 1:
            return Refusal("9F4", "nobody advances a second time onto the enemy")
        if number not in state.theatre.board.grid.neighbours(state.where[self.unit]):
            return Refusal("9F4", "the second advance is one hex")
        if not open_hexes(state, side) >> number & 1:
            return Refusal("9F4", "that hex is closed to the side")
        if not may_cross(state, self.unit, state.where[self.unit], number):
            return Refusal("9F4", "the ground on the way there is prohibited to the unit")
        return Refusal("8B", "there is no room for a second advance there")
