"""Cadres and remnants [9E]: what is left of a unit that is eliminated."""

from __future__ import annotations

from trenchline.games.the_great_war.replacements import note_loss
from trenchline.games.the_great_war.state import ELIMINATED, ELIMINATED_ISOLATED, State

CADRES = ("cadre", "remnant")


def has_cadre(state: State, unit: int) -> bool:
    """[9E] Whether a unit that is eliminated leaves a cadre or a remnant."""
    return state.theatre.counters[unit].back_is in CADRES and not state.reduced >> unit & 1


def eliminate(state: State, unit: int, total: bool = False) -> None:
    """A unit is eliminated: reduced to its cadre or remnant if it has one [9E], unless it is lost
    in total; else it goes to the replacement pool, of those who were isolated if it was [16B3]."""
    counter = state.theatre.counters[unit]
    if not total and has_cadre(state, unit):
        note_loss(state, unit, to_cadre=True)
        state.reduce(unit)
        state.detail("{:unit} is reduced to its {} [9E]", unit, counter.back_is)
        return
    for component, hq in list(state.attached.items()):
        if hq == unit:
            # [12B9] Without its staff an artillery division is none.
            del state.attached[component]
    for leader, hq in list(state.leaders.items()):
        if hq == unit:
            # [14P] The leader always gets away.
            del state.leaders[leader]
    note_loss(state, unit, to_cadre=False)
    isolated = bool(state.isolated >> unit & 1)
    state.lift(unit, ELIMINATED_ISOLATED if isolated else ELIMINATED)
    state.detail("{:unit} is eliminated", unit)
