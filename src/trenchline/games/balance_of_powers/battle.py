"""The land combat in hand [10.0]: what has been declared, paid, rolled and suffered so far."""

from __future__ import annotations

from typing import NamedTuple

from trenchline.games.balance_of_powers.components import Units
from trenchline.kernel.hexes import Hex

NOBODY = -1
"""No point unit has been named."""
FORTRESS = -2
"""The fortress is the point unit [10.531]."""


class Battle(NamedTuple):
    """One phasing force in one location against all that is in another [10.2]."""

    side: int
    origin: Hex
    target: Hex
    attackers: Units
    """Corps, and the leader with them."""
    amphibious: bool = False
    paid: int = NOBODY
    """The nation that paid [10.3]; none for a free attack."""
    trenches: bool = False
    """Whether a defending corps was entrenched when the attack was declared."""
    benefits: bool = False
    """Whether the attacker had the benefits of tactical innovation then [2.84]."""
    reserve: int = NOBODY
    """The corps that came up [10.4]."""
    point: int = NOBODY
    """The attacker's point unit [10.531]."""
    defending_point: int = NOBODY
    led: tuple[bool, bool] = (False, False)
    """Whether the leaders of attacker and defender passed their checks [10.54]."""
    infrastructure: bool = False
    """Whether works are used up for the attack [10.572]."""
    corps: tuple[int, int] = (0, 0)
    """How many corps attacker and defender began with [2.7]."""
    modifier: int = 0
    """The final net modifier [10.5]."""
    raw: int = 0
    """What the dice showed."""
    final: int = 0
    """The line of the table [10.61]."""
