"""Rule 13A in the initial phase: engineers begin what takes turns, help with it, or give it up."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.the_great_war.calendar import DATES
from trenchline.games.the_great_war.components import SIDES, Units
from trenchline.games.the_great_war.engineers import (
    LARGE,
    construction_units,
    resource_for,
    resources_for,
    rivals,
)
from trenchline.games.the_great_war.goods import prefer
from trenchline.games.the_great_war.intelligence import pick_up, tell_of
from trenchline.games.the_great_war.lines import theatre_roads
from trenchline.games.the_great_war.projects import (
    CASES,
    DEVASTATE,
    EXTEND,
    PONTOON,
    PORT,
    RESTORE,
    ROAD,
    UPGRADE,
    Project,
    banks,
    begin_project,
    builders,
    gang,
    helpers,
    idle,
    is_fit_for_pontoons,
    is_supplied_hex,
    is_too_early,
    is_under_way,
    next_works,
    points_for,
    pontoon_units,
    port_engineers,
    railwaymen,
    ways_on,
)
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.supply import overland
from trenchline.kernel.bars import Bar, first_bar, left_open
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import ONE, Choices, Duty, OwnDecision, Phase, Refusal

FROM_DEVASTATION = DATES["devastation"]["both"]
CREW = 2
"""[13A5] No more than two units work together."""


def _upgrade(state: State, unit: int) -> Project:
    hex_ = state.where[unit]
    return Project(next_works(state, hex_), hex_, hex_)


ENGINEERS = ("construction", "railroad", "port")
_CRAFTS = {
    "construction": ("13A", "it is not a construction unit"),
    "railroad": ("13B", "it is not a railroad engineer"),
    "port": ("13C", "it is not a port construction engineer"),
}


def _idle_bars(state: State, side: int, crafts: tuple[str, ...] = ()) -> list[Bar]:
    """[13A] [13B] [13C] What keeps any unit, of some crafts, from beginning a project."""
    units = 0
    for craft in crafts or ("construction",):
        units |= state.theatre.tagged[craft]
    if not crafts or "construction" in crafts:
        units |= construction_units(state)
    case, reason = _CRAFTS[(crafts or ("construction",))[0]]
    return [
        Bar("13A", "only units of the side on the map build", state.on_map(side)),
        Bar(case, reason, units),
        Bar("8C2.14", "it stands in an overstack, where nobody builds", ~state.overstacked),
        Bar("13A", "it is not in general supply", ~bit_set(state.unsupplied)),
        Bar("13A1c", "it is at work on a project", ~builders(state)),
    ]


def raise_bars(state: State, side: int) -> list[Bar]:
    """[13A1c] [13A1d] [13A1e] [13A1g] What keeps units from improving the works of their hexes."""
    able = list(members(idle(state, side)))
    works = [unit for unit in able if next_works(state, state.where[unit])]
    owned = [unit for unit in works if state.owned[side] >> state.where[unit] & 1]
    timely = [u for u in works if not is_too_early(state, side, _upgrade(state, u).task)]
    fresh = [unit for unit in works if not is_under_way(state, _upgrade(state, unit))]
    ready = bit_set(owned) & bit_set(timely) & bit_set(fresh)
    rich = [unit for unit in members(ready) if resource_for(state, unit) >= 0]
    return [
        *_idle_bars(state, side),
        Bar("13A1c", "the works of its hex cannot be improved in turns", bit_set(works)),
        Bar("R121", "its side does not own the hex of the works", bit_set(owned)),
        Bar("13A1g", "the side does not build such works yet", bit_set(timely)),
        Bar("13A1c", "others improve the works of the hex: help them", bit_set(fresh)),
        Bar("13A1c", "no resource point is within an overland line", bit_set(rich)),
    ]


def help_bars(state: State, side: int) -> list[Bar]:
    """[13A5] [13B3] [13C2] What keeps units from helping others of their hex."""
    near = alone = dry = alike = 0
    able = idle(state, side) | railwaymen(state, side) | port_engineers(state, side)
    for key, (_, units) in state.projects.items():
        here = able & state.stacks.get(key[1], 0)
        if key[0] in (DEVASTATE, RESTORE):
            continue
        near |= here
        if len(units) < CREW and state.face(units[0]).size not in LARGE:
            alone |= here
            dry |= here & (pontoon_units(state) if key[0] == PONTOON else -1)
            alike |= here & helpers(state, side, key[0])
    return [
        *_idle_bars(state, side, ENGINEERS),
        Bar("13A5", "nobody in its hex is at work that could be quickened", near),
        Bar("13A5", "no more than two units work together", alone),
        Bar("13A7", "only pontoon engineers help with a pontoon bridge", dry),
        Bar("13A5", "the work in its hex is none that its engineers can do", alike),
    ]


def line_bars(state: State, side: int, task: str) -> list[Bar]:
    """[13A1f] [13B3b] [13B3c] What keeps units from building a road or railway."""
    road = task == ROAD
    able = idle(state, side) if road else railwaymen(state, side)
    heads = theatre_roads(state.theatre) if road else state.theatre.rails
    at_head = bit_set(u for u in members(able) if heads >> state.where[u] & 1)
    led_on: dict[Hex, Hexes] = {}
    for unit in members(at_head):
        if state.where[unit] not in led_on:
            led_on[state.where[unit]] = ways_on(state, side, unit, task)
    onward = bit_set(u for u in members(at_head) if led_on[state.where[u]])
    rich = bit_set(u for u in members(onward) if paid_ways(state, side, u, task))
    case = CASES[task]
    return [
        *_idle_bars(state, side, () if road else ("railroad",)),
        Bar(case, "no such line runs through its hex", at_head),
        Bar(case, "no hex beside it, owned and in supply, can be reached so", onward),
        Bar(case, "too few resource points for a line are within reach overland", rich),
    ]


def port_bars(state: State, side: int) -> list[Bar]:
    """[13C2] What keeps units from upgrading a port."""
    theatre = state.theatre
    able = port_engineers(state, side)
    begun = bit_set(key[1] for key in state.projects if key[0] == PORT)
    ports = bit_set(hex_ for hex_, rank in theatre.ports.items() if rank != "marginal")
    ports &= ~state.upgraded & ~begun & state.owned[side]
    there = bit_set(u for u in members(able) if ports >> state.where[u] & 1)
    backs = bit_set(u for u in members(able) if theatre.counters[u].back is not None)
    rich = bit_set(u for u in members(there) if resource_for(state, u) >= 0)
    return [
        *_idle_bars(state, side, ("port",)),
        Bar("13C2", "no port that could be upgraded is in its hex", there),
        Bar("13C2", "its counter has no side for those who maintain a port", backs),
        Bar("13C2", "it maintains a port", ~state.reduced),
        Bar("13C2", "no resource point for the port is within reach overland", rich),
    ]


def beside_bars(state: State, side: int) -> list[Bar]:
    """[13A5] What keeps units from improving the works of a hex beside their own."""
    large = bit_set(u for u in members(idle(state, side)) if state.face(u).size == "division")
    work = bit_set(u for u in members(large) if beside(state, side, u))
    rich = bit_set(u for u in members(work) if resource_for(state, u) >= 0)
    return [
        *_idle_bars(state, side),
        Bar("13A5", "only construction divisions work in hexes beside their own", large),
        Bar("13A5", "no works beside it, in a hex owned and in supply, can be improved", work),
        Bar("13A1c", "no resource point for works beside it is within reach", rich),
    ]


def beside(state: State, side: int, unit: int) -> Hexes:
    """[13A5] The hexes beside a construction division whose works it can improve in turns."""
    found = 0
    for hex_ in state.theatre.board.grid.neighbours(state.where[unit]):
        task = next_works(state, hex_)
        project = Project(task, hex_, hex_)
        if task and is_supplied_hex(state, side, hex_) and not is_under_way(state, project):
            found |= 0 if is_too_early(state, side, task) else 1 << hex_
    return found


def pontoon_bars(state: State, side: int) -> list[Bar]:
    """[13A7] What keeps units from laying a pontoon bridge."""
    able = idle(state, side) & pontoon_units(state)
    wet = bit_set(unit for unit in members(able) if banks(state, side, unit))
    reason = "no water fit for pontoons parts its hex from one owned and in supply"
    return [
        *_idle_bars(state, side),
        Bar("13A7", "it is not a pontoon engineer", pontoon_units(state)),
        Bar("13A7", reason, wet),
    ]


def site_bars(state: State, side: int, task: str) -> list[Bar]:
    """[15A8] What keeps hexes from being devastated, or repaired."""
    idle_in = {state.where[unit] for unit in members(idle(state, side))}
    manned = bit_set(hex_ for hex_ in idle_in if gang(state, side, hex_))
    hexes = state.theatre.land
    begun = bit_set(key[1] for key in state.projects if key[0] == task)
    bars = [
        Bar("15A8", "the side does not own the hex", state.owned[side]),
        Bar("15A8", "others are at work on the hex", ~begun),
        Bar("15A8", "four REs of idle construction units in regular supply are not there", manned),
    ]
    if task == DEVASTATE:
        timely = hexes if state.date >= FROM_DEVASTATION else 0
        return [
            Bar("15A8", "no hex is devastated before Feb I 16", timely),
            Bar("15A8", "the hex is devastated already", ~state.devastated),
            *bars,
        ]
    rich = bit_set(
        hex_
        for hex_ in members(manned & state.devastated)
        if resource_for(state, gang(state, side, hex_)[0]) >= 0
    )
    return [
        Bar("15A8", "the hex is not devastated", state.devastated),
        *bars,
        Bar("15A8", "no resource point for the repair is within an overland line", rich),
    ]


@dataclass(frozen=True, slots=True)
class BeginConstruction(Duty[State]):
    """[13A] The side's engineers are asked, where they could do anything."""

    side: int

    def run(self, state: State) -> None:
        if Construction(self.side).can_act(state):
            state.stack.append(Construction(self.side))


@dataclass(frozen=True, slots=True)
class Construction(Phase[State]):
    """[13A] What do the engineers begin?"""

    def prompt(self, state: State) -> str:
        return f"{SIDES[self.side]}: what do your engineers begin? [13A]"

    def acts(self, state: State) -> Choices:
        """Whatever engineers could do now."""
        side = self.side
        units = idle(state, side) | railwaymen(state, side) | port_engineers(state, side)
        busy = builders(state) & state.theatre.of_side[side]
        found: Choices = {"quit": busy, "leave_port": keepers(state, side)}
        if units:
            for verb, bars in self._bars(state).items():
                every = state.theatre.land if verb in ("devastate", "restore") else units
                found[verb] = left_open(bars, every)
            found["draw_on"] = self._others(state, found)
            found["forgo"] = rivals(state, side)
        return found

    def _others(self, state: State, found: Choices) -> Hexes:
        """[13A1c] [R123] The points, other than those drawn on first, that serve somebody who can
        begin a work; nothing where there is no choice among any."""
        stores = 0
        for verb in SPENDING:
            for unit in members(found.get(verb, 0)):
                near = resources_for(state, unit)
                stores |= near if near & (near - 1) else 0
        return stores & ~state.preferred

    def _bars(self, state: State) -> dict[str, list[Bar]]:
        return {
            "raise": raise_bars(state, self.side),
            "help": help_bars(state, self.side),
            "pontoon": pontoon_bars(state, self.side),
            "road": line_bars(state, self.side, ROAD),
            "track": line_bars(state, self.side, EXTEND),
            "widen": line_bars(state, self.side, UPGRADE),
            "enlarge_port": port_bars(state, self.side),
            "beside": beside_bars(state, self.side),
            "devastate": site_bars(state, self.side, DEVASTATE),
            "restore": site_bars(state, self.side, RESTORE),
        }

    def act(self, state: State, verb: str, number: int) -> None:
        if verb in (*LAYING, "pontoon", "beside", "help", "quit", "leave_port"):
            pick_up(state, number)
        if verb == "draw_on":
            prefer(state, self.side, number)
        elif verb == "forgo":
            state.self_reliant |= 1 << number
            tell_of(state, (number,), "{} leaves the people of the cities to others [13A6]")
        elif verb == "raise":
            begin_project(state, _upgrade(state, number), (number,))
        elif verb == "pontoon":
            state.stack.append(LayPontoon(self.side, number))
        elif verb in LAYING:
            state.stack.append(LayLine(self.side, number, LAYING[verb]))
        elif verb == "beside":
            state.stack.append(BuildBeside(self.side, number))
        elif verb == "enlarge_port":
            hex_ = state.where[number]
            begin_project(state, Project(PORT, hex_, hex_), (number,))
        elif verb == "leave_port":
            # [13C2] The port is at once what it was.
            state.reduced &= ~(1 << number)
            state.look_at_unit(number)
            state.upgraded &= ~(1 << state.where[number])
        elif verb in ("devastate", "restore"):
            task = DEVASTATE if verb == "devastate" else RESTORE
            begin_project(state, Project(task, number, number), gang(state, self.side, number))
        elif verb == "help":
            self._help(state, number)
        else:
            state.projects = {
                key: told for key, told in state.projects.items() if number not in told[1]
            }

    def _help(self, state: State, unit: int) -> None:
        """[13A5] A second unit joins the first project of its hex that it can."""
        for key, (left, units) in state.projects.items():
            if key[1] != state.where[unit] or key[0] in (DEVASTATE, RESTORE):
                continue
            if (
                helpers(state, self.side, key[0]) >> unit & 1
                and len(units) < CREW
                and state.face(units[0]).size not in LARGE
            ):
                state.projects[key] = (left, (*units, unit))
                return

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb == "quit" and number not in members(builders(state) & state.on_map(self.side)):
            return Refusal("13A1c", "it is at work on no project of the side")
        if verb == "leave_port" and number not in members(keepers(state, self.side)):
            return Refusal("13C2", "it maintains no port of the side")
        if verb == "draw_on":
            return why_not_prefer(state, self.side, number)
        if verb == "forgo":
            return Refusal("13A6", "nobody else could use the people who help it")
        bars = self._bars(state)
        if verb not in bars:
            return Refusal("13A", "say what your engineers begin, then go on")
        refusal = first_bar(bars[verb], number)
        assert refusal is not None
        return refusal


SPENDING = ("raise", "road", "track", "widen", "enlarge_port", "beside")
"""The works, named by their unit, for which resource points are spent."""


def why_not_prefer(state: State, side: int, hex_: Hex) -> Refusal:
    """[13A1c] [R123] Why points are not drawn on first."""
    if not state.resources.get(hex_, 0):
        return Refusal("13A1c", "no resource points lie there for a work")
    if not state.owned[side] >> hex_ & 1:
        return Refusal("13A1c", "the resource points there are not yours to build with")
    if state.preferred >> hex_ & 1:
        return Refusal("13A1c", "engineers draw on those points first already")
    return Refusal("13A1c", "nobody who begins a work has a choice between those points and others")


@dataclass(frozen=True, slots=True)
class LayPontoon(OwnDecision[State]):
    """[13A7] Over which hexside?"""

    unit: int

    def prompt(self, state: State) -> str:
        return state.say(
            "{}: {:unit} bridges the water to which hex? [13A7]", SIDES[self.side], self.unit
        )

    def hexes(self, state: State) -> Hexes:
        """The banks that it can reach."""
        return banks(state, self.side, self.unit)

    def choices(self, state: State) -> Choices:
        return {"lay": self.hexes(state), "cancel": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "lay":
            units: tuple[int, ...] = (self.unit,)
            begin_project(state, Project(PONTOON, state.where[self.unit], number), units)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "lay":
            return Refusal("13A7", "name the hex beyond the water")
        here = state.where[self.unit]
        if number not in state.theatre.board.grid.neighbours(here):
            return Refusal("13A7", "that hex is not beside the engineers")
        project = Project(PONTOON, here, number)
        if project.side in state.pontoons:
            return Refusal("13A7", "a pontoon bridge leads there already")
        if is_under_way(state, project):
            return Refusal("13A7", "a pontoon bridge there is under way")
        if not is_fit_for_pontoons(state, here, number):
            return Refusal("13A7", "no water fit for a pontoon bridge lies between")
        return Refusal("13A7", "the far bank is not owned and in supply")


LAYING = {"road": ROAD, "track": EXTEND, "widen": UPGRADE}
"""What is built from hex to hex, by verb."""


def keepers(state: State, side: int) -> Units:
    """[13C2] The port engineers of a side that maintain an upgraded port."""
    found = 0
    for hex_ in members(state.upgraded):
        found |= state.units(hex_, side) & state.theatre.tagged["port"] & state.reduced
    return found


def paid_ways(state: State, side: int, unit: int, task: str) -> Hexes:
    """[13A1f] [13B3b] [13B3c] The hexes into which a unit can build a line with the resource points
    that an overland line reaches."""
    stores = overland(state, unit) & state.owned[side]
    points = sum(points for hex_, points in state.resources.items() if stores >> hex_ & 1)
    if not points:
        return 0
    here = state.where[unit]
    return bit_set(
        hex_
        for hex_ in members(ways_on(state, side, unit, task))
        if points_for(state, Project(task, here, hex_)) <= points
    )


@dataclass(frozen=True, slots=True)
class LayLine(OwnDecision[State]):
    """[13A1f] [13B3b] [13B3c] Into which hex?"""

    unit: int
    task: str

    def prompt(self, state: State) -> str:
        told = (SIDES[self.side], self.unit, CASES[self.task])
        return state.say("{}: {:unit} builds a line to which hex? [{}]", *told)

    def choices(self, state: State) -> Choices:
        return {"lay": paid_ways(state, self.side, self.unit, self.task), "cancel": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "lay":
            project = Project(self.task, state.where[self.unit], number)
            begin_project(state, project, (self.unit,))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        case = CASES[self.task]
        if verb != "lay":
            return Refusal(case, "name the hex to which the line leads")
        if number >= 0 and ways_on(state, self.side, self.unit, self.task) >> number & 1:
            return Refusal(case, "the line takes two resource points, and so many are not near")
        here = state.where[self.unit]
        if number not in state.theatre.board.grid.neighbours(here):
            return Refusal(case, "the line is built into a hex beside the builders")
        if not is_supplied_hex(state, self.side, number):
            return Refusal(case, "the hex ahead is not owned and in general supply")
        return Refusal(case, "the ground, lines that are there and work begun forbid it")


@dataclass(frozen=True, slots=True)
class BuildBeside(OwnDecision[State]):
    """[13A5] In which hex does the construction division work?"""

    unit: int

    def prompt(self, state: State) -> str:
        told = (SIDES[self.side], self.unit)
        return state.say("{}: {:unit} improves the works of which hex? [13A5]", *told)

    def choices(self, state: State) -> Choices:
        return {"lay": beside(state, self.side, self.unit), "cancel": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "lay":
            project = Project(next_works(state, number), number, number)
            begin_project(state, project, (self.unit,))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "lay":
            return Refusal("13A5", "name the hex whose works are improved")
        return Refusal("13A5", "the works of that hex cannot be improved from here")
