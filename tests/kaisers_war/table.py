"""A table at which a test plays The Kaiser's War: a position in a few lines, dice told beforehand.

>>> t = table('''
...     turn 3 phase Central movement
...     GE 1@1113
... ''')
>>> t.choose("unit GE1", "stay").where("GE1")
'1113'
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from trenchline.games.kaisers_war.components import CITY, COUNTERS, GRID, SIDES, UNITS
from trenchline.games.kaisers_war.control import controlled, zone
from trenchline.games.kaisers_war.invariants import broken
from trenchline.games.kaisers_war.notation import PILES, notation, parse
from trenchline.games.kaisers_war.package import OPTIONS, VERBS
from trenchline.games.kaisers_war.set_up import new_game
from trenchline.games.kaisers_war.state import State, due_turn
from trenchline.games.kaisers_war.supply import in_general_supply
from trenchline.games.kaisers_war.victory import outcome
from trenchline.games.kaisers_war.view import view
from trenchline.kernel.game import Outcome
from trenchline.kernel.play import decision, settle, take
from trenchline.kernel.steps import Choice, Choices, Refusal, is_legal, listed
from trenchline.kernel.view import View

_PILE = {place: word for word, place in PILES.items()}


class ToldDice:
    """Dice that fall as the test says; a roll nobody told is a mistake in the test or the rules."""

    def __init__(self) -> None:
        self.told: list[int] = []

    def roll(self, sides: int, number: int) -> int:
        """The next number told."""
        assert self.told, "a die is rolled that the test did not tell"
        return self.told.pop(0)


def parse_choice(text: str) -> Choice:
    """The choice a text means: ``move 0509``, ``done``."""
    verb, _, word = text.partition(" ")
    names = VERBS[verb]
    return (verb, 0) if names is None else (verb, names.parse(word))


def format_choice(choice: Choice) -> str:
    """A choice as a record writes it."""
    verb, number = choice
    names = VERBS[verb]
    return verb if names is None else f"{verb} {names.format(number)}"


class Table:
    """A position being played. Every choice is checked, and so is every position after it."""

    def __init__(self, state: State, dice: Iterable[int] = ()) -> None:
        self.state = state
        self.dice = ToldDice()
        self.dice.told += dice
        self.log: list[str] = []
        self._options: Choices = {}
        self._settle()

    def _settle(self) -> None:
        self.state.log = self.log
        self._options = settle(self.state, self.dice)
        wrong = broken(self.state)
        assert not wrong, wrong

    # Playing.

    def roll(self, *values: int) -> Table:
        """Tell the next dice."""
        self.dice.told += values
        return self

    def choose(self, *texts: str) -> Table:
        """Make choices, each as a record writes it: ``unit GE5``, ``move 0408``, ``done``."""
        for text in texts:
            choice = parse_choice(text)
            assert is_legal(self._options, choice), f"{text} is not legal: {self._why_not(choice)}"
            take(self.state, *choice)
            self._settle()
        return self

    def march(self, unit: str, *hexes: str) -> Table:
        """Move a unit step by step and let it stay where it gets to."""
        self.choose(f"unit {unit}", *(f"step {hex_}" for hex_ in hexes))
        return self.choose("stay") if self.asked == "MoveUnit" else self

    def declare(self, target: str, *attackers: str) -> Table:
        """Attack a hex with some units up to the plan of the battle: support, supply, table."""
        self.choose(f"attack {target}")
        for text in (*(f"with {unit}" for unit in attackers), "join"):
            # What goes without asking need not be asked.
            if self.asked == "DeclareAttack" and self.may(text):
                self.choose(text)
        return self

    def fight(self, target: str, *attackers: str, die: int, table: str = "big_push") -> Table:
        """Attack a hex with some units and a die, without support or supply."""
        self.roll(die).choose(f"attack {target}")
        for text in (*(f"with {unit}" for unit in attackers), "join", table):
            if self.asked in ("DeclareAttack", "PlanBattle") and self.may(text):
                self.choose(text)
        return self

    def until(self, phase: str) -> Table:
        """Choose ``done`` until a phase has come: ``Central combat 1``."""
        for _ in range(12):
            if self.phase == phase and self.asked != "":
                return self
            self.choose("done")
        raise AssertionError(f"{phase} does not come")

    def copy(self) -> Table:
        """The same position, to be played otherwise."""
        twin = Table(self.state.copy(), self.dice.told)
        twin.log = self.log[:]
        twin.state.log = twin.log
        return twin

    # What may be chosen.

    @property
    def legal(self) -> set[str]:
        """Everything that may be chosen."""
        return {format_choice(choice) for choice in listed(self._options)}

    def choices(self, verb: str) -> set[str]:
        """What may go with a verb: ``{"0408", "0409"}``; with a verb alone, ``{""}`` if it may."""
        pairs = (text.partition(" ") for text in self.legal)
        return {object_ for found, _, object_ in pairs if found == verb}

    @property
    def verbs(self) -> set[str]:
        """The verbs that may be chosen."""
        return set(self._options)

    def may(self, text: str) -> bool:
        """Whether a choice is legal."""
        return is_legal(self._options, parse_choice(text))

    def refused(self, text: str) -> str:
        """The case by which a choice is not legal; one that is legal fails the test."""
        choice = parse_choice(text)
        assert not is_legal(self._options, choice), f"{text} is legal"
        return self._why_not(choice).case

    def _why_not(self, choice: Choice) -> Refusal:
        assert self.state.stack, "the game is over"
        return decision(self.state).why_not(self.state, *choice)

    # What is to be seen.

    @property
    def turn(self) -> int:
        """The number of the turn."""
        return self.state.turn

    @property
    def phase(self) -> str:
        """The phase, in the words of the notation: ``Allied movement``, ``Central combat 2``."""
        return notation(self.state).partition("\n")[0].partition(" phase ")[2]

    @property
    def who(self) -> str:
        """The side that decides."""
        return SIDES[decision(self.state).who(self.state)]

    @property
    def asked(self) -> str:
        """The name of the decision to be made: ``MoveUnit``."""
        return type(decision(self.state)).__name__ if self.state.stack else ""

    @property
    def vp(self) -> tuple[int, int]:
        """The victory points of the Allies and the Central Powers."""
        return self.state.vp[0], self.state.vp[1]

    @property
    def outcome(self) -> Outcome:
        """How the game ended."""
        return outcome(self.state)

    def where(self, unit: str) -> str:
        """A unit's hex, or the word for where else it is: ``pool``, ``dead``, ``turn5`` ..."""
        place = self.state.where[UNITS[unit]]
        turn = due_turn(place)
        if turn is not None:
            return f"turn{turn}"
        return GRID.label(place) if place >= 0 else _PILE[place]

    def at(self, label: str) -> list[str]:
        """The units in a hex, top first."""
        return [COUNTERS[u].key for u in self.state.stacks.get(GRID.hex(label), ())]

    def zone(self, side: str) -> set[str]:
        """The hexes in a side's zones of control."""
        return set(GRID.labels(zone(self.state, SIDES.index(side))))

    def controlled(self, side: str) -> set[str]:
        """The hexes a side controls."""
        return set(GRID.labels(controlled(self.state, SIDES.index(side))))

    def fed(self, unit: str) -> bool:
        """Whether a unit is in general supply."""
        return in_general_supply(self.state, UNITS[unit])

    def seen_by(self, side: str | None) -> View:
        """What a side or, without one, a spectator sees."""
        return view(self.state, None if side is None else SIDES.index(side))

    def said(self, words: str) -> bool:
        """Whether the log has a line with these words."""
        return any(words in line for line in self.log)


def table(text: str, *dice: int) -> Table:
    """A table with a position in the game's notation, and the first dice.

    A city's name may stand for its hex, in braces: ``GE 1@{Berlin}``.
    """
    text = re.sub(r"\{([^}]+)\}", lambda found: city(found[1]), text)
    return Table(parse("\n".join(line.strip() for line in text.strip().splitlines())), dice)


def city(name: str) -> str:
    """The label of a city's hex."""
    return GRID.label(CITY[name])


def opening(*dice: int, scenario: str = "1918", **options: str) -> Table:
    """A table at the start of a game, waiting for the first unit to be set up."""
    settled = {o.name: options.get(o.name, o.default) for o in OPTIONS}
    return Table(new_game(scenario, settled), dice)
