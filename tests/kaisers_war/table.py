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

from tests.table import GameTable
from trenchline.games.kaisers_war import GAME
from trenchline.games.kaisers_war.components import CITY, COUNTERS, GRID, SIDES, UNITS
from trenchline.games.kaisers_war.control import controlled, zone
from trenchline.games.kaisers_war.state import PILES, State
from trenchline.games.kaisers_war.supply import in_general_supply
from trenchline.kernel.view import View


class Table(GameTable[State]):
    """A position of The Kaiser's War being played."""

    game = GAME

    def march(self, unit: str, *hexes: str) -> Table:
        """Move a unit step by step and let it stay where it gets to."""
        self.choose(f"unit {unit}", *(f"step {hex_}" for hex_ in hexes))
        return self.choose("stay") if self.asked == "MoveUnit" else self

    def declare(self, target: str, *attackers: str) -> Table:
        """Attack a hex with some units up to the plan of the battle: support, supply, table."""
        self.choose(f"attack {target}")
        with_all = (f"with {unit}" for unit in attackers)
        return self.choose_while(("DeclareAttack",), *with_all, "join")

    def fight(self, target: str, *attackers: str, die: int, table: str = "big_push") -> Table:
        """Attack a hex with some units and a die, without support or supply."""
        self.roll(die).choose(f"attack {target}")
        with_all = (f"with {unit}" for unit in attackers)
        return self.choose_while(("DeclareAttack", "PlanBattle"), *with_all, "join", table)

    def until(self, phase: str) -> Table:
        """Choose ``done`` until a phase has come: ``Central combat 1``."""
        for _ in range(12):
            if self.phase == phase and self.asked != "":
                return self
            self.choose("done")
        raise AssertionError(f"{phase} does not come")

    def refused(self, text: str) -> str:
        """The case by which a choice is not legal; one that is legal fails the test."""
        return self.why_not(text).case

    # What is to be seen.

    @property
    def turn(self) -> int:
        """The number of the turn."""
        return self.state.turn

    @property
    def vp(self) -> tuple[int, int]:
        """The victory points of the Allies and the Central Powers."""
        return self.state.vp[0], self.state.vp[1]

    def where(self, unit: str) -> str:
        """A unit's hex, or the word for where else it is: ``pool``, ``dead``, ``turn5`` ..."""
        place = self.state.where[UNITS[unit]]
        return PILES.written(GRID, place)[1:]

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
        return self.game.view(self.state, None if side is None else SIDES.index(side))


def table(text: str, *dice: int) -> Table:
    """A table with a position in the game's notation, and the first dice.

    A city's name may stand for its hex, in braces: ``GE 1@{Berlin}``.
    """
    text = re.sub(r"\{([^}]+)\}", lambda found: city(found[1]), text)
    return Table.laid(text, *dice)


def city(name: str) -> str:
    """The label of a city's hex."""
    return GRID.label(CITY[name])


opening = Table.opening
