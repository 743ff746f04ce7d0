"""How the choices of the game are written and read."""

from __future__ import annotations

from trenchline.games.balance_of_powers.components import CODES, GRID, NATIONS, UNIT
from trenchline.kernel.verbs import DONE, Verb, hex_names, unit_names, word_names

_HEX = hex_names(GRID)
_UNIT = unit_names(UNIT)
_NATION = word_names(CODES, "nation", tuple(nation.name for nation in NATIONS))

VERBS = {
    "unit": Verb(_UNIT),
    "stack": Verb(_HEX),
    "end": DONE,
    "with": Verb(_UNIT),
    "without": Verb(_UNIT),
    "march": Verb(_HEX),
    "attack": Verb(_HEX),
    "entrain": Verb(_NATION),
    "rail": Verb(_HEX),
    "dig": Verb(),
    "rise": Verb(),
    "close_breach": Verb(_HEX),
    "stop": Verb(),
    "pay": Verb(_NATION),
    "free": Verb(),
    "call_off": Verb(),
    "reserve": Verb(_UNIT),
    "none": Verb(),
    "point": Verb(_UNIT),
    "fortress": Verb(),
    "inherent": Verb(),
    "use": Verb(),
    "spare": Verb(),
    "stand": Verb(),
    "reroll": Verb(),
    "suffer": Verb(),
    "buy_off": Verb(_NATION),
    "lose": Verb(_UNIT),
    "lose_step": Verb(),
    "attrition": Verb(_NATION),
    "enough": Verb(),
    "retreat": Verb(_HEX),
    "perish": Verb(),
    "violate": Verb(_NATION),
    "court": Verb(_NATION),
    "offer": Verb(_HEX),
    "allocate": Verb(_NATION),
    "place": Verb(_HEX),
    "to_pool": Verb(),
    "works": Verb(_HEX),
    "procure": Verb(_UNIT),
    "repair": Verb(_HEX),
    "mend": Verb(_UNIT),
    "build": Verb(),
    "levy": Verb(_UNIT),
    "raze": Verb(_HEX),
    "convert": Verb(_NATION),
    "transfer": Verb(_NATION),
    "to": Verb(_NATION),
    "raid": Verb(_HEX),
    "intercept": Verb(_UNIT),
    "host": Verb(_NATION),
}
