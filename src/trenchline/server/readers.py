"""Records and positions from strangers, read in processes of their own (``apart``)."""

from __future__ import annotations

from trenchline.server.apart import Apart, TooSlow
from trenchline.server.errors import Problem
from trenchline.server.intake import Intake, Refused, read_in
from trenchline.server.people import Person
from trenchline.server.survey import Surveyed, acquaint, prove, survey
from trenchline.server.wire.requests import NewPosition
from trenchline.server.wire.table_answers import PositionAnswer, WrongLine

SECONDS = 60.0
"""How long the replay of a record may take."""
SURVEY_SECONDS = 15.0
"""How long it may take to look at a position, once its game is at hand."""


class Readers(Apart):
    """Reads records, one of each person at a time."""

    def __init__(self, shelf: str) -> None:
        super().__init__("Your last record is still being read; wait for it.")
        self._shelf = shelf

    async def read(self, person: Person, text: bytes) -> Intake:
        """What is to be kept of a record, once it is his turn."""
        try:
            found = await self.run(person, SECONDS, read_in, self._shelf, person.id, text)
        except TooSlow:
            message = f"The record cannot be replayed within {SECONDS:.0f} seconds."
            raise Problem(422, "too_long", message) from None
        if isinstance(found, Refused):
            raise Problem(found.status, found.code, found.message)
        return found


class Surveyors(Apart):
    """Look at positions that people make up, one of each person at a time."""

    def __init__(self, shelf: str) -> None:
        super().__init__("Your last position is still being looked at; wait for it.")
        self._shelf = shelf

    async def look(self, person: Person, new: NewPosition) -> PositionAnswer:
        """What there is to say of a position."""
        given = (self._shelf, new.game, new.text, new.attack, new.supply)
        await self._acquaint(person, new.game, new.text)
        try:
            return await self.run(person, SURVEY_SECONDS, survey, *given)
        except TooSlow:
            raise _too_long() from None

    async def prove(self, person: Person, game: str, text: str) -> Surveyed:
        """A position to play on from."""
        await self._acquaint(person, game, text)
        try:
            found = await self.run(person, SURVEY_SECONDS, prove, self._shelf, game, text)
        except TooSlow:
            raise _too_long() from None
        if isinstance(found, WrongLine):
            where = "" if found.line is None else f"line {found.line}: "
            raise Problem(422, "position", f"Nobody can play from here: {where}{found.reason}.")
        return found

    async def _acquaint(self, person: Person, game: str, text: str) -> None:
        """A process that has just been started has yet to read the game; no text is to blame for
        that."""
        try:
            await self.run(person, SECONDS, acquaint, self._shelf, game, text)
        except TooSlow:
            message = "The server has too much to do; try again in a moment."
            raise Problem(503, "try_again", message) from None


def _too_long() -> Problem:
    message = f"The position cannot be looked at within {SURVEY_SECONDS:.0f} seconds."
    return Problem(422, "too_long", message)
