"""For whom a scenario is: how long it takes, how hard it is, what one learns by it.

A game keeps this beside its code in ``audience.csv``, a row a scenario. ``minutes`` is how long one
person takes against the computer, at ten seconds a decision of his own; how many decisions a match
has is measured (``docs/balance.md``). ``complexity`` goes from 1 to 5 over all games. One scenario
of a game is the one to ``start`` with.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from trenchline.kernel.data import DataError, File, read_csv

FILE = "audience.csv"
COLUMNS = ("scenario", "minutes", "complexity", "start", "learns")
HARDEST = 5


@dataclass(frozen=True)
class Audience:
    """What somebody wants to know before he sits down."""

    minutes: int
    complexity: int
    start: bool
    learns: str


def load_audience(folder: File, scenarios: Collection[str]) -> dict[str, Audience]:
    """For whom the scenarios of a game are; nothing of those of which nobody has said it."""
    file = folder / FILE
    if not file.is_file():
        return {}
    found: dict[str, Audience] = {}
    for row in read_csv(file, COLUMNS):
        name = row.one_of("scenario", tuple(scenarios))
        if name in found:
            raise row.wrong(f"{name} stands twice")
        if not row["learns"]:
            raise row.wrong(f"what does one learn by {name}?")
        found[name] = Audience(
            row.number("minutes", 5, 6000),
            row.number("complexity", 1, HARDEST),
            row.one_of("start", ("yes", "")) == "yes",
            row["learns"],
        )
    if (starts := sum(one.start for one in found.values())) != 1:
        raise DataError(file, None, f"one scenario is to start with, not {starts}")
    return found
