"""Chapter 5.2: what powers post, convert, transfer and requisition each season."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.balance_of_powers.arrivals import season_after
from trenchline.games.balance_of_powers.asking import asked
from trenchline.games.balance_of_powers.calendar import season_before
from trenchline.games.balance_of_powers.components import (
    ALL_CORPS,
    BR,
    CAPITALS,
    CENTRAL,
    CENTRES,
    ENTENTE,
    FORTRESSES,
    FR,
    GE,
    GRID,
    IT,
    MAJORS,
    NATION,
    NATIONS,
    NEUTRAL,
    OF_KIND,
    OF_NATION,
    OT,
    OWNED,
    OWNER,
    RU,
    SHEETS,
    TABLES,
    US,
    Nations,
)
from trenchline.games.balance_of_powers.dockyards import scrap, to_scrap, why_not_scrap
from trenchline.games.balance_of_powers.joining import majors_of
from trenchline.games.balance_of_powers.scenarios import opens
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.supply import (
    beaches_of,
    connected,
    network,
    sea_of,
)
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hexes
from trenchline.kernel.steps import ONE, Choices, Duty, OwnDecision, Refusal

SEASON = TABLES["season"]
STRAITS: Hexes = GRID.hexes("4946", "5444")
"""[5.211] Gallipoli and Constantinople."""
ARCHANGEL: Hexes = 1 << GRID.hex("Archangel")
COLONIZERS: Nations = 1 << BR | 1 << FR | 1 << IT | 1 << OT
"""[5.224] [5.212.1] Who may turn resource points into Africa points."""


def nominal(state: State, nation: int) -> int:
    """[5.211] What a power posts this season, by the scenario or by the chart."""
    code, special = NATIONS[nation].code, state.scenario.special
    income = state.scenario.settings.get("income", {})
    if state.revolution >> nation & 1:
        return 0
    if code in special.get("last_income", {}):
        if state.month > opens(special["last_income"][code]):
            return 0
    if code in income:
        return int(income[code]) if _draws_income(state, nation) else 0
    # [5.211.1] The column of the first full season at war, of others, or of the conquered.
    first, other, conquered = NATIONS[nation].income
    # [11.5/peace-keeping-table.4] A year of peace has done Russia good.
    other = special.get("others", {}).get(code, other)
    if state.conquered >> nation & 1:
        return conquered
    if nation == US and state.posted >> US & 1:
        # [5.211/usa-plus] [13.0/usa.8] America arms slowly.
        eighth = season_after(state.entered.get(US, state.month), SEASON["america_season"])
        return int(SEASON["america_late"]) if state.month >= eighth else other
    # [5.211/russia-star] The straits are open to her.
    straits = state.sides[OT] == NEUTRAL or STRAITS & ~state.held[ENTENTE] == 0
    # [R321] Off the map the Ottoman Empire may be at war.
    straits = straits and "straits_shut" not in special
    more = int(SEASON["russia"]) if nation == RU and straits else 0
    return (other if state.posted >> nation & 1 else first) + more


def _draws_income(state: State, nation: int) -> bool:
    """Whether a power has the income that the scenario grants it: with a corps on the map in this
    season [12.7/resources.1], or since the first in which it had one [12.5/resources.2]."""
    wanted = state.scenario.special.get("needs_a_corps")
    if wanted is None or _has_corps(state, nation):
        return True
    since = state.scenario.special.get("income_from", {}).get(NATIONS[nation].code)
    if since is not None and state.month >= opens(since):
        # [R190] Germany has hers before she has a corps.
        return True
    return bool(wanted == "once" and state.posted >> nation & 1)


def _has_corps(state: State, nation: int) -> bool:
    return any(state.where[unit] >= 0 for unit in members(OF_NATION[nation] & ALL_CORPS))


def grant(state: State, heading: str) -> None:
    """[11.1] Points that the order of battle of a scenario lists under a month or a season."""
    for code, points in state.scenario.special.get("grants", {}).get(heading, {}).items():
        if state.revolution >> NATION[code] & 1:
            # [6.82.1] No income of any kind.
            continue
        state.points[NATION[code]] += points
        state.detail(f"{NATIONS[NATION[code]].name} is granted {points}")


def african_income(state: State, nation: int) -> int:
    """[5.212] [12.8/resources.1] The Africa points that Germany and Britain have each season."""
    if state.sides[nation] == NEUTRAL or not state.scenario.hexes & SHEETS["africa"]:
        return 0
    if nation == GE:
        return int(SEASON["africa_germany"])
    return int(SEASON["africa_britain"]) if nation == BR else 0


@dataclass(frozen=True, slots=True)
class Posting(Duty[State]):
    """[5.21] Every power at war posts its points; neutrals do not [2.22.1]."""

    def run(self, state: State) -> None:
        """Post them; Germany and Britain have points in Africa besides [5.212]."""
        extra = state.scenario.special.get("extra_income", {})
        for nation in members(MAJORS):
            if state.sides[nation] == NEUTRAL:
                continue
            # [5.2] They are added to what is left.
            points = nominal(state, nation)
            if not state.revolution >> nation & 1:
                # [12.4/east.2] A revolution ends income of any kind [6.82.1].
                points += extra.get(NATIONS[nation].code, 0)
            state.points[nation] += points
            # [5.211] [12.5/resources.2] A season without an income is not the first.
            if points or NATIONS[nation].code not in state.scenario.settings.get("income", {}):
                state.posted |= 1 << nation
            if not state.scenario.in_africa:
                who = NATIONS[nation].name
                state.detail(f"{who} posts {points}, and has {state.points[nation]}")
        name = season_before(state.month)
        assert name is not None
        grant(state, name)
        if state.scenario.hexes & SHEETS["africa"]:
            for nation in members(MAJORS):
                if points := african_income(state, nation):
                    state.africa_points[nation] += points
                    told = f"{NATIONS[nation].name} posts {points} for Africa"
                    state.detail(f"{told}, and has {state.africa_points[nation]}")


@dataclass(frozen=True, slots=True)
class Convert(OwnDecision[State]):
    """[5.22] [5.221] Powers give up steps of fortresses, or turn points into Africa points."""

    def prompt(self, state: State) -> str:
        """What may be converted."""
        return "Give up a step of a fortress or ship, turn points into Africa points, or end [5.22]"

    def choices(self, state: State) -> Choices:
        """What is left to convert."""
        found: Choices = {"end": ONE}
        # [5.222.1] Russia gives up none; nothing else is given up by choice [5.221.2] but ships.
        powers = majors_of(state, self.side) & ~state.revolution & ~state.razed & ~(1 << RU)
        forts = 0
        for nation in members(powers):
            forts |= OWNED[nation]
        forts &= FORTRESSES & state.forts[self.side] & state.scenario.hexes
        if forts:
            found["raze"] = forts
        if state.scenario.hexes & SHEETS["africa"]:
            able = bit_set(n for n in members(COLONIZERS) if self._refuses(state, n) is None)
            if able:
                found["convert"] = able
        if ships := to_scrap(state, majors_of(state, self.side) & ~state.revolution):
            found["scrap"] = ships
        return found

    def _refuses(self, state: State, nation: int) -> Refusal | None:
        if state.sides[nation] != self.side:
            return Refusal("5.224", "it converts no points for your side")
        if not COLONIZERS >> nation & 1:
            return Refusal("5.224", "it has no use for Africa points")
        if state.converted[nation] >= SEASON["africa_most"]:
            return Refusal("5.224", "two points a season at most are converted")
        if not state.points[nation]:
            return Refusal("2.44", "it has no points")
        return None

    def take(self, state: State, verb: str, number: int) -> None:
        """Convert."""
        if verb == "end":
            return
        state.stack.append(self)
        if verb == "scrap":
            scrap(state, number)
            return
        if verb == "raze":
            owner = next(n for n in members(MAJORS) if OWNED[n] >> number & 1)
            state.razed |= 1 << owner
            # [5.221] It counts at once.
            state.points[owner] += SEASON["fortress"]
            state.batter(number)
            state.detail(NATIONS[owner].name + " gives up a step of {:hex}", number)
            return
        state.converted[number] += 1
        state.points[number] -= 1
        state.africa_points[number] += SEASON["africa_rate"]
        state.detail(f"{NATIONS[number].name} sends a point to Africa")

    @asked("5.22", "end", "raze", "convert", "scrap")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """What is not converted."""
        if verb == "scrap":
            told = why_not_scrap(state, majors_of(state, self.side) & ~state.revolution, number)
            assert told is not None
            return told
        if verb == "convert":
            if not state.scenario.hexes & SHEETS["africa"]:
                return Refusal("5.224", "Africa is not in play")
            barred = self._refuses(state, number)
            assert barred is not None
            return barred
        if number < 0 or not (state.forts[self.side] & state.scenario.hexes) >> number & 1:
            return Refusal("5.222", "no fortress of your side stands there")
        if OWNED[RU] >> number & 1:
            return Refusal("5.222", "Russia gives up no fortress")
        owner = OWNER[number]
        if not majors_of(state, self.side) >> owner & 1:
            return Refusal("5.222", "it belongs to no major power of your side")
        if state.revolution >> owner & 1:
            return Refusal("5.222", "a power in revolution gives up no fortress")
        return Refusal("5.222", "its power has given up a step this season")


def recipients(state: State, donor: int) -> Nations:
    """[5.23] The powers to which one can send points."""
    side = state.sides[donor]
    most = SEASON["transfer"]
    # [5.23.2] Six points go out at most, and six come in.
    if not state.points[donor] or state.given[donor] >= most:
        return 0
    if (state.conquered | state.revolution) >> donor & 1:
        return 0
    # [5.23.1] From capital to capital, the shadow one of a conquered ally, or to Archangel.
    start = CAPITALS[donor] & state.held[side]
    sea, beaches = sea_of(state, side), beaches_of(state, side)
    free = state.held[side] & ~state.enemy_land(side)
    told = state.scenario.special.get("transfers", {})
    line = connected(start, network(state, side), free, sea.ports, beaches, sea.basins) | start
    found = 0
    for other in members(majors_of(state, side) & ~state.revolution & ~(1 << donor)):
        capital = CAPITALS[state.hosts.get(other, other)]
        goal = capital | ARCHANGEL if other == RU else capital
        # [6.454.1] Without ships Britain always reaches Russia.
        by_sea = donor == BR and other == RU and _is_abstract(state)
        # [12.3/resources] A line beyond the map is taken for granted.
        beyond = NATIONS[other].code in told.get(NATIONS[donor].code, ())
        # [5.23.1]
        if state.received[other] < most and start and (line & goal or by_sea or beyond):
            found |= 1 << other
    return found


def _is_abstract(state: State) -> bool:
    return state.scenario.settings.get("admiralty") == "optional"


@dataclass(frozen=True, slots=True)
class Transfer(OwnDecision[State]):
    """[5.23] A power may help another of its side."""

    def prompt(self, state: State) -> str:
        """Who gives."""
        return "Choose a power that sends points to another, or end [5.23]"

    def choices(self, state: State) -> Choices:
        """Those who reach somebody."""
        able = bit_set(n for n in members(majors_of(state, self.side)) if recipients(state, n))
        return {"end": ONE, "transfer": able} if able else {"end": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        """Go on to whom."""
        if verb == "transfer":
            state.stack += [self, TransferTo(self.side, number)]

    @asked("5.23", "end", "transfer")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Who cannot."""
        if not majors_of(state, self.side) >> number & 1:
            return Refusal("5.23", "only major powers of your side send points")
        if state.conquered >> number & 1:
            return Refusal("5.23", "what is conquered sends nothing")
        if state.revolution >> number & 1:
            return Refusal("5.23", "a power in revolution sends nothing")
        if state.given[number] >= SEASON["transfer"]:
            return Refusal("5.23", "six points a season at most are given")
        if not state.points[number]:
            return Refusal("2.44", "it has no points")
        return Refusal("5.23", "it has no line of supply to another power of your side")


@dataclass(frozen=True, slots=True)
class TransferTo(OwnDecision[State]):
    """[5.23] A point goes to an ally."""

    donor: int

    def prompt(self, state: State) -> str:
        """Who gives."""
        return f"To whom does {NATIONS[self.donor].name} send a point? [5.23]"

    def choices(self, state: State) -> Choices:
        """Whom it reaches."""
        return {"to": recipients(state, self.donor)}

    def take(self, state: State, verb: str, number: int) -> None:
        """Send it."""
        state.points[self.donor] -= 1
        state.given[self.donor] += 1
        state.points[number] += 1
        # [5.23.2]
        state.received[number] += 1
        state.detail(f"{NATIONS[self.donor].name} sends a point to {NATIONS[number].name}")

    @asked("5.23", "to")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Who gets none."""
        if number == self.donor:
            return Refusal("5.23", "it has the point already")
        if not (majors_of(state, self.side) & ~state.revolution) >> number & 1:
            return Refusal("5.23", "only major powers of your side receive points")
        if state.received[number] >= SEASON["transfer"]:
            return Refusal("5.23", "six points a season at most are received")
        return Refusal("5.23", "there is no line of supply to its capital")


def requisitions(state: State, nation: int) -> int:
    """[5.24] The points that a power draws from minors that support it [2.42.2] or that it has
    conquered [2.42.3], and from occupied country."""
    side = state.sides[nation]
    total = 0
    for minor, theirs in enumerate(state.sides):
        if MAJORS >> minor & 1 or theirs == NEUTRAL or not CAPITALS[minor]:
            continue
        if theirs == side:
            own = state.patrons.get(minor) == nation and not state.conquered >> minor & 1
            # [5.24.2] [2.93.9] A lost capital pays nobody until the conquest is complete.
            total += own and CAPITALS[minor] & ~state.held[side] == 0
        elif state.conquered >> minor & 1:
            # [5.24.1] Its conqueror draws on it.
            total += beneficiary(state, minor) == nation
    return total + sum(
        occupation(state, nation, enemy) for enemy in members(majors_of(state, 1 - side))
    )


def beneficiary(state: State, minor: int) -> int | None:
    """[5.24] [2.93.8] The power that draws on a conquered minor: who controls its
    capital or, if that is a minor, its supporter [R95]."""
    holder = state.controller(next(members(CAPITALS[minor])))
    if holder is None or MAJORS >> holder & 1:
        return holder
    return state.patrons.get(holder)


def occupation(state: State, nation: int, enemy: int) -> int:
    """[5.24.3] [5.24.4] The points drawn from the territory of an enemy power, each held by an
    infantry corps there."""
    towns = bit_set(
        h
        for h in members(OWNED[enemy] & CENTRES & state.held[state.sides[nation]])
        if state.holder.get(h) == nation
    )
    europe = towns & (SHEETS["north"] | SHEETS["south"])
    points = europe.bit_count() // SEASON["centres"]
    points += (towns & SHEETS["ottoman"]).bit_count() // SEASON["centres_ottoman"]
    corps = sum(
        state.where[unit] >= 0 and OWNED[enemy] >> state.where[unit] & 1
        for unit in members(OF_NATION[nation] & OF_KIND["infantry"])
    )
    return int(min(points, corps))


@dataclass(frozen=True, slots=True)
class Requisition(Duty[State]):
    """[5.24] Every power at war draws its points."""

    def run(self, state: State) -> None:
        """Draw them."""
        for side in (CENTRAL, ENTENTE):
            for nation in members(majors_of(state, side) & ~state.revolution):
                points = requisitions(state, nation)
                if points:
                    state.points[nation] += points
                    state.detail(f"{NATIONS[nation].name} requisitions {points}")
