"""Chapter 5: the seasonal turn."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.balance_of_powers.air_raids import AirRaids
from trenchline.games.balance_of_powers.arrivals import add_to_pools, reinforcements
from trenchline.games.balance_of_powers.calendar import FIRST_YEAR, season_before, year_of
from trenchline.games.balance_of_powers.components import (
    AH,
    CENTRAL,
    ENTENTE,
    GE,
    GRID,
    MAJORS,
    NATION,
    NATIONS,
    NEUTRAL,
    NL,
    TABLES,
)
from trenchline.games.balance_of_powers.muster import withdraw
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.tabulation import Convert, Posting, Requisition, Transfer
from trenchline.kernel.bits import members
from trenchline.kernel.steps import Duty

BLOCKADE = TABLES["blockade"]
STOCKHOLM = GRID.hex("Stockholm")


def lose(state: State, nation: int, points: int, reason: str) -> None:
    """[5.3] [5.3.1] A power loses points, never more than it has [2.44]. What is conquered has
    nothing more to lose until it revolts [2.93.7]."""
    if state.conquered >> nation & 1 and not state.revolution >> nation & 1:
        return
    lost = min(points, state.points[nation])
    if lost:
        state.points[nation] -= lost
        state.detail(f"{NATIONS[nation].name} loses {lost} to {reason}")


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
        phases: list[Duty[State] | Convert | Transfer] = [Posting()]
        for step in (Convert, Transfer):
            phases += [step(CENTRAL), step(ENTENTE)]
        phases += [Requisition(), AirRaids(CENTRAL), AirRaids(ENTENTE), Reductions()]
        state.stack += reversed(phases)
        withdraw(state, name)


def blockade_loss(state: State, nation: int) -> int:
    """[5.344] What a blockade takes from a power in this year."""
    year = year_of(state.month) - FIRST_YEAR
    table: list[int] = BLOCKADE["great" if nation in (AH, GE) else "small"]
    lost = table[min(year, len(table) - 1)]
    if nation == GE and state.violated >> NL & 1:
        # [5.344/star] Nothing comes through the Netherlands any more.
        lost += int(BLOCKADE["netherlands"])
    return lost


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
