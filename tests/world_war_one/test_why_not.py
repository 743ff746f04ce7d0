"""Each cause of a refusal has its own reason: the ones that used to share an answer."""

from __future__ import annotations

import pytest

from tests.world_war_one.battles import pause
from tests.world_war_one.table import table
from trenchline.games.world_war_one.advance import AdvanceTo
from trenchline.games.world_war_one.losses import AttackerLoss, DefenderLoss
from trenchline.games.world_war_one.retreat import RetreatPath

# Units without a legal move: they used to be told that they had moved.


@pytest.mark.parametrize(
    ("position", "unit", "case", "reason"),
    [
        ("FR 1@0208\nGE 1@0207 2@0209 3@0108 4@0109 5@0308 6@0309", "FR1", "5.21", "others hold"),
        ("FR 1@0208\nGE 1@0206 2@0210 3@0107 4@0110 5@0408 6@0308", "FR1", "6.12", "zone to zone"),
        ("FR 1:transit 2@0104\nGE 1@0110 2@0113", "FR1", "5.52", "Transit Area"),
    ],
)
def test_5_11_a_unit_without_a_legal_move_says_so_bug(
    position: str, unit: str, case: str, reason: str
) -> None:
    t = table(f"turn 5 phase Allied movement\n{position}\nRS 1@2810\nruined 0310 0408 0409")
    assert not t.may(f"unit {unit}")
    refusal = t.refused(f"unit {unit}")
    assert refusal.case == case
    assert reason in refusal.reason
    assert "no legal move" in refusal.reason


def test_12_5_an_austrian_in_the_north_of_germany_has_no_legal_move() -> None:
    t = table("turn 3 phase Central movement\nAH 1@1304\nGE 1@1409\nFR 1@0104")
    refusal = t.refused("unit AH1")
    assert refusal.case == "12.5"
    assert "no legal move" in refusal.reason


def test_5_0_pr_a_unit_that_was_told_to_stay_has_had_its_move() -> None:
    t = table("turn 3 phase Allied movement\nFR 1@0207 2@0208\nGE 1@1007").choose(
        "unit FR1", "stay"
    )
    assert t.refused("unit FR1").reason == "the unit has had its move in this phase"


# Ways that are barred: "out of reach, or enemy zones bar the way" was one answer.


@pytest.mark.parametrize(
    ("position", "choice", "case", "reason"),
    [
        ("FR 1@0207\nGE 1@1007", "move 1107", "5.23", "farther away than 5 movement points"),
        ("FR 1@2722\nGE 1@1007", "move 2122", "5.33", "train"),
        ("RS 1@2722\nGE 1@2520 2@2523 3@2525 4@2518", "move 2423", "6.11", "zones stop"),
        ("FR 1@0208\nGE 1@0209 2@0309 3@0109", "move 0210", "5.21", "enemies stand"),
        ("SB 1@1225\nGE 1@1007\nBU neutral 1@1529", "move 1430", "11.7", "neutral country"),
        ("FR 1@0207\nGE 1@0107 2@0105 3@0109", "rail 0206", "6.12", "straight into another"),
        ("FR 1@0308\nGE 1@0106 2@0108 3@0110 4@0104", "rail 0207", "5.33", "enemy cuts"),
        ("FR 1@0207\nGE 1@1007", "rail 0307", "5.31", "no railway"),
        ("FR 1@0207\nGE 1@1007", "rail 0409", "5.0/PR", "neighbouring"),
    ],
)
def test_5_23_what_bars_the_way_is_told_apart(
    position: str, choice: str, case: str, reason: str
) -> None:
    t = table(f"turn 5 phase Allied movement\n{position}\nruined 0106 0310 0408 0409")
    refusal = t.choose(f"unit {position[:2]}1").refused(choice)
    assert (refusal.case, reason in refusal.reason) == (case, True), refusal


def test_5_34_a_second_train_is_not_boarded() -> None:
    t = table("turn 5 phase Allied movement\nFR 1@0107\nGE 1@1007")
    t.choose("unit FR1", "rail 0207", "step 0307")
    assert t.refused("rail 0407").case == "5.34"


# Losses, retreats and pursuit.

FIELD = """turn 3 phase Central attack 1
           FR crp {crp} 1@0407
           BR crp 2
           GE crp {german} 5@0508 6@0507 3@0406
           AH crp 3 {austrian}
           ruined 0310 0408 0409 0505 0506"""


def test_8_57_what_cannot_be_paid_says_why() -> None:
    text = FIELD.format(crp=9, german=2, austrian="1@0307")
    p = pause(text, "GE5 GE6 AH1 > 0407", 4, AttackerLoss)
    assert p.legal == {"pay 1", "pay 2"}
    reasons = {f"pay {n}": str(p.step.why_not(p.state, "pay", n)) for n in (0, 3, 5)}
    assert reasons == {
        "pay 0": "8.57: the other nations cannot pay the remaining 4",
        "pay 3": "8.57: Germany has only 2 points",
        "pay 5": "8.57: the loss is only 4",
    }


def test_8_6_a_retreat_that_is_not_the_best_says_why() -> None:
    """Straightness, supply, home and dead ends shared one answer."""
    p = pause(FIELD.format(crp=0, german=9, austrian=""), "GE5 GE6 GE3 > 0407", 2, RetreatPath)
    assert p.legal == {"retreat_to 0308"}
    refusal = p.step.why_not(p.state, "retreat_to", 0)
    assert (refusal.case, refusal.reason) == ("8.61c", "no retreat off the map")
    assert p.refused("retreat_to 0508") == "8.61a"
    assert p.refused("retreat_to 0209") == "8.6"


def test_8_76_nobody_advances_while_the_defender_decides() -> None:
    p = pause(FIELD.format(crp=9, german=9, austrian=""), "GE5 GE6 GE3 > 0407", 2, DefenderLoss)
    refusal = p.step.why_not(p.state, "advance", 0)
    assert (refusal.case, refusal.reason) == (
        "8.76",
        "the losses are settled before anybody advances",
    )


def test_8_71_what_ends_a_pursuit_is_told_apart() -> None:
    told = ("retreat_to 0308", "retreat_to 0208", "retreat_to 0108", "advance GE5")
    p = pause(FIELD.format(crp=0, german=9, austrian=""), "GE5 GE6 GE3 > 0407", 2, AdvanceTo, *told)
    assert p.refused("advance_to 0108") == "5.21"
    assert p.step.why_not(p.state, "advance_to", 0).reason == "the hex is not on the way of retreat"
