"""Chapter 4: the months, their campaigns, and the end of the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from trenchline.games.balance_of_powers.admiralty import Admiralty
from trenchline.games.balance_of_powers.aerodrome import Aerodrome
from trenchline.games.balance_of_powers.aviation import Aviation
from trenchline.games.balance_of_powers.beachheads import TendLandings
from trenchline.games.balance_of_powers.calendar import MONTHS, bad_weather, name_of, season_before
from trenchline.games.balance_of_powers.commissariat import Commissariat
from trenchline.games.balance_of_powers.components import CENTRAL, ENTENTE, GE, SIDES
from trenchline.games.balance_of_powers.diplomacy import Diplomacy
from trenchline.games.balance_of_powers.interior_lines import InteriorLines
from trenchline.games.balance_of_powers.march import Campaign
from trenchline.games.balance_of_powers.muster import Muster, withdraw
from trenchline.games.balance_of_powers.procurement import Procurement
from trenchline.games.balance_of_powers.revolution import RevolutionPhase
from trenchline.games.balance_of_powers.scenarios import FLEETS
from trenchline.games.balance_of_powers.season import Season
from trenchline.games.balance_of_powers.sickness import Weather
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.tabulation import grant
from trenchline.games.balance_of_powers.the_last_act import LastAct
from trenchline.games.balance_of_powers.theatres import dishearten
from trenchline.games.balance_of_powers.war_plans import JudgePlanXVII, JudgeSchlieffen
from trenchline.kernel.steps import Duty, Step


@dataclass(frozen=True, slots=True)
class Month(Duty[State]):
    """[4.0] [4.1/monthly] A monthly turn: its phases are laid on the stack, each is done before the
    next [4.0.1] [6.0], and in most of them the Central Powers go first [4.2]."""

    month: int

    def run(self, state: State) -> None:
        """Begin the month; the next one follows until the scenario ends."""
        state.month = self.month
        # [7.25] [8.5.4] What held for a month is over.
        state.forget("month")
        if MONTHS.index(name_of(self.month).partition(" ")[0]) == 0:
            german = state.free_attacks & 1 << GE
            state.forget("year")
            # [6.83] That of a revolutionary Germany is one of the season.
            state.free_attacks |= german
        state.turn_heading(name_of(self.month))
        grant(state, name_of(self.month))
        dishearten(state)
        # [12.7/ti]
        if state.scenario.special.get("benefits_from") == name_of(self.month):
            # [12.7/ti] Both sides have learnt by then.
            state.benefits = [1, 1]
        state.stack += after_diplomacy(state)
        if "campaign" in _skipped(state):
            return
        withdraw(state, name_of(self.month))
        if "diplomacy" not in _skipped(state):
            state.stack.append(Diplomacy())
        if self.month == state.scenario.first and "opens_with" in state.scenario.settings:
            # [12.4] The season that opens the first month is played.
            state.stack.append(Season(self.month))


def _skipped(state: State) -> Sequence[str]:
    """[R192] Whatever no scenario skips is played."""
    found: Sequence[str] = state.scenario.special.get("skipped", ())
    return found


def after_diplomacy(state: State) -> list[Step[State]]:
    """[4.1/monthly] The phases of a month but for the first, the last of them first."""
    month, found = state.month, list[Step[State]]()
    if month < state.scenario.last:
        found.append(Month(month + 1))
        if season_before(month + 1) is not None:
            found.append(Season(month + 1))
    if "extensions" in state.scenario.special:
        # [12.9/duration.2]
        found.append(LastAct())
    found.append(JudgeSchlieffen())
    if "revolution" not in _skipped(state):
        found.append(RevolutionPhase())
    if "campaign" in _skipped(state):
        # [12.6] Nothing but fleets.
        return [*found, Admiralty()]
    found.append(Aerodrome())
    found += _fortnights(state)
    if "interior_lines" in state.scenario.special:
        # [6.52] Between the weather and the first fortnight.
        found.append(InteriorLines())
    found += [Weather(), Admiralty(), Aviation()]
    found += [Procurement(ENTENTE), Procurement(CENTRAL)]
    return [*found, Muster(ENTENTE), Muster(CENTRAL)]


def _fortnights(state: State) -> list[Half]:
    """[4.1/campaign] [6.53] Two fortnights, each with its commissariats."""
    fortnights = [Half(2, ENTENTE), Half(2, CENTRAL), Half(1, ENTENTE), Half(1, CENTRAL)]
    if not state.scenario.hexes & ~bad_weather(state.month):
        fortnights = fortnights[2:]
    if state.scenario.special.get("one_fortnight") == name_of(state.month):
        # [11.5/s3.a] A war that begins in July has a short month before it.
        fortnights = fortnights[2:]
    return fortnights


def from_its_phase(state: State) -> list[Step[State]]:
    """The steps of a position that says which phase it is in, and no more: that phase is about to
    begin, of the side and in the fortnight that it names. Where a month has none such, all of the
    month is."""
    laid = after_diplomacy(state)
    if not {"campaign", "diplomacy"}.intersection(_skipped(state)):
        laid.append(Diplomacy())
    while laid and not _begins(state, laid[-1]):
        laid.pop()
    return laid or [Month(state.month)]


def _begins(state: State, step: Step[State]) -> bool:
    """Whether a step of the month begins the phase that a position names."""
    if isinstance(step, Half):
        named = (state.phase, state.fortnight, state.phasing)
        return named == ("campaign", step.fortnight, step.side)
    if isinstance(step, Muster):
        return (state.phase, state.phasing) == ("construction", step.side)
    return PHASES_OF.get(type(step)) == state.phase


@dataclass(frozen=True, slots=True)
class Half(Duty[State]):
    """[6.53] A side's half of a fortnight."""

    fortnight: int
    side: int

    def run(self, state: State) -> None:
        """Begin it."""
        state.phase = "campaign"
        state.fortnight = self.fortnight
        state.phasing = self.side
        state.forget("half")
        which = ("First", "Second")[self.fortnight - 1]
        state.heading(f"{which} fortnight, {SIDES[self.side]}")
        state.stack.append(Commissariat(self.side))
        if state.scenario.settings.get("admiralty") == FLEETS:
            # [7.72] [7.74]
            state.stack.append(TendLandings())
        state.stack.append(Campaign(self.side))
        if self.fortnight == 2 and self.side == CENTRAL:
            state.stack.append(JudgePlanXVII())


PHASES_OF: dict[type[Step[State]], str] = {
    Diplomacy: "diplomacy",
    Aviation: "aviation",
    Admiralty: "admiralty",
    Aerodrome: "aerodrome",
    RevolutionPhase: "revolution",
}
"""The phases that one step begins, whosever they are."""
