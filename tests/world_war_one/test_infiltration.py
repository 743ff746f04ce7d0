"""Sections 12.3 and 13.3: Stosstruppen, infiltration, and the French Tank Army."""

from __future__ import annotations

import pytest

from tests.world_war_one.battles import assault, pause
from tests.world_war_one.table import Table, table
from trenchline.games.world_war_one import GAME
from trenchline.games.world_war_one.advance import Advance, FollowUp
from trenchline.games.world_war_one.components import GRID
from trenchline.games.world_war_one.losses import AttackerLoss, DefenderLoss

MEUSE = """turn 7 phase Central attack {set}
           FR crp {crp} 1@0407 2@0208
           GE crp 9 Stoss1@0508 5@0507 6@0607 7@0509
           AH crp 9 1@0406
           ruined 0310 0408 0409 0505 0506"""
"""Stosstruppen before 0407 with Germans and Austrians beside them; alone +1, with the 5th +5."""


# Building them.


@pytest.mark.parametrize(("turn", "may"), [(5, False), (6, True), (9, True)])
def test_12_31_stosstruppen_are_built_from_the_sixth_turn_one_a_phase(turn: int, may: bool) -> None:
    t = table(f"""turn {turn} phase Central build
                  FR crp 9 1@0207
                  GE crp 20 5@0508""")
    assert ("GEStoss1" in t.choices("build")) == may
    if not may:
        assert t.refused("build GEStoss1").case == "12.31"
        return
    t.choose("build GEStoss1", "place 0707")
    assert t.crp("GE") == 15
    assert t.refused("build GEStoss2").case == "12.31"
    assert t.may("build GE6")
    # The next Build Phase brings another.
    t.choose("done")
    while t.phase != "Central build":
        t.choose("done")
    assert t.may("build GEStoss2")


# The tactics.


def test_12_33_infiltration_is_declared_before_the_die() -> None:
    """Other units may take part."""
    t = table(MEUSE.format(set=1, crp=9))
    t.choose("attack 0407", "with GE5")
    assert t.refused("infiltrate").case == "12.33"
    t.choose("with GEStoss1")
    assert t.may("infiltrate")
    t.choose("infiltrate")
    assert t.refused("infiltrate").case == "12.33"
    assert "roll" in t.verbs
    # Undeclared, nobody is driven back: 2 at +5 is 3/2.
    p = pause(MEUSE.format(set=1, crp=9), "GEStoss1 GE5 > 0407", 2, DefenderLoss)
    assert p.legal == {"hold", "retreat 1", "retreat 2"}


def test_12_33_not_before_the_attack_can_be_made() -> None:
    """In winter the Stosstruppen alone are too weak: 4 against 5 [8.3]."""
    t = table("""turn 8 phase Central attack 1
                 FR crp 9 1@0407
                 GE crp 9 Stoss1@0508 5@0507 6@0406
                 ruined 0408 0505 0506""")
    t.choose("attack 0407", "with GEStoss1")
    assert t.legal == {"with GE5", "with GE6"}
    assert t.refused("infiltrate").case == "8.3"
    t.choose("with GE6")
    assert t.may("infiltrate")


def test_12_32_a_printed_two_drives_the_defender_back() -> None:
    """The hex counts towards the loss; the rest may be paid."""
    p = pause(MEUSE.format(set=1, crp=9), "GEStoss1 GE5 > 0407 infiltrating", 2, DefenderLoss)
    assert p.legal == {"retreat 1", "retreat 2"}
    assert p.refused("hold") == "12.32"
    t = p.choose("retreat 1")
    assert t.crp("FR") == 8


def test_12_32_who_cannot_go_back_is_destroyed() -> None:
    """[R13] Even with points for the whole loss; in supply, so it may be rebuilt."""
    corner = """turn 7 phase Central attack 1
                FR crp 9 1@0110
                GE crp 9 Stoss1@0209
                ruined 0310 0408 0409"""
    p = pause(corner, "GEStoss1 > 0110 infiltrating", 1, DefenderLoss)
    assert p.legal == {"destroy"}
    t = p.choose("destroy")
    assert (t.where("FR1"), t.crp("FR")) == ("pool", 9)


def test_12_32_not_against_an_unoccupied_fort() -> None:
    verdun = """turn 7 phase Central attack 1
                FR crp 9 {garrison}
                GE crp 9 Stoss1@0508 5@0509"""
    t = table(verdun.format(garrison="1@0207")).choose("attack 0408", "with GEStoss1")
    assert t.legal == {"with GE5", "roll"}
    assert t.refused("infiltrate").case == "12.32"
    t = table(verdun.format(garrison="1@0408")).choose("attack 0408", "with GEStoss1")
    assert t.legal == {"infiltrate", "roll"}


@pytest.mark.parametrize(("die", "loss"), [(5, 1), (6, 0)])
def test_12_34_a_printed_one_or_nought_forces_nobody(die: int, loss: int) -> None:
    """At +1 a five is 3/1, a six 4/0; the defender may go back if he likes."""
    t = table(MEUSE.format(set=1, crp=9), die)
    assault(t, "GEStoss1 > 0407 infiltrating")
    if loss:
        assert t.legal == {"hold", "retreat 1"}
    else:
        assert t.asked != "DefenderLoss"


def test_12_35_only_germans_bear_the_attackers_loss() -> None:
    attack = "GEStoss1 AH1 > 0407"
    p = pause(MEUSE.format(set=3, crp=9), attack, 2, AttackerLoss)
    assert {"lose AH1", "pay 0"} <= p.legal
    p = pause(MEUSE.format(set=3, crp=9), f"{attack} infiltrating", 2, AttackerLoss)
    assert p.legal == {"pay 2", "lose GEStoss1"}
    assert p.refused("lose AH1") == "12.35"
    assert p.refused("lose AH2") == "8.52"
    # Without German points a German army goes, however rich the Austrians are.
    poor = MEUSE.format(set=1, crp=9).replace("GE crp 9", "GE crp 1")
    p = pause(poor, "GEStoss1 GE5 AH1 > 0407 infiltrating", 2, AttackerLoss)
    assert p.legal == {"lose GEStoss1", "lose GE5"}
    assert p.refused("pay 1") == "8.54"


EAST = """turn 7 phase Central attack 1
          RS crp 9 1@1917
          GE crp 9 Stoss1@1817"""


def test_12_37_the_printed_number_counts_not_the_doubled_one() -> None:
    """A13: a printed one against Russians is a loss of two, and forces no retreat."""
    p = pause(EAST, "GEStoss1 > 1917 infiltrating", 4, DefenderLoss)
    assert p.legal == {"hold", "retreat 1", "retreat 2"}
    p = pause(EAST, "GEStoss1 > 1917 infiltrating", 1, DefenderLoss)
    assert p.legal == {"retreat 1", "retreat 2", "retreat 3", "retreat 4"}


def test_12_32_the_odds_say_who_must_retreat() -> None:
    """[12.37] [8.59] Loss doubled, retreat by the printed number."""
    found = GAME.odds(GAME.parse(EAST.replace("  ", "")), "GEStoss1 > 1917 infiltrating")
    told = {result.result: result.meaning for result in found.results}
    assert told["1/2"] == "attacker loses 1, defender loses 4, and must retreat"
    assert told["3/1"] == "attacker loses 3, defender loses 2"
    assert [note.case for note in found.notes] == ["8.59", "12.32"]


# Following up.


def followed(attack: str, others: str = "2@0208") -> Table:
    """A table at which Stosstruppen have advanced from 0508 to 0407."""
    told = ("retreat_to 0308", "retreat_to 0207", "advance GEStoss1", "advance_to 0407")
    text = MEUSE.format(set=1, crp=0).replace("2@0208", others)
    return Table(pause(text, attack, 2, FollowUp, *told).state)


def test_12_36_a_friend_who_has_not_fought_steps_into_the_vacated_hex() -> None:
    """[R21] One unit; it may not attack later in the phase. [R69] Declared or not."""
    for attack in ("GEStoss1 GE5 > 0407 infiltrating", "GEStoss1 GE5 > 0407"):
        t = followed(attack)
        assert t.choices("follow") == {"GE6", "GE7"}
        assert t.refused("follow GE5").case == "12.36"
        assert t.refused("follow AH1").case == "12.36"
        assert t.may("done")
        t.choose("follow GE6")
        assert t.where("GE6") == "0508"
        assert t.asked == "Advance"
        t.choose("done")
        assert t.where("GE7") == "0509"


def test_12_36_not_by_units_that_have_fought_in_the_phase() -> None:
    t = table(MEUSE.format(set=1, crp=9).replace("2@0208", "2@0409"), 6, 2)
    assault(t, "GE7 > 0409")
    assault(t, "GEStoss1 GE5 > 0407 infiltrating").choose("retreat 1")
    while t.asked == "RetreatPath":
        t.choose(min(t.legal))
    t.choose("advance GEStoss1")
    assert t.choices("follow") == {"GE6"}
    assert t.refused("follow GE7").case == "12.36"


def test_12_36_a_follower_does_not_attack_later_in_the_phase() -> None:
    """[R21] The 6th comes to 0508, next to the French at 0408, and is spent [8.14]."""
    t = followed("GEStoss1 GE5 > 0407", others="3@0408").choose("follow GE6", "done")
    t.choose("attack 0408")
    assert t.legal == {"roll"}
    assert t.refused("with GE6").case == "8.14"


def test_12_36_nobody_follows_an_ordinary_army() -> None:
    told = ("retreat_to 0308", "retreat_to 0207")
    p = pause(MEUSE.format(set=1, crp=0), "GE5 GEStoss1 > 0407", 2, Advance, *told)
    t = p.choose("advance GE5").choose("advance_to 0407")
    assert t.asked == "Advance"


def test_12_13_a_follower_may_be_the_fourth_garrison() -> None:
    """Stosstruppen from Warsaw bring Russia down at Brest-Litovsk, and a friend fills Warsaw."""
    text = """turn 6 phase Central attack 1
              RS crp 0 1@2115 2@2912
              GE crp 9 Stoss1@2014 5@2114 6@1915 7@2713 8@2720
              ruined 2014 2015 2316
              captured 2014 2713 2720 2710"""
    way = ("retreat_to 2215", "retreat_to 2316", "retreat_to 2416", "retreat_to 2517")
    told = (*way, "advance GEStoss1", "advance_to 2316")
    t = Table(pause(text, "GEStoss1 GE5 > 2115", 3, FollowUp, *told).state)
    assert t.state.surrendered
    assert not t.state.garrisons
    t.choose("follow GE6", "done")
    assert set(GRID.labels(t.state.garrisons)) == {"2014", "2316", "2713", "2720"}


# Tanks.

TANKS = """turn 9 phase Allied {phase}
           FR crp 9 {tank} 2@0308
           BR crp 9 1@0207
           IT crp 9 1@0307
           GE crp 9 5@0407 6@0508
           ruined 0310 0408 0409
           facts option-tank_army"""


@pytest.mark.parametrize(("turn", "may"), [(8, False), (9, True), (10, True)])
def test_13_31_the_tank_army_is_built_from_the_ninth_turn(turn: int, may: bool) -> None:
    t = table(f"""turn {turn} phase Allied build
                  FR crp 9 1@0207
                  GE crp 9 5@0508
                  facts option-tank_army""")
    assert t.may("build FRTank") == may
    if may:
        t.choose("build FRTank", "place 0107")
        assert t.crp("FR") == 4
        assert t.where("FRTank") == "0107"
    else:
        assert t.refused("build FRTank").case == "13.31"


def test_13_31_only_with_the_option() -> None:
    t = table("""turn 9 phase Allied build
                 FR crp 9 1@0207
                 GE crp 9 5@0508""")
    assert t.refused("build FRTank").case == "13.3"


def test_13_32_tanks_infiltrate_and_are_followed() -> None:
    """[12.32] [12.35] [12.36] [R65] The French alone bear the loss."""
    text = TANKS.format(phase="attack 3", tank="Tank@0408 3@0309")
    attack = "FRTank FR2 IT1 > 0407 infiltrating"
    p = pause(text, attack, 1, AttackerLoss)
    assert p.refused("lose IT1") == "12.35"
    assert {"lose FRTank", "lose FR2", "pay 1"} == p.legal
    p = pause(text, attack, 1, DefenderLoss, "pay 1")
    assert p.refused("hold") == "12.32"
    told = ("pay 1", "destroy", "advance FRTank")
    t = Table(pause(text, attack, 1, FollowUp, *told).state)
    assert t.choices("follow") == {"FR3"}
