"""Composing attacks beforehand, on copies, as a player would compose them.

An attack begins by naming a hex, or with a force that is taken in hand beside one; then units join
it; and where it could be fought the game's odds say what it promises. All of it goes by what verbs
come to: ``attack``, ``join``, ``fight``. Nobody else decides meanwhile, and no die is rolled.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from trenchline.kernel.bits import members
from trenchline.kernel.dice import Dice, PlannersDice
from trenchline.kernel.hexes import Hex
from trenchline.kernel.odds import Odds
from trenchline.kernel.play import decision, settle, take
from trenchline.kernel.preview import NoDice, Rolled
from trenchline.kernel.steps import Choice, Choices

if TYPE_CHECKING:
    from trenchline.kernel.game import AnyGame

UNKNOWN = -2.0
"""What is subtracted from an attack of which nothing is promised."""


Allowed = Callable[[Any, Choices], Choices]
"""What of the choices of a position whoever asks may choose."""


def worth(odds: Odds) -> tuple[float, float]:
    """How good an attack is: the enemy's part of all losses and the chance to drive him out; then
    what he loses."""
    cost = odds.expected
    if cost is None:
        mine, his = float(odds.attack_total), float(odds.defence_total)
        return UNKNOWN + (mine / (mine + his) if mine + his else 0.5), 0.0
    lost = cost.attacker + cost.defender
    share = cost.defender / lost if lost else 0.5
    return round(share + cost.ground, 6), cost.defender


class Trial(NamedTuple):
    """A position on the way to an attack."""

    state: Any
    choices: Choices
    orders: tuple[Choice, ...] = ()


class Opening(NamedTuple):
    """How an attack begins."""

    target: Hex
    verb: str
    declares: Choice | None
    starts: tuple[Trial, ...]


class Composer:
    """Composes attacks for one side."""

    def __init__(
        self, game: AnyGame, side: int, allowed: Allowed, enough: Callable[[], bool]
    ) -> None:
        self.game = game
        self.side = side
        self.allowed = allowed
        self.enough = enough

    def openings(self, state: Any, choices: Choices) -> Iterator[Opening]:
        """The ways to begin: naming a hex, or taking a force in hand that stands beside one."""
        root = Trial(state, choices)
        for verb, numbers in choices.items():
            if not names_a_target(self.game, verb):
                continue
            for target in members(numbers):
                start = None if self.enough() else self.follow(root, (verb, target))
                if start is not None or self.enough():
                    yield Opening(target, verb, None, () if start is None else (start,))
        # Which hexes these can attack shows when they are in hand.
        for picks in forces_in_hand(self.game, state, choices):
            starts = tuple(t for pick in picks if (t := self.follow(root, pick)) is not None)
            aims: dict[Choice, None] = {}
            for trial in self.growing(starts[:1]):
                for verb, numbers in trial.choices.items():
                    if names_a_target(self.game, verb):
                        aims |= dict.fromkeys((verb, target) for target in members(numbers))
            for trial in starts[1:]:
                for verb, numbers in trial.choices.items():
                    if names_a_target(self.game, verb):
                        aims |= dict.fromkeys((verb, target) for target in members(numbers))
            for aim in aims:
                yield Opening(aim[1], aim[0], aim, starts)

    def growing(self, starts: Sequence[Trial]) -> list[Trial]:
        """A force as one after the other joins it, everybody who can."""
        found = list(starts)
        while found:
            more = next(
                (t for c in self.joins(found[-1]) if (t := self.follow(found[-1], c))), None
            )
            if more is None:
                break
            found.append(more)
        return found

    def follow(self, trial: Trial, choice: Choice, dice: Dice | None = None) -> Trial | None:
        """What comes of a choice; None if a die falls, or somebody else decides then."""
        after = trial.state.copy()
        take(after, *choice)
        try:
            choices = settle(after, NoDice() if dice is None else dice)
        except Rolled:
            return None
        if not choices or decision(after).who(after) != self.side:
            return None
        return Trial(after, self.allowed(after, choices), (*trial.orders, choice))

    def joins(self, trial: Trial) -> Iterator[Choice]:
        """The units that may be brought in."""
        for verb, numbers in trial.choices.items():
            if self._means(verb, "join") and takes_what(self.game, verb) == "unit":
                for unit in members(numbers):
                    yield verb, unit

    def promise(self, trial: Trial, declares: Choice | None) -> Odds | None:
        """What an attack promises as it stands; None if it cannot be made so."""
        if declares is not None:
            return self._promise_of_force(trial, declares)
        if not self._may_fight(trial):
            return None
        return self._odds(trial.state, None)

    def _promise_of_force(self, trial: Trial, declares: Choice) -> Odds | None:
        """What the force in hand would find, where a die may fall before it is asked again."""
        verb, target = declares
        if not trial.choices.get(verb, 0) >> target & 1:
            return None
        after = self.follow(trial, declares)
        if after is not None:
            return self._odds(after.state, None) if self._may_fight(after) else None
        after = self.follow(trial, declares, PlannersDice(random.Random(0)))
        if after is None or not self._may_fight(after):
            return None
        names = trial.state.names
        force = " ".join(names.key(unit) for _, unit in trial.orders)
        return self._odds(trial.state, f"{force} > {names.label(target)}")

    def _odds(self, state: Any, attack: str | None) -> Odds | None:
        """The odds on the best table that the attacker may choose."""
        try:
            told = self.game.odds(state, attack)
        except ValueError:
            return None
        mine = [other for other in told.others if self._means(other.verb, "fight")]
        return max((told, *mine), key=worth)

    def _may_fight(self, trial: Trial) -> bool:
        return any(self._means(verb, "fight") for verb in trial.choices)

    def _means(self, verb: str, meaning: str) -> bool:
        told = self.game.verbs.get(verb)
        return told is not None and told.means == meaning


def names_a_target(game: AnyGame, verb: str) -> bool:
    """Whether a verb begins an attack on a hex."""
    return game.verbs[verb].means == "attack" and takes_what(game, verb) == "hex"


def takes_what(game: AnyGame, verb: str) -> str:
    """What a verb is followed by."""
    names = game.verbs[verb].names
    return "nothing" if names is None else names.takes


def forces_in_hand(game: AnyGame, state: Any, choices: Choices) -> list[list[Choice]]:
    """How forces that stand beside enemies are taken in hand: for each force, by each of its units
    that may be the first."""
    if game.guide is None or game.guide.forces is None:
        return []
    picks = {
        unit: verb
        for verb, units in choices.items()
        if game.verbs[verb].means == "pick" and takes_what(game, verb) == "unit"
        for unit in members(units)
    }
    if not picks:
        return []
    found = [
        [(picks[unit], unit) for unit in force if unit in picks]
        for force in game.guide.forces(state)
    ]
    return [force for force in found if force]
