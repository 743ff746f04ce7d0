"""Chapter 5: a unit on its way.

It goes straight to a destination by a cheapest way (``move``), or is led hex by hex (``step`` on
foot, ``rail`` by train) until it stops. A move straight to a destination never violates a neutral;
a single step may [R61].
"""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.world_war_one.components import (
    AH,
    ALLIED,
    ALLOWANCE,
    ALONG,
    BESIDE,
    CLEAR,
    CLEAR_COST,
    COUNTERS,
    GK,
    GRID,
    IT,
    NATION_OF,
    NATIONS,
    RAIL_COST,
    ROUGH,
    ROUGH_COST,
    RS,
    TERRITORY,
)
from trenchline.games.world_war_one.entry import enter, enter_neutral
from trenchline.games.world_war_one.refusals.movement import of_move
from trenchline.games.world_war_one.routes import (
    FORBIDDEN_TO_AUSTRIANS,
    NEAR_FORBIDDEN_SOIL,
    OFF_RAIL,
    ON_FOOT,
    ON_RAIL,
    Routes,
    can_make_way,
    enterable,
    explore,
    explore_from_transit,
    march_cost,
    outlets,
    path,
    reached,
    resting_places,
    room,
    rounded,
    straight,
    touchy,
)
from trenchline.games.world_war_one.russia import locked_in, post_garrisons
from trenchline.games.world_war_one.sea import landing_places
from trenchline.games.world_war_one.state import TRANSIT, State, way_told
from trenchline.games.world_war_one.zones import barred
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import ONE, Choices, Refusal, UnitDecision


@dataclass(frozen=True, slots=True)
class MoveUnit(UnitDecision[State]):
    """One unit on its way: where it is, what it has spent, how it travels."""

    here: int
    spent: int = 0
    way: int = ON_FOOT
    lifted: bool = False
    """Whether it has left the map to travel; until then it stands where it started."""
    must: bool = False
    """Whether a friend has taken its hex, so that it must go [R60]."""

    def prompt(self, state: State) -> str:
        left = (ALLOWANCE - self.spent) / 2
        title = COUNTERS[self.unit].title
        asked = f"Move the {title}: {left:g} movement points left [5.25]"
        return "; ".join([asked, *self.warnings(state)])

    def warnings(self, state: State) -> list[str]:
        """What an Allied unit would do by entering some countries, and which straight moves lead
        through them for want of another way [R61]."""
        lands = touchy(state, self.unit) if self.who(state) == ALLIED else 0
        if not lands:
            return []
        ways = self.ways(state)
        kept_out, possible = ways[0].reached, reached(ways)
        found = []
        for nation, does, case in (
            (GK, "removes her army", "11.3"),
            (RS, "sets the garrisons free", "12.13"),
        ):
            land = lands & TERRITORY[nation]
            if not land & (possible | self.landings(state)):
                continue
            ends = resting_places(state, self.unit, possible & ~kept_out & ~lands)
            through = [GRID.label(end) for end in members(ends) if land & bit_set(path(ways, end))]
            warning = f"to enter {NATIONS[nation].name} {does} [{case}]"
            if through:
                warning += f", and so does a move to {', '.join(through)}, which leads through her"
            found.append(warning)
        return found

    # What may be chosen.

    def choices(self, state: State) -> Choices:
        if self.here == TRANSIT:
            return self._choices_from_transit(state)
        ways = straight(state, self.unit, self.here, self.spent, self.way)
        routes, within_reach = ways[-1], reached(ways)
        found: Choices = {}
        ends = resting_places(state, self.unit, within_reach) & ~(1 << self.here)
        if ends:
            found["move"] = ends
        near = self._neighbours(state, routes.zone)
        marching = self.marching(state, near, routes.zone)
        if marching:
            found["step"] = marching
        riding = self.riding(state, near, routes)
        if riding:
            found["rail"] = riding
        relieved = self.relievable(state, within_reach, routes.zone)
        if relieved:
            found["relieve"] = relieved
        if self.who(state) == ALLIED:
            if state.status[IT] == ALLIED and routes.door() is not None:
                found["transit"] = ONE
            landings = self.landings(state)
            if landings:
                found["sea"] = landings
        if not self.lifted:
            found["stay"] = ONE
        elif self.may_stop(state, found):
            found["stop"] = ONE
        return found

    def _choices_from_transit(self, state: State) -> Choices:
        routes = explore_from_transit(state, self.unit)
        found: Choices = {"stay": ONE}
        ends = resting_places(state, self.unit, routes.reached)
        if ends:
            found["move"] = ends
        return found

    def may_stop(self, state: State, others: Choices) -> bool:
        """Whether a travelling unit may end its move here; where it may not, it can go on.

        [12.5] An Austrian may not end his phase on forbidden soil unless enemy zones hold him.
        """
        here = 1 << self.here
        # [R60] The friend who relieved it stands there.
        if self.must and not self.spent:
            return False
        return bool(resting_places(state, self.unit, here)) or not others

    def marching(self, state: State, near: Hexes, zone: Hexes) -> Hexes:
        """The neighbouring hexes the unit may march into, neutral ones included [5.12]."""
        # [5.31] A half point left over from rail is lost.
        spent = rounded(self.spent) if self.way != ON_FOOT else self.spent
        left = ALLOWANCE - spent
        if left < CLEAR_COST:  # [5.23]
            return 0
        if left < ROUGH_COST:
            near &= ~ROUGH
        # [5.34] After its train it marches, and takes no other.
        way = ON_FOOT if self.way == ON_FOOT else OFF_RAIL
        return self._not_stuck(state, near, way, spent, zone)

    def riding(self, state: State, near: Hexes, routes: Routes) -> Hexes:
        """The neighbouring hexes the unit may ride into by rail [5.31] [5.33] [5.34]."""
        if self.spent + RAIL_COST > ALLOWANCE or self.way == OFF_RAIL:
            return 0
        if self.way == ON_FOOT and not routes.linked >> self.here & 1:
            return 0
        return self._not_stuck(state, near & ALONG[self.here], ON_RAIL, self.spent, routes.zone)

    def _neighbours(self, state: State, zone: Hexes) -> Hexes:
        """The hexes around the unit that are open to it, however it goes."""
        side = self.who(state)
        here, around = 1 << self.here, BESIDE[self.here]
        if zone & here:
            # [6.11] A unit that has entered an enemy zone goes no further this phase; [6.12] one
            # that starts in a zone may leave it, though not straight into another.
            if self.spent:
                return 0
            around &= ~zone
        around &= ~barred(state, side)
        # [12.13] Neutral soil, too, lies outside Russia.
        cage = locked_in(state, side)
        return around & cage if here & cage else around

    def _not_stuck(self, state: State, targets: Hexes, way: int, spent: int, zone: Hexes) -> Hexes:
        """Leave out hexes where the unit might not stop and could not go on from [5.21] [12.5]."""
        doubtful = targets ^ resting_places(state, self.unit, targets)
        if not doubtful:
            return targets
        if spent + 2 * ROUGH_COST <= ALLOWANCE and NATION_OF[self.unit] != AH:
            # Whatever lies beside, it has the points to go on there.
            free = enterable(state, self.unit, doubtful)
            doubtful &= ~room(state, self.who(state), free)
        for hex_ in members(doubtful & ~state.neutral_land):
            cost = RAIL_COST if way == ON_RAIL else march_cost(hex_)
            if zone >> hex_ & 1 or not self._can_go_on(state, hex_, spent + cost, way):
                targets &= ~(1 << hex_)
        return targets

    def _can_go_on(self, state: State, hex_: Hex, spent: int, way: int) -> bool:
        bit = 1 << hex_
        left = ALLOWANCE - rounded(spent)
        if left >= CLEAR_COST:
            near = BESIDE[hex_] & enterable(state, self.unit, bit)
            if left < ROUGH_COST:
                near &= CLEAR
            if resting_places(state, self.unit, near):
                return True
        routes = explore(state, self.unit, hex_, spent, way)
        return bool(resting_places(state, self.unit, routes.reached & ~bit))

    def relievable(self, state: State, within_reach: Hexes, zone: Hexes) -> Hexes:
        """Friends' hexes the unit may take over, each friend then moving out at once [R60]."""
        side = self.who(state)
        held = within_reach & state.armies[side] & ~(1 << self.here)
        if NATION_OF[self.unit] == AH:  # [12.5]
            held &= ~FORBIDDEN_TO_AUSTRIANS
        if not held:
            return 0
        free = enterable(state, self.unit)
        vacant = free & ~state.armies[side]
        if not self.lifted:
            # This unit's own hex will be empty.
            vacant |= 1 << self.here
        found = held & outlets(state, side, free)
        if found != held:
            found = can_make_way(held, free, vacant, zone)
        austrians = found & state.held[AH] & NEAR_FORBIDDEN_SOIL
        if austrians:  # [12.5] [R60]
            soil = vacant & ~FORBIDDEN_TO_AUSTRIANS
            found &= ~austrians | can_make_way(austrians, free, soil, zone)
        # [12.13] A friend who is locked in makes way within Russia.
        cage = locked_in(state, side)
        caged = found & cage
        if caged:  # [12.13]
            found &= ~caged | can_make_way(caged, free & cage, vacant & cage, zone)
        ready, at = state.ready, state.at
        for hex_ in members(found):
            if not ready >> at[hex_] & 1:
                found ^= 1 << hex_
        return found

    def landings(self, state: State) -> Hexes:
        """[5.4] Where the unit may go by sea, from the coast on which its phase began."""
        if self.lifted or self.here == TRANSIT:
            return 0
        return landing_places(state, self.unit, self.here)

    # What follows.

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "stay":
            # [5.0/PR] Its turn to move is over; [5.54] in the Transit Area it simply waits.
            state.ready &= ~(1 << self.unit)
        elif verb == "stop":
            self._arrive(state, self.here)
        elif verb == "move":
            self._travel(state, path(self.ways(state), number))
        elif verb == "step":
            self._one_hex(state, number, march_cost(number), OFF_RAIL if self.way else ON_FOOT)
        elif verb == "rail":
            self._one_hex(state, number, RAIL_COST, ON_RAIL)
        elif verb == "relieve":
            self._relieve(state, number)
        elif verb == "transit":
            self._into_transit(state)
        else:
            self._sail(state, number)

    def ways(self, state: State) -> tuple[Routes, ...]:
        """What straight moves reach from here."""
        if self.here == TRANSIT:
            return (explore_from_transit(state, self.unit),)
        return straight(state, self.unit, self.here, self.spent, self.way)

    def _lift(self, state: State) -> None:
        if not self.lifted and self.here >= 0:
            state.vacate(self.unit, self.here)

    def _arrive(self, state: State, hex_: Hex) -> None:
        """End the move here."""
        state.put(self.unit, hex_)
        state.ready &= ~(1 << self.unit)
        post_garrisons(state)

    def _travel(self, state: State, hexes: list[Hex]) -> None:
        end = hexes[-1]
        if state.log is not None:
            state.note("{:unit} moves {}", self.unit, way_told(state, self.here, hexes))
        self._lift(state)
        enter(state, self.unit, bit_set(hexes))
        self._arrive(state, end)

    def _one_hex(self, state: State, hex_: Hex, cost: int, way: int) -> None:
        spent = (rounded(self.spent) if way == OFF_RAIL else self.spent) + cost
        how = "by rail " if way == ON_RAIL else ""
        state.note("{:unit} goes {}from {:hex} to {:hex}", self.unit, how, self.here, hex_)
        self._lift(state)
        state.where[self.unit] = hex_
        # [11.7] [R25] A violation is settled inside the step, which was legal on the board before
        # it [R26]; then the zones are looked at.
        if state.neutral_land >> hex_ & 1:
            enter_neutral(state, self.unit, hex_)
        else:
            enter(state, self.unit, 1 << hex_)
        state.stack.append(MoveUnit(self.unit, hex_, spent, way, lifted=True))

    def _relieve(self, state: State, hex_: Hex) -> None:
        friend = state.at[hex_]
        hexes = path(self.ways(state), hex_)
        if state.log is not None:
            told = way_told(state, self.here, hexes)
            state.note("{:unit} moves {}, relieving the {:unit}", self.unit, told, friend)
        self._lift(state)
        enter(state, self.unit, bit_set(hexes))
        if state.where[friend] != hex_:
            # [11.3] The friend was Greek, and his army has just been removed from play.
            self._arrive(state, hex_)
            return
        # The friend is in hand from now on: its hex is the newcomer's.
        state.vacate(friend, hex_)
        self._arrive(state, hex_)
        state.stack.append(MoveUnit(friend, hex_, lifted=True, must=True))

    def _into_transit(self, state: State) -> None:
        """[5.51] Into the Franco-Italian Transit Area, until the next Allied Movement Phase."""
        state.note("{:unit} goes from {:hex} into the Transit Area", self.unit, self.here)
        routes = self.ways(state)[-1]
        door = routes.door()
        assert door is not None
        self._lift(state)
        state.where[self.unit] = TRANSIT
        # [15.1] What it passes on its way to the door counts as entered.
        enter(state, self.unit, bit_set(routes.path(door)))
        state.ready &= ~(1 << self.unit)

    def _sail(self, state: State, hex_: Hex) -> None:
        """[5.41] [5.44] The whole allowance for one sea move, finished at once.

        The unit fights as usual this turn, and moves as usual in later ones [5.47].
        """
        state.note("{:unit} sails from {:hex} to {:hex}", self.unit, self.here, hex_)
        state.sea_used = True  # [5.4]
        self._lift(state)
        # [5.43] [R33] To land in a neutral country violates it.
        if state.neutral_land >> hex_ & 1:
            enter_neutral(state, self.unit, hex_)
        # [5.48] The landing place becomes a link with the western edge.
        state.links |= 1 << hex_
        # [11.3] [15.1] A landing is an entry like any other.
        enter(state, self.unit, 1 << hex_)
        self._arrive(state, hex_)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        return of_move(state, self, verb, number)
