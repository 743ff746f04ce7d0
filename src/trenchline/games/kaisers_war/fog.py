"""Chapter 10: who knows which unit.

The top unit of every stack is seen by all, those below only by their owner, except in a battle that
involves the stack, and by those allowed to look [32.5] [38.5]. Forts and guerrillas never hide
[R77]. Numbers are public [R35].
"""

from __future__ import annotations

from trenchline.games.kaisers_war.battle import Battle
from trenchline.games.kaisers_war.components import (
    AIRBASES,
    BOXES,
    COUNTERS,
    FORTS,
    GUERRILLAS,
    IMMOBILE,
    NAVAL_UNITS,
    SIDES,
    hexname,
)
from trenchline.games.kaisers_war.state import BOX, ON_MAP, TRACK, State
from trenchline.games.kaisers_war.supply import in_general_supply
from trenchline.games.kaisers_war.support import covered
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hexes
from trenchline.kernel.notes import ACT, DETAIL

NEVER_HIDE = FORTS | GUERRILLAS
"""[R77] What shows wherever it lies in its stack: zones of control hang on it."""


def in_battle(state: State) -> set[int]:
    """The units that lie open because a battle has been joined [10.1]: those of the stacks that
    were involved then, wherever they are now, and the supports, which are named aloud."""
    for step in reversed(state.stack):
        battle = getattr(step, "battle", None)
        if isinstance(battle, Battle) and battle.defenders:
            return {*battle.attackers, *battle.defenders, *battle.supports, *battle.shown}
    return set()


def deploying(state: State) -> int | None:
    """The side that is setting up: its enemy looks when it has done [3.1] [10.2]."""
    asking = state.stack[-1] if state.stack else None
    return getattr(asking, "side", None) if getattr(asking, "sets_up", False) else None


def sees(state: State, side: int | None, unit: int, open_units: set[int], looks: Hexes) -> bool:
    """Whether a side knows what a unit is; looks are the hexes it may look into."""
    owner = state.side_of(unit)
    if side == owner:
        return True
    place = state.where[unit]
    if place < 0 or deploying(state) == owner:
        return False
    if state.stacks[place][0] == unit or unit in open_units or shows(state, unit):
        return True
    return bool(looks >> place & 1)


def shows(state: State, unit: int) -> bool:
    """[R77] Whether a unit shows wherever it lies, because zones of control can be told from it:
    forts, guerrillas, nationalists who do not fight yet, who lies under these without a zone."""
    if NEVER_HIDE >> unit & 1:
        return True
    if IMMOBILE >> unit & 1 and state.where[unit] >= 0:
        others = (other for other in state.stacks[state.where[unit]] if other != unit)
        if all(GUERRILLAS >> other & 1 or not state.is_active(other) for other in others):
            return True
    return state.side_of(unit) < len(SIDES) and not state.is_active(unit)


def looked_at(state: State, side: int) -> Hexes:
    """The hexes a side may look into: by psywar, and from the air [38.5]."""
    hexes = state.lookers.get(side, 0)
    if "air" in state.options:
        for unit in members(AIRBASES & state.forces(side) & state.piles[ON_MAP]):
            if in_general_supply(state, unit):
                hexes |= covered(state, unit) & state.held[1 - side]
    return hexes


def known(state: State, side: int) -> set[int]:
    """[10.1] The enemy units that a side knows: on the map, and those of the turn of his track that
    it has looked at [32.5]."""
    open_units = in_battle(state)
    looks = looked_at(state, side)
    found = {
        u
        for stack in state.stacks.values()
        for u in stack
        if state.side_of(u) != side and sees(state, side, u, open_units, looks)
    }
    turn = state.lookers.get(-1 - side)
    if turn is not None:
        due = members(state.piles[TRACK] & state.forces(1 - side))
        found.update(u for u in due if state.turn_due(u) == turn)
    return found


def reveals(before: State, after: State, side: int) -> bool:
    """[10.1] Whether a side has learnt of an enemy unit that it did not know before."""
    return bool(known(after, side) - known(before, side))


def named(state: State, unit: int) -> str:
    """What everybody may hear a unit called: by its name if all see it, else by its place."""
    place = state.where[unit]
    if place in BOX:
        return f"a unit in the {BOXES[BOX.index(place)]} box"
    shown = NAVAL_UNITS >> unit & 1 or place < 0
    if shown or state.stacks[place][0] == unit or shows(state, unit) or unit in in_battle(state):
        return COUNTERS[unit].title
    return f"a unit at {hexname(place)}"


def tell_of(state: State, unit: int, sentence: str, *about: object, rank: str = DETAIL) -> None:
    """Tell in the log of a unit, which stands first in the sentence; of one that is hidden only its
    owner reads which it is [10.1]."""
    if state.log is None:
        return
    name, place = named(state, unit), state.where[unit]
    is_open = name == COUNTERS[unit].title
    if is_open:
        who = state.phrase("{:unit}", unit)
    elif place >= 0:
        who = state.phrase("A unit at {:hex}", place)
    else:
        who = state.phrase(name[0].upper() + name[1:])
    tell = state.note if rank == ACT else state.detail
    tell(sentence, who, *about)
    if not is_open:
        state.whisper(state.side_of(unit), "it is the {:unit}", unit)
