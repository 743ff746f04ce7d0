"""How people ask for a rule who do not know the rulebook's word for it.

>>> asked_for("How do I win?"), sorted(other_words("Levels of victory"))
(['win'], ['points', 'score', 'win', 'winning'])
"""

from __future__ import annotations

import re

_IDLE = """
a an and are army armies as at be by can do does for from get go happens has have hex hexes how i if
in is it may me much must my of on or should that the there they this to unit units we what when
where which who why with you your
"""
IDLE = frozenset(_IDLE.split())
"""Words that say nothing about what is wanted."""

ALIKE: tuple[tuple[str, str], ...] = (
    ("win winning score points", "victor winning wins"),
    ("supply supplied food ammunition", "suppl"),
    ("without cut off", "unsuppl out without"),
    ("move movement moving walk march", "movement moving march"),
    ("train rail railway", "rail train"),
    ("attack fight fighting battle combat", "combat attack battle"),
    ("shoot guns artillery fire bombard", "bombard artiller gun"),
    ("stack stacking together share limit many", "stack"),
    ("trench trenches dig entrench", "trench entrench fieldwork"),
    ("fort fortress castle", "fort"),
    ("ship ships sea naval boat fleet", "sea naval amphibious fleet flotilla ship transport"),
    ("plane planes air aircraft", "air avia bomber fighter patrol"),
    ("retreat withdraw flee", "retreat withdraw rout"),
    ("advance pursue follow", "advance pursu exploit"),
    ("build buy new reinforcement", "build mobiliz procure muster reinforce replacement"),
    ("losses lose casualties die dead", "loss eliminat casualt"),
    ("start begin setup deploy", "set-up setting deploy begin"),
    ("turn phases order sequence", "sequence order"),
    ("zoc zone zones control", "zone"),
    ("dice roll odds chance", "dice die roll odds"),
    ("money pay cost price", "cost price paying pay procure"),
    ("morale spirit", "moral demoraliz will"),
    ("neutral countries invade", "neutral violat"),
    ("hidden secret see look", "fog intelligence hidden secret looking"),
    ("surrounded isolated pocket encircled", "surround isolat pocket"),
    ("weather winter snow mud season", "weather winter season thaw snow"),
    ("general leader headquarters hq", "leader headquarter command"),
    ("terrain ground mountain river forest", "terrain mountain river rough hexside"),
)
"""What people ask by, and how the words begin that a title has which answers them."""

_WORD = re.compile(r"[\w½-]+(?:[./][\w-]+)*")


def asked_for(question: str) -> list[str]:
    """The words of a question that say what is wanted; all of them if none does."""
    words = _WORD.findall(question.lower())
    return [word for word in words if word not in IDLE] or words


def other_words(title: str) -> set[str]:
    """By which other words a title is asked for."""
    words = _WORD.findall(title.lower())
    return {
        asked
        for asking, beginnings in ALIKE
        if any(word.startswith(tuple(beginnings.split())) for word in words)
        for asked in asking.split()
    } - set(words)


def has_word(text: str, wanted: str) -> bool:
    """Whether a text has a word, or one that begins like it; a short word must stand as it is.

    >>> has_word("Zones of forts", "zone"), has_word("Winter bonus", "win")
    (True, False)
    """
    end = "" if len(wanted) > 3 or wanted[0].isdigit() else "s?\\b"
    return re.search(rf"(?<!\w){re.escape(wanted)}{end}", text, re.IGNORECASE) is not None
