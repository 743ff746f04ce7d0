"""Orders: several choices at once, made one after the other as if each had been sent by itself.

Each is durable before the next is made. The first that cannot be made, a die, or a decision of
another side ends it, and what was made so far stands.
"""

from __future__ import annotations

from typing import Any

from trenchline.kernel.game import AnyGame
from trenchline.kernel.parties import common_goals, parties
from trenchline.kernel.plans import picks_up, resting
from trenchline.kernel.steps import Choice, Choices, Refusal
from trenchline.server.changes import changes
from trenchline.server.errors import malformed, not_legal
from trenchline.server.referee import Referee
from trenchline.server.show import Seen, may_choose, table, written
from trenchline.server.wire.requests import NewGroup, NewOrders
from trenchline.server.wire.table_answers import GroupAnswer, OrdersAnswer, RefusedAnswer

ROLLED = Refusal("-", "a die has been rolled")


class Orders:
    """Carries out what was ordered, and says where a group can go."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee

    def carry_out(self, match: str, person: str, new: NewOrders) -> OrdersAnswer:
        """Make choices one after the other, as far as they can be made."""
        referee = self._referee
        with referee.seeing(match) as (seen, live):
            side = referee.deciding(seen, person, new.side, new.version)
            wanted = [referee.read(seen, text) for text in new.orders]
            with referee.guarding(match):
                before = seen.sight(side).view if new.revision and new.version else None
            since, refused, made, carried = seen.row.revision, None, 0, 0
            for n, choice in enumerate(wanted):
                rolls = seen.match.state.rolls
                refusal = self._refusal(seen, person, side, choice)
                rest = self._resting(seen, person, side) if refusal else None
                if rest is not None and picks_up(seen.game, choice):
                    # Whoever is in hand stays where he is, and makes way for the next.
                    seen = referee.make(seen, live, side, rest)
                    made += 1
                    refusal = self._refusal(seen, person, side, choice)
                if refusal is None and made and rolls != seen.match.state.rolls:
                    refusal = ROLLED
                if refusal is not None:
                    if not made:
                        raise not_legal(refusal)
                    refused = RefusedAnswer(new.orders[n], refusal.case, refusal.reason)
                    break
                seen = referee.make(seen, live, side, choice)
                made, carried = made + 1, n + 1
                if seen.match.state.rolls != rolls and n + 1 < len(wanted):
                    refused = RefusedAnswer(new.orders[n + 1], ROLLED.case, ROLLED.reason)
                    break
            with referee.guarding(match):
                shown = table(seen, person, side, referee.hub.present(match))
                if before is None:
                    return OrdersAnswer(made, carried, refused, shown)
                new_since = changes(shown, before, since)
                return OrdersAnswer(made, carried, refused, changes=new_since)

    def group(self, match: str, person: str, asked: NewGroup) -> GroupAnswer:
        """Where all units of a group can go, and the orders that take each party in hand."""
        referee = self._referee
        with referee.seeing(match) as (seen, _):
            side = referee.deciding(seen, person, asked.side, asked.version)
            choices = may_choose(seen, person, side)
            return together(seen.game, seen.match.state, choices, asked.units)

    def _refusal(self, seen: Seen, person: str, side: int, choice: Choice) -> Refusal | None:
        if seen.match.who != side:
            return Refusal("-", f"it is {seen.deciding()}'s decision")
        return self._referee.refusal(seen, person, choice)

    def _resting(self, seen: Seen, person: str, side: int) -> Choice | None:
        """What ends the move of whoever is in hand, if it can be ended now."""
        if seen.match.who != side:
            return None
        return resting(seen.game, seen.match.state, may_choose(seen, person, side), side)


def together(game: AnyGame, state: Any, choices: Choices, keys: list[str]) -> GroupAnswer:
    """How units are taken in hand, and where all of them can go."""
    units = [unit_of(game, key) for key in keys]
    found = parties(game, state, choices, dict.fromkeys(units))
    orders = [[game.format_choice(one) for one in party.orders] for party in found]
    return GroupAnswer(orders, written(game, common_goals(found)))


def unit_of(game: AnyGame, key: str) -> int:
    """The number of a unit by its key."""
    for verb in game.verbs.values():
        if verb.names is not None and verb.names.takes == "unit":
            try:
                return verb.names.parse(key)
            except (LookupError, ValueError):
                break
    raise malformed(f"There is no unit {key[:40]!r}.")
