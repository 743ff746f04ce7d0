"""A game's rulebook as a catalogue, and how much of it is enforced and tested.

A game keeps two lists beside its code: ``rulebook.csv``, every case of the rulebook with a summary
in our own words, and ``RULINGS.md``, what we decided where the rulebook leaves a doubt. Code that
enforces a case cites it in a comment or docstring, ``[8.59]``; so may a comment or note in the
game's data files. A test that proves the case bears its number in its name,
``test_8_59_russian_losses_double``, or cites it in its docstring. Rulings are cited the same way,
``[R7]``. Coverage reads all of this and lists what is bare.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from trenchline.kernel.asking import asked_for, has_word, other_words
from trenchline.kernel.data import DataError, File, read_csv, read_text

KINDS = ("rule", "definition", "component", "optional", "heading", "absent", "planned")
"""What a case may be; an absent one only refers to a booklet or chart that is not at hand, and a
planned one is a rule that the game does not claim to enforce yet."""

PROVABLE = ("rule", "optional")
"""The kinds of case that ask for code and a test; the others only inform."""

BRACKET = re.compile(r"\[([^\[\]\n]+)\]")
LOOKS_LIKE_A_CASE = re.compile(r"[1-9]\d*\.\d|R\d+\b")
LOOKS_LIKE_A_HYPHENATED_CASE = re.compile(r"[1-9]\d*-\d")
LOOKS_LIKE_A_LETTERED_CASE = re.compile(r"[1-9]\d?[A-Z](?![A-Za-z])")
NAMED_LIKE_A_CASE = re.compile(r"test_[1-9]\d*_\d")
RULING = re.compile(r"- \*\*(R\d+)\*\*((?: \[[^\]]+\])+) (.+)")
NOTE_IN_TOML = re.compile(r"""(\"{3}|'{3})[\s\S]*?\1|"[^"\n]*"|'[^'\n]*'|#.*""")


@dataclass(frozen=True)
class Case:
    """One case of a rulebook, told in our own words."""

    number: str
    kind: str
    title: str
    summary: str


@dataclass(frozen=True)
class Ruling:
    """A numbered decision on what one or several cases mean."""

    number: str
    cases: tuple[str, ...]
    text: str


class Rulebook(Mapping[str, Case]):
    """The cases of a game by number, in the rulebook's order, and its rulings.

    >>> stop = Case("6.11", "rule", "Stop on entry", "A unit ends its move in an enemy zone.")
    >>> forts = Case("6.51", "rule", "Zones of forts", "A fort of strength 1 has none.")
    >>> book = Rulebook([stop, forts])
    >>> book["6.51"].title
    'Zones of forts'
    """

    def __init__(self, cases: Iterable[Case], rulings: Iterable[Ruling] = ()) -> None:
        self._cases = {case.number: case for case in cases}
        self.rulings = {ruling.number: ruling for ruling in rulings}
        self._by_slug = {slug(number): number for number in (*self._cases, *self.rulings)}
        self.hyphenated = any(LOOKS_LIKE_A_HYPHENATED_CASE.match(number) for number in self._cases)
        """Whether cases are numbered 13-24 rather than 13.24."""
        self.lettered = any(LOOKS_LIKE_A_LETTERED_CASE.match(number) for number in self._cases)
        """Whether cases are numbered like 9C2."""

    def __getitem__(self, number: str) -> Case:
        return self._cases[number]

    def __iter__(self) -> Iterator[str]:
        return iter(self._cases)

    def __len__(self) -> int:
        return len(self._cases)

    def search(self, words: str) -> list[Case]:
        """The cases that answer all the words of a question, best by their titles first.

        >>> stop = Case("6.11", "rule", "Stop on entry", "A unit ends its move in an enemy zone.")
        >>> forts = Case("6.51", "rule", "Zones of forts", "A fort of strength 1 has none.")
        >>> [case.number for case in Rulebook([stop, forts]).search("zone")]
        ['6.51', '6.11']
        """
        wanted = asked_for(words)

        def misses(text: str) -> int:
            return sum(not has_word(text, word) for word in wanted)

        def worth(case: Case) -> tuple[int, int]:
            named = f"{case.number} {case.title}"
            asked = f"{named} {' '.join(other_words(case.title))}"
            return misses(asked), misses(named)

        def answers_all(case: Case) -> bool:
            asked = " ".join(other_words(case.title))
            return not misses(f"{case.number} {case.title} {case.summary} {asked}")

        return sorted(filter(answers_all, self.values()), key=worth)

    def under(self, number: str) -> list[Case]:
        """The cases that stand under a heading.

        >>> names = ("10.0", "10.4", "10.41", "10.42/note", "10.5", "9F", "9F1", "90")
        >>> book = Rulebook(Case(name, "rule", "...", "...") for name in names)
        >>> [[case.number for case in book.under(name)] for name in ("10.4", "9F", "9")]
        [['10.41', '10.42/note'], ['9F1'], ['9F', '9F1']]
        >>> len(book.under("10.0"))
        4
        """
        head = number.removesuffix("0") if number.endswith(".0") else number
        # In 10.41 the last digit counts within 10.4; 90 has nothing to do with 9.
        other = r"(?!\d)" if "." not in head and head[-1:].isdecimal() else ""
        below = re.compile(re.escape(head) + other + ".")
        return [case for n, case in self.items() if n != number and below.match(n)]

    def cited(self, bracket: str) -> list[str]:
        """The cases and rulings that a bracket names; a lettered sub-item names its case too.

        >>> book = Rulebook([Case("8.61", "rule", "Limits of a retreat", "...")])
        >>> book.cited("8.61a"), book.cited("8.61-8.64")
        (['8.61'], [])
        """
        return [n for n in with_parent(bracket) if n in self._cases or n in self.rulings]

    def is_stray(self, bracket: str) -> bool:
        """Whether a bracket looks like a citation but names no case or ruling; so does a range.

        >>> book = Rulebook([Case("8.61", "rule", "Limits of a retreat", "...")])
        >>> [text for text in ("8.61", "8.16", "8.61-8.64", "Hex") if book.is_stray(text)]
        ['8.16', '8.61-8.64']
        """
        looks = (
            LOOKS_LIKE_A_CASE.match(bracket)
            or (self.hyphenated and LOOKS_LIKE_A_HYPHENATED_CASE.match(bracket))
            or (self.lettered and LOOKS_LIKE_A_LETTERED_CASE.match(bracket))
        )
        return bool(looks) and not self.cited(bracket)

    def proved(self, test: str) -> list[str]:
        """The cases and rulings that the name of a test begins with, the longest number each time.

        >>> turn = Case("4.0", "rule", "Order of play", "Ten phases.")
        >>> crps = Case("4.0/10a", "rule", "Allocation", "Both sides gain CRPs.")
        >>> book = Rulebook([turn, crps])
        >>> book.proved("test_4_0_10a_both_sides_gain"), book.proved("test_4_0_10_phases_a_turn")
        (['4.0/10a'], ['4.0'])
        >>> book.proved("test_4_0_10a_4_0_both")
        ['4.0/10a', '4.0']
        """
        words = test.removeprefix("test_").lower().split("_")
        proved: list[str] = []
        while words:
            for length in range(len(words), 0, -1):
                name = "_".join(words[:length])
                found = [self._by_slug[n] for n in with_parent(name) if n in self._by_slug]
                # A lone number after the first is a word of the sentence: ten phases.
                if found and not (proved and name.isdecimal()):
                    proved += found
                    words = words[length:]
                    break
            else:
                break
        return proved


def slug(number: str) -> str:
    """A case number as it stands in the name of a test.

    >>> slug("4.0/10a"), slug("TRK/crp")
    ('4_0_10a', 'trk_crp')
    """
    return re.sub(r"[^0-9a-z]", "_", number.lower())


def with_parent(number: str) -> list[str]:
    """A number and, if it ends in a letter after a digit, the number without the letter.

    >>> with_parent("8.61a"), with_parent("8.61")
    (['8.61a', '8.61'], ['8.61'])
    """
    return [number, number[:-1]] if re.search(r"\d[a-z]$", number) else [number]


def load_rulebook(folder: File) -> Rulebook:
    """The rulebook of a game from its ``rulebook.csv`` and, if there is one, ``RULINGS.md``."""
    cases: dict[str, Case] = {}
    for row in read_csv(folder / "rulebook.csv", ("case", "kind", "title", "summary")):
        if not re.fullmatch(r"\w[\w./-]*", row["case"]):
            raise row.wrong(f"{row['case']!r} cannot be the number of a case")
        if (name := slug(row["case"])) in cases:
            raise row.wrong(f"{row['case']} cannot be told from case {cases[name].number}")
        if not (row["title"] and row["summary"]):
            raise row.wrong(f"case {row['case']} needs a title and a summary")
        kind = row.one_of("kind", KINDS)
        cases[name] = Case(row["case"], kind, row["title"], row["summary"])
    rulings = folder / "RULINGS.md"
    numbers = {case.number for case in cases.values()}
    return Rulebook(cases.values(), read_rulings(rulings, numbers) if rulings.is_file() else ())


def read_rulings(file: File, cases: Iterable[str]) -> list[Ruling]:
    """The rulings of a game: paragraphs like ``- **R7** [8.52] [8.53] What we decided.``"""
    known = set(cases)
    rulings: dict[str, Ruling] = {}
    paragraph = re.compile(r"^- \*\*.*(?:\n +\S.*)*", re.MULTILINE)
    text = read_text(file)
    for found in paragraph.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        parts = RULING.fullmatch(" ".join(found[0].split()))
        if parts is None:
            raise DataError(file, line, "a ruling begins like '- **R7** [8.52] [8.53] We ...'")
        number, cited = parts[1], tuple(BRACKET.findall(parts[2]))
        if number in rulings:
            raise DataError(file, line, f"{number} stands twice")
        if strangers := [case for case in cited if case not in known]:
            raise DataError(file, line, f"{number} cites {strangers[0]}, which is no case")
        rulings[number] = Ruling(number, cited, parts[3])
    return list(rulings.values())


@dataclass(frozen=True)
class Coverage:
    """Which cases the code enforces and the tests prove, and where."""

    rulebook: Rulebook
    enforced: dict[str, list[str]]
    """The places in the code, ``combat.py:31``, by the case or ruling that they cite."""
    tested: dict[str, list[str]]
    """The tests, ``test_combat.py::test_8_59``, by the case or ruling that they prove."""
    strays: list[str]
    """Citations of cases and rulings that do not exist, with their places."""

    @property
    def cases(self) -> list[Case]:
        """All cases of the rulebook."""
        return list(self.rulebook.values())

    @property
    def bare(self) -> list[Case]:
        """The rules and options that lack code or a test."""
        covered = self.enforced.keys() & self.tested.keys()
        return [c for c in self.cases if c.kind in PROVABLE and c.number not in covered]

    @property
    def idle_rulings(self) -> list[Ruling]:
        """The rulings that neither the code nor a test cites."""
        cited = self.enforced.keys() | self.tested.keys()
        return [ruling for n, ruling in self.rulebook.rulings.items() if n not in cited]


def coverage(rulebook: Rulebook, sources: list[Path], tests: list[Path]) -> Coverage:
    """How much of a rulebook is enforced in the sources and proved by the tests.

    Both are lists of files or of folders to be searched. Sources are Python, TOML and CSV files.
    """
    enforced: defaultdict[str, list[str]] = defaultdict(list)
    tested: defaultdict[str, list[str]] = defaultdict(list)
    strays = []
    for path in files(sources, ".py", ".toml", ".csv"):
        for place, bracket in citations(path):
            for number in rulebook.cited(bracket):
                enforced[number].append(place)
            if rulebook.is_stray(bracket):
                strays.append(f"{place}: [{bracket}]")
    for path in files(tests, ".py"):
        for place, bracket in citations(path):
            if bracket in rulebook.rulings:
                tested[bracket].append(place)
            if rulebook.is_stray(bracket):
                strays.append(f"{place}: [{bracket}]")
        for test in proofs(path):
            place = f"{path.name}::{test.name}"
            proved = rulebook.proved(test.name)
            if not proved and NAMED_LIKE_A_CASE.match(test.name):
                strays.append(place)
            for bracket in BRACKET.findall(ast.get_docstring(test) or ""):
                proved += [number for number in rulebook.cited(bracket) if number in rulebook]
            for number in dict.fromkeys(proved):
                tested[number].append(place)
    return Coverage(rulebook, dict(enforced), dict(tested), strays)


def files(paths: Iterable[Path], *suffixes: str) -> Iterator[Path]:
    """The files among the paths and in the folders among them, catalogues of rules left out."""
    for path in paths:
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.suffix in suffixes and file.name != "rulebook.csv":
                yield file


def citations(path: Path) -> Iterator[tuple[str, str]]:
    """All that stands in brackets in the notes of a file, each with its place."""
    for first, note in notes(path):
        for line, text in enumerate(note.splitlines(), first):
            for bracket in BRACKET.findall(text):
                yield f"{path.name}:{line}", bracket


def notes(path: Path) -> Iterator[tuple[int, str]]:
    """The parts of a file that explain it, each with its first line.

    In Python these are comments and docstrings, counting any string that stands alone as a
    statement; in TOML comments and strings; a CSV file counts as a whole.
    """
    text = read_text(path)
    if path.suffix == ".py":
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                yield token.start[0], token.string
        for node in ast.walk(ast.parse(text)):
            match node:
                case ast.Expr(value=ast.Constant(value=str(docstring))):
                    yield node.lineno, docstring
    elif path.suffix == ".toml":
        for found in NOTE_IN_TOML.finditer(text):
            yield text.count("\n", 0, found.start()) + 1, found[0]
    else:
        yield 1, text


def proofs(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """The test functions of a file, those in classes too."""
    for node in ast.walk(ast.parse(read_text(path))):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() if node.name.startswith("test_"):
                yield node
