"""The scenarios that can be played, and the rules that players may agree on."""

from __future__ import annotations

from trenchline.games.balance_of_powers.components import FOLDER
from trenchline.games.balance_of_powers.joining import RANDOM_ENTRY
from trenchline.games.balance_of_powers.set_up import FREE, HISTORICAL
from trenchline.kernel.data import read_toml
from trenchline.kernel.game import Option, Scenario

PLAYABLE = (
    "before_the_leaves_fall",
    "fire_in_the_east",
    "kaiserschlacht",
    "south_slavs",
    "asian_treasure_house",
)
"""The scenarios on land, in the order of the rulebook [12.1] [12.2] [12.4] [12.5] [12.7]."""


def _scenarios() -> tuple[Scenario, ...]:
    found = []
    for name in PLAYABLE:
        told = read_toml(FOLDER / "scenarios" / name / "scenario.toml")
        found.append(Scenario(name, told["title"], told["summary"]))
    return tuple(found)


SCENARIOS = _scenarios()

# [11.2] What players agree on before they set up; the seas are settled by the scenario.
OPTIONS = (
    Option(HISTORICAL, "Historical set-up", "Everybody begins where he stood in the war.", "11.3"),
    Option(
        FREE,
        "Free set-up of 1914",
        "Anywhere at home, and no war plans.",
        "12.1/optional-set-up",
    ),
    Option(RANDOM_ENTRY, "Random entry", "A die decides when neutrals enter the war.", "6.13"),
)
