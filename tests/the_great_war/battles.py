"""What tests of combat share: battles as they stand, and a fight with dice told beforehand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Self

from tests.table import ToldDice
from tests.the_great_war.fields import field
from tests.the_great_war.sketch import GRID, counter, sketch
from trenchline.games.the_great_war.battle import Battle
from trenchline.games.the_great_war.combat import CombatPhase, begun
from trenchline.games.the_great_war.components import SIDES, Counter
from trenchline.games.the_great_war.package import side_names
from trenchline.games.the_great_war.preliminaries import natural_table
from trenchline.games.the_great_war.state import COMBAT, State
from trenchline.kernel.notes import lines
from trenchline.kernel.play import decision, settle, take
from trenchline.kernel.steps import Choices, Refusal, is_legal, pick

WATER = side_names(GRID)
NOWHERE = 0
"""A hex off the map, as the source of supply of whoever is simply fed."""
HEXED = ("attack", "retreat", "reserve", "feed", "bombard", "revise", "enter")
"""Verbs that take a hex; the others take a unit or nothing."""


def laid(
    counters: Iterable[Counter], where: dict[str, str], side: int = 1, **sketched: Any
) -> State:
    """Units on a sketch in a combat phase of a side; the Central Powers' unless it is said."""
    theatre = sketch(counters=list(counters), **sketched)
    return field(theatre, where, COMBAT, side)


def division(key: str, rating: str = "6-9-5", **more: Any) -> Counter:
    """A division with a cadre of half its strength."""
    attack, defence, movement = rating.split("-")
    back = f"{int(attack) // 2}-{int(defence) // 2}-{movement}"
    return counter(key, rating, back=back, **more)


def unit(state: State, key: str) -> int:
    """A unit by its key."""
    return state.theatre.unit[key]


def battle(state: State, target: str, *attackers: str, table: str = "", fed: bool = True) -> Battle:
    """A battle as it stands when it has been joined, with its table, everybody fed or nobody."""
    units = tuple(unit(state, key) for key in attackers)
    side = state.theatre.counters[units[0]].side
    found = begun(state, Battle(side, GRID.hex(target), units))
    found = replace(found, table=table or natural_table(state, found))
    if fed:
        found = replace(found, fed=tuple((u, NOWHERE) for u in (*units, *found.defenders)))
    return found


class Fight:
    """A combat phase being played; every choice is checked."""

    def __init__(self, state: State, *dice: int, side: int = 1) -> None:
        self.state = state
        self.dice = ToldDice()
        self.dice.told += dice
        state.log = []
        state.stack = [CombatPhase(side)]
        self.options: Choices = settle(state, self.dice)

    @property
    def log(self) -> list[str]:
        """The log as text."""
        return lines(self.state.log or (), SIDES)

    def number(self, verb: str, name: str) -> int:
        """The number of a choice: of a hex, a unit, or none."""
        if verb in HEXED:
            return GRID.hex(name)
        if not name:
            return 0
        if "/" in name:
            return WATER.parse(name)
        return self.state.theatre.unit[name] if name in self.state.theatre.unit else int(name)

    def choose(self, *texts: str) -> Self:
        """Make choices: ``attack 0405``, ``with AH1``, ``join``."""
        for text in texts:
            verb, _, name = text.partition(" ")
            number = self.number(verb, name)
            legal = is_legal(self.options, (verb, number))
            assert legal, (text, self.asked, self.options, self.why_not(text))
            take(self.state, verb, number)
            self.options = settle(self.state, self.dice)
        return self

    def roll(self, *values: int) -> Self:
        """Tell the next dice."""
        self.dice.told += values
        return self

    def attack(self, target: str, *keys: str) -> Self:
        """Attack a hex with some units."""
        return self.choose(f"attack {target}", *(f"with {key}" for key in keys), "join")

    def go_on(self, until: str = "CombatPhase") -> Self:
        """Make the first choice there is, again and again, until something else is asked."""
        while self.options and self.asked != until:
            take(self.state, *pick(self.options, 0))
            self.options = settle(self.state, self.dice)
        return self

    def may(self, text: str) -> bool:
        """Whether a choice is open."""
        verb, _, name = text.partition(" ")
        return is_legal(self.options, (verb, self.number(verb, name)))

    def why_not(self, text: str) -> Refusal:
        """Why a choice is not open."""
        verb, _, name = text.partition(" ")
        return decision(self.state).why_not(self.state, verb, self.number(verb, name))

    @property
    def asked(self) -> str:
        """The decision that is asked for."""
        return type(self.state.stack[-1]).__name__ if self.state.stack else ""

    def at(self, key: str) -> str:
        """Where a unit is, or nothing if it is off the map."""
        place = self.state.where[unit(self.state, key)]
        return GRID.label(place) if place >= 0 else ""

    def is_cadre(self, key: str) -> bool:
        """Whether a unit shows its cadre."""
        return bool(self.state.reduced >> unit(self.state, key) & 1)
