"""Who may be lost next [9D] [10] [8C2] [14H3] [14L] [14R] [15C], and the least painful choice.

Losses are chosen unit by unit. Each demand is a bar over those who are left, in the order of [R77];
one that cannot be met by what those before it leave open is void ("if possible").
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, lcm
from typing import NamedTuple

from trenchline.games.the_great_war.guns import QUARTERS
from trenchline.kernel.bars import Bar
from trenchline.kernel.bits import bit_set
from trenchline.kernel.exact import Exact
from trenchline.kernel.hexes import Hex

FIRST_RE = QUARTERS
"""[10] How much must first come from units of an effect that succeeded."""


class Loser(NamedTuple):
    """A unit that a result may cost."""

    unit: int
    worth: Exact
    """Its printed strength, attack or defence [9D]; none in an overstack that defends [8C2]."""
    size: int
    """In quarters of an RE."""
    pain: Exact
    """What its owner would miss."""
    hex: Hex = 0
    artillery: bool = False
    irregular: bool = False
    overstacked: bool = False
    effects: frozenset[str] = frozenset()
    """Special effects it is capable of."""
    kinds: frozenset[str] = frozenset()
    """The quotas it counts for."""


class Quota(NamedTuple):
    """Half of all losses must come from some kind of unit, if possible."""

    case: str
    kind: str


class Demands(NamedTuple):
    """What a side's losses must respect."""

    guns_last: bool = False
    effects: frozenset[str] = frozenset()
    """Effects that have succeeded for this side, but gas [10]."""
    quotas: tuple[Quota, ...] = ()


def bars(left: Sequence[Loser], gone: Sequence[Loser], demands: Demands) -> list[Bar]:
    """What is demanded of the next loss, each demand with the units it leaves open."""
    found = [
        Bar("10", f"the first RE lost comes from units that used {effect}", units)
        for effect in sorted(demands.effects)
        if (units := _effect_first(left, gone, effect))
    ]
    if demands.guns_last:
        found.append(
            Bar(
                "9D",
                "all other units are lost before artillery",
                _units(loser for loser in left if not loser.artillery),
            )
        )
    crowded = {loser.hex for loser in left if not loser.overstacked}
    found.append(
        Bar(
            "8C2",
            "units in an overstack are lost after the others in their hex",
            _units(loser for loser in left if not loser.overstacked or loser.hex not in crowded),
        )
    )
    found.append(
        Bar(
            "14L",
            "irregular units are lost last",
            _units(loser for loser in left if not loser.irregular),
        )
    )
    found += [
        Bar(
            quota.case,
            f"half of the losses must come from {quota.kind} units",
            _within(left, gone, quota.kind),
        )
        for quota in demands.quotas
    ]
    return binding(found, _units(left))


def binding(found: Iterable[Bar], units: int) -> list[Bar]:
    """[R77] The bars that can be met one after the other; the others are void."""
    kept = []
    for bar in found:
        if units & bar.open:
            units &= bar.open
            kept.append(bar)
    return kept


def _units(losers: Iterable[Loser]) -> int:
    return bit_set(loser.unit for loser in losers)


def _effect_first(left: Sequence[Loser], gone: Sequence[Loser], effect: str) -> int:
    """[10.3] Who may go while the first RE of an effect is owed: a unit that is large enough, or
    small ones if they suffice together. Nobody if it is paid."""
    owed = FIRST_RE - sum(loser.size for loser in gone if effect in loser.effects)
    if owed <= 0:
        return 0
    able = [loser for loser in left if effect in loser.effects]
    small = [loser for loser in able if loser.size < owed]
    enough = sum(loser.size for loser in small) >= owed or len(small) == len(able)
    return _units(loser for loser in able if enough or loser.size >= owed)


def _within(left: Sequence[Loser], gone: Sequence[Loser], kind: str) -> int:
    """[14H3] Units of a kind, and others as long as the kind bears half of the losses. Where none
    of the kind is left, nobody is shut out."""
    if not any(kind in loser.kinds for loser in left):
        return _units(left)
    of_kind = sum((loser.worth for loser in gone if kind in loser.kinds), 0)
    others = sum((loser.worth for loser in gone if kind not in loser.kinds), 0)
    return _units(loser for loser in left if kind in loser.kinds or of_kind >= others + loser.worth)


def candidates(left: Sequence[Loser], gone: Sequence[Loser], demands: Demands) -> int:
    """[9D.3] [8C2.8] The units that may be lost next. Units without strength are lost only where
    they stand before the guns [R78]."""
    able = [loser for loser in left if loser.worth or (demands.guns_last and not loser.artillery)]
    if not any(loser.worth for loser in able):
        return 0
    units = _units(able)
    for bar in bars(able, gone, demands):
        units &= bar.open
    return units


def proposal(
    left: Sequence[Loser], gone: Sequence[Loser], demands: Demands, due: Exact
) -> list[int]:
    """The least painful legal choice, in an order in which it can be taken.

    >>> guns = Loser(0, 8, 4, 10, artillery=True)
    >>> rifles, more = Loser(1, 6, 8, 8), Loser(2, 4, 8, 3)
    >>> proposal([guns, rifles, more], [], Demands(guns_last=True), 4)
    [2]
    >>> proposal([guns, rifles, more], [], Demands(guns_last=True), 11)
    [2, 1, 0]
    """
    found: list[int] = []
    rest, past = list(left), list(gone)
    while due > 0:
        able = candidates(rest, past, demands)
        if not able:
            break
        chosen = _cheapest(rest, past, demands, able, due)
        for loser in chosen:
            found.append(loser.unit)
            rest.remove(loser)
            past.append(loser)
            due -= loser.worth
    return found


def _cheapest(
    left: Sequence[Loser], gone: Sequence[Loser], demands: Demands, able: int, due: Exact
) -> list[Loser]:
    """The next losses: one that an effect owes, all of a tier that is not enough, or of one that is
    more than enough the least painful part."""
    in_order = sorted(left, key=lambda loser: (loser.pain, loser.unit))
    tier = replace_quotas(in_order, gone, demands)
    owed = any(_effect_first(left, gone, effect) for effect in demands.effects)
    if owed or sum((loser.worth for loser in tier), 0) <= due or len(demands.quotas) > 1:
        return [next(loser for loser in in_order if able >> loser.unit & 1)]
    kind = demands.quotas[0].kind if demands.quotas else ""
    chosen = _least(tier, gone, kind, due)
    first = [loser for loser in chosen if able >> loser.unit & 1]
    # What the quota does not let go yet follows when its turn comes.
    return first[:1] if kind else first


def replace_quotas(left: Sequence[Loser], gone: Sequence[Loser], demands: Demands) -> list[Loser]:
    """The units among which the next losses are chosen, whatever quota there is."""
    able = candidates(left, gone, demands._replace(quotas=()))
    return [loser for loser in left if able >> loser.unit & 1]


def _least(tier: Sequence[Loser], gone: Sequence[Loser], kind: str, due: Exact) -> list[Loser]:
    """The part of a tier that is enough and hurts least, its kind bearing half where it must."""
    scale = lcm(due.denominator, *(loser.worth.denominator for loser in (*tier, *gone)))
    wanted = ceil(due * scale)
    special = [loser for loser in tier if kind and kind in loser.kinds]
    others = [loser for loser in tier if loser not in special]
    borne = sum((loser.worth for loser in gone if kind in loser.kinds), 0)
    ahead = borne - sum((loser.worth for loser in gone if kind not in loser.kinds), 0)
    mine, his = _sums(special, scale), _sums(others, scale)
    best: tuple[Exact, int, int, int] | None = None
    for his_sum, (his_pain, _) in his.items():
        for my_sum, (my_pain, _) in mine.items():
            exhausted = my_sum == max(mine)
            if my_sum + his_sum < wanted:
                continue
            if special and not exhausted and my_sum + ahead * scale < his_sum:
                continue
            found = (my_pain + his_pain, my_sum + his_sum, my_sum, his_sum)
            if best is None or found < best:
                best = found
    if best is None:
        return list(tier)
    return [*_picked(special, mine[best[2]][1]), *_picked(others, his[best[3]][1])]


def _sums(losers: Sequence[Loser], scale: int) -> dict[int, tuple[Exact, int]]:
    """For each sum of strength the least pain that brings it, and the set of losers that do."""
    found: dict[int, tuple[Exact, int]] = {0: (0, 0)}
    for number, loser in enumerate(losers):
        worth = int(loser.worth * scale)
        for total, (pain, chosen) in list(found.items()):
            new = (pain + loser.pain, chosen | 1 << number)
            if total + worth not in found or new[0] < found[total + worth][0]:
                found[total + worth] = new
    return found


def _picked(losers: Sequence[Loser], chosen: int) -> list[Loser]:
    return [loser for number, loser in enumerate(losers) if chosen >> number & 1]
