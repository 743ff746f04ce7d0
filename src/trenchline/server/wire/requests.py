"""What may be asked: models that pydantic checks, for they come from strangers."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Word = Annotated[str, Field(min_length=1, max_length=80)]
SeatName = Annotated[str, Field(min_length=1, max_length=200)]
SideName = Annotated[str, Field(min_length=1, max_length=40)]
Pledge = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
LotNumber = Annotated[str, Field(pattern=r"^[0-9a-f]{32,64}$")]
PositionText = Annotated[str, Field(min_length=1, max_length=24_000)]
Version = Annotated[int, Field(ge=0, le=1_000_000)]


class Request(BaseModel):
    """What every request has: no fields but its own."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NewMatch(Request):
    """A match to begin. A seat is ``me``, ``open`` or ``computer:LEVEL``.

    Seats are named by their sides; a side that several people share has a seat for each, named like
    ``Allied: France, Italy``, which together have all powers of the side.

    ``pledge`` is the hash of the number that its maker will add to the seed.
    """

    game: Word
    scenario: Word | None = None
    options: dict[Word, Word] = Field(default_factory=dict, max_length=50)
    seats: dict[SeatName, Word] = Field(max_length=20)
    pledge: Pledge | None = None
    lesson: Word | None = None
    """A lesson of the game, which brings its own position and dice; all its seats are one's own."""
    position: PositionText | None = None
    """A position in the game's notation to begin from; it says by itself which scenario and which
    options it is of."""


class NewPosition(Request):
    """A position to look at, and perhaps an attack in it, in the game's notation; with ``supply``
    it is also told where supply runs."""

    game: Word
    text: PositionText
    attack: Annotated[str, Field(min_length=1, max_length=400)] | None = None
    supply: bool = False


class Joining(Request):
    """Sitting down; ``pledge`` is the hash of the number that one will add to the seed."""

    pledge: Pledge | None = None


class GivenLot(Request):
    """The number that one has pledged; null for a number that is lost."""

    side: SideName
    number: LotNumber | None


class NewChoice(Request):
    """A choice for a side, made on seeing a version (and revision, to be quite sure)."""

    side: SideName
    choice: Word
    version: Version
    revision: Version | None = None
    light: bool = False
    """Whether only what is new since then is wanted as the answer."""


class Invite(Request):
    """A seat to invite somebody to, by the name that a summary gives it."""

    seat: Annotated[str, Field(min_length=1, max_length=200)]


class WhyNot(Request):
    """A choice to ask about; ``planned``, as if the plan that one keeps had been carried out."""

    side: SideName
    choice: Word
    planned: bool = False


class NewPreview(Request):
    """A choice to look ahead at, on seeing a version; ``planned``, as if the plan that one keeps
    had been carried out, and with what takes units in hand to be done before it (``after``)."""

    side: SideName
    choice: Word
    version: Version
    planned: bool = False
    after: Annotated[list[Word], Field(max_length=40)] = []


class NewAttacks(Request):
    """The best attacks of a side, on seeing a version."""

    side: SideName
    version: Version


class NewOrders(Request):
    """Choices for a side, to be made one after the other on seeing a version; what is new since
    then is answered to whoever names the revision that it has."""

    side: SideName
    orders: Annotated[list[Word], Field(min_length=1, max_length=60)]
    version: Version
    revision: Version | None = None


class NewGroup(Request):
    """Units that are to go somewhere together; ``planned``, once the plan that one keeps has been
    carried out."""

    side: SideName
    units: Annotated[list[Word], Field(min_length=1, max_length=40)]
    version: Version
    planned: bool = False


class NewPlan(Request):
    """A plan to keep in place of the one before: acts, each of a few choices; none to drop it."""

    side: SideName
    acts: Annotated[
        list[Annotated[list[Word], Field(min_length=1, max_length=40)]], Field(max_length=80)
    ]


class Undo(Request):
    """Take back to a version; ``ask`` the others where it is not free."""

    side: SideName
    to: Version
    ask: bool = True


class NewAdvice(Request):
    """A decision for which the general is asked what he would do."""

    side: SideName
    version: Version


class PlayOn(Request):
    """A match to begin from a moment of one that is over; seats as in ``NewMatch``."""

    version: Version
    seats: dict[SeatName, Word] = Field(max_length=20)


class Redo(Request):
    """Make choices that were taken back again, to a version."""

    side: SideName
    to: Version


class UndoAnswer(Request):
    """What a side says to the take-back that is asked for."""

    side: SideName
    accept: bool


class Credentials(Request):
    """Who one is."""

    name: Annotated[str, Field(min_length=2, max_length=40)]
    password: Annotated[str, Field(min_length=8, max_length=200)]
