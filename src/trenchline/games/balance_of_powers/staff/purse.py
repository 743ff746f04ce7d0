"""What is spent: corps, guns and aircraft for the points that attacks and trains do not need."""

from __future__ import annotations

from trenchline.games.balance_of_powers.components import (
    ALL_LEADERS,
    CENTRES,
    CODES,
    LAND,
    LAND_BOXES,
    NATIONS,
    OF_KIND,
    RAIL,
    SHEETS,
    UNITS,
)
from trenchline.games.balance_of_powers.courting import modifier, on_offer, winner
from trenchline.games.balance_of_powers.going import MARCHABLE
from trenchline.games.balance_of_powers.procurement import cost
from trenchline.games.balance_of_powers.staff import reasons
from trenchline.games.balance_of_powers.staff.columns import gap
from trenchline.games.balance_of_powers.staff.plans import fund
from trenchline.games.balance_of_powers.staff.stakes import Situation
from trenchline.games.balance_of_powers.supply import supplied
from trenchline.games.balance_of_powers.tabulation import african_income, nominal
from trenchline.kernel.bits import members
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.reasons import because
from trenchline.kernel.steps import Choice, Choices
from trenchline.kernel.words import counted

FEW_RAILWAYS: Hexes = SHEETS["south"] | SHEETS["ottoman"]
"""Where supply needs help to follow armies."""
RICH = 10
"""Powers with fewer points buy nothing that cannot hold ground."""
WOOED = 0.2
"""By how much courting must favour us."""
SCALES = 6
"""Transfers even purses out until they differ by less than this."""


def procure(sit: Situation, nation: int, choices: Choices) -> Choice:
    """Leaders are free; then guns, tanks, the best infantry, fighters, for what is left over."""
    state = sit.state
    on_sale = choices.get("procure", 0)
    free = on_sale & ALL_LEADERS
    if free:
        leader = max(members(free), key=lambda u: (UNITS[u].attack, -u))
        because(state, ("procure", leader), 0.0, "{:unit} costs nothing", leader)
        return "procure", leader
    if sit.months_left < 2:
        because(state, ("end", 0), 0.0, "whatever is bought now comes too late")
        return "end", 0
    kept = _fund(sit, nation)
    spare = sit.points[nation] - kept
    best, worth = -1, 0.0
    for unit in members(on_sale):
        if cost(unit) > spare:
            continue
        value = _use(sit, unit)
        if value > worth:
            best, worth = unit, value
            reasons.buying(sit, ("procure", unit), nation, cost(unit), kept, value)
    if "build" in choices and state.points[nation] > 0:
        ahead = any(gap(sit, column, nation) is not None for column in sit.columns)
        if ahead or works_site(sit, nation) is not None:
            because(state, ("build", 0), 0.0, "works lead supply on towards what we want")
            return "build", 0
    if best >= 0:
        return "procure", best
    if "mend" in choices and spare >= 1:
        mended = next(iter(members(choices["mend"])))
        words = "there is a point to spare for repairs"
        because(state, ("mend", mended), 0.0, words)
        return "mend", mended
    reasons.saving(sit, nation, kept)
    return "end", 0


def _fund(sit: Situation, nation: int) -> int:
    """What is kept back: nothing by a power that has nobody to fight with."""
    if not _fights(sit, nation):
        return 0
    months = min(sit.months_to_season, sit.months_left)
    income = african_income if sit.african else nominal
    return fund(sit.state.scenario, income(sit.state, nation), months)


def works_site(sit: Situation, nation: int) -> Hex | None:
    """[6.219] Where infrastructure would lead supply on towards a prize: where corps stand or have
    been at the end of their line, on maps with few railways."""
    state, side = sit.state, sit.side
    for column in sit.columns:
        missing = gap(sit, column, nation)
        if missing is not None and (state.held[side] | state.corps[side]) >> missing & 1:
            return missing
    land = (LAND | LAND_BOXES) & state.scenario.hexes & FEW_RAILWAYS
    sites = land & (state.held[side] | state.corps[side]) & supplied(state, nation)
    sites &= ~state.infrastructure & ~RAIL & ~CENTRES & ~state.enemy_land(side)
    near = state.corps[side] | step(state.corps[side], MARCHABLE)
    best, lure = None, 0.0
    for place in members(sites & near):
        ahead = step(1 << place, MARCHABLE) & ~supplied(state, nation) & sit.ground
        value = max((sit.lure(h) for h in members(ahead)), default=0.0)
        if value > max(lure, sit.lure(place)):
            best, lure = place, value
    return best


def _use(sit: Situation, unit: int) -> float:
    """What a counter is worth to us."""
    told = UNITS[unit]
    if told.kind == "siege":
        return 4.0
    if told.kind == "tank":
        return 3.5
    if told.kind in ("infantry", "mountain", "africa"):
        return 1.0 + told.defence
    if told.kind == "cavalry":
        # It holds nothing.
        return 0.0 if sit.purse < RICH else 0.8 + 0.3 * told.defence
    if told.kind == "fighter":
        return 1.9
    if told.kind == "flotilla":
        return 0.0 if sit.purse < RICH else 0.3
    return 0.5 if OF_KIND["bomber"] >> unit & 1 else 0.0


def transfer(sit: Situation, choices: Choices) -> Choice:
    """Whoever has far more than the poorest ally in reach gives a point."""
    points = sit.state.points
    for nation in sorted(members(choices.get("transfer", 0)), key=lambda n: (-points[n], n)):
        poorest = min(
            (
                points[n]
                for n, side in enumerate(sit.state.sides)
                if side == sit.side and _fights(sit, n)
            ),
            default=points[nation],
        )
        if points[nation] - poorest >= 2 * SCALES and sit.state.given[nation] < 2:
            words = "{} has {}, an ally {}"
            said = NATIONS[nation].name, counted(points[nation], "point"), poorest
            because(sit.state, ("transfer", nation), 0.0, words, *said)
            return "transfer", nation
    because(sit.state, ("end", 0), 0.0, "no ally is so much poorer that it should be helped")
    return "end", 0


def _fights(sit: Situation, nation: int) -> bool:
    """Whether a power has corps in the field."""
    return any(
        UNITS[u].nation == nation and UNITS[u].is_corps for u in members(sit.state.on_map(sit.side))
    )


def court(sit: Situation, choices: Choices) -> Choice:
    """The neutral whom we are likeliest to win."""
    best, lead = -1, WOOED
    for nation in members(choices.get("court", 0)):
        value = _favour(sit, nation)
        words = "{} favours us by {:+.0%} if both sides offer all they can"
        because(sit.state, ("court", nation), value, words, NATIONS[nation].name, value)
        if value > lead:
            best, lead = nation, value
    because(sit.state, ("none", 0), WOOED, "no neutral favours us enough")
    return ("court", best) if best >= 0 else ("none", 0)


def _favour(sit: Situation, nation: int) -> float:
    """By how much a die for a neutral favours us when both sides offer all they can."""
    state = sit.state
    added = modifier(state, nation, on_offer(state, 0, nation), on_offer(state, 1, nation))
    chance = 0.0
    for die in range(1, 7):
        side = winner(nation, die + added)
        if side is not None:
            chance += (1 if side == sit.side else -1) / 6
    return chance


def offer(sit: Situation, choices: Choices) -> Choice:
    """Whatever there is to offer: it costs us nothing."""
    if "offer" in choices:
        offered = next(iter(members(choices["offer"])))
        because(sit.state, ("offer", offered), 0.0, "to offer it costs us nothing")
        return "offer", offered
    because(sit.state, ("enough", 0), 0.0, "there is no more to offer")
    return "enough", 0


def richest(sit: Situation, verb: str, choices: Choices) -> Choice:
    """The power with the most points."""
    nation = max(members(choices[verb]), key=lambda n: (sit.points[n], CODES[n]))
    words = "{} has most points: {}"
    because(sit.state, (verb, nation), 0.0, words, NATIONS[nation].name, sit.points[nation])
    return verb, nation
