"""Chapter 5: the seasonal turn."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.balance_of_powers.air_raids import AirRaids
from trenchline.games.balance_of_powers.arrivals import add_to_pools, reinforcements
from trenchline.games.balance_of_powers.calendar import season_before
from trenchline.games.balance_of_powers.components import (
    CENTRAL,
    ENTENTE,
    GE,
    GRID,
    MAJORS,
    NATION,
    NEUTRAL,
)
from trenchline.games.balance_of_powers.efforts import Effort
from trenchline.games.balance_of_powers.losing import BLOCKADE, blockade_loss, lose
from trenchline.games.balance_of_powers.muster import withdraw
from trenchline.games.balance_of_powers.short_seas import TOLD, ShortSeas
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.tabulation import Convert, Posting, Requisition, Transfer
from trenchline.games.balance_of_powers.theatres import PAID, Theatres
from trenchline.games.balance_of_powers.trade_war import RaidsAlone, TradeWar, hunts, trades
from trenchline.kernel.bits import members
from trenchline.kernel.steps import Duty

STOCKHOLM = GRID.hex("Stockholm")


@dataclass(frozen=True, slots=True)
class Season(Duty[State]):
    """[5.0] [4.1/seasonal] A seasonal turn, before the month that it opens: the pools, then what
    the powers gain, then what they lose."""

    month: int

    def run(self, state: State) -> None:
        """Lay out its phases."""
        state.month = self.month
        state.phase = "season"
        state.forget("season")
        # [6.83] A revolutionary Germany has one free attack a season.
        state.free_attacks &= ~(1 << GE)
        name = season_before(self.month)
        assert name is not None
        state.turn_heading(name)
        add_to_pools(state, reinforcements(state, True))
        phases: list[Duty[State] | Convert | Effort | Transfer] = [Posting()]
        if "efforts" in state.scenario.special:
            phases += [Effort(CENTRAL), Effort(ENTENTE)]
        # [12.8/tracks] [R306] In Africa alone there are no resource points to move or to lose.
        if not state.scenario.in_africa:
            for step in (Convert, Transfer):
                phases += [step(CENTRAL), step(ENTENTE)]
            phases += [Requisition(), AirRaids(CENTRAL), AirRaids(ENTENTE), Reductions()]
        if trades(state):
            # [5.32] [5.33] [5.34] [5.35] Scenarios with an income of their own have none of it;
            # where a scenario says what submarines and blockades cost, raiders are left, and the
            # ore [12.3/strategic-warfare].
            phases.insert(-1, TradeWar() if hunts(state) else RaidsAlone())
        elif TOLD in state.scenario.special:
            phases.insert(-1, ShortSeas())
        if state.scenario.special.keys() & PAID:
            # [12.9/omit-africa.2] [12.9/omit-ottoman.3]
            phases.insert(-1, Theatres())
        state.stack += reversed(phases)
        withdraw(state, name)


@dataclass(frozen=True, slots=True)
class Reductions(Duty[State]):
    """[5.3] What powers lose to blockade, to what the scenario says, and to demoralization."""

    def run(self, state: State) -> None:
        """Take it from them."""
        told = state.scenario.special
        for code in told.get("blockade", ()):
            lose(state, NATION[code], blockade_loss(state, NATION[code]), "blockade")
        for code, points in told.get("losses", {}).items():
            lose(state, NATION[code], points, "war at sea")
        if state.held[ENTENTE] >> STOCKHOLM & 1 and state.sides[GE] == CENTRAL:
            # [5.35.2] Whoever has Stockholm has the ore.
            lose(state, GE, BLOCKADE["stockholm"], "the loss of Swedish ore")
        for nation in members(MAJORS):
            if state.sides[nation] != NEUTRAL:
                # [5.36] [2.91.1] A point for each point of demoralization, in crisis its limit
                # [2.92.1].
                lose(state, nation, state.demoralization[nation], "demoralization")
