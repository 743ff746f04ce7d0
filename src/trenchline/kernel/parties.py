"""Parties: several units that are to go to one place.

Some games let units march together: one is picked up, others join. In others each goes by itself.
Whoever sends a group need not care: units join as far as the rules let them, and the rest make
parties of their own. Nothing is done; all is tried on copies, and no die is rolled.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from trenchline.kernel.play import decision, settle, take
from trenchline.kernel.preview import NoDice, Rolled
from trenchline.kernel.steps import Choice, Choices, State

if TYPE_CHECKING:
    from trenchline.kernel.game import AnyGame


class Party(NamedTuple):
    """Units that go together."""

    orders: tuple[Choice, ...]
    """What takes them in hand."""
    goals: Choices
    """Where they can go then, by verbs."""


def parties(game: AnyGame, state: State, choices: Choices, units: Iterable[int]) -> list[Party]:
    """How units are taken in hand, and where each party can go; those that cannot be taken in hand
    now are left out."""
    found = []
    side = decision(state).who(state)
    waiting = list(units)
    while waiting:
        leader, *waiting = waiting
        here, open_ = state.copy(), choices
        orders: list[Choice] = []
        joining: int | None = leader
        while joining is not None:
            choice = _picking(game, open_, joining)
            if choice is None:
                break
            try:
                take(here, *choice)
                open_ = settle(here, NoDice())
            except Rolled:
                break
            orders.append(choice)
            if not open_ or decision(here).who(here) != side:
                break
            joining = next((unit for unit in waiting if _picking(game, open_, unit)), None)
            if joining is not None:
                waiting.remove(joining)
        else:
            hexes = {verb: goals for verb, goals in open_.items() if _takes(game, verb) == "hex"}
            found.append(Party(tuple(orders), hexes))
    return found


def common_goals(found: Iterable[Party]) -> Choices:
    """Where all of some parties can go.

    >>> common_goals([Party((), {"move": 0b110, "rail": 0b1}), Party((), {"move": 0b011})])
    {'move': 2}
    """
    goals = [party.goals for party in found]
    if not goals:
        return {}
    common = {}
    for verb, hexes in goals[0].items():
        for others in goals[1:]:
            hexes &= others.get(verb, 0)
        if hexes:
            common[verb] = hexes
    return common


def _picking(game: AnyGame, choices: Choices, unit: int) -> Choice | None:
    """The first choice that names a unit: what a click on it means."""
    for verb, numbers in choices.items():
        if _takes(game, verb) == "unit" and numbers >> unit & 1:
            return verb, unit
    return None


def _takes(game: AnyGame, verb: str) -> str:
    names = game.verbs[verb].names
    return "nothing" if names is None else names.takes
