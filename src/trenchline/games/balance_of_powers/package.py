"""The scenarios that can be played, and the rules that players may agree on."""

from __future__ import annotations

from trenchline.games.balance_of_powers.components import FOLDER
from trenchline.games.balance_of_powers.joining import RANDOM_ENTRY
from trenchline.games.balance_of_powers.omissions import NO_AFRICA, NO_OTTOMANS
from trenchline.games.balance_of_powers.opening import CRISIS, HISTORICAL
from trenchline.games.balance_of_powers.variants import FREE, SHORT, WITH_FLEETS
from trenchline.kernel.data import read_toml
from trenchline.kernel.game import Option, Scenario

PLAYABLE = (
    "before_the_leaves_fall",
    "fire_in_the_east",
    "storm_of_steel",
    "kaiserschlacht",
    "south_slavs",
    "price_of_admiralty",
    "asian_treasure_house",
    "africa",
    "great_war",
)
"""The scenarios that can be played, in the order of the rulebook."""


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
    Option(
        WITH_FLEETS,
        "Fleets",
        "Ships, submarines and mines, where a scenario has them, instead of the short rule.",
        "11.2",
    ),
    Option(
        SHORT,
        "Short rule of the sea",
        "No ships in The Great War: transports, landings and losses by the short rule.",
        "6.45",
    ),
    Option(
        NO_AFRICA,
        "Without Africa",
        "The Great War without the map of Africa.",
        "12.9/omit-africa",
    ),
    Option(
        NO_OTTOMANS,
        "Without the Ottoman map",
        "The Great War without the map of the Ottoman Empire.",
        "12.9/omit-ottoman",
    ),
    Option(
        CRISIS,
        "Crisis of July",
        "The powers choose their way into the war before it begins.",
        "11.5",
    ),
    Option(RANDOM_ENTRY, "Random entry", "A die decides when neutrals enter the war.", "6.13"),
)
