"""Rule 14N2: limited intelligence, an advanced rule.

A corps is known or unknown to the enemy. Whoever stands with a Corps HQ belongs to its corps [8C1],
but for Army HQs [R153]. Of an unknown corps the enemy sees its headquarters; whether it has zones
of control he learns as he comes next to it [R154], and who is in it when it fights, or comes near
him.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from trenchline.games.the_great_war.components import SIDES, Units
from trenchline.games.the_great_war.state import COMBAT, REACTION_COMBAT, State
from trenchline.games.the_great_war.zones import untold
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Decision, Kind
from trenchline.kernel.view import LogView
from trenchline.kernel.whispers import heard

LIMITED = "limited_intelligence"
"""The option."""
NEAR = 3
"""A corps within so many hexes of an enemy is known."""
OF_A_MARCH = ("eligible", "rested", "tired", "trodden", "railed")
"""What means nothing any more once a phase of movement is over ..."""
ALSO_OF_A_MARCH = ("moved", "crowded")
"""... and what means nothing once combat is over too."""


# Who is known.


def is_near(state: State, side: int, hex_: Hex) -> bool:
    """[14N2] Whether an enemy of a side stands within three hexes."""
    grid, enemies = state.theatre.board.grid, state.occupied[1 - side]
    return any(grid.ring(hex_, radius) & enemies for radius in range(NEAR + 1))


def look_out(state: State) -> None:
    """[14N2] In every initial phase corps near the enemy become known, and others unknown."""
    if LIMITED not in state.options:
        return
    unknown = 0
    for side in (0, 1):
        for hq in members(state.present[side] & state.kind.corps_hq):
            if not is_near(state, side, state.where[hq]):
                unknown |= 1 << hq
    forget_marches(state, state.present[0] | state.present[1], OF_A_MARCH + ALSO_OF_A_MARCH)
    state.unknown = unknown


def arrive(state: State, unit: int) -> None:
    """[14N2] A corps enters play known if the enemy is near, else unknown."""
    if LIMITED in state.options and state.kind.corps_hq >> unit & 1:
        if not is_near(state, state.theatre.counters[unit].side, state.where[unit]):
            state.unknown |= 1 << unit


def reveal(state: State, hexes: Iterable[Hex]) -> None:
    """[14N2] The corps in some hexes are known from now on: they fight."""
    if not state.unknown:
        return
    for hex_ in hexes:
        units = state.stacks.get(hex_, 0)
        if units & state.unknown and state.phase in (COMBAT, REACTION_COMBAT):
            forget_marches(state, units, OF_A_MARCH)
        state.unknown &= ~units


def forget_marches(state: State, units: Units, names: tuple[str, ...]) -> None:
    """How units have marched means nothing once the phase is over: who becomes known later may have
    marched in secret."""
    for name in names:
        setattr(state, name, getattr(state, name) & ~units)
    state.spent = {unit: n for unit, n in state.spent.items() if not units >> unit & 1}
    forget_fares(state, units)


def forget_fares(state: State, units: Units) -> None:
    """[7A4] [7C5] What units have cost nets and waterways."""
    for name in ("charged", "shipped"):
        costs = getattr(state, name)
        setattr(state, name, {key: n for key, n in costs.items() if not units >> key[0] & 1})


def veiled(state: State, side: int) -> Hexes:
    """[14N2] The hexes of a side's unknown corps."""
    return bit_set(state.where[hq] for hq in members(state.unknown & state.theatre.of_side[side]))


def hidden(state: State, side: int) -> Units:
    """[14N2] [R153] The units of a side that its enemy does not see."""
    if not state.unknown:
        return 0
    found = 0
    for hex_ in members(veiled(state, side)):
        found |= state.units(hex_, side)
    return found & ~(state.kind.army_hq | state.kind.corps_hq)


# What is under way.


def subjects(step: Any) -> Units:
    """The units that a step is about."""
    units = getattr(step, "units", 0)
    found: Units = units if isinstance(units, int) else bit_set(units)
    unit = getattr(step, "unit", -1)
    return found | 1 << unit if unit >= 0 else found


def asked_openly(state: State, side: int) -> int:
    """[14N2] How many steps on the stack a side may know of: not what the enemy is asked about
    hidden units that he has in hand."""
    stack, secret, known = state.stack, hidden(state, 1 - side), len(state.stack)
    while known > 1 and stack[known - 1].kind is stack[known - 2].kind is Kind.DECISION:
        step = cast(Decision[State], stack[known - 1])
        if step.who(state) == side or not subjects(step) & secret:
            break
        known -= 1
    return known


# What is told.


def tell_of(
    state: State, units: Iterable[int], sentence: str, *about: object, was: Units | None = None
) -> None:
    """Tell in the log of units of one side, which stand for the first ``{}`` in the sentence.
    Hidden ones are named to their own side alone; ``was`` says who was hidden before they moved,
    and of those who still are the enemy hears nothing."""
    if state.log is None:
        return
    units = tuple(units)
    side = state.theatre.counters[units[0]].side
    secret = hidden(state, side) & bit_set(units) & (-1 if was is None else was)
    named = sentence.replace("{}", "{:units}", 1)
    if not secret:
        state.note(named, units, *about)
        return
    state.whisper(side, named, units, *about)
    shown = tuple(unit for unit in units if not secret >> unit & 1)
    if was is None:
        others = "{:units} and hidden units" if shown else "hidden units"
        named = sentence.replace("{}", others, 1)
    if shown:
        state.whisper(1 - side, named, shown, *about)
    elif was is None:
        state.whisper(1 - side, named, *about)


def befalls(state: State, unit: int, sentence: str, *about: object) -> None:
    """Tell what befalls a unit, which stands for the first place in the sentence; of a hidden one
    its own side alone hears."""
    if state.log is None:
        return
    side = state.theatre.counters[unit].side
    if hidden(state, side) >> unit & 1:
        state.whisper(side, sentence, unit, *about)
    else:
        state.detail(sentence, unit, *about)


def hear_of_zones(state: State, side: int, silent: Hexes) -> None:
    """[14N2] Whoever comes first next to an unknown corps of a side is told whether it has zones of
    control; ``silent`` were those of which he had not been told."""
    for hex_ in members(silent & ~untold(state, side) if silent else 0):
        has = "a" if state.zoc_from[side] >> hex_ & 1 else "no"
        state.detail("The unknown corps in {:hex} has {} zone around it [14N2]", hex_, has)


def pick_up(state: State, unit: int) -> None:
    """Nobody but its own side hears which hidden unit is picked up."""
    side = state.theatre.counters[unit].side
    if state.log is not None and hidden(state, side) >> unit & 1:
        state.whisper(side, "{:unit} is picked up", unit)


def tell(entry: LogView, side: int | None) -> LogView:
    """[14N2] What a side (or a spectator) may read of a choice: where its own side alone is told
    something of it, the enemy hears nothing but the verb."""
    verb = (entry.choice or "").partition(" ")[0]
    owner = SIDES.index(entry.side) if entry.side in SIDES else None
    is_secret = any(note.only == owner for note in entry.lines if owner is not None)
    return heard(entry, side, SIDES, {verb} if is_secret else ())


def reveals(before: State, after: State, side: int) -> bool:
    """[14N2] Whether a side has learnt who is in a corps that was unknown to it, that it is too
    strong to be overrun, or whether zones of control reach out of it [R154]."""
    learnt = hidden(before, 1 - side) & ~hidden(after, 1 - side)
    zones = untold(before, 1 - side) & ~untold(after, 1 - side)
    return bool(learnt or zones or after.rebuffed & ~before.rebuffed)
