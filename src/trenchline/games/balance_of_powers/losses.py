"""Chapter 10.7: what the dice bring: points paid, corps lost, attrition."""

from __future__ import annotations

from dataclasses import dataclass, replace

from trenchline.games.balance_of_powers import modifiers as sums
from trenchline.games.balance_of_powers.asking import asked
from trenchline.games.balance_of_powers.battle import FORTRESS, NOBODY, Battle
from trenchline.games.balance_of_powers.components import (
    AFRICA,
    ALL_CORPS,
    MAJORS,
    NATIONS,
    OWNER,
    TABLES,
    UNITS,
    Nations,
    Units,
)
from trenchline.games.balance_of_powers.innovation import learn
from trenchline.games.balance_of_powers.morale import MoraleDie
from trenchline.games.balance_of_powers.results import PAYABLE, final, refunded, result
from trenchline.games.balance_of_powers.retreat import GiveGround
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.supply import unsupplied
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.steps import ONE, Choices, Decision, Duty, Refusal


def force(state: State, battle: Battle, role: int) -> Units:
    """Attacker's or defender's units that are left."""
    return battle.attackers if role == 0 else sums.defenders(state, battle)


def majors_in(state: State, battle: Battle, role: int) -> Nations:
    """The major powers with a unit in a force; a fortress is one too [10.711]. Any of them may
    pay; minors alone cannot [10.711.1]."""
    found = bit_set(UNITS[unit].nation for unit in members(force(state, battle, role) & ALL_CORPS))
    if role == 1 and sums.fort_steps(state, battle):
        found |= 1 << OWNER[battle.target]
    return found & MAJORS


def cut_off(state: State, battle: Battle, role: int) -> Nations:
    """[R150] The nations whose corps in a force are out of supply."""
    hungry = unsupplied(state, force(state, battle, role) & ALL_CORPS)
    return bit_set(UNITS[unit].nation for unit in members(hungry))


@dataclass(frozen=True, slots=True)
class Outcome(Duty[State]):
    """[10.61] The final dice are read, and both sides suffer."""

    def run(self, state: State) -> None:
        """Lay out what each side must do."""
        battle = state.battle
        line = final(battle.raw, battle.modifier)
        found = result(line, battle.major)
        if battle.infrastructure:
            # [10.572.1] What was used up is gone, whatever the dice.
            state.infrastructure &= ~(1 << battle.origin)
        state.detail(f"{battle.raw} {battle.modifier:+} is {line}: {found}")
        losses = refunded((found.attacker, found.defender), battle.strengths, battle.modifier)
        state.battle = replace(battle, final=line, losses=losses)
        # [10.74.1] [2.91.3] The table shakes major powers, in major battles only [R60].
        shaken_nation = NOBODY
        if found.demoralizes is not None and battle.major:
            shaken_nation = shaken(state, battle, found.demoralizes)
        state.stack.append(Demoralize(shaken_nation, found.demoralizes or 0, found.below))
        # [10.72]
        state.stack.append(GiveGround(found.ground, found.breakthrough))
        for role in (1, 0):
            state.stack.append(Suffer(role))
            if losses[role] == PAYABLE:
                state.stack.append(BuyOff(role))
        learn(state, battle)


@dataclass(frozen=True, slots=True)
class BuyOff(Decision[State]):
    """[10.711] A force in supply may pay a point instead of a loss."""

    role: int

    def who(self, state: State) -> int:
        """Who suffers."""
        return state.battle.side ^ self.role

    def prompt(self, state: State) -> str:
        """What it costs."""
        return "Pay a point, or lose the point unit [10.711]"

    def able(self, state: State) -> Nations:
        """The major powers in the force that can pay, if it is in supply."""
        battle = state.battle
        points = state.purse(battle.target)
        majors = majors_in(state, battle, self.role) & ~cut_off(state, battle, self.role)
        return bit_set(nation for nation in members(majors) if points[nation])

    def choices(self, state: State) -> Choices:
        """Who may pay; or nobody."""
        found: Choices = {"suffer": ONE}
        able = self.able(state)
        if able:
            found["buy_off"] = able
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        """Pay, or lose one."""
        battle = state.battle
        losses = list(battle.losses)
        losses[self.role] = 0
        if verb == "suffer":
            losses[self.role] = 1
        else:
            state.purse(battle.target)[number] -= 1
            state.detail(f"{NATIONS[number].name} pays a point instead of a loss")
        state.battle = replace(battle, losses=(losses[0], losses[1]))

    @asked("10.711", "suffer", "buy_off")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Who cannot pay."""
        battle = state.battle
        if not majors_in(state, battle, self.role):
            return Refusal("10.711", "a force of minor powers has no points to spend")
        if 0 <= number < len(NATIONS) and majors_in(state, battle, self.role) >> number & 1:
            if cut_off(state, battle, self.role) >> number & 1:
                return Refusal("10.711", f"the corps of {NATIONS[number].name} are out of supply")
            return Refusal("2.44", f"{NATIONS[number].name} has no points")
        return Refusal("10.711", "whoever pays has a unit in the force")


def may_attrit(state: State, battle: Battle, role: int) -> Nations:
    """[10.713] The nations that may charge the second loss to their recruits: they began with two
    corps and are not in crisis [10.713.1] [2.92.2], in supply [10.713.2], against or in trenches
    [10.713.3], without tactical innovation [10.713.4] [2.84.5], all of it for either side
    [10.713.5], in minor battles too, but not in Africa [10.713.6]."""
    if AFRICA >> battle.target & 1 or not battle.trenches or battle.benefits:
        return 0
    units = force(state, battle, role) & ALL_CORPS
    found = 0
    for nation in members(majors_in(state, battle, role) & ~cut_off(state, battle, role)):
        if nation in state.crisis or not state.points[nation]:
            continue
        own = sum(1 for unit in members(units) if UNITS[unit].nation == nation)
        # The point unit that was just lost was with them when the combat began.
        point = battle.point if role == 0 else battle.defending_point
        if point >= 0 and UNITS[point].nation == nation and not units >> point & 1:
            own += 1
        if own >= TABLES["attrition"]["corps"]:
            found |= 1 << nation
    return found


@dataclass(frozen=True, slots=True)
class Suffer(Decision[State]):
    """[10.712] A side suffers its losses, one by one: the point unit first. Steps of a fortress are
    as good as corps [1.332]. Who has nothing left to lose has lost enough [10.712.2]."""

    role: int

    def who(self, state: State) -> int:
        """Who suffers."""
        return state.battle.side ^ self.role

    def prompt(self, state: State) -> str:
        """How many are still to come."""
        left = state.battle.losses[self.role]
        return f"Choose what is lost: {left} more [10.712]"

    def choices(self, state: State) -> Choices:
        """What may be lost next."""
        battle, role = state.battle, self.role
        units = force(state, battle, role) & ALL_CORPS
        fort = sums.fort_steps(state, battle) if role == 1 else 0
        # [1.25]
        if role == 1 and battle.inherent and battle.losses[role] > 0:
            return {"inherent": ONE}
        if battle.losses[role] <= 0 or not (units or fort):
            return {"enough": ONE}
        if battle.taken[role] == 0:
            point = battle.point if role == 0 else battle.defending_point
            if point == FORTRESS and fort:
                return {"lose_step": ONE}
            if point >= 0 and units >> point & 1:
                return {"lose": 1 << point}
        found: Choices = {}
        if units:
            found["lose"] = units
        if fort:
            found["lose_step"] = ONE
        if battle.taken[role] == 1:
            able = may_attrit(state, battle, role)
            if able:
                found["attrition"] = able
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        """Suffer one loss, and ask for the next."""
        battle, role = state.battle, self.role
        if verb == "inherent":
            # [1.25] A single step.
            state.detail("the inherent defence of {:hex} is beaten", battle.target)
            # [1.25]
            state.battle = replace(battle, inherent=False, losses=(battle.losses[0], 0))
            return
        if verb == "enough":
            return
        if verb == "lose":
            state.detail("{:unit} is lost", number)
            state.lift(number)
            battle = replace(battle, attackers=battle.attackers & ~(1 << number))
        elif verb == "lose_step":
            state.batter(battle.target)
            state.detail("the fortress of {:hex} loses a step", battle.target)
        else:
            # [10.713.7]
            state.points[number] -= TABLES["attrition"]["cost"]
            state.detail(f"{NATIONS[number].name} charges the loss to its recruits: attrition")
            # [10.713.7]
            charged = (number, battle.attrition[1]) if role == 0 else (battle.attrition[0], number)
            # [10.713.7]
            battle = replace(battle, attrition=charged)
        losses, taken = list(battle.losses), list(battle.taken)
        losses[role] -= 1
        taken[role] += 1
        state.battle = replace(battle, losses=(losses[0], losses[1]), taken=(taken[0], taken[1]))
        if losses[role] > 0:
            state.stack.append(self)

    @asked("10.712", "inherent", "enough", "lose", "lose_step", "attrition")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Why something cannot be lost now."""
        battle, role = state.battle, self.role
        if verb == "enough":
            return Refusal("10.712", "loss points are left to suffer")
        if verb == "inherent":
            if role == 0:
                return Refusal("1.25.3", "an attacker has no inherent defence")
            return Refusal("1.25.3", "real units defend the place")
        if role == 1 and battle.inherent:
            return Refusal("1.25.3", "only the inherent defence fights here")
        if verb == "lose" and not (force(state, battle, role) & ALL_CORPS) >> number & 1:
            return Refusal("10.712", "the unit is not in the battle")
        if verb == "lose_step" and role == 0:
            return Refusal("10.712", "an attacker has no fortress")
        if verb == "lose_step" and not sums.fort_steps(state, battle):
            return Refusal("10.712", "there is no fortress to lose a step")
        if battle.taken[role] == 0:
            return Refusal("10.712", "the point unit is lost first")
        if verb == "attrition":
            if battle.taken[role] != 1:
                return Refusal("10.713", "only the second loss is charged to recruits")
            if not battle.trenches:
                return Refusal("10.713", "nobody was entrenched")
            if battle.benefits:
                return Refusal("2.84", "there is no attrition against tactical innovation")
            if 0 <= number < len(NATIONS) and number in state.crisis:
                return Refusal("2.92", f"{NATIONS[number].name} is in crisis")
            return Refusal("10.713", "it takes two corps of a major power in supply, and a point")
        return Refusal("10.712", "no loss is left to suffer")


@dataclass(frozen=True, slots=True)
class Demoralize(Duty[State]):
    """[10.74] The morale of the loser of a major battle is at stake, and besides that of whoever
    charged losses to recruits [10.713.7] [2.91.4], in minor battles too [R60]."""

    nation: int
    """The power that the table shakes, or nobody."""
    role: int
    below: int

    def run(self, state: State) -> None:
        """Roll for all of them, for what the table says first."""
        battle = state.battle
        for role in (1, 0):
            if battle.attrition[role] != NOBODY:
                below = TABLES["attrition"]["below"]
                die = MoraleDie(battle.attrition[role], below, battle.leaders[role])
                state.stack.append(die)
        if self.nation != NOBODY and self.nation not in state.crisis:
            state.stack.append(MoraleDie(self.nation, self.below, battle.leaders[self.role]))


def shaken(state: State, battle: Battle, role: int) -> int:
    """[R33] The major power whose morale a battle touches, or nobody's."""
    point = battle.point if role == 0 else battle.defending_point
    if point >= 0:
        owner = UNITS[point].nation
    elif point == FORTRESS:
        owner = OWNER[battle.target]
    else:
        return NOBODY
    if MAJORS >> owner & 1:
        return owner
    corps = force(state, battle, role) & ALL_CORPS
    majors = [UNITS[unit].nation for unit in members(corps) if MAJORS >> UNITS[unit].nation & 1]
    return max(set(majors), key=lambda nation: (majors.count(nation), -nation), default=NOBODY)
