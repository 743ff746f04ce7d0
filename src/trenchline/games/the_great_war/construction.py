"""Rule 13A in the initial phase: engineers begin what takes turns, help with it, or give it up."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.the_great_war.calendar import DATES
from trenchline.games.the_great_war.components import SIDES
from trenchline.games.the_great_war.engineers import LARGE, construction_units, resource_for
from trenchline.games.the_great_war.projects import (
    DEVASTATE,
    PONTOON,
    RESTORE,
    Project,
    banks,
    begin_project,
    builders,
    gang,
    idle,
    is_fit_for_pontoons,
    is_too_early,
    is_under_way,
    next_works,
    pontoon_units,
)
from trenchline.games.the_great_war.state import State
from trenchline.kernel.bars import Bar, first_bar, left_open
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hexes
from trenchline.kernel.steps import ONE, Choices, Duty, OwnDecision, Phase, Refusal

FROM_DEVASTATION = DATES["devastation"]["both"]
CREW = 2
"""[13A5] No more than two units work together."""


def _upgrade(state: State, unit: int) -> Project:
    hex_ = state.where[unit]
    return Project(next_works(state, hex_), hex_, hex_)


def _idle_bars(state: State, side: int) -> list[Bar]:
    """[13A] What keeps any unit from beginning a project."""
    return [
        Bar("13A", "only units of the side on the map build", state.on_map(side)),
        Bar("13A", "it is not a construction unit", construction_units(state)),
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
    """[13A5] What keeps units from helping others of their hex."""
    able = idle(state, side)
    near = alone = alike = 0
    for key, (_, units) in state.projects.items():
        here = able & state.stacks.get(key[1], 0)
        if key[0] in (DEVASTATE, RESTORE):
            continue
        near |= here
        if len(units) < CREW and state.face(units[0]).size not in LARGE:
            alone |= here
            alike |= here & (pontoon_units(state) if key[0] == PONTOON else -1)
    return [
        *_idle_bars(state, side),
        Bar("13A5", "nobody in its hex is at work that could be quickened", near),
        Bar("13A5", "no more than two units work together", alone),
        Bar("13A7", "only pontoon engineers help with a pontoon bridge", alike),
    ]


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
        units = idle(state, self.side)
        busy = builders(state) & state.theatre.of_side[self.side]
        found: Choices = {"quit": busy}
        if units:
            for verb, bars in self._bars(state).items():
                every = state.theatre.land if verb in ("devastate", "restore") else units
                found[verb] = left_open(bars, every)
        return found

    def _bars(self, state: State) -> dict[str, list[Bar]]:
        return {
            "raise": raise_bars(state, self.side),
            "help": help_bars(state, self.side),
            "pontoon": pontoon_bars(state, self.side),
            "devastate": site_bars(state, self.side, DEVASTATE),
            "restore": site_bars(state, self.side, RESTORE),
        }

    def act(self, state: State, verb: str, number: int) -> None:
        if verb == "raise":
            begin_project(state, _upgrade(state, number), (number,))
        elif verb == "pontoon":
            state.stack.append(LayPontoon(self.side, number))
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
            alike = key[0] != PONTOON or pontoon_units(state) >> unit & 1
            if alike and len(units) < CREW and state.face(units[0]).size not in LARGE:
                state.projects[key] = (left, (*units, unit))
                return

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb == "quit" and number not in members(builders(state) & state.on_map(self.side)):
            return Refusal("13A1c", "it is at work on no project of the side")
        bars = self._bars(state)
        if verb not in bars:
            return Refusal("13A", "say what your engineers begin, then go on")
        refusal = first_bar(bars[verb], number)
        assert refusal is not None
        return refusal


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
