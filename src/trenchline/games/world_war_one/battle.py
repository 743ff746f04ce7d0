"""A battle in progress: what was settled before the die, carried through losses and advance."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.world_war_one.components import INFILTRATORS, NATION_OF
from trenchline.kernel.frozen import swift


@swift
@dataclass(frozen=True, slots=True)
class Battle:
    """One attack on one hex [8.13]."""

    side: int
    """The attacker's side."""
    set: int
    """The set of attack phases: first, second or third."""
    target: int
    attackers: tuple[int, ...]
    unit: int | None
    """The defending unit, if there is one."""
    fort: bool
    """Whether an intact fort defends too."""
    supplied: bool
    """Whether the unit (or the fort alone) was in supply before the die was rolled [R57]."""
    infiltrating: bool
    payers: tuple[int, ...] = ()
    """The nations whose points may pay the defender's loss; none out of supply [9.21]."""
    loss: int = 0
    """The defender's loss."""
    driven: bool = False
    """Whether infiltration forces at least one hex of retreat [12.32]."""

    @property
    def may_lose_willingly(self) -> bool:
        """[8.53] [4.0/8] [4.0/9] Units are given up by choice only in the third set [R5]."""
        return self.set == 3

    def bearers(self) -> tuple[int, ...]:
        """The attacking units that bear the attacker's loss.

        [12.35] When infiltrating, only the infiltrators' nation does [R65].
        """
        if not self.infiltrating:
            return self.attackers
        nations = {NATION_OF[u] for u in self.attackers if INFILTRATORS >> u & 1}
        return tuple(u for u in self.attackers if NATION_OF[u] in nations)
