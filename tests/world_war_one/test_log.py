"""What the log tells: who goes from where to where, who pays, and who had no choice."""

from __future__ import annotations

import pytest

from tests.world_war_one.battles import assault
from tests.world_war_one.table import table

FIELD = """turn 3 phase Central attack {rank}
           FR crp {french} 1@0407
           GE crp {german} 5@0508 6@0507
           AH crp 9 1@0406
           ruined 0310 0408 0409 0505 0506"""


@pytest.mark.parametrize(
    ("rank", "french", "why"),
    [(1, 9, "by choice"), (1, 0, "for want of points [8.51]"), (3, 0, "by choice")],
)
def test_8_6_the_log_says_from_where_to_where_and_whether_it_had_to(
    rank: int, french: int, why: str
) -> None:
    t = assault(table(FIELD.format(rank=rank, french=french, german=9), 1), "GE5 GE6 > 0407")
    t.choose_while(("AttackerLoss",), "pay 1")
    t.choose_while(("DefenderLoss",), "retreat 4")
    while t.asked == "RetreatPath":
        t.choose(min(t.legal))
    (line,) = [line for line in t.log if "retreats" in line]
    assert line.startswith("  French 1st retreats from 0407 Longwy-Briey to ")
    assert " through 0308, " in line
    assert line.endswith(f", {why}")
    t.choose("advance GE5")
    t.choose_while(("AdvanceTo",), "advance_to 0407")
    assert t.said("  German 5th advances to 0407 Longwy-Briey from 0508")
    # [15.1] The centre changes hands.
    assert t.said("  0407 Longwy-Briey is in Central hands [15.1]")


def test_12_32_the_log_says_who_is_driven_back() -> None:
    text = FIELD.format(rank=1, french=9, german=9).replace("5@0508", "Stoss1@0508")
    t = assault(table(text, 1), "GEStoss1 GE6 > 0407 infiltrating")
    t.choose_while(("DefenderLoss",), "retreat 1")
    while t.asked == "RetreatPath":
        t.choose(min(t.legal))
    assert t.said(", driven back [12.32]")


@pytest.mark.parametrize("declared", [" infiltrating", ""])
def test_12_33_the_log_says_whether_infiltration_was_declared(declared: str) -> None:
    text = FIELD.format(rank=1, french=9, german=9).replace("5@0508", "Stoss1@0508")
    t = assault(table(text, 1), f"GEStoss1 GE6 > 0407{declared}")
    assert t.said("using Infiltration Tactics [12.33]") == bool(declared)


def test_9_21_the_log_says_who_retreats_for_want_of_supply() -> None:
    t = table(
        """turn 3 phase Central attack 1
           FR crp 9 1@0207
           GE crp 9 1@0106 2@0206 3@0108 4@0104 5@0110 6@0109
           ruined 0106 0310 0306""",
        4,
    )
    assault(t, "GE2 GE3 > 0207")
    while t.asked in ("DefenderLoss", "RetreatPath"):
        t.choose(min(t.legal))
    assert t.said(", being out of supply [9.21]")


def test_8_57_the_log_names_the_nation_that_pays_nothing() -> None:
    t = assault(table(FIELD.format(rank=1, french=9, german=9), 3), "GE5 AH1 > 0407")
    t.choose("pay 0")
    assert t.said("  Germany pays nothing")
    assert t.said("  Austria-Hungary pays ")


def test_8_53_the_log_tells_apart_what_is_given_up_and_what_is_lost() -> None:
    t = assault(table(FIELD.format(rank=3, french=9, german=9), 1), "GE5 GE6 > 0407")
    t.choose("lose GE6", "destroy")
    assert t.said("  German 6th at 0507 is given up")
    assert t.said("  French 1st at 0407 Longwy-Briey is given up")
    t = assault(table(FIELD.format(rank=1, french=9, german=0), 1), "GE5 GE6 > 0407")
    t.choose("lose GE6")
    assert t.said("  German 6th at 0507 is lost")


def test_5_0_the_log_says_where_a_move_began_and_nothing_of_who_stays() -> None:
    t = table("turn 3 phase Allied movement\nFR 1@0207 2@0208 3:transit\nGE 1@1007")
    t.choose("unit FR1", "stay")
    assert not t.said("French 1st")
    t.choose("unit FR2", "step 0308", "stop", "unit FR3", "move 0109")
    assert t.said("French 2nd goes from 0208 to 0308")
    assert t.said("French 3rd moves from the Franco-Italian Transit Area to 0109")
