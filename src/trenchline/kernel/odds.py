"""Exact odds: the distribution of a battle over the actual table, with every modifier's case."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct


class Modifier(Struct, frozen=True):
    """One number that goes into a battle, and the case it rests on."""

    case: str
    what: str
    amount: int


class Result(Struct, frozen=True):
    """One result of the table and how likely it is."""

    result: str
    probability: float
    rolls: tuple[int, ...]
    meaning: str


class Share(Struct, frozen=True):
    """What one die of several brings, taken by itself."""

    title: str
    results: tuple[Result, ...]


class Odds(Struct, frozen=True):
    """A battle before the die is rolled."""

    title: str
    attack: tuple[Modifier, ...]
    defence: tuple[Modifier, ...]
    column: str
    results: tuple[Result, ...]
    notes: tuple[Modifier, ...] = ()
    chart: str = ""
    """The title of the chart the results are read from, where a game has several alike."""
    verb: str = ""
    """The choice that rolls by these odds, where there are others."""
    shares: tuple[Share, ...] = ()
    """What each die brings by itself, where two are rolled."""
    pairs: tuple[tuple[str, ...], ...] = ()
    """What every pair of dice brings: a row for each of the first, in it a cell for the second."""
    hidden: tuple[str, ...] = ()
    """What of the enemy does not show, in words. Where something hides, no results are told, and
    the defence and the column are those of what does show."""
    others: tuple[Odds, ...] = ()
    """What the same battle promises on other tables that may be chosen."""

    @property
    def attack_total(self) -> int:
        """The attacker's strength."""
        return sum(modifier.amount for modifier in self.attack)

    @property
    def defence_total(self) -> int:
        """The defender's strength."""
        return sum(modifier.amount for modifier in self.defence)


def gather(outcomes: list[tuple[int, str, str]], sides: int) -> tuple[Result, ...]:
    """Results with their probabilities, from (roll, result, meaning) for every side of a die.

    >>> [(r.result, r.rolls) for r in gather([(1, "1/2", ""), (2, "1/2", ""), (3, "4/0", "")], 3)]
    [('1/2', (1, 2)), ('4/0', (3,))]
    """
    rolls: dict[tuple[str, str], list[int]] = {}
    for roll, result, meaning in outcomes:
        rolls.setdefault((result, meaning), []).append(roll)
    return tuple(
        Result(result, float(Fraction(len(at), sides)), tuple(at), meaning)
        for (result, meaning), at in rolls.items()
    )
