"""Section 10.3: loans between allies."""

from __future__ import annotations

import pytest

from tests.world_war_one.table import Table, table
from trenchline.kernel.play import decision

ALLIES = ["FR", "BR", "US", "RS", "SB", "IT", "RM", "GK", "BL", "NE", "TU", "BU"]
"""Everybody who can be on the Allied side, Turkey and Bulgaria if they were violated."""
POWERS = ["GE", "AH", "TU", "BU", "IT", "RM", "BL", "NE"]
MINOR = {"SB", "RM", "GK", "BL", "NE", "TU", "BU"}

# 10.3, lender by lender.
ALLIED_TABLE = {
    "BR": set(ALLIES) - {"BR", "US"},
    "US": set(ALLIES) - {"BR", "US"},
    "FR": set(ALLIES) - {"FR", "BR", "US"},
    "RS": MINOR,
    "IT": MINOR,
}


def everybody(side: str, nations: list[str]) -> Table:
    """All of a side's nations at war, each with points, and the straits open."""
    lines = "\n".join(f"{code} {side.lower()} crp 6" for code in nations)
    return table(f"turn 5 phase {side} lending\n{lines}\nruined 1733")


def pairs(t: Table) -> set[tuple[str, str]]:
    return {(text[:2], text[3:]) for text in t.choices("lend")}


def test_10_3_every_pair_of_allies() -> None:
    t = everybody("Allied", ALLIES)
    allowed = {(lender, b) for lender, others in ALLIED_TABLE.items() for b in others}
    assert pairs(t) == allowed
    for lender in ALLIES:
        for borrower in ALLIES:
            if (lender, borrower) not in allowed:
                assert t.refused(f"lend {lender}>{borrower}").case == "10.3"


def test_10_3_every_pair_of_central_powers() -> None:
    t = everybody("Central", POWERS)
    allowed = {("GE", borrower) for borrower in POWERS if borrower != "GE"}
    assert pairs(t) == allowed
    for lender in POWERS:
        for borrower in POWERS:
            if (lender, borrower) not in allowed:
                assert t.refused(f"lend {lender}>{borrower}").case == "10.3"


def test_10_3_any_amount_the_lender_has() -> None:
    t = table("""
        turn 3 phase Allied lending
        BR crp 12
        FR crp 1
    """)
    t.choose("lend BR>FR")
    assert t.choices("points") == {str(n) for n in range(1, 13)}
    assert t.refused("points 13").case == "10.3"
    assert t.refused("lend BR>SB").case == "10.3"
    assert t.refused("points 0").case == "10.3"
    t.choose("points 9")
    assert (t.crp("BR"), t.crp("FR")) == (3, 10)
    # As many loans as he likes.
    t.choose("lend BR>SB", "points 3")
    assert t.crp("SB") == 3


@pytest.mark.parametrize(
    ("loan", "reason"),
    [
        ("BR>IT", "at war"),  # neutral until turn 3
        ("BR>GE", "at war"),  # the enemy
        ("BR>US", "at war"),  # not yet there
        ("SB>FR", "does not lend"),
        ("FR>BR", "does not lend"),
        ("FR>SB", "no points"),
    ],
)
def test_10_3_a_loan_that_is_refused_says_why(loan: str, reason: str) -> None:
    """[R42] Only nations at war, and only with points of their own."""
    t = table("""
        turn 2 phase Allied lending
        BR crp 12
        SB crp 3
        IT crp 15
        GE crp 9
    """)
    refusal = t.refused(f"lend {loan}")
    assert refusal.case == "10.3"
    assert reason in refusal.reason
    nobody = decision(t.state).why_not(t.state, "lend", 9999)
    assert nobody.case == "10.3"


def test_10_3_a_loan_moves_points_from_one_pool_to_the_other() -> None:
    """[10.32] [10.33] [R42] What Turkey borrows is marked, and nobody lends on what he borrowed."""
    t = table("""
        turn 3 phase Central lending
        GE crp 9
        TU crp 6
    """)
    t.choose("lend GE>TU", "points 4")
    assert (t.crp("GE"), t.crp("TU"), t.state.borrowed) == (5, 10, 4)
    assert t.choices("lend") == {"GE>AH", "GE>TU"}
    t = table("""
        turn 9 phase Allied lending
        BR crp 8
        FR crp 2
    """)
    t.choose("lend BR>FR", "points 5", "lend FR>SB")
    assert t.choices("points") == {"1", "2"}
    t.choose("points 2")
    assert [t.crp(nation) for nation in ("BR", "FR", "SB")] == [3, 5, 2]
    # France has points, but none of her own.
    assert not any(loan.startswith("FR>") for loan in t.choices("lend"))


@pytest.mark.parametrize("country", ["RM", "BU", "GK"])
def test_10_3_a_neutral_that_was_violated_borrows_from_its_new_friends(country: str) -> None:
    """[R31] From the side that did not violate it; Greece has no pool once the Allies enter."""
    steps = {"RM": ("2025", "2024"), "BU": ("1225", "1226"), "GK": ("0928", "0929")}
    start, hex_ = steps[country]
    t = table(f"""
        turn 1 phase Allied movement
        SB 1@{start}
        GE crp 9 1@1409
        {country} neutral
        facts free
    """)
    t.choose("unit SB1", f"step {hex_}").choose_while(("MoveUnit",), "stop")
    t.until("Central lending")
    assert t.may(f"lend GE>{country}") is (country != "GK")


def test_10_3_only_loans_are_made_in_this_segment() -> None:
    t = table("""
        turn 2 phase Allied lending
        BR crp 12
    """)
    assert t.refused("build BR1").case == "10.2"


def test_10_3_a_loan_comes_too_late_to_build_with() -> None:
    """[4.0/10d] Lending follows both sides' building."""
    t = table("""
        turn 3 phase Allied build
        BR crp 12
        SB crp 0
    """)
    assert "SB1" not in t.choices("build")
    t.choose("done").until("Allied lending")
    t.choose("lend BR>SB", "points 6", "done")
    assert (t.turn, t.where("SB1")) == (4, "pool")


def test_4_0_10d_both_sides_lend_the_allies_first() -> None:
    t = table("""
        turn 3 phase Allied lending
        BR crp 12
        GE crp 7
    """)
    assert (t.phase, t.who) == ("Allied lending", "Allied")
    t.choose("done")
    assert (t.phase, t.who) == ("Central lending", "Central")
    t.choose("lend GE>AH", "points 7")
    assert t.turn == 4


@pytest.mark.parametrize(
    ("turkish", "ruins", "open_"),
    [
        ("", "1733", True),
        ("", "", False),
        ("1@1332", "1733", False),
        ("1@1733", "1733", False),
        ("1@1531", "1733", True),
    ],
)
def test_10_31_russia_borrows_only_through_open_straits(
    turkish: str, ruins: str, open_: bool
) -> None:
    """[R34] By the test of sea movement, whatever the way overland."""
    t = table(f"""
        turn 3 phase Allied lending
        BR crp 12
        FR crp 4
        RS 1@2413
        TU {turkish}
        ruined {ruins}
    """)
    assert t.may("lend BR>RS") == open_
    assert t.may("lend FR>RS") == open_
    if not open_:
        assert t.refused("lend BR>RS").case == "10.31"


def test_10_31_a_neutral_turkey_closes_the_straits_an_allied_one_opens_them() -> None:
    text = """
        turn 3 phase Allied lending
        BR crp 12
        TU {side} 1@1531 2@1532
    """
    assert not table(text.format(side="neutral")).may("lend BR>RS")
    assert not table(text.format(side="neutral") + "ruined 1733").may("lend BR>RS")
    assert table(text.format(side="allied")).may("lend BR>RS")


def test_12_11_a_collapsed_russia_borrows_nothing() -> None:
    """[R42] Not even through open straits."""
    t = table("""
        turn 3 phase Allied lending
        BR crp 12
        RS 1@2413
        captured 2014 2316 2713 2720
        ruined 1733
        facts collapsed
    """)
    assert not t.may("lend BR>RS")
    assert t.refused("lend BR>RS").case == "12.11"


def test_10_32_what_was_borrowed_serves_any_purpose_next_turn() -> None:
    t = table("""
        turn 3 phase Allied lending
        BR crp 12
        FR 1@0207
        GE 1@1409
    """)
    t.choose("lend BR>SB", "points 6", "done")
    assert t.turn == 4
    t.until("Allied build")
    t.choose("build SB1", "place 1225")
    assert t.crp("SB") == 1
    # It need not be paid back, and nobody can: Serbia lends to nobody.
    t.until("Allied lending")
    assert t.refused("lend SB>BR").case == "10.3"


def test_10_32_what_was_borrowed_is_not_passed_on_at_once() -> None:
    """[R42] So the table of lenders cannot be dodged."""
    t = table("""
        turn 9 phase Allied lending
        BR crp 8
        FR crp 2
    """)
    t.choose("lend BR>FR", "points 8")
    assert t.crp("FR") == 10
    t.choose("lend FR>SB")
    assert t.choices("points") == {"1", "2"}
    assert t.refused("points 3").case == "R42"
