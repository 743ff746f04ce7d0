"""Bombardments [12C]: prepared where we attack, with supply where it changes the odds; and to whom
hits are given."""

from __future__ import annotations

from trenchline.games.the_great_war.attackers import within_limit
from trenchline.games.the_great_war.barrage import barrage, die_terms
from trenchline.games.the_great_war.bombardment import DeclareBombardment
from trenchline.games.the_great_war.combat_supply import sources
from trenchline.games.the_great_war.gunners import guns_for
from trenchline.games.the_great_war.hits import TO_WORSEN_A_DIVISION, Distribute, is_large, worsen
from trenchline.games.the_great_war.staff.battles import best_party
from trenchline.games.the_great_war.staff.promises import promise
from trenchline.games.the_great_war.staff.purse import price
from trenchline.games.the_great_war.staff.situation import Situation
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.tables import bombard
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex
from trenchline.kernel.reasons import because, heard
from trenchline.kernel.steps import Choice, Choices

DIE = range(1, 7)
PREPARES = 0.1
"""What a bombardment must add to the attack on a hex."""
A_HIT = 0.4
"""The least that guns which answer must expect."""


def next_target(sit: Situation, counter: bool, choices: Choices) -> Choice:
    """The hex to whose attack the guns add most; in answer the one with most of the enemy's
    strength."""
    if "fire_all" in choices:
        # The staff looks at each bombardment before the next; this was somebody else's plan.
        because(sit.state, ("fire_all", 0), 0.0, "the guns are laid")
        return "fire_all", 0
    marks = choices.get("bombard", 0)
    if not marks:
        because(sit.state, ("done", 0), 0.0, "there is nothing to fire at")
        return "done", 0
    found = []
    for hex_ in members(marks & ~sit.state.bombed & ~sit.unknown):
        guns = _battery(sit, hex_, counter)
        if not guns:
            continue
        if counter:
            hits = mean_hits(sit, hex_, guns, fed=True)
            if hits >= A_HIT:
                found.append((sit.enemy_attack.get(hex_, 0.0), hex_))
                words = "answer the guns in {:hex}: about {:.1f} hits on {:.0f} that may attack"
                strength = sit.enemy_attack.get(hex_, 0.0)
                because(sit.state, ("bombard", hex_), strength, words, hex_, hits, strength)
            continue
        gained = gain(sit, hex_, guns)
        if gained > PREPARES:
            found.append((gained, hex_))
            words = "the guns prepare the attack on {:hex}: it is worth {:+.2f} more after them"
            because(sit.state, ("bombard", hex_), gained, words, hex_, gained)
    because(sit.state, ("done", 0), 0.0, "the guns would add too little")
    if not found:
        return "done", 0
    return "bombard", max(found, key=lambda row: (row[0], -row[1]))[1]


def gain(sit: Situation, target: Hex, guns: tuple[int, ...]) -> float:
    """What a bombardment adds to the attack on a hex, fed or not, whichever is more."""
    battle = best_party(sit, target)
    if battle is None:
        return 0.0
    prospects = Prospects(sit, target, guns)
    fed, unfed = (hits_spread(sit, target, guns, fed) for fed in (True, False))
    if prospects.after(max(fed)) <= 0:
        return 0.0
    best = max(prospects.worth(fed), prospects.worth(unfed))
    return best - max(0.0, promise(sit, battle).value)


def gain_of_guns(sit: Situation, target: Hex) -> float:
    """What the guns that reach a hex add to the attack on it."""
    guns = _battery(sit, target, counter=False)
    return gain(sit, target, guns) if guns else 0.0


class Prospects:
    """What our attack on a hex promises after some guns have fired, by their hits."""

    def __init__(self, sit: Situation, target: Hex, guns: tuple[int, ...]) -> None:
        self.sit, self.target, self.guns = sit, target, guns
        self._known: dict[int, float] = {}

    def after(self, hits: int) -> float:
        """What the attack promises after so many hits."""
        if hits not in self._known:
            twin = self.sit.state.copy()
            twin.bombarded |= bit_set(self.guns)
            bear(twin, self.sit, self.target, hits)
            later = Situation(twin, self.sit.side, self.sit.plan)
            battle = best_party(later, self.target)
            self._known[hits] = promise(later, battle).value if battle is not None else 0.0
        return self._known[hits]

    def worth(self, spread: dict[int, float]) -> float:
        """What the attack is worth if it is only made after hits enough."""
        return sum(likely * max(0.0, self.after(hits)) for hits, likely in spread.items())


def bear(state: State, sit: Situation, target: Hex, hits: int) -> None:
    """Hits as they hurt most: two for a division, one for a smaller unit."""
    units = state.units(target, sit.enemy) & ~state.badly_disrupted & ~sit.staffs
    for unit in sorted(members(units), key=lambda u: (-sit.defence_of(u), u)):
        size = state.face(unit).size
        cost = TO_WORSEN_A_DIVISION if size == "division" else 1
        if cost <= hits:
            hits -= cost
            if size == "division" or is_large(state, unit):
                worsen(state, unit)
            else:
                state.disrupt(unit, badly=True)


def hits_spread(sit: Situation, target: Hex, guns: tuple[int, ...], fed: bool) -> dict[int, float]:
    """How many hits some guns make, and how likely."""
    state = sit.state
    strength = barrage(state, guns, target, set(guns) if fed else set()).total
    added = sum(term.value for term in die_terms(state, target, sit.side, gas=False))
    found: dict[int, float] = {}
    for die in DIE:
        hits = bombard(strength, die + added)[0]
        found[hits] = found.get(hits, 0.0) + 1 / len(DIE)
    return found


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
    return sum(hits * likely for hits, likely in hits_spread(sit, target, guns, fed).items())


def lay(sit: Situation, asking: DeclareBombardment, choices: Choices) -> Choice:
    """All guns that may, fed if that is worth a resource point, gas and reconnaissance too."""
    state = sit.state
    if "with" in choices:
        gun = max(members(choices["with"]), key=lambda u: (sit.attack_of(u), -u))
        words = "{:unit} fires too: the more guns the better"
        because(state, ("with", gun), 0.0, words, gun)
        return "with", gun
    if "fire" not in choices:
        because(state, ("cancel", 0), 0.0, "no guns are ready")
        return "cancel", 0
    if asking.source < 0 and choices.get("feed"):
        if _is_worth_a_point(sit, asking) and _has_to_spare(sit, asking):
            stock = _fullest(sit, choices["feed"])
            words = "the guns are supplied from {:hex}: the hits are worth a resource point"
            because(state, ("feed", stock), 0.0, words, stock)
            return "feed", stock
    if "gas" in choices:
        gas = next(iter(members(choices["gas"])))
        because(state, ("gas", gas), 0.0, "gas helps the guns")
        return "gas", gas
    if heard():
        hits = mean_hits(sit, asking.target, asking.guns, fed=asking.source >= 0)
        because(state, ("fire", 0), hits, "about {:.1f} hits on {:hex}", hits, asking.target)
    return "fire", 0


def _is_worth_a_point(sit: Situation, asking: DeclareBombardment) -> bool:
    """Whether the hits that supply adds change the attack by more than a resource point is worth;
    in answer, whether it adds any to speak of."""
    fed, unfed = (hits_spread(sit, asking.target, asking.guns, fed) for fed in (True, False))
    if asking.counter:
        more = mean_hits(sit, asking.target, asking.guns, fed=True)
        return more - mean_hits(sit, asking.target, asking.guns, fed=False) >= A_HIT
    prospects = Prospects(sit, asking.target, asking.guns)
    return prospects.worth(fed) - prospects.worth(unfed) > price(sit)


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
    state = sit.state
    if not units:
        because(state, ("done", 0), 0.0, "nobody is left to be hit")
        return "done", 0
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
    struck = pick(members(units), key=lambda u: (pain(u), -u))
    words = "a hit hurts them most there" if ours else "{:unit} bears a hit most easily"
    because(state, ("hit", struck), 0.0, words, struck)
    return "hit", struck
