"""The end of a combat: headquarters that have been left alone [9D], contested hexes [9J]."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.the_great_war.casualties import eliminate
from trenchline.games.the_great_war.contested import review
from trenchline.games.the_great_war.ownership import settle
from trenchline.games.the_great_war.relief import relieve
from trenchline.games.the_great_war.sieges import SIEGE, put_under_siege
from trenchline.games.the_great_war.spoils import strand
from trenchline.games.the_great_war.state import State
from trenchline.kernel.battles import unwind
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import Duty


@dataclass(frozen=True, slots=True)
class EndCombat(Duty[State]):
    """A combat is over: Army and Corps HQs of it that are alone are eliminated [9D.2]."""

    def run(self, state: State) -> None:
        battle = state.battles.pop()
        staffs = state.kind.army_hq | state.kind.corps_hq
        # [14B2.2] Boats that fight each other leave what stands on the banks alone.
        places = {battle.target, *battle.origins} if battle.hexside < 0 else set()
        places |= {state.where[unit] for unit in battle.leaving if state.where[unit] >= 0}
        left = dict(zip(battle.attackers, battle.origins, strict=True))
        # [R98] Staffs are not lost because those who stood with them have gone forward.
        behind = {left[unit] for unit in battle.advanced if unit in left}
        for hex_ in sorted(places):
            for side in (0, 1):
                here = state.units(hex_, side)
                if not here & ~staffs and not (side == battle.side and hex_ in behind):
                    for unit in members(here):
                        eliminate(state, unit, total=True)
        for side in (0, 1):
            strand(state, side, battle.target)
        if battle.hexside < 0:
            self._besiege(state, battle.side, battle.target)
        settle(state)
        review(state)
        relieve(state)

    @staticmethod
    def _besiege(state: State, side: int, target: Hex) -> None:
        """[9K1] Attackers who are still in a hex with enemies are under siege there."""
        besieged = state.besieged[0] | state.besieged[1]
        both = state.occupied[0] & state.occupied[1] & ~besieged
        if SIEGE in state.options and both >> target & 1:
            put_under_siege(state, side, target)


def abandon(state: State) -> None:
    """The steps of a combat that is not fought are dropped, up to its end."""
    unwind(state, EndCombat)
