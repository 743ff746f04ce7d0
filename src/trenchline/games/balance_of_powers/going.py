"""Chapter 9: how land units get from one location to the next, and what it costs [9.13] [9.4].

A step costs one movement point, or all that are left. The former are ``easy``, the latter ``hard``;
who goes on after a hard step has nothing to go on with.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, reduce
from typing import NamedTuple

from trenchline.games.balance_of_powers.components import (
    AH,
    BOARD,
    DK,
    GE,
    GRID,
    HOME,
    LAND,
    LAND_BOXES,
    MARMARA,
    OCEAN_BOXES,
    PORT_BOXES,
    TERRAIN,
    WATER,
)
from trenchline.kernel.bits import lowest, members
from trenchline.kernel.floods import (
    Ways,
    backwards,
    join_ways,
    open_ways,
    parts,
    step,
    ways,
    ways_into,
)
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.links import join_links, links_between


def _sides(*kinds: str) -> list[Hexes]:
    return [
        reduce(lambda a, b: a | b, (BOARD.sides[kind][direction] for kind in kinds), 0)
        for direction in range(6)
    ]


RUGGED: Hexes = TERRAIN["forest"] | TERRAIN["jungle"] | TERRAIN["marsh"] | TERRAIN["mountain"]
"""Hexes that cost all movement points that are left [9.13] [1.22/forest] [1.22/marsh]
[1.22/mountain]."""
_BOX_LINKS = BOARD.links["land"]
_TO_BOXES = _BOX_LINKS.into(LAND_BOXES)
_FROM_BOXES = _BOX_LINKS.into(LAND)

# [9.13.1] Nobody marches over the sea or a red bar [1.22/red], only flotillas over lakes
# [9.13.3]. Water within a hex is in nobody's way [9.13.4]: sides alone count.
_MARCH = open_ways(GRID, LAND, _sides("ocean", "red", "lake", "alpine_pass"))
_PASSES = ways_into(ways(GRID, _sides("mountain_pass")), TERRAIN["mountain"])
EASY: Ways = join_ways(ways_into(_MARCH, LAND & ~RUGGED), _PASSES)._replace(
    links=_FROM_BOXES.into(LAND & ~RUGGED)
)
"""Steps that cost one movement point: into the open [1.22/open], deserts [1.22/desert] and towns
[1.22/population-center], over rivers [1.22/river], and into a mountain over a pass
[1.22/mountain-pass]."""
_OFF_THE_PASSES = ways_into(
    open_ways(
        GRID,
        LAND,
        _sides("ocean", "red", "lake", "alpine_pass", "mountain_pass"),
    ),
    TERRAIN["mountain"],
)
HARD: Ways = join_ways(_OFF_THE_PASSES, ways_into(_MARCH, RUGGED & ~TERRAIN["mountain"]))._replace(
    links=join_links(_FROM_BOXES.into(RUGGED), _TO_BOXES)
)
"""Steps that cost all that are left: rugged ground, and port boxes [9.4]."""
ALPINE: Ways = join_ways(HARD, ways_into(ways(GRID, _sides("alpine_pass")), LAND))
"""The same for mountain corps, who alone cross alpine passes [9.13.2]
[1.22/alpine-pass]."""
MARCHABLE: Ways = join_ways(EASY, HARD)
"""[2.521] Where a land unit could march, for supply and reserves; map edges lead to boxes
[2.52]."""
TRACKS: Ways = ways(GRID, _sides("rail"))
"""Hexsides that a railway crosses [9.22] [1.22/rail]."""
RIVERS: Ways = ways(GRID, _sides("river", "canal"))
CANALS: Ways = ways(GRID, _sides("canal"))
LAKES: Ways = ways(GRID, _sides("lake"))
SEA: Ways = open_ways(GRID, BOARD.where("kind", "water", "coast"), _sides("no_ship"))._replace(
    links=BOARD.links["sea"]
)
"""Where ships sail: water hexes, and the boxes of the Sea Chart; corners alone join no boxes
[2.52.1]."""


@lru_cache(maxsize=16)
def joined(ways: Ways, pairs: tuple[tuple[Hex, Hex], ...]) -> Ways:
    """Ways at sea with some places joined that are not on the map [12.9/omit-africa]."""
    if not pairs:
        return ways
    links = links_between([(1 << one, 1 << other) for one, other in pairs])
    return ways._replace(links=join_links(ways.links, links))


BARRED: Hexes = HOME[AH] | HOME[DK] | HOME[GE] | MARMARA
"""[6.451.1] Coasts that the fleets of the Entente keep away from."""
PERMITTED: Hexes = (WATER | PORT_BOXES | OCEAN_BOXES) & ~BARRED
"""[6.451.1] The waters that are left to them."""
BASINS: tuple[Hexes, ...] = tuple(parts(PERMITTED, SEA))
"""Seas that hang together: the Baltic and the Black Sea lie apart from the others."""


Turns = tuple[tuple[Hex, Hexes, Hexes], ...]
"""Where steps from a location differ from the map: hard ones more, and any ones less."""


class March(NamedTuple):
    """Where a force can go: by movement points spent, and where it must stop."""

    levels: tuple[Hexes, ...]
    """What is reached by easy steps alone, by how many; the start is the first."""
    stops: tuple[Hexes, ...]
    """What is entered by a hard step from the level of the same number."""
    alpine: bool
    """Whether all are mountain corps."""
    turns: Turns = ()
    """What differs from the map."""

    @property
    def reached(self) -> Hexes:
        """Everywhere, but for the start."""
        found = 0
        for level in (*self.levels[1:], *self.stops):
            found |= level
        return found

    def way(self, goal: Hex) -> tuple[list[Hex], bool]:
        """The cheapest way to a location that is reached, and whether its last step is a hard one.
        Of two that cost the same the easy one is taken: something is left to go on with."""
        for number, level in enumerate(self.levels):
            if number and level >> goal & 1:
                return self._back(goal, number), False
        for number, stops in enumerate(self.stops):
            if stops >> goal & 1:
                before = self.levels[number] & hard_into(goal, self.alpine)
                for place, more, less in self.turns:
                    before &= ~((less >> goal & 1) << place)
                    before |= (more >> goal & 1) << place & self.levels[number]
                return [*self._back(lowest(before), number), goal], True
        raise ValueError(f"{GRID.label(goal)} is out of reach")

    def _back(self, goal: Hex, number: int) -> list[Hex]:
        if number == 0:
            return []
        way = [goal]
        for level in reversed(self.levels[1:number]):
            before = level & easy_into(way[-1])
            for place, _, less in self.turns:
                before &= ~((less >> way[-1] & 1) << place)
            way.append(lowest(before))
        return way[::-1]


def nothing_full(places: Hexes) -> Hexes:
    """For a force that finds room everywhere."""
    return 0


@lru_cache(maxsize=8192)
def easy_from(place: Hex) -> Hexes:
    """Where a step from a location leads that costs one movement point."""
    return step(1 << place, EASY)


@lru_cache(maxsize=8192)
def hard_from(place: Hex, alpine: bool = False) -> Hexes:
    """Where a step from a location leads that costs all points that are left."""
    return step(1 << place, ALPINE if alpine else HARD)


@lru_cache(maxsize=8192)
def _steps_from(place: Hex, alpine: bool) -> tuple[Hexes, Hexes]:
    """Hard and easy steps from a location."""
    return hard_from(place, alpine), easy_from(place)


@lru_cache(maxsize=8192)
def easy_into(place: Hex) -> Hexes:
    """From where a step leads into a location that costs one movement point."""
    return step(1 << place, backwards(EASY))


@lru_cache(maxsize=8192)
def hard_into(place: Hex, alpine: bool) -> Hexes:
    """From where a step leads into a location that costs all points that are left."""
    return step(1 << place, backwards(ALPINE if alpine else HARD))


def march(
    start: Hex,
    points: int,
    free: Hexes,
    alpine: bool = False,
    full: Callable[[Hexes], Hexes] = nothing_full,
    turns: Turns = (),
) -> March:
    """[9.11] Where a force can march with so many points, through locations that are free. Whether
    there is room is asked only of what it comes to."""
    level = seen = 1 << start
    levels, stops = [level], []
    changed = {place: (more, less) for place, more, less in turns}
    for _ in range(points):
        stop = ahead = 0
        for place in members(level):
            hard, easy = _steps_from(place, alpine)
            if changed and place in changed:
                more, less = changed[place]
                hard, easy = (hard | more) & ~less, easy & ~less
            stop |= hard
            ahead |= easy
        new = (stop | ahead) & free & ~seen
        new &= ~full(new)
        stops.append(stop & new)
        level = ahead & new
        seen |= level
        levels.append(level)
        if not level:
            break
    return March(tuple(levels), tuple(stops), alpine, turns)


@lru_cache(maxsize=8192)
def beside(place: Hex, alpine: bool = False) -> Hexes:
    """Where a corps could march from a location in one step."""
    return easy_from(place) | hard_from(place, alpine)


def is_hard(origin: Hex, target: Hex, alpine: bool = False) -> bool:
    """Whether a step costs all the points that are left [9.13]."""
    if easy_from(origin) >> target & 1:
        return False
    assert hard_from(origin, alpine) >> target & 1
    return True


def over_river(origin: Hex, target: Hex) -> bool:
    """[10.564] Whether a river or a canal lies between two hexes."""
    return bool(step(1 << origin, RIVERS) >> target & 1)
