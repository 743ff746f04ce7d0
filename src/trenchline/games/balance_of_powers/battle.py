"""The combat in hand, on land [10.0] or at sea [8.3]: what has been declared and suffered."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.balance_of_powers.components import AFRICA, Units
from trenchline.kernel.battles import Affair
from trenchline.kernel.hexes import Hex

NOBODY = -1
"""No point unit has been named; of a defence, the inherent one [1.25]."""
FORTRESS = -2
"""The fortress is the point unit [10.531]."""


@dataclass(frozen=True, slots=True)
class Battle(Affair):
    """One phasing force in one location against all that is in another [10.2]."""

    side: int
    origin: Hex
    target: Hex
    attackers: Units
    """Corps, and the leader with them."""
    trenches: bool = False
    """Whether a defending corps was entrenched when the attack was declared."""
    benefits: bool = False
    """Whether the attacker had the benefits of tactical innovation then [2.84]."""
    counterattack: bool = False
    """Whether the attack goes into a breach [10.592]."""
    inherent: bool = False
    """Whether nothing but the inherent defence stands there [1.25]."""
    payer: int = NOBODY
    """The nation that paid [10.3]; none for a free attack."""
    reserve: int = NOBODY
    """The corps that came up [10.4]."""
    point: int = NOBODY
    """The attacker's point unit [10.531]."""
    defending_point: int = NOBODY
    led: tuple[bool, bool] = (False, False)
    """Whether the leaders of attacker and defender passed their checks [10.54]."""
    infrastructure: bool = False
    """Whether works are used up for the attack [10.572]."""
    began: tuple[int, int] = (0, 0)
    """How many corps attacker and defender had before the dice [2.7]."""
    strengths: tuple[int, int] = (0, 0)
    """The same with fortress steps [10.712]."""
    modifier: int = 0
    """The final net modifier [10.5]."""
    raw: int = 0
    """What the dice showed."""
    final: int = 0
    """The line of the table [10.61]."""
    losses: tuple[int, int] = (0, 0)
    """Loss points still to be suffered by attacker and defender."""
    taken: tuple[int, int] = (0, 0)
    """Those suffered."""
    attrition: tuple[int, int] = (NOBODY, NOBODY)
    """The powers of attacker and defender that charged a loss to their recruits [10.713]."""
    leaders: tuple[int, int] = (NOBODY, NOBODY)
    """The leaders of attacker and defender before the dice [10.74]."""
    breakthrough: bool = False

    @property
    def major(self) -> bool:
        """[2.7] Whether both sides have at least two corps in it; steps do not count [2.7.1], nor
        does Africa."""
        return min(self.began) >= 2 and not AFRICA >> self.target & 1


@dataclass(frozen=True, slots=True)
class SeaBattle(Affair):
    """One phasing force against what it has found, or what has found it [8.3]."""

    side: int
    """The phasing one."""
    forts: tuple[Hex, Hex] = (-1, -1)
    """The fortresses of both sides that take part, where they are; else -1."""
    flags: tuple[tuple[int, int], ...] = ()
    """Leaders, each with the ship whose fate he shares [8.31.1]."""
    surprised: int = NOBODY
    """The side whose main force shoots worse [8.32]."""
    fort_fired: int = 0
    """The sides, a bit each, whose fortress has fired in the salvo ..."""
    fort_targeted: int = 0
    """... or been fired at."""
    hits: tuple[tuple[int, bool], ...] = ()
    """What was hit in the tier in hand, a fortress as its side's own number, and whether by
    doubles."""
    lost: tuple[int, int] = (0, 0)
    """The steps of surface ships that each side has lost [8.34]."""
