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
    "unit": Verb(_UNIT, "Move a unit"),
    "move": Verb(_HEX),
    "step": Verb(_HEX, "March one hex"),
    "rail": Verb(_HEX, "Ride one hex by rail"),
    "relieve": Verb(_HEX),
    "sea": Verb(_HEX, "Go by sea"),
    "transit": Verb(label="Enter the Transit Area"),
    "stay": Verb(label="Stay here"),
    "stop": Verb(label="Stop here"),
    "done": DONE,
    "attack": Verb(_HEX),
    "with": Verb(_UNIT, "Add an attacker"),
    "infiltrate": Verb(),
    "roll": Verb(label="Roll the die"),
    "pay": Verb(PLAIN, "Pay"),
    "lose": Verb(_UNIT, "Give up a unit"),
    "hold": Verb(label="Pay and hold"),
    "ruin": Verb(label="Give up the fort"),
    "retreat": Verb(PLAIN, "Retreat by"),
    "destroy": Verb(label="Give up the unit"),
    "retreat_to": Verb(_HEX),
    "displace_to": Verb(_HEX),
    "advance": Verb(_UNIT),
    "advance_to": Verb(_HEX),
    "follow": Verb(_UNIT),
    "spare": Verb(_HEX, "Leave standing"),
    "build": Verb(_UNIT, "Build an army"),
    "rebuild": Verb(_HEX, "Rebuild a fort"),
    "place": Verb(_HEX),
    "wait": Verb(),
    "lend": Verb(_LOAN),
    "points": Verb(PLAIN, "Lend"),
}
