"""What an attack promises: every result of the table with its chance, what it costs both sides and
whether it clears the hex, in points of victory."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from trenchline.games.the_great_war.battle import Battle
from trenchline.games.the_great_war.die_modifiers import shift_terms, standing_terms
from trenchline.games.the_great_war.odds import code_chances
from trenchline.games.the_great_war.preliminaries import natural_table
from trenchline.games.the_great_war.ratios import level
from trenchline.games.the_great_war.resolution import Reading, demands, reading
from trenchline.games.the_great_war.results import demand
from trenchline.games.the_great_war.staff.situation import Situation
from trenchline.games.the_great_war.state import State
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex

CLEARS = frozenset({"DR", "DH", "DE", "DL", "DXM", "DD"})
"""Results after which nobody is left in the hex."""
EXCHANGES = frozenset({"EX", "HX"})
"""Those after which the weaker side is gone."""
DRIVES_BACK = frozenset({"AE", "AH", "AR", "AL", "AD"})
"""Those after which the defender may come after the attacker."""
WEAKENS = 0.35
"""The share of a hex's worth that a result is good for which halves those who hold it."""
HALVES = frozenset({"DX", "BX", "BXM"})
CONTESTED = 0.7
"""The share of a hex's worth that its capture is good for where it will be contested [9J]."""
FOLLOWED = 0.25
"""How often a beaten attacker is followed."""
NO_WAY_OUT = 0.6
"""The share of their strength that defenders lose besides who have no way out [9F2]."""


class Promise(NamedTuple):
    """What an attack may be expected to bring its attacker."""

    value: float
    clears: float
    """How likely the hex is cleared."""
    theirs: float = 0.0
    """The strength that the defender loses on average ..."""
    ours: float = 0.0
    """... and the attacker."""


def promise(sit: Situation, battle: Battle) -> Promise:
    """The promise of an attack by the exact odds, for its attacker, whichever side we are."""
    state = sit.state
    if not battle.table:
        battle = replace(battle, table=natural_table(state, battle))
    found = {code: float(likely) for code, (likely, _) in code_chances(state, battle).items()}
    return weighed(sit, battle, found)


def weighed(sit: Situation, battle: Battle, chances: dict[str, float]) -> Promise:
    """What results of some chances are worth to the attacker."""
    tolls = demands(sit.state, battle)
    mine, his = sit.rates[battle.side], sit.rates[battle.defender]
    origins = set(battle.origins)
    at_home = max((sit.ground.get(origin, 0.0) for origin in origins), default=0.0)
    strength = tolls("DD").defender.loss
    trap = his * float(strength) * NO_WAY_OUT if is_trapped(sit, battle) else 0.0
    gain = sit.ground.get(battle.target, 0.0) * (CONTESTED if battle.table != "mobile" else 1.0)
    value = clears = theirs = ours = 0.0
    for code, likely in chances.items():
        toll = tolls(code)
        theirs += likely * float(toll.defender.loss)
        ours += likely * float(toll.attacker.loss)
        worth = his * float(toll.defender.loss) - mine * float(toll.attacker.loss)
        if code in CLEARS or (code in EXCHANGES and toll.defender.everything):
            clears += likely
            worth += gain + (trap if not toll.defender.everything else 0.0)
        elif code in HALVES:
            worth += WEAKENS * gain
        elif code in DRIVES_BACK:
            worth -= FOLLOWED * at_home
        value += likely * worth
    return Promise(value, clears, theirs, ours)


def is_trapped(sit: Situation, battle: Battle) -> bool:
    """[9F2] Whether defenders who must retreat find only the enemy's zones of control around."""
    state = sit.state
    zone = sit.zone if battle.side == sit.enemy else sit.our_zone
    closed = zone | state.occupied[battle.side]
    open_ = closed ^ sit.theatre.land
    return not any(open_ >> near & 1 for near in sit.grid.neighbours(battle.target))


# Before anybody has come: estimates for plans.


class Gate(NamedTuple):
    """How an attack on a hex would be fought: what is added to its die, and how it is read."""

    read: Reading
    added: int
    shifted: int


def gate(state: State, battle: Battle) -> Gate:
    """How an attack by some units would be fought."""
    added = sum(term.value for term in standing_terms(state, battle))
    shifted = sum(term.value for term in shift_terms(state, battle))
    return Gate(reading(state, battle), added, shifted)


@lru_cache(maxsize=1 << 12)
def spread(gate: Gate, at: int) -> dict[str, float]:
    """The chances of results at a level of the odds."""
    found: dict[str, float] = {}
    for die in range(1, 7):
        code = gate.read.code(at + gate.shifted, die + gate.added)
        found[code] = found.get(code, 0.0) + 1 / 6
    return found


def estimate(
    sit: Situation, target: Hex, gate: Gate, attack: float, defence: float, home: float
) -> Promise:
    """What an attack of about so much strength promises us, against about so much."""
    at = level(Fraction(round(attack * 4), 4), Fraction(round(defence * 4), 4))
    mine, his = sit.rates[sit.side], sit.rates[sit.enemy]
    gain = sit.ground.get(target, 0.0)
    if gate.read.table != "mobile":
        gain *= CONTESTED
    value = clears = theirs = ours = 0.0
    for code, likely in spread(gate, at).items():
        toll = demand(code, round(attack), round(defence))
        theirs += likely * float(toll.defender.loss)
        ours += likely * float(toll.attacker.loss)
        worth = his * float(toll.defender.loss) - mine * float(toll.attacker.loss)
        if code in CLEARS or (code in EXCHANGES and toll.defender.everything):
            clears += likely
            worth += gain
        elif code in HALVES:
            worth += WEAKENS * gain
        elif code in DRIVES_BACK:
            worth -= FOLLOWED * home
        value += likely * worth
    return Promise(value, clears, theirs, ours)


def table_for(state: State, battle: Battle) -> str:
    """The table by which a combat would be fought if nobody chose."""
    return battle.table or natural_table(state, battle)


def fighters(state: State, hex_: Hex, side: int) -> tuple[int, ...]:
    """The units of a side in a hex that fight."""
    idle = state.kind.army_hq | state.kind.corps_hq
    return tuple(members(state.units(hex_, side) & ~idle))
