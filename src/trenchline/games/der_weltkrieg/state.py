"""The state of a match: flat lists, sets of counters by hex and bitboards kept in step.

Everything that changes where a counter is or how strong it is goes through ``put``, ``lift``,
``move`` and ``set_strength``, which keep the bitboards right.
"""

from __future__ import annotations

from typing import Annotated, Final

from trenchline.games.der_weltkrieg.battle import Battle
from trenchline.games.der_weltkrieg.components import CODES, NATIONS, SPECIAL, Date, Units
from trenchline.games.der_weltkrieg.theatre import Theatre
from trenchline.kernel.battles import BattleState
from trenchline.kernel.fact_lines import BY_UNIT, UNITS, of_kind
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.notes import Names
from trenchline.kernel.piles import Pile, Piles
from trenchline.kernel.position import position, starts
from trenchline.kernel.rosters import Unit, counter_names
from trenchline.kernel.stacks import Stacked
from trenchline.kernel.words import counted

RESERVE: Final = -1
"""Not yet in play: due by a schedule, or a spare counter."""
ELIMINATED: Final = -2
"""Lost in combat: may return by recombination [23-5]."""
SURRENDERED: Final = -3
"""Lost for good: surrendered [20-6], interned [14-19], withdrawn [25-8]."""

BOX: Final = -4
"""Not in this scenario."""

PILES: Final = Piles(
    Pile(RESERVE, "reserve", "the reserve"),
    Pile(ELIMINATED, "eliminated", "the eliminated"),
    Pile(SURRENDERED, "surrendered", "the surrendered"),
    Pile(BOX, "box", "the box"),
)


@position
class State(Stacked, BattleState[Battle]):
    """A position of Der Weltkrieg."""

    theatre: Theatre
    options: frozenset[str] = frozenset()
    year: int = 1914
    month: int = 8
    turn: int = 1
    phasing: int = 0
    phase: str = ""
    ending: str = ""
    # Counters.
    where: list[int] = starts([])
    strength: list[int] = starts([])
    """Strength points now, exact [R3]."""
    fielded: list[int] = starts([0] * len(CODES))
    """Strength points that each nation has ever had, on the map or on the way to it ..."""
    lost: list[int] = starts([0] * len(CODES))
    """... and those it has lost [13-21], surrendered [20-4], given up or sent away [25-8]."""
    stock: Annotated[dict[int, int], "by unit"] = starts({})
    """Supply points of headquarters and supply markers [17-3], between none and 100 [17-4]."""
    received: list[int] = starts([0] * len(CODES))
    """Supply points that each nation has ever had ..."""
    spent: list[int] = starts([0] * len(CODES))
    """... and those it has expended [19-2], lost [18-16] or handed to an ally [37-8]."""
    in_play: Units = 0
    """The counters on the map, flotillas too."""
    stacks: dict[Hex, Units] = starts({})
    """The counters in each occupied hex."""
    occupied: list[Hexes] = starts([0, 0])
    """Hexes with any counter of each side."""
    holders: list[Hexes] = starts([0, 0])
    """Hexes no enemy may enter: a combat unit with strength [6-11], a fort or a headquarters
    [R17]. Artillery alone has none [29-13]."""
    guns: list[Hexes] = starts([0, 0])
    """Hexes with a ground combat unit of each side, artillery too."""
    zoc_from: list[Hexes] = starts([0, 0])
    """Hexes with a unit that exerts a zone of control [10-2]."""
    # The ground.
    control: list[Hexes] = starts([0, 0])
    """The hexes each side was the last to hold."""
    network: list[Hexes] = starts([0] * len(CODES))
    """The rail hexes that belong to each nation's network [9-1]."""
    inoperative: Hexes = 0
    """Rail hexes whose line is broken [9-3]."""
    broad: Hexes = 0
    """Rail hexes whose line was last of the broad gauge [9-11]."""
    trenches: Hexes = 0
    building: dict[Hex, int] = starts({})
    """Construction markers, and when each was placed, in turns since the start [22-22]."""
    devastation: Hexes = 0
    stationary: dict[Unit, int] = starts({})
    """How long engineers have stood still on a line under trenches [9-7]."""
    # This phase.
    moved: Units = starts(0, until=("movement", "half"))
    """Units whose movement is over [6-3]."""
    columned: Units = starts(0, until=("movement", "half"))
    """Units in column movement [6-10]."""
    rail_only: Units = starts(0, until="turn")
    """Supply markers that corps without carts have sent in this turn [18-18]."""
    railed: Units = starts(0, until="movement")
    """Units that have used rail movement in this turn [7-10]."""
    column_attacked: Units = starts(0, until="movement")
    """Units that have made a column attack in this phase [16-5]."""
    capacity_used: list[int] = starts([0] * len(CODES), until="movement")
    """Rail capacity used in this turn, in divisions, by nation [8-1]."""
    tracks_used: dict[tuple[Hex, Hex], int] = starts({}, until="movement")
    """Units that have rolled over a single track in this phase [7-9]."""
    repaired: Hexes = starts(0, until="movement")
    """Rail hexes repaired in this phase: nobody sets out from them yet [9-5]."""
    regrouped: Units = starts(0, until=("recombination", "half"))
    """Units that have been split or recombined in this phase [R87]."""
    transferred: dict[Unit, int] = starts({}, until="movement")
    """Supply points sent or received by headquarters in this phase [18-6]."""
    attacked: Hexes = starts(0, until=("combat", "half"))
    """Hexes attacked in this combat phase [12-7]."""
    fought: Units = starts(0, until=("combat", "half"))
    """Units that have attacked in this combat phase [12-9]."""
    retreated: Units = starts(0, until=("combat", "half"))
    """Units that have retreated in this combat phase [14-15]."""
    ferried: Hexes = starts(0, until="combat")
    """Hexes from which the Danube has been attacked across in this combat phase [35-3]."""
    duelled: Hexes = starts(0, until="combat")
    """Hexes whose flotillas have been attacked in this combat phase [36-9]."""
    desperate: Units = 0
    """Units that have just retreated among enemies and must fight there [14-9]."""
    # This turn, and longer.
    moved_this_turn: Units = starts(0, until="turn")
    """Units that have moved in this turn [23-2]."""
    engaged: Units = starts(0, until="turn")
    """Units that have fought in this turn, on either side [23-2]."""
    entrained: Units = 0
    """Units still on their trains [7-11]."""
    without_capacity: int = 0
    """The nations that have lost their rail capacity for good, a bit each [8-9]."""
    isolated: Units = 0
    """Units that were in a pocket when their side's half of the turn began [20-13]."""
    siege: dict[Unit, int] = starts({})
    """For how many turns on end each fort has been surrounded [21-10]."""
    cities_fallen: Hexes = 0
    """Cities whose first occupation has been counted [26-4]."""
    urban_fallen: dict[tuple[Hex, Hex], int] = starts({})
    """Urban hexsides whose first occupation has been counted [26-4]."""
    assault_met: dict[str, int] = starts({})
    """The turn in which assault units first struck each country [33-3]."""
    dm: list[int] = starts([0] * len(CODES))
    """Demoralization points of each nation [26-1]."""
    carted: Units = starts(0, until="turn")
    """Supply markers that have gone overland in this turn [18-18]."""
    created: Units = starts(0, until="turn")
    """Corps headquarters created in this turn [18-17]."""
    waiting: Units = 0
    """Units that their orders hold where they are [4]."""
    flags: frozenset[str] = frozenset()
    """What has happened once and for all by a scenario's own rules."""

    def __post_init__(self) -> None:
        counters = self.theatre.counters
        self.where = [RESERVE] * len(counters)
        self.strength = [counter.front for counter in counters]

    # Where counters are.

    def put(self, unit: int, hex_: Hex) -> None:
        """Place a counter in a hex; a flotilla lies on the river, in no stack [36-5]."""
        self.where[unit] = hex_
        self.in_play |= 1 << unit
        if self.theatre.flotillas >> unit & 1:
            return
        self.stacks[hex_] = self.stacks.get(hex_, 0) | 1 << unit
        self._look_at(hex_)

    def lift(self, unit: int, pile: int = ELIMINATED) -> None:
        """Take a counter off the map to a pile."""
        hex_ = self.where[unit]
        self.where[unit] = pile
        if pile != BOX:
            # [13-21] What strength it had in play is lost with it.
            self.lost[self._nation(unit)] += self.strength[unit] if hex_ >= RESERVE else 0
            self.strength[unit] = 0
        if unit in self.stock:
            # [18-11] [18-16] Its supply points are lost with it.
            self.lose_stock(unit)
            del self.stock[unit]
        others = ~(1 << unit)
        self.in_play &= others
        for name in UNITS_REMEMBERED:
            setattr(self, name, getattr(self, name) & others)
        for name in AMOUNTS_REMEMBERED:
            getattr(self, name).pop(unit, None)
        if hex_ >= 0 and not self.theatre.flotillas >> unit & 1:
            self._leave(1 << unit, hex_)
            self._look_at(hex_)

    def lose_stock(self, unit: int) -> None:
        """[18-16] A headquarters or supply marker loses all its supply points."""
        counter = self.theatre.counters[unit]
        points = self.stock[unit]
        if points:
            self.spent[CODES.index(counter.nation)] += points
            self.stock[unit] = 0
            lost = counted(points, "supply point")
            self.whisper(counter.side, "{:unit} loses {} [18-16]", unit, lost)

    def set_strength(self, unit: int, points: int) -> None:
        """Change the strength of a counter; nothing is taken off the map here."""
        self.strength[unit] = points
        if self.is_on_map(unit) and not self.theatre.flotillas >> unit & 1:
            self._look_at(self.where[unit])

    def lose(self, unit: int, points: int) -> None:
        """A counter loses strength points; nothing is taken off the map here."""
        self.lost[self._nation(unit)] += points
        self.set_strength(unit, self.strength[unit] - points)

    def gain(self, unit: int, points: int) -> None:
        """A counter gets strength points that its nation did not have before."""
        self.fielded[self._nation(unit)] += points
        self.set_strength(unit, self.strength[unit] + points)

    def _nation(self, unit: int) -> int:
        return CODES.index(self.theatre.counters[unit].nation)

    def entrain(self, units: Units) -> None:
        """Put units that stand together on their trains [7-3]: no zone of control [7-11]."""
        self.entrained |= units
        self._look_at(self.where[units.bit_length() - 1])

    def detrain(self, units: Units) -> None:
        """Take units that stand together off their trains [7-7]."""
        self.entrained &= ~units
        self._look_at(self.where[units.bit_length() - 1])

    def _look_at(self, hex_: Hex) -> None:
        """Bring the bitboards up to date for one hex."""
        bit = 1 << hex_
        units = self.stacks.get(hex_, 0)
        theatre = self.theatre
        for side in (0, 1):
            own = units & theatre.of_side[side]
            if not own:
                if self.occupied[side] & bit:
                    self.occupied[side] &= ~bit
                    self.holders[side] &= ~bit
                    self.guns[side] &= ~bit
                    self.zoc_from[side] &= ~bit
                continue
            self.occupied[side] |= bit
            _set(self.guns, side, bit, own & theatre.combat_units)
            fighters = own & theatre.fighters
            strong = self._have_strength(fighters)
            _set(self.holders, side, bit, strong or own & theatre.posts)
            # [10-2] Infantry and cavalry, never replacements [10-3]; not from a train [7-11].
            if strong and fighters & self.entrained:
                strong = self._have_strength(fighters & ~self.entrained)
            _set(self.zoc_from, side, bit, strong)

    def _have_strength(self, units: Units) -> bool:
        """Whether any of some counters has strength points."""
        strength = self.strength
        while units:
            # The first one mostly has some, so they are not listed.
            unit = units.bit_length() - 1
            if strength[unit]:
                return True
            units ^= 1 << unit
        return False

    def look_again(self) -> None:
        """Bring all bitboards up to date."""
        for board in (self.occupied, self.holders, self.guns, self.zoc_from):
            board[0] = board[1] = 0
        for hex_ in self.stacks:
            self._look_at(hex_)

    # Asking.

    def side_of(self, unit: int) -> int:
        """The side that commands a counter."""
        return self.theatre.counters[unit].side

    def units(self, hex_: Hex, side: int) -> Units:
        """The counters of a side in a hex."""
        return self.stacks.get(hex_, 0) & self.theatre.of_side[side]

    def on_map(self, side: int) -> Units:
        """The counters of a side on the map, but flotillas, which lie in no stack [36-5]."""
        theatre = self.theatre
        return self.in_play & theatre.of_side[side] & ~theatre.flotillas

    @property
    def date(self) -> Date:
        """The turn [5]."""
        return Date(self.year, self.month, self.turn)

    @property
    def is_special(self) -> bool:
        """Whether this is a Monthly Special Turn [5]."""
        return self.turn == SPECIAL

    def demoralize(self, nation: str, points: int, reason: str, *about: object) -> None:
        """[26-1] Demoralization points are only ever gained."""
        if points:
            self.dm[CODES.index(nation)] += points
            if self.log is not None:
                why = self.phrase(reason, *about)
                self.detail("{}: {:sum} DM ({})", NATIONS[nation].name, points, why)

    @property
    def names(self) -> Names:
        """What the log calls counters and hexes."""
        return counter_names(self.theatre, PILES)


UNITS_REMEMBERED: Final = of_kind(State, UNITS, besides=("in_play",))
"""Sets of units on the map. Who leaves it is in none of them, and comes back, if ever, as new."""
AMOUNTS_REMEMBERED: Final = of_kind(State, BY_UNIT)
"""The same for what is counted by units."""


def _set(boards: list[Hexes], side: int, bit: Hexes, wanted: object) -> None:
    if wanted:
        boards[side] |= bit
    else:
        boards[side] &= ~bit
