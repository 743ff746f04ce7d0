"""Positions as text.

One line a nation: its counters by their keys without its code, each with its hex or pile. An
equals sign gives a strength other than the printed one, a slash the supply points held::

    turn 1914 Aug 5 phase Central movement
    scenario tannenberg
    DE 1@1906 2=6@1706 HQ8/60@1207 70L:eliminated
    RU 28@2104

Counters not mentioned are out of this scenario (``box``), or awaited by its schedule. The country
of a hex tells who holds it and whose its railway is, until a line says otherwise: ``control SIDE``
and ``network NATION`` with hexes. Lines with a set of hexes or counters begin with its name:
``trenches``, ``inoperative``, ``moved`` and so on; ``dm`` has nations and points (``RU-12``). A
position inside a phase lists its ``step`` lines, the next one last; one after the last turn says
``over``.
"""

from __future__ import annotations

from msgspec import MsgspecError, json

from trenchline.games.der_weltkrieg.battle import Battle
from trenchline.games.der_weltkrieg.components import (
    CENTRAL,
    CODES,
    ENTENTE,
    MONTHS,
    SIDES,
    enemy_of,
    read_date,
)
from trenchline.games.der_weltkrieg.ledger import open_ledger
from trenchline.games.der_weltkrieg.scenarios import load_theatre
from trenchline.games.der_weltkrieg.sequence import EndTurn, half_turn
from trenchline.games.der_weltkrieg.set_up import lay_ground
from trenchline.games.der_weltkrieg.state import (
    BOX,
    PILES,
    RESERVE,
    State,
)
from trenchline.games.der_weltkrieg.theatre import Theatre
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.fact_lines import FactLines
from trenchline.kernel.notation import Line, placed, read_lines, read_step, write_step

FACTS = FactLines(State, besides=("in_play", "stock"))
"""The lines that follow from the types of fields."""
BY_SIDE = ("tracks_used", "urban_fallen")
BY_NATION = ("capacity_used", "dm", "lost", "received", "spent")
PHASES = {
    "reinforcement": "BeginReinforcement",
    "movement": "BeginMovement",
    "combat": "BeginCombat",
    "recombination": "BeginRecombination",
}
"""The phases by name, with the step that begins each."""


def parse(text: str, theatre: Theatre | None = None) -> State:
    """The position a text describes, with its next step on top of the stack."""
    lines = read_lines(text)
    for line in lines:
        if line.head == "scenario":
            theatre = line.scenario(load_theatre)
    state = State(theatre=load_theatre("tannenberg") if theatre is None else theatre)
    awaited = {arrival.unit for arrival in state.theatre.arrivals}
    for unit, counter in enumerate(state.theatre.counters):
        state.where[unit] = RESERVE if counter.key in awaited else BOX
    state.year, state.month, state.turn = state.theatre.turns[0]
    for line in lines:
        if line.head in CODES:
            _read_nation(state, line)
    for unit, points in state.stock.items():
        state.received[CODES.index(state.theatre.counters[unit].nation)] += points
    lay_ground(state)
    if any(line.head == "control" for line in lines):
        # Who tells what each side holds also tells which cities have been counted [26-4].
        state.cities_fallen = 0
        state.urban_fallen.clear()
    phase = Line(1, "phase", ["Central", "movement"])
    for line in lines:
        if line.head == "turn":
            phase = _read_turn(state, line)
        elif line.head not in (*CODES, "scenario", "step", "over"):
            _read_fact(state, line)
    state.look_again()
    steps = [read_step(line, line.rest, __package__) for line in lines if line.head == "step"]
    if steps or any(line.head == "over" for line in lines):
        state.stack = list(steps)
        state.phasing = SIDES.index(_side(phase))
        state.phase = phase.rest[-1]
    else:
        _set_phase(state, phase)
    open_ledger(state)
    return state


def _read_turn(state: State, line: Line) -> Line:
    date, _, phase = " ".join(line.rest).partition(" phase ")
    try:
        state.year, state.month, state.turn = read_date(date, 1914)
    except (ValueError, LookupError):
        raise line.wrong(f"{date!r} is not a turn like '1914 Aug 5'") from None
    return Line(line.number, "phase", phase.split() or ["Central", "movement"])


def _read_nation(state: State, line: Line) -> None:
    for word in line.rest:
        name, mark, place = placed(line, word)
        name, _, stock = name.partition("/")
        name, _, strength = name.partition("=")
        unit = line.unit(state.theatre.unit, line.head + name)
        if strength:
            state.strength[unit] = line.amount([strength])
        if stock:
            state.stock[unit] = line.amount([stock])
        if mark == ":":
            state.where[unit] = PILES.read(line, place)
            continue
        hex_ = line.hex(state.theatre.board.grid, place, state.theatre.land, "land")
        afloat = state.theatre.flotillas >> unit & 1
        if not afloat and state.units(hex_, enemy_of(state.theatre.counters[unit].side)):
            raise line.wrong(f"enemies share {place}")
        state.put(unit, hex_)
        holders = state.theatre.of_kind["headquarters"] | state.theatre.of_kind["supply"]
        if holders >> unit & 1:
            state.stock.setdefault(unit, 0)


def _side(line: Line) -> str:
    for name in SIDES:
        if line.rest and name.startswith(line.rest[0]):
            return name
    raise line.wrong(f"{' '.join(line.rest[:1])!r} is not a side")


def _read_fact(state: State, line: Line) -> None:
    grid, word = state.theatre.board.grid, line.head
    if FACTS.read(state, line, grid, state.theatre.unit, state.theatre.land, "land"):
        return
    if word in BY_NATION:
        for name, amount in line.amounts():
            getattr(state, word)[_nation(line, name)] = amount
    elif word == "control":
        side = SIDES.index(_side(line))
        state.control[side] = line.hexes(grid, line.rest[1:])
        state.control[enemy_of(side)] &= ~state.control[side]
    elif word == "network":
        mine = line.hexes(grid, line.rest[1:])
        nation = _nation(line, line.rest[0] if line.rest else "")
        state.network = [hexes & ~mine for hexes in state.network]
        state.network[nation] = mine
    elif word == "without_capacity":
        state.without_capacity = bit_set(_nation(line, code) for code in line.rest)
    elif word in BY_SIDE:
        for name, amount in line.amounts():
            one, _, other = name.partition("/")
            getattr(state, word)[line.hex(grid, one), line.hex(grid, other)] = amount
    elif word == "battle":
        state.battles.append(_read_battle(line))
    elif word == "assault_met":
        state.assault_met = dict(line.amounts())
    elif word == "options":
        state.options = frozenset(line.rest)
    elif word == "flags":
        state.flags = frozenset(name.replace("_", " ") for name in line.rest)
    elif word == "ending":
        state.ending, state.finished = " ".join(line.rest), True
    elif word == "rolls":
        state.rolls = line.amount(line.rest)
    else:
        raise line.not_understood()


def _read_battle(line: Line) -> Battle:
    try:
        return json.decode(" ".join(line.rest), type=Battle)
    except MsgspecError as error:
        raise line.wrong(f"the battle cannot be read: {error}") from None


def _nation(line: Line, code: str) -> int:
    if code not in CODES:
        raise line.wrong(f"{code!r} is not a nation")
    return CODES.index(code)


def _set_phase(state: State, line: Line) -> None:
    """Lay the rest of the turn on the stack, and begin the phase named."""
    side = SIDES.index(_side(line))
    begin = PHASES.get(line.rest[-1])
    if begin is None:
        raise line.wrong(f"the phase {' '.join(line.rest)!r} is not known")
    plan = half_turn(side)
    first = next(n for n, step in enumerate(plan) if type(step).__name__ == begin)
    rest = plan[first:] if side == ENTENTE else [*plan[first:], *half_turn(ENTENTE)]
    state.phasing, state.phase = side, line.rest[-1]
    state.stack = list(reversed([*rest, EndTurn()]))


def notation(state: State) -> str:
    """The text of a position."""
    theatre = state.theatre
    side = SIDES[state.phasing].split()[0]
    month = f"{state.year} {MONTHS[state.month - 1]} {state.turn or 'special'}"
    lines = [
        f"turn {month} phase {side} {state.phase or 'reinforcement'}",
        f"scenario {theatre.name}",
    ]
    awaited = {arrival.unit for arrival in theatre.arrivals}
    for code in CODES:
        words = []
        for unit in members(theatre.of_nation[code]):
            place = state.where[unit]
            usual = RESERVE if theatre.counters[unit].key in awaited else BOX
            name = _written(state, unit, code)
            if place >= 0 or place != usual or "=" in name or "/" in name:
                words.append(name + PILES.written(theatre.board.grid, place))
        if words:
            lines.append(f"{code} {' '.join(words)}")
    lines += _fact_lines(state)
    lines += [f"battle {json.encode(battle).decode()}" for battle in state.battles]
    lines += [f"step {write_step(step)}" for step in state.stack] or ["over"]
    return "\n".join(lines) + "\n"


def _written(state: State, unit: int, code: str) -> str:
    counter = state.theatre.counters[unit]
    name = counter.key.removeprefix(code)
    if state.strength[unit] != counter.front:
        name += f"={state.strength[unit]}"
    return name + (f"/{state.stock[unit]}" if unit in state.stock else "")


def _fact_lines(state: State) -> list[str]:
    theatre, grid = state.theatre, state.theatre.board.grid
    keys = [counter.key for counter in theatre.counters]
    found: list[tuple[str, list[str]]] = [
        *(
            (f"control {SIDES[side].split()[0]}", grid.labels(state.control[side]))
            for side in (CENTRAL, ENTENTE)
        ),
        *((f"network {code}", grid.labels(state.network[n])) for n, code in enumerate(CODES)),
        *FACTS.written(state, grid, keys),
    ]
    for name in BY_NATION:
        amounts = enumerate(getattr(state, name))
        found.append((name, [f"{CODES[n]}-{amount}" for n, amount in amounts if amount]))
    found.append(("without_capacity", [CODES[n] for n in members(state.without_capacity)]))
    for name in BY_SIDE:
        sides = sorted(getattr(state, name).items())
        found.append((name, [f"{grid.label(a)}/{grid.label(b)}-{n}" for (a, b), n in sides]))
    found.append(("assault_met", [f"{c}-{n}" for c, n in sorted(state.assault_met.items())]))
    found.append(("options", sorted(state.options)))
    found.append(("flags", sorted(flag.replace(" ", "_") for flag in state.flags)))
    found.append(("ending", state.ending.split()))
    found.append(("rolls", [str(state.rolls)] if state.rolls else []))
    return [" ".join((head, *rest)) for head, rest in found if rest]
