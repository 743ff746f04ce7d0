"""Rule 16C10: guns of fortresses are put on wheels, so many REs a month by nation and date."""

from __future__ import annotations

from trenchline.games.the_great_war.calendar import read_date
from trenchline.games.the_great_war.components import CODES, NATIONS, SIDES
from trenchline.games.the_great_war.replacements import EIGHTHS, prices
from trenchline.games.the_great_war.state import WITHDRAWN, State
from trenchline.games.the_great_war.tables import REPLACEMENTS
from trenchline.games.the_great_war.units import QUARTERS
from trenchline.kernel.bars import Bar
from trenchline.kernel.bits import bit_set, members

_TOLD = REPLACEMENTS["zero_move"]
MOBILE = "guns put on wheels"
"""What the month's list of replaced units calls them [16B3f]."""
TWICE = 2
POOR = ("JP", "OT")
"""[16C10] Major powers with the limits of minor ones."""


def monthly(state: State, nation: str) -> int:
    """[16C10] How many REs of guns a nation may put on wheels in a month now; Austria-Hungary and
    Germany half as many where a theatre of the war is out of play, as in every scenario of ours."""
    periods = [n for n, text in enumerate(_TOLD["periods"]) if state.date >= read_date(text)]
    if not periods:
        return 0
    data = NATIONS[nation]
    if data.side == SIDES.index("Central Powers") and nation not in POOR and data.power != "minor":
        return int(_TOLD["central"][periods[-1]]) // 2
    row = "minor" if data.power == "minor" or nation in POOR else "major"
    return int(_TOLD[row][periods[-1]])


def bars(state: State, side: int) -> list[Bar]:
    """[16C10] What keeps guns from being put on wheels."""
    counters = state.theatre.counters
    guns = [
        unit
        for unit in members(state.on_map(side))
        if counters[unit].type.gun in ("field", "heavy")
    ]
    fixed = [unit for unit in guns if not state.printed_movement(unit)]
    timely = [unit for unit in fixed if monthly(state, counters[unit].nation)]
    few = [unit for unit in timely if _within(state, unit)]
    return [
        Bar("16C10", "only the side's field and heavy guns on the map go on wheels", bit_set(guns)),
        Bar("16C10", "it is on wheels already", bit_set(fixed)),
        Bar("16C10", "no guns are put on wheels before Oct I 14", bit_set(timely)),
        Bar("16C10", "its nation has put as many on wheels in this month as it may", bit_set(few)),
    ]


def _within(state: State, unit: int) -> bool:
    nation = state.theatre.counters[unit].nation
    done = state.replaced.get((nation, MOBILE), 0)
    return done + state.re(unit) * EIGHTHS // QUARTERS <= monthly(state, nation) * EIGHTHS


def mobilise(state: State, unit: int) -> None:
    """[16C10] Guns are put on wheels: they show their mobile side, or leave play for twice their
    price; an improved fortress that loses them is improved no more [15B4]."""
    counter = state.theatre.counters[unit]
    key = (counter.nation, MOBILE)
    state.replaced[key] = state.replaced.get(key, 0) + state.re(unit) * EIGHTHS // QUARTERS
    hex_ = state.where[unit]
    if hex_ in state.theatre.fortresses:
        state.unimproved |= 1 << hex_
    if counter.back_is == "mobile":
        state.reduced |= 1 << unit
        state.look_at_unit(unit)
    else:
        men, gear = prices(state.theatre)[unit][0] or (0, 0)
        state.manpower[CODES.index(counter.nation)] += men * TWICE
        state.gear[counter.side] += gear * TWICE
        state.lift(unit, WITHDRAWN)
    state.note("{:unit} is put on wheels [16C10]", unit)
