"""What the table tells of the sea: where every fleet is, and what the next season there will
cost."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import product

from trenchline.games.balance_of_powers.components import (
    BR,
    CENTRAL,
    ENTENTE,
    GE,
    NATIONS,
    OCEAN_BOXES,
    OF_NATION,
    UNITS,
    Units,
)
from trenchline.games.balance_of_powers.losing import blockade_loss
from trenchline.games.balance_of_powers.navy import VESSELS, fleet, ports, radius, steps
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.trade_war import (
    BLOCKADED,
    GROUNDS,
    hunters_in,
    hunts,
    is_close,
    is_distant,
    modifier,
    ore_raiders,
    trades,
)
from trenchline.games.balance_of_powers.war_at_sea import british_loss, raids
from trenchline.kernel.bits import members

DIE = range(1, 7)
TWO, THREE = (sorted(map(sum, product(DIE, repeat=dice))) for dice in (2, 3))
"""All throws of two and of three dice."""


def below(throws: list[int], number: int) -> Fraction:
    """How likely dice stay below a number.

    >>> below(TWO, 9), below(THREE, 8)
    (Fraction(13, 18), Fraction(35, 216))
    """
    return Fraction(bisect_left(throws, number), len(throws))


def fleets(state: State, side: int) -> Iterator[str]:
    """[2.66] Where the naval units of a side are, by class, and whom they carry."""
    in_port = ports(state, side)
    for place in members(state.ships[side] | state.boats[side]):
        here = state.stacks[place] & state.troops[side]
        words = _composed(here & VESSELS, here & VESSELS & state.reduced)
        if carried := here & state.passengers:
            words += f", {carried.bit_count()} on board"
        yield state.say("{:hex}: {}", place, words if in_port >> place & 1 else words + ", at sea")


@lru_cache(maxsize=1024)
def _composed(vessels: Units, hurt: Units) -> str:
    """Ships by class."""
    classes = Counter(UNITS[unit].ship for unit in members(vessels))
    words = ", ".join(f"{count} {name}" for name, count in sorted(classes.items()))
    return f"{words}, {hurt.bit_count()} damaged" if hurt else words


def war_at_sea(state: State) -> Iterator[str]:
    """[5.32] [5.33] [5.34] [5.35] What the next season would cost, as ships and submarines lie."""
    if not trades(state) or state.phase == "set-up":
        return
    if hunts(state):
        yield from _hunting(state)
        yield from _blockades(state)
    yield from _raiders(state)
    if boats := ore_raiders(state):
        force = sum(steps(state, boat) for boat in members(boats))
        chance = Fraction(min(len(DIE), force - 1), len(DIE))
        yield f"Swedish ore: Germany loses 2 with {_percent(chance)} [5.35]"


def _hunting(state: State) -> Iterator[str]:
    """[5.323] What submarines would sink on average, and what the hunt for them would find."""
    if state.sides[BR] != ENTENTE:
        return
    for place in GROUNDS:
        boats = hunters_in(state, place)
        if not boats:
            continue
        force = sum(steps(state, boat) for boat in members(boats))
        added = modifier(state, place)
        mean = Fraction(sum(british_loss(force, die, added) for die in DIE), len(DIE))
        caught = _percent(below(THREE, state.hunters))
        yield (
            f"Submarines in the {place}, {force} steps at {added:+d}: Britain loses "
            f"{float(mean):.1f} on average, and the hunt finds them with {caught} [5.323]"
        )


def _blockades(state: State) -> Iterator[str]:
    """[5.34] Who is blockaded, and how."""
    for nation in BLOCKADED:
        if state.sides[nation] != CENTRAL:
            continue
        how = "from near" if is_close(state, nation) else "from afar"
        if is_close(state, nation) or is_distant(state, nation):
            loss = blockade_loss(state, nation)
            yield f"{NATIONS[nation].name} is blockaded {how}: {loss} points [5.344]"
        else:
            yield f"{NATIONS[nation].name} is not blockaded [5.341]"


def _raiders(state: State) -> Iterator[str]:
    """[5.33] What surface raiders would bring."""
    if state.sides[BR] != ENTENTE:
        return
    for box in members(OCEAN_BOXES & state.scenario.hexes):
        ships = fleet(state, box, CENTRAL) & OF_NATION[GE]
        if ships and raids(box):
            best = max(radius(state, ship) for ship in members(ships))
            told = _percent(below(TWO, best))
            yield state.say("Raiders in {:hex}: Britain loses a point with {} [5.33]", box, told)


def _percent(chance: Fraction) -> str:
    return f"{round(100 * chance)} %"
