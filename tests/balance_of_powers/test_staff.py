"""The staff: it plays whole games by the rules, wins them, and does in positions made for it what a
staff officer would do."""

from __future__ import annotations

import random

import pytest

from trenchline.games.balance_of_powers.components import (
    ALL_CORPS,
    ARMY_LEADERS,
    BE,
    CAPITALS,
    CENTRAL,
    ENTENTE,
    FR,
    GE,
    GRID,
    HOLDERS,
    OF_KIND,
    OF_NATION,
    UNITS,
)
from trenchline.games.balance_of_powers.face import GAME
from trenchline.games.balance_of_powers.going import EASY, HARD, beside
from trenchline.games.balance_of_powers.march import Campaign
from trenchline.games.balance_of_powers.package import PLAYABLE
from trenchline.games.balance_of_powers.staff.operations import best_attack
from trenchline.games.balance_of_powers.staff.outlook import weigh
from trenchline.games.balance_of_powers.staff.promises import declared, duty, promise
from trenchline.games.balance_of_powers.staff.stakes import Situation
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.supply import unsupplied
from trenchline.games.balance_of_powers.victory import outcome
from trenchline.games.balance_of_powers.war_plans import has_attacked, has_wheeled
from trenchline.kernel.bits import members
from trenchline.kernel.dice import PlannersDice
from trenchline.kernel.floods import stepper
from trenchline.kernel.fronts import incursion
from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.play import decision, settle, take
from trenchline.kernel.steps import is_legal
from trenchline.players import make_player

LONGEST = 20_000
MONTHS = {"great_war": 4}
"""The whole war would take minutes: its first summer and autumn are enough here."""


def played(scenario: str, names: tuple[str, str], seed: int, months: int = 99) -> State:
    """A game between two players, or its first months; every choice is legal, and whoever makes it
    changes nothing before it is taken."""
    state = GAME.new(*GAME.settled(scenario, {}))
    dice = PlannersDice(random.Random(f"dice {seed}"))
    players = [make_player(name) for name in names]
    streams = [random.Random(f"{name} {seed}") for name in names]
    for taken in range(LONGEST):
        choices = settle(state, dice)
        if not choices or state.month >= state.scenario.first + months:
            return state
        side = decision(state).who(state)
        before = state.copy() if taken % 16 == 0 else None
        choice = players[side].choose(Knowledge(GAME, state, side, choices), streams[side])
        assert is_legal(choices, choice), choice
        assert before is None or state == before, "a player only looks"
        take(state, *choice)
    raise AssertionError("a game without an end")


@pytest.mark.slow
@pytest.mark.parametrize("scenario", PLAYABLE)
def test_the_staff_plays_a_whole_game_against_itself(scenario: str) -> None:
    state = played(scenario, ("staff", "staff"), 1, MONTHS.get(scenario, 99))
    assert not state.stack or state.finished or scenario in MONTHS


@pytest.mark.slow
@pytest.mark.parametrize("names", [("staff", "random"), ("random", "staff")])
@pytest.mark.parametrize("scenario", PLAYABLE)
def test_the_staff_answers_whatever_a_blind_enemy_does(
    scenario: str, names: tuple[str, str]
) -> None:
    state = played(scenario, names, 2, MONTHS.get(scenario, 99))
    assert not state.stack or state.finished or scenario in MONTHS


def test_12_1_august_1914_looks_like_it() -> None:
    state = played("before_the_leaves_fall", ("staff", "staff"), 3, months=1)
    assert state.decided < 0, "Germany has wheeled through Belgium, or has lost"
    assert has_wheeled(state)
    assert has_attacked(state)
    assert state.sides[BE] == ENTENTE
    germans = state.on_map(CENTRAL) & OF_NATION[GE] & ALL_CORPS
    french = state.on_map(ENTENTE) & OF_NATION[FR] & ALL_CORPS
    assert germans.bit_count() > 35
    assert french.bit_count() > 12


def test_germany_takes_what_nobody_defends_and_spends_what_it_has() -> None:
    state = played("before_the_leaves_fall", ("staff", "passing"), 4)
    assert outcome(state).winner == CENTRAL
    assert state.points[GE] <= 6, "points are no use when the war is over"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scenario", "side"),
    [
        ("kaiserschlacht", CENTRAL),
        ("south_slavs", CENTRAL),
        ("asian_treasure_house", ENTENTE),
        ("africa", CENTRAL),
        ("africa", ENTENTE),
    ],
)
def test_the_staff_beats_whoever_only_looks_on(scenario: str, side: int) -> None:
    names = ("staff", "passing") if side == CENTRAL else ("passing", "staff")
    assert outcome(played(scenario, names, 5)).winner == side


def after_march(scenario: str, names: tuple[str, str], seed: int, side: int) -> State:
    """A game of two months, stopped as a side has ended its last half."""
    state = GAME.new(*GAME.settled(scenario, {}))
    dice = PlannersDice(random.Random(f"dice {seed}"))
    players = [make_player(name) for name in names]
    rng = random.Random(seed)
    while choices := settle(state, dice):
        asking = decision(state)
        who = asking.who(state)
        choice = players[who].choose(Knowledge(GAME, state, who, choices), rng)
        last = state.month == state.scenario.first + 1 and state.fortnight == 2
        if isinstance(asking, Campaign) and asking.side == side and choice[0] == "end" and last:
            return state
        take(state, *choice)
    raise AssertionError("the game is over")


@pytest.mark.slow
def test_the_front_in_france_has_no_gap_that_leads_to_paris() -> None:
    state = after_march("kaiserschlacht", ("staff", "staff"), 6, ENTENTE)
    sit = Situation(state, ENTENTE)
    open_ = incursion(
        sit.walkers, sit.theirs & ~state.corps[ENTENTE] & ~sit.walls, stepper(EASY), stepper(HARD)
    )
    assert not open_ & CAPITALS[FR], "nobody walks into Paris"
    assert not open_ & GRID.hexes("0418") & state.held[ENTENTE], "nor into Calais"
    assert state.entrenched & state.on_map(ENTENTE), "whoever holds a line digs in"


def test_3_2_armies_on_the_march_stay_in_supply() -> None:
    state = after_march("before_the_leaves_fall", ("staff", "passing"), 7, CENTRAL)
    corps = state.on_map(CENTRAL) & ALL_CORPS
    assert unsupplied(state, corps).bit_count() <= corps.bit_count() // 12


def test_the_great_attack_of_1915_has_guns_a_leader_and_good_odds() -> None:
    state = GAME.new(*GAME.settled("fire_in_the_east", {"historical_set_up": "on"}))
    settle(state, PlannersDice(random.Random(8)))
    state.phasing = CENTRAL
    sit = Situation(state, CENTRAL)
    # The best corps stay when no column takes them north.
    sit.columns = []
    attack = best_attack(sit)
    assert attack is not None
    assert attack.units & OF_KIND["siege"]
    assert attack.units & ARMY_LEADERS
    assert (attack.units & ALL_CORPS).bit_count() >= 5
    assert attack.promise.value > 0.2


def test_an_attack_without_hope_is_not_made() -> None:
    state = GAME.new(*GAME.settled("fire_in_the_east", {"historical_set_up": "on"}))
    sit = Situation(state, CENTRAL)
    target = GRID.hex("3617")
    origin = next(h for h in members(state.corps[CENTRAL]) if beside(h) >> target & 1)
    weakest = min(members(state.units(origin, CENTRAL) & HOLDERS), key=lambda u: UNITS[u].attack)
    assert promise(sit, declared(sit, origin, target, 1 << weakest)).value < 0


def test_12_1_the_plans_of_1914_count_for_something() -> None:
    state = GAME.new(*GAME.settled("before_the_leaves_fall", {"historical_set_up": "on"}))
    assert duty(Situation(state, CENTRAL), 6, GRID.hex("1119")) > 1, "Liège"
    state.phasing = ENTENTE
    assert duty(Situation(state, ENTENTE), 2, GRID.hex("1123")) > 1, "Metz"
    state.fortnight = 2
    assert duty(Situation(state, ENTENTE), 2, GRID.hex("1123")) == 0


def test_a_fortress_that_matters_is_not_left_empty_before_an_army() -> None:
    state = GAME.new(*GAME.settled("before_the_leaves_fall", {"historical_set_up": "on"}))
    sit = Situation(state, CENTRAL)
    assert sit.besieged(GRID.hex("1123")) > 1, "Metz, with the French before it"
    assert sit.besieged(GRID.hex("2516")) == 0, "Berlin has no enemies in sight"


def test_a_position_is_weighed_by_what_wins_the_scenario() -> None:
    state = GAME.new(*GAME.settled("kaiserschlacht", {"historical_set_up": "on"}))
    before = weigh(state, CENTRAL)
    assert abs(before + weigh(state, ENTENTE) - 1) < 1e-9
    paris = next(iter(members(CAPITALS[FR])))
    state.held[ENTENTE] &= ~(1 << paris)
    state.held[CENTRAL] |= 1 << paris
    assert weigh(state, CENTRAL) > before
