"""What both sides fight for, in points of victory, by which a scenario is won [R7]."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from trenchline.games.the_great_war.calendar import read_date
from trenchline.games.the_great_war.components import SIDES, Counter
from trenchline.games.the_great_war.routes import (
    Costs,
    Ground,
    march,
)
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.theatre import Theatre
from trenchline.games.the_great_war.victory import claimant, outcome, points
from trenchline.kernel.bits import members
from trenchline.kernel.floods import Ways, join_ways
from trenchline.kernel.forecast import levels_of_victory, on_course
from trenchline.kernel.hexes import Hex

BEHIND, FADES = 0.2, 0.6
"""What a hex is worth for the prizes near it, and how that fades with every hex."""
MATERIAL = 0.3
"""The share of all prizes that the whole strength of a side is worth."""
FARTHEST = 60
SURE, UNSURE = 1.5, 1.0
"""How many points decide at the end, and how many more for each turn to come."""


def rule_of(theatre: Theatre) -> dict[str, Any]:
    """How the scenario counts points."""
    found: dict[str, Any] = theatre.scenario["victory"]
    return found


@lru_cache(maxsize=256)
def prizes(theatre: Theatre, turn: int) -> dict[Hex, float]:
    """What hexes are worth to whoever owns them at the end; towns that must be reached by a turn
    only until then."""
    rule, grid = rule_of(theatre), theatre.board.grid
    found: dict[Hex, float] = {}
    for label, worth in rule["towns"].items():
        found[grid.hex(label)] = found.get(grid.hex(label), 0.0) + worth
    if "march" in rule and theatre.turns[turn] <= read_date(rule["march"]["turn"]):
        for label in rule["march"]["towns"]:
            hex_ = grid.hex(label)
            found[hex_] = found.get(hex_, 0.0) + rule["march"]["points"]
    if "towns_taken" in rule:
        side = SIDES.index(rule.get("side", SIDES[1]))
        home = theatre.of_country[rule["towns_taken"]["country"]] & theatre.cities
        for hex_ in members(home & theatre.owned[side]):
            found[hex_] = found.get(hex_, 0.0) - rule["towns_taken"]["points"]
    if "towns_lost" in rule:
        for label in rule["towns_lost"]["towns"]:
            hex_ = grid.hex(label)
            found[hex_] = found.get(hex_, 0.0) - rule["towns_lost"]["points"]
    return found


@lru_cache(maxsize=256)
def ground_worth(theatre: Theatre, turn: int) -> dict[Hex, float]:
    """What it is worth to own each hex: its prize, and a share of those that lie near."""
    grid, known = theatre.board.grid, prizes(theatre, turn)
    found = {}
    for hex_ in members(theatre.land):
        near = sum(worth * FADES ** grid.distance(hex_, at) for at, worth in known.items())
        found[hex_] = known.get(hex_, 0.0) + BEHIND * (near - known.get(hex_, 0.0))
    return found


def divisions_of(theatre: Theatre, side: int) -> list[Counter]:
    """The divisions of a side that take part in the scenario."""
    called = theatre.set_up.keys() | {arrival.unit for arrival in theatre.arrivals}
    own = [theatre.counters[unit] for unit in members(theatre.divisions & theatre.of_side[side])]
    return [c for c in own if c.key in called] or own


def strength_of(theatre: Theatre, side: int) -> float:
    """Their printed strength."""
    return sum((c.front.attack + c.front.defence) / 2 for c in divisions_of(theatre, side))


@lru_cache(maxsize=64)
def rate(theatre: Theatre, side: int) -> float:
    """What a point of printed strength of a side is worth at the start, in points of victory."""
    return MATERIAL * sum(prizes(theatre, 0).values()) / max(1.0, strength_of(theatre, side))


@lru_cache(maxsize=64)
def toll(theatre: Theatre, side: int) -> float:
    """What a point of printed strength of a side counts when it is lost, by the rule itself."""
    rule = rule_of(theatre)
    divisions = divisions_of(theatre, side)
    found = 0.0
    for row in (rule.get("divisions_lost"), rule.get("enemy_lost")):
        if row:
            lost = sum(c.nation == row["nation"] for c in divisions)
            found += abs(row["points"]) * lost / row["divisions"]
    return found / max(1.0, strength_of(theatre, side))


def turns_left(state: State) -> int:
    """The turns still to come, this one too."""
    return len(state.theatre.turns) - state.turn


@lru_cache(maxsize=1 << 12)
def ways_from(theatre: Theatre, turn: int, side: int, goal: Hex) -> dict[Hex, int]:
    """What the march to a goal costs infantry from every hex, the enemy left out."""
    weathers = theatre.weathers(turn)
    foot = next(theatre.gait[unit] for unit in members(theatre.divisions & theatre.of_side[side]))
    costs: dict[int, Ways] = {}
    for cost, w in (*theatre.off_road(foot, weathers), *theatre.on_road(foot, weathers)):
        costs[cost] = join_ways(costs[cost], w) if cost in costs else w
    floor = Ground(Costs(sorted(costs.items())), theatre.land, 0, 0, 0, 0)
    found: dict[Hex, int] = {}
    for cost, hexes in enumerate(march(floor, goal, FARTHEST)):
        for hex_ in members(hexes):
            found.setdefault(hex_, cost)
    return found


def chance(state: State, side: int) -> float:
    """The chance of a side to win: by how far the points are from where they should be by now to
    end between the levels of victory."""
    if state.finished or not state.stack:
        winner = outcome(state).winner
        return 0.5 if winner is None else float(winner == side)
    left = turns_left(state)
    rule = rule_of(state.theatre)
    levels = levels_of_victory(rule["levels"], rule.get("side", SIDES[1]))
    past = 1 - left / (len(state.theatre.turns) + 1)
    found = on_course(points(state), levels, past, SURE + UNSURE * left)
    return found if side == claimant(state) else 1 - found
