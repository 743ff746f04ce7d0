"""Chapter 12: who has won when a scenario ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from trenchline.games.balance_of_powers.components import (
    CAPITALS,
    CENTRAL,
    CHIPS,
    ENTENTE,
    FR,
    GE,
    HOME,
    SHEETS,
    SIDES,
)
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.game import Outcome
from trenchline.kernel.hexes import Hexes


def chips_in_play(state: State) -> Hexes:
    """[1.22/bargaining-chip] The chips on the sheets of the scenario; boxes do not count [R2]."""
    sheets = 0
    for name in state.scenario.settings["sheets"]:
        sheets |= SHEETS[name]
    return CHIPS & sheets & state.scenario.hexes


def chips_of(state: State, side: int) -> int:
    """The chips that a side controls [2.53]."""
    return (chips_in_play(state) & state.held[side]).bit_count()


def suffered(state: State, side: int) -> int:
    """The demoralization of a side in all [2.9]."""
    return sum(
        points for nation, points in enumerate(state.demoralization) if state.sides[nation] == side
    )


def _holds(state: State, side: int, hexes: Hexes) -> bool:
    return not hexes & ~state.held[side]


def _chips_exceed(state: State, told: Mapping[str, Any]) -> Outcome:
    """[12.1/victory.1] [12.1/victory.2] [12.1/victory.3] [12.1/victory.4] Berlin and Paris, then
    chips; both sides cannot have more than they need."""
    scores = chips_of(state, CENTRAL), chips_of(state, ENTENTE)
    for side in (CENTRAL, ENTENTE):
        if _holds(state, side, CAPITALS[GE] | CAPITALS[FR]):
            return Outcome(side, f"The {SIDES[side]} hold Berlin and Paris", scores)
    for side, key in ((CENTRAL, "central"), (ENTENTE, "entente")):
        if scores[side] > told[key]:
            words = f"The {SIDES[side]} hold {scores[side]} bargaining chips, more than {told[key]}"
            return Outcome(side, words, scores)
    return Outcome(None, "Neither side holds enough bargaining chips", scores)


def _chips_at_least(state: State, told: Mapping[str, Any]) -> Outcome:
    """[12.5/victory] The Central Powers need so many chips."""
    scores = chips_of(state, CENTRAL), chips_of(state, ENTENTE)
    if scores[CENTRAL] >= told["central"]:
        return Outcome(CENTRAL, f"The Central Powers hold {scores[CENTRAL]} chips", scores)
    words = f"The Central Powers hold {scores[CENTRAL]} chips and need {told['central']}"
    return Outcome(ENTENTE, words, scores)


def _more_chips(state: State, told: Mapping[str, Any]) -> Outcome:
    """[12.7/victory] [R3] The greater number wins; the same number is a draw."""
    scores = chips_of(state, CENTRAL), chips_of(state, ENTENTE)
    if scores[CENTRAL] == scores[ENTENTE]:
        return Outcome(None, "Both sides hold as many bargaining chips", scores)
    side = CENTRAL if scores[CENTRAL] > scores[ENTENTE] else ENTENTE
    return Outcome(side, f"The {SIDES[side]} hold more bargaining chips", scores)


def _demoralization(state: State, told: Mapping[str, Any]) -> Outcome:
    """[12.2/victory] [R3] Below the limit while the enemy is above it; else a draw."""
    scores = suffered(state, CENTRAL), suffered(state, ENTENTE)
    limit = told["limit"]
    for side in (CENTRAL, ENTENTE):
        if scores[side] < limit < scores[1 - side]:
            return Outcome(side, f"The {SIDES[1 - side]} are demoralized", scores)
    return Outcome(None, f"Not one side alone is demoralized beyond {limit}", scores)


def _kaiserschlacht(state: State, told: Mapping[str, Any]) -> Outcome:
    """[12.4/victory] Berlin, and Paris or two chips in France."""
    french = (chips_in_play(state) & HOME[FR] & state.held[CENTRAL]).bit_count()
    scores = french, 0
    if _holds(state, CENTRAL, CAPITALS[GE]):
        if _holds(state, CENTRAL, CAPITALS[FR]):
            return Outcome(CENTRAL, "Germany holds Berlin and Paris", scores)
        if french >= told["chips"]:
            words = f"Germany holds Berlin and {french} bargaining chips in France"
            return Outcome(CENTRAL, words, scores)
    return Outcome(ENTENTE, "The German offensive has failed", scores)


RULES: dict[str, Callable[[State, Mapping[str, Any]], Outcome]] = {
    "chips_exceed": _chips_exceed,
    "chips_at_least": _chips_at_least,
    "more_chips": _more_chips,
    "demoralization": _demoralization,
    "kaiserschlacht": _kaiserschlacht,
}


def outcome(state: State) -> Outcome:
    """How a match has ended."""
    told = state.scenario.settings["victory"]
    found = RULES[told["rule"]](state, told)
    if state.decided >= 0:
        # [12.1/schlieffen] Lost before the end.
        return Outcome(state.decided, "The Schlieffen Plan was not carried out", found.scores)
    return found
