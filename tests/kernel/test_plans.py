"""Plans tried on knowledge: told the same of all positions that a side cannot tell apart."""

from __future__ import annotations

import random

import pytest

from trenchline.games import game_names, load_game
from trenchline.kernel.bits import members
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.game import AnyGame
from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.match import Match
from trenchline.kernel.parties import parties
from trenchline.kernel.plans import GOOD, Act, Moment, Trial, Tried
from trenchline.kernel.steps import count, pick

MOVED = 6
"""Units that are planned to go somewhere."""


def picking(game: AnyGame, match: Match) -> str | None:
    """The verb by which a unit is taken in hand now."""
    for verb in match.choices:
        names = game.verbs[verb].names
        if game.verbs[verb].means == "pick" and names is not None and names.takes == "unit":
            return verb
    return None


def at_a_movement(game: AnyGame, seed: int) -> Match:
    """A match played at random until somebody moves, some time after its beginning."""
    match = Match(game, SeededDice(str(seed)))
    rng = random.Random(seed)
    for number in range(3000):
        if number > 60 and picking(game, match):
            return match
        match.take(pick(match.choices, rng.randrange(count(match.choices))))
    raise AssertionError("nobody ever moves")


def moves(game: AnyGame, match: Match) -> list[Act]:
    verb = picking(game, match)
    assert verb is not None
    found: list[Act] = []
    for unit in list(members(match.choices[verb]))[:MOVED]:
        for party in parties(game, match.state, match.choices, [unit]):
            goals = [(by, hex_) for by, hexes in party.goals.items() for hex_ in members(hexes)]
            if goals:
                found.append((*party.orders, goals[-1]))
    return found


def tried(
    game: AnyGame, position: object, match: Match, acts: list[Act]
) -> list[tuple[Tried, object]]:
    """What a side is told of each act, and every fact of the position that it is shown then."""
    side = match.who
    assert side is not None
    ground = game.map_of(match.scenario)
    trial = Trial(game, None if ground is None else ground.board, side)
    known = Knowledge(game, position, side, match.choices)
    moment, told = Moment(known.position.copy(), known.choices), []
    for number, act in enumerate(acts):
        found, moment = trial.act(moment, act, number == len(acts) - 1)
        told.append((found, moment.state.facts()))
    return told


@pytest.mark.parametrize("name", ["kaisers_war", "der_weltkrieg"])
def test_twins_are_told_the_same(name: str) -> None:
    game = load_game(name)
    match = at_a_movement(game, 3)
    acts = moves(game, match)
    before = match.state.copy()
    told = tried(game, match.state, match, acts)
    assert GOOD in [one.fate for one, _ in told]
    assert match.state == before
    secrets, side = game.secrets, match.who
    assert secrets is not None
    assert side is not None
    for seed in range(3):
        twin = secrets.deal(match.state, side, random.Random(seed))
        assert tried(game, twin, match, acts) == told


HIDING: dict[str, tuple[str | None, dict[str, str]]] = {
    "kaisers_war": (None, {}),
    "der_weltkrieg": ("gorlice", {}),
    "the_great_war": ("caporetto", {"limited_intelligence": "on"}),
    "balance_of_powers": ("before_the_leaves_fall", {"optional_set_up": "on"}),
}
"""Games that hide something: the scenario, and the options under which they hide most."""
MOMENTS, APART, ACTS, MOST = 8, 7, 5, 20_000


def planned_at_random(trial: Trial, start: Moment, rng: random.Random) -> list[Act]:
    """Acts that a side could think of, each on what the one before leads to."""
    acts: list[Act] = []
    moment = start
    while len(acts) < ACTS and moment.open and moment.choices:
        act = (pick(moment.choices, rng.randrange(count(moment.choices))),)
        acts.append(act)
        _, moment = trial.act(moment, act, False)
    return acts


def test_all_that_hide_are_here() -> None:
    assert {name for name in game_names() if load_game(name).secrets} == set(HIDING)


@pytest.mark.parametrize("name", HIDING)
def test_whatever_is_planned_twins_are_told_the_same(name: str) -> None:
    """Fates, reasons, ways and odds of any acts, at any moment; and the position that they lead to
    is the same to the last fact, so that nothing hidden can be read in it."""
    game = load_game(name)
    secrets, rng = game.secrets, random.Random(5)
    assert secrets is not None
    scenario, options = HIDING[name]
    match = Match(game, SeededDice("plans"), scenario, options)
    looked = 0
    for number in range(MOST):
        # Nobody has the rest placed while forces are written down.
        choices = {verb: n for verb, n in match.choices.items() if verb != "rest"}
        match.take(pick(choices, rng.randrange(count(choices))))
        side = match.who
        assert side is not None
        twin = secrets.deal(match.state, side, rng) if number % APART == 0 else match.state
        if twin == match.state:
            continue
        ground = game.map_of(match.scenario)
        trial = Trial(game, None if ground is None else ground.board, side)
        known = Knowledge(game, match.state, side, match.choices)
        acts = planned_at_random(trial, Moment(known.position.copy(), known.choices), rng)
        assert tried(game, twin, match, acts) == tried(game, match.state, match, acts)
        looked += 1
        if looked == MOMENTS:
            return
    raise AssertionError("nothing is ever hidden")
