"""What a bombardment comes to [12C2]: its strength, what its die adds, and the die itself, with gas
[12B8]."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from trenchline.games.the_great_war.components import NATIONS
from trenchline.games.the_great_war.effects import (
    BRIGADE,
    SMALL,
    gas_terms,
)
from trenchline.games.the_great_war.ground import (
    FORT,
    IMPROVED_FORT,
    SHELTERS,
    Ground,
    ground,
    works_in,
)
from trenchline.games.the_great_war.headquarters import army_hqs, influenced, influenced_boats
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.strength import Force, bombardment, multiplied
from trenchline.games.the_great_war.success import Attempt, attempt
from trenchline.games.the_great_war.surprise import is_surprised, scout_terms
from trenchline.games.the_great_war.tables import (
    ARTILLERY,
    BOMBARDMENT,
    BOMBARDMENT_MODIFIERS,
    SUCCESS_MODIFIERS,
    WORKS,
    bombard,
)
from trenchline.kernel.bits import members
from trenchline.kernel.exact import Exact
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import Roll
from trenchline.kernel.terms import Factor, Term

OUTSIDE = Fraction(ARTILLERY["bombardment"]["outside_zone"])
REDUCIBLE = (FORT, IMPROVED_FORT, *SHELTERS)
REDUCING = 50
"""[12C2] The first column whose asterisks bring works down."""


def barrage(state: State, guns: tuple[int, ...], target: Hex, fed: set[int]) -> Force:
    """[12C.1] [12C2] What guns bring to a bombardment: half outside every zone of influence, and
    the staff of an artillery division nothing unless the whole division fires."""
    side = state.theatre.counters[guns[0]].side
    staffs = army_hqs(state, side) & ~state.inactive
    led = influenced(state, staffs) | influenced_boats(state, staffs)
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


# The dice.


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
    strength: Fraction
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
    strength: Fraction
    scouted: bool

    def purpose(self, state: State) -> str:
        return "a column for the gas? [12B8]"

    def rolled(self, state: State, value: int) -> None:
        strength = Fraction(shifted_strength(self.strength, 1 if attempt(value).succeeds else 0))
        state.stack.append(RollBarrage(self.side, self.target, strength, self.scouted, gas=True))


@dataclass(frozen=True, slots=True)
class RollBarrage(Roll[State]):
    """[12C2] The die of a bombardment: first for the works, then, with all modifiers, for the
    units."""

    side: int
    target: Hex
    strength: Fraction
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
