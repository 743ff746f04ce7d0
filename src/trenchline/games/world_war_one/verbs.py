"""What may be chosen, and how choices are written."""

from __future__ import annotations

from trenchline.games.world_war_one.components import CODES, GRID, NATION, NATIONS, UNITS
from trenchline.games.world_war_one.resources import loan, parties
from trenchline.kernel.verbs import DONE, PLAIN, Names, Verb, hex_names, unit_names


def _loan_text(number: int) -> str:
    lender, borrower = parties(number)
    return f"{CODES[lender]}>{CODES[borrower]}"


def _loan_title(number: int) -> str:
    lender, borrower = parties(number)
    return f"{NATIONS[lender].name} to {NATIONS[borrower].name}"


def _loan_number(text: str) -> int:
    lender, _, borrower = text.partition(">")
    if lender not in NATION or borrower not in NATION:
        raise ValueError(f"a loan reads like BR>FR, not {text[:20]!r}")
    return loan(NATION[lender], NATION[borrower])


_HEX = hex_names(GRID)
_UNIT = unit_names(UNITS)
_LOAN = Names(_loan_text, _loan_number, "word", _loan_title)

VERBS = {
    "unit": Verb(_UNIT, "Move a unit", means="pick"),
    "move": Verb(_HEX, means="move"),
    "step": Verb(_HEX, "March one hex", means="move"),
    "rail": Verb(_HEX, "Ride one hex by rail", means="move"),
    "relieve": Verb(_HEX, means="move"),
    "sea": Verb(_HEX, "Go by sea", means="move"),
    "transit": Verb(label="Enter the Transit Area", means="move"),
    "stay": Verb(label="Stay here", means="idle"),
    "stop": Verb(label="Stop here", means="idle"),
    "done": DONE,
    "attack": Verb(_HEX, means="attack"),
    "with": Verb(_UNIT, "Add an attacker", means="join"),
    "infiltrate": Verb(means="fight"),
    "roll": Verb(label="Roll the die", means="fight"),
    "pay": Verb(PLAIN, "Pay"),
    "lose": Verb(_UNIT, "Give up a unit", means="give"),
    "hold": Verb(label="Pay and hold", means="spend"),
    "ruin": Verb(label="Give up the fort", means="give"),
    "retreat": Verb(PLAIN, "Retreat by", means="give"),
    "destroy": Verb(label="Give up the unit", means="give"),
    "retreat_to": Verb(_HEX),
    "displace_to": Verb(_HEX),
    "advance": Verb(_UNIT),
    "advance_to": Verb(_HEX),
    "follow": Verb(_UNIT),
    "spare": Verb(_HEX, "Leave standing"),
    "build": Verb(_UNIT, "Build an army", means="spend"),
    "rebuild": Verb(_HEX, "Rebuild a fort", means="spend"),
    "place": Verb(_HEX),
    "wait": Verb(means="idle"),
    "lend": Verb(_LOAN),
    "points": Verb(PLAIN, "Lend"),
}
