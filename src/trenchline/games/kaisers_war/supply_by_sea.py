"""Section 36.4: coasts supplied by sea."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.kaisers_war.components import COAST, OF_TYPE, SIDES
from trenchline.games.kaisers_war.meanwhile import elsewhere
from trenchline.games.kaisers_war.naval import seas_of
from trenchline.games.kaisers_war.sorties import may_contest, offer_contest
from trenchline.games.kaisers_war.state import FLEET, State
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hexes
from trenchline.kernel.steps import Choices, OwnDecision, Refusal, until_done


@dataclass(frozen=True, slots=True)
class SupplyBySea(OwnDecision[State]):
    """[36.4] Before anything moves, transports may be told off to supply coasts where friends are;
    they carry nobody this turn."""

    def prompt(self, state: State) -> str:
        return f"{SIDES[self.side]}: supply a coast by sea? [36.4]"

    def missions(self, state: State) -> dict[int, Hexes]:
        """For each idle transport the coasts it can supply."""
        found = {}
        for ship in members(OF_TYPE["amphibious"] & ~state.naval_used):
            if state.where[ship] == FLEET and state.side_of(ship) == self.side:
                coasts = 0
                for sea in seas_of(state, ship):
                    coasts |= COAST[sea]
                coasts &= state.held[self.side] & ~state.supplied_by_sea
                if coasts:
                    found[ship] = coasts
        return found

    def choices(self, state: State) -> Choices:
        coasts = 0
        for reached in self.missions(state).values():
            coasts |= reached
        return until_done("supply_by_sea", coasts)

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "done":
            return
        state.stack.append(self)
        ship = next(s for s, coasts in self.missions(state).items() if coasts >> number & 1)
        state.naval_used |= 1 << ship
        state.supplied_by_sea |= 1 << number
        state.note("{:unit} supplies {:hex}", ship, number)
        if may_contest(state, 1 - self.side, ship, number):
            offer_contest(state, ship, number)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "supply_by_sea":
            return elsewhere(state, verb, "36.4", "say first whether coasts are supplied by sea")
        if not any(coasts >> number & 1 for coasts in COAST.values()):
            return Refusal("36.4", "the hex is no coast")
        if not state.held[self.side] >> number & 1:
            return Refusal("36.4", "none of your units is there")
        if state.supplied_by_sea >> number & 1:
            return Refusal("36.4", "the coast is supplied already")
        return Refusal("20.7", "no idle transport sails that sea")
