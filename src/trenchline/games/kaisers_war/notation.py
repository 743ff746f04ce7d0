"""Positions as text.

One line a nation: its code and where its units are, each by its counter's key without the code, in
the order in which they lie on each other, top first::

    turn 3 phase Central combat 1
    vp 55 70
    FR 5@0714 Tac1@0714 Fort1@0615
    GE Shock2@0814 HQHL@0814 Tank1*@0813 9:turn5 12:dead

An asterisk marks a corps turned to its army side. Units that are not mentioned are in the pool, or
out of play if their optional rules are not in use. Further lines: ``options``, ``last`` (turn),
``trenches SIDE`` with hexes, sets of units (``eastern``: those that stand still; ``fallen``: corps
that were lost as armies; ``served``, ``fought`` and so on), sets of hexes (``paid``: cities whose
fall has been paid for; ``struck`` ...), ``annihilated`` with units and turns, what ships carry, and
``facts`` for single words. ``steps`` says how many steps of the turn are to come, and each ``step``
line what stands before them on the stack; without these the phase is about to begin.
"""

from __future__ import annotations

from trenchline.games.kaisers_war.air import AirStrike
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
    OPEN_SEA,
    SIDES,
    TURNS,
    UNITS,
    UNITS_OF,
)
from trenchline.games.kaisers_war.mobilization import BeginMobilization, Mobilization
from trenchline.games.kaisers_war.movement import BeginMovement, MovementPhase
from trenchline.games.kaisers_war.sequence import game_turn
from trenchline.games.kaisers_war.state import OUT, PILES, POOL, State
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.notation import (
    Line,
    NotationError,
    placed,
    read_lines,
    read_step,
    split_attack,
    write_step,
)

PACKAGE = "trenchline.games.kaisers_war"
FLAGS = ("kaiser_east", "east_free", "paris_shelled", "airlanded", "finished")
UNIT_SETS = (
    *("eastern", "fallen", "ready", "fought", "supported"),
    *("naval_used", "served", "arrived", "demobilized"),
)
HEX_SETS = {
    "paid": "occupied_once",
    "shuffled": "shuffled",
    "struck": "struck",
    "shelled": "shelled",
    "liberated": "liberated",
    "raided": "raided",
    "mobilized_at": "mobilized_at",
    "supplied_by_sea": "supplied_by_sea",
}
"""The words for sets of hexes, and the names of their fields."""


def parse(text: str) -> State:
    """The position a text describes: by its steps, or with its phase about to begin."""
    state = State()
    phase = Line(1, "phase", ["Central", "movement"])
    lines = read_lines(text)
    for line in lines:
        if line.head == "options":
            state.options = frozenset(line.rest)
        elif line.head == "turn":
            state.turn = line.turn(len(TURNS))
            if line.rest[1:2] == ["phase"]:
                phase = Line(line.number, "phase", line.rest[2:])
    state.poles = ALLIED if "poles" in state.options else CENTRAL
    for unit in range(len(COUNTERS)):
        state.where[unit] = usual_place(state, unit)
    _set_phase(state, phase)
    for line in lines:
        if line.head not in ("options", "turn") and line.head not in NATION:
            _read_fact(state, line)
    for line in lines:
        if line.head in NATION:
            _read_nation(state, line)
    state.look_again()
    return state


def usual_place(state: State, unit: int) -> int:
    """Where a unit is if nothing is said about it."""
    group = NATIONS[COUNTERS[unit].nation].group
    if group in ("nationalist", "bolshevik", "anarchist") and "east" not in state.options:
        polish = COUNTERS[unit].nation == NATION["PO"] and "poles" in state.options
        return POOL if polish else OUT
    return POOL


def _unit(line: Line, key: str) -> int:
    if key not in UNITS:
        raise line.wrong(f"there is no unit {key!r}")
    return UNITS[key]


def _read_nation(state: State, line: Line) -> None:
    for word in line.rest:
        name, mark, place = placed(line, word)
        key = name.removesuffix("*")
        unit = _unit(line, line.head + key if line.head + key in UNITS else key)
        if name.endswith("*"):
            if COUNTERS[unit].back is None:
                raise line.wrong(f"{name!r} has no army side")
            state.flipped |= 1 << unit
        if mark == "@":
            hexes = LAND | OPEN_SEA if unit in state.assault else LAND
            hex_ = line.hex(GRID, place, hexes, "land in play")
            others = state.stacks.get(hex_, ())
            if others and state.side_of(others[0]) != state.side_of(unit):
                raise line.wrong(f"enemies share {place} [9.6]")
            state.put(unit, hex_, on_top=False)
        else:
            state.where[unit] = PILES.read(line, place)


def _read_fact(state: State, line: Line) -> None:
    word, rest = line.head, line.rest
    if word in UNIT_SETS:
        setattr(state, word, bit_set(_unit(line, key) for key in rest))
    elif word in HEX_SETS:
        setattr(state, HEX_SETS[word], line.hexes(GRID, rest))
    elif word in ("trenches", "looks", "looks_at_turn") and rest[:1] and rest[0] in SIDES:
        _read_of_side(state, line, SIDES.index(rest[0]))
    elif word == "vp":
        state.vp = [line.amount(rest), line.amount(rest[1:])]
    elif word == "last":
        state.last_turn = line.amount(rest)
    elif word == "rolls":
        state.rolls = line.amount(rest)
    elif word == "boxes":
        state.box_placed = (line.amount(rest), line.amount(rest[1:]), line.amount(rest[2:]))
    elif word == "annihilated":
        state.annihilated = {_unit(line, key): n for key, n in _amounts(line).items()}
    elif word == "cargo":
        state.cargo = {_unit(line, key): n for key, n in _amounts(line).items()}
    elif word == "rail":
        state.rail_used = _amounts(line)
    elif word == "assault":
        for voyage in rest:
            _read_voyage(state, line, voyage)
    elif word == "ending":
        state.ending = " ".join(rest)
    elif word == "facts":
        for fact in rest:
            _read_flag(state, line, fact)
    elif word == "steps":
        state.stack = list(reversed(game_turn()))[: line.amount(rest)]
    elif word == "step":
        state.stack.append(read_step(line, rest, PACKAGE))
    else:
        raise line.not_understood()


def _read_of_side(state: State, line: Line, side: int) -> None:
    """What is said of one side: its trenchlines, and what it has been shown [32.5]."""
    if line.head == "trenches":
        state.trenches[side] = line.hexes(GRID, line.rest[1:])
    elif line.head == "looks":
        state.lookers[side] = line.hexes(GRID, line.rest[1:])
    else:
        state.lookers[-1 - side] = line.amount(line.rest[1:])


def _amounts(line: Line) -> dict[str, int]:
    """Words with a number each: ``GE5-4``."""
    pairs = (word.rpartition("-") for word in line.rest)
    return {key: line.amount([number]) for key, _, number in pairs}


def _read_voyage(state: State, line: Line, word: str) -> None:
    """A unit at sea, its transport, its target and where it has embarked [20.10]:
    ``BR1-BRAmph1-0714-0513``, from a box ``BR1-BRAmph1-0714-british``."""
    parts = word.split("-")
    if len(parts) != 4:
        raise line.wrong(f"{word!r} is no voyage")
    unit, ship = _unit(line, parts[0]), _unit(line, parts[1])
    state.assault[unit] = (line.hex(GRID, parts[2], LAND, "land in play"), ship)
    box = PILES.place(parts[3])
    state.voyage[unit] = line.hex(GRID, parts[3]) if box is None else box


def _read_flag(state: State, line: Line, fact: str) -> None:
    name, _, value = fact.partition("-")
    if fact in FLAGS:
        setattr(state, fact, True)
    elif name in ("poles", "anarchist", "phasing") and value in SIDES:
        setattr(state, name, SIDES.index(value))
    elif name == "contested" and value in SIDES:
        state.contested[SIDES.index(value)] = True
    elif name == "active" and value in EASTERN:
        state.active |= 1 << EASTERN.index(value)
    else:
        raise line.wrong(f"{fact!r} is not a fact of a position")


def _set_phase(state: State, line: Line) -> None:
    """Lay the rest of the turn on the stack, the phase named about to begin."""
    plan = game_turn()
    found = next((step for step in plan if _words(step) == line.rest), None)
    if found is None:
        raise line.wrong(f"the phase {' '.join(line.rest)!r} is not known")
    state.phasing = SIDES.index(line.rest[0])
    state.stack = list(reversed(plan[plan.index(found) :]))


def notation(state: State) -> str:
    """The text of a position, at the beginning of its phase."""
    lines = [
        f"turn {state.turn} phase {' '.join(_phase_words(state))}",
        f"vp {state.vp[0]} {state.vp[1]}",
        f"last {state.last_turn}",
    ]
    if state.options:
        lines.append(f"options {' '.join(sorted(state.options))}")
    depth = {u: n for stack in state.stacks.values() for n, u in enumerate(stack)}
    rows: dict[str, list[tuple[int, str]]] = {}
    for nation, code in enumerate(CODES):
        for unit in members(UNITS_OF[nation]):
            name = COUNTERS[unit].key.removeprefix(code)
            name += "*" if state.flipped >> unit & 1 else ""
            place = state.where[unit]
            if place >= 0 or place != usual_place(state, unit):
                word = name + PILES.written(GRID, place)
                rows.setdefault(code, []).append((depth.get(unit, 99), word))
    # Stacks of several nations keep their order because deeper units are written on later lines.
    layers = sorted({deep for row in rows.values() for deep, _ in row})
    for deep in layers:
        for code, row in rows.items():
            words = [word for at, word in row if at == deep]
            if words:
                lines.append(f"{code} {' '.join(words)}")
    return "\n".join([*lines, *_fact_lines(state), *_step_lines(state)]) + "\n"


def _fact_lines(state: State) -> list[str]:
    def keys(units: int) -> list[str]:
        return [COUNTERS[u].key for u in members(units)]

    def amounts(numbers: dict[int, int]) -> list[str]:
        return [f"{COUNTERS[u].key}-{n}" for u, n in sorted(numbers.items())]

    said = {word: keys(getattr(state, word)) for word in UNIT_SETS}
    said |= {word: GRID.labels(getattr(state, name)) for word, name in HEX_SETS.items()}
    for side, name in enumerate(SIDES):
        said[f"trenches {name}"] = GRID.labels(state.trenches[side])
        said[f"looks {name}"] = GRID.labels(state.lookers.get(side, 0))
        if -1 - side in state.lookers:
            said[f"looks_at_turn {name}"] = [str(state.lookers[-1 - side])]
    said["annihilated"] = amounts(state.annihilated)
    said["cargo"] = amounts(state.cargo)
    said["rail"] = [f"{country}-{n}" for country, n in sorted(state.rail_used.items())]
    said["assault"] = [_voyage(state, unit) for unit in sorted(state.assault)]
    said["boxes"] = [str(n) for n in state.box_placed] if any(state.box_placed) else []
    said["rolls"] = [str(state.rolls)] if state.rolls else []
    said["ending"] = [state.ending] if state.ending else []
    facts = [flag for flag in FLAGS if getattr(state, flag)]
    facts += [f"poles-{SIDES[state.poles]}", f"anarchist-{SIDES[state.anarchist]}"]
    facts += [f"phasing-{SIDES[state.phasing]}"]
    facts += [f"contested-{name}" for side, name in enumerate(SIDES) if state.contested[side]]
    facts += [f"active-{code}" for n, code in enumerate(EASTERN) if state.active >> n & 1]
    said["facts"] = facts
    return [f"{word} {' '.join(words)}" for word, words in said.items() if words]


def _voyage(state: State, unit: int) -> str:
    aim, ship = state.assault[unit]
    port = PILES.written(GRID, state.voyage[unit])[1:]
    return f"{COUNTERS[unit].key}-{COUNTERS[ship].key}-{GRID.label(aim)}-{port}"


def _step_lines(state: State) -> list[str]:
    """The stack, unless the phase is just about to begin."""
    plan = list(reversed(game_turn()))
    rest = max(n for n in range(len(plan) + 1) if state.stack[:n] == plan[:n])
    if rest == len(state.stack) and rest and _words(state.stack[-1]):
        return []
    return [f"steps {rest}", *(f"step {write_step(step)}" for step in state.stack[rest:])]


def _words(step: object) -> list[str]:
    """The phase that a step begins or is."""
    match step:
        case Mobilization(side=side) | BeginMobilization(side=side):
            return [SIDES[side], "mobilization"]
        case MovementPhase(side=side) | BeginMovement(side=side):
            return [SIDES[side], "movement"]
        case CombatPhase(side=side, phase=phase) | BeginCombat(side=side, phase=phase):
            return [SIDES[side], "combat", str(phase)]
        case SupplyAttrition(side=side):
            return [SIDES[side], "attrition"]
    return []


def _phase_words(state: State) -> list[str]:
    found = (_words(step) for step in reversed(state.stack))
    return next((words for words in found if words), ["Central", "mobilization"])


def parse_strike(state: State, text: str) -> AirStrike | None:
    """An attack from the air, ``GETac1 > 0714 bomb`` or ``GETac1 > 0714 air_superiority`` [38.2]
    [38.4]; None if it is on the ground."""
    keys, words = split_attack(text, "GETac1 > 0714 bomb")
    if words[1:] not in (["bomb"], ["air_superiority"]):
        return None
    line = Line(1, "attack", words)
    airbases = tuple(_unit(line, key) for key in keys)
    return AirStrike(state.side_of(airbases[0]), line.hex(GRID, words[0]), words[1], airbases)


def parse_attack(state: State, text: str) -> Battle:
    """An attack described as ``GEShock2 GE1 > 0714``, then ``infiltration`` if that table is meant,
    ``support`` with units and ``supply`` with units."""
    keys, words = split_attack(text, "GEShock2 GE1 > 0714")
    line = Line(1, "attack", words)
    attackers = tuple(_unit(line, key) for key in keys)
    target = line.hex(GRID, words[0])
    lists: dict[str, list[int]] = {"support": [], "supply": []}
    table, current = BIG_PUSH, ""
    for word in words[1:]:
        if word == INFILTRATION:
            table = INFILTRATION
        elif word in lists:
            current = word
        elif current:
            lists[current].append(_unit(line, word))
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
