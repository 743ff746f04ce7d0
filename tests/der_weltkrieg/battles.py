"""What tests of combat share: joining battle, taking losses as they come."""

from __future__ import annotations

from tests.der_weltkrieg.table import Table
from trenchline.games.der_weltkrieg.battle import Battle
from trenchline.games.der_weltkrieg.combat import begun
from trenchline.games.der_weltkrieg.components import CODES

COMBAT = "turn 1914 Aug 5 phase Central combat\n"
MOVEMENT = "turn 1914 Aug 5 phase Central movement\n"
ENTENTE = "turn 1914 Aug 5 phase Entente combat\n"


def declared(t: Table, target: str, *attackers: str, aim: str = "", kind: str = "attack") -> Battle:
    """A battle as it stands when it has been joined."""
    grid, unit = t.state.theatre.board.grid, t.state.theatre.unit
    numbers = tuple(unit[key] for key in attackers)
    side = t.state.theatre.counters[numbers[0]].side
    return begun(t.state, Battle(side, (grid.hex(target),), numbers, aim=aim, kind=kind))


def join(t: Table, target: str, *attackers: str) -> Table:
    """Attack a hex with some units."""
    return t.choose(f"attack {target}", *(f"with {key}" for key in attackers), "join")


def bleed(t: Table) -> Table:
    """Take all losses, wherever they fall."""
    while t.asked == "TakeLosses":
        t.choose(min(t.legal))
    return t


def morale(t: Table, nation: str) -> int:
    """The demoralization points of a nation."""
    return t.state.dm[CODES.index(nation)]
