"""Rule 5B: who owns a hex, and what follows at once when it changes hands."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import TypeVar

from trenchline.games.the_great_war.bridges import win_bridges
from trenchline.games.the_great_war.components import SIDES
from trenchline.games.the_great_war.manpower import note_captures
from trenchline.games.the_great_war.rail_capacity import captured_on_net
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.tables import WORKS, succeeds
from trenchline.games.the_great_war.zones import reach
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Throw

K = TypeVar("K", bound=Hashable)
OWNS = ("The Entente owns", "The Central Powers own")
EQUIPMENT = 2
"""[3A3.2] The size of an equipment point in quarters of an RE."""


def settle(state: State) -> None:
    """[5B] Hexes change hands where they must: to whom occupies them with a zone of control, and to
    whose zone alone reaches into them. Cities change hands by occupation only [5B.1]; a
    contested hex is settled by its clock [9J]."""
    if state.attached:
        part(state)
    here = state.zoc_here
    both = here[0] & here[1]
    # [15G] A siege has no effect on ownership.
    fixed = state.besieged[0] | state.besieged[1]
    for hex_ in state.contested:
        fixed |= 1 << hex_
    reaches = reach(state, 0), reach(state, 1)
    land = state.theatre.land & ~fixed
    for side in (0, 1):
        enemy = here[1 - side] | reaches[1 - side]
        uncontested = reaches[side] & ~enemy & ~(state.theatre.cities & state.owned[1 - side])
        gained = (here[side] & ~both | uncontested) & land & ~state.owned[side]
        if gained:
            capture(state, side, gained)


def part(state: State) -> None:
    """[12B6] Guns that have been parted from the staff of their artillery division, by a retreat or
    its loss, belong to it no more."""
    where = state.where
    for unit, hq in list(state.attached.items()):
        if where[unit] != where[hq]:
            del state.attached[unit]


def capture(state: State, side: int, hexes: Hexes) -> None:
    """[5B.2] A side gains hexes, with everything in them, for all purposes at once."""
    theatre = state.theatre
    taken = hexes & state.owned[1 - side]
    state.owned[1 - side] &= ~hexes
    state.owned[side] |= hexes
    win_bridges(state, side)
    # [7A7] Captured lines are obstructed.
    state.obstructed |= hexes & theatre.rails
    if state.log is not None and taken:
        state.detail("{} {:hexes} [5B]", OWNS[side], tuple(members(taken)))
    # [11C2a] A city the enemy has owned is no source any more, for either side.
    state.lost_sources |= taken & theatre.major_cities
    _take_works(state, taken)
    if taken & theatre.major_cities:
        note_captures(state, side, taken)
    captured_on_net(state, side, hexes)
    for hex_ in members(hexes):
        goods = goods_in(state, hex_)
        if goods:
            state.stack.append(CaptureGoods(side, hex_, goods))


def _take_works(state: State, taken: Hexes) -> None:
    """[15B] Works lose a level when they are captured, and fortresses their improvements."""
    for hex_ in [hex_ for hex_ in state.works if taken >> hex_ & 1]:
        left = WORKS[state.works[hex_]].captured
        if left == "none":
            del state.works[hex_]
        else:
            state.works[hex_] = left
    for hex_ in state.theatre.fortresses:
        if taken >> hex_ & 1:
            state.unimproved |= 1 << hex_
            state.lost_fortresses |= 1 << hex_


def goods_in(state: State, hex_: Hex) -> int:
    """[11H] How many logistics items lie in a hex."""
    found = state.resources.get(hex_, 0)
    found += state.equipment.get(hex_, 0) // EQUIPMENT
    if state.gsps:
        found += sum(points for (place, _), points in state.gsps.items() if place == hex_)
    return found


@dataclass(frozen=True, slots=True)
class CaptureGoods(Throw[State]):
    """[11H.2] Each logistics item in a captured hex is captured by a success, else eliminated."""

    side: int
    hex: Hex
    items: int

    def dice(self, state: State) -> tuple[int, ...]:
        return (6,) * min(self.items, goods_in(state, self.hex))

    def purpose(self, state: State) -> str:
        name = state.theatre.board.name(self.hex)
        return f"{SIDES[self.side]}: one die for each logistics item in {name} [11H]"

    def thrown(self, state: State, values: tuple[int, ...]) -> None:
        rolls = list(values)
        lost = 0
        points = state.resources.get(self.hex, 0)
        for _ in range(points):
            if rolls and not succeeds(rolls.pop()):
                lost += 1
        _leave(state.resources, self.hex, points - lost)
        state.points_gone += lost
        # [16B3] Equipment points are captured like logistics items.
        parts = state.equipment.get(self.hex, 0) // EQUIPMENT
        kept = sum(1 for _ in range(parts) if not rolls or succeeds(rolls.pop()))
        _leave(state.equipment, self.hex, kept * EQUIPMENT)
        for key in sorted(key for key in state.gsps if key[0] == self.hex):
            kept = sum(1 for _ in range(state.gsps[key]) if not rolls or succeeds(rolls.pop()))
            _leave(state.gsps, key, kept)


def _leave(amounts: dict[K, int], key: K, left: int) -> None:
    if left:
        amounts[key] = left
    else:
        amounts.pop(key, None)
