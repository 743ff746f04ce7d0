"""Combat results [9C]: what a code on either table demands of both sides.

Strengths are the printed ones [9D]: attack strengths of the attacker, defence strengths of the
defender, without overstacked defenders [8C2].
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from trenchline.games.the_great_war.tables import COMBAT, RESULTS
from trenchline.kernel.exact import Exact, exact

MOBILE, POSITIONAL = "mobile", "positional"
TABLE_NAMES = (MOBILE, POSITIONAL)

STAYS, MUST, MAY, LARGER, CHOOSES, GOES = "", "must", "may", "larger", "chooses", "goes"
"""Whether a side retreats: not at all, by command, as it likes, if its loss was the larger one
[9C2], or for half the loss, which it says before it takes it (BXM); and that it has said yes."""

OVERSTACK_TOLL = Fraction(COMBAT["losses"]["overstack"])
"""[8C2.8] [9D.5] What the attacker loses out of an overstack, for each point demanded."""
GUNS_LAST = frozenset(COMBAT["losses"]["guns_last"])
"""[9D.3] Results by which artillery dies only after everything else."""
DEARER_OVERSTACKED = frozenset(COMBAT["losses"]["dearer_overstacked"])
TWO_HEXES = frozenset(COMBAT["losses"]["two_hexes"])
"""[9F4] Results that drive units two hexes in the war of movement."""

MEANING = {
    "AE": "the attacker is eliminated",
    "AH": "the attacker loses half and retreats",
    "AR": "the attacker retreats",
    "AQ": "the attacker loses a quarter",
    "AS": "the attack is stopped",
    "EX": "the weaker side is eliminated, the other loses as much",
    "HX": "the weaker side is eliminated, the other loses half as much",
    "DR": "the defender retreats",
    "DH": "the defender loses half and retreats",
    "DE": "the defender is eliminated",
    "AD": "the attacker is destroyed",
    "AL": "the attacker loses half and retreats, the defender a quarter of that",
    "AX": "the attacker loses half, the defender half of that",
    "BX": "the weaker side loses half, the other as much; both may retreat",
    "BXM": "the weaker side loses half, the other as much; the defender may retreat for half",
    "DX": "the defender loses half, the attacker half of that",
    "DXM": "the defender loses half and retreats, the attacker loses as much",
    "DL": "the defender loses half and retreats, the attacker a quarter of that",
    "DD": "the defender is destroyed",
}


class Toll(NamedTuple):
    """What one side pays."""

    loss: Exact
    """The least printed strength to be lost."""
    goes: str = STAYS
    everything: bool = False
    """Whether all its units are eliminated, those without strength too."""


class Demand(NamedTuple):
    """What a result asks of attacker and defender."""

    attacker: Toll
    defender: Toll
    guns_last: bool = False


def substituted(code: str, capable: frozenset[str]) -> str:
    """The code that stands for another [9C]: ``capable`` names who is what, as ``attacker
    infantry``, ``defender infantry`` [14H1] and ``attacker rifle assault`` [14R].

    >>> substituted("AQ", frozenset({"attacker infantry"})), substituted("BX", frozenset())
    ('AS', 'BX')
    """
    if code == "AQ" and "attacker infantry" in capable:
        return "AS"
    if code == "DX" and "attacker rifle assault" in capable:
        return "DXM"
    if code == "BX" and "defender infantry" in capable:
        return "BXM"
    return code


def demand(code: str, attack: Exact, defence: Exact, overstacked: bool = False) -> Demand:
    """[9C1] [9C2] What a result demands of sides with so much printed strength; ``overstacked`` if
    overstacked units take part in the attack [8C2].

    >>> demand("AX", 120, 50).attacker.loss, demand("AX", 120, 50).defender.loss
    (60, 30)
    """
    found = _demand(code, attack, defence)
    attacker, defender = found.attacker, found.defender
    if overstacked and code in DEARER_OVERSTACKED:
        attacker = attacker._replace(loss=exact(attacker.loss * OVERSTACK_TOLL))
    # Nobody loses more than he has.
    attacker = attacker._replace(loss=min(attacker.loss, attack))
    defender = defender._replace(loss=min(defender.loss, defence))
    return Demand(attacker, defender, code in GUNS_LAST)


RETREATS = {
    "must": (MUST, STAYS),
    "no": (STAYS, STAYS),
    "may": (LARGER, LARGER),
    "both may": (MAY, MAY),
    "defender may": (STAYS, CHOOSES),
}
"""What the chart says of retreats, for whom the result falls on and for the other; if only the
defender may, the attacker stands first."""


def _demand(code: str, attack: Exact, defence: Exact) -> Demand:
    """[9C1.1] [9C1.2] [9C1.3] [9C1.4] [9C1.5] [9C2.1] Results fall on one side, [9C1.6] [9C1.7]
    HX and EX on the weaker printed one, the defender if both are equal, and [9C2.2] [9C2.3] [9C2.4]
    [9C2.5] [9C2.6] those of the Positional table cost both."""
    if code not in RESULTS:
        raise ValueError(f"{code!r} is not a combat result")
    row = RESULTS[code]
    hit = row["side"] == "attacker" or (row["side"] == "weaker" and attack < defence)
    share, other = Fraction(row["loss"]), Fraction(row.get("other", "0"))
    loss = _part(attack if hit else defence, share)
    mine, his = RETREATS[row["retreat"]]
    one, two = Toll(loss, mine, everything=share == 1), Toll(_part(loss, other), his)
    return Demand(one, two) if hit or row["retreat"] == "defender may" else Demand(two, one)


def _part(strength: Exact, share: Fraction) -> Exact:
    return exact(strength * share)
