"""Weather by turn and zone, as a scenario tells it; the booklet of Rule 36 is not at hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from trenchline.games.the_great_war.calendar import Date, read_date
from trenchline.games.the_great_war.tables import CONSTRUCTION, WEATHER, WEATHERS

Weathers = tuple[str, ...]
"""The weather of every zone of a map at one time, in the order of the theatre's zones."""

POOR: Final = frozenset(CONSTRUCTION["weather"]["poor"])
ARCTIC: Final = frozenset(WEATHER["zones"]["arctic"])
DESERT: Final = frozenset(WEATHER["zones"]["desert"])


def is_poor(weather: str) -> bool:
    """[13A4] Whether engineers work at half speed.

    >>> is_poor("mud"), is_poor("clear")
    (True, False)
    """
    return weather in POOR


def is_frozen(kind: str, weather: str) -> bool:
    """Whether terrain or water of a kind is frozen in a weather."""
    return kind in WEATHER["freezing"]["frozen"].get(weather, ())


def read_weather(rows: Mapping[str, Any], zones: tuple[str, ...]) -> dict[Date, Weathers]:
    """What a scenario says of each turn: one word for all zones, or a word a zone."""
    found = {}
    for text, told in rows.items():
        if text == "source":
            continue
        words = dict.fromkeys(zones, told) if isinstance(told, str) else told
        missing = [zone for zone in zones if zone not in words]
        if missing:
            raise ValueError(f"{text}: no weather for zone {missing[0]}")
        unknown = [word for word in words.values() if word not in WEATHERS]
        if unknown:
            raise ValueError(f"{text}: {unknown[0]!r} is none of {', '.join(WEATHERS)}")
        found[read_date(text)] = tuple(words[zone] for zone in zones)
    return found
