"""Taking losses [13-20] to [13-24], strength point by strength point, and what they cost the morale
of a nation [26-3]."""

from __future__ import annotations

from dataclasses import dataclass, replace

from trenchline.games.der_weltkrieg.artillery import AT_GUNS
from trenchline.games.der_weltkrieg.assault import is_pure, storm_points
from trenchline.games.der_weltkrieg.battle import DESPERATE, Battle
from trenchline.games.der_weltkrieg.components import (
    ARTILLERY,
    NATIONS,
    SIDES,
    TABLES,
    Units,
)
from trenchline.games.der_weltkrieg.demoralization import is_counted, suffer
from trenchline.games.der_weltkrieg.regrouping import infantry_class
from trenchline.games.der_weltkrieg.results import defenders
from trenchline.games.der_weltkrieg.state import ELIMINATED, SURRENDERED, State
from trenchline.games.der_weltkrieg.whose import why_not_yours
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.steps import ONE, Choices, Decision, Refusal
from trenchline.kernel.words import counted

ORDER: dict[bool, tuple[str, ...]] = {
    True: tuple(TABLES["losses"]["attacker"]),
    False: tuple(TABLES["losses"]["defender"]),
}
"""[13-23] [R27] The classes in the order in which they lose, by whether they attack."""
FORT_FIRST = ("fortress", *(name for name in ORDER[False] if name != "fortress"))
"""[21-5] The order for those who leave a fort to its fate."""
AT_GUNS_ORDER = ("artillery", "fortress")
"""[29-7] Who loses when artillery aims at nothing else."""
DM = TABLES["demoralization"]
LEAST_RUSSIAN_FORT: int = TABLES["forts"]["russian_least"]


def loss_class(state: State, unit: int) -> str:
    """[13-23] The class in which a unit loses: strong cavalry is infantry [31-4]."""
    counter = state.theatre.counters[unit]
    if state.theatre.infantry >> unit & 1:
        return "infantry"
    if counter.kind == "cavalry":
        light = counter.full_strength <= NATIONS[counter.nation].light_cavalry
        return "cavalry" if light else "infantry"
    return "artillery" if counter.kind in ARTILLERY else counter.kind


def morale_class(state: State, unit: int) -> str:
    """[26-3] [31-4] As what a unit's losses weigh on morale: horsemen as cavalry, however strong
    they are [13-23], unless their division has been strengthened; replacements are nothing
    [R136]."""
    if (state.theatre.cavalry & ~state.theatre.infantry) >> unit & 1:
        return "cavalry"
    return loss_class(state, unit)


# What a loss does.


def lose_points(state: State, unit: int, points: int, surrendered: bool = False) -> int:
    """A unit loses strength points, and with the last one its place on the map [13-21]; points that
    surrender weigh more [20-4] [26-3]. How many it has lost: with a weak Russian fort all of its
    points go [41-4]."""
    counter = state.theatre.counters[unit]
    kind = morale_class(state, unit)
    left = state.strength[unit] - points
    if counter.nation == "RU" and kind == "fortress" and left < LEAST_RUSSIAN_FORT:
        # [41-4] [R46] A Russian fort this weak is given up, and its last points count too.
        points, left = state.strength[unit], 0
    if kind in ("infantry", "cavalry", "artillery", "fortress"):
        worth = DM.get(f"surrendered_{kind}", DM[kind]) if surrendered else DM[kind]
        suffer(state, counter.nation, worth * points, "{:unit} loses {:sum}", unit, points)
        if state.log is not None and not is_counted(state, counter.nation):
            state.detail("{:unit} loses {:sum}", unit, points)
    if left:
        state.lose(unit, points)
    else:
        _remove(state, unit, SURRENDERED if surrendered else ELIMINATED)
    return points


def lose_unit(state: State, unit: int, surrendered: bool = False, interned: bool = False) -> None:
    """A unit is lost with all it has: destroyed [14-14], surrendered [20-8] or interned [14-19]."""
    lose_points(state, unit, state.strength[unit], surrendered)
    if interned:  # [14-19]
        state.where[unit] = SURRENDERED


def _remove(state: State, unit: int, pile: int) -> None:
    counter = state.theatre.counters[unit]
    state.lift(unit, pile)
    if counter.kind == "engineer" or (counter.kind == "headquarters" and counter.size != "corps"):
        # [26-3] Units without strength points weigh as a whole: engineers, and staffs of armies.
        suffer(state, counter.nation, DM[counter.kind], "{:unit} is lost", unit)


# Who loses.


def in_danger(state: State, battle: Battle, attacking: bool) -> Units:
    """The units of one side of a combat that may lose strength [13-18] [R28]: of a joint attack
    with surrounded units only those [20-5], under fire aimed at guns only guns and forts [29-7]."""
    if attacking:
        ringed = [unit for unit in battle.attackers if unit in battle.surrounded]
        return bit_set(unit for unit in ringed or battle.attackers if state.is_on_map(unit))
    units = defenders(state, battle)
    if battle.aim == AT_GUNS:
        units &= state.theatre.artillery | state.theatre.of_kind["fortress"]
    return units


def order_of_losses(state: State, battle: Battle, attacking: bool) -> tuple[str, ...]:
    """[13-23] The classes in the order in which they lose."""
    if not attacking and battle.aim == AT_GUNS:  # [29-7]
        return AT_GUNS_ORDER
    # [21-5] Those who leave a fort let it fall first.
    return FORT_FIRST if not attacking and battle.retreat else ORDER[attacking]


def may_lose(state: State, units: Units, order: tuple[str, ...]) -> Units:
    """[13-23] [13-24] [33-4] Which of the units may lose the next point: assault units as long as
    they have more than others of their kind; then those of the first class that has any left, and
    of them those above their reverse value as long as there are such."""
    storming = bit_set(
        unit
        for unit in members(units & state.theatre.of_kind["assault"])
        if storm_points(state, unit)
    )
    if storming and "infantry" in order:
        return storming
    for name in order:
        ranks = [
            unit
            for unit in members(units)
            if state.strength[unit] and loss_class(state, unit) == name
        ]
        if ranks:
            fresh = [unit for unit in ranks if state.strength[unit] > reverse_value(state, unit)]
            return bit_set(fresh or ranks)
    return 0


def reverse_value(state: State, unit: int) -> int:
    """[13-24] The strength on the back of a unit's counter. An assault unit that has lost its
    assault strength is a regular unit, and has the back of one [33-4] [R157]."""
    counter = state.theatre.counters[unit]
    if counter.kind != "assault" or is_pure(state, unit) or storm_points(state, unit):
        return counter.back
    backs = [
        other.back
        for other in state.theatre.counters
        if (other.nation, other.size) == (counter.nation, counter.size)
        and other.kind == infantry_class(counter)
        and other.front == counter.full_strength
    ]
    # [R55] Without such a counter the front counts.
    return max(backs, default=counter.full_strength)


@dataclass(frozen=True, slots=True)
class TakeLosses(Decision[State]):
    """[13-20] One side chooses which of its units lose strength, point by point."""

    attacking: bool

    def who(self, state: State) -> int:
        return state.battle.side if self.attacking else state.battle.defender

    def due(self, state: State) -> int:
        """Points still to be lost."""
        battle = state.battle
        return battle.attack_loss if self.attacking else battle.defence_loss

    def prompt(self, state: State) -> str:
        return f"{SIDES[self.who(state)]}: {counted(self.due(state), 'point')} to lose [13-23]"

    def losers(self, state: State) -> Units:
        """Units that may lose the next point."""
        battle = state.battle
        units = in_danger(state, battle, self.attacking)
        return may_lose(state, units, order_of_losses(state, battle, self.attacking))

    def choices(self, state: State) -> Choices:
        units = self.losers(state) if self.due(state) else 0
        return {"lose": units} if units else {"done": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "done":
            return
        battle = state.battle
        # [20-4] [14-9] What surrounded units lose has surrendered, and what a desperate stack does.
        desperate = self.attacking and battle.kind == DESPERATE
        surrendered = desperate or number in battle.surrounded  # [20-4] [14-9]
        gone = lose_points(state, number, 1, surrendered)
        # [R46] The last points of a Russian fort count against the loss too.
        left = max(0, self.due(state) - gone)
        changed = {"attack_loss" if self.attacking else "defence_loss": left}
        state.battle = replace(battle, **changed)  # type: ignore[arg-type] # both are numbers
        if state.log is not None and not state.is_on_map(number):
            end = "has surrendered" if state.where[number] == SURRENDERED else "is destroyed"
            state.detail("{:unit} {}", number, end)
        state.stack.append(self)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "lose":
            return Refusal("13-20", "take your losses first")
        battle = state.battle
        units = in_danger(state, battle, self.attacking)
        foreign = why_not_yours(state, number, self.who(state), "13-20")
        if foreign is not None:
            return foreign
        if not units >> number & 1:
            if self.attacking and number in battle.attackers:
                return Refusal("20-5", "the surrounded units take all the losses of this attack")
            if not self.attacking and defenders(state, battle) >> number & 1:
                return Refusal("29-7", "only forts and artillery are fired at")
            return Refusal("13-18", "that unit has no part in this combat")
        first = next(iter(members(self.losers(state))))
        if storm_points(state, first):
            return Refusal("33-4", "assault units lose first")
        if loss_class(state, number) != loss_class(state, first):
            case = "21-5" if battle.retreat and loss_class(state, first) == "fortress" else "13-23"
            return Refusal(case, f"{loss_class(state, first)} loses first")
        return Refusal("13-24", "units above their reverse value go down to it first")
