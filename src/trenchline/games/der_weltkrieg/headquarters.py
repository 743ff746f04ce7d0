"""Sections 17 and 18: headquarters, the supply points they hold, and those of corps.

Headquarters exert no zone of control [18-2] and weigh nothing in a stack [18-5]. What they send
each other goes on supply markers. Stocks are hidden [17-5]: no question is asked or left out
because of what somebody holds.
"""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.der_weltkrieg.components import SIDES, TABLES, Units
from trenchline.games.der_weltkrieg.lines import headquarters_of
from trenchline.games.der_weltkrieg.rail_lines import operative
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.whose import why_not_yours
from trenchline.games.der_weltkrieg.zones import enemy_zone
from trenchline.kernel.bits import bit_set, lowest, members
from trenchline.kernel.hexes import Hexes
from trenchline.kernel.steps import Choices, OwnDecision, Refusal, until_done

MOST: int = TABLES["supply"]["most_at_headquarters"]
MOST_OF_A_CORPS: int = TABLES["supply"]["most_at_corps"]


# What a headquarters holds.


def is_corps(state: State, headquarters: int) -> bool:
    """[18-17] Whether a headquarters is that of a corps."""
    return state.theatre.counters[headquarters].size == "corps"


def most_held(state: State, headquarters: int) -> int:
    """[17-4] [18-18] The supply points a headquarters can hold."""
    return MOST_OF_A_CORPS if is_corps(state, headquarters) else MOST


def room(state: State, headquarters: int) -> int:
    """The supply points that still find room."""
    return most_held(state, headquarters) - state.stock.get(headquarters, 0)


def front_total(state: State, nation: str) -> int:
    """[18-12] The supply points of a nation on this front: markers count with the rest."""
    mine = state.theatre.of_nation[nation]
    return sum(points for unit, points in state.stock.items() if mine >> unit & 1)


def barred(state: State, side: int) -> Hexes:
    """[18-3] [R107] The trenches and devastation that headquarters of a side may not enter: those
    without an operative line, or friendly engineers outside enemy zones."""
    churned = state.trenches | state.devastation
    if not churned:
        return 0
    theatre = state.theatre
    engineers = bit_set(
        state.where[unit]
        for unit in members(state.in_play & theatre.of_kind["engineer"] & theatre.of_side[side])
    )
    return churned & ~operative(state, side) & ~(engineers & ~enemy_zone(state, side))


# Corps headquarters, in linked games.


def unformed(state: State, nation: str) -> Units:
    """[18-17] Corps headquarters of a nation that can still be created."""
    theatre = state.theatre
    return bit_set(
        unit
        for unit in members(theatre.of_kind["headquarters"] & theatre.of_nation[nation])
        if is_corps(state, unit) and not state.is_on_map(unit)
    )


@dataclass(frozen=True, slots=True)
class FormCorps(OwnDecision[State]):
    """[18-17] In linked games corps headquarters may be created beside those of armies as a side's
    part of a turn begins, as many as there are counters."""

    def prompt(self, state: State) -> str:
        return f"{SIDES[self.side]}: create corps headquarters? [18-17]"

    def parents(self, state: State) -> Units:
        """The army headquarters beside which one can be created."""
        counters = state.theatre.counters
        return bit_set(
            hq
            for hq in members(headquarters_of(state, self.side))
            if not is_corps(state, hq) and unformed(state, counters[hq].nation)
        )

    def choices(self, state: State) -> Choices:
        posts = self.parents(state) if state.theatre.is_linked else 0
        return until_done("create", posts)

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "done":
            return
        corps = lowest(unformed(state, state.theatre.counters[number].nation))
        state.strength[corps] = 0
        state.put(corps, state.where[number])
        state.gain(corps, state.theatre.counters[corps].front)
        state.stock[corps] = 0
        state.created |= 1 << corps  # [18-18]
        state.stack.append(self)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if not state.theatre.is_linked:
            return Refusal("18-17", "only linked, duration and campaign games have corps staffs")
        if verb != "create":
            return Refusal("18-17", "create corps headquarters first, then be done")
        foreign = why_not_yours(state, number, self.side, "18-17")
        if foreign is not None:
            return foreign
        if not state.theatre.of_kind["headquarters"] >> number & 1:
            return Refusal("18-17", "corps headquarters are created beside headquarters")
        if is_corps(state, number):
            return Refusal("18-17", "corps headquarters are created beside those of armies")
        return Refusal("18-17", "its nation has no corps counter left")
