"""Chapter 2.8: tactical innovation."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.balance_of_powers.battle import Battle
from trenchline.games.balance_of_powers.components import ALL_CORPS, MAJORS, SIDES, TABLES, UNITS
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.bits import members
from trenchline.kernel.steps import Roll


def threshold(state: State, side: int) -> int | None:
    """[2.83] The number below which the die brings the benefits, by level; None below the first,
    the last for all beyond [2.83.2] [R70]."""
    told = TABLES["innovation"]
    first = state.scenario.settings.get("innovation_from", told["first"])
    above = state.innovation[side] - first
    if above < 0:
        return None
    below: int = told["below"][min(above, len(told["below"]) - 1)]
    return below


def learn(state: State, battle: Battle) -> None:
    """[2.82] A major power that attacks trenches learns by low dice; nobody learns by defending
    [2.82.1]."""
    majors = any(MAJORS >> UNITS[unit].nation & 1 for unit in members(battle.attackers & ALL_CORPS))
    limit = TABLES["innovation"]["major" if battle.major else "minor"]
    if "no_innovation" in state.scenario.special:
        # [12.8/no-ti]
        return
    if not battle.trenches or not majors or battle.raw >= limit:
        return
    state.innovation[battle.side] += 1
    level = state.innovation[battle.side]
    state.detail(f"tactical innovation of the {SIDES[battle.side]}: {level}")
    if not state.benefits[battle.side] and threshold(state, battle.side) is not None:
        state.stack.append(InnovationDie(battle.side))


@dataclass(frozen=True, slots=True)
class InnovationDie(Roll[State]):
    """[2.83] A die below the number of the level brings the benefits."""

    side: int

    def purpose(self, state: State) -> str:
        """What the die is for."""
        return f"benefits of tactical innovation, below {threshold(state, self.side)}"

    def rolled(self, state: State, value: int) -> None:
        """Gain them for good and for all nations of the side [2.83.1], or not."""
        below = threshold(state, self.side)
        assert below is not None
        if value < below:
            state.benefits[self.side] = 1
            who = SIDES[self.side]
            state.note("{:die}: the " + who + " solve the riddle of the trenches", value)
