"""Artillery in combat and bombardment [12B]: what its target makes of it, whether its nation uses
modern tactics, and how much of it fights at full strength beside how many others."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from trenchline.games.the_great_war.tables import ARTILLERY
from trenchline.kernel.exact import Exact, exact

FIELD, HEAVY, SIEGE, HEAVY_SIEGE, COAST = "field", "heavy", "siege", "heavy siege", "coast"
KINDS = (FIELD, HEAVY, SIEGE, HEAVY_SIEGE, COAST)
GREAT, OLD, NEW, OPEN = "improved great", "improved old", "improved new", ""
"""What guns find in the hex they fire at: the kind of improved fortress, ``NEW`` for a major city
without one as well, or nothing that matters to them [12B1] to [12B4]."""

ATTACK_FACTORS: dict[str, dict[str, Fraction]] = {
    kind: {target: Fraction(ARTILLERY[f"{target} fortress"][kind]) for target in (GREAT, OLD, NEW)}
    for kind in KINDS
}
"""[12B1] to [12B5] What each kind of gun is multiplied by, by what it fires at."""
BOMBARDING = {kind: Fraction(ARTILLERY["bombarding"][kind]) for kind in KINDS}
FACTOR_CASES = {FIELD: "12B1", HEAVY: "12B2", SIEGE: "12B3", HEAVY_SIEGE: "12B4"}
EXCESS: int = ARTILLERY["tactics"]["excess"]
"""[12B] What all artillery beyond the ratio brings together, at most."""
QUARTERS = 4
"""Sizes are counted in quarters of a regimental equivalent."""


def fires_at(fortress: str, major_city: bool) -> str:
    """[12B] [R75] What guns find in a hex with an improved fortress of some kind (``great``,
    ``old``, ``new`` or none) and perhaps a major city: the fortress counts before the city.

    >>> fires_at("old", True), fires_at("", True), fires_at("great", True)
    ('improved old', 'improved new', 'improved great')
    """
    if fortress:
        return {"great": GREAT, "old": OLD, "new": NEW}[fortress]
    return NEW if major_city else OPEN


def target_factor(kind: str, target: str, bombards: bool = False) -> Fraction:
    """[12B1] to [12B5] What a gun's attack strength is multiplied by; field artillery bombards with
    half, whatever it fires at, and coast artillery counts as heavy.

    >>> target_factor(HEAVY, OLD), target_factor(FIELD, NEW, bombards=True)
    (Fraction(2, 1), Fraction(1, 2))
    """
    if bombards and BOMBARDING[kind] != 1:
        return BOMBARDING[kind]
    return ATTACK_FACTORS[kind].get(target, Fraction(1))


class Gun(NamedTuple):
    """A piece of artillery that fights."""

    strength: Exact
    """Modified by everything but the ratio."""
    size: int
    """In quarters of an RE."""
    needs: int
    """How many REs of others each RE of it needs: one with modern tactics, else two [12B]."""


def in_ratio(guns: Sequence[Gun], others: int) -> tuple[bool, ...]:
    """[12B] [R76] Which guns fight at full strength beside so many quarters of an RE of others: the
    choice that brings their owner most.

    >>> in_ratio([Gun(8, 4, 2), Gun(8, 4, 2), Gun(8, 4, 2)], 8)
    (True, False, False)
    """
    room = [gun.size * gun.needs for gun in guns]
    if sum(room) <= others:
        return (True,) * len(guns)
    best: dict[int, tuple[Exact, int]] = {0: (0, 0)}
    """For each room taken, the strength in it and the set of guns that bring it."""
    for number, gun in enumerate(guns):
        for taken, (strength, chosen) in list(best.items()):
            more = taken + room[number]
            if more > others:
                continue
            found = (strength + gun.strength, chosen | 1 << number)
            if more not in best or found[0] > best[more][0]:
                best[more] = found
    # Of equally strong choices the one of the first guns.
    _, chosen = max(best.values(), key=lambda found: (found[0], -found[1]))
    return tuple(bool(chosen >> number & 1) for number in range(len(guns)))


def excess(guns: Sequence[Gun], full: Sequence[bool]) -> Exact:
    """[12B] What the guns beyond the ratio bring together.

    >>> excess([Gun(8, 4, 2), Gun(8, 4, 2)], (True, False))
    1
    """
    rest = sum((gun.strength for gun, whole in zip(guns, full, strict=True) if not whole), 0)
    return exact(min(Fraction(EXCESS), Fraction(rest)))
