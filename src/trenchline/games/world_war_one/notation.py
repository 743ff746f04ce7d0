"""Positions as text, so that a test is three lines and a position fits in a letter.

One line a nation: its code, its side if it is not the usual one, its points, and where its units
are, each by its counter's name::

    turn 3 phase Central attack 1
    FR crp 12 1@0409 Lorraine@0408
    GE crp 20 5@0508 6@0509 Stoss1:pool

Units that are not mentioned are in the pool. A nation that is not mentioned has its usual side for
the turn and no points. Further lines: ``ruined``, ``links``, ``silenced``, ``captured`` (Russian
cities), ``held Allied``/``held Central`` (resource centres), ``fresh``, ``invaded``, ``garrisons``
with what belongs to them, ``award SIDE POINTS TURN REASON``, and ``facts`` for single words
(``collapsed``, ``surrendered``, ``free``, ``superior-Allied``, the names of options ...).

So far the phase is about to begin. In the middle of it ``steps`` says how many steps of the turn
are to come, each ``step`` line what stands before them on the stack, ``ready``, ``fought`` and
``attacked`` which units may still move or have been in battle, ``struck`` which forts were
attacked, and ``in_hand`` which units have left their hexes and stand nowhere yet.
"""

from __future__ import annotations

from typing import Any

from trenchline.games.world_war_one.combat import AttackPhase, BeginAttacks, DeclareAttack
from trenchline.games.world_war_one.components import (
    ALLIED,
    CENTRAL,
    COAST,
    CODES,
    COUNTERS,
    FORTS,
    GRID,
    LAST_TURN,
    NATION,
    NATION_OF,
    NATIONS,
    NEUTRAL,
    OPEN,
    PLAY,
    RESOURCES,
    RUSSIAN_CITIES,
    SIDES,
    TANK,
    TERRITORY,
    TU,
    UNITS,
    UNITS_OF,
    US,
)
from trenchline.games.world_war_one.movement import BeginMovement, MovementPhase
from trenchline.games.world_war_one.resources import BeginBuilding, Building, Lending
from trenchline.games.world_war_one.sequence import phases
from trenchline.games.world_war_one.state import (
    ABSENT,
    PILES,
    POOL,
    WAITING,
    State,
)
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
from trenchline.kernel.steps import Step

PACKAGE = "trenchline.games.world_war_one"
STATUS = {"allied": ALLIED, "central": CENTRAL, "neutral": NEUTRAL, "open": OPEN}
_FLAGS = ("collapsed", "surrendered", "sea_used", "stoss_built", "finished")
_UNIT_SETS = ("ready", "fought", "attacked")


def usual_side(nation: int, turn: int) -> int:
    """The side a nation is on when nothing unusual has happened."""
    code = CODES[nation]
    if code in ("FR", "BR", "RS", "SB", "BL", "MN"):
        return ALLIED
    if code in ("GE", "AH"):
        return CENTRAL
    joined = {"TU": (CENTRAL, 2), "IT": (ALLIED, 3), "BU": (CENTRAL, 4), "US": (ALLIED, 9)}
    side, since = joined.get(code, (NEUTRAL, LAST_TURN + 1))
    return side if turn >= since else NEUTRAL


def parse(text: str) -> State:
    """The position a text describes: by its steps, or with its phase just begun."""
    lines = read_lines(text)
    midway = any(line.head == "steps" for line in lines)
    state = State()
    state.crp = [0] * len(NATIONS)
    state.where[TANK] = ABSENT
    phase = Line(1, "phase", ["Allied", "movement"])
    for line in lines:
        if line.head == "turn":
            state.turn = line.turn(LAST_TURN)
            if line.rest[1:2] == ["phase"]:
                phase = Line(line.number, "phase", line.rest[2:])
    state.status = [usual_side(nation, state.turn) for nation in range(len(NATIONS))]
    nations = [line for line in lines if line.head in NATION]
    for line in nations:
        if line.rest and line.rest[0] in STATUS:
            state.status[NATION[line.head]] = STATUS[line.rest[0]]
    for nation, status in enumerate(state.status):
        if status <= CENTRAL:
            state.centres[status] |= TERRITORY[nation] & RESOURCES
    if state.status[US] == NEUTRAL:
        for unit in members(UNITS_OF[US]):
            state.where[unit] = WAITING
    state.sort_out()
    in_hand = {
        line.unit(UNITS, key) for line in lines if line.head == "in_hand" for key in line.rest
    }
    named: set[int] = set()
    for line in nations:
        _read_nation(state, line, named, in_hand)
    for line in lines:
        if line.head not in NATION and line.head not in ("turn", "in_hand"):
            _read_fact(state, line)
    if not midway:
        # [12.11] Whoever stands in a city was the last to enter it.
        state.red_cities |= RUSSIAN_CITIES & state.armies[CENTRAL]
        state.red_cities &= ~state.armies[ALLIED]
    state.sort_out()
    if not midway:
        _set_phase(state, phase)
    return state


def _read_nation(state: State, line: Line, named: set[int], in_hand: set[int]) -> None:
    nation = NATION[line.head]
    rest = line.rest[1:] if line.rest and line.rest[0] in STATUS else line.rest[:]
    while rest:
        word = rest.pop(0)
        if word == "crp" or (word == "borrowed" and nation == TU):
            points = line.amount(rest)
            rest.pop(0)
            if word == "crp":
                state.crp[nation] = points
            else:
                state.borrowed = points
            continue
        name, mark, place = placed(line, word)
        unit = _unit(line.head, name)
        if unit is None:
            raise line.wrong(f"{word!r} is not a unit and its place")
        if unit in named:
            raise line.wrong(f"{COUNTERS[unit].key} stands twice")
        named.add(unit)
        if mark == ":":
            state.where[unit] = PILES.read(line, place)
            continue
        hex_ = line.hex(GRID, place, PLAY)
        if unit in in_hand:
            state.where[unit] = hex_
            continue
        if state.unit_at(hex_) is not None:
            raise line.wrong(f"two units in {place} [7.0]")
        state.put(unit, hex_)


def _unit(code: str, name: str) -> int | None:
    """A nation's unit by the name on its counter; only the BEF's key does not show the nation."""
    unit = UNITS.get(code + name, UNITS.get(name))
    return unit if unit is not None and NATION_OF[unit] == NATION[code] else None


def _read_fact(state: State, line: Line) -> None:
    word, rest = line.head, line.rest
    if word == "ruined":
        state.intact &= ~line.hexes(GRID, rest, FORTS, "a fort")
    elif word in ("links", "silenced"):
        setattr(state, word, line.hexes(GRID, rest, COAST, "on a coast"))
    elif word in ("captured", "garrisons"):
        cities = line.hexes(GRID, rest, RUSSIAN_CITIES, "a Russian city")
        setattr(state, "red_cities" if word == "captured" else word, cities)
    elif word == "held" and rest[:1] and rest[0] in SIDES:
        side = SIDES.index(rest[0])
        state.centres[side] = line.hexes(GRID, rest[1:], RESOURCES, "a resource centre")
        state.centres[1 - side] &= ~state.centres[side]
    elif word in ("fresh", "invaded"):
        if any(code not in NATION for code in rest):
            raise line.wrong(f"{' '.join(rest)!r} are not nations")
        setattr(state, word, bit_set(NATION[code] for code in rest))
    elif word == "award" and len(rest) >= 4 and rest[0] in SIDES:
        points, turn = line.amount(rest[1:]), line.amount(rest[2:])
        state.ledger.append((turn, SIDES.index(rest[0]), points, " ".join(rest[3:])))
    elif word == "facts":
        for fact in rest:
            _read_flag(state, line, fact)
    else:
        _read_midway(state, line)


def _read_midway(state: State, line: Line) -> None:
    """What only the middle of a phase has to say."""
    word, rest = line.head, line.rest
    if word in _UNIT_SETS:
        setattr(state, word, bit_set(line.unit(UNITS, key) for key in rest))
    elif word == "struck":
        state.struck_forts = line.hexes(GRID, rest, FORTS, "a fort")
    elif word == "rolls":
        state.rolls = line.amount(rest)
    elif word == "steps":
        state.stack = _to_come(line.amount(rest))
    elif word == "step":
        state.stack.append(read_step(line, rest, PACKAGE))
    else:
        raise line.not_understood()


def _to_come(steps: int) -> list[Step[Any]]:
    """The last steps of a turn, as they lie on the stack."""
    return list(reversed(phases()))[:steps]


def _read_flag(state: State, line: Line, fact: str) -> None:
    name, _, value = fact.partition("-")
    if fact in _FLAGS:
        setattr(state, fact, True)
    elif fact == "free":
        state.historical = False
    elif name == "superior" and value in SIDES:
        state.superior = SIDES.index(value)
    elif name in ("watch", "arrivals", "french_attacks") and value.isdigit():
        setattr(state, name, int(value))
    elif name == "option" and value:
        state.options |= {value}
        if value == "tank_army" and state.where[TANK] == ABSENT:
            state.where[TANK] = POOL
    else:
        raise line.wrong(f"{fact!r} is not a fact of a position")


def _set_phase(state: State, line: Line) -> None:
    """Lay the rest of the turn on the stack, and begin the phase named."""
    words = line.rest
    plan = phases()
    names = {
        ("Allied", "movement"): BeginMovement(ALLIED),
        ("Central", "movement"): BeginMovement(CENTRAL),
        ("Allied", "build"): BeginBuilding(ALLIED),
        ("Central", "build"): BeginBuilding(CENTRAL),
        ("Allied", "lending"): Lending(ALLIED),
        ("Central", "lending"): Lending(CENTRAL),
    }
    key = tuple(words)
    step: object
    if key in names:
        step = names[key]
    elif len(words) == 3 and words[0] in SIDES and words[1] == "attack" and words[2] in "123":
        superior = SIDES.index(words[0]) == state.superior
        step = BeginAttacks(superior, int(words[2]))
    elif words == ["supply"]:
        step = plan[-2]
    else:
        raise line.wrong(f"the phase {' '.join(words)!r} is not known")
    arrivals = state.arrivals
    state.stack = list(reversed(plan[plan.index(step) :]))
    if isinstance(step, BeginMovement | BeginAttacks):
        state.stack.pop()
        step.run(state)
    elif isinstance(step, BeginBuilding):
        state.stack.pop()
        state.stack.append(Building(step.side))
    state.arrivals = arrivals


def notation(state: State) -> str:
    """The text of a position; how far its phase has come only if it has not just begun."""
    text = _at_the_beginning(state)
    if state.stack and not _in_hand(state) and parse(text).facts() == state.facts():
        return text
    return "\n".join([text.rstrip(), *_midway_lines(state)]) + "\n"


def _midway_lines(state: State) -> list[str]:
    said = {word: _keys(getattr(state, word)) for word in _UNIT_SETS}
    said["struck"] = GRID.labels(state.struck_forts)
    said["in_hand"] = _keys(_in_hand(state))
    lines = [f"{word} {' '.join(words)}" for word, words in said.items() if words]
    plan = _to_come(len(phases()))
    rest = max(n for n in range(len(plan) + 1) if state.stack[:n] == plan[:n])
    lines.append(f"steps {rest}")
    return lines + [f"step {write_step(step)}" for step in state.stack[rest:]]


def _in_hand(state: State) -> int:
    """Units that have left their hexes and stand nowhere yet."""
    return bit_set(u for u, hex_ in enumerate(state.where) if hex_ >= 0 and state.at[hex_] != u)


def _keys(units: int) -> list[str]:
    return [COUNTERS[unit].key for unit in members(units)]


def _at_the_beginning(state: State) -> str:
    """The text of a position with its phase just begun."""
    lines = [f"turn {state.turn} phase {' '.join(_phase_words(state))}"]
    names = {status: word for word, status in STATUS.items()}
    for nation, code in enumerate(CODES):
        words = [code]
        if state.status[nation] != usual_side(nation, state.turn):
            words.append(names[state.status[nation]])
        if state.crp[nation]:
            words += ["crp", str(state.crp[nation])]
        if nation == TU and state.borrowed:
            words += ["borrowed", str(state.borrowed)]
        for unit in members(UNITS_OF[nation]):
            name = COUNTERS[unit].key.removeprefix(code)
            place = state.where[unit]
            if place >= 0 or place != _usual_box(state, unit):
                words.append(name + PILES.written(GRID, place))
        if len(words) > 1:
            lines.append(" ".join(words))
    lines += _fact_lines(state)
    return "\n".join(lines) + "\n"


def _usual_box(state: State, unit: int) -> int:
    if unit == TANK and "tank_army" not in state.options:
        return ABSENT
    if state.status[US] == NEUTRAL and UNITS_OF[US] >> unit & 1:
        return WAITING
    return POOL


def _fact_lines(state: State) -> list[str]:
    lines = []
    for word, hexes in (
        ("ruined", FORTS & ~state.intact),
        ("links", state.links),
        ("silenced", state.silenced),
        ("captured", state.red_cities),
        ("garrisons", state.garrisons),
    ):
        if hexes:
            lines.append(f"{word} {' '.join(GRID.labels(hexes))}")
    for side, name in enumerate(SIDES):
        lines.append(f"held {name} {' '.join(GRID.labels(state.centres[side]))}".rstrip())
    for word, nations in (("fresh", state.fresh), ("invaded", state.invaded)):
        if nations:
            lines.append(f"{word} {' '.join(CODES[n] for n in members(nations))}")
    lines += [f"award {SIDES[s]} {points} {turn} {why}" for turn, s, points, why in state.ledger]
    facts = [flag for flag in _FLAGS if getattr(state, flag)]
    facts += [] if state.historical else ["free"]
    facts += [f"superior-{SIDES[state.superior]}"]
    for name in ("watch", "arrivals", "french_attacks"):
        if getattr(state, name):
            facts.append(f"{name}-{getattr(state, name)}")
    facts += [f"option-{name}" for name in sorted(state.options)]
    lines.append(f"facts {' '.join(facts)}")
    return lines + ([f"rolls {state.rolls}"] if state.rolls else [])


def _phase_words(state: State) -> list[str]:
    for step in reversed(state.stack):
        if isinstance(step, MovementPhase):
            return [SIDES[step.side], "movement"]
        if isinstance(step, AttackPhase):
            return [SIDES[step.side], "attack", str(step.set)]
        if isinstance(step, Building):
            return [SIDES[step.side], "build"]
        if isinstance(step, Lending):
            return [SIDES[step.side], "lending"]
    return ["supply"]


def parse_attack(state: State, text: str) -> DeclareAttack:
    """An attack described as ``GE5 GE6 > 0408``, with ``infiltrating`` at the end if it is."""
    attackers, words = split_attack(text, "GE5 GE6 > 0408")
    units = []
    for key in attackers:
        if key not in UNITS:
            raise NotationError(f"there is no unit {key!r}")
        units.append(UNITS[key])
    target = Line(1, "attack", words).hex(GRID, words[0], PLAY)
    side = state.side_of(units[0])
    return DeclareAttack(side, 1, target, tuple(units), infiltrating="infiltrating" in words[1:])
