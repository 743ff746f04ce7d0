"""Paying for a combat [12-12] [13-7] [19-3]: the attacker before the defender chooses his ground,
the defender after it, both before the dice [R22].

Each side names the units that are to be supplied, and for each the headquarters that pays where
there are several [19-6]; or lets one headquarters pay for all it can. Whether these questions are
asked never depends on the points somebody has, which are hidden [17-5] [R95].
"""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.der_weltkrieg.battle import ATTACK, Battle
from trenchline.games.der_weltkrieg.components import CODES, NATIONS, SIDES, Units
from trenchline.games.der_weltkrieg.lines import headquarters_for, length
from trenchline.games.der_weltkrieg.results import answering
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.supply_spending import (
    CORPS_SHARE,
    affords,
    could_pay,
    exceeds_corps_share,
    must_be_supplied,
    needs_none,
    paid_by,
    payer,
    price,
    why_no_supply,
    why_supplied,
    with_payer,
)
from trenchline.games.der_weltkrieg.surrounded import pocket_around
from trenchline.games.der_weltkrieg.whose import why_not_yours
from trenchline.kernel.bits import bit_set, lowest, members
from trenchline.kernel.frozen import replaced
from trenchline.kernel.steps import ONE, Choices, Decision, Duty, Refusal
from trenchline.kernel.words import counted


def in_combat(state: State, battle: Battle, attacking: bool) -> tuple[int, ...]:
    """The units of one side that fight in a combat, or could [12-8]."""
    if attacking:
        return battle.attackers
    return answering(state, replaced(battle, abstaining=()))


def payable(state: State, battle: Battle, attacking: bool) -> dict[int, Units]:
    """Units that want supply and have none yet, each with the headquarters that could pay."""
    found = {}
    for unit in in_combat(state, battle, attacking):
        if (
            not needs_none(state, battle, unit)
            and payer(battle, unit) is None
            and unit not in battle.abstaining
        ):
            posts = could_pay(state, unit, attacking)
            if posts:
                found[unit] = posts
    return found


@dataclass(frozen=True, slots=True)
class SpendForAttack(Duty[State]):
    """[13-7] The attacker pays before the table is used."""

    def run(self, state: State) -> None:
        battle = state.battle
        # [14-9] [29-4] Where nothing can be paid, artillery may have to stay out.
        if not battle.suppliable or not payable(state, battle, attacking=True):
            commit(state, attacking=True)
        else:
            state.stack.append(Pay(attacking=True))


@dataclass(frozen=True, slots=True)
class SpendForCounterattack(Duty[State]):
    """[19-3] The defender pays for the answer before the dice, and may withhold it [12-8]."""

    def run(self, state: State) -> None:
        if state.theatre.ample_supply:
            return
        if in_combat(state, state.battle, attacking=False):
            feed_the_surrounded(state)  # [20-11]
            state.stack.append(Pay(attacking=False))


def feed_the_surrounded(state: State) -> None:
    """[20-11] Surrounded units must be supplied in defence by the nearest headquarters in their
    pocket as long as it has the points."""
    battle = state.battle
    if not battle.surrounded:
        return
    for unit, posts in payable(state, battle, attacking=False).items():
        if unit not in battle.surrounded:
            continue
        hex_ = state.where[unit]
        pocket = pocket_around(state, hex_, battle.defender)
        near = [
            (length(state, hex_, hq) or 0, hq)
            for hq in members(posts)
            if pocket >> state.where[hq] & 1 and affords(state, state.battle, unit, hq)
        ]
        if near:
            state.battle = with_payer(state.battle, unit, min(near)[1])


def commit(state: State, attacking: bool) -> None:
    """The points are spent, and artillery for which nothing is paid does not fire [29-4] [R96]."""
    battle = state.battle
    for hq in dict.fromkeys(hq for _, hq in battle.paid):
        paid = paid_by(battle, hq, attacking)
        if paid:
            spend(state, hq, price(state, battle, paid, attacking))
    units = in_combat(state, battle, attacking)
    idle = {
        unit
        for unit in units
        if must_be_supplied(state, unit)
        and not needs_none(state, battle, unit)
        and payer(battle, unit) is None
        and (attacking or state.theatre.artillery >> unit & 1)
    }
    if idle and not attacking:
        state.battle = replaced(battle, abstaining=tuple(sorted({*battle.abstaining, *idle})))
    elif idle and len(idle) < len(units):
        state.battle = battle.without(idle)
        if battle.kind == ATTACK:
            state.fought &= ~bit_set(idle)
    if state.log is not None and not state.theatre.ample_supply:
        _tell(state, battle, battle.side if attacking else battle.defender, units, idle)


def _tell(state: State, battle: Battle, side: int, units: tuple[int, ...], idle: set[int]) -> None:
    """Who is supplied, who fights at half strength, and which nations pay nothing at all."""
    counters = state.theatre.counters
    wanting = [unit for unit in units if not needs_none(state, battle, unit)]
    paid = [unit for unit in wanting if payer(battle, unit) is not None]
    if paid:
        state.detail("{}: {:units} supplied [19-2]", SIDES[side], paid)
    nations = {counters[unit].nation for unit in paid}
    for nation in dict.fromkeys(counters[unit].nation for unit in wanting):
        if nation not in nations:
            state.detail("{} pays nothing [19-11]", NATIONS[nation].name)
    silent = sorted({*idle, *(unit for unit in wanting if unit in battle.abstaining)})
    half = [unit for unit in wanting if unit not in paid and unit not in silent]
    for group, how in ((half, "at half strength [19-11]"), (silent, "without a part [12-8]")):
        if group:
            state.detail("{:units} {}", group, how)


def spend(state: State, headquarters: int, points: int) -> None:
    """[19-2] A headquarters expends supply points; only its owner reads how many [17-5]."""
    counter = state.theatre.counters[headquarters]
    state.stock[headquarters] -= points
    state.spent[CODES.index(counter.nation)] += points
    if state.log is not None:
        spent, left = counted(points, "supply point"), state.stock[headquarters]
        state.whisper(counter.side, "{:unit} spends {}, {} left", headquarters, spent, left)


@dataclass(frozen=True, slots=True)
class Pay(Decision[State]):
    """[19-6] [19-12] Which units are supplied? The others fight at half strength [19-11]."""

    deliberate = frozenset({"done"})

    attacking: bool

    def who(self, state: State) -> int:
        return state.battle.side if self.attacking else state.battle.defender

    def prompt(self, state: State) -> str:
        asked = "{}: whom do you supply for the {}? [19-3]"
        return state.say(asked, SIDES[self.who(state)], self.act(state))

    def act(self, state: State) -> str:
        """What is paid for."""
        what = "attack on" if self.attacking else "counterattack at"
        return state.say("{} {:hex}", what, state.battle.target)

    def account(self, state: State) -> str:
        """[19-2] What is asked, with what each headquarters pays so far: for its owner's eyes."""
        bills: list[int] = []
        for hq in dict.fromkeys(hq for _, hq in state.battle.paid):
            units = paid_by(state.battle, hq, self.attacking)
            if units:
                cost = price(state, state.battle, units, self.attacking)
                bills += (hq, cost, state.stock.get(hq, 0), len(units))
        each = "; ".join(["{:unit} pays {} of {} for {}"] * (len(bills) // 4))
        spent = state.say(f" {each}.", *bills) if bills else ""
        if "supply" in self.choices(state):
            return state.say("whom do you supply for the {}?{} [19-3]", self.act(state), spent)
        told = "{} can be supplied for the {}.{} Roll the dice? [19-3]"
        return state.say(told, "Nobody else" if bills else "Nobody", self.act(state), spent)

    def choices(self, state: State) -> Choices:
        battle = state.battle
        units = all_of = 0
        for unit, posts in payable(state, battle, self.attacking).items():
            able = bit_set(hq for hq in members(posts) if affords(state, battle, unit, hq))
            if able:
                units |= 1 << unit
                all_of |= able
        found: Choices = {}
        if units:
            found["supply"] = units
            found["pay_all"] = all_of
        if not self.attacking:  # [12-8]
            quiet = bit_set(self.silent_if_asked(state))
            if quiet:
                found["abstain"] = quiet
        # [29-4] Artillery by itself must be paid for.
        if not units or not self.needs_payment(state):
            found["done"] = ONE
        return found

    def needs_payment(self, state: State) -> bool:
        """Whether nobody would be left to attack: artillery alone must be paid for [29-4]."""
        battle = state.battle
        return self.attacking and all(
            must_be_supplied(state, unit)
            and not needs_none(state, battle, unit)
            and payer(battle, unit) is None
            for unit in battle.attackers
        )

    def silent_if_asked(self, state: State) -> list[int]:
        """[12-8] [R99] Units that may be told not to counterattack."""
        battle = state.battle
        return [
            unit
            for unit in in_combat(state, battle, attacking=False)
            if unit not in battle.abstaining and payer(battle, unit) is None
        ]

    def take(self, state: State, verb: str, number: int) -> None:
        battle = state.battle
        if verb == "done":
            commit(state, self.attacking)
            return
        state.stack.append(self)
        if verb == "abstain":  # [12-8]
            state.battle = replaced(battle, abstaining=(*battle.abstaining, number))
        elif verb == "pay_all":  # [19-6]
            for unit, posts in payable(state, battle, self.attacking).items():
                if posts >> number & 1 and affords(state, state.battle, unit, number):
                    state.battle = with_payer(state.battle, unit, number)
        else:
            posts = could_pay(state, number, self.attacking)
            if posts.bit_count() > 1:
                state.stack.append(ChooseHeadquarters(self.attacking, number))
            else:
                state.battle = with_payer(battle, number, lowest(posts))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        battle = state.battle
        if verb == "done" and self.needs_payment(state):
            case = why_supplied(state, battle.attackers[0])
            return Refusal(case, "nobody of this attack may attack without supply")
        if verb not in ("supply", "abstain", "pay_all"):
            return Refusal("19-3", "supply is spent before the dice: say first who is supplied")
        if verb == "pay_all":
            return self._why_not_all(state, number)
        if verb == "abstain" and self.attacking:
            return Refusal("12-8", "the attack has been joined; only answers can be withheld")
        if number not in in_combat(state, battle, self.attacking):
            return Refusal("12-11", "that unit takes no part in this combat")
        if payer(battle, number) is not None:
            return Refusal("13-7", "that unit has its headquarters")
        if number in battle.abstaining:
            return Refusal("12-8", "that unit does not counterattack")
        if needs_none(state, battle, number):
            return Refusal("19-2", "that unit fights supplied for nothing")
        return why_no_supply(state, battle, number)

    def _why_not_all(self, state: State, hq: int) -> Refusal:
        """Why a headquarters pays for nobody else in this combat."""
        battle = state.battle
        foreign = why_not_yours(state, hq, self.who(state), "19-6")
        if foreign is not None:
            return foreign
        if not state.theatre.of_kind["headquarters"] >> hq & 1:
            return Refusal("19-6", "only headquarters pay")
        wanting = [
            unit
            for unit in in_combat(state, battle, self.attacking)
            if not needs_none(state, battle, unit)
            and payer(battle, unit) is None
            and unit not in battle.abstaining
        ]
        if not wanting:
            return Refusal("19-2", "nobody in this combat wants supply any more")
        served = [unit for unit in wanting if headquarters_for(state, unit) >> hq & 1]
        if not served:
            return Refusal("19-6", "it may pay for nobody in this combat who wants supply")
        in_reach = [unit for unit in served if could_pay(state, unit, self.attacking) >> hq & 1]
        if not in_reach:
            return Refusal("19-4", "it has no supply line to anybody who wants supply")
        if all(exceeds_corps_share(state, battle, unit, hq) for unit in in_reach):
            most = CORPS_SHARE[self.attacking]
            return Refusal("18-18", f"corps headquarters may spend {most} points on this combat")
        return Refusal("19-2", "it has not the supply points for anybody")


@dataclass(frozen=True, slots=True)
class ChooseHeadquarters(Decision[State]):
    """[13-7] [19-6] A unit is supplied by one headquarters: which?"""

    deliberate = frozenset({"pay"})

    attacking: bool
    unit: int

    def who(self, state: State) -> int:
        return state.battle.side if self.attacking else state.battle.defender

    def prompt(self, state: State) -> str:
        return state.say(
            "{}: which headquarters pays for {:unit}? [19-6]", SIDES[self.who(state)], self.unit
        )

    def choices(self, state: State) -> Choices:
        battle = state.battle
        posts = could_pay(state, self.unit, self.attacking)
        able = bit_set(hq for hq in members(posts) if affords(state, battle, self.unit, hq))
        return {"pay": able}

    def take(self, state: State, verb: str, number: int) -> None:
        state.battle = with_payer(state.battle, self.unit, number)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "pay":
            return Refusal("19-6", "choose the headquarters that pays")
        foreign = why_not_yours(state, number, self.who(state), "19-6")
        if foreign is not None:
            return foreign
        if not headquarters_for(state, self.unit) >> number & 1:
            return Refusal("19-6", "that is no headquarters that may pay for the unit")
        if not could_pay(state, self.unit, self.attacking) >> number & 1:
            return Refusal("19-4", "no supply line leads from the unit to that headquarters")
        if exceeds_corps_share(state, state.battle, self.unit, number):
            most = CORPS_SHARE[self.attacking]
            return Refusal("18-18", f"a corps headquarters may spend {most} points on a combat")
        return Refusal("19-2", "it has not the supply points")
