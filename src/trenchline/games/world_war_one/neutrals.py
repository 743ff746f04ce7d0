"""Chapter 11: neutrals, how they are violated and how they enter the war.

A neutral's army stands still until its country is violated or joins a side; then the side that did
not violate it commands it, for good [11.0] [11.0/PR].
"""

from __future__ import annotations

from trenchline.games.world_war_one.components import (
    AB,
    AH,
    ALLIED,
    CENTRAL,
    GE,
    GK,
    IT,
    JOINS,
    NATIONS,
    NEUTRAL,
    NEUTRAL_POINTS,
    OPEN,
    RESOURCES,
    RM,
    RS,
    SIDES,
    TERRITORY,
    TU,
    UNITS_OF,
)
from trenchline.games.world_war_one.state import LOST, State
from trenchline.kernel.bits import members

FIRST_RUMANIAN_TURN = 5
VARIABLE_ENTRY_FROM = 2
JOINS_ON = 4
"""A nation whose entry is rolled for joins on a one to four [13.11] [13.21]."""


def violate(state: State, nation: int, by: int) -> None:
    """[11.7] A side enters, crosses or attacks a neutral: points and the army go to the other side.

    [6.42] The country is at war from this moment, before anything else happens [R25], with what
    that means for its supply and loans [R31]. Only the first violation pays, since afterwards the
    country is no neutral [15.3].
    """
    other = 1 - by
    points = NEUTRAL_POINTS[nation]
    # [11.11] [11.12] [11.21] [11.22] [11.3] [11.4] [11.5] [11.6] Victory points by country.
    state.award(other, points, f"{NATIONS[nation].name} violated")
    state.note(
        "{} is violated: {} victory points to the {} side",
        NATIONS[nation].name,
        points,
        SIDES[other],
    )
    state.invaded |= 1 << nation
    if by == CENTRAL:
        # [6.43] The other Allies' zones reach across its border only next turn.
        state.fresh |= 1 << nation
    if nation == GK and by == ALLIED:
        dissolve_greece(state)
    elif nation == AB:
        # [11.6] Albania has no army: her land is open to both sides [R30].
        state.set_status(AB, OPEN)
    else:
        join(state, nation, other)


def join(state: State, nation: int, side: int) -> None:
    """A nation enters the war on a side, with what stands on its track [TRK/crp].

    Its resource centres count for that side from now on [R32].
    """
    state.set_status(nation, side)
    state.centres[side] |= TERRITORY[nation] & RESOURCES & ~state.centres[1 - side]
    state.note("{} joins the {} side", NATIONS[nation].name, SIDES[side])


def dissolve_greece(state: State) -> None:
    """[11.3] Allied units have entered Greece: her army leaves the game for good [R29]."""
    for unit in members(UNITS_OF[GK]):
        state.lift(unit, LOST)
    state.set_status(GK, OPEN)
    state.note("The Greek army is removed from play")


def automatic_entries(state: State) -> None:
    """[4.0/1] Nations that join a side of themselves do so as the turn begins [R24].

    No points are awarded for it [11.0], and both sides' zones work across the border at once
    [6.45].
    """
    for nation, (side, turn) in JOINS.items():
        # [11.11] [11.21] [11.22] Italy, Turkey and Bulgaria, unless a die decides [13.12] [13.22].
        if state.status[nation] == NEUTRAL and state.turn >= turn:
            if not rolls_for_entry(state, nation):
                join(state, nation, side)
    # [11.12] Rumania, once a Russian stands on German or Austro-Hungarian soil.
    if state.status[RM] == NEUTRAL and state.turn >= FIRST_RUMANIAN_TURN:
        invaded_soil = TERRITORY[GE] | TERRITORY[AH]
        russians = (state.where[unit] for unit in members(UNITS_OF[RS]))
        if any(hex_ >= 0 and invaded_soil >> hex_ & 1 for hex_ in russians):
            join(state, RM, ALLIED)


def rolls_for_entry(state: State, nation: int) -> bool:
    """Whether an option replaces a nation's date of entry by a die [13.12] [13.22] [R52]."""
    return (nation == IT and "variable_italy" in state.options) or (
        nation == TU and "variable_turkey" in state.options
    )


def entries_to_roll(state: State) -> list[int]:
    """The nations that roll for entry as this turn begins [13.11] [13.21]."""
    if state.turn < VARIABLE_ENTRY_FROM:
        return []
    return [n for n in (IT, TU) if state.status[n] == NEUTRAL and rolls_for_entry(state, n)]
