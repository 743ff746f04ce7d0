"""What is spent and who bears losses: combat supply, special effects, reserves, replacements."""

from __future__ import annotations

from dataclasses import replace

from trenchline.games.the_great_war.battle import Battle
from trenchline.games.the_great_war.combat_supply import Feed, fed_from, staffs
from trenchline.games.the_great_war.effects import CODES, NAMES, NameTeam
from trenchline.games.the_great_war.hunger import fed_from as feeds
from trenchline.games.the_great_war.odds import expected
from trenchline.games.the_great_war.reserves import reserves_in
from trenchline.games.the_great_war.results import TABLE_NAMES
from trenchline.games.the_great_war.stacking import fits_limit
from trenchline.games.the_great_war.staff.promises import promise
from trenchline.games.the_great_war.staff.situation import Situation
from trenchline.games.the_great_war.staff.stakes import turns_left
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex
from trenchline.kernel.reasons import because
from trenchline.kernel.steps import Choice, Choices
from trenchline.kernel.words import counted

POINT = 0.12
"""What a resource point is worth for later, in points of victory, for each turn to come."""
MOST_POINT = 0.4
USED = 2
"""So many resource points are used in a turn."""
BOLD_EFFECTS = ("GEC", "EEC", "AECA", "AECD", "ATEC")
"""Special effects that are tried; charges and mines cost more than they bring."""
PRESSED = 0.0
"""Reserves come where the attack promises the enemy more than this."""


def price(sit: Situation) -> float:
    """What a resource point is worth for later: less if we have more than we shall use."""
    left, state = turns_left(sit.state), sit.state
    owned = state.owned[sit.side]
    stock = sum(points for hex_, points in state.resources.items() if owned >> hex_ & 1)
    plenty = min(1.0, USED * left / max(1, stock))
    return plenty * min(MOST_POINT, POINT * (left - 1))


def feed(sit: Situation, asking: Feed, choices: Choices) -> Choice:
    """Feed the party from the hex that changes the odds most for the points it takes."""
    hexes = choices.get("feed", 0)
    if not hexes:
        if "sip" in choices and asking.attacking:
            sip = next(iter(members(choices["sip"])))
            because(sit.state, ("sip", sip), 0.0, "there is nothing else to be supplied with")
            return "sip", sip
        because(sit.state, ("done", 0), 0.0, "there is nothing to be supplied with")
        return "done", 0
    state, battle = sit.state, sit.state.battle
    sign = 1 if asking.attacking else -1
    # The other side is expected to feed all it can.
    now = sign * promise(sit, _answered(sit, asking)).value
    best: tuple[float, Hex] | None = None
    for hex_ in members(hexes):
        twin = state.copy()
        fed = fed_from(twin, asking.party(state), battle.fed, hex_)
        opened = sum(twin.opened.values()) - sum(state.opened.values())
        after = Situation(twin, sit.side, sit.plan)
        twin.battle = replace(battle, fed=fed)
        value = sign * promise(after, _answered(after, asking)).value - opened * price(sit)
        words = (
            "supplied from {:hex} the battle is worth {:+.2f} to us, with {} opened, else {:+.2f}"
        )
        spent = counted(opened, "resource point")
        because(state, ("feed", hex_), value - now, words, hex_, value, spent, now)
        if best is None or value > best[0]:
            best = value, hex_
    because(state, ("done", 0), 0.0, "supply would not change the battle enough for its price")
    if best is not None and best[0] > now + 1e-9:
        return "feed", best[1]
    return "done", 0


def _answered(sit: Situation, asking: Feed) -> Battle:
    """The battle with the other side fed as far as it can be."""
    battle = sit.state.battle
    if not asking.attacking:
        return battle
    own = set(battle.attackers)
    full = expected(sit.state, battle)
    theirs = tuple(pair for pair in full.fed if pair[0] not in own)
    return replace(full, fed=(*(p for p in battle.fed if p[0] in own), *theirs))


def announce(sit: Situation, attacking: bool, choices: Choices) -> Choice:
    """[10] Try what is likely to help."""
    for number in members(choices.get("try", 0)):
        if CODES[number] in BOLD_EFFECTS:
            because(sit.state, ("try", number), 0.0, "{} may help", NAMES[CODES[number]])
            return "try", number
    because(sit.state, ("done", 0), 0.0, "nothing else is likely to help")
    return "done", 0


def name_team(sit: Situation, asking: NameTeam, choices: Choices) -> Choice:
    """[10] Two REs make the attempt likelier; more are only risked."""
    size = sum(sit.state.re(unit) for unit in asking.units)
    units = choices.get("with", 0)
    if units and size < 8:
        unit = max(members(units), key=lambda u: (sit.state.re(u), -u))
        because(sit.state, ("with", unit), 0.0, "{:unit} makes the attempt likelier", unit)
        return "with", unit
    chosen: Choice = ("ready", 0) if "ready" in choices else ("cancel", 0)
    because(sit.state, chosen, 0.0, "more of them would only be risked" if size else "nobody can")
    return chosen


def table(sit: Situation, attacking: bool) -> Choice:
    """[14H2] The table that is better for us."""
    battle = sit.state.battle
    values = [promise(sit, replace(battle, table=name)).value for name in TABLE_NAMES]
    best = max if attacking else min
    for number, value in enumerate(values):
        worth = value if attacking else -value
        words = "{} combat is worth {:+.2f} to us"
        because(sit.state, ("table", number), worth, words, TABLE_NAMES[number], worth)
    return "table", best(range(len(values)), key=values.__getitem__)


def call_reserves(sit: Situation, choices: Choices) -> Choice:
    """[6C] Reserves come where the attack would succeed, from where most of them are."""
    state = sit.state
    battle = expected(state, state.battle)
    if promise(sit, battle).value <= PRESSED:
        because(state, ("done", 0), 0.0, "{:hex} holds without reserves", battle.target)
        return "done", 0

    def help_from(hex_: Hex) -> float:
        units = reserves_in(state, battle, hex_) & sit.line_units
        return sum(sit.defence_of(unit) for unit in members(units))

    hexes = list(members(choices.get("reserve", 0)))
    best = max(hexes, key=lambda h: (help_from(h), -h), default=None)
    if best is None or not help_from(best):
        because(state, ("done", 0), 0.0, "there are no reserves who could help")
        return "done", 0
    words = "{:hex} may be lost: reserves of {:.0f} come from {:hex}"
    because(state, ("reserve", best), 0.0, words, battle.target, help_from(best), best)
    return "reserve", best


def commit(sit: Situation, choices: Choices) -> Choice:
    """[6C] Send the strongest, but none that alone holds what counts where it stands."""
    state = sit.state
    for unit in sorted(
        members(choices.get("commit", 0) & sit.line_units), key=lambda u: (-sit.defence_of(u), u)
    ):
        here = state.where[unit]
        left = sit.friends.get(here, 0.0) - sit.defence_of(unit)
        if not sit.prize(here) or left >= sit.need(here):
            words = "{:unit} is the strongest that can be spared"
            because(state, ("commit", unit), 0.0, words, unit)
            return "commit", unit
    because(state, ("done", 0), 0.0, "the others hold what counts where they stand")
    return "done", 0


def replace_units(sit: Situation, choices: Choices) -> Choice:
    """[16B3] The strongest that can be had; cadres before the dead."""
    for verb in ("rebuild", "replace"):
        units = choices.get(verb, 0)
        if units:
            counters = sit.theatre.counters
            unit = max(
                members(units),
                key=lambda u: (counters[u].front.attack + counters[u].front.defence, -u),
            )
            because(sit.state, (verb, unit), 0.0, "{:unit} is the strongest to be had", unit)
            return verb, unit
    because(sit.state, ("done", 0), 0.0, "nobody can be replaced")
    return "done", 0


def place_point(sit: Situation, choices: Choices) -> Choice:
    """[16B1a] Where headquarters are near; they make most of it [11D]."""
    state = sit.state
    seats = [state.where[u] for u in members(state.on_map(sit.side) & state.kind.army_hq)]

    def near(hex_: Hex) -> tuple[bool, int, int, int]:
        way = min((sit.grid.distance(hex_, seat) for seat in seats), default=99)
        return not staffs(state, hex_), way, state.resources.get(hex_, 0), hex_

    hex_ = min(members(choices["place"]), key=near)
    because(state, ("place", hex_), 0.0, "a headquarters near {:hex} makes most of it", hex_)
    return "place", hex_


def place_unit(sit: Situation, choices: Choices) -> Choice:
    """[16A] As near to the enemy as may be without meeting him, and not into a crowd [8B]."""
    state = sit.state

    def nearest(hex_: Hex) -> tuple[bool, bool, int, int]:
        crowd = not fits_limit(state, hex_, state.units(hex_, sit.side))
        return sit.distance(hex_) <= 1, crowd, sit.way_to_front(hex_), hex_

    hex_ = min(members(choices["place"]), key=nearest)
    words = "{:hex} is as near to the enemy as may be without meeting him"
    because(state, ("place", hex_), 0.0, words, hex_)
    return "place", hex_


def feed_hungry(sit: Situation, choices: Choices) -> Choice:
    """[11C2bi] A point for many hungry units that have long been so."""
    best = max(
        members(choices.get("feed", 0)),
        key=lambda h: (feeds(sit.state, sit.side, h).bit_count(), -h),
        default=None,
    )
    if best is not None and feeds(sit.state, sit.side, best).bit_count() >= 3:
        words = "a point of {:hex} feeds {} hungry units"
        fed = feeds(sit.state, sit.side, best).bit_count()
        because(sit.state, ("feed", best), fed, words, best, fed)
        return "feed", best
    because(sit.state, ("done", 0), 0.0, "too few are hungry for a resource point")
    return "done", 0
