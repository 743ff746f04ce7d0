"""Chapter 10.6: the dice of a land combat, and what they bring."""

from __future__ import annotations

from typing import NamedTuple

from trenchline.games.balance_of_powers.components import FOLDER, TABLES
from trenchline.kernel.data import DataError

PAYABLE = -1
"""A loss that a resource point buys off [10.711]."""


class Result(NamedTuple):
    """A line of the land combat table [10.62]."""

    attacker: int
    """Loss points, or ``PAYABLE``."""
    defender: int
    ground: bool
    """Whether the defender gives ground [10.72]."""
    breakthrough: bool
    demoralizes: int | None
    """0 for the attacker, 1 for the defender: who may be demoralized in a major battle [10.74]."""
    below: int
    """... by a die below this."""

    def __str__(self) -> str:
        """As the table writes it.

        >>> str(result(9, major=True)), str(result(7, major=False)), str(result(15, major=True))
        ('1/2 GG', 'RP/RP', 'RP/3 breakthrough')
        """
        losses = "/".join("RP" if n == PAYABLE else str(n) for n in (self.attacker, self.defender))
        if self.breakthrough:
            return f"{losses} breakthrough"
        return f"{losses} GG" if self.ground else losses


def _loss(text: str) -> int:
    if text == "R":
        return PAYABLE
    if not text.isdecimal():
        raise DataError(FOLDER / "tables.toml", None, f"[results]: {text!r} is no loss")
    return int(text)


def _load(major: bool) -> dict[int, Result]:
    found = {}
    for dice, told in TABLES["results"].items():
        if dice == "source":
            continue
        losses = [told["attacker"], told["defender"]]
        if not major and "minor" in told:
            losses = [told["minor"]] * 2
        who = told.get("demoralizes")
        found[int(dice)] = Result(
            _loss(losses[0]),
            _loss(losses[1]),
            told.get("ground", False),
            told.get("breakthrough", False),
            None if who is None else ("attacker", "defender").index(who),
            told.get("below", 0),
        )
    return found


_RESULTS = (_load(major=False), _load(major=True))
LEAST, GREATEST = min(_RESULTS[1]), max(_RESULTS[1])


def final(raw: int, modifier: int) -> int:
    """[10.61] The line of the table: the dice and the modifier, from 2 to 12.

    >>> final(8, 3), final(3, -6), final(11, 4)
    (11, 2, 12)
    """
    return max(LEAST, min(GREATEST, raw + modifier))


def result(dice: int, major: bool) -> Result:
    """[10.62] What the final dice bring in a major or a minor battle."""
    return _RESULTS[major][final(dice, 0)]


def refunded(losses: tuple[int, int], strengths: tuple[int, int], modifier: int) -> tuple[int, int]:
    """[10.712.1] The losses of attacker and defender after the rule of the second loss: who was
    favoured by the modifier loses nothing where the other has nobody to lose for a second time.

    >>> refunded((1, 2), (4, 1), 2), refunded((1, 2), (4, 1), 0), refunded((2, 1), (1, 3), -1)
    ((0, 2), (1, 2), (2, 0))
    """
    attacker, defender = losses
    if defender >= 2 and strengths[1] < 2 and modifier > 0:
        return 0, defender
    if attacker >= 2 and strengths[0] < 2 and modifier < 0:
        return attacker, 0
    return attacker, defender
