"""Chapter 12.9: what the campaigns cost and bring on maps that players have left out
[12.9/omit-africa] [12.9/omit-ottoman]."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from trenchline.games.balance_of_powers.asking import asked
from trenchline.games.balance_of_powers.calendar import name_of, season_before
from trenchline.games.balance_of_powers.components import CENTRAL, ENTENTE, NATION, NATIONS, NEUTRAL
from trenchline.games.balance_of_powers.joining import majors_of
from trenchline.games.balance_of_powers.losing import lose
from trenchline.games.balance_of_powers.morale import demoralize
from trenchline.games.balance_of_powers.scenarios import opens
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.steps import ONE, Choices, Duty, OwnDecision, Refusal

PAID = frozenset(("expenses", "upkeep"))
"""The special rules of a scenario by which powers pay for maps that are not played."""


def dishearten(state: State) -> None:
    """[12.9/omit-ottoman.4] Who is demoralized this month by defeats on a map that is not played;
    neutrals have not been defeated [R331]."""
    for code in state.scenario.special.get("shaken", {}).get(name_of(state.month), ()):
        if state.sides[NATION[code]] != NEUTRAL:
            demoralize(state, NATION[code])


def awards(state: State) -> Iterator[tuple[str, int, int]]:
    """[12.9/omit-africa.1] [12.9/omit-ottoman.5] The victory points of both sides for maps that are
    not played, once their month has begun."""
    for told in state.scenario.special.get("awards", ()):
        if state.month >= opens(told["when"]):
            yield told["name"], told.get("central", 0), told.get("entente", 0)


@dataclass(frozen=True, slots=True)
class Theatres(Duty[State]):
    """[12.9/omit-africa.2] [12.9/omit-ottoman.3] What powers and sides pay this season."""

    def run(self, state: State) -> None:
        """Take it from the powers that are named, and ask the sides."""
        special = state.scenario.special
        for code, points in special.get("expenses", {}).get(season_before(state.month), {}).items():
            if state.sides[NATION[code]] != NEUTRAL:
                lose(state, NATION[code], points, "the war in Africa")
        if "upkeep" in special and state.month >= opens(special["upkeep"]):
            state.stack += [Upkeep(ENTENTE), Upkeep(CENTRAL)]


@dataclass(frozen=True, slots=True)
class Upkeep(OwnDecision[State]):
    """[12.9/omit-ottoman.3] One of a side's major powers pays a point for the war in the East."""

    def prompt(self, state: State) -> str:
        """Who pays."""
        return "Who pays a point for the Ottoman fronts? [12.9/omit-ottoman.3]"

    def choices(self, state: State) -> Choices:
        """Those who have one; nobody, if nobody has [R333]."""
        able = bit_set(n for n in members(majors_of(state, self.side)) if state.points[n])
        return {"expend": able} if able else {"none": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        """It pays."""
        if verb == "expend":
            state.points[number] -= 1
            state.detail(f"{NATIONS[number].name} pays a point for the Ottoman fronts")

    @asked("12.9/omit-ottoman.3", "expend", "none")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Who does not."""
        case = "12.9/omit-ottoman.3"
        if verb == "none":
            return Refusal(case, "one of your powers has a point")
        if not majors_of(state, self.side) >> number & 1:
            return Refusal(case, "it is no major power of your side")
        return Refusal("2.44", "it has no points")
