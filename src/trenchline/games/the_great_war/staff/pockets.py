"""Who is cut off: the enemy's units behind ours, and where ours could be surrounded [3G].

Isolated units lose their supply, have no way out of a lost battle [9F2] and perish in the end
[11F3]: a division in the enemy's rear may be worth more than one in his trenches.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from trenchline.games.the_great_war.lines import joined_over, open_to_lines
from trenchline.games.the_great_war.staff.situation import Situation
from trenchline.games.the_great_war.staff.stakes import turns_left
from trenchline.games.the_great_war.supply import regular_sources
from trenchline.games.the_great_war.zones import zoc_of
from trenchline.kernel.hexes import Hex, Hexes

LOST = 0.5
"""The share of its worth that a unit of the enemy has lost when it is cut off, with time to
starve."""
WORTH_A_RING = 0.2
"""What it must be worth to close a ring."""
BOLD = 0.5
"""How much danger weighs for those who close it."""
TRIES = 6
"""So many rings are looked at closely."""


class Pockets:
    """What a phase of movement makes of the lines home of both sides."""

    def __init__(self, sit: Situation) -> None:
        self.sit = sit
        self._caught: dict[tuple[int, ...], float] = {}
        self._sources = regular_sources(sit.state, sit.enemy)

    def caught(self) -> float:
        """The strength of the enemy's units that have no line home as ours stand now."""
        sit, state = self.sit, self.sit.state
        key = (state.occupied[sit.side], state.zoc_here[sit.side], state.zoc_from[sit.side])
        if key not in self._caught:
            self._caught[key] = self.caught_in(open_to_lines(state, sit.enemy))
        return self._caught[key]

    def caught_in(self, free: Hexes) -> float:
        """The strength of those who have no line home over some hexes."""
        joined = joined_over(self.sit.state, self._sources, free)
        defence = self.sit.enemy_defence
        return sum(strength for hex_, strength in defence.items() if not joined >> hex_ & 1)

    def worth(self, unit: int, hex_: Hex) -> float:
        """What the pockets are worth that there would be with a unit of ours in a hex."""
        state = self.sit.state
        here = state.where[unit]
        away = hex_ != here
        if away:
            state.move(1 << unit, hex_)
        found = self.caught()
        if away:
            state.move(1 << unit, here)
        return self.rate * found

    @property
    def rate(self) -> float:
        """What it is worth to cut off a point of the enemy's strength now."""
        soon = min(1.0, (turns_left(self.sit.state) - 1) / 2)
        return LOST * soon * self.sit.rates[self.sit.enemy]


class Ring(NamedTuple):
    """Hexes from which units of ours would cut the enemy off."""

    value: float
    hexes: tuple[Hex, ...]


def ring(sit: Situation, able: dict[Hex, list[int]]) -> dict[int, Hex]:
    """Who goes where, one unit or two, to cut off most of the enemy, if that is worth the risk;
    ``able`` says who could stand in which hex."""
    state = sit.state
    pockets = Pockets(sit)
    free = open_to_lines(state, sit.enemy)
    before = pockets.caught()
    closing = {
        hex_: zone & free
        for hex_, units in able.items()
        if (zone := zoc_of(state, hex_, 1 << units[0])) & free
    }
    risks = {hex_: _risk(sit, able[hex_][0], hex_) for hex_ in closing}
    found: list[Ring] = []
    for count in (1, 2):
        for hexes in combinations(closing, count):
            closed = 0
            for hex_ in hexes:
                closed |= closing[hex_]
            gained = pockets.caught_in(free & ~closed) - before
            value = pockets.rate * gained - sum(risks[hex_] for hex_ in hexes)
            if gained > 0 and value > WORTH_A_RING:
                found.append(Ring(value, hexes))
    for best in sorted(found, reverse=True)[:TRIES]:
        posts = _assigned(best.hexes, able)
        if posts is not None and _closes(pockets, posts, before):
            return posts
    return {}


def _risk(sit: Situation, unit: int, hex_: Hex) -> float:
    """What a unit may lose that goes far ahead."""
    over = sit.threat(hex_) / (sit.firmness(hex_) * max(0.5, sit.defence_of(unit))) - 1
    cut_off = 0.0 if sit.home >> hex_ & 1 else 0.5
    return sit.rates[sit.side] * sit.defence_of(unit) * (max(0.0, min(1.0, over)) * BOLD + cut_off)


def _assigned(hexes: tuple[Hex, ...], able: dict[Hex, list[int]]) -> dict[int, Hex] | None:
    """A unit of its own for every hex."""
    posts: dict[int, Hex] = {}
    for hex_ in sorted(hexes, key=lambda h: len(able[h])):
        unit = next((one for one in able[hex_] if one not in posts), None)
        if unit is None:
            return None
        posts[unit] = hex_
    return posts


def _closes(pockets: Pockets, posts: dict[int, Hex], before: float) -> bool:
    """Whether it is still closed when they have left where they are."""
    state = pockets.sit.state
    starts = {unit: state.where[unit] for unit in posts}
    for unit, hex_ in posts.items():
        state.move(1 << unit, hex_)
    closed = pockets.caught() > before
    for unit, hex_ in starts.items():
        state.move(1 << unit, hex_)
    return closed
