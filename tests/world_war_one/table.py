"""A table at which a test plays World War I: a position in a few lines, dice told beforehand.

>>> t = table('''
...     turn 3 phase Central movement
...     FR 1@0307
...     GE crp 20 5@0508
... ''')
>>> t.choose("unit GE5", "step 0507", "stop").where("GE5")
'0507'
"""

from __future__ import annotations

from collections.abc import Iterable

from trenchline.games.world_war_one import GAME
from trenchline.games.world_war_one.components import CODES, GRID, NATION, UNITS
from trenchline.games.world_war_one.notation import BOXES, STATUS
from trenchline.games.world_war_one.state import State
from trenchline.games.world_war_one.supply import is_supplied, supplied
from trenchline.games.world_war_one.zones import zone
from trenchline.kernel.game import IllegalChoice
from trenchline.kernel.play import decision, settle, take
from trenchline.kernel.steps import Choice, Choices, Refusal, is_legal, listed

_BOX = {place: word for word, place in BOXES.items()}
_STATUS = {status: word for word, status in STATUS.items()}


class ToldDice:
    """Dice that fall as the test says; a roll nobody told is a mistake in the test or the rules."""

    def __init__(self) -> None:
        self.told: list[int] = []

    def roll(self, sides: int, number: int) -> int:
        """The next number told."""
        assert self.told, "a die is rolled that the test did not tell"
        return self.told.pop(0)


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
        wrong = GAME.broken(self.state)
        assert not wrong, wrong

    # Playing.

    def roll(self, *values: int) -> Table:
        """Tell the next dice."""
        self.dice.told += values
        return self

    def choose(self, *texts: str) -> Table:
        """Make choices, each as a record writes it: ``unit GE5``, ``move 0408``, ``done``."""
        for text in texts:
            choice = GAME.parse_choice(text)
            if not is_legal(self._options, choice):
                raise IllegalChoice(text, self._why_not(choice))
            take(self.state, *choice)
            self._settle()
        return self

    def attack(self, hex_: str, *units: str) -> Table:
        """Attack a hex with these units, on the dice told."""
        self.choose(f"attack {hex_}")
        for unit in units:
            # The only unit that can take part does so of itself.
            if self.asked == "DeclareAttack" and self.may(f"with {unit}"):
                self.choose(f"with {unit}")
        return self.choose("roll") if self.asked == "DeclareAttack" else self

    def fight(self, target: str, *attackers: str) -> Table:
        """Attack a hex with some units and roll; what goes without asking need not be asked."""
        self.choose(f"attack {target}")
        for text in (*(f"with {unit}" for unit in attackers), "roll"):
            if self.asked == "DeclareAttack" and self.may(text):
                self.choose(text)
        return self

    def until(self, phase: str) -> Table:
        """Choose ``done`` until a phase of this turn has come: ``Central attack 1``."""
        turn = self.turn
        while self.phase != phase:
            assert self.turn == turn, f"the turn is over without {phase}"
            self.choose("done")
        return self

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
        return {GAME.format_choice(choice) for choice in listed(self._options)}

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
        return is_legal(self._options, GAME.parse_choice(text))

    def refused(self, text: str) -> Refusal:
        """Why a choice is not legal; one that is legal fails the test."""
        choice = GAME.parse_choice(text)
        assert not is_legal(self._options, choice), f"{text} is legal"
        return self._why_not(choice)

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
        """The phase, in the words of the notation: ``Allied movement``, ``Central attack 2``."""
        return GAME.notation(self.state).partition("\n")[0].partition(" phase ")[2]

    @property
    def who(self) -> str:
        """The side that decides."""
        return GAME.sides[decision(self.state).who(self.state)]

    @property
    def asked(self) -> str:
        """The name of the decision to be made: ``MoveUnit``."""
        return type(decision(self.state)).__name__ if self.state.stack else ""

    @property
    def superior(self) -> str:
        """The Superior side."""
        return GAME.sides[self.state.superior]

    @property
    def points(self) -> tuple[int, ...]:
        """The victory points of the Allies and the Central Powers as they stand."""
        return GAME.outcome(self.state).scores

    def where(self, unit: str) -> str:
        """A unit's hex, or the word for where else it is: ``pool``, ``lost``, ``transit`` ..."""
        place = self.state.where[UNITS[unit]]
        return GRID.label(place) if place >= 0 else _BOX[place]

    def crp(self, nation: str) -> int:
        """A nation's points."""
        return self.state.crp[NATION[nation]]

    def side(self, nation: str) -> str:
        """What a nation is: ``allied``, ``central``, ``neutral`` or ``open``."""
        return _STATUS[self.state.status[NATION[nation]]]

    def fort(self, label: str) -> bool:
        """Whether the fort in a hex is intact."""
        return bool(self.state.intact >> GRID.hex(label) & 1)

    def zone(self, side: str) -> set[str]:
        """The hexes that the ``Allied`` or ``Central`` units and forts control."""
        return set(GRID.labels(zone(self.state, GAME.sides.index(side))))

    @property
    def fresh(self) -> set[str]:
        """The countries the Central Powers have violated this turn."""
        return {CODES[n] for n in range(len(CODES)) if self.state.fresh >> n & 1}

    def said(self, words: str) -> bool:
        """Whether the log has a line with these words."""
        return any(words in line for line in self.log)


def table(text: str, *dice: int) -> Table:
    """A table with a position in the game's notation, and the first dice."""
    return Table(GAME.parse("\n".join(line.strip() for line in text.strip().splitlines())), dice)


def fed(t: Table, unit: str) -> bool:
    """Whether a unit is in supply."""
    return is_supplied(t.state, UNITS[unit])


def would_be_fed(t: Table, nation: str, label: str) -> bool:
    """Whether a unit of a nation would be in supply in a hex."""
    return bool(supplied(t.state, NATION[nation]) >> GRID.hex(label) & 1)


def opening(*dice: int, scenario: str = "historical", **options: str) -> Table:
    """A table at the start of a game."""
    _, settled = GAME.settled(scenario, options)
    return Table(GAME.new(scenario, settled), dice)
