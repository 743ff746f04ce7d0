"""Advances after combat: who follows, how far, and who moves up behind the Stosstruppen [8.7].

No side moves again before supply is judged at the end of the turn [4.0/10e], so nobody goes where
he would have none.
"""

from __future__ import annotations

from trenchline.games.world_war_one.advance import Advance, AdvanceTo, FollowUp
from trenchline.games.world_war_one.staff import reasons
from trenchline.games.world_war_one.staff.fronts import Course
from trenchline.games.world_war_one.staff.posts import Map
from trenchline.games.world_war_one.state import State
from trenchline.kernel.bits import members
from trenchline.kernel.reasons import heard
from trenchline.kernel.steps import Choice, Choices


def advance(state: State, asking: Advance, choices: Choices, course: Course) -> Choice:
    """Follow up where the new post is better than the old one; somebody takes what is at stake."""
    hexes = asking.open_hexes(state)
    best: tuple[float, int] = (0.0, -1)
    for unit in members(choices["advance"]):
        view = Map(state, asking.battle.side, unit, course, final=True)
        gain = max(view.post(hex_) for hex_ in members(hexes)) - view.post(state.where[unit])
        best = max(best, (gain, unit))
        reasons.following(state, ("advance", unit), unit, gain)
    reasons.standing(state)
    return ("advance", best[1]) if best[1] >= 0 else ("done", 0)


def how_far(state: State, asking: AdvanceTo, choices: Choices, course: Course) -> Choice:
    """To the best post on the way."""
    view = Map(state, asking.battle.side, asking.unit, course, final=True)
    best = view.best(choices["advance_to"])
    if heard():
        reasons.about_post(
            *(state, ("advance_to", best), asking.unit, best),
            *(view.post(best) - view.post(state.where[asking.unit]), view.gained(best)),
        )
    return "advance_to", best


def follow_up(state: State, asking: FollowUp, choices: Choices, course: Course) -> Choice:
    """Into the hex the Stosstruppen have left, if somebody stands better there than where he is
    now [12.36]: mostly to keep their line of supply open."""
    best: tuple[float, int] = (0.0, -1)
    for unit in members(choices["follow"]):
        view = Map(state, asking.side, unit, course, final=True)
        gain = view.post(asking.vacated) - view.post(state.where[unit])
        best = max(best, (gain, unit))
        reasons.following(state, ("follow", unit), unit, gain)
    reasons.standing(state)
    return ("follow", best[1]) if best[1] >= 0 else ("done", 0)
