"""Modified strengths [9A]: what disruption [3A5], overstacks [8C2], ground and works [9H], supply
[11F], support [12A], the kind of gun [12B] and special units [13] [14] make of the printed numbers.

Each factor carries its case. Strengths are exact fractions; nothing is rounded here [3C1].
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from trenchline.games.the_great_war.afloat import stands_in
from trenchline.games.the_great_war.battle import Battle
from trenchline.games.the_great_war.capabilities import assault_engineers, weight
from trenchline.games.the_great_war.components import NATIONS, Units
from trenchline.games.the_great_war.cooperation import in_concert
from trenchline.games.the_great_war.ground import (
    STRONGHOLDS,
    Ground,
    distance,
    ground,
    ground_of,
)
from trenchline.games.the_great_war.guns import (
    FACTOR_CASES,
    Gun,
    excess,
    fires_at,
    in_ratio,
    target_factor,
)
from trenchline.games.the_great_war.results import MOBILE, POSITIONAL
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.tables import (
    ARTILLERY,
    HEXSIDES,
    TERRAIN,
    WEATHER,
    WORKS,
)
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.exact import Exact, exact
from trenchline.kernel.hexes import Hex
from trenchline.kernel.terms import Factor

NOTHING, QUARTER, HALF, ONE = Fraction(0), Fraction(1, 4), Fraction(1, 2), Fraction(1)
DOUBLE, TRIPLE = Fraction(2), Fraction(3)
MARGINAL = "marginal_units"
"""[9G2] The option by which a printed 0 beside another number counts a half."""
OPEN_GROUND = ("clear", "rough", "stony desert")
"""[14C4] Where fast units need nobody's support."""


class Share(NamedTuple):
    """What one unit brings to a combat."""

    unit: int
    printed: Exact
    factors: tuple[Factor, ...]
    strength: Exact
    full: bool = True
    """Whether it fights beside enough others; the guns that do not bring little together [12B]."""


class Force(NamedTuple):
    """What one side brings to a combat."""

    shares: tuple[Share, ...]
    excess: Exact = 0
    """[12B] What the guns beyond the ratio bring together."""

    @property
    def total(self) -> Exact:
        """The strength of the side."""
        full = sum((share.strength for share in self.shares if share.full), Fraction(0))
        return exact(full + self.excess)


# Printed strengths.


def printed_attack(state: State, unit: int) -> Exact:
    """[9D] [9G2] [14Q] The printed attack strength, with that of elite brigades."""
    face = state.face(unit)
    if not face.attack and face.defence and MARGINAL in state.options:
        return HALF
    return _with_additions(state, unit, face.attack)


def can_strike(state: State, unit: int) -> bool:
    """[9G1] [3A5.2] Whether a unit has any attack strength: badly disrupted ones have none."""
    return bool(printed_attack(state, unit)) and not state.badly_disrupted >> unit & 1


def printed_defence(state: State, unit: int) -> Exact:
    """[9D] [9G2] [14Q] The printed defence strength, with that of elite brigades."""
    face = state.face(unit)
    if not face.defence and face.attack and MARGINAL in state.options:
        return HALF
    if state.kind.recruits >> unit & 1:
        # [16B3] Manpower on the map defends with a half.
        return HALF
    return _with_additions(state, unit, face.defence)


def _with_additions(state: State, unit: int, printed: int) -> int:
    if state.kind.art_hq >> unit & 1 and unit not in state.attached.values():
        # [12B9] The staff of an artillery division is nothing by itself.
        return 0
    return printed + state.elite.get(unit, 0)


# Factors.


def supply_factor(state: State, unit: int, fed: bool) -> Factor | None:
    """[11F] [11F1] [11F2] What supply makes of a unit's strength; None if it fights in full."""
    if fed:
        return None
    turns = state.unsupplied.get(unit, 0)
    if turns > 1:
        return Factor("11F2", "long out of supply", QUARTER)
    if turns and state.isolated >> unit & 1:
        return Factor("11F1", "isolated and out of supply", QUARTER)
    return Factor("11F", "no combat supply", HALF)


def _disruption(state: State, unit: int, attacking: bool) -> Factor | None:
    """[3A5.1] [3A5.2] What disruption leaves of a strength."""
    if state.badly_disrupted >> unit & 1:
        return Factor("3A5", "badly disrupted", NOTHING if attacking else QUARTER)
    return Factor("3A5", "disrupted", HALF) if state.disrupted >> unit & 1 else None


def unsupported(state: State, units: Iterable[int], ground: Ground, table: str) -> Units:
    """[12A] [12A.1] [8C2.13] Which units of a side fight without support, all of them attacking or
    defending together; ``table`` says how the combat is fought, if it is one."""
    units = list(units)
    together = bit_set(units)
    kind, reduced = state.kind, state.reduced
    wanting = together & ~kind.supported.showing(reduced)
    if not wanting:
        return 0
    shaken = state.disrupted | state.badly_disrupted | state.overstacked
    givers = together & kind.supporters.showing(reduced) & ~shaken
    engineers = assault_engineers(state)
    fast = kind.fast.showing(reduced)
    found = 0
    for unit in members(wanting):
        if engineers >> unit & 1 and ground.is_strong:
            # [13D] Engineers need nobody among works and houses.
            continue
        if fast >> unit & 1 and ground.terrain in OPEN_GROUND:
            # [14C4] In mobile combat, and in overruns where nothing is fortified.
            if table == MOBILE or (not table and not ground.is_fortified):
                continue
        near = givers & state.stacks.get(state.where[unit], 0)
        if state.overstacked >> unit & 1 or not any(
            in_concert(state, unit, giver) for giver in members(near)
        ):
            found |= 1 << unit
    return found


def is_modern(state: State, unit: int) -> bool:
    """[12B] [12B.1] Whether a gun's nation uses modern artillery tactics."""
    return state.date >= NATIONS[state.theatre.counters[unit].nation].modern_artillery


def _halved_by(state: State, unit: int, halves: frozenset[str]) -> bool:
    """[9H] Whether ground that halves guns and motors halves a unit: not mortars [12B6], nor
    mountain artillery [14F2]."""
    kind, tagged = state.kind, state.theatre.tagged
    if kind.artillery >> unit & 1:
        spared = tagged["mortar"] | kind.mountain
        return "artillery" in halves and not spared >> unit & 1
    return "cm" in halves and bool(kind.cm >> unit & 1)


def ground_factors(state: State, unit: int, origin: Hex, ground: Ground) -> list[Factor]:
    """[9H] What the hex and the hexside do to an attacker; nothing in the hex itself [9K]."""
    found = []
    if _halved_by(state, unit, TERRAIN[ground.terrain].halves):
        found.append(Factor("9H", f"into {ground.terrain}", HALF))
    if distance(state, origin, ground.hex) != 1:
        return found
    guns = bool(state.kind.artillery >> unit & 1)
    for kind in state.theatre.sides_between(origin, ground.hex):
        if kind not in HEXSIDES:
            continue
        across = HEXSIDES[kind].attack
        if across != ONE and not guns and not is_frozen(kind, ground):
            found.append(Factor("9H", f"across {kind.replace('_', ' ')}", Fraction(across)))
        if _halved_by(state, unit, HEXSIDES[kind].halves):
            found.append(Factor("9H", f"across {kind.replace('_', ' ')}", HALF))
    return found


def is_frozen(kind: str, ground: Ground) -> bool:
    """Whether water of a kind is frozen where a combat is fought."""
    return kind in WEATHER["freezing"]["frozen"][ground.weather]


def works_factors(state: State, unit: int, ground: Ground) -> list[Factor]:
    """[9H] [13E] [14D1] What works and houses do to an attacker who is no gun."""
    tagged = state.theatre.tagged
    found = []
    engineer = bool((assault_engineers(state) | tagged["siege engineer"]) >> unit & 1)
    if not engineer:
        of_class = {"all": -1, "cavalry": state.kind.cavalry, "cm": state.kind.cm}
        for whom, share in (WORKS[ground.works].attackers or {}).items():
            if of_class[whom] >> unit & 1:
                found.append(Factor("9H", f"against {ground.works}", Fraction(share)))
                break
    if (tagged["assault engineer"] | tagged["flame"]) >> unit & 1:
        if ground.improved == "old":
            found.append(Factor("13E", "engineers against an old fortress", TRIPLE))
        elif ground.improved == "new" or ground.city:
            found.append(Factor("13E", "engineers against fortress or city", DOUBLE))
    if tagged["heavy cavalry"] >> unit & 1 and ground.is_strong:
        found.append(Factor("14D1", "heavy cavalry against works", HALF))
    return found


def gun_factors(
    state: State, unit: int, origin: Hex, ground: Ground, bombards: bool
) -> list[Factor]:
    """[12B] [12B.2] What its kind, its target and its nation make of a gun's attack."""
    gun = state.theatre.counters[unit].type.gun or "heavy"
    found = []
    share = target_factor(gun, fires_at(ground.improved, bool(ground.city)), bombards)
    if share != ONE:
        case = FACTOR_CASES.get(gun, "12B5")
        found.append(Factor(case, f"{gun} artillery against this target", share))
    if bombards:
        return found
    if not is_modern(state, unit):
        found.append(Factor("12B", "old artillery tactics", HALF))
    if distance(state, origin, ground.hex) >= ARTILLERY["bombardment"]["far"]:
        found.append(Factor("12B7", "at long range", HALF))
    return found


def _overstack_factor(state: State, unit: int) -> Factor | None:
    """[8C2.7] What attacks out of an overstack are worth."""
    if not state.overstacked >> unit & 1:
        return None
    return Factor("8C2", "overstacked", HALF if state.kind.artillery >> unit & 1 else QUARTER)


def attack_factors(
    state: State, unit: int, origin: Hex, ground: Ground, table: str, alone: bool, fed: bool | None
) -> list[Factor]:
    """Everything that multiplies the strength of an attacker. ``fed`` is None in an overrun, where
    there is no combat supply [R82]."""
    gun = bool(state.kind.artillery >> unit & 1)
    found = [
        _disruption(state, unit, attacking=True),
        _overstack_factor(state, unit),
        *ground_factors(state, unit, origin, ground),
        supply_factor(state, unit, bool(fed)),
        Factor("12A", "unsupported", HALF) if alone else None,
        *(gun_factors(state, unit, origin, ground, bombards=False) if gun else ()),
        *(() if gun else works_factors(state, unit, ground)),
    ]
    if state.bombarded >> unit & 1 and table:
        # [12C.2]
        found.append(Factor("12C", "has bombarded", HALF))
    if table == POSITIONAL and state.kind.irregular >> unit & 1:
        found.append(Factor("14L", "irregulars in positional combat", HALF))
    return [factor for factor in found if factor is not None]


def defence_factors(
    state: State, unit: int, ground: Ground, table: str, alone: bool, fed: bool | None
) -> list[Factor]:
    """Everything that multiplies the strength of a defender."""
    found = [
        _disruption(state, unit, attacking=False),
        supply_factor(state, unit, bool(fed)),
        Factor("12A", "unsupported", HALF) if alone else None,
    ]
    if state.bombarded >> unit & 1 and table:
        found.append(Factor("12C", "has bombarded", HALF))
    tagged = state.theatre.tagged
    sappers = tagged["assault engineer"] | tagged["flame"] | tagged["siege engineer"]
    if sappers >> unit & 1 and (ground.city or ground.works in STRONGHOLDS):
        case = "13G" if tagged["siege engineer"] >> unit & 1 else "13E"
        found.append(Factor(case, "engineers in a stronghold", DOUBLE))
    if table == POSITIONAL and state.kind.irregular >> unit & 1:
        found.append(Factor("14L", "irregulars in positional combat", HALF))
    return [factor for factor in found if factor is not None]


def multiplied(printed: Exact, factors: Iterable[Factor]) -> Exact:
    """A strength with all its factors [3C2].

    >>> multiplied(7, [Factor("", "", HALF), Factor("", "", HALF)])
    Fraction(7, 4)
    """
    over, under = printed.numerator, printed.denominator
    for factor in factors:
        over *= factor.value.numerator
        under *= factor.value.denominator
    return exact(Fraction(over, under))


# Totals.


def _force(state: State, shares: list[Share]) -> Force:
    """[12B.3] [12B.4] The side's strength after the ratio of its guns to the others; boats are in
    no hex and need nobody beside them [R182]."""
    bound = state.kind.artillery & ~bit_set(state.afloat)
    guns = [n for n, share in enumerate(shares) if bound >> share.unit & 1]
    if not guns:
        return Force(tuple(shares))
    tactics = ARTILLERY["tactics"]
    pieces = [
        Gun(
            shares[n].strength,
            state.re(shares[n].unit),
            tactics["modern" if is_modern(state, shares[n].unit) else "old"]["needs"],
        )
        for n in guns
    ]
    full = in_ratio(pieces, weight(state, (share.unit for share in shares)))
    for n, whole in zip(guns, full, strict=True):
        shares[n] = shares[n]._replace(full=whole)
    return Force(tuple(shares), excess(pieces, full))


def attack(state: State, battle: Battle) -> Force:
    """[9A2] What the attacker brings to a combat."""
    origins = dict(zip(battle.attackers, battle.origins, strict=True))
    fed = {unit for unit, _ in battle.fed}
    return _attack(state, origins, ground_of(state, battle), battle.table or MOBILE, fed)


def defence(state: State, battle: Battle) -> Force:
    """[9A4] [8C2.4] What the defender brings to a combat: without overstacked units."""
    fed = {unit for unit, _ in battle.fed}
    place = ground_of(state, battle)
    return _defence(state, battle.defenders, place, battle.table or MOBILE, fed)


def _attack(
    state: State, origins: dict[int, Hex], place: Ground, table: str, fed: set[int]
) -> Force:
    lone = unsupported(state, origins, place, table)
    shares = []
    for unit, origin in origins.items():
        factors = attack_factors(
            state, unit, origin, place, table, bool(lone >> unit & 1), unit in fed
        )
        printed = printed_attack(state, unit)
        shares.append(Share(unit, printed, tuple(factors), multiplied(printed, factors)))
    return _force(state, shares)


def _defence(state: State, units: Iterable[int], place: Ground, table: str, fed: set[int]) -> Force:
    units = list(units)
    lone = unsupported(state, units, place, table)
    shares = []
    for unit in units:
        factors = defence_factors(state, unit, place, table, bool(lone >> unit & 1), unit in fed)
        printed = printed_defence(state, unit)
        shares.append(Share(unit, printed, tuple(factors), multiplied(printed, factors)))
    return _force(state, shares)


def overrun_attack(state: State, units: Units, origin: Hex, target: Hex) -> Exact:
    """[6F1.1] [6F1] [8C2.3] The attack strength of units that overrun a hex from another: nobody
    has combat
    supply [R82], and artillery of old tactics is halved as in combat [12B]."""
    place = ground(state, target, units)
    origins = dict.fromkeys(members(units & ~state.overstacked), origin)
    return _attack(state, origins, place, "", set()).total


def afloat_attack(state: State, unit: int, bank: Hex) -> Exact:
    """[6F1] [14B2.2] The attack strength of a boat that overruns others."""
    factors = attack_factors(state, unit, bank, _open_water(state, bank), "", False, None)
    return multiplied(printed_attack(state, unit), factors)


def afloat_defence(state: State, unit: int, bank: Hex) -> Exact:
    """[6F1] [14B2.2] The defence strength of a boat that is overrun."""
    factors = defence_factors(state, unit, _open_water(state, bank), "", False, None)
    return multiplied(printed_defence(state, unit), factors)


def _open_water(state: State, bank: Hex) -> Ground:
    return Ground(bank, "clear", state.theatre.weather_in(state.turn, bank))


def overrun_defence(state: State, hex_: Hex, side: int, attackers: Units = 0) -> Exact:
    """[6F1] [6F1.2] The defence strength of a side's units in a hex that is overrun, without
    overstacked
    ones [8C2]."""
    units = state.units(hex_, side) & ~state.overstacked
    return _defence(state, members(units), ground(state, hex_, attackers), "", set()).total


def bombardment(state: State, units: Iterable[int], target: Hex, fed: set[int]) -> Force:
    """[12C] What guns bring to a bombardment; no ratio, and their nation's tactics do not
    matter."""
    place = ground(state, target)
    shares = []
    for unit in units:
        origin = stands_in(state, unit, target)
        factors = [
            _disruption(state, unit, attacking=True),
            _overstack_factor(state, unit),
            *ground_factors(state, unit, origin, place),
            supply_factor(state, unit, unit in fed),
            *gun_factors(state, unit, origin, place, bombards=True),
        ]
        kept = tuple(factor for factor in factors if factor is not None)
        printed = printed_attack(state, unit)
        shares.append(Share(unit, printed, kept, multiplied(printed, kept)))
    return Force(tuple(shares))
