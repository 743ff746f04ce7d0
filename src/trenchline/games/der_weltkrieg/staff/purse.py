"""Supply points, replacements and losses: what is spent, on whom, and who bears what."""

from __future__ import annotations

from trenchline.games.der_weltkrieg.lines import FARTHEST, length
from trenchline.games.der_weltkrieg.payment import ChooseHeadquarters, Pay
from trenchline.games.der_weltkrieg.recombination import Recombine, ceiling, idle, recombines_as
from trenchline.games.der_weltkrieg.staff.stakes import Situation, turns_left
from trenchline.games.der_weltkrieg.state import State
from trenchline.kernel.bits import lowest, members
from trenchline.kernel.steps import Choice, Choices

NEAR = 4
"""Shorter lines than this cost nothing [19-9]."""
RESERVE_FOR_DEFENCE = 3
"""Points that a headquarters keeps for answers as long as there are turns to come."""


def pay(sit: Situation, asking: Pay, choices: Choices) -> Choice:
    """[13-7] [19-12] Everybody who can be is supplied, by whoever is nearest; an attack leaves its
    headquarters something for the enemy's turn."""
    posts = choices.get("pay_all", 0)
    stock = sit.state.stock
    spare = RESERVE_FOR_DEFENCE if asking.attacking and turns_left(sit.state) > 1 else 0
    if "done" in choices and not any(stock.get(hq, 0) > spare for hq in members(posts)):
        return "done", 0
    if posts.bit_count() == 1:
        return "pay_all", lowest(posts)
    return "supply", choices["supply"].bit_length() - 1


def pay_from(sit: Situation, asking: ChooseHeadquarters, choices: Choices) -> Choice:
    """[19-6] [19-9] The headquarters with the shortest line pays; of equals the richest."""
    state = sit.state
    hex_ = state.where[asking.unit]

    def distance(hq: int) -> tuple[int, int, int]:
        line = length(state, hex_, hq)
        return (FARTHEST if line is None else max(line, NEAR)), -state.stock.get(hq, 0), hq

    return "pay", min(members(choices["pay"]), key=distance)


def deliver(sit: Situation, choices: Choices) -> Choice:
    """[25-7] New points go to the headquarters that has least for those near the goals."""
    posts = choices.get("deliver", 0)
    if not posts:
        return ("unload", _nearest(sit, choices)) if "unload" in choices else ("done", 0)
    state = sit.state

    def need(hq: int) -> tuple[float, int]:
        return state.stock.get(hq, 0) + 2.0 * sit.way_to_enemy(state.where[hq]), hq

    return "deliver", min(members(posts), key=need)


def _nearest(sit: Situation, choices: Choices) -> int:
    return min(members(choices["unload"]), key=lambda hex_: (sit.way_to_enemy(hex_), hex_))


def bear(state: State, choices: Choices) -> Choice:
    """[13-23] The strongest loses: so that no unit dies that need not."""
    units = choices.get("lose", 0)
    if not units:
        return "done", 0
    return "lose", max(members(units), key=lambda u: (state.strength[u], -u))


def recombine(sit: Situation, choices: Choices) -> Choice:
    """[23-4] [31-2] Replacements give what they have, to cavalry first; then remnants merge."""
    theatre, state = sit.theatre, sit.state
    if "strengthen" in choices:
        return "strengthen", choices["strengthen"].bit_length() - 1
    givers = choices.get("give", 0)
    for unit in members(givers & theatre.of_kind["replacement"]):
        return "give", unit
    remnants = [unit for unit in members(givers) if _finds_a_home(sit, unit)]
    if remnants:
        return "give", min(remnants, key=lambda u: (state.strength[u], u))
    return "done", 0


def _finds_a_home(sit: Situation, unit: int) -> bool:
    """[23-4] Whether a remnant, at most half of what it was, can be taken up whole by another of
    its hex that is no weaker."""
    state, counters = sit.state, sit.theatre.counters
    points = state.strength[unit]
    if 2 * points > ceiling(counters[unit]):
        return False
    kin = recombines_as(counters[unit])
    rested = idle(state, state.units(state.where[unit], sit.side)) & ~state.regrouped
    return any(
        other != unit
        and points <= state.strength[other] <= ceiling(counters[other]) - points
        and recombines_as(counters[other]) == kin
        for other in members(rested)
    )


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
