"""Chapter 6.45: the admiralty phase by the optional rule: the Entente ships corps and aircraft.

Fleets do not appear. Ways by sea change only with the neutrals whose ports are shut, so they are
found once for each place that ships leave.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from trenchline.games.balance_of_powers.asking import asked
from trenchline.games.balance_of_powers.command import dismiss_lone_leaders
from trenchline.games.balance_of_powers.components import (
    AFRICA,
    ALL_AIR,
    ALL_CORPS,
    ARMY_LEADERS,
    COAST,
    ENTENTE,
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
from trenchline.games.balance_of_powers.going import BARRED, PERMITTED, SEA
from trenchline.games.balance_of_powers.landings import Ashore, why_no_landing
from trenchline.games.balance_of_powers.landings import sites as landing_sites
from trenchline.games.balance_of_powers.neutrals import PERMISSIVE, closed
from trenchline.games.balance_of_powers.stacking import fits, full_for
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.supply import open_ports
from trenchline.kernel.bits import members
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import ONE, Choices, Duty, OwnDecision, Refusal, UnitDecision

TOLD = TABLES["transport"]
HIGH_SEAS: Hexes = (WATER & ~COAST | OCEAN_BOXES) & ~BARRED
"""[R160] Where units may stay at sea."""
DEAR: Hexes = PORT_BOXES | AFRICA
"""[6.452.1] Port boxes, and the waters of Africa."""
SHIPPED: Units = (ALL_CORPS | ALL_AIR | ARMY_LEADERS) & ~OF_KIND["flotilla"]
"""Who goes by sea."""


@lru_cache(maxsize=512)
def reach(port: Hex, waters: Hexes) -> Hexes:
    """[6.452] What ships reach from a place in the moves of one month."""
    seen = 1 << port
    for _ in range(TOLD["moves"]):
        ahead = {0: seen}
        found = seen
        for spent in range(TOLD["points"] + 1):
            edge = ahead.pop(spent, 0)
            if spent:
                edge &= ~found
            if not edge:
                continue
            found |= edge
            near = step(edge, SEA) & waters & ~found
            for hexes, cost in (
                (near & OCEAN_BOXES, TOLD["ocean_box"]),
                (near & DEAR, TOLD["port_box"]),
                (near & ~OCEAN_BOXES & ~DEAR, TOLD["hex"]),
            ):
                if hexes:
                    ahead[spent + cost] = ahead.get(spent + cost, 0) | hexes
        seen = found
    return seen & ~(1 << port)


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


def berths(state: State, unit: int) -> Hexes:
    """[6.452.2] Where a unit may be shipped to from where it is: to a harbour, or to sea."""
    goals = reach(state.where[unit], waters(state)) & (harbours(state) | HIGH_SEAS)
    if ARMY_LEADERS >> unit & 1:
        # [1.323] [R159] A leader follows his command.
        goals &= state.corps[ENTENTE]
    if ALL_AIR >> unit & 1:
        return goals
    return goals & ~full_for(state, 1 << unit, ENTENTE, goals)


def ready(state: State) -> Units:
    """[6.452] Whoever is in a harbour or at sea and may still be shipped this month."""
    ports, permitted = harbours(state), waters(state)
    able = state.on_map(ENTENTE) & SHIPPED & ~state.shipped
    # [6.33] Fighters on patrol are in no port.
    able &= ~(state.flown & ALL_AIR)
    if (state.shipped & ALL_CORPS).bit_count() >= TOLD["corps"]:
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
    """[6.451] The phase, where the optional rule stands in for the fleets."""

    def run(self, state: State) -> None:
        """Ask the Entente; the Central Powers have nothing to ship."""
        state.phase = "admiralty"
        if state.scenario.settings.get("admiralty") == "optional" and (
            state.scenario.gunfire_of == ENTENTE
        ):
            state.stack += [LeftBehind(), Transport(ENTENTE)]


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
        left = TOLD["corps"] - (state.shipped & ALL_CORPS).bit_count()
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
            if (state.shipped & ALL_CORPS).bit_count() >= TOLD["corps"]:
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
        if number < 0 or not (harbours(state) | HIGH_SEAS) >> number & 1:
            return Refusal("6.452.2", "units land at landings and in ports that let them in")
        if not reach(state.where[self.unit], waters(state)) >> number & 1:
            return Refusal("6.452", "it is farther than two moves by sea")
        if ARMY_LEADERS >> self.unit & 1 and fits(state, number, 1 << self.unit, ENTENTE):
            return Refusal("1.323", "a leader follows his command")
        return Refusal("2.62", "there is no room")
