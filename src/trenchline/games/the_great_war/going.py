"""How units pay for the ground [6]: the Terrain Effects Chart [14C] [14D] [14E] [14F] [14G]."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from trenchline.games.the_great_war.components import UNIT_TYPES, Counter
from trenchline.games.the_great_war.tables import (
    HEXSIDES,
    TERRAIN,
    TERRAIN_WEATHER,
    WEATHERS,
    Terrain,
)
from trenchline.games.the_great_war.weather import is_frozen

KNOWING = ("cavalry", "light", "mountain", "irregular", "camel", "over-snow", "high mountain")
"""The tags by which units know the ground better than others."""


class Gait(NamedTuple):
    """A way to pay for the ground."""

    heavy: bool
    """Whether it pays as combat/motorized units and artillery do."""
    tags: frozenset[str]


def _gait(counter: Counter) -> Gait:
    """[14C1] [14D4] [14F2] Horse and mountain guns go as cavalry and mountain units do, motorized
    ones as all that is motorized."""
    tags = counter.tags & frozenset(KNOWING)
    guns = counter.is_artillery and not counter.is_cm
    return Gait(counter.is_cm or (guns and tags.isdisjoint(("cavalry", "mountain"))), tags)


def _gaits() -> tuple[Gait, ...]:
    """Every gait a counter can have: those of the unit types, with the tags of single counters.
    The plain gait comes first."""
    own = ((), ("light",), ("mountain",), ("camel",))
    found = {Gait(heavy=False, tags=frozenset())}
    for kind in UNIT_TYPES.values():
        for more in own:
            tags = frozenset((*kind.tags, *more)) & frozenset(KNOWING)
            for heavy in (False, True):
                found.add(Gait(heavy, tags))
    return tuple(sorted(found, key=lambda gait: (gait.heavy, len(gait.tags), sorted(gait.tags))))


GAITS: Final = _gaits()
_NUMBER: Final = {gait: number for number, gait in enumerate(GAITS)}


def gait_of(counter: Counter) -> int:
    """The number of a counter's gait."""
    return _NUMBER[_gait(counter)]


def hex_cost(terrain: Terrain, weather: str, gait: Gait) -> int:
    """[6] What entering a hex costs off the roads."""
    if terrain.frozen and is_frozen(terrain.kind, weather):
        terrain = TERRAIN[terrain.frozen]
    column = WEATHERS.index(weather)
    cost = (terrain.cm if gait.heavy else terrain.other)[column]
    if weather == "mud" and "cavalry" in gait.tags:
        # [14D] Mud hampers horses and bicycles.
        cost += TERRAIN_WEATHER["cavalry_in_mud"]
    return min([cost, *terrain.exceptional(weather, gait.tags)])


def side_cost(kinds: Iterable[str], weather: str, gait: Gait, pontoon: bool = False) -> int | None:
    """[6] What crossing a hexside costs besides, over a pontoon bridge if there is one [13A7]; None
    if it is prohibited to units of a gait."""
    total = 0
    for kind in kinds:
        side = HEXSIDES[kind]
        if side.frozen is not None and is_frozen(kind, weather):
            total += side.frozen
            continue
        if side.prohibited or weather in side.closed:
            return None
        # [14F1] High mountain units alone; whom they guide goes by their gait.
        if weather in side.high_only and "high mountain" not in gait.tags:
            return None
        total += side.pontoon if pontoon and side.pontoon is not None else side.cost
    return total


PLAIN: Final = _NUMBER[Gait(heavy=False, tags=frozenset())]
"""How a rifle unit goes."""
HIGH: Final = _NUMBER[
    next(gait for gait in GAITS if "high mountain" in gait.tags and not gait.heavy)
]
"""How high mountain units go."""
