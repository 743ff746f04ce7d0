"""Points and levels of victory, and a nation's will."""

from __future__ import annotations

from tests.the_great_war.battles import division, laid
from tests.the_great_war.sketch import GRID as FIELD
from trenchline.games.the_great_war.calendar import read_date
from trenchline.games.the_great_war.components import CENTRAL, CODES, ENTENTE
from trenchline.games.the_great_war.national_will import fall, rally
from trenchline.games.the_great_war.scenarios import GRID, SCENARIO_FOLDERS, load_theatre
from trenchline.games.the_great_war.set_up import set_up
from trenchline.games.the_great_war.state import ELIMINATED, ELIMINATED_ISOLATED, State
from trenchline.games.the_great_war.victory import Tally, items, outcome, points, standing
from trenchline.kernel.bits import members


def take(state: State, side: int, *labels: str) -> State:
    """A side takes some hexes."""
    hexes = GRID.hexes(*labels)
    state.owned[side] |= hexes
    state.owned[1 - side] &= ~hexes
    return state


def caporetto() -> State:
    return set_up(load_theatre("caporetto"))


def at(state: State, text: str) -> None:
    state.turn = state.theatre.turns.index(read_date(text))


def test_every_scenario_begins_with_some_level() -> None:
    for name in SCENARIO_FOLDERS:
        state = set_up(load_theatre(name))
        assert outcome(state).reason in [
            row["name"] for row in state.theatre.scenario["victory"]["levels"]
        ]
        assert standing(state)[0].startswith("Points of the")


def test_history_on_the_piave_is_a_marginal_victory() -> None:
    """What the Central Powers held at the New Year of 1918: all to the Piave, and Asiago."""
    towns = ("4406", "4607", "4608", "4407", "4408", "4308", "4409", "4510", "4311", "4210")
    state = take(caporetto(), CENTRAL, *towns, "4211", "4010", "4213")
    assert points(state) == 15
    assert outcome(state).reason == "Central Powers marginal victory"
    take(state, CENTRAL, "4411", "4511")
    assert outcome(state).reason == "Central Powers decisive victory"
    assert outcome(caporetto()).winner == ENTENTE


def test_history_on_the_yser_is_a_victory() -> None:
    """Antwerp, Gent, Oostende and Lille fell; Ypres and the Channel ports did not."""
    state = set_up(load_theatre("liege"))
    take(state, CENTRAL, "0824", "0924", "1025", "1124", "1224", "1123", "1322")
    at(state, "Sep I 14")
    Tally().run(state)
    take(state, CENTRAL, "1118", "1019", "0820", "0923", "0618", "0620", "0422", "0623")
    assert points(state) == 24
    assert outcome(state).reason == "Central Powers decisive victory"
    assert outcome(set_up(load_theatre("liege"))).winner == ENTENTE


def test_towns_that_the_entente_takes_count_against_the_central_powers() -> None:
    state = take(caporetto(), ENTENTE, "4707")
    assert points(state) == -2
    assert [item.points for item in items(state)] == [-2]
    take(state, ENTENTE, "4009")
    assert points(state) == -2, "a town in the Alps is not among them"


def test_all_cities_of_a_country_may_count_that_the_enemy_takes() -> None:
    places = [("0403", "city"), ("0404", "city"), ("0405", "city")]
    taken = {"towns": {}, "towns_taken": {"country": "AH", "points": -1}, "levels": []}
    state = laid([division("IT1"), division("AH1")], {"AH1": "0103"}, places=places, victory=taken)
    state.owned[ENTENTE] = FIELD.hexes("0404", "0405")
    state.owned[CENTRAL] = state.theatre.land & ~state.owned[ENTENTE]
    assert points(state) == -1, "what was Italian before is not among them"


def test_divisions_lost_count() -> None:
    state = caporetto()
    state.lift(state.theatre.unit["GE12"], ELIMINATED)
    assert points(state) == -1
    italians = state.theatre.divisions & state.theatre.of_nation["IT"] & state.on_map(ENTENTE)
    for unit in list(members(italians))[:5]:
        state.lift(unit, ELIMINATED_ISOLATED)
    assert points(state) == 0


def test_a_collapse_counts() -> None:
    state = caporetto()
    state.collapsed = frozenset({"IT"})
    assert points(state) == 10


def test_the_march_to_the_south_is_counted_in_time() -> None:
    state = set_up(load_theatre("liege"))
    take(state, CENTRAL, "0824", "1025")
    at(state, "Aug II 14")
    Tally().run(state)
    assert points(state) == 0
    at(state, "Sep I 14")
    Tally().run(state)
    take(state, ENTENTE, "0824", "1025")
    assert points(state) == 2


def test_gorizia_counts_for_the_entente() -> None:
    state = set_up(load_theatre("gorizia"))
    assert outcome(state).winner == CENTRAL
    take(state, ENTENTE, "4607", "4507")
    assert outcome(state).reason == "Entente marginal victory", "as it was"
    assert outcome(state).scores == (9, 0)
    take(state, CENTRAL, "4408")
    assert points(state) == 6


# The will of a nation.


def first(state: State, count: int) -> list[str]:
    own = [
        t
        for t in state.theatre.scenario["morale"]["towns"]
        if GRID.hex(t) in members(state.owned[0])
    ]
    return own[:count]


def test_15d3_towns_lost_shake_a_nation_and_make_it_collapse() -> None:
    state = caporetto()
    take(state, CENTRAL, *first(state, 2))
    fall(state)
    assert not state.shaken
    take(state, CENTRAL, *first(state, 1))
    fall(state)
    assert state.shaken == {"IT"}
    assert state.will[CODES.index("IT")] == 1
    take(state, CENTRAL, *first(state, 9))
    fall(state)
    assert not state.collapsed, "none of the key towns is among them"
    take(state, CENTRAL, "4411")
    fall(state)
    assert state.collapsed == {"IT"}
    assert not state.shaken
    assert state.will[CODES.index("IT")] == 0


def test_15d3_a_nation_recovers_after_a_turn_without_a_loss() -> None:
    state = caporetto()
    take(state, CENTRAL, *first(state, 6))
    fall(state)
    at(state, "Nov I 17")
    rally(state, ENTENTE)
    assert state.shaken, "not before November II"
    at(state, "Nov II 17")
    rally(state, CENTRAL)
    assert state.shaken, "only in a friendly initial phase"
    rally(state, ENTENTE)
    assert not state.shaken
    assert state.will[CODES.index("IT")] == 2
    fall(state)
    assert not state.shaken, "what was lost before is forgotten"
    take(state, CENTRAL, *first(state, 3))
    fall(state)
    assert state.shaken == {"IT"}


def test_15d3_a_town_lost_keeps_a_nation_from_recovering() -> None:
    state = caporetto()
    take(state, CENTRAL, *first(state, 6))
    fall(state)
    at(state, "Nov I 17")
    rally(state, ENTENTE)
    take(state, CENTRAL, *first(state, 1))
    at(state, "Nov II 17")
    rally(state, ENTENTE)
    assert state.shaken == {"IT"}
    at(state, "Dec I 17")
    rally(state, ENTENTE)
    assert not state.shaken


def test_15d3_after_a_recovery_a_single_great_town_is_enough() -> None:
    state = caporetto()
    take(state, CENTRAL, *first(state, 6))
    fall(state)
    at(state, "Nov II 17")
    rally(state, ENTENTE)
    rally(state, ENTENTE)
    take(state, CENTRAL, "4512")
    fall(state)
    assert state.collapsed == {"IT"}
