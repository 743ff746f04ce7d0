"""Whole random games of each scenario, to their end: invariants, texts, copies and refusals."""

from __future__ import annotations

import random

import pytest

from trenchline.games.balance_of_powers.battle import Battle
from trenchline.games.balance_of_powers.components import GRID
from trenchline.games.balance_of_powers.invariants import broken
from trenchline.games.balance_of_powers.notation import notation, parse
from trenchline.games.balance_of_powers.opening import HISTORICAL, new_game
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.variants import FREE
from trenchline.games.balance_of_powers.verbs import VERBS
from trenchline.games.balance_of_powers.victory import outcome
from trenchline.kernel.dice import PlannersDice
from trenchline.kernel.notation import NotationError
from trenchline.kernel.play import decision, settle, take
from trenchline.kernel.position import differences
from trenchline.kernel.steps import count, pick

SCENARIOS = (
    "before_the_leaves_fall",
    "fire_in_the_east",
    "storm_of_steel",
    "kaiserschlacht",
    "south_slavs",
    "price_of_admiralty",
    "asian_treasure_house",
    "africa",
)
SAMPLED = 97
"""Every so many choices all is looked at."""


def looked_at(state: State, rng: random.Random) -> None:
    """A position is sound, reads like it writes, and a copy of it lives a life of its own."""
    assert not broken(state)
    text = notation(state)
    read = parse(text)
    read.rolls = state.rolls
    assert differences(read, state) == []
    assert notation(read) == text
    twin = state.copy()
    asked, choices = decision(twin), decision(twin).choices(twin)
    assert asked.prompt(twin)
    fresh = state.copy()
    fresh.march_memo, fresh.supply_memo = None, {}
    assert decision(fresh).choices(fresh) == choices
    verb, number = pick(choices, rng.randrange(count(choices)))
    names = VERBS[verb].names
    assert names is None or names.parse(names.format(number)) == number
    for other in set(VERBS) - set(choices):
        assert asked.why_not(twin, other, 0).case
    take(twin, verb, number)
    settle(twin, PlannersDice(random.Random(1)))
    assert notation(state) == text


@pytest.mark.slow
@pytest.mark.parametrize("set_up", ["on", pytest.param("off", marks=pytest.mark.no_cover)])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_4_0_random_games_play_to_their_end(scenario: str, set_up: str) -> None:
    rng = random.Random(f"{scenario} {set_up}")
    # Random players lose by the Schlieffen Plan in August.
    state = new_game(scenario, {HISTORICAL: set_up, FREE: "on"})
    state.log = []
    dice = PlannersDice(rng)
    taken = 0
    while choices := settle(state, dice):
        if taken % SAMPLED == 0:
            looked_at(state, rng)
        verb, number = pick(choices, rng.randrange(count(choices)))
        take(state, verb, number)
        taken += 1
    assert state.month == state.scenario.last or state.finished
    assert outcome(state).reason
    assert not broken(state)
    text = notation(state)
    assert text.endswith("over\n")
    assert notation(parse(text)) == text


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("scenario verdun", "there is no scenario 'verdun'"),
        ("month Brumaire 1914", "'Brumaire 1914' is no month"),
        ("Central GE\nFR I-1@1123", "line 2: FR is on no side"),
        ("Central GE\nGE I-1@9999", "line 2"),
        ("Central GE\nGE I-1:tavern", "line 2: 'tavern' is none of"),
        ("Central GE\nGE I-99@1123", "there is no counter 'GE-I-99'"),
        ("Central GE\nGE I-1@1123 I-1@1124", "GE-I-1 stands twice"),
        ("holder GE 1123", "GE is on no side"),
        ("points GE-many", "a number is missing"),
        ("violated XX", "'XX' is none of"),
        ("fact weather 1", "'fact' is not understood"),
        ("tents 1123", "'tents' is not understood"),
        ('step Picnic {"side":0}', "'Picnic' is not a step of the game"),
        ("battle GE-I-1 > {}", "the battle cannot be read"),
    ],
)
def test_positions_that_cannot_be_read_name_the_line(text: str, told: str) -> None:
    with pytest.raises(NotationError, match=r"line \d") as error:
        parse(text)
    assert told in str(error.value)


def test_a_battle_whose_attackers_are_all_lost_reads_back_bug() -> None:
    """Random games came to positions in the middle of such a battle, and their text could not be
    read."""
    state = parse("Central GE\nEntente FR\nFR I-20@1124")
    state.battles.append(Battle(0, GRID.hex("1224"), GRID.hex("1124"), 0))
    assert parse(notation(state)).battles == state.battles


def test_a_position_says_only_what_is_unusual() -> None:
    state = parse("month September 1914\nCentral GE AH\nEntente FR RU\nGE I-3@1123\npoints GE-5")
    assert state.month == 1
    lines = notation(state).splitlines()
    assert "GE I-3@1123" in lines
    assert "points GE-5" in lines
    assert not any(line.startswith("fact") for line in lines)


@pytest.mark.slow
@pytest.mark.no_cover
def test_12_9_months_of_the_whole_war_at_random() -> None:
    """A whole war takes minutes; its first months have every front and every fleet."""
    rng = random.Random("great war")
    state = new_game("great_war", {HISTORICAL: "on", FREE: "on"})
    dice = PlannersDice(rng)
    for taken in range(6000):
        choices = settle(state, dice)
        assert choices
        if taken % 997 == 0:
            looked_at(state, rng)
        take(state, *pick(choices, rng.randrange(count(choices))))
    assert state.month >= 3
    assert not broken(state)
