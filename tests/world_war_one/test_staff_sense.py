"""What looked silly when staff games were read, and is mended: a position, and what a player would
do there."""

from __future__ import annotations

import random

import pytest

from tests.world_war_one.table import Table, fed, table
from tests.world_war_one.test_staff_conduct import conduct
from trenchline.games.world_war_one.components import (
    AH,
    ALLIED,
    BESIDE,
    BU,
    CENTRAL,
    GE,
    GRID,
    INFILTRATORS,
    UNITS,
)
from trenchline.games.world_war_one.staff import STAFF
from trenchline.games.world_war_one.staff.assault import WORTH_IT, promise
from trenchline.games.world_war_one.staff.fronts import COURSES, EAST, WEST, shares
from trenchline.games.world_war_one.staff.offensive import plan_of_attack
from trenchline.games.world_war_one.staff.pockets import Pockets
from trenchline.games.world_war_one.staff.posts import Map, fronts_of
from trenchline.games.world_war_one.strength import legal_targets
from trenchline.kernel.play import decision

USUAL = COURSES[STAFF.plans[0]]


def decide(t: Table) -> str:
    """The staff's next choice, not taken yet."""
    choices = decision(t.state).choices(t.state)
    choice = STAFF.choose(t.state, choices, random.Random(1), STAFF.plans[0])
    return t.game.format_choice(choice)


def test_9_22_no_ride_to_a_centre_from_which_nobody_comes_back_bug() -> None:
    """In the first winter a Russian army rode into empty Upper Silesia, alone among the enemies who
    move next. It was cut off and lost in every game."""
    t = table("""
        turn 2 phase Allied movement
        RS crp 19 4@1816 7@1914 5@2017
        GE crp 13 8@2212 9@1513 10@2010 17@1210 18@1409
        AH crp 15 1@1717 4@1918 10@1212
    """)
    conduct(t)
    assert t.where("RS4") != "1515"
    assert fed(t, "RS4")


def test_5_51_who_was_sent_to_italy_goes_on_there_bug() -> None:
    """Armies entered the Transit Area, came back to France the next turn, and entered it again."""
    t = table("""
        turn 4 phase Allied movement
        FR crp 20 1@0407 3@0308 9:transit
        IT crp 15 1@0415 2@0516
        GE crp 20 1@0406 2@0405
        AH crp 20 7@0716
    """)
    conduct(t)
    assert t.where("FR9") != "transit"
    assert int(t.where("FR9")[2:]) > 12, "in Italy"


def test_10_2_an_army_is_not_given_up_for_less_than_a_new_one_costs() -> None:
    t = table(
        """
        turn 7 phase Central attack 3
        RS crp 9 9@2717
        GE crp 8 2@2616
        """,
        6,
    )
    t.attack("2717", "GE2")
    assert t.asked == "AttackerLoss"
    assert decide(t) == "pay 4"


def test_8_58_who_cannot_pay_for_a_new_army_does_not_throw_one_away() -> None:
    """Bulgaria has no points and gets none: what she loses is gone. Austria has none left either,
    but will build anew."""
    t = table("""
        turn 7 phase Central attack 1
        RM crp 0 2@1629
        BU crp 0 1@1628 2@1630
        AH crp 0 7@1319
    """)
    target = GRID.hex("1629")
    t.state.crp[BU] = t.state.crp[AH] = 0
    bulgarian = promise(t.state, CENTRAL, target, 4, 1 << BU, False)
    austrian = promise(t.state, CENTRAL, target, 4, 1 << AH, False)
    assert bulgarian < austrian - 2
    assert bulgarian < WORTH_IT


def test_r60_the_strong_relieve_the_weak_in_the_line() -> None:
    """A Belgian army held the line while Britons and Americans with full purses stood behind it."""
    t = table("""
        turn 9 phase Allied movement
        BL crp 4 Army@0304
        BR crp 60 BEF@0305
        US crp 60 1@0204
        FR crp 20 6@0306
        GE crp 30 3@0404 12@0405 1@0406
        ruined 0505 0506 0605
    """)
    conduct(t)
    assert t.where("US1") == "0304"


def test_12_32_stosstruppen_go_into_the_line() -> None:
    """They stood in reserve for turns while others held the front."""
    t = table("""
        turn 8 phase Central movement
        FR crp 20 3@0407 5@0307 6@0306
        GE crp 40 1@0406 3@0405 4@0507 Stoss1@0506
        ruined 0506
    """)
    conduct(t)
    assert INFILTRATORS >> UNITS["GEStoss1"] & 1
    assert BESIDE[GRID.hex(t.where("GEStoss1"))] & t.state.armies[ALLIED]


def test_8_14_two_attacks_are_better_than_one_with_all_when_points_are_plenty() -> None:
    t = table("""
        turn 9 phase Allied attack 1
        FR crp 90 3@0407 Lorraine@0408 5@0307 6@0306
        GE crp 12 1@0406 5@0508
        ruined 0509
    """)
    targets = legal_targets(t.state, ALLIED)
    attacks = plan_of_attack(t.state, ALLIED, targets, -0.2)
    assert {GRID.label(hex_) for hex_ in attacks} >= {"0406", "0508"}
    forces = [force for _, force in attacks.values()]
    assert sum(len(force) for force in forces) == len(frozenset().union(*forces)), "[8.14]"


def test_9_31_the_ring_is_closed_by_those_who_move_last() -> None:
    """Warsaw has one way out, by Ivangorod or east of it."""
    t = table("""
        turn 4 phase Central movement
        RS crp 20 7@2014
        GE crp 40 9@2013 10@2113 12@2212
        AH crp 20 1@1915 2@2016
        ruined 2015
    """)
    pockets = Pockets(t.state, CENTRAL, 0)
    assert pockets.shut_in(GRID.hex("2115")) == 1
    assert pockets.shut_in(GRID.hex("1914")) == 0
    conduct(t)
    assert not fed(t, "RS7")


def test_r56_an_army_in_a_city_that_feeds_it_cannot_be_cut_off() -> None:
    t = table("""
        turn 4 phase Allied movement
        SB crp 10 1@1225 2@1024
        AH crp 40 5@1023 6@0924 14@1325
        BU 1@1226 2@1529
    """)
    view = Map(t.state, ALLIED, UNITS["SB2"], USUAL)
    skopje, hills = GRID.hex("0927"), GRID.hex("1026")
    assert not view.guard(skopje)[1]
    assert view.guard(hills)[1]
    conduct(t)
    assert t.where("SB2") == "0927"


def test_9_32_nobody_advances_from_the_hex_that_feeds_him_bug() -> None:
    """A German army went on to Reims; the hex it left was its only link, and it was lost."""
    t = table("""
        turn 7 phase Central attack 3
        FR crp 20 1@0306 3@0407 4@0308 5@0206
        GE crp 10 4@0406 5@0506 6@0507
        ruined 0506
    """)
    view = Map(t.state, CENTRAL, UNITS["GE4"], USUAL, final=True)
    assert view.fed >> GRID.hex("0406") & 1
    assert not view.fed >> GRID.hex("0307") & 1


def test_the_armies_that_face_the_enemy_are_not_spared_bug() -> None:
    """The west had two armies over its share, and three left the line, the last from Metz: those on
    their way through Germany still counted as being there."""
    t = table("""
        turn 3 phase Central movement
        FR crp 20 1@0409 3@0407 4@0308 5@0307 6@0306
        RS crp 20 1@2411
        GE crp 40 1@0406 4@0609 5@0508 6@0509 7@0510 8@2212
        ruined 0506
    """)
    assert all(fronts_of(t.state, UNITS[f"GE{n}"], USUAL)[WEST] == 1.0 for n in (1, 5, 6, 7))
    assert fronts_of(t.state, UNITS["GE4"], USUAL)[EAST] == 1.0, "in reserve behind the line"


def test_9_22_an_army_cut_off_goes_to_meet_its_friends() -> None:
    """It stood still in Gomel until it was lost."""
    t = table("""
        turn 5 phase Central movement
        RS crp 20 1@2314 2@2316 3@2318 4@2320 5@2322 6@2325 7@2411
        AH crp 20 2@2718 7@1717
    """)
    assert not fed(t, "AH2")
    conduct(t)
    lemberg = GRID.hex("1919")
    there = GRID.distance(GRID.hex(t.where("AH2")), lemberg)
    assert there < GRID.distance(GRID.hex("2718"), lemberg)


@pytest.mark.parametrize(("belgium", "most"), [("BL neutral Army@0505", 0.8), ("BL Army@0505", 1)])
def test_14_36_while_belgium_is_neutral_more_germans_go_east(belgium: str, most: float) -> None:
    t = table(f"""
        turn 1 phase Central movement
        {belgium}
        FR crp 15 1@0409
        RS crp 30 1@2411
        GE crp 40 1@0508
    """)
    west, _, _, east = shares(t.state, GE, USUAL)
    assert west / east == pytest.approx(most * USUAL.german[0] / USUAL.german[EAST])
