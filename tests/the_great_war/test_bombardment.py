"""Bombardment [12C]."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Self

import pytest

from tests.the_great_war.battles import Fight, division, laid, unit
from tests.the_great_war.fields import labels, units
from tests.the_great_war.sketch import GRID, counter
from trenchline.games.the_great_war.attackers import within_limit
from trenchline.games.the_great_war.barrage import (
    RollBarrage,
    barrage,
    die_terms,
    may_reduce,
    shifted_strength,
)
from trenchline.games.the_great_war.bombardment import BombardmentPhase, DeclareBombardment
from trenchline.games.the_great_war.components import Counter
from trenchline.games.the_great_war.gunners import guns_for, marks
from trenchline.games.the_great_war.hits import Distribute
from trenchline.games.the_great_war.state import State
from trenchline.kernel.play import settle
from trenchline.kernel.steps import Choices

TARGET = GRID.hex("0405")
HALF = Fraction(1, 2)


def guns(key: str, rating: str = "10-10-5", kind: str = "heavy artillery", **more: Any) -> Counter:
    return counter(key, rating, kind, "regiment", **more)


def battery(*mine: Counter, his: tuple[Counter, ...] = (), **sketched: Any) -> State:
    """Guns in 0404 with an Army HQ behind them, Italians in 0405."""
    others = his or (division("IT1"),)
    where = {one.key: "0404" for one in mine} | {one.key: "0405" for one in others}
    staff = counter("AH9", "0-0-4", "army hq", "army")
    return laid([*mine, *others, staff], {**where, "AH9": "0403"}, **sketched)


class Shelling(Fight):
    """A bombardment segment being played."""

    def __init__(self, state: State, *dice: int) -> None:
        super().__init__(state, *dice)
        state.stack = [BombardmentPhase(1)]
        self.options: Choices = settle(state, self.dice)

    def shell(self, target: str, *keys: str) -> Self:
        """Bombard a hex with some guns."""
        return self.choose(f"bombard {target}", *(f"with {key}" for key in keys), "fire")


def factors(state: State, *keys: str, fed: bool = True) -> list[dict[str, Fraction]]:
    numbers = tuple(unit(state, key) for key in keys)
    force = barrage(state, numbers, TARGET, set(numbers) if fed else set())
    return [{f.case: f.value for f in share.factors} for share in force.shares]


def test_12c_1_outside_every_zone_of_influence_guns_fire_with_half() -> None:
    state = battery(guns("AH1"))
    assert factors(state, "AH1") == [{}]
    state.inactive |= units(state, "AH9")
    assert factors(state, "AH1") == [{"12C": HALF}]


def test_12c_old_tactics_do_not_matter_to_a_bombardment() -> None:
    state = battery(guns("AH1"), turns=["Feb I 16"], weather={"Feb I 16": "clear"})
    assert factors(state, "AH1") == [{}]


def test_12b1_field_artillery_bombards_with_half() -> None:
    state = battery(guns("AH1", kind="field artillery"))
    assert factors(state, "AH1") == [{"12B1": HALF}]


def test_12c_without_combat_supply_guns_fire_with_half() -> None:
    state = battery(guns("AH1"))
    assert factors(state, "AH1", fed=False) == [{"11F": HALF}]


def test_12c2_the_staff_of_an_artillery_division_counts_when_all_of_it_fires() -> None:
    state = battery(counter("AH1", "6-6-3", "art xx hq", "artillery_hq"), guns("AH2"), guns("AH3"))
    state.attached = {unit(state, key): unit(state, "AH1") for key in ("AH2", "AH3")}
    every = tuple(unit(state, key) for key in ("AH1", "AH2", "AH3"))
    assert barrage(state, every, TARGET, set(every)).total == 26
    assert barrage(state, every[:2], TARGET, set(every)).total == 10


def test_12c1_guns_fire_once_a_phase_and_at_what_they_reach() -> None:
    state = battery(guns("AH1"), guns("AH2", range=2))
    assert labels(marks(state, 1, counter=False)) == ["0405"]
    assert guns_for(state, 1, TARGET, False) == units(state, "AH1", "AH2")
    state.move(units(state, "AH1", "AH2"), GRID.hex("0403"))
    assert guns_for(state, 1, TARGET, False) == units(state, "AH2")
    state.bombarded |= units(state, "AH2")
    assert not marks(state, 1, counter=False)


def test_12c1_8b_the_limit_of_the_hex_bombarded_holds() -> None:
    keys = [f"AH{n}" for n in range(1, 13) if n != 9]
    state = battery(*(guns(key) for key in keys), terrain={"0405": "mountain"})
    # Four units of any kind, four REs of small ones and two of artillery: no more than ten.
    assert not within_limit(state, TARGET, units(state, *keys))
    shelling = Shelling(state).choose("bombard 0405")
    named = 0
    while "with" in shelling.options and named < 10:
        number = shelling.options["with"].bit_length() - 1
        shelling.choose(f"with {state.theatre.counters[number].key}")
        named += 1
    assert named == 10
    left = next(key for key in keys if state.theatre.unit[key] not in _named(shelling))
    assert shelling.why_not(f"with {left}").case == "8B"


def _named(shelling: Shelling) -> tuple[int, ...]:
    step = shelling.state.stack[-1]
    assert isinstance(step, DeclareBombardment)
    return step.guns


def test_15e3_guns_that_do_not_cooperate_fire_apart() -> None:
    where = {"FR1": "0405", "IT1": "0405", "AH1": "0404"}
    state = laid([guns("FR1"), guns("IT1"), division("AH1")], where, side=0)
    state.stack = []
    fight = Fight(state, side=0)
    state.stack = [BombardmentPhase(0)]
    fight.options = settle(state, fight.dice)
    fight.choose("bombard 0404", "with FR1")
    assert fight.why_not("with IT1").case == "15E3"


def test_12c2_the_worked_example_of_102_against_a_new_fortress_in_woods() -> None:
    """The die is 4; with reconnaissance the fortress falls on 5, here the roll itself is told."""
    state = battery(
        guns("AH1"),
        his=(division("FR1"),),
        terrain={"0405": "woods"},
        places=[("0405", "new_fortress")],
    )
    assert may_reduce(state, TARGET, 102)
    assert sum(term.value for term in die_terms(state, TARGET, 1, gas=False)) == -3
    RollBarrage(1, TARGET, Fraction(102)).rolled(state, 5)
    assert state.unimproved >> TARGET & 1
    # Reduced first: the unimproved fortress is -1, the woods -1, and 3 brings three hits.
    assert state.hits == {TARGET: 3}


def test_12c2_1_15b3_only_the_two_last_columns_bring_works_down() -> None:
    state = battery(guns("AH1"))
    for works, strength, falls in (
        ("fort", 50, True),
        ("fort", 49, False),
        ("improved fort", 100, True),
        ("entrenchment", 100, False),
        ("fieldworks", 100, False),
    ):
        state.works[TARGET] = works
        assert may_reduce(state, TARGET, strength) == falls, works
    state.works[TARGET] = "improved fort"
    RollBarrage(1, TARGET, Fraction(100)).rolled(state, 6)
    assert state.works[TARGET] == "fort"


def test_12c2_packed_front_lines_suffer_more() -> None:
    state = battery(guns("AH1"))
    assert {t.name: t.value for t in die_terms(state, TARGET, 1, gas=True)} == {
        "packed front line": 1,
        "gas": 1,
    }


def test_12b8_gas_may_add_a_point_and_a_column() -> None:
    assert shifted_strength(20, 1) == 25
    assert shifted_strength(120, 1) == 120
    assert shifted_strength(1, 1) == 1
    state = battery(guns("AH1", kind="gas heavy artillery"), his=(division("FR1"),))
    shelling = Shelling(state, 6, 5, 3)
    shelling.choose("bombard 0405", "with AH1", "gas AH1", "fire")
    # 10 points, half without supply: 5; gas shifts to 10 and adds one: a three makes 4, two hits.
    assert any("makes 4: 2 hits" in line for line in shelling.log)
    assert state.gassed == units(state, "AH1")


def test_12c3_five_hits_are_three_and_two_and_do_what_they_do() -> None:
    his = (
        counter("ITK", "0-0-8", "corps hq", "corps"),
        division("IT1", "8-11-5"),
        division("IT2", "6-9-5"),
        counter("IT3", "2-3-5", size="brigade"),
        counter("IT4", "1-2-5", size="regiment"),
        counter("IT5", "1-1-5", size="battalion"),
    )
    state = battery(guns("AH1"), his=his)
    state.disrupt(unit(state, "IT3"))
    fight = Fight(state)
    state.stack = [Distribute(0, 1, TARGET, 2), Distribute(1, 1, TARGET, 3)]
    fight.options = settle(state, fight.dice)
    assert fight.may("hit ITK")
    fight.choose("hit IT1", "hit IT1", "hit IT3")
    assert state.disrupted == units(state, "IT1")
    assert state.badly_disrupted == units(state, "IT3")
    assert fight.why_not("hit IT3").case == "12C3"
    assert fight.why_not("hit ITK").case == "12C3"
    fight.choose("hit IT2", "hit IT5")
    assert state.disrupted == units(state, "IT1")
    assert state.badly_disrupted == units(state, "IT3", "IT5")


@pytest.mark.parametrize(
    ("size", "hits", "disrupted", "badly"),
    [
        ("division", 1, False, False),
        ("division", 2, True, False),
        ("division", 4, False, True),
        ("brigade", 1, True, False),
        ("brigade", 2, False, True),
        ("regiment", 1, False, True),
        ("battalion", 1, False, True),
    ],
)
def test_12c3_1_12c3_2_12c3_3_hits_by_size(
    size: str, hits: int, disrupted: bool, badly: bool
) -> None:
    state = battery(guns("AH1"), his=(counter("IT1", "3-4-5", size=size),))
    state.stack = [Distribute(1, 1, TARGET, hits)]
    settle(state, Fight(battery(guns("AH1"))).dice)
    assert bool(state.disrupted) == disrupted
    assert bool(state.badly_disrupted) == badly


def test_12c3_hits_of_both_players_on_a_division_add_up() -> None:
    state = battery(guns("AH1"))
    state.stack = [Distribute(0, 1, TARGET, 1), Distribute(1, 1, TARGET, 1)]
    settle(state, Fight(battery(guns("AH1"))).dice)
    assert state.disrupted == units(state, "IT1")


def test_12c3_4_the_overstack_is_hit_last() -> None:
    state = battery(guns("AH1"), his=(division("IT1"), division("IT2")))
    state.overstacked |= units(state, "IT2")
    asked = Distribute(1, 1, TARGET, 1)
    assert asked.able(state) == units(state, "IT1")
    state.disrupt(unit(state, "IT1"), badly=True)
    assert asked.able(state) == units(state, "IT2")


def test_12c_guns_that_were_under_fire_answer_and_no_others() -> None:
    state = battery(guns("AH1"), his=(division("IT1"), guns("IT2"), guns("IT3")))
    state.move(units(state, "IT3"), GRID.hex("0305"))
    shelling = Shelling(state, 1).shell("0405", "AH1")
    assert shelling.asked == "BombardmentPhase"
    assert shelling.may("bombard 0404")
    shelling.choose("bombard 0404")
    assert shelling.may("with IT2")
    assert shelling.why_not("with IT3").case == "12C"


def test_11d_1_points_opened_for_a_bombardment_are_gone_when_it_ends() -> None:
    state = battery(guns("AH1"))
    state.resources[GRID.hex("0403")] = 1
    shelling = Shelling(state, 1)
    shelling.choose("bombard 0405", "with AH1", "feed 0403", "fire")
    shelling.go_on("Nothing")
    assert not state.resources
    assert any("with 10" in line for line in shelling.log)
