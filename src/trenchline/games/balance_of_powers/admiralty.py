"""Chapter 6.45: the admiralty phase by the optional rule: the Entente ships corps and aircraft.

Fleets do not appear. Ways by sea never change, so they are found once for each port.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from trenchline.games.balance_of_powers.command import dismiss_lone_leaders
from trenchline.games.balance_of_powers.components import (
    AFRICA,
    AH,
    ALL_AIR,
    ALL_CORPS,
    ARMY_LEADERS,
    DK,
    ENTENTE,
    GE,
    HOME,
    MARMARA,
    NEUTRAL,
    OCEAN_BOXES,
    OF_KIND,
    OWNED,
    PORT_BOXES,
    PORTS,
    TABLES,
    UNITS,
    WATER,
    Units,
)
from trenchline.games.balance_of_powers.entry import enter
from trenchline.games.balance_of_powers.flight import fly
from trenchline.games.balance_of_powers.going import SEA
from trenchline.games.balance_of_powers.neutrals import PERMISSIVE, closed
from trenchline.games.balance_of_powers.stacking import fits
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.supply import open_ports
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import ONE, Choices, Duty, OwnDecision, Refusal, UnitDecision

TOLD = TABLES["transport"]
BARRED: Hexes = HOME[AH] | HOME[DK] | HOME[GE] | MARMARA
"""[6.451.1] Coasts that the fleets of the Entente keep away from."""
PERMITTED: Hexes = (WATER | PORT_BOXES | OCEAN_BOXES) & ~BARRED
DEAR: Hexes = PORT_BOXES | AFRICA
"""[6.452.1] Port boxes, and the waters of Africa."""
SHIPPED: Units = (ALL_CORPS | ALL_AIR | ARMY_LEADERS) & ~OF_KIND["flotilla"]
"""Who goes by sea."""


@lru_cache(maxsize=512)
def reach(port: Hex, in_play: Hexes) -> Hexes:
    """[6.452] What ships reach from a port in the moves of one month, over seas in play."""
    waters = PERMITTED & in_play
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


def harbours(state: State) -> Hexes:
    """[6.452.2] Where units return to land: friendly ports, and those of neutrals who let them in
    [6.122]."""
    found = open_ports(state, ENTENTE)
    for nation in PERMISSIVE[ENTENTE]:
        if state.sides[nation] == NEUTRAL:
            found |= (PORTS | PORT_BOXES) & OWNED[nation] & ~closed(state, ENTENTE)
    return found & state.scenario.hexes & ~state.enemy_land(ENTENTE) & ~BARRED


def berths(state: State, unit: int) -> Hexes:
    """Where a unit may be shipped to from where it is."""
    goals = reach(state.where[unit], state.scenario.hexes) & harbours(state)
    if ARMY_LEADERS >> unit & 1:
        # [1.323] [R159] A leader follows his command.
        goals &= state.corps[ENTENTE]
    if ALL_AIR >> unit & 1:
        return goals
    return bit_set(h for h in members(goals) if fits(state, h, 1 << unit, ENTENTE))


def ready(state: State) -> Units:
    """[6.452] Whoever is in a port and may still be shipped this month."""
    ports = harbours(state)
    able = state.on_map(ENTENTE) & SHIPPED & ~state.shipped
    if (state.shipped & ALL_CORPS).bit_count() >= TOLD["corps"]:
        able &= ~ALL_CORPS
    return bit_set(u for u in members(able) if ports >> state.where[u] & 1 and berths(state, u))


@dataclass(frozen=True, slots=True)
class Admiralty(Duty[State]):
    """[6.451] The phase, where the optional rule stands in for the fleets."""

    def run(self, state: State) -> None:
        """Ask the Entente; the Central Powers have nothing to ship."""
        state.phase = "admiralty"
        if state.scenario.gunfire_of == ENTENTE:
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
    """[6.452] The Entente ships one unit after another."""

    def prompt(self, state: State) -> str:
        """How many corps are left."""
        left = TOLD["corps"] - (state.shipped & ALL_CORPS).bit_count()
        return f"Ship units from port to port, {left} corps more, or end [6.452]"

    def choices(self, state: State) -> Choices:
        """Those in ports."""
        able = ready(state)
        return {"end": ONE, "embark": able} if able else {"end": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        """Go on to where."""
        if verb == "embark":
            state.stack += [self, Voyage(number)]

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Who cannot."""
        if not 0 <= number < len(UNITS) or not state.on_map(ENTENTE) >> number & 1:
            return Refusal("6.452", "it is no unit of the Entente on the map")
        if not SHIPPED >> number & 1:
            return Refusal("6.452", "only corps, their leaders and air units are shipped")
        if state.shipped >> number & 1:
            return Refusal("6.452", "it has been shipped this month")
        if not harbours(state) >> state.where[number] & 1:
            return Refusal("6.452.2", "it is in no port")
        if ALL_CORPS >> number & 1:
            if (state.shipped & ALL_CORPS).bit_count() >= TOLD["corps"]:
                return Refusal("6.452", f"{TOLD['corps']} corps have been shipped this month")
        return Refusal("6.452", "no port in reach has room for it")


@dataclass(frozen=True, slots=True)
class Voyage(UnitDecision[State]):
    """[6.452] A unit goes by sea."""

    def prompt(self, state: State) -> str:
        """Who."""
        return state.say("Where does {:unit} land? [6.452]", self.unit)

    def choices(self, state: State) -> Choices:
        """Ports in reach."""
        return {"sail": berths(state, self.unit)}

    def take(self, state: State, verb: str, number: int) -> None:
        """Land there."""
        state.note("{:unit} is shipped to {:hex}", self.unit, number)
        if ALL_AIR >> self.unit & 1:
            fly(state, self.unit, number)
        else:
            # Who comes off a ship is in manoeuvre mode.
            state.entrenched &= ~(1 << self.unit)
            enter(state, 1 << self.unit, number)
        state.shipped |= 1 << self.unit

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Why not there."""
        if number < 0 or not harbours(state) >> number & 1:
            return Refusal("6.452.2", "units land in friendly or permissive ports")
        if not reach(state.where[self.unit], state.scenario.hexes) >> number & 1:
            return Refusal("6.452", "it is farther than two moves by sea")
        if ARMY_LEADERS >> self.unit & 1:
            return Refusal("1.323", "a leader follows his command")
        return Refusal("2.62", "there is no room")
