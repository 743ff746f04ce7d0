"""The Movement Phase: who moves first, and where to."""

from __future__ import annotations

from trenchline.games.world_war_one.components import (
    ALLIED,
    CENTRAL,
    LAST_TURN,
    NATION_OF,
    RS,
    RUSSIAN_CITIES,
    TERRITORY,
    TU,
)
from trenchline.games.world_war_one.moves import MoveUnit
from trenchline.games.world_war_one.staff.fronts import FRONT_HEXES, ITALY, Course
from trenchline.games.world_war_one.staff.garrisons import (
    first_to_garrison,
    garrison_post,
    locked_up,
)
from trenchline.games.world_war_one.staff.overseas import (
    PORT,
    can_be_spared,
    embarks,
    may_sail,
    voyage,
)
from trenchline.games.world_war_one.staff.posts import Map, in_supply
from trenchline.games.world_war_one.staff.relief import relieves
from trenchline.games.world_war_one.staff.stakes import nearest
from trenchline.games.world_war_one.staff.violation import way_in
from trenchline.games.world_war_one.state import TRANSIT, State
from trenchline.games.world_war_one.supply import supplied
from trenchline.kernel.bits import lowest, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Choice, Choices, pick

STIR = 0.1
"""How much better a new post must be before an army leaves its own."""


def next_to_move(state: State, side: int, choices: Choices, course: Course) -> Choice:
    """Who can sail, then the reserves, into the gaps; those in touch with the enemy last, when it
    is known who can be spared."""
    if "unit" not in choices:
        return "done", 0
    if locked_up(state, side):
        first = first_to_garrison(state, list(members(choices["unit"])))
        if first is not None:
            return "unit", first
    if side == ALLIED and not state.sea_used:
        first = next((u for u in members(choices["unit"]) if may_sail(state, u, course)), None)
        if first is not None:
            return "unit", first
    return "unit", max(members(choices["unit"]), key=lambda u: _remoteness(state, side, u))


def _remoteness(state: State, side: int, unit: int) -> int:
    place = state.where[unit]
    return 99 if place == TRANSIT else nearest(place, state.armies[1 - side])


def _break_out(state: State, mover: MoveUnit, choices: Choices) -> Choice:
    """There is no supply within reach: an army that has none goes to meet its friends."""
    nation, here = NATION_OF[mover.unit], mover.here
    fed = supplied(state, nation)
    if here >= 0 and "move" in choices and fed and not fed >> here & 1:
        best = min(members(choices["move"]), key=lambda h: (nearest(h, fed), h))
        if nearest(best, fed) < nearest(here, fed):
            return "move", best
    return ("stay", 0) if "stay" in choices else pick(choices, 0)


def _to_garrison(state: State, here: Hex, safe: Hexes, choices: Choices) -> Choice:
    post = garrison_post(here, safe, RUSSIAN_CITIES & ~state.armies[CENTRAL])
    return ("stay", 0) if post is None and "stay" in choices else ("move", post or lowest(safe))


def march(state: State, mover: MoveUnit, choices: Choices, course: Course) -> Choice:
    """Where a unit does most good; never out of supply."""
    side, unit, here = mover.who(state), mover.unit, mover.here
    if "stop" in choices:
        return "stop", 0
    safe = choices.get("move", 0)
    if not (side == CENTRAL and state.turn == LAST_TURN):
        safe &= in_supply(state, NATION_OF[unit])
    if NATION_OF[unit] == TU:
        # The straits may be landed at any time [5.43]: the Turks stay at home.
        safe &= TERRITORY[TU]
    if here == TRANSIT and safe & FRONT_HEXES[ITALY]:
        # It was sent to Italy and goes on there, not back where it came from.
        safe &= FRONT_HEXES[ITALY]
    if not safe:
        return _break_out(state, mover, choices)
    if choices.get("step", 0) & state.neutral_land:
        border = way_in(state, side, choices["step"])
        if border is not None:
            return "step", border
    if here >= 0 and locked_up(state, side) and TERRITORY[RS] >> here & 1:
        return _to_garrison(state, here, safe, choices)
    if side == ALLIED and can_be_spared(state, unit, course):
        return voyage(state, unit, safe, choices, course)
    view = Map(state, side, unit, course)
    post = relieves(state, side, unit, choices.get("relieve", 0), view)
    if post is not None:
        return "relieve", post
    best = view.best(safe)
    if here == TRANSIT or "stay" not in choices:
        return "move", best
    return ("move", best) if view.post(best) > view.post(here) + STIR else ("stay", 0)


def place(state: State, side: int, unit: int, hexes: Hexes, course: Course) -> Hex:
    """The best of some hexes for a unit that is not on the map, or is going back."""
    return Map(state, side, unit, course).best(hexes)


def muster(state: State, side: int, unit: int, hexes: Hexes, course: Course) -> Hex:
    """Where a new army appears: near the front it is meant for."""
    if embarks(state, unit, hexes, course):
        return PORT
    return place(state, side, unit, hexes, course)
