"""Rules of scenarios for combat: hexes that are surprised in the first combat phase, and tactical
reconnaissance in place of the air rules [R3]."""

from __future__ import annotations

from functools import lru_cache

from trenchline.games.the_great_war.battle import Battle
from trenchline.games.the_great_war.calendar import Date, read_date
from trenchline.games.the_great_war.components import SIDES
from trenchline.games.the_great_war.state import COMBAT, State
from trenchline.games.the_great_war.tables import DIE_MODIFIERS
from trenchline.games.the_great_war.theatre import Theatre
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.terms import Term

SURPRISE, RECONNAISSANCE = "surprise", "reconnaissance"
"""What scenarios call them in their files."""


@lru_cache(maxsize=16)
def _surprise(theatre: Theatre) -> tuple[Date | None, Hexes, int]:
    """The turn of a scenario's surprise, the hexes it strikes and what it adds to the die."""
    rule = theatre.scenario.get(SURPRISE)
    if rule is None:
        return None, 0, 0
    return read_date(rule["turn"]), theatre.board.grid.hexes(*rule["hexes"]), int(rule["die"])


def is_surprised(state: State, hex_: Hex) -> bool:
    """[R95] Whether a hex is surprised in this phase: it draws no combat supply, its guns do not
    answer, and gas against it works."""
    when, hexes, _ = _surprise(state.theatre)
    return bool(hexes >> hex_ & 1) and state.date == when and state.phase == COMBAT


def surprise_terms(state: State, battle: Battle) -> list[Term]:
    """[R95] What surprise adds to the combat die."""
    if not is_surprised(state, battle.target):
        return []
    return [Term("R95", "surprise", _surprise(state.theatre)[2])]


def scouts_left(state: State, side: int) -> int:
    """[R3] How often a side may still use tactical reconnaissance in this player turn."""
    allowed = state.theatre.scenario.get(RECONNAISSANCE, {}).get(SIDES[side], {})
    return int(allowed.get(str(state.date), 0)) - state.scouted[side]


def scout_terms(used: bool) -> list[Term]:
    """[R3] What tactical reconnaissance adds to a die."""
    value = DIE_MODIFIERS["tactical_reconnaissance"]
    return [Term("R3", "tactical reconnaissance", value)] if used else []
