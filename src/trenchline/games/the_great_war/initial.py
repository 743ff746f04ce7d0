"""Rule 4A1: the initial phase.

Both players look at general supply and isolation; the phasing player's disrupted units recover, his
Army HQs are turned over, his reinforcements arrive.
"""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.the_great_war.artillery_divisions import FormDivisions
from trenchline.games.the_great_war.components import SIDES
from trenchline.games.the_great_war.construction import BeginConstruction
from trenchline.games.the_great_war.depot_shares import ShareDepots
from trenchline.games.the_great_war.depots import Logistics
from trenchline.games.the_great_war.headquarters import activate_all
from trenchline.games.the_great_war.hunger import (
    CheckSurvival,
    FeedHungry,
    FortressesFeed,
    replenish,
)
from trenchline.games.the_great_war.intelligence import look_out
from trenchline.games.the_great_war.leaders import SwitchLeaders
from trenchline.games.the_great_war.lines import note_low_nets
from trenchline.games.the_great_war.ownership import settle
from trenchline.games.the_great_war.production import BeginReplacing, Produce
from trenchline.games.the_great_war.projects import complete_due
from trenchline.games.the_great_war.rail_capacity import nets_of
from trenchline.games.the_great_war.recruits import BeginMuster
from trenchline.games.the_great_war.reinforcements import Reinforce, forfeit, withdraw_due
from trenchline.games.the_great_war.spoils import collect
from trenchline.games.the_great_war.state import INITIAL, State
from trenchline.games.the_great_war.supply import check_general_supply, check_isolation
from trenchline.games.the_great_war.unified_command import seek_unity
from trenchline.games.the_great_war.yards import check_wear, receive_capacity
from trenchline.kernel.steps import Duty


@dataclass(frozen=True, slots=True)
class InitialPhase(Duty[State]):
    """[4A1] The initial phase of a side."""

    side: int

    def run(self, state: State) -> None:
        state.phase = INITIAL
        state.heading("{}: initial phase", SIDES[self.side])
        look_out(state)
        recover(state, self.side)
        activate_all(state, self.side)
        complete_due(state, self.side)
        for net in nets_of(state.theatre, self.side):
            # [7A5f] What was captured may be used from now on.
            state.capacity[net] += state.coming_capacity[net]
            state.coming_capacity[net] = 0
        note_low_nets(state)
        check_isolation(state)
        receive_capacity(state, self.side)
        state.stack += reversed(
            [
                ShareDepots(self.side),
                ShareDepots(1 - self.side),
                CheckSupply(self.side),
                FortressesFeed(),
                FeedHungry(self.side),
                FeedHungry(1 - self.side),
                CheckSurvival(),
                CheckRails(self.side),
                Produce(self.side),
                Reinforce(self.side),
                BeginReplacing(self.side),
                BeginReplacing(1 - self.side),
                BeginMuster(self.side),
                FormDivisions(self.side),
                SwitchLeaders(self.side),
                BeginConstruction(self.side),
                Logistics(self.side),
            ]
        )


@dataclass(frozen=True, slots=True)
class CheckSupply(Duty[State]):
    """[11B] Both sides look at general supply, and what depends on it follows."""

    side: int

    def run(self, state: State) -> None:
        check_general_supply(state)
        settle(state)
        replenish(state, self.side)
        withdraw_due(state, self.side)
        forfeit(state, self.side)
        collect(state, self.side)
        seek_unity(state, self.side)


@dataclass(frozen=True, slots=True)
class CheckRails(Duty[State]):
    """[7A5g] Rail nets wear out."""

    side: int

    def run(self, state: State) -> None:
        check_wear(state, self.side)


def recover(state: State, side: int) -> None:
    """[3A5] At the start of a friendly initial phase units are disrupted no more, but for those in
    contested hexes [9J]."""
    own = state.theatre.of_side[side]
    for hex_ in state.contested:
        own &= ~state.stacks.get(hex_, 0)
    state.recover(own)
