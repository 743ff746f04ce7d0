"""Play the golden games: whole matches kept as records, one for each way a scenario ends or turns.

    python -m tests.der_weltkrieg.make_golden

writes ``tests/der_weltkrieg/golden/*.jsonl`` anew.

The *doubter* follows his staff as often as the number of the game tells, from never to always, and
so meets every level of victory. The *driver* marches on his goals and attacks on the way. The
*idler* does as little as he may, the *deserter* also gives up his forts, and the *railwayman* sends
engineers after broken lines.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.golden import (
    Chooser,
    Doubter,
    Idler,
    Wanted,
    at_random,
    at_random_among,
    first,
    make,
    staff,
    told,
)
from trenchline.games.der_weltkrieg import GAME
from trenchline.games.der_weltkrieg.components import CENTRAL
from trenchline.games.der_weltkrieg.march import March
from trenchline.games.der_weltkrieg.scenarios import load_theatre
from trenchline.games.der_weltkrieg.state import ELIMINATED, SURRENDERED, State
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.match import Match
from trenchline.kernel.steps import Choice, Choices

FOLDER = Path(__file__).parent / "golden"
OBEDIENCE = (0.0, 0.3, 0.6, 0.9, 1.0)
"""How often a doubter does what his staff says."""
PASSIVE = ("done", "stay", "stand", "retreat")
FIGHTING = ("pay_all", "unit", "attack", "with", "join", "advance")
FAR = 3
"""From so far away a driver hurries in column."""
DANZIG, LOWER_VISTULA, GERMAN_CENTRE = ("0407",), ("0315",), ("1210",)
OSOWIEC = ("1811", "1911", "2011", "2012", "1913", "1812")
"""The hexes around the fort in 1912."""

Shows = Callable[[Match], bool]


DOUBTERS = (Doubter(OBEDIENCE, 1), Doubter(OBEDIENCE, len(OBEDIENCE)))
idler = Idler(PASSIVE)


def fond_of(*verbs: str) -> Chooser:
    """Likes some verbs, and follows his staff besides."""

    def choose(match: Match, rng: random.Random) -> Choice:
        for verb in verbs:
            if verb in match.choices and rng.random() < 0.5:
                return at_random_among(match.choices, verb, rng)
        return staff(match, rng)

    return choose


def deserter(match: Match, rng: random.Random) -> Choice:
    """Give up every fort, and do nothing besides."""
    return first(match.choices, "abandon") if "abandon" in match.choices else idler(match, rng)


@dataclass(frozen=True)
class Driver:
    """Marches on his goals with all he has, each unit on one of them, and attacks on the way."""

    goals: tuple[str, ...]

    def __call__(self, match: Match, rng: random.Random) -> Choice:
        choices, state = match.choices, match.state
        march = state.stack[-1]
        if isinstance(march, March):
            return self._march(choices, state, march)
        for verb in FIGHTING:
            if verb in choices:
                return at_random_among(choices, verb, rng)
        return idler(match, rng)

    def _march(self, choices: Choices, state: State, march: March) -> Choice:
        grid = state.theatre.board.grid
        goal = grid.hex(self.goals[march.party[0] % len(self.goals)])
        if "column" in choices and grid.distance(march.hex, goal) > FAR:
            return "column", 0
        nearer = nearest(state, choices.get("move", 0), march.hex, 1 << goal)
        return ("stay", 0) if nearer is None else ("move", nearer)


def nearest(state: State, hexes: Hexes, here: Hex, goals: Hexes) -> Hex | None:
    """Of some hexes the one nearest to a goal, if it is nearer than this one."""
    grid = state.theatre.board.grid

    def away(hex_: Hex) -> int:
        return min(grid.distance(hex_, goal) for goal in members(goals))

    best = min(members(hexes), key=away, default=here)
    return best if away(best) < away(here) else None


def railwayman(match: Match, rng: random.Random) -> Choice:
    """The staff leads, but engineers go where lines of the broad gauge are broken."""
    choices, state = match.choices, match.state
    engineers = state.theatre.of_kind["engineer"]
    broken = state.inoperative & state.broad
    march = state.stack[-1]
    if broken and choices.get("unit", 0) & engineers:
        return first({"unit": choices["unit"] & engineers}, "unit")
    if not broken or not isinstance(march, March) or not engineers >> march.party[0] & 1:
        return staff(match, rng)
    if choices.get("repair", 0) & broken:
        return first({"repair": choices["repair"] & broken}, "repair")
    in_order = state.theatre.rails & state.control[CENTRAL] & ~state.inoperative
    for verb in ("ride", "move"):
        nearer = nearest(state, choices.get(verb, 0) & in_order, march.hex, broken)
        if nearer is not None:
            return verb, nearer
    return ("detrain", 0) if "detrain" in choices else ("stay", 0)


# What a match may show.


def ended(name: str) -> Shows:
    """Whether a match ended so."""
    return lambda match: match.outcome is not None and match.outcome.reason == name


def did(*verbs: str) -> Shows:
    """Whether each of some verbs was chosen."""
    return lambda match: set(verbs) <= {turned.choice[0] for turned in match.history}


def attacked_in_column(match: Match) -> bool:
    """[16-2] Whether somebody attacked on the march."""
    phase = ""
    for turned in match.history:
        if phase == "Movement" and turned.choice[0] == "attack":
            return True
        for line in turned.log:
            for name in ("Movement", "Combat"):
                phase = name if line.text.endswith(f"{name} Phase") else phase
    return False


def converted_a_line(match: Match) -> bool:
    """[9-11] Whether a line changed its gauge."""
    begun: State = GAME.new(match.scenario, match.options)
    return bool(begun.broad & ~match.state.broad)


def took_trenches(match: Match) -> bool:
    """[22-10] Whether trenches were stormed and lie devastated behind their captors."""
    state: State = match.state
    return bool(state.devastation & state.control[CENTRAL])


def lost_forts(match: Match) -> list[tuple[str, int]]:
    """The forts that have fallen or were given up, with their strength at first."""
    state: State = match.state
    forts = (u for u in members(state.theatre.of_kind["fortress"]))
    lost = (u for u in forts if state.where[u] in (ELIMINATED, SURRENDERED))
    return [(state.theatre.counters[u].key, state.theatre.counters[u].front) for u in lost]


def losses_of(match: Match, key: str) -> list[int]:
    """How many points a counter lost at each time."""
    lines = (line for turned in match.history for line in turned.log)
    found = (re.search(rf"\({re.escape(key)} loses (\d+)\)", line.text) for line in lines)
    return [int(one[1]) for one in found if one]


def starved_a_fort(match: Match) -> bool:
    """[41-4] Whether a Russian fort fell for being surrounded."""
    return any(key.startswith("RU") and 6 in losses_of(match, key) for key, _ in lost_forts(match))


def stormed_a_fort(match: Match) -> bool:
    """[21-3] Whether a fort fell point by point in combat."""
    return any(
        6 not in losses_of(match, key) and sum(losses_of(match, key)) == strength
        for key, strength in lost_forts(match)
    )


def levels() -> list[Wanted]:
    """A game for each level of victory of each scenario."""
    found = []
    for scenario in GAME.scenarios:
        for row in load_theatre(scenario.name).scenario["victory"]["levels"]:
            level = row["name"].lower().replace(" victory", "").replace(" ", "_")
            name = f"{scenario.name}_{level}"
            found.append(Wanted(name, DOUBTERS, ended(row["name"]), scenario.name))
    return found


def sudden_deaths() -> list[Wanted]:
    """A game for each way in which Tannenberg ends before its time."""
    danzig, vistula, armies = (
        ended(f"{rule['winner']}: {rule['ending']}")
        for rule in load_theatre("tannenberg").scenario["sudden_death"]["ways"]
    )
    return [
        Wanted("danzig_falls", (deserter, Driver(DANZIG)), danzig, "tannenberg"),
        Wanted("lower_vistula", (deserter, Driver(LOWER_VISTULA)), vistula, "tannenberg"),
        Wanted("both_armies", (staff, Driver(GERMAN_CENTRE)), armies, "tannenberg"),
    ]


def turns() -> list[Wanted]:
    """A game for each rule by which things take another turn."""

    def game(name: str, shows: Shows, scenario: str = "tannenberg", **options: str) -> Wanted:
        return Wanted(name, DOUBTERS, shows, scenario, options)

    regrouping = fond_of("break", "component", "form")
    return [
        game("pocket_surrenders", told("surrenders in its pocket [20-13]"), "limanowa"),
        game("break_out", told("try to break out [20-2]"), "gorlice"),
        game("column_attack", attacked_in_column, "limanowa"),
        game("cavalry_leaves", did("withdraw"), "limanowa"),
        game("recombination", did("give", "return"), "limanowa"),
        game("overfull_hex", told("no room [11-3]"), "limanowa"),
        game("open_city", told("is an open city [21-12]")),
        game("corps_called", told("XI Corps")),
        game("seven_turns", told("a trench is complete"), seven_turns="on"),
        Wanted("breakdown", (regrouping, regrouping), told("is formed with"), "limanowa"),
        Wanted("fort_stormed", (idler, Driver(DANZIG)), stormed_a_fort, "tannenberg"),
        Wanted("fort_starved", (Driver(OSOWIEC), idler), starved_a_fort, "tannenberg"),
        Wanted("trenches_taken", (staff, idler), took_trenches, "gorlice"),
        Wanted("gauge_converted", (railwayman, at_random), converted_a_line, "tannenberg"),
        *(Wanted(f"staffs_{one.name}", (staff, staff), bool, one.name) for one in GAME.scenarios),
    ]


def wanted() -> list[Wanted]:
    """All the golden games."""
    return [*levels(), *sudden_deaths(), *turns()]


if __name__ == "__main__":
    make(GAME, wanted(), FOLDER)
