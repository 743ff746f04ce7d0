"""Rule 14B2: boats in combat. They attack the hexes on their banks like anybody else, help to
defend them if their owner likes, and fight each other in hexsides that are connected.

Only the last is told here in full: it is mobile combat on open water, without reserves, special
effects and declarations, for nobody but boats is in a hexside [R182]."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from trenchline.games.the_great_war.afloat import (
    bank_of,
    boats,
    boats_beside,
    boats_in,
    interdiction,
    launch,
    ways_on,
)
from trenchline.games.the_great_war.aftermath import EndCombat
from trenchline.games.the_great_war.attackers import fitness
from trenchline.games.the_great_war.battle import Battle
from trenchline.games.the_great_war.combat_supply import FeedSide
from trenchline.games.the_great_war.components import SIDES, Units
from trenchline.games.the_great_war.ground import NOTHING
from trenchline.games.the_great_war.gunboats import Shelling
from trenchline.games.the_great_war.preliminaries import CheckReliability, FixTable
from trenchline.games.the_great_war.resolution import FixOdds, Lose, Resolve
from trenchline.games.the_great_war.retreat import Leave, LeaveAgain, is_long
from trenchline.games.the_great_war.state import REACTION_COMBAT, State
from trenchline.games.the_great_war.strength import printed_attack
from trenchline.games.the_great_war.waterways import Sides, banks
from trenchline.kernel.bars import Bar, first_bar, left_open
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.steps import ONE, Choices, Decision, Duty, OwnDecision, Refusal, Step

# Boats that help to defend a hex.


def helpers(state: State, battle: Battle) -> Units:
    """[14B2.2] The boats that may still help to defend a hex: not those that have retreated in this
    phase [9F2.4]."""
    found = boats_beside(state, battle.defender, battle.target)
    return found & ~state.retreated & ~bit_set(battle.defenders)


@dataclass(frozen=True, slots=True)
class CallBoats(Duty[State]):
    """[14B2.2] The defender is asked for boats if any lie beside the hex."""

    def run(self, state: State) -> None:
        if state.afloat and helpers(state, state.battle):
            state.stack.append(Cover())


@dataclass(frozen=True, slots=True)
class Cover(Decision[State]):
    """[14B2.2] Which boats take part in the defence? None has to."""

    def who(self, state: State) -> int:
        return state.battle.defender

    def prompt(self, state: State) -> str:
        who, target = SIDES[self.who(state)], state.battle.target
        return state.say("{}: which boats help to defend {:hex}? [14B2]", who, target)

    def choices(self, state: State) -> Choices:
        units = helpers(state, state.battle)
        return {"cover": units, "done": ONE} if units else {"done": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "cover":
            battle = state.battle
            state.battle = replace(battle, defenders=(*battle.defenders, number))
            state.detail("{:unit} helps to defend {:hex} [14B2]", number, battle.target)
            state.stack.append(self)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        battle = state.battle
        if verb != "cover":
            return Refusal("14B2", "say which boats help to defend, then be done")
        if number not in state.afloat or not boats(state, battle.defender) >> number & 1:
            return Refusal("14B2", "it is no boat of the side that defends")
        if number in battle.defenders:
            return Refusal("14B2", "that boat takes part in the defence already")
        if state.retreated >> number & 1:
            return Refusal("9F2", "that boat has retreated in this phase")
        return Refusal("14B2", "that boat does not lie beside the hex")


# Boats against boats.


def reach(state: State, side: int, hexside: int) -> Units:
    """[14B2.2] The boats of a side in hexsides connected with another one."""
    near = ways_on(state, hexside)
    return bit_set(u for u in members(boats(state, side)) if state.afloat[u] in near)


def bars(state: State, side: int, hexside: int) -> list[Bar]:
    """[9B] [14B2.2] What keeps boats from attacking those in a hexside."""
    return [
        *fitness(state, side),
        Bar("14B2", "its hexside is not connected with that one", reach(state, side, hexside)),
    ]


def engageable(state: State, side: int) -> int:
    """[14B2.2] The hexsides whose boats a side may attack, as a set of their numbers."""
    found: set[int] = set()
    held: Sides = frozenset(state.afloat[unit] for unit in members(boats(state, 1 - side)))
    for hexside in held - set(state.engaged):
        able = left_open(bars(state, side, hexside), boats(state, side))
        if any(printed_attack(state, unit) for unit in members(able)):
            found.add(hexside)
    return bit_set(found)


def why_not_engaged(state: State, side: int, hexside: int) -> Refusal:
    """Why boats in a hexside cannot be attacked."""
    if not boats_in(state, 1 - side, hexside):
        return Refusal("14B2", "no enemy boats lie in that hexside")
    if hexside in state.engaged:
        return Refusal("9B", "the boats there have been attacked in this phase")
    near = reach(state, side, hexside)
    if not near:
        return Refusal("14B2", "no boat of yours lies in a hexside connected with it")
    found = (first_bar(fitness(state, side), unit) for unit in members(near))
    return next(filter(None, found), None) or Refusal("9G1", "they have no attack strength")


def engagement_steps() -> list[Step[Any]]:
    """[9A] [14B2.2] A combat of boats, from the moment it is joined."""
    return [
        CheckReliability(),
        FixTable(),
        FeedSide(attacking=True),
        FeedSide(attacking=False),
        FixOdds(),
        Resolve(),
        Lose(attacking=False),
        Lose(attacking=True),
        Leave(attacking=False),
        Leave(attacking=True),
        Pursue(),
        LeaveAgain(),
        Pursue(again=True),
        EndCombat(),
    ]


@dataclass(frozen=True, slots=True)
class DeclareEngagement(OwnDecision[State]):
    """[9A] [14B2.2] Name the boats that attack others, then join battle."""

    deliberate = frozenset({"join"})

    hexside: int
    attackers: tuple[int, ...] = ()

    def prompt(self, state: State) -> str:
        here, there = banks(state.theatre.board.grid, self.hexside)
        told = "{}: which boats attack those between {:hex} and {:hex}? [14B2]"
        return state.say(told, SIDES[self.side], here, there)

    def battle(self, state: State) -> Battle:
        """The combat as declared so far."""
        bank = bank_of(state, self.hexside)
        return Battle(
            self.side,
            bank,
            self.attackers,
            (bank,) * len(self.attackers),
            reaction=state.phase == REACTION_COMBAT,
            defenders=tuple(members(boats_in(state, 1 - self.side, self.hexside))),
            works=NOTHING,
            hexside=self.hexside,
        )

    def candidates(self, state: State) -> Units:
        """The boats that may still be added."""
        found = left_open(bars(state, self.side, self.hexside), boats(state, self.side))
        return found & ~bit_set(self.attackers)

    def choices(self, state: State) -> Choices:
        found = {"with": self.candidates(state), "without": bit_set(self.attackers), "cancel": ONE}
        if any(printed_attack(state, unit) for unit in self.attackers):
            found["join"] = ONE
        return {verb: numbers for verb, numbers in found.items() if numbers}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "with":
            state.stack.append(replace(self, attackers=(*self.attackers, number)))
        elif verb == "without":
            rest = tuple(unit for unit in self.attackers if unit != number)
            state.stack.append(replace(self, attackers=rest))
        elif verb == "join":
            battle = self.battle(state)
            state.battles.append(battle)
            state.engaged = (*state.engaged, self.hexside)
            state.fought |= bit_set(self.attackers)
            if state.log is not None:
                told = "{:units} against {:units} on the water [14B2]"
                state.note(told, battle.attackers, battle.defenders)
            state.stack += reversed(engagement_steps())

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb == "join" and not self.attackers:
            return Refusal("9A", "name at least one boat")
        if verb == "join":
            return Refusal("9G1", "boats without attack strength do not attack by themselves")
        if verb == "without":
            return Refusal("9A", "that boat takes no part in this attack")
        if verb != "with":
            return Refusal("14B2", "name the boats that attack, then join battle")
        if number in self.attackers:
            return Refusal("9B", "that boat takes part in this attack already")
        if number not in state.afloat or not boats(state, self.side) >> number & 1:
            return Refusal("14B2", "it is no boat of the side that attacks")
        barred = first_bar(bars(state, self.side, self.hexside), number)
        assert barred is not None, "what nothing bars is offered"
        return barred


@dataclass(frozen=True, slots=True)
class Pursue(Duty[State]):
    """[9F3] [14B2.2] Where boats have fought each other, those who stay may enter the hexside that
    the others have left; in the war of movement those who did may go on [9F4]."""

    again: bool = False

    def run(self, state: State) -> None:
        battle = state.battle
        if self.again:
            units = battle.advanced if is_long(state, battle) else ()
            state.stack += [SteerOn(battle.side, unit, again=True) for unit in reversed(units)]
            return
        stayed = [u for u in battle.attackers if u in state.afloat and u not in battle.leaving]
        if not boats_in(state, battle.defender, battle.hexside):
            state.stack += [SteerOn(battle.side, unit) for unit in reversed(stayed)]


@dataclass(frozen=True, slots=True)
class SteerOn(OwnDecision[State]):
    """[9F3] [14B2.2] Does a boat advance after a combat of boats?"""

    unit: int
    again: bool = False

    def prompt(self, state: State) -> str:
        return state.say("{}: does {:unit} advance? [14B2]", SIDES[self.side], self.unit)

    def ways(self, state: State) -> Sides:
        """The hexside that was fought over; or, a second time, any that enemies do not hold."""
        if self.unit not in state.afloat:
            return frozenset()
        if not self.again:
            return frozenset({state.battle.hexside})
        near = ways_on(state, state.afloat[self.unit])
        return frozenset(one for one in near if not boats_in(state, 1 - self.side, one))

    def choices(self, state: State) -> Choices:
        ways = self.ways(state)
        return {"steer": bit_set(ways), "done": ONE} if ways else {"done": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "done":
            return
        before = state.afloat[self.unit]
        if not self.again:
            battle = state.battle
            state.battle = replace(battle, advanced=(*battle.advanced, self.unit))
        state.detail("{:unit} advances [14B2]", self.unit)
        launch(state, self.unit, number)
        if interdiction(state, self.side, number):
            state.stack.append(Shelling(self.unit, before))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "steer":
            return Refusal("14B2", "say whether the boat advances")
        if self.again and boats_in(state, 1 - self.side, number):
            return Refusal("9F4", "no boat advances a second time onto the enemy")
        if self.again:
            return Refusal("14B2", "no navigable water leads on to that hexside")
        return Refusal("9F3", "boats advance into the hexside that was fought over")
