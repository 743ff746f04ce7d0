"""What may be taken back: freely, or with the others' consent.

One's own choices go back freely until a die, a reveal, or a decision of somebody else. Against
computer players, and at a table where all seats are one person's, everything does; not while a seat
waits for somebody else.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from trenchline.kernel.match import Match
from trenchline.server.live import Made
from trenchline.server.store import SeatRow


def others(seats: list[SeatRow], person: str) -> list[str]:
    """The seats of other people, who have to agree; and of those who have yet to come."""
    return [seat.title for seat in seats if seat.kind != "computer" and seat.person != person]


def vacant(seats: list[SeatRow]) -> list[str]:
    """The seats that wait for somebody."""
    return [seat.title for seat in seats if seat.kind == "open"]


def own_sides(match: Match, seats: list[SeatRow], person: str) -> set[int]:
    """The sides that a person plays, alone or with others."""
    sides = match.game.sides
    return {sides.index(seat.side) for seat in seats if seat.person == person}


def earliest_free(match: Match, own: Collection[int], alone: bool) -> int | None:
    """The earliest version that may be gone back to freely, if there is one."""
    version = len(match.history)
    if alone:
        return 0 if version else None
    while version and _is_free(match, version - 1, own):
        version -= 1
    return version if version < len(match.history) else None


def _is_free(match: Match, number: int, own: Collection[int]) -> bool:
    turned = match.history[number]
    if turned.dice or turned.side not in own:
        return False
    before, after = match.position(number), match.position(number + 1)
    return not match.game.reveals(before, after, turned.side)


def last_own(match: Match, own: Collection[int]) -> int | None:
    """The version before the last choice of a person: what a plain undo goes back to."""
    for number in range(len(match.history) - 1, -1, -1):
        if match.history[number].side in own:
            return number
    return None


def dice_lost(match: Match, to: int) -> list[int]:
    """The dice that have been rolled since a version."""
    return [die for turned in match.history[to:] for die in turned.dice]


def farthest_redo(
    seats: list[SeatRow], person: str, version: int, ahead: Sequence[Made]
) -> int | None:
    """The latest version to which choices may be made again: one's own, and the computer's."""
    again = {s.side for s in seats if s.kind == "computer" or s.person == person}
    for number, (side, _) in enumerate(ahead):
        if side not in again:
            return version + number if number else None
    return version + len(ahead) if ahead else None
