"""Chapter 6.22: powers at war procure counters from the force pools, repair, and build."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.balance_of_powers.asking import asked
from trenchline.games.balance_of_powers.calendar import MONTHS, name_of
from trenchline.games.balance_of_powers.components import (
    AF_CORPS,
    AFRICA,
    ALL_AIR,
    ALL_LEADERS,
    CAPITALS,
    FORTRESSES,
    MAJORS,
    NATIONS,
    NAVAL,
    OF_KIND,
    OF_NATION,
    OWNED,
    SIEGE,
    TABLES,
    UNITS,
    Nations,
    Units,
)
from trenchline.games.balance_of_powers.dockyards import refit, to_refit, why_not_refit
from trenchline.games.balance_of_powers.joining import majors_of
from trenchline.games.balance_of_powers.state import AWAITED, BOX, CALENDAR, POOL, State
from trenchline.games.balance_of_powers.supply import supplied
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hexes
from trenchline.kernel.steps import ONE, Choices, Decision, Duty, OwnDecision, Refusal
from trenchline.kernel.words import counted

COSTS = TABLES["costs"]
DELAYS = TABLES["delays"]
RAISED: Units = OF_KIND["infantry"] | OF_KIND["africa"] & ~SIEGE
"""[6.228] What minors raise for nothing."""
SEVEN, SIX = 7, 6
"""[6.226] The one score beside which a lower one may be had."""


def cost(unit: int) -> int:
    """[6.222] What a counter costs: those of two steps are bought whole [6.221.1].

    >>> from trenchline.games.balance_of_powers.components import UNIT
    >>> [cost(UNIT[key]) for key in ("GE-I-3", "GE-L-KLUCK", "GE-N-BB1")]
    [2, 0, 6]
    """
    told = UNITS[unit]
    if ALL_LEADERS >> unit & 1:
        return int(COSTS["leader"])
    if told.kind == "ship":
        return 2 * int(COSTS["dreadnought" if told.ship == "BB" else "ship"])
    if told.kind == "submarine":
        return 2 * int(COSTS["submarine"])
    if ALL_AIR >> unit & 1:
        return 2 * int(COSTS["air"])
    return int(COSTS[told.kind if told.kind in ("mine", "tank") else "corps"])


def delay(unit: int) -> int:
    """[6.223] The months until a counter musters."""
    kind = UNITS[unit].kind
    return int(DELAYS[kind if kind in ("ship", "submarine") else "other"])


def clients(state: State, nation: int) -> Nations:
    """[6.221.2] The nations for which a power may spend: itself, and minors of its side whose
    capital traces to it; a capital that is on no map in play is taken to do so [R303]."""
    side, found = state.sides[nation], 1 << nation
    in_reach = supplied(state, nation)
    for minor, theirs in enumerate(state.sides):
        if theirs == side and not MAJORS >> minor & 1:
            capital = CAPITALS[state.hosts.get(minor, minor)]
            beyond = capital and not capital & state.scenario.hexes
            if beyond or capital & state.held[side] & in_reach:
                found |= 1 << minor
    return found


def purse(state: State, unit: int) -> list[int]:
    """[2.43] [6.221.3] What a counter is paid from: land units for Africa from Africa points, all
    others, ships and aircraft among them, from resource points [2.43.1]."""
    return state.africa_points if AF_CORPS >> unit & 1 else state.points


def best_guns(state: State, nation: int) -> int:
    """[6.226] The best machine guns that a nation has ever had [R94]."""
    return max(
        (
            steps.fire
            for unit in members(OF_NATION[nation] & OF_KIND["fighter"])
            if state.where[unit] not in (BOX, AWAITED) and (steps := UNITS[unit].full)
        ),
        default=0,
    )


def is_outdated(state: State, unit: int) -> bool:
    """[6.226] Whether a fighter is no longer procured or repaired."""
    if not OF_KIND["fighter"] >> unit & 1:
        return False
    best, steps = best_guns(state, UNITS[unit].nation), UNITS[unit].full
    assert steps is not None
    return steps.fire < (SIX if best >= SEVEN else best)


def in_pools(state: State, nation: int) -> Units:
    """What lies in the force pools of a power and its minors."""
    found = 0
    for client in members(clients(state, nation)):
        found |= OF_NATION[client]
    ashore = state.scenario.settings.get("admiralty") == "optional"
    return bit_set(
        unit
        for unit in members(found)
        if state.where[unit] == POOL
        and not (ashore and UNITS[unit].kind in NAVAL)
        # [12.9/omit-ottoman.1]
        and not state.scenario.irreplaceable >> unit & 1
    )


def is_crowded(state: State, nation: int, unit: int, pools: Units) -> bool:
    """[6.225] [R93] Whether corps of another effectiveness must be procured first."""
    if UNITS[unit].kind != "infantry":
        return False
    scores = {UNITS[other].defence for other in members(pools & OF_KIND["infantry"])}
    fewest = min(state.bought.get((nation, score), 0) for score in scores)
    return state.bought.get((nation, UNITS[unit].defence), 0) > fewest


def on_sale(state: State, nation: int) -> Units:
    """[6.221] What a power may procure now."""
    pools = in_pools(state, nation)
    return bit_set(
        unit
        for unit in members(pools)
        if purse(state, unit)[nation] >= cost(unit)
        and not is_outdated(state, unit)
        and not is_crowded(state, nation, unit, pools)
    )


def to_repair(state: State, nation: int) -> Hexes:
    """[6.224] Reduced fortresses that a power can pay for; what is ruined stays so."""
    if state.points[nation] < COSTS["fortress"]:
        return 0
    own = 0
    for client in members(clients(state, nation)):
        own |= OWNED[client]
    own &= FORTRESSES & state.held[state.sides[nation]]
    return bit_set(h for h in members(own) if state.steps_lost.get(h) == 1)


def to_mend(state: State, nation: int) -> Units:
    """[6.224] Damaged air units that a power can pay for."""
    if state.points[nation] < COSTS["air"]:
        return 0
    return bit_set(
        unit
        for unit in members(state.reduced & ALL_AIR & OF_NATION[nation])
        if state.where[unit] >= 0 and not is_outdated(state, unit)
    )


@dataclass(frozen=True, slots=True)
class Procure(OwnDecision[State]):
    """[6.221] A power spends its points."""

    nation: int

    def prompt(self, state: State) -> str:
        """Who, and what is left."""
        told = NATIONS[self.nation]
        points = counted(state.points[self.nation], "point")
        if state.scenario.hexes & AFRICA:
            points += f" and {state.africa_points[self.nation]} for Africa"
        return f"{told.name} has {points}: procure, repair or end [6.22]"

    def choices(self, state: State) -> Choices:
        """What it can pay for."""
        found: Choices = {"end": ONE}
        for verb, numbers in (
            ("procure", on_sale(state, self.nation)),
            ("repair", to_repair(state, self.nation)),
            ("mend", to_mend(state, self.nation)),
            ("refit", to_refit(state, self.nation, self._clients(state))),
            ("build", int(self._may_build(state))),
        ):
            if numbers:
                found[verb] = numbers
        return found

    def _clients(self, state: State) -> Nations:
        """[6.221.2] For whom it pays, where there are naval units to pay for."""
        hurt = state.reduced & (OF_KIND["ship"] | OF_KIND["submarine"])
        return clients(state, self.nation) if hurt else 1 << self.nation

    def _may_build(self, state: State) -> bool:
        """[6.227] One for each side."""
        return (
            state.works_due[self.side] < 0 and state.points[self.nation] >= COSTS["infrastructure"]
        )

    def take(self, state: State, verb: str, number: int) -> None:
        """Pay, and wait."""
        if verb == "end":
            return
        state.stack.append(self)
        nation, who = self.nation, NATIONS[self.nation].name
        if verb == "procure":
            procure(state, nation, number)
        elif verb == "repair":
            # [6.224]
            state.points[nation] -= COSTS["fortress"]
            # [6.224]
            del state.steps_lost[number]
            state.detail(who + " repairs the fortress of {:hex}", number)
        elif verb == "refit":
            refit(state, nation, number)
            state.detail(who + " repairs {:unit}", number)
        elif verb == "mend":
            # [6.224]
            state.points[nation] -= COSTS["air"]
            # [6.224]
            state.reduced &= ~(1 << number)
            state.detail(who + " repairs {:unit}", number)
        else:
            # [6.227]
            state.points[nation] -= COSTS["infrastructure"]
            # [6.227]
            state.works_due[self.side] = nation
            state.detail(who + " prepares infrastructure")

    @asked("6.22", "end", "procure", "repair", "mend", "refit", "build")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """What cannot be had."""
        if verb == "build":
            if state.works_due[self.side] >= 0:
                return Refusal("6.227", "a side procures one infrastructure a month")
            return Refusal("2.44", "there are no points left")
        if verb == "refit":
            told = why_not_refit(state, self.nation, self._clients(state), number)
            assert told is not None
            return told
        if verb == "repair":
            if number >= 0 and state.steps_lost.get(number) == 2:
                return Refusal("6.224", "a ruined fortress cannot be repaired")
            if state.points[self.nation] < COSTS["fortress"]:
                return Refusal("6.224", f"the repair of a fortress costs {COSTS['fortress']}")
            if number < 0 or state.steps_lost.get(number) != 1:
                return Refusal("6.224", "no reduced fortress is there")
            return Refusal("6.224", "this power repairs its own fortresses")
        if not 0 <= number < len(UNITS):
            return Refusal("6.221", "there is no such counter")
        if is_outdated(state, number):
            return Refusal("6.226", "better machine guns have replaced it")
        if verb == "mend":
            if not state.reduced & ALL_AIR & 1 << number:
                return Refusal("6.224", "only damaged air units are repaired")
            if state.points[self.nation] < COSTS["air"]:
                return Refusal("6.224", f"the repair of an air unit costs {COSTS['air']}")
            return Refusal("6.224", "this power repairs its own air units on the map")
        pools = in_pools(state, self.nation)
        if state.scenario.irreplaceable >> number & 1:
            return Refusal("12.9/omit-ottoman.1", "it is not procured again once it is lost")
        if not pools >> number & 1:
            return Refusal("6.221", "it is in no force pool that this power may use")
        if purse(state, number)[self.nation] < cost(number):
            return Refusal("2.44", f"it costs {cost(number)}")
        return Refusal("6.225", "corps of another effectiveness come first")


def procure(state: State, nation: int, unit: int) -> None:
    """[6.223] A counter is paid for and waits on the calendar."""
    purse(state, unit)[nation] -= cost(unit)
    # [6.225]
    if UNITS[unit].kind == "infantry":
        key = nation, UNITS[unit].defence
        # [6.225]
        state.bought[key] = state.bought.get(key, 0) + 1
    await_muster(state, unit)
    state.detail(NATIONS[nation].name + " procures {:unit}", unit)


def await_muster(state: State, unit: int) -> None:
    """[6.223] A counter goes to the month in which it musters."""
    state.where[unit] = CALENDAR
    by_scenario = state.scenario.special.get("delays", {})
    state.due[unit] = state.month + by_scenario.get(UNITS[unit].key, delay(unit))


def levies(state: State, side: int) -> Units:
    """[6.228] Lost infantry of unconquered minors that have not raised their free corps; that of
    Africa too [6.222/minor-corps]."""
    return bit_set(
        unit
        for unit in members(RAISED)
        if state.where[unit] == POOL
        and state.side_of(unit) == side
        and not (MAJORS | state.conquered | state.levied) >> UNITS[unit].nation & 1
    )


@dataclass(frozen=True, slots=True)
class Levy(OwnDecision[State]):
    """[6.228] Every March each unconquered minor may raise a corps at no cost."""

    def prompt(self, state: State) -> str:
        """What is free."""
        return "Raise a free corps of a minor power, or end [6.228]"

    def choices(self, state: State) -> Choices:
        """Who may be raised."""
        able = levies(state, self.side)
        return {"end": ONE, "levy": able} if able else {"end": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        """Raise it."""
        if verb == "end":
            return
        state.stack.append(self)
        state.levied |= 1 << UNITS[number].nation
        await_muster(state, number)
        state.detail("{:unit} is raised at no cost", number)

    @asked("6.228", "end", "levy")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Who is not raised."""
        if not 0 <= number < len(UNITS) or not RAISED >> number & 1:
            return Refusal("6.228", "only infantry is raised")
        nation = UNITS[number].nation
        if state.sides[nation] != self.side:
            return Refusal("6.228", "it does not fight for your side")
        if MAJORS >> nation & 1:
            return Refusal("6.228", "a major power pays for its corps")
        if state.conquered >> nation & 1:
            return Refusal("6.228", "its country is conquered")
        if state.levied >> nation & 1:
            return Refusal("6.228", "its country has raised its corps of the year")
        return Refusal("6.228", "it is in no force pool")


@dataclass(frozen=True, slots=True)
class Procurement(Duty[State]):
    """[6.22] A side's powers procure, one after the other."""

    side: int

    def run(self, state: State) -> None:
        """Ask each that is at war and not in revolution [6.82]."""
        state.phase = "construction"
        state.phasing = self.side
        powers = majors_of(state, self.side) & ~state.revolution
        steps: list[Decision[State]] = [Procure(self.side, nation) for nation in members(powers)]
        # [6.228]
        if name_of(state.month).startswith(MONTHS[2]):
            # [6.228]
            steps.append(Levy(self.side))
        state.stack += reversed(steps)
