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

from tests.table import GameTable
from trenchline.games.world_war_one import GAME
from trenchline.games.world_war_one.components import CODES, GRID, NATION, UNITS
from trenchline.games.world_war_one.notation import STATUS
from trenchline.games.world_war_one.state import PILES, State
from trenchline.games.world_war_one.supply import is_supplied, supplied
from trenchline.games.world_war_one.zones import zone
from trenchline.kernel.steps import Refusal

_STATUS = {status: word for word, status in STATUS.items()}


class Table(GameTable[State]):
    """A position of World War I being played."""

    game = GAME

    def attack(self, hex_: str, *units: str) -> Table:
        """Attack a hex with these units, on the dice told."""
        self.choose(f"attack {hex_}")
        # The only unit that can take part does so of itself.
        self.choose_while(("DeclareAttack",), *(f"with {unit}" for unit in units))
        return self.choose("roll") if self.asked == "DeclareAttack" else self

    def fight(self, target: str, *attackers: str) -> Table:
        """Attack a hex with some units and roll; what goes without asking need not be asked."""
        self.choose(f"attack {target}")
        with_all = (f"with {unit}" for unit in attackers)
        return self.choose_while(("DeclareAttack",), *with_all, "roll")

    def until(self, phase: str) -> Table:
        """Choose ``done`` until a phase of this turn has come: ``Central attack 1``."""
        turn = self.turn
        while self.phase != phase:
            assert self.turn == turn, f"the turn is over without {phase}"
            self.choose("done")
        return self

    def refused(self, text: str) -> Refusal:
        """Why a choice is not legal; one that is legal fails the test."""
        return self.why_not(text)

    # What is to be seen.

    @property
    def turn(self) -> int:
        """The number of the turn."""
        return self.state.turn

    @property
    def superior(self) -> str:
        """The Superior side."""
        return GAME.sides[self.state.superior]

    @property
    def points(self) -> tuple[int, ...]:
        """The victory points of the Allies and the Central Powers as they stand."""
        return self.outcome.scores

    def where(self, unit: str) -> str:
        """A unit's hex, or the word for where else it is: ``pool``, ``lost``, ``transit`` ..."""
        place = self.state.where[UNITS[unit]]
        return PILES.label(GRID, place)

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


table = Table.laid
opening = Table.opening


def fed(t: Table, unit: str) -> bool:
    """Whether a unit is in supply."""
    return is_supplied(t.state, UNITS[unit])


def would_be_fed(t: Table, nation: str, label: str) -> bool:
    """Whether a unit of a nation would be in supply in a hex."""
    return bool(supplied(t.state, NATION[nation]) >> GRID.hex(label) & 1)
