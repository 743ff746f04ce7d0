"""Chapter 9: a force is chosen, marches, goes by rail, digs in or attacks, until it stops.

One force at a time acts to its end, combats and all, before the next one begins [6.53]. The force
is in the state (``force``, ``force_at``); what its corps have spent is in ``spent``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import is_, or_
from typing import ClassVar

from trenchline.games.balance_of_powers.allowance import allowance, points_of
from trenchline.games.balance_of_powers.calendar import bad_weather
from trenchline.games.balance_of_powers.combat import declare
from trenchline.games.balance_of_powers.command import dismiss_lone_leaders
from trenchline.games.balance_of_powers.components import (
    ALL_CORPS,
    ARMY_LEADERS,
    ENTENTE,
    LAND,
    LAND_BOXES,
    NATION,
    NEVER_DUG_IN,
    OF_KIND,
    OF_NATION,
    UNITS,
    Units,
)
from trenchline.games.balance_of_powers.entry import enter
from trenchline.games.balance_of_powers.going import March, is_hard, march
from trenchline.games.balance_of_powers.inherent import (
    guarded,
    in_reach,
    is_assault,
    stormy,
    turns,
)
from trenchline.games.balance_of_powers.neutrals import closed
from trenchline.games.balance_of_powers.rail import entrain, entrainers, why_not_entrain
from trenchline.games.balance_of_powers.stacking import fits, full_for, limit
from trenchline.games.balance_of_powers.state import POOL, State
from trenchline.kernel.bits import bit_set, lowest, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import ONE, Choices, Decision, Duty, OwnDecision, Refusal

LATE = "mobilizes"
"""The setting of a scenario that names who moves in the first fortnight [12.1]."""


def idle(state: State) -> Hexes:
    """[6.512] Where nobody moves in the second fortnight."""
    return bad_weather(state.month) if state.fortnight == 2 else 0


def movable(state: State, side: int) -> Units:
    """The corps of a side that have not finished."""
    # [6.452] Who is at sea waits for a landing.
    found = state.on_map(side) & ALL_CORPS & ~state.done & ~state.aboard
    for place in members(state.corps[side] & idle(state)):
        found &= ~state.stacks[place]
    if state.fortnight == 1 and state.month == state.scenario.first:
        early = state.scenario.settings.get(LATE)
        if early is not None:
            found &= reduce(or_, (OF_NATION[NATION[code]] for code in early))
    return found


@dataclass(frozen=True, slots=True)
class Campaign(OwnDecision[State]):
    """[6.53] A side picks its next force, or ends its half of the fortnight."""

    def prompt(self, state: State) -> str:
        """What may be picked."""
        return "Pick a corps or a whole stack to move, or end your half of the fortnight [6.53]"

    def choices(self, state: State) -> Choices:
        """Whoever has not finished."""
        found: Choices = {"end": ONE}
        able = movable(state, self.side)
        if able:
            found["unit"] = able
            places = 0
            for place, units in state.stacks.items():
                if units & able:
                    places |= 1 << place
            found["stack"] = places
            # [1.323.3] A leader whose command may move can go back to the pool.
            leaders = state.on_map(self.side) & ARMY_LEADERS
            free = bit_set(u for u in members(leaders) if state.stacks[state.where[u]] & able)
            if free:
                found["recall"] = free
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        """Form the force, or end."""
        if verb == "end":
            return
        state.stack.append(self)
        if verb == "recall":
            state.note("{:unit} goes back to {:hex}", number, POOL)
            state.lift(number)
            return
        if verb == "unit":
            state.force = 1 << number
            state.force_at = state.where[number]
        else:
            here = state.units(number, self.side)
            state.force = here & movable(state, self.side) | here & ARMY_LEADERS
            state.force_at = number
        state.stack.append(Force())

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Why somebody cannot move."""
        if verb == "stack":
            return Refusal("6.53", "no corps there has still to move")
        if verb == "recall" and 0 <= number < len(UNITS) and ARMY_LEADERS >> number & 1:
            if state.on_map(self.side) >> number & 1:
                return Refusal("1.323.3", "no corps of his command has still to move")
            return Refusal("1.323.3", "he is not on the map among your leaders")
        if not 0 <= number < len(UNITS) or state.where[number] < 0:
            return Refusal("6.53", "the corps is not on the map")
        if state.sides[UNITS[number].nation] != self.side:
            return Refusal("6.53", "the other side moves its own corps")
        if state.aboard >> number & 1:
            return Refusal("6.452.2", "it is at sea")
        if state.done >> number & 1:
            return Refusal("9.11", "its move is over")
        if idle(state) >> state.where[number] & 1:
            return Refusal("6.512", "bad weather leaves it one fortnight a month")
        return Refusal("12.1", "it has not mobilized yet")


def free_for(state: State, side: int) -> Hexes:
    """Where a force may go without a fight, if there is room."""
    shut = state.enemy_land(side) | closed(state, side) | state.trench_battles | idle(state)
    ground = state.scenario.ground
    if state.landings and side == ENTENTE:
        ground |= bit_set(state.landings)
    return ground & ~shut


def may_go(state: State, points: int | None = None) -> March:
    """[9.11] Where the force may march; remembered from the question to the answer."""
    side, force = state.phasing, state.force
    if points is None:
        points = points_of(state, force)
    corps, held = state.corps, state.held
    key = (
        *(state.force_at, force, points, state.month, state.fortnight, state.infrastructure),
        *state.landings,
    )
    seen = (corps[0], corps[1], held[0], held[1], state.mapped, state.trench_battles)
    memo = state.march_memo
    if memo is not None and memo[0] == key and all(map(is_, memo[1], seen)):
        found: March = memo[2]
        return found
    alpine = not force & ALL_CORPS & ~OF_KIND["mountain"]
    found = march(
        state.force_at,
        max(0, points),
        free_for(state, side),
        alpine,
        lambda places: full_for(state, force, side, places),
        turns(state, side, state.force_at),
    )
    state.march_memo = key, seen, found
    return found


def targets(state: State, points: int) -> Hexes:
    """[9.14] The enemies beside the force that it may attack."""
    side, force = state.phasing, state.force
    corps = force & ALL_CORPS
    if points < 1 or not corps & ~OF_KIND["siege"]:
        return 0
    alpine = not corps & ~OF_KIND["mountain"]
    near = in_reach(state, side, state.force_at, alpine) & state.enemy_land(side)
    near |= guarded(state, side, state.force_at)
    if not near:
        return 0
    near &= ~closed(state, side) & ~state.trench_battles & ~idle(state)
    found = 0
    for place in members(near):
        if why_not_attack(state, place) is None:
            found |= 1 << place
    return found


def why_not_attack(state: State, place: Hex) -> Refusal | None:
    """What bars an attack on enemies beside the force, if anything does."""
    side, corps = state.phasing, state.force & ALL_CORPS
    if is_assault(state, side, state.force_at, place) and stormy(state, place):
        return Refusal("6.512.3", "nobody lands here in a month of bad weather")
    if not fits_attackers(state, place, corps):
        return Refusal("9.14", "more corps than the location would hold cannot attack it")
    enemies = state.units(place, 1 - side) & ALL_CORPS
    if corps & OF_KIND["cavalry"] and enemies & state.entrenched:
        return Refusal("9.14", "cavalry does not attack trenches")
    nations = {UNITS[unit].nation for unit in members(corps)}
    if nations & set(state.crisis) and not corps & OF_KIND["tank"]:
        over = state.units(place, side) & OF_KIND["fighter"]
        under = state.units(place, 1 - side) & OF_KIND["fighter"]
        if not over or under:
            return Refusal("2.92", "in crisis only tanks or air superiority carry an attack")
    return None


def fits_attackers(state: State, place: Hex, corps: Units) -> bool:
    """[9.14] Whether a force is within the limit of the location it attacks."""
    return corps.bit_count() <= limit(state, place)


def joiners(state: State) -> Units:
    """[9.12] Who may join the force where it is: corps that have not moved, and a leader."""
    side = state.phasing
    here = state.units(state.force_at, side) & ~state.force
    fresh = here & movable(state, side) if here else 0
    for unit in members(fresh):
        if state.spent.get(unit, 0):
            fresh &= ~(1 << unit)
    if not state.force & ARMY_LEADERS:
        fresh |= here & ARMY_LEADERS
    return fresh


def has_moved(state: State) -> bool:
    """Whether the force has spent anything yet."""
    return any(state.spent.get(unit, 0) for unit in members(state.force & ALL_CORPS))


def diggers(state: State) -> bool:
    """[9.61] Whether the force as a whole may change its mode where it starts."""
    corps = state.force & ALL_CORPS
    if has_moved(state) or corps & NEVER_DUG_IN:
        return False
    return not corps & state.entrenched or not corps & ~state.entrenched


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
        points = points_of(state, state.force)
        return f"{corps} corps with {points} movement points: march, attack, dig in or stop [9.1]"

    def choices(self, state: State) -> Choices:
        """All that the force may do."""
        if not state.force & ALL_CORPS:
            return {"stop": ONE}
        found: Choices = {"stop": ONE}
        join = joiners(state)
        if join:
            found["with"] = join
        if state.force.bit_count() > 1:
            rest = state.force
            if (rest & ALL_CORPS).bit_count() == 1:
                rest &= ~ALL_CORPS
            found["without"] = rest
        points = points_of(state, state.force)
        if points > 0:
            reached = may_go(state, points).reached
            if reached:
                found["march"] = reached
            enemies = targets(state, points)
            if enemies:
                found["attack"] = enemies
            payers = entrainers(state)
            if payers:
                found["entrain"] = payers
        if diggers(state):
            dug_in = state.force & ALL_CORPS & state.entrenched
            found["rise" if dug_in else "dig"] = ONE
        if not has_moved(state) and any(o == state.force_at for o, _ in state.breaches):
            found["close_breach"] = bit_set(
                target for origin, target in state.breaches if origin == state.force_at
            )
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        """Do it; the force goes on until it stops."""
        getattr(self, f"_{verb}")(state, number)

    def _stop(self, state: State, number: int) -> None:
        state.done |= state.force & ALL_CORPS
        place = state.force_at
        state.force = 0
        state.force_at = -1
        dismiss_lone_leaders(state, place)

    def _with(self, state: State, unit: int) -> None:
        # [9.12] Who joins has spent as much as those he joins.
        spent = max(state.spent.get(other, 0) for other in members(state.force & ALL_CORPS))
        state.force |= 1 << unit
        if spent and ALL_CORPS >> unit & 1:
            state.spent[unit] = spent
        state.stack.append(self)

    def _without(self, state: State, unit: int) -> None:
        # [9.12] Who is dropped off stops; who has not moved yet may still move later.
        if state.spent.get(unit, 0):
            state.done |= 1 << unit
        state.force &= ~(1 << unit)
        state.stack.append(self)

    def _march(self, state: State, goal: Hex) -> None:
        going = may_go(state)
        way, hard = going.way(goal)
        state.note("{:units} march to {:hex}", list(members(state.force)), goal)
        for place in way:
            enter(state, state.force, place)
        state.force_at = goal
        self._spend(state, len(way), hard)
        self._go_on(state)

    def _attack(self, state: State, target: Hex) -> None:
        alpine = not state.force & ALL_CORPS & ~OF_KIND["mountain"]
        # [1.22/coast] The way ashore takes all that is left.
        ashore = is_assault(state, state.phasing, state.force_at, target)
        self._spend(state, 1, ashore or is_hard(state.force_at, target, alpine))
        state.stack.append(AfterBattle())
        declare(state, state.force, target)

    def _entrain(self, state: State, nation: int) -> None:
        state.stack.append(self)
        entrain(state, nation)

    def _spend(self, state: State, steps: int, hard: bool) -> None:
        for unit in members(state.force & ALL_CORPS):
            spent = state.spent.get(unit, 0) + steps
            state.spent[unit] = max(spent, allowance(state, unit)) if hard else spent

    def _dig(self, state: State, number: int) -> None:
        corps = state.force & ALL_CORPS
        state.entrenched |= corps
        state.note("{:units} dig in at {:hex}", list(members(corps)), state.force_at)
        self._stop(state, 0)

    def _rise(self, state: State, number: int) -> None:
        corps = state.force & ALL_CORPS
        state.entrenched &= ~corps
        state.note("{:units} leave their trenches at {:hex}", list(members(corps)), state.force_at)
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

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Why the force may not do that."""
        if verb == "attack":
            return self._why_no_attack(state, number)
        if verb == "march":
            return self._why_no_march(state, number)
        if verb == "entrain":
            return why_not_entrain(state, number)
        if verb in ("dig", "rise"):
            if has_moved(state):
                return Refusal("9.61", "a corps digs in or out in its starting location only")
            if state.force & ALL_CORPS & NEVER_DUG_IN:
                return Refusal("1.321", "cavalry, flotillas and tanks have no trenches")
            return Refusal("9.61", "the corps are not all of one mode")
        if verb == "close_breach":
            return Refusal("10.594", "no breach there has its origin here")
        if verb == "with" and 0 <= number < len(UNITS) and ARMY_LEADERS >> number & 1:
            return Refusal("2.62", "one leader is enough")
        if verb == "with":
            return Refusal("9.12", "only corps here that have not moved join the force")
        return Refusal("9.12", "the unit is not in the force")

    def _why_no_attack(self, state: State, place: Hex) -> Refusal:
        enemies = state.enemy_land(state.phasing) | guarded(state, state.phasing, state.force_at)
        if place < 0 or not enemies >> place & 1:
            return Refusal("9.14", "no enemy land unit is there")
        if points_of(state, state.force) < 1:
            return Refusal("10.1", "an attack takes a movement point")
        if not state.force & ALL_CORPS & ~OF_KIND["siege"]:
            return Refusal("10.533", "siege artillery does not attack alone")
        if state.trench_battles >> place & 1:
            return Refusal("9.63", "a trench battle was fought there in this half")
        if idle(state) >> place & 1:
            return Refusal("6.512", "bad weather leaves the hex one fortnight a month")
        alpine = not state.force & ALL_CORPS & ~OF_KIND["mountain"]
        if not in_reach(state, state.phasing, state.force_at, alpine) >> place & 1:
            return Refusal("10.1", "the force could not march there in one step")
        return why_not_attack(state, place) or Refusal("6.11", "the country is neutral")

    def _why_no_march(self, state: State, place: Hex) -> Refusal:
        side = state.phasing
        here = 1 << place if place >= 0 else 0
        if guarded(state, side, state.force_at) & here:
            return Refusal("1.25", "coasts and canals have a defence of their own: attack it")
        if not here & state.scenario.hexes & (LAND | LAND_BOXES):
            return Refusal("9.13", "corps march on land that is in play")
        if here & state.enemy_land(side):
            return Refusal("9.14", "enemies are there: attack them")
        if here & closed(state, side):
            return Refusal("6.11", "the country is neutral, and nobody declared its violation")
        if here & state.trench_battles:
            return Refusal("9.63", "a trench battle was fought there in this half")
        if here & idle(state):
            return Refusal("6.512", "nobody enters bad weather in the second fortnight")
        if not fits(state, place, state.force, side):
            return Refusal("2.62", "there is no room")
        return Refusal("9.11", "it is farther than the movement points reach")


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
        state.force, state.force_at = 0, -1
