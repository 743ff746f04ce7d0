"""What a computer player's process does: follow a match, choose, stop at dice, forget what is
taken back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.kernel.pebbles import GAME
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.match import Match
from trenchline.server import thinking
from trenchline.server.thinking import Forgotten, Job, Stuck, think


class Table:
    """A match as the server has it, and the jobs it gives."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.match = Match(GAME, SeededDice(name), "long")
        self.made: list[tuple[str, tuple[int, ...]]] = []

    def job(self, since: int = 0) -> Job:
        """What is to be decided now, told from a choice on."""
        assert self.match.who is not None
        return Job(
            match=self.name,
            shelf="tests.server.shelf",
            game="pebbles",
            scenario="long",
            options=self.match.options,
            opening=self.match.opening[0],
            since=since,
            made=tuple(self.made[since:]),
            side=GAME.sides[self.match.who],
            level="random",
            seed="1",
        )

    def take(self, text: str) -> None:
        """Make a choice."""
        turned = self.match.take(GAME.parse_choice(text))
        self.made.append((text, turned.dice))

    def undo(self) -> None:
        """Take one back."""
        self.match.undo(past_dice=True)
        self.made.pop()


def test_a_game_is_thought_through_to_its_end() -> None:
    table = Table("through")
    while not table.match.over:
        chosen = think(table.job())
        assert chosen
        side = table.match.who
        for text in chosen:
            assert table.match.who == side
            table.take(text)
    assert any(dice for _, dice in table.made)


def test_what_was_taken_back_is_forgotten() -> None:
    table = Table("back")
    for _ in range(12):
        for text in think(table.job()):
            table.take(text)
    while len(table.made) > 3:
        table.undo()
    for text in think(table.job()):
        table.take(text)
    remembered = thinking._memories["back"]
    assert remembered.made == table.made[: len(remembered.made)]


def test_a_process_is_told_only_what_is_new() -> None:
    """It asks for everything where it does not know what came before."""
    table = Table("news")
    told = 0
    for _ in range(12):
        job = table.job(told)
        told = len(table.made)
        for text in think(job):
            table.take(text)
    assert told > 12
    assert len(table.job(told).made) < told
    while len(table.made) > 5:
        table.undo()
    table.take(think(table.job(5))[0])
    remembered = thinking._memories["news"]
    assert remembered.made[:5] == table.made[:5]
    with pytest.raises(Forgotten):
        think(table.job(len(remembered.made) + 1))
    with pytest.raises(Forgotten):
        think(replace(table.job(3), match="never heard of"))
    assert think(table.job())


def test_a_record_that_is_not_true_is_not_followed() -> None:
    table = Table("false")
    for _ in range(8):
        for text in think(table.job()):
            table.take(text)
    job = table.job()
    with pytest.raises(Stuck):
        think(replace(job, match="other", made=tuple((text, ()) for text, _ in job.made)))
    other = GAME.sides[1 - GAME.sides.index(job.side)]
    with pytest.raises(Stuck, match="nothing to decide"):
        think(replace(job, side=other))


def test_only_so_many_matches_are_remembered() -> None:
    for number in range(thinking.REMEMBERED + 3):
        think(Table(f"match {number}").job())
    assert len(thinking._memories) == thinking.REMEMBERED
    thinking.ready()
