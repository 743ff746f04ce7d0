"""The Great War, ground rules (2001): battalions to armies, half-months, 26 km a hex."""

from __future__ import annotations

from trenchline.games.the_great_war.face import GAME

__all__ = ["GAME"]
