"""Chapter 33: high and low morale."""

from __future__ import annotations

import pytest

from tests.kaisers_war.table import table
from trenchline.games.kaisers_war import GAME
from trenchline.games.kaisers_war.notation import parse, parse_attack
from trenchline.games.kaisers_war.odds import odds
from trenchline.games.kaisers_war.strength import concentric

PLAIN = """turn 2 phase Central combat 1
options morale
vp 60 {}
GE {}@3111
FR {}@3112
"""


def column(points: int, attacker: str, defender: str) -> str:
    """The column of an attack in the open by a side with so many points."""
    state = parse(PLAIN.format(points, attacker, defender))
    return odds(state, parse_attack(state, f"GE{attacker} > 3112")).column


@pytest.mark.parametrize(
    ("points", "heading"),
    [(100, "500%"), (76, "500%"), (75, "400%"), (26, "400%"), (25, "300%"), (1, "300%")],
)
def test_33_1_three_states_of_morale(points: int, heading: str) -> None:
    """4 against 1 is 400%."""
    assert column(points, "AlpAlpK", "Tac1") == heading


def test_33_2_high_morale_shifts_attacks_to_the_right() -> None:
    assert column(76, "AlpAlpK", "Tac1") == "500%"
    state = parse(PLAIN.format(76, "AlpAlpK", "Tac1").replace("options morale\n", ""))
    assert odds(state, parse_attack(state, "GEAlpAlpK > 3112")).column == "400%"


@pytest.mark.parametrize(("points", "die", "gain"), [(79, 5, True), (60, 5, False), (28, 6, False)])
def test_33_2_and_33_3_psywar_is_a_point_better_or_worse(points: int, die: int, gain: bool) -> None:
    """[33.2] [33.3] With 76 a five counts as six, with 25 a six as five."""
    t = table(
        f"""
        turn 2 phase Central attrition
        options morale psywar
        vp {points} 75
        FR 1@0714
        """,
        die,
        3,
        *([2] if gain else []),
    )
    t.choose("psywar_a")
    assert t.vp == (points - 3 + 2 * gain, 72)


def test_33_3_low_morale_shifts_attacks_to_the_left() -> None:
    assert column(25, "AlpAlpK", "Tac1") == "300%"


def test_33_3_and_takes_all_zones_away() -> None:
    low = "turn 2 phase Allied movement\noptions morale\nvp 60 {}\nGE 1@3111\nFR 1@0714\n"
    assert table(low.format(25)).zone("Central") == set()
    assert "3112" in table(low.format(26)).zone("Central")
    # Without zones two attackers do not surround anybody.
    ring = (
        "turn 2 phase Central combat 1\noptions morale\nvp 60 {}\nGE 1@3111 3@3113\nFR Cav1@3112\n"
    )
    for points, surrounded in ((26, True), (25, False)):
        state = parse(ring.format(points))
        assert concentric(state, parse_attack(state, "GE1 GE3 > 3112")) is surrounded


@pytest.mark.parametrize(("points", "heading"), [(77, "200%"), (76, "150%")])
def test_33_2_what_the_attack_costs_is_paid_before_morale_is_looked_at(
    points: int, heading: str
) -> None:
    """[R91] 12 against 7 is 150%; the point for supply may be the last of high morale."""
    text = PLAIN.format(points, "1", "1").replace("turn 2", "turn 3")
    t = table(text + "GE 3@{Berlin}\n").declare("3112", "GE1")
    assert GAME.odds(t.state, None).column == "100%"
    assert GAME.odds(t.choose("supply GE1").state, None).column == heading
    assert t.roll(1).choose("big_push").said(f"at {heading}")


def test_33_4_shifts_end_at_the_ends_of_the_table() -> None:
    assert column(100, "Shock2", "Tac1") == "600% or more"
    assert column(10, "Cav1", "1") == "49% or less"
    assert column(33, "AlpAlpK", "Tac1") == "400%"


@pytest.mark.parametrize(
    ("points", "told"), [(80, [("33.2", 1)]), (50, []), (20, [("33.3", -1)]), (26, [])]
)
def test_33_1_33_2_33_3_the_odds_tell_what_morale_does(
    points: int, told: list[tuple[str, int]]
) -> None:
    state = parse(PLAIN.format(points, "AlpAlpK", "Tac1"))
    found = odds(state, parse_attack(state, "GEAlpAlpK > 3112"))
    assert [(note.case, note.amount) for note in found.notes] == told


def test_33_2_33_3_the_allies_have_morale_too() -> None:
    text = "turn 2 phase Allied combat 1\noptions morale\nvp {} 60\nFR 1@3111\nGE Tac1@3112\n"
    for points, heading in ((76, "600% or more"), (75, "600% or more"), (25, "500%")):
        state = parse(text.format(points))
        assert odds(state, parse_attack(state, "FR1 > 3112")).column == heading
