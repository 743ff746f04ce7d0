"""A combat in progress: who fights whom, over which ground, and what it has come to so far.

The combat being fought is ``state.battle``, the last of ``state.battles``: a retreat into an enemy
zone begins another within it [14-9]. The steps of a combat lie on the stack from its beginning
(``combat.combat_steps``); each looks at the battle and replaces it with what it knows afterwards.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from trenchline.kernel.battles import Affair
from trenchline.kernel.frozen import swift
from trenchline.kernel.hexes import Hex

ATTACK, COLUMN, DESPERATE = "attack", "column", "desperate"
"""Kinds of combat: in the combat phase [12-1], a column attack [16-1], and that of a stack which
has retreated among enemies [14-9]."""


HALF, DOUBLE = Fraction(1, 2), Fraction(2)


@swift
@dataclass(frozen=True, slots=True)
class Battle(Affair):
    """One combat."""

    side: int
    """The attacker's side."""
    targets: tuple[Hex, ...]
    """The hex attacked; several only after a desperate retreat [14-9]."""
    attackers: tuple[int, ...] = ()
    origins: tuple[Hex, ...] = ()
    """Where each attacker attacks from."""
    before: tuple[int, ...] = ()
    """The strength of each attacker when the combat began [15-4]."""
    kind: str = ATTACK
    aim: str = ""
    """``guns`` if artillery alone fires at the fort and the artillery only [29-7]."""
    paid: tuple[tuple[int, int], ...] = ()
    """Units that are supplied, each with the headquarters that pays for it [13-7] [19-12]."""
    abstaining: tuple[int, ...] = ()
    """Defenders who do not counterattack: by choice [12-8], or artillery without supply [29-4]."""
    terrain: str = "clear"
    """The ground that the defender has chosen [13-3]."""
    attack_loss: int = 0
    """What the counterattack costs the attacker [13-17]."""
    defence_loss: int = 0
    """What the attack costs the defender [13-13]."""
    retreat: str = ""
    """``chosen`` or ``forced`` if the defender leaves the hex [14-1] [14-4]."""
    flotillas: tuple[int, ...] = ()
    """River flotillas that support the attack [36-6]."""
    surrounded: tuple[int, ...] = ()
    """The units of both sides that were surrounded when the combat began [20-4]."""
    leaving: tuple[int, ...] = ()
    """The defenders who leave their hex, before the combat [30-2] or after it [14-6]."""
    paid_to_break_out: bool = False
    """Whether surrounded attackers without supply have paid for it [20-3]."""
    vacated: bool = False
    """Whether the hex was left before anybody fought [30-3]."""
    suppliable: bool = True
    """Whether supply may be spent for the attackers at all [14-9]."""

    @property
    def target(self) -> Hex:
        """The hex attacked."""
        return self.targets[0]

    @property
    def came_from(self) -> dict[int, Hex]:
        """Where each attacker stood when the combat began."""
        return dict(zip(self.attackers, self.origins, strict=True))

    def without(self, gone: set[int]) -> Battle:
        """The battle without some of its attackers."""
        rest = [n for n, unit in enumerate(self.attackers) if unit not in gone]
        return replace(
            self,
            attackers=tuple(self.attackers[n] for n in rest),
            origins=tuple(self.origins[n] for n in rest),
            before=tuple(self.before[n] for n in rest),
        )

    @property
    def defender(self) -> int:
        """The defender's side."""
        return 1 - self.side
