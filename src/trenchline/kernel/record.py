"""Records: a match as text, one JSON line a choice.

The first line is the header: game, scenario, options, version of the rules, players, the way of
the dice, the commitment to the seed and the players' pledges, and the position that it began from
if that was not the scenario's own. Then comes one line a choice with the
dice it drew, or one for dice that were taken back and the choices with them; and a closing line
that says how many choices stand, how the game ended (if it did), and the seed and the players' lots
once they may be known. Replaying a record rebuilds the match exactly.

Records of format 1 have dice by their number alone, without take-backs or lots. They are read, and
written again as they were.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import msgspec

from trenchline.kernel.dice import (
    BY_ACT,
    BY_NUMBER,
    Dice,
    Lot,
    NumberedDice,
    RecordedDice,
    SeededDice,
)
from trenchline.kernel.game import AnyGame
from trenchline.kernel.match import Match, TakenBack, Turned
from trenchline.kernel.steps import Choice

Form = TypeVar("Form")

OLD_FORMAT, FORMAT = 1, 2
LARGEST = 32 * 1024 * 1024
"""No match of any game comes near this many bytes."""


class Version(msgspec.Struct):
    """What the first line of every format says, whatever else it says."""

    trenchline: int


class EditionNamed(msgspec.Struct, forbid_unknown_fields=True):
    """The edition that was played, if it was not ours."""

    title: str
    hash: str


class Made(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """By what and by whom a match of a study was played, so that it can be played again."""

    version: str
    code: str
    """The fingerprint of the code."""
    python: str
    players: tuple[str, ...]
    """Each player with its parameters, and somebody's own with the fingerprint of its code."""

    def told(self) -> str:
        """In words."""
        who = ", ".join(dict.fromkeys(self.players))
        return f"Trenchline {self.version}, code {self.code}, Python {self.python}; {who}"


class OldHeader(msgspec.Struct, forbid_unknown_fields=True):
    """The first line in format 1."""

    trenchline: int
    game: str
    scenario: str
    options: dict[str, str]
    rules: str
    players: list[str]
    commitment: str
    dice: list[int] = []
    edition: EditionNamed | msgspec.UnsetType = msgspec.UNSET


class Header(OldHeader):
    """The first line."""

    way: str = BY_NUMBER
    pledges: dict[str, str] = {}
    made: Made | msgspec.UnsetType = msgspec.UNSET
    position: str | msgspec.UnsetType = msgspec.UNSET
    """The position that the match began from, if that was not the scenario's own."""


class Line(msgspec.Struct, forbid_unknown_fields=True):
    """One choice."""

    side: str
    choice: str
    dice: list[int] = []


class Back(msgspec.Struct, forbid_unknown_fields=True):
    """A take-back: so many choices stand."""

    back: int


class Ending(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """How the game ended."""

    winner: str | None
    reason: str
    scores: list[int]


class OldClosing(msgspec.Struct, forbid_unknown_fields=True):
    """The last line in format 1."""

    choices: int
    outcome: Ending | None
    seed: str | None


class Closing(OldClosing):
    """The last line. A lot that was pledged and never given is null."""

    lots: dict[str, str | None] = {}


class RecordError(ValueError):
    """A record that cannot be believed; the message names the line."""

    def __init__(self, line: int | None, problem: str) -> None:
        super().__init__(problem if line is None else f"line {line}: {problem}")
        self.line = line


@dataclass(frozen=True)
class Record:
    """A record as read: not yet checked against the rules."""

    header: Header
    lines: list[Line | Back]
    closing: Closing

    @property
    def lasting(self) -> list[tuple[int, Line]]:
        """The choices that stand, each with the number of its line."""
        standing: list[tuple[int, Line]] = []
        for number, line in enumerate(self.lines, start=2):
            if isinstance(line, Line):
                standing.append((number, line))
            elif 0 <= line.back < len(standing):
                del standing[line.back :]
            else:
                raise RecordError(
                    number, f"back to choice {line.back}, where there are {len(standing)} choices"
                )
        return standing


def record_text(match: Match, reveal_seed: bool = True, made: Made | None = None) -> str:
    """The record of a match as it stands, and by what it was made if that is known."""
    dice = match.dice
    seeded = dice if isinstance(dice, SeededDice) else None
    lots = {} if seeded is None else seeded.lots
    seed = None if seeded is None or not reveal_seed else seeded.seed
    game = match.game
    header = OldHeader(
        OLD_FORMAT,
        game.name,
        match.scenario,
        match.options,
        game.rules,
        list(match.players),
        "" if seeded is None else seeded.commitment,
        list(match.opening[0]),
        _edition(game),
    )
    closing = OldClosing(len(match.history), _ending(match), seed)
    acts = match.acts
    if getattr(dice, "way", BY_ACT) == BY_NUMBER:
        acts = list(match.history)
    else:
        pledges = {side: lot.pledge for side, lot in lots.items()}
        numbers = {side: lot.number for side, lot in lots.items()}
        header = Header(**msgspec.structs.asdict(header), way=BY_ACT, pledges=pledges)
        header.trenchline = FORMAT
        header.made = made or msgspec.UNSET
        header.position = match.start or msgspec.UNSET
        closing = Closing(**msgspec.structs.asdict(closing), lots=numbers)
    encode = msgspec.json.encode
    lines = [encode(header), *(encode(_line(match, act)) for act in acts), encode(closing)]
    return b"\n".join(lines).decode() + "\n"


def _line(match: Match, act: Turned | TakenBack) -> Line | Back:
    if isinstance(act, TakenBack):
        return Back(act.to)
    return Line(match.game.sides[act.side], match.text(act.choice), list(act.dice))


def _edition(game: AnyGame) -> EditionNamed | msgspec.UnsetType:
    edition = game.edition
    return msgspec.UNSET if edition is None else EditionNamed(edition.title, edition.hash)


def _check_edition(game: AnyGame, head: OldHeader) -> None:
    """A game goes on only with the data it was begun with."""
    used, wanted = game.edition, head.edition
    if isinstance(wanted, msgspec.UnsetType):
        if used is not None:
            raise RecordError(1, f"played without an edition, not with {used}")
        return
    named = f"{wanted.title[:60]!r} ({wanted.hash[:12]})"
    if used is None:
        raise RecordError(1, f"played with the edition {named}; name its folder with --edition")
    if used.hash != wanted.hash:
        raise RecordError(1, f"played with the edition {named}; {used} is another edition")


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
    if version not in (OLD_FORMAT, FORMAT):
        raise RecordError(1, f"format {version} is not known, only {OLD_FORMAT} and {FORMAT}")
    old = version == OLD_FORMAT
    header = _decode(1, rows[0], OldHeader if old else Header)
    if not isinstance(header, Header):
        header = Header(**msgspec.structs.asdict(header))
    elif header.way not in (BY_ACT, BY_NUMBER):
        raise RecordError(1, f"dice of the way {header.way!r} are not known")
    if len(rows) < 2 or b'"choices"' not in rows[-1]:
        _decode(len(rows), rows[-1], _form(rows[-1], old) if len(rows) > 1 else Header)
        raise RecordError(len(rows), "the record is cut short: its closing line is missing")
    closing = _decode(len(rows), rows[-1], OldClosing if old else Closing)
    if not isinstance(closing, Closing):
        closing = Closing(**msgspec.structs.asdict(closing))
    lines = [_decode(n, row, _form(row, old)) for n, row in enumerate(rows[1:-1], start=2)]
    record = Record(header, lines, closing)
    if closing.choices != (standing := len(record.lasting)):
        raise RecordError(
            len(rows), f"the closing line counts {closing.choices} choices, there are {standing}"
        )
    return record


def _form(row: bytes, old: bool) -> type[Line | Back]:
    return Back if b'"back"' in row and not old else Line


def _decode(number: int, row: bytes, form: type[Form]) -> Form:
    try:
        return msgspec.json.decode(row, type=form)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError(number, f"not a line of a record ({error})") from None


def replay(game: AnyGame, record: Record, to: int | None = None) -> Match:
    """Play a record again with the dice it names; an illegal choice is an error with its line."""
    dice = RecordedDice(record.header.way)
    return _play(game, record, dice, _fed(dice), to)


def _fed(dice: RecordedDice) -> Callable[[int, list[int]], None]:
    """Puts what was rolled for a choice into dice that have been recorded."""

    def feed(rolled: int, drawn: list[int]) -> None:
        dice.rolls.update(enumerate(drawn, start=rolled))

    return feed


def follow(
    game: AnyGame, record: Record, seen: Callable[[Match, Choice], None], to: int | None = None
) -> Match:
    """Play a record again, only the choices that stand; ``seen`` is shown the match before each of
    them, and the choice."""
    dice = RecordedDice(record.header.way)
    wanted = record.closing.choices if to is None else to
    return _play(game, record, dice, _fed(dice), wanted, seen)


def verify(game: AnyGame, record: Record) -> Match:
    """Replay a record on its own seed: every choice legal, every die and the end the true ones."""
    last = len(record.lines) + 2
    seed = record.closing.seed
    if seed is None:
        raise RecordError(last, "the seed is not in the record, so its dice cannot be checked")
    make = SeededDice if record.header.way == BY_ACT else NumberedDice
    dice = make(seed, _lots(game, record))
    if dice.commitment != record.header.commitment:
        raise RecordError(last, "the seed is not the one committed to in the header")
    match = _play(game, record, dice, lambda rolled, drawn: None, None)
    if record.closing.outcome != _ending(match):
        raise RecordError(last, "the game did not end as the closing line says")
    return match


def _lots(game: AnyGame, record: Record) -> dict[str, Lot]:
    """What the players added to the seed, each number the one that was pledged."""
    last = len(record.lines) + 2
    pledges, numbers = record.header.pledges, record.closing.lots
    for seat in pledges:
        # People who share a side have seats of their own: ``Allied: France, Russia``.
        if seat.partition(":")[0] not in game.sides:
            raise RecordError(1, f"a lot is pledged by {seat!r}, and there is no such side")
        if seat not in numbers:
            raise RecordError(last, f"the lot that {seat} pledged is not in the closing line")
    lots: dict[str, Lot] = {}
    for seat, number in numbers.items():
        if seat not in pledges:
            raise RecordError(last, f"{seat} has a lot in the closing line but pledged none")
        lots[seat] = Lot(pledges[seat], number)
        if number is not None and not lots[seat].is_kept:
            raise RecordError(last, f"the lot of {seat} is not the one pledged in the header")
    return lots


def _play(
    game: AnyGame,
    record: Record,
    dice: Dice,
    feed: Callable[[int, list[int]], None],
    to: int | None,
    seen: Callable[[Match, Choice], None] = lambda match, choice: None,
) -> Match:
    head = record.header
    if head.game != game.name:
        raise RecordError(1, f"a record of {head.game!r}, not of {game.name}")
    if head.rules != game.rules:
        raise RecordError(1, f"written under rules {head.rules!r}; these are rules {game.rules}")
    _check_edition(game, head)
    feed(0, head.dice)
    try:
        start = None if isinstance(head.position, msgspec.UnsetType) else head.position
        match = Match(game, dice, head.scenario, head.options, tuple(head.players), start)
    except ValueError as error:
        where = "" if start is None else "the position it begins from: "
        raise RecordError(1, f"{where}{error}") from None
    _compare_dice(1, head.dice, list(match.opening[0]))
    lines: list[tuple[int, Line | Back]] = list(enumerate(record.lines, start=2))
    for number, line in lines if to is None else record.lasting[:to]:
        if isinstance(line, Back):
            match.back_to(line.back)
            continue
        who = match.who
        if who is None:
            raise RecordError(number, "the game was over before this choice")
        if line.side != game.sides[who]:
            raise RecordError(number, f"{game.sides[who]} was to choose, not {line.side!r}")
        feed(match.state.rolls, line.dice)
        try:
            choice = game.parse_choice(line.choice)
        except ValueError as error:
            raise RecordError(number, str(error)) from None
        seen(match, choice)
        try:
            turned = match.take(choice)
        except ValueError as error:
            raise RecordError(number, str(error)) from None
        _compare_dice(number, line.dice, list(turned.dice))
    return match


def _compare_dice(number: int, written: list[int], drawn: list[int]) -> None:
    if written != drawn:
        raise RecordError(number, f"the record has the dice {written}, but they are {drawn}")
