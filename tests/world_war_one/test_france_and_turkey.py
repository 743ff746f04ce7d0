"""Sections 12.2 and 12.6: the fall of eastern France; the straits and Turkey's two purses."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.world_war_one.table import Table, table
from trenchline.games.world_war_one.components import GRID, NATION, UNITS
from trenchline.games.world_war_one.resources import AllocatePoints, appearance_hexes
from trenchline.games.world_war_one.supply import is_supplied

EDGE = [f"01{row:02}" for row in range(4, 11)]
FALLEN = """
    turn 9 phase {phase}
    FR crp 20 1@0218
    BR crp 20
    US crp 20
    RS crp 20 1@2810
    GE crp 20 1@0105 2@0108 3@0110
"""


def places(t: Table, nation: str) -> set[str]:
    return set(GRID.labels(appearance_hexes(t.state, NATION[nation])))


# The fall of eastern France.


def test_12_2_three_units_keep_new_armies_out_of_france() -> None:
    """[R48] [10.24] Example A18; Paris still stands, but forts do not lift zones for building."""
    t = table(FALLEN.format(phase="Allied build"))
    assert t.fort("0106")
    for nation in ("FR", "BR", "US"):
        assert places(t, nation) == set()
    for army in ("FR2", "BR1", "US1"):
        assert t.refused(f"build {army}").case == "12.2"
    assert t.may("build RS2")


def test_12_2_two_units_are_not_enough() -> None:
    for pair in combinations(EDGE, 2):
        stand = " ".join(f"{n}@{label}" for n, label in enumerate(pair, start=1))
        t = table(f"""
            turn 9 phase Allied build
            FR crp 20
            GE {stand}
            ruined 0106
        """)
        assert places(t, "FR")


def test_12_2_the_edge_must_be_covered_to_the_end_of_the_game() -> None:
    t = table(FALLEN.format(phase="Central movement"))
    t.choose("unit GE1", "step 0205", "stop").until("Allied build")
    # 0104 is no longer in anybody's zone.
    assert places(t, "BR") == {"0104"}
    gone = table(FALLEN.format(phase="Central movement"))
    gone.choose("unit GE1", "step 0205", "step 0206", "stop").until("Allied build")
    assert places(gone, "BR") == {"0104", "0105"}


def test_12_2_units_and_points_of_the_three_nations_are_not_affected() -> None:
    t = table(FALLEN.format(phase="Allied movement"))
    # Supply comes over the Italian edge.
    assert is_supplied(t.state, UNITS["FR1"])
    assert t.may("unit FR1")
    AllocatePoints().run(t.state)
    assert (t.crp("FR"), t.crp("BR"), t.crp("US")) == (30, 30, 40)


# The straits.


def test_5_46_a_turk_on_the_line_closes_everything_east_of_him() -> None:
    """[R34] [R36] Example A20."""
    t = table("""
        turn 3 phase Allied movement
        FR 1@0304
        TU 2@1532
        RM allied
        ruined 1733
    """).choose("unit FR1")
    straits = {"1332", "1432", "1532", "1632", "1733"}
    black_sea = {"1631", "1732", "1730", "1829", "1928", "1929", "2027"}
    black_sea |= {"2127", "2226", "2326", "2425", "2526"}
    assert t.choices("sea") & (straits | black_sea) == {"1332", "1432"}
    for label in ("1632", "1733", "1732", "2027"):
        assert t.refused(f"sea {label}").case == "5.46"
    # With the line free and the fort in ruins, all of it is open.
    free = table("""
        turn 3 phase Allied movement
        FR 1@0304
        TU 2@1531
        RM allied
        ruined 1733
    """).choose("unit FR1")
    assert free.choices("sea") >= straits | black_sea


# Turkey's two purses.


def build_phase(turkish: str, turn: int = 3) -> Table:
    return table(f"""
        turn {turn} phase Allied attack 3
        FR crp 5 1@0207
        GE crp 9 1@0707
        TU {turkish} 1@1531
    """)


@pytest.mark.parametrize("own", [0, 3, 6])
def test_12_6_turkeys_own_points_are_replaced_by_six(own: int) -> None:
    """Example A16: three points left, six in the Build Phase."""
    assert build_phase(f"crp {own}").crp("TU") == 6


@pytest.mark.parametrize(("held", "borrowed", "after"), [(10, 4, 10), (4, 4, 10), (9, 7, 13)])
def test_12_6_borrowed_points_are_kept(held: int, borrowed: int, after: int) -> None:
    t = build_phase(f"crp {held} borrowed {borrowed}")
    assert (t.crp("TU"), t.state.borrowed) == (after, borrowed)


def test_12_6_turkey_spends_her_own_points_first() -> None:
    """[R41] Of eight, five borrowed, an army takes her own three and two of the borrowed."""
    t = table("""
        turn 3 phase Central build
        GE crp 9
        TU crp 8 borrowed 5
    """)
    t.choose("build TU1", "place 1733")
    assert (t.crp("TU"), t.state.borrowed) == (3, 3)


def test_12_6_points_are_kept_while_the_track_gives_none() -> None:
    """[R67] On turn 1 Turkey receives nothing, so nothing is replaced."""
    assert build_phase("central crp 4", turn=1).crp("TU") == 4


def test_10_33_more_than_six_only_by_borrowing() -> None:
    t = table("""
        turn 3 phase Central lending
        GE crp 30
        TU crp 6
    """)
    t.choose("lend GE>TU", "points 20", "done")
    assert (t.crp("TU"), t.state.borrowed) == (26, 20)
    # Next Build Phase: six of her own, the twenty untouched.
    t.until("Central build")
    assert (t.crp("TU"), t.state.borrowed) == (26, 20)
