"""The odds of an overrun [6F1], in movement and after combat [9F5]."""

from __future__ import annotations

from fractions import Fraction

from trenchline.games.the_great_war.components import Units
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.strength import overrun_attack, overrun_defence
from trenchline.games.the_great_war.tables import MOVEMENT
from trenchline.kernel.bits import members
from trenchline.kernel.exact import Exact
from trenchline.kernel.hexes import Hex

LEAST: int = MOVEMENT["overruns"]["least"]
"""[6F1] The least odds of an overrun."""
HELPLESS = 12
"""[6F1.7] The odds against units without a defence strength."""
MOST_GAIN = 4
"""No attacker is multiplied by more than this."""


def odds(state: State, units: Units, origin: Hex, target: Hex) -> int:
    """[6F1.3] The odds of an overrun in whole numbers, rounded down and then shifted by the most
    fatigued unit of either side [6B4.3] [6B4.4]; 0 where the attackers have no strength."""
    side = 1 - state.theatre.counters[units.bit_length() - 1].side
    attack = overrun_attack(state, units, origin, target)
    if not attack:
        return 0
    defence = overrun_defence(state, target, side, units)
    ratio = whole_odds(attack, defence)
    return ratio - worst(state, units) + worst(state, state.units(target, side))


def whole_odds(attack: Exact, defence: Exact) -> int:
    """[6F1] Odds rounded down to a whole number.

    >>> whole_odds(116, 8), whole_odds(5, 0)
    (14, 12)
    """
    return HELPLESS if not defence else int(Fraction(attack) / Fraction(defence))


def worst(state: State, units: Units) -> int:
    """[6B4] The fatigue hits of the most fatigued of some units."""
    if not state.fatigue:
        return 0
    return max((state.fatigue.get(unit, 0) for unit in members(units)), default=0)


def is_thinkable(state: State, units: Units, target: Hex) -> bool:
    """Whether the printed strengths leave any hope, before anything dearer is looked at."""
    side = state.theatre.counters[units.bit_length() - 1].side
    there = state.units(target, 1 - side)
    # [8C2.4] Who is overstacked helps nobody.
    defenders = there & ~state.overstacked
    attack = sum(state.face(unit).attack for unit in members(units))
    defence = sum(state.face(unit).defence for unit in members(defenders))
    slack = 1
    if (state.disrupted | state.badly_disrupted) & defenders:
        slack = 4
    if defenders & ~state.kind.supported.showing(state.reduced):
        slack *= 2
    if state.unsupplied:
        slack *= 2
    if units & ~state.kind.plain:
        slack *= MOST_GAIN
    return attack * slack >= (LEAST - worst(state, there)) * defence
