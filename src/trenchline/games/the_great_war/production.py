"""Rule 16B [16B]: what nations produce, and units that are replaced and rebuilt with it [16B3]."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from trenchline.games.the_great_war.components import CODES, NATIONS, SIDES, Units
from trenchline.games.the_great_war.disbanding import (
    disband,
    disband_bars,
    redeem,
    scrap,
    scrap_bars,
)
from trenchline.games.the_great_war.fortress_guns import bars as gun_bars
from trenchline.games.the_great_war.fortress_guns import mobilise
from trenchline.games.the_great_war.goods import receive
from trenchline.games.the_great_war.ground import FIELDWORKS, NOTHING, works_in
from trenchline.games.the_great_war.intelligence import tell_of
from trenchline.games.the_great_war.ownership import settle
from trenchline.games.the_great_war.replacements import (
    HALVES,
    LEFT_OVER,
    MENDABLE,
    can_pay,
    cost_to_rebuild,
    cost_to_replace,
    count_replaced,
    pay,
    receive_special,
    within_limits,
)
from trenchline.games.the_great_war.state import ELIMINATED, ELIMINATED_ISOLATED, State
from trenchline.games.the_great_war.theatre import Theatre
from trenchline.games.the_great_war.units import Faces
from trenchline.games.the_great_war.zones import zoc
from trenchline.kernel.bars import Bar, first_bar, left_open
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hexes
from trenchline.kernel.steps import ONE, Choices, Duty, OwnDecision, Phase, Refusal


def sites(state: State, side: int) -> Hexes:
    """[16B1a] [16B3c] [R128] Cities that a side owns and that are not isolated, and the edges of
    the map behind which home lies."""
    theatre = state.theatre
    owned = state.owned[side] & ~state.isolated_hexes[side] & ~state.besieged[side]
    return (theatre.cities | theatre.edges[side]) & owned


@dataclass(frozen=True, slots=True)
class Produce(Duty[State]):
    """[16B1] [16B1a] [16B1a.2] A side's production of the cycle comes in, and what comes back of
    losses [16B4]."""

    side: int

    def run(self, state: State) -> None:
        receive_special(state)
        redeem(state)
        if state.date.half == 1:
            # [16B3f] Limits are by month.
            state.replaced = {
                key: amount
                for key, amount in state.replaced.items()
                if NATIONS[key[0]].side != self.side
            }
        rows = state.theatre.scenario.get("production", {}).get(str(state.date), {})
        points = 0
        for code, (men, gear, resources) in rows.items():
            if NATIONS[code].side != self.side:
                continue
            state.manpower[CODES.index(code)] += int(men * HALVES)
            state.gear[self.side] += int(gear * HALVES)
            points += resources
        if points and sites(state, self.side):
            state.stack.append(PlacePoints(self.side, points))


@dataclass(frozen=True, slots=True)
class PlacePoints(OwnDecision[State]):
    """[16B1a] Where do the resource points that have been produced lie?"""

    points: int

    def prompt(self, state: State) -> str:
        return f"{SIDES[self.side]}: place {self.points} resource points at your cities [16B1a]"

    def choices(self, state: State) -> Choices:
        return {"place": sites(state, self.side)}

    def take(self, state: State, verb: str, number: int) -> None:
        receive(state, number, 1)
        if self.points > 1:
            state.stack.append(PlacePoints(self.side, self.points - 1))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "place":
            return Refusal("16B1a", "place the resource points that have been produced")
        return Refusal("16B1a", "that is no city of the side in supply, nor an edge it comes from")


# Who can be replaced and rebuilt.


def rebuild_bars(state: State, side: int) -> list[Bar]:
    """[16B3d] [16B3f] What keeps cadres and remnants from being rebuilt."""
    theatre = state.theatre
    cadres = [
        unit
        for unit in members(state.on_map(side) & state.reduced)
        if theatre.counters[unit].back_is in MENDABLE
    ]
    # [16B3e] In its own phase a side augments units that show the weaker of two strengths.
    if state.phasing == side:
        cadres += members(state.on_map(side) & weaker(state))
    enemy = zoc(state, 1 - side)
    calm = [
        unit
        for unit in cadres
        if not enemy >> state.where[unit] & 1
        or works_in(state, state.where[unit]) not in (NOTHING, FIELDWORKS)
    ]
    costs = {unit: cost_to_rebuild(state, unit) for unit in cadres}
    paid = [unit for unit, cost in costs.items() if cost and can_pay(state, unit, cost)]
    few = [unit for unit in cadres if within_limits(state, unit, _growth(state, unit))]
    return [
        Bar("16B3d", "it is no weakened unit of the side on the map", bit_set(cadres)),
        Bar("16B3d", "it is not in regular general supply", ~bit_set(state.hunger)),
        Bar("16B3d", "it is in an enemy zone of control, without works to shelter", bit_set(calm)),
        Bar("16B3f", "its nation has replaced as many of its kind as it may", bit_set(few)),
        Bar("16B3b", "the manpower and equipment for it are not there", bit_set(paid)),
    ]


def weaker(state: State) -> Units:
    """[16B3e] Units that show the weaker of two strengths, neither a cadre nor a remnant, of one
    movement rating: they can be augmented."""
    return _weaker(state.theatre).showing(state.reduced)


@lru_cache(maxsize=16)
def _weaker(theatre: Theatre) -> Faces:
    front = behind = 0
    for unit, counter in enumerate(theatre.counters):
        back = counter.back
        if counter.back_is != "other" or back is None or back.movement != counter.front.movement:
            continue
        if counter.front.attack + counter.front.defence > back.attack + back.defence:
            behind |= 1 << unit
        else:
            front |= 1 << unit
    return Faces(front, behind)


def _growth(state: State, unit: int) -> int:
    """By how many quarters of an RE a unit grows when it is rebuilt or augmented."""
    shows = state.reduced >> unit & 1
    return state.kind.re[1 - shows][unit] - state.kind.re[shows][unit]


def pool(state: State, side: int) -> Units:
    """[16B2] The eliminated units of a side."""
    return bit_set(
        unit
        for unit in members(state.theatre.of_side[side] & ~state.on_map(side))
        if state.where[unit] in (ELIMINATED, ELIMINATED_ISOLATED)
    )


def replace_bars(state: State, side: int) -> list[Bar]:
    """[16B3c] [16B3f] What keeps eliminated units from being replaced."""
    lost = list(members(pool(state, side)))
    costs = {unit: cost_to_replace(state, unit) for unit in lost}
    able = [unit for unit, cost in costs.items() if cost]
    paid = [unit for unit, cost in costs.items() if cost and can_pay(state, unit, cost)]
    few = [unit for unit in lost if within_limits(state, unit, state.kind.re[1][unit])]
    return [
        Bar("16B2", "it is not in the replacement pool of the side", bit_set(lost)),
        Bar("16C2", "it has been scrapped", ~state.scrapped),
        Bar("16B3a", "units of its kind are not replaced", bit_set(able)),
        Bar("16B3c", "no city is there where it could appear", -1 if sites(state, side) else 0),
        Bar("16B3f", "its nation has replaced as many of its kind as it may", bit_set(few)),
        Bar("16B3b", "the manpower and equipment for it are not there", bit_set(paid)),
    ]


@dataclass(frozen=True, slots=True)
class BeginReplacing(Duty[State]):
    """[16B3c] [16B3d] A side is asked for replacements where it can do anything with them."""

    side: int

    def run(self, state: State) -> None:
        if Replacing(self.side).can_act(state):
            state.stack.append(Replacing(self.side))


@dataclass(frozen=True, slots=True)
class Replacing(Phase[State]):
    """[16B3c] [16B3d] Replace eliminated units in your own initial phase, rebuild cadres in any."""

    def prompt(self, state: State) -> str:
        gear = state.gear[self.side] / HALVES
        men = ", ".join(
            f"{code} {state.manpower[number] / HALVES:g}"
            for number, code in enumerate(CODES)
            if NATIONS[code].side == self.side and state.manpower[number]
        )
        told = f"manpower {men or 'none'}, equipment {gear:g}"
        able = self.acts(state)
        if not any(able.get(verb) for verb in ("rebuild", "replace", "mobilise")):
            # Nobody should give units up because he thinks that he is asked to move them.
            return (
                f"{SIDES[self.side]}: nothing to replace ({told}); go on, or disband units [16C1]"
            )
        return f"{SIDES[self.side]}: replace and rebuild units ({told}) [16B3]"

    def acts(self, state: State) -> Choices:
        """What can be done with the points that are there."""
        found = {"rebuild": left_open(rebuild_bars(state, self.side), state.on_map(self.side))}
        if state.phasing == self.side:
            every = state.theatre.of_side[self.side]
            found["replace"] = left_open(replace_bars(state, self.side), every)
            found["disband"] = left_open(disband_bars(state, self.side), every)
            found["scrap"] = left_open(scrap_bars(state, self.side), every)
            found["mobilise"] = left_open(gun_bars(state, self.side), every)
        return found

    def act(self, state: State, verb: str, number: int) -> None:
        if verb == "rebuild":
            rebuild(state, number)
        elif verb == "disband":
            disband(state, number)
        elif verb == "scrap":
            scrap(state, number)
        elif verb == "mobilise":
            mobilise(state, number)
        else:
            state.stack.append(PlaceReplaced(self.side, number))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        bars = {
            "rebuild": rebuild_bars,
            "replace": replace_bars,
            "disband": disband_bars,
            "scrap": scrap_bars,
            "mobilise": gun_bars,
        }
        if verb not in bars:
            return Refusal("16B3", "replace and rebuild units, then go on")
        if verb == "replace" and state.phasing != self.side:
            return Refusal("16B3c", "units are replaced in one's own initial phase")
        if verb != "rebuild" and state.phasing != self.side:
            return Refusal("16C", "that is done in one's own initial phase")
        refusal = first_bar(bars[verb](state, self.side), number)
        assert refusal is not None
        return refusal


def rebuild(state: State, unit: int) -> None:
    """[16B3d] A cadre or remnant is at full strength again."""
    cost = cost_to_rebuild(state, unit)
    assert cost is not None
    pay(state, unit, cost)
    grown = _growth(state, unit)
    count_replaced(state, unit, grown)
    counter = state.theatre.counters[unit]
    state.reduced ^= 1 << unit
    state.fielded[CODES.index(counter.nation)] += grown
    state.look_at_unit(unit)
    settle(state)
    # [14N2] Where it is, if it is hidden, nobody hears.
    state.note("{:unit} is rebuilt [16B3d]", unit)


@dataclass(frozen=True, slots=True)
class PlaceReplaced(OwnDecision[State]):
    """[16B3c] At which city does the unit appear?"""

    unit: int

    def prompt(self, state: State) -> str:
        return state.say(
            "{}: {:unit} is replaced at which city? [16B3c]", SIDES[self.side], self.unit
        )

    def choices(self, state: State) -> Choices:
        return {"place": sites(state, self.side), "cancel": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "cancel":
            return
        unit = self.unit
        counter = state.theatre.counters[unit]
        cost = cost_to_replace(state, unit)
        assert cost is not None
        pay(state, unit, cost)
        if counter.back_is in (*LEFT_OVER, "mobile"):
            # [16C7] Guns without movement come back by their mobile side.
            state.reduced |= 1 << unit
        count_replaced(state, unit, state.re(unit))
        state.fielded[CODES.index(counter.nation)] += state.re(unit)
        state.put(unit, number)
        settle(state)
        tell_of(state, (unit,), "{} is replaced in {:hex} [16B3c]", number)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "place":
            return Refusal("16B3c", "name the city at which the unit appears")
        return Refusal("16B3c", "it appears at a city in supply, if not at the edge it comes from")
