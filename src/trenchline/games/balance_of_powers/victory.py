"""Chapter 12: who has won when a scenario ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from trenchline.games.balance_of_powers.components import (
    ALL_CHIPS,
    ALL_CORPS,
    CAPITALS,
    CENTRAL,
    CHIPS,
    ENTENTE,
    FR,
    GE,
    GRID,
    HOME,
    INTERIOR,
    NATION,
    NATIONS,
    OF_NATION,
    SHEETS,
    SIDES,
)
from trenchline.games.balance_of_powers.navy import DREADNOUGHTS, gunnery_lost
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.theatres import awards
from trenchline.kernel.game import Outcome
from trenchline.kernel.hexes import Hexes
from trenchline.kernel.words import counted


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
    """[12.5/victory] [12.8/victory] [R305] The Central Powers need so many chips, or lose."""
    scores = chips_of(state, CENTRAL), chips_of(state, ENTENTE)
    held = f"The Central Powers hold {counted(scores[CENTRAL], 'chip')}"
    if scores[CENTRAL] >= told["central"]:
        return Outcome(CENTRAL, held, scores)
    words = f"{held} and need {told['central']}"
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


def _gunnery(state: State, told: Mapping[str, Any]) -> Outcome:
    """[12.6/victory.1] [12.6/victory.2] Two German dreadnoughts in the Norwegian Sea, else who has
    lost less gunnery; the same is a draw [R3]."""
    lost = gunnery_lost(state, CENTRAL), gunnery_lost(state, ENTENTE)
    out = state.units(GRID.hex(told["box"]), CENTRAL) & DREADNOUGHTS & OF_NATION[GE]
    if out.bit_count() > told["more_than"]:
        return Outcome(CENTRAL, "German dreadnoughts are out in the Norwegian Sea", lost)
    if lost[CENTRAL] == lost[ENTENTE]:
        return Outcome(None, f"Both sides have lost {lost[0]} points of gunnery", lost)
    side = CENTRAL if lost[CENTRAL] < lost[ENTENTE] else ENTENTE
    words = f"The {SIDES[1 - side]} have lost {lost[1 - side]} points of gunnery, "
    return Outcome(side, words + f"the {SIDES[side]} {lost[side]}", lost)


def conquests(state: State, side: int) -> Hexes:
    """[12.3/victory.1] [R320] What a side has taken where its enemy set up."""
    area = 0
    for zone in state.scenario.zones:
        if zone.units & ALL_CORPS & state.troops[1 - side]:
            area |= zone.hexes
    return area & state.held[side]


def _steel(state: State, told: Mapping[str, Any]) -> Outcome:
    """[12.3/victory.1] [12.3/victory.2] [R3] A point for each chip and each interior fortress taken
    from the enemy, and for each dreadnought sunk; more of them win."""
    taken = [conquests(state, side) for side in (CENTRAL, ENTENTE)]
    central, entente = (
        (CHIPS & hexes).bit_count() + (INTERIOR & hexes).bit_count() + lost
        for hexes, lost in zip(taken, reversed(state.dreadnoughts_sunk), strict=True)
    )
    scores = central, entente
    if central == entente:
        return Outcome(None, f"Both sides have {counted(central, 'victory point')}", scores)
    side = CENTRAL if central > entente else ENTENTE
    words = f"The {SIDES[side]} have {counted(scores[side], 'victory point')}, "
    return Outcome(side, words + f"the {SIDES[1 - side]} {scores[1 - side]}", scores)


EUROPE: Hexes = SHEETS["north"] | SHEETS["south"]


def war_points(state: State) -> list[tuple[str, int]]:
    """[12.9/victory] What the victory points of the Entente add up from, as it stands."""
    told = state.scenario.settings["victory"]
    held = ALL_CHIPS & state.held[ENTENTE] & state.scenario.hexes
    # [12.9/victory.1] [12.9/victory.2] [12.9/victory.3]
    found = [
        ("the guilt of the Central Powers", int(state.guilty == CENTRAL)),
        ("chips in Europe", (held & EUROPE).bit_count()),
        ("chips overseas", (held & ~EUROPE).bit_count() // told["overseas"]),
    ]
    for code, points in told["revolutions"].items():
        # [12.9/victory.4] [12.9/victory.5] [12.9/victory.6]
        suffered = state.revolution >> NATION[code] & 1
        found.append((f"revolution in {NATIONS[NATION[code]].name}", points * suffered))
    # [12.9/victory.7]
    found.append(("seasons after the summer of 1918", -state.extended))
    # [12.9/omit-africa.1] [12.9/omit-ottoman.5]
    return found + [(name, entente) for name, _, entente in awards(state)]


def _great_war(state: State, told: Mapping[str, Any]) -> Outcome:
    """[12.9/victory] The Entente wins with more than twelve points, else the Central Powers."""
    points = sum(number for _, number in war_points(state))
    side = ENTENTE if points > told["more_than"] else CENTRAL
    words = f"The Entente Powers have {counted(points, 'victory point')}"
    words += ", more than" if side == ENTENTE else ", and needed more than"
    # [R330] What the Central Powers are awarded takes nothing from the Entente.
    theirs = sum(central for _, central, _ in awards(state))
    return Outcome(side, f"{words} {told['more_than']}", (theirs, points))


RULES: dict[str, Callable[[State, Mapping[str, Any]], Outcome]] = {
    "chips_exceed": _chips_exceed,
    "chips_at_least": _chips_at_least,
    "more_chips": _more_chips,
    "demoralization": _demoralization,
    "kaiserschlacht": _kaiserschlacht,
    "gunnery": _gunnery,
    "steel": _steel,
    "great_war": _great_war,
}


def outcome(state: State) -> Outcome:
    """How a match has ended."""
    told = state.scenario.settings["victory"]
    found = RULES[told["rule"]](state, told)
    if state.decided >= 0:
        # [12.1/schlieffen] Lost before the end.
        return Outcome(state.decided, "The Schlieffen Plan was not carried out", found.scores)
    return found
