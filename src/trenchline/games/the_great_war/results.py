"""Combat results [9C]: what a code on either table demands of both sides.

Strengths are the printed ones [9D]: attack strengths of the attacker, defence strengths of the
defender, without overstacked defenders [8C2].
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from trenchline.kernel.exact import Exact, exact

MOBILE, POSITIONAL = "mobile", "positional"
TABLE_NAMES = (MOBILE, POSITIONAL)

STAYS, MUST, MAY, LARGER, CHOOSES, GOES = "", "must", "may", "larger", "chooses", "goes"
"""Whether a side retreats: not at all, by command, as it likes, if its loss was the larger one
[9C2], or for half the loss, which it says before it takes it (BXM); and that it has said yes."""

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
OVERSTACK_TOLL = Fraction(3, 2)
"""[8C2.8] [9D.5] What the attacker loses out of an overstack, for each point demanded."""
GUNS_LAST = frozenset({"AL", "AX", "BX", "BXM", "DX", "DXM", "DL"})
"""[9D.3] Results by which artillery dies only after everything else."""
DEARER_OVERSTACKED = frozenset({"AX", "BX", "BXM", "DX", "DXM"})
TWO_HEXES = frozenset({"AE", "AH", "DH", "DE"})
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


def _demand(code: str, attack: Exact, defence: Exact) -> Demand:
    """[9C1.1] [9C1.2] [9C1.3] [9C1.4] [9C1.5] [9C2.1] The results that touch one side."""
    nothing = Toll(0)
    match code:
        case "AE" | "AD":
            return Demand(Toll(attack, MUST, everything=True), nothing)
        case "DE" | "DD":
            return Demand(nothing, Toll(defence, MUST, everything=True))
        case "AH":
            return Demand(Toll(_part(attack, HALF), MUST), nothing)
        case "DH":
            return Demand(nothing, Toll(_part(defence, HALF), MUST))
        case "AR":
            return Demand(Toll(0, MUST), nothing)
        case "DR":
            return Demand(nothing, Toll(0, MUST))
        case "AQ":
            return Demand(Toll(_part(attack, QUARTER)), nothing)
        case "AS":
            return Demand(nothing, nothing)
        case "HX" | "EX":
            return _exchange(attack, defence, HALF if code == "HX" else Fraction(1))
        case _:
            return _positional(code, attack, defence)


def _exchange(attack: Exact, defence: Exact, share: Fraction) -> Demand:
    """[9C1.6] [9C1.7] HX and EX: the weaker printed side goes, the defender if both are equal."""
    if attack < defence:
        return Demand(Toll(attack, MUST, everything=True), Toll(_part(attack, share)))
    return Demand(Toll(_part(defence, share)), Toll(defence, MUST, everything=True))


def _positional(code: str, attack: Exact, defence: Exact) -> Demand:
    """[9C2.2] [9C2.3] [9C2.4] [9C2.5] [9C2.6] The results that cost both sides."""
    half_attack, half_defence = _part(attack, HALF), _part(defence, HALF)
    match code:
        case "AL":
            return Demand(Toll(half_attack, MUST), Toll(_part(half_attack, QUARTER)))
        case "DL":
            return Demand(Toll(_part(half_defence, QUARTER)), Toll(half_defence, MUST))
        case "AX":
            return Demand(Toll(half_attack, LARGER), Toll(_part(half_attack, HALF), LARGER))
        case "DX":
            return Demand(Toll(_part(half_defence, HALF), LARGER), Toll(half_defence, LARGER))
        case "DXM":
            return Demand(Toll(half_defence), Toll(half_defence, MUST))
        case "BX" | "BXM":
            mandated = half_attack if attack < defence else half_defence
            if code == "BX":
                return Demand(Toll(mandated, MAY), Toll(mandated, MAY))
            return Demand(Toll(mandated), Toll(mandated, CHOOSES))
        case _:
            raise ValueError(f"{code!r} is not a combat result")


def _part(strength: Exact, share: Fraction) -> Exact:
    return exact(strength * share)
