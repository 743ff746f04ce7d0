"""Positions as text.

One line a nation: its units by their keys without its code, each with its hex or pile; an
apostrophe marks one that shows its back::

    scenario caporetto
    turn Oct II 17 phase Central movement
    GE 12@4506 50'@4505
    IT 50@4406 A2:eliminated

Units not mentioned are not in play, or awaited by the schedule. The ground is as the scenario
begins, until a line says otherwise: ``owned SIDE`` with hexes, sets of hexes and units by name
(``broken``, ``disrupted`` ...), amounts as ``name-amount`` (``fatigue GE12-2``, ``resources
4406-3``), and whatever else as ``fact NAME`` with its value as JSON. A position inside a phase
lists its ``step`` lines, the next one last; one after the last turn says ``over``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from trenchline.games.the_great_war.battle_text import read_battle, write_battle
from trenchline.games.the_great_war.calendar import read_date
from trenchline.games.the_great_war.components import CODES, SIDES
from trenchline.games.the_great_war.new_lines import relay
from trenchline.games.the_great_war.scenarios import load_theatre
from trenchline.games.the_great_war.sequence import PHASE_STEPS, game_turn
from trenchline.games.the_great_war.set_up import lay_ground, open_books
from trenchline.games.the_great_war.state import (
    INITIAL,
    PHASES,
    PILES,
    State,
)
from trenchline.games.the_great_war.theatre import Theatre
from trenchline.kernel.bits import members
from trenchline.kernel.fact_lines import FactLines
from trenchline.kernel.notation import (
    Line,
    other_facts,
    placed,
    read_fact,
    read_lines,
    read_step,
    write_fact,
    write_step,
)

FACTS = FactLines(State, besides=("reduced", "starving"))
"""The lines that follow from the types of fields."""
BY_SIDE = ("besieged", "isolated_hexes", "owned")
TOLD = (
    *("theatre", "stack", "battles", "turn", "phasing", "phase", "where", "reduced", "stacks"),
    *("present", "occupied", "zoc_here", "zoc_here_full", "zoc_from", "zoc_from_full"),
    *("zoc_from_high", "zoc_from_desert", "starving"),
    *FACTS.kind,
    *BY_SIDE,
)
"""Facts that have lines of their own, or follow from others."""
BACK = "'"


@lru_cache(maxsize=1)
def _other_facts() -> dict[str, Any]:
    return other_facts(State, TOLD)


def parse(text: str, theatre: Theatre | None = None) -> State:
    """The position a text describes, with its next step on top of the stack."""
    lines = read_lines(text)
    for line in lines:
        if line.head == "scenario":
            theatre = line.scenario(load_theatre)
    state = State(theatre=load_theatre("caporetto") if theatre is None else theatre)
    lay_ground(state)
    phase = Line(1, "phase", [SIDES[state.theatre.first_side], INITIAL])
    for line in lines:
        if line.head == "turn":
            phase = _read_turn(state, line)
        elif line.head in CODES:
            _read_nation(state, line)
    open_books(state)
    for line in lines:
        if line.head not in (*CODES, "scenario", "turn", "step", "over"):
            _read_fact(state, line)
    relay(state)
    state.look_again()
    steps = [read_step(line, line.rest, __package__) for line in lines if line.head == "step"]
    over = any(line.head == "over" for line in lines)
    _set_phase(state, phase, lay=not steps and not over)
    if steps:
        state.stack = list(steps)
    return state


def _read_turn(state: State, line: Line) -> Line:
    date, _, phase = " ".join(line.rest).partition(" phase ")
    try:
        state.turn = state.theatre.turns.index(read_date(date))
    except ValueError:
        raise line.wrong(f"{date!r} is not a turn of the scenario like 'Oct II 17'") from None
    return Line(line.number, "phase", phase.split(maxsplit=1) or [SIDES[0], INITIAL])


def _read_nation(state: State, line: Line) -> None:
    for word in line.rest:
        name, mark, place = placed(line, word)
        unit = line.unit(state.theatre.unit, line.head + name.removesuffix(BACK))
        if name.endswith(BACK):
            if state.theatre.counters[unit].back is None:
                raise line.wrong(f"{line.head}{name.removesuffix(BACK)} has no back")
            state.reduced |= 1 << unit
        if mark == "@":
            grid, land = state.theatre.board.grid, state.theatre.land
            state.put(unit, line.hex(grid, place, land, "land"))
        else:
            state.where[unit] = PILES.read(line, place)


def _side(line: Line, word: str) -> int:
    for number, name in enumerate(SIDES):
        if word and name.startswith(word):
            return number
    raise line.wrong(f"{word!r} is not a side")


def _read_fact(state: State, line: Line) -> None:
    grid, name = state.theatre.board.grid, line.head
    if FACTS.read(state, line, grid, state.theatre.unit):
        return
    if name in BY_SIDE and line.rest:
        side = _side(line, line.rest[0])
        getattr(state, name)[side] = line.hexes(grid, line.rest[1:])
    elif name == "battle":
        state.battles.append(read_battle(line))
    elif name == "fact":
        read_fact(line, state, _other_facts())
    else:
        raise line.not_understood()


def _set_phase(state: State, line: Line, lay: bool) -> None:
    """Begin the phase that is named, and lay the rest of the turn on the stack if wanted."""
    side = _side(line, line.rest[0].split()[0])
    phase = line.rest[-1] if len(line.rest) > 1 else INITIAL
    phase = phase.removeprefix("Powers ").strip()
    if phase not in PHASES:
        raise line.wrong(f"the phase {phase!r} is not known")
    state.phasing, state.phase = side, phase
    if lay:
        plan = game_turn(side)
        kind = PHASE_STEPS[phase]
        first = next(n for n, step in enumerate(plan) if isinstance(step, kind))
        if phase == "reaction combat":
            first = next(n for n in range(first + 1, len(plan)) if isinstance(plan[n], kind))
        state.stack = list(reversed(plan[first:]))


def notation(state: State) -> str:
    """The text of a position."""
    theatre = state.theatre
    side = SIDES[state.phasing].split()[0]
    lines = [
        f"scenario {theatre.name}",
        f"turn {state.date} phase {side} {state.phase or INITIAL}",
    ]
    # Whoever reads this begins with the ground without what has been built [13A1f].
    usual = State(theatre=theatre.base or theatre)
    lay_ground(usual)
    for code in CODES:
        words = []
        for unit in members(theatre.of_nation[code]):
            name = theatre.counters[unit].key.removeprefix(code)
            name += BACK if state.reduced >> unit & 1 else ""
            place = state.where[unit]
            if place >= 0:
                words.append(f"{name}@{theatre.board.grid.label(place)}")
            elif place != usual.where[unit]:
                words.append(f"{name}:{PILES.key(place)}")
        if words:
            lines.append(f"{code} {' '.join(words)}")
    lines += _fact_lines(state, usual)
    lines += [f"battle {write_battle(battle)}" for battle in state.battles]
    lines += [f"step {write_step(step)}" for step in state.stack] or ["over"]
    return "\n".join(lines) + "\n"


def _fact_lines(state: State, usual: State) -> list[str]:
    """What differs from a position with the same units on the ground as the scenario begins."""
    grid = state.theatre.board.grid
    keys = [counter.key for counter in state.theatre.counters]
    found = FACTS.written(state, grid, keys, usual)

    def differs(name: str) -> bool:
        return bool(getattr(state, name) != getattr(usual, name))

    for name in filter(differs, BY_SIDE):
        for side in (0, 1):
            labels = grid.labels(getattr(state, name)[side])
            found.append((name, [SIDES[side].split()[0], *labels]))
    found += [("fact", [write_fact(state, name)]) for name in filter(differs, _other_facts())]
    return [" ".join((head, *rest)) for head, rest in found]
