"""Taking up a match again that was stopped by a mistake in the program.

The rows of a stopped match are as they were when it stopped. Once the mistake is mended, they are
played through under today's rules; if all is well, the match goes on where it was. Rows that do not
follow from the rules are left behind by going back to the version before them.
"""

from __future__ import annotations

import time
from dataclasses import replace

from trenchline.kernel.game import AnyGame
from trenchline.server import store
from trenchline.server.database import Database
from trenchline.server.errors import Problem
from trenchline.server.live import LiveMatch, lasting
from trenchline.server.settings import Shelf
from trenchline.server.store import BROKEN, OVER, PLAYING, REPLAY, ChoiceRow, MatchRow


class NotMended(RuntimeError):
    """The match stays as it is; the message says why, and what can be done."""


def mend(database: Database, shelf: Shelf, name: str, back_to: int | None = None) -> MatchRow:
    """Take up a match, named by its number or that of its trouble; returns how it stands then."""
    with database.writing() as connection:
        row = store.find_match(connection, name, lock=True) or store.find_trouble(connection, name)
        if row is None:
            raise NotMended(f"there is no match and no trouble {name}")
        if row.status != BROKEN:
            raise NotMended(f"match {row.id} is not stopped: it is {row.status}")
        try:
            game = shelf.load_game(row.game)
        except ValueError as error:
            raise NotMended(str(error)) from None
        rows = store.find_choices(connection, row.id)
        made = lasting(rows)
        version = len(made) if back_to is None else back_to
        if not 0 <= version <= len(made):
            raise NotMended(f"the match has {len(made)} choices, not {version}")
        try:
            after = _played(game, row, _until(rows, made, version))
        except Problem as problem:
            raise NotMended(str(problem)) from None
        except Exception as error:
            sound = _farthest(game, row, rows, made)
            hint = "" if sound is None else f"; it is sound to version {sound} (--back-to {sound})"
            raise NotMended(f"match {row.id} still fails: {error!r}{hint}") from None
        if version < len(made):
            gone_back = ChoiceRow(
                row.id, row.revision, after.who, None, version, [], after.turn, after.phase, 0.0
            )
            store.add_choice(connection, replace(gone_back, made=after.changed))
            after = replace(after, revision=row.revision + 1)
        store.take_up(connection, after)
        return after


def _played(game: AnyGame, row: MatchRow, made: list[ChoiceRow]) -> MatchRow:
    """A match played through, and looked at with everybody's eyes."""
    live = LiveMatch()
    revision = made[-1].number + 1 if made else 0
    then = replace(row, revision=revision, version=len(lasting(made)))
    live.catch_up(game, then, lambda _: made)
    match = live.match
    for side in (None, *range(len(game.sides))):
        view = game.view(match.state, side)
    status = REPLAY if row.replay else OVER if match.over else PLAYING
    return replace(
        row,
        status=status,
        trouble=None,
        version=then.version,
        who="" if match.who is None else game.sides[match.who],
        turn=view.turn,
        phase=view.phase,
        changed=time.time(),
    )


def _until(rows: list[ChoiceRow], made: list[ChoiceRow], version: int) -> list[ChoiceRow]:
    """The rows that led to a version: the dice hang on what was taken back before."""
    if version == len(made):
        return rows
    return [row for row in rows if version and row.number <= made[version - 1].number]


def _farthest(
    game: AnyGame, row: MatchRow, rows: list[ChoiceRow], made: list[ChoiceRow]
) -> int | None:
    """The last version to which all is well."""
    sound, spoilt = -1, len(made)
    while spoilt - sound > 1:
        middle = (sound + spoilt) // 2
        try:
            _played(game, row, _until(rows, made, middle))
            sound = middle
        except Exception:
            spoilt = middle
    return None if sound < 0 else sound
