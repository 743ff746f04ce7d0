"""Play the golden games: whole matches kept as records, one for each way a game ends or turns.

    python -m tests.kaisers_war.make_golden

writes ``tests/kaisers_war/golden/*.jsonl`` anew.

Simple-minded commanders play. The *driver* marches on its goals and attacks on the way, the
*idler* stays where he is, the *deserter* sends everybody home.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.golden import Chooser, Wanted, at_random, at_random_among, first, make, told, won_by
from trenchline.games.kaisers_war import GAME
from trenchline.games.kaisers_war.components import (
    AIRBASES,
    ALLIED,
    CENTRAL,
    CITY,
    LAND,
    LANDING_EDGE,
    LINE,
    MARCH,
    PARIS,
    RUSSIA,
    SIDES,
    TERRITORY,
)
from trenchline.games.kaisers_war.control import controlled
from trenchline.games.kaisers_war.moves import AIRLANDING, MoveUnit
from trenchline.games.kaisers_war.state import BOX, State
from trenchline.games.kaisers_war.victory import OBJECTIVES, RUHR, germans_before_paris
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import distances, step
from trenchline.kernel.match import Match
from trenchline.kernel.steps import Choice, Choices

SUMMER = 3
"""The turn at whose end the Central Powers must have something to show [26.5]."""
FAR = 999
ROAD = 4
"""So many hexes before Paris the road is opened."""
DEAREST = 8
"""What one unit may cost at the most."""
SPREAD = 3
"""Among so many of the nearest goals the units of a side are shared out."""
EDGE = LANDING_EDGE["north"] | LANDING_EDGE["gulf"]
FOLDER = Path(__file__).parent / "golden"

PASSIVE = ("auto", "done", "stay", "big_push", "wait", "retreat_to")
FIGHTING = ("arrive", "place", "attack", "with", "join", "infiltrate", "big_push")
FOLLOWING = ("pursue", "pursue_to")


def idler(match: Match, rng: random.Random) -> Choice:
    """Do nothing that can be left undone."""
    for verb in PASSIVE:
        if verb in match.choices:
            return first(match.choices, verb)
    return at_random(match, rng)


def deserter(match: Match, rng: random.Random) -> Choice:
    """Send all units home, then do nothing."""
    for verb in ("auto", "dismiss", "demobilize"):
        if verb in match.choices:
            return first(match.choices, verb)
    return idler(match, rng)


def yielder(match: Match, rng: random.Random) -> Choice:
    """Send home whoever stands before Paris, then do nothing."""
    state = match.state
    road = [h for h in members(state.held[ALLIED]) if march_to(PARIS).get(h, FAR) <= ROAD]
    there = [u for hex_ in road for u in state.stacks[hex_]]
    for unit in there:
        if match.choices.get("dismiss", 0) >> unit & 1:
            return "dismiss", unit
    if there and "demobilize" in match.choices:
        return "demobilize", 0
    return idler(match, rng)


@dataclass(frozen=True)
class Waster:
    """Spends its side's points down to a floor, and sends everybody home."""

    floor: int

    def __call__(self, match: Match, rng: random.Random) -> Choice:
        choices, state = match.choices, match.state
        rich = state.vp[match.who or 0] > self.floor + DEAREST
        for verb in ("auto", "dismiss", "place", "box"):
            if verb in choices:
                return at_random_among(choices, verb, rng)
        if "mobilize" in choices and rich:
            return at_random_among(choices, "mobilize", rng)
        return deserter(match, rng)


@dataclass(frozen=True)
class Driver:
    """Marches on the goals its side does not hold yet, and attacks on the way."""

    goals: Callable[[State, int], int]
    daring: float = 0.9
    """How often it attacks where it can."""
    buys: float = 0.0
    """How often it mobilizes what it can."""

    def __call__(self, match: Match, rng: random.Random) -> Choice:
        choices, state = match.choices, match.state
        if "auto" in choices:
            return "auto", 0
        if isinstance(state.stack[-1], MoveUnit):
            return self._march(choices, state, state.stack[-1])
        if "mobilize" in choices and rng.random() < self.buys:
            return at_random_among(choices, "mobilize", rng)
        if "attack" in choices and rng.random() > self.daring:
            return "done", 0
        for verb in (*FIGHTING, *FOLLOWING):
            if verb in choices:
                return at_random_among(choices, verb, rng)
        if "unit" in choices:
            return at_random_among(choices, "unit", rng)
        return idler(match, rng)

    def _march(self, choices: Choices, state: State, move: MoveUnit) -> Choice:
        """To the hex nearest to a goal; neighbours look for different goals."""
        goals = members(self.goals(state, state.side_of(move.unit)))
        near = sorted((march_to(goal).get(move.here, FAR), goal) for goal in goals)
        rest = first(choices, "stay" if "stay" in choices else next(iter(choices)))
        alone = len(state.stacks.get(move.here, ())) == 1
        conquests = OBJECTIVES & ~LINE[state.side_of(move.unit)]
        if not near or (alone and conquests >> move.here & 1):
            return rest
        away, goal = near[move.unit % min(SPREAD, len(near))]
        best = (away, rest)
        for verb in ("move", "rail", "step"):
            for hex_ in members(choices.get(verb, 0)):
                best = min(best, (march_to(goal).get(hex_, FAR), (verb, hex_)))
        return best[1]


@cache
def march_to(goal: int) -> dict[int, int]:
    """How many hexes it is on foot from every hex to a goal."""
    rings = distances(1 << goal, LAND, MARCH)
    return {hex_: away for away, ring in enumerate(rings) for hex_ in members(ring)}


def before_paris(state: State, side: int) -> int:
    """The hexes next to Paris."""
    return step(1 << PARIS, MARCH)


def into_paris(state: State, side: int) -> int:
    """Paris itself."""
    return 1 << PARIS


def into_the_ruhr(state: State, side: int) -> int:
    """The Ruhr."""
    return 1 << RUHR


def every_city(state: State, side: int) -> int:
    """Every objective that is not held yet, but those of Britain and of a Russia at peace; up to
    the summer the Central Powers must also come close to Paris."""
    wanted = OBJECTIVES & ~controlled(state, side) & ~TERRITORY["BR"]
    if not state.kaiser_east:
        wanted &= ~RUSSIA
    if side == CENTRAL and state.turn <= SUMMER and not germans_before_paris(state):
        wanted |= before_paris(state, side)
    return wanted


def cities_but_paris(state: State, side: int) -> int:
    """Every city but Paris, whose fall would end the war [31.6]."""
    return every_city(state, side) & ~(1 << PARIS)


def into_poland(state: State, side: int) -> int:
    """Poland."""
    return TERRITORY["PO"]


def eastward(match: Match, rng: random.Random) -> Choice:
    """The Kaiser moves east at once, Paris is approached, then everybody marches to Poland."""
    if "move_east" in match.choices:
        return "move_east", 0
    if match.state.turn <= SUMMER:
        return ON_PARIS(match, rng)
    return Driver(into_poland, buys=0.9)(match, rng)


def paratrooper(match: Match, rng: random.Random) -> Choice:
    """Raise the airlanding corps, bring it to an airbase, and drop it."""
    choices, state = match.choices, match.state
    fields = bit_set(
        h for h in members(state.held[ALLIED]) if any(AIRBASES >> u & 1 for u in state.stacks[h])
    )
    if "drop" in choices:
        return at_random_among(choices, "drop", rng)
    for verb in ("mobilize", "arrive", "unit"):
        if choices.get(verb, 0) >> AIRLANDING & 1:
            return verb, AIRLANDING
    asked = state.stack[-1]
    if isinstance(asked, MoveUnit) and asked.unit == AIRLANDING:
        ways = [(verb, h) for verb in ("move", "sail") for h in members(choices.get(verb, 0))]
        away = {h: min(march_to(f).get(h, FAR) for f in members(fields)) for _, h in ways}
        if ways:
            return min(ways, key=lambda way: away[way[1]])
    return yielder(match, rng)


def lander(match: Match, rng: random.Random) -> Choice:
    """Ship whoever waits in a box to an edge of the map."""
    choices, state = match.choices, match.state
    if choices.get("sail", 0) & EDGE:
        return first({"sail": choices["sail"] & EDGE}, "sail")
    for unit in members(choices.get("unit", 0)):
        if state.where[unit] in BOX:
            return "unit", unit
    return yielder(match, rng)


def conqueror(match: Match, rng: random.Random) -> Choice:
    """Ship somebody to the edge of Finland [20.12] as long as nobody is there: Helsinki cannot be
    reached on foot while Russia is closed. For the rest march on every city."""
    north = match.choices.get("sail", 0) & LANDING_EDGE["north"]
    if north and not match.state.held[ALLIED] & TERRITORY["FI"]:
        nearest = min(members(north), key=lambda h: march_to(CITY["Helsinki"]).get(h, FAR))
        return "sail", nearest
    if "force" in match.choices and match.state.vp[ALLIED] > DEAREST:
        return "force", 0
    return Driver(every_city, buys=0.6)(match, rng)


def by_turn(turn: int, early: Chooser, late: Chooser) -> Chooser:
    """One commander up to a turn, another after it."""

    def chooser(match: Match, rng: random.Random) -> Choice:
        return (early if match.state.turn <= turn else late)(match, rng)

    return chooser


def first_of(verb: str, otherwise: Chooser) -> Chooser:
    """One verb wherever it may be chosen, else what another commander chooses."""

    def chooser(match: Match, rng: random.Random) -> Choice:
        if verb in match.choices:
            return at_random_among(match.choices, verb, rng)
        return otherwise(match, rng)

    return chooser


def fond_of(*verbs: str) -> Chooser:
    """At random, but wherever some verbs may be chosen, one of those."""

    def chooser(match: Match, rng: random.Random) -> Choice:
        for verb in verbs:
            if verb in match.choices and rng.random() < 0.8:
                return at_random_among(match.choices, verb, rng)
        if "auto" in match.choices:
            return "auto", 0
        return at_random(match, rng)

    return chooser


def ended(words: str) -> Callable[[Match], bool]:
    """Whether a match ended in a way."""
    return lambda match: match.outcome is not None and words in match.outcome.reason


def did(*verbs: str) -> Callable[[Match], bool]:
    """Whether each of some verbs was chosen in a match."""
    return lambda match: set(verbs) <= {turned.choice[0] for turned in match.history}


def both(*shows: Callable[[Match], bool]) -> Callable[[Match], bool]:
    """Whether a match shows several things."""
    return lambda match: all(shown(match) for shown in shows)


def lasted(turn: int) -> Callable[[Match], bool]:
    """Whether a match was played to the end of a turn and ended on points."""
    return lambda match: match.state.turn == turn and not match.state.ending


def landed(match: Match) -> bool:
    """Whether somebody came by sea from a box to an edge of the map [20.12]."""
    sailed = (number for verb, number in (t.choice for t in match.history) if verb == "sail")
    return any(EDGE >> hex_ & 1 for hex_ in sailed)


ON_PARIS = Driver(before_paris, buys=0.5)


def endings() -> list[Wanted]:
    """A game for each way to end."""
    survivor = by_turn(SUMMER, ON_PARIS, idler)
    games = [
        Wanted("nothing_to_show", (at_random, idler), ended("nothing to show")),
        Wanted(
            "paris_burns",
            (deserter, Driver(into_paris)),
            ended("Paris burns"),
            options={"critical_cities": "on"},
        ),
        Wanted(
            "the_ruhr_falls",
            (by_turn(SUMMER, yielder, Driver(into_the_ruhr)), by_turn(SUMMER, ON_PARIS, deserter)),
            ended("the Ruhr has fallen"),
            "1918-1919",
            {"critical_cities": "on"},
        ),
        Wanted(
            "every_city_central",
            (deserter, Driver(every_city)),
            both(ended("every great city"), won_by(CENTRAL)),
            "1918-1919",
            {"sudden_death": "on"},
        ),
        Wanted(
            "every_city_allied",
            (by_turn(SUMMER, yielder, conqueror), by_turn(SUMMER, ON_PARIS, deserter)),
            both(ended("every great city"), won_by(ALLIED)),
            "1918-1919",
            {"sudden_death": "on"},
        ),
        Wanted(
            "fight_on",
            (fond_of("fight_on"), by_turn(SUMMER, ON_PARIS, fond_of("fight_on"))),
            did("fight_on"),
            options={"may_extend": "on", "long_end": "10"},
        ),
        Wanted(
            "peace_after_1918",
            (yielder, survivor),
            both(lasted(5), lambda match: "fight_on" not in {t.choice[0] for t in match.history}),
            options={"may_extend": "on"},
        ),
        Wanted("last_turn_of_1919", (yielder, survivor), lasted(11), "1918-1919"),
        Wanted(
            "last_turn_but_one_of_1919",
            (yielder, survivor),
            lasted(10),
            "1918-1919",
            {"long_end": "10"},
        ),
        Wanted("draw", (yielder, survivor), ended("a draw")),
    ]
    for side, name in enumerate(SIDES):
        games += [_victory(side, name, level) for level in ("marginal", "continental", "imperial")]
        games.append(_revolution(side, name))
    return games


def _revolution(side: int, name: str) -> Wanted:
    """A side loses its last point."""
    spender = fond_of("force", "supply", "attack", "with", "mobilize")
    players: tuple[Chooser, Chooser] = (spender, idler)
    if side == ALLIED:
        players = (yielder, by_turn(SUMMER, ON_PARIS, spender))
    return Wanted(
        f"revolution_{name.lower()}_wins",
        players,
        both(ended("by revolution"), won_by(side)),
        "1918-1919",
        {"blockade": "on"},
    )


def _victory(side: int, name: str, level: str) -> Wanted:
    """A victory on points after the last turn."""
    floor = {"marginal": 40, "continental": 20, "imperial": 1}[level]
    strong, weak = Driver(every_city), Waster(floor)
    if side == CENTRAL:
        players = by_turn(SUMMER, deserter, weak), by_turn(SUMMER, ON_PARIS, strong)
    else:
        players = by_turn(SUMMER, yielder, strong), by_turn(SUMMER, ON_PARIS, weak)
    return Wanted(
        f"{level}_{name.lower()}",
        players,
        both(ended(f"{level} {name} victory"), lambda match: not match.state.ending),
        "1918-1919",
    )


def turns() -> list[Wanted]:
    """A game for each rule by which things take another turn."""
    everything = {option.name: "on" for option in GAME.options if "on" in option.values}
    keen = Driver(before_paris, daring=0.6, buys=0.5)

    def keen_on(*verbs: str) -> tuple[Chooser, Chooser]:
        return by_turn(1, yielder, fond_of(*verbs)), by_turn(SUMMER, keen, fond_of(*verbs))

    def shaken(name: str, shows: Callable[[Match], bool]) -> Wanted:
        """[32.2] The Allies are down to a few points, and the Central Powers work on them."""
        agitator = first_of("psywar_b", Driver(every_city))

        players = by_turn(SUMMER, yielder, Waster(1)), by_turn(SUMMER, ON_PARIS, agitator)
        return Wanted(name, players, shows, "1918-1919", {"psywar": "on"})

    def east(name: str, allied: Chooser, shows: Callable[[Match], bool]) -> Wanted:
        """[30.11] The Kaiser moves east."""
        return Wanted(name, (allied, eastward), shows, "1918-1919", {"east": "on"})

    def game(name: str, verbs: tuple[str, ...], shows: Callable[[Match], bool]) -> Wanted:
        return Wanted(name, keen_on(*verbs), shows, "1918-1919", everything)

    return [
        east("kaiser_moves_east", yielder, told("The Kaiser moves east")),
        east("bolsheviks_fight", first_of("attack", yielder), told(" Bolshevik ", "Attack on")),
        east("czechs_appear", yielder, told("Czech")),
        east(
            "anarchists_change",
            yielder,
            told("Anarchists fight for the Central", "Anarchists fight for the Allied"),
        ),
        Wanted(
            "poles_change_sides",
            (yielder, eastward),
            told("the Poles go over"),
            "1918-1919",
            {"east": "on", "poles": "on"},
        ),
        game("eastern_armies_freed", ("sail", "unit", "assault"), told("eastern armies are free")),
        Wanted("airlanding", (paratrooper, by_turn(SUMMER, keen, idler)), did("drop"), "1918-1919"),
        Wanted("peripheral_landing", (lander, by_turn(SUMMER, keen, idler)), landed),
        game("assault_from_the_sea", ("assault", "unit"), did("assault")),
        shaken("psywar_mutiny", told("mutiny in")),
        shaken("psywar_rebellion", told("rebellion in")),
        shaken("psywar_general_strike", told("general strike")),
        game("they_shall_not_pass", ("stand_firm", "attack"), did("stand_firm")),
        Wanted(
            "naval_contest",
            (fond_of("sail", "assault", "unit"), first_of("contest", idler)),
            did("contest"),
            options={"naval": "on"},
        ),
        game("supply_by_sea", ("supply_by_sea", "assault", "sail", "unit"), did("supply_by_sea")),
        game(
            "air_missions",
            ("air_superiority", "bomb", "with", "fly"),
            did("air_superiority", "bomb"),
        ),
        Wanted(
            "supply_from_the_air",
            (deserter, first_of("fly_supply", Driver(every_city))),
            did("fly_supply"),
            "1918-1919",
            {"air": "on"},
        ),
        Wanted(
            "corps_become_armies",
            (first_of("convert", yielder), by_turn(SUMMER, keen, idler)),
            did("convert"),
            "1918-1919",
        ),
        game("annihilation", ("attack", "with"), told("is annihilated until")),
        Wanted(
            "capitals_fall",
            (deserter, Driver(cities_but_paris)),
            told("for the fall of"),
            "1918-1919",
            {"critical_cities": "on"},
        ),
        game("paris_is_shelled", ("attack",), told("the shelling of Paris")),
        game("bombardment_alone", ("bombard",), did("bombard")),
        game("free_deployment", ("place",), did("place")),
    ]


def wanted() -> list[Wanted]:
    """All the golden games."""
    return [*endings(), *turns()]


if __name__ == "__main__":
    make(GAME, wanted(), FOLDER)
