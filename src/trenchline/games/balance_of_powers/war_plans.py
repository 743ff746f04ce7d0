"""Chapter 12.1: the plans with which France and Germany went to war."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from trenchline.games.balance_of_powers.asking import asked
from trenchline.games.balance_of_powers.calendar import month_number
from trenchline.games.balance_of_powers.command import dismiss_lone_leaders
from trenchline.games.balance_of_powers.components import (
    ALL_CORPS,
    BE,
    CENTRAL,
    ENTENTE,
    FR,
    GE,
    GRID,
    HOME,
    LX,
    NATIONS,
    OF_NATION,
    SIDES,
    UNITS,
    Units,
)
from trenchline.games.balance_of_powers.going import MARCHABLE
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Choices, Duty, OwnDecision, Refusal

AUGUST = month_number("August 1914")


@lru_cache(maxsize=1)
def frontier() -> Hexes:
    """[12.1/plan-xvii] The hexes of Germany and Luxembourg beside France."""
    return (HOME[GE] | HOME[LX]) & step(HOME[FR], MARCHABLE)


def is_planned(state: State, plan: str) -> bool:
    """Whether a plan binds in this month: August 1914, where a scenario tells of it."""
    return plan in state.scenario.special and state.month == AUGUST


def advance(state: State, units: Units, place: Hex, *, enters: bool) -> None:
    """Corps enter a location, or attack it and have paid for it [R151]."""
    # [R170] A war that began in July has begun with the plans.
    if state.month > AUGUST:
        return
    french = units & ALL_CORPS & OF_NATION[FR]
    if french and state.fortnight == 1 and frontier() >> place & 1:
        state.plan_corps |= french
        state.plan_hexes |= 1 << place
    german = units & ALL_CORPS & OF_NATION[GE]
    if german and HOME[BE] >> place & 1:
        if enters:
            state.plan_corps |= german
        if place == liege(state):
            state.plan_hexes |= 1 << place


def liege(state: State) -> Hex:
    """The hex through which the Schlieffen Plan leads."""
    told = state.scenario.special.get("schlieffen")
    return GRID.hex(told["through"]) if told else -1


def has_attacked(state: State) -> bool:
    """[12.1/plan-xvii] Whether France has carried its plan out."""
    told = state.scenario.special["plan_xvii"]
    corps = (state.plan_corps & OF_NATION[FR]).bit_count()
    return bool(
        corps >= told["corps"] and (state.plan_hexes & frontier()).bit_count() >= told["hexes"]
    )


def has_wheeled(state: State) -> bool:
    """[12.1/schlieffen] [R153] Whether Germany has carried its plan out."""
    told = state.scenario.special["schlieffen"]
    corps = (state.plan_corps & OF_NATION[GE]).bit_count()
    return bool(corps >= told["corps"] and state.plan_hexes >> liege(state) & 1)


@dataclass(frozen=True, slots=True)
class JudgePlanXVII(Duty[State]):
    """[12.1/plan-xvii] As the second fortnight of August begins France answers for its plan."""

    def run(self, state: State) -> None:
        """Let the Central Powers destroy corps, if it failed."""
        if is_planned(state, "plan_xvii") and not has_attacked(state):
            state.note("Plan XVII was not carried out")
            penalty = state.scenario.special["plan_xvii"]["penalty"]
            state.stack.append(Penalty(CENTRAL, FR, penalty))


@dataclass(frozen=True, slots=True)
class Penalty(OwnDecision[State]):
    """[12.1/plan-xvii] A side destroys corps of an enemy who failed."""

    nation: int
    left: int

    def prompt(self, state: State) -> str:
        """How many."""
        name = NATIONS[self.nation].adjective
        return f"Choose a {name} corps to destroy: {self.left} more [12.1/plan-xvii]"

    def choices(self, state: State) -> Choices:
        """Any that is on the map."""
        able = state.mapped & OF_NATION[self.nation] & ALL_CORPS
        return {"destroy": able} if able else {"none": 1}

    def take(self, state: State, verb: str, number: int) -> None:
        """It goes to the pool, like whatever is lost [R152]."""
        if verb == "none":
            return
        place = state.where[number]
        state.detail("{:unit} is destroyed", number)
        state.lift(number)
        dismiss_lone_leaders(state, place)
        if self.left > 1:
            state.stack.append(Penalty(self.side, self.nation, self.left - 1))

    @asked("12.1/plan-xvii", "destroy", "none")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Who is out of reach."""
        case = "12.1/plan-xvii"
        if verb == "none":
            return Refusal(case, "there are corps to destroy")
        if UNITS[number].nation != self.nation:
            return Refusal(case, f"it is no unit of {NATIONS[self.nation].name}")
        if not ALL_CORPS >> number & 1:
            return Refusal(case, "it is no corps")
        return Refusal(case, "it is not there to be destroyed")


@dataclass(frozen=True, slots=True)
class JudgeSchlieffen(Duty[State]):
    """[12.1/schlieffen] At the end of August Germany answers for its plan with the game."""

    def run(self, state: State) -> None:
        """End the game, if it failed."""
        if not is_planned(state, "schlieffen") or has_wheeled(state):
            return
        state.note(f"The Schlieffen Plan was not carried out: the {SIDES[ENTENTE]} win")
        state.decided = ENTENTE
        state.finished = True
