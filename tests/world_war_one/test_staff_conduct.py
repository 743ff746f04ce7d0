"""How the staff conducts the war: a position, and what it decides there."""

from __future__ import annotations

import random

import pytest

from tests.world_war_one.table import Table, fed, opening, table
from trenchline.games.world_war_one import GAME
from trenchline.games.world_war_one.components import (
    AH,
    ALLIED,
    BESIDE,
    BR,
    CENTRAL,
    FR,
    GE,
    GRID,
    UNITS,
)
from trenchline.games.world_war_one.staff import STAFF
from trenchline.games.world_war_one.staff.assault import promise
from trenchline.games.world_war_one.staff.fronts import COURSES, ITALY, WEST, strengths
from trenchline.games.world_war_one.staff.garrisons import spare
from trenchline.games.world_war_one.staff.posts import RELIEF, Map, fronts_of
from trenchline.games.world_war_one.staff.purse import price
from trenchline.games.world_war_one.staff.stakes import enemy_reach, hostile
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.play import decision, settle, take
from trenchline.kernel.steps import Choices

USUAL = COURSES[STAFF.plans[0]]


def conduct(t: Table, phase: str | None = None) -> Table:
    """Let the staff decide until the phase (or that one) is over."""
    phase = phase or t.phase
    while t.phase == phase:
        choices: Choices = decision(t.state).choices(t.state)
        choice = STAFF.choose(t.state, choices, random.Random(1), STAFF.plans[0])
        t.choose(t.game.format_choice(choice))
    return t


def test_9_32_an_army_goes_up_to_the_enemy_and_stays_in_supply_bug() -> None:
    """The hex next to the enemy is in his zone and nobody's line runs through it, so the staff took
    it for unsupplied and never went into contact. The army that stands there opens it."""
    t = table("""
        turn 3 phase Central movement
        FR crp 20 1@0305 2@0306 3@0307 4@0308 5@0309 6@0310
        GE crp 60 1@0605 2@0606 3@0707 4@0708 5@0709
        ruined 0505 0506 0605
    """)
    conduct(t)
    armies = [f"GE{n}" for n in range(1, 6)]
    french = t.state.armies[ALLIED]
    assert sum(bool(BESIDE[GRID.hex(t.where(army))] & french) for army in armies) >= 2
    assert all(fed(t, army) for army in armies)


def test_12_13_weak_armies_garrison_russia_and_the_germans_go_home() -> None:
    t = table("""
        turn 7 phase Central movement
        FR crp 20 1@0307 2@0308
        GE crp 20 5@2114 8@2215 9@2316
        AH crp 20 1@2014 2@2718 3@2720 4@2515
        facts collapsed surrendered watch-1
        captured 2014 2316 2713 2718 2720
        ruined 2014 2015 2219 2314 2316 2414 2512
    """)
    conduct(t)
    cities = {"2014", "2316", "2713", "2718", "2720", "2710", "2326"}
    assert sum(t.where(f"AH{n}") in cities for n in (1, 2, 3, 4)) >= 3
    assert t.state.garrisons.bit_count() == 4
    assert all(int(t.where(u)[:2]) < 20 for u in ("GE5", "GE8")), "free to leave, and gone"


def test_11_11_italy_is_reckoned_with_before_she_joins() -> None:
    """In the winter of 1914-15 Vienna already needs cover against an Italy that joins in summer."""
    t = table("""
        turn 2 phase Central movement
        IT crp 15 3@0615 4@0616
        AH crp 20 7@1319
    """)
    assert hostile(t.state, CENTRAL) >> GRID.hex("0616") & 1
    assert enemy_reach(t.state, CENTRAL, 0) >> GRID.hex("1116") & 1
    t.state.turn = 1
    assert not hostile(t.state, CENTRAL) >> GRID.hex("0616") & 1


def test_13_11_a_variable_italy_may_join_any_time() -> None:
    t = table("""
        turn 1 phase Central movement
        IT 3@0615
        AH crp 20 7@1319
        facts option-variable_italy
    """)
    assert hostile(t.state, CENTRAL) >> GRID.hex("0615") & 1


def test_5_51_the_western_line_is_full_and_the_rest_goes_to_italy() -> None:
    t = table("""
        turn 4 phase Allied movement
        BR crp 20 1@0305 2@0306 3@0307 4@0108 5@0109
        IT crp 15 1@0415 2@0516
        GE crp 20 1@0406 2@0405
        AH crp 20 7@0615
    """)
    conduct(t)
    assert "transit" in (t.where("BR4"), t.where("BR5"))
    assert sum(t.where(f"BR{n}") == "transit" for n in range(1, 6)) <= 2
    assert strengths(t.state, BR)[ITALY] >= 1, "those on their way count"


def test_an_army_stays_with_its_front_unless_it_can_be_spared() -> None:
    """Armies no longer change places between east and west: only a surplus moves."""
    t = table("""
        turn 4 phase Central movement
        FR crp 20 1@0307
        RS crp 20 1@2411
        GE crp 20 1@0406 2@0506 3@0507 8@2212 9@2211 10@2112
        ruined 0506
    """)
    assert fronts_of(t.state, UNITS["GE1"], USUAL)[WEST] == 1.0
    assert sum(fronts_of(t.state, UNITS["GE1"], USUAL)) == 1.0


def test_8_58_an_attack_that_cannot_be_paid_for_costs_an_army() -> None:
    t = table("""
        turn 3 phase Central attack 1
        FR crp 20 3@0407
        GE crp 40 4@0507 5@0508 1@0406
    """)
    rich = promise(t.state, CENTRAL, GRID.hex("0407"), 12, 1 << GE, False)
    t.state.crp[GE] = 0
    assert promise(t.state, CENTRAL, GRID.hex("0407"), 12, 1 << GE, False) < rich - 2


@pytest.mark.parametrize("turn", [3, 10])
def test_10_0_a_full_purse_is_spent_and_an_empty_one_kept(turn: int) -> None:
    t = table(f"""
        turn {turn} phase Allied attack 1
        FR crp 60 3@0307 4@0308
        GE crp 40 4@0407
    """)
    full = price(t.state, FR)
    t.state.crp[FR] = 2
    assert price(t.state, FR) > 3 * full


def test_9_32_an_army_that_is_cut_off_is_linked_up_again() -> None:
    """GE3 before Calais has no way home past Lille until a friend stands at Ostend."""
    t = table("""
        turn 2 phase Central movement
        BR crp 10 BEF@0305
        FR crp 10 1@0205 2@0306
        GE crp 30 2@0506 3@0304
        ruined 0505 0506 0605
    """)
    assert not fed(t, "GE3")
    view = Map(t.state, CENTRAL, UNITS["GE2"], USUAL)
    ostend, ghent = GRID.hex("0404"), GRID.hex("0505")
    assert (view.relieved(ostend), view.relieved(ghent)) == (1, 0)
    before = view.post(ostend)
    view.cut_off = 0
    assert before - view.post(ostend) == pytest.approx(RELIEF)


def test_12_5_an_austrian_does_not_follow_into_germany() -> None:
    t = table(
        """
        turn 4 phase Central attack 1
        RS crp 0 4@1515
        GE crp 20 5@1514
        AH crp 20 7@1415 8@1516
        """,
        3,
    )
    conduct(t)
    assert t.where("GE5") == "1515"
    assert (t.where("AH7"), t.where("AH8")) == ("1415", "1516")


def test_5_4_the_port_sends_an_army_straight_to_the_italian_front() -> None:
    t = table("""
        turn 4 phase Allied movement
        BR crp 20 1@0305 2@0306 3@0104 4@0108 5@0109
        IT crp 15 1@0415 2@0516
        GE crp 20 1@0406 2@0405
        AH crp 20 7@0615 8@0716
    """)
    conduct(t)
    assert t.said("British 3rd sails from 0104 to")
    assert int(t.where("BR3")[2:]) > 14, "in Italy"
    assert fed(t, "BR3")


def test_11_7_no_ship_violates_a_neutral() -> None:
    t = table("""
        turn 4 phase Allied movement
        BR crp 20 1@0305 2@0306 3@0104 4@0108 5@0109
        IT crp 15 1@0415 2@0516
        GK neutral 1@0929 2@0833
        GE crp 20 1@0406 2@0405
        AH crp 20 7@0615
    """)
    conduct(t)
    assert t.side("GK") == "neutral"


def test_14_31_the_allies_draw_up_behind_their_forts() -> None:
    t = opening(scenario="free_deployment")
    while t.asked == "Deployment" and t.who == "Allied":
        choice = STAFF.choose(
            t.state, decision(t.state).choices(t.state), random.Random(1), STAFF.plans[0]
        )
        t.choose(t.game.format_choice(choice))
    where = {t.where(unit) for unit in ("RS1", "RS2", "RS3", "RS4", "RS5", "RS8")}
    assert {"2014", "2512"} <= where, "Warsaw and Kovno"
    assert min(where) >= "2014", "nobody in the Polish salient"
    assert {"0407", "0408", "0409"} <= {t.where(f"FR{n}") for n in range(1, 6)}


def test_5_43_the_turks_stay_to_guard_the_straits() -> None:
    t = table("""
        turn 4 phase Central movement
        SB crp 5 1@1124 2@0924
        TU crp 6 1@1531 2@1532
        BU 1@1226 2@1529
        AH crp 20 5@1122 6@0923
    """)
    conduct(t)
    assert all(int(t.where(unit)[:2]) >= 14 for unit in ("TU1", "TU2"))


def test_12_13_the_strongest_garrison_is_spared() -> None:
    t = table("""
        turn 7 phase Central movement
        GE 5@2014
        AH 1@2316 2@2713 3@2718 4@2720
        FR 1@0307
        facts collapsed surrendered watch-1
        ruined 2014 2015 2219 2314 2316 2414 2512
    """)
    cities = sum(1 << GRID.hex(label) for label in ("2014", "2316", "2713", "2718", "2720"))
    assert spare(t.state, cities) == GRID.hex("2014")


BELGIUM = """
    turn 1 phase Central movement
    FR crp 15 {french}
    BL neutral crp 1 Army@0505
    NE neutral Army@0705
    GE crp 40 1@0508 2@0606 3@0607 4@0608 5@0609 6@0509
    facts free
"""


def test_11_4_germany_marches_through_belgium_while_northern_france_is_empty() -> None:
    t = conduct(table(BELGIUM.format(french="1@0409 2@0310")))
    assert t.side("BL") == "allied"
    assert t.side("NE") == "neutral", "five and twenty points are too many"
    t = conduct(table(BELGIUM.format(french="1@0409 2@0407 3@0306 4@0307 5@0305")))
    assert t.side("BL") == "neutral"


def test_9_32_the_army_through_which_others_are_supplied_stays_bug() -> None:
    """Venice was left to guard Milan, and two armies on the Isonzo were lost behind it: the fort of
    Trent controls Venice, and only an army there keeps their way home open."""
    t = table("""
        turn 3 phase Allied movement
        IT crp 15 1@0415 2@0516 3@0615 4@0616
        AH crp 30 7@0614 8@0716
    """)
    conduct(t)
    assert t.where("IT2") == "0516"
    assert fed(t, "IT3")
    assert fed(t, "IT4")


def test_10_0_a_whole_war_is_fought_and_paid_for() -> None:
    """One game of staff against staff: armies attack in every year, nobody hoards or is wasted."""
    state = GAME.new(*GAME.settled("historical", {}))
    state.log, dice, rng = [], SeededDice("1"), random.Random("choices 1")
    choices, attacks = settle(state, dice), [0, 0]
    while choices:
        choice = STAFF.choose(state, choices, rng, STAFF.plans[0])
        attacks[decision(state).who(state)] += choice[0] == "attack"
        take(state, *choice)
        choices = settle(state, dice)
    assert min(attacks) > 40
    received = {GE: 265, AH: 165}
    assert all(state.crp[nation] < points / 3 for nation, points in received.items())
    assert not any("may not stay there" in line for line in state.log), "12.5"
