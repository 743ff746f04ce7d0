"""How the staff reasons: stakes, purses, promises, guards, and the outlook."""

from __future__ import annotations

import random

import pytest

from trenchline.games.world_war_one import GAME
from trenchline.games.world_war_one.components import (
    AH,
    ALLIED,
    CENTRAL,
    FR,
    GE,
    GRID,
    LAST_TURN,
    RS,
    RUSSIAN_CITIES,
    UNITS,
)
from trenchline.games.world_war_one.staff import STAFF
from trenchline.games.world_war_one.staff.assault import promise
from trenchline.games.world_war_one.staff.fronts import (
    BALKANS,
    COURSES,
    EAST,
    FRONT_OF,
    ITALY,
    WEST,
    shares,
)
from trenchline.games.world_war_one.staff.outlook import weigh
from trenchline.games.world_war_one.staff.posts import Map
from trenchline.games.world_war_one.staff.purse import means, price
from trenchline.games.world_war_one.staff.stakes import cities_wanted, enemy_reach, stakes
from trenchline.games.world_war_one.state import State
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.play import settle, take
from trenchline.kernel.steps import is_legal

USUAL = COURSES[STAFF.plans[0]]


@pytest.fixture
def war() -> State:
    """August 1914."""
    state = GAME.new(*GAME.settled("historical", {}))
    settle(state, SeededDice("s"))
    return state


def test_fronts_lie_where_people_look_for_them() -> None:
    where = {"0507": WEST, "0806": WEST, "0515": ITALY, "1122": BALKANS, "2010": EAST, "1818": EAST}
    assert {label: FRONT_OF[GRID.hex(label)] for label in where} == where


def test_12_12_after_the_surrender_nobody_stays_in_the_east(war: State) -> None:
    assert shares(war, GE, USUAL)[EAST] > 0.3
    war.surrendered = True
    assert shares(war, GE, USUAL)[EAST] == 0
    assert sum(shares(war, AH, USUAL)) == pytest.approx(1.0)


def test_12_11_the_last_russian_cities_weigh_most(war: State) -> None:
    warsaw, vilna = GRID.hex("2014"), GRID.hex("2713")
    before = stakes(war)[vilna]
    assert cities_wanted(war.red_cities) == 5
    war.red_cities = RUSSIAN_CITIES & ~(1 << vilna)
    assert cities_wanted(war.red_cities) == 1
    assert stakes(war)[vilna] > 3 * before
    war.red_cities = 1 << warsaw
    assert before < stakes(war)[vilna]


def test_10_0_points_that_nobody_can_spend_are_cheap(war: State) -> None:
    usual = price(war, FR)
    war.crp[FR] += 300
    assert price(war, FR) < usual / 4


def test_12_11_a_collapsed_russia_expects_nothing(war: State) -> None:
    assert means(war, RS) > war.crp[RS]
    war.collapsed = True
    assert means(war, RS) == war.crp[RS]


def test_8_59_germans_promise_more_against_russians(war: State) -> None:
    target = war.where[UNITS["RS1"]]
    german = promise(war, CENTRAL, target, 8, 1 << GE, False)
    war.crp[AH], war.crp[GE] = war.crp[GE], war.crp[AH]
    austrian = promise(war, CENTRAL, target, 8, 1 << AH, False)
    assert german > austrian
    assert promise(war, CENTRAL, target, 1, 1 << GE, False) < -50, "too weak to be an attack [8.3]"


def test_5_22_an_army_in_the_way_keeps_the_enemy_out(war: State) -> None:
    gap = GRID.hex("2613")
    assert enemy_reach(war, ALLIED, 0, gap).bit_count() < enemy_reach(war, ALLIED, 0).bit_count()


def test_an_open_centre_draws_the_army_that_can_take_it(war: State) -> None:
    """The enemy's centre outweighs the next hex, all else alike."""
    view = Map(war, CENTRAL, UNITS["GE1"], USUAL)
    lille, beside = GRID.hex("0306"), GRID.hex("0206")
    assert view.post(lille) > view.post(beside)


def test_15_0_the_outlook_is_a_chance_and_follows_the_points(war: State) -> None:
    assert weigh(war, ALLIED) + weigh(war, CENTRAL) == pytest.approx(1.0)
    before = weigh(war, CENTRAL)
    war.award(CENTRAL, 30, "a test")
    assert weigh(war, CENTRAL) > before
    war.turn = LAST_TURN
    war.award(CENTRAL, 200, "a test")
    assert weigh(war, CENTRAL) > 0.99


def test_the_staff_knows_every_plan_and_answers_every_question() -> None:
    for number, plan in enumerate(STAFF.plans):
        rng, dice = random.Random(number), SeededDice(str(number))
        state = GAME.new(*GAME.settled("free_deployment", {}))
        choices = settle(state, dice)
        for _ in range(250):
            take(state, *STAFF.choose(state, choices, rng, plan))
            choices = settle(state, dice)
        assert not GAME.broken(state)


def test_the_staff_offers_its_own_choice_first_among_rivals(war: State) -> None:
    assert STAFF.rivals is not None
    choices = settle(war, SeededDice("s"))
    rivals = STAFF.rivals(war, choices, random.Random(1), STAFF.plans[0])
    assert rivals[0] == STAFF.choose(war, choices, random.Random(1), STAFF.plans[0])
    assert all(is_legal(choices, choice) for choice in rivals)
