"""Chapters 6.1 and 2.42: a neutral joins a side, sets up, and its capital is allocated."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.balance_of_powers.arrivals import accrued, add_to_pools
from trenchline.games.balance_of_powers.asking import asked
from trenchline.games.balance_of_powers.components import (
    ALL_AIR,
    BE,
    BR,
    CAPITALS,
    CENTRAL,
    ENTENTE,
    FI,
    FR,
    GE,
    GRID,
    HELSINKI,
    HOME,
    IT,
    MAJORS,
    NATIONS,
    NEUTRAL,
    NL,
    OF_NATION,
    OWNED,
    RO,
    RU,
    SIDES,
    UNIT,
    Nations,
    Units,
)
from trenchline.games.balance_of_powers.muster import PlaceWorks, placing
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.bits import bit_set, lowest, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Choices, OwnDecision, Refusal

RANDOM_ENTRY = "random_entry"
"""The option of chapter 6.13."""
PARIS: Hexes = bit_set(
    h
    for h in members(GRID.on("north"))
    if any(GRID.distance(h, paris) <= 3 for paris in members(CAPITALS[FR]))
)
"""[6.123] Within three hexes of Paris."""
SOUTH: Hexes = GRID.on("south")


def neutrals(state: State) -> Nations:
    """[2.21] [R199] The nations that are neutral and concerned in the scenario; Finland if she is
    one [6.83.2]."""
    from_scenario = state.scenario.settings.get("neutrals")
    found = bit_set(
        nation
        for nation, side in enumerate(state.sides)
        if side == NEUTRAL
        and nation != FI
        and (from_scenario is None or NATIONS[nation].code in from_scenario)
    )
    if state.holder.get(HELSINKI) == FI and state.sides[FI] == NEUTRAL:
        found |= 1 << FI
    return found


def violable(state: State) -> Nations:
    """[6.11] [R176] The neutrals whose land somebody could enter: those with land in play."""
    ground = state.scenario.ground
    return bit_set(
        nation for nation in members(neutrals(state)) if (OWNED[nation] or HOME[nation]) & ground
    )


def majors_of(state: State, side: int) -> Nations:
    """The major powers of a side."""
    return bit_set(nation for nation in members(MAJORS) if state.sides[nation] == side)


def join(state: State, nation: int, side: int) -> None:
    """[6.1.1] A neutral joins a side and sets up at once, not before [2.22]; what its seasons
    brought is in its pool [5.13]."""
    assert state.sides[nation] == NEUTRAL
    state.take_side(nation, side)
    state.entered[nation] = state.month
    state.note(f"{NATIONS[nation].name} joins the {SIDES[side]}")
    if MAJORS >> nation & 1:
        # [6.125.1] America has none before her first season.
        state.points[nation] = state.scenario.points.get(nation, 0)
    add_to_pools(state, accrued(state, nation, True))
    if not MAJORS >> nation & 1:
        # [6.1.3] Somebody draws on its capital, and supplies it.
        state.stack.append(Allocate(side, nation))
    for _ in range(state.scenario.special.get("brings_works", {}).get(NATIONS[nation].code, 0)):
        # [13.0/forces.1914-08.ottoman-empire]
        state.stack.append(PlaceWorks(side, nation))
    state.stack += placing(state, accrued(state, nation, False), setting_up=True)
    if nation == FI:
        # [6.83.2] [R201] Her corps has been there all the time.
        state.held[side] |= 1 << HELSINKI
        state.put(UNIT["FI-I-22"], HELSINKI)
    # [6.123.5] Britain cannot look on.
    if nation == IT and side == CENTRAL:
        # [6.123.5]
        provoke_britain(state)
    told = state.scenario.special.get("romania")
    # [12.5/diplomacy.3]
    if told and nation == RO:
        # [12.5/diplomacy.3] [R157] Russia sends a corps, if there is room for it.
        unit, place = UNIT[told["place"]], GRID.hex(told["at"])
        # [12.5/diplomacy.3]
        if state.where[unit] < 0 and not state.enemy_land(ENTENTE) >> place & 1:
            state.put(unit, place)
            state.detail("{:unit} appears in {:hex}", unit, place)


def violate(state: State, nation: int, side: int) -> None:
    """[6.11] [6.11.2] A side declares that it will enter a neutral, which joins the other."""
    state.violated |= 1 << nation
    state.note(f"The {SIDES[side]} violate the neutrality of {NATIONS[nation].name}")
    join(state, nation, 1 - side)
    # [6.123.1] The Low Countries concern Britain.
    if side == CENTRAL and nation in (BE, NL) and state.sides[GE] == CENTRAL:
        provoke_britain(state)


def provoke_britain(state: State) -> None:
    """[6.123] Britain joins the Entente at once; the random table leaves her to the die [6.13]."""
    if neutrals(state) >> BR & 1 and RANDOM_ENTRY not in state.options:
        join(state, BR, ENTENTE)


def march_in(state: State, units: Units, place: Hex) -> None:
    """What neutrals make of troops that enter or attack a location: Germans close to Paris bring
    Britain in [6.123.2], Britons in the south are noticed by those who are courted [6.124]."""
    if PARIS >> place & 1 and units & OF_NATION[GE] & ~ALL_AIR and state.sides[BR] == NEUTRAL:
        if state.where[lowest(units)] == place:
            provoke_britain(state)
    if SOUTH >> place & 1 and units & OF_NATION[BR] & ~ALL_AIR:
        if any(HOME[n] >> place & 1 for n, side in enumerate(state.sides) if side == CENTRAL):
            state.british_south = 1


def fell_into_crisis(state: State, nation: int) -> None:
    """[6.123.4] So does a crisis of Russia."""
    if nation == RU and state.sides[BR] == NEUTRAL:
        provoke_britain(state)


@dataclass(frozen=True, slots=True)
class Allocate(OwnDecision[State]):
    """[2.42] The capital of a minor is allocated to a major power of its side."""

    nation: int

    def prompt(self, state: State) -> str:
        """Whose capital."""
        return f"Which power supports {NATIONS[self.nation].name}? [2.42]"

    def choices(self, state: State) -> Choices:
        """The major powers of the side."""
        found = majors_of(state, self.side)
        return {"allocate": found} if found else {"none": 1}

    def take(self, state: State, verb: str, number: int) -> None:
        """Allocate it."""
        if verb == "allocate":
            state.patrons[self.nation] = number
            ally, minor = NATIONS[number].name, NATIONS[self.nation].name
            state.detail(f"{ally} supports {minor}")

    @asked("2.42", "allocate", "none")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Who cannot."""
        if verb == "none":
            return Refusal("2.42", "a major power of its side can support it")
        return Refusal("2.42", "it goes to a major power of its own side")
