"""Supply points, replacements and losses: what is spent, on whom, and who bears what."""

from __future__ import annotations

from trenchline.games.der_weltkrieg.lines import FARTHEST, length
from trenchline.games.der_weltkrieg.payment import ChooseHeadquarters, Pay
from trenchline.games.der_weltkrieg.recombination import Recombine, ceiling, idle, recombines_as
from trenchline.games.der_weltkrieg.staff.stakes import Situation, turns_left
from trenchline.games.der_weltkrieg.state import State
from trenchline.kernel.bits import lowest, members
from trenchline.kernel.reasons import because
from trenchline.kernel.steps import Choice, Choices
from trenchline.kernel.words import counted

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
    rich = [hq for hq in members(posts) if stock.get(hq, 0) > spare]
    if "done" in choices and not rich:
        words = "what is left is kept for the enemy's turn" if spare else "nobody has points to pay"
        because(sit.state, ("done", 0), 0.0, words)
        return "done", 0
    if posts.bit_count() == 1:
        hq = lowest(posts)
        words = "{:unit} pays for all: who is supplied fights with all his strength"
        because(sit.state, ("pay_all", hq), 0.0, words, hq)
        return "pay_all", hq
    unit = choices["supply"].bit_length() - 1
    words = "{:unit} is supplied: it fights with all its strength then"
    because(sit.state, ("supply", unit), 0.0, words, unit)
    return "supply", unit


def pay_from(sit: Situation, asking: ChooseHeadquarters, choices: Choices) -> Choice:
    """[19-6] [19-9] The headquarters with the shortest line pays; of equals the richest."""
    state = sit.state
    hex_ = state.where[asking.unit]

    def distance(hq: int) -> tuple[int, int, int]:
        line = length(state, hex_, hq)
        return (FARTHEST if line is None else max(line, NEAR)), -state.stock.get(hq, 0), hq

    nearest = min(members(choices["pay"]), key=distance)
    words = "{:unit} pays: its line is the shortest, and it has {}"
    left = counted(state.stock.get(nearest, 0), "supply point")
    because(state, ("pay", nearest), 0.0, words, nearest, left)
    return "pay", nearest


def deliver(sit: Situation, choices: Choices) -> Choice:
    """[25-7] New points go to the headquarters that has least for those near the goals."""
    posts, state = choices.get("deliver", 0), sit.state
    if not posts:
        chosen: Choice = ("done", 0)
        words = "no staff can take it in"
        if "unload" in choices:
            chosen = "unload", _nearest(sit, choices)
            words += ": it is laid down as near to the enemy as may be"
        because(state, chosen, 0.0, words)
        return chosen

    def need(hq: int) -> tuple[float, int]:
        return state.stock.get(hq, 0) + 2.0 * sit.way_to_enemy(state.where[hq]), hq

    hq = min(members(posts), key=need)
    words = "{:unit} needs it most: it has {} and is near the enemy"
    left = counted(state.stock.get(hq, 0), "supply point")
    because(state, ("deliver", hq), 0.0, words, hq, left)
    return "deliver", hq


def _nearest(sit: Situation, choices: Choices) -> int:
    return min(members(choices["unload"]), key=lambda hex_: (sit.way_to_enemy(hex_), hex_))


def bear(state: State, choices: Choices) -> Choice:
    """[13-23] The strongest loses: so that no unit dies that need not."""
    units = choices.get("lose", 0)
    if not units:
        because(state, ("done", 0), 0.0, "nobody need lose more")
        return "done", 0
    unit = max(members(units), key=lambda u: (state.strength[u], -u))
    words = "{:unit} is the strongest, with {}: it bears the loss and lives"
    if state.strength[unit] <= 1:
        words = "{:unit} bears the loss: nobody has more than its {}"
    because(state, ("lose", unit), 0.0, words, unit, counted(state.strength[unit], "point"))
    return "lose", unit


def recombine(sit: Situation, choices: Choices) -> Choice:
    """[23-4] [31-2] Replacements give what they have, to cavalry first; then remnants merge."""
    theatre, state = sit.theatre, sit.state
    if "strengthen" in choices:
        unit = choices["strengthen"].bit_length() - 1
        because(state, ("strengthen", unit), 0.0, "replacements fill up {:unit}", unit)
        return "strengthen", unit
    givers = choices.get("give", 0)
    for unit in members(givers & theatre.of_kind["replacement"]):
        because(state, ("give", unit), 0.0, "{:unit} gives what it has to the troops", unit)
        return "give", unit
    remnants = [unit for unit in members(givers) if _finds_a_home(sit, unit)]
    if remnants:
        unit = min(remnants, key=lambda u: (state.strength[u], u))
        words = "{:unit}, down to {}, is taken up by another of its hex"
        because(state, ("give", unit), 0.0, words, unit, counted(state.strength[unit], "point"))
        return "give", unit
    because(state, ("done", 0), 0.0, "no remnant is so small that another could take it up")
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
        weak = min(units, key=lambda u: (state.strength[u] - ceiling(counters[u]), u))
        words = "{:unit} lacks most of what it should have"
        because(state, ("raise", weak), 0.0, words, weak)
        return "raise", weak
    if "return" in choices:
        units = members(choices["return"])
        back = max(units, key=lambda u: (min(asking.pool, ceiling(counters[u])), -u))
        because(state, ("return", back), 0.0, "{:unit} is the strongest that may return", back)
        return "return", back
    because(state, ("done", 0), 0.0, "nobody needs more")
    return "done", 0


def cheapest_to_lose(state: State, choices: Choices, verb: str) -> Choice:
    """The weakest of those of which one must go."""
    unit = min(members(choices[verb]), key=lambda u: (state.strength[u], u))
    because(state, (verb, unit), 0.0, "{:unit} is the weakest of those of whom one must go", unit)
    return verb, unit
