"""Rule 3A: units by size, class and regimental equivalents, as sets of counters.

A counter has two faces [3A]: its own, and on its reverse perhaps a cadre or a remnant. What a unit
is may depend on the face that shows, so sets come in pairs: ``front`` and ``back``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from trenchline.games.the_great_war.components import Counter, Face, Units
from trenchline.games.the_great_war.theatre import Theatre
from trenchline.kernel.bits import bit_set

QUARTERS = 4
"""Regimental equivalents and movement points are counted in quarters, so that all are whole."""
FAST = (7, 8)
"""[14C4] The printed movement ratings of fast units."""
HEADQUARTERS = ("army", "corps", "artillery_hq")
NONDIVISIONAL = ("brigade", "regiment", "battalion", "cadre", "remnant")
"""[3A1] Sizes below a division."""


class Faces(NamedTuple):
    """The units of which something is true on their front, and on their back."""

    front: Units
    back: Units

    def showing(self, reduced: Units) -> Units:
        """Those of which it is true now, where some show their back."""
        return self.front & ~reduced | self.back & reduced


@dataclass(frozen=True, eq=False)
class Kinds:
    """Every counter of a theatre by what it is."""

    army_hq: Units
    corps_hq: Units
    art_hq: Units
    artillery: Units
    cm: Units
    cavalry: Units
    light: Units
    mountain: Units
    high_mountain: Units
    irregular: Units
    over_snow: Units
    fortress: Units
    railroad: Units
    mixed: Units
    rail_only: Units
    water_only: Units
    infantry: Faces
    """[14H] Infantry in the rulebook's sense: those of infiltration tactics."""
    fast: Faces
    """[14C4] Fast combat and motorized units."""
    divisional: Faces
    nondivisional: Faces
    supported: Faces
    """[12A] Units that need nobody's support ..."""
    supporters: Faces
    """... and those that support others in their hex."""
    zoc_adjacent: Faces
    """[5A.3] Units whose zone reaches into adjacent hexes anywhere ..."""
    zoc_desert: Faces
    """[5A.4] ... and those whose zone does so in the Arctic and the Desert at least."""
    defends: Faces
    """Units with a defence strength above zero."""
    re: tuple[tuple[int, ...], tuple[int, ...]]
    """[3A3] Regimental equivalents in quarters, by face."""
    movement: tuple[tuple[int, ...], tuple[int, ...]]
    """Printed movement ratings in points, by face."""
    plain: Units
    """Units whose attack strength nothing multiplies: no artillery, no engineers of any kind."""
    immobile: Faces
    """[14B3] Units that never move: of a rating of 0, and not bound to rails or water."""
    recruits: Units
    """[16B3] Manpower points on the map."""
    uncounted: Units
    """[8A4] Units that never count against stacking."""
    no_zone: Units
    """[5A.2] [14N] [14N1] Headquarters never have a zone of control."""


def kinds_of(theatre: Theatre) -> Kinds:
    """[14A] [14D5] The kinds of a theatre's counters; who bears two symbols is of both."""
    return _kinds(theatre.base or theatre)


@lru_cache(maxsize=16)
def _kinds(theatre: Theatre) -> Kinds:
    counters = theatre.counters

    def which(true: Callable[[Counter], bool]) -> Units:
        return bit_set(n for n, c in enumerate(counters) if true(c))

    def tagged(tag: str) -> Units:
        return which(lambda c: tag in c.tags)

    def faces(true: Callable[[Counter, Face], bool]) -> Faces:
        return Faces(
            which(lambda c: true(c, c.front)),
            which(lambda c: true(c, c.back or c.front)),
        )

    army = which(lambda c: c.front.size == "army")
    corps = which(lambda c: c.front.size == "corps")
    art = which(lambda c: c.front.size == "artillery_hq")
    # [14B] Who moves by rail or water only, or not at all, is of restricted movement.
    restricted = which(lambda c: bool(c.limit) or c.front.movement == 0)
    return Kinds(
        army_hq=army,
        corps_hq=corps,
        art_hq=art,
        artillery=which(lambda c: c.is_artillery),
        cm=which(lambda c: c.is_cm),
        cavalry=tagged("cavalry"),
        light=tagged("light"),
        mountain=tagged("mountain"),
        high_mountain=tagged("high mountain"),
        irregular=tagged("irregular"),
        over_snow=tagged("over-snow"),
        fortress=tagged("fortress"),
        railroad=tagged("railroad"),
        mixed=tagged("mixed"),
        rail_only=which(lambda c: c.limit == "rail"),
        water_only=which(lambda c: c.limit == "water"),
        infantry=faces(_is_infantry),
        fast=faces(lambda c, face: c.is_cm and face.movement in FAST),
        divisional=faces(lambda c, face: face.size == "division"),
        nondivisional=faces(lambda c, face: face.size in NONDIVISIONAL),
        supported=faces(_is_supported),
        supporters=faces(lambda c, face: _is_supported(c, face) and face.support != "self"),
        zoc_adjacent=faces(
            lambda c, face: (
                _may_reach(c, face) and face.size == "division" and face.support != "none"
            )
        ),
        zoc_desert=faces(lambda c, face: _may_reach(c, face) and face.size in WIDE_IN_THE_DESERT),
        defends=faces(lambda c, face: face.defence > 0),
        re=(
            tuple(c.quarters(0) for c in counters),
            tuple(c.quarters(1 if c.back else 0) for c in counters),
        ),
        movement=(
            tuple(c.front.movement for c in counters),
            tuple((c.back or c.front).movement for c in counters),
        ),
        plain=which(
            lambda c: not c.is_artillery and not any("engineer" in tag for tag in (*c.tags, c.kind))
        )
        & ~tagged("flame"),
        immobile=faces(lambda c, face: face.movement == 0 and not c.limit),
        recruits=which(lambda c: c.kind == "manpower point"),
        uncounted=army | corps | tagged("transport") | restricted,
        no_zone=army | corps | art,
    )


WIDE_IN_THE_DESERT = ("division", "brigade", "regiment", "cadre")


def _is_infantry(counter: Counter, face: Face) -> bool:
    return "infantry" in counter.tags


def _is_supported(counter: Counter, face: Face) -> bool:
    """[12A] Divisions without the hollow circle, artillery, and whoever has the black dot."""
    if counter.is_artillery or face.support == "self":
        return True
    strong = face.attack > 0 or face.defence > 0
    return face.size == "division" and face.support == "full" and strong


def _may_reach(counter: Counter, face: Face) -> bool:
    """[5A.5] Whether a face is strong enough for a zone beyond its hex, and of the kind."""
    strong = face.attack > 0 or face.defence > 0
    return strong and not counter.is_artillery and face.size not in HEADQUARTERS
