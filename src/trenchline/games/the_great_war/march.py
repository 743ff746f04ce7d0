"""Rule 6: units on the move.

A unit is picked up, others of its hex may join it, and they go: in one move or hex by hex. Every
unit pays for itself what the ground and the zones cost it [R33]. It may be left where it is and go
on later in the phase, so that units gather for an overrun [6F]; when it *stays* it is done.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from trenchline.games.the_great_war import (
    changing_places,
    goods,
    overrun,
    overstacks,
    rations,
    transports,
    voyages,
    works,
)
from trenchline.games.the_great_war.acceleration import (
    accelerated_costs,
    may_accelerate,
    near_enemy,
    rest,
    rest_cost,
)
from trenchline.games.the_great_war.components import SIDES, Units
from trenchline.games.the_great_war.contested import review
from trenchline.games.the_great_war.entry import crossed, wets
from trenchline.games.the_great_war.guides import suffice
from trenchline.games.the_great_war.intelligence import hear_of_zones, hidden, pick_up, tell_of
from trenchline.games.the_great_war.march_refusals import why_not_march
from trenchline.games.the_great_war.overstacks import crowd_in, leave
from trenchline.games.the_great_war.ownership import settle
from trenchline.games.the_great_war.rail import (
    CHANGE_OPERATIONAL,
    CHANGE_STRATEGIC,
    STRATEGIC,
    Train,
    destinations,
    guards,
    line,
    operational_hexes,
    points_for,
    ride_to,
    train_of,
)
from trenchline.games.the_great_war.rail_capacity import use
from trenchline.games.the_great_war.rail_lines import break_cost, break_line
from trenchline.games.the_great_war.readiness import ready
from trenchline.games.the_great_war.relief import relieve
from trenchline.games.the_great_war.routes import (
    Front,
    Ground,
    cost_of,
    front_of,
    ground_for,
    march,
    nimble,
    one_hex,
    path,
    points_left,
    within,
)
from trenchline.games.the_great_war.sections import use_at
from trenchline.games.the_great_war.sieges import besiege, may_close_in
from trenchline.games.the_great_war.stacking import full_for
from trenchline.games.the_great_war.state import MOVEMENT, State
from trenchline.games.the_great_war.units import QUARTERS
from trenchline.games.the_great_war.zones import beside, untold, zoc
from trenchline.kernel.bits import bit_set
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import ONE, Choices, Decision, Refusal
from trenchline.kernel.words import counted


@dataclass(frozen=True, slots=True)
class March(Decision[State]):
    """[6] Units that move together."""

    party: tuple[int, ...]
    hex: Hex
    fast: bool = False
    """Whether they use accelerated movement [6B]."""
    gone: bool = False
    """Whether they have gone anywhere since they were picked up."""
    cargo: int = 0
    """Resource points that they carry [11H2]."""
    rations: int = 0
    """General supply points that they carry [11H2]."""
    site: Hex = -1
    """The hex beside them in which their construction division works [13A5], or -1."""
    riders: Units = 0
    """Units that a transport unit carries: they pay nothing [14O2]."""
    relieving: bool = False
    """Whether they have come into a full hex, and another is to make room for them [8B]."""
    leaving: bool = False
    """Whether they make room for those who have come, and must go [8B]."""

    @property
    def units(self) -> Units:
        """The party as a set, with those it carries."""
        party = self.party
        return (1 << party[0] if len(party) == 1 else bit_set(party)) | self.riders

    @property
    def is_laden(self) -> bool:
        """[11H2] Whether the party carries resource points or supply points."""
        return bool(self.cargo or self.rations)

    def who(self, state: State) -> int:
        return state.theatre.counters[self.party[0]].side

    def prompt(self, state: State) -> str:
        if self.relieving:
            told = "{}: who makes room for {:party} in {:hex}? [8B]"
            return state.say(told, SIDES[self.who(state)], self.party, self.hex)
        left = counted(max(0, self.points(state)) // QUARTERS, "movement point")
        return state.say(
            "{}: {:party} may move, {} left [6]", SIDES[self.who(state)], self.party, left
        )

    def points(self, state: State) -> int:
        """What the unit that can do least has left, in quarters of a point."""
        burden = self.burden(state)
        return min(points_left(state, unit, self.fast, burden) for unit in self.party)

    def burden(self, state: State) -> int:
        """[11H2] What goods take off the movement ratings of the party."""
        found = goods.burden(state, self.party, self.cargo) if self.cargo else 0
        return found + rations.burden(state, self.party, self.rations) if self.rations else found

    def gaits(self, state: State) -> list[int]:
        """[14F1] The gait of each of the party: that of their guides where high mountain units lead
        mountain units up to four times their size."""
        gait = state.theatre.gait
        own = [gait[unit] for unit in self.party]
        high = self.units & state.kind.high_mountain
        led = self.units & ~high
        if not high or led & ~state.kind.mountain:
            return own
        if not suffice(state, high, led):
            return own
        theirs = gait[high.bit_length() - 1]
        return [gait[unit] if high >> unit & 1 else theirs for unit in self.party]

    def ground(self, state: State, unit: int, gait: int, front: Front | None = None) -> Ground:
        """The ground as one of the party finds it."""
        ground = ground_for(state, unit, gait, front)
        if self.is_fast(state):
            return ground._replace(costs=accelerated_costs(state, unit, gait))
        return ground

    def layers(self, state: State) -> Iterator[tuple[int, Ground, Sequence[Hexes]]]:
        """Each of the party with the ground and the hexes within its points, by what they cost."""
        front = front_of(state, self.who(state))
        if len(self.party) == 1 and not self.riders:
            # Nobody else is there whom it could guide, or whose ground it shares.
            unit = self.party[0]
            ground = self.ground(state, unit, state.theatre.gait[unit], front)
            yield unit, ground, march(ground, self.hex, self.budget(state, unit))
            return
        known: dict[tuple[int, int, bool, Hexes], tuple[Ground, Sequence[Hexes]]] = {}
        quick = nimble(state)
        for unit, gait in zip(self.party, self.gaits(state), strict=True):
            budget = self.budget(state, unit)
            near = may_close_in(state, unit) if state.surrounded else 0
            like = (gait, budget, bool(quick >> unit & 1), near)
            if like not in known:
                ground = self.ground(state, unit, gait, front)
                known[like] = ground, march(ground, self.hex, budget)
            yield unit, *known[like]

    def is_fast(self, state: State) -> bool:
        """[6B] Whether the party uses accelerated movement."""
        return self.fast or bool(state.accelerated & self.units)

    def budget(self, state: State, unit: int) -> int:
        """What one of the party may spend, in whole points."""
        burden = self.burden(state) if self.cargo or self.rations else 0
        return max(0, points_left(state, unit, self.fast, burden)) // QUARTERS

    def reach(self, state: State) -> Hexes:
        """Where all of the party can go."""
        found = -1
        single = not self.is_fast(state) and not self.cargo and not self.rations
        for unit, ground, layers in self.layers(state):
            first = one_hex(state, unit, self.hex, ground) if single else 0
            found &= within(layers) | first
        return found & ~(1 << self.hex)

    def reachable(self, state: State) -> Hexes:
        """[8B] Where the party can go and find room."""
        return self.ends(state)[0]

    def ends(self, state: State) -> tuple[Hexes, Hexes]:
        """[8B] Where the party can go and find room, and the full hexes that it can reach."""
        if self.is_held(state) or overstacks.strands(state, self):
            return 0, 0
        found = self.reach(state)
        full = full_for(state, self.who(state), self.units, found)
        return found & ~full, found & full

    def is_held(self, state: State) -> bool:
        """[7A] Whether the hex would be left by its last guard after trains have relied on it."""
        if not state.guarded >> self.hex & 1:
            return False
        side = self.who(state)
        return bool(guards(state, side, self.hex) & self.units) and not guards(
            state, side, self.hex, self.units
        )

    def companions(self, state: State) -> Units:
        """Units in the hex that may join before the party has gone anywhere."""
        if self.gone or self.cargo or self.rations or self.riders:
            return 0
        here = ready(state, self.who(state)) & state.stacks[self.hex] & ~self.units
        if self.fast:
            here &= may_accelerate(state)
        elif state.accelerated & self.units:
            here &= state.accelerated
        else:
            here &= ~state.accelerated
        for unit in state.attached:
            here &= ~(1 << unit)
        return here

    # By rail.

    def operational(self, state: State) -> Train:
        """[7A2] The party as a train of operational rail movement."""
        fast = self.is_fast(state)
        hexes = min(
            operational_hexes(state, unit, self.budget(state, unit), fast) for unit in self.party
        )
        return train_of(state, self.units, self.hex, hexes, CHANGE_OPERATIONAL)

    def strategic(self, state: State) -> Train | None:
        """[7A3] The same for strategic rail movement, if nobody has moved in this phase."""
        if self.is_fast(state) or self.units & (state.moved | state.rested) or self.gone:
            return None
        if any(unit in state.spent for unit in self.party):
            return None
        return train_of(state, self.units, self.hex, STRATEGIC, CHANGE_STRATEGIC)

    def _by_rail(self, state: State, found: Choices) -> None:
        side = self.who(state)
        loaded = self.cargo or self.rations or self.riders
        if loaded or self.is_held(state) or overstacks.strands(state, self):
            return
        units = self.units
        open_line = line(state, side, units)
        if not open_line >> self.hex & 1:
            return
        for verb, train in (
            ("rail", self.operational(state)),
            ("strategic", self.strategic(state)),
        ):
            hexes = self.train_reaches(state, train, open_line)
            hexes &= ~full_for(state, side, units, hexes)
            if hexes:
                found[verb] = hexes

    def train_reaches(self, state: State, train: Train | None, open_line: Hexes) -> Hexes:
        """[7A] Where a train could take the party over lines that are open to it."""
        return destinations(state, train, open_line) if train is not None and train.hexes else 0

    # The decision.

    def choices(self, state: State) -> Choices:
        if self.relieving or self.leaving:
            return changing_places.choices(state, self)
        found: Choices = {}
        hexes, full = self.ends(state)
        if hexes:
            found["move"] = hexes
        if full and (full := changing_places.relievable(state, self, full)):
            found["relieve"] = full
        others = self.companions(state)
        if others:
            found["with"] = others
        if state.phase == MOVEMENT:
            self._in_movement_phase(state, found)
        if not self.is_fast(state):
            rests = self.rests(state) if state.fatigue else 0
            if rests:
                found["rest"] = rests
            targets = 0 if self.riders else overrun.targets(state, self)
            if targets:
                found["overrun"] = targets
        found |= overstacks.offers(state, self)
        riders = transports.riders_for(state, self)
        if riders:
            found["carry"] = riders
        if self.gone and self.points(state) >= QUARTERS:
            found["wait"] = ONE
        found["stay"] = ONE
        return found

    def _in_movement_phase(self, state: State, found: Choices) -> None:
        """What units do in the movement phase alone: go by rail [7A.1], load, build."""
        if (
            not self.fast
            and not self.gone
            and not self.riders
            and not self.units & ~may_accelerate(state)
        ):
            found["accelerate"] = ONE
        if state.theatre.rails >> self.hex & 1:
            self._by_rail(state, found)
            cost = break_cost(state, self.party, self.hex)
            if cost and not self.is_fast(state) and cost <= self.points(state):
                found["break"] = ONE
        found |= voyages.offers(state, self)
        found |= goods.loads(state, self) | rations.loads(state, self)
        if not self.is_fast(state):
            found |= works.offers(state, self)

    def rests(self, state: State) -> int:
        """[6B4] How many fatigue hits a single unit can rest off."""
        if len(self.party) > 1 or self.party[0] not in state.fatigue:
            return 0
        unit = self.party[0]
        most = min(state.fatigue[unit], self.points(state) // rest_cost(state, unit))
        return (1 << most + 1) - 2 if most > 0 else 0

    def take(self, state: State, verb: str, number: int) -> None:
        if verb in ("move", "relieve"):
            self._go(state, number)
        elif verb == "make_room":
            changing_places.make_room(state, self, number)
        elif verb == "with":
            pick_up(state, number)
            joining = (number, *(u for u, hq in state.attached.items() if hq == number))
            state.stack.append(replace(self, party=(*self.party, *joining)))
        elif verb == "accelerate":
            state.stack.append(replace(self, fast=True))
        elif verb == "rail":
            self._ride(state, self.operational(state), number)
        elif verb == "strategic":
            train = self.strategic(state)
            assert train is not None
            self._ride(state, train, number)
        elif verb == "sail":
            voyages.go(state, self, number)
        elif verb == "rest":
            rest(state, self.party[0], number)
            state.stack.append(self)
        elif verb == "break":
            break_line(state, self.party, self.hex)
            state.stack.append(self)
        elif verb == "turn_to":
            state.stack.append(replace(self, site=number))
        elif verb in works.VERBS:
            works.do(state, self, verb, number)
            state.stack.append(self)
        elif verb == "carry":
            pick_up(state, number)
            state.stack.append(replace(self, riders=self.riders | 1 << number))
        elif verb in overstacks.VERBS:
            overstacks.do(state, self, verb)
            state.stack.append(self)
        elif verb == "overrun":
            self.unload(state)
            overrun.begin(state, self, number)
        elif verb == "provision":
            rations.load(state, self, number)
            state.stack.append(replace(self, rations=number))
        elif verb == "load":
            state.stack.append(replace(self, cargo=goods.load(state, self, number)))
        else:
            self.end(state, over=verb == "stay")

    def unload(self, state: State) -> None:
        """[11H2] The party sets down all that it carries."""
        goods.unload(state, self.hex, self.cargo)
        rations.unload(state, self.hex, self.rations)

    def end(self, state: State, over: bool) -> None:
        """The party is left where it is, its movement over or not."""
        self.unload(state)
        # [14O2] Who has been carried does not move by himself in the same phase.
        state.halted |= self.units if over else self.riders

    def _go(self, state: State, there: Hex) -> None:
        fast = self.is_fast(state)
        reached = list(self.layers(state))
        way = self.way(state, reached, there)
        silent = untold(state, 1 - self.who(state))
        goal, there = there, way[-1]
        # [8B] Who comes into a full hex relieves another there.
        full = goal == there and full_for(state, self.who(state), self.units, 1 << there)
        for unit, _, layers in reached:
            cost = cost_of(layers, there)
            # [6] The one hex that a unit may always go takes all its points.
            points = points_left(state, unit) if cost is None else cost * QUARTERS
            state.spent[unit] = state.spent.get(unit, 0) + points
        was = hidden(state, self.who(state))
        leave(state, self.units)
        state.trodden |= self.units
        if fast:
            self.hurry(state, way)
        state.moved |= self.units
        state.moved_this_turn |= self.units
        if not self.leaving:
            after = replace(self, hex=there, gone=True, site=-1, relieving=bool(full))
            state.stack.append(after)
        for here, hex_ in pairwise(way):
            state.move(self.units, hex_)
            if hex_ == there and state.log is not None:
                how = " in haste" if fast else ""
                tell_of(state, self.party, "{} to {:hex}{}", there, how, was=was)
            besiege(state, self.who(state), hex_)
            crossed(state, self.units, here, hex_)
            settle(state)
        if not full:
            crowd_in(state, self.who(state), there, self.party)
        if state.contested:
            review(state)
        relieve(state)
        hear_of_zones(state, 1 - self.who(state), silent)

    def way(
        self, state: State, reached: list[tuple[int, Ground, Sequence[Hexes]]], there: Hex
    ) -> list[Hex]:
        """The way that the party goes, up to where something happens to it [R42]: a major river is
        crossed [15A4], contested ground entered [9J], a hex besieged [15G], or it comes next to an
        unknown corps, whose zones it learns of [14N2]."""
        shared = bit_set(state.contested) | state.occupied[1 - self.who(state)]
        shared |= beside(state, untold(state, 1 - self.who(state)))
        for _, ground, layers in reached:
            if cost_of(layers, there) is None:
                continue
            way = path(ground, layers, there)
            for n, (here, hex_) in enumerate(pairwise(way)):
                if shared >> hex_ & 1 or wets(state, self.who(state), here, hex_):
                    return way[: n + 2]
            return way
        return [self.hex, there]

    def hurry(self, state: State, way: list[Hex]) -> None:
        """[6B3] [6B4] Accelerated units lose their zones, and tire near the enemy and on hexes that
        he owns."""
        side = self.who(state)
        if not state.accelerated & self.units:
            state.accelerated |= self.units
            state.look_at_unit(self.party[0])
        passed = bit_set(way)
        if passed & near_enemy(state, side) or bit_set(way[1:]) & state.owned[1 - side]:
            state.tired |= self.units

    def _ride(self, state: State, train: Train, there: Hex) -> None:
        """[7A2] [7A3] The party goes by rail; it has no zone of control on the way [7A.4]."""
        ride = ride_to(state, train, there)
        leave(state, self.units)
        fast, far = self.is_fast(state), train.change == CHANGE_STRATEGIC
        use_at(state, self.hex, use(state, self.units, ride.nets, ride.low))
        side = self.who(state)
        # [7A] Who negates an enemy zone for a train stays where he is.
        state.guarded |= bit_set(ride.way) & zoc(state, 1 - side)
        was = hidden(state, side)
        if far:
            state.strategic |= self.units
            state.halted |= self.units
        else:
            state.railed |= self.units
            points = points_for(ride.hexes, fast) * QUARTERS
            for unit in self.party:
                state.spent[unit] = state.spent.get(unit, 0) + points
            if fast:
                self.hurry(state, list(ride.way))
            state.stack.append(replace(self, hex=there, gone=True, site=-1))
        self.arrive(state, there)
        if state.log is not None:
            how = "strategic rail" if far else "rail"
            tell_of(state, self.party, "{} by {} to {:hex} [7A]", how, there, was=was)

    def arrive(self, state: State, there: Hex) -> None:
        """The party stands in another hex at once, by rail or river."""
        side = self.who(state)
        state.moved |= self.units
        state.moved_this_turn |= self.units
        state.move(self.units, there)
        crowd_in(state, side, there, self.party)
        settle(state)
        if state.contested:
            review(state)
        relieve(state)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        return why_not_march(state, self, verb, number)
