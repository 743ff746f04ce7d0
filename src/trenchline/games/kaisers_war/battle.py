"""A battle in progress: who fights whom, with what support, on which table [12.3]."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.kaisers_war.state import State
from trenchline.kernel.frozen import swift

BIG_PUSH, INFILTRATION = "big_push", "infiltration"


@swift
@dataclass(frozen=True, slots=True)
class Battle:
    """One attack on one hex."""

    side: int
    """The attacker's side."""
    phase: int
    """First or second Combat Phase."""
    target: int
    attackers: tuple[int, ...]
    supports: tuple[int, ...] = ()
    doubled: tuple[int, ...] = ()
    """Attackers and supports in maximum attack supply [15.7], for this attack only [12.22]."""
    table: str = BIG_PUSH
    firm: bool = False
    """Whether the defender has sworn that they shall not pass [34.1]."""
    defenders: tuple[int, ...] = ()
    """The units in the target hex when the battle was joined."""
    bombardment: bool = False
    """Ships alone against a fort [19.2]."""
    shown: tuple[int, ...] = ()
    """The units of all stacks involved, as they lay when the battle was joined [10.1]."""

    def living(self, state: State, units: tuple[int, ...]) -> tuple[int, ...]:
        """Those of the units that are still in the fight: on the map or off its coast."""
        return tuple(u for u in units if state.where[u] >= 0)
