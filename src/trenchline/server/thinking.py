"""What runs in the processes where computer players think.

A process is given the choices of a match, with their dice but not the seed, and answers with the
choices its player makes until a die must be rolled or somebody else decides. It remembers the
matches it saw last, so that a player keeps its plans, and is then told only what is new: a choice
costs as much late in a long match as early. Of a match that it has forgotten it asks for all.
"""

from __future__ import annotations

import random
import signal
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

from trenchline.kernel.dice import RecordedDice
from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.match import Match
from trenchline.players import make_player
from trenchline.server.processes import end_with_parent
from trenchline.server.settings import open_shelf

REMEMBERED = 24
"""Matches a process keeps in mind."""
AT_ONCE = 200
"""Choices a player may make before it hears from the table again."""


@dataclass(frozen=True)
class Job:
    """A decision for a computer player."""

    match: str
    shelf: str
    game: str
    scenario: str
    options: dict[str, str]
    opening: tuple[int, ...]
    since: int
    """How many choices the process has been told before; they still stand."""
    made: tuple[tuple[str, tuple[int, ...]], ...]
    """The choices after those, each with its dice."""
    side: str
    level: str
    seed: str
    """Of the player's own random numbers."""
    position: str | None = None
    """The position that the match began from, if that was not the scenario's own."""


class Forgotten(Exception):
    """The process does not know the match so far: tell it everything."""


class Stuck(RuntimeError):
    """The record cannot be followed, or the player does not play by the rules."""


class _NoMoreDice(Exception):
    """A die must be rolled, and that is not the player's to do."""


class _DiceSoFar(RecordedDice):
    """The dice of the record; asking for one more stops the player."""

    def roll(self, sides: int, number: int) -> int:
        if number not in self.rolls:
            raise _NoMoreDice
        return super().roll(sides, number)


@dataclass
class _Memory:
    match: Match
    dice: _DiceSoFar
    made: list[tuple[str, tuple[int, ...]]] = field(default_factory=list)
    players: dict[tuple[str, str], Any] = field(default_factory=dict)


_memories: OrderedDict[str, _Memory] = OrderedDict()


def prepare() -> None:
    """Begin a process: it ends with the server that started it, however that ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()


def ready() -> None:
    """There is nothing to do, but now the process has read its code."""


def think(job: Job) -> list[str]:
    """The choices of a computer player, at least one."""
    memory = _recall(job)
    match, game = memory.match, memory.match.game
    side = game.sides.index(job.side)
    if match.who != side:
        raise Stuck(f"{job.side} has nothing to decide")
    key = (job.side, job.level)
    if key not in memory.players:
        memory.players[key] = make_player(job.level)
    player = memory.players[key]
    rng = random.Random(job.seed)
    chosen: list[str] = []
    while match.who == side and len(chosen) < AT_ONCE:
        choice = player.choose(Knowledge(game, match.state, side, match.choices).kept(), rng)
        text = game.format_choice(choice)
        chosen.append(text)
        try:
            turned = match.take(choice)
        except _NoMoreDice:
            break
        memory.made.append((text, turned.dice))
    return chosen


def _recall(job: Job) -> _Memory:
    """The match as it stands: what is remembered of it, less what was taken back, and the rest."""
    memory = _memories.pop(job.match, None)
    if job.since > (0 if memory is None else len(memory.made)):
        raise Forgotten(job.match)
    if memory is None:
        game = open_shelf(job.shelf).load_game(job.game)
        dice = _DiceSoFar()
        dice.rolls.update(enumerate(job.opening))
        match = Match(game, dice, job.scenario, job.options, position=job.position)
        memory = _Memory(match, dice)
    same = 0
    for mine, theirs in zip(memory.made[job.since :], job.made, strict=False):
        if mine != theirs:
            break
        same += 1
    memory.match.back_to(job.since + same)
    del memory.made[job.since + same :]
    # Dice that were taken back with their choices fall again only if the record says so.
    for number in [n for n in memory.dice.rolls if n >= memory.match.state.rolls]:
        del memory.dice.rolls[number]
    for text, dice_drawn in job.made[same:]:
        rolls = enumerate(dice_drawn, start=memory.match.state.rolls)
        memory.dice.rolls.update(rolls)
        try:
            turned = memory.match.take(memory.match.game.parse_choice(text))
        except _NoMoreDice:
            raise Stuck(f"{text} draws more dice than {dice_drawn}") from None
        if turned.dice != dice_drawn:
            raise Stuck(f"{text} drew {turned.dice}, not {dice_drawn}")
        memory.made.append((text, dice_drawn))
    _memories[job.match] = memory
    while len(_memories) > REMEMBERED:
        _memories.popitem(last=False)
    return memory
