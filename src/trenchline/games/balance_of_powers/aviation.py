"""Chapter 6.3: fighters patrol, and those that meet fight by tiers of their machine guns."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.balance_of_powers.asking import asked
from trenchline.games.balance_of_powers.components import (
    CENTRAL,
    ENTENTE,
    OF_KIND,
    UNITS,
    Units,
)
from trenchline.games.balance_of_powers.flight import (
    aces_with,
    fly,
    hit,
    lose_plane,
    neutral_land,
    over,
    skies,
    strength,
    within,
)
from trenchline.games.balance_of_powers.recombining import combinable, combine, why_not_combine
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.supply import in_supply
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import (
    ONE,
    Choices,
    Duty,
    OwnDecision,
    Refusal,
    Throw,
    UnitDecision,
)
from trenchline.kernel.tiers import next_tier

FIGHTERS: Units = OF_KIND["fighter"]
HIGHEST = 12
"""What two dice may show."""


@dataclass(frozen=True, slots=True)
class Aviation(Duty[State]):
    """[6.3] Patrols, then dogfights."""

    def run(self, state: State) -> None:
        """Begin, if anybody flies."""
        state.phase = "aviation"
        if any(state.where[unit] >= 0 for unit in members(FIGHTERS)):
            state.heading("Aviation")
            state.stack += [Dogfights(), Patrol(CENTRAL, False)]


def patrollers(state: State, side: int) -> Units:
    """[6.312] Fighters that may still patrol: supplied, not moved, with no enemy fighter about."""
    return bit_set(unit for unit in members(FIGHTERS) if refuses_patrol(state, unit, side) is None)


def refuses_patrol(state: State, unit: int, side: int) -> Refusal | None:
    """[6.312] Why a fighter cannot patrol."""
    if unit < 0 or not FIGHTERS >> unit & 1:
        return Refusal("6.311", "only fighters patrol")
    if state.where[unit] < 0:
        return Refusal("6.311", "the fighter is not on the map")
    if state.side_of(unit) != side:
        return Refusal("6.311", "it is the other side's")
    if state.aboard >> unit & 1:
        return Refusal("6.452.2", "it is at sea")
    if state.flown >> unit & 1:
        return Refusal("6.312", "it has moved already")
    if over(state, state.where[unit], 1 - side):
        return Refusal("6.312", "it cannot leave an enemy fighter")
    # [3.2.1]
    if not in_supply(state, unit):
        return Refusal("6.312", "it is out of supply")
    return None


@dataclass(frozen=True, slots=True)
class Patrol(OwnDecision[State]):
    """[6.311] [4.2.3] The sides move one fighter in turn, until both pass or all have moved
    [6.313]."""

    other_passed: bool

    def prompt(self, state: State) -> str:
        """Who flies."""
        return "Send a fighter on patrol, or pass [6.31]"

    def choices(self, state: State) -> Choices:
        """Those who may."""
        able = patrollers(state, self.side)
        return {"none": ONE, "fly": able} if able else {"none": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        """Fly, or pass."""
        if verb == "fly":
            state.stack += [Patrol(1 - self.side, False), PatrolOver(number)]
        elif not self.other_passed:
            state.stack.append(Patrol(1 - self.side, True))

    @asked("6.31", "none", "fly")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Who cannot."""
        return refuses_patrol(state, number, self.side) or Refusal("6.311", "choose a fighter")


@dataclass(frozen=True, slots=True)
class PatrolOver(UnitDecision[State]):
    """[6.311] A fighter goes anywhere within its radius."""

    def prompt(self, state: State) -> str:
        """Who."""
        return state.say("Over which hex does {:unit} patrol? [6.311]", self.unit)

    def choices(self, state: State) -> Choices:
        """Where it may go."""
        return {"over": within(state, state.where[self.unit], strength(state, self.unit).radius)}

    def take(self, state: State, verb: str, number: int) -> None:
        """Go there."""
        state.flown |= 1 << self.unit
        state.note("{:unit} patrols over {:hex}", self.unit, number)
        fly(state, self.unit, number)

    @asked("6.311", "over")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Why not there."""
        if number >= 0 and neutral_land(state) >> number & 1:
            return Refusal("6.312", "nobody flies over neutral land")
        return Refusal("6.311", "its radius does not lead there")


@dataclass(frozen=True, slots=True)
class Dogfights(Duty[State]):
    """[6.32] Wherever fighters of both sides have met."""

    def run(self, state: State) -> None:
        """Fight it out, place by place."""
        contested = skies(state, CENTRAL, FIGHTERS) & skies(state, ENTENTE, FIGHTERS)
        state.stack += [DogFight(place) for place in reversed(list(members(contested)))]


@dataclass(frozen=True, slots=True)
class DogFight(Duty[State]):
    """[6.32] One dogfight, and another until one side is left [6.326]."""

    place: Hex

    def run(self, state: State) -> None:
        """Combine, then the best guns fire."""
        sides = [over(state, self.place, side) for side in (CENTRAL, ENTENTE)]
        if not all(sides):
            return
        state.targeted = 0
        state.struck = {}
        state.heading("Dogfight over {:hex}", self.place)
        if not any(
            HIGHEST + bonus(state, one, two) > strength(state, two).armour
            for side in (CENTRAL, ENTENTE)
            for one in members(sides[side])
            for two in members(sides[1 - side])
        ):
            # [R102] Nobody can hit anybody.
            state.stack += [Abort(unit) for unit in members(sides[CENTRAL])]
            return
        state.stack += [DogFight(self.place), Tier(self.place, None)]
        state.stack += [Combine(ENTENTE, self.place), Combine(CENTRAL, self.place)]


def bonus(state: State, shooter: int, target: int) -> int:
    """[6.323.2] What is added to the dice: the guns, and 1 for a whole unit at a damaged one."""
    whole = not state.reduced >> shooter & 1 and state.reduced >> target & 1
    return strength(state, shooter).fire + whole


@dataclass(frozen=True, slots=True)
class Combine(OwnDecision[State]):
    """[2.67] [6.321] Two damaged fighters may become a whole one, when a dogfight begins [2.67.1].
    What is whole is never divided [2.67.2]."""

    place: Hex

    def prompt(self, state: State) -> str:
        """Who may."""
        return "Choose a damaged fighter to be made whole by another, or none [6.321]"

    def choices(self, state: State) -> Choices:
        """Those with an equal beside them."""
        able = combinable(state, over(state, self.place, self.side))
        return {"none": ONE, "combine": able} if able else {"none": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        """The other goes back to the pool."""
        if verb == "none":
            return
        combine(state, number, over(state, self.place, self.side))
        state.stack.append(self)

    @asked("6.321", "none", "combine")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Who cannot."""
        return why_not_combine(state, number, over(state, self.place, self.side))


@dataclass(frozen=True, slots=True)
class Tier(Duty[State]):
    """[6.322] [6.325] [R103] The best guns that have not fired yet fire, all at once."""

    place: Hex
    below: int | None

    def run(self, state: State) -> None:
        """Ask each shooter, then count the hits."""
        sides = [over(state, self.place, side) for side in (CENTRAL, ENTENTE)]
        if not all(sides):
            return
        ratings = [0] * len(UNITS)
        for unit in members(sides[0] | sides[1]):
            ratings[unit] = strength(state, unit).fire
        rating, shooters = next_tier(sides[0] | sides[1], ratings, self.below)
        if not shooters:
            return
        state.stack += [Tier(self.place, rating), EndOfTier(self.place)]
        for unit in reversed(list(members(shooters))):
            # [6.323.3] An ace gives his fighter a second shot at once.
            aced = bool(aces_with(state, unit))
            state.stack += [Shot(unit, aced)] * (2 if aced else 1)


@dataclass(frozen=True, slots=True)
class Shot(UnitDecision[State]):
    """[6.323] A fighter chooses its target."""

    ace: bool

    def prompt(self, state: State) -> str:
        """Who shoots."""
        return state.say("At whom does {:unit} fire? [6.323]", self.unit)

    def choices(self, state: State) -> Choices:
        """[6.323.1] Nobody twice before everybody once, except for an ace."""
        enemies = over(state, state.where[self.unit], 1 - state.side_of(self.unit))
        fresh = enemies & ~state.targeted
        return {"shoot": enemies if self.ace or not fresh else fresh}

    def take(self, state: State, verb: str, number: int) -> None:
        """Fire."""
        state.targeted |= 1 << number
        state.stack.append(ShotDice(self.unit, number))

    @asked("6.323", "shoot")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Who is no target."""
        enemies = over(state, state.where[self.unit], 1 - state.side_of(self.unit))
        if number < 0 or not enemies >> number & 1:
            return Refusal("6.323", "it is no enemy in this dogfight")
        return Refusal("6.323", "nobody is shot at twice before every enemy there has been once")


@dataclass(frozen=True, slots=True)
class ShotDice(Throw[State]):
    """[6.323] Dice and guns above the target's evasion hit it."""

    unit: int
    target: int

    def purpose(self, state: State) -> str:
        """Who at whom."""
        return f"{state.called(self.unit)} at {state.called(self.target)}"

    def thrown(self, state: State, values: tuple[int, ...]) -> None:
        """Hit, or miss; it counts at the end of the tier."""
        total = sum(values) + bonus(state, self.unit, self.target)
        hits = total > strength(state, self.target).armour
        word = "hits" if hits else "misses"
        state.detail(
            "{:die} and {:die}: {:unit} " + word + " {:unit}", *values, self.unit, self.target
        )
        if hits:
            state.struck[self.target] = state.struck.get(self.target, 0) + 1


@dataclass(frozen=True, slots=True)
class EndOfTier(Duty[State]):
    """[6.324] Hits count; who is damaged breaks off."""

    place: Hex

    def run(self, state: State) -> None:
        """Damage, destroy, abort."""
        struck, state.struck = state.struck, {}
        for unit, hits in struck.items():
            for _ in range(hits):
                if state.where[unit] == self.place:
                    hit(state, unit)
        state.stack += [Abort(unit) for unit in struck if state.where[unit] == self.place]


def refuges(state: State, unit: int) -> Hexes:
    """[6.324.2] Where a damaged fighter may flee: friendly, without enemies, and past none in the
    air."""
    side, start = state.side_of(unit), state.where[unit]
    avoid = skies(state, 1 - side, FIGHTERS) & ~(1 << start)
    reach = within(state, start, strength(state, unit).radius, avoid)
    enemies = bit_set(place for place in state.stacks if state.units(place, 1 - side))
    return reach & state.held[side] & ~enemies & ~(1 << start)


@dataclass(frozen=True, slots=True)
class Abort(UnitDecision[State]):
    """[6.324.1] A damaged fighter breaks off, or is lost."""

    def prompt(self, state: State) -> str:
        """Who."""
        return state.say("Where does {:unit} break off to? [6.324]", self.unit)

    def choices(self, state: State) -> Choices:
        """Where it may."""
        found = refuges(state, self.unit)
        return {"abort": found} if found else {"perish": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        """It goes, or is lost."""
        if verb == "abort":
            state.detail("{:unit} breaks off to {:hex}", self.unit, number)
            fly(state, self.unit, number)
        else:
            state.detail("{:unit} has nowhere to go and is lost", self.unit)
            lose_plane(state, self.unit)

    @asked("6.324", "abort", "perish")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Why not there."""
        if verb == "perish":
            return Refusal("6.324", "it can break off")
        side = state.side_of(self.unit)
        if number < 0 or not state.held[side] >> number & 1:
            return Refusal("6.324", "it breaks off to a friendly place")
        if state.units(number, 1 - side):
            return Refusal("6.324", "it breaks off to a place without enemies")
        return Refusal("6.324", "it cannot fly so far")
