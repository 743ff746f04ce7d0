"""Records: a match as text, one JSON line a choice.

The first line is the header: game, scenario, options, version of the rules, players and the
commitment to the seed. Then comes one line a choice with the dice it drew, and a closing line that
says how many choices there were, how the game ended (if it did), and the seed once it may be known.
Replaying a record rebuilds the match exactly.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import msgspec

from trenchline.kernel.dice import Dice, RecordedDice, SeededDice
from trenchline.kernel.game import AnyGame
from trenchline.kernel.match import Match

Form = TypeVar("Form")

FORMAT = 1
LARGEST = 32 * 1024 * 1024
"""No match of any game comes near this many bytes."""


class Version(msgspec.Struct):
    """What the first line of every format says, whatever else it says."""

    trenchline: int


class Header(msgspec.Struct, forbid_unknown_fields=True):
    """The first line."""

    trenchline: int
    game: str
    scenario: str
    options: dict[str, str]
    rules: str
    players: list[str]
    commitment: str
    dice: list[int] = []


class Line(msgspec.Struct, forbid_unknown_fields=True):
    """One choice."""

    side: str
    choice: str
    dice: list[int] = []


class Ending(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """How the game ended."""

    winner: str | None
    reason: str
    scores: list[int]


class Closing(msgspec.Struct, forbid_unknown_fields=True):
    """The last line."""

    choices: int
    outcome: Ending | None
    seed: str | None


class RecordError(ValueError):
    """A record that cannot be believed; the message names the line."""

    def __init__(self, line: int | None, problem: str) -> None:
        super().__init__(problem if line is None else f"line {line}: {problem}")
        self.line = line


@dataclass(frozen=True)
class Record:
    """A record as read: not yet checked against the rules."""

    header: Header
    lines: list[Line]
    closing: Closing


def record_text(match: Match, reveal_seed: bool = True) -> str:
    """The record of a match as it stands."""
    dice = match.dice
    commitment = dice.commitment if isinstance(dice, SeededDice) else ""
    seed = dice.seed if isinstance(dice, SeededDice) and reveal_seed else None
    game = match.game
    header = Header(
        FORMAT,
        game.name,
        match.scenario,
        match.options,
        game.rules,
        list(match.players),
        commitment,
        list(match.opening[0]),
    )
    encode = msgspec.json.encode
    lines = [encode(header)]
    for turned in match.history:
        line = Line(game.sides[turned.side], game.format_choice(turned.choice), list(turned.dice))
        lines.append(encode(line))
    lines.append(encode(Closing(len(match.history), _ending(match), seed)))
    return b"\n".join(lines).decode() + "\n"


def _ending(match: Match) -> Ending | None:
    outcome = match.outcome
    if outcome is None:
        return None
    winner = None if outcome.winner is None else match.game.sides[outcome.winner]
    return Ending(winner, outcome.reason, list(outcome.scores))


def read_record(path: Path) -> Record:
    """Read a record file; anything wrong in its form gets an error with its line."""
    try:
        with path.open("rb") as file:
            text = file.read(LARGEST + 1)
    except OSError as error:
        raise RecordError(None, f"cannot be read: {error.strerror}") from None
    if len(text) > LARGEST:
        raise RecordError(None, f"more than {LARGEST:,} bytes is too large for a record")
    return parse_record(text)


def parse_record(text: bytes) -> Record:
    """A record from its text."""
    rows = text.split(b"\n")
    if rows and not rows[-1].strip():
        rows.pop()
    if not rows:
        raise RecordError(1, "the record is empty")
    version = _decode(1, rows[0], Version).trenchline
    if version != FORMAT:
        raise RecordError(1, f"format {version} is not known, only {FORMAT}")
    header = _decode(1, rows[0], Header)
    if len(rows) < 2 or b'"choices"' not in rows[-1]:
        _decode(len(rows), rows[-1], Line if len(rows) > 1 else Header)
        raise RecordError(len(rows), "the record is cut short: its closing line is missing")
    closing = _decode(len(rows), rows[-1], Closing)
    lines = [_decode(n, row, Line) for n, row in enumerate(rows[1:-1], start=2)]
    if closing.choices != len(lines):
        raise RecordError(
            len(rows), f"the closing line counts {closing.choices} choices, there are {len(lines)}"
        )
    return Record(header, lines, closing)


def _decode(number: int, row: bytes, form: type[Form]) -> Form:
    try:
        return msgspec.json.decode(row, type=form)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError(number, f"not a line of a record ({error})") from None


def replay(game: AnyGame, record: Record, to: int | None = None) -> Match:
    """Play a record again with the dice it names; an illegal choice is an error with its line."""
    dice = RecordedDice()

    def feed(rolled: int, drawn: list[int]) -> None:
        dice.rolls.update(enumerate(drawn, start=rolled))

    return _play(game, record, dice, feed, to)


def verify(game: AnyGame, record: Record) -> Match:
    """Replay a record on its own seed: every choice legal, every die and the end the true ones."""
    last = len(record.lines) + 2
    seed = record.closing.seed
    if seed is None:
        raise RecordError(last, "the seed is not in the record, so its dice cannot be checked")
    dice = SeededDice(seed)
    if dice.commitment != record.header.commitment:
        raise RecordError(last, "the seed is not the one committed to in the header")
    match = _play(game, record, dice, lambda rolled, drawn: None, None)
    if record.closing.outcome != _ending(match):
        raise RecordError(last, "the game did not end as the closing line says")
    return match


def _play(
    game: AnyGame,
    record: Record,
    dice: Dice,
    feed: Callable[[int, list[int]], None],
    to: int | None,
) -> Match:
    head = record.header
    if head.game != game.name:
        raise RecordError(1, f"a record of {head.game!r}, not of {game.name}")
    if head.rules != game.rules:
        raise RecordError(1, f"written under rules {head.rules!r}; these are rules {game.rules}")
    feed(0, head.dice)
    try:
        match = Match(game, dice, head.scenario, head.options, tuple(head.players))
    except ValueError as error:
        raise RecordError(1, str(error)) from None
    _compare_dice(1, head.dice, list(match.opening[0]))
    for number, line in enumerate(record.lines[:to], start=2):
        who = match.who
        if who is None:
            raise RecordError(number, "the game was over before this choice")
        if line.side != game.sides[who]:
            raise RecordError(number, f"{game.sides[who]} was to choose, not {line.side!r}")
        feed(match.state.rolls, line.dice)
        try:
            turned = match.take(game.parse_choice(line.choice))
        except ValueError as error:
            raise RecordError(number, str(error)) from None
        _compare_dice(number, line.dice, list(turned.dice))
    return match


def _compare_dice(number: int, written: list[int], drawn: list[int]) -> None:
    if written != drawn:
        raise RecordError(number, f"the record has the dice {written}, but they are {drawn}")
