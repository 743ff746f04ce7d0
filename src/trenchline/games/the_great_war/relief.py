"""Rule 15G.1: a siege is lifted at once when friends of the besieged stand next to the hex; the
besiegers retreat, and only then the besieged have their zones of control again."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.the_great_war.fall_back import retreat_together
from trenchline.games.the_great_war.ground import adjacent
from trenchline.games.the_great_war.ownership import settle
from trenchline.games.the_great_war.sieges import besieged_hexes
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.ways_out import RetreatUnit
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import Duty


def relieve(state: State) -> None:
    """[15G.1] Sieges are lifted where friends of the besieged have come next to the hex; in a
    combat that is looked at when it is over [R151]."""
    if not besieged_hexes(state) or state.battles:
        return
    for side in (0, 1):
        for hex_ in members(state.besieged[side]):
            if LiftSiege(hex_) in state.stack:
                continue
            if adjacent(state, hex_) & state.occupied[side]:
                state.note("The siege of {:hex} is lifted [15G]", hex_)
                leaving = members(state.units(hex_, 1 - side))
                state.stack.append(LiftSiege(hex_))
                retreat_together(state, [RetreatUnit(1 - side, unit) for unit in leaving])


@dataclass(frozen=True, slots=True)
class LiftSiege(Duty[State]):
    """[15G.1] The besiegers have gone: the zones of the besieged reach out again."""

    hex: Hex

    def run(self, state: State) -> None:
        for side in (0, 1):
            state.besieged[side] &= ~(1 << self.hex)
        state.look_at_hex(self.hex)
        settle(state)
