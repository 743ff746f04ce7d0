"""The odds shown beforehand are those of the dice."""

from __future__ import annotations

import pytest

from tests.der_weltkrieg.table import Sketch
from trenchline.kernel.notation import NotationError

POSITION = "turn 1914 Aug 5 phase Central combat\nDE I1@0303 I2@0303\nRU I1@0304"


@pytest.mark.parametrize("die", range(1, 7))
def test_odds_tell_what_the_die_brings(die: int) -> None:
    t = Sketch({"0303/0304": "woods"}).table(POSITION, die, 1)
    t.choose("attack 0304", "with DEI1", "with DEI2")
    told = t.game.odds(t.state, None)
    expected = next(row.result for row in told.results if die in row.rolls)
    assert told.title.endswith("woods")
    assert sum(row.probability for row in told.results) == pytest.approx(1)
    t.choose("join", "terrain woods")
    battle = t.state.battle
    assert expected == f"{battle.defence_loss}{'R' if battle.retreat else ''}"


def test_odds_of_an_attack_in_words() -> None:
    t = Sketch({"0303/0304": "rough"}).table(POSITION)
    assert t.game.odds(t.state, "DEI1 DEI2 > 0304 rough").column == "16"
    with pytest.raises(NotationError, match="swamp"):
        t.game.odds(t.state, "DEI1 > 0304 swamp")
    with pytest.raises(NotationError, match="cannot attack"):
        t.game.odds(t.state, "DEI1 > 0306")
