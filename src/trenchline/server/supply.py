"""Supply as somebody at a table may see it: worked out from what his side knows, when he asks.

The match is held only while that is taken from it, and what was found is remembered for those who
ask the same of the same moment.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict

from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.supply import SideSupplyView, shown
from trenchline.server.errors import not_found
from trenchline.server.referee import Referee
from trenchline.server.store import OVER, REPLAY

log = logging.getLogger(__name__)

KEPT = 64
"""Answers that are remembered."""

Answer = tuple[SideSupplyView, ...]


class Supplies:
    """Answers where supply runs."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self._lock = threading.Lock()
        self._found: OrderedDict[tuple[object, ...], Answer] = OrderedDict()

    def told(self, match: str, person: str, side: str | None, version: int | None) -> Answer:
        """The supply of all sides at a version, or now, as one of them may know it. Whoever looks
        on at a game that hides something is told nothing before its end."""
        referee = self._referee
        with referee.seeing(match) as (seen, _):
            viewer = referee.viewing(seen, person, side)
            now = len(seen.match.history)
            at = now if version is None else version
            if at > now:
                raise not_found("such version yet")
            game, state = seen.game, seen.match.position(at)
            open_ = seen.row.status in (OVER, REPLAY)
            secret = viewer is None and game.hides and not open_
            if secret or seen.before_the_dice or not state.stack:
                return ()
            moment = (seen.row.id, seen.row.revision, state.rolls, at, viewer)
            with self._lock:
                found = self._found.get(moment)
            if found is not None:
                return found
            known = Knowledge(game, state, 0 if viewer is None else viewer, {}).kept()
        try:
            found = shown(known)
        except Exception:
            # A mistake of the rules in looking does not stop a match.
            log.exception("match %s has no supply to show", match)
            found = ()
        with self._lock:
            self._found[moment] = found
            if len(self._found) > KEPT:
                self._found.popitem(last=False)
        return found
