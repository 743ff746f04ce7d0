"""The counters of a theatre, by what they are: types, tags, sizes, gaits [3A]."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from trenchline.games.the_great_war.components import CODES, TAGS, UNIT_TYPES, Counter, Units
from trenchline.games.the_great_war.going import gait_of
from trenchline.kernel.bits import bit_set
from trenchline.kernel.rosters import Roster


class OrderOfBattle(Roster[Counter]):
    """All counters of a theatre, and which of them are what."""

    codes: ClassVar[tuple[str, ...]] = CODES

    @cached_property
    def of_kind(self) -> dict[str, Units]:
        """The counters of each unit type."""
        return {
            kind: bit_set(n for n, counter in enumerate(self.counters) if counter.kind == kind)
            for kind in UNIT_TYPES
        }

    @cached_property
    def tagged(self) -> dict[str, Units]:
        """The counters with each tag."""
        return {
            tag: bit_set(n for n, counter in enumerate(self.counters) if tag in counter.tags)
            for tag in TAGS
        }

    @cached_property
    def artillery(self) -> Units:
        """All artillery [3A2]."""
        return bit_set(n for n, counter in enumerate(self.counters) if counter.is_artillery)

    @cached_property
    def cm(self) -> Units:
        """All combat/motorized units [3A2]."""
        return bit_set(n for n, counter in enumerate(self.counters) if counter.is_cm)

    @cached_property
    def headquarters(self) -> Units:
        """Army headquarters [14M]."""
        return self.tagged["army hq"]

    @cached_property
    def higher_headquarters(self) -> Units:
        """Headquarters of armies, corps and artillery divisions, which have no zone [5A]."""
        return self.tagged["army hq"] | self.tagged["corps hq"] | self.tagged["art hq"]

    @cached_property
    def divisions(self) -> Units:
        """Counters whose front is a division."""
        return bit_set(n for n, c in enumerate(self.counters) if c.front.size == "division")

    @cached_property
    def gait(self) -> tuple[int, ...]:
        """How each counter pays for the ground: a number into ``GAITS``."""
        return tuple(gait_of(counter) for counter in self.counters)
