"""Rule 15D: how a nation's will falls and recovers.

The booklet that tells of national will (Rule 40) is not at hand. A scenario may name a nation, its
towns, and how many of them it can lose before it is shaken or collapses [R6].
"""

from __future__ import annotations

from typing import Any

from trenchline.games.the_great_war.calendar import read_date
from trenchline.games.the_great_war.components import CODES, NATIONS
from trenchline.games.the_great_war.state import State
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hexes

HELD = "held at the last look: "
COUNTED = "lost before the last recovery: "


def _rule(state: State) -> dict[str, Any]:
    found: dict[str, Any] = state.theatre.scenario.get("morale", {})
    return found


def _flagged(state: State, word: str) -> Hexes:
    labels = [flag.removeprefix(word) for flag in state.flags if flag.startswith(word)]
    return state.theatre.hexes(labels)


def _flag(state: State, word: str, hexes: Hexes) -> None:
    label = state.theatre.board.grid.label
    kept = {flag for flag in state.flags if not flag.startswith(word)}
    state.flags = frozenset(kept | {word + label(hex_) for hex_ in members(hexes)})


def lost_towns(state: State) -> Hexes:
    """The towns of the scenario's nation that its enemy owns."""
    rule = _rule(state)
    enemy = 1 - NATIONS[rule["nation"]].side
    return state.theatre.hexes(rule["towns"]) & state.owned[enemy]


def fall(state: State) -> None:
    """[15D3] [R6] At the end of a player turn towns lost may shake a nation, or make it collapse.
    After a recovery only those count that were lost since."""
    rule = _rule(state)
    if not rule:
        return
    code = rule["nation"]
    before = _flagged(state, COUNTED)
    again = bool(before)
    lost = lost_towns(state) & ~before
    collapse = rule["again_collapse" if again else "collapse"]
    shaken = rule["again_shaken" if again else "shaken"]
    key_towns = state.theatre.hexes(collapse.get("one_of", ()))
    enough = lost.bit_count() >= collapse["towns"] and (not key_towns or lost & key_towns)
    if enough or lost & state.theatre.hexes(collapse.get("any_of", ())):
        _set(state, code, rule["collapse"]["will"], shaken=False, collapsed=True)
    elif lost.bit_count() >= shaken["towns"] and code not in state.collapsed:
        _set(state, code, rule["shaken"]["will"], shaken=True, collapsed=False)


def rally(state: State, side: int) -> None:
    """[15D3] [R6] In the first initial phase after a game turn in which it lost no town, a nation
    recovers by one step."""
    rule = _rule(state)
    if not rule or NATIONS[rule["nation"]].side != side:
        return
    code = rule["nation"]
    lost = lost_towns(state)
    fresh = lost & ~_flagged(state, HELD)
    _flag(state, HELD, lost)
    if fresh or state.date < read_date(rule["recovers_from"]):
        return
    if code in state.collapsed:
        _set(state, code, rule["shaken"]["will"], shaken=True, collapsed=False)
    elif code in state.shaken:
        _set(state, code, state.theatre.will[code], shaken=False, collapsed=False)
    else:
        return
    _flag(state, COUNTED, lost)


def _set(state: State, code: str, will: int, *, shaken: bool, collapsed: bool) -> None:
    was = code in state.shaken, code in state.collapsed
    state.will[CODES.index(code)] = will
    state.shaken = state.shaken - {code} | ({code} if shaken else set())
    state.collapsed = state.collapsed - {code} | ({code} if collapsed else set())
    if was != (shaken, collapsed):
        state.look_again()
        if state.log is not None:
            word = "collapses" if collapsed else "is shaken" if shaken else "has recovered"
            state.note("{} {} [15D3]", NATIONS[code].name, word)
