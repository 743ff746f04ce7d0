"""Who leaves after a combat [9F] [9F1] [9F2] [9F4]: declarations, voluntary and mandated
retreats."""

from __future__ import annotations

from dataclasses import dataclass, replace

from trenchline.games.the_great_war.advance import advancers
from trenchline.games.the_great_war.battle import Battle
from trenchline.games.the_great_war.calendar import DATES
from trenchline.games.the_great_war.casualties import eliminate
from trenchline.games.the_great_war.components import SIDES, Units
from trenchline.games.the_great_war.fall_back import retreat_together
from trenchline.games.the_great_war.gunboats import TurnBack
from trenchline.games.the_great_war.losses import is_far
from trenchline.games.the_great_war.results import GOES, LARGER, MAY, MUST, STAYS, TWO_HEXES
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.ways_out import RetreatUnit
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import ONE, Choices, Decision, Duty, Refusal

DRIVEN_OUT = ("AQ", "AS", "AX")
"""[9K1] Results that drive attackers out of a hex they share with the enemy."""


def retreaters(state: State, battle: Battle, attacking: bool, hex_: Hex) -> Units:
    """[9C] [9F1] The units that leave a hex when their side retreats: all defenders in the hex with
    the headquarters among them, or the attackers who attacked from it."""
    if not attacking:
        return state.units(hex_, battle.defender)
    return bit_set(
        unit
        for unit in battle.attackers
        if state.where[unit] == hex_ and not is_far(state, battle, unit)
    )


def hexes_left(state: State, battle: Battle, attacking: bool) -> list[Hex]:
    """The hexes from which a side retreats; none where boats fight each other [14B2.2]."""
    if battle.hexside >= 0:
        return []
    hexes = (battle.target,) if not attacking else dict.fromkeys(battle.origins)
    return [hex_ for hex_ in hexes if retreaters(state, battle, attacking, hex_)]


def boats_of(state: State, battle: Battle, attacking: bool) -> Units:
    """[14B2.2] The boats of a side in a combat."""
    return bit_set(state.afloat) & bit_set(battle.fighters(attacking)) if state.afloat else 0


def would_be_vacant(state: State, battle: Battle, attacking: bool, hex_: Hex) -> bool:
    """[9F1] Whether a retreat would leave a hex without units of its side."""
    side = battle.side_of(attacking)
    return state.units(hex_, side) == retreaters(state, battle, attacking, hex_)


@dataclass(frozen=True, slots=True)
class Declarations(Duty[State]):
    """[9F1] Where a mandated retreat would leave a hex vacant, the enemy says whether he will
    advance; where he cannot or will not, nobody retreats [R89]."""

    attacking: bool

    def run(self, state: State) -> None:
        battle = state.battle
        goes = battle.goes[0] if self.attacking else battle.goes[1]
        if goes != MUST:
            return
        for hex_ in reversed(hexes_left(state, battle, self.attacking)):
            if state.occupied[battle.side_of(not self.attacking)] >> hex_ & 1:
                # [9K] The enemy is there already.
                continue
            if would_be_vacant(state, battle, self.attacking, hex_):
                state.stack.append(Declare(self.attacking, hex_))


@dataclass(frozen=True, slots=True)
class Declare(Decision[State]):
    """[9F1] Will at least one unit advance into a hex that must be left?"""

    attacking: bool
    """Whether the attacker must leave it."""
    hex: Hex

    def who(self, state: State) -> int:
        return state.battle.side_of(not self.attacking)

    def prompt(self, state: State) -> str:
        return state.say(
            "{}: will you advance into {:hex}? [9F1]", SIDES[self.who(state)], self.hex
        )

    def choices(self, state: State) -> Choices:
        able = advancers(state, state.battle, not self.attacking, self.hex)
        return {"pursue": ONE, "decline": ONE} if able else {"decline": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        battle = state.battle
        if verb == "pursue":
            state.battle = replace(battle, promised=(*battle.promised, self.hex))
            return
        state.battle = replace(battle, held=(*battle.held, self.hex))
        state.detail("Nobody advances: {:hex} is not left [9F1]", self.hex)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "pursue":
            return Refusal("9F1", "say whether you will advance")
        return Refusal("9F1", "none of your units in this combat may advance there")


def may_withdraw(battle: Battle, attacking: bool) -> bool:
    """[9C2] Whether a side may retreat as it likes: by BX, or because its loss was the larger."""
    goes = battle.goes[0] if attacking else battle.goes[1]
    mine, his = battle.lost if attacking else battle.lost[::-1]
    return goes == MAY or (goes == LARGER and mine > his)


@dataclass(frozen=True, slots=True)
class Withdraw(Decision[State]):
    """[9C2] A side that may retreat says whether it does; the defender first."""

    attacking: bool

    def who(self, state: State) -> int:
        return state.battle.side_of(self.attacking)

    def prompt(self, state: State) -> str:
        return f"{SIDES[self.who(state)]}: retreat or stand? [9C2]"

    def choices(self, state: State) -> Choices:
        battle = state.battle
        able = may_withdraw(battle, self.attacking) and (
            hexes_left(state, battle, self.attacking) or boats_of(state, battle, self.attacking)
        )
        return {"withdraw": ONE, "stand": ONE} if able else {"stand": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        battle = state.battle
        goes = battle.goes[0] if self.attacking else battle.goes[1]
        if verb == "withdraw":
            state.battle = battle.changed(self.attacking, "goes", GOES)
        elif goes in (MAY, LARGER):
            state.battle = battle.changed(self.attacking, "goes", STAYS)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "withdraw":
            return Refusal("9C2", "say whether you retreat")
        if may_withdraw(state.battle, self.attacking):
            return Refusal("9C2", "nobody is left who could retreat")
        return Refusal("9C2", "only the side with the larger loss may retreat")


@dataclass(frozen=True, slots=True)
class Leave(Duty[State]):
    """[9F2] The units of a side that retreat leave one by one; who attacked out of an overstack is
    eliminated instead [8C2.9] [9F2.6], its cadre retreats."""

    attacking: bool

    def run(self, state: State) -> None:
        battle = state.battle
        goes = battle.goes[0] if self.attacking else battle.goes[1]
        gone = 0
        for hex_ in hexes_left(state, battle, self.attacking):
            if (goes in (MUST, GOES) and hex_ not in battle.held) or (
                self.attacking and hex_ == battle.target and self._driven_out(state, battle)
            ):
                gone |= retreaters(state, battle, self.attacking, hex_)
        if self.attacking:
            for unit in members(gone & state.overstacked):
                eliminate(state, unit)
                gone &= ~(1 << unit) if state.where[unit] < 0 else -1
        side = battle.side_of(self.attacking)
        afloat = boats_of(state, battle, self.attacking) if goes in (MUST, GOES) else 0
        if not self.attacking and battle.target in battle.held:
            afloat = 0
        leaving = (*battle.leaving, *members(gone), *members(afloat))
        state.battle = replace(state.battle, leaving=leaving)
        # [14B2.2] [R182] No declaration is made for hexsides: boats simply go.
        state.stack += [TurnBack(side, unit, beaten=True) for unit in members(afloat)]
        # [14F1] Guides go first, and others may follow them.
        high = state.kind.high_mountain
        order = (*members(gone & high), *members(gone & ~high))
        retreat_together(state, [RetreatUnit(side, unit, beaten=True) for unit in order])

    @staticmethod
    def _driven_out(state: State, battle: Battle) -> bool:
        """[9K1] Whether attackers must leave a hex that the enemy holds; in a siege they go by the
        standard rules [9K2]."""
        siege = (state.besieged[0] | state.besieged[1]) >> battle.target & 1
        return battle.code in DRIVEN_OUT and not siege


def is_long(state: State, battle: Battle) -> bool:
    """[9F4] Whether the result drives units two hexes: in the war of movement."""
    dates = DATES["short retreats"]
    until = dates.get(state.theatre.front, dates["elsewhere"])
    return battle.code in TWO_HEXES and state.date < until


@dataclass(frozen=True, slots=True)
class LeaveAgain(Duty[State]):
    """[9F4] Those who have retreated retreat a second hex."""

    def run(self, state: State) -> None:
        battle = state.battle
        if not is_long(state, battle):
            return
        for side in (battle.side, battle.defender):
            retreats = [
                RetreatUnit(side, unit, came_from(state, battle, unit), beaten=True)
                for unit in battle.leaving
                if state.where[unit] >= 0 and state.theatre.counters[unit].side == side
            ]
            afloat = bit_set(state.afloat) & state.theatre.of_side[side]
            state.stack += [
                TurnBack(side, unit, beaten=True)
                for unit in members(afloat & bit_set(battle.leaving))
            ]
            retreat_together(state, retreats)


def came_from(state: State, battle: Battle, unit: int) -> tuple[Hex, ...]:
    """The hex a unit has left by this combat, to which it does not go back."""
    if unit in battle.attackers:
        return (battle.origins[battle.attackers.index(unit)], battle.target)
    return (battle.target,)
