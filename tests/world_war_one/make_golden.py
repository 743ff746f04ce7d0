"""Play the golden games: whole matches kept as records, one for each way a game ends or turns.

    python -m tests.world_war_one.make_golden

writes ``tests/world_war_one/golden/*.jsonl`` anew.

Two simple-minded commanders play. The *driver* marches on its goals and attacks whatever it can;
the *idler* gives way.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.golden import (
    Chooser,
    Wanted,
    at_random,
    at_random_among,
    first,
    last,
    make,
    won_by,
)
from trenchline.games.world_war_one import GAME
from trenchline.games.world_war_one.components import (
    ALLIED,
    CENTRAL,
    COLLAPSE_CITIES,
    FR,
    GRID,
    NATION,
    NATIONS,
    NEUTRAL,
    RESOURCES,
    RUSSIAN_CITIES,
    TERRITORY,
    WEST_EDGE,
)
from trenchline.games.world_war_one.moves import MoveUnit
from trenchline.games.world_war_one.resources import appearance_hexes
from trenchline.games.world_war_one.sea import SAILING_COASTS
from trenchline.games.world_war_one.state import State
from trenchline.kernel.bits import members
from trenchline.kernel.match import Match
from trenchline.kernel.steps import Choice, Choices

FOLDER = Path(__file__).parent / "golden"


def idler(match: Match, rng: random.Random) -> Choice:
    """Do nothing, give way, and give up what can be given up."""
    for verb in ("done", "stay", "ruin", "destroy", "retreat"):
        if verb in match.choices:
            return last(match.choices, verb)
    return at_random(match, rng)


def builder(match: Match, rng: random.Random) -> Choice:
    """Like the idler, but keeps armies on the map."""
    if "build" in match.choices:
        return first(match.choices, "build")
    return idler(match, rng)


def _distance(hex_: int, goals: list[int]) -> tuple[int, int]:
    return min((GRID.distance(hex_, goal) for goal in goals), default=0), hex_


@dataclass(frozen=True)
class Driver:
    """Marches on the goals its side does not hold yet, and attacks on the way."""

    goals: Callable[[State], int]
    trespass: frozenset[int] = frozenset()
    """Neutral countries it does not mind entering."""
    content: Callable[[State], bool] = lambda state: False
    """When it has what it wants and rests."""

    def __call__(self, match: Match, rng: random.Random) -> Choice:
        choices, state = match.choices, match.state
        if self.content(state):
            return idler(match, rng)
        for verb in ("advance", "advance_to", "attack", "with", "roll", "pay", "hold", "build"):
            if verb in choices and (verb != "roll" or "with" not in choices):
                return last(choices, verb) if verb == "advance_to" else first(choices, verb)
        if "unit" in choices:
            return at_random_among(choices, "unit", rng)
        asking = state.stack[-1]
        if isinstance(asking, MoveUnit):
            return self._march(choices, state, rng)
        if "done" in choices:
            return "done", 0
        return at_random(match, rng)

    def _deploy(self, choices: Choices, state: State) -> Choice:
        """Near the goals, or in a port from which to sail to them."""
        ports = choices["place"] & SAILING_COASTS & TERRITORY[FR]
        if self.trespass and ports:
            return first({"place": ports}, "place")
        goals = list(members(self.goals(state)))
        return "place", min(members(choices["place"]), key=lambda h: _distance(h, goals))

    def _march(self, choices: Choices, state: State, rng: random.Random) -> Choice:
        goals = list(members(self.goals(state)))
        for nation in self.trespass:
            for verb in ("step", "rail", "sea"):
                into = choices.get(verb, 0) & TERRITORY[nation]
                if into and state.status[nation] == NEUTRAL:
                    return first({verb: into}, verb)
        if "stop" in choices and rng.random() < 0.3:
            return "stop", 0
        if "move" not in choices or not goals:
            return next((v, 0) for v in ("stay", "stop", "step") if v in choices)

        return "move", min(members(choices["move"]), key=lambda h: _distance(h, goals))


def _violated(code: str, by: int) -> Callable[[Match], bool]:
    def shown(match: Match) -> bool:
        name = NATIONS[NATION[code]].name
        return any(
            side == 1 - by and reason == f"{name} violated" and turn >= 1
            for turn, side, _, reason in match.state.ledger
        )

    return shown


def _france_fell(match: Match) -> bool:
    """No Allied unit in France and no hex of its edge open to new ones, at some Build Phase."""
    state = match.state
    return not state.armies[ALLIED] & TERRITORY[FR] and not appearance_hexes(state, FR)


def _russian_cities(state: State) -> int:
    return RUSSIAN_CITIES & ~state.red_cities


def _collapse_only(state: State) -> int:
    return COLLAPSE_CITIES & ~state.red_cities


def _all_centres(side: int) -> Callable[[State], int]:
    return lambda state: RESOURCES & ~state.centres[side]


def _french_soil(state: State) -> int:
    edge = WEST_EDGE & TERRITORY[FR]
    return edge & ~state.armies[CENTRAL] or TERRITORY[FR]


def wanted() -> list[Wanted]:
    """All the golden games."""
    games = [
        Wanted("allied_victory", (at_random, at_random), won_by(ALLIED)),
        Wanted("central_victory", (idler, Driver(_all_centres(CENTRAL))), won_by(CENTRAL)),
        Wanted(
            "russia_surrenders",
            (idler, Driver(_russian_cities)),
            lambda match: match.state.surrendered,
        ),
        Wanted(
            "russia_collapses_only",
            (idler, Driver(_collapse_only, content=lambda state: state.collapsed)),
            lambda match: match.state.collapsed and not match.state.surrendered,
        ),
        Wanted("eastern_france_falls", (idler, Driver(_french_soil)), _france_fell),
        Wanted("draw", (builder, Driver(_all_centres(CENTRAL))), won_by(None)),
        Wanted(
            "options",
            (at_random, at_random),
            lambda match: True,
            "free_deployment",
            {"variable_italy": "on", "variable_turkey": "on", "tank_army": "on"},
        ),
    ]
    # Turkey joins on turn 2 unless a die decides, and nobody can march there before.
    for code in ("IT", "TU", "BU", "RM", "GK", "BL", "NE", "AB"):
        nation = NATION[code]
        for by, side in ((ALLIED, "allied"), (CENTRAL, "central")):
            driver = Driver(lambda state, n=nation: TERRITORY[n], frozenset({nation}))  # type: ignore[misc]
            players: tuple[Chooser, Chooser] = (driver, idler) if by == ALLIED else (idler, driver)
            games.append(
                Wanted(
                    f"{code.lower()}_violated_by_{side}",
                    players,
                    _violated(code, by),
                    "free_deployment",
                    {"variable_turkey": "on", "variable_italy": "on"} if code in "TU IT" else {},
                )
            )
    return games


if __name__ == "__main__":
    make(GAME, wanted(), FOLDER)
