"""What the table warns of before a phase ends."""

from __future__ import annotations

from tests.der_weltkrieg.table import Sketch, Table, line_of, table
from trenchline.games.der_weltkrieg.view import view
from trenchline.kernel.view import EndingView

CENTRAL, ENTENTE = 0, 1
FAR = "\nRU I1@1010"
RECOMBINATION = "turn 1914 Aug 5 phase Central recombination\n"
REINFORCEMENT = "turn 1914 Aug 5 phase Central reinforcement\n"
SUPPLY = {"supply": {"DE": {"Aug 5": 8}}}
RAILS = Sketch(
    line_of("double_track", "0101", "0201", "0302", "0402"),
    facts={"0101": {"edge": "DE"}},
    scenario=SUPPLY,
)


def could(t: Table, side: int | None) -> dict[str, tuple[str, ...]]:
    return {what: who for what, who in view(t.state, side).ending.could.items() if who}


def test_6_3_who_has_not_moved_could_still_move() -> None:
    t = table(
        "scenario tannenberg\nturn 1914 Aug 5 phase Central movement\nDE 1@1605 2@1605\nRU 1@2204"
    )
    assert could(t, CENTRAL) == {"move": ("DE1", "DE2")}
    assert could(t, ENTENTE) == could(t, None) == {}
    assert could(t.choose("unit DE1", "stay"), CENTRAL) == {"move": ("DE2",)}


def test_12_6_who_stands_before_the_enemy_could_still_attack() -> None:
    t = table(
        "scenario tannenberg\nturn 1914 Aug 5 phase Central combat\nDE 1@1906 2@1605\nRU 28@2006"
    )
    assert could(t, CENTRAL) == {"attack": ("DE1",)}


def test_25_7_supply_points_that_reach_nobody_would_be_lost() -> None:
    t = RAILS.table(REINFORCEMENT + "DE HQ1/5@0302 HQ2@0402 I1@0303" + FAR)
    t.choose("deliver DEHQ1", "points 5")
    ending = view(t.state, CENTRAL).ending
    assert ending.lost == ("3 German supply points would be lost [25-7].",)
    # [17-5] Nobody else hears of it.
    assert view(t.state, ENTENTE).ending == view(t.state, None).ending == EndingView()


def test_23_4_strength_points_that_nobody_has_taken_would_be_lost() -> None:
    t = Sketch().table(RECOMBINATION + "DE HQ1@0303 I1=4@0303 I2=4@0303" + FAR)
    t.choose("give DEI1", "amount 1")
    assert view(t.state, CENTRAL).ending.lost == ("1 strength point would be lost [R87].",)
