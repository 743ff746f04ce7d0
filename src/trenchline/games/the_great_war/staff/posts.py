"""What a post is worth to a unit, and which one it takes: those who hold and take ground, guns,
staffs."""

from __future__ import annotations

from typing import NamedTuple

from trenchline.games.the_great_war.ground import NOTHING, works_in
from trenchline.games.the_great_war.stacking import fits
from trenchline.games.the_great_war.staff import quarters
from trenchline.games.the_great_war.staff.pockets import Pockets
from trenchline.games.the_great_war.staff.situation import Situation
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.reasons import OTHERS, Place, heard, total

STAY = 0.04
"""What another post must be better by."""
PRESENCE = 0.5
"""The share of a front hex's worth for the first unit in it."""
RASH = 1.5
"""Nobody walks alone to where the enemy could bring so many times what he can withstand."""
RISK = 0.2
"""How much danger weighs."""
TRENCH = 0.3
"""What it is worth to stay in works that face the enemy."""
FEW = 0.3
"""Who holds a hex with less than this share of what it needs is likely to be attacked."""
ALONE = 3.0
"""What keeps guns and staffs from standing without infantry."""
RESERVES = 16.0
"""The strength of a good reserve."""
CUT_OFF, HUNGRY = 0.3, 0.03
"""What keeps units from where no line leads home, and from where no headquarters feeds them."""
EXPOSED = 0.15
"""The share of its worth that a unit is likely to lose whose way home the enemy can close."""
WARD = 0.5
"""What it is worth to keep guns or staffs from being alone near the enemy."""
PEER = 0.3
"""What keeps a Corps HQ from where there is one already."""


class Posting(NamedTuple):
    """Where a unit goes, and what it has been weighed against."""

    best: Place
    here: Place
    others: tuple[Place, ...] = ()
    """The next best, as long as somebody listens."""


def posting(sit: Situation, unit: int, hexes: Hexes, pockets: Pockets | None = None) -> Posting:
    """The best of some hexes for a unit, its own if no other is better."""
    here = sit.state.where[unit]
    if not sit.state.kind.zoc_adjacent.showing(sit.state.reduced) >> unit & 1:
        pockets = None
    best = now = _place(sit, unit, here, pockets, STAY)
    seen: list[Place] | None = [] if heard() else None
    for hex_ in members(hexes & ~(1 << here) & ~sit.state.occupied[sit.enemy]):
        found = _place(sit, unit, hex_, pockets)
        if found.worth > best.worth and fits(sit.state, hex_, sit.side, 1 << unit):
            best = found
        if seen is not None:
            seen.append(found)
    if seen is None:
        return Posting(best, now)
    others = sorted((one for one in seen if one.hex != best.hex), key=lambda one: -one.worth)
    able = (one for one in others if fits(sit.state, one.hex, sit.side, 1 << unit))
    return Posting(best, now, tuple(one for one, _ in zip(able, range(OTHERS), strict=False)))


def _place(
    sit: Situation, unit: int, hex_: Hex, pockets: Pockets | None, more: float = 0.0
) -> Place:
    found = parts(sit, unit, hex_)
    worth = total(found) + more
    if pockets is not None:
        ring = pockets.worth(unit, hex_)
        worth += ring
        found.append(("ring", ring))
    return Place(hex_, worth, found)


def destination(sit: Situation, unit: int, hexes: Hexes) -> Hex:
    """The best of some hexes for a unit, its own if no other is better."""
    return posting(sit, unit, hexes).best.hex


def post(sit: Situation, unit: int, hex_: Hex) -> float:
    """What a unit is worth in a hex."""
    return total(parts(sit, unit, hex_))


def parts(sit: Situation, unit: int, hex_: Hex) -> list[tuple[str, float]]:
    """What its worth there is made of."""
    state = sit.state
    if state.kind.army_hq >> unit & 1:
        return quarters.parts(sit, unit, hex_)
    if state.kind.corps_hq >> unit & 1:
        return _corps_staff(sit, unit, hex_)
    if state.kind.artillery >> unit & 1:
        return _battery(sit, unit, hex_)
    return _line(sit, unit, hex_)


def _others(sit: Situation, unit: int, hex_: Hex) -> float:
    """The strength of ours in a hex besides a unit."""
    found = sit.friends.get(hex_, 0.0)
    return found - sit.defence_of(unit) if sit.state.where[unit] == hex_ else found


def _line(sit: Situation, unit: int, hex_: Hex) -> list[tuple[str, float]]:
    """Those who hold and take ground."""
    others, own = _others(sit, unit, hex_), sit.defence_of(unit)
    found = [("goal", sit.pull(hex_))]
    worth = sit.ground.get(hex_, 0.0)
    owned = sit.state.owned[sit.side] >> hex_ & 1
    if not owned:
        if not others and sit.threat(hex_) < RASH * sit.firmness(hex_) * (own + sit.company(hex_)):
            found.append(("take", sit.kept(hex_) * worth))
    else:
        back = sit.backs.get(hex_, 0.0)
        if back and others < RESERVES:
            found.append(("reserve", back * min(own, RESERVES - others) / RESERVES))
    if not sit.home >> hex_ & 1:
        found.append(("home", -CUT_OFF))
    elif not sit.sheltered >> hex_ & 1:
        found.append(("home", -(EXPOSED * sit.rates[sit.side] * own)))
    elif not sit.provided >> hex_ & 1:
        found.append(("supply", -HUNGRY))
    guards = sit.state.units(hex_, sit.side) & sit.line_units & ~(1 << unit)
    if not guards and sit.wants_guard(hex_):
        found.append(("ward", WARD * min(3, sit.wards(hex_).bit_count())))
    if sit.is_front(hex_):
        need = sit.need(hex_)
        lacks = need - others
        if lacks > 0 and (worth > 0 or sit.bases >> hex_ & 1):
            found.append(("hold", sit.hold(hex_) * min(own, lacks) / need))
            if not others:
                found.append(("hold", PRESENCE * sit.kept(hex_) * sit.peril(hex_) * worth))
        strength = others + own + sit.company(hex_)
        found.append(("danger", -_danger(sit, unit, hex_, strength)))
        if owned and lacks > 0 and works_in(sit.state, hex_) != NOTHING:
            manned = min(own, lacks) / need + (not others)
            found.append(("works", TRENCH * sit.kept(hex_) * sit.peril(hex_) * manned))
    found.append(("friends", min(others, 30.0) * 0.002))
    return found


def _danger(sit: Situation, unit: int, hex_: Hex, strength: float) -> float:
    """What a unit may expect to lose where the enemy is too strong."""
    threat = sit.threat(hex_)
    if not threat:
        return 0.0
    over = threat / (sit.firmness(hex_) * max(0.5, strength)) - 1
    if over <= 0:
        return 0.0
    risk = RISK if over < 1 / FEW - 1 else 3 * RISK
    return risk * sit.rates[sit.side] * sit.defence_of(unit) * min(2.0, over)


def _battery(sit: Situation, unit: int, hex_: Hex) -> list[tuple[str, float]]:
    """Guns: beside infantry that has enemies before it; they do not move for little."""
    state = sit.state
    found = [("goal", 0.5 * sit.pull(hex_))]
    foot = state.units(hex_, sit.side) & sit.line_units & ~(1 << unit)
    held = sum(sit.defence_of(other) for other in members(foot))
    if not held:
        return [*found, ("alone", -ALONE)]
    if sit.distance(hex_) <= 1:
        found.append(("range", 0.6))
    if state.where[unit] == hex_:
        found.append(("settled", 0.3))
    threat = sit.threat(hex_)
    if threat > 1.5 * sit.firmness(hex_) * held:
        found.append(("danger", -1.0))
    return found


def _corps_staff(sit: Situation, unit: int, hex_: Hex) -> list[tuple[str, float]]:
    """A Corps HQ: with the largest stack near, where it lets units overstack [8C2]."""
    state = sit.state
    foot = state.units(hex_, sit.side) & sit.line_units
    held = sum(sit.defence_of(other) for other in members(foot))
    found = [("crowd", 0.02 * min(held, 60.0)), ("goal", 0.2 * sit.pull(hex_))]
    peers = state.units(hex_, sit.side) & state.kind.corps_hq & ~(1 << unit)
    found.append(("peer", -(PEER * peers.bit_count())))
    if not held:
        found.append(("alone", -ALONE))
    if sit.threat(hex_) > 1.5 * sit.firmness(hex_) * max(1.0, held):
        found.append(("danger", -1.0))
    return found
