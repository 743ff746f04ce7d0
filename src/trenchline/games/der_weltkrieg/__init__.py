"""Der Weltkrieg, standard rules (Schroeder Publishing & Wargames, 2012): divisions, 20 km a hex."""

from __future__ import annotations

from trenchline.games.der_weltkrieg.face import GAME

__all__ = ["GAME"]
