"""Bombardment and counter-bombardment [12C]: guns fire at a hex before anybody attacks it, to bring
down its works and disrupt its units.

The phasing side fires as often as it has guns; then both sides distribute the hits on each hex
[12C3], and guns in bombarded hexes answer. Resource points opened for it are gone when both are
done [11D]."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from trenchline.games.the_great_war.attackers import in_reach, within_limit
from trenchline.games.the_great_war.combat_supply import (
    fed_from,
    has_for,
    sources,
    spend_opened,
)
from trenchline.games.the_great_war.components import NATIONS, SIDES, Units
from trenchline.games.the_great_war.cooperation import in_concert
from trenchline.games.the_great_war.effects import (
    BRIGADE,
    SMALL,
    gas_terms,
    is_able,
)
from trenchline.games.the_great_war.ground import (
    FORT,
    IMPROVED_FORT,
    SHELTERS,
    Ground,
    ground,
    works_in,
)
from trenchline.games.the_great_war.headquarters import army_hqs, influenced
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.strength import Force, bombardment, multiplied, printed_attack
from trenchline.games.the_great_war.success import Attempt, attempt
from trenchline.games.the_great_war.surprise import is_surprised, scout_terms, scouts_left
from trenchline.games.the_great_war.tables import (
    ARTILLERY,
    BOMBARDMENT,
    BOMBARDMENT_MODIFIERS,
    SUCCESS_MODIFIERS,
    WORKS,
    bombard,
)
from trenchline.kernel.bars import Bar, first_bar, left_open
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.exact import Exact, say
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import ONE, Choices, Duty, OwnDecision, Refusal, Roll
from trenchline.kernel.terms import Factor, Term

OUTSIDE = Fraction(ARTILLERY["bombardment"]["outside_zone"])
HITS_A_STEP: int = ARTILLERY["bombardment"]["hits_a_step_division"]
REDUCIBLE = (FORT, IMPROVED_FORT, *SHELTERS)
REDUCING = 50
"""[12C2] The first column whose asterisks bring works down."""


# Who fires at what.


def bars(state: State, side: int, target: Hex, counter: bool) -> list[Bar]:
    """[12C] [12C1] What keeps guns from bombarding a hex."""
    on_map = state.on_map(side)
    near = bit_set(u for u in members(on_map & state.kind.artillery) if in_reach(state, u, target))
    found = [
        Bar("12C", "only artillery on the map bombards", on_map & state.kind.artillery),
        Bar("12C1", "it has bombarded in this phase", ~state.bombarded),
        Bar("12C1", "the hex is out of its reach", near),
        Bar("12C", "it has no attack strength", _armed(state, near)),
    ]
    if counter:
        found.append(Bar("12C", "its hex has not been bombarded", _under_fire(state, side)))
        stunned = _surprised_units(state, side)
        found.append(Bar("R95", "its hex has been surprised", ~stunned))
    return found


def _under_fire(state: State, side: int) -> Units:
    """[12C] The units of a side whose hexes have been bombarded in this phase."""
    found = 0
    for hex_ in members(state.bombed):
        found |= state.units(hex_, side)
    return found


def _surprised_units(state: State, side: int) -> Units:
    """[R95] Those of them that surprise keeps from answering."""
    found = 0
    for hex_ in members(state.bombed):
        if is_surprised(state, hex_):
            found |= state.units(hex_, side)
    return found


def _armed(state: State, guns: Units) -> Units:
    silent = state.badly_disrupted
    return bit_set(u for u in members(guns & ~silent) if printed_attack(state, u))


def guns_for(state: State, side: int, target: Hex, counter: bool) -> Units:
    """[12C] The guns of a side that may bombard a hex."""
    return left_open(bars(state, side, target, counter), state.on_map(side) & state.kind.artillery)


def marks(state: State, side: int, counter: bool) -> Hexes:
    """[12C] The hexes with enemies that a side may bombard."""
    guns = state.on_map(side) & state.kind.artillery & ~state.bombarded
    if counter:
        guns &= _under_fire(state, side) & ~_surprised_units(state, side)
    guns = _armed(state, guns)
    found = 0
    enemies = state.occupied[1 - side]
    grid = state.theatre.board.grid
    for unit in members(guns):
        here = state.where[unit]
        ring = 0
        for radius in range(1, state.theatre.counters[unit].range + 1):
            ring |= grid.ring(here, radius)
        for hex_ in members(ring & enemies & ~found):
            if in_reach(state, unit, hex_):
                found |= 1 << hex_
    return found


# What it comes to.


def barrage(state: State, guns: tuple[int, ...], target: Hex, fed: set[int]) -> Force:
    """[12C.1] [12C2] What guns bring to a bombardment: half outside every zone of influence, and
    the staff of an artillery division nothing unless the whole division fires."""
    side = state.theatre.counters[guns[0]].side
    led = influenced(state, army_hqs(state, side) & ~state.inactive)
    shares = []
    for share in bombardment(state, guns, target, fed).shares:
        factors = list(share.factors)
        if not led >> share.unit & 1:
            factors.append(Factor("12C", "outside every zone of influence", OUTSIDE))
        if state.kind.art_hq >> share.unit & 1:
            parts = {unit for unit, hq in state.attached.items() if hq == share.unit}
            if not parts <= set(guns):
                factors.append(Factor("12C2", "its division does not fire", Fraction(0)))
        strength = multiplied(share.printed, factors)
        shares.append(share._replace(factors=tuple(factors), strength=strength))
    return Force(tuple(shares))


def weather_terms(place: Ground) -> list[Term]:
    """[12C2] What the weather does to a bombardment."""
    value = BOMBARDMENT_MODIFIERS.get(place.weather, 0)
    return [Term("12C2", f"{place.weather} weather", value)] if value else []


def die_terms(state: State, target: Hex, side: int, gas: bool) -> list[Term]:
    """[12C2] Everything that is added to the die of a bombardment by a side."""
    place = ground(state, target)
    found = weather_terms(place)
    for name in (place.terrain, place.works):
        found.append(Term("12C2", name, BOMBARDMENT_MODIFIERS.get(name, 0)))
    if place.city:
        found.append(Term("12C2", "major city", BOMBARDMENT_MODIFIERS["major_city"]))
    if _is_packed(state, target, 1 - side):
        value = BOMBARDMENT_MODIFIERS["packed_front_line"]
        found.append(Term("12C2", "packed front line", value))
    if gas:
        found.append(Term("12B8", "gas", BOMBARDMENT_MODIFIERS["gas"]))
    return [term for term in found if term.value]


def _is_packed(state: State, target: Hex, side: int) -> bool:
    """[12C2] Whether a nation that packs its front line stands in a hex."""
    counters = state.theatre.counters
    nations = {counters[unit].nation for unit in members(state.units(target, side))}
    untils = [NATIONS[code].packed_until for code in nations]
    return any(until is not None and state.date <= until for until in untils)


def shifted_strength(strength: Exact, columns: int) -> Exact:
    """[12B8] A strength moved up so many columns of the table."""
    if not columns or strength < BOMBARDMENT.columns[0]:
        return strength
    at = BOMBARDMENT.shifted(BOMBARDMENT.column(strength), columns)
    return max(strength, BOMBARDMENT.columns[at])


def may_reduce(state: State, target: Hex, strength: Exact) -> bool:
    """[12C2.1] Whether a bombardment is strong enough to bring down what stands in a hex."""
    return strength >= REDUCING and ground(state, target).works in REDUCIBLE


def reduce_works(state: State, hex_: Hex) -> None:
    """[12C2] [15B3] [15B4] Works lose a level."""
    works = works_in(state, hex_)
    if works in SHELTERS:
        state.unimproved |= 1 << hex_
    else:
        state.works[hex_] = WORKS[works].captured
    state.detail("The {} of {:hex} is reduced [12C2]", works, hex_)


# The steps.


@dataclass(frozen=True, slots=True)
class BombardmentPhase(OwnDecision[State]):
    """[12C] Bombard hexes one after the other; then the hits are distributed and guns that were
    under fire may answer."""

    counter: bool = False

    def prompt(self, state: State) -> str:
        what = "counter-bombard" if self.counter else "bombard"
        return f"{SIDES[self.side]}: {what} a hex, or be done [12C]"

    def choices(self, state: State) -> Choices:
        hexes = marks(state, self.side, self.counter)
        return {"bombard": hexes, "done": ONE} if hexes else {"done": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "bombard":
            state.stack += [self, DeclareBombardment(self.side, self.counter, number)]
            return
        if self.counter:
            state.stack.append(EndBombardment())
        elif state.bombed:
            state.stack.append(BombardmentPhase(1 - self.side, counter=True))
        else:
            state.stack.append(EndBombardment())
        state.stack.append(DistributeHits(self.side))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "bombard":
            return Refusal("12C", "bombard a hex, or be done")
        if not state.occupied[1 - self.side] >> number & 1:
            return Refusal("12C2", "no enemy stands there")
        guns = state.on_map(self.side) & state.kind.artillery
        found = bars(state, self.side, number, self.counter)
        refusals = [refusal for u in members(guns) if (refusal := first_bar(found, u))]
        if not refusals:
            return Refusal("12C", "you have no artillery on the map")
        # What stops the gun that comes nearest to firing says most.
        order = [(bar.case, bar.reason) for bar in found]
        return max(refusals, key=lambda refusal: order.index((refusal.case, refusal.reason)))


@dataclass(frozen=True, slots=True)
class DeclareBombardment(OwnDecision[State]):
    """[12C2] Name the guns one by one, the resource point that feeds them and the gas they use,
    then fire."""

    deliberate = frozenset({"fire"})

    counter: bool
    target: Hex
    guns: tuple[int, ...] = ()
    source: Hex = -1
    gas: tuple[int, ...] = ()
    scouted: bool = False

    def prompt(self, state: State) -> str:
        name = state.theatre.board.name(self.target)
        return f"{SIDES[self.side]}: which guns bombard {name}? [12C2]"

    def candidates(self, state: State) -> Units:
        """[12C1] [15E3] Guns that may still join."""
        named = bit_set(self.guns)
        units = guns_for(state, self.side, self.target, self.counter) & ~named
        return bit_set(
            unit
            for unit in members(units)
            if all(in_concert(state, unit, other) for other in self.guns)
            and within_limit(state, self.target, named | 1 << unit)
        )

    def stocks(self, state: State) -> Hexes:
        """[11D] Hexes whose points could feed one of the guns."""
        found = 0
        for unit in self.guns:
            for hex_ in members(sources(state, unit)):
                if has_for(state, unit, hex_):
                    found |= 1 << hex_
        return found & ~(1 << self.source if self.source >= 0 else 0)

    def gassers(self, state: State) -> Units:
        """[12B8] Gas artillery among the guns that may use its gas."""
        able = bit_set(self.guns) & state.theatre.tagged["gas"] & ~state.gassed & ~bit_set(self.gas)
        return bit_set(unit for unit in members(able) if is_able(state, unit))

    def can_scout(self, state: State) -> bool:
        """[R3] Whether tactical reconnaissance may help."""
        return not self.scouted and scouts_left(state, self.side) > 0

    def choices(self, state: State) -> Choices:
        found = {"with": self.candidates(state)}
        if self.guns:
            found |= {"feed": self.stocks(state), "gas": self.gassers(state), "fire": ONE}
            found["scout"] = ONE if self.can_scout(state) else 0
        found["stay"] = ONE
        return {verb: numbers for verb, numbers in found.items() if numbers}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "with":
            state.stack.append(replace(self, guns=(*self.guns, number)))
        elif verb == "feed":
            state.stack.append(replace(self, source=number))
        elif verb == "gas":
            state.stack.append(replace(self, gas=(*self.gas, number)))
        elif verb == "scout":
            state.stack.append(replace(self, scouted=True))
        elif verb == "fire":
            self._fire(state)

    def _fire(self, state: State) -> None:
        fed: tuple[tuple[int, Hex], ...] = ()
        if self.source >= 0:
            fed = fed_from(state, self.guns, (), self.source)
        strength = barrage(state, self.guns, self.target, {unit for unit, _ in fed}).total
        state.bombarded |= bit_set(self.guns)
        state.bombed |= 1 << self.target
        state.scouted[self.side] += self.scouted
        if state.log is not None:
            told = "{:units} bombard {:hex} with {} [12C]"
            state.detail(told, self.guns, self.target, say(strength))
        if self.gas:
            state.gassed |= bit_set(self.gas)
            gas = RollGas(self.side, self.target, strength, self.scouted, self.gas)
            state.stack.append(gas)
        else:
            state.stack.append(RollBarrage(self.side, self.target, strength, self.scouted))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb == "fire":
            return Refusal("12C2", "name at least one gun")
        if verb in ("feed", "gas", "scout") and not self.guns:
            return Refusal("12C2", "name the guns first")
        if verb == "scout":
            return Refusal("R3", "no more tactical reconnaissance in this bombardment")
        if verb == "feed":
            return Refusal("11D", "those points feed none of the guns")
        if verb == "gas":
            return Refusal("12B8", "that is no gas artillery of this bombardment with gas left")
        if verb != "with":
            return Refusal("12C2", "name the guns, then fire")
        if number in self.guns:
            return Refusal("12C1", "it takes part in this bombardment already")
        barred = first_bar(bars(state, self.side, self.target, self.counter), number)
        if barred is not None:
            return barred
        if not all(in_concert(state, number, other) for other in self.guns):
            return Refusal("15E3", "guns that do not cooperate do not combine their strengths")
        return Refusal("8B", "the hex's stacking limit allows no more guns from there")


def gas_modifier(state: State, target: Hex, side: int, units: tuple[int, ...]) -> int:
    """[10D] [12B8] What is added to the die of an attempt with gas in a bombardment."""
    size = sum(
        (Fraction(state.re(u)) / (2 if state.disrupted >> u & 1 else 1) for u in units),
        Fraction(0),
    )
    enemies = tuple(members(state.units(target, 1 - side)))
    total = sum(term.value for term in gas_terms(state, enemies))
    if size >= BRIGADE:
        total += SUCCESS_MODIFIERS["special_brigade"]
    elif size < SMALL:
        total += SUCCESS_MODIFIERS["special_small"]
    return total


@dataclass(frozen=True, slots=True)
class RollGas(Roll[State]):
    """[12B8] Gas may help a bombardment."""

    side: int
    target: Hex
    strength: Exact
    scouted: bool
    units: tuple[int, ...]

    def purpose(self, state: State) -> str:
        return "gas in the bombardment [12B8]"

    def rolled(self, state: State, value: int) -> None:
        end = attempt(value + gas_modifier(state, self.target, self.side, self.units))
        if not end.succeeds and is_surprised(state, self.target):
            # [R95] Gas against a surprised hex works at all events.
            end = Attempt(True, False)
        if state.log is not None:
            how = "works" if end.succeeds else "fails"
            state.detail("Gas: {:die}, it {} [12B8]", value, how)
        if end.succeeds and end.starred:
            column = RollGasColumn(self.side, self.target, self.strength, self.scouted)
            state.stack.append(column)
        else:
            shot = RollBarrage(self.side, self.target, self.strength, self.scouted, end.succeeds)
            state.stack.append(shot)


@dataclass(frozen=True, slots=True)
class RollGasColumn(Roll[State]):
    """[12B8] Gas that works well may shift the bombardment by a column."""

    side: int
    target: Hex
    strength: Exact
    scouted: bool

    def purpose(self, state: State) -> str:
        return "a column for the gas? [12B8]"

    def rolled(self, state: State, value: int) -> None:
        strength = shifted_strength(self.strength, 1 if attempt(value).succeeds else 0)
        state.stack.append(RollBarrage(self.side, self.target, strength, self.scouted, gas=True))


@dataclass(frozen=True, slots=True)
class RollBarrage(Roll[State]):
    """[12C2] The die of a bombardment: first for the works, then, with all modifiers, for the
    units."""

    side: int
    target: Hex
    strength: Exact
    scouted: bool = False
    gas: bool = False

    def purpose(self, state: State) -> str:
        name = state.theatre.board.name(self.target)
        return f"{name} is bombarded with {self.strength} [12C2]"

    def rolled(self, state: State, value: int) -> None:
        if may_reduce(state, self.target, self.strength):
            terms = [*weather_terms(ground(state, self.target)), *scout_terms(self.scouted)]
            bare = value + sum(term.value for term in terms)
            if bombard(self.strength, bare)[1]:
                reduce_works(state, self.target)
        found = [*die_terms(state, self.target, self.side, self.gas), *scout_terms(self.scouted)]
        die = value + sum(term.value for term in found)
        hits, _ = bombard(self.strength, die)
        if hits:
            state.hits[self.target] = state.hits.get(self.target, 0) + hits
        state.detail("The {:die} makes {}: {} hits [12C2]", value, die, hits)


# Hits.


@dataclass(frozen=True, slots=True)
class DistributeHits(Duty[State]):
    """[12C3] The hits on each hex are distributed, the larger half by him who fired."""

    side: int

    def run(self, state: State) -> None:
        for hex_, hits in sorted(state.hits.items(), reverse=True):
            state.stack.append(Distribute(1 - self.side, self.side, hex_, hits // 2, ()))
            state.stack.append(Distribute(self.side, self.side, hex_, hits - hits // 2, ()))
        state.hits = {}


@dataclass(frozen=True, slots=True)
class Distribute(OwnDecision[State]):
    """[12C3] [12C3.1] [12C3.3] A side gives hits to units in a bombarded hex, one by one."""

    firing: int
    """The side that fired."""
    hex: Hex
    left: int
    marked: tuple[int, ...] = ()
    """Divisions with a single hit that has not told yet."""

    def prompt(self, state: State) -> str:
        name = state.theatre.board.name(self.hex)
        return f"{SIDES[self.side]}: {self.left} bombardment hits on {name} to give [12C3]"

    def bars(self, state: State) -> list[Bar]:
        """[12C3.4] What keeps hits from units."""
        here = state.units(self.hex, 1 - self.firing)
        found = [
            Bar("12C3", "that unit is not in the bombarded hex", here),
            Bar("12C3", "badly disrupted units take no more hits", ~state.badly_disrupted),
        ]
        regular = here & ~state.overstacked & ~state.badly_disrupted
        if state.overstacked & here and regular:
            found.append(Bar("12C3", "the overstack is hit last", ~state.overstacked))
        if self.side != self.firing:
            strong = state.kind.defends.showing(state.reduced)
            found.append(Bar("12C3", "you may not give hits to units that cannot defend", strong))
        return found

    def able(self, state: State) -> Units:
        """The units that may be hit."""
        if self.left <= 0:
            return 0
        return left_open(self.bars(state), state.units(self.hex, 1 - self.firing))

    def choices(self, state: State) -> Choices:
        units = self.able(state)
        return {"hit": units} if units else {"done": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "done":
            self._hand_over(state, self.marked)
            return
        marked = self.marked
        size = state.face(number).size
        if size == "division":
            if number in marked:
                marked = tuple(unit for unit in marked if unit != number)
                worsen(state, number)
            else:
                marked = (*marked, number)
        elif is_large(state, number):
            worsen(state, number)
        else:
            state.disrupt(number, badly=True)
        _tell_hit(state, number)
        if self.left > 1:
            state.stack.append(replace(self, left=self.left - 1, marked=marked))
        else:
            self._hand_over(state, marked)

    def _hand_over(self, state: State, marked: tuple[int, ...]) -> None:
        """[12C3] Single hits of the firing side on divisions add up with those of the other."""
        if self.side == self.firing and state.stack and isinstance(state.stack[-1], Distribute):
            state.stack[-1] = replace(state.stack[-1], marked=marked)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "hit":
            return Refusal("12C3", "distribute the hits first")
        if self.left <= 0:
            return Refusal("12C3", "no hits are left")
        barred = first_bar(self.bars(state), number)
        return barred or Refusal("12C3", "that unit is not in the bombarded hex")


def worsen(state: State, unit: int) -> None:
    """[3A5] A unit is disrupted, or badly if it was already."""
    state.disrupt(unit, badly=bool(state.disrupted >> unit & 1))


def is_large(state: State, unit: int) -> bool:
    """[12C3.2] Whether a unit is a large non-divisional one: a brigade or an American cadre."""
    size = state.face(unit).size
    return size == "brigade" or (size == "cadre" and state.theatre.counters[unit].nation == "US")


def _tell_hit(state: State, unit: int) -> None:
    if state.log is None:
        return
    how = "hit"
    if state.badly_disrupted >> unit & 1:
        how = "badly disrupted"
    elif state.disrupted >> unit & 1:
        how = "disrupted"
    state.detail("{:unit} is {} [12C3]", unit, how)


@dataclass(frozen=True, slots=True)
class EndBombardment(Duty[State]):
    """[11D] The bombardment segment is over: the points opened for it are gone."""

    def run(self, state: State) -> None:
        spend_opened(state)
