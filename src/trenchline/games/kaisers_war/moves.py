"""Chapter 8: one unit on its way.

It marches (``move`` straight to a hex, ``step`` hex by hex), goes by rail, by sea, or by air;
forced march doubles its march for a point [15.7].
"""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.kaisers_war.amphibious import (
    assaults,
    boarding,
    box_homes,
    costs_everything,
    station,
    voyages,
)
from trenchline.games.kaisers_war.components import (
    AIR,
    ALLIED,
    CITIES,
    COUNTERS,
    GRID,
    MARCH,
    OF_TYPE,
    TERRAIN,
)
from trenchline.games.kaisers_war.control import enterable, hindering_zone
from trenchline.games.kaisers_war.entry import entered
from trenchline.games.kaisers_war.fog import named, tell_of
from trenchline.games.kaisers_war.meanwhile import elsewhere
from trenchline.games.kaisers_war.move_refusals import WAYS, why_not_move
from trenchline.games.kaisers_war.offensive_supply import offensive_supply, pays_for_supply
from trenchline.games.kaisers_war.routes import charge_rail, march, rail_ends, rail_path, resting
from trenchline.games.kaisers_war.sorties import may_contest, offer_contest
from trenchline.games.kaisers_war.state import BOX, State
from trenchline.games.kaisers_war.supply import in_general_supply
from trenchline.kernel.bits import lowest
from trenchline.kernel.floods import Reach, step
from trenchline.kernel.frozen import replaced
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.notes import ACT
from trenchline.kernel.steps import ONE, Choices, Duty, Refusal, UnitDecision

DROP_RANGE = 4
AIRLANDING = lowest(OF_TYPE["airlanding_corps"])


@dataclass(frozen=True, slots=True)
class MoveUnit(UnitDecision[State]):
    """One unit on its way."""

    here: int
    spent: int = 0
    forced: bool = False
    railed: bool = False
    landed: bool = False
    """Whether it has come by sea from base to base, and so may neither force march nor ride."""

    def prompt(self, state: State) -> str:
        if self.fresh and len(self.choices(state)) == 1:
            return state.say("The {:unit} has no move open to it: stay [8.2]", self.unit)
        left = max(0, self.allowance(state) - self.spent)
        return state.say("Move the {:unit}: {} movement points left [8.2]", self.unit, left)

    def allowance(self, state: State) -> int:
        """[15.7] The movement factor, doubled by forced march; after rail only the factor
        [16.3]."""
        factor = state.face(self.unit).movement
        return factor * 2 if self.forced and not self.railed else factor

    @property
    def fresh(self) -> bool:
        """Whether the move has not begun: the time to disengage, entrain or embark."""
        return not self.spent and not self.railed and not self.landed

    def must_ask(self, state: State) -> bool:
        """A unit without a move is told so; and nobody learns from its silence [10.1]."""
        return self.fresh

    def choices(self, state: State) -> Choices:
        if self.here < 0:
            return self._from_box(state)
        found: Choices = {}
        got, at_least = self.march(state)
        ends = resting(state, self.unit, (got.hexes | at_least) & ~(1 << self.here))
        if ends:
            found["move"] = ends
        steps = self.next_hexes(state, got, at_least)
        if steps:
            found["step"] = steps
        if self.fresh:
            if self.may_force(state):
                found["force"] = ONE
            cities = rail_ends(state, self.unit, self.here)
            if cities and in_general_supply(state, self.unit):
                found["rail"] = cities
            if not self.forced:
                self._add_sea(state, found)
                if self.unit == AIRLANDING:
                    drops = self.drops(state)
                    if drops:
                        found["drop"] = drops
        found["stay"] = ONE
        return found

    def _from_box(self, state: State) -> Choices:
        found: Choices = {"stay": ONE}
        self._add_sea(state, found)
        return found

    def _add_sea(self, state: State, found: Choices) -> None:
        aboard = boarding(state, self.unit)
        if not aboard:
            return
        goals = 0
        for coasts in voyages(state, self.unit, aboard).values():
            goals |= coasts
        if goals:
            found["sail"] = goals
        aims = 0
        for coasts in assaults(state, self.unit, aboard).values():
            aims |= coasts
        if aims:
            found["assault"] = aims
        for home in box_homes(state, self.unit, aboard).values():
            found["ship_home"] = home

    def march(self, state: State) -> tuple[Reach, Hexes]:
        """Where the unit can still march, and the neighbours it may always enter [8.5]."""
        left = self.allowance(state) - self.spent
        return march(state, self.unit, self.here, left, self.fresh)

    def next_hexes(self, state: State, got: Reach, at_least: Hexes) -> Hexes:
        """The neighbouring hexes the unit may step into and stay in."""
        near = step(1 << self.here, MARCH) & (got.hexes | at_least)
        # [11.6] A hex that can only be reached on a detour is no next hex.
        if got.first is not None:
            near &= got.first
        return resting(state, self.unit, near)

    def may_force(self, state: State) -> bool:
        """[15.7] [15.10] A supplied unit may force march for a point, not in winter [22.2] nor in
        the thaw of the east [22.3]; Bolsheviks near their capitals for nothing [30.19]."""
        if self.forced or not offensive_supply(state, self.unit, self.here):
            return False
        return not pays_for_supply(self.unit) or state.can_spend(self.who(state), 1)

    def drops(self, state: State) -> Hexes:
        """[21.4] Once a game the airlanding corps drops from a supplied airbase, four hexes far, on
        clear or city hexes."""
        based = any(
            COUNTERS[u].front.type in AIR and in_general_supply(state, u)
            for u in state.stacks[self.here]
        )
        if state.airlanded or not based:
            return 0
        goals = 0
        for radius in range(1, DROP_RANGE + 1):
            goals |= GRID.ring(self.here, radius)
        goals &= (TERRAIN["clear"] | CITIES) & enterable(state, ALLIED)
        return resting(state, self.unit, goals)

    def take(self, state: State, verb: str, number: int) -> None:
        unit = self.unit
        if verb == "stay":
            state.ready &= ~(1 << unit)
        elif verb == "force":
            if pays_for_supply(unit):
                state.spend(self.who(state), 1, "forced march")
            state.stack.append(replaced(self, forced=True))
        elif verb == "move":
            got, _ = self.march(state)
            path = got.path(number)[1:] or [number]
            self._go(state, path)
        elif verb == "step":
            self._one_hex(state, number)
        elif verb == "rail":
            path = rail_path(state, unit, self.here, number)
            charge_rail(state, unit, path)
            state.note("{:unit} goes by rail from {:hex} to {:hex}", unit, self.here, number)
            self._enter(state, path[1:])
            # [16.3] [16.4] After a rail move only a forced march goes on, with the printed factor.
            if self.forced:
                state.stack.append(MoveUnit(unit, number, forced=True, railed=True))
            else:
                state.ready &= ~(1 << unit)
        elif verb == "drop":
            state.airlanded = True
            state.note("{:unit} lands from the air at {:hex}", unit, number)
            self._enter(state, [number])
            state.ready &= ~(1 << unit)
        else:
            self._embark(state, verb, number)

    def _go(self, state: State, path: list[Hex]) -> None:
        state.note("{:unit} moves from {:hex} to {:hexes}", self.unit, self.here, path)
        self._enter(state, path)
        state.ready &= ~(1 << self.unit)

    def _one_hex(self, state: State, hex_: Hex) -> None:
        left = self.allowance(state) - self.spent
        got, _ = self.march(state)
        cost = got.cost(hex_)
        zone = hindering_zone(state, self.unit) >> self.here & 1
        disengages = zone and self.fresh
        # [8.5] The least move takes all there is, others what the ground costs [8.6]; [11.6]
        # disengaging takes a point more.
        spent = left if cost is None else cost + (1 if disengages else 0)
        state.note("{:unit} goes from {:hex} to {:hex}", self.unit, self.here, hex_)
        self._enter(state, [hex_])
        total = self.spent + spent
        state.stack.append(replaced(self, here=hex_, spent=max(total, 1)))

    def _enter(self, state: State, path: list[Hex]) -> None:
        """Move the unit along a path, with what follows from entering hexes."""
        state.shift(self.unit, path[-1])
        entered(state, self.unit, path)

    def _embark(self, state: State, verb: str, number: int) -> None:
        """Go aboard the first transport that sails there; the enemy may contest it [36.1]."""
        unit, start = self.unit, self.here
        lines = {"sail": voyages, "assault": assaults, "ship_home": box_homes}
        ships = lines[verb](state, unit, boarding(state, unit))
        transport = next(ship for ship, goals in ships.items() if goals >> number & 1)
        state.ready &= ~(1 << unit)  # [20.3]
        # [20.2] One army or three corps a transport.
        state.cargo[transport] = state.cargo.get(transport, 0) + state.face(unit).weight
        off = start if verb == "ship_home" else number
        goal = BOX[number] if verb == "ship_home" else number
        words = {"sail": "sails to", "assault": "makes for", "ship_home": "is shipped home to"}
        tell_of(state, unit, "{} {} {:hex}", words[verb], goal, rank=ACT)
        state.stack.append(Landing(unit, transport, verb, number))
        if may_contest(state, 1 - self.who(state), transport, off):
            offer_contest(state, transport, off)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb not in WAYS:
            return elsewhere(state, verb, "8.2", "this unit's move is finished first")
        return why_not_move(state, self, verb, number)


@dataclass(frozen=True, slots=True)
class Landing(Duty[State]):
    """[20.2] A unit that has embarked comes ashore, or lies off the coast it will assault. Until
    then it is where it was, in case its transport is turned back [36.1]."""

    unit: int
    transport: int
    verb: str
    goal: int

    def run(self, state: State) -> None:
        unit, start = self.unit, state.where[self.unit]
        if state.log is not None and self.verb != "ship_home":
            # [10.1] Whoever was hidden is seen where he lands.
            if named(state, unit) != COUNTERS[unit].title:
                state.detail("it is the {:unit}", unit)
        if self.verb == "ship_home":
            state.lift(unit, BOX[self.goal])  # [20.1]
        elif self.verb == "assault":
            # [20.10] It waits at sea for the First Combat Phase.
            sea = station(state, unit, self.transport, self.goal)
            state.assault[unit] = (self.goal, self.transport)
            state.voyage[unit] = start
            state.lift(unit, sea)
            state.put(unit, sea)
        else:
            # [20.3] From base to base it may go on.
            if not costs_everything(state, unit, start, self.goal):
                state.ready |= 1 << unit
                state.stack.append(MoveUnit(unit, self.goal, spent=1, landed=True))
            state.lift(unit, self.goal)
            state.put(unit, self.goal)
            entered(state, unit, [self.goal])  # [24.2] [30.2]
