"""Chapter 6.45: the admiralty phase by the optional rule: the Entente ships corps and aircraft.

Fleets do not appear.
"""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.balance_of_powers.asking import asked
from trenchline.games.balance_of_powers.blockade_runner import Run, may_run
from trenchline.games.balance_of_powers.command import dismiss_lone_leaders
from trenchline.games.balance_of_powers.components import (
    AF_CORPS,
    AF_THEATRE,
    AFRICA,
    ALL_AIR,
    ALL_CORPS,
    ARMY_LEADERS,
    CENTRAL,
    COAST,
    ENTENTE,
    LAND,
    NEUTRAL,
    OCEAN_BOXES,
    OF_KIND,
    OWNED,
    PERMISSIVE_BOXES,
    PORT_BOXES,
    PORTS,
    TABLES,
    UNITS,
    WATER,
    Units,
)
from trenchline.games.balance_of_powers.entry import enter
from trenchline.games.balance_of_powers.flight import fly
from trenchline.games.balance_of_powers.general_quarters import GeneralQuarters
from trenchline.games.balance_of_powers.going import BARRED, PERMITTED, SEA
from trenchline.games.balance_of_powers.landings import Ashore, why_no_landing
from trenchline.games.balance_of_powers.landings import sites as landing_sites
from trenchline.games.balance_of_powers.leash import strays
from trenchline.games.balance_of_powers.neutrals import PERMISSIVE, closed
from trenchline.games.balance_of_powers.scenarios import FLEETS
from trenchline.games.balance_of_powers.stacking import fits, full_for
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.supply import open_ports
from trenchline.games.balance_of_powers.voyages import reach
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hexes
from trenchline.kernel.steps import ONE, Choices, Duty, OwnDecision, Refusal, UnitDecision

TOLD = TABLES["transport"]
HIGH_SEAS: Hexes = (WATER & ~COAST | OCEAN_BOXES) & ~BARRED
"""[R160] Where units may stay at sea."""
SHIPPED: Units = (ALL_CORPS | ALL_AIR | ARMY_LEADERS) & ~OF_KIND["flotilla"]
"""Who goes by sea."""


def waters(state: State) -> Hexes:
    """[6.451.1] The permitted waters in play; port boxes of neutrals are shut [6.11]."""
    return PERMITTED & state.scenario.hexes & ~(PORT_BOXES & closed(state, ENTENTE))


def harbours(state: State) -> Hexes:
    """[6.452.2] Where units return to land: friendly ports, those of neutrals who let them in
    [6.122], and landing counters."""
    found = open_ports(state, ENTENTE) | PERMISSIVE_BOXES
    for nation in PERMISSIVE[ENTENTE]:
        if state.sides[nation] == NEUTRAL:
            found |= (PORTS | PORT_BOXES) & OWNED[nation] & ~closed(state, ENTENTE)
    return found & state.scenario.hexes & ~state.enemy_land(ENTENTE) & ~BARRED


def may_land(state: State, unit: int) -> Hexes:
    """[1.24] Where a unit may go by sea: corps for Africa never to another map [1.24.1] [1.24.2].
    Others would be lost if they went ashore in Africa [1.24.3], so they stay on board [R302], also
    at a landing counter, which is land."""
    if AF_CORPS >> unit & 1:
        return AF_THEATRE
    return ~(AFRICA & (LAND | bit_set(state.landings)))


def in_reach(state: State, unit: int) -> Hexes:
    """[6.452] How far ships carry a unit; corps for Africa not through other maps [1.24.1]."""
    open_to_it = waters(state) & state.scenario.leash(1 << unit)
    return reach(state.where[unit], open_to_it, state.scenario.joined)


def berths(state: State, unit: int) -> Hexes:
    """[6.452.2] Where a unit may be shipped to from where it is: to a harbour, or to sea."""
    goals = in_reach(state, unit) & (harbours(state) | HIGH_SEAS)
    goals &= may_land(state, unit) & state.scenario.leash(1 << unit)
    if ARMY_LEADERS >> unit & 1:
        # [1.323] [R159] A leader follows his command.
        goals &= state.corps[ENTENTE]
    if ALL_AIR >> unit & 1:
        return goals
    return goals & ~full_for(state, 1 << unit, ENTENTE, goals)


def corps_left(state: State) -> int:
    """[6.452] How many corps may still be shipped: five a month, or as many a season as the
    scenario says [12.8/sea-control.3]."""
    by_season: int | None = state.scenario.special.get("shipping")
    if by_season is not None:
        return max(0, by_season - state.sailed)
    most: int = TOLD["corps"]
    return max(0, most - (state.shipped & ALL_CORPS).bit_count())


def ready(state: State) -> Units:
    """[6.452] Whoever is in a harbour or at sea and may still be shipped this month."""
    ports, permitted = harbours(state), waters(state)
    able = state.on_map(ENTENTE) & SHIPPED & ~state.shipped
    # [6.33] Fighters on patrol are in no port.
    able &= ~(state.flown & ALL_AIR)
    if not corps_left(state):
        able &= ~ALL_CORPS
    found = 0
    for unit in members(able):
        place = state.where[unit]
        if state.aboard >> unit & 1 or ports >> place & 1:
            if ARMY_LEADERS >> unit & 1:
                if berths(state, unit):
                    found |= 1 << unit
            elif step(1 << place, SEA) & permitted and berths(state, unit):
                found |= 1 << unit
    return found


@dataclass(frozen=True, slots=True)
class Admiralty(Duty[State]):
    """[6.4] The phase: general quarters [6.43], or the optional rule in their place [6.451]."""

    def run(self, state: State) -> None:
        """By the optional rule the Entente is asked; the Central Powers have little to ship
        [12.8/sea-control.2]."""
        state.phase = "admiralty"
        if state.scenario.settings.get("admiralty") == "optional" and (
            state.scenario.gunfire_of == ENTENTE
        ):
            state.stack += [LeftBehind(), Transport(ENTENTE)]
        elif state.scenario.settings.get("admiralty") == FLEETS:
            state.stack += [GeneralQuarters(2), GeneralQuarters(1)]
        if may_run(state):
            state.stack.append(Run(CENTRAL))


@dataclass(frozen=True, slots=True)
class LeftBehind(Duty[State]):
    """[1.323.2] Leaders whose commands have sailed without them go back."""

    def run(self, state: State) -> None:
        """Look at every leader."""
        for leader in members(state.on_map(ENTENTE) & ARMY_LEADERS):
            dismiss_lone_leaders(state, state.where[leader])


@dataclass(frozen=True, slots=True)
class Transport(OwnDecision[State]):
    """[6.452] The Entente ships one unit after another, and may place its landing of the year
    [6.453]."""

    def prompt(self, state: State) -> str:
        """How many corps are left."""
        left = corps_left(state)
        landing = "" if state.landed else ", place the landing of the year"
        return f"Ship units by sea, {left} corps more{landing}, or end [6.452]"

    def choices(self, state: State) -> Choices:
        """Those in harbours and at sea; where a landing may lie."""
        found: Choices = {"end": ONE}
        if able := ready(state):
            found["embark"] = able
        if shores := landing_sites(state):
            found["landing"] = shores
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        """Go on to where."""
        if verb == "embark":
            state.stack += [self, Voyage(number)]
        elif verb == "landing":
            state.stack += [self, Ashore(self.side, number)]

    @asked("6.452", "end", "embark", "landing")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Who cannot."""
        if verb == "landing":
            return why_no_landing(state, number)
        if not 0 <= number < len(UNITS) or not state.on_map(ENTENTE) >> number & 1:
            return Refusal("6.452", "it is no unit of the Entente on the map")
        if not SHIPPED >> number & 1:
            return Refusal("6.452", "only corps, their leaders and air units are shipped")
        if state.shipped >> number & 1:
            return Refusal("6.452", "it has been shipped this month")
        if (ALL_AIR & state.flown) >> number & 1:
            return Refusal("6.33", "it is on patrol")
        if not harbours(state) >> state.where[number] & 1 and not state.aboard >> number & 1:
            return Refusal("6.452.2", "it is in no port")
        if ALL_CORPS >> number & 1:
            if not corps_left(state):
                if (most := state.scenario.special.get("shipping")) is not None:
                    told = f"{most} corps have been shipped this season"
                    return Refusal("12.8/sea-control.3", told)
                return Refusal("6.452", f"{TOLD['corps']} corps have been shipped this month")
        return Refusal("6.452", "no place in reach has room for it")


@dataclass(frozen=True, slots=True)
class Voyage(UnitDecision[State]):
    """[6.452] A unit goes by sea."""

    def prompt(self, state: State) -> str:
        """Who."""
        return state.say("Where does {:unit} sail, to a harbour or to sea? [6.452]", self.unit)

    def choices(self, state: State) -> Choices:
        """Harbours and seas in reach."""
        return {"sail": berths(state, self.unit)}

    def take(self, state: State, verb: str, number: int) -> None:
        """Land there, or stay at sea."""
        unit = self.unit
        ashore = harbours(state) >> number & 1
        state.note("{:unit} is shipped to {:hex}", unit, number)
        state.shipped |= 1 << unit
        state.sailed += (1 << unit & AF_CORPS).bit_count()
        # Who comes on board leaves his trenches.
        state.entrenched &= ~(1 << unit)
        state.aboard &= ~(1 << unit)
        if ALL_AIR >> unit & 1:
            fly(state, unit, number)
        elif ashore:
            enter(state, 1 << unit, number)
        else:
            state.move(1 << unit, number)
        if not ashore:
            state.aboard |= 1 << unit

    @asked("6.452", "sail")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Why not there."""
        if number >= 0 and (tied := strays(state, 1 << self.unit, number)):
            return tied
        if number >= 0 and not may_land(state, self.unit) >> number & 1:
            return Refusal("1.24.3", "it would be lost in Africa")
        if number < 0 or not (harbours(state) | HIGH_SEAS) >> number & 1:
            return Refusal("6.452.2", "units land at landings and in ports that let them in")
        if not in_reach(state, self.unit) >> number & 1:
            return Refusal("6.452", "it is farther than two moves by sea")
        if ARMY_LEADERS >> self.unit & 1 and fits(state, number, 1 << self.unit, ENTENTE):
            return Refusal("1.323", "a leader follows his command")
        return Refusal("2.62", "there is no room")
