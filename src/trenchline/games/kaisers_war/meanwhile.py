"""What to say of a choice that is not being asked just now: its optional rule may not be in use, or
its time has not come."""

from __future__ import annotations

from trenchline.games.kaisers_war.state import State
from trenchline.kernel.steps import Refusal

OPTIONAL = {
    "supply_by_sea": ("naval", "36.4", "expanded naval operations"),
    "contest": ("naval", "36.1", "expanded naval operations"),
    "entrench": ("trenches", "37.1", "additional trenchlines"),
    "air_superiority": ("air", "38.2", "additional air missions"),
    "bomb": ("air", "38.4", "additional air missions"),
    "fly": ("air", "38.1", "additional air missions"),
    "fly_supply": ("air", "38.3", "additional air missions"),
    "stand_firm": ("no_pass", "34.1", "They Shall Not Pass"),
    "psywar_a": ("psywar", "32.1", "psychological warfare"),
    "psywar_b": ("psywar", "32.1", "psychological warfare"),
    "look": ("psywar", "32.5", "psychological warfare"),
    "look_track": ("psywar", "32.5", "psychological warfare"),
    "remove": ("psywar", "32.5", "psychological warfare"),
    "nation": ("psywar", "32.5", "psychological warfare"),
    "move_east": ("east", "30.11", "the Russian front"),
    "wait": ("east", "30.8", "the Russian front"),
    "fight_on": ("may_extend", "27.1", "an extension into 1919"),
}
"""Verbs that an optional rule brings: its name, its case and its title."""


def elsewhere(state: State, verb: str, case: str, reason: str) -> Refusal:
    """Why a verb is not asked now: the option that brings it is off, or what the asker says."""
    option, number, title = OPTIONAL.get(verb, ("", case, ""))
    in_use = not option or option in state.options
    if in_use:
        return Refusal(case, reason)
    return Refusal(number, f"the optional rule of {title} is not in use")
