"""Who wins: the points and levels that a scenario tells; Rule 42 is not in the booklet [R7]."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from trenchline.games.the_great_war.components import NATIONS, SIDES
from trenchline.games.the_great_war.state import ELIMINATED, ELIMINATED_ISOLATED, State
from trenchline.kernel.bits import members
from trenchline.kernel.game import Outcome
from trenchline.kernel.hexes import Hexes
from trenchline.kernel.steps import Duty

MARCHED = "reached in time: "


@dataclass(frozen=True)
class Item:
    """Something that counts for victory, and what it counts now."""

    what: str
    points: int


def _rule(state: State) -> Mapping[str, Any]:
    found: Mapping[str, Any] = state.theatre.scenario["victory"]
    return found


def claimant(state: State) -> int:
    """The side whose points are counted."""
    return SIDES.index(_rule(state).get("side", SIDES[1]))


def _divisions(state: State, code: str, piles: tuple[int, ...]) -> int:
    """How many divisions of a nation lie on some piles."""
    units = state.theatre.divisions & state.theatre.of_nation[code]
    units &= ~(state.present[0] | state.present[1])
    return sum(state.where[unit] in piles for unit in members(units))


def items(state: State) -> list[Item]:
    """What counts for victory, as it stands."""
    rule = _rule(state)
    theatre = state.theatre
    side = claimant(state)
    label = theatre.board.grid.label
    name = theatre.board.name
    held = theatre.hexes(rule["towns"]) & state.owned[side]
    found = [Item(name(hex_), rule["towns"][label(hex_)]) for hex_ in members(held)]
    if "march" in rule:
        reached = [flag for flag in state.flags if flag.startswith(MARCHED)]
        if reached:
            points = len(reached) * rule["march"]["points"]
            found.append(
                Item(f"{len(reached)} towns held at the end of {rule['march']['turn']}", points)
            )
    for key, piles, what in (
        ("divisions_lost", (ELIMINATED, ELIMINATED_ISOLATED), "divisions lost"),
        ("enemy_lost", (ELIMINATED, ELIMINATED_ISOLATED), "divisions lost"),
        ("lost_isolated", (ELIMINATED_ISOLATED,), "divisions lost while isolated"),
    ):
        if key in rule:
            lost = _divisions(state, rule[key]["nation"], piles)
            times = lost // rule[key]["divisions"]
            nation = NATIONS[rule[key]["nation"]].adjective
            if times:
                found.append(Item(f"{lost} {nation} {what}", times * rule[key]["points"]))
    if "collapse" in rule and rule["collapse"]["nation"] in state.collapsed:
        nation = NATIONS[rule["collapse"]["nation"]].name
        found.append(Item(f"{nation} in collapse", rule["collapse"]["points"]))
    for key, hexes in (("towns_taken", _taken(state)), ("towns_lost", _lost(state))):
        found += [Item(f"{name(h)} in enemy hands", rule[key]["points"]) for h in members(hexes)]
    return found


def _taken(state: State) -> Hexes:
    """Cities of a country that the enemy of the claimant owns now and did not at the start."""
    rule = _rule(state)
    if "towns_taken" not in rule:
        return 0
    theatre = state.theatre
    enemy = 1 - claimant(state)
    home = theatre.of_country[rule["towns_taken"]["country"]] & theatre.cities
    return home & state.owned[enemy] & ~theatre.owned[enemy]


def _lost(state: State) -> Hexes:
    """Towns that the claimant owned at the start and the enemy owns now."""
    rule = _rule(state)
    if "towns_lost" not in rule:
        return 0
    towns = state.theatre.hexes(rule["towns_lost"]["towns"])
    side = claimant(state)
    return towns & state.theatre.owned[side] & state.owned[1 - side]


def points(state: State) -> int:
    """The points of the side that counts them."""
    return sum(item.points for item in items(state))


def outcome(state: State) -> Outcome:
    """Who has won, or would if the game ended now."""
    total = points(state)
    level = next(row for row in _rule(state)["levels"] if total >= row.get("least", total))
    winner = SIDES.index(level["winner"]) if level["winner"] else None
    scores = (total, 0) if claimant(state) == 0 else (0, total)
    return Outcome(winner, level["name"], scores)


def standing(state: State) -> list[str]:
    """What the points are made of, and the levels of victory, best for the claimant first."""
    if "victory" not in state.theatre.scenario:
        return []
    lines = [f"Points of the {SIDES[claimant(state)]}: {points(state)}"]
    lines += [f"{item.points:+d} {item.what}" for item in items(state)]
    reached = outcome(state).reason
    for row in _rule(state)["levels"]:
        from_ = f"from {row['least']}" if "least" in row else "below"
        lines.append(f"{'▸ ' if row['name'] == reached else ''}{row['name']} {from_}")
    return lines


@dataclass(frozen=True, slots=True)
class Tally(Duty[State]):
    """[R7] At the end of a game turn, towns that had to be reached by then are noted."""

    def run(self, state: State) -> None:
        rule = state.theatre.scenario.get("victory", {}).get("march")
        if rule and str(state.date) == rule["turn"]:
            theatre = state.theatre
            reached = theatre.hexes(rule["towns"]) & state.owned[claimant(state)]
            labels = (theatre.board.grid.label(hex_) for hex_ in members(reached))
            state.flags = state.flags | {MARCHED + label for label in labels}


def close(state: State) -> None:
    """Write how it ended."""
    if state.log is not None and "victory" in state.theatre.scenario:
        state.note("The scenario is over: {}", outcome(state).reason)
