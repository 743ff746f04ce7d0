"""Chapters 5.32 to 5.35: submarines and raiders prey on Britain's trade, blockades on the Central
Powers', and British submarines on the ore of Sweden.

Only one side acts in each of these sub-phases [4.2.1].
"""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.balance_of_powers.asking import asked
from trenchline.games.balance_of_powers.components import (
    AH,
    AL,
    BE,
    BOARD,
    BR,
    CENTRAL,
    CLOSED_PORTS,
    COAST,
    ENTENTE,
    FR,
    GE,
    GRID,
    HOME,
    IT,
    NATIONS,
    NL,
    OCEAN_BOXES,
    OF_NATION,
    OT,
    OWNED,
    PORTS,
    SHEETS,
    UNIT,
    WATER,
    Units,
)
from trenchline.games.balance_of_powers.going import SEA
from trenchline.games.balance_of_powers.losing import blockade_loss, lose
from trenchline.games.balance_of_powers.minefields import fields
from trenchline.games.balance_of_powers.navy import SHIPS, SUBMARINES, around, fleet, radius, steps
from trenchline.games.balance_of_powers.scenarios import FLEETS
from trenchline.games.balance_of_powers.seaways import (
    OPEN_SEA,
    ORE_RAIDERS,
    STOCKHOLM,
    has_ore_base,
)
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.torpedoes import Hunt
from trenchline.games.balance_of_powers.war_at_sea import (
    MEDITERRANEAN,
    MID,
    NORTH,
    british_loss,
    hunting_modifier,
    raids,
)
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import flood
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import ONE, Choices, Duty, OwnDecision, Refusal, Roll, Throw

LOTHAR = UNIT["GE-L-LOTHAR"]
BLOCKADED = (GE, AH, IT, OT)
"""[5.341] Whom the Entente may blockade; the first two also from afar."""
DISTANT: tuple[Hex, ...] = (GRID.hex("Mid-Atlantic"), GRID.hex("Norwegian-Sea"))
"""[5.343.1] Where ships shut Germany off."""
LEAST = 2
"""Steps of ships in each of them, and of submarines off Stockholm."""


def _south_of_the_line() -> Hexes:
    """[5.322.1] The Mediterranean, as far as the coast of Syria, south of a line through Bari and
    Athens."""
    bari, athens = GRID.hex("3246"), GRID.hex("4452")
    (x1, y1), (x2, y2) = GRID.column_row(bari), GRID.column_row(athens)
    found = 0
    for hex_ in members(flood(1 << bari, WATER & BOARD.hexes, OPEN_SEA._replace(links=None))):
        x, y = GRID.column_row(hex_)
        if (y - y1) * (x2 - x1) > (y2 - y1) * (x - x1):
            found |= 1 << hex_
    return found


GROUNDS: dict[str, Hexes] = {
    NORTH: 1 << GRID.hex("North-Atlantic"),
    MID: 1 << GRID.hex("Mid-Atlantic"),
    MEDITERRANEAN: _south_of_the_line(),
}
"""[5.322] Where submarines hunt."""


def hunters_in(state: State, place: str) -> Units:
    """[5.322] The submarines of the Central Powers in a hunting ground."""
    return bit_set(
        unit
        for unit in members(state.on_map(CENTRAL) & SUBMARINES)
        if GROUNDS[place] >> state.where[unit] & 1
    )


def trades(state: State) -> bool:
    """Whether the war at sea costs points by what ships do: where fleets are played, and a scenario
    has no income of its own."""
    fleets = state.scenario.settings.get("admiralty") == FLEETS
    return fleets and "income" not in state.scenario.settings


def hunts(state: State) -> bool:
    """Whether submarines and blockades do; a scenario may say what they cost
    [12.3/strategic-warfare]."""
    return "losses" not in state.scenario.special


@dataclass(frozen=True, slots=True)
class TradeWar(Duty[State]):
    """[5.3] The sub-phases at sea: submarines, raiders, blockade, Stockholm."""

    def run(self, state: State) -> None:
        """In their order."""
        state.stack += [Stockholm(), Blockades(), Raiders()]
        state.stack += [Hunting(place) for place in reversed(GROUNDS)]
        if any(hunters_in(state, place) for place in GROUNDS):
            state.stack.append(Unrestricted(CENTRAL))


@dataclass(frozen=True, slots=True)
class RaidsAlone(Duty[State]):
    """[12.3/strategic-warfare] A scenario tells what submarines and blockades cost: surface raiders
    [5.33] and Stockholm [5.35] are left."""

    def run(self, state: State) -> None:
        """In their order."""
        state.stack += [Stockholm(), Raiders()]


@dataclass(frozen=True, slots=True)
class Unrestricted(OwnDecision[State]):
    """[5.321] The Central Powers declare whether their submarines sink without warning this
    season; each time counts towards the entry of the United States [5.321.1]."""

    def prompt(self, state: State) -> str:
        """How often they have."""
        return f"Unrestricted submarine warfare, for the {state.unrestricted + 1}. time? [5.321]"

    def choices(self, state: State) -> Choices:
        """One of the two."""
        return {"restrain": ONE, "unrestrict": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        """It holds for the season."""
        if verb == "unrestrict":
            state.unrestricted += 1
            state.unrestrained = 1
            state.note(f"Unrestricted submarine warfare: {state.unrestricted}. season")
            if state.unrestricted == FIFTH:
                state.fifth_unrestricted = state.month

    @asked("5.321", "restrain", "unrestrict")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """There is nothing else."""
        return Refusal("5.321", "submarine warfare is unrestricted, failing that restrained")


FIFTH = 5
"""[6.125] The season of it that brings the United States into the war."""


def modifier(state: State, place: str) -> int:
    """[5.323] What changes the die of a hunting ground now."""
    here = state.where[LOTHAR]
    antwerp = CLOSED_PORTS if all(state.violated >> n & 1 for n in (BE, NL)) else 0
    channel = (PORTS | antwerp) & (OWNED[BE] | OWNED[FR] | OWNED[NL])
    held = bit_set(h for h in members(channel & state.held[CENTRAL]) if state.controller(h) == GE)
    return hunting_modifier(
        place,
        season=state.unrestricted if state.unrestrained else 0,
        ace=here >= 0 and bool(GROUNDS[place] >> here & 1),
        port=bool(held),
        antwerp=bool(antwerp & state.held[CENTRAL]),
    )


@dataclass(frozen=True, slots=True)
class Hunting(Duty[State]):
    """[5.32] Submarines hunt in a place, if there are any, and are hunted then [5.323.10]."""

    place: str

    def run(self, state: State) -> None:
        """One die for all of them."""
        boats = hunters_in(state, self.place)
        if boats and state.sides[BR] == ENTENTE:
            state.stack += [HuntFrom(self.place), HuntingDie(self.place)]


@dataclass(frozen=True, slots=True)
class HuntingDie(Roll[State]):
    """[5.323] [5.323.9] The die, modified: Britain loses by as much as the steps exceed it."""

    place: str

    def purpose(self, state: State) -> str:
        """Where."""
        return f"submarine warfare, {self.place}"

    def rolled(self, state: State, value: int) -> None:
        """Britain pays."""
        boats = hunters_in(state, self.place)
        strength = sum(steps(state, unit) for unit in members(boats))
        state.note("{:die}: submarines in the " + self.place, value)
        lose(state, BR, british_loss(strength, value, modifier(state, self.place)), "submarines")


@dataclass(frozen=True, slots=True)
class HuntFrom(Duty[State]):
    """[5.324A] The submarines of a hunting ground are hunted, all by one throw [R231]."""

    place: str

    def run(self, state: State) -> None:
        """Then they go home."""
        state.stack.append(Hunt(tuple(members(hunters_in(state, self.place)))))


@dataclass(frozen=True, slots=True)
class Raiders(Duty[State]):
    """[5.33] [5.33.1] German ships in ocean boxes beside British ports: one throw a box."""

    def run(self, state: State) -> None:
        """Box by box."""
        if state.sides[BR] != ENTENTE:
            return
        for box in members(OCEAN_BOXES & state.scenario.hexes):
            if fleet(state, box, CENTRAL) & OF_NATION[GE] and raids(box):
                state.stack.append(RaiderDice(box))


@dataclass(frozen=True, slots=True)
class RaiderDice(Throw[State]):
    """[5.33] Two dice below the best radius cost Britain a point; the raiders stay at sea."""

    box: Hex

    def purpose(self, state: State) -> str:
        """Where."""
        return f"surface raiders in {state.named(self.box)}"

    def thrown(self, state: State, values: tuple[int, ...]) -> None:
        """Britain pays, or not."""
        ships = fleet(state, self.box, CENTRAL) & OF_NATION[GE]
        best = max(radius(state, ship) for ship in members(ships))
        state.note("{:die} and {:die}: raiders in {:hex}", *values, self.box)
        if sum(values) < best:
            lose(state, BR, 1, "surface raiders")


# Blockade.


def patrolled(state: State) -> Hexes:
    """Where the Entente has surface ships."""
    return bit_set(state.where[ship] for ship in members(state.on_map(ENTENTE) & SHIPS))


def is_close(state: State, nation: int) -> bool:
    """[5.342] Whether a ship of the Entente lies in or beside each port hex of a nation at
    home."""
    home = PORTS & HOME[nation] & state.scenario.hexes
    ships = patrolled(state)
    return bool(home) and all(around(port) & ships for port in members(home))


def is_distant(state: State, nation: int) -> bool:
    """[5.343] Whether ships and mines shut off the Adriatic between Italy and Albania [R232], or
    ships the Atlantic and the Norwegian Sea to Germany [5.343.1]."""
    if nation == GE:
        return all(
            sum(steps(state, ship) for ship in members(fleet(state, box, ENTENTE))) >= LEAST
            for box in DISTANT
        )
    if nation != AH:
        return False
    chain = (patrolled(state) | fields(state, ENTENTE)) & WATER
    italy, albania = (_shores(OWNED[land] & COAST & SHEETS["south"]) for land in (IT, AL))
    return bool(flood(chain & italy, chain, SEA) & albania)


def _shores(coast: Hexes) -> Hexes:
    """A coast and the water beside it."""
    found = coast
    for hex_ in members(coast):
        found |= around(hex_)
    return found


def is_blockaded(state: State, nation: int) -> bool:
    """[5.341] Whether a power suffers a blockade: from near or far, it is the same."""
    return state.sides[nation] == CENTRAL and (is_close(state, nation) or is_distant(state, nation))


@dataclass(frozen=True, slots=True)
class Blockades(Duty[State]):
    """[5.34] Blockaded powers lose what the table tells [5.344]."""

    def run(self, state: State) -> None:
        """Look at each."""
        for nation in BLOCKADED:
            if is_blockaded(state, nation):
                state.note(f"{NATIONS[nation].name} is blockaded")
                lose(state, nation, blockade_loss(state, nation), "blockade")


# Ore.


def ore_raiders(state: State) -> Units:
    """[5.35] The British submarines off Stockholm, if they may attack: two steps at least, a
    Russian port hex in friendly hands, and Stockholm not."""
    boats = state.units(STOCKHOLM, ENTENTE) & ORE_RAIDERS
    if not has_ore_base(state) or state.held[ENTENTE] >> STOCKHOLM & 1:
        return 0
    return boats if sum(steps(state, boat) for boat in members(boats)) >= LEAST else 0


@dataclass(frozen=True, slots=True)
class Stockholm(Duty[State]):
    """[5.35] British submarines sink the ore ships."""

    def run(self, state: State) -> None:
        """If they can."""
        boats = ore_raiders(state)
        if boats and state.sides[GE] == CENTRAL:
            state.stack += [Hunt(tuple(members(boats))), OreDie()]


@dataclass(frozen=True, slots=True)
class OreDie(Roll[State]):
    """[5.35.1] A die below the steps of the submarines costs Germany two points."""

    def purpose(self, state: State) -> str:
        """What for."""
        return "Swedish ore"

    def rolled(self, state: State, value: int) -> None:
        """Germany pays, or not."""
        boats = ore_raiders(state)
        state.note("{:die}: submarines off Stockholm", value)
        if value < sum(steps(state, boat) for boat in members(boats)):
            lose(state, GE, LEAST, "the loss of Swedish ore")
