"""Chapter 7: the force that sails. It moves, searches, carries passengers, lays and sweeps mines,
until it stops or is stopped.

A force is taken in hand in the state (``force``, ``force_at``) as on land; what its units have
spent is in ``spent``. Its way is a journey, into which the other side may break [7.4].
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from trenchline.games.balance_of_powers.asking import asked
from trenchline.games.balance_of_powers.beachheads import (
    invadable,
    land,
    why_not_invade,
)
from trenchline.games.balance_of_powers.coastal_raids import RaidCoast, may_raid
from trenchline.games.balance_of_powers.components import (
    CENTRAL,
    ENTENTE,
    UNITS,
    Units,
)
from trenchline.games.balance_of_powers.contact import quarry
from trenchline.games.balance_of_powers.interrupts import Interrupt
from trenchline.games.balance_of_powers.leash import strays
from trenchline.games.balance_of_powers.minefields import (
    Sweep,
    fields,
    lay,
    layers,
    mined,
    sweepers,
    why_not_lay,
    why_not_sweep,
    within_sweep,
)
from trenchline.games.balance_of_powers.navy import (
    ADMIRALS,
    SHIPS,
    SUBMARINES,
    VESSELS,
    dismiss_admirals,
    radius,
)
from trenchline.games.balance_of_powers.search import (
    Lookout,
    begin_search,
    look_out,
    why_not_search,
)
from trenchline.games.balance_of_powers.seaways import (
    RANGE,
    course,
    fuel,
    points_left,
    price,
    sea_ready,
    waters,
    why_not_move,
)
from trenchline.games.balance_of_powers.sorties import watch_germany
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.transports import (
    ashore,
    charge,
    debarkable,
    embark,
    embarkable,
    may_carry,
    why_not_debark,
    why_not_embark,
)
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import Reach
from trenchline.kernel.hexes import Hex
from trenchline.kernel.journeys import Journey, Onward, set_out
from trenchline.kernel.steps import ONE, Choices, Decision, Duty, Refusal
from trenchline.kernel.words import counted


def taken_along(state: State, units: Units, place: Hex, side: int) -> Units:
    """[1.323] Leaders who sail with a force: those of its kind whose whole command it is."""
    below = bool(units & SUBMARINES)
    here = state.units(place, side)
    return bit_set(
        leader
        for leader in members(here & ADMIRALS & ~state.done)
        if (UNITS[leader].ship in ("SS", "UB")) == below
    )


@dataclass(frozen=True, slots=True)
class AtSea(Decision[State]):
    """[7.0] What the force in hand does next."""

    deliberate: ClassVar[frozenset[str]] = frozenset({"search"})

    def who(self, state: State) -> int:
        """The phasing side."""
        return state.phasing

    def prompt(self, state: State) -> str:
        """What is left of its range."""
        units = counted((state.force & VESSELS).bit_count(), "naval unit")
        left = counted(points_left(state, state.force), "movement point")
        return f"{units} with {left}: sail, search or stop [7.2]"

    def choices(self, state: State) -> Choices:
        """All that the force may do; one that has been stopped may still land its passengers, for
        that is no move [7.65] [7.71.1]."""
        found: Choices = {"stop": ONE}
        if not state.force & VESSELS:
            return found
        if riders := debarkable(state):
            found["debark"] = riders
        if coasts := invadable(state):
            found["invade"] = coasts
        if state.done & state.force & VESSELS:
            return found
        if may_carry(state) and (goals := destinations(state).hexes & ~(1 << state.force_at)):
            found["steam"] = goals
        if freight := embarkable(state):
            found["embark"] = freight
        if join := joiners(state):
            found["with"] = join
        # [7.33]
        if (state.force & VESSELS).bit_count() > 1:
            # [7.33]
            found["without"] = state.force
        # [7.33]
        elif state.force & ADMIRALS:
            # [7.33]
            found["without"] = state.force & ADMIRALS
        if able := layers(state):
            found["lay"] = able
        if sweepers(state) and (swept := within_sweep(state)):
            found["sweep"] = swept
        if prey := quarry(state):
            found["search"] = prey
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        """Do it, and ask again."""
        match verb:
            case "stop":
                stop(state)
                return
            case "steam":
                steam(state, number)
                return
            case "with":
                join(state, number)
            case "without":
                # [7.33] Whoever is dropped goes no farther.
                state.force &= ~(1 << number)
                if state.spent.get(number, 0):
                    state.done |= 1 << number
            case "embark":
                embark(state, number)
            case "debark":
                ashore(state, number)
            case "invade":
                state.stack.append(self)
                land(state, number)
                state.done |= state.force
                return
            case "lay":
                state.stack.append(self)
                state.stack.append(Expense())
                lay(state, number)
                return
            case "sweep":
                state.stack += [self, Expense(), Sweep(number)]
                return
            case "search":
                state.stack += [self, Lookout(1 - state.phasing)]
                begin_search(state, number, "search")
                return
        state.stack.append(self)

    @asked(
        *("7.0", "stop", "steam", "with", "without", "lay", "sweep", "search"),
        *("embark", "debark", "invade"),
    )
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Why not."""
        match verb:
            case "debark":
                return _the(why_not_debark(state, number))
            case "invade":
                return why_not_invade(state, number)
        if not state.force & VESSELS or state.done & state.force & VESSELS:
            return Refusal("7.22", "the move of the force is over")
        match verb:
            case "embark":
                return _the(why_not_embark(state, number))
            case "lay":
                return why_not_lay(state, number)
            case "sweep":
                return why_not_sweep(state, number)
            case "search":
                return why_not_search(state, verb, number)
            case "with":
                return _the(why_not_join(state, number))
            case "without":
                if number < 0 or not state.force >> number & 1:
                    return Refusal("7.33", "it is not in the force")
                return Refusal("7.33", "a force needs one naval unit")
        if not may_carry(state):
            return Refusal("7.63", "the ships cannot carry all passengers of the force now")
        return why_not_there(state, number)


def _the(reason: Refusal | None) -> Refusal:
    """The reason for what is not offered."""
    assert reason is not None
    return reason


def destinations(state: State) -> Reach:
    """[7.22] Where the force can go; its way leads around enemy mines where it can [R221]."""
    side, force = state.phasing, state.force
    return course(state, side, force, state.force_at, points_left(state, force))


def why_not_there(state: State, place: Hex) -> Refusal:
    """Why the force cannot sail to a location."""
    if place >= 0 and (tied := strays(state, state.force & state.passengers, place)):
        return tied
    if place < 0 or not waters(state, state.phasing, state.force) >> place & 1:
        return Refusal("7.32", "it is no water that the force may enter")
    if place == state.force_at:
        return Refusal("7.22", "the force is there")
    return Refusal("7.22", "its range does not lead there")


def route(state: State, goal: Hex) -> list[Hex]:
    """[R221] The cheapest way; one around enemy mines and fortresses if the points allow it."""
    side, force, start = state.phasing, state.force, state.force_at
    danger = (fields(state, 1 - side) | state.forts[1 - side]) & ~(1 << goal)
    cheapest = destinations(state).path(goal)
    if not bit_set(cheapest[1:]) & danger:
        # A way around danger that meets none by itself is this very way.
        return cheapest
    around = course(state, side, force, start, points_left(state, force), danger)
    return around.path(goal) or cheapest


def steam(state: State, goal: Hex) -> None:
    """[7.22] The force sets out."""
    fuel(state, state.force)
    for unit in members(state.force & state.passengers):
        charge(state, unit)
    way = tuple(route(state, goal))
    state.note("{:units} sail from {:hex} to {:hex}", list(members(state.force)), way[0], goal)
    set_out(state, state.force, way, Underway())


@dataclass(frozen=True, slots=True)
class Underway(Onward[State]):
    """[7.23] The force enters location after location, and pays for each [7.33]."""

    def entered(self, state: State, journey: Journey) -> None:
        """Mines attack, the other side may interrupt, both may search."""
        place, before = journey.at, state.force_at
        cost = price(place)
        for unit in members(state.force & VESSELS):
            state.spent[unit] = state.spent.get(unit, 0) + cost
        state.move(state.force, place)
        state.force_at = place
        # [7.43] Another hex, another attempt.
        state.challenged = 0
        state.overdue &= ~state.force
        dismiss_admirals(state, before, state.phasing)
        # [6.123.3]
        watch_germany(state)
        look_out(state)
        state.stack.append(WATCH)
        field = mined(state, state.force, place)
        if field is not None:
            state.stack.append(field)
        if may_raid(state):
            state.stack.append(RaidCoast(state.phasing))

    def arrived(self, state: State, journey: Journey) -> None:
        """Ask what next."""
        state.stack.append(AtSea())


@dataclass(frozen=True, slots=True)
class Watch(Duty[State]):
    """[7.43] The other side is asked whether it interrupts, once in each hex; each force that sails
    may be stopped by itself [7.46]."""

    def run(self, state: State) -> None:
        """Ask, if it can."""
        if state.force & SHIPS and state.journeys:
            INTERRUPTS[1 - state.phasing].ask(state)


WATCH = Watch()
INTERRUPTS = (Interrupt(CENTRAL), Interrupt(ENTENTE))


@dataclass(frozen=True, slots=True)
class Expense(Duty[State]):
    """[7.44] After a lump of movement points has had its effect, it may bring an interrupt."""

    def run(self, state: State) -> None:
        """Ask, if it can; the journey is one that has arrived."""
        if state.force & SHIPS:
            state.journeys.append(Journey(state.force, state.force_at, ()))
            state.stack.append(EndOfExpense())
            Interrupt(1 - state.phasing).ask(state)


@dataclass(frozen=True, slots=True)
class EndOfExpense(Duty[State]):
    """The journey on the spot is over."""

    def run(self, state: State) -> None:
        """Forget it."""
        state.journeys.pop()


def stop(state: State) -> None:
    """[7.22] The move of the force is over."""
    state.done |= state.force
    state.force = 0


def joiners(state: State) -> Units:
    """[7.33] Who may join the force where it is: units of its kind that have not moved, and count
    as having spent as much."""
    side, place = state.phasing, state.force_at
    here = state.units(place, side) & ~state.force & ~state.done
    kind = SUBMARINES if state.force & SUBMARINES else SHIPS
    able = here & kind & sea_ready(state, side)
    found = 0
    for unit in members(able):
        if not state.spent.get(unit, 0) and why_not_join(state, unit) is None:
            found |= 1 << unit
    if kind is SHIPS:
        found |= here & state.passengers
    return found | here & taken_along(state, state.force & VESSELS, place, side)


def _spent(state: State) -> int:
    """[7.33] What the way of the force has cost: lumps for mines are spent by a unit alone
    [R340]."""
    return min((state.spent.get(u, 0) for u in members(state.force & VESSELS)), default=0)


def join(state: State, unit: int) -> None:
    """[7.33] A unit joins, as if it had come all the way."""
    if VESSELS >> unit & 1 and (spent := _spent(state)):
        state.spent[unit] = spent
    state.force |= 1 << unit


def why_not_join(state: State, unit: int) -> Refusal | None:
    """What keeps a unit out of the force, if anything does."""
    if not 0 <= unit < len(UNITS) or state.where[unit] != state.force_at:
        return Refusal("7.33", "it is not where the force is")
    if state.force >> unit & 1:
        return Refusal("7.33", "it is in the force")
    if not VESSELS >> unit & 1:
        return Refusal("7.33", "it is no naval unit that could join")
    if bool(SUBMARINES >> unit & 1) != bool(state.force & SUBMARINES):
        return Refusal("7.21", "ships and submarines are separate forces")
    if wrong := why_not_move(state, unit, state.phasing):
        return wrong
    if state.spent.get(unit, 0):
        return Refusal("7.33", "it has sailed already")
    if _spent(state) > RANGE * radius(state, unit):
        return Refusal("7.33", "it could not have come so far")
    return None
