"""Section 6: a march on the ground, and by rail as part of it [7-1].

A unit or a stack [6-4] is picked up counter by counter, then moved: in one go or hex by hex, until
its movement points are spent or its owner leaves it. A stack pays for each hexside what its
slowest-going member pays, and has the movement points of its slowest [R57].
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from trenchline.games.der_weltkrieg import supply_markers
from trenchline.games.der_weltkrieg.battle import COLUMN, Battle
from trenchline.games.der_weltkrieg.column_attack import column_targets
from trenchline.games.der_weltkrieg.combat import join, leave_open_cities
from trenchline.games.der_weltkrieg.components import ENTENTE, SIDES, TABLES, Units
from trenchline.games.der_weltkrieg.entry import entered, halted
from trenchline.games.der_weltkrieg.going import ground_for, minimum_move
from trenchline.games.der_weltkrieg.horses import movement_of
from trenchline.games.der_weltkrieg.interdiction import interdict, under_fire
from trenchline.games.der_weltkrieg.march_refusals import why_not_march
from trenchline.games.der_weltkrieg.rail import (
    TO_ENTRAIN,
    Journey,
    barred_after_rail,
    hexsides_left,
    is_rail_bound,
    points_rolled,
    reach,
    roll,
    way_to,
    why_not_entrain,
)
from trenchline.games.der_weltkrieg.rail_lines import (
    can_begin_repair,
    repair,
    repair_ways,
)
from trenchline.games.der_weltkrieg.routes import Ground, cost_of, march, path, within
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.trenches import tend
from trenchline.games.der_weltkrieg.zones import enemy_zone
from trenchline.kernel.battles import resume
from trenchline.kernel.bits import bit_set
from trenchline.kernel.floods import step
from trenchline.kernel.frozen import replaced
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import ONE, Choices, Decision, Duty, Refusal
from trenchline.kernel.words import counted

ACTS = frozenset({"move", "attack", "entrain", "ride", "detrain", "repair"})
"""What a stack does on its march but gather and stay."""
ENTER_ZONE: int = TABLES["zones"]["enter"]


def allowance(state: State, unit: int) -> int:
    """[6-1] The printed movement allowance, less for hungry horses [30-4]."""
    printed = state.theatre.counters[unit].movement
    return movement_of(state, unit, printed) if state.theatre.cavalry >> unit & 1 else printed


def quick(state: State) -> Units:
    """[6-10] Who may march in column: ground combat units but artillery, and supply markers like
    them [18-8], unless they have gone by rail [7-10]; those that have just arrived are no exception
    [25-5] [R88]."""
    return state.theatre.in_column & ~(state.railed | state.entrained)


@dataclass(frozen=True, slots=True)
class Muster(Duty[State]):
    """[36-7] A stack that has crossed the Danube under fire goes on without those it lost."""

    def run(self, state: State) -> None:
        march = resume(state, March)
        left = tuple(unit for unit in march.party if state.is_on_map(unit))
        if left:
            state.stack.append(replaced(march, party=left))


@dataclass(frozen=True, slots=True)
class March(Decision[State]):
    """[6-4] A unit or stack on the march."""

    party: tuple[int, ...]
    hex: Hex
    spent: int = 0
    crossed: bool = False
    """Whether it has crossed a hexside in this phase [6-9]."""
    column: bool = False
    entered_zone: bool = False
    """Whether it has entered an enemy zone in this phase [7-8]."""
    on_line: bool = True
    """Whether engineers have followed the rail line all the way [9-5]."""
    begun: Hex = -1
    """Where it began the phase, if it has left that hex."""
    aboard: bool = False
    rolled: int = 0
    """Rail hexsides crossed on this train [7-5]."""
    charged: int = 0
    """The nations whose rail capacity it has used [8-4]."""
    tracks: tuple[tuple[Hex, Hex], ...] = ()
    """The single tracks it has crossed [7-9]."""

    @property
    def units(self) -> Units:
        """The stack as a set."""
        return bit_set(self.party)

    @property
    def start(self) -> Hex:
        """[9-5] [18-9] [40-2] Where it began the phase."""
        return self.hex if self.begun < 0 else self.begun

    @property
    def has_begun(self) -> bool:
        """[6-5] Whether it has used any of its movement."""
        return self.crossed or self.spent > 0

    def who(self, state: State) -> int:
        return state.theatre.counters[self.party[0]].side

    def prompt(self, state: State) -> str:
        if self.aboard:
            left = counted(hexsides_left(state, self.journey(state)), "hexside")
            return state.say(
                "{}: {:party} may ride, {} left [7-5]", SIDES[self.who(state)], self.party, left
            )
        left = counted(self.budget(state), "movement point")
        return state.say(
            "{}: {:party} may march, {} left [6-6]", SIDES[self.who(state)], self.party, left
        )

    def budget(self, state: State) -> int:
        """[6-9] Movement points left: those of the slowest, half as many again in column [6-10];
        nothing is saved from turn to turn or lent [6-8]. Who lives on the rails has none [6-12],
        and riders may have spent more than they have when hungry [30-4]."""
        first, *others = self.party
        least = allowance(state, first)
        for unit in others:
            least = min(least, allowance(state, unit))
        return max(0, (least * 3 // 2 if self.column else least) - self.spent)

    def journey(self, state: State) -> Journey:
        """The train it is on, or could board here."""
        points = self.budget(state)
        return Journey(self.units, self.hex, points, self.rolled, self.charged, self.tracks)

    def ground(self, state: State) -> Ground:
        """[7-8] The ground as this stack finds it; after a ride most stay out of enemy zones."""
        units = self.units
        ground = ground_for(state, units, self.column)
        if barred_after_rail(state, units):
            return ground._replace(free=ground.free & ~ground.zone)
        return ground

    def reachable(self, state: State) -> Hexes:
        """[6-6] Where the stack can go from here."""
        units, ground = self.units, self.ground(state)
        found = within(march(ground, self.hex, self.budget(state)))
        # [6-9] One hexside, whatever it costs.
        if not self.crossed:
            found |= minimum_move(state, units, self.hex, ground, besides=found)
        # [40-2] Austro-Hungarians march in column away from the enemy only.
        if self.column and units & state.theatre.of_nation["AH"]:
            found &= ~self.nearer_the_enemy(state, found)
        found = supply_markers.within_cartage(state, units, self.start, found)
        return found & ~(1 << self.hex)

    def nearer_the_enemy(self, state: State, hexes: Hexes) -> Hexes:
        """[40-2] Those of some hexes that lie nearer to the enemy than where the march began. All
        enemies count, for they are on the same map."""
        near = state.guns[ENTENTE]
        if not near:
            return 0
        nearer = 0
        while not near >> self.start & 1:
            nearer = near
            near |= step(near, state.theatre.every_way)
        return hexes & nearer

    def companions(self, state: State) -> Units:
        """[6-5] Units that may still join: a stack begins its march in one hex."""
        if self.has_begun:
            return 0
        side = self.who(state)
        here = state.units(self.hex, side) & state.theatre.mobile & ~state.moved & ~self.units
        # [7-11] Who has stayed on a train goes with others on it only.
        here = here & state.entrained if self.aboard else here & ~state.entrained
        # [4] [6-12] [18-6] Not who waits for orders, lives on the rails or has sent supply points.
        here &= ~state.waiting & ~state.theatre.rail_bound & ~supply_markers.has_sent(state)
        # [6-10] In column only who may march so.
        return here & quick(state) if self.column else here

    def choices(self, state: State) -> Choices:
        if self.aboard:
            return self._choices_aboard(state)
        found: Choices = {}
        hexes = self.reachable(state)
        if hexes:
            found["move"] = hexes
        if not self.crossed:
            others = self.companions(state)
            if others:
                found["with"] = others
            # [6-10] Half as far again, and no other way of moving.
            if not self.column and not self.units & ~quick(state):
                found["column"] = ONE
        # [7-2] Trains are boarded on a rail line, but not in column movement [7-10].
        if state.theatre.rails >> self.hex & 1:
            if not self.column and not why_not_entrain(
                state, self.journey(state), self.entered_zone
            ):
                found["entrain"] = ONE
            # [9-5] Engineers follow a broken line.
            repairs = bit_set(self._repairs(state))
            if repairs:  # [9-5]
                found["repair"] = repairs
        # [16-1] [16-4] A stack may attack where it ends its march.
        targets = column_targets(state, self.party, self.hex, self.column)
        if targets:  # [16-1]
            found["attack"] = targets
        found["stay"] = ONE
        return found

    def _choices_aboard(self, state: State) -> Choices:
        """[7-5] A train goes on, or is left at any time [7-7] but by those bound to it [6-12]."""
        found: Choices = {}
        hexes = reach(state, self.journey(state)).hexes
        if hexes:
            found["ride"] = hexes
        if not is_rail_bound(state, self.units):
            others = self.companions(state)
            if others:  # [7-11]
                found["with"] = others
            found["detrain"] = ONE
        found["stay"] = ONE
        return found

    def _repairs(self, state: State) -> dict[Hex, tuple[int, tuple[Hex, ...]]]:
        """[9-5] The broken lines that engineers on their own can repair, with cost and way."""
        unit, *others = self.party
        start = self.start
        if (
            others
            or not state.theatre.of_kind["engineer"] >> unit & 1
            or self.column
            or not self.on_line
            or state.railed >> unit & 1
            or not state.inoperative
            or not can_begin_repair(state, unit, start)
        ):
            return {}
        return repair_ways(
            state, self.ground(state), unit, self.hex, self.budget(state), not self.spent
        )

    def must_ask(self, state: State) -> bool:
        """[17-5] How much the rails still carry tells what headquarters carry [18-4]."""
        if self.aboard:
            return True
        if self.column or not state.theatre.rails >> self.hex & 1:
            return False
        barred = why_not_entrain(state, self.journey(state), self.entered_zone)
        return barred is not None and barred.case == "8-1"

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "with":
            state.stack.append(replaced(self, party=(*self.party, number)))
        elif verb == "column":  # [6-10]
            state.stack.append(replaced(self, column=True))
        elif verb == "move":  # [6-6]
            self._go(state, number)
        elif verb == "attack":  # [16-4]
            self._attack(state, number)
        elif verb == "repair":  # [9-5]
            self._repair(state, number)
        elif verb == "entrain":  # [7-3]
            # [7-3] Boarding costs a point, and whoever boards has chosen the rails [7-10].
            state.entrain(self.units)
            state.railed |= self.units
            state.stack.append(replaced(self, spent=self.spent + TO_ENTRAIN, aboard=True))
        elif verb == "ride":  # [7-5]
            self._ride(state, number)
        elif verb == "detrain":  # [7-7]
            self._detrain(state, points_rolled(state, self.journey(state)))
        else:
            # [6-3] It has moved.
            self._halt(state)

    def is_stuck(self, state: State) -> bool:
        """[6-3] Whether it can go nowhere and do nothing, though others may join it."""
        return not self.choices(state).keys() & ACTS

    def _halt(self, state: State) -> None:
        """[6-3] The march is over, and a unit moves once in a phase."""
        units = self.units
        state.moved |= units
        halted(state, units, self.hex)  # [26-4] [R49]

    def _attack(self, state: State, target: Hex) -> None:
        """[16-4] [R39] A column attack ends the movement of the stack, and each unit makes one in a
        phase [16-5]."""
        self._halt(state)
        state.column_attacked |= self.units
        join(state, Battle(self.who(state), (target,), self.party, kind=COLUMN))

    def _go(self, state: State, there: Hex) -> None:
        """[6-6] Each hexside on the way is paid for."""
        ground, budget = self.ground(state), self.budget(state)
        layers = march(ground, self.hex, budget)
        cost = cost_of(layers, there)
        if cost is None:
            # [6-9] The one free hexside takes everything that was left.
            way, cost = [self.hex, there], budget
        else:
            # [36-7] Where flotillas fire, the stack halts until they have.
            way = under_fire(state, self.who(state), path(ground, layers, there))
            cost = cost_of(layers, way[-1]) or 0
        if state.log is not None:
            state.detail("{:units} to {:hex}", self.party, there)
        # [6-10] [7-10] Neither rails nor a column attack after column movement.
        if self.column:
            state.columned |= self.units
        # [18-18] Markers that came overland.
        state.carted |= self.units & state.theatre.of_kind["supply"]
        # [9-5] Who leaves the line repairs it no more.
        self._follow(state, way, cost, on_line=False)

    def _follow(self, state: State, way: list[Hex], cost: int, on_line: bool) -> None:
        """[6-6] [6-9] Hex by hex along a way; what it costs is spent."""
        units = self.units
        entered(state, units, way)  # [6-11] [9-3]
        state.move(units, way[-1])
        # [22-4] Works that the stack has left are lost.
        tend(state)
        # [18-6] [23-2] Who has moved neither transfers supply points nor recombines.
        state.moved_this_turn |= units
        # [7-8] Who enters an enemy zone does not go by rail any more.
        zone = enemy_zone(state, self.who(state))
        state.stack.append(
            replaced(
                self,
                hex=way[-1],
                spent=self.spent + cost,
                crossed=True,
                entered_zone=self.entered_zone or bool(bit_set(way[1:]) & zone),  # [6-6] [7-8]
                on_line=on_line,
                begun=self.start,
            )
        )
        self._brave_flotillas(state, way)  # [36-7]
        # [21-12] Whoever comes near may open a city.
        leave_open_cities(state)

    def _brave_flotillas(self, state: State, way: list[Hex]) -> None:
        """[36-7] Those who are left of a stack after a crossing of the Danube go on."""
        if not state.theatre.banks:
            return
        place = len(state.stack)
        if interdict(state, self.units, way):
            state.stack.insert(place, Muster())

    def _repair(self, state: State, there: Hex) -> None:
        """[9-5] Engineers follow the line, and it works where they have passed."""
        cost, line = self._repairs(state)[there]
        way = under_fire(state, self.who(state), list(line))
        self._follow(state, way, cost, on_line=True)
        for before, hex_ in pairwise(way):
            repair(state, self.party[0], before, hex_)

    def _ride(self, state: State, there: Hex) -> None:
        """[7-5] The train takes the shortest way; who wants another goes step by step."""
        units, journey = self.units, self.journey(state)
        way, must_leave = way_to(state, journey, there)
        # [36-7] Where flotillas fire, the train halts until they have.
        safe = under_fire(state, self.who(state), way)
        if safe != way:
            way, there, must_leave = safe, safe[-1], False
        journey = roll(state, journey, way)
        if state.log is None:
            pass
        elif units & state.theatre.of_kind["headquarters"]:
            # [17-5] [7-9] Its way tells how much it carries.
            state.detail("{:units} by rail to {:hex}", self.party, there)
            state.whisper(self.who(state), "by way of {:way}", way)
        else:
            state.detail("{:units} by rail {:way}", self.party, way)
        entered(state, units, way)  # [6-11] [9-7]
        state.move(units, there)
        # [22-4] Works that the stack has left are lost.
        tend(state)
        # [18-6] [23-2] Who has moved neither transfers supply points nor recombines.
        state.moved_this_turn |= units
        ridden = replaced(
            self,
            hex=there,
            crossed=True,
            on_line=False,
            begun=self.start,
            rolled=journey.rolled,
            charged=journey.charged,
            tracks=journey.tracks,
        )
        if must_leave:
            # [37-3] [R10] The zone is paid for on the platform.
            ridden._detrain(state, points_rolled(state, journey) + ENTER_ZONE)
        else:
            state.stack.append(ridden)
        self._brave_flotillas(state, way)  # [36-7]
        # [21-12] Whoever comes near may open a city.
        leave_open_cities(state)

    def _detrain(self, state: State, cost: int) -> None:
        """[7-7] Back on foot."""
        state.detrain(self.units)
        state.stack.append(replaced(self, spent=self.spent + cost, aboard=False, rolled=0))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        return why_not_march(state, self, verb, number)
