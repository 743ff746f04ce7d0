"""Positions as text.

One line a nation: its code and where its units are, each by its counter's key without the code, in
the order in which they lie on each other, top first::

    turn 3 phase Central combat 1
    vp 55 70
    FR 5@0714 Tac1@0714 Fort1@0615
    GE Shock2@0814 HQHL@0814 Tank1*@0813 9:turn5 12:dead

An asterisk marks a corps turned to its army side. Units that are not mentioned are in the pool, or
out of play if their optional rules are not in use. Further lines: ``options``, ``last`` (turn),
``eastern`` (units that stand still), ``trenches SIDE`` with hexes, ``paid`` (cities whose fall has
been paid for), ``fallen`` (corps that were lost as armies), ``annihilated`` with units and turns,
and ``facts`` for single words.
"""

from __future__ import annotations

from trenchline.games.kaisers_war.attrition import SupplyAttrition
from trenchline.games.kaisers_war.battle import BIG_PUSH, INFILTRATION, Battle
from trenchline.games.kaisers_war.combat import BeginCombat, CombatPhase
from trenchline.games.kaisers_war.components import (
    ALLIED,
    CENTRAL,
    CODES,
    COUNTERS,
    EASTERN,
    GRID,
    LAND,
    NATION,
    NATIONS,
    SIDES,
    TURNS,
    UNITS,
    UNITS_OF,
)
from trenchline.games.kaisers_war.mobilization import BeginMobilization, Mobilization
from trenchline.games.kaisers_war.movement import BeginMovement, MovementPhase
from trenchline.games.kaisers_war.sequence import game_turn
from trenchline.games.kaisers_war.state import (
    BOX,
    DEAD,
    FLEET,
    OUT,
    POOL,
    State,
    due,
    due_turn,
)
from trenchline.kernel.bits import bit_set, members

PILES = {
    "pool": POOL,
    "dead": DEAD,
    "fleet": FLEET,
    "out": OUT,
    "usa": BOX[0],
    "british": BOX[1],
    "french": BOX[2],
}
FLAGS = ("kaiser_east", "east_free", "paris_shelled", "airlanded")


class NotationError(ValueError):
    """A position that cannot be read; the message names the line."""


def parse(text: str) -> State:
    """The position a text describes, with the phase's decision on top of the stack."""
    state = State()
    phase = ["Central", "movement"]
    lines = [(n, line.split()) for n, line in enumerate(text.strip().splitlines(), start=1)]
    for number, words in lines:
        if words and words[0] == "options":
            state.options = frozenset(words[1:])
        elif words and words[0] == "turn":
            state.turn = _number(words[1:2], number)
            if not 1 <= state.turn <= len(TURNS):
                raise NotationError(f"line {number}: there is no turn {state.turn}")
            phase = words[3:] if words[2:3] == ["phase"] else phase
    state.poles = ALLIED if "poles" in state.options else CENTRAL
    for unit in range(len(COUNTERS)):
        state.where[unit] = usual_place(state, unit)
    for number, words in lines:
        if words and words[0] not in ("options", "turn") and words[0] not in NATION:
            _read_fact(state, words, number)
    for number, words in lines:
        if words and words[0] in NATION:
            _read_nation(state, words, number)
    state.look_again()
    _set_phase(state, phase)
    return state


def usual_place(state: State, unit: int) -> int:
    """Where a unit is if nothing is said about it."""
    group = NATIONS[COUNTERS[unit].nation].group
    if group in ("nationalist", "bolshevik", "anarchist") and "east" not in state.options:
        polish = COUNTERS[unit].nation == NATION["PO"] and "poles" in state.options
        return POOL if polish else OUT
    return POOL


def _number(words: list[str], line: int) -> int:
    if not words or not words[0].isdigit():
        raise NotationError(f"line {line}: a number is missing")
    return int(words[0])


def _hexes(words: list[str], line: int) -> int:
    try:
        return GRID.hexes(*words)
    except ValueError as error:
        raise NotationError(f"line {line}: {error}") from None


def _unit(code: str, name: str, line: int) -> int:
    unit = UNITS.get(code + name, UNITS.get(name))
    if unit is None:
        raise NotationError(f"line {line}: there is no unit {code + name!r}")
    return unit


def _read_nation(state: State, words: list[str], line: int) -> None:
    for word in words[1:]:
        name, mark, place = word.partition("@") if "@" in word else word.partition(":")
        if not mark:
            raise NotationError(f"line {line}: {word!r} is not a unit and its place")
        unit = _unit(words[0], name.removesuffix("*"), line)
        if name.endswith("*"):
            if COUNTERS[unit].back is None:
                raise NotationError(f"line {line}: {name!r} has no army side")
            state.flipped |= 1 << unit
        if mark == "@":
            hex_ = _hexes([place], line).bit_length() - 1
            if not LAND >> hex_ & 1:
                raise NotationError(f"line {line}: {place} is not land in play")
            others = state.stacks.get(hex_, ())
            if others and state.side_of(others[0]) != state.side_of(unit):
                raise NotationError(f"line {line}: enemies share {place} [9.6]")
            state.put(unit, hex_, on_top=False)
        elif place in PILES:
            state.where[unit] = PILES[place]
        elif place.startswith("turn") and place[4:].isdigit():
            state.where[unit] = due(int(place[4:]))
        else:
            raise NotationError(f"line {line}: {place!r} is no place")


def _read_fact(state: State, words: list[str], line: int) -> None:
    word, rest = words[0], words[1:]
    if word == "vp" and len(rest) == 2:
        state.vp = [_number(rest[:1], line), _number(rest[1:], line)]
    elif word == "last":
        state.last_turn = _number(rest, line)
    elif word == "trenches" and rest[:1] and rest[0] in SIDES:
        state.trenches[SIDES.index(rest[0])] = _hexes(rest[1:], line)
    elif word == "paid":
        state.occupied_once = _hexes(rest, line)
    elif word == "eastern":
        state.eastern = bit_set(_unit("", key, line) for key in rest)
    elif word == "fallen":
        state.fallen = bit_set(_unit("", key, line) for key in rest)
    elif word == "annihilated":
        for entry in rest:
            key, _, turn = entry.partition("-")
            state.annihilated[_unit("", key, line)] = _number([turn], line)
    elif word == "facts":
        for fact in rest:
            _read_flag(state, fact, line)
    else:
        raise NotationError(f"line {line}: {word!r} is not understood")


def _read_flag(state: State, fact: str, line: int) -> None:
    name, _, value = fact.partition("-")
    if fact in FLAGS:
        setattr(state, fact, True)
    elif name in ("poles", "anarchist") and value in SIDES:
        setattr(state, name, SIDES.index(value))
    elif name == "active" and value in EASTERN:
        state.active |= 1 << EASTERN.index(value)
    else:
        raise NotationError(f"line {line}: {fact!r} is not a fact of a position")


def _set_phase(state: State, words: list[str]) -> None:
    """Lay the rest of the turn on the stack, and begin the phase named."""
    if len(words) < 2 or words[0] not in SIDES:
        raise NotationError(f"the phase {' '.join(words)!r} is not known")
    side = SIDES.index(words[0])
    steps = {
        ("mobilization",): BeginMobilization(side),
        ("movement",): BeginMovement(side),
        ("combat", "1"): BeginCombat(side, 1),
        ("combat", "2"): BeginCombat(side, 2),
        ("attrition",): SupplyAttrition(side),
    }
    wanted = steps.get(tuple(words[1:]))
    if wanted is None:
        raise NotationError(f"the phase {' '.join(words)!r} is not known")
    plan = game_turn()
    state.phasing = side
    state.stack = list(reversed(plan[plan.index(wanted) :]))


def notation(state: State) -> str:
    """The text of a position, at the beginning of its phase."""
    lines = [
        f"turn {state.turn} phase {' '.join(_phase_words(state))}",
        f"vp {state.vp[0]} {state.vp[1]}",
        f"last {state.last_turn}",
    ]
    if state.options:
        lines.append(f"options {' '.join(sorted(state.options))}")
    piles = {place: word for word, place in PILES.items()}
    depth = {u: n for stack in state.stacks.values() for n, u in enumerate(stack)}
    rows: dict[str, list[tuple[int, str]]] = {}
    for nation, code in enumerate(CODES):
        for unit in members(UNITS_OF[nation]):
            name = COUNTERS[unit].key.removeprefix(code)
            name += "*" if state.flipped >> unit & 1 else ""
            place = state.where[unit]
            turn = due_turn(place)
            if place >= 0:
                rows.setdefault(code, []).append((depth[unit], f"{name}@{GRID.label(place)}"))
            elif turn is not None:
                rows.setdefault(code, []).append((99, f"{name}:turn{turn}"))
            elif place != usual_place(state, unit):
                rows.setdefault(code, []).append((99, f"{name}:{piles[place]}"))
    # Stacks of several nations keep their order because deeper units are written on later lines.
    layers = sorted({deep for row in rows.values() for deep, _ in row})
    for deep in layers:
        for code, row in rows.items():
            words = [word for at, word in row if at == deep]
            if words:
                lines.append(f"{code} {' '.join(words)}")
    return "\n".join([*lines, *_fact_lines(state)]) + "\n"


def _fact_lines(state: State) -> list[str]:
    lines = []
    for side, name in enumerate(SIDES):
        if state.trenches[side]:
            lines.append(f"trenches {name} {' '.join(GRID.labels(state.trenches[side]))}")
    if state.occupied_once:
        lines.append(f"paid {' '.join(GRID.labels(state.occupied_once))}")
    if state.eastern:
        lines.append(f"eastern {' '.join(COUNTERS[u].key for u in members(state.eastern))}")
    if state.fallen:
        lines.append(f"fallen {' '.join(COUNTERS[u].key for u in members(state.fallen))}")
    if state.annihilated:
        waits = (f"{COUNTERS[u].key}-{turn}" for u, turn in sorted(state.annihilated.items()))
        lines.append(f"annihilated {' '.join(waits)}")
    facts = [flag for flag in FLAGS if getattr(state, flag)]
    facts += [f"poles-{SIDES[state.poles]}", f"anarchist-{SIDES[state.anarchist]}"]
    facts += [f"active-{code}" for n, code in enumerate(EASTERN) if state.active >> n & 1]
    lines.append(f"facts {' '.join(facts)}")
    return lines


def _phase_words(state: State) -> list[str]:
    for step in reversed(state.stack):
        if isinstance(step, Mobilization | BeginMobilization):
            return [SIDES[step.side], "mobilization"]
        if isinstance(step, MovementPhase | BeginMovement):
            return [SIDES[step.side], "movement"]
        if isinstance(step, CombatPhase | BeginCombat):
            return [SIDES[step.side], "combat", str(step.phase)]
        if isinstance(step, SupplyAttrition):
            return [SIDES[step.side], "attrition"]
    return ["Central", "mobilization"]


def parse_attack(state: State, text: str) -> Battle:
    """An attack described as ``GEShock2 GE1 > 0714``, then ``infiltration`` if that table is meant,
    ``support`` with units and ``supply`` with units."""
    left, mark, right = text.partition(">")
    words = right.split()
    if not mark or not words or not left.split():
        raise NotationError(f"an attack reads like 'GEShock2 GE1 > 0714', not {text!r}")
    attackers = tuple(_unit("", key, 1) for key in left.split())
    target = _hexes(words[:1], 1).bit_length() - 1
    lists: dict[str, list[int]] = {"support": [], "supply": []}
    table, current = BIG_PUSH, ""
    for word in words[1:]:
        if word == INFILTRATION:
            table = INFILTRATION
        elif word in lists:
            current = word
        elif current:
            lists[current].append(_unit("", word, 1))
        else:
            raise NotationError(f"{word!r} is not understood in an attack")
    if target not in state.stacks:
        raise NotationError("nobody is in the target hex")
    return Battle(
        state.side_of(attackers[0]),
        1,
        target,
        attackers,
        tuple(lists["support"]),
        tuple(lists["supply"]),
        table,
        defenders=state.stacks[target],
    )
