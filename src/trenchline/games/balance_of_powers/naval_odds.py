"""Chapters 6.44, 7.45, 8.23 and 8.33: the exact chances of a mine, an interrupt, a search, evasion
and a salvo, and what a whole naval combat brings, with its error.

A salvo is two dice; whoever asks about a whole combat has it fought out many times by the staffs of
both sides, for whom everybody fires at depends on what the dice brought before.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from math import sqrt

from trenchline.games.balance_of_powers.components import GRID, SIDES, UNIT, Units
from trenchline.games.balance_of_powers.contact import pairing
from trenchline.games.balance_of_powers.interrupts import Interrupt
from trenchline.games.balance_of_powers.minefields import mined, threat
from trenchline.games.balance_of_powers.navy import DREADNOUGHTS, VESSELS, radius
from trenchline.games.balance_of_powers.salvos import (
    FORT,
    Broadside,
    FortShot,
    ReturnCheck,
    armour,
    battle,
    bonus,
)
from trenchline.games.balance_of_powers.search import Evade, Search
from trenchline.games.balance_of_powers.seaways import on_a_map, overage
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.bits import bit_set, lowest, members
from trenchline.kernel.chance import throws, totals
from trenchline.kernel.dice import PlannersDice
from trenchline.kernel.hexes import Hex
from trenchline.kernel.odds import Cost, Modifier, Odds, Result
from trenchline.kernel.play import decision, settle, take
from trenchline.kernel.steps import Choice, Choices

DICE = (6, 6)
GAMES = 200
"""How often a whole combat is fought out."""
MISS, HIT, SINKS, AFLOAT = "misses", "is damaged", "sinks", "stays afloat"


def shot(added: int, armoured: int, *, reduced: bool, dreadnought: bool) -> dict[str, Fraction]:
    """[8.332] [8.333] [8.333.1] What a shot does to a ship.

    >>> {word: str(p) for word, p in shot(4, 12, reduced=False, dreadnought=True).items()}
    {'misses': '13/18', 'is damaged': '5/18'}
    >>> {word: str(p) for word, p in shot(4, 12, reduced=True, dreadnought=True).items()}
    {'misses': '13/18', 'sinks': '1/18', 'stays afloat': '2/9'}
    """

    def read(values: tuple[int, ...]) -> str:
        if sum(values) + added <= armoured:
            return MISS
        if not reduced:
            return HIT
        return AFLOAT if dreadnought and values[0] != values[1] else SINKS

    found = throws(DICE, read)
    return {word: found[word] for word in (MISS, HIT, SINKS, AFLOAT) if word in found}


def below(limit: float, dice: tuple[int, ...] = (6,)) -> Fraction:
    """The chance that dice are below a number.

    >>> str(below(3)), str(below(9)), str(below(4, DICE))
    ('1/3', '1', '1/12')
    """
    found = Fraction(0)
    for value, chance in totals(dice).items():
        if value < limit:
            found += chance
    return found


def _result(word: str, chance: Fraction, meaning: str, cost: Cost | None = None) -> Result:
    return Result(word, float(chance), (), meaning, cost)


def _either(chance: Fraction, yes: str, no: str, meaning: str) -> tuple[Result, ...]:
    return (_result(yes, chance, meaning), _result(no, 1 - chance, "nothing happens"))


# Salvos.


def salvo(state: State, shooter: int, target: int) -> Odds:
    """[8.332] A ship or fortress fires at another."""
    fort = target >= FORT
    name = (
        state.say("the fortress in {:hex}", battle(state).forts[target - FORT])
        if fort
        else state.say("{:unit}", target)
    )
    reduced = not fort and bool(state.reduced >> target & 1)
    dreadnought = not fort and bool(DREADNOUGHTS >> target & 1)
    added, limit = bonus(state, shooter), armour(state, target)
    found = shot(added, limit, reduced=reduced, dreadnought=dreadnought)
    steps = {MISS: 0, HIT: 1, SINKS: 1, AFLOAT: 0}
    return Odds(
        title=name,
        attack=(Modifier.of("8.332", "gunnery", added),),
        defence=(Modifier.of("8.332", "armour", limit),),
        column=f"above {limit - added} on two dice",
        results=tuple(
            _result(word, chance, f"it {word}", Cost(0, steps[word]))
            for word, chance in found.items()
        ),
        act="Salvo at",
        losses_in="steps",
    )


# Search, evasion, interrupts, mines.


def search(state: State, place: Hex, verb: str) -> Odds:
    """[8.23] [8.23.1] One force looks for another; a fortress finds and is found for certain."""
    searcher, target = pairing(state, place, verb)
    certain = searcher.fort or target.fort
    chance = Fraction(1) if certain else below(target.strong + searcher.strong)
    return Odds(
        title=state.say("{:hex}", target.place),
        attack=(Modifier.of("8.23", "units that search", searcher.strong),),
        defence=(Modifier.of("8.23", "units that are searched for", target.strong),),
        column="certain" if certain else f"below {target.strong + searcher.strong} on a die",
        results=_either(chance, "found", "not found", "there is combat, unless it evades"),
        act="Search in",
    )


def interrupt(state: State) -> Odds:
    """[7.45] A force beyond its radius is stopped."""
    over = overage(state, state.force)
    return Odds(
        title=state.say("{:hex}", state.force_at),
        attack=(Modifier.of("7.45", "overage", over),),
        defence=(),
        column=f"below {over} on a die",
        results=_either(below(over), "stopped", "goes on", "the force goes no farther"),
        act="Interrupt at",
    )


def evasion(state: State) -> Odds:
    """[8.25] Units that were found get away."""
    results = []
    for unit in members(state.engaged):
        chance = below(radius(state, unit), DICE)
        words = f"{state.called(unit)} evades"
        results.append(_result(words, chance, "it returns to port"))
    return Odds(
        title="the enemy",
        attack=(),
        defence=(),
        column="below the radius on two dice",
        results=tuple(results),
        act="Evade",
    )


def minefield(state: State, units: Units, place: Hex) -> Odds:
    """[6.443] [6.443.1] What mines do to ships that enter a location."""
    if mined(state, units, place) is None:
        raise ValueError(f"no enemy mines lie in {state.named(place)}")
    side = state.side_of(lowest(units & VESSELS))
    limit = threat(state, place, 1 - side)
    dice = (6,) if on_a_map(place) else DICE
    chance = below(float(limit), dice)
    return Odds(
        title=state.say("{:hex}", place),
        attack=(Modifier.of("6.443", "mines", limit),),
        defence=(),
        column=f"below {limit} on {'a die' if len(dice) == 1 else 'two dice'} for each ship",
        results=_either(chance, "hit", "passes", "each ship that is hit loses a step"),
        act="Mines in",
    )


# What is being decided.


def at_sea(state: State) -> Odds | None:
    """The odds of what is decided at sea just now; of several targets the first, with the others
    beside it."""
    asking = decision(state)
    found: list[Odds] = []
    match asking:
        case Broadside() | FortShot():
            shooter = asking.unit if isinstance(asking, Broadside) else FORT + asking.side
            choices = asking.choices(state)
            found = [salvo(state, shooter, ship) for ship in members(choices.get("shoot", 0))]
            if "shell" in choices:
                found.append(salvo(state, shooter, FORT + 1 - asking.who(state)))
        case Search():
            for verb, places in asking.choices(state).items():
                if verb != "none":
                    found += [search(state, place, verb) for place in members(places)]
        case Interrupt():
            found = [interrupt(state)]
        case Evade():
            found = [evasion(state)]
    if not found:
        return None
    first, *others = found
    return Odds(
        **{name: getattr(first, name) for name in first.__struct_fields__ if name != "others"},
        others=tuple(others),
    )


def described(state: State, text: str) -> Odds:
    """The odds of what a text describes: ``GE-N-BB1 > BR-N-BB2`` a salvo in the combat in hand,
    ``GE-N-BB1 GE-N-CL1 > 0516`` ships that enter mines."""
    left, mark, right = text.partition(">")
    keys, goal = left.split(), right.strip()
    if not mark or not keys or not goal or any(key not in UNIT for key in keys):
        raise ValueError("write 'GE-N-BB1 > BR-N-BB2', or ships '> 0516' where mines lie")
    units = bit_set(UNIT[key] for key in keys)
    if goal in UNIT:
        if state.sea_battle is None:
            raise ValueError("no naval combat is being fought")
        return salvo(state, lowest(units), UNIT[goal])
    return minefield(state, units, GRID.hex(goal))


def is_naval(text: str) -> bool:
    """Whether a text describes something at sea."""
    key = text.split()[0] if text.split() else ""
    return key in UNIT and bool(VESSELS >> UNIT[key] & 1)


# A whole combat.

Chooser = Callable[[State, Choices, random.Random], Choice]


def fought_out(state: State, choose: Chooser, games: int = GAMES, seed: int = 0) -> Odds:
    """[8.3] What the combat in hand costs both sides in steps, fought out so many times with both
    sides choosing as they are told to; the notes give the error of the means, which is one standard
    deviation."""
    if state.sea_battle is None:
        raise ValueError("no naval combat is being fought")
    rng = random.Random(seed)
    tallies: dict[tuple[int, int], int] = {}
    for _ in range(games):
        lost = _once(state, choose, rng)
        tallies[lost] = tallies.get(lost, 0) + 1
    results = tuple(
        Result(
            f"{central}/{entente}",
            count / games,
            (),
            f"the {SIDES[0]} lose {central} steps, the {SIDES[1]} {entente}",
            Cost(central, entente),
        )
        for (central, entente), count in sorted(tallies.items(), key=lambda told: -told[1])
    )
    notes = []
    for side in (0, 1):
        mean = sum(lost[side] * count for lost, count in tallies.items()) / games
        square = sum(lost[side] ** 2 * count for lost, count in tallies.items()) / games
        error = sqrt(max(0.0, square - mean * mean) / games)
        words = f"{SIDES[side]}: {mean:.2f} steps on average, give or take {error:.2f}"
        notes.append(Modifier("8.333", words, 0))
    place = state.where[lowest(state.engaged)]
    return Odds(
        title=state.say("{:hex}", place),
        attack=(),
        defence=(),
        column=f"{games} combats",
        results=results,
        notes=tuple(notes),
        act="Naval combat in",
        losses_in="steps",
    )


def _once(state: State, choose: Chooser, rng: random.Random) -> tuple[int, int]:
    """The steps that both sides lose when the combat is fought out once."""
    twin = state.copy()
    twin.log = None
    # What follows the last salvo costs nobody anything.
    ends = [n for n, step in enumerate(twin.stack) if isinstance(step, ReturnCheck)]
    twin.stack = twin.stack[max(ends, default=-1) + 1 :]
    dice = PlannersDice(rng)
    while choices := settle(twin, dice):
        take(twin, *choose(twin, choices, rng))
    return battle(twin).lost
