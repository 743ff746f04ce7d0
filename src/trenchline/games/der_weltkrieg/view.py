"""What each side sees: everything but the enemy's supply stocks [17-5]."""

from __future__ import annotations

from trenchline.games.der_weltkrieg import corps
from trenchline.games.der_weltkrieg.components import CODES, NATIONS, RAIL_BOUND, SIDES
from trenchline.games.der_weltkrieg.deliveries import DeliverAmount, DeliverSupply
from trenchline.games.der_weltkrieg.flotillas import under_flotillas
from trenchline.games.der_weltkrieg.movement import March
from trenchline.games.der_weltkrieg.rail_capacity import capacity
from trenchline.games.der_weltkrieg.rail_lines import railheads
from trenchline.games.der_weltkrieg.state import BOX, ELIMINATED, RESERVE, SURRENDERED, State
from trenchline.games.der_weltkrieg.zones import zone
from trenchline.kernel.bits import bit_set
from trenchline.kernel.hexes import Hexes
from trenchline.kernel.play import decision
from trenchline.kernel.view import LogView, PanelView, PieceView, TrackView, View
from trenchline.kernel.whispers import heard

SECRET = frozenset({"pay", "pay_all", "deliver", "points"})
"""[17-5] Verbs that tell of stocks: nobody else reads what goes with them."""


def tell(entry: LogView, side: int | None) -> LogView:
    """[17-5] What a side (or a spectator) may read of a choice in the log."""
    return heard(entry, side, SIDES, SECRET)


PHASES = ("Special turn", "Reinforcement", "Movement", "Combat", "Recombination")
_PHASE = {
    "special": "Special turn",
    "reinforcement": "Reinforcement",
    "movement": "Movement",
    "combat": "Combat",
    "recombination": "Recombination",
}
_SYMBOLS = {
    "headquarters": "hq",
    "fortress": "fort",
    "replacement": "infantry",
    "assault": "infantry",
    "marine": "infantry",
    "siege": "artillery",
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
_PILES = {RESERVE: "reserve", ELIMINATED: "eliminated", SURRENDERED: "surrendered"}


def view(state: State, side: int | None) -> View:
    """What a side, or a spectator, may know."""
    asking = decision(state) if state.stack else None
    return View(
        turn=f"{state.date} {state.year}",
        phase=_PHASE.get(state.phase, ""),
        who=SIDES[asking.who(state)] if asking else "",
        prompt=prompt_for(state, side),
        pieces=tuple(
            _piece(state, side, unit) for unit, place in enumerate(state.where) if place > BOX
        ),
        tracks=tuple(
            TrackView(f"{NATIONS[code].adjective} demoralization", state.dm[CODES.index(code)])
            for code in state.theatre.scenario.get("demoralization", {}).get("tracked", ())
        ),
        panels=_panels(state, side),
        overlays=_overlays(state),
    )


def prompt_for(state: State, side: int | None) -> str:
    """What is asked. Of the enemy's deliveries, and of how far his staffs can go by rail with what
    they carry [18-4], only that he is about it [17-5]."""
    if not state.stack:
        return "The scenario is over"
    asking = decision(state)
    who = asking.who(state)
    if who != side:
        if isinstance(asking, DeliverSupply | DeliverAmount):
            return f"{SIDES[who]}: supply points arrive [25-7]"
        if isinstance(asking, March) and asking.units & state.theatre.of_kind["headquarters"]:
            return f"{SIDES[who]}: a headquarters is on the move [6-3]"
    return asking.prompt(state)


def _piece(state: State, side: int | None, unit: int) -> PieceView:
    counter = state.theatre.counters[unit]
    place = state.where[unit]
    strength = str(state.strength[unit])
    if counter.defends_only:
        strength = f"({strength})"
    allowance = "RR" if counter.movement == RAIL_BOUND else str(counter.movement)
    marks = []
    if unit in state.stock and (side == counter.side or counter.kind == "supply"):
        # Markers lie open on the map [18-7].
        marks.append(f"supply {state.stock[unit]}")
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
    if state.isolated >> unit & 1:
        marks.append("in a pocket")
    if unit in state.siege:
        marks.append(f"besieged {state.siege[unit]}")
    return PieceView(
        key=counter.key,
        name=counter.name,
        nation=counter.nation,
        side=SIDES[counter.side],
        symbol=_SYMBOLS.get(counter.kind, counter.kind),
        size=_SIZES[counter.size],
        strengths=f"{strength}-{allowance}" if counter.movement else strength,
        place=state.theatre.board.grid.label(place) if place >= 0 else _PILES[place],
        marks=tuple(marks),
    )


def _panels(state: State, side: int | None) -> tuple[PanelView, ...]:
    counters = state.theatre.counters
    lines = [
        f"{counters[unit].key}: {points}"
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
    panels = [("Supply", lines), ("Rail capacity used", rails), ("Corps", corps.told(state))]
    return tuple(PanelView(title, tuple(told)) for title, told in panels if told)


def _overlays(state: State) -> dict[str, tuple[str, ...]]:
    def labels(hexes: Hexes) -> tuple[str, ...]:
        return tuple(state.theatre.board.grid.labels(hexes))

    return {
        **{f"Zone of control, {SIDES[side]}": labels(zone(state, side)) for side in (0, 1)},
        "Trenches": labels(state.trenches),
        "Construction": labels(bit_set(state.building)),
        "Devastation": labels(state.devastation),
        "Broken rail lines": labels(state.inoperative),
        **{
            f"Danube under fire, {SIDES[side]}": labels(under_flotillas(state, 1 - side))
            for side in (0, 1)
            if state.theatre.flotillas & state.theatre.of_side[side]
        },
        **{
            f"Railheads, {NATIONS[code].name}": labels(railheads(state, nation))
            for nation, code in enumerate(CODES)
            if state.network[nation]
        },
    }
