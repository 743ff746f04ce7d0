"""Chapter 10.72 and 10.73: giving ground, breaches and breakthroughs."""

from __future__ import annotations

from dataclasses import dataclass, replace

from trenchline.games.balance_of_powers import modifiers as sums
from trenchline.games.balance_of_powers.asking import asked
from trenchline.games.balance_of_powers.battle import Battle
from trenchline.games.balance_of_powers.components import (
    AFRICA,
    ALL_CORPS,
    ARMY_LEADERS,
    GRID,
    LAND_BOXES,
    TABLES,
)
from trenchline.games.balance_of_powers.entry import enter
from trenchline.games.balance_of_powers.flotillas import leaves
from trenchline.games.balance_of_powers.going import MARCHABLE
from trenchline.games.balance_of_powers.neutrals import closed
from trenchline.games.balance_of_powers.stacking import fits
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.bits import bit_set, lowest, members
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Choices, Decision, Duty, Refusal


def touching(place: Hex) -> Hexes:
    """[2.52] A location and all beside it, whatever lies between."""
    here = 1 << place
    return here | bit_set(GRID.neighbours(place)) | step(here, MARCHABLE)


def retreats(state: State, battle: Battle, unit: int) -> Hexes:
    """[10.722] Where a corps may retreat to: one to three hexes, not beside the attackers nor
    through enemies or over what nobody marches over [10.722.1]; the defender chooses
    [R186]. Rough ground does not stop it, nor does a trench battle [R63]."""
    side = 1 - battle.side
    barred = state.enemy_land(side) | closed(state, side)
    if battle.attackers & ALL_CORPS:
        barred |= touching(battle.origin)
    free = state.scenario.hexes & ~barred
    # [1.24.1] [12.8/ottoman]
    free &= state.scenario.leash(1 << unit)
    most = TABLES["retreat"]["africa" if AFRICA >> battle.target & 1 else "most"]
    here = 1 << battle.target
    seen, edge = here, here
    for _ in range(most):
        edge = leaves(state, unit, edge) & free & ~seen
        for place in members(edge & state.corps[side]):
            if not fits(state, place, 1 << unit, side):
                edge &= ~(1 << place)
        seen |= edge
    return seen & ~here


@dataclass(frozen=True, slots=True)
class GiveGround(Duty[State]):
    """[10.721] [10.721.1] [R178] Survivors in manoeuvre mode retreat; trenches and fortresses are
    breached. It happens even if no attacker is left, and before the attackers move on."""

    ground: bool
    breakthrough: bool

    def run(self, state: State) -> None:
        """Retreat one by one, then see what still stands."""
        if not self.ground:
            return
        battle = state.battle
        if battle.inherent:
            # [1.25] [R167] It does not move, so it is gone.
            battle = state.battle = replace(battle, inherent=False)
        state.stack.append(Breach(self.breakthrough))
        if LAND_BOXES >> battle.target & 1:
            # [10.722] In a box nobody retreats.
            return
        loose = sums.defenders(state, battle) & ALL_CORPS & ~state.entrenched
        for unit in members(loose):
            state.stack.append(Retreat(unit))


@dataclass(frozen=True, slots=True)
class Retreat(Decision[State]):
    """[10.722] The defender retreats a corps; one that cannot is lost [10.722.2]."""

    unit: int

    def who(self, state: State) -> int:
        """The defender."""
        return 1 - state.battle.side

    def prompt(self, state: State) -> str:
        """Who retreats."""
        return state.say("{:unit} retreats: choose where to [10.722]", self.unit)

    def choices(self, state: State) -> Choices:
        """Where to; nowhere, if there is no way."""
        places = retreats(state, state.battle, self.unit)
        return {"retreat": places} if places else {"perish": 1}

    def take(self, state: State, verb: str, number: int) -> None:
        """Go, or perish."""
        if verb == "perish":
            state.detail("{:unit} has no way out and is lost", self.unit)
            state.lift(self.unit)
            return
        state.detail("{:unit} retreats to {:hex}", self.unit, number)
        leaving = 1 << self.unit
        left = sums.defenders(state, state.battle) & ~leaving
        if not left & ALL_CORPS:
            # [1.323] [R35] The leader goes with the last of his command.
            leaving |= left
        if leaving & ARMY_LEADERS and not fits(state, number, leaving, 1 - state.battle.side):
            # [2.62] Where another commands already he has nothing to command.
            leader = lowest(leaving & ARMY_LEADERS)
            state.lift(leader)
            leaving &= ~(1 << leader)
        # [2.53] Whoever retreats into enemy country takes what he comes to.
        enter(state, leaving, number)

    @asked("10.722", "retreat", "perish")
    def why_not(self, state: State, verb: str, number: Hex) -> Refusal:
        """Why not there."""
        battle = state.battle
        side = 1 - battle.side
        if verb == "perish":
            return Refusal("10.722", "there is a way out")
        place = 1 << number if number >= 0 else 0
        if place & state.enemy_land(side):
            return Refusal("10.722", "enemies are there")
        if place & closed(state, side):
            return Refusal("6.11", "the country is neutral")
        if battle.attackers & ALL_CORPS and place & touching(battle.origin):
            return Refusal("10.722", "the hex is beside the attackers")
        if place & state.corps[side] and not fits(state, number, 1 << self.unit, side):
            return Refusal("2.62", "there is no room")
        return Refusal("10.722", "no way of one to three hexes leads there")


@dataclass(frozen=True, slots=True)
class Breach(Duty[State]):
    """[10.723] [10.731] What stands after the retreat decides: a breach, or a breakthrough."""

    breakthrough: bool

    def run(self, state: State) -> None:
        """Diminish, expand or create, in this order; else break through."""
        battle = state.battle
        overrun = False
        if still_held(state, battle):
            if is_fortified(state, battle):
                overrun = self._breach(state, battle)
            if not overrun:
                # [10.731.1] [10.731.3] Whoever is left denies the breakthrough.
                return
        if not battle.counterattack and (self.breakthrough or overrun):
            # [10.731.2] Never against a breach.
            state.breakthroughs |= 1 << battle.target
            state.battle = replace(state.battle, breakthrough=True)
            state.detail("a breakthrough at {:hex}", battle.target)

    def _breach(self, state: State, battle: Battle) -> bool:
        """Whether a breach of two grew into a breakthrough."""
        along, against = (battle.origin, battle.target), (battle.target, battle.origin)
        if against in state.breaches and against != along:
            # [10.723a]
            # [10.595.2]
            left = state.breaches.pop(against) - 1
            if left:
                state.breaches[against] = left
            state.detail("the breach towards {:hex} shrinks to " + str(left), battle.origin)
            return False
        if along not in state.breaches:
            # [10.723c] One for each way out of a location [10.723c.1].
            state.breaches[along] = 1
            state.detail("a breach from {:hex} towards {:hex}", *along)
            return False
        # [10.723b]
        if state.breaches[along] == 1:
            state.breaches[along] = 2
            state.detail("the breach towards {:hex} grows to 2", battle.target)
            return False
        # [10.723b.1] [R34] Who is dug in dies there, the fortress is ruined.
        del state.breaches[along]
        for unit in members(sums.defenders(state, battle) & ALL_CORPS):
            state.detail("{:unit} is overrun", unit)
            state.lift(unit)
        if sums.fort_steps(state, battle):
            state.batter(battle.target, sums.fort_steps(state, battle))
        return True


def is_fortified(state: State, battle: Battle) -> bool:
    """[10.723] Whether trenches or a fortress are left that may be breached; in a box corps without
    trenches stay too."""
    dug_in = sums.defenders(state, battle) & state.entrenched
    return bool(dug_in or sums.fort_steps(state, battle))


def still_held(state: State, battle: Battle) -> bool:
    """Whether a corps, a fortress or the inherent defence [1.25] is left to defend."""
    corps = sums.defenders(state, battle) & ALL_CORPS
    return battle.inherent or bool(corps or sums.fort_steps(state, battle))
