"""Case 8.59: Russians and Rumanians lose double against Germans, in attack and in defence."""

from __future__ import annotations

import pytest

from tests.world_war_one.battles import assault, pause
from tests.world_war_one.table import table
from trenchline.games.world_war_one import GAME
from trenchline.games.world_war_one.components import CRT
from trenchline.games.world_war_one.losses import AttackerLoss, DefenderLoss

EAST = """turn 3 phase {side} attack 1
          RS crp 9 {rs}
          SB crp 9 {sb}
          RM allied crp 9 {rm}
          GE crp 9 {ge}
          AH crp 9 {ah}
          ruined 1616"""


@pytest.mark.parametrize(
    ("attack", "places", "doubled"),
    [
        # Defending.
        ("GE1 > 1917", {"ge": "1@1817", "rs": "1@1917"}, (1, 2)),
        ("GE1 AH1 > 1917", {"ge": "1@1817", "ah": "1@1918", "rs": "1@1917"}, (1, 2)),
        ("GE1 > 1917", {"ge": "1@1817", "rm": "1@1917"}, (1, 2)),
        ("AH1 AH2 > 1917", {"ah": "1@1817 2@1918", "rs": "1@1917"}, (1, 1)),
        ("GE1 > 1917", {"ge": "1@1817", "sb": "1@1917"}, (1, 1)),
        # Attacking [R14], alone or with others [R16].
        ("RS1 RS2 > 1817", {"rs": "1@1816 2@1917", "ge": "1@1817"}, (2, 1)),
        ("RS1 RS2 SB1 > 1817", {"rs": "1@1816 2@1917", "sb": "1@1918", "ge": "1@1817"}, (2, 1)),
        ("RM1 RM2 RS1 > 1817", {"rm": "1@1816 2@1917", "rs": "1@1918", "ge": "1@1817"}, (2, 1)),
        ("RS1 > 1817", {"rs": "1@1816 2@1917", "ah": "1@1817"}, (1, 1)),
        ("SB1 SB2 BR1 > 1817", {"sb": "1@1816 2@1917\nBR 1@1918", "ge": "1@1817"}, (1, 1)),
        # Forts: German ones are no German units [R15], Russian ones double [12.47].
        ("RS1 > 1812", {"rs": "1@1813"}, (1, 1)),
        ("RS1 RS2 > 1812", {"rs": "1@1813 2@1912", "ah": "1@1812"}, (1, 1)),
        ("RS1 RS2 RS3 > 1818", {"rs": "1@1817 2@1918 3@1919", "ge": "1@1818"}, (2, 1)),
        ("GE1 > 2014", {"ge": "1@1914"}, (1, 2)),
        ("AH1 GE1 > 2014", {"ah": "1@2013", "ge": "1@1914"}, (1, 2)),
        ("AH1 > 2014", {"ah": "1@2013"}, (1, 1)),
        ("GE1 GE2 > 2014", {"ge": "1@1914 2@2013", "sb": "1@2014"}, (1, 2)),
        ("GE1 > 1727", {"ge": "1@1626"}, (1, 1)),
        ("GE1 GE2 > 1727", {"ge": "1@1626 2@1726", "rm": "1@1727"}, (1, 2)),
    ],
)
def test_8_59_losses_double_between_russians_or_rumanians_and_germans(
    attack: str, places: dict[str, str], doubled: tuple[int, int]
) -> None:
    side = "Central" if attack[:2] in ("GE", "AH") else "Allied"
    blank = dict.fromkeys(("rs", "sb", "rm", "ge", "ah"), "")
    text = EAST.format(side=side, **(blank | places))
    odds = GAME.odds(GAME.parse(text), attack)
    printed = CRT.cell(1, odds.attack_total - odds.defence_total)
    p = pause(text, attack, 1, AttackerLoss)
    assert isinstance(p.step, AttackerLoss)
    assert p.step.loss == printed[0] * doubled[0]
    assert p.step.battle.loss == printed[1] * doubled[1]
    cost = next(result.cost for result in odds.results if 1 in result.rolls)
    assert cost is not None
    assert (cost.attacker, cost.defender) == (p.step.loss, p.step.battle.loss)


@pytest.mark.parametrize(
    ("attack", "places", "case", "who"),
    [
        ("GE1 > 1917", {"ge": "1@1817", "rs": "1@1917"}, "8.59", "defender"),
        ("RS1 RS2 > 1817", {"rs": "1@1816 2@1917", "ge": "1@1817"}, "8.59", "attacker"),
        ("GE1 > 2014", {"ge": "1@1914"}, "12.47", "defender"),
        ("GE1 GE2 > 2014", {"ge": "1@1914 2@2013", "sb": "1@2014"}, "12.47", "defender"),
        # The Russian in the fort doubles by himself.
        ("GE1 GE2 > 2014", {"ge": "1@1914 2@2013", "rs": "1@2014"}, "8.59", "defender"),
    ],
)
def test_12_47_a_forts_loss_is_doubled_by_its_own_case_bug(
    attack: str, places: dict[str, str], case: str, who: str
) -> None:
    """Odds and log used to cite 8.59, which speaks of units, for forts too."""
    blank = dict.fromkeys(("rs", "sb", "rm", "ge", "ah"), "")
    side = "Central" if attack[:2] == "GE" else "Allied"
    text = EAST.format(side=side, **(blank | places))
    (note,) = GAME.odds(GAME.parse(text), attack).notes
    assert (note.case, note.amount) == (case, 2)
    assert who in note.what
    t = assault(table(text, 3), attack)
    (line,) = [line for line in t.log if "doubled" in line]
    assert line.endswith(f"[{case}]")


A11 = """turn 3 phase Central attack 1
         RS crp {crp} 1@1917
         GE crp 9 5@{german}
         AH crp 9 1@1918 2@{austrian}"""


def test_8_59_worked_example_at_most_five_points_by_retreat() -> None:
    """A11: German and Austrian against a Russian, 1/3: a loss of six."""
    east = A11.format(crp=1, german="1817", austrian="1919")
    p = pause(east, "GE5 AH1 > 1917", 1, DefenderLoss, "pay 1")
    assert p.legal == {"retreat 5"}
    assert p.refused("retreat 6") == "8.59"
    east = A11.format(crp=6, german="1817", austrian="1919")
    p = pause(east, "GE5 AH1 > 1917", 1, DefenderLoss, "pay 1")
    assert p.legal == {"hold", *(f"retreat {n}" for n in range(1, 6))}
    # Without a point the sixth cannot be settled.
    east = A11.format(crp=0, german="1817", austrian="1919")
    assert pause(east, "GE5 AH1 > 1917", 1, DefenderLoss, "pay 1").legal == {"destroy"}


def test_8_59_austrians_alone_double_nothing() -> None:
    """A12, with a result of 1/2."""
    p = pause(A11.format(crp=9, german="1919", austrian="1817"), "AH1 AH2 > 1917", 1, DefenderLoss)
    assert p.legal == {"hold", "retreat 1", "retreat 2"}
