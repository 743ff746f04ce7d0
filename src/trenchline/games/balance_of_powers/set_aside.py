"""Chapters 12.2 to 12.4: corps that were lost before a scenario begins, and one that is lent."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.balance_of_powers.asking import asked
from trenchline.games.balance_of_powers.components import (
    ALL_CORPS,
    NATIONS,
    OF_KIND,
    UNITS,
    Units,
)
from trenchline.games.balance_of_powers.deployment import (
    recruits,
    set_aside_already,
    waiting,
)
from trenchline.games.balance_of_powers.state import AWAITED, POOL, State
from trenchline.games.balance_of_powers.zones import SetAside
from trenchline.kernel.bits import bit_set, lowest, members
from trenchline.kernel.steps import ONE, Choices, Decision, OwnDecision, Refusal

KEPT = 6
"""The corps that a power keeps at least when it sets some aside."""


@dataclass(frozen=True, slots=True)
class Losses(Decision[State]):
    """[12.2/set-aside] [12.3/set-aside.1] [12.3/set-aside.2] [12.4/set-aside] A power
    chooses the corps that it lost before: they are in its pool when play begins."""

    told: SetAside

    def who(self, state: State) -> int:
        """Its side."""
        return state.sides[self.told.nation]

    def prompt(self, state: State) -> str:
        """How many, and how good."""
        told = self.told
        count, worth = self._so_far(state)
        name = NATIONS[told.nation].name
        return (
            f"{name} sets {told.count} corps aside that are worth {told.effectiveness} together: "
            f"{count} worth {worth} so far [{told.case}]"
        )

    def _so_far(self, state: State) -> tuple[int, int]:
        gone = set_aside_already(state, self.told.nation, self.told.among)
        return gone.bit_count(), sum(UNITS[unit].effectiveness for unit in members(gone))

    def _able(self, state: State) -> Units:
        """Whom it may set aside so that enough can still follow."""
        told = self.told
        count, worth = self._so_far(state)
        own = waiting(state, self.who(state)) & told.among
        own = bit_set(unit for unit in members(own) if UNITS[unit].nation == told.nation)
        if own.bit_count() <= KEPT:
            return 0
        scores = sorted((UNITS[unit].effectiveness for unit in members(own)), reverse=True)
        after = max(0, told.count - count - 1)
        able = 0
        for unit in members(own):
            score = UNITS[unit].effectiveness
            others = scores.copy()
            others.remove(score)
            if worth + score + sum(others[:after]) >= told.effectiveness or not told.exactly:
                able |= 1 << unit
        return able

    def _enough(self, state: State) -> bool:
        count, worth = self._so_far(state)
        return count >= self.told.count and worth >= self.told.effectiveness

    def choices(self, state: State) -> Choices:
        """Who may be missing."""
        found: Choices = {"rest": ONE}
        if able := self._able(state):
            found["set_aside"] = able
        if self._enough(state):
            found["end"] = ONE
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        """Set one aside, or as few and as weak as may be."""
        if verb == "set_aside":
            self._lose(state, number)
            if not (self.told.exactly and self._enough(state)):
                state.stack.append(self)
        elif verb == "rest":
            while not self._enough(state):
                able = self._able(state)
                corps = list(members(able & OF_KIND["infantry"] or able))
                count, worth = self._so_far(state)
                # The weakest while there is time, then those who make up the worth.
                due = self.told.effectiveness - worth
                if count < self.told.count:
                    unit = min(corps, key=lambda u: (UNITS[u].effectiveness, -u))
                else:
                    unit = min(corps, key=lambda u: (abs(UNITS[u].effectiveness - due), u))
                self._lose(state, unit)

    def _lose(self, state: State, unit: int) -> None:
        state.where[unit] = POOL
        state.note("{:unit} was lost before", unit)

    @asked("12.2/set-aside", "rest", "set_aside", "end")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Why not this one."""
        told = self.told
        if verb == "end":
            return Refusal(told.case, f"{told.count} corps worth {told.effectiveness} are wanted")
        if not 0 <= number < len(UNITS) or UNITS[number].nation != told.nation:
            return Refusal(told.case, f"{NATIONS[told.nation].name} sets its own corps aside")
        if not ALL_CORPS >> number & 1:
            return Refusal(told.case, "only corps are set aside")
        if not told.among >> number & 1:
            return Refusal(told.case, "infantry is set aside")
        if not waiting(state, self.who(state)) >> number & 1:
            return Refusal(told.case, "only who would set up can be set aside")
        return Refusal(told.case, f"those set aside would be worth less than {told.effectiveness}")


@dataclass(frozen=True, slots=True)
class Enlist(OwnDecision[State]):
    """[12.4/ah-corps] One foreign corps fights in the west."""

    def prompt(self, state: State) -> str:
        """Which."""
        return "Which Austro-Hungarian corps fights in the west? [12.4/ah-corps]"

    def choices(self, state: State) -> Choices:
        """Any of that effectiveness."""
        return {"enlist": recruits(state.scenario), "rest": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        """It sets up with the others."""
        unit = lowest(recruits(state.scenario)) if verb == "rest" else number
        state.where[unit] = AWAITED

    @asked("12.4/ah-corps", "enlist", "rest")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Why not that one."""
        wanted = state.scenario.special["enlists"]["effectiveness"]
        return Refusal("12.4/ah-corps", f"an infantry corps of effectiveness {wanted} is wanted")
