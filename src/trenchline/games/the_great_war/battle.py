"""A combat in progress: who fights whom, over which ground, and what it has come to so far.

The combat being fought is ``state.battle``, the last of ``state.battles``. Its steps lie on the
stack from its beginning (``combat.combat_steps``); each looks at the battle and replaces it with
what it knows afterwards.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from trenchline.games.the_great_war.loss_choice import Loser
from trenchline.kernel.battles import Affair
from trenchline.kernel.exact import Exact
from trenchline.kernel.hexes import Hex
from trenchline.kernel.terms import Term

ATTACKER, DEFENDER = True, False


class Trial(NamedTuple):
    """An attempt to use special combat effects [10]."""

    code: str
    """AECA, AECD, ATEC, CEC, EEC, GEC or SEC."""
    attacking: bool
    units: tuple[int, ...]
    succeeded: bool | None = None
    """None until it has been rolled for."""
    shifted: bool = False
    """Whether it also shifts the odds."""


@dataclass(frozen=True, slots=True)
class Battle(Affair):
    """One combat."""

    side: int
    """The attacker's side."""
    target: Hex
    """The hex attacked."""
    attackers: tuple[int, ...] = ()
    origins: tuple[Hex, ...] = ()
    """Where each attacker attacks from."""
    reaction: bool = False
    """Whether it is fought in the reaction combat phase [4A5]."""
    defenders: tuple[int, ...] = ()
    """Who defends the hex; not who has only just retreated into it [9F2]."""
    bystanders: tuple[int, ...] = ()
    """Defenders who count for nothing but suffer the result: retreated [9F2] or overstacked
    [8C2]."""
    works: str = ""
    """The works that count, as the attack came: detached ones may not [15B1]."""
    scouted: bool = False
    """Whether the attacker uses tactical reconnaissance [R3]."""
    table: str = ""
    """``mobile`` or ``positional``, once it is known [9A]."""
    fed: tuple[tuple[int, Hex], ...] = ()
    """Units in combat supply, each with the hex of the resource point that feeds it [11D]."""
    trials: tuple[Trial, ...] = ()
    """Attempts to use special combat effects, as announced and then as rolled [10]."""
    leaders: tuple[Term, ...] = ()
    """What leaders have brought to the die [14P2]."""
    ruins: int = 0
    """What resource centres in the hex bring to the die [15A7]."""
    rounding: str = ""
    """``up`` or ``down`` once incremental odds have been rolled for [9L]."""
    odds: int | None = None
    """The level of the odds before special effects [9A]."""
    code: str = ""
    """The combat result."""
    strengths: tuple[Exact, Exact] = (0, 0)
    """The printed strength of attacker and defender when the result fell [9D]."""
    due: tuple[Exact, Exact] = (0, 0)
    """The strength that attacker and defender must lose ..."""
    lost: tuple[Exact, Exact] = (0, 0)
    """... and what they have lost so far."""
    losers: tuple[int, ...] = ()
    """Units eliminated by the result, in that order; those with cadres stand as such [9E]."""
    gone_attackers: tuple[Loser, ...] = ()
    gone_defenders: tuple[Loser, ...] = ()
    """What those were to the choice of losses."""
    guns_last: bool = False
    """Whether artillery dies after everything else [9D]."""
    goes: tuple[str, str] = ("", "")
    """Whether attacker and defender retreat; see ``results``."""
    held: tuple[Hex, ...] = ()
    """Hexes whose mandated retreat the enemy has cancelled [9F1]."""
    promised: tuple[Hex, ...] = ()
    """Hexes into which the enemy has said that he will advance [9F1]."""
    leaving: tuple[int, ...] = ()
    """Units that have retreated by this combat, for a second hex perhaps [9F4]."""
    advanced: tuple[int, ...] = ()
    """Units that have advanced after this combat."""
    hexside: int = -1
    """[14B2.2] The hexside in which boats are attacked; else a hex is. The target is then a hex on
    one of its banks."""
    vacated: bool = False
    """Whether everybody left the hex before the combat [9I]."""

    @property
    def defender(self) -> int:
        """The defender's side."""
        return 1 - self.side

    def side_of(self, attacking: bool) -> int:
        """The side that attacks or defends."""
        return self.side if attacking else 1 - self.side

    def fighters(self, attacking: bool) -> tuple[int, ...]:
        """The units of one side that count in the combat."""
        return self.attackers if attacking else self.defenders

    def without(self, gone: set[int]) -> Battle:
        """The battle without some of its units."""
        rest = [n for n, unit in enumerate(self.attackers) if unit not in gone]
        return replace(
            self,
            attackers=tuple(self.attackers[n] for n in rest),
            origins=tuple(self.origins[n] for n in rest),
            defenders=tuple(unit for unit in self.defenders if unit not in gone),
            bystanders=tuple(unit for unit in self.bystanders if unit not in gone),
        )

    def changed(self, attacking: bool, name: str, value: object) -> Battle:
        """The battle with one side's half of a pair (``due``, ``lost``, ``goes``) replaced."""
        mine, his = getattr(self, name)
        pair = (value, his) if attacking else (mine, value)
        return replace(self, **{name: pair})  # type: ignore[arg-type] # as the field says


def of(pair: tuple[Exact, Exact], attacking: bool) -> Exact:
    """One side's half of a pair."""
    return pair[0] if attacking else pair[1]
