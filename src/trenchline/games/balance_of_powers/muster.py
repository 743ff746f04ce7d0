"""Chapter 6.21: where new counters come to the map, and the muster of each month."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from trenchline.games.balance_of_powers.arrivals import comes_later, reinforcements
from trenchline.games.balance_of_powers.asking import asked
from trenchline.games.balance_of_powers.command import dismiss_lone_leaders
from trenchline.games.balance_of_powers.components import (
    AF_CORPS,
    AF_THEATRE,
    ALL_AIR,
    ALL_CORPS,
    ALL_LEADERS,
    BR,
    CAPITALS,
    CENTRES,
    COLONIES,
    FOLDER,
    FR,
    GRID,
    HOME,
    LAND,
    LAND_BOXES,
    LAND_OF,
    NATION,
    NATIONS,
    NAVAL,
    OF_KIND,
    OF_NATION,
    PORT_BOXES,
    PORTS,
    PT,
    UNIT,
    UNITS,
    US,
    Units,
)
from trenchline.games.balance_of_powers.control import occupy
from trenchline.games.balance_of_powers.stacking import fits
from trenchline.games.balance_of_powers.state import AWAITED, CALENDAR, GONE, MINES, POOL, State
from trenchline.games.balance_of_powers.supply import supplied
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.data import read_csv
from trenchline.kernel.hexes import Hexes
from trenchline.kernel.steps import Choices, Decision, Duty, OwnDecision, Refusal, UnitDecision


def _ground(word: str) -> Hexes:
    """The population centres of a land, or a single location.

    >>> _ground("SAF").bit_count() > 1, _ground("India").bit_count()
    (True, 1)
    """
    if word in COLONIES or word in NATION:
        return CENTRES & bit_set(h for h, land in LAND_OF.items() if land == word)
    return 1 << GRID.hex(word)


def _theatre(unit: int) -> Hexes:
    """[1.24] Corps for Africa muster there or in a box, though their land may reach farther."""
    return AF_THEATRE if AF_CORPS >> unit & 1 else -1


SPECIAL: dict[int, Hexes] = {
    (unit := UNIT[row.one_of("unit", tuple(UNIT))]): bit_set(
        h for word in row["grounds"].split() for h in members(_ground(word))
    )
    & _theatre(unit)
    for row in read_csv(FOLDER / "muster.csv", ("unit", "grounds", "source", "note"))
}
"""[6.214] [6.215] [6.216] [6.217] Those who muster in places of their own."""


@lru_cache(maxsize=256)
def _told(unit: int, words: str) -> Hexes:
    """Where a scenario lets a counter muster: ``ports``, ``ports FR``, a land or a location."""
    kind, _, code = words.partition(" ")
    if kind == "ports":
        # [12.8/muster.2] In any port, or in those of a country.
        return PORTS & HOME[NATION[code]] if code else PORTS
    if kind not in NATION:
        # [12.9/omit-ottoman.1] The Anzacs in Malta.
        return 1 << GRID.hex(kind)
    return HOME[NATION[kind]] & (CENTRES | PORT_BOXES)


def grounds(state: State, unit: int, *, setting_up: bool = False) -> Hexes:
    """[6.212] Where a counter may come to the map; without regard to supply when its nation sets
    up [6.1], and for corps of Africa always [6.215] [12.8/muster.1]."""
    told, side = UNITS[unit], state.side_of(unit)
    nation = told.nation
    in_play = state.scenario.hexes & ~state.enemy_land(side)
    if ALL_LEADERS >> unit & 1:
        # [6.213] Leaders join corps of their own power, aces its aircraft [1.323].
        command = ALL_AIR if told.kind == "ace" else ALL_CORPS
        if told.kind == "navy leader":
            command = OF_KIND["ship"] | OF_KIND["submarine"]
        own = bit_set(
            state.where[other]
            for other in members(OF_NATION[nation] & command & ~state.aboard)
            if state.where[other] >= 0
        )
        # [6.213] Nobody comes to ships at sea.
        own &= LAND | LAND_BOXES | bit_set(state.landings)
        return bit_set(h for h in members(own) if fits(state, h, 1 << unit, side))
    if "rebel" in told.traits:
        # [6.216] [6.216.1] Rebels rise behind the enemy's lines.
        found = SPECIAL[unit] & state.held[1 - side] & in_play
        return bit_set(h for h in members(found) if fits(state, h, 1 << unit, side))
    by_scenario = state.scenario.settings.get("muster", {}).get(told.key)
    if by_scenario is not None:
        found = _told(unit, by_scenario)
    elif unit in SPECIAL:
        found = SPECIAL[unit]
    else:
        found = HOME[nation] & (CENTRES | PORT_BOXES)
        if nation in state.hosts:
            # [2.93] [6.212.1] A shadow government musters with its host.
            host = state.hosts[nation]
            found |= CAPITALS[host] | HOME[host] & (PORTS | PORT_BOXES)
        if nation == PT or (nation == US and told.kind in ("fighter", "bomber", "tank")):
            # [6.214.1] They come to France or Britain, if that is not conquered.
            for host in (FR, BR):
                if state.sides[host] == side and not state.conquered >> host & 1:
                    found |= HOME[host] & CENTRES
    # Scenarios add places for whole nations [12.4] [12.5] [12.7].
    further = state.scenario.musters.get(nation, 0)
    if told.kind == "flotilla" and unit in SPECIAL:
        # [6.217] [R175] A flotilla stays with its river.
        further = 0
    found |= further
    if told.kind in NAVAL:
        found &= PORTS | PORT_BOXES
    # [1.24.1] [12.8/ottoman]
    found &= state.scenario.leash(1 << unit)
    permissive = PORT_BOXES & ~state.held[1 - side] if unit in SPECIAL else 0
    found &= (state.held[side] | permissive) & in_play
    if not setting_up and unit not in SPECIAL and by_scenario is None:
        found &= supplied(state, nation) | further
    return bit_set(h for h in members(found) if fits(state, h, 1 << unit, side))


@dataclass(frozen=True, slots=True)
class Place(UnitDecision[State]):
    """[6.211] A new counter comes to the map."""

    setting_up: bool = False

    def prompt(self, state: State) -> str:
        """Who comes."""
        case = "6.1" if self.setting_up else "6.21"
        return state.say("Place {:unit} [{}]", self.unit, case)

    def choices(self, state: State) -> Choices:
        """Where it may stand; back to the pool if nowhere."""
        found = grounds(state, self.unit, setting_up=self.setting_up)
        return {"place": found} if found else {"to_pool": 1}

    def take(self, state: State, verb: str, number: int) -> None:
        """It stands there, corps in manoeuvre mode."""
        unit = self.unit
        if verb == "to_pool":
            # [6.211.1] Whoever cannot muster goes back.
            state.due.pop(unit, None)
            state.where[unit] = POOL
            state.detail("{:unit} cannot muster and returns to the force pool", unit)
            return
        state.put(unit, number)
        state.detail("{:unit} musters in {:hex}", unit, number)
        if "rebel" in UNITS[unit].traits and occupy(state, number, 1 << unit):
            # [6.216] [2.53] [R304] Whoever rises behind the lines has the place.
            state.detail("{:hex} is taken", number)

    @asked("6.211", "place", "to_pool")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Why not there."""
        unit = self.unit
        told, side = UNITS[unit], state.side_of(unit)
        if verb != "place":
            return Refusal("6.211", "there is room for it on the map")
        if ALL_LEADERS >> unit & 1:
            return Refusal("6.213", "a leader comes where his power has corps and no leader")
        if "rebel" in told.traits:
            return Refusal("6.216", "rebels rise in enemy country without enemy troops")
        if unit in SPECIAL and not SPECIAL[unit] >> number & 1:
            return Refusal("6.215" if told.kind == "africa" else "6.214", "it musters elsewhere")
        if not state.held[side] >> number & 1:
            return Refusal("6.212", "the place is not in friendly hands")
        if not fits(state, number, 1 << unit, side):
            return Refusal("2.62", "the place is full")
        return Refusal("6.212", "it musters in supplied population centres of its home country")


@dataclass(frozen=True, slots=True)
class PlaceWorks(OwnDecision[State]):
    """[6.219] The infrastructure paid for last month is laid out."""

    nation: int

    def prompt(self, state: State) -> str:
        """Who has paid."""
        return f"Place the infrastructure of {NATIONS[self.nation].name} [6.219]"

    def choices(self, state: State) -> Choices:
        """Supplied land of the side without infrastructure."""
        # [6.219.1] Never two in a place.
        found = self._sites(state) & ~state.infrastructure
        return {"works": found} if found else {"none": 1}

    def _sites(self, state: State) -> Hexes:
        land = (LAND | LAND_BOXES | bit_set(state.landings)) & state.scenario.hexes
        own = state.held[self.side] | state.corps[self.side]
        return land & own & supplied(state, self.nation)

    def take(self, state: State, verb: str, number: int) -> None:
        """Lay it out."""
        if verb == "works":
            state.infrastructure |= 1 << number
            state.detail("infrastructure is built in {:hex}", number)

    @asked("6.219", "works", "none")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Why not there."""
        if state.infrastructure >> max(0, number) & 1:
            return Refusal("6.219.1", "a location has one infrastructure at most")
        if verb == "none":
            return Refusal("6.219", "there is a place for it")
        return Refusal("6.219", "it needs friendly land with a path of supply to who paid")


@dataclass(frozen=True, slots=True)
class Muster(Duty[State]):
    """[6.211] A side's new counters of the month come."""

    side: int

    def run(self, state: State) -> None:
        """Place one after the other, leaders last."""
        state.phase = "construction"
        state.phasing = self.side
        payer = state.works_due[self.side]
        state.works_due[self.side] = -1
        due = [
            unit
            for unit, month in state.due.items()
            if month == state.month
            and state.where[unit] == CALENDAR
            and state.side_of(unit) == self.side
        ]
        due += [u for u in reinforcements(state, False) if state.side_of(u) == self.side]
        steps: list[Decision[State]] = placing(state, due)
        if payer >= 0:
            steps.insert(0, PlaceWorks(self.side, payer))
        state.stack += steps


def placing(state: State, units: list[int], *, setting_up: bool = False) -> list[Decision[State]]:
    """The steps that bring counters to the map, the last one first: leaders come when all corps
    stand. Mines go to their pool [6.218]."""
    laid = [unit for unit in units if UNITS[unit].kind == "mine"]
    for unit in laid:
        state.due.pop(unit, None)
        state.where[unit] = MINES
    rest = sorted(set(units) - set(laid), key=lambda unit: (ALL_LEADERS >> unit & 1, unit))
    return [Place(unit, setting_up) for unit in reversed(rest)]


def withdraw(state: State, heading: str) -> None:
    """Units that a scenario takes out of the game in a month or a season [12.2] [12.7]."""
    for removal in state.scenario.removals:
        if removal.when == heading:
            for unit in removal.units:
                remove(state, unit)
                if comes_later(state, unit):
                    # [12.7/forces.remove] The list brings it a second time.
                    state.where[unit] = AWAITED
            if removal.one_of:
                choices = bit_set(removal.one_of)
                state.stack.append(Withdraw(state.side_of(removal.one_of[0]), choices))


def remove(state: State, unit: int) -> None:
    """A counter leaves the game, wherever it is."""
    state.detail("{:unit} leaves the game", unit)
    place = state.where[unit]
    if place >= 0:
        state.lift(unit, GONE)
        dismiss_lone_leaders(state, place)
    else:
        state.where[unit] = GONE
        state.due.pop(unit, None)


@dataclass(frozen=True, slots=True)
class Withdraw(OwnDecision[State]):
    """[12.2] The owner picks one of several units that leaves the game."""

    units: Units

    def prompt(self, state: State) -> str:
        """What is asked."""
        return "Choose the unit that leaves the game [12.2]"

    def choices(self, state: State) -> Choices:
        """One of those named."""
        return {"lose": self.units}

    def take(self, state: State, verb: str, number: int) -> None:
        """It goes."""
        remove(state, number)

    @asked("12.2", "lose")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Who does not."""
        return Refusal("12.2", "the scenario names others")
