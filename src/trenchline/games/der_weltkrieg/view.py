"""What each side sees: everything but the enemy's supply stocks [17-5]."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from trenchline.games.der_weltkrieg import corps, plights
from trenchline.games.der_weltkrieg.components import (
    CODES,
    NATIONS,
    RAIL_BOUND,
    SIDES,
    Counter,
    enemy_of,
)
from trenchline.games.der_weltkrieg.deliveries import DeliverAmount, DeliverSupply
from trenchline.games.der_weltkrieg.endings import ending
from trenchline.games.der_weltkrieg.flotillas import under_flotillas
from trenchline.games.der_weltkrieg.focus import focus
from trenchline.games.der_weltkrieg.march import March
from trenchline.games.der_weltkrieg.payment import Pay
from trenchline.games.der_weltkrieg.rail_capacity import capacity
from trenchline.games.der_weltkrieg.rail_lines import railheads
from trenchline.games.der_weltkrieg.state import BOX, PILES, RESERVE, State
from trenchline.games.der_weltkrieg.theatre import Arrival, Theatre
from trenchline.games.der_weltkrieg.victory import balance, outcome, standing
from trenchline.games.der_weltkrieg.zones import zone
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hexes
from trenchline.kernel.notes import without_side
from trenchline.kernel.play import decision
from trenchline.kernel.view import LogView, PanelView, PieceView, TrackView, View
from trenchline.kernel.whispers import heard

SECRET = frozenset({"pay", "pay_all", "deliver", "points"})
"""[17-5] Verbs that tell of stocks: nobody else reads what goes with them."""


def tell(entry: LogView, side: int | None) -> LogView:
    """[17-5] What a side (or a spectator) may read of a choice in the log."""
    return heard(entry, side, SIDES, SECRET)


SPECIAL_TURN = "Special turn"
PHASES = (
    SPECIAL_TURN,
    *(
        f"{side} {phase}"
        for side in SIDES
        for phase in ("reinforcement", "movement", "combat", "recombination")
    ),
)
"""The phases of a month's turns in the order of play [5]."""
_SYMBOLS = {
    "headquarters": "hq",
    "fortress": "fort",
    "marine": "infantry",
    "flotilla": "naval",
}
_SIZES = {
    "army": "XXXX",
    "corps": "XXX",
    "division": "XX",
    "brigade": "X",
    "regiment": "III",
    "battalion": "II",
    "company": "I",
    "": "",
}


def view(state: State, side: int | None) -> View:
    """What a side, or a spectator, may know."""
    asking = decision(state) if state.stack else None
    cut_off = plights.plights(state)
    return View(
        turn=f"{state.date} {state.year}",
        phase=phase_name(state),
        who=SIDES[asking.who(state)] if asking else "",
        prompt=without_side(prompt_for(state, side), SIDES),
        pieces=tuple(_piece(state, side, unit, cut_off) for unit in _from_below(state)),
        tracks=_tracks(state),
        panels=_panels(state, side),
        overlays=_overlays(state),
        focus=focus(state),
        ending=ending(state, side),
        markers=_markers(state),
    )


def phase_name(state: State) -> str:
    """Whose phase it is, and which."""
    if state.phase == "special":
        return SPECIAL_TURN
    return f"{SIDES[state.phasing]} {state.phase}" if state.phase else ""


def prompt_for(state: State, side: int | None) -> str:
    """What is asked. Of the enemy's deliveries, and of how far his staffs can go by rail with what
    they carry [18-4], only that he is about it [17-5]."""
    if not state.stack:
        return "The scenario is over"
    asking = decision(state)
    who = asking.who(state)
    if who == side and isinstance(asking, Pay):
        return asking.account(state)
    if who != side:
        if isinstance(asking, DeliverSupply | DeliverAmount):
            return f"{SIDES[who]}: supply points arrive [25-7]"
        if isinstance(asking, March) and asking.units & state.theatre.of_kind["headquarters"]:
            return f"{SIDES[who]}: a headquarters is on the move [6-3]"
    return asking.prompt(state)


_LAYERS = ("fortress", "supply", "engineer", "replacement", "headquarters", "artillery", "siege")
"""What lies under the fighting units of a stack, lowest first."""


class _Printed(NamedTuple):
    """What a counter shows in every position."""

    name: str
    side: str
    symbol: str
    size: str
    strengths: str
    """With the strength points left out."""
    title: str
    layer: int
    """Where it lies in a stack, from below."""


@lru_cache(maxsize=64)
def _printed(theatre: Theatre) -> tuple[_Printed, ...]:
    return tuple(
        _Printed(
            name=_short_name(counter),
            side=SIDES[counter.side],
            symbol=_SYMBOLS.get(counter.kind, counter.kind),
            size=_SIZES[counter.size],
            strengths=_strengths(counter),
            title=_title(counter),
            layer=_LAYERS.index(counter.kind) if counter.kind in _LAYERS else len(_LAYERS),
        )
        for counter in theatre.counters
    )


def _strengths(counter: Counter) -> str:
    points = "({})" if counter.defends_only else "{}"
    if not counter.movement:
        return points
    return f"{points}-{'RR' if counter.movement == RAIL_BOUND else counter.movement}"


def _from_below(state: State) -> list[int]:
    """The counters in play, those of a hex from below: the strongest unit lies on top."""
    printed, strength = _printed(state.theatre), state.strength
    in_play = [unit for unit, place in enumerate(state.where) if place > BOX]
    in_play.sort(key=lambda unit: (printed[unit].layer, strength[unit]))
    return in_play


def _piece(state: State, side: int | None, unit: int, cut_off: dict[int, str]) -> PieceView:
    counter = state.theatre.counters[unit]
    printed = _printed(state.theatre)[unit]
    place = state.where[unit]
    marks = []
    if unit in state.stock and (side == counter.side or counter.kind == "supply"):
        # Markers lie open on the map [18-7].
        marks.append(f"{state.stock[unit]} supply")
    if (lost := counter.front - state.strength[unit]) > 0 and place >= 0:
        # [13-21] What a strength reduction marker would tell [R3].
        marks.append(f"-{lost} strength")
    if state.entrained >> unit & 1:
        marks.append("entrained")
    if state.moved >> unit & 1:
        marks.append("moved")
    if state.waiting >> unit & 1:
        marks.append("waiting")
    if state.fought >> unit & 1:
        marks.append("fought")
    if state.retreated >> unit & 1:
        marks.append("retreated")
    if unit in cut_off:
        marks.append(cut_off[unit])
    return PieceView(
        key=counter.key,
        name=printed.name,
        nation=counter.nation,
        side=printed.side,
        symbol=printed.symbol,
        size=printed.size,
        strengths=printed.strengths.format(state.strength[unit]),
        place=_place(state, unit),
        marks=tuple(marks),
        title=printed.title,
    )


def _place(state: State, unit: int) -> str:
    """A counter's hex, or the pile it lies on; for those to come the turn [25-1]."""
    place = state.where[unit]
    arrival = _schedule(state.theatre).get(unit)
    if place == RESERVE and arrival is not None:
        if arrival.condition and arrival.condition not in state.flags:
            return f"due {arrival.date} if called"
        return f"due {arrival.date}"
    return PILES.label(state.theatre.board.grid, place)


@lru_cache(maxsize=64)
def _schedule(theatre: Theatre) -> dict[int, Arrival]:
    return {theatre.unit[arrival.unit]: arrival for arrival in theatre.arrivals}


def _short_name(counter: Counter) -> str:
    """What goes on the counter: a fort's place, else the number by which records call the unit."""
    if counter.kind == "fortress":
        return counter.name
    return counter.key.removeprefix(counter.nation)


def _title(counter: Counter) -> str:
    """The whole name, with whom its symbol marks [50] and the formation it belongs to."""
    name = f"{counter.name} fortress" if counter.kind == "fortress" else counter.name
    return ", ".join(part for part in (name, counter.people, counter.formation) if part)


def _tracks(state: State) -> tuple[TrackView, ...]:
    """The turn, what the game would end with now, and everybody's demoralization."""
    turns = state.theatre.turns
    number = turns.index(state.date) + 1 if state.date in turns else 0
    tracks = [TrackView("Turn", number, note=f"of {len(turns)}")]
    if "victory" in state.theatre.scenario:
        tracks.append(TrackView("Balance", balance(state), note=outcome(state).reason))
    for code in state.theatre.scenario.get("demoralization", {}).get("tracked", ()):
        nation = NATIONS[code]
        name = f"{nation.adjective} demoralization"
        tracks.append(TrackView(name, state.dm[CODES.index(code)], SIDES[nation.side]))
    return tuple(tracks)


def _panels(state: State, side: int | None) -> tuple[PanelView, ...]:
    counters = state.theatre.counters
    lines = [
        f"{points} {counters[unit].name or counters[unit].key}"
        for unit, points in sorted(state.stock.items())
        if counters[unit].side == side
    ]
    # [17-5] Stocks are for their owner's eyes, and so is what tells of them: a headquarters weighs
    # on the rails by what it carries [18-4].
    rails = [
        f"{NATIONS[code].name}: {state.capacity_used[nation]} of {capacity(state, nation)}"
        for nation, code in enumerate(CODES)
        if state.network[nation] and capacity(state, nation) and NATIONS[code].side == side
    ]
    panels = [
        ("Sieges and pockets", plights.told(state)),
        ("Victory", standing(state)),
        ("Supply points", lines),
        ("Rail capacity used", rails),
        ("Corps", corps.told(state)),
    ]
    return tuple(PanelView(title, tuple(told)) for title, told in panels if told)


def _overlays(state: State) -> dict[str, tuple[str, ...]]:
    def labels(hexes: Hexes) -> tuple[str, ...]:
        return tuple(state.theatre.board.grid.labels(hexes))

    return {
        **{f"Zone of control, {SIDES[side]}": labels(zone(state, side)) for side in (0, 1)},
        "intact forts": labels(_forts(state)),
        "Trenches": labels(state.trenches),
        "Construction": labels(bit_set(state.building)),
        "Devastation": labels(state.devastation),
        "Broken rail lines": labels(state.inoperative),
        **{
            f"Danube under fire, {SIDES[side]}": labels(under_flotillas(state, enemy_of(side)))
            for side in (0, 1)
            if state.theatre.flotillas & state.theatre.of_side[side]
        },
        **{
            f"Railheads, {NATIONS[code].name}": labels(railheads(state, CODES.index(code)))
            for code in state.theatre.scenario.get("nations", CODES)
        },
    }


def _forts(state: State) -> Hexes:
    """Where forts stand, and those on the map that have no part in the scenario."""
    theatre = state.theatre
    forts = list(members(theatre.of_kind["fortress"]))
    theirs = {theatre.counters[unit].name for unit in forts if state.where[unit] > BOX}
    others = {p.hex for p in theatre.board.places if p.kind == "fort" and p.name not in theirs}
    return bit_set({*others, *(state.where[unit] for unit in forts if state.is_on_map(unit))})


def _markers(state: State) -> dict[str, tuple[str, ...]]:
    """What lies on the map besides counters [22-1] [9-3]."""
    broken = state.inoperative
    ends = 0
    for nation, network in enumerate(state.network):
        if network and broken:
            # [9-10] Where a network meets a neighbour's, the map shows it; here it has been cut.
            ends |= railheads(state, nation) & step(broken, state.theatre.rail_ways)
    found = {
        "trench": state.trenches,
        "construction": bit_set(state.building),
        "devastation": state.devastation,
        "broken line": broken,
        "railhead": ends,
    }
    labels = state.theatre.board.grid.labels
    return {kind: tuple(labels(hexes)) for kind, hexes in found.items() if hexes}
