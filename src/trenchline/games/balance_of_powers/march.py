"""Chapter 9: a force is chosen, marches, goes by rail, digs in or attacks, until it stops.

One force at a time acts to its end, combats and all, before the next one begins [6.53] [9.0.3].
The force is in the state (``force``, ``force_at``); what its corps have spent is in ``spent``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from trenchline.games.balance_of_powers.allowance import allowance, idle, points_of
from trenchline.games.balance_of_powers.asking import asked
from trenchline.games.balance_of_powers.combat import declare
from trenchline.games.balance_of_powers.command import dismiss_lone_leaders
from trenchline.games.balance_of_powers.components import (
    ALL_CORPS,
    ARMY_LEADERS,
    FR,
    LAND,
    LAND_BOXES,
    NATIONS,
    NEVER_DUG_IN,
    OF_KIND,
    OT,
    SIEGE,
    UNITS,
    Units,
)
from trenchline.games.balance_of_powers.entry import enter
from trenchline.games.balance_of_powers.flotillas import FLOTILLAS, steps_of
from trenchline.games.balance_of_powers.forces import (
    diggers,
    has_moved,
    in_one_step,
    joiners,
    may_go,
    movable,
    own_breaches,
    targets,
    why_not_attack,
)
from trenchline.games.balance_of_powers.going import is_hard
from trenchline.games.balance_of_powers.inherent import beaches_before, guarded, is_assault
from trenchline.games.balance_of_powers.leash import strays
from trenchline.games.balance_of_powers.neutrals import closed
from trenchline.games.balance_of_powers.rail import (
    entrain,
    entrainers,
    has_a_seat,
    ride,
    stations,
    why_no_train,
    why_not_entrain,
)
from trenchline.games.balance_of_powers.stacking import fits
from trenchline.games.balance_of_powers.state import POOL, State
from trenchline.games.balance_of_powers.supply import may_be_unconditional, unsupplied
from trenchline.kernel.bits import lowest, members
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import ONE, Choices, Decision, Duty, OwnDecision, Refusal
from trenchline.kernel.words import counted


@dataclass(frozen=True, slots=True)
class Campaign(OwnDecision[State]):
    """[6.53] A side picks its next force, of any of its nations [2.27.1], or ends its half of the
    fortnight."""

    def prompt(self, state: State) -> str:
        """What may be picked."""
        return "Pick a corps or a whole stack to move, or end your half of the fortnight [6.53]"

    def choices(self, state: State) -> Choices:
        """Whoever has not finished."""
        found: Choices = {"end": ONE}
        able = movable(state, self.side)
        if able:
            found["unit"] = able
            found["stack"] = state.places(able)
        free = self._may_go_back(state, able)
        if free:
            found["recall"] = free
        declared = may_be_unconditional(state, self.side)
        if declared:
            found["supply"] = declared
        return found

    def _may_go_back(self, state: State, able: Units) -> Units:
        """[1.323.3] [3.2.4] Leaders whose command may move or is out of supply."""
        found = 0
        for leader in members(state.on_map(self.side) & ARMY_LEADERS):
            command = state.stacks[state.where[leader]] & ALL_CORPS
            if command & able or unsupplied(state, command):
                found |= 1 << leader
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        """Form the force, or end."""
        if verb == "end":
            return
        state.stack.append(self)
        if verb == "supply":
            state.note("{:unit} is in supply for the rest of the month", number)
            state.unconditional = number
            return
        if verb == "recall":
            state.note("{:unit} goes back to {:hex}", number, POOL)
            state.lift(number)
            return
        if verb == "unit":
            state.force = 1 << number
            state.force_at = state.where[number]
        else:
            here = state.units(number, self.side)
            state.force = here & (movable(state, self.side) | ARMY_LEADERS & ~state.done)
            state.force_at = number
        state.stack.append(Force())

    @asked("6.53", "end", "unit", "stack", "recall", "supply")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Why somebody cannot move."""
        if verb == "stack":
            return Refusal("6.53", "no corps there has still to move")
        if verb == "supply":
            if state.unconditional >= 0:
                return Refusal("3.13", "one corps has been declared in supply this month")
            if state.sides[OT] != self.side:
                return Refusal("3.13", "the Ottoman Empire is not on your side")
            return Refusal("3.13", "only an Ottoman corps out of supply can be declared in supply")
        if verb == "recall":
            if number < 0 or not ARMY_LEADERS >> number & 1:
                return Refusal("1.323.3", "only leaders of armies go back by themselves")
            if not state.on_map(self.side) >> number & 1:
                return Refusal("1.323.3", "he is not on the map among your leaders")
            return Refusal("1.323.3", "his command has moved, and is in supply")
        if not 0 <= number < len(UNITS) or state.where[number] < 0:
            return Refusal("6.53", "the corps is not on the map")
        if state.sides[UNITS[number].nation] != self.side:
            return Refusal("6.53", "the other side moves its own corps")
        if not ALL_CORPS >> number & 1:
            return Refusal("6.53", "only corps move, and leaders with them")
        if state.aboard >> number & 1:
            return Refusal("6.452.2", "it is at sea")
        if state.done >> number & 1:
            return Refusal("9.11", "its move is over")
        return why_it_waits(state, number)


FORCE_VERBS = (
    *("stop", "with", "without", "march", "attack", "entrain", "rail", "dig", "rise"),
    "close_breach",
)
"""All that a force may do."""


def why_it_waits(state: State, unit: int) -> Refusal:
    """Why a corps that has not moved cannot move now."""
    if idle(state) >> state.where[unit] & 1:
        return Refusal("6.512", "bad weather leaves it one fortnight a month")
    if state.interior:
        return Refusal("6.52", "siege artillery alone moves on interior lines")
    if NATIONS[UNITS[unit].nation].code in state.scenario.special.get("halted", ()):
        case = "11.5/s13.a" if UNITS[unit].nation == FR else "11.5/s14.a1"
        return Refusal(case, "its power has not mobilized in time")
    return Refusal("12.1/mobilization", "it has not mobilized yet")


@dataclass(frozen=True, slots=True)
class Force(Decision[State]):
    """[9.0] What the force does next."""

    deliberate: ClassVar[frozenset[str]] = frozenset({"attack"})

    def who(self, state: State) -> int:
        """The phasing side."""
        return state.phasing

    def prompt(self, state: State) -> str:
        """What may be done."""
        corps = (state.force & ALL_CORPS).bit_count()
        points = counted(points_of(state, state.force), "movement point")
        return f"{corps} corps with {points}: march, attack, dig in or stop [9.1]"

    def choices(self, state: State) -> Choices:
        """All that the force may do."""
        if not state.force & ALL_CORPS:
            return {"stop": ONE}
        found: Choices = {"stop": ONE}
        join = joiners(state)
        # [9.12]
        if join:
            found["with"] = join
        # [9.12] One corps stays in the force, whoever leaves it.
        if state.force.bit_count() > 1:
            rest = state.force
            # [9.12]
            if (rest & ALL_CORPS).bit_count() == 1:
                # [9.12]
                rest &= ~ALL_CORPS
            # [9.12]
            found["without"] = rest
        points = points_of(state, state.force)
        # [9.0] [9.11]
        if points > 0:
            reached = may_go(state, points).reached
            # [9.11]
            if reached:
                # [9.11]
                found["march"] = reached
            enemies = targets(state, points)
            # [9.14]
            if enemies:
                # [9.14]
                found["attack"] = enemies
            payers = entrainers(state)
            # [9.21]
            if payers:
                # [9.21]
                found["entrain"] = payers
        if state.train >= 0:
            # [9.21.2] Who has boarded a train may ride on, with whom it has picked up or dropped.
            onward = stations(state)
            # [9.21.2]
            if onward:
                # [9.21.2]
                found["rail"] = onward
        # [9.61]
        if diggers(state):
            # [9.61]
            dug_in = state.force & ALL_CORPS & state.entrenched
            # [9.61]
            found["rise" if dug_in else "dig"] = ONE
        # [10.594]
        if state.breaches and not has_moved(state) and (closable := own_breaches(state)):
            # [10.594]
            found["close_breach"] = closable
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        """Do it; the force goes on until it stops."""
        getattr(self, f"_{verb}")(state, number)

    def _stop(self, state: State, number: int) -> None:
        # [1.323.1] [R69] A leader who has gone with his command has moved.
        state.done |= state.force if has_moved(state) else state.force & ALL_CORPS
        place = state.force_at
        state.force = 0
        state.force_at = state.train = -1
        dismiss_lone_leaders(state, place)

    def _with(self, state: State, unit: int) -> None:
        # [9.12] Who joins has spent as much as those he joins.
        spent = max(state.spent.get(other, 0) for other in members(state.force & ALL_CORPS))
        if ALL_CORPS >> unit & 1:
            ridden = max(state.by_rail.get(other, 0) for other in members(state.force & ALL_CORPS))
            if spent:
                state.spent[unit] = spent
            # [9.24] A flotilla joins those who leave the train.
            if state.train >= 0 and not FLOTILLAS >> unit & 1:
                state.by_rail[unit] = ridden
                state.railed[state.train] += 1
        state.force |= 1 << unit
        state.stack.append(self)

    def _without(self, state: State, unit: int) -> None:
        # [9.12] Who is dropped off stops; who has not moved yet may still move later.
        if state.spent.get(unit, 0) or (has_moved(state) and not ALL_CORPS >> unit & 1):
            # [9.12]
            state.done |= 1 << unit
        # [9.12]
        state.force &= ~(1 << unit)
        state.stack.append(self)

    def _march(self, state: State, goal: Hex) -> None:
        state.train = -1
        going = may_go(state)
        way, hard = going.way(goal)
        state.note("{:units} march to {:hex}", list(members(state.force)), goal)
        for place in way:
            enter(state, state.force, place)
        # [1.323] Whoever is left without a command goes back at once.
        dismiss_lone_leaders(state, state.force_at)
        state.force_at = goal
        self._spend(state, len(way), hard)
        self._go_on(state)

    def _attack(self, state: State, target: Hex) -> None:
        corps = state.force & ALL_CORPS
        # [1.22/coast] The way ashore takes all that is left, as do rugged ground and boxes [10.84].
        hard = is_assault(state, state.phasing, state.force_at, target)
        # [9.13] A landing counter is open ground.
        beach = beaches_before(state, state.phasing, state.force_at) >> target & 1
        if not hard and not beach and corps & ~FLOTILLAS:
            hard = is_hard(state.force_at, target, not corps & ~OF_KIND["mountain"])
        # [10.01] [10.84]
        self._spend(state, 1, hard)
        state.train = -1
        # [10.83]
        state.stack.append(AfterBattle())
        # [10.01]
        declare(state, state.force, target)

    def _entrain(self, state: State, nation: int) -> None:
        state.stack += [AfterTrain()]
        entrain(state, nation)

    def _rail(self, state: State, goal: Hex) -> None:
        state.stack.append(AfterTrain())
        ride(state, goal)

    def _spend(self, state: State, steps: int, hard: bool) -> None:
        for unit in members(state.force & ALL_CORPS):
            spent = state.spent.get(unit, 0) + steps
            state.spent[unit] = max(spent, allowance(state, unit)) if hard else spent

    def _dig(self, state: State, number: int) -> None:
        corps = state.force & ALL_CORPS
        # [9.61]
        state.entrenched |= corps
        state.note("{:units} dig in at {:hex}", list(members(corps)), state.force_at)
        self._stop(state, 0)

    def _rise(self, state: State, number: int) -> None:
        corps = state.force & ALL_CORPS
        # [9.61]
        state.entrenched &= ~corps
        state.note("{:units} leave their trenches at {:hex}", list(members(corps)), state.force_at)
        # [9.61] It is their whole move.
        self._stop(state, 0)

    def _close_breach(self, state: State, target: Hex) -> None:
        # [10.594] All corps of the force give up their move for it.
        del state.breaches[state.force_at, target]
        state.note("the breach from {:hex} towards {:hex} is given up", state.force_at, target)
        self._stop(state, 0)

    def _go_on(self, state: State) -> None:
        if points_of(state, state.force) > 0:
            state.stack.append(self)
        else:
            self._stop(state, 0)

    @asked("9.1", *FORCE_VERBS)
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Why the force may not do that."""
        if verb == "attack":
            return self._why_no_attack(state, number)
        if verb == "march":
            return self._why_no_march(state, number)
        if verb == "entrain":
            return why_not_entrain(state, number)
        if verb == "rail":
            if state.train < 0:
                return Refusal("9.21", "the force has boarded no train")
            return why_no_train(state, number)
        if verb in ("dig", "rise"):
            if has_moved(state):
                return Refusal("9.61", "a corps changes its mode in its starting location only")
            if state.force & ALL_CORPS & NEVER_DUG_IN:
                return Refusal("1.321", "cavalry, flotillas and tanks have no trenches")
            if verb == "rise" and not state.force & state.entrenched:
                return Refusal("9.61", "nobody in the force is dug in")
            if verb == "dig" and not state.force & ALL_CORPS & ~state.entrenched:
                return Refusal("9.61", "they are dug in already")
            return Refusal("9.61", "the corps are not all of one mode")
        if verb == "close_breach":
            if number < 0 or not own_breaches(state) >> number & 1:
                return Refusal("10.594", "no breach there has its origin here")
            return Refusal("10.594", "the force has moved, and closes no breach")
        if verb == "with":
            return self._why_not_with(state, number)
        if number < 0 or not state.force >> number & 1:
            return Refusal("9.12", "the unit is not in the force")
        return Refusal("9.12", "the last corps stays in the force")

    def _why_not_with(self, state: State, unit: int) -> Refusal:
        here = state.units(state.force_at, state.phasing)
        if unit < 0 or not here >> unit & 1:
            return Refusal("9.12", "it is not with the force")
        if state.force >> unit & 1:
            return Refusal("9.12", "it is in the force already")
        if ARMY_LEADERS >> unit & 1 and state.force & ARMY_LEADERS:
            return Refusal("2.62", "one leader is enough")
        if not (ALL_CORPS | ARMY_LEADERS) >> unit & 1:
            return Refusal("9.12", "only corps and leaders of armies join the force")
        if state.train >= 0 and not FLOTILLAS >> unit & 1 and not has_a_seat(state):
            return Refusal("9.24", "the train is full")
        if state.done >> unit & 1 or state.spent.get(unit, 0):
            return Refusal("9.12", "it has moved")
        return why_it_waits(state, unit)

    def _why_no_attack(self, state: State, place: Hex) -> Refusal:
        side = state.phasing
        enemies = state.enemy_land(side) | guarded(state, side, state.force_at)
        if place < 0 or not enemies >> place & 1:
            return Refusal("9.14", "no enemy land unit is there")
        if points_of(state, state.force) < 1:
            return Refusal("10.01", "an attack takes a movement point")
        if not state.force & ALL_CORPS & ~SIEGE:
            return Refusal("10.533", "siege artillery does not attack alone")
        if state.trench_battles >> place & 1:
            return Refusal("9.63", "a trench battle was fought there in this half")
        if idle(state) >> place & 1:
            return Refusal("6.512", "bad weather leaves the hex one fortnight a month")
        if not in_one_step(state) >> place & 1:
            return Refusal("10.01", "the force could not march there in one step")
        return why_not_attack(state, place) or Refusal("6.11", "the country is neutral")

    def _why_no_march(self, state: State, place: Hex) -> Refusal:
        side = state.phasing
        here = 1 << place if place >= 0 else 0
        if state.force & state.lodged and place != state.force_at:
            return Refusal("7.72", "a landing in a port box leads to the box alone")
        if guarded(state, side, state.force_at) & here:
            return Refusal("1.25", "coasts and canals have a defence of their own: attack it")
        if not here & state.scenario.hexes & (LAND | LAND_BOXES):
            return Refusal("9.13", "corps march on land that is in play")
        if here & state.enemy_land(side):
            return Refusal("9.14", "enemies are there: attack them")
        if tied := strays(state, state.force, place):
            return tied
        if here & closed(state, side):
            return Refusal("6.11", "the country is neutral, and nobody declared its violation")
        if here & state.trench_battles:
            return Refusal("9.63", "a trench battle was fought there in this half")
        if here & idle(state):
            return Refusal("6.512", "nobody enters bad weather in the second fortnight")
        if not fits(state, place, state.force, side):
            return Refusal("2.62", "there is no room")
        if state.force & FLOTILLAS and not steps_of(state, state.force) >> place & 1:
            return Refusal("9.5", "a flotilla keeps to its waters, hex by hex")
        return Refusal("9.11", "it is farther than the movement points reach")


@dataclass(frozen=True, slots=True)
class AfterTrain(Duty[State]):
    """[9.31] [9.32] Who has been on a train goes on with what he has left: by rail, on foot, or
    against an enemy beside the line."""

    def run(self, state: State) -> None:
        """Go on, unless everybody came out of trenches."""
        if state.force & ALL_CORPS and (points_of(state, state.force) > 0 or state.train_hexes):
            state.stack.append(Force())
            return
        state.done |= state.force
        place = state.force_at
        state.force, state.force_at, state.train = 0, -1, -1
        dismiss_lone_leaders(state, place)


@dataclass(frozen=True, slots=True)
class AfterBattle(Duty[State]):
    """[10.83] After a combat the force goes on with what it has left."""

    def run(self, state: State) -> None:
        """Go on from where the force is, or end."""
        corps = state.force & ALL_CORPS
        if corps:
            state.force_at = state.where[lowest(corps)]
            if points_of(state, state.force) > 0:
                state.stack.append(Force())
                return
        state.done |= corps
        state.force, state.force_at, state.train = 0, -1, -1
