"""What the staff knows of the enemy, and what it supposes of the rest [10.1].

The top unit of a stack is known, and how many lie below it; forts and guerrillas never hide [R77].
Of a hidden unit it is supposed that it is an army like those of its neighbours, as long as the
stack has room for one [9.1], or the garrison of a city, which takes no room [9.3]: a staff that
assumes the worst is seldom surprised.
"""

from __future__ import annotations

from functools import lru_cache

from trenchline.games.kaisers_war.components import (
    AH,
    ALLIED,
    BA,
    BE,
    BOARD,
    BR,
    BU,
    CENTRAL,
    CITIES,
    COUNTERS,
    COUNTRY,
    EAST,
    FI,
    FORTS,
    FR,
    GE,
    GK,
    GRID,
    GUERRILLAS,
    IT,
    LAND,
    MARCH,
    NATION,
    NATION_OF,
    NATIONS,
    OF_CLASS,
    PE,
    SEASON,
    TC,
    TU,
    Face,
    stack_limit,
)
from trenchline.games.kaisers_war.control import closed, enemy_zone, enterable, trench, zone
from trenchline.games.kaisers_war.eastern import frozen
from trenchline.games.kaisers_war.fog import in_battle, looked_at
from trenchline.games.kaisers_war.offensive_supply import offensive_supply
from trenchline.games.kaisers_war.routes import march_costs
from trenchline.games.kaisers_war.staff.doctrine import DOCTRINES
from trenchline.games.kaisers_war.staff.ledger import Ledger
from trenchline.games.kaisers_war.state import State
from trenchline.games.kaisers_war.supply import supplied
from trenchline.kernel.bits import members
from trenchline.kernel.floods import reach, step
from trenchline.kernel.hexes import Hex, Hexes

CORPS = Face("expeditionary_corps", 2, 2, 3, shock=False)
"""What a hidden unit is where an army has no room."""
GARRISON = Face("garrison", 0, 1, 0, shock=False)
"""Who probably lies below the armies in a city [6.10]."""
_THERE: tuple[dict[str, int], dict[str, int]] = (
    {
        "EG": BR,
        "TU": BR,
        "PE": BR,
        "TC": BR,
        "LU": BE,
        "SB": GK,
        "BU": GK,
        "MN": IT,
        "AL": IT,
        "AH": IT,
    },
    {
        "IT": AH,
        "SB": AH,
        "MN": AH,
        "AL": AH,
        "GK": BU,
        "EG": TU,
        "PE": TU,
        "TC": TU,
    },
)
"""Whose armies stand in a country that is not of their side or has none of its own."""
BESIDE: dict[Hex, Hexes] = {hex_: step(1 << hex_, MARCH) for hex_ in members(LAND)}
"""The land next to each hex."""
FAR = 3
"""How far off an enemy still threatens a hex."""
UNREACHED = 99
"""As far as anything that no march leads to."""
MARCHING = 3
"""What an army may march in a turn, in movement points."""
NEARNESS = (1.0, 1.0, 0.55, 0.25)
"""How much of a stack's attack counts against a hex so many steps away."""


def _typical(nation: int) -> Face:
    armies = [c.front for c in COUNTERS if c.nation == nation and c.front.type == "infantry_army"]
    return armies[0] if armies else CORPS


ARMY_OF = {nation: _typical(nation) for nation in NATION.values()}
for _few in (FI, BA, PE, TC):
    ARMY_OF[_few] = CORPS


@lru_cache(maxsize=1 << 14)
def suppose(hex_: Hex, side: int, seen: tuple[int, ...], flipped: int, below: int) -> list[Face]:
    """The faces in a stack of which some units are seen and so many lie below."""
    faces = [_face(unit, flipped) for unit in seen]
    if not below:
        return faces
    nation = next((NATION_OF[u] for u in seen if _face(u, flipped).movement), None)
    if nation is None:
        nation = _likely(COUNTRY.get(hex_, ""), side)
    if below > 1 and CITIES >> hex_ & 1 and all(face.movement for face in faces):
        faces.append(GARRISON)
        below -= 1
    room = stack_limit(hex_) - sum(face.weight for face in faces)
    armies = max(0, min(below, (room - below) // 2))
    return faces + [ARMY_OF[nation]] * armies + [CORPS] * (below - armies)


def _likely(country: str, side: int) -> int:
    """Whose army a side would have in a country."""
    if country in _THERE[side]:
        return _THERE[side][country]
    nation = NATION.get(country)
    if nation is not None and NATIONS[nation].side == side:
        return nation
    return FR if side == ALLIED else GE


def _face(unit: int, flipped: int) -> Face:
    back = COUNTERS[unit].back
    return back if back is not None and flipped >> unit & 1 else COUNTERS[unit].front


@lru_cache(maxsize=2048)
def _marches(start: Hex) -> bytes:
    """How many hexes away everything is for those who march from a hex."""
    away = bytearray([UNREACHED]) * (LAND.bit_length() + 1)
    seen = ring = 1 << start
    steps = 0
    while ring and steps < UNREACHED:
        for hex_ in members(ring):
            away[hex_] = steps
        ring = step(ring, MARCH) & ~seen
        seen |= ring
        steps += 1
    return bytes(away)


def on_foot(a: Hex, b: Hex) -> int:
    """The march from one hex to another, in hexes: round the water that parts them [R14]."""
    return _marches(a)[b]


@lru_cache(maxsize=1 << 17)
def apart(a: Hex, b: Hex) -> int:
    """The distance between two hexes."""
    return GRID.distance(a, b)


class Threats:
    """Where the enemy stands, with what attack, and what he could throw against any hex."""

    def __init__(self, attacks: tuple[tuple[Hex, int], ...]) -> None:
        self._attacks = attacks
        self._on: dict[Hex, float] = {}
        self._nearest: dict[Hex, int] = {}

    def on(self, hex_: Hex) -> float:
        """The attack strength that may come against a hex, undoubled."""
        found = self._on.get(hex_)
        if found is None:
            found = 0.0
            for place, attack in self._attacks:
                away = on_foot(hex_, place)
                if away <= FAR:
                    found += attack * NEARNESS[away]
            self._on[hex_] = found
        return found

    def nearest(self, hex_: Hex) -> int:
        """How far the nearest enemy is who could come."""
        found = self._nearest.get(hex_)
        if found is None:
            found = min(
                (on_foot(hex_, place) for place, attack in self._attacks if attack),
                default=UNREACHED,
            )
            self._nearest[hex_] = found
        return found

    def strongest(self, hex_: Hex) -> int:
        """The attack of the strongest stack that could come up to a hex."""
        return max(
            (attack for place, attack in self._attacks if on_foot(hex_, place) <= MARCHING + 1),
            default=0,
        )


_threats = lru_cache(maxsize=64)(Threats)


class Quarry:
    """Where the enemy's units lie, and how far they draw ours to them."""

    def __init__(self, stacks: tuple[tuple[Hex, float], ...]) -> None:
        self._stacks = stacks
        self._near: dict[Hex, float] = {}

    def near(self, hex_: Hex) -> float:
        """How near a hex is to units that could be brought down."""
        found = self._near.get(hex_)
        if found is None:
            found = max((v / (1.0 + apart(hex_, h)) for h, v in self._stacks), default=0.0)
            self._near[hex_] = found
        return found


_quarry = lru_cache(maxsize=64)(Quarry)


class Situation:
    """A position as one side's staff sees it, while it thinks about one decision."""

    def __init__(self, state: State, side: int, plan: str) -> None:
        self.state = state
        self.side = side
        self.enemy = 1 - side
        self.plan = plan
        self.doctrine = DOCTRINES[side, plan]
        self.left = state.last_turn - state.turn + 1
        """Victory Point Segments still to come, this turn's with them."""
        self.winter = SEASON[state.turn - 1] == "winter"
        self._open = in_battle(state)
        self._looks = looked_at(state, side)
        self._faces: dict[Hex, list[Face]] = {}
        self._fed: dict[int, bool] = {}
        self._ledger: Ledger | None = None
        self._threats: Threats | None = None
        self._quarry: Quarry | None = None
        self._supplied: Hexes | None = None
        self._assailable: Hexes | None = None

    def faces(self, hex_: Hex) -> list[Face]:
        """The units in a stack: our own as they are, the enemy's as far as we know or suppose."""
        found = self._faces.get(hex_)
        if found is None:
            state = self.state
            stack = state.stacks.get(hex_, ())
            if stack and state.side_of(stack[0]) != self.side:
                seen = self._seen(hex_, stack)
                shown = state.flipped & sum(1 << u for u in seen)
                found = suppose(hex_, self.enemy, seen, shown, len(stack) - len(seen))
            else:
                found = [state.face(u) for u in stack]
            self._faces[hex_] = found
        return found

    def _seen(self, hex_: Hex, stack: tuple[int, ...]) -> tuple[int, ...]:
        if self._looks >> hex_ & 1:
            return stack
        showing = FORTS | GUERRILLAS
        return stack[:1] + tuple(u for u in stack[1:] if showing >> u & 1 or u in self._open)

    def defence(self, hex_: Hex, stack_side: int) -> int:
        """The defence of a stack, doubled by its ground [12.16]."""
        total = sum(face.defence for face in self.faces(hex_))
        return total * (2 if self.strong_ground(hex_, stack_side) else 1)

    def strong_ground(self, hex_: Hex, side: int) -> bool:
        """Whether a side's defence is doubled in a hex."""
        return bool((BOARD_STRONG | trench(self.state, side)) >> hex_ & 1)

    @property
    def threats(self) -> Threats:
        """What the enemy could do. His armies that stand still in the east do nothing [24.2]."""
        if self._threats is None:
            state = self.state
            asleep = 0 if state.east_free or self.enemy != CENTRAL else EAST
            attacks = []
            for hex_ in members(state.held[self.enemy] & ~asleep):
                attack = sum(f.attack for f in self.faces(hex_) if f.type not in _BACKGROUND)
                attacks.append((hex_, attack))
            self._threats = _threats(tuple(attacks))
        return self._threats

    @property
    def quarry(self) -> Quarry:
        """The enemy's units as prey: weak stacks rather than strong ones. The Allies let the
        sleeping east lie [24.2]; nobody follows where he may not go."""
        if self._quarry is None:
            state = self.state
            barred = closed(state)
            if self.side == ALLIED and not state.east_free:
                barred |= EAST
            found = []
            for hex_ in members(state.held[self.enemy] & LAND & ~barred):
                defence = max(1, self.defence(hex_, self.enemy))
                value = sum(self.prize(f) for f in self.faces(hex_))
                found.append((hex_, round(min(value * min(1.0, PREY / defence), PREY), 1)))
            self._quarry = _quarry(tuple(found))
        return self._quarry

    @property
    def supplied(self) -> Hexes:
        """The hexes in which an ordinary army of ours is in general supply [15.3]."""
        if self._supplied is None:
            zone = enemy_zone(self.state, self.side)
            self._supplied = supplied(self.state, self.side, 3, zone) | CITIES_OF_ALL
        return self._supplied

    @property
    def assailable(self) -> Hexes:
        """The hexes that some enemy could march up to and attack in his next turn: our zones stop
        him on the way [11.5]."""
        if self._assailable is None:
            state, enemy = self.state, self.enemy
            asleep = 0 if state.east_free or enemy != CENTRAL else EAST
            start = state.fierce[enemy] & LAND & ~asleep
            costs = march_costs(enemy, False, (state.trenches[ALLIED], state.trenches[CENTRAL]))
            free = enterable(state, enemy) | start
            posts = reach(start, MARCHING, costs, free, zone(state, self.side)).hexes
            self._assailable = step(posts, MARCH)
        return self._assailable

    def may_double(self, unit: int, target: Hex) -> bool:
        """Whether a unit of ours could be put in maximum attack supply [15.7]."""
        found = self._fed.get(unit)
        if found is None:
            state = self.state
            found = unit not in state.assault and offensive_supply(state, unit, target)
            self._fed[unit] = found
        return found

    @property
    def ledger(self) -> Ledger:
        """What victory points are worth now."""
        if self._ledger is None:
            self._ledger = Ledger(self.state, self.side, self.left, self.doctrine)
        return self._ledger

    def service(self, face: Face) -> float:
        """What a unit in the field will still do, in points."""
        service = SERVICE * (face.attack + face.defence) * min(self.left - 0.5, 3) / 3
        # [6.8] A headquarters never returns.
        return service * 2 if face.type == "hq" else service

    def worth(self, face: Face) -> float:
        """What a unit of ours is worth to us: the points its loss costs, and its service."""
        return price(face) * self.ledger.thrift + self.service(face)

    def prize(self, face: Face) -> float:
        """What it is worth to us that the enemy loses a unit."""
        return price(face) * self.ledger.hurt + self.service(face)

    def idle(self, unit: int) -> bool:
        """Whether a unit of ours may do nothing yet [24.2] [30.3b]."""
        return frozen(self.state, unit) or not self.state.is_active(unit)


_BACKGROUND = ("hq", "tactical_air", "strategic_air")
PREY = 16.0
"""The defence that one army may overcome, and the most that a stack may draw."""
SERVICE = 0.35
"""What a factor of a unit in the field is worth, in points."""
CITIES_OF_ALL: Hexes = (
    OF_CLASS["major_capital"] | OF_CLASS["resource"] | OF_CLASS["political"] | OF_CLASS["city"]
)
BOARD_STRONG: Hexes = CITIES_OF_ALL | BOARD.where("terrain", "rough")
DOUBLED = 1.2
"""How far an attack grows by supply and support, on the average of all places it may come."""


def price(face: Face) -> int:
    """[43.1] The points that the loss of a unit costs."""
    return 6 if face.is_army else 9 if face.type == "bombardment" else 2


def risk(force: float, defence: float) -> float:
    """How likely a hex is lost to a force that may come against it."""
    if force <= 0:
        return 0.0
    if defence <= 0:
        return 1.0
    return min(0.8, max(0.02, 0.12 * force / defence - 0.08))
