"""What players are told of units that are cut off: sieges [21-10], pockets [20-13], starving forts
[41-4]."""

from __future__ import annotations

from trenchline.games.der_weltkrieg.components import SIDES, Units
from trenchline.games.der_weltkrieg.fortresses import (
    RUSSIAN_LOSS,
    endurance,
    is_invested,
    surrender_roll,
)
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.surrounded import in_communication, in_pockets
from trenchline.games.der_weltkrieg.terrain_choice import has_fort
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.words import counted

BESIEGED = "besieged"
IN_A_POCKET = "in a pocket"
SURROUNDED = "surrounded"


def plights(state: State) -> dict[int, str]:
    """Every unit that is cut off, with what to call its plight."""
    found = dict.fromkeys(members(_surrounded(state)), SURROUNDED)
    found |= dict.fromkeys(members(_doomed(state)), IN_A_POCKET)
    found |= dict.fromkeys(_besieged(state), BESIEGED)
    return found


def told(state: State) -> list[str]:
    """How long forts can hold out, and who is lost if nobody comes to help."""
    lines = [_siege(state, fort) for fort in _besieged(state)]
    doomed = _doomed(state)
    for side, name in enumerate(SIDES):
        if units := doomed & state.theatre.of_side[side]:
            until = "{:units}: lost as the half of the {} ends, unless relieved [20-13]"
            lines.append(state.say(until, members(units), name))
    return lines


def _surrounded(state: State) -> Units:
    """[20-1] [20-9] Units that no line of communication reaches."""
    units = 0
    for side in range(len(SIDES)):
        for hex_ in members(state.occupied[side] & ~in_communication(state, side)):
            if not has_fort(state, hex_):
                units |= state.units(hex_, side)
    return units


def _doomed(state: State) -> Units:
    """[20-13] [R44] Those who were in a pocket as their half began and still are."""
    if not state.isolated:
        return 0
    return state.isolated & bit_set(
        unit for side in range(len(SIDES)) for unit in members(in_pockets(state, side))
    )


def _besieged(state: State) -> list[int]:
    """[21-10] Forts that are surrounded, whether or not a turn has been counted."""
    forts = members(state.theatre.of_kind["fortress"])
    return [fort for fort in forts if state.is_on_map(fort) and is_invested(state, fort)]


def _siege(state: State, fort: int) -> str:
    counter, turns = state.theatre.counters[fort], state.siege.get(fort, 0)
    if counter.nation == "RU":
        losing = "{:unit}: besieged, loses {} points as the turn ends [41-4]"
        return state.say(losing, fort, RUSSIAN_LOSS)
    if roll := surrender_roll(state, fort, later=1):
        return state.say("{:unit}: surrenders on {} or less with two dice [21-11]", fort, roll)
    limit = endurance(state.strength[fort])
    since = f"for {counted(turns, 'turn')}" if turns else "since this turn"
    return state.say("{:unit}: besieged {}, safe for {} [21-10]", fort, since, limit)
