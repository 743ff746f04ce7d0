"""Planning: what somebody may ask of the rules before he chooses.

Nothing of it changes a match, nobody but the side that decides is answered, and the answer comes
from what that side knows. A mistake of the rules in answering does not stop a match: there is just
no answer.
"""

from __future__ import annotations

import logging

from trenchline.kernel.preview import PreviewView, preview
from trenchline.server.errors import not_legal
from trenchline.server.referee import Referee
from trenchline.server.wire.requests import NewPreview

log = logging.getLogger(__name__)


class Planning:
    """Answers what a choice would bring."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee

    def preview(self, match: str, person: str, asked: NewPreview) -> PreviewView | None:
        """What a choice that a person may make would bring."""
        referee = self._referee
        with referee.seeing(match) as (seen, _):
            side = referee.deciding(seen, person, asked.side, asked.version)
            choice = referee.read(seen, asked.choice)
            if refusal := referee.refusal(seen, person, choice):
                raise not_legal(refusal)
            if seen.before_the_dice:
                return None
            ground = seen.game.map_of(seen.row.scenario)
            board = None if ground is None else ground.board
            try:
                sight = seen.sight(side)
                position, view = sight.position, sight.view
                return preview(seen.game, board, position, side, choice, seen=view)
            except Exception:
                log.exception("match %s has no preview of %s", match, asked.choice)
                return None
