"""A position as it might be: the enemy's hidden units dealt anew [10.1] [10.2].

What a side may not know is which units lie under the tops of enemy stacks, in his boxes, on his
track and in his piles, and whom of these he has in hand. How many there are is public [R35], and so
are zones of control [R77]. Everything hidden leaves its place, then the places are filled again: at
random, more likely near where a nation fights, and with those that have been in the field from the
start before those of the pool. Which units had been there plays no part in it.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

from trenchline.games.kaisers_war.air import AirStrike
from trenchline.games.kaisers_war.attrition import AerialSupply, AttritionRoll, checks, starving
from trenchline.games.kaisers_war.battle import Battle
from trenchline.games.kaisers_war.combat import DeclareAttack
from trenchline.games.kaisers_war.components import (
    CITIES,
    COUNTERS,
    FORTS,
    GRID,
    GUERRILLAS,
    IMMOBILE,
    LONERS,
    NATION_OF,
    NATIONS,
    NAVAL_UNITS,
    OF_TYPE,
    TERRITORY,
    stack_limit,
)
from trenchline.games.kaisers_war.eastern import EasternArrival
from trenchline.games.kaisers_war.elimination import Overstacked
from trenchline.games.kaisers_war.fog import deploying, known
from trenchline.games.kaisers_war.movement import MovementPhase, movable
from trenchline.games.kaisers_war.moves import Landing, MoveUnit
from trenchline.games.kaisers_war.placement import Placement
from trenchline.games.kaisers_war.recruits import BOX_NATIONS
from trenchline.games.kaisers_war.results import ChooseLoss
from trenchline.games.kaisers_war.state import BOX, DEAD, FLEET, ON_MAP, OUT, POOL, State, pile
from trenchline.kernel.bits import bit_set, lowest, members
from trenchline.kernel.hexes import Hex, Hexes

OF_THE_PLACE = ("fought", "supported", "arrived", "eastern")
"""What is seen of a hidden unit: that one in this place has fought, or waits."""
OF_NOBODY = ("demobilized", "flipped", "fallen")
"""What nobody sees of it."""
TRIES = 8
"""How often units are dealt before a stack is left too high."""


def hidden(state: State, side: int) -> int:
    """[10.1] [10.2] The enemy's units of which a side does not know where they are."""
    return _loose(state, side, _unseen(state, side))


def _loose(state: State, side: int, found: int) -> int:
    """Those of the units that a side does not see that might be elsewhere."""
    on_map = found & state.piles[ON_MAP] & ~_apart(state, 1 - side)
    if deploying(state) is not None:
        # [3.1] Who is elsewhere, or still to be set up, is known by the orders of battle.
        return on_map
    # Ships are named whenever they come, act or sink.
    open_piles = state.piles[ON_MAP] | state.piles[OUT] | state.piles[FLEET]
    return on_map | found & ~open_piles | found & _lost_staffs(state)


def _unseen(state: State, side: int) -> int:
    """[10.1] [10.2] The enemy's units that a side does not see."""
    seen = bit_set(known(state, side)) | bit_set(_named_aloud(state))
    return state.forces(1 - side) & ~seen


def _apart(state: State, enemy: int) -> int:
    """Units that could be in no other hex: those whose zones, or their lack, would show [R77]; and
    ships."""
    asleep = state.forces(enemy) & ~state.awake
    return FORTS | GUERRILLAS | LONERS | NAVAL_UNITS | asleep


def _lost_staffs(state: State) -> int:
    """[6.8] Headquarters that do not return: some were lost unseen."""
    return state.piles[OUT] & OF_TYPE["hq"] & state.awake


def _named_aloud(state: State) -> set[int]:
    """Units at sea, annihilated or in battle."""
    # [35.1] Who may be mobilized again may have been, unseen.
    dead = {unit for unit, turn in state.annihilated.items() if turn > state.turn}
    found = {*state.assault, *state.voyage, *dead}
    for step in state.stack:
        found |= _told_by(step)
    return found


def _told_by(step: Any) -> set[int]:
    found: set[int] = set()
    battle = getattr(step, "battle", None)
    if isinstance(battle, Battle) and not isinstance(step, DeclareAttack):
        # Whoever fought was seen, the dead with them; until battle is joined nobody is [R88].
        found.update(battle.attackers, battle.defenders, battle.supports)
    if isinstance(step, ChooseLoss):
        found.update(step.units)
    if isinstance(step, EasternArrival):
        found.add(step.unit)
    for name in ("risked", "land"):
        value = getattr(step, name, None)
        if isinstance(value, tuple):
            found.update(value)
    return found


def deal(state: State, side: int, rng: random.Random) -> State:
    """A copy in which the enemy's hidden units are dealt at random."""
    unseen = _unseen(state, side)
    loose = _loose(state, side, unseen)
    bare = state.copy()
    for name in OF_NOBODY:
        setattr(bare, name, getattr(state, name) & ~unseen)
    for _ in range(TRIES):
        twin = _dealt(bare, side, loose, rng)
        places = bit_set(hex_ for unit in members(loose) if (hex_ := twin.where[unit]) >= 0)
        # [9.4] Who is not asked what to give up is not over-stacked.
        if not twin.crowded & places & ~_crowded(state):
            break
    twin.stack = [_supposed(state, twin, step, loose, unseen) for step in state.stack]
    _suppose_what_is_under_way(twin, 1 - side, unseen)
    return twin


def _dealt(state: State, side: int, loose: int, rng: random.Random) -> State:
    twin = state.copy()
    filled, left = _Places(state, 1 - side, loose).filled(rng)
    off_map = sorted(
        # [10.2] Piles are covered.
        POOL if place in (POOL, DEAD, OUT) else place
        for place in (state.where[unit] for unit in members(loose))
        if place < 0
    )
    waiting = list(members(left))
    rng.shuffle(waiting)
    there = dict(_elsewhere(waiting, off_map))
    _settle_down(state, twin, loose, filled, there)
    return twin


def _crowded(state: State) -> Hexes:
    """[9.4] The hexes of which units are being given up."""
    return bit_set(step.hex for step in state.stack if isinstance(step, Overstacked))


class _Places:
    """The places in enemy stacks in which hidden units lie, hex by hex."""

    def __init__(self, state: State, enemy: int, loose: int) -> None:
        self.loose = loose
        self.open: dict[Hex, int] = {}
        """The units in each stack that are known."""
        self.room: dict[Hex, int] = {}
        """The room that these leave [9.1]."""
        self.wanted: dict[Hex, int] = {}
        """How many hidden ones there are."""
        for hex_, stack in state.stacks.items():
            units = bit_set(stack)
            if units & loose:
                self.open[hex_] = units & ~loose
                self.wanted[hex_] = (units & loose).bit_count()
                load = sum(state.face(unit).weight for unit in members(units & ~loose))
                self.room[hex_] = stack_limit(hex_) - load
        self.weight = {unit: state.face(unit).weight for unit in members(loose)}
        self.light = [bit_set(u for u, w in self.weight.items() if w <= most) for most in range(4)]
        """The hidden units that weigh no more than none, one, two, three."""
        self.able = loose & ~_apart(state, enemy)
        """Those who may lie hidden in a hex at all."""
        self.fierce = state.fierce[enemy]
        self.exerting = state.awake & ~(IMMOBILE | GUERRILLAS)
        """Who exerts a zone [11.1]."""
        self.crowded = _crowded(state)

    def filled(self, rng: random.Random) -> tuple[dict[Hex, list[int]], int]:
        """Who lies hidden where, and who is left."""
        filled: dict[Hex, list[int]] = {}
        left = self.able
        # Who is short of room, or of units that would not show, is served first.
        for hex_ in sorted(self.wanted, key=self._need):
            filled[hex_] = []
            if self.crowded >> hex_ & 1:
                filled[hex_] = self._heaviest(hex_, left, rng)
                left &= ~bit_set(filled[hex_])
                continue
            for more in reversed(range(self.wanted[hex_])):
                fit = list(members(left & self._fitting(hex_, filled[hex_], more)))
                if fit:
                    likely = _likelihoods(hex_)
                    unit = rng.choices(fit, [likely[u] for u in fit])[0]
                else:
                    unit, left = self._exchanged(hex_, filled, left)
                left &= ~(1 << unit)
                filled[hex_].append(unit)
        return filled, left | self.loose & ~self.able

    def _heaviest(self, hex_: Hex, left: int, rng: random.Random) -> list[int]:
        """[9.4] Who lies in a stack of which its owner must give somebody up: the heaviest there
        are."""
        drawn = sorted(members(left), key=lambda _: rng.random())
        shows = self.exerting if self.fierce >> hex_ & 1 else IMMOBILE
        drawn.sort(key=lambda unit: (not shows >> unit & 1, -self.weight[unit]))
        return drawn[: self.wanted[hex_]]

    def _need(self, hex_: Hex) -> tuple[int, float, Hex]:
        return self.fierce >> hex_ & 1, self.room[hex_] / self.wanted[hex_], hex_

    def _fitting(self, hex_: Hex, others: list[int], more: int) -> int:
        """The units that may lie hidden in a hex with others, so that more may follow."""
        room = self.room[hex_] - sum(self.weight[unit] for unit in others) - more
        if room < 0:
            return 0
        fit = self.light[min(room, 3)]
        if not self.fierce >> hex_ & 1:
            # [R77] Whoever could move would show here by his zone.
            fit &= IMMOBILE
        there = self.open[hex_] | bit_set(others)
        # [6.10] [9.3] One garrison to a city, and somebody must exert the zone [R77].
        alone = self.fierce >> hex_ & 1 and not there & self.exerting
        if alone or not CITIES >> hex_ & 1 or there & IMMOBILE & ~FORTS:
            fit &= ~IMMOBILE
        return fit

    def _exchanged(self, hex_: Hex, filled: dict[Hex, list[int]], left: int) -> tuple[int, int]:
        """Somebody who fits and has been put elsewhere changes places with one who is left; if
        there is nobody, the lightest who is left comes."""
        fit = self._fitting(hex_, filled[hex_], 0)
        for other, units in filled.items():
            for number, unit in enumerate(units if other != hex_ else ()):
                if fit >> unit & 1:
                    rest = units[:number] + units[number + 1 :]
                    instead = left & self._fitting(other, rest, 0)
                    if instead:
                        units[number] = lowest(instead)
                        return unit, left & ~(1 << units[number]) | 1 << unit
        return min(members(left), key=lambda unit: (self.weight[unit], unit)), left


def _elsewhere(waiting: list[int], places: list[int]) -> Iterator[tuple[int, int]]:
    """Boxes take armies of their own nations [6.4]; the rest of the places anybody."""
    for place in sorted(places, key=lambda p: p not in BOX):
        unit = next((u for u in waiting if _belongs(u, place)), waiting[0])
        waiting.remove(unit)
        yield unit, place


def _belongs(unit: int, place: int) -> bool:
    if place not in BOX:
        return True
    return (
        not NAVAL_UNITS >> unit & 1
        and NATIONS[NATION_OF[unit]].code in BOX_NATIONS[BOX.index(place)]
    )


def _settle_down(
    state: State, twin: State, loose: int, filled: dict[Hex, list[int]], there: dict[int, int]
) -> None:
    """Put everybody where he was dealt, with what is seen of him in that place."""
    instead: dict[int, int] = {}
    for hex_, units in filled.items():
        dealt = iter(units)
        before = state.stacks[hex_]
        stack = tuple(next(dealt) if loose >> unit & 1 else unit for unit in before)
        instead.update(zip(before, stack, strict=True))
        twin.stacks[hex_] = stack
        for unit in units:
            _move(twin, unit, hex_)
    for unit, place in there.items():
        _move(twin, unit, place)
    for name in OF_THE_PLACE:
        told = getattr(state, name)
        seen = bit_set(new for old, new in instead.items() if told >> old & 1)
        setattr(twin, name, told & ~loose | seen & loose)
    twin.under &= ~loose
    for hex_ in filled:
        twin.look_at(hex_)


def _move(twin: State, unit: int, place: int) -> None:
    """Write down where a unit is; the stacks are seen to."""
    twin.piles[pile(twin.where[unit])] &= ~(1 << unit)
    twin.piles[pile(place)] |= 1 << unit
    twin.where[unit] = place


# What the enemy is about.


def _suppose_what_is_under_way(twin: State, enemy: int, unseen: int) -> None:
    """What the enemy is about, as far as it can be seen: nobody knows whom he has in hand."""
    moving = any(isinstance(step, MovementPhase) and step.side == enemy for step in twin.stack)
    # Who has moved was seen; who is hidden might have yet to.
    waiting = unseen & (twin.piles[ON_MAP] | twin.boxed) & movable(twin) if moving else 0
    twin.ready = twin.ready & ~unseen | waiting
    ships = twin.forces(enemy)
    # [20.2] How much a transport has carried would tell who was aboard.
    twin.cargo = {ship: 1 if ships >> ship & 1 else load for ship, load in twin.cargo.items()}
    top = twin.stack[-1] if twin.stack else None
    if isinstance(top, MoveUnit | Placement) and unseen >> top.unit & 1:
        twin.stack.pop()
    if isinstance(top, AerialSupply) and top.side == enemy:
        # [15.6] Who starves is not told before he checks.
        rest = [step for step in twin.stack[:-1] if not isinstance(step, AttritionRoll)]
        hungry = reversed(starving(twin, enemy))
        rolls = [AttritionRoll(unit, checks(twin, unit, twin.where[unit])) for unit in hungry]
        twin.stack = [*rest, *rolls, top]


def _supposed(state: State, twin: State, step: Any, loose: int, unseen: int) -> Any:
    """A step that names no hidden unit, but for whoever sails: that is somebody from the same
    place."""
    if isinstance(step, DeclareAttack):
        seen = tuple(unit for unit in step.battle.attackers if not unseen >> unit & 1)
        return replace(step, battle=replace(step.battle, attackers=seen))
    if isinstance(step, AirStrike):
        return replace(step, airbases=tuple(u for u in step.airbases if not unseen >> u & 1))
    if isinstance(step, Landing) and loose >> step.unit & 1:
        there = [u for u in members(loose) if twin.where[u] == state.where[step.unit]]
        return replace(step, unit=min(there, key=lambda u: (IMMOBILE >> u & 1, u)))
    return step


@lru_cache(maxsize=1 << 10)
def _likelihoods(hex_: Hex) -> tuple[float, ...]:
    """How likely each unit is met in a hex: its country is near, and it began in the field."""
    near = [1.0 / (1.0 + _distance_to_home(nation.home, hex_)) for nation in NATIONS]
    return tuple(
        near[counter.nation] * (0.1 if counter.slot.startswith("pool") else 1.0)
        for counter in COUNTERS
    )


def _distance_to_home(home: Iterable[str], hex_: Hex) -> int:
    land = (h for code in home for h in members(TERRITORY[code]))
    return min((GRID.distance(hex_, h) for h in land), default=4)
