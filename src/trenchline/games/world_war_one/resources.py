"""Chapter 10: Combat Resource Points: receiving, building, rebuilding forts, lending.

Points belong to nations and serve two ends only: to bear losses and to build [10.0]. They pile up
without limit, save for Turkey's own [12.6].
"""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.world_war_one.components import (
    AH,
    ALLIED,
    AMERICAN_ARMIES,
    BL,
    BUILD_COST,
    CITIES_OF,
    EAST_EDGE,
    FORT_NATION,
    FORT_STRENGTH,
    FORTS_OF,
    FR,
    GE,
    INCOME,
    LENDS_TO,
    NATION_OF,
    NATIONS,
    NEUTRAL,
    RS,
    SIDES,
    STOSS,
    STOSS_FROM,
    TANK,
    TANK_FROM,
    TERRITORY,
    TU,
    UNITS_OF,
    US,
    WEST_EDGE,
    WESTERN,
)
from trenchline.games.world_war_one.entry import enter
from trenchline.games.world_war_one.neutrals import join
from trenchline.games.world_war_one.refusals.builds import (
    of_amount,
    of_build,
    of_loan,
    of_place,
)
from trenchline.games.world_war_one.state import POOL, WAITING, State
from trenchline.games.world_war_one.supply import (
    black_sea_open,
    connected_cities,
    is_ruin_supplied,
    passable,
)
from trenchline.games.world_war_one.zones import enemy_zone
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import (
    ONE,
    Choices,
    Decision,
    Duty,
    OwnDecision,
    Phase,
    Refusal,
    UnitDecision,
    until_done,
)


@dataclass(frozen=True, slots=True)
class AllocatePoints(Duty[State]):
    """[4.0/10a] Every nation at war receives what the turn record track gives it [TRK/turn]."""

    def run(self, state: State) -> None:
        state.heading("CRP Allocation and Build Phase")
        for nation in INCOME:
            points = scheduled(state, nation)
            if points and receives(state, nation):
                if nation == TU:
                    # [12.6] Her own points left over are lost; borrowed ones stay [10.33]. Where
                    # the track gives her none, they are not [R67].
                    state.crp[TU] = state.borrowed
                state.crp[nation] += points
                state.detail(
                    "{} receives {}, {} in all", NATIONS[nation].name, points, state.crp[nation]
                )


def scheduled(state: State, nation: int) -> int:
    """What the track gives a nation this turn [4.0/10a] [TRK/turn].

    [11.4] Belgium's four points stand under the first turn, but come whenever she is invaded [R51].
    """
    return INCOME[nation][0 if nation == BL else state.turn - 1]


def receives(state: State, nation: int) -> bool:
    """Whether a nation gets its scheduled points this turn."""
    # [12.11] Russia gets nothing after her collapse.
    if nation == RS and state.collapsed:
        return False
    if nation == BL:
        return state.at_war(BL) and bool(state.invaded >> BL & 1)
    # The United States' points come on the track as her first army sails [TRK/turn].
    return state.at_war(nation) or nation == US


def appearance_hexes(state: State, nation: int) -> Hexes:
    """Where a nation's new armies may appear: unoccupied and out of enemy zones [10.24] [6.6]."""
    side = state.status[nation]
    if nation in WESTERN:
        # [10.21] The western edge in France only; [12.2] [R48] if the enemy covers it, nowhere.
        hexes = WEST_EDGE & TERRITORY[FR]
    elif nation == RS:
        # [10.22] The eastern edge.
        hexes = EAST_EDGE
    elif nation in (GE, AH):
        # [10.23] Home supply sources: for these two, cities linked with a second one [R43].
        hexes = connected_cities(nation, passable(state, side))
    else:
        hexes = CITIES_OF[nation]
    held = state.armies[0] | state.armies[1] | state.armies[2]
    return hexes & ~held & ~enemy_zone(state, side) & ~state.neutral_land


def buildable(state: State, side: int) -> int:
    """The counters a side may build now [10.2] [10.26]: in the pool, paid for, with a place."""
    found = 0
    in_pool = bit_set(state.pile(POOL))
    for nation in state.nations_of(side):
        if state.crp[nation] < BUILD_COST:
            continue
        pool = in_pool & UNITS_OF[nation]
        # [12.31] One Stosstruppen army a Build Phase, from the sixth turn on.
        if nation == GE and (state.turn < STOSS_FROM or state.stoss_built):
            pool &= ~STOSS
        if nation == FR and state.turn < TANK_FROM:  # [13.31]
            pool &= ~(1 << TANK)
        if pool and appearance_hexes(state, nation):  # [10.24]
            found |= pool
    return found


def _appear(state: State, unit: int, hex_: Hex) -> None:
    """[15.1] [R70] Whoever appears in a hex has entered it: a resource centre there is his."""
    state.put(unit, hex_)
    enter(state, unit, 1 << hex_)


def repairable(state: State, side: int) -> Hexes:
    """[12.46] Ruined forts a side may rebuild: by their owner, where they stood [10.25], in supply
    and with no enemy in the hex [R44]; those lost out of supply too [9.5] [10.26]."""
    found = 0
    for nation in state.nations_of(side):
        points = state.crp[nation]
        ruins = FORTS_OF[nation] & ~state.intact & ~state.armies[1 - side]
        for hex_ in members(ruins):
            if FORT_STRENGTH[hex_] <= points and is_ruin_supplied(state, hex_):
                found |= 1 << hex_
    return found


@dataclass(frozen=True, slots=True)
class BeginBuilding(Duty[State]):
    """[4.0/10b] [4.0/10c] A side's turn to build; American armies arrive first."""

    side: int

    def run(self, state: State) -> None:
        state.stoss_built = False  # [12.31]
        state.stack.append(Building(self.side))
        if self.side == ALLIED:
            # [14.24] [14.34] One American army on the eighth turn, two on the ninth.
            overseas = sum(state.where[unit] == WAITING for unit in members(UNITS_OF[US]))
            # [14.24] [14.34] [R50] Those that found no room earlier come with them.
            state.arrivals = min(state.arrivals + AMERICAN_ARMIES[state.turn - 1], overseas)
            if state.arrivals:
                state.stack.append(AmericanArrival())


@dataclass(frozen=True, slots=True)
class AmericanArrival(Decision[State]):
    """[14.24] [14.34] American armies appear on the western edge in France, or wait [R50]."""

    def who(self, state: State) -> int:
        return ALLIED

    def prompt(self, state: State) -> str:
        return "An American army arrives: choose its hex on the western edge [14.24]"

    def choices(self, state: State) -> Choices:
        # The hexes are those of new French armies, also before the United States are at war.
        hexes = appearance_hexes(state, FR)
        return {"place": hexes} if hexes else {"wait": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "wait":
            return
        if state.status[US] == NEUTRAL:
            # Her first army brings the United States into the war.
            join(state, US, ALLIED)
        unit = next(u for u in members(UNITS_OF[US]) if state.where[u] == WAITING)
        _appear(state, unit, number)
        state.detail("{:unit} arrives at {:hex}", unit, number)
        state.arrivals -= 1
        if state.arrivals:
            state.stack.append(self)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb == "wait":
            return Refusal("14.24", "a hex of the western edge is free: the army arrives now")
        if verb != "place":
            return Refusal("14.24", "first the American army must be placed")
        return of_place(state, FR, number)


@dataclass(frozen=True, slots=True)
class Building(Phase[State]):
    """[10.2] Build armies, rebuild forts, or finish."""

    def prompt(self, state: State) -> str:
        return f"{SIDES[self.side]} builds: an army for five points, a fort, or no more [10.2]"

    def acts(self, state: State) -> Choices:
        return {"build": buildable(state, self.side), "rebuild": repairable(state, self.side)}

    def act(self, state: State, verb: str, number: int) -> None:
        if verb == "build":
            state.stack.append(Placement(number))
            return
        nation = FORT_NATION[number]
        state.spend(nation, FORT_STRENGTH[number])
        state.intact |= 1 << number
        state.sort_out()
        state.detail("{} rebuilds {:hex}, {} left", NATIONS[nation].name, number, state.crp[nation])

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        return of_build(state, self.side, verb, number)


@dataclass(frozen=True, slots=True)
class Placement(UnitDecision[State]):
    """[10.2] A new army is paid for and placed."""

    def prompt(self, state: State) -> str:
        return state.say("Place the {:unit} [10.24]", self.unit)

    def choices(self, state: State) -> Choices:
        return {"place": appearance_hexes(state, NATION_OF[self.unit])}

    def take(self, state: State, verb: str, number: int) -> None:
        nation = NATION_OF[self.unit]
        state.spend(nation, BUILD_COST)
        _appear(state, self.unit, number)
        if STOSS >> self.unit & 1:  # [12.31]
            state.stoss_built = True
        state.detail(
            "{:unit} is built at {:hex}, {} points left", self.unit, number, state.crp[nation]
        )

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "place":
            return Refusal("10.2", "first the new army must be placed")
        return of_place(state, NATION_OF[self.unit], number)


def loan(lender: int, borrower: int) -> int:
    """The number that stands for lending from one nation to another."""
    return lender * len(NATIONS) + borrower


def parties(number: int) -> tuple[int, int]:
    """Lender and borrower of a loan."""
    return divmod(number, len(NATIONS))


@dataclass(frozen=True, slots=True)
class Lending(OwnDecision[State]):
    """[4.0/10d] [10.3] A side's nations lend each other points, or finish."""

    received: tuple[int, ...] = (0,) * len(NATIONS)
    """What each nation has borrowed in this segment and cannot pass on [R42] [10.32]."""

    def prompt(self, state: State) -> str:
        return f"{SIDES[self.side]} lending: choose lender and borrower, or end the phase [10.3]"

    def choices(self, state: State) -> Choices:
        found = 0
        borrowers = self.borrowers(state)
        for lender, table in LENDS_TO[self.side].items():
            if state.status[lender] == self.side and self.lendable(state, lender):
                found |= (table & borrowers) << loan(lender, 0)
        return until_done("lend", found)

    def lendable(self, state: State, lender: int) -> int:
        """The points a nation has to lend."""
        return state.crp[lender] - self.received[lender]

    def borrowers(self, state: State) -> int:
        """The side's nations that loans can get to, whoever lends."""
        found = bit_set(state.nations_of(self.side))
        # [10.31] To Russia only by sea through the straits; [12.11] never after her collapse.
        if found >> RS & 1 and (state.collapsed or not black_sea_open(state)):
            found ^= 1 << RS
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "lend":
            state.stack.append(LoanAmount(self, *parties(number)))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        return of_loan(state, self, verb, number)


@dataclass(frozen=True, slots=True)
class LoanAmount(Decision[State]):
    """[10.3] How many points are lent; they need never be repaid [10.32]."""

    lending: Lending
    lender: int
    borrower: int

    def who(self, state: State) -> int:
        return self.lending.side

    def prompt(self, state: State) -> str:
        names = f"{NATIONS[self.lender].name} lends {NATIONS[self.borrower].name}"
        return f"{names} how many points? [10.3]"

    def choices(self, state: State) -> Choices:
        most = self.lending.lendable(state, self.lender)
        return {"points": (1 << most + 1) - 2}

    def take(self, state: State, verb: str, number: int) -> None:
        state.spend(self.lender, number)
        state.crp[self.borrower] += number
        if self.borrower == TU:
            state.borrowed += number
        received = list(self.lending.received)
        received[self.borrower] += number
        state.stack.append(Lending(self.lending.side, tuple(received)))
        lender, borrower = NATIONS[self.lender], NATIONS[self.borrower]
        state.detail("{} lends {} {}", lender.name, borrower.name, number)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        return of_amount(state, self, verb, number)
