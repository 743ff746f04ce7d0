"""Rule 13A: what engineers build in turns: forts and improved forts [13A1c] [13A1d], fortresses
[13A1e], pontoon bridges [13A7], and the devastation of a hex and its repair [15A8].

A project begins in the initial phase. Every movement phase of its side takes the builders' movement
for it; when enough turns have gone into it, it is complete in the next initial phase. Turns are
counted in quarters: poor weather halves what is done in one [13A4], two units do twice as much
[13A5], so that what is left may take but half a turn, and half of the builders' points [R124].
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from trenchline.games.the_great_war.bridges import win_bridges
from trenchline.games.the_great_war.calendar import DATES
from trenchline.games.the_great_war.components import SIDES, Units
from trenchline.games.the_great_war.engineers import (
    QUICK,
    WORSE,
    Crew,
    construction_units,
    crew_of,
    resource_for,
)
from trenchline.games.the_great_war.goods import spend
from trenchline.games.the_great_war.ground import (
    ENTRENCHMENT,
    FORT,
    IMPROVED_FORT,
    UNIMPROVED,
    works_in,
)
from trenchline.games.the_great_war.intelligence import tell_of
from trenchline.games.the_great_war.lines import theatre_roads
from trenchline.games.the_great_war.new_lines import RANK, lay, line_between, regauge
from trenchline.games.the_great_war.rail import gauge_in
from trenchline.games.the_great_war.routes import points_left
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.tables import CONSTRUCTION, HEXSIDES
from trenchline.games.the_great_war.units import QUARTERS
from trenchline.games.the_great_war.weather import is_poor
from trenchline.games.the_great_war.works import EASY, LARGE_RIVERS, TASKS
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Roll

A_TURN = 4
"""A turn's work of a construction unit in good weather."""
FORTRESS, PONTOON = "improve fortress", "pontoon"
ROAD, EXTEND, UPGRADE = "road", "extend rail", "upgrade rail"
PORT = "upgrade port"
LINES = {ROAD: "road", EXTEND: "rail_low", UPGRADE: "rail_high"}
"""[13A1f] [13B3b] [13B3c] [R174] The lines that are built from hex to hex."""
BY_RAILWAYMEN = (EXTEND, UPGRADE)
"""[13B3] What at least one railroad engineer takes part in."""
DEVASTATE, RESTORE = "devastate", "repair devastation"
ON_GROUND = {ENTRENCHMENT: FORT, FORT: IMPROVED_FORT, UNIMPROVED: FORTRESS}
"""What each of the works of a hex can be made [13A1c] [13A1d] [13A1e]."""
CASES = {
    FORT: "13A1c",
    IMPROVED_FORT: "13A1d",
    FORTRESS: "13A1e",
    PONTOON: "13A7",
    DEVASTATE: "15A8",
    RESTORE: "15A8",
    ROAD: "13A1f",
    EXTEND: "13B3c",
    UPGRADE: "13B3b",
    PORT: "13C2",
}
FROM = {FORT: "forts", IMPROVED_FORT: "improved forts"}
"""The dates before which a side does not build them [13A1g]."""
GANG: int = TASKS[DEVASTATE]["res"] * QUARTERS
"""[15A8] Construction units that devastate or repair a hex, in quarters of an RE."""
HARD = CONSTRUCTION["hard"]
"""[13A1f] [13B3c] Where lines take twice as long, or cannot be built."""
MONTH = 2 * A_TURN
"""[13A1e] A fortress takes a resource point for each month of work."""


class Project(NamedTuple):
    """What is built, and where."""

    task: str
    hex: Hex
    other: Hex
    """The hex beyond a pontoon bridge or at the other end of a line, else the same hex again."""

    @property
    def side(self) -> tuple[Hex, Hex]:
        """The hexside of a pontoon bridge."""
        return min(self.hex, self.other), max(self.hex, self.other)


def turns_for(state: State, project: Project) -> int:
    """[13A1] [13A7] [15A8] How many turns a project takes in good weather."""
    task = TASKS[project.task]
    if project.task == PONTOON:
        kinds = state.theatre.sides_between(project.hex, project.other)
        wide = any(kind in LARGE_RIVERS for kind in kinds)
        return int(TASKS["major pontoon" if wide else PONTOON]["turns"])
    if project.task in (ROAD, EXTEND):
        hard = is_hard(state, project.hex, project.other)
        return int(task["turns_hard" if hard else "turns"])
    easy = state.theatre.terrain[project.hex].kind in EASY
    return int(task.get("turns_easy", task["turns"]) if easy else task["turns"])


def is_hard(state: State, here: Hex, there: Hex) -> bool:
    """[13A1f] [13B3c] Whether a line is built into difficult ground, or over a mountain, river or
    canal."""
    return state.theatre.terrain[there].kind in HARD["hexes"] or _is_over_hard_side(
        state, here, there
    )


def _is_over_hard_side(state: State, here: Hex, there: Hex) -> bool:
    return any(kind in HARD["sides"] for kind in state.theatre.sides_between(here, there))


def is_dear(state: State, here: Hex, there: Hex) -> bool:
    """[13A1f] [13B3c] Whether a line into a mountain hex, or over a mountain, river or canal, takes
    more resource points."""
    return bool(state.theatre.mountains >> there & 1) or _is_over_hard_side(state, here, there)


def points_for(state: State, project: Project) -> int:
    """[13A1c] [13B3c] The resource points that a project takes as it begins; a road's are rolled
    for, but for those that always take one [13A1f]."""
    task = TASKS[project.task]
    if project.task == ROAD:
        return int(is_dear(state, project.hex, project.other))
    if project.task == EXTEND:
        dear = is_dear(state, project.hex, project.other)
        return int(task["resources_hard" if dear else "resources"])
    return min(1, int(task.get("resources", 0)))


# Who builds.


def builders(state: State) -> Units:
    """Units that are at work on a project."""
    found = 0
    for _, units in state.projects.values():
        found |= bit_set(units)
    return found


def pontoon_units(state: State) -> Units:
    """[13A7] Construction units with bridging trains."""
    return construction_units(state) & state.theatre.tagged["pontoon"]


def idle(state: State, side: int) -> Units:
    """[13A] The construction units of a side that are in general supply and build nothing."""
    return _unemployed(state, side) & construction_units(state)


def _unemployed(state: State, side: int) -> Units:
    return state.on_map(side) & ~builders(state) & ~bit_set(state.unsupplied)


def railwaymen(state: State, side: int) -> Units:
    """[13B3] The railroad engineers of a side that can begin something."""
    return _unemployed(state, side) & state.kind.railroad & ~state.overstacked


def port_engineers(state: State, side: int) -> Units:
    """[13C] The port construction engineers of a side that can begin something."""
    return _unemployed(state, side) & state.theatre.tagged["port"] & ~state.overstacked


def helpers(state: State, side: int, task: str) -> Units:
    """[13A5] [13A7] [13B3] [13C2] Who may help with a project of a kind."""
    if task == PONTOON:
        return idle(state, side) & pontoon_units(state)
    if task in BY_RAILWAYMEN:
        return idle(state, side) | railwaymen(state, side)
    if task == PORT:
        return idle(state, side) | port_engineers(state, side)
    return idle(state, side)


def gang(state: State, side: int, hex_: Hex) -> tuple[int, ...]:
    """[15A8] Construction units in a hex that are in regular supply and make up four REs, as few as
    possible; none where there are not enough."""
    units = list(members(idle(state, side) & state.stacks.get(hex_, 0)))
    units = sorted((u for u in units if u not in state.hunger), key=lambda u: -state.re(u))
    found: list[int] = []
    for unit in units:
        if sum(map(state.re, found)) < GANG:
            found.append(unit)
    return tuple(found) if sum(map(state.re, found)) >= GANG else ()


# Beginning.


def next_works(state: State, hex_: Hex) -> str:
    """What the works of a hex can be made, or nothing."""
    return ON_GROUND.get(works_in(state, hex_), "")


def is_too_early(state: State, side: int, task: str) -> bool:
    """[13A1g] Whether a side does not build such works yet."""
    return task in FROM and state.date < DATES[FROM[task]][SIDES[side]]


def is_under_way(state: State, project: Project) -> bool:
    """Whether somebody builds it already."""
    return project in state.projects


def banks(state: State, side: int, unit: int) -> Hexes:
    """[13A7] The hexes to which a pontoon engineer can lay a bridge: beyond a river, canal or major
    river, owned and in supply, as its own hex is."""
    theatre = state.theatre
    here = state.where[unit]
    joined = state.owned[side] & ~state.isolated_hexes[side]
    found = 0
    for there in theatre.board.grid.neighbours(here):
        project = Project(PONTOON, here, there)
        if project.side in state.pontoons or is_under_way(state, project):
            continue
        if not is_fit_for_pontoons(state, here, there):
            continue
        if joined >> here & joined >> there & 1:
            found |= 1 << there
    return found


def is_fit_for_pontoons(state: State, here: Hex, there: Hex) -> bool:
    """[13A7] Whether water that pontoons can bridge parts two hexes, and nothing worse."""
    kinds = state.theatre.sides_between(here, there)
    wet = any(HEXSIDES[kind].pontoon is not None for kind in kinds)
    return wet and not any(HEXSIDES[kind].prohibited for kind in kinds if kind in HEXSIDES)


def is_supplied_hex(state: State, side: int, hex_: Hex) -> bool:
    """[13A1f] [R162] Whether a hex is a side's own and in general supply."""
    if not state.owned[side] >> hex_ & 1 or state.isolated_hexes[side] >> hex_ & 1:
        return False
    if not state.unsupplied:
        return True
    return not any(unit in state.unsupplied for unit in members(state.units(hex_, side)))


def ways_on(state: State, side: int, unit: int, task: str) -> Hexes:
    """[13A1f] [13B3b] [13B3c] [R174] The hexes to which a unit can build a road or railway, or
    improve one: from a hex with such a line into an adjacent one that is owned and in supply."""
    theatre = state.theatre
    here = state.where[unit]
    heads = theatre_roads(theatre) if task == ROAD else theatre.rails
    if not heads >> here & 1 or not is_supplied_hex(state, side, here):
        return 0
    found = 0
    for there in theatre.board.grid.neighbours(here):
        if not theatre.land >> there & 1 or not is_supplied_hex(state, side, there):
            continue
        line = line_between(theatre, here, there)
        if task == UPGRADE:
            fits = line == "rail_low"
        else:
            shut = any(k in HARD["closed_sides"] for k in theatre.sides_between(here, there))
            fits = not shut and RANK[line] < RANK[LINES[task]]
        begun = Project(task, here, there) in state.projects
        if fits and not begun and Project(task, there, here) not in state.projects:
            found |= 1 << there
    return found


def begin_project(state: State, project: Project, units: tuple[int, ...]) -> None:
    """[13A1c] Units begin a project, and its first resource point is spent."""
    for _ in range(points_for(state, project)):
        spend(state, resource_for(state, units[0]), 1)
    if project.task == ROAD and not is_dear(state, project.hex, project.other):
        state.stack.append(RoadTakesPoint(units[0]))
    state.projects[project] = (turns_for(state, project) * A_TURN, units)
    task, hex_, case = project.task, project.hex, CASES[project.task]
    tell_of(state, units, "{} at work: {} in {:hex} [{}]", task, hex_, case)


@dataclass(frozen=True, slots=True)
class RoadTakesPoint(Roll[State]):
    """[13A1f] A road takes its resource point on a low roll only."""

    unit: int

    def purpose(self, state: State) -> str:
        return "does the road take a resource point? [13A1f]"

    def rolled(self, state: State, value: int) -> None:
        if value <= HARD["road_needs_resource"]:
            spend(state, resource_for(state, self.unit), 1)


# Work.


def crew_on(state: State, project: Project, units: tuple[int, ...]) -> Crew | None:
    """[13A5] [13A6] The crew at work: of pontoon engineers without civilians, and all of a gang
    that devastates or repairs a hex."""
    if project.task in (DEVASTATE, RESTORE):
        regular = [unit for unit in units if unit not in state.hunger]
        return Crew(units) if sum(map(state.re, regular)) >= GANG else None
    crew = crew_of(state, units, specialists(state, project.task))
    if crew is not None and crew.city >= 0 and project.task == PONTOON:
        return Crew(crew.units)
    return crew


def specialists(state: State, task: str) -> Units:
    """[13B3] [13C2] Those of whom one at least takes part in a work of a kind."""
    if task in BY_RAILWAYMEN:
        return state.kind.railroad
    return state.theatre.tagged["port"] if task == PORT else 0


def rate(state: State, project: Project, crew: Crew) -> int:
    """[13A4] [13A5] What a crew does in a turn."""
    done = A_TURN
    if is_poor(state.theatre.weather_in(state.turn, project.hex)):
        done //= WORSE
    return done * QUICK if crew.quick else done


def work_on(state: State, side: int) -> None:
    """[13A1c] [13A5] As a movement phase begins the builders of a side spend their points: half of
    them where that completes the project, else all."""
    for key, (left, units) in list(state.projects.items()):
        project = Project(*key)
        if state.theatre.counters[units[0]].side != side or left <= 0:
            continue
        if any(state.where[unit] < 0 for unit in units):
            # Somebody has left play in the initial phase; the others begin when he is given up.
            continue
        crew = crew_on(state, project, units)
        if crew is None:
            continue
        done = rate(state, project, crew)
        if project.task == FORTRESS and not _pay_for_months(state, crew, left, done):
            continue
        if crew.city >= 0:
            state.civilians[crew.city] = crew.units[0]
        soon = 2 * left <= done
        for unit in crew.units:
            points = points_left(state, unit)
            state.spent[unit] = state.spent.get(unit, 0) + (points // 2 if soon else points)
        if soon:
            complete(state, project)
        else:
            state.projects[key] = (left - done, units)


def _pay_for_months(state: State, crew: Crew, left: int, done: int) -> bool:
    """[13A1e] [R125] The resource points for the months of work that begin now; without them no
    work is done. The first was spent when it began."""
    before = TASKS[FORTRESS]["turns"] * A_TURN - left
    begun = max(1, -(-before // MONTH))
    for _ in range(-(-min(before + done, before + left) // MONTH) - begun):
        store = resource_for(state, crew.units[0])
        if store < 0:
            return False
        spend(state, store, 1)
    return True


def complete_due(state: State, side: int) -> None:
    """[13A1c] In the initial phase projects are complete that have had their turns."""
    for key, (left, units) in list(state.projects.items()):
        if left <= 0 and state.theatre.counters[units[0]].side == side:
            complete(state, Project(*key))


def complete(state: State, project: Project) -> None:
    """What a project has led to."""
    _, units = state.projects.pop(project)
    bit = 1 << project.hex
    match project.task:
        case "improve fortress":
            state.unimproved &= ~bit
        case "pontoon":
            state.pontoons[project.side] = state.theatre.counters[units[0]].side
        case "devastate":
            state.devastated |= bit
            state.broken |= bit & state.theatre.rails
        case "road" | "extend rail" | "upgrade rail":
            _lay_line(state, project)
        case "upgrade port":
            state.upgraded |= bit
            # [13C2] The engineer stays to maintain the port.
            keeper = next(u for u in units if state.theatre.tagged["port"] >> u & 1)
            state.reduced |= 1 << keeper
            state.look_at_unit(keeper)
        case "repair devastation":
            state.devastated &= ~bit
            state.broken &= ~bit
        case works:
            state.works[project.hex] = works
    state.note("Complete: {} in {:hex} [{}]", project.task, project.hex, CASES[project.task])


def _lay_line(state: State, project: Project) -> None:
    """[13A1f] [13B3] A line is there; a new railway has the gauge of the old one."""
    fresh = not state.theatre.rails >> project.other & 1
    lay(state, project.hex, project.other, LINES[project.task])
    if project.task == EXTEND and fresh:
        gauge = gauge_in(state.theatre, project.hex)
        if gauge != gauge_in(state.theatre, project.other):
            regauge(state, project.other, gauge)
    for side in (0, 1):
        win_bridges(state, side)


# Giving up.


def give_up(state: State) -> None:
    """[13A1c] [13A7] [15A8] [R126] At the end of a phase projects are gone whose builders have
    left or
    whose ground has changed, and pontoon bridges that nobody maintains."""
    for key, (left, units) in list(state.projects.items()):
        project = Project(*key)
        there = bit_set(units) & at_work(state, units, project.hex) & ~state.moved
        if there == bit_set(units) and _is_sound(state, project, units):
            continue
        del state.projects[key]
        if there and project.task not in (DEVASTATE, RESTORE):
            kept = tuple(unit for unit in units if there >> unit & 1)
            if _is_sound(state, project, kept):
                state.projects[key] = (left, kept)
    for (one, other), side in list(state.pontoons.items()):
        near = state.units(one, side) | state.units(other, side)
        owned = state.owned[side] >> one & state.owned[side] >> other & 1
        if not owned or not near & pontoon_units(state):
            del state.pontoons[one, other]
    for hex_ in members(state.upgraded):
        # [13C2] Nobody maintains the port any more.
        keepers = state.stacks.get(hex_, 0) & state.theatre.tagged["port"] & state.reduced
        if not keepers:
            state.upgraded &= ~(1 << hex_)


def at_work(state: State, units: tuple[int, ...], hex_: Hex) -> Units:
    """[13A1c] [13A5] Those of some builders who stand where they build; a construction division
    may stand beside it."""
    near = state.stacks.get(hex_, 0)
    distance = state.theatre.board.grid.distance
    for unit in units:
        at = state.where[unit]
        if at >= 0 and state.face(unit).size == "division" and distance(at, hex_) == 1:
            near |= 1 << unit
    return near


def _is_sound(state: State, project: Project, units: tuple[int, ...]) -> bool:
    """Whether a project can go on where it is."""
    owned = state.owned[state.theatre.counters[units[0]].side]
    if not owned >> project.hex & owned >> project.other & 1:
        return False
    if project.task in (FORT, IMPROVED_FORT, FORTRESS):
        return next_works(state, project.hex) == project.task
    if project.task in LINES:
        # [13A1f] The hex ahead is in general supply throughout; what was begun on a stretch that
        # somebody else has built meanwhile is void.
        side = state.theatre.counters[units[0]].side
        line = line_between(state.theatre, project.hex, project.other)
        built = RANK[line] >= RANK[LINES[project.task]]
        if built or (
            not specialists(state, project.task) & bit_set(units) and project.task != ROAD
        ):
            return False
        return is_supplied_hex(state, side, project.other)
    if project.task == PORT:
        return bool(state.theatre.tagged["port"] & bit_set(units))
    return True
