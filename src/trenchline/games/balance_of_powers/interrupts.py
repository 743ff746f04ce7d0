"""Chapter 7.4: a force that has gone farther than its radius may be stopped by enemy ships.

The other side is asked in every hex that the force enters, unless it has let it pass for the rest
of its way; each hex allows one attempt [7.43].
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from trenchline.games.balance_of_powers.asking import asked
from trenchline.games.balance_of_powers.components import AFRICA, BOARD, GRID, UNITS, Units
from trenchline.games.balance_of_powers.navy import SHIPS, VESSELS, fleet, radius
from trenchline.games.balance_of_powers.seaways import OPEN_SEA, on_a_map, overage
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.bits import members
from trenchline.kernel.floods import open_ways, step, stepper
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.journeys import BreakIn
from trenchline.kernel.steps import Refusal, Roll

_WAYS = OPEN_SEA._replace(links=None)
"""[R223] Paths cross no side that is all land."""
_step = stepper(_WAYS)
AFRICAN: int = 3
"""[7.11.1] What a hex of Africa counts for."""
FARTHEST: int = max(unit.full.radius for unit in UNITS if unit.full and unit.kind == "ship")
_EVERYWHERE = open_ways(GRID, BOARD.hexes)


def blocking(state: State, side: int) -> Hexes:
    """[7.42] Hexes with a surface naval unit of a side, fortresses and mines among them."""
    return state.forts[side] | state.fields[side] | state.ships[side]


@lru_cache(maxsize=8192)
def _disc(place: Hex) -> Hexes:
    """All hexes from which any ship could reach a hex."""
    found = 1 << place
    for _ in range(FARTHEST):
        found |= step(found, _EVERYWHERE)
    return found


def interrupters(state: State, place: Hex, side: int) -> Units:
    """[7.41] [7.42] The surface ships of a side from which a path within their radius leads to a
    hex, not through land or enemy ships, fortresses or mines. Submarines never interrupt
    [7.41.1]."""
    lying = state.ships[side] & _disc(place)
    if not lying:
        return 0
    found = 0
    for here, far in _distances(place, lying, blocking(state, 1 - side) & _disc(place)):
        for ship in members(fleet(state, here, side)):
            if radius(state, ship) >= far:
                found |= 1 << ship
    return found


@lru_cache(maxsize=4096)
def _distances(place: Hex, lying: Hexes, blocked: Hexes) -> tuple[tuple[Hex, int], ...]:
    """How far ships have to go to a hex, by where they lie, if a path leads there at all. The same
    is asked when a force comes, and again of who decides."""
    length = AFRICAN if AFRICA >> place & 1 else 1
    found = []
    ring = seen = 1 << place
    for distance in range(0, FARTHEST + 1, length):
        found += [(here, distance) for here in members(ring & lying)]
        lying &= ~ring
        through = ring if distance == 0 else ring & ~blocked
        if not lying or not through:
            break
        ring = _step(through) & ~seen
        seen |= ring
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Interrupt(BreakIn[State]):
    """[7.43] The other side may try to stop the force where it is."""

    def prompt(self, state: State) -> str:
        """How likely it is."""
        over = overage(state, state.force)
        return state.say(
            "A force is {} beyond its radius at {:hex}: interrupt it? [7.45]", over, state.force_at
        )

    def means(self, state: State) -> Units:
        """The ships that can."""
        if state.challenged or not state.force & SHIPS or overage(state, state.force) < 1:
            return 0
        return interrupters(state, state.force_at, self.side) if on_a_map(state.force_at) else 0

    def broken_into(self, state: State, number: int) -> None:
        """Roll; there is no second attempt in this hex [7.43]."""
        state.challenged = 1
        state.stack.append(InterruptDie(number))

    @asked("7.43", "wait", "let_pass", "break_in")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Who cannot."""
        if verb == "let_pass":
            return Refusal("7.43", "the force goes no farther")
        if number < 0 or not state.on_map(self.side) >> number & 1:
            return Refusal("7.41", "it is no unit of yours on the map")
        if not SHIPS >> number & 1:
            return Refusal("7.41", "only surface ships interrupt")
        return Refusal("7.42", "no path within its radius leads there unblocked")


@dataclass(frozen=True, slots=True)
class InterruptDie(Roll[State]):
    """[7.45] Below the overage the force stops, all of it; it may still be searched for
    [7.45.1]."""

    unit: int

    def purpose(self, state: State) -> str:
        """By whom."""
        return f"{state.called(self.unit)} interrupts"

    def rolled(self, state: State, value: int) -> None:
        """Stop it, or not."""
        if value < overage(state, state.force):
            state.note(
                "{:die}: {:unit} stops the force in {:hex}", value, self.unit, state.force_at
            )
            state.done |= state.force & VESSELS
            state.halt()
        else:
            state.note("{:die}: {:unit} does not stop the force", value, self.unit)
