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
from trenchline.games.world_war_one.staff import reasons
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
from trenchline.kernel.reasons import OTHERS, because, heard
from trenchline.kernel.steps import Choice, Choices, pick

STIR = 0.1
"""How much better a new post must be before an army leaves its own."""


def next_to_move(state: State, side: int, choices: Choices, course: Course) -> Choice:
    """Who can sail, then the reserves, into the gaps; those in touch with the enemy last, when it
    is known who can be spared."""
    if "unit" not in choices:
        because(state, ("done", 0), 0.0, "everybody has moved")
        return "done", 0
    if locked_up(state, side):
        first = first_to_garrison(state, list(members(choices["unit"])))
        if first is not None:
            because(state, ("unit", first), 0.0, "{:unit} is to garrison a city [12.13]", first)
            return "unit", first
    if side == ALLIED and not state.sea_used:
        first = next((u for u in members(choices["unit"]) if may_sail(state, u, course)), None)
        if first is not None:
            because(state, ("unit", first), 0.0, "{:unit} may sail", first)
            return "unit", first
    unit = max(members(choices["unit"]), key=lambda u: _remoteness(state, side, u))
    words = "{:unit} is furthest from the enemy: reserves move first, the line when it is known"
    because(state, ("unit", unit), 0.0, words + " who can be spared", unit)
    return "unit", unit


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
            words = "{:unit} is out of supply and goes to meet its friends"
            because(state, ("move", best), 0.0, words, mover.unit)
            return "move", best
    reasons.staying(state, mover.unit, None)
    return ("stay", 0) if "stay" in choices else pick(choices, 0)


def _to_garrison(state: State, here: Hex, safe: Hexes, choices: Choices) -> Choice:
    post = garrison_post(here, safe, RUSSIAN_CITIES & ~state.armies[CENTRAL])
    stays = post is None and "stay" in choices
    chosen: Choice = ("stay", 0) if stays else ("move", post or lowest(safe))
    because(state, chosen, 0.0, "four cities are garrisoned, so that the others may leave [12.13]")
    return chosen


def march(state: State, mover: MoveUnit, choices: Choices, course: Course) -> Choice:
    """Where a unit does most good; never out of supply."""
    side, unit, here = mover.who(state), mover.unit, mover.here
    if "stop" in choices:
        because(state, ("stop", 0), 0.0, "it has come where it was to go")
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
            because(state, ("step", border), 0.0, "the way through {:hex} is worth a war", border)
            return "step", border
    if here >= 0 and locked_up(state, side) and TERRITORY[RS] >> here & 1:
        return _to_garrison(state, here, safe, choices)
    if side == ALLIED and can_be_spared(state, unit, course):
        chosen = voyage(state, unit, safe, choices, course)
        words = "{:unit} goes to Italy: the line in France is full"
        because(state, chosen, 0.0, words, unit)
        return chosen
    view = Map(state, side, unit, course)
    post = relieves(state, side, unit, choices.get("relieve", 0), view)
    if post is not None:
        words = "{:unit} relieves {:unit} in {:hex}: it is fitter to stand in the line"
        because(state, ("relieve", post), 0.0, words, unit, state.at[post], post)
        return "relieve", post
    best = view.best(safe)
    if heard():
        _explain(state, view, safe, best)
    if here == TRANSIT or "stay" not in choices:
        return "move", best
    return ("move", best) if view.post(best) > view.post(here) + STIR else ("stay", 0)


def _explain(state: State, view: Map, safe: Hexes, best: Hex) -> None:
    """Say what the best posts have over where the army is, or why it stays."""
    here = state.where[view.unit]
    now = view.post(here) + STIR if here >= 0 else 0.0
    near = sorted(view.likely(safe), key=view.post, reverse=True)
    for hex_ in (best, *(h for h in near[: OTHERS + 1] if h != best)):
        if hex_ != here:
            gain = view.post(hex_) - now
            reasons.about_post(state, ("move", hex_), view.unit, hex_, gain, view.gained(hex_))
    better = next(((view.post(h) - now, h) for h in near if h != here), None)
    reasons.staying(state, view.unit, better)


def place(
    state: State, side: int, unit: int, hexes: Hexes, course: Course, verb: str = "place"
) -> Hex:
    """The best of some hexes for a unit that is not on the map, or is going back."""
    view = Map(state, side, unit, course)
    best = view.best(hexes)
    if heard():
        near = sorted(view.likely(hexes), key=view.post, reverse=True)
        for hex_ in (best, *(h for h in near[: OTHERS + 1] if h != best)):
            gained = view.gained(hex_)
            worth = sum(gained.values())
            reasons.about_post(state, (verb, hex_), unit, hex_, worth, gained)
    return best


def muster(state: State, side: int, unit: int, hexes: Hexes, course: Course) -> Hex:
    """Where a new army appears: near the front it is meant for."""
    if embarks(state, unit, hexes, course):
        words = "{:unit} is to sail from {:hex} next turn"
        because(state, ("place", PORT), 0.0, words, unit, PORT)
        return PORT
    return place(state, side, unit, hexes, course)
