"""Orders: several choices at once, made one after the other as if each had been sent by itself.

Each is durable before the next is made. The first that cannot be made, a die, or a decision of
another side ends it, and what was made so far stands.
"""

from __future__ import annotations

from trenchline.kernel.parties import common_goals, parties
from trenchline.kernel.steps import Choice, Refusal
from trenchline.server.changes import changes
from trenchline.server.errors import Problem, malformed, moved_on, not_legal
from trenchline.server.referee import Referee
from trenchline.server.show import Seen, may_choose, table, written
from trenchline.server.wire import (
    GroupAnswer,
    NewGroup,
    NewOrders,
    OrdersAnswer,
    RefusedAnswer,
)

ROLLED = Refusal("-", "a die has been rolled")


class Orders:
    """Carries out what was ordered, and says where a group can go."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee

    def carry_out(self, match: str, person: str, new: NewOrders) -> OrdersAnswer:
        """Make choices one after the other, as far as they can be made."""
        referee = self._referee
        with referee.seeing(match) as (seen, live):
            side = referee.playing(seen, person, new.side)
            wanted = [referee.read(seen, text) for text in new.orders]
            self._at(seen, side, new.version)
            refused, made = None, 0
            for n, choice in enumerate(wanted):
                rolls = seen.match.state.rolls
                refusal = self._refusal(seen, person, side, choice)
                rest = self._resting(seen, person, side) if refusal else None
                if rest is not None and _picks_up(seen, choice):
                    # Whoever is in hand stays where he is, and makes way for the next.
                    seen, _ = referee.make(seen, live, side, rest)
                    made += 1
                    refusal = self._refusal(seen, person, side, choice)
                if refusal is None and made and rolls != seen.match.state.rolls:
                    refusal = ROLLED
                if refusal is not None:
                    if not made:
                        raise not_legal(refusal)
                    refused = RefusedAnswer(new.orders[n], refusal.case, refusal.reason)
                    break
                seen, _ = referee.make(seen, live, side, choice)
                made += 1
                if seen.match.state.rolls != rolls and n + 1 < len(wanted):
                    refused = RefusedAnswer(new.orders[n + 1], ROLLED.case, ROLLED.reason)
                    break
            with referee.guarding(match):
                shown = table(seen, person, side, referee.hub.present(match))
                if new.revision and new.version:
                    before = seen.game.view(seen.match.position(new.version), side)
                    new_since = changes(shown, before, new.revision)
                    return OrdersAnswer(made, refused, changes=new_since)
                return OrdersAnswer(made, refused, shown)

    def group(self, match: str, person: str, asked: NewGroup) -> GroupAnswer:
        """Where all units of a group can go, and the orders that take each party in hand."""
        referee = self._referee
        with referee.seeing(match) as (seen, _):
            side = referee.playing(seen, person, asked.side)
            self._at(seen, side, asked.version)
            choices = may_choose(seen, person, side)
            units = [self._unit(seen, key) for key in asked.units]
            state, game = seen.match.state, seen.game
            found = parties(game, state, choices, dict.fromkeys(units))
            goals = written(game, common_goals(found))
            orders = [[game.format_choice(one) for one in party.orders] for party in found]
            return GroupAnswer(orders, goals)

    def _at(self, seen: Seen, side: int, version: int) -> None:
        if version != seen.row.version:
            raise moved_on()
        if seen.match.who != side:
            raise Problem(409, "not_your_turn", f"It is {seen.deciding()}'s decision.")

    def _refusal(self, seen: Seen, person: str, side: int, choice: Choice) -> Refusal | None:
        if seen.match.who != side:
            return Refusal("-", f"it is {seen.deciding()}'s decision")
        return self._referee.refusal(seen, person, choice)

    def _resting(self, seen: Seen, person: str, side: int) -> Choice | None:
        """What ends the move of whoever is in hand, if it can be ended now."""
        if seen.match.who != side:
            return None
        focus = seen.game.view(seen.match.state, side).focus
        if not focus.units or focus.battle:
            return None
        for verb in may_choose(seen, person, side):
            told = seen.game.verbs[verb]
            if told.means == "idle" and told.names is None and not told.ends:
                return verb, 0
        return None

    def _unit(self, seen: Seen, key: str) -> int:
        """The number of a unit by its key."""
        for verb in seen.game.verbs.values():
            if verb.names is not None and verb.names.takes == "unit":
                try:
                    return verb.names.parse(key)
                except (LookupError, ValueError):
                    break
        raise malformed(f"There is no unit {key[:40]!r}.")


def _picks_up(seen: Seen, choice: Choice) -> bool:
    names = seen.game.verbs[choice[0]].names
    return names is not None and names.takes == "unit"
