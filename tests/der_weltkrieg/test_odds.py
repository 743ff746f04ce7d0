"""The odds shown beforehand are those of the dice."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.der_weltkrieg.battles import bleed
from tests.der_weltkrieg.table import Sketch
from trenchline.kernel.notation import NotationError
from trenchline.kernel.odds import Cost

POSITION = "turn 1914 Aug 5 phase Central combat\nDE I1@0303 I2@0303\nRU I1@0304"


@pytest.mark.parametrize("choice", ["stand", "retreat"])
@pytest.mark.parametrize("year", ["1914", "1916"])
def test_14_1_odds_are_what_all_pairs_of_dice_bring(year: str, choice: str) -> None:
    sketch = Sketch({"0303/0304": "woods"})
    told = sketch.table(POSITION.replace("1914", year))
    told.choose("attack 0304", "with DEI1", "with DEI2")
    shown = told.game.odds(told.state, None)
    assert shown.title.endswith("woods")
    if choice == "retreat":
        (shown,) = shown.others
    assert shown.chart.endswith(f"{choice}s")
    met: Counter[str] = Counter()
    for die in range(1, 7):
        for answer in range(1, 7):
            t = sketch.table(POSITION.replace("1914", year), die, answer)
            t.choose("attack 0304", "with DEI1", "with DEI2", "join", "terrain woods")
            if t.asked == "DecideRetreat":
                t.choose(choice)
            bleed(t)
            cost = 16 - t.strength("DEI1") - t.strength("DEI2")
            left = t.asked == "RetreatUnit"
            result = f"{5 - t.strength('RUI1')}{'R' if left else ''}/{cost}"
            row = next(row for row in shown.results if row.result == result)
            assert die in row.rolls
            assert row.cost == Cost(
                cost, 5 - t.strength("RUI1"), float(left or not t.strength("RUI1"))
            )
            met[result] += 1
    assert {row.result: round(36 * row.probability) for row in shown.results} == met


def test_14_1_odds_are_told_once_where_nobody_can_retreat() -> None:
    t = Sketch().table("turn 1914 Aug 5 phase Central combat\nDE I1@0303\nRU F1@0304")
    assert t.game.odds(t.state, "DEI1 > 0304").others == ()


def test_odds_name_every_part_of_a_column_with_its_case() -> None:
    sides = {"0303/0304": "mountain"}
    t = Sketch(sides).table(POSITION.replace("I2@0303", "I2=7@0303"))
    told = t.game.odds(t.state, "DEI1 DEI2 > 0304 mountain")
    assert [(m.case, m.amount) for m in told.attack] == [("13-2", 8), ("13-2", 7), ("13-6", -8)]
    assert told.attack_total == int(told.column) == 7
    assert told.defence_total == 15
    assert [(m.case, m.what) for m in told.notes] == [("13-15", "counterattack: mountain +3")]


def test_odds_of_an_attack_in_words() -> None:
    t = Sketch({"0303/0304": "rough"}).table(POSITION)
    assert t.game.odds(t.state, "DEI1 DEI2 > 0304 rough").column == "16"
    with pytest.raises(NotationError, match="swamp"):
        t.game.odds(t.state, "DEI1 > 0304 swamp")
    with pytest.raises(NotationError, match="cannot attack"):
        t.game.odds(t.state, "DEI1 > 0306")


def test_odds_of_a_column_attack_and_of_aimed_fire() -> None:
    text = "turn 1914 Aug 5 phase Central movement\nDE I1@0303 A1@0303\nRU I1@0304 F1@0304"
    t = Sketch().table(text)
    told = t.game.odds(t.state, "DEI1 > 0304 column")
    assert told.column == "4"
    assert [m.case for m in told.attack] == ["13-2", "16-8"]
    with pytest.raises(NotationError, match="DEA1 cannot attack"):
        t.game.odds(t.state, "DEA1 > 0304 column")
    combat = Sketch().table(text.replace("movement", "combat"))
    aimed = combat.game.odds(combat.state, "DEA1 > 0304 guns")
    assert all("R" not in row.result for row in aimed.results)
    with pytest.raises(NotationError, match="29-7"):
        combat.game.odds(combat.state, "DEA1 DEI1 > 0304 guns")


def test_13_14_every_pair_of_dice_and_each_die_by_itself() -> None:
    t = Sketch({"0303/0304": "woods"}).table(POSITION)
    shown = t.game.odds(t.state, "DEI1 DEI2 > 0304 woods")
    pairs = Counter(cell for row in shown.pairs for cell in row)
    assert {r.result: round(36 * r.probability) for r in shown.results} == pairs
    for n, cell in enumerate(row[0] for row in shown.pairs):
        loss = next(r for r in shown.shares[0].results if n + 1 in r.rolls)
        assert cell.partition("/")[0] == loss.result
    assert all(
        sum(r.probability for r in share.results) == pytest.approx(1) for share in shown.shares
    )


def test_13_3_the_defender_sees_the_odds_on_every_ground() -> None:
    t = Sketch({"0303/0304": "woods"}).table(POSITION)
    t.choose("attack 0304", "with DEI1", "join")
    assert t.asked == "ChooseTerrain"
    shown = t.game.odds(t.state, None)
    assert {shown.verb, *(other.verb for other in shown.others)} == {
        "terrain clear",
        "terrain woods",
    }
