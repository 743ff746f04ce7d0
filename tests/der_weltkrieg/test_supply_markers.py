"""Section 18: supply markers on their way from headquarters to headquarters."""

from __future__ import annotations

from tests.der_weltkrieg.table import Table
from tests.der_weltkrieg.test_headquarters import FAR, MOVEMENT, linked, sketch, stock
from trenchline.games.der_weltkrieg.components import CODES


def laid(units: str) -> Table:
    """A Central movement phase."""
    return sketch().table(MOVEMENT + units + FAR)


def test_18_3_without_trenches_a_headquarters_goes_where_it_likes() -> None:
    assert laid("DE HQ1@0204").reach("DEHQ1") >= {"0304", "0205", "0504"}


def test_18_7_without_a_spare_marker_nothing_is_sent() -> None:
    markers = " ".join(f"P{n}/1@010{n}" for n in range(1, 5))
    t = laid(f"DE HQ1/9@0303 {markers}")
    assert "send" not in t.verbs
    assert t.refused("send DEHQ1") == "18-7"
    assert laid(f"DE HQ1/9@0303 {markers[:-10]}").choices("send") == {"DEHQ1"}


def test_18_6_17_3_a_headquarters_without_points_sends_none() -> None:
    t = laid("DE HQ1@0303 HQ2/5@0304")
    assert t.choices("send") == {"DEHQ2"}


def test_18_9_carts_bind_supply_markers_only() -> None:
    t = laid("DE I1@0303 P1/4@0303")
    assert "0304" in t.reach("DEI1")
    assert t.reach("DEP1") == set()


def test_18_10_markers_are_taken_in_one_after_the_other() -> None:
    t = laid("DE HQ1/5@0303 P1/4@0303 P2/3@0303").choose("done")
    assert t.choices("take_in") == {"DEP1", "DEP2"}
    t.choose("take_in DEP1")
    assert t.choices("take_in") == {"DEP2"}
    assert (stock(t, "DEHQ1"), t.where("DEP1")) == (9, "box")


def test_18_10_of_two_headquarters_the_owner_chooses_one() -> None:
    t = laid("DE HQ1/5@0303 HQ2/97@0303 HQ3/96@0303 P1/4@0303").choose("done", "take_in DEP1")
    assert t.asked == "TakeInto"
    assert t.choices("deliver") == {"DEHQ1", "DEHQ3"}
    t.choose("deliver DEHQ3")
    assert (stock(t, "DEHQ1"), stock(t, "DEHQ3")) == (5, 100)


def test_18_10_17_4_a_marker_that_fills_a_headquarters_up_is_taken_in() -> None:
    t = laid("DE HQ1/96@0303 P1/4@0303").choose("done", "take_in DEP1")
    assert stock(t, "DEHQ1") == 100
    assert laid("DE HQ1/97@0303 P1/4@0303").choose("done").choices("take_in") == set()


def test_18_10_17_2_an_allys_points_become_ones_own() -> None:
    t = laid("AH HQ1/3@0303\nDE P1/4@0303").choose("done")
    before = {code: _books(t, code) for code in ("DE", "AH")}
    t.choose("take_in DEP1")
    assert stock(t, "AHHQ1") == 7
    assert _books(t, "DE") == (before["DE"][0] + 4, before["DE"][1])
    assert _books(t, "AH") == (before["AH"][0], before["AH"][1] + 4)
    own = laid("DE HQ1/3@0303 P1/4@0303").choose("done")
    books = _books(own, "DE")
    assert _books(own.choose("take_in DEP1"), "DE") == books


def _books(t: Table, code: str) -> tuple[int, int]:
    """What a nation has spent and received."""
    return t.state.spent[CODES.index(code)], t.state.received[CODES.index(code)]


def test_18_6_18_10_what_is_taken_in_counts_against_the_ten_points() -> None:
    t = laid("DE HQ1/5@0303 P1/4@0303 P2/7@0303 P3/6@0303").choose("done", "take_in DEP1")
    assert t.choices("take_in") == {"DEP3"}


def test_18_6_18_10_a_headquarters_that_has_moved_takes_nothing_in() -> None:
    t = laid("DE HQ1/5@0302 P1/4@0303").march("DEHQ1", "0303").choose("done")
    assert t.asked != "TakeIn"


def test_18_13_17_3_russians_give_nothing_to_a_french_headquarters() -> None:
    text = MOVEMENT.replace("Central", "Entente") + "FR HQ1/5@0803\nRU P1/4@0803 HQ1/9@0903"
    assert sketch().table(text + "\nDE I1@0101").choose("done").asked != "TakeIn"


def test_18_17_18_18_a_corps_begins_empty_with_carts_and_others_may_follow() -> None:
    text = "turn 1914 Aug 4 phase Entente recombination\nDE HQ1/30@0303\nAH HQ1/9@0404" + FAR
    t = linked(text).choose("create DEHQ1")
    assert t.state.stock[t.unit("DEK1")] == 0
    assert t.state.created == 1 << t.unit("DEK1")
    # The Germans have another counter, the Austro-Hungarians none; corps bring forth no corps.
    assert t.choices("create") == {"DEHQ1"}
    t.choose("create DEHQ1")
    assert t.where("DEK2") == "0303"
    assert t.asked != "FormCorps"
