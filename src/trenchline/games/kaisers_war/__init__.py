"""The Kaiser's War (Decision Games, 2010): 1918, and the year of war that never came."""

from __future__ import annotations

from trenchline.games.kaisers_war.face import GAME

__all__ = ["GAME"]
