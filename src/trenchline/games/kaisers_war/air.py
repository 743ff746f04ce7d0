"""Sections 38.2 and 38.4: air superiority and strategic bombing, missions beyond those of chapter
18 [38.1]. They are flown beside the battles on the ground and do not count as attacks on a hex."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.kaisers_war.components import AIR, AIRBASES, COUNTERS, hexname
from trenchline.games.kaisers_war.control import controlled
from trenchline.games.kaisers_war.eastern import stuck
from trenchline.games.kaisers_war.elimination import eliminate, price
from trenchline.games.kaisers_war.fog import looked_at
from trenchline.games.kaisers_war.meanwhile import elsewhere
from trenchline.games.kaisers_war.odds import (
    CRT,
    HEADINGS,
    LOSSES_IN,
    TITLES,
    column,
    morale_notes,
    shifted,
)
from trenchline.games.kaisers_war.results import ChooseLoss
from trenchline.games.kaisers_war.state import ON_MAP, State
from trenchline.games.kaisers_war.support import covered, within_range
from trenchline.games.kaisers_war.victory import OBJECTIVES, worth
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.odds import Cost, Modifier, Odds, gather, tell_strengths
from trenchline.kernel.steps import ONE, Choices, OwnDecision, Refusal, Roll

HITS_ATTACKER = ("AC", "AD", "BB")
HITS_DEFENDER = ("BB", "DD", "DC")
"""[R57] The results of the Big Push table that eliminate somebody."""


def idle_airbases(state: State, side: int) -> int:
    """A side's airbases that have flown no mission this player turn."""
    based = AIRBASES & state.forces(side) & state.piles[ON_MAP]
    return based & ~(state.served | stuck(state))


def enemy_airbases(state: State, side: int, hex_: Hex) -> tuple[int, ...]:
    """The enemy airbases in a hex."""
    enemies = AIRBASES & state.forces(1 - side)
    return tuple(u for u in state.stacks.get(hex_, ()) if enemies >> u & 1)


def airfields(state: State, side: int) -> Hexes:
    """The hexes in which a side sees enemy airbases: on top of their stack, or where it may look
    [38.5] [R85]."""
    based = AIRBASES & state.forces(1 - side) & state.piles[ON_MAP]
    open_ = bit_set(state.where[u] for u in members(based & ~state.under))
    hiding = bit_set(state.where[u] for u in members(based & state.under)) & ~open_
    return open_ | (hiding & looked_at(state, side) if hiding else 0)


def strike_targets(state: State, side: int) -> Choices:
    """What airbases may attack by themselves: enemy airbases [38.2], and enemy cities [38.4] that
    have something to lose [R87]."""
    reached = 0
    for unit in members(idle_airbases(state, side)):
        reached |= covered(state, unit)
    found: Choices = {}
    fields = reached & airfields(state, side)
    if fields:
        found["air_superiority"] = fields
    cities = reached & OBJECTIVES & controlled(state, 1 - side) & ~state.raided
    if cities:
        found["bomb"] = cities
    return found


@dataclass(frozen=True, slots=True)
class AirStrike(OwnDecision[State]):
    """The airbases that fly are named one by one, then the die is rolled."""

    target: int
    mission: str
    airbases: tuple[int, ...] = ()
    deliberate = frozenset({"fly"})

    def prompt(self, state: State) -> str:
        return state.say("Air attack on {:hex}: add airbases or fly [38.2]", self.target)

    def choices(self, state: State) -> Choices:
        idle = idle_airbases(state, self.side) & ~bit_set(self.airbases)
        more = bit_set(u for u in members(idle) if within_range(state, u, self.target))
        found: Choices = {}
        if more:
            found["with"] = more
        if self.airbases:
            found["fly"] = ONE
        found["call_off"] = ONE
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "call_off":
            return
        if verb == "with":
            flying = (*self.airbases, number)
            state.stack.append(AirStrike(self.side, self.target, self.mission, flying))
            return
        # [38.2] [38.4] They fly nothing else this player turn.
        flown = bit_set(self.airbases)
        state.served |= flown
        state.naval_used |= flown
        if self.mission == "bomb":
            # [38.4] A city is bombed once a phase.
            state.raided |= 1 << self.target
        state.stack.append(AirRoll(self.side, self.target, self.mission, self.airbases))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb == "with":
            return why_not_fly(state, self.side, self.airbases, number)
        if verb != "fly":
            return elsewhere(state, verb, "38.2", "the air attack being declared comes first")
        return Refusal("38.2", "no airbase has been named yet")


def why_not_fly(state: State, side: int, flying: tuple[int, ...], number: int) -> Refusal:
    """Why a unit does not fly in an air attack."""
    airbase = 0 <= number < len(COUNTERS) and COUNTERS[number].front.type in AIR
    if not airbase:
        return Refusal("38.2", "only airbases fly")
    if state.side_of(number) != side:
        return Refusal("38.2", "the airbase is the enemy's")
    if number in flying:
        return Refusal("38.2", "the airbase flies already")
    if state.where[number] < 0:
        return Refusal("38.2", "the airbase is not on the map")
    if stuck(state) >> number & 1:
        return Refusal("24.2", "airbases of the eastern armies may not fly yet")
    if state.served >> number & 1:
        return Refusal("38.2", "the airbase has flown a mission this turn")
    return Refusal("18.3", "the target is out of the airbase's range")


def strengths(
    state: State, strike: AirStrike, known: tuple[int, ...] | None = None
) -> tuple[list[Modifier], list[Modifier]]:
    """Support strengths on both sides, whatever the terrain [38.2]; a city adds its value [38.4].
    Of the defenders all count, or those that are known."""
    case = "38.4" if strike.mission == "bomb" else "38.2"

    def flying(airbases: tuple[int, ...]) -> list[Modifier]:
        counters = (COUNTERS[u] for u in airbases)
        return [Modifier(case, counter.title, counter.front.attack) for counter in counters]

    defenders = enemy_airbases(state, strike.side, strike.target)
    defence = flying(tuple(u for u in defenders if known is None or u in known))
    if strike.mission == "bomb":
        defence.append(Modifier("38.4", "the city's victory points", worth(strike.target)))
    return flying(strike.airbases), defence


def columns(state: State, strike: AirStrike) -> tuple[int, int]:
    """The column of an air attack by the strengths alone, and after morale."""
    attack, defence = (sum(part.amount for part in parts) for parts in strengths(state, strike))
    base = column(attack, defence)
    return base, shifted(state, strike.side, base)


def meaning(strike: AirStrike, code: str) -> str:
    """What a result does in the air: only eliminations count, and only of airbases [38.2]."""
    told = []
    if code in HITS_ATTACKER:
        told.append(f"{'all' if code == 'AC' else 'the strongest'} of the attacking airbases lost")
    if code in HITS_DEFENDER and strike.mission == "bomb":
        told.append(f"the enemy loses {worth(strike.target)} victory points")
    elif code in HITS_DEFENDER:
        told.append(f"{'all' if code == 'DC' else 'the strongest'} of the enemy airbases lost")
    return ", ".join(told) or "nothing happens"


def cost(state: State, strike: AirStrike, code: str) -> Cost:
    """What a result in the air costs, in victory points [5.7] [38.4]."""

    def lost(units: tuple[int, ...], everybody: bool) -> int:
        prices = [price(state, unit) for unit in units]
        return sum(prices) if everybody else min(prices, default=0)

    mine = lost(strike.airbases, code == "AC") if code in HITS_ATTACKER else 0
    if code not in HITS_DEFENDER:
        return Cost(mine)
    if strike.mission == "bomb":
        return Cost(mine, worth(strike.target))
    return Cost(mine, lost(enemy_airbases(state, strike.side, strike.target), code == "DC"))


def odds(state: State, strike: AirStrike) -> Odds:
    """The exact odds of an air attack as it stands."""
    attack, defence = strengths(state, strike)
    base, used = columns(state, strike)
    codes = [(roll, CRT["big_push"][roll][used]) for roll in range(1, 7)]
    return Odds(
        state.say("{:hex}", strike.target),
        tuple(attack),
        tuple(defence),
        HEADINGS[used],
        gather(
            [(roll, code, meaning(strike, code)) for roll, code in codes],
            6,
            lambda code: cost(state, strike, code),
        ),
        morale_notes(base, used),
        TITLES["big_push"],
        losses_in=LOSSES_IN,
    )


@dataclass(frozen=True, slots=True)
class AirRoll(Roll[State]):
    """Airbases against airbases, or against a city's worth."""

    side: int
    target: int
    mission: str
    airbases: tuple[int, ...]

    def purpose(self, state: State) -> str:
        return f"air attack on {hexname(self.target)}"

    def rolled(self, state: State, value: int) -> None:
        strike = AirStrike(self.side, self.target, self.mission, self.airbases)
        used = columns(state, strike)[1]
        code = CRT["big_push"][value][used]
        if state.log is not None:
            what = "Bombing of" if self.mission == "bomb" else "Air attack on"
            state.note("{} {:hex}", what, self.target)
            tell_strengths(state, *strengths(state, strike))
            state.detail("{:die} at {}: {}, {}", value, HEADINGS[used], code, meaning(strike, code))
        if code in HITS_DEFENDER and self.mission == "bomb":
            state.gain(1 - self.side, -worth(self.target), "strategic bombing")
        elif code in HITS_DEFENDER:
            hit = enemy_airbases(state, self.side, self.target)
            lose(state, 1 - self.side, hit, all_of_them=code == "DC")
        if code in HITS_ATTACKER:
            lose(state, self.side, self.airbases, all_of_them=code == "AC")


def lose(state: State, side: int, airbases: tuple[int, ...], all_of_them: bool) -> None:
    """[38.2] All airbases are lost, or the strongest; among equals the owner chooses [12.21]."""
    if all_of_them:
        for unit in airbases:
            eliminate(state, unit)
        return
    most = max(COUNTERS[u].front.attack for u in airbases)
    tied = tuple(u for u in airbases if COUNTERS[u].front.attack == most)
    state.stack.append(ChooseLoss(side, tied))
