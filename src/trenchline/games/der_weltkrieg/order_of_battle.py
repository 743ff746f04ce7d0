"""The counters of a theatre, by what they are: kinds, sizes, gaits [3] [10-2] [29-1]."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from trenchline.games.der_weltkrieg.components import (
    ARTILLERY,
    CAVALRY,
    CODES,
    HIGHLANDERS,
    INFANTRY,
    KINDS,
    NATIONS,
    STRENGTHENED,
    Counter,
    Units,
)
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.rosters import Roster

NORMAL, MOUNTAIN = 0, 1
"""Gaits: how the terrain is paid for [32-1]."""


def is_highlander(counter: Counter) -> bool:
    """[41-5] Whether a unit is Russian infantry that counts as mountain units."""
    return (
        counter.nation == "RU"
        and counter.kind == "infantry"
        and not counter.traits.isdisjoint(HIGHLANDERS)
    )


class OrderOfBattle(Roster[Counter]):
    """All counters of a theatre, and which of them are what."""

    codes = CODES
    spares: frozenset[str] | None
    """Counters kept to take the place of others [24-3] [27-1]; all that are not in use if None."""

    @cached_property
    def spare_units(self) -> Units:
        """Counters that may come out of the box to take the place of others."""
        if self.spares is None:
            return (1 << len(self.counters)) - 1
        return bit_set(self.unit[key] for key in self.spares)

    @cached_property
    def components(self) -> Units:
        """[27-1] Infantry and cavalry smaller than a division."""
        return bit_set(
            n
            for n in members(self.infantry | self.cavalry)
            if self.counters[n].size in ("brigade", "regiment")
        )

    @cached_property
    def divisions(self) -> Units:
        """Infantry and cavalry divisions."""
        return bit_set(
            n for n in members(self.infantry | self.cavalry) if self.counters[n].size == "division"
        )

    def _units(self, kinds: Iterable[str]) -> Units:
        wanted = set(kinds)
        return bit_set(n for n, counter in enumerate(self.counters) if counter.kind in wanted)

    @cached_property
    def of_kind(self) -> dict[str, Units]:
        """The counters of each kind."""
        return {kind: self._units((kind,)) for kind in KINDS}

    @cached_property
    def infantry(self) -> Units:
        """The infantry family [10-2], and cavalry that has been strengthened [31-4]."""
        return self._units(INFANTRY) | bit_set(
            n for n, counter in enumerate(self.counters) if STRENGTHENED in counter.traits
        )

    @cached_property
    def cavalry(self) -> Units:
        """All cavalry."""
        return self._units(CAVALRY)

    @cached_property
    def fighters(self) -> Units:
        """Infantry and cavalry: those who hold ground and exert zones of control [10-2]."""
        return self.infantry | self.cavalry

    @cached_property
    def artillery(self) -> Units:
        """Artillery and siege artillery [29-1]."""
        return self._units(ARTILLERY)

    @cached_property
    def combat_units(self) -> Units:
        """Ground combat units; RPL are none [24-1]."""
        return self.infantry | self.cavalry | self.artillery

    @cached_property
    def posts(self) -> Units:
        """Forts and headquarters, which must be attacked to be removed [R17]."""
        return self._units(("fortress", "headquarters"))

    @cached_property
    def half_divisions(self) -> tuple[int, ...]:
        """What each counter weighs in a stack."""
        return tuple(counter.half_divisions for counter in self.counters)

    @cached_property
    def gait(self) -> tuple[int, ...]:
        """How each counter pays for terrain: mountain units walk lighter [32-1] [41-5] [43-5]
        [45-2] [48-2]; Ottomans only outside winter, which whoever moves them must ask [46-3]."""
        return tuple(
            MOUNTAIN
            if counter.kind == "mountain"
            or "mountain" in counter.traits
            or is_highlander(counter)
            or (
                counter.kind == "infantry"
                and NATIONS[counter.nation].mountain_infantry
                and counter.nation != "OT"
            )
            else NORMAL
            for counter in self.counters
        )

    @cached_property
    def mountaineers(self) -> Units:
        """Counters that pay for terrain as mountain units in any season."""
        return bit_set(n for n, gait in enumerate(self.gait) if gait == MOUNTAIN)

    @cached_property
    def summer_mountaineers(self) -> Units:
        """[46-3] Ottoman infantry, mountain units except in winter."""
        return self.of_kind["infantry"] & self.of_nation["OT"]

    @cached_property
    def mobile(self) -> Units:
        """Counters that can move at all [6-1]."""
        return bit_set(n for n, counter in enumerate(self.counters) if counter.movement)

    @cached_property
    def in_column(self) -> Units:
        """Counters of a kind that marches in column [6-10]; supply markers like them [18-8]."""
        mobile = self.infantry | self.cavalry
        return mobile | self.of_kind["engineer"] | self.of_kind["supply"]

    @cached_property
    def flotillas(self) -> Units:
        """River flotillas [36]."""
        return self.of_kind["flotilla"]

    @cached_property
    def rail_bound(self) -> Units:
        """[6-12] Counters that live on the rails."""
        return bit_set(n for n, counter in enumerate(self.counters) if counter.movement < 0)
