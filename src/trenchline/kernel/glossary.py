"""The words of a game, explained in our own: what a form of a word stands for, wherever it is met.

A game keeps them beside its code in ``glossary.csv``: the term, the other forms it is written in
(parted by semicolons), the case that tells more, and what it means. A form in small letters is
found with a capital too, as at the beginning of a sentence; one with capitals, like RE, only as it
stands. Any may have an s at its end.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from trenchline.kernel.data import File, read_csv

FILE = "glossary.csv"
COLUMNS = ("term", "forms", "case", "says")


@dataclass(frozen=True)
class Term:
    """A word of a game: how it is written, what it means, and the case that tells more."""

    term: str
    forms: tuple[str, ...]
    """The term itself and the others."""
    says: str
    case: str


class Glossary:
    """The terms of a game in the order of its file.

    >>> point = Term("CRP", ("CRP", "resource point"), "What a nation pays with.", "10.0")
    >>> words = Glossary([point, Term("zone of control", ("zone of control",), "...", "6.0")])
    >>> [term.term for term in words.found_in("Resource points are spent in a zone of control.")]
    ['CRP', 'zone of control']
    >>> list(words.found_in("a crp is no CRPx"))
    []
    """

    def __init__(self, terms: Collection[Term]) -> None:
        self.terms = tuple(terms)
        self._by_form = {form: term for term in terms for form in term.forms}
        # The longest first, so that no word is taken for a part of it.
        forms = sorted(self._by_form, key=len, reverse=True)
        self._pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(_spelled, forms))})s?(?!\w)")

    def found_in(self, text: str) -> Iterator[Term]:
        """The terms that stand in a text, in its order."""
        if self.terms:
            for found in self._pattern.finditer(text):
                yield self._by_form[self._form(found[0])]

    def _form(self, word: str) -> str:
        tries = (word, word[0].lower() + word[1:])
        found = next((form for form in tries if form in self._by_form), None)
        return self._form(word.removesuffix("s")) if found is None else found


def _spelled(form: str) -> str:
    first, rest = form[0], re.escape(form[1:])
    return f"[{first}{first.upper()}]{rest}" if form.islower() else re.escape(form)


def load_glossary(folder: File, cases: Collection[str]) -> Glossary:
    """The glossary of a game; one without the file has no words to explain.

    ``cases`` are the numbers of its rulebook, of which every term names one.
    """
    file = folder / FILE
    if not file.is_file():
        return Glossary(())
    terms: list[Term] = []
    known: dict[str, str] = {}
    for row in read_csv(file, COLUMNS):
        if not (row["term"] and row["says"]):
            raise row.wrong("a term needs a name and what it means")
        if row["case"] not in cases:
            raise row.wrong(f"{row['term']} names {row['case']!r}, which is no case")
        others = (form.strip() for form in row["forms"].split(";"))
        forms = tuple(dict.fromkeys((row["term"], *filter(None, others))))
        for form in forms:
            if not form[0].isalnum() or not form[-1].isalnum():
                raise row.wrong(f"{form!r} should begin and end with a letter")
            if form in known:
                raise row.wrong(f"{form!r} is a form of {known[form]} already")
            known[form] = row["term"]
        terms.append(Term(row["term"], forms, row["says"], row["case"]))
    return Glossary(terms)
