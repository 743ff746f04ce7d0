"""Why a unit may not be mobilized, placed, converted, and no trench dug: one reason for each cause,
chapter 6 and the Mobilization Table."""

from __future__ import annotations

from trenchline.games.kaisers_war.components import (
    ALLIED,
    CENTRAL,
    CITIES,
    CONVERTIBLE,
    COUNTERS,
    CZ,
    JA,
    LAND,
    NATION_OF,
    NATIONS,
    NAVAL_BASES,
    OF_CLASS,
    RUSSIA,
    TWINS,
)
from trenchline.games.kaisers_war.control import controlled, trench
from trenchline.games.kaisers_war.eastern import LAWRENCE, WASSMUSS
from trenchline.games.kaisers_war.ground import why_not_stay
from trenchline.games.kaisers_war.psywar import at_war
from trenchline.games.kaisers_war.recruits import (
    BOX_NATIONS,
    CLASS_OF,
    CONVERSION,
    GROWTH,
    HOME,
    TRENCH_COST,
    cost,
    for_sale,
    home_hexes,
    row_of,
    set_free,
    supplied_cities,
)
from trenchline.games.kaisers_war.state import DEAD, ON_MAP, OUT, POOL, TRACK, State
from trenchline.games.kaisers_war.supply import in_general_supply
from trenchline.kernel.steps import Refusal


def why_not_mobilize(state: State, side: int, verb: str, number: int) -> Refusal:
    """Why a unit cannot be mobilized, placed, converted."""
    if verb == "demobilize":
        return Refusal("6.9", "you have no units on the map")
    if not 0 <= number < len(COUNTERS) or state.side_of(number) != side:
        return Refusal("6.1", "only your own units are mobilized")
    if verb == "arrive":
        return _why_not_arrive(state, number)
    if verb == "convert":
        return _why_not_convert(state, side, number)
    return _why_not_buy(state, side, number)


def why_not_dig(state: State, side: int, number: int) -> Refusal:
    """[37.1] [37.2] Trenches."""
    if not state.held[side] >> number & 1:
        return Refusal("37.1", "no unit of yours is there to dig")
    if (trench(state, 0) | trench(state, 1)) >> number & 1:
        return Refusal("37.2", "there are trenches already")
    if not state.can_spend(side, TRENCH_COST):
        return Refusal("5.5", "trenches cost three points, and nobody spends his last one")
    return Refusal("37.1", "no unit there is in general supply to dig")


def _why_not_arrive(state: State, number: int) -> Refusal:
    """[6.3] [6.7] Arrivals."""
    if not state.piles[TRACK] >> number & 1:
        return Refusal("6.3", "the unit is not on the turn track")
    turn = state.turn_due(number)
    if turn > state.turn:
        return Refusal("6.3", f"the unit is due on turn {turn}")
    return Refusal("6.7", "every place where the unit could appear is closed")


def _why_not_convert(state: State, side: int, number: int) -> Refusal:
    """[6.12] [21.1] Corps become armies."""
    if not CONVERTIBLE >> number & 1:
        return Refusal("6.12", "only tank and mechanized corps become armies")
    if not state.piles[ON_MAP] >> number & 1:
        return Refusal("6.12", "the corps is not on the map")
    if state.flipped >> number & 1:
        return Refusal("6.12", "the corps is an army already")
    if not state.is_1919:
        return Refusal("21.1", "corps become armies in 1919")
    if (state.arrived & state.fallen) >> number & 1:
        return Refusal("21.1", "what was lost as an army returns as a corps for a turn")
    if not in_general_supply(state, number):
        return Refusal("6.12", "the corps is not in general supply")
    if state.full[GROWTH] >> state.where[number] & 1:
        return Refusal("9.4", "the hex has no room for an army")
    price = CONVERSION[COUNTERS[number].front.type]
    return Refusal("5.5", f"the conversion costs {price}, and nobody spends his last point")


def _why_not_buy(state: State, side: int, number: int) -> Refusal:
    """[6.2] Units from the pool and the dead pile."""
    nation = NATION_OF[number]
    if not at_war(state, nation):
        return Refusal("24.4", "the unit's nation is not in the match without its optional rule")
    if nation == CZ:
        return Refusal("30.8", "the Czech Legion comes by itself when the Kaiser moves east")
    if NATIONS[nation].group in ("bolshevik", "anarchist"):
        return Refusal("30.12", "revolutionary units come by the die, not for points")
    if state.demobilized >> number & 1:
        return Refusal("6.9", "not on the turn it was demobilized")
    if state.piles[OUT] >> number & 1:
        return Refusal("6.8", "headquarters that are lost never return")
    if state.piles[TRACK] >> number & 1:
        return Refusal("6.3", "the unit is mobilized already and on its way")
    if not (state.piles[POOL] | state.piles[DEAD]) >> number & 1:
        return Refusal("6.2", "the unit is in play already")
    if side == CENTRAL and state.turn == 1:
        return Refusal("26.5", "the Central Powers mobilize nothing on the first turn")
    if not state.is_active(number):
        return Refusal("30.3b", "nationalists are raised when they are in the war")
    late = nation == JA or row_of(number).get("year") == 1919
    if late and not state.is_1919:
        return Refusal("6.3", "the unit is not mobilized before 1919")
    back = state.annihilated.get(number, 0)
    if back > state.turn:
        return Refusal("35.1", f"the unit was annihilated and is at hand again on turn {back}")
    if for_sale(state, side) & TWINS[number]:
        return Refusal("3.2", "another counter just like it is offered")
    if not state.can_spend(side, cost(number)):
        return Refusal("5.5", f"it costs {cost(number)}, and nobody spends his last point")
    if not set_free(state, nation):
        return Refusal("6.11", "no friend has set a city of its country free")
    if row_of(number)["delay"] == 0:
        return Refusal("6.10", "no city is open to it this phase")
    return Refusal("6.11", "its country has no place for it to appear")


def why_not_box(unit: int, number: int) -> Refusal:
    """[6.4] Why a unit may not be placed in a box."""
    if NATIONS[NATION_OF[unit]].code not in BOX_NATIONS[number]:
        return Refusal("6.4", "the box is for the units of another nation")
    names = row_of(unit).get("boxes", ())
    if not names and NATION_OF[unit] != JA:
        return Refusal("43.2", "units of this kind are not raised in boxes")
    return Refusal("6.4", "the box takes no more units in this phase")


def why_not_place(state: State, unit: int, number: int) -> Refusal:
    """[6.4] [6.5] Why a unit may not appear in a hex."""
    if number < 0 or not LAND >> number & 1:
        return Refusal("6.5", "units appear on land in play")
    side = state.side_of(unit)
    if state.held[1 - side] >> number & 1:
        return Refusal("6.5", "an enemy is there")
    if state.mobilized_at >> number & 1:
        return Refusal("6.4", "a unit has been placed there in this phase")
    if home_hexes(state, unit) >> number & 1:
        found = why_not_stay(state, unit, number)
        assert found is not None
        return found
    return _why_not_home(state, unit, number)


def _why_not_home(state: State, unit: int, number: int) -> Refusal:
    """Why a hex is none of a unit's mobilization hexes."""
    nation, side = NATION_OF[unit], state.side_of(unit)
    group, classes = NATIONS[nation].group, row_of(unit).get("cities", "")
    if unit == LAWRENCE:
        return Refusal("6.6", "the Arabs appear in the Ottoman desert")
    if unit == WASSMUSS:
        return Refusal("6.6", "Wassmuss appears in Persia")
    if group in ("bolshevik", "anarchist"):
        return Refusal("30.12", "revolutionary units appear in Russia and in cities of their own")
    if group == "nationalist":
        return Refusal("30.6", "nationalists appear in friendly cities of their country")
    if not classes:
        return Refusal("43.2", "the unit appears in a box")
    if classes == "C":
        return _why_not_garrison(state, unit, number)
    if not HOME[nation] >> number & 1:
        return Refusal("6.4", "the hex is not in the unit's country")
    if classes == "N" and not NAVAL_BASES >> number & 1:
        return Refusal("43.2", "ships appear at a naval base")
    if not controlled(state, side) >> number & 1:
        return Refusal("6.11", "the hex is not under your control")
    if classes == "N":
        return Refusal("19.7", "no ship of the nation sails from that base")
    wanted = 0
    for letter in classes:
        wanted |= OF_CLASS[CLASS_OF[letter]]
    if not wanted >> number & 1:
        return Refusal("43.2", "units of this kind do not appear in such a place")
    return Refusal("6.11", "the country has not been set free")


def _why_not_garrison(state: State, unit: int, number: int) -> Refusal:
    """[6.10] [7.5] Garrisons and forts."""
    side, nation = state.side_of(unit), NATION_OF[unit]
    if not CITIES >> number & 1:
        return Refusal("6.10", "it appears in a city")
    if not controlled(state, side) >> number & 1:
        return Refusal("6.10", "the city is not controlled by your side")
    if not supplied_cities(state, side) >> number & 1:
        return Refusal("R67", "the city is not in general supply")
    if side == ALLIED and RUSSIA >> number & 1 and NATIONS[nation].group == "garrison":
        return Refusal("30.16", "no Allied garrison is placed in Russia")
    return Refusal("6.4", "the city is not in the fort's country")
