"""The rows of a match that begins, or is taken in to be looked at."""

from __future__ import annotations

import secrets
import time
from typing import Any

from trenchline.kernel.game import AnyGame
from trenchline.kernel.match import Match
from trenchline.server.store import OVER, PLAYING


def match_row(game: AnyGame, match: Match, maker: str) -> dict[str, Any]:
    """A match, but for its scenario, options and dice."""
    now = time.time()
    return stand(game, match) | {
        "id": secrets.token_urlsafe(12),
        "game": game.name,
        "rules": game.version,
        "replay": False,
        "maker": maker,
        "created": now,
        "trouble": None,
        "revision": 0,
        "version": len(match.history),
        "changed": now,
        "thinker": None,
        "thinks_until": 0.0,
        "position": match.start,
        "origin": None,
    }


def stand(game: AnyGame, match: Match) -> dict[str, Any]:
    """Where a match stands that has begun."""
    view = game.view(match.state, None)
    return {
        "opening": list(match.opening[0]),
        "status": OVER if match.over else PLAYING,
        "who": "" if match.who is None else game.sides[match.who],
        "turn": view.turn,
        "phase": view.phase,
    }


def seat_row(number: int, side: str, kind: str, **more: str | None) -> dict[str, Any]:
    """A seat, but for its match."""
    names = ("person", "level", "token", "label", "pledge", "lot", "powers")
    empty: dict[str, str | None] = dict.fromkeys(names)
    return {"number": number, "side": side, "kind": kind, **empty, **more}
