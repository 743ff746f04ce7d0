"""Chapter 6.1: the diplomacy phase. Violations come first, then what the standard rules [6.12] or
the random table [6.13] say of the other neutrals."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.balance_of_powers.asking import asked
from trenchline.games.balance_of_powers.calendar import name_of
from trenchline.games.balance_of_powers.components import (
    BR,
    CENTRAL,
    ENTENTE,
    JP,
    NATION,
    NATIONS,
    NEUTRAL,
    OT,
    SE,
    US,
)
from trenchline.games.balance_of_powers.courting import FIRST_COURTSHIP, Court, opportunists
from trenchline.games.balance_of_powers.joining import (
    RANDOM_ENTRY,
    join,
    neutrals,
    violable,
    violate,
)
from trenchline.games.balance_of_powers.random_entry import EntryDie, rollers
from trenchline.games.balance_of_powers.sorties import watch_germany
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.steps import ONE, Choices, Duty, OwnDecision, Refusal

SECOND_MONTH = 1
"""[6.125] Months from the first of a season to its second."""


@dataclass(frozen=True, slots=True)
class Diplomacy(Duty[State]):
    """[6.1] The phase: violations by the Central Powers, by the Entente, and the rest."""

    def run(self, state: State) -> None:
        """Lay out its steps."""
        state.phase = "diplomacy"
        state.heading("Diplomacy")
        self._by_scenario(state)
        # [6.123.3] They may have been there from the start.
        watch_germany(state)
        if not neutrals(state):
            return
        # [6.1.2] One of the two was chosen before play; violations come first [6.11.3].
        rest: list[Duty[State]] = (
            [RandomEntries()] if RANDOM_ENTRY in state.options else [StandardDiplomacy()]
        )
        state.stack += [*rest, Violate(ENTENTE), Violate(CENTRAL)]

    def _by_scenario(self, state: State) -> None:
        """Nations that a scenario brings in by themselves [12.5]."""
        for code, told in state.scenario.settings.get("joins", {}).items():
            when, _, side = told.rpartition(" ")
            if when == name_of(state.month) and state.sides[NATION[code]] == NEUTRAL:
                join(state, NATION[code], ("central", "entente").index(side))
        if state.scenario.special.get("british_south") == name_of(state.month):
            # [12.8/diplomacy.2] What happens on the other maps is taken for granted.
            state.british_south = 1
        october = state.scenario.special.get("sweden_joins")
        if october == name_of(state.month) and state.sides[BR] != ENTENTE:
            # [11.5/s14.a4] Without Britain the Entente looks weak from Stockholm.
            if state.sides[SE] == NEUTRAL:
                join(state, SE, CENTRAL)


@dataclass(frozen=True, slots=True)
class Violate(OwnDecision[State]):
    """[6.11] A side declares which neutrals it means to enter this month."""

    def prompt(self, state: State) -> str:
        """What it means."""
        return "Declare a neutral whose land you mean to enter this month, or none [6.11]"

    def choices(self, state: State) -> Choices:
        """Any neutral with land in play."""
        found: Choices = {"end": ONE}
        open_to = violable(state)
        if open_to:
            found["violate"] = open_to
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        """Declare it; any number may be declared."""
        if verb == "end":
            return
        state.stack.append(self)
        violate(state, number, self.side)

    @asked("6.11", "end", "violate")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Who is no neutral."""
        if 0 <= number < len(NATIONS) and state.sides[number] != NEUTRAL:
            return Refusal("6.11", f"{NATIONS[number].name} is at war already")
        return Refusal("11.1", "it has no part in this scenario")


@dataclass(frozen=True, slots=True)
class StandardDiplomacy(Duty[State]):
    """[6.12] Imperial neutrals and America join by themselves, opportunistic ones are courted."""

    def run(self, state: State) -> None:
        """Who joins, and who may be courted."""
        able = neutrals(state)
        if state.month >= FIRST_COURTSHIP or opportunists(state):
            # [6.124.3] Each side has one try.
            state.stack += [Court(ENTENTE), Court(CENTRAL)]
        # [6.123.6] [6.123.7] Japan follows Britain by a month, the Ottoman Empire Japan [R91].
        if able >> JP & 1 and _joined_before(state, BR):
            join(state, JP, ENTENTE)
        if able >> OT & 1 and _joined_before(state, JP):
            join(state, OT, CENTRAL)
        fifth = state.fifth_unrestricted
        if able >> US & 1 and 0 <= fifth <= state.month - SECOND_MONTH:
            # [6.125] America joins in the second month of the season of the fifth marker.
            join(state, US, ENTENTE)


def _joined_before(state: State, nation: int) -> bool:
    """Whether a nation joined the Entente a month ago or earlier."""
    if state.sides[nation] != ENTENTE or nation not in state.entered:
        return False
    return state.entered[nation] < state.month


@dataclass(frozen=True, slots=True)
class RandomEntries(Duty[State]):
    """[6.13] The neutrals whose month has come roll for it."""

    def run(self, state: State) -> None:
        """One die each."""
        state.stack += [EntryDie(row) for row in reversed(rollers(state))]
