"""Rule 14M: Army HQs, their zones of influence, and whether they stay active."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from trenchline.games.the_great_war.afloat import shores
from trenchline.games.the_great_war.components import NATIONS, Units
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.tables import SUCCESS_MODIFIERS, succeeds
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Grid, Hex, Hexes
from trenchline.kernel.steps import Roll

INFLUENCE = 2
"""[14M1] How far a zone of influence reaches, in hexes."""
COORDINATION = "coordination"
"""[14M3] The option by which several Army HQs are checked together."""
ALL_ALLIES = "GE"
"""[14M1] The nation whose headquarters lead all units of their side."""


def army_hqs(state: State, side: int) -> Units:
    """The Army HQs of a side on the map."""
    return state.on_map(side) & state.kind.army_hq


def zoi(state: State, hq: int) -> Hexes:
    """[14M1] The zone of influence of an Army HQ: its hex and all within two hexes."""
    where = state.where[hq]
    if where < 0 or state.inactive >> hq & 1:
        return 0
    return _around(state.theatre.board.grid, where)


@lru_cache(maxsize=4096)
def _around(grid: Grid, hex_: Hex) -> Hexes:
    return grid.ring(hex_, 0) | grid.ring(hex_, 1) | grid.ring(hex_, INFLUENCE)


def led_by(state: State, hq: int) -> Units:
    """[14M1] The units that an Army HQ may lead: of its nationality; a German one leads all."""
    counter = state.theatre.counters[hq]
    if counter.nation == ALL_ALLIES:
        return state.theatre.of_side[counter.side]
    return state.theatre.of_nation[counter.nation]


def influenced(state: State, hqs: Units) -> Units:
    """[14M1] The units within the zones of influence of active Army HQs, led by them."""
    found = 0
    for hq in members(hqs):
        zone = zoi(state, hq)
        if zone:
            led = led_by(state, hq)
            for hex_, units in state.stacks.items():
                if zone >> hex_ & 1:
                    found |= units & led
    return found


def influenced_boats(state: State, hqs: Units) -> Units:
    """[14M1] [14B2] The boats on whose banks active Army HQs that lead them have their zones of
    influence."""
    if not state.afloat:
        return 0
    found = 0
    for hq in members(hqs):
        zone, led = zoi(state, hq), led_by(state, hq)
        for unit in state.afloat:
            if led >> unit & 1 and any(zone >> bank & 1 for bank in shores(state, unit)):
                found |= 1 << unit
    return found


def activate_all(state: State, side: int) -> None:
    """[14M1] At the start of his initial phase a player turns his Army HQs active side up."""
    state.inactive &= ~state.theatre.of_side[side]


def check_modifier(state: State, hqs: Units) -> int:
    """[14M1] [14M2] [14M3] What is added to the die of an activation check: the nation's and the
    scenario's, that of disruption, and one less for each HQ past the first."""
    total = SUCCESS_MODIFIERS["headquarters_coordinated"] * (hqs.bit_count() - 1)
    shaken = state.disrupted | state.badly_disrupted
    worst = [
        NATIONS[state.theatre.counters[hq].nation].activation + _by_scenario(state, hq)
        for hq in members(hqs)
    ]
    total += min(worst)
    if shaken & hqs:
        total += SUCCESS_MODIFIERS["headquarters_disrupted"]
    return total


def _by_scenario(state: State, hq: int) -> int:
    """[14M1] What a scenario adds to the check of an Army HQ in a turn."""
    rule = state.theatre.scenario.get("S2", {})
    if rule.get("headquarters") != state.theatre.counters[hq].key:
        return 0
    return int(rule["activation"]) if str(state.date) == rule["turn"] else 0


@dataclass(frozen=True, slots=True)
class ActivationCheck(Roll[State]):
    """[14M1] [6D] A die decides whether Army HQs stay active in the reaction movement phase."""

    hqs: tuple[int, ...]
    led: int = 0
    """What a leader adds [14P1]."""

    def purpose(self, state: State) -> str:
        names = ", ".join(state.theatre.counters[hq].name for hq in self.hqs)
        return f"{names}: does it stay active? [14M1]"

    def rolled(self, state: State, value: int) -> None:
        hqs = bit_set(self.hqs)
        state.checked |= hqs
        die = value + check_modifier(state, hqs) + self.led
        stays = succeeds(die)
        if stays:
            state.in_hand = hqs
            # [R36] Who stood in the zone at the check may move until the next is made.
            state.eligible = influenced(state, hqs) & ~state.kind.army_hq & ~state.halted
        else:
            state.inactive |= hqs
            state.in_hand = state.eligible = 0
        what = "stays active" if stays else "becomes inactive"
        state.note("{:units}: {:die} makes {}, {} [14M1]", self.hqs, value, die, what)
