"""Rule 10: special combat effects. Armour and antitank, charges, engineers, gas, mines.

Both sides announce their attempts once the odds are known, the attacker first; then all are rolled
for. A success is a point on the die, with an asterisk perhaps a column; a failure with one costs
the units that tried."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from trenchline.games.the_great_war.afloat import stands_in
from trenchline.games.the_great_war.battle import Battle, Trial
from trenchline.games.the_great_war.casualties import eliminate
from trenchline.games.the_great_war.combat_supply import closed_points, stores
from trenchline.games.the_great_war.components import NATIONS, SIDES, Units
from trenchline.games.the_great_war.cooperation import in_concert
from trenchline.games.the_great_war.goods import spend
from trenchline.games.the_great_war.ground import Ground, distance, ground_of
from trenchline.games.the_great_war.results import MOBILE
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.strength import unsupported
from trenchline.games.the_great_war.success import Attempt, attempt
from trenchline.games.the_great_war.supply import overland
from trenchline.games.the_great_war.surprise import is_surprised
from trenchline.games.the_great_war.tables import EFFECTS, HEXSIDES, SUCCESS_MODIFIERS, TERRAIN
from trenchline.games.the_great_war.units import QUARTERS
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import ONE, Choices, Decision, Duty, Refusal, Roll
from trenchline.kernel.terms import Term

CODES = ("AECA", "AECD", "ATEC", "CEC", "EEC", "GEC", "SEC")
NAMES = {
    "AECA": "armour",
    "AECD": "armour",
    "ATEC": "antitank guns",
    "CEC": "a charge",
    "EEC": "engineers",
    "GEC": "gas",
    "SEC": "mines",
}
CASES = {
    "AECA": "10A",
    "AECD": "10A",
    "ATEC": "10A",
    "CEC": "10B",
    "EEC": "10C",
    "GEC": "10D",
    "SEC": "10E",
}
ARMOUR = ("AECA", "AECD")
BRIGADE: int = EFFECTS["brigade"]["res"] * QUARTERS
SMALL = QUARTERS
"""Attempts of less than one RE are worse [R72]."""
MOST_ANTITANK: int = EFFECTS["ATEC"]["attempts"]


def is_code_of(code: str, attacking: bool) -> bool:
    """[10] Whether a side can use an effect at all."""
    return bool(EFFECTS[code]["side"] in ("both", "attacker" if attacking else "defender"))


# Who is capable.


def is_able(state: State, unit: int) -> bool:
    """[3A5.2] [8C2.11] [11F2] Whether a unit may use special effects of any kind."""
    return not (
        (state.badly_disrupted | state.overstacked) >> unit & 1 or state.unsupplied.get(unit, 0) > 1
    )


def is_capable(state: State, battle: Battle, unit: int, code: str) -> bool:
    """[10] Whether a unit is of a kind that uses an effect, wherever it fights."""
    kind = state.theatre.counters[unit].type
    tagged = state.theatre.tagged
    match code:
        case "AECA":
            return kind.aeca > 0
        case "AECD":
            return kind.aecd > 0
        case "ATEC":
            return kind.atec > 0
        case "CEC":
            return bool(tagged["heavy cavalry"] >> unit & 1)
        case "EEC":
            return kind.eec > 0
        case "GEC":
            # [10D] [12B8] [13H] Gas artillery and gas engineers.
            return bool(tagged["gas"] >> unit & 1)
        case _:
            return bool(tagged["siege engineer"] >> unit & 1)


def armour_share(state: State, ground: Ground, origin: Hex) -> Fraction:
    """[10A.1] [10A.4] What is left of armour on some ground, coming over a hexside: nothing in mud,
    in cities [R74] and where the chart says so, half in winter and snow."""
    weather = EFFECTS["AECA"]
    if ground.weather in weather["closed_weather"] or ground.city:
        return Fraction(0)
    found = Fraction(TERRAIN[ground.terrain].aec)
    if ground.weather in weather["half_weather"]:
        found /= 2
    if distance(state, origin, ground.hex) == 1:
        for kind in state.theatre.sides_between(origin, ground.hex):
            if kind in HEXSIDES:
                found *= Fraction(HEXSIDES[kind].aec)
    return found


def counted(state: State, battle: Battle, unit: int, code: str) -> Fraction:
    """[10] How much a unit counts in an attempt, in quarters of an RE; disrupted ones half
    [3A5]."""
    kind = state.theatre.counters[unit].type
    size = Fraction(state.re(unit))
    if state.disrupted >> unit & 1:
        size /= 2
    if code in ARMOUR:
        share = kind.aeca if code == "AECA" else kind.aecd
        origin = stands_in(state, unit, battle.target)
        return size * share * armour_share(state, ground_of(state, battle), origin)
    if code == "ATEC":
        return size * kind.atec
    # [10C] [R85] Assault engineers and flamethrowers count twice everywhere.
    return size * kind.eec if code == "EEC" else size


def why_closed(state: State, battle: Battle, code: str, attacking: bool) -> Refusal | None:
    """[10] Why nobody of a side can use an effect in a combat; None if it may be tried."""
    case, name = CASES[code], NAMES[code]
    if not is_code_of(code, attacking):
        return Refusal(case, f"{name} serve the other side of a combat")
    ground = ground_of(state, battle)
    if code in ARMOUR and ground.weather in EFFECTS[code]["closed_weather"]:
        return Refusal(case, "armour has no effect in mud")
    if code == "CEC" and battle.table != MOBILE:
        return Refusal(case, "charges are ridden in mobile combat only")
    if code in ("EEC", "SEC") and not ground.is_strong:
        return Refusal(case, "there is neither a major city nor a work beyond fieldworks")
    made = [trial for trial in battle.trials if trial.attacking == attacking]
    if code == "ATEC" and not attempts(state, battle, code):
        return Refusal(case, "no armour attacks")
    if len([trial for trial in made if trial.code == code]) >= attempts(state, battle, code):
        return Refusal(case, f"no more attempts with {name} in this combat")
    other = {"AECD": "ATEC", "ATEC": "AECD"}.get(code)
    if any(trial.code == other for trial in made):
        return Refusal(case, "armour and antitank guns are not both used in a defence")
    return None


def attempts(state: State, battle: Battle, code: str) -> int:
    """[10A.2] [10A.3] How often an effect may be tried in a combat: antitank guns once for each RE
    of armour that attacks, and once more [10A]."""
    if code != "ATEC":
        return int(EFFECTS[code]["attempts"])
    armour = sum(
        state.re(unit) for unit in battle.attackers if is_capable(state, battle, unit, "AECA")
    )
    return min(MOST_ANTITANK, armour // QUARTERS + 1) if armour else 0


def team(state: State, battle: Battle, code: str, attacking: bool) -> Units:
    """[10] The units of a side that may join an attempt with an effect."""
    if why_closed(state, battle, code, attacking) is not None:
        return 0
    return bit_set(
        unit for unit in battle.fighters(attacking) if why_not_in(state, battle, unit, code) is None
    )


def why_not_in(state: State, battle: Battle, unit: int, code: str) -> Refusal | None:
    """[10] Why a unit cannot take part in an attempt; None if it can."""
    case = CASES[code]
    key = state.theatre.counters[unit].key
    if state.where[unit] < 0 and unit not in state.afloat:
        return Refusal(case, f"{key} has been lost")
    if not is_capable(state, battle, unit, code):
        return Refusal(case, f"{key} is not a unit of that kind")
    if any(unit in trial.units for trial in battle.trials):
        return Refusal("10", f"{key} makes another attempt in this combat")
    if state.overstacked >> unit & 1:
        return Refusal("8C2", f"{key} is overstacked")
    if state.badly_disrupted >> unit & 1:
        return Refusal("3A5", f"{key} is badly disrupted")
    if not is_able(state, unit):
        return Refusal("11F2", f"{key} has been out of supply too long")
    if not counted(state, battle, unit, code):
        return Refusal(case, f"{key} can do nothing on that ground")
    if code == "GEC" and state.gassed >> unit & 1:
        return Refusal("12C", f"{key} has used its gas in the bombardment")
    if code == "SEC" and state.moved_this_turn >> unit & 1:
        return Refusal(case, f"{key} has moved in this turn")
    if code == "SEC" and mine_store(state, unit) is None:
        return Refusal(case, "no overland line leads to a resource point for the mine")
    return None


def mine_store(state: State, unit: int) -> Hex | None:
    """[10E] The hex whose resource point a mine would spend."""
    side = state.theatre.counters[unit].side
    near = stores(state, side)
    if not near:
        return None
    near &= overland(state, unit)
    return next((hex_ for hex_ in members(near) if closed_points(state, hex_) > 0), None)


# How likely it is.


def trial_terms(state: State, battle: Battle, trial: Trial) -> list[Term]:
    """[10] What is added to the die of an attempt."""
    size = sum((counted(state, battle, unit, trial.code) for unit in trial.units), Fraction(0))
    modifiers, found = SUCCESS_MODIFIERS, []
    if size >= BRIGADE:
        found.append(Term("10", "a brigade or more", modifiers["special_brigade"]))
    elif size < SMALL:
        found.append(Term("R72", "less than a regiment", modifiers["special_small"]))
    tagged = state.theatre.tagged
    if trial.code == "EEC" and bit_set(trial.units) & tagged["flame"]:
        found.append(Term("13F", "flamethrowers", modifiers["flamethrower"]))
    if trial.code == "GEC":
        enemies = battle.fighters(not trial.attacking)
        found += gas_terms(state, enemies)
    if trial.code == "CEC":
        found += _charge_terms(state, battle)
    return found


def gas_terms(state: State, enemies: tuple[int, ...]) -> list[Term]:
    """[10D] Gas against those whose masks are bad."""
    counters = state.theatre.counters
    if any(NATIONS[counters[unit].nation].gas_unprepared for unit in enemies):
        return [Term("10D", "bad gas masks", SUCCESS_MODIFIERS["gas_unprepared"])]
    return []


def _charge_terms(state: State, battle: Battle) -> list[Term]:
    """[10B] A charge against supported units, machine guns and broken ground."""
    found = []
    ground = ground_of(state, battle)
    lone = unsupported(state, battle.defenders, ground, battle.table)
    fighting = state.kind.army_hq | state.kind.corps_hq
    if any(not (lone | fighting) >> unit & 1 for unit in battle.defenders):
        found.append(Term("10B", "supported enemies", SUCCESS_MODIFIERS["charge_supported"]))
    if bit_set(battle.defenders) & state.theatre.tagged["machinegun"]:
        found.append(Term("10B", "machine guns", SUCCESS_MODIFIERS["charge_machinegun"]))
    if not armour_share(state, ground, ground.hex) or ground.is_fortified:
        found.append(Term("10B", "ground that stops armour", SUCCESS_MODIFIERS["charge_no_aec"]))
    return found


# The steps.


@dataclass(frozen=True, slots=True)
class Announce(Decision[State]):
    """[10] A side announces its attempts, one by one."""

    deliberate = frozenset({"try"})

    attacking: bool

    def who(self, state: State) -> int:
        return state.battle.side_of(self.attacking)

    def prompt(self, state: State) -> str:
        return f"{SIDES[self.who(state)]}: use special combat effects? [10]"

    def codes(self, state: State) -> int:
        """The effects that may be tried, by their number in ``CODES``."""
        return bit_set(
            number
            for number, code in enumerate(CODES)
            if team(state, state.battle, code, self.attacking)
        )

    def choices(self, state: State) -> Choices:
        codes = self.codes(state)
        return {"try": codes, "done": ONE} if codes else {"done": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "try":
            state.stack += [self, NameTeam(self.attacking, CODES[number])]

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "try" or not 0 <= number < len(CODES):
            return Refusal("10", "say which special effects you try, then be done")
        code = CODES[number]
        closed = why_closed(state, state.battle, code, self.attacking)
        if closed is not None:
            return closed
        units = state.battle.fighters(self.attacking)
        found = [why_not_in(state, state.battle, unit, code) for unit in units]
        able = [
            refusal
            for unit, refusal in zip(units, found, strict=True)
            if refusal is not None and is_capable(state, state.battle, unit, code)
        ]
        return able[0] if able else Refusal(CASES[code], f"you have no {NAMES[code]} there")


@dataclass(frozen=True, slots=True)
class NameTeam(Decision[State]):
    """[10.1] [R86] Which units make the attempt? Several may combine if they cooperate [15E3]."""

    attacking: bool
    code: str
    units: tuple[int, ...] = ()

    def who(self, state: State) -> int:
        return state.battle.side_of(self.attacking)

    def prompt(self, state: State) -> str:
        return f"{SIDES[self.who(state)]}: which units use {NAMES[self.code]}? [{CASES[self.code]}]"

    def candidates(self, state: State) -> Units:
        """Units that may still join."""
        able = team(state, state.battle, self.code, self.attacking) & ~bit_set(self.units)
        return bit_set(
            unit
            for unit in members(able)
            if all(in_concert(state, unit, other) for other in self.units)
        )

    def choices(self, state: State) -> Choices:
        units = self.candidates(state)
        found = {"with": units} if units else {}
        return {**found, "ready": ONE} if self.units else {**found, "cancel": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "with":
            state.stack.append(replace(self, units=(*self.units, number)))
        elif verb == "ready":
            battle = state.battle
            trial = Trial(self.code, self.attacking, self.units)
            state.battle = replace(battle, trials=(*battle.trials, trial))
            if self.code == "SEC":
                _spend_mine(state, self.units[0])
            if state.log is not None:
                case = CASES[self.code]
                state.detail("{:units}: {} [{}]", self.units, NAMES[self.code], case)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb == "cancel" and self.units:
            return Refusal("10", "units have been named: be ready")
        if verb == "ready" and not self.units:
            return Refusal("10", "name at least one unit")
        if verb != "with":
            return Refusal("10", "name the units that make the attempt")
        if number in self.units:
            return Refusal("10", "it makes this attempt already")
        if number not in state.battle.fighters(self.attacking):
            return Refusal("10", "only those who fight in this combat make an attempt")
        refusal = why_not_in(state, state.battle, number, self.code)
        return refusal or Refusal("15E3", "units that do not cooperate make no attempt together")


def _spend_mine(state: State, unit: int) -> None:
    """[10E] The resource point that a mine costs."""
    hex_ = mine_store(state, unit)
    assert hex_ is not None, "why_not_in keeps others out"
    spend(state, hex_, EFFECTS["SEC"]["resource_points"])


@dataclass(frozen=True, slots=True)
class TryEffects(Duty[State]):
    """[10] All attempts are rolled for, the attacker's first."""

    def run(self, state: State) -> None:
        trials = state.battle.trials
        order = [n for n, trial in enumerate(trials) if trial.attacking]
        order += [n for n, trial in enumerate(trials) if not trial.attacking]
        state.stack += [RollTrial(n) for n in reversed(order)]


def end_of(state: State, battle: Battle, trial: Trial, die: int) -> Attempt:
    """[10] What an attempt comes to by its modified die; gas against a surprised hex works at all
    events [R95]."""
    end = attempt(die)
    if trial.code == "GEC" and trial.attacking and is_surprised(state, battle.target):
        return end if end.succeeds else Attempt(True, False)
    return end


@dataclass(frozen=True, slots=True)
class RollTrial(Roll[State]):
    """[10] An attempt is rolled for on the Ground Success Table."""

    number: int

    def purpose(self, state: State) -> str:
        return f"{NAMES[state.battle.trials[self.number].code]} [10]"

    def rolled(self, state: State, value: int) -> None:
        battle = state.battle
        trial = battle.trials[self.number]
        die = value + sum(term.value for term in trial_terms(state, battle, trial))
        end = end_of(state, battle, trial, die)
        _set_trial(state, self.number, trial._replace(succeeded=end.succeeds))
        if state.log is not None:
            what = "succeed" if end.succeeds else "fail"
            told = "{:units}, {}: the {:die} makes {}, they {} [10]"
            state.detail(told, trial.units, NAMES[trial.code], value, die, what)
        if end.succeeds and end.starred and EFFECTS[trial.code].get("shifts"):
            state.stack.append(RollShift(self.number))
        elif not end.succeeds and end.starred and not EFFECTS[trial.code].get("safe"):
            # [10.2] A disastrous failure costs the units that tried; the odds stand.
            state.stack.append(LoseTeam(trial.units))


@dataclass(frozen=True, slots=True)
class RollShift(Roll[State]):
    """[10] A great success of gas or mines may shift the odds by a column."""

    number: int

    def purpose(self, state: State) -> str:
        return f"{NAMES[state.battle.trials[self.number].code]}: a column too? [10]"

    def rolled(self, state: State, value: int) -> None:
        trial = state.battle.trials[self.number]
        _set_trial(state, self.number, trial._replace(shifted=attempt(value).succeeds))


def _set_trial(state: State, number: int, trial: Trial) -> None:
    battle = state.battle
    trials = (*battle.trials[:number], trial, *battle.trials[number + 1 :])
    state.battle = replace(battle, trials=trials)


@dataclass(frozen=True, slots=True)
class LoseTeam(Duty[State]):
    """[10] The units of a disastrous attempt are eliminated."""

    units: tuple[int, ...]

    def run(self, state: State) -> None:
        for unit in self.units:
            eliminate(state, unit)
        gone = {unit for unit in self.units if state.where[unit] < 0}
        state.battle = state.battle.without(gone)
