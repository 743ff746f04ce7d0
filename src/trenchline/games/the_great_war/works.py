"""Rule 13A [R121]: what engineers do for movement points: dig fieldworks and entrench [13A1],
demolish
works and bridges [13A2], mend lines and bridges [13A3]. A work may be left half done [R120]."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trenchline.games.the_great_war.calendar import DATES
from trenchline.games.the_great_war.components import SIDES, Units
from trenchline.games.the_great_war.engineers import (
    A_POINT,
    Crew,
    construction_units,
    crew_of,
    division_crew,
    divisional_engineers,
    maintainers,
    pace,
    resource_for,
)
from trenchline.games.the_great_war.goods import spend
from trenchline.games.the_great_war.ground import (
    ENTRENCHMENT,
    FIELDWORKS,
    FORT,
    IMPROVED_FORT,
    NOTHING,
    works_in,
)
from trenchline.games.the_great_war.intelligence import tell_of
from trenchline.games.the_great_war.new_lines import regauge
from trenchline.games.the_great_war.ports import MOST_HITS, rank_of
from trenchline.games.the_great_war.rail import gauge_in, gauges_of
from trenchline.games.the_great_war.routes import points_left
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.tables import CONSTRUCTION
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import ONE, Choices, Refusal

if TYPE_CHECKING:
    from trenchline.games.the_great_war.march import March

TASKS = CONSTRUCTION["tasks"]
EASY: tuple[str, ...] = tuple(CONSTRUCTION["easy"]["hexes"])
DIG, ENTRENCH, RAZE, MEND, CLEAR, BLOW, SPAN = (
    *("dig", "entrench", "raze", "mend", "clear", "blow", "span"),
)
REGAUGE, WRECK_PORT, MEND_PORT = "regauge", "wreck_port", "mend_port"
HERE = (DIG, ENTRENCH, RAZE, MEND, CLEAR, WRECK_PORT, MEND_PORT)
"""What is done to the hex itself ..."""
ACROSS = (BLOW, SPAN)
"""... and to a bridge that leaves it."""
VERBS = (*HERE, *ACROSS, REGAUGE)
CASES = {
    DIG: "13A1a",
    ENTRENCH: "13A1b",
    RAZE: "13A2",
    MEND: "13A3",
    CLEAR: "13A3",
    BLOW: "13A2",
    SPAN: "13A3",
    REGAUGE: "13B3a",
    WRECK_PORT: "13A2",
    MEND_PORT: "13A3",
}
BY_DIVISIONS = (DIG, ENTRENCH)
"""[13I] What divisional engineers can do."""
BY_RAILWAYMEN = (MEND, CLEAR)
"""[13B] [13B2] What railroad engineers can do, and do better ..."""
BY_PORT_ENGINEERS = (WRECK_PORT, MEND_PORT)
"""[13C] [13C1] ... and the same for port construction engineers."""
LARGE_RIVERS = ("major_river", "great_river")


class Work(NamedTuple):
    """A work for movement points."""

    verb: str
    hex: Hex
    other: Hex
    """The hex beyond a bridge, else the same hex again."""

    @property
    def side(self) -> tuple[Hex, Hex]:
        """The hexside of a bridge, the lower hex first."""
        return min(self.hex, self.other), max(self.hex, self.other)

    @property
    def key(self) -> tuple[str, Hex, Hex]:
        """Under which the work already done is remembered."""
        return self.verb, *self.side


def points_for(state: State, work: Work, crew: Crew) -> int:
    """[13A1] [13A2] [13A3] [13B2] What a work costs a construction unit in good weather."""
    railwaymen = any(state.kind.railroad >> unit & 1 for unit in crew.units)
    match work.verb:
        case "dig":
            return int(TASKS[FIELDWORKS]["points"])
        case "entrench":
            easy = state.theatre.terrain[work.hex].kind in EASY
            return int(TASKS[ENTRENCHMENT]["points_easy" if easy else "points"])
        case "raze":
            return int(TASKS["demolish works"]["points"])
        case "blow":
            return int(TASKS["demolish bridge"]["points"])
        case "span":
            return int(TASKS[_bridge_task(state, work)]["points"])
        case "regauge":
            return int(TASKS[REGAUGE]["points"])
        case "wreck_port" | "mend_port":
            task = TASKS["demolish port" if work.verb == WRECK_PORT else "repair port"]
            masters = any(state.theatre.tagged["port"] >> unit & 1 for unit in crew.units)
            return int(task["points_port" if masters else "points"])
    task = TASKS["repair rail" if work.verb == MEND else "clear rail"]
    return int(task["points_railroad" if railwaymen else "points"])


def _bridge_task(state: State, work: Work) -> str:
    kinds = state.theatre.sides_between(work.hex, work.other)
    great = any(kind in LARGE_RIVERS for kind in kinds)
    return "repair great bridge" if great else "repair bridge"


def needs_resource(state: State, work: Work) -> bool:
    """[13A3] A bridge over a major river takes a resource point, spent when its repair begins."""
    if work.verb != SPAN or state.demolished[work.side]:
        return False
    return bool(TASKS[_bridge_task(state, work)].get("resources", 0))


def done_of(state: State, work: Work) -> int:
    """[13A4] The labour that has gone into a work."""
    if work.verb == SPAN:
        return state.demolished[work.side]
    return state.labour.get(work.key, 0)


# Who does it.


def crew_for(state: State, march: March, verb: str) -> Crew | None:
    """The crew of a party for a work: construction units before divisional engineers [13I]; for
    lines and ports also their own engineers [13B] [13C]. A hex beside it a construction division
    alone can reach [13A5]."""
    able = march.units & construction_units(state)
    special = march.units & craftsmen(state, verb) & ~state.overstacked
    if verb == REGAUGE and not special:
        return None
    if march.site >= 0:
        able, special = able & _divisions_of(state, able), 0
    crew = crew_of(state, members(able | special), special)
    if crew is None and verb in BY_DIVISIONS and march.site < 0:
        crew = division_crew(state, members(march.units & divisional_engineers(state)))
    return crew


def craftsmen(state: State, verb: str) -> Units:
    """[13B] [13C] Those whose own work something is."""
    if verb in BY_RAILWAYMEN or verb == REGAUGE:
        return state.kind.railroad
    return state.theatre.tagged["port"] if verb in BY_PORT_ENGINEERS else 0


def _divisions_of(state: State, units: Units) -> Units:
    return bit_set(unit for unit in members(units) if state.face(unit).size == "division")


def site_of(march: March) -> Hex:
    """[13A5] Where a party works: in its hex, or in one beside it that it has turned to."""
    return march.site if march.site >= 0 else march.hex


def sites(state: State, march: March) -> Hexes:
    """[13A5] The hexes beside a party in which its construction division can work: owned and in
    general supply."""
    if not _divisions_of(state, march.units & construction_units(state)):
        return 0
    side = march.who(state)
    near = bit_set(state.theatre.board.grid.neighbours(march.hex)) & state.owned[side]
    near &= ~state.isolated_hexes[side] & ~(1 << march.site if march.site >= 0 else 0)
    hungry = bit_set(state.where[unit] for unit in state.unsupplied if state.where[unit] >= 0)
    return near & ~hungry


def price(state: State, work: Work, crew: Crew) -> int:
    """What each of a crew would spend to finish a work, in quarters of a point."""
    left = points_for(state, work, crew) * A_POINT - done_of(state, work)
    return max(1, -(-left // pace(state, work.hex, crew)))


def why_not_turn_to(state: State, march: March, number: int) -> Refusal:
    """[13A5] Why a party does not work in a hex beside its own."""
    if not _divisions_of(state, march.units & construction_units(state)):
        return Refusal("13A5", "no construction division is in the party")
    if number not in state.theatre.board.grid.neighbours(march.hex):
        return Refusal("13A5", "a construction division reaches the hexes beside it")
    if number == march.site:
        return Refusal("13A5", "it works there already")
    return Refusal("13A5", "the hex beside it is not owned and in general supply")


# What hinders it.


def work_of(march: March, verb: str, number: int) -> Work:
    """The work that a party is asked for."""
    here = site_of(march)
    return Work(verb, here, number if verb in ACROSS else here)


def why_not(state: State, march: March, verb: str, number: int) -> Refusal | None:
    """[13A] Why a party does not do a work, or None if it can."""
    work = work_of(march, verb, number)
    refusal = _why_not_at(state, march.who(state), work)
    if refusal is None and verb == REGAUGE:
        refusal = _why_not_gauge(state, work.hex, number)
    if refusal is not None:
        return refusal
    crew = crew_for(state, march, verb)
    if crew is None:
        return _why_no_crew(state, march, verb)
    if crew.division and verb == ENTRENCH and state.date < DIVISIONS_ENTRENCH:
        return Refusal("13I", "divisional engineers do not entrench before Jun I 15")
    if march.is_fast(state):
        return Refusal("13A", "units that use accelerated movement do no engineers' work")
    if min(points_left(state, unit) for unit in crew.units) <= 0:
        return Refusal("13A", "those who could work have no movement points left")
    if needs_resource(state, work) and resource_for(state, crew.units[0]) < 0:
        return Refusal("13A3", "no resource point for the bridge is within an overland line")
    return None


DIVISIONS_ENTRENCH = DATES["divisional entrenchments"]["both"]


def _why_no_crew(state: State, march: March, verb: str) -> Refusal:
    able = construction_units(state)
    if verb in BY_DIVISIONS:
        able |= divisional_engineers(state)
    if verb == REGAUGE:
        able = 0
    able |= craftsmen(state, verb)
    crowd = march.units & state.overstacked
    if crowd and not march.units & ~crowd & able:
        return Refusal("8C2.14", "units in an overstack do no engineers' work")
    if march.site >= 0 and march.units & construction_units(state):
        return Refusal("13A5", "only a construction division works beside its hex")
    if march.units & able:
        return Refusal("13A", "the units that could do it are not in general supply")
    if verb == REGAUGE:
        return Refusal("13B3a", "railroad engineers alone change the gauge of a line")
    if march.units & state.kind.railroad:
        return Refusal("13B", "railroad engineers work on railways only")
    if march.units & state.theatre.tagged["port"]:
        return Refusal("13C", "port construction engineers work on ports only")
    if march.units & divisional_engineers(state):
        return Refusal("13I", "divisional engineers dig and entrench, and nothing else")
    return Refusal("13A", "no unit of the party can do engineers' work of this kind")


def _why_not_at(state: State, side: int, work: Work) -> Refusal | None:
    if work.hex in state.contested:
        # [9J.5]
        return Refusal("9J.5", "engineers do no work in a contested hex")
    if work.verb in ACROSS:
        return _why_not_bridge(state, side, work)
    if not state.owned[side] >> work.hex & 1:
        return Refusal("R121", "engineers of the party work in hexes that their side owns")
    if work.verb in (DIG, ENTRENCH, RAZE):
        return _why_not_works(state, side, work)
    if work.verb in BY_PORT_ENGINEERS:
        return _why_not_port(state, work)
    bit = 1 << work.hex
    if not state.theatre.rails & bit:
        return Refusal("13A3", "no rail line runs through the hex")
    if work.verb == MEND:
        if not state.broken & bit:
            return Refusal("13A3", "the rail line is not broken")
        if state.devastated & bit:
            return Refusal("15A8", "lines in a devastated hex cannot be mended")
        return None
    if work.verb == REGAUGE:
        if (state.broken | state.obstructed) & bit:
            return Refusal("13B3a", "a line is mended and cleared before its gauge is changed")
        return None
    if not state.obstructed & bit:
        return Refusal("13A3", "the rail line is not obstructed")
    if state.broken & bit:
        return Refusal("13A3", "the break is mended before the line is cleared")
    return None


def _why_not_gauge(state: State, hex_: Hex, number: int) -> Refusal | None:
    gauges = list(gauges_of(state.theatre))
    if not 0 <= number < len(gauges):
        return Refusal("13B3a", "there is no such gauge on the map")
    if gauges[number] == gauge_in(state.theatre, hex_):
        return Refusal("13B3a", "the line has that gauge already")
    return None


def _why_not_port(state: State, work: Work) -> Refusal | None:
    if work.hex not in state.theatre.ports:
        return Refusal(CASES[work.verb], "there is no port in the hex")
    hits = state.port_hits.get(work.hex, 0)
    if work.verb == MEND_PORT and not hits:
        return Refusal("13A3", "the port is not damaged")
    if work.verb == WRECK_PORT and hits >= MOST_HITS[rank_of(state, work.hex)]:
        return Refusal("13A2", "the port cannot be damaged any more")
    return None


def _why_not_works(state: State, side: int, work: Work) -> Refusal | None:
    there = works_in(state, work.hex)
    if work.verb == DIG and there != NOTHING:
        return Refusal("13A1a", "the hex is fortified already")
    if work.verb == ENTRENCH:
        if there != FIELDWORKS:
            return Refusal("13A1b", "there are no fieldworks to be made an entrenchment")
        if state.date < DATES["entrenchments"][SIDES[side]]:
            return Refusal("13A1g", "nobody entrenches before Oct II 14")
    if work.verb == RAZE and there not in (ENTRENCHMENT, FORT, IMPROVED_FORT):
        return Refusal("13A2", "there is neither an entrenchment nor a fort to demolish")
    return None


def _why_not_bridge(state: State, side: int, work: Work) -> Refusal | None:
    theatre = state.theatre
    grid = theatre.board.grid
    case = CASES[work.verb]
    other = work.other
    if other < 0 or grid.distance(work.hex, other) != 1:
        return Refusal(case, "that is not a hex beside the unit")
    direction = grid.direction(work.hex, work.other)
    if not theatre.bridges[direction] >> work.hex & 1:
        return Refusal("15A1", "there is no bridge between the hexes")
    down = work.side in state.demolished
    if work.verb == BLOW:
        if down:
            return Refusal("13A2", "the bridge is down already")
        if state.bridges[6 * (1 - side) + direction] >> work.hex & 1:
            return Refusal("13A2", "the enemy owns the bridge")
        return None
    if not down:
        return Refusal("13A3", "the bridge stands")
    if not state.owned[side] >> work.hex & state.owned[side] >> work.other & 1:
        return Refusal("13A3", "the side does not own both ends of the bridge")
    return None


# Doing it.


def offers(state: State, march: March) -> Choices:
    """[13A] The works that a party on the move can do where it is."""
    port = state.theatre.tagged["port"]
    works = march.units & (construction_units(state) | state.kind.railroad | port)
    if not works and not march.units & divisional_engineers(state):
        return {}
    verbs = VERBS if works else BY_DIVISIONS
    found: Choices = {verb: ONE for verb in HERE if verb in verbs and _can(state, march, verb)}
    if works:
        theatre = state.theatre
        shifts = zip(theatre.bridges, theatre.board.grid.shifts, strict=True)
        here = site_of(march)
        near = [here + shift for sides, shift in shifts if sides >> here & 1]
        gauges = gauges_of(state.theatre)
        if len(gauges) > 1:
            numbers = range(len(gauges))
            fit = bit_set(n for n in numbers if why_not(state, march, REGAUGE, n) is None)
            if fit:
                found[REGAUGE] = fit
        aside = sites(state, march)
        if aside:
            found["turn_to"] = aside
        for verb in ACROSS:
            hexes = bit_set(hex_ for hex_ in near if why_not(state, march, verb, hex_) is None)
            if hexes:
                found[verb] = hexes
    return found


def _can(state: State, march: March, verb: str) -> bool:
    return why_not(state, march, verb, 0) is None


def do(state: State, march: March, verb: str, number: int) -> None:
    """[13A] A crew works until it is done or has no points left."""
    work = work_of(march, verb, number)
    crew = crew_for(state, march, verb)
    assert crew is not None
    if needs_resource(state, work):
        spend(state, resource_for(state, crew.units[0]), 1)
    if crew.city >= 0:
        state.civilians[crew.city] = crew.units[0]
    full = price(state, work, crew)
    paid = min(full, *(points_left(state, unit) for unit in crew.units))
    for unit in crew.units:
        state.spent[unit] = state.spent.get(unit, 0) + paid
    if paid == full:
        state.labour.pop(work.key, None)
        finish(state, work, number)
    else:
        done = done_of(state, work) + paid * pace(state, work.hex, crew)
        if verb == SPAN:
            state.demolished[work.side] = done
        else:
            state.labour[work.key] = done
    told = TOLD[verb, paid == full]
    tell_of(state, crew.units, "{}: {} in {:hex} [{}]", told, work.hex, CASES[verb])


TOLD = {
    (DIG, True): "fieldworks dug",
    (ENTRENCH, True): "an entrenchment dug",
    (RAZE, True): "the works demolished",
    (MEND, True): "the line mended",
    (CLEAR, True): "the line cleared",
    (BLOW, True): "a bridge demolished",
    (SPAN, True): "a bridge repaired",
    (REGAUGE, True): "the gauge changed",
    (WRECK_PORT, True): "the port damaged",
    (MEND_PORT, True): "the port repaired",
    (REGAUGE, False): "a change of gauge begun",
    (WRECK_PORT, False): "the demolition of the port begun",
    (MEND_PORT, False): "the repair of the port begun",
    (DIG, False): "fieldworks begun",
    (ENTRENCH, False): "an entrenchment begun",
    (RAZE, False): "the demolition of the works begun",
    (MEND, False): "the mending of the line begun",
    (CLEAR, False): "the clearing of the line begun",
    (BLOW, False): "the demolition of a bridge begun",
    (SPAN, False): "work on a bridge",
}


def finish(state: State, work: Work, number: int = 0) -> None:
    """What a work has led to."""
    bit = 1 << work.hex
    match work.verb:
        case "dig":
            state.works[work.hex] = FIELDWORKS
        case "entrench":
            state.works[work.hex] = ENTRENCHMENT
        case "raze" if state.works[work.hex] == ENTRENCHMENT:
            del state.works[work.hex]
        case "raze":
            state.works[work.hex] = ENTRENCHMENT
        case "mend":
            state.broken &= ~bit
        case "clear":
            state.obstructed &= ~bit
        case "regauge":
            regauge(state, work.hex, list(gauges_of(state.theatre))[number])
        case "wreck_port":
            state.port_hits[work.hex] = state.port_hits.get(work.hex, 0) + 1
        case "mend_port":
            state.port_hits[work.hex] -= 1
            if not state.port_hits[work.hex]:
                del state.port_hits[work.hex]
        case "blow":
            state.demolished[work.side] = 0
        case _:
            del state.demolished[work.side]


# Keeping it up.


def abandon(state: State) -> None:
    """[13A1a] [13A1b] [R120] At the end of a phase works that nobody maintains are gone, and so is
    what was begun and left."""
    keepers = maintainers(state)
    for hex_ in [h for h, kind in state.works.items() if kind in (FIELDWORKS, ENTRENCHMENT)]:
        if not state.stacks.get(hex_, 0) & keepers:
            del state.works[hex_]
            state.detail("The works in {:hex} are abandoned [13A1a]", hex_)
    for key in list(state.labour):
        verb, *hexes = key
        if verb in (MEND, CLEAR, REGAUGE, MEND_PORT, WRECK_PORT):
            continue
        if not any(state.stacks.get(hex_, 0) & keepers for hex_ in hexes):
            del state.labour[key]
