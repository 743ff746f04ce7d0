"""The state of a match: flat lists, sets of counters by hex and bitboards kept in step.

Whatever changes where a unit is, or whether it has a zone of control, goes through ``put``,
``lift``, ``move``, ``reduce``, ``disrupt`` and ``recover``; they keep the bitboards right. What
befalls many units at once (supply, a phase that ends) changes its sets and calls ``look_again``.

Regimental equivalents, rail capacity and movement points are counted in quarters [R30].
"""

from __future__ import annotations

from typing import Any, Final, cast

from trenchline.games.the_great_war.battle import Battle
from trenchline.games.the_great_war.calendar import Date
from trenchline.games.the_great_war.components import CODES, Face, Units
from trenchline.games.the_great_war.theatre import Theatre
from trenchline.games.the_great_war.units import Kinds, kinds_of
from trenchline.kernel.battles import BattleState
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.fact_lines import BY_UNIT, UNITS, of_kind
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.notes import Names
from trenchline.kernel.piles import Pile, Piles
from trenchline.kernel.position import position, starts
from trenchline.kernel.rosters import Unit, counter_names
from trenchline.kernel.stacks import Stacked

RESERVE: Final = -1
"""Due by the schedule [16A]."""
ELIMINATED: Final = -2
"""In the replacement pool [16B3]."""
ELIMINATED_ISOLATED: Final = -3
"""In the part of the pool for units that were lost while isolated [16B3]."""
WITHDRAWN: Final = -4
"""Sent away for good by the orders of battle, or never in this scenario."""
AFLOAT: Final = -5
"""[14B2] On the water, in a hexside."""

PILES: Final = Piles(
    Pile(RESERVE, "reserve", "the reserve"),
    Pile(ELIMINATED, "eliminated", "the replacement pool"),
    Pile(ELIMINATED_ISOLATED, "isolated", "the replacement pool, lost while isolated"),
    Pile(WITHDRAWN, "withdrawn", "withdrawn"),
    Pile(AFLOAT, "afloat", "on the water"),
)

INITIAL, MOVEMENT, COMBAT = "initial", "movement", "combat"
REACTION_MOVEMENT, REACTION_COMBAT = "reaction movement", "reaction combat"
EXPLOITATION = "exploitation"
PHASES: Final = (INITIAL, MOVEMENT, COMBAT, REACTION_MOVEMENT, REACTION_COMBAT, EXPLOITATION)
"""[4A] The phases of a player turn."""

ZonesSeen = tuple[Hexes, Hexes, Hexes, Hexes, int, Hexes]
"""The four bitboards of a side's zones, the turn, and the hexes to which they spread then."""


@position
class State(Stacked, BattleState[Battle]):
    """A position of The Great War."""

    theatre: Theatre
    options: frozenset[str] = frozenset()
    turn: int = 0
    """The game turn, counted from the scenario's first."""
    phasing: int = 0
    phase: str = ""
    ending: str = ""
    kind: Kinds = starts(cast(Kinds, None), remembered=True)
    """The counters by what they are."""
    desk: Any = starts(None, remembered=True)
    """What staffs have planned for a phase, each plan with the positions it holds for; copies of a
    position lie on the same desk."""
    # Units.
    where: list[int] = starts([])
    reduced: Units = 0
    """Units that show their back: cadres and remnants [9E]."""
    stacks: dict[Hex, Units] = starts({})
    """The units in each occupied hex."""
    present: list[Units] = starts([0, 0])
    """The units of each side on the map."""
    occupied: list[Hexes] = starts([0, 0])
    """Hexes with any unit of each side."""
    zoc_here: list[Hexes] = starts([0, 0])
    """Hexes in which a unit of each side has a zone of control of its own [5A] ..."""
    zoc_here_full: list[Hexes] = starts([0, 0])
    """... and one that is not reduced."""
    zoc_from: list[Hexes] = starts([0, 0])
    """Hexes from which a zone reaches into adjacent hexes [5A], reduced or not ..."""
    zoc_from_full: list[Hexes] = starts([0, 0])
    """... and one that is not reduced."""
    zoc_from_high: list[Hexes] = starts([0, 0])
    """The same, over high mountains too [14F1] ..."""
    zoc_from_desert: list[Hexes] = starts([0, 0])
    """... and into the Arctic and the Desert only."""
    zones_seen: list[ZonesSeen] = starts([(0, 0, 0, 0, -1, 0)] * 4, remembered=True)
    """The zones of each side, all and full ones, when they were last worked out."""
    disrupted: Units = 0
    """[3A5] Disrupted units ..."""
    badly_disrupted: Units = 0
    """... and those that are badly disrupted, which are not among them."""
    fatigue: dict[Unit, int] = starts({})
    """[6B4] Fatigue hits."""
    unsupplied: dict[Unit, int] = starts({})
    """[11F] Units out of general supply in this player turn, with the n of their U-n."""
    starving: Units = 0
    """[11F2] Those in their second turn, or a later one."""
    hunger: dict[Unit, int] = starts({})
    """[11F] For how many player turns on end units have lacked regular general supply [11C2b]."""
    isolated: Units = 0
    """[3G] Units that were isolated when that was last looked at."""
    isolated_hexes: list[Hexes] = starts([0, 0])
    """[3G] Hexes of each side that were."""
    favoured: Units = starts(0, until="player turn")
    """[11B2] Army HQs that come first at the depots."""
    inactive: Units = 0
    """[14M1] Army HQs that show their inactive side."""
    unknown: Units = 0
    """[14N2] Corps HQs whose corps the enemy does not know."""
    rebuffed: Hexes = starts(0, until="move")
    """[14N2] Hexes of unknown corps that have proved too strong to be overrun in this phase."""
    overstacked: Units = 0
    """[8C2] Units in an overstack."""
    extending: Units = 0
    """[14O1] Transport units in supply line mode."""
    turned_over: Units = starts(0, until="player turn")
    """[14O1] Transport units that have changed their mode in this initial phase."""
    afloat: dict[Unit, int] = starts({})
    """[14B2] The hexside in which each water-only unit lies, by its number."""
    sallied: Units = 0
    """[8C2.1] Units in overstacks out of which somebody attacked when their side last could."""
    crowded: Units = starts(0, until="move")
    """[8C2.5] Units that have entered an overstack in this phase."""
    attached: dict[int, int] = starts({})
    """Components of artillery divisions and their Art XX HQ [12B6]."""
    leaders: dict[int, int] = starts({})
    """[14P] Leaders by their number in the theatre, and the Army HQ of each."""
    recalled: int = starts(0, until="player turn")
    """[14P] Leaders who have been recalled in this initial phase, a bit each."""
    elite: dict[Unit, int] = starts({})
    """[14Q] What elite brigades add to their divisions."""
    shaken: frozenset[str] = frozenset()
    collapsed: frozenset[str] = frozenset()
    """[15D3] Nations whose morale has gone, by code."""
    will: list[int] = starts([0] * len(CODES))
    """National will [15D1]."""
    # The ground.
    owned: list[Hexes] = starts([0, 0])
    """[5B] The hexes each side owns; contested hexes are nobody's [9J]."""
    besieged: list[Hexes] = starts([0, 0])
    """[15G] Hexes in which units of each side are under siege."""
    contested: dict[Hex, tuple[int, int]] = starts({})
    """[9J] Contested hexes: whose clock runs, and since which player turn."""
    works: dict[Hex, str] = starts({})
    """[15B] What units have built in each hex."""
    open_cities: Hexes = starts(0, until="combat")
    """[15A9] Cities that have been declared open."""
    unimproved: Hexes = 0
    """Fortresses that have been reduced [15B4]."""
    depleted: Hexes = 0
    """Improved fortresses without supply of their own [11C2biii]."""
    lost_sources: Hexes = 0
    """Cities the enemy has owned: sources of general supply no more [11C2a]."""
    lost_fortresses: Hexes = 0
    """The same for fortresses [11C2biii]."""
    bridges: list[Hexes] = starts([0] * 12)
    """[15A1] The bridges each side owns, by the hex they leave: side s, direction d at 6s + d."""
    demolished: dict[tuple[Hex, Hex], int] = starts({})
    """[15A1] Hexsides whose bridges are down, the lower hex first, and the work already done."""
    pontoons: dict[tuple[Hex, Hex], int] = starts({})
    """[13A7] Pontoon bridges, and the side that laid them."""
    labour: dict[tuple[str, Hex, Hex], int] = starts({})
    """[13A4] Works for movement points that are half done: what, its hex or the two hexes of a
    bridge, and the labour that has gone into it."""
    projects: dict[tuple[str, Hex, Hex], tuple[int, tuple[int, ...]]] = starts({})
    """[13A1c] What is built in turns: what, where, the quarters of a turn left, and who builds."""
    port_hits: dict[Hex, int] = starts({})
    """[13A2] Hits of damage on ports."""
    upgraded: Hexes = 0
    """[13C2] Ports that port construction engineers have upgraded."""
    laid: dict[tuple[Hex, Hex], str] = starts({})
    """[13A1f] [13B3] Roads and railways that have been built, by hexside, the lower hex first."""
    regauged: dict[Hex, str] = starts({})
    """[13B3a] Rail hexes that have another gauge than the map shows."""
    devastated: Hexes = 0
    flooded: Hexes = starts(0, until="player turn")
    broken: Hexes = 0
    """[7A6] Rail hexes whose line is broken."""
    obstructed: Hexes = 0
    """[7A7] Rail hexes whose line has been captured and not cleared."""
    capacity: list[int] = starts([])
    """[7A4] The capacity of each rail net for the side that has it, in quarters of an RE."""
    coming_capacity: list[int] = starts([])
    """[7A5f] What has been gained on each net and may not be used before the next turn."""
    barred_capacity: list[int] = starts([])
    """[7A5d] What may not be used in this turn: it has just been transferred."""
    transferred: dict[tuple[int, int], int] = starts({}, until="player turn")
    """[7A5d] What has gone from one net to another in this turn, in quarters of an RE."""
    low_nets: int = 0
    """[11B3a] Nets that count as low-volume for supply in this player turn, a bit each."""
    depot_at: list[int] = starts([])
    """[11C1] Where each supply depot stands, or -1 where it has gone."""
    depot_side: list[int] = starts([])
    depot_net: list[int] = starts([])
    working: int = 0
    """The depots that are operational, a bit each."""
    resources: dict[Hex, int] = starts({})
    """[11G] Resource points by hex; they are the owner's of the hex."""
    preferred: Hexes = starts(0, until="player turn")
    """[11D] [13A1c] The hex of each side on whose points is drawn first, by its owner's word."""
    points_come: int = 0
    """Resource points that have ever been in play ..."""
    points_gone: int = 0
    """... and those that have been spent or lost."""
    gsps: dict[tuple[Hex, int], int] = starts({})
    """[11C2bii] General supply points in a hex, by the initial phases that they still last."""
    stocked: Hexes = starts(0, until="player turn")
    """[11C2bii] Hexes whose depots have made general supply points in this initial phase."""
    rationed: dict[Hex, int] = starts({}, until="player turn")
    """[11C2bii] What the points of a hex have fed in this initial phase, in quarters of an RE."""
    equipment: dict[Hex, int] = starts({})
    """[16B3] Equipment points on the map, in quarters of an RE."""
    manpower: list[int] = starts([0] * len(CODES))
    """[16B3] Manpower of each nation, in halves of a point ..."""
    gear: list[int] = starts([0, 0])
    """... and equipment of each side in its general pool."""
    spoils: dict[str, int] = starts({})
    """[16B3] Captured equipment that is for one nation alone, in halves of a point."""
    men_lost: list[int] = starts([0] * len(CODES))
    """[16B4a] What has been lost since the last initial phase, in halves: manpower by nation ..."""
    gear_lost: list[int] = starts([0, 0])
    """... and equipment by side."""
    men_promised: list[int] = starts([0] * len(CODES))
    """[16C13] Manpower of nations that may be used from the next initial phase on, in halves ..."""
    gear_promised: list[int] = starts([0, 0])
    """... and equipment of sides."""
    men_stranded: list[int] = starts([0] * len(CODES))
    """[16B4b] Manpower of isolated units that each nation has lost in this combat, in halves."""
    fallen: dict[Hex, int] = starts({})
    """[16C11] Home cities in enemy hands, and the turn from which they give men when freed."""
    gear_stranded: list[int] = starts([0, 0])
    """[16B4b] Equipment of isolated units that each side has lost in this combat, in halves."""
    scrapped: Units = 0
    """[16C2] Eliminated units that have been scrapped, and are not replaced any more."""
    slipped_in: int = starts(0, until="player turn")
    """[16C12] The sides of which a unit has entered play in an isolated city, a bit each."""
    overdue: frozenset[str] = frozenset()
    """[16A1cc] Units that are to be withdrawn once they are not isolated, by key."""
    replaced: dict[tuple[str, str], int] = starts({})
    """[16B3f] What each nation has replaced in this month by kind, in eighths of an RE."""
    fielded: list[int] = starts([0] * len(CODES))
    """Quarter REs that each nation has ever had in play ..."""
    lost: list[int] = starts([0] * len(CODES))
    """... and those it has lost or sent away."""
    # This phase of movement.
    spent: dict[Unit, int] = starts({}, until="move")
    """Movement points spent, in quarters."""
    moved: Units = starts(0, until="move")
    """Units that have moved in this or the last phase of movement."""
    halted: Units = starts(0, until="move")
    """Units whose movement is over."""
    accelerated: Units = starts(0, until="move")
    """[6B] Units that use accelerated movement ..."""
    tired: Units = starts(0, until="move")
    """... and those of them that have been near the enemy or on his ground [6B4]."""
    rested: Units = starts(0, until="move")
    trodden: Units = starts(0, until="move")
    """[14C2] Units that have moved over ground."""
    railed: Units = starts(0, until="move")
    """[7A2] Units that have used operational rail movement."""
    civilians: dict[Hex, Unit] = starts({}, until="player turn")
    """[13A6] City hexes whose people have worked, and the construction unit they helped."""
    self_reliant: Units = starts(0, until="player turn")
    """[13A6] Construction units that leave the people of the cities to others in this turn."""
    strategic: Units = starts(0, until="player turn")
    """[7A3] Units that have used strategic rail movement."""
    charged: dict[tuple[int, int], int] = starts({}, until="move")
    """[7A4] What each unit has cost each net, in quarters of an RE."""
    capacity_used: list[int] = starts([])
    """[7A4] Rail capacity used on each net."""
    capacity_lost: dict[int, int] = starts({}, until="move")
    """[7A5f] Rail capacity that each net has lost to the enemy in this phase."""
    boosted: list[int] = starts([])
    """[7A5a] Temporary capacity of each net ..."""
    boosts: list[int] = starts([])
    """... and the resource points spent for it, for which a net is checked later [7A5g]."""
    section_capacity: dict[int, int] = starts({})
    """[7A9.4] What has been built, transferred or worn out in orphan sections, by the hex of the
    yard; it may be less than nothing."""
    section_boosts: dict[Hex, int] = starts({}, until="player turn")
    """[7A9.4] Temporary capacity, by the yard where it was bought ..."""
    worn_at: tuple[int, ...] = ()
    """... and those yards, for the check that follows [7A5g]."""
    section_used: dict[Hex, int] = starts({}, until="move")
    """[7A9] Capacity used, by the hex in which trains set out."""
    river_used: dict[int, int] = starts({}, until="move")
    """[7C5] What has gone on each inland waterway net, by its lowest hexside, in quarters of an
    RE ..."""
    shipped: dict[tuple[int, int], int] = starts({}, until="move")
    """... and the units that have counted there."""
    built: Hexes = 0
    """[7A5b] Yards at which capacity has been built in this initial phase."""
    turned: Hexes = starts(0, until="move")
    """[11C1] Hexes whose depots have been turned over or moved in this phase."""
    surrounded: Hexes = starts(0, until="move")
    """[15G] Hexes that were surrounded as the movement phase began, and may be besieged."""
    guarded: Hexes = starts(0, until="move")
    """[7A] Hexes in an enemy zone through which trains have run under a friend's protection."""
    moved_goods: dict[tuple[Hex, int], int] = starts({}, until="move")
    """[11H4] Logistics items that have come to a hex in this phase, by means."""
    carrying: int = starts(0, until="player turn")
    """[11H2] The sides a division of which has carried a resource point, a bit each."""
    in_transit: int = 0
    """Resource points that a party on the move carries."""
    checked: Units = starts(0, until="move")
    """[14M1] Army HQs that have been checked in this reaction movement phase ..."""
    in_hand: Units = starts(0, until="move")
    """... and those whose units move now [6D]."""
    eligible: Units = starts(0, until="move")
    """Units within the zone of influence of an HQ in hand when it was checked [R36]; those whose
    rating in exploitation is a point at least [6E]."""
    # This phase of combat.
    attacked: Hexes = starts(0, until="combat")
    """Hexes attacked in this phase [9B]."""
    engaged: tuple[int, ...] = starts((), until="combat")
    """[14B2.2] Hexsides whose boats have been attacked in this phase."""
    fought: Units = starts(0, until="combat")
    """Units that have attacked in this phase [9B]."""
    retreated: Units = starts(0, until="combat")
    """Units that have retreated in this phase [9F2]."""
    bombed: Hexes = starts(0, until="combat")
    """Hexes bombarded in this phase [12C]."""
    bombarded: Units = starts(0, until="combat")
    """Artillery that has bombarded in this phase [12C]."""
    gassed: Units = starts(0, until="combat")
    """Units that have tried their gas in a bombardment of this phase [10D]."""
    opened: dict[Hex, int] = starts({}, until="combat")
    """[11D] Resource points opened in this segment, by hex ..."""
    stores: dict[Hex, int] = starts({}, until="combat")
    """... and what is left of them, in quarters of an RE."""
    sips: dict[Hex, int] = starts({}, until="combat")
    """[11D] What is drawn in this phase on a point that is not spent, by its hex."""
    hits: dict[Hex, int] = starts({}, until="combat")
    """[12C3] Bombardment hits on each hex that have not been given to units."""
    # This player turn, and longer.
    scouted: list[int] = starts([0, 0], until="player turn")
    """[R3] How often each side has used tactical reconnaissance."""
    moved_this_turn: Units = starts(0, until="player turn")
    """Units that have moved in this player turn [10E]."""
    flags: frozenset[str] = frozenset()
    """What has happened once and for all by a scenario's own rules."""

    def __post_init__(self) -> None:
        theatre = self.theatre
        self.kind = kinds_of(theatre)
        self.desk = {}
        self.where = [WITHDRAWN] * len(theatre.counters)
        nets = len(theatre.nets)
        self.capacity = [0] * nets
        self.coming_capacity = [0] * nets
        self.barred_capacity = [0] * nets
        self.capacity_used = [0] * nets
        self.boosted = [0] * nets
        self.boosts = [0] * nets

    # What units are.

    @property
    def date(self) -> Date:
        """The game turn [4]."""
        return self.theatre.turns[self.turn]

    @property
    def moving(self) -> int:
        """The side that moves or attacks in this phase [4A]."""
        reacting = self.phase in (REACTION_MOVEMENT, REACTION_COMBAT)
        return 1 - self.phasing if reacting else self.phasing

    def face(self, unit: int) -> Face:
        """The face that a unit shows."""
        counter = self.theatre.counters[unit]
        if self.reduced >> unit & 1 and counter.back is not None:
            return counter.back
        return counter.front

    def re(self, unit: int) -> int:
        """[3A3] The size of a unit in quarters of a regimental equivalent."""
        return self.kind.re[self.reduced >> unit & 1][unit]

    def printed_movement(self, unit: int) -> int:
        """The printed movement rating, in points."""
        return self.kind.movement[self.reduced >> unit & 1][unit]

    # Where units are.

    def put(self, unit: int, hex_: Hex) -> None:
        """Place a unit in a hex."""
        self.where[unit] = hex_
        self.present[self.theatre.counters[unit].side] |= 1 << unit
        self.stacks[hex_] = self.stacks.get(hex_, 0) | 1 << unit
        self._look_at(hex_)

    def lift(self, unit: int, pile: int = ELIMINATED) -> None:
        """Take a unit off the map, or away from the schedule, to a pile."""
        hex_ = self.where[unit]
        self.where[unit] = pile
        if pile in (ELIMINATED, ELIMINATED_ISOLATED, WITHDRAWN) and hex_ >= 0:
            self.lost[CODES.index(self.theatre.counters[unit].nation)] += self.re(unit)
        others = ~(1 << unit)
        for name in UNITS_REMEMBERED:
            setattr(self, name, getattr(self, name) & others)
        for name in AMOUNTS_REMEMBERED:
            getattr(self, name).pop(unit, None)
        self.reduced &= others
        self.starving &= others
        if hex_ >= 0:
            self.present[self.theatre.counters[unit].side] &= others
            self._leave(1 << unit, hex_)
            self._look_at(hex_)

    def _leave(self, units: Units, hex_: Hex) -> None:
        """Units leave a hex, and its overstack if they are in it [8C2]."""
        Stacked._leave(self, units, hex_)
        self.overstacked &= ~units
        self.sallied &= ~units
        self.crowded &= ~units

    # What befalls units.

    def reduce(self, unit: int) -> None:
        """[9E] A unit becomes its cadre or remnant."""
        before = self.re(unit)
        self.reduced |= 1 << unit
        self.lost[CODES.index(self.theatre.counters[unit].nation)] += before - self.re(unit)
        self.look_at_unit(unit)

    def disrupt(self, unit: int, badly: bool = False) -> None:
        """[3A5] A unit is disrupted, or badly; what is badly disrupted stays so."""
        bit = 1 << unit
        if badly:
            self.badly_disrupted |= bit
            self.disrupted &= ~bit
        elif not self.badly_disrupted & bit:
            self.disrupted |= bit
        self.look_at_unit(unit)

    def recover(self, units: Units) -> None:
        """[3A5] Units are disrupted no more."""
        recovered = (self.disrupted | self.badly_disrupted) & units
        self.disrupted &= ~units
        self.badly_disrupted &= ~units
        for hex_ in {self.where[unit] for unit in members(recovered)}:
            if hex_ >= 0:
                self._look_at(hex_)

    def look_at_unit(self, unit: int) -> None:
        """Bring the bitboards up to date for the hex of a unit."""
        if self.where[unit] >= 0:
            self._look_at(self.where[unit])

    def look_at_hex(self, hex_: Hex) -> None:
        """Bring the bitboards up to date for a hex."""
        self._look_at(hex_)

    def look_again(self) -> None:
        """Bring all bitboards up to date, and who starves [11F2]."""
        self.starving = bit_set(unit for unit, turns in self.unsupplied.items() if turns > 1)
        for board in (
            self.occupied,
            self.zoc_here,
            self.zoc_here_full,
            self.zoc_from,
            self.zoc_from_full,
            self.zoc_from_high,
            self.zoc_from_desert,
        ):
            board[0] = board[1] = 0
        for hex_ in self.stacks:
            self._look_at(hex_)

    # Zones of control [5A].

    def zoneless(self) -> Units:
        """[5A.7] [3A5] [6B3] [11F2] Units that have lost their zones of control for now."""
        lost = self.kind.no_zone | self.disrupted | self.badly_disrupted | self.accelerated
        if self.collapsed:
            for code in self.collapsed:
                lost |= self.theatre.of_nation[code]
        return lost

    def _look_at(self, hex_: Hex) -> None:
        """Bring the bitboards up to date for one hex."""
        bit = 1 << hex_
        units = self.stacks.get(hex_, 0)
        for side in (0, 1):
            if self.besieged[side] & bit and not self._is_shared(units):
                # [15G.1] A siege is over when either side has gone.
                self.besieged[side] &= ~bit
            own = units & self.theatre.of_side[side]
            if not own:
                if self.occupied[side] & bit:
                    for board in (
                        self.occupied,
                        self.zoc_here,
                        self.zoc_here_full,
                        self.zoc_from,
                        self.zoc_from_full,
                        self.zoc_from_high,
                        self.zoc_from_desert,
                    ):
                        board[side] &= ~bit
                continue
            self.occupied[side] |= bit
            self._look_for_zones(side, bit, own)

    def _is_shared(self, units: Units) -> bool:
        """Whether there are units of both sides among some."""
        one, other = self.theatre.of_side
        return bool(units & one and units & other)

    def _look_for_zones(self, side: int, bit: Hexes, own: Units) -> None:
        """[5A] What zones the units of a side in a hex have."""
        kind = self.kind
        with_zone, weak = self.with_zones(own)
        _set(self.zoc_here, side, bit, with_zone)
        _set(self.zoc_here_full, side, bit, with_zone & ~weak)
        reduced = self.reduced
        if self.besieged[side] & bit:
            # [15G] The zones of the besieged end with their hex.
            with_zone = 0
        reach = with_zone & kind.zoc_adjacent.showing(reduced)
        _set(self.zoc_from, side, bit, reach)
        _set(self.zoc_from_full, side, bit, reach & ~weak)
        _set(self.zoc_from_high, side, bit, reach & kind.high_mountain)
        if self.theatre.desert:
            wide = with_zone & kind.zoc_desert.showing(reduced)
            _set(self.zoc_from_desert, side, bit, wide)

    def with_zones(self, own: Units) -> tuple[Units, Units]:
        """[5A] Of units of a side that stand together, those that have zones of control, and those
        among them whose zones are reduced."""
        having = own & ~self.zoneless()
        if not having:
            return 0, 0
        weak = self._reduced_zones(own, having)
        if self.unsupplied:
            # [11F2] Who starves has a reduced zone, and none if it was reduced already.
            starving = self.starving & having
            having &= ~(weak & starving)
            weak = (weak | starving) & having
        return having, weak

    def _reduced_zones(self, own: Units, with_zone: Units) -> Units:
        """[5A.6] [12A] Units of a hex whose zone is reduced: the unsupported, and those of a shaken
        nation."""
        kind = self.kind
        reduced = self.reduced
        supported = kind.supported.showing(reduced)
        weak = with_zone & ~supported
        shaken = self.disrupted | self.badly_disrupted
        if weak and own & kind.supporters.showing(reduced) & ~shaken:
            weak = 0
        for code in self.shaken:
            weak |= with_zone & self.theatre.of_nation[code]
        return weak

    # Asking.

    def side_of(self, unit: int) -> int:
        """The side a unit fights for."""
        return self.theatre.counters[unit].side

    def units(self, hex_: Hex, side: int) -> Units:
        """The units of a side in a hex."""
        return self.stacks.get(hex_, 0) & self.theatre.of_side[side]

    def on_map(self, side: int) -> Units:
        """The units of a side on the map."""
        return self.present[side]

    @property
    def names(self) -> Names:
        """What the log calls units and hexes."""
        return counter_names(self.theatre, PILES)

    @property
    def active(self) -> Units:
        """[14M1] Army HQs on the map that show their active side."""
        return (self.present[0] | self.present[1]) & self.kind.army_hq & ~self.inactive


UNITS_REMEMBERED: Final = of_kind(State, UNITS, besides=("reduced", "scrapped", "starving"))
"""Sets of units on the map. Who leaves it is in none of them, and comes back, if ever, as new."""
AMOUNTS_REMEMBERED: Final = ("attached", *of_kind(State, BY_UNIT))
"""The same for what is counted by units."""


def _set(boards: list[Hexes], side: int, bit: Hexes, wanted: object) -> None:
    if wanted:
        boards[side] |= bit
    else:
        boards[side] &= ~bit
