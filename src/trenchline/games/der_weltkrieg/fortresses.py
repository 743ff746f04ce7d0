"""Section 21: fortresses. Abandoning them, sieges, and open cities."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.der_weltkrieg.components import SIDES, TABLES, Date, Units, enemy_of
from trenchline.games.der_weltkrieg.losses import lose_points, lose_unit
from trenchline.games.der_weltkrieg.regrouping import spare
from trenchline.games.der_weltkrieg.state import ELIMINATED, State
from trenchline.games.der_weltkrieg.surrounded import in_communication, is_cut_off, pocket_around
from trenchline.games.der_weltkrieg.terrain_choice import (
    counts_as_town,
    ground_of_side,
    sides_in_question,
)
from trenchline.games.der_weltkrieg.whose import why_not_yours
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import ONE, Choices, Decision, Refusal, Roll

REDUCIBLE_FROM = Date(1914, 11, 1)
"""[21-9] From this turn on forts may be reduced for replacements."""
POINTS_TO_A_REPLACEMENT = 3
"""[21-9] So many points of a fort give one of replacements."""
OPEN_CITIES = (Date(1914, 8, 1), Date(1914, 9, 7))
"""[21-12] The turns in which cities declare themselves open."""
OPEN_CITY: int = TABLES["forts"]["open_city"]
OPEN_CITY_ODDS: int = TABLES["forts"]["open_city_odds"]
RUSSIAN_LOSS: int = TABLES["forts"]["russian_loss"]


def forts(state: State, side: int) -> Units:
    """The forts of a side on the map."""
    theatre = state.theatre
    return state.in_play & theatre.of_kind["fortress"] & theatre.of_side[side]


def is_invested(state: State, fort: int) -> bool:
    """[21-10] [R43] Whether a fort itself is surrounded."""
    return is_cut_off(state, state.where[fort], state.theatre.counters[fort].side)


# Giving them up.


def abandonable(state: State, side: int) -> Units:
    """[21-8] The forts that their side may abandon: those that are not surrounded."""
    found = forts(state, side)
    if not found:
        return 0
    open_ = in_communication(state, side)
    return bit_set(fort for fort in members(found) if open_ >> state.where[fort] & 1)


def why_not_given_up(state: State, unit: int) -> Refusal | None:
    """[21-8] Why a unit on the map is no fort that can be given up; None if it is one."""
    if not state.theatre.of_kind["fortress"] >> unit & 1:
        return Refusal("21-8", "only forts are given up")
    if is_invested(state, unit):
        return Refusal("21-8", "a surrounded fort is not given up")
    return None


def abandon(state: State, fort: int) -> None:
    """[21-8] [26-3] A fort is given up by its owner, which costs no morale."""
    state.detail("{:unit} is abandoned [21-8]", fort)
    state.lift(fort, ELIMINATED)


@dataclass(frozen=True, slots=True)
class HoldFort(Decision[State]):
    """[21-4] The defender may give the fort up at once, so that others fight in the streets."""

    def who(self, state: State) -> int:
        return state.battle.defender

    def prompt(self, state: State) -> str:
        return state.say(
            "{}: abandon the fort of {:hex} to fight in the town? [21-4]",
            SIDES[self.who(state)],
            state.battle.target,
        )

    def _in_the_way(self, state: State) -> Units:
        """Forts that keep units beside them from using urban ground."""
        battle, theatre = state.battle, state.theatre
        found = 0
        for hex_ in battle.targets:
            here = state.units(hex_, battle.defender)
            here_forts = here & theatre.of_kind["fortress"]
            if not here_forts or not here & (theatre.infantry | theatre.cavalry):
                continue
            sides = sides_in_question(theatre, battle, hex_)
            urban = any(ground_of_side(theatre, hex_, d) == "urban" for d in sides)
            if urban and counts_as_town(state, battle, hex_):
                found |= here_forts
        return found & abandonable(state, battle.defender) if found else 0

    def choices(self, state: State) -> Choices:
        given_up = self._in_the_way(state)
        return {"abandon": given_up, "stand": ONE} if given_up else {"stand": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "abandon":
            abandon(state, number)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "abandon":
            return Refusal("21-4", "say first whether the fort is abandoned")
        foreign = why_not_yours(state, number, state.battle.defender, "21-4")
        if foreign is not None:
            return foreign
        return why_not_given_up(state, number) or Refusal(
            "21-4", "that fort keeps nobody from fighting in the streets"
        )


def reducible(state: State, side: int) -> Units:
    """[21-9] The forts that may be reduced for replacements: not Russian ones, and where there is a
    replacement counter to hold the points."""
    if state.date < REDUCIBLE_FROM:
        return 0
    theatre = state.theatre
    return bit_set(
        fort
        for fort in members(abandonable(state, side) & ~theatre.of_nation["RU"])
        if state.strength[fort] >= POINTS_TO_A_REPLACEMENT and _replacement(state, fort) is not None
    )


def why_not_reduced(state: State, unit: int) -> Refusal:
    """[21-9] Why a unit on the map gives no replacements as forts do."""
    given_up = why_not_given_up(state, unit)
    if given_up is not None:
        return given_up
    if state.date < REDUCIBLE_FROM:
        return Refusal("21-9", "forts are reduced for replacements from November 1914 on")
    if state.theatre.of_nation["RU"] >> unit & 1:
        return Refusal("21-9", "Russian forts give no replacements")
    if state.strength[unit] < POINTS_TO_A_REPLACEMENT:
        return Refusal("21-9", f"a fort gives {POINTS_TO_A_REPLACEMENT} points for a replacement")
    return Refusal("21-9", "no replacement counter of its nation has room")


def _replacement(state: State, fort: int) -> int | None:
    """A replacement counter of the fort's nation with room for a point: in its hex, or spare."""
    theatre = state.theatre
    units = theatre.of_kind["replacement"] & theatre.of_nation[theatre.counters[fort].nation]
    hex_ = state.where[fort]
    for unit in members(units):
        if state.where[unit] == hex_ and state.strength[unit] < theatre.counters[unit].front:
            return unit
    return next(iter(members(spare(state, units))), None)


def reduce(state: State, fort: int) -> None:
    """[21-9] Three points of a fort become one of replacements in its hex."""
    unit = _replacement(state, fort)
    assert unit is not None
    hex_ = state.where[fort]
    if state.where[unit] != hex_:
        state.strength[unit] = 0
        state.put(unit, hex_)
    state.gain(unit, 1)
    told = "{:unit} gives {} points for one of {:unit} [21-9]"
    state.detail(told, fort, POINTS_TO_A_REPLACEMENT, unit)
    if state.strength[fort] > POINTS_TO_A_REPLACEMENT:
        state.lose(fort, POINTS_TO_A_REPLACEMENT)
    else:
        abandon(state, fort)


# Sieges.


def endurance(strength: int) -> int:
    """[21-10] How many surrounded turns a fort of some strength endures."""
    for row in TABLES["siege"]:
        if strength <= row.get("most_strength", strength):
            return int(row["turns"])
    raise AssertionError("the last row holds for every strength")


def turns_prone(state: State, fort: int, later: int = 0) -> int:
    """[21-10] [R45] For how many turns a fort has been prone to surrender, or will have been."""
    return max(0, state.siege.get(fort, 0) + later - endurance(state.strength[fort]))


def surrender_roll(state: State, fort: int, later: int = 0) -> int:
    """[21-11] The most that two dice may show for a fort to surrender, now or some turns later;
    nought while it is not prone to."""
    prone = turns_prone(state, fort, later)
    return prone + 1 if prone else 0


def count_sieges(state: State, side: int) -> None:
    """[21-10] [21-11] [R45] As the besieger's combat phase begins, another turn of every siege that
    lasted since the end of the one before is counted, and who is prone to surrender rolls two
    dice."""
    raise_sieges(state)
    for fort in reversed(list(members(forts(state, enemy_of(side))))):
        if fort in state.siege:
            state.siege[fort] += 1
            if turns_prone(state, fort):
                state.stack.append(SurrenderRoll(fort))


def lay_sieges(state: State, side: int) -> None:
    """[21-10] [R45] As the besieger's combat phase ends, the first turn of new sieges begins."""
    raise_sieges(state)
    for fort in members(forts(state, enemy_of(side))):
        if is_invested(state, fort) and fort not in state.siege:
            state.siege[fort] = 0
            state.detail("{:unit} is besieged since this turn [21-10]", fort)


def raise_sieges(state: State) -> None:
    """[21-10] A fort that is no longer surrounded has the whole time before it again."""
    for fort in [fort for fort in state.siege if not is_invested(state, fort)]:
        del state.siege[fort]
        state.detail("{:unit} is relieved [21-10]", fort)


@dataclass(frozen=True, slots=True)
class SurrenderRoll(Roll[State]):
    """[21-11] Does a fort that is prone to surrender do so? Two dice, one after the other."""

    fort: int
    first: int = 0

    def purpose(self, state: State) -> str:
        return f"surrender of {state.theatre.counters[self.fort].key}"

    def rolled(self, state: State, value: int) -> None:
        if not self.first:
            state.stack.append(SurrenderRoll(self.fort, value))
            return
        most = surrender_roll(state, self.fort)
        holds = self.first + value > most
        told = "{:die}: on {} or less with two dice {:unit} surrenders"
        state.detail(told, self.first, most, self.fort)
        answer = "holds out" if holds else "surrenders"
        state.detail("{:die}: {:unit} {} [21-11]", value, self.fort, answer)
        if not holds:
            _capitulate(state, self.fort)


def _capitulate(state: State, fort: int) -> None:
    """[21-11] The fort and everybody with it surrender."""
    side = state.theatre.counters[fort].side
    for unit in members(state.units(state.where[fort], side)):
        lose_unit(state, unit, surrendered=True)


def neglect(state: State) -> None:
    """[41-4] At the end of each turn a surrounded Russian fort loses six points."""
    theatre = state.theatre
    for fort in members(state.in_play & theatre.of_kind["fortress"] & theatre.of_nation["RU"]):
        if is_invested(state, fort):
            lose_points(state, fort, min(RUSSIAN_LOSS, state.strength[fort]))


# Open cities.


def declare_open_cities(state: State) -> Units:
    """[21-12] [R47] In August and September 1914 a weak fort in a city centre is given up at once
    when force is overwhelming: it vanishes without loss of morale, and everybody has to leave. The
    units that have to."""
    if not OPEN_CITIES[0] <= state.date <= OPEN_CITIES[1]:
        return 0
    theatre = state.theatre
    leaving = 0
    posts = theatre.cities & (state.holders[0] | state.holders[1])
    for hex_ in members(posts):
        for fort in members(state.stacks[hex_] & theatre.of_kind["fortress"]):
            side = theatre.counters[fort].side
            if state.strength[fort] <= OPEN_CITY and is_overwhelmed(state, hex_, side):
                state.detail("{:hex} is an open city [21-12]", hex_)
                abandon(state, fort)
                leaving |= _who_can_leave(state, hex_, side)
    return leaving


def is_overwhelmed(state: State, hex_: Hex, side: int) -> bool:
    """[21-12] Whether a city is cut off from its capital, or faces more than three times its
    strength without the fort, or siege artillery."""
    theatre = state.theatre
    near = theatre.beside[hex_] & state.guns[enemy_of(side)]
    if is_cut_off_from_capital(state, hex_, side):
        return True
    enemies = 0
    for one in members(near):
        enemies |= state.units(one, enemy_of(side)) & theatre.combat_units
    if enemies & theatre.of_kind["siege"]:
        return True
    inside = state.units(hex_, side) & theatre.combat_units
    against, within = (
        sum(state.strength[unit] for unit in members(units)) for units in (enemies, inside)
    )
    return against > OPEN_CITY_ODDS * within


def is_cut_off_from_capital(state: State, hex_: Hex, side: int) -> bool:
    """[21-12] [R47] Whether no line of communication leads to the capital of the country, or to a
    friendly map edge where the capital is not on the map."""
    country = state.theatre.board.facts[hex_].get("country", "")
    capital = state.theatre.listed("capitals", country)
    if not capital:
        return is_cut_off(state, hex_, side)
    hexes = pocket_around(state, hex_, side)
    return not any(hexes >> there & 1 for there in capital)


def _who_can_leave(state: State, hex_: Hex, side: int) -> Units:
    theatre = state.theatre
    units = state.units(hex_, side)
    for unit in members(units & (theatre.artillery | theatre.of_kind["supply"])):
        # [29-13] [18-11] They never get away.
        lose_unit(state, unit)
    for unit in members(state.units(hex_, side)):
        if unit in state.stock:
            # [18-16] A headquarters made to retreat loses its supply points.
            state.lose_stock(unit)
    return state.units(hex_, side) & ~theatre.of_kind["fortress"]
