"""Prospects: the best attack that a side can make now on every hex that it can attack.

Attacks are composed on copies (``kernel/composing.py``), so what is found is something that the
rules let the player make.

First everybody joins who can. Where the odds of that name what each unit brings, the force is then
built anew by whoever brings most, and judged at some sizes on that way (``SIZES``); in what time is
left, the second strongest arm by itself as well, for guns may fire where nobody else dares to go.
Where they do not, others are tried greedily: from one attacker on the one who helps most is added,
and it ends when nobody helps any more (``PATIENCE`` units in a row). After the first attacker only
those are tried who did best when they were tried last (``WIDTH``), and of units that look alike and
stand together only one. The best force is kept if it is better than everybody together, or as good
and smaller. So there is no proof that there is none better still. Whoever asks says when it is
``enough``: what was not looked at by then is named.

An attack is as good as the part of all losses that falls on the enemy, plus the chance that he is
driven from the hex; among equals, as he loses more. Where what defends is hidden, nothing is
promised, and strengths as they show are compared instead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from trenchline.kernel.composing import (
    Allowed,
    Composer,
    Opening,
    Trial,
    forces_in_hand,
    names_a_target,
    takes_what,
    worth,
)
from trenchline.kernel.exact import Exact
from trenchline.kernel.hexes import Hex
from trenchline.kernel.odds import Odds
from trenchline.kernel.play import decision
from trenchline.kernel.steps import Choice, Choices, is_legal

if TYPE_CHECKING:
    from trenchline.kernel.game import AnyGame

PATIENCE = 2
"""How many units may join without any good before nobody else is tried."""
WIDTH = 4
"""How many are tried before the next one joins."""
SIZES = (1, 2, 3, 4, 6, 9, 13, 19, 28)
"""How many attackers a force has when it is judged, if they join by what they bring."""


class Prospect(NamedTuple):
    """The best attack found on a hex."""

    target: Hex
    verb: str
    """What attacks it."""
    orders: tuple[Choice, ...]
    """What composes it, from the position as it is."""
    declares: Choice | None
    """What is left to be chosen then, where a force is taken in hand before it attacks."""
    odds: Odds
    """What it promises, on the best table that the attacker may choose."""
    searched: bool = False
    """Whether others than everybody together were tried to the end."""


class Prospects(NamedTuple):
    """What was found, the best first, and the hexes that nobody has looked at."""

    found: tuple[Prospect, ...]
    unseen: tuple[Hex, ...] = ()


NO_HELP = (-3.0, 0.0)
"""Less than any attack is worth."""


def _quality(one: Prospect) -> tuple[float, float, int]:
    """As good as an attack is, and of two the smaller."""
    return *worth(one.odds), -len(one.orders)


def has_attacks(game: AnyGame, state: Any, choices: Choices) -> bool:
    """Whether some choices begin attacks on hexes, so that prospects can be asked for."""
    if any(names_a_target(game, verb) for verb in choices):
        return True
    return forces_in_hand(game, state, choices) != []


def prospects(
    game: AnyGame,
    state: Any,
    choices: Choices,
    allowed: Allowed = lambda state, choices: choices,
    enough: Callable[[], bool] = lambda: False,
) -> Prospects:
    """The best attack on each hex that whoever decides in a position can attack now."""
    found: dict[tuple[str, Hex, int], Prospect] = {}
    search = _Search(game, state, decision(state).who(state), allowed, enough)
    openings = list(search.openings(state, choices))
    keys = {(one.verb, one.target, n): one for n, one in enumerate(openings)}
    for key, opening in keys.items():
        if enough():
            break
        if prospect := search.everybody(opening):
            found[key] = prospect

    together, hopeless = dict(found), set()
    promising = sorted(
        keys, key=lambda k: worth(found[k].odds) if k in found else NO_HELP, reverse=True
    )
    for key in promising:
        if enough():
            break
        if prospect := search.best(keys[key], together.get(key)):
            found[key] = prospect
        elif not enough():
            hopeless.add(key)
    for key in promising:
        if enough():
            break
        if key in together:
            found[key] = search.of_one_arm(keys[key], found[key], together[key])
    best: dict[tuple[str, Hex], Prospect] = {}
    for prospect in sorted(found.values(), key=_quality):
        best[prospect.verb, prospect.target] = prospect
    ranked = sorted(best.values(), key=_quality, reverse=True)
    targets = {one.target for one in ranked}
    unseen = (keys[key].target for key in keys if key not in found and key not in hopeless)
    return Prospects(tuple(ranked), tuple(h for h in dict.fromkeys(unseen) if h not in targets))


class _Look(NamedTuple):
    """How a counter looks, and where it stands."""

    arm: str
    """What its symbol stands for."""
    rest: tuple[object, ...]


class _Search(Composer):
    """Looks for the best force against a hex."""

    def __init__(
        self, game: AnyGame, state: Any, side: int, allowed: Allowed, enough: Callable[[], bool]
    ) -> None:
        super().__init__(game, side, allowed, enough)
        self.names = state.names
        self.looks = _looks(game, state, side)

    def everybody(self, opening: Opening) -> Prospect | None:
        """The attack with everybody who can join, or as many of them as may attack."""
        for trial in reversed(self.growing(opening.starts[:1])):
            if odds := self.promise(trial, opening.declares):
                return self._prospect(opening, trial, odds)
        return None

    def best(self, opening: Opening, everybody: Prospect | None) -> Prospect | None:
        """The best attack that is found on a hex, with everybody or with fewer."""
        brought = {} if everybody is None else self.brought(everybody)
        if everybody is None or not brought:
            return self.greedily(opening, everybody)
        return self.strongest_first(opening, everybody, brought)

    def brought(self, everybody: Prospect) -> dict[Choice, Exact]:
        """What each unit brings to an attack, if its odds name all of them."""
        named: dict[str, Exact] = {}
        for modifier in everybody.odds.attack:
            for mark in modifier.marks:
                if mark.kind == "unit":
                    named.update(dict.fromkeys(mark.of, modifier.value))
        key = self.names.key
        joined = [
            choice for choice in everybody.orders if takes_what(self.game, choice[0]) == "unit"
        ]
        if everybody.declares is not None or any(key(unit) not in named for _, unit in joined):
            return {}
        return {choice: named[key(choice[1])] for choice in joined}

    def strongest_first(
        self, opening: Opening, everybody: Prospect, brought: dict[Choice, Exact]
    ) -> Prospect:
        """The best of the forces that grow by whoever brings most, or everybody."""
        best, grown, judged = everybody, list(opening.starts), 0
        between: list[Trial] = []
        last = max((size for size in SIZES if size < len(brought)), default=0)
        for choice in sorted(brought, key=lambda choice: brought[choice], reverse=True):
            if self.enough():
                return best
            if len(grown) > last:
                break
            here = grown[-1]
            if not is_legal(here.choices, choice) or not (more := self.follow(here, choice)):
                continue
            grown.append(more)
            if len(grown) - 1 in SIZES:
                if (now := self._judged(opening, more)) and _quality(now) > _quality(best):
                    best, between = now, grown[judged + 1 : -1]
                judged = len(grown) - 1
        # One fewer may do as well.
        for fewer in reversed(between):
            now = self._judged(opening, fewer)
            if self.enough() or now is None or _quality(now) < _quality(best):
                break
            best = now
        return best._replace(searched=True)

    def of_one_arm(self, opening: Opening, best: Prospect, everybody: Prospect) -> Prospect:
        """The attack of the second strongest arm alone, if it is better than what was found."""
        alone = self._second_arm(self.brought(everybody))
        if not alone:
            return best
        here = opening.starts[0]
        for choice in alone:
            if self.enough():
                return best
            more = self.follow(here, choice) if is_legal(here.choices, choice) else None
            here = more or here
        now = self._judged(opening, here)
        if now is None or _quality(now) <= _quality(best):
            return best
        return now._replace(searched=best.searched)

    def _second_arm(self, brought: dict[Choice, Exact]) -> list[Choice]:
        """Those who are of another arm than most of the strength, such as guns that fire from afar;
        nobody if all are of one."""
        arms: dict[str, list[Choice]] = {}
        for choice in brought:
            look = self.looks.get(self.names.key(choice[1]))
            arms.setdefault("" if look is None else look.arm, []).append(choice)
        ranked = sorted(arms.values(), key=lambda arm: sum(map(brought.__getitem__, arm)))
        return ranked[-2] if len(ranked) > 1 else []

    def _judged(self, opening: Opening, trial: Trial) -> Prospect | None:
        odds = self.promise(trial, opening.declares)
        return None if odds is None else self._prospect(opening, trial, odds)

    def greedily(self, opening: Opening, found: Prospect | None) -> Prospect | None:
        """The best attack on the way from one attacker on, or what was found before."""
        best = found
        idle = 0
        front: Sequence[Trial] = opening.starts
        helped: dict[object, tuple[float, float]] = {}
        while front and idle <= PATIENCE:
            leader, leading = front[0], None
            for trial in front:
                if self.enough():
                    return best
                odds = self.promise(trial, opening.declares)
                if odds is None:
                    continue
                helped[self.look(trial.orders[-1])] = worth(odds)
                # Where nothing can be promised yet, somebody must join all the same.
                if leading is None or worth(odds) > worth(leading):
                    leader, leading = trial, odds
            if leading is not None:
                now = self._prospect(opening, leader, leading)
                better = best is None or _quality(now) > _quality(best)
                best, idle = (now, 0) if better else (best, idle + 1)
            front = self._onward(leader, helped)
        return None if best is None else best._replace(searched=True)

    def _onward(self, leader: Trial, helped: dict[object, tuple[float, float]]) -> list[Trial]:
        """The force with one more: one of each look, and of those that were tried before the ones
        that did best."""
        waiting: dict[object, Choice] = {}
        for choice in self.joins(leader):
            waiting.setdefault(self.look(choice), choice)
        ranked = sorted(waiting, key=lambda look: helped.get(look, NO_HELP), reverse=True)
        steps = (self.follow(leader, waiting[look]) for look in ranked)
        front = (trial for trial in steps if trial is not None)
        return list(islice(front, WIDTH) if helped.keys() & waiting.keys() else front)

    def look(self, choice: Choice) -> object:
        """What a choice and others like it stand for: a unit that stands and looks as they do."""
        verb, unit = choice
        if takes_what(self.game, verb) != "unit":
            return choice
        return verb, self.looks.get(self.names.key(unit), unit)

    def _prospect(self, opening: Opening, trial: Trial, odds: Odds) -> Prospect:
        return Prospect(opening.target, opening.verb, trial.orders, opening.declares, odds)


def _looks(game: AnyGame, state: Any, side: int) -> dict[str, _Look]:
    return {
        one.key: _Look(one.symbol, (one.place, one.nation, one.size, one.strengths, one.marks))
        for one in game.view(state, side).pieces
    }
