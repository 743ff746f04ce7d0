"""Names of accounts: what may stand in one, and which of them look alike.

Two names look alike if their *skeletons* are the same: signs that the eye takes for each other,
within an alphabet or across several, count as one (the confusables of Unicode). Nobody may take a
name that looks like another's, or like what the server itself calls somebody.
"""

from __future__ import annotations

import unicodedata
from functools import cache

from confusable_homoglyphs.confusables import confusables_data

from trenchline.server.errors import Problem, malformed

LONGEST = 40
LONGEST_SKELETON = 200
SIGNS = " !\"#$%&'()*+,-./:;<=>?@[]^_{}~’·"
"""What may stand in a name besides letters, digits and their marks."""
UNSEEN = {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0, *range(0x180B, 0x1810)}
UNSEEN |= {*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)}
"""Letters and marks that leave no trace on paper."""
MARKS = 2
"""How many marks a letter may carry."""

TAKEN_FOR = (("i", "l"), ("1", "l"), ("|", "l"), ("0", "o"), ("rn", "m"), ("vv", "w"), ("cl", "d"))
"""What can be taken for each other within our own alphabet."""

RESERVED = (
    *("admin", "administrator", "anonymous", "guest", "local", "me", "moderator", "nobody"),
    *("operator", "root", "server", "support", "system", "trenchline", "you"),
)
RESERVED_BEGINNING = "computer"
"""Computer players are called so, with their level."""


def shown(name: str) -> str:
    """A name as it is shown: without doubled spaces, in the usual form of each sign."""
    tidy = unicodedata.normalize("NFKC", " ".join(name.split()))
    if not 2 <= len(tidy.casefold()) <= LONGEST or not tidy.isprintable():
        raise malformed(f"A name has from 2 to {LONGEST} letters, all of which can be seen.")
    return tidy


def handle_of(name: str) -> str:
    """A name however it was typed."""
    return shown(name).casefold()


def check_new(name: str) -> None:
    """Refuse a name for an account that could deceive somebody."""
    marks = 0
    for sign in shown(name):
        kind = unicodedata.category(sign)
        marks = marks + 1 if kind.startswith("M") else 0
        if ord(sign) in UNSEEN or marks > MARKS or not (kind[0] in "LNM" or sign in SIGNS):
            raise malformed("A name has letters, digits and common signs only.")
    bones = skeleton(name)
    if not any(sign.isalnum() for sign in bones):
        raise malformed("A name has at least one letter or digit.")
    kept = {skeleton(word) for word in RESERVED}
    if bones in kept or bones.startswith(skeleton(RESERVED_BEGINNING)):
        raise Problem(409, "name_taken", "This name is kept for the server itself.")


def skeleton(name: str) -> str:
    """What the eye makes of a name.

    >>> skeleton("Alice") == skeleton("ALlCE") == skeleton("\\u0410l\\u0456ce") == skeleton("A1ice")
    True
    >>> skeleton("Alice") == skeleton("Alicia")
    False
    """
    looks = _looks()
    letters = unicodedata.normalize("NFD", shown(name))
    bones = "".join(looks.get(sign, sign) for sign in letters if sign not in " -_.'").casefold()
    for several, one in TAKEN_FOR:
        bones = bones.replace(several, one)
    return bones[:LONGEST_SKELETON]


@cache
def _looks() -> dict[str, str]:
    """Signs of all alphabets that can be taken for another, and that one: ours, if there is one."""
    looks = {}
    for sign, others in confusables_data.items():
        alike = [other["c"].strip("\u200e") for other in others]
        ours = [word for word in alike if word.isascii() and word.isalnum()]
        if sign.isascii():
            continue
        if ours:
            looks[sign] = ours[0]
        elif len(alike) == 1 and alike[0].isalnum():
            # The sign that stands for all of its kind has them all in its list.
            looks[sign] = alike[0]
    return looks
