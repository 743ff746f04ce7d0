"""Exact odds: the distribution of a battle over the actual table, with every modifier's case."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from html import escape

from msgspec import Struct
from msgspec.structs import force_setattr

from trenchline.kernel.chance import totals
from trenchline.kernel.exact import Exact, exact
from trenchline.kernel.notes import Mark, Said, plain
from trenchline.kernel.steps import State


class Modifier(Struct, frozen=True, omit_defaults=True):
    """One number that goes into a battle, and the case it rests on.

    >>> half = Modifier.of("9.2", "half strength across a river", Fraction(7, 2))
    >>> half.amount, half.over, half.value
    (7, 2, Fraction(7, 2))
    """

    case: str
    what: str
    amount: int
    over: int = 1
    """What the amount is to be divided by, where it is no whole number."""
    marks: tuple[Mark, ...] = ()
    """What its words name."""

    @classmethod
    def of(cls, case: str, what: str, value: Exact) -> Modifier:
        """A modifier of any exact number, in words that may have been *said*."""
        words, marks = plain(what)
        return cls(case, words, value.numerator, value.denominator, marks)

    @property
    def value(self) -> Exact:
        """The exact number."""
        return self.amount if self.over == 1 else Fraction(self.amount, self.over)


class Cost(Struct, frozen=True, omit_defaults=True):
    """What a result, or a whole battle on average, costs both sides, in what the game counts losses
    by (``Odds.losses_in``)."""

    attacker: float = 0.0
    defender: float = 0.0
    ground: float = 0.0
    """How likely it drives the defender from his hex, or leaves nobody of him there."""


class Result(Struct, frozen=True, omit_defaults=True):
    """One result of the table and how likely it is."""

    result: str
    probability: float
    rolls: tuple[int, ...]
    meaning: str
    cost: Cost | None = None
    """What it costs, where the game says so."""


class Share(Struct, frozen=True):
    """What one die of several brings, taken by itself."""

    title: str
    results: tuple[Result, ...]


class Odds(Struct, frozen=True):
    """A battle before the die is rolled."""

    title: str
    """The hex that is attacked, and perhaps how."""
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
    marks: tuple[Mark, ...] = ()
    """What the title names."""
    act: str = "Attack on"
    """What is done to the hex."""
    die: int = 0
    """Which of the dice that are thrown is read in these results; the last one is -1."""
    losses_in: str = ""
    """What the costs of results are counted in: points, steps ..."""

    def __post_init__(self) -> None:
        if isinstance(self.title, Said):
            words, marks = plain(self.title)
            force_setattr(self, "title", words)
            force_setattr(self, "marks", marks)

    def _repr_html_(self) -> str:
        """As a notebook shows it."""
        return odds_table(self)

    @property
    def expected(self) -> Cost | None:
        """What the battle costs both sides on average; None where no results are told, or the game
        does not say what they cost.

        >>> half = [
        ...     Result(word, 0.5, (), "", cost)
        ...     for word, cost in (("hit", Cost(1, 4, 1)), ("miss", Cost(2)))
        ... ]
        >>> Odds("0509", (), (), "2:1", tuple(half)).expected
        Cost(attacker=1.5, defender=2.0, ground=0.5)
        """
        attacker = defender = ground = 0.0
        for result in self.results:
            if result.cost is None:
                return None
            attacker += result.probability * result.cost.attacker
            defender += result.probability * result.cost.defender
            ground += result.probability * result.cost.ground
        return Cost(attacker, defender, ground) if self.results else None

    @property
    def attack_total(self) -> Exact:
        """The attacker's strength."""
        return exact(sum(modifier.value for modifier in self.attack))

    @property
    def defence_total(self) -> Exact:
        """The defender's strength."""
        return exact(sum(modifier.value for modifier in self.defence))


def odds_table(odds: Odds) -> str:
    """Odds as a small table of HTML."""
    rows = [
        f"<tr><td>{escape(r.result)}</td><td>{r.probability:.1%}</td><td>{escape(r.meaning)}</td></tr>"
        for r in odds.results
    ]
    modifiers = [
        f"<li>[{escape(m.case)}] {escape(m.what)}: {m.value}</li>"
        for m in (*odds.attack, *odds.defence, *odds.notes)
    ]
    return (
        f"<b>{escape(odds.title)}</b>, {escape(odds.column)}"
        f"<table><tr><th>result</th><th>chance</th><th></th></tr>{''.join(rows)}</table>"
        f"<ul>{''.join(modifiers)}</ul>"
    )


def gather(
    outcomes: list[tuple[int, str, str]], sides: int, costs: Callable[[str], Cost] | None = None
) -> tuple[Result, ...]:
    """Results with their probabilities, from (roll, result, meaning) for every side of a die;
    ``costs`` says what a result costs.

    >>> [(r.result, r.rolls) for r in gather([(1, "1/2", ""), (2, "1/2", ""), (3, "4/0", "")], 3)]
    [('1/2', (1, 2)), ('4/0', (3,))]
    """
    rolls: dict[tuple[str, str], list[int]] = {}
    for roll, result, meaning in outcomes:
        rolls.setdefault((result, meaning), []).append(roll)
    return tuple(
        Result(
            result,
            float(Fraction(len(at), sides)),
            tuple(at),
            meaning,
            None if costs is None else costs(result),
        )
        for (result, meaning), at in rolls.items()
    )


def gather_totals(
    dice: tuple[int, ...], read: Callable[[int], tuple[str, str]]
) -> tuple[Result, ...]:
    """Results with their probabilities, from the result and meaning of every total of some dice.

    >>> hit = gather_totals((6, 6), lambda total: ("hit" if total > 9 else "miss", ""))
    >>> [(r.result, r.rolls, round(r.probability, 3)) for r in hit][1]
    ('hit', (10, 11, 12), 0.167)
    """
    found: dict[tuple[str, str], tuple[list[int], Fraction]] = {}
    for total, chance in totals(dice).items():
        at, likely = found.get(read(total), ([], Fraction(0)))
        found[read(total)] = ([*at, total], likely + chance)
    return tuple(
        Result(result, float(likely), tuple(at), meaning)
        for (result, meaning), (at, likely) in found.items()
    )


def tell_strengths(state: State, attack: Iterable[Modifier], defence: Iterable[Modifier]) -> None:
    """Tell in the log every number that goes into a battle, with its case: what is for the attacker
    above zero, what is for the defender below."""
    for part in attack:
        state.detail("{:+} {} [{}]", part.amount, part.what, part.case)
    for part in defence:
        state.detail("{:+} {} [{}]", -part.amount, part.what, part.case)
