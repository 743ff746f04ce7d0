"""Rule 13A: what engineers build in turns: forts and improved forts [13A1c] [13A1d], fortresses
[13A1e], pontoon bridges [13A7], and the devastation of a hex and its repair [15A8].

A project begins in the initial phase. Every movement phase of its side takes the builders' movement
for it; when enough turns have gone into it, it is complete in the next initial phase. Turns are
counted in quarters: poor weather halves what is done in one [13A4], two units do twice as much
[13A5], so that what is left may take but half a turn, and half of the builders' points [R124].
"""

from __future__ import annotations

from typing import NamedTuple

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
from trenchline.games.the_great_war.routes import points_left
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.tables import HEXSIDES
from trenchline.games.the_great_war.units import QUARTERS
from trenchline.games.the_great_war.weather import is_poor
from trenchline.games.the_great_war.works import EASY, LARGE_RIVERS, TASKS
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes

A_TURN = 4
"""A turn's work of a construction unit in good weather."""
FORTRESS, PONTOON = "improve fortress", "pontoon"
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
}
FROM = {FORT: "forts", IMPROVED_FORT: "improved forts"}
"""The dates before which a side does not build them [13A1g]."""
GANG: int = TASKS[DEVASTATE]["res"] * QUARTERS
"""[15A8] Construction units that devastate or repair a hex, in quarters of an RE."""
MONTH = 2 * A_TURN
"""[13A1e] A fortress takes a resource point for each month of work."""


class Project(NamedTuple):
    """What is built, and where."""

    task: str
    hex: Hex
    other: Hex
    """The hex beyond a pontoon bridge, else the same hex again."""

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
    easy = state.theatre.terrain[project.hex].kind in EASY
    return int(task.get("turns_easy", task["turns"]) if easy else task["turns"])


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
    units = state.on_map(side) & construction_units(state) & ~builders(state)
    return units & ~bit_set(state.unsupplied)


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


def begin_project(state: State, project: Project, units: tuple[int, ...]) -> None:
    """[13A1c] Units begin a project, and its first resource point is spent."""
    if TASKS[project.task].get("resources", 0):
        spend(state, resource_for(state, units[0]), 1)
    state.projects[project] = (turns_for(state, project) * A_TURN, units)
    task, hex_, case = project.task, project.hex, CASES[project.task]
    tell_of(state, units, "{} at work: {} in {:hex} [{}]", task, hex_, case)


# Work.


def crew_on(state: State, project: Project, units: tuple[int, ...]) -> Crew | None:
    """[13A5] [13A6] The crew at work: of pontoon engineers without civilians, and all of a gang
    that devastates or repairs a hex."""
    if project.task in (DEVASTATE, RESTORE):
        regular = [unit for unit in units if unit not in state.hunger]
        return Crew(units) if sum(map(state.re, regular)) >= GANG else None
    crew = crew_of(state, units)
    if crew is not None and crew.city >= 0 and project.task == PONTOON:
        return Crew(crew.units)
    return crew


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
        case "repair devastation":
            state.devastated &= ~bit
            state.broken &= ~bit
        case works:
            state.works[project.hex] = works
    state.note("Complete: {} in {:hex} [{}]", project.task, project.hex, CASES[project.task])


# Giving up.


def give_up(state: State) -> None:
    """[13A1c] [13A7] [15A8] [R126] At the end of a phase projects are gone whose builders have
    left or
    whose ground has changed, and pontoon bridges that nobody maintains."""
    for key, (left, units) in list(state.projects.items()):
        project = Project(*key)
        there = bit_set(units) & state.stacks.get(project.hex, 0) & ~state.moved
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


def _is_sound(state: State, project: Project, units: tuple[int, ...]) -> bool:
    """Whether a project can go on where it is."""
    owned = state.owned[state.theatre.counters[units[0]].side]
    if not owned >> project.hex & owned >> project.other & 1:
        return False
    if project.task in (FORT, IMPROVED_FORT, FORTRESS):
        return next_works(state, project.hex) == project.task
    return True
