"""The luck of the five games: nothing over all faces of their dice, nothing over many wars."""

from __future__ import annotations

from functools import partial
from math import sqrt
from statistics import fmean, stdev

import pytest

from tests.analysis.test_whole import golden
from trenchline.analysis.acts import read
from trenchline.analysis.judgement import Judge
from trenchline.analysis.luck import Ways
from trenchline.games import game_names, load_game
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.play import settle, take
from trenchline.kernel.record import read_record

RECORDS = {
    "balance_of_powers": "slavs_overrun",
    "der_weltkrieg": "staffs_limanowa",
    "kaisers_war": "fight_on",
    "the_great_war": "staffs_gorizia",
    "world_war_one": "russia_collapses_only",
}
"""One of each in which much depends on dice."""
ROLLS = 8
WARS = 100

pytestmark = [pytest.mark.slow, pytest.mark.no_cover]


class Noted:
    """Dice as a match rolls them, and how they fell."""

    def __init__(self, seed: str) -> None:
        self._dice = SeededDice(seed)
        self.fallen: list[int] = []

    def roll(self, sides: int, number: int) -> int:
        value = self._dice.roll(sides, number)
        self.fallen.append(value)
        return value


def rolls(name: str) -> list[Ways]:
    """Rolls from all over a record, each with every way it could have fallen."""
    game, record = load_game(name), read_record(golden(name, RECORDS[name]))
    judge = Judge(game)
    reading = read(game, record, lambda _: 0.5)
    found = []
    rolled = [n for n, turned in enumerate(reading.match.history) if turned.dice]
    for version in rolled[:: max(1, len(rolled) // ROLLS)][:ROLLS]:
        at_rest = partial(judge.at_rest, floor=reading.floors[version], luck=float(version))
        choice = reading.match.history[version].choice
        ways = Ways(reading.position(version), choice, at_rest)
        if ways.exact:
            found.append(ways)
    return found


def fallen(ways: Ways, seed: str) -> tuple[int, ...]:
    """How the dice of a choice fall in some war."""
    dice, state = Noted(seed), ways.state.copy()
    if ways.choice is not None:
        take(state, *ways.choice)
    settle(state, dice)
    return tuple(dice.fallen)


@pytest.mark.parametrize("name", game_names())
def test_luck_sums_to_nothing_in_every_game(name: str) -> None:
    tried = rolls(name)
    assert len(tried) >= 3
    for ways in tried:
        lucks = [likely * ways.rolled(faces).luck for faces, likely in ways.all_faces()]
        assert sum(lucks) == pytest.approx(0, abs=1e-9)
    totals = [
        sum(ways.rolled(fallen(ways, f"{war} {n}")).luck for n, ways in enumerate(tried))
        for war in range(WARS)
    ]
    assert stdev(totals) > 0.001
    assert abs(fmean(totals)) < 3 * stdev(totals) / sqrt(WARS)
