"""Play the golden games: whole matches kept as records, one for each way a game ends or turns.

    python -m tests.world_war_one.make_golden

writes ``tests/world_war_one/golden/*.jsonl`` anew. That is right only when the rules have changed
on purpose (and then ``GAME.rules`` must change too): the kept records are the regression net.

Two simple-minded commanders play. The *driver* marches on its goals and attacks whatever it can;
the *idler* gives way. Seeds are tried in order until a game shows what is wanted.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

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
from trenchline.games.world_war_one.movement import SAILING_COASTS, MoveUnit
from trenchline.games.world_war_one.resources import appearance_hexes
from trenchline.games.world_war_one.state import State
from trenchline.kernel.bits import members
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.match import Match
from trenchline.kernel.record import record_text
from trenchline.kernel.steps import Choice, Choices, count, pick

FOLDER = Path(__file__).parent / "golden"

Chooser = Callable[[Match, random.Random], Choice]


def at_random(match: Match, rng: random.Random) -> Choice:
    """Any choice."""
    return pick(match.choices, int(rng.random() * count(match.choices)))


def idler(match: Match, rng: random.Random) -> Choice:
    """Do nothing, give way, and give up what can be given up."""
    for verb in ("done", "stay", "ruin", "destroy", "retreat"):
        if verb in match.choices:
            return _last(match.choices, verb)
    return at_random(match, rng)


def builder(match: Match, rng: random.Random) -> Choice:
    """Like the idler, but keeps armies on the map."""
    if "build" in match.choices:
        return _first(match.choices, "build")
    return idler(match, rng)


def _first(choices: Choices, verb: str) -> Choice:
    return pick({verb: choices[verb]}, 0)


def _last(choices: Choices, verb: str) -> Choice:
    return pick({verb: choices[verb]}, choices[verb].bit_count() - 1)


def at_random_among(choices: Choices, verb: str, rng: random.Random) -> Choice:
    """Any choice of one verb."""
    return pick({verb: choices[verb]}, int(rng.random() * choices[verb].bit_count()))


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
                return _last(choices, verb) if verb == "advance_to" else _first(choices, verb)
        if "unit" in choices:
            return pick(
                {"unit": choices["unit"]}, int(rng.random() * count({"u": choices["unit"]}))
            )
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
            return _first({"place": ports}, "place")
        goals = list(members(self.goals(state)))
        return "place", min(members(choices["place"]), key=lambda h: _distance(h, goals))

    def _march(self, choices: Choices, state: State, rng: random.Random) -> Choice:
        goals = list(members(self.goals(state)))
        for nation in self.trespass:
            for verb in ("step", "rail", "sea"):
                into = choices.get(verb, 0) & TERRITORY[nation]
                if into and state.status[nation] == NEUTRAL:
                    return _first({verb: into}, verb)
        if "stop" in choices and rng.random() < 0.3:
            return "stop", 0
        if "move" not in choices or not goals:
            return next((v, 0) for v in ("stay", "stop", "step") if v in choices)

        return "move", min(members(choices["move"]), key=lambda h: _distance(h, goals))


@dataclass(frozen=True)
class Wanted:
    """A golden game: who plays, and what must have happened."""

    name: str
    players: tuple[Chooser, Chooser]
    shows: Callable[[Match], bool]
    scenario: str = "historical"
    options: dict[str, str] = field(default_factory=dict)


def _winner(side: int | None) -> Callable[[Match], bool]:
    return lambda match: match.outcome is not None and match.outcome.winner == side


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
        Wanted("allied_victory", (at_random, at_random), _winner(ALLIED)),
        Wanted("central_victory", (idler, Driver(_all_centres(CENTRAL))), _winner(CENTRAL)),
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
        Wanted("draw", (builder, Driver(_all_centres(CENTRAL))), _winner(None)),
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


def play(want: Wanted, seed: int) -> Match:
    """Play one game to its end."""
    rng = random.Random(seed)
    dice = SeededDice(f"golden {want.name} {seed}")
    match = Match(GAME, dice, want.scenario, want.options, ("scripted", "scripted"))
    while not match.over:
        who = match.who
        assert who is not None
        match.take(want.players[who](match, rng))
    return match


TRIES = 400


def main() -> None:
    """Play every golden game (or those named) and keep its record."""
    FOLDER.mkdir(exist_ok=True)
    for want in wanted():
        if sys.argv[1:] and want.name not in sys.argv[1:]:
            continue
        for seed in range(TRIES):
            match = play(want, seed)
            if want.shows(match):
                (FOLDER / f"{want.name}.jsonl").write_text(record_text(match))
                print(f"{want.name}: seed {seed}, {len(match.history)} choices, {match.outcome}")
                break
        else:
            print(f"{want.name}: not found")


if __name__ == "__main__":
    main()
