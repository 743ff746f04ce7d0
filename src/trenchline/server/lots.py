"""The players' lots: numbers of their own that they add to the seed of a match.

Whoever sits down pledges his number by its hash; when no seat is open any more, each shows his
number, and then the dice are ready. Nobody has to: who pledges nothing adds nothing. Until the dice
are ready, nothing that draws a die can be chosen.
"""

from __future__ import annotations

from trenchline.kernel.dice import (
    BY_NUMBER,
    Dice,
    Lot,
    NumberedDice,
    RecordedDice,
    SeededDice,
)
from trenchline.server.errors import Problem
from trenchline.server.store import MatchRow, SeatRow

WITHHELD = ""
"""In place of a number that was pledged and will not be given."""


class NotReady(Exception):
    """A die is wanted before the dice are ready."""


class WaitingDice(SeededDice):
    """Dice that are not ready. A game that begins with a roll gets a one, and is begun anew."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.begun = False

    def roll(self, sides: int, number: int) -> int:
        """No roll."""
        if self.begun:
            raise NotReady
        return 1


def dice_of(row: MatchRow) -> Dice:
    """The dice of a match as it stands."""
    if row.seed is None:
        dice = RecordedDice(row.way)
        dice.rolls.update(enumerate(row.opening))
        return dice
    if row.lots is None:
        return WaitingDice(row.seed)
    lots = {side: Lot(*lot) for side, lot in row.lots.items()}
    return (NumberedDice if row.way == BY_NUMBER else SeededDice)(row.seed, lots)


def awaited(row: MatchRow, seats: list[SeatRow]) -> list[str]:
    """The seats that the dice wait for: open seats, and whoever has yet to show a number."""
    if row.lots is not None:
        return []
    return [s.title for s in seats if s.kind == "open" or (s.pledge is not None and s.lot is None)]


def gathered(seats: list[SeatRow]) -> dict[str, tuple[str, str | None]]:
    """What the players have added to the seed, by seat: pledge and number."""
    return {
        seat.title: (seat.pledge, seat.lot or None) for seat in seats if seat.pledge is not None
    }


def must_wait(row: MatchRow, seats: list[SeatRow]) -> Problem:
    """Why a die cannot be rolled yet."""
    vacant = [seat.title for seat in seats if seat.kind == "open"]
    if vacant:
        why = f"until somebody plays {' and '.join(vacant)}"
    else:
        why = f"until the browser of {' and '.join(awaited(row, seats))} has added to the seed"
    return Problem(409, "dice_wait", f"No die is rolled {why}.")
