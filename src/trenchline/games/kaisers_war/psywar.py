"""Chapter 32: psychological warfare."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.kaisers_war.components import (
    BO,
    CITIES,
    COUNTERS,
    COUNTRIES,
    NATIONS,
    OF_TYPE,
    PARIS,
    PO,
    SIDES,
    TERRITORY,
    UNITS_OF,
    US,
)
from trenchline.games.kaisers_war.control import LOW_MORALE, homeland
from trenchline.games.kaisers_war.elimination import eliminate
from trenchline.games.kaisers_war.entry import entered
from trenchline.games.kaisers_war.meanwhile import elsewhere
from trenchline.games.kaisers_war.odds import HIGH_MORALE
from trenchline.games.kaisers_war.state import DEAD, FLEET, ON_MAP, POOL, TRACK, State, due
from trenchline.games.kaisers_war.victory import RUHR, LossRoll
from trenchline.kernel.bits import bit_set, lowest, members
from trenchline.kernel.hexes import Hexes
from trenchline.kernel.steps import ONE, Choices, OwnDecision, Refusal, Roll, until_done

PRICE = 3
ARMIES = ("power", "nationalist")
"""The groups of nations whose armies may be struck at."""
SHAKEN = 33
"""[32.2] Column B needs an enemy with no more points than this."""


@dataclass(frozen=True, slots=True)
class Psywar(OwnDecision[State]):
    """[32.1] [R53] At the start of his turn a player may attack the enemy's mind; [32.4] [30.14]
    the Allies a second time, for nothing, when the Bolsheviks fight."""

    free: bool = False

    def prompt(self, state: State) -> str:
        price = "for nothing" if self.free else f"for {PRICE} points"
        return f"{SIDES[self.side]}: psychological warfare {price}? [32.1]"

    def choices(self, state: State) -> Choices:
        found: Choices = {}
        if self.free or state.can_spend(self.side, PRICE):
            found["psywar_a"] = ONE
            if state.vp[1 - self.side] <= SHAKEN:  # [32.2]
                found["psywar_b"] = ONE
        found["done"] = ONE
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "done":
            return
        if not self.free:
            state.spend(self.side, PRICE, "psychological warfare")
        state.stack.append(PsywarRoll(self.side, verb[-1]))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb not in ("psywar_a", "psywar_b"):
            return elsewhere(state, verb, "32.1", "say first whether there is psywar")
        if verb == "psywar_b" and state.vp[1 - self.side] > SHAKEN:
            return Refusal("32.2", "column B needs an enemy with at most 33 points")
        return Refusal("5.5", "it costs three points, and nobody spends his last one")


@dataclass(frozen=True, slots=True)
class PsywarRoll(Roll[State]):
    """[32.5] The die, changed by high morale [33.2] or low [33.3], and what it brings."""

    side: int
    column: str

    def purpose(self, state: State) -> str:
        return "psychological warfare"

    def rolled(self, state: State, value: int) -> None:
        enemy = 1 - self.side
        if "morale" in state.options:
            if state.vp[self.side] >= HIGH_MORALE:
                value += 1
            elif state.vp[self.side] <= LOW_MORALE:
                value -= 1
        state.detail("psywar column {}: {}", self.column.upper(), value)
        if value <= 1:
            return
        if value == 2:
            state.stack.append(LossRoll(enemy, 1, "psywar backfires", sign=1))
        elif self.column == "a":
            if value in (3, 4):
                state.stack.append(Intelligence(self.side, sabotage=value == 4))
            else:
                if value >= 6:
                    state.stack.append(LossRoll(self.side, 1, "a propaganda victory", sign=1))
                state.stack.append(LossRoll(enemy, 1, "a propaganda victory"))
        elif value == 3:
            state.stack.append(Desertion(enemy))
        elif value == 4:
            state.stack.append(Mutiny(self.side))
        elif value == 5:
            state.stack.append(Rebellion(self.side))
        else:
            state.stack.append(GeneralStrike(self.side))


@dataclass(frozen=True, slots=True)
class Intelligence(OwnDecision[State]):
    """[32.5] Look at all enemy stacks in one country, or at one turn of his track."""

    sabotage: bool

    def prompt(self, state: State) -> str:
        return "Intelligence: which country's stacks do you look at? [32.5]"

    def choices(self, state: State) -> Choices:
        enemy = state.held[1 - self.side]
        countries = bit_set(n for n, code in enumerate(COUNTRIES) if TERRITORY[code] & enemy)
        found: Choices = {}
        if countries:
            found["look"] = countries
        if not self.sabotage:
            turns = 0
            for unit in members(state.piles[TRACK] & state.forces(1 - self.side)):
                turns |= 1 << state.turn_due(unit)
            if turns:
                found["look_track"] = turns
        return found or {"done": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        seen = state.lookers.get(self.side, 0)
        if verb == "look":
            land = TERRITORY[COUNTRIES[number]]
            state.lookers[self.side] = seen | land
            if self.sabotage:
                state.stack.append(Sabotage(self.side, land))
        elif verb == "look_track":
            state.lookers[-1 - self.side] = number

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb not in ("look", "look_track"):
            return elsewhere(state, verb, "32.5", "say first where intelligence looks")
        if verb == "look":
            return Refusal("32.5", "the enemy has no units in that country")
        if self.sabotage:
            return Refusal("32.5", "saboteurs look at a country, not at the track")
        return Refusal("32.5", "no enemy unit is due on that turn")


@dataclass(frozen=True, slots=True)
class Sabotage(OwnDecision[State]):
    """[32.5] One garrison among the stacks seen may be removed."""

    land: int

    def prompt(self, state: State) -> str:
        return "Sabotage: remove one garrison? [32.5]"

    def garrisons(self, state: State) -> int:
        """Enemy garrisons in the country looked at."""
        return bit_set(
            u
            for h in members(self.land & state.held[1 - self.side])
            for u in state.stacks[h]
            if COUNTERS[u].front.type == "garrison"
        )

    def choices(self, state: State) -> Choices:
        found = self.garrisons(state)
        return until_done("remove", found)

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "remove":
            eliminate(state, number, in_combat=False)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "remove":
            return elsewhere(state, verb, "32.5", "say first which garrison is removed")
        garrison = 0 <= number < len(COUNTERS) and OF_TYPE["garrison"] >> number & 1
        if not garrison:
            return Refusal("32.5", "saboteurs remove a garrison, nothing else")
        return Refusal("32.5", "the garrison is not in the country looked at")


def deserters(state: State, side: int, nation: int | None = None) -> int:
    """[32.5] Units in play, ships and all, that may desert: not American, not Bolshevik, no
    garrisons."""
    in_play = state.piles[ON_MAP] | state.piles[FLEET] | state.boxed
    loyal = UNITS_OF[US] | UNITS_OF[BO] | OF_TYPE["garrison"]
    found = state.forces(side) & in_play & ~loyal
    return found if nation is None else found & UNITS_OF[nation]


@dataclass(frozen=True, slots=True)
class Desertion(OwnDecision[State]):
    """[32.5] The opponent eliminates one of his units; it counts as lost [32.3]."""

    nation: int = -1

    def prompt(self, state: State) -> str:
        return "Desertion: which of your units is eliminated? [32.5]"

    def choices(self, state: State) -> Choices:
        units = deserters(state, self.side, None if self.nation < 0 else self.nation)
        return {"give_up": units} if units else {"done": ONE}

    def must_ask(self, state: State) -> bool:
        """[10.1] How many units there are to choose from is the enemy's guess."""
        return True

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "give_up":
            eliminate(state, number, in_combat=False)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "give_up":
            return elsewhere(state, verb, "32.5", "the unit that deserts is named first")
        if not 0 <= number < len(COUNTERS) or state.side_of(number) != self.side:
            return Refusal("32.5", "one of your own units deserts")
        if UNITS_OF[US] >> number & 1:
            return Refusal("32.5", "Americans do not desert")
        if UNITS_OF[BO] >> number & 1:
            return Refusal("32.5", "Bolsheviks do not desert")
        if OF_TYPE["garrison"] >> number & 1:
            return Refusal("32.5", "garrisons do not desert")
        if not deserters(state, self.side) >> number & 1:
            return Refusal("32.5", "only units in play desert")
        return Refusal("32.5", "the mutiny is in another army")


def enemy_nations(state: State, side: int, groups: tuple[str, ...]) -> int:
    """[32.5] The enemy nations that may be designated: not Americans, Bolsheviks and garrisons.
    Whether they have units left is hidden, and so not asked [10.2] [R89]."""
    found = 0
    for number, nation in enumerate(NATIONS):
        if nation.group not in groups or number == US:
            continue
        if UNITS_OF[number] & state.forces(1 - side) and at_war(state, number):
            found |= 1 << number
    return found


def at_war(state: State, nation: int) -> bool:
    """[24.4] Whether a nation is in this match by the optional rules in use."""
    if NATIONS[nation].group == "power" or "east" in state.options:
        return True
    return nation == PO and "poles" in state.options


def why_not_nation(state: State, side: int, verb: str, number: int) -> Refusal:
    """Why a nation cannot be designated."""
    if verb != "nation":
        return elsewhere(state, verb, "32.5", "the nation is designated first")
    if not 0 <= number < len(NATIONS) or not UNITS_OF[number] & state.forces(1 - side):
        return Refusal("32.5", "the nation is not on the enemy's side")
    if number == US:
        return Refusal("32.5", "the United States may not be designated")
    if NATIONS[number].group == "garrison":
        return Refusal("32.5", "garrisons are no nation")
    if not at_war(state, number):
        return Refusal("24.4", "the nation is not in this match")
    return Refusal("32.5", "revolutionaries may not be designated")


@dataclass(frozen=True, slots=True)
class Mutiny(OwnDecision[State]):
    """[32.5] The attacker names the nation from which the opponent must choose."""

    def prompt(self, state: State) -> str:
        return "Mutiny: in which enemy army? [32.5]"

    def choices(self, state: State) -> Choices:
        return {"nation": enemy_nations(state, self.side, (*ARMIES, "anarchist"))}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "nation":
            state.detail("mutiny in the {} army", NATIONS[number].adjective)
            state.stack.append(Desertion(1 - self.side, number))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        return why_not_nation(state, self.side, verb, number)


@dataclass(frozen=True, slots=True)
class Rebellion(OwnDecision[State]):
    """[32.5] A garrison appears in an unoccupied city of an enemy country, not Paris or the
    Ruhr."""

    def prompt(self, state: State) -> str:
        return "Rebellion: in which enemy city? [32.5]"

    def spare(self, state: State) -> int | None:
        """A garrison that can rise."""
        idle = state.piles[POOL] | state.piles[DEAD]
        spare = OF_TYPE["garrison"] & state.forces(self.side) & idle
        return lowest(spare) if spare else None

    def cities(self, state: State) -> Hexes:
        """Unoccupied cities of the enemy's countries."""
        held = state.held[0] | state.held[1]
        return CITIES & homeland(state, 1 - self.side) & ~held & ~(1 << PARIS | 1 << RUHR)

    def choices(self, state: State) -> Choices:
        cities = self.cities(state)
        if self.spare(state) is None or not cities:
            return {"done": ONE}
        return {"place": cities, "done": ONE}

    def must_ask(self, state: State) -> bool:
        """[10.1] Whether a garrison is left is nobody else's business."""
        return True

    def take(self, state: State, verb: str, number: int) -> None:
        unit = self.spare(state)
        if verb == "place" and unit is not None:
            state.detail("rebellion in {:hex}", number)
            state.put(unit, number)
            # Its city is occupied from now on [31.1] [R80].
            entered(state, unit, [number])

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "place":
            return elsewhere(state, verb, "32.5", "say first where the rebellion breaks out")
        if not CITIES >> number & 1:
            return Refusal("32.5", "a rebellion breaks out in a city")
        if number == PARIS:
            return Refusal("32.5", "Paris does not rebel")
        if number == RUHR:
            return Refusal("32.5", "the Ruhr does not rebel")
        if not homeland(state, 1 - self.side) >> number & 1:
            return Refusal("32.5", "the city is not in an enemy country")
        if (state.held[0] | state.held[1] | state.held[2]) >> number & 1:
            return Refusal("32.5", "the city is occupied")
        return Refusal("32.5", "all your garrisons are on the map")


@dataclass(frozen=True, slots=True)
class GeneralStrike(OwnDecision[State]):
    """[32.5] One enemy nation's units on the track come a turn later."""

    def prompt(self, state: State) -> str:
        return "General strike: in which enemy country? [32.5]"

    def waiting(self, state: State, nation: int) -> int:
        """A nation's units on the track."""
        return UNITS_OF[nation] & state.piles[TRACK]

    def choices(self, state: State) -> Choices:
        return {"nation": enemy_nations(state, self.side, ARMIES)}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "nation":
            state.detail("general strike in {}", NATIONS[number].name)
            for unit in members(self.waiting(state, number)):
                state.lift(unit, due(max(state.turn_due(unit), state.turn) + 1))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        return why_not_nation(state, self.side, verb, number)
