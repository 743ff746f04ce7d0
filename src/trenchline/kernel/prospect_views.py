"""Prospects in words: the best attacks as a side is shown them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from trenchline.kernel.composing import takes_what
from trenchline.kernel.exact import say
from trenchline.kernel.prospects import Prospect, Prospects
from trenchline.kernel.steps import State

if TYPE_CHECKING:
    from trenchline.kernel.game import AnyGame


class ProspectView(Struct, frozen=True, omit_defaults=True):
    """The best attack found on a hex, for the side that could make it."""

    place: str
    verb: str
    column: str
    orders: tuple[str, ...]
    units: tuple[str, ...]
    strengths: str = ""
    """What attacks and what defends, in numbers."""
    declares: str = ""
    """The choice that is left to be made when it is composed."""
    table: str = ""
    """The choice that would roll by these odds, where there are others."""
    attacker: float | None = None
    """What the attacker loses on average; None where something hides."""
    defender: float | None = None
    ground: float = 0.0
    losses_in: str = ""
    hidden: tuple[str, ...] = ()
    searched: bool = False


class ProspectsView(Struct, frozen=True):
    """Attacks, the best first, and hexes for which there was no time."""

    prospects: tuple[ProspectView, ...]
    unseen: tuple[str, ...] = ()


def shown(game: AnyGame, state: State, found: Prospects) -> ProspectsView:
    """Prospects in words."""
    label = state.names.label
    told = tuple(_shown(game, state, one) for one in found.found)
    return ProspectsView(told, tuple(label(target) for target in found.unseen))


def _shown(game: AnyGame, state: State, one: Prospect) -> ProspectView:
    odds, cost = one.odds, one.odds.expected
    units = [unit for verb, unit in one.orders if takes_what(game, verb) == "unit"]
    strengths = f"{say(odds.attack_total)} : {say(odds.defence_total)}" if odds.defence else ""
    return ProspectView(
        state.names.label(one.target),
        one.verb,
        odds.column,
        tuple(game.format_choice(choice) for choice in one.orders),
        tuple(state.names.key(unit) for unit in units),
        strengths,
        "" if one.declares is None else game.format_choice(one.declares),
        odds.verb if odds.verb in game.verbs and game.verbs[odds.verb].means == "fight" else "",
        None if cost is None else cost.attacker,
        None if cost is None else cost.defender,
        0.0 if cost is None else cost.ground,
        odds.losses_in,
        odds.hidden,
        one.searched,
    )
