"""What the table shows in words: the standing, what the railways carry, what is stored, built and
replaced, who leads; and the combat in hand (``battle_panels``)."""

from __future__ import annotations

from collections.abc import Iterator

from trenchline.games.the_great_war.battle_panels import battle_panels, tell
from trenchline.games.the_great_war.components import CODES, NATIONS, SIDES, Units
from trenchline.games.the_great_war.engineers import A_POINT
from trenchline.games.the_great_war.projects import A_TURN
from trenchline.games.the_great_war.rail_capacity import A_DEPOT, depots_on, left_on
from trenchline.games.the_great_war.replacements import HALVES
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.units import QUARTERS
from trenchline.games.the_great_war.victory import standing
from trenchline.kernel.exact import say
from trenchline.kernel.view import PanelView
from trenchline.kernel.words import counted


def panels(state: State, unseen: Units = 0) -> tuple[PanelView, ...]:
    """Everything that is told in words to whom some units do not show [14N2]; what there is nothing
    of is left out."""
    told = (
        ("Victory", standing(state)),
        ("Leaders", list(_leaders(state))),
        ("Rail capacity", list(_rails(state))),
        ("Resource points", list(_stores(state))),
        ("Depots", list(_depots(state))),
        ("Replacements", list(_replacements(state))),
        ("Building", list(_building(state, unseen))),
        ("Works", list(_works(state))),
    )
    lasting = tuple(PanelView(title, tuple(lines)) for title, lines in told if lines)
    return (*battle_panels(state, unseen), *lasting)


def _leaders(state: State) -> Iterator[str]:
    """[14P] Who leads which Army HQ."""
    for leader, hq in sorted(state.leaders.items()):
        told = state.theatre.leaders[leader]
        ratings = "/".join(f"{rating:+}" if rating else "0" for rating in told.ratings)
        yield tell(state, "{} ({}) leads {:unit} [14P]", told.name, ratings, hq)


def carries(state: State, net: int) -> str:
    """[7A4] What a net can still carry in this turn."""
    left, whole = _res(left_on(state, net)), _res(state.capacity[net])
    depots = _res(A_DEPOT * depots_on(state, net))
    return f"{left} of {whole} RE left, {depots} for depots"


def _rails(state: State) -> Iterator[str]:
    """[7A4] What each net can still carry."""
    for net, data in enumerate(state.theatre.nets):
        if state.capacity[net]:
            yield f"{SIDES[data.side]}, {data.name}: {carries(state, net)}"


def _res(quarters: int) -> str:
    whole, rest = divmod(quarters, QUARTERS)
    return say(whole) if not rest else f"{quarters / QUARTERS:g}"


def _stores(state: State) -> Iterator[str]:
    """[11G] Where resource and general supply points lie."""
    for hex_, points in sorted(state.resources.items()):
        opened = state.opened.get(hex_, 0)
        more = f", {opened} opened" if opened else ""
        yield tell(state, "{} in {:hex}{}", points, hex_, more)
    for (hex_, phases), points in sorted(state.gsps.items()):
        if hex_ < 0:
            # What a party carries is told when it sets it down.
            continue
        lasts = counted(phases, "initial phase")
        yield tell(state, "{} for general supply in {:hex}, for {}", points, hex_, lasts)


def _depots(state: State) -> Iterator[str]:
    """[11C1] Where depots stand, on which net."""
    for depot, at in enumerate(state.depot_at):
        if at >= 0:
            net = state.theatre.nets[state.depot_net[depot]]
            how = "operational" if state.working >> depot & 1 else "to be moved"
            yield tell(state, "{}, {}: {:hex}, {}", SIDES[net.side], net.name, at, how)


def _replacements(state: State) -> Iterator[str]:
    """[16B3] Manpower of the nations, equipment of the sides."""
    for number, code in enumerate(CODES):
        if state.manpower[number]:
            yield f"{NATIONS[code].adjective} manpower {state.manpower[number] / HALVES:g}"
    for side, name in enumerate(SIDES):
        if state.gear[side]:
            yield f"{name}: equipment {state.gear[side] / HALVES:g}"


def _building(state: State, unseen: Units) -> Iterator[str]:
    """[13A1c] [13A4] What is being built, by whom, and how much of it is left."""
    for (task, hex_, _), (left, units) in sorted(state.projects.items()):
        units = tuple(unit for unit in units if not unseen >> unit & 1)
        turns = f"{left / A_TURN:g}"
        if not units:
            continue
        yield tell(state, "{:units}: {} in {:hex}, {} turns left", units, task, hex_, turns)
    for (task, hex_, _), labour in sorted(state.labour.items()):
        done = f"{labour / A_POINT:g}"
        yield tell(state, "Half done: {} in {:hex}, labour of {} points", task, hex_, done)
    for (one, other), labour in sorted(state.demolished.items()):
        if labour:
            done = f"{labour / A_POINT:g}"
            yield tell(
                state, "Half done: span {:hex} to {:hex}, labour of {} points", one, other, done
            )


def _works(state: State) -> Iterator[str]:
    """[15B] What has been built."""
    for hex_, kind in sorted(state.works.items()):
        yield tell(state, "{} in {:hex}", kind, hex_)
