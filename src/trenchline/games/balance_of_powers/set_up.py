"""Chapter 11: a scenario begins. The Entente sets up first, then the Central Powers [11.3]."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from trenchline.games.balance_of_powers.arrivals import timetable
from trenchline.games.balance_of_powers.asking import asked
from trenchline.games.balance_of_powers.calendar import month_number
from trenchline.games.balance_of_powers.components import (
    ALL_AIR,
    ALL_CORPS,
    ALL_LEADERS,
    CAPITALS,
    CENTRAL,
    ENTENTE,
    FORTRESSES,
    GRID,
    LAND_BOXES,
    MAJORS,
    NATION,
    NATIONS,
    NEUTRAL,
    OF_KIND,
    OWNED,
    RU,
    SIDES,
    TABLES,
    UNITS,
    Units,
)
from trenchline.games.balance_of_powers.conquest import conquer, is_fallen
from trenchline.games.balance_of_powers.crisis_of_july import Sarajevo, WarGuilt
from trenchline.games.balance_of_powers.deployment import (
    beginners,
    ground,
    may_dig_in,
    must_dig_in,
    next_by_history,
    placed_by_history,
    placer,
    recruits,
    set_aside_already,
    waiting,
    why_not_there,
    zone_of,
)
from trenchline.games.balance_of_powers.joining import Allocate
from trenchline.games.balance_of_powers.july_war import WAR, altered
from trenchline.games.balance_of_powers.omissions import OMITTING
from trenchline.games.balance_of_powers.scenarios import Scenario
from trenchline.games.balance_of_powers.sequence import Month
from trenchline.games.balance_of_powers.state import AWAITED, INTACT, POOL, State
from trenchline.games.balance_of_powers.variants import FREE, SHORT, WITH_FLEETS, played
from trenchline.games.balance_of_powers.zones import SetAside
from trenchline.kernel.bits import bit_set, lowest, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.position import declared
from trenchline.kernel.steps import ONE, Choices, Decision, Duty, OwnDecision, Refusal

HISTORICAL = "historical_set_up"
"""The option by which everybody begins where he stood in the war."""
FIRST_SEASON = month_number("September 1914")
"""The month that the first season of the war opens."""
REDUCED: Hexes = GRID.hexes(*TABLES["fortress"]["reduced"])
"""[13.0] Fortresses that are no better than reduced when the war begins."""
CRISIS = "crisis_of_july"
"""The option by which the Crisis of July is played before the war."""
VARYING = frozenset((FREE, SHORT, WITH_FLEETS)) | OMITTING
"""The options that make another scenario of it."""
KEPT = 6
"""The corps that a power keeps at least when it sets some aside."""


def new_game(scenario: str, options: Mapping[str, str]) -> State:
    """A match at its beginning."""
    state = _begun(scenario, frozenset(n for n, value in options.items() if value == "on")).copy()
    state.desk = {}
    return state


@lru_cache(maxsize=64)
def _begun(name: str, chosen: frozenset[str]) -> State:
    """The beginning is always the same."""
    scenario = played(name, chosen & VARYING)
    if CRISIS not in chosen or "reroll" not in scenario.special:
        # [11.5] Only a war that begins in August 1914 begins with the crisis.
        return deployed(scenario, chosen)
    state = opening(scenario)
    state.options = chosen
    # The powers set up when they know what war it is ...
    state.stack = [ToArms(), WarGuilt(), Sarajevo()]
    if "secret" in scenario.special and HISTORICAL not in chosen:
        # [R172] ... but those who write it down do so before.
        state.stack += [SetUp(CENTRAL), SetUp(ENTENTE)]
    return state


@dataclass(frozen=True, slots=True)
class ToArms(Duty[State]):
    """[11.5/s15] War has come: the powers set up as the crisis left them."""

    def run(self, state: State) -> None:
        """Begin anew with what the crisis has changed, and its memory."""
        july = (*state.july, WAR)
        begun = deployed(altered(state.scenario, july), state.options).copy()
        _stand_as_written(begun, state)
        begun.july, begun.guilt, begun.guilty = july, state.guilt, state.guilty
        begun.reroll = state.guilty
        begun.demoralization = state.demoralization
        loan = TABLES["crisis_of_july"]["loan"] * (july.count("loan") - july.count("bungled"))
        begun.points[RU] = max(0, begun.points[RU] + loan)
        for fact in declared(State):
            if fact.is_fact and fact.name not in ("rolls", "log", "stack"):
                setattr(state, fact.name, getattr(begun, fact.name))
        # Whoever runs the stack goes on with the same one.
        state.stack += begun.stack


def _stand_as_written(begun: State, written: State) -> None:
    """[R172] Whoever can stands where his side wrote it down before the crisis; sides with others
    to set up are asked."""
    for kind in (ALL_CORPS, ALL_AIR, ALL_LEADERS):
        for unit in members(written.mapped & kind):
            place = written.where[unit]
            side = placer(begun, unit)
            if waiting(begun, side) >> unit & 1 and ground(begun, unit) >> place & 1:
                begun.put(unit, place)
    begun.stack = [
        step
        for step in begun.stack
        if not isinstance(step, SetUp) or waiting(begun, step.side) or not written.mapped
    ]


def deployed(scenario: Scenario, chosen: frozenset[str]) -> State:
    """A scenario with everybody about to set up, or set up by history."""
    state = opening(scenario)
    state.options = chosen
    state.stack = [Month(state.scenario.first)]
    settle_nations(state)
    if "secret" in scenario.special:
        state.stack.append(Unveil())
    for side in (CENTRAL, ENTENTE):
        # The top of the stack is next.
        state.stack.append(SetUp(side))
        state.stack += [
            Losses(told)
            for told in reversed(state.scenario.set_asides)
            if state.sides[told.nation] == side
        ]
        if any(state.side_of(unit) == side for unit in members(recruits(state.scenario))):
            state.stack.append(Enlist(side))
    if HISTORICAL in state.options:
        _all_by_history(state)
    return state


def opening(scenario: Scenario) -> State:
    """The position before anybody is on the map."""
    state = State(scenario=scenario)
    state.month = scenario.first
    state.phase = "set-up"
    state.forts[NEUTRAL] = FORTRESSES
    for side, nations in enumerate(scenario.sides):
        for nation in nations:
            state.take_side(nation, side)
            state.points[nation] = scenario.points.get(nation, 0)
    for nation, suffered in scenario.demoralization.items():
        state.demoralization[nation] = suffered
    # [2.81]
    state.innovation = list(scenario.innovation)
    special = scenario.special
    for side, name in enumerate(("central", "entente")):
        state.benefits[side] = int(name in special.get("benefits", ()))
    for code in special.get("crisis", ()):
        state.crisis[NATION[code]] = scenario.first
    for code, when in special.get("entered", {}).items():
        state.entered[NATION[code]] = month_number(when)
    if scenario.first > FIRST_SEASON and "peace" not in special:
        # [5.211] [R104] Their first season is past.
        state.posted = bit_set(nation for nations in scenario.sides for nation in nations)
    if "reroll" in special:
        state.reroll = ("central", "entente").index(special["reroll"])
    # [12.6/set-up.3]
    state.hunters = special.get("hunters", 0)
    if "enlists" in special:
        state.take_side(NATION[special["enlists"]["nation"]], CENTRAL)
    hold_areas(state)
    for hex_ in members(REDUCED & scenario.hexes):
        state.batter(hex_)
    for hex_ in members(scenario.reduced):
        # [12.3/set-up.reduced]
        state.batter(hex_)
    for hex_ in members(scenario.ruins):
        state.batter(hex_, INTACT)
    for units in scenario.forces.values():
        for unit in units:
            state.where[unit] = AWAITED
    for unit in members(scenario.lost):
        # [12.3/set-aside.2]
        state.where[unit] = POOL
    if "peace" in special:
        # [11.5/peace-keeping-table.2] What the seasons of peace have brought is in the pools.
        for arrival in timetable(scenario):
            if arrival.seasonal and arrival.american < 0 and arrival.month <= scenario.first:
                if state.side_of(arrival.unit) != NEUTRAL:
                    state.where[arrival.unit] = POOL
    return state


def settle_nations(state: State) -> None:
    """[2.42] [2.93] Who is conquered as a scenario begins names his host, every other minor at war
    the power that supports it; both are asked once everybody has set up [R154]."""
    for nation, side in enumerate(state.sides):
        if side == NEUTRAL or not CAPITALS[nation] & state.scenario.hexes:
            continue
        if is_fallen(state, nation):
            conquer(state, nation)
        elif not MAJORS >> nation & 1:
            state.stack.append(Allocate(side, nation))


def hold_areas(state: State) -> None:
    """[11.4] A side controls wherever it may set up, whether it has units there or not. The rest
    of the countries at war stays with its owners [R1]."""
    for zone in state.scenario.zones:
        if zone.holder is None:
            continue
        side = state.sides[zone.holder]
        for nation, of in enumerate(state.sides):
            foreign = zone.hexes & OWNED[nation]
            if of == side or not foreign:
                continue
            state.held[side] |= foreign
            state.held[1 - side] &= ~foreign
            for hex_ in members(foreign):
                state.holder[hex_] = zone.holder


# Setting up.


def markers_left(state: State, side: int) -> int:
    """The infrastructure markers that a side has still to place."""
    told = state.scenario.special.get("infrastructure")
    if told is None:
        return 0
    due: int = sum(n for code, n in told.items() if state.sides[NATION[code]] == side)
    return max(0, due - (state.infrastructure & area(state, side)).bit_count())


def area(state: State, side: int) -> Hexes:
    """All zones of a side."""
    found = 0
    for zone in state.scenario.zones:
        if zone.units & state.troops[side]:
            found |= zone.hexes
    return found


@dataclass(frozen=True, slots=True)
class Unveil(Duty[State]):
    """[12.1/optional-set-up] Both sides have written down where they set up; now they show it."""

    def run(self, state: State) -> None:
        """Tell of every stack."""
        state.note("Both sides show where they have set up")
        for place in sorted(state.stacks):
            state.detail("{:units} in {:hex}", list(members(state.stacks[place])), place)


def _why_not_written(state: State, verb: str) -> Refusal | None:
    """[12.1/optional-set-up] Why a verb of the other kind of set-up is not meant."""
    secret = "secret" in state.scenario.special
    if verb in ("enroll", "station") and not secret:
        return Refusal("12.1/optional-set-up", "nothing is written down in this set-up")
    if verb not in ("enroll", "station") and secret:
        return Refusal("12.1/optional-set-up", "both sides write their set-ups down")
    return None


@dataclass(frozen=True, slots=True)
class SetUp(OwnDecision[State]):
    """[11.3] A side sets up one unit after another, or has the rest placed as in the war."""

    def prompt(self, state: State) -> str:
        """How many are left."""
        left = waiting(state, self.side).bit_count()
        return f"Set up: {left} units to place; pick one, or place the rest as in the war [11.3]"

    def choices(self, state: State) -> Choices:
        """Whoever can be placed now."""
        found: Choices = {"rest": ONE}
        left = waiting(state, self.side)
        # Only leaders may have to wait.
        able = left & ALL_CORPS
        able |= bit_set(unit for unit in members(left & ~ALL_CORPS) if ground(state, unit))
        if able:
            # Verbs of their own tell what others may not read [12.1/optional-set-up].
            found["enroll" if "secret" in state.scenario.special else "deploy"] = able
        if markers_left(state, self.side):
            found["works"] = area(state, self.side) & ~state.infrastructure & ~LAND_BOXES
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        """Place one, or all."""
        if verb == "rest":
            by_history(state, self.side)
            return
        if verb == "works":
            state.infrastructure |= 1 << number
            state.note("Infrastructure in {:hex}", number)
            if waiting(state, self.side) or markers_left(state, self.side):
                state.stack.append(self)
            return
        if waiting(state, self.side) & ~(1 << number) or markers_left(state, self.side):
            state.stack.append(self)
        state.stack.append(PlaceAt(self.side, number))

    @asked("11.3", "rest", "works", "enroll", "deploy")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Why not him."""
        if verb == "works":
            if not markers_left(state, self.side):
                return Refusal("2.62", "no marker is left")
            if number < 0 or not area(state, self.side) >> number & 1:
                return Refusal("2.62", "your side does not set up there")
            if LAND_BOXES >> number & 1:
                return Refusal("2.62", "no marker lies in a box")
            return Refusal("2.62", "a marker lies there already")
        if wrong := _why_not_written(state, verb):
            return wrong
        if not 0 <= number < len(UNITS) or placer(state, number) != self.side:
            return Refusal("11.3", "each side sets up its own units")
        if state.where[number] >= 0:
            return Refusal("11.3", "it is on the map already")
        if state.where[number] != AWAITED:
            return Refusal("11.3", "it does not set up")
        if not beginners(state.scenario) >> number & 1:
            return Refusal("11.3", "it comes later")
        return Refusal("6.213", "leaders join units of their own power: place those first")


@dataclass(frozen=True, slots=True)
class PlaceAt(OwnDecision[State]):
    """[11.3] A unit is placed in its zone."""

    unit: int

    def prompt(self, state: State) -> str:
        """Who, and where."""
        zone = zone_of(state.scenario, self.unit)
        return state.say("Place {:unit} in {} [{}]", self.unit, zone.name, zone.case)

    def choices(self, state: State) -> Choices:
        """Wherever its zone and the duties of the others leave room."""
        free = ground(state, self.unit)
        if "secret" in state.scenario.special:
            return {"station": free}
        if must_dig_in(state, self.unit):
            return {"dug_in": free}
        return {"place": free, "dug_in": free} if may_dig_in(state, self.unit) else {"place": free}

    def must_ask(self, state: State) -> bool:
        """[12.1/optional-set-up] Whoever waits does not learn from silence that there was but one
        place for it."""
        return "secret" in state.scenario.special

    def take(self, state: State, verb: str, number: int) -> None:
        """Place it."""
        stand(state, self.unit, number, dug_in=verb == "dug_in")

    @asked("11.3", "station", "place", "dug_in")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Why not there."""
        zone = zone_of(state.scenario, self.unit)
        if wrong := _why_not_written(state, verb):
            return wrong
        if verb == "dug_in" and not may_dig_in(state, self.unit):
            return Refusal(zone.case, "it sets up in maneuver mode")
        if verb == "place" and must_dig_in(state, self.unit):
            return Refusal("12.3/set-up", "it sets up entrenched")
        return why_not_there(state, self.unit, number)


def stand(state: State, unit: int, place: Hex, *, dug_in: bool) -> None:
    """A unit begins in a location."""
    state.put(unit, place)
    if dug_in:
        state.entrenched |= 1 << unit
    if "secret" in state.scenario.special:
        state.whisper(placer(state, unit), "{:unit} sets up in {:hex}", unit, place)
    else:
        state.detail("{:unit} sets up in {:hex}", unit, place)


def by_history(state: State, side: int) -> None:
    """All that a side has not placed goes where it stood in the war."""
    while (unit := next_by_history(state, side)) is not None:
        if ALL_LEADERS >> unit & 1 and not ground(state, unit):
            # [1.323.2] [R198] Others lead all units of his power.
            state.where[unit] = POOL
            if "secret" in state.scenario.special:
                state.whisper(side, "{:unit} is without a command and waits", unit)
            else:
                state.detail("{:unit} is without a command and waits", unit)
            continue
        place, dug_in = placed_by_history(state, unit)
        stand(state, unit, place, dug_in=dug_in)
    while markers_left(state, side):
        # With the strongest stack that has none.
        free = area(state, side) & state.corps[side] & ~state.infrastructure
        best = max(members(free), key=lambda h: (state.corps_at(h).bit_count(), -h))
        state.infrastructure |= 1 << best
    words = f"{SIDES[side]}: the rest is set up as in the war"
    if "secret" in state.scenario.special:
        state.whisper(side, words)
    else:
        state.note(words)


def _all_by_history(state: State) -> None:
    while isinstance(step := state.stack[-1], (SetUp, Losses, Enlist)):
        state.stack.pop()
        step.take(state, "rest", 0)


# Those who were lost before.


@dataclass(frozen=True, slots=True)
class Losses(Decision[State]):
    """[12.2/set-aside] [12.3/set-aside.1] [12.3/set-aside.2] [12.4/set-aside] A power
    chooses the corps that it lost before: they are in its pool when play begins."""

    told: SetAside

    def who(self, state: State) -> int:
        """Its side."""
        return state.sides[self.told.nation]

    def prompt(self, state: State) -> str:
        """How many, and how good."""
        told = self.told
        count, worth = self._so_far(state)
        name = NATIONS[told.nation].name
        return (
            f"{name} sets {told.count} corps aside that are worth {told.effectiveness} together: "
            f"{count} worth {worth} so far [{told.case}]"
        )

    def _so_far(self, state: State) -> tuple[int, int]:
        gone = set_aside_already(state, self.told.nation, self.told.among)
        return gone.bit_count(), sum(UNITS[unit].effectiveness for unit in members(gone))

    def _able(self, state: State) -> Units:
        """Whom it may set aside so that enough can still follow."""
        told = self.told
        count, worth = self._so_far(state)
        own = waiting(state, self.who(state)) & told.among
        own = bit_set(unit for unit in members(own) if UNITS[unit].nation == told.nation)
        if own.bit_count() <= KEPT:
            return 0
        scores = sorted((UNITS[unit].effectiveness for unit in members(own)), reverse=True)
        after = max(0, told.count - count - 1)
        able = 0
        for unit in members(own):
            score = UNITS[unit].effectiveness
            others = scores.copy()
            others.remove(score)
            if worth + score + sum(others[:after]) >= told.effectiveness or not told.exactly:
                able |= 1 << unit
        return able

    def _enough(self, state: State) -> bool:
        count, worth = self._so_far(state)
        return count >= self.told.count and worth >= self.told.effectiveness

    def choices(self, state: State) -> Choices:
        """Who may be missing."""
        found: Choices = {"rest": ONE}
        if able := self._able(state):
            found["set_aside"] = able
        if self._enough(state):
            found["end"] = ONE
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        """Set one aside, or as few and as weak as may be."""
        if verb == "set_aside":
            self._lose(state, number)
            if not (self.told.exactly and self._enough(state)):
                state.stack.append(self)
        elif verb == "rest":
            while not self._enough(state):
                able = self._able(state)
                corps = list(members(able & OF_KIND["infantry"] or able))
                count, worth = self._so_far(state)
                # The weakest while there is time, then those who make up the worth.
                due = self.told.effectiveness - worth
                if count < self.told.count:
                    unit = min(corps, key=lambda u: (UNITS[u].effectiveness, -u))
                else:
                    unit = min(corps, key=lambda u: (abs(UNITS[u].effectiveness - due), u))
                self._lose(state, unit)

    def _lose(self, state: State, unit: int) -> None:
        state.where[unit] = POOL
        state.note("{:unit} was lost before", unit)

    @asked("12.2/set-aside", "rest", "set_aside", "end")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Why not this one."""
        told = self.told
        if verb == "end":
            return Refusal(told.case, f"{told.count} corps worth {told.effectiveness} are wanted")
        if not 0 <= number < len(UNITS) or UNITS[number].nation != told.nation:
            return Refusal(told.case, f"{NATIONS[told.nation].name} sets its own corps aside")
        if not ALL_CORPS >> number & 1:
            return Refusal(told.case, "only corps are set aside")
        if not told.among >> number & 1:
            return Refusal(told.case, "infantry is set aside")
        if not waiting(state, self.who(state)) >> number & 1:
            return Refusal(told.case, "only who would set up can be set aside")
        return Refusal(told.case, f"those set aside would be worth less than {told.effectiveness}")


@dataclass(frozen=True, slots=True)
class Enlist(OwnDecision[State]):
    """[12.4/ah-corps] One foreign corps fights in the west."""

    def prompt(self, state: State) -> str:
        """Which."""
        return "Which Austro-Hungarian corps fights in the west? [12.4/ah-corps]"

    def choices(self, state: State) -> Choices:
        """Any of that effectiveness."""
        return {"enlist": recruits(state.scenario), "rest": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        """It sets up with the others."""
        unit = lowest(recruits(state.scenario)) if verb == "rest" else number
        state.where[unit] = AWAITED

    @asked("12.4/ah-corps", "enlist", "rest")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Why not that one."""
        wanted = state.scenario.special["enlists"]["effectiveness"]
        return Refusal("12.4/ah-corps", f"an infantry corps of effectiveness {wanted} is wanted")
