"""Rule 6F: overruns, and getting out of their way."""

from __future__ import annotations

from tests.the_great_war.fields import field, labels, rolling, units
from tests.the_great_war.sketch import GRID, counter, sketch
from trenchline.games.the_great_war import overrun, overrun_odds
from trenchline.games.the_great_war.components import ENTENTE
from trenchline.games.the_great_war.march import March
from trenchline.games.the_great_war.movement import march_of
from trenchline.games.the_great_war.preliminaries import slippery
from trenchline.games.the_great_war.state import ELIMINATED, MOVEMENT, State
from trenchline.kernel.play import settle, take


def strong(
    defender: str = "1-2-5", kind: str = "rifle", size: str = "regiment", many: int = 2
) -> State:
    """Italian divisions beside an Austrian unit."""
    counters = [counter(f"IT{n}", "20-9-5") for n in range(1, many + 1)]
    theatre = sketch(counters=[*counters, counter("AH1", defender, kind, size, "self")])
    return field(theatre, {one.key: "0505" for one in counters} | {"AH1": "0504"})


def party(state: State, many: int = 2) -> March:
    found = march_of(state, state.theatre.unit["IT1"])
    return March(tuple(range(many)), found.hex)


def run(state: State, march: March, dice: list[int] | None = None) -> dict[str, int]:
    state.stack = [march]
    take(state, "overrun", GRID.hex("0504"))
    return settle(state, rolling(*(dice or [])))


def test_6f1_3_odds_round_down_in_favour_of_those_overrun() -> None:
    assert overrun_odds.whole_odds(116, 8) == 14
    assert overrun_odds.whole_odds(19, 2) == 9


def test_6f1_ten_to_one_is_needed() -> None:
    state = strong("1-4-5")
    assert labels(party(state).choices(state)["overrun"]) == ["0504"]
    state = strong("1-5-5")
    assert "overrun" not in party(state).choices(state)
    refusal = party(state).why_not(state, "overrun", GRID.hex("0504"))
    assert refusal.case == "6F1"
    assert "10:1 is needed" in refusal.reason


def test_6b4_3_6b4_4_6f1_3_fatigue_shifts_the_odds_by_a_level_a_hit() -> None:
    """The rulebook's example: 14:1, one up for the defender's hit, five down for the attacker's."""
    state = strong("1-2-5", many=1)
    here, there = GRID.hex("0505"), GRID.hex("0504")
    base = overrun_odds.odds(state, 1, here, there)
    state.fatigue = {0: 5, state.theatre.unit["AH1"]: 1}
    assert overrun_odds.odds(state, 1, here, there) == base - 4
    state.fatigue = {0: 1, 1: 1}
    assert overrun_odds.odds(state, 1, here, there) == base


def test_6f1_6_all_who_are_overrun_are_gone_even_with_a_cadre() -> None:
    counters = [counter("IT1", "20-9-5"), counter("AH1", "1-2-5", size="division", back="1-1-5")]
    counters.append(counter("AHA", "0-4", "army hq", "army"))
    state = field(sketch(counters=counters), {"IT1": "0505", "AH1": "0504", "AHA": "0504"})
    run(state, party(state, 1))
    assert state.where[state.theatre.unit["AH1"]] == ELIMINATED
    assert state.where[state.theatre.unit["AHA"]] == ELIMINATED


def test_6f1_4_ground_zone_and_overrun_are_paid() -> None:
    state = strong("1-2-5")
    run(state, party(state))
    assert state.spent == {0: 8, 1: 8}, "a point for the ground, one for twelve to one or better"
    assert overrun.cost_at(10, False) == 3
    assert overrun.cost_at(11, True) == 1


def test_6f1_4_zones_of_others_are_paid_not_those_of_the_overrun() -> None:
    state = strong("1-1-5", size="division")
    assert overrun.price(state, 0, GRID.hex("0505"), GRID.hex("0504"), 12) == 2
    others = [counter("IT1", "20-9-6"), counter("AH1", "1-1-5"), counter("AH2", "1-1-5")]
    state = field(sketch(counters=others), {"IT1": "0505", "AH1": "0504", "AH2": "0404"})
    assert overrun.price(state, 0, GRID.hex("0505"), GRID.hex("0504"), 12) == 6


def test_6f1_who_cannot_pay_takes_no_part() -> None:
    state = strong()
    state.spent[0] = 16
    assert "overrun" not in party(state).choices(state)
    assert party(state).why_not(state, "overrun", GRID.hex("0504")).reason == (
        "a unit of the party cannot pay for the overrun"
    )


def test_6f1_the_limit_of_the_hex_overrun_holds() -> None:
    counters = [counter(f"IT{n}", "20-9-6") for n in range(5)]
    theatre = sketch(
        {"0504": "mountain"}, counters=[*counters, counter("AH1", "0-1-5", size="regiment")]
    )
    state = field(theatre, {one.key: "0505" for one in counters} | {"AH1": "0504"})
    refusal = party(state, 5).why_not(state, "overrun", GRID.hex("0504"))
    assert refusal.reason == "more units than the stacking limit of that hex"


def test_6f1_6_the_advance_is_free_to_make_or_not() -> None:
    state = strong()
    found = run(state, party(state))
    assert found == {"advance": 0b11, "done": 1}
    take(state, "advance", 1)
    settle(state, rolling())
    take(state, "done", 0)
    assert [state.where[n] for n in (0, 1)] == [GRID.hex("0505"), GRID.hex("0504")]
    assert "0504" in labels(state.owned[ENTENTE])


def test_6f1_7_units_without_defence_are_overrun_by_anybody() -> None:
    counters = [counter("IT1", "1-2-5", size="regiment"), counter("AHA", "0-4", "army hq", "army")]
    state = field(sketch(counters=counters), {"IT1": "0505", "AHA": "0504"})
    assert overrun_odds.odds(state, 1, GRID.hex("0505"), GRID.hex("0504")) == 12
    state = field(
        sketch(counters=[counter("IT1", "0-2-5"), counters[1]]), {"IT1": "0505", "AHA": "0504"}
    )
    assert overrun_odds.odds(state, 1, GRID.hex("0505"), GRID.hex("0504")) == 0


def cavalry(kind: str = "mounted rifle") -> State:
    return strong("1-2-7", kind)


def test_6f2_cavalry_may_get_out_of_the_way() -> None:
    state = cavalry()
    found = run(state, party(state))
    assert found == {"slip": units(state, "AH1"), "done": 1}
    take(state, "slip", state.theatre.unit["AH1"])
    found = settle(state, rolling(5))
    assert "retreat" in found
    take(state, "retreat", found["retreat"].bit_length() - 1)
    settle(state, rolling(5))
    assert state.where[state.theatre.unit["AH1"]] >= 0
    assert state.spent == {0: 4, 1: 4}, "nobody was there, so the overrun costs nothing"


def test_6f2_who_fails_is_overrun() -> None:
    state = cavalry()
    run(state, party(state))
    take(state, "slip", state.theatre.unit["AH1"])
    settle(state, rolling(4))
    assert state.where[state.theatre.unit["AH1"]] == ELIMINATED


def test_14l_irregulars_must_try() -> None:
    state = cavalry("irregular cavalry")
    state.stack = [party(state)]
    take(state, "overrun", GRID.hex("0504"))
    step = state.stack[-1]
    assert step.choices(state) == {"slip": units(state, "AH1")}  # type: ignore[attr-defined]
    assert step.why_not(state, "done", 0).case == "14L"  # type: ignore[attr-defined]


def test_6f3_in_the_same_hex_nothing_is_paid() -> None:
    state = strong()
    state.move(units(state, "AH1"), GRID.hex("0505"))
    march = party(state)
    assert labels(march.choices(state)["overrun"]) == ["0505"]
    state.stack = [march]
    take(state, "overrun", GRID.hex("0505"))
    settle(state, rolling())
    assert state.spent == {0: 0, 1: 0}
    assert state.where[state.theatre.unit["AH1"]] == ELIMINATED
    assert state.phase == MOVEMENT


def test_6f2_who_surrendered_on_the_way_out_does_not_try_again_bug() -> None:
    """Riders who got away from an overrun and found no way on were asked where they could go."""
    state = strong("3-4-7", "heavy cavalry", "division", many=4)
    run(state, party(state, 4))
    rider = state.theatre.unit["AH1"]
    assert slippery(state, state.battle) == 1 << rider
    state.lift(rider)
    assert not slippery(state, state.battle)
