"""Section 6: ground movement; trains are part of it [7-1].

A unit or a stack [6-4] is picked up counter by counter, then moved: in one go or hex by hex, until
its movement points are spent or its owner leaves it. A stack pays for each hexside what its
slowest-going member pays, and has the movement points of its slowest [R57].
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

from trenchline.games.der_weltkrieg import breakdown, flotillas, headquarters, replacements
from trenchline.games.der_weltkrieg.battle import COLUMN, Battle
from trenchline.games.der_weltkrieg.column_attack import column_targets, why_no_column_attack
from trenchline.games.der_weltkrieg.combat import join, leave_open_cities
from trenchline.games.der_weltkrieg.components import RAIL_BOUND, SIDES, TABLES, Units
from trenchline.games.der_weltkrieg.danube import far_bank
from trenchline.games.der_weltkrieg.entry import entered
from trenchline.games.der_weltkrieg.fortresses import (
    abandon,
    abandonable,
    reduce,
    reducible,
)
from trenchline.games.der_weltkrieg.going import ground_for, minimum_move
from trenchline.games.der_weltkrieg.horses import movement_of
from trenchline.games.der_weltkrieg.interdiction import interdict, under_fire
from trenchline.games.der_weltkrieg.orders import off_limits
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
    why_not_ride,
)
from trenchline.games.der_weltkrieg.rail_lines import (
    can_begin_repair,
    changes_gauge,
    may_convert,
    repair,
    repair_ways,
)
from trenchline.games.der_weltkrieg.routes import Ground, cost_of, march, path, within
from trenchline.games.der_weltkrieg.stacking import CheckStacking
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.trenches import give_up_idle_works, tend
from trenchline.games.der_weltkrieg.zones import enemy_zone
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import ONE, Choices, Decision, Duty, Refusal

ENTER_ZONE: int = TABLES["zones"]["enter"]


def allowance(state: State, unit: int) -> int:
    """[6-1] The printed movement allowance, less for hungry horses [30-4]; none for a unit bound to
    the rails [6-12]."""
    printed = state.theatre.counters[unit].movement
    if printed == RAIL_BOUND:
        return 0
    return movement_of(state, unit, printed) if state.theatre.cavalry >> unit & 1 else printed


def quick(state: State) -> Units:
    """[6-10] Who may march in column: ground combat units but artillery, and supply markers like
    them [18-8], unless they have gone by rail [7-10]; those that have just arrived are no exception
    [25-5] [R88]."""
    theatre = state.theatre
    mobile = theatre.infantry | theatre.cavalry
    mobile |= theatre.of_kind["engineer"] | theatre.of_kind["supply"]
    return mobile & ~(state.railed | state.entrained)


@dataclass(frozen=True, slots=True)
class BeginMovement(Duty[State]):
    """[5] [6-3] The Movement Phase begins."""

    side: int

    def run(self, state: State) -> None:
        state.phase = "movement"
        state.moved = state.columned = state.column_attacked = 0
        state.railed = state.repaired = 0
        state.tracks_used.clear()
        state.transferred.clear()
        state.capacity_used = [0] * len(state.capacity_used)
        if state.log is not None:
            state.note(f"{SIDES[self.side]} Movement Phase")
        give_up_idle_works(state, self.side)
        state.stack += [CheckStacking(), MovementPhase(self.side)]


def ready(state: State, side: int) -> Units:
    """Units that may still move in this phase [6-3]: whoever has a movement allowance, and has not
    stayed to transfer supply points [18-6]."""
    idle = state.on_map(side) & state.theatre.mobile & ~state.moved
    return idle & ~state.waiting & ~headquarters.has_sent(state)


@dataclass(frozen=True, slots=True)
class MovementPhase(Decision[State]):
    """[6-3] Move any or all of your units."""

    side: int

    def who(self, state: State) -> int:
        return self.side

    def prompt(self, state: State) -> str:
        return f"{SIDES[self.side]}: pick a unit to move, or end the Movement Phase [6-3]"

    def choices(self, state: State) -> Choices:
        found: Choices = {}
        units = ready(state, self.side)
        if units:
            found["unit"] = units
        given_up = abandonable(state, self.side)
        if given_up:
            found["abandon"] = given_up
        lowered = reducible(state, self.side)
        if lowered:
            found["reduce"] = lowered
        found |= breakdown.acts(state, self.side)
        found |= replacements.acts(state, self.side)
        found |= flotillas.acts(state, self.side)
        found |= headquarters.acts(state, self.side)
        found["done"] = ONE
        return found

    def must_ask(self, state: State) -> bool:
        # [17-5] Nobody learns from a phase that ends by itself that headquarters are empty.
        return bool(headquarters.senders(state, self.side))

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "done":
            state.stack.append(headquarters.MarkersArrive(self.side))
            state.stack.append(breakdown.FormDivisions(self.side))
            return
        if verb != "unit":
            state.stack.append(self)
            if verb in ("abandon", "reduce"):
                (abandon if verb == "abandon" else reduce)(state, number)
            elif verb in breakdown.VERBS:
                breakdown.act(state, number)
            elif verb in flotillas.VERBS:
                state.stack.append(flotillas.Sail(number))
            elif verb in headquarters.VERBS:
                headquarters.act(state, number)
            else:
                replacements.act(state, verb, number)
            return
        # [7-11] [6-12] Who is on a train goes on by rail.
        aboard = bool(state.entrained >> number & 1) or is_rail_bound(state, 1 << number)
        state.stack += [self, March((number,), state.where[number], aboard=aboard)]

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb == "abandon":
            return Refusal("21-8", "only your own forts that are not surrounded can be given up")
        if verb == "reduce":
            return Refusal("21-9", "only forts, not Russian, from November 1914, give replacements")
        if verb in breakdown.VERBS:
            return breakdown.why_not(state, number, self.side)
        if verb in flotillas.VERBS:
            return flotillas.why_not(state, number, self.side)
        if verb in headquarters.VERBS:
            return headquarters.why_not_send(state, number, self.side)
        if verb in replacements.VERBS:
            return replacements.why_not(state, verb, number, self.side)
        if verb != "unit":
            return Refusal("5e", "this is the Movement Phase: pick a unit or end it")
        if number >= len(state.where) or state.where[number] < 0:
            return Refusal("6-3", "that unit is not on the map")
        if state.theatre.counters[number].side != self.side:
            return Refusal("6-3", "only your own units move in your Movement Phase")
        if state.moved >> number & 1:
            return Refusal("6-3", "that unit has moved already")
        if number in state.transferred:
            return Refusal("18-6", "a headquarters that transfers supply points does not move")
        if not state.theatre.mobile >> number & 1:
            return Refusal("6-1", "that counter has no movement allowance")
        return Refusal("4", "the scenario holds that unit where it is")


@dataclass(frozen=True, slots=True)
class Muster(Duty[State]):
    """[36-7] A stack that has crossed the Danube under fire goes on without those it lost."""

    def run(self, state: State) -> None:
        march = state.stack.pop()
        assert isinstance(march, March)
        left = tuple(unit for unit in march.party if state.where[unit] >= 0)
        if left:
            state.stack.append(replace(march, party=left))


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
        party = self.party
        return 1 << party[0] if len(party) == 1 else bit_set(party)

    @property
    def start(self) -> Hex:
        """Where it began the phase."""
        return self.hex if self.begun < 0 else self.begun

    def who(self, state: State) -> int:
        return state.theatre.counters[self.party[0]].side

    def prompt(self, state: State) -> str:
        names = ", ".join(state.theatre.counters[unit].key for unit in self.party)
        if self.aboard:
            left = hexsides_left(state, self.journey(state))
            return f"{SIDES[self.who(state)]}: {names} may ride, {left} hexsides left [7-5]"
        left = self.budget(state)
        return f"{SIDES[self.who(state)]}: {names} may march, {left} points left [6-6]"

    def budget(self, state: State) -> int:
        """Movement points left: those of the slowest, half as many again in column [6-10]; nothing
        is saved from turn to turn or lent [6-8]."""
        least = min(allowance(state, unit) for unit in self.party)
        return max(0, (least * 3 // 2 if self.column else least) - self.spent)

    def journey(self, state: State) -> Journey:
        """The train it is on, or could board here."""
        points = self.budget(state)
        return Journey(self.units, self.hex, points, self.rolled, self.charged, self.tracks)

    def ground(self, state: State) -> Ground:
        """The ground as this stack finds it."""
        ground = ground_for(state, self.units, self.column)
        if state.railed & self.units and barred_after_rail(state, self.units):
            return replace(ground, free=ground.free & ~ground.zone)
        return ground

    def reachable(self, state: State) -> Hexes:
        """Where the stack can go from here."""
        ground = self.ground(state)
        found = within(march(ground, self.hex, self.budget(state)))
        if not self.crossed:
            found |= minimum_move(state, self.units, self.hex, ground)
        if self.column and self.units & state.theatre.of_nation["AH"]:
            found &= ~self._nearer_the_enemy(state, found)
        found = headquarters.within_cartage(state, self.units, self.start, found)
        return found & ~(1 << self.hex)

    def _nearer_the_enemy(self, state: State, hexes: Hexes) -> Hexes:
        """[40-2] Those of some hexes that lie nearer to the enemy than where the march began. All
        enemies count, for they are on the same map."""
        grid = state.theatre.board.grid
        enemies = list(members(state.guns[1 - self.who(state)]))
        if not enemies:
            return 0

        def distance(hex_: Hex) -> int:
            return min(grid.distance(hex_, enemy) for enemy in enemies)

        now = distance(self.start)
        return bit_set(hex_ for hex_ in members(hexes) if distance(hex_) < now)

    def companions(self, state: State) -> Units:
        """[6-5] Units that may still join: a stack begins its march in one hex."""
        if self.crossed or self.spent:
            return 0
        side = self.who(state)
        here = state.units(self.hex, side) & state.theatre.mobile & ~state.moved & ~self.units
        here = here & state.entrained if self.aboard else here & ~state.entrained
        here &= ~state.waiting & ~state.theatre.rail_bound & ~headquarters.has_sent(state)
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
            if not self.column and not self.units & ~quick(state):
                found["column"] = ONE
        if state.theatre.rails >> self.hex & 1:
            if not self.column and not why_not_entrain(
                state, self.journey(state), self.entered_zone
            ):
                found["entrain"] = ONE
            repairs = bit_set(self._repairs(state))
            if repairs:
                found["repair"] = repairs
        targets = column_targets(state, self.party, self.hex, self.column)
        if targets:
            found["attack"] = targets
        found["stay"] = ONE
        return found

    def _choices_aboard(self, state: State) -> Choices:
        found: Choices = {}
        hexes = reach(state, self.journey(state)).hexes
        if hexes:
            found["ride"] = hexes
        bound = is_rail_bound(state, self.units)
        if not self.rolled and not bound:
            others = self.companions(state)
            if others:
                found["with"] = others
        if not bound:
            found["detrain"] = ONE
        found["stay"] = ONE
        return found

    def _repairs(self, state: State) -> dict[Hex, tuple[int, tuple[Hex, ...]]]:
        """[9-5] The broken lines that engineers on their own can repair, with cost and way."""
        unit = self.party[0]
        start = self.start
        if (
            len(self.party) > 1
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
        # [17-5] How much the rails still carry tells what headquarters carry [18-4].
        if self.aboard:
            return True
        if self.column or not state.theatre.rails >> self.hex & 1:
            return False
        barred = why_not_entrain(state, self.journey(state), self.entered_zone)
        return barred is not None and barred.case == "8-1"

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "with":
            state.stack.append(replace(self, party=(*self.party, number)))
        elif verb == "column":
            state.stack.append(replace(self, column=True))
        elif verb == "move":
            self._go(state, number)
        elif verb == "attack":
            self._attack(state, number)
        elif verb == "repair":
            self._repair(state, number)
        elif verb == "entrain":
            # [7-3] Boarding costs a point, and whoever boards has chosen the rails [7-10].
            state.entrain(self.units)
            state.railed |= self.units
            state.stack.append(replace(self, spent=self.spent + TO_ENTRAIN, aboard=True))
        elif verb == "ride":
            self._ride(state, number)
        elif verb == "detrain":
            self._detrain(state, points_rolled(state, self.journey(state)))
        else:
            state.moved |= self.units

    def _attack(self, state: State, target: Hex) -> None:
        """[16-4] [R39] A column attack ends the movement of the stack."""
        state.moved |= self.units
        state.column_attacked |= self.units
        join(state, Battle(self.who(state), (target,), self.party, kind=COLUMN))

    def _go(self, state: State, there: Hex) -> None:
        ground = self.ground(state)
        layers = march(ground, self.hex, self.budget(state))
        cost = cost_of(layers, there)
        if cost is None:
            # [6-9] The one free hexside takes everything that was left.
            way, cost = [self.hex, there], self.budget(state)
        else:
            way = under_fire(state, self.who(state), path(ground, layers, there))
            cost = cost_of(layers, way[-1]) or 0
        if state.log is not None:
            names = ", ".join(state.theatre.counters[unit].key for unit in self.party)
            state.note(f"  {names} to {state.theatre.board.name(there)}")
        if self.column:
            state.columned |= self.units
        self._follow(state, way, cost, on_line=False)

    def _follow(self, state: State, way: list[Hex], cost: int, on_line: bool) -> None:
        entered(state, self.units, way)
        state.move(self.units, way[-1])
        tend(state)
        state.moved_this_turn |= self.units
        zone = enemy_zone(state, self.who(state))
        state.stack.append(
            replace(
                self,
                hex=way[-1],
                spent=self.spent + cost,
                crossed=True,
                entered_zone=self.entered_zone or bool(bit_set(way[1:]) & zone),
                on_line=on_line,
                begun=self.start,
            )
        )
        self._brave_flotillas(state, way)
        leave_open_cities(state)

    def _brave_flotillas(self, state: State, way: list[Hex]) -> None:
        """[36-7] Those who are left of a stack after a crossing of the Danube march on."""
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
        way, must_leave = way_to(state, self.journey(state), there)
        if under_fire(state, self.who(state), way) != way:
            way = under_fire(state, self.who(state), way)
            there, must_leave = way[-1], False
        journey = roll(state, self.journey(state), way)
        if state.log is not None:
            names = ", ".join(state.theatre.counters[unit].key for unit in self.party)
            stations = "-".join(state.theatre.board.grid.label(hex_) for hex_ in way)
            if self.units & state.theatre.of_kind["headquarters"]:
                # [17-5] [7-9] Its way tells how much it carries.
                state.note(f"  {names} by rail to {state.theatre.board.name(there)}")
                state.whisper(self.who(state), f"by way of {stations}")
            else:
                state.note(f"  {names} by rail {stations}")
        entered(state, self.units, way)
        state.move(self.units, there)
        tend(state)
        state.moved_this_turn |= self.units
        ridden = replace(
            self,
            hex=there,
            crossed=True,
            on_line=False,
            rolled=journey.rolled,
            charged=journey.charged,
            tracks=journey.tracks,
        )
        if must_leave:
            # [37-3] [R10] The zone is paid for on the platform.
            ridden._detrain(state, points_rolled(state, journey) + ENTER_ZONE)
        else:
            state.stack.append(ridden)
        self._brave_flotillas(state, way)
        leave_open_cities(state)

    def _detrain(self, state: State, cost: int) -> None:
        """[7-7] Back on foot."""
        state.detrain(self.units)
        state.stack.append(replace(self, spent=self.spent + cost, aboard=False, rolled=0))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if self.aboard or verb in ("entrain", "ride", "detrain", "repair"):
            return self._why_not_rail(state, verb, number)
        side = self.who(state)
        theatre = state.theatre
        if verb == "with":
            if self.crossed or self.spent:
                return Refusal("6-5", "a stack is put together before it moves")
            if number >= len(state.where) or state.where[number] != self.hex:
                return Refusal("6-5", "a stack begins its march in one hex")
            return Refusal("6-3", "that unit may not move now")
        if verb == "attack":
            return why_no_column_attack(state, self.party, self.hex, self.column, number)
        if verb == "column":
            if self.crossed:
                # [R153]
                return Refusal("6-10", "column movement is declared before the first hex")
            return Refusal("6-10", "only ground combat units but artillery march in column")
        if verb != "move":
            return Refusal("6-3", "finish this march first")
        if number < 0 or not theatre.land >> number & 1:
            return Refusal("6-6", "that is not a hex on land")
        if state.holders[1 - side] >> number & 1:
            return Refusal("6-11", "an enemy unit holds that hex")
        if theatre.is_danube(self.hex, number) and far_bank(state, side) >> number & 1:
            return Refusal("35-1", "nobody crosses the Danube into the zone of an enemy beside it")
        if self.column and enemy_zone(state, side) >> number & 1:
            return Refusal("6-10", "a column may not enter an enemy-controlled hex")
        if self.column and self._nearer_the_enemy(state, 1 << number):
            if self.units & theatre.of_nation["AH"]:
                return Refusal("40-2", "Austro-Hungarians do not march in column at the enemy")
        if enemy_zone(state, side) >> number & 1 and barred_after_rail(state, self.units):
            return Refusal("7-8", "after rail movement it may not enter an enemy zone of control")
        if off_limits(state, self.units) >> number & 1:
            return Refusal("4", "the scenario bars these units from that hex")
        if self.units & theatre.of_kind["supply"] and number not in members(
            headquarters.within_cartage(state, self.units, self.start, 1 << number)
        ):
            return Refusal("18-9", "off the rails a marker goes from or to a headquarters only")
        return Refusal("6-9", f"that is farther than {self.budget(state)} movement points")

    def _why_not_rail(self, state: State, verb: str, number: int) -> Refusal:
        if verb == "entrain":
            if self.column:
                return Refusal("7-10", "rail and column movement exclude each other")
            refusal = why_not_entrain(state, self.journey(state), self.entered_zone)
            return refusal or Refusal("7-3", "it is on its train already")
        if verb == "repair":
            return self._why_not_repair(state, number)
        if not self.aboard:
            return Refusal("7-3", "it must entrain first")
        if verb == "ride":
            return why_not_ride(state, self.journey(state), number)
        if verb == "detrain":
            return Refusal("6-12", "it lives on the rails")
        if verb == "with":
            return Refusal("7-3", "only units already on their trains here may join")
        return Refusal("7-7", "it must detrain before it marches")

    def _why_not_repair(self, state: State, there: Hex) -> Refusal:
        theatre = state.theatre
        if not theatre.of_kind["engineer"] >> self.party[0] & 1 or len(self.party) > 1:
            return Refusal("9-4", "only engineers on their own repair lines")
        if there < 0 or not state.inoperative >> there & 1:
            return Refusal("9-4", "no broken line is there")
        start = self.start
        if self.column or state.railed >> self.party[0] & 1 or not self.on_line:
            return Refusal("9-5", "engineers follow the line by ordinary movement")
        if not can_begin_repair(state, self.party[0], start):
            return Refusal("9-6", "they did not begin in an operative hex of their own network")
        if (state.trenches | state.devastation) >> there & 1:
            return Refusal("9-7", "under trenches it takes them two turns on the spot")
        if enemy_zone(state, self.who(state)) >> there & 1:
            return Refusal("9-8", "they do not enter an enemy zone of control to repair")
        if changes_gauge(state, self.hex, there):
            if not may_convert(state):
                return Refusal("9-11", "gauge is not converted on this turn")
            return Refusal("9-12", "conversion takes their whole allowance in the next hex")
        return Refusal("9-5", "the line does not lead there within their movement points")
