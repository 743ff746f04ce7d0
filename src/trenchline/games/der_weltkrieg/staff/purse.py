"""Supply points, replacements and losses: what is spent, on whom, and who bears what."""

from __future__ import annotations

from trenchline.games.der_weltkrieg.payment import Pay
from trenchline.games.der_weltkrieg.recombination import Recombine, ceiling
from trenchline.games.der_weltkrieg.staff.stakes import Situation, turns_left
from trenchline.games.der_weltkrieg.state import State
from trenchline.kernel.bits import members
from trenchline.kernel.steps import Choice, Choices

RESERVE_FOR_DEFENCE = 3
"""Points that a headquarters keeps for answers as long as there are turns to come."""


def pay(sit: Situation, asking: Pay, choices: Choices) -> Choice:
    """[13-7] [19-12] The headquarters with most points pays for all it can; an attack leaves it
    something for the enemy's turn."""
    posts = choices.get("pay_all", 0)
    if posts:
        stock = sit.state.stock
        rich = max(members(posts), key=lambda hq: (stock.get(hq, 0), -hq))
        spare = RESERVE_FOR_DEFENCE if asking.attacking and turns_left(sit.state) > 1 else 0
        if stock.get(rich, 0) > spare or "done" not in choices:
            return "pay_all", rich
    return ("done", 0) if "done" in choices else ("supply", choices["supply"].bit_length() - 1)


def pay_from(sit: Situation, choices: Choices) -> Choice:
    """[19-6] The richest headquarters pays."""
    return "pay", max(members(choices["pay"]), key=lambda hq: (sit.state.stock.get(hq, 0), -hq))


def deliver(sit: Situation, choices: Choices) -> Choice:
    """[25-7] New points go to the headquarters that has least for those near the goals."""
    posts = choices.get("deliver", 0)
    if not posts:
        return ("unload", _nearest(sit, choices)) if "unload" in choices else ("done", 0)
    state = sit.state

    def need(hq: int) -> tuple[float, int]:
        return state.stock.get(hq, 0) + 2.0 * sit.way(state.where[hq]), hq

    return "deliver", min(members(posts), key=need)


def _nearest(sit: Situation, choices: Choices) -> int:
    return min(members(choices["unload"]), key=lambda hex_: (sit.way(hex_), hex_))


def bear(state: State, choices: Choices) -> Choice:
    """[13-23] The strongest loses: so that no unit dies that need not."""
    units = choices.get("lose", 0)
    if not units:
        return "done", 0
    return "lose", max(members(units), key=lambda u: (state.strength[u], -u))


def recombine(sit: Situation, choices: Choices) -> Choice:
    """[23-4] [31-2] Replacements give what they have, to cavalry first."""
    theatre = sit.theatre
    if "strengthen" in choices:
        return "strengthen", choices["strengthen"].bit_length() - 1
    for unit in members(choices.get("give", 0)):
        if theatre.of_kind["replacement"] >> unit & 1:
            return "give", unit
    return "done", 0


def hand_out(sit: Situation, asking: Recombine, choices: Choices) -> Choice:
    """[23-4] [23-5] The weakest is raised first, then the strongest of the dead returns."""
    state, counters = sit.state, sit.theatre.counters
    if "raise" in choices:
        units = members(choices["raise"])
        return "raise", min(units, key=lambda u: (state.strength[u] - ceiling(counters[u]), u))
    if "return" in choices:
        units = members(choices["return"])
        return "return", max(units, key=lambda u: (min(asking.pool, ceiling(counters[u])), -u))
    return "done", 0


def cheapest_to_lose(state: State, choices: Choices, verb: str) -> Choice:
    """The weakest of those of which one must go."""
    return verb, min(members(choices[verb]), key=lambda u: (state.strength[u], u))
