"""Bombardments [12C]: prepared where we attack, with supply where it changes the odds; and to whom
hits are given."""

from __future__ import annotations

from trenchline.games.the_great_war.attackers import within_limit
from trenchline.games.the_great_war.barrage import barrage, die_terms
from trenchline.games.the_great_war.bombardment import DeclareBombardment
from trenchline.games.the_great_war.combat_supply import sources
from trenchline.games.the_great_war.gunners import guns_for
from trenchline.games.the_great_war.hits import Distribute
from trenchline.games.the_great_war.staff.battles import best_party
from trenchline.games.the_great_war.staff.promises import promise
from trenchline.games.the_great_war.staff.stakes import Situation
from trenchline.games.the_great_war.tables import bombard
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import Choice, Choices

DIE = range(1, 7)
PREPARES = -0.2
"""Guns fire at a hex if the attack on it promises more than this before they do."""
A_HIT = 0.4
"""The least by which supply must raise the mean of the hits."""


def next_target(sit: Situation, counter: bool, choices: Choices) -> Choice:
    """The hex whose attack promises most; in answer the one with most of the enemy's strength."""
    if "fire_all" in choices:
        # The staff looks at each bombardment before the next; this was somebody else's plan.
        return "fire_all", 0
    marks = choices.get("bombard", 0)
    if not marks:
        return "done", 0
    found = []
    for hex_ in members(marks & ~sit.state.bombed & ~sit.unknown):
        guns = _battery(sit, hex_, counter)
        if not guns or mean_hits(sit, hex_, guns, fed=True) < A_HIT:
            continue
        if counter:
            found.append((sit.enemy_attack.get(hex_, 0.0), hex_))
            continue
        battle = best_party(sit, hex_)
        if battle is not None:
            value = promise(sit, battle).value
            if value > PREPARES * (1 + sit.prize(hex_)):
                found.append((value, hex_))
    if not found:
        return "done", 0
    return "bombard", max(found, key=lambda row: (row[0], -row[1]))[1]


def _battery(sit: Situation, target: Hex, counter: bool) -> tuple[int, ...]:
    """The guns that would fire at a hex together."""
    state = sit.state
    party = 0
    for unit in sorted(
        members(guns_for(state, sit.side, target, counter)), key=lambda u: -sit.attack_of(u)
    ):
        if within_limit(state, target, party | 1 << unit):
            party |= 1 << unit
    return tuple(members(party))


def mean_hits(sit: Situation, target: Hex, guns: tuple[int, ...], fed: bool) -> float:
    """How many hits some guns may expect."""
    state = sit.state
    strength = barrage(state, guns, target, set(guns) if fed else set()).total
    added = sum(term.value for term in die_terms(state, target, sit.side, gas=False))
    return sum(bombard(strength, die + added)[0] for die in DIE) / len(DIE)


def lay(sit: Situation, asking: DeclareBombardment, choices: Choices) -> Choice:
    """All guns that may, fed if that is worth a resource point, gas and reconnaissance too."""
    if "with" in choices:
        return "with", max(members(choices["with"]), key=lambda u: (sit.attack_of(u), -u))
    if "fire" not in choices:
        return "cancel", 0
    if asking.source < 0 and choices.get("feed"):
        gained = mean_hits(sit, asking.target, asking.guns, fed=True)
        gained -= mean_hits(sit, asking.target, asking.guns, fed=False)
        if gained >= A_HIT and _has_to_spare(sit, asking):
            return "feed", _fullest(sit, choices["feed"])
    if "gas" in choices:
        return "gas", next(iter(members(choices["gas"])))
    return "fire", 0


def _has_to_spare(sit: Situation, asking: DeclareBombardment) -> bool:
    """Whether a point would be left for the attack itself."""
    found = 0
    for unit in asking.guns:
        found |= sources(sit.state, unit)
    points = sum(sit.state.resources.get(hex_, 0) for hex_ in members(found))
    opened = bool(sit.state.stores)
    return opened or points > 1 or asking.counter


def _fullest(sit: Situation, hexes: int) -> Hex:
    """Points that are opened already, else those of the largest stock."""
    state = sit.state
    return max(
        members(hexes),
        key=lambda h: (state.stores.get(h, 0) > 0, state.resources.get(h, 0), -h),
    )


def hit(sit: Situation, asking: Distribute, choices: Choices) -> Choice:
    """Our hits where they hurt most, theirs where they hurt least; two of them tell on a
    division [12C3]."""
    units = choices.get("hit", 0)
    if not units:
        return "done", 0
    state = sit.state
    ours = asking.side == asking.firing

    def pain(unit: int) -> float:
        size = state.face(unit).size
        strength = sit.defence_of(unit)
        if size == "division":
            if unit in asking.marked:
                return strength / 2
            return strength / 4 if asking.left > 1 or not ours else strength / 16
        return strength * (0.5 if size == "brigade" else 0.75)

    pick = max if ours else min
    return "hit", pick(members(units), key=lambda u: (pain(u), -u))
