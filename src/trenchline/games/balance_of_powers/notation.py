"""Positions as text.

One line a nation: its units by their keys without its code, each with its location or pile::

    scenario before_the_leaves_fall
    month September 1914 fortnight 1 phase Central campaign
    Central AH GE
    Entente BE FR RU
    GE I-3@1123 I-5@1123 L-KLUCK:pool
    holder GE 1119 1018

Units not mentioned are awaited by the order of battle, or not in the scenario. Who holds what
follows from the nations at war and from ``holder`` lines: what each has taken. Sets of units,
locations and nations stand in lines of their own by name (``entrenched``, ``infrastructure``,
``violated``), amounts as ``name-amount`` (``points GE-8``, ``due GE-I-3-4``), and whatever else as
``fact NAME`` with its value as JSON. The steps of the stack are ``step`` lines, the next one last;
without any, the phase begins that is named, or else the month. A position after the last month says
``over``.
"""

from __future__ import annotations

from dataclasses import fields
from functools import lru_cache
from typing import Any

from msgspec import MsgspecError, convert, json

from trenchline.games.balance_of_powers.battle import Battle
from trenchline.games.balance_of_powers.calendar import month_number, name_of
from trenchline.games.balance_of_powers.components import (
    ALL_CORPS,
    BOARD,
    CENTRAL,
    CODES,
    ENTENTE,
    FI,
    FORTRESSES,
    GRID,
    LAND,
    NATION,
    NEUTRAL,
    OF_NATION,
    OWNED,
    OWNER,
    PORT_BOXES,
    SIDES,
    UNIT,
    UNITS,
)
from trenchline.games.balance_of_powers.deployment import placer
from trenchline.games.balance_of_powers.july_war import altered
from trenchline.games.balance_of_powers.opening import VARYING
from trenchline.games.balance_of_powers.scenarios import Scenario
from trenchline.games.balance_of_powers.sequence import from_its_phase
from trenchline.games.balance_of_powers.state import AWAITED, INTACT, PILES, State
from trenchline.games.balance_of_powers.variants import played
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.fact_lines import FactLines
from trenchline.kernel.hexes import Hexes
from trenchline.kernel.notation import (
    Line,
    other_facts,
    placed,
    read_fact,
    read_json,
    read_lines,
    read_step,
    write_fact,
    write_step,
)

FACTS = FactLines(State, besides=("mapped", "holder"))
"""The lines that follow from the types of fields."""
NATION_SETS = (
    *("aloof", "conquered", "efforts", "free_attacks", "levied", "posted", "razed"),
    "scrapped",
    *("revolution", "violated"),
)
BY_NATION = (
    *("africa_points", "converted", "demoralization", "given", "points", "railed", "received"),
)
TOLD = (
    *("scenario", "options", "month", "fortnight", "phasing", "phase", "stack", "battles"),
    *("where", "mapped", "troops", "stacks", "corps", "forts", "sides", "held", "holder"),
    *("ships", "boats", "fields"),
    *FACTS.kind,
    *NATION_SETS,
    *BY_NATION,
)
"""Facts that have lines of their own, or follow from others."""
KEYS = tuple(unit.key for unit in UNITS)
SIDE_WORDS = tuple(name.split()[0] for name in SIDES)
USUAL = "before_the_leaves_fall"
CENTRAL_LANDINGS = "central_landings"
"""Landing counters on the water that are the Central Powers': corps may have left them."""


@lru_cache(maxsize=1)
def _other_facts() -> dict[str, Any]:
    return other_facts(State, TOLD)


# Reading.


def parse(text: str) -> State:
    """The position a text describes, with its next step on top of the stack."""
    lines = read_lines(text)
    agreed: set[str] = set()
    name = USUAL
    for line in lines:
        if line.head == "options":
            agreed.update(VARYING.intersection(line.rest))
        elif line.head == "scenario":
            name = " ".join(line.rest)
    scenario = played(USUAL, frozenset(agreed))
    for line in lines:
        if line.head == "scenario":
            try:
                scenario = played(name, frozenset(agreed))
            except (OSError, ValueError):
                raise line.wrong(f"there is no scenario {name!r}") from None
    for line in lines:
        if line.head == "fact" and line.rest[:1] == ["july"]:
            # The Crisis of July has made another scenario of it [11.5].
            words = read_json(line, " ".join(line.rest[1:]), tuple[str, ...])
            scenario = altered(scenario, words)
    state = bare(scenario)
    steps, over = [], False
    for line in lines:
        # Whose side nations are on decides where their units count.
        if line.head in SIDE_WORDS:
            side = SIDE_WORDS.index(line.head)
            for code in line.rest:
                state.sides[_nation(line, code)] = side
        elif line.head == "holder":
            _read_holder(state, line)
        elif line.head == CENTRAL_LANDINGS:
            state.held[CENTRAL] |= line.hexes(GRID, line.rest, ~LAND, "water")
    for line in lines:
        if line.head == "step":
            steps.append(read_step(line, line.rest, __package__))
        elif line.head == "over":
            over = True
        elif line.head not in ("scenario", "holder", CENTRAL_LANDINGS, *SIDE_WORDS):
            _read_fact(state, line)
    hold(state)
    for unit in members(state.passengers | state.lodged):
        # [7.61.1] [2.63] Who is on board or lodged is on no board of corps.
        state.off_the_board(state.where[unit], state.side_of(unit))
    state.stack = list(steps) if steps or over else from_its_phase(state)
    return state


def bare(scenario: Scenario) -> State:
    """A scenario with nobody on the map and nobody at war."""
    state = State(scenario=scenario, month=scenario.first)
    for units in scenario.forces.values():
        for unit in units:
            state.where[unit] = AWAITED
    return state


def hold(state: State) -> None:
    """Who holds what, and whose fortresses stand: both follow from nations, holders and ruins."""
    held, troops = [0, 0], [0, 0, 0]
    named = state.held[CENTRAL]
    taken = bit_set(state.holder)
    for nation, side in enumerate(state.sides):
        troops[side] |= OF_NATION[nation]
        if side != NEUTRAL:
            held[side] |= OWNED[nation] & ~taken
    for place, nation in state.holder.items():
        if nation != FI or state.sides[FI] != NEUTRAL:
            held[state.sides[nation]] |= 1 << place
    # [6.453] [7.72] A landing counter on the water is land of whoever is on it.
    for site in members(_on_the_water(state)):
        central = named >> site & 1 or state.stacks.get(site, 0) & troops[CENTRAL] & ALL_CORPS
        held[CENTRAL if central else ENTENTE] |= 1 << site
    forts = [0, 0, 0]
    for place in members(FORTRESSES):
        if state.steps_lost.get(place, 0) < INTACT:
            forts[state.sides[OWNER[place]]] |= 1 << place
    state.held, state.forts, state.troops = held, forts, troops


def _on_the_water(state: State) -> Hexes:
    """The places of landing counters that lie on the water."""
    return bit_set(state.landings) & ~LAND & ~PORT_BOXES


def _nation(line: Line, code: str) -> int:
    if code not in NATION:
        raise line.wrong(f"{code!r} is none of {', '.join(CODES)}")
    return NATION[code]


def _read_holder(state: State, line: Line) -> None:
    if not line.rest:
        raise line.wrong("a holder is a nation and its locations")
    nation = _nation(line, line.rest[0])
    if state.sides[nation] == NEUTRAL and nation != FI:
        raise line.wrong(f"{line.rest[0]} is on no side; name its side in a line above")
    for place in members(line.hexes(GRID, line.rest[1:], bit_set(OWNER), "land of a nation")):
        state.holder[place] = nation


def _read_month(state: State, line: Line) -> None:
    when, _, rest = " ".join(line.rest).partition(" fortnight ")
    try:
        state.month = month_number(when)
    except ValueError as error:
        raise line.wrong(str(error)) from None
    number, _, phase = rest.partition(" phase ")
    if rest:
        state.fortnight = line.amount([number])
    side, _, state.phase = phase.partition(" ")
    if phase:
        if side not in SIDE_WORDS:
            raise line.wrong(f"{side!r} is none of {', '.join(SIDE_WORDS)}")
        state.phasing = SIDE_WORDS.index(side)


def _read_units(state: State, line: Line) -> None:
    for word in line.rest:
        name, mark, place = placed(line, word)
        unit = line.unit(UNIT, f"{line.head}-{name}")
        if state.where[unit] >= 0:
            raise line.wrong(f"{line.head}-{name} stands twice")
        if mark == "@":
            guest = any(state.scenario.guests) and placer(state, unit) != NEUTRAL
            if state.sides[UNITS[unit].nation] == NEUTRAL and not guest:
                raise line.wrong(f"{line.head} is on no side; name its side in a line above")
            board = BOARD.hexes | bit_set(BOARD.boxes)
            state.put(unit, line.hex(GRID, place, board, "on the map"))
        else:
            state.where[unit] = PILES.read(line, place)


def _read_fact(state: State, line: Line) -> None:
    name = line.head
    if FACTS.read(state, line, GRID, UNIT):
        return
    if name in CODES:
        _read_units(state, line)
    elif name == "month":
        _read_month(state, line)
    elif name == "options":
        state.options = frozenset(line.rest)
    elif name in NATION_SETS:
        setattr(state, name, bit_set(_nation(line, code) for code in line.rest))
    elif name in BY_NATION:
        for code, amount in line.amounts():
            getattr(state, name)[_nation(line, code)] = amount
    elif name == "battle":
        state.battles.append(_read_battle(line))
    elif name == "fact":
        read_fact(line, state, _other_facts())
    else:
        raise line.not_understood()


def _read_battle(line: Line) -> Battle:
    """A battle: its attackers by their keys, the rest as JSON."""
    # Where all attackers are lost, none are named.
    keys, _, told = " ".join(("", *line.rest)).partition(" > ")
    facts = read_json(line, told, dict[str, Any])
    facts["attackers"] = bit_set(line.unit(UNIT, key) for key in keys.split())
    try:
        return convert(facts, Battle)
    except MsgspecError as error:
        raise line.wrong(f"the battle cannot be read: {error}") from None


# Writing.


def notation(state: State) -> str:
    """The text of a position."""
    side = SIDE_WORDS[state.phasing]
    lines = [f"scenario {state.scenario.name}"]
    if state.options:
        lines.append(" ".join(("options", *sorted(state.options))))
    when = name_of(state.month)
    lines.append(f"month {when} fortnight {state.fortnight} phase {side} {state.phase}".rstrip())
    for number, word in enumerate(SIDE_WORDS):
        codes = [code for code, of in zip(CODES, state.sides, strict=True) if of == number]
        lines.append(" ".join((word, *codes)))
    usual = bare(state.scenario)
    for nation, code in enumerate(CODES):
        words = []
        for unit in members(OF_NATION[nation]):
            place, name = state.where[unit], UNITS[unit].key.removeprefix(f"{code}-")
            if place != usual.where[unit]:
                words.append(name + PILES.written(GRID, place))
        if words:
            lines.append(" ".join((code, *words)))
    lines += _fact_lines(state, usual)
    lines += [f"battle {_write_battle(battle)}" for battle in state.battles]
    lines += [f"step {write_step(step)}" for step in state.stack] or ["over"]
    return "\n".join(lines) + "\n"


def _write_battle(battle: Battle) -> str:
    told = {
        field.name: getattr(battle, field.name)
        for field in fields(battle)
        if field.name != "attackers" and getattr(battle, field.name) != field.default
    }
    keys = " ".join(UNITS[unit].key for unit in members(battle.attackers))
    return f"{keys} > {json.encode(told).decode()}"


def _fact_lines(state: State, usual: State) -> list[str]:
    """What differs from a position in which nothing has happened."""
    found = FACTS.written(state, GRID, KEYS, usual)

    def differs(name: str) -> bool:
        return bool(getattr(state, name) != getattr(usual, name))

    takers: dict[int, int] = {}
    for place, nation in state.holder.items():
        takers[nation] = takers.get(nation, 0) | 1 << place
    found += [("holder", [CODES[n], *GRID.labels(takers[n])]) for n in sorted(takers)]
    if central := _on_the_water(state) & state.held[CENTRAL]:
        found.append((CENTRAL_LANDINGS, list(GRID.labels(central))))
    for name in filter(differs, NATION_SETS):
        found.append((name, [CODES[n] for n in members(getattr(state, name))]))
    for name in filter(differs, BY_NATION):
        amounts = enumerate(getattr(state, name))
        found.append((name, [f"{CODES[n]}-{amount}" for n, amount in amounts if amount]))
    found += [("fact", [write_fact(state, name)]) for name in filter(differs, _other_facts())]
    return [" ".join((head, *rest)) for head, rest in found]
