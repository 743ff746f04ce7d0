"""What comes before the strengths of a combat are added up: flooding [15A6], retreat before combat
[9I], unreliable units [15D3] and the choice of the table [9A1]; and before the die: resource
centres [15A7] and leaders [14P2]."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from trenchline.games.the_great_war.aftermath import abandon
from trenchline.games.the_great_war.battle import Battle
from trenchline.games.the_great_war.capabilities import is_infantry_capable, is_mountain_capable
from trenchline.games.the_great_war.components import SIDES, Units
from trenchline.games.the_great_war.ground import ground_of
from trenchline.games.the_great_war.headquarters import influenced_boats, led_by, zoi
from trenchline.games.the_great_war.ratios import EVEN, level
from trenchline.games.the_great_war.results import MOBILE, POSITIONAL, TABLE_NAMES
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.strength import attack, defence
from trenchline.games.the_great_war.success import attempt
from trenchline.games.the_great_war.tables import DIE_MODIFIERS, SUCCESS_MODIFIERS
from trenchline.games.the_great_war.tanks import check_fighting
from trenchline.games.the_great_war.theatre import Theatre
from trenchline.games.the_great_war.ways_out import RetreatUnit, can_retreat
from trenchline.kernel.bits import bit_set
from trenchline.kernel.hexes import Hexes
from trenchline.kernel.steps import ONE, Choices, Decision, Duty, Refusal, Roll
from trenchline.kernel.terms import Term

FAST = (7, 8)
MUST_RETREAT = EVEN + 3
"""[14L] The odds at which irregulars must try to get away: 3:1."""

# Flooding [15A6].


def can_flood(state: State, battle: Battle) -> bool:
    """[15A6] Whether the owner of the hex attacked may flood it: it lies among canals, or on the
    lower Po."""
    bit = 1 << battle.target
    theatre = state.theatre
    wet = theatre.terrain[battle.target].kind == "canal-intensive"
    return bool(
        (wet or on_the_dikes(theatre) & bit)
        and not state.flooded & bit
        and state.owned[battle.defender] & bit
    )


@lru_cache(maxsize=16)
def on_the_dikes(theatre: Theatre) -> Hexes:
    """[15A6] Hexes that a scenario names as lying under dikes, as those on the lower Po."""
    return theatre.board.grid.hexes(*theatre.scenario.get("floods", {}).get("floodable", ()))


@dataclass(frozen=True, slots=True)
class Flood(Decision[State]):
    """[15A6] The defender may try to flood a hex that is attacked."""

    def who(self, state: State) -> int:
        return state.battle.defender

    def prompt(self, state: State) -> str:
        return state.say(
            "{}: open the dikes of {:hex}? [15A6]", SIDES[self.who(state)], state.battle.target
        )

    def choices(self, state: State) -> Choices:
        return {"flood": ONE, "done": ONE} if can_flood(state, state.battle) else {"done": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "flood":
            state.stack.append(RollFlood())

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "flood":
            return Refusal("15A6", "say whether you flood the hex")
        return Refusal("15A6", "that hex cannot be flooded")


@dataclass(frozen=True, slots=True)
class RollFlood(Roll[State]):
    """[15A6] Whether the water comes in time."""

    def purpose(self, state: State) -> str:
        return "does the water come? [15A6]"

    def rolled(self, state: State, value: int) -> None:
        comes = attempt(value + SUCCESS_MODIFIERS["flooding"]).succeeds
        if comes:
            state.flooded |= 1 << state.battle.target
            state.stack.append(CallOff())
        if state.log is not None:
            how = "is flooded" if comes else "stays dry"
            state.detail("The dikes: {:die}, {:hex} {} [15A6]", value, state.battle.target, how)


@dataclass(frozen=True, slots=True)
class CallOff(Decision[State]):
    """[15A6] The attacker may call an attack on a flooded hex off; its units attack no other."""

    def who(self, state: State) -> int:
        return state.battle.side

    def prompt(self, state: State) -> str:
        return f"{SIDES[self.who(state)]}: the hex is flooded; attack all the same? [15A6]"

    def choices(self, state: State) -> Choices:
        return {"attack_on": ONE, "call_off": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "call_off":
            # [9B] Nobody has attacked the hex: others still may.
            state.attacked &= ~(1 << state.battle.target)
            abandon(state)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        return Refusal("15A6", "say whether the attack goes on")


# Retreat before combat [9I].


def slippery(state: State, battle: Battle) -> Units:
    """[9I] [14G] [14L] Defenders who may try to retreat before combat: fast motors and cavalry,
    irregulars, and over-snow units in snow."""
    kind = state.kind
    snow = ground_of(state, battle).weather == "snow"
    found = 0
    for unit in battle.defenders:
        bit = 1 << unit
        if state.where[unit] < 0:
            # It tried to get away from an overrun and surrendered.
            continue
        fast = state.printed_movement(unit) in FAST
        quick = (kind.cm | kind.cavalry) & bit or (snow and kind.over_snow & bit)
        if ((fast and quick) or kind.irregular & bit) and can_retreat(state, unit):
            found |= bit
    return found


def must_slip(state: State, battle: Battle) -> Units:
    """[14L] Irregulars who must try to get away: the enemy has 3:1 or more, before reserves and
    special effects [R88]."""
    bands = slippery(state, battle) & state.kind.irregular
    if not bands:
        return 0
    fair = replace(battle, table=battle.table or natural_table(state, battle))
    odds = level(attack(state, fair).total, defence(state, fair).total)
    return bands if odds >= MUST_RETREAT else 0


@dataclass(frozen=True, slots=True)
class SlipAway(Decision[State]):
    """[9I] Which of those who may retreat before the combat try to?"""

    tried: tuple[int, ...] = ()

    def who(self, state: State) -> int:
        return state.battle.defender

    def prompt(self, state: State) -> str:
        return f"{SIDES[self.who(state)]}: who tries to retreat before the combat? [9I]"

    def choices(self, state: State) -> Choices:
        battle = state.battle
        units = slippery(state, battle) & ~bit_set(self.tried)
        must = must_slip(state, battle) & units if units else 0
        if must:
            return {"slip": must}
        return {"slip": units, "done": ONE} if units else {"done": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "slip":
            must = bool(must_slip(state, state.battle) >> number & 1)
            state.stack += [SlipAway((*self.tried, number)), RollSlip(number, must)]

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        battle = state.battle
        units = slippery(state, battle) & ~bit_set(self.tried)
        if verb == "done" and must_slip(state, battle) & units:
            return Refusal("14L", "irregulars must try to get away from such odds")
        if verb != "slip":
            return Refusal("9I", "say who tries to retreat before the combat")
        if number in self.tried:
            return Refusal("9I", "that unit has tried to retreat before the combat")
        if number not in battle.defenders:
            return Refusal("9I", "that unit does not defend the hex")
        if units >> number & 1:
            return Refusal("14L", "irregulars must try first")
        if not can_retreat(state, number):
            return Refusal("9F2", "there is no hex that unit could retreat to")
        return Refusal("9I", "only fast motors and cavalry, irregulars and skiers get away")


@dataclass(frozen=True, slots=True)
class RollSlip(Roll[State]):
    """[9I] Whether a unit gets away before the combat, unmodified; irregulars who had to try and
    fail are disrupted [14L]."""

    unit: int
    must: bool

    def purpose(self, state: State) -> str:
        return f"does {state.theatre.counters[self.unit].key} get away? [9I]"

    def rolled(self, state: State, value: int) -> None:
        away = attempt(value).succeeds
        if state.log is not None:
            how = "gets away" if away else "must stand"
            state.detail("{:unit}: {:die}, it {} [9I]", self.unit, value, how)
        if away:
            battle = state.battle
            rest = tuple(unit for unit in battle.defenders if unit != self.unit)
            state.battle = replace(battle, defenders=rest)
            state.stack.append(RetreatUnit(battle.defender, self.unit))
        elif self.must:
            state.disrupt(self.unit)


# Unreliable units [15D3].


def unreliable(state: State, battle: Battle) -> list[int]:
    """[15D3] Units that are checked when a combat is declared: of shaken nations when they attack,
    of collapsed ones always."""
    counters = state.theatre.counters
    idle = state.kind.army_hq | state.kind.corps_hq
    found = [
        unit for unit in battle.attackers if counters[unit].nation in state.shaken | state.collapsed
    ]
    found += [unit for unit in battle.defenders if counters[unit].nation in state.collapsed]
    return [unit for unit in found if not idle >> unit & 1]


@dataclass(frozen=True, slots=True)
class CheckReliability(Duty[State]):
    """[15D3] [14C2] Unreliable units and tanks are checked before the combat."""

    def run(self, state: State) -> None:
        check_fighting(state)
        if state.shaken or state.collapsed:
            units = unreliable(state, state.battle)
            state.stack += [RollReliability(unit) for unit in reversed(units)]


@dataclass(frozen=True, slots=True)
class RollReliability(Roll[State]):
    """[15D3] An unreliable unit fights, or is disrupted, or badly if it was already."""

    unit: int

    def purpose(self, state: State) -> str:
        return f"is {state.theatre.counters[self.unit].key} reliable? [15D3]"

    def rolled(self, state: State, value: int) -> None:
        if attempt(value).succeeds:
            return
        state.disrupt(self.unit, badly=bool(state.disrupted >> self.unit & 1))
        state.detail("{:unit} wavers on a {:die} [15D3]", self.unit, value)


# The choice of the table [9A1].


def chooser(state: State, battle: Battle) -> bool | None:
    """[9A1] [14H2] Who chooses the table, the attacker (True) or the defender: in mountains without
    works the one side that is mountain/infantry-capable. None if nobody does."""
    place = ground_of(state, battle)
    if not place.is_mountain or place.is_fortified or place.contested:
        return None
    mine = is_mountain_capable(state, battle.attackers)
    his = is_mountain_capable(state, battle.defenders)
    return None if mine == his else mine


def natural_table(state: State, battle: Battle) -> str:
    """[9A1] [9J] The table of a combat that nobody chooses."""
    place = ground_of(state, battle)
    if not place.is_positional or is_infantry_capable(state, battle.attackers):
        return MOBILE
    return POSITIONAL


@dataclass(frozen=True, slots=True)
class FixTable(Duty[State]):
    """[9A1] The table is known before reserves come [R87]."""

    def run(self, state: State) -> None:
        battle = state.battle
        attacking = chooser(state, battle)
        if attacking is None:
            state.battle = replace(battle, table=natural_table(state, battle))
        else:
            state.stack.append(ChooseTable(attacking))


@dataclass(frozen=True, slots=True)
class ChooseTable(Decision[State]):
    """[9A1] [14H2] A side that alone knows the mountains chooses how it fights."""

    attacking: bool

    def who(self, state: State) -> int:
        return state.battle.side_of(self.attacking)

    def prompt(self, state: State) -> str:
        return f"{SIDES[self.who(state)]}: mobile or positional combat? [14H2]"

    def choices(self, state: State) -> Choices:
        return {"table": bit_set(range(len(TABLE_NAMES)))}

    def take(self, state: State, verb: str, number: int) -> None:
        state.battle = replace(state.battle, table=TABLE_NAMES[number])

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        return Refusal("9A1", "choose between the mobile and the positional table")


# Resource centres [15A7].


@dataclass(frozen=True, slots=True)
class SearchRuins(Duty[State]):
    """[15A7] Resource centres in the hex may help its owner."""

    def run(self, state: State) -> None:
        battle = state.battle
        if battle.target in state.theatre.resource_centres:
            if state.owned[battle.defender] >> battle.target & 1:
                state.stack.append(RollRuins())


@dataclass(frozen=True, slots=True)
class RollRuins(Roll[State]):
    """[15A7] Whether the tunnels and halls of a resource centre help the defender."""

    def purpose(self, state: State) -> str:
        return "does the resource centre help the defender? [15A7]"

    def rolled(self, state: State, value: int) -> None:
        more = state.theatre.resource_centres[state.battle.target] - 1
        die = value + more * SUCCESS_MODIFIERS["resource_centre_each"]
        if attempt(die).succeeds:
            state.battle = replace(state.battle, ruins=DIE_MODIFIERS["resource_centre"])


# Leaders [14P2].


def eligible_leaders(state: State, battle: Battle, attacking: bool) -> list[int]:
    """[14P2] Leaders with an Army HQ in whose zone of influence all units of their side fight."""
    side = battle.side_of(attacking)
    units = battle.fighters(attacking)
    found = []
    for leader, hq in state.leaders.items():
        if hq < 0 or state.theatre.counters[hq].side != side or not units:
            continue
        zone, led = zoi(state, hq), led_by(state, hq)
        ashore = all(zone >> state.where[unit] & 1 for unit in units if unit not in state.afloat)
        afloat = bit_set(state.afloat) & bit_set(units)
        near = not afloat & ~influenced_boats(state, 1 << hq)
        if ashore and near and not bit_set(units) & ~led:
            found.append(leader)
    return sorted(found)


@dataclass(frozen=True, slots=True)
class SendLeader(Decision[State]):
    """[14P2] A leader may try to influence the combat, one for each side, the defender's first."""

    deliberate = frozenset({"leader"})

    attacking: bool

    def who(self, state: State) -> int:
        return state.battle.side_of(self.attacking)

    def prompt(self, state: State) -> str:
        return f"{SIDES[self.who(state)]}: shall a leader influence the combat? [14P2]"

    def choices(self, state: State) -> Choices:
        able = bit_set(eligible_leaders(state, state.battle, self.attacking))
        return {"leader": able, "done": ONE} if able else {"done": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "leader":
            state.stack.append(RollLeader(self.attacking, number))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "leader":
            return Refusal("14P2", "say whether a leader influences the combat")
        hq = state.leaders.get(number)
        if hq is None:
            return Refusal("14P", "that leader is not on the map")
        if state.theatre.counters[hq].side != self.who(state):
            return Refusal("14P2", "that leader is not yours")
        return Refusal("14P2", "not all your units stand in the zone of influence of his HQ")


@dataclass(frozen=True, slots=True)
class RollLeader(Roll[State]):
    """[14P2] What a leader brings, by his three ratings; the defender's with the sign turned."""

    attacking: bool
    leader: int

    def purpose(self, state: State) -> str:
        return f"what does {state.theatre.leaders[self.leader].name} bring? [14P2]"

    def rolled(self, state: State, value: int) -> None:
        leader = state.theatre.leaders[self.leader]
        rating = leader.ratings[(value - 1) // 2]
        term = Term("14P2", leader.name, rating if self.attacking else -rating)
        battle = state.battle
        state.battle = replace(battle, leaders=(*battle.leaders, term))
        state.detail("{}: the {:die} brings {:+} [14P2]", leader.name, value, term.value)
