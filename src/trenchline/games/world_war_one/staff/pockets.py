"""Pockets: which enemy armies an army cuts off by standing in a hex [9.31].

An army out of supply fights at half its strength, cannot pay, and is gone for good when the turn
ends [9.2]. The Central Powers move last in a turn [4.0/2]: whoever they surround then has no move
left to get out. What the Allies surround before that may still march away.
"""

from __future__ import annotations

from trenchline.games.world_war_one.components import BESIDE, MARCH, PLAY
from trenchline.games.world_war_one.staff.stakes import nearest
from trenchline.games.world_war_one.state import State
from trenchline.games.world_war_one.supply import sources
from trenchline.games.world_war_one.zones import zone
from trenchline.kernel.floods import Regions
from trenchline.kernel.hexes import Hex, Hexes

LINES = Regions(MARCH)
CLOSE = 3
"""How near to an enemy army one must be to shut it in."""


class Pockets:
    """The enemy's supply lines as they run without one of our armies."""

    def __init__(self, state: State, side: int, gone: Hexes) -> None:
        enemy = 1 - side
        self.state = state
        self.enemies = state.armies[enemy]
        self.openers: Hexes = state.armies[enemy] | state.forts[enemy]
        walls = state.armies[side] & ~gone | state.forts[side] | state.neutral_land
        self.lines: Hexes = PLAY & ~(walls | zone(state, side, gone) & ~self.openers)
        self.nations = [n for n in state.nations_of(enemy) if state.held[n]]
        self.already = self._cut_off(self.lines)

    def _cut_off(self, lines: Hexes) -> Hexes:
        """The armies that cannot trace supply over these hexes."""
        found = 0
        for nation in self.nations:
            fed = LINES.joined(sources(self.state, nation, lines), lines)
            found |= self.state.held[nation] & ~fed
        return found

    def shut_in(self, hex_: Hex) -> int:
        """How many armies would lose their supply if ours stood in the hex."""
        closed = (1 << hex_ | BESIDE[hex_] & ~self.openers) & self.lines
        if not closed or nearest(hex_, self.enemies) > CLOSE:
            return 0
        return (self._cut_off(self.lines & ~closed) & ~self.already).bit_count()
