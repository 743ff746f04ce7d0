"""Section 22: trenches."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.der_weltkrieg.table import Sketch, Table, opening
from trenchline.games.der_weltkrieg.battle import COLUMN, Battle
from trenchline.games.der_weltkrieg.results import attack, counterattack
from trenchline.games.der_weltkrieg.retreat import share_to_hold
from trenchline.games.der_weltkrieg.trenches import (
    Dig,
    artillery_wanted,
    diggable,
    front_line,
    is_negated,
    is_solid,
    is_trench_war,
)

EARLY = {"year": 1914, "turns": ["Aug 7", "Sep special", "Sep 1", "Sep 2", "Oct special", "Oct 1"]}
LATE = {"year": 1915, "turns": ["Apr 7", "May special", "May 1", "May 2", "Jun special", "Jun 1"]}
FOES = "\nDE I1@0505\nRU I1@0605"


def early(text: str, *dice: int, **sketch: Any) -> Table:
    """A table in 1914."""
    return Sketch(scenario=EARLY, **sketch).table(text, *dice)


def late(text: str, *dice: int, **sketch: Any) -> Table:
    """A table after April 1915."""
    return Sketch(scenario=LATE, **sketch).table(text, *dice)


def to_special(t: Table) -> Table:
    """Play on to the special turn."""
    while t.asked != "Dig":
        t.choose("done")
    return t


def hexes(t: Table, what: str) -> set[str]:
    """The hexes with a kind of work."""
    found = getattr(t.state, what)
    return t.labels(found if isinstance(found, int) else sum(1 << h for h in found))


def combat(t: Table, target: str, *units: str, terrain: str = "clear") -> Battle:
    """A combat as it would be joined."""
    theatre = t.state.theatre
    numbers = tuple(theatre.unit[unit] for unit in units)
    origins = tuple(t.state.where[number] for number in numbers)
    side = theatre.counters[numbers[0]].side
    aim = (theatre.board.grid.hex(target),)
    return Battle(side, aim, numbers, origins, terrain=terrain)


def terms(t: Table, battle: Battle) -> dict[str, int]:
    """What is added to the die of the attack, by case."""
    return {term.case: term.value for term in attack(t.state, battle).modifiers}


def test_5b_22_1_22_5_a_trench_takes_a_month() -> None:
    t = to_special(early("turn 1914 Aug 7 phase Entente movement" + FOES))
    assert t.choices("dig") == {"0505"}
    t.choose("dig 0505")
    assert hexes(t, "building") == {"0505"}
    assert hexes(t, "trenches") == set()
    t.choose("done")
    while str(t.state.date) != "Oct 1":
        assert hexes(t, "trenches") == set()
        t.choose("done")
    assert hexes(t, "trenches") == {"0505"}
    assert hexes(t, "building") == set()


def test_22_1_r158_nobody_digs_what_the_scenario_does_not_see_finished_bug() -> None:
    """Tannenberg has one special turn: both sides were asked in it for trenches that no later one
    would complete. By the optional rule seven turns must be left."""
    t = opening(scenario="tannenberg")
    while t.state.date < t.state.theatre.date("Sep 1"):
        assert t.asked != "Dig"
        t.choose("done" if t.may("done") else min(t.legal))
    t = opening(scenario="tannenberg", seven_turns="on")
    asked = set()
    while t.state.date < t.state.theatre.date("Aug 7"):
        asked |= {str(t.state.date)} if t.asked == "Dig" else set()
        t.choose("done" if t.may("done") else min(t.legal))
    assert asked == {"Aug 4"}
    assert opening(scenario="limanowa", seven_turns="on").asked != "Dig"


def test_r2_the_central_powers_dig_first() -> None:
    t = to_special(early("turn 1914 Aug 7 phase Entente movement" + FOES))
    assert t.who == "Central Powers"
    t.choose("done")
    assert t.who == "Entente"
    assert t.choices("dig") == {"0605"}


def test_22_1_only_infantry_digs() -> None:
    t = early("turn 1914 Aug 7 phase Entente movement\nDE C1@0302 M1@0303 A1@0304\nRU I1@0905")
    to_special(t)
    assert t.choices("dig") == {"0303"}
    assert t.refused("dig 0302") == "22-1"
    assert t.refused("dig 0304") == "22-1"


@pytest.mark.parametrize("terrain", ["mountain", "swamp", "alpine"])
def test_22_2_r48_r58_not_where_only_mountains_or_swamps_lie_towards_the_enemy(
    terrain: str,
) -> None:
    text = "turn 1914 Aug 7 phase Entente movement" + FOES
    t = early(text, sides={"0505/0605": terrain})
    assert diggable(t.state, 0) == 0
    hex_ = t.state.theatre.board.grid.hex("0505")
    assert Dig(0).why_not(t.state, "dig", hex_).case == "22-2"


def test_22_2_a_side_that_faces_nobody_digs_where_it_likes() -> None:
    text = "turn 1914 Aug 7 phase Entente movement\nDE I1@0302\nRU I1@0605 I2@0905"
    t = to_special(early(text + "\nDE I2@0505", sides={"0505/0605": "mountain"}))
    assert t.choices("dig") == {"0302"}
    t.choose("done")
    assert t.choices("dig") == {"0905"}


def test_22_9_trench_war_begins_with_the_first_turn_of_april_1915() -> None:
    march, april = (
        Sketch(scenario={"year": 1915, "turns": ["Mar 7", "Apr 1", "Apr 2"]}).table(
            f"turn 1915 {date} phase Central movement\nDE I1@0505\nRU I1@0605"
        )
        for date in ("Mar 7", "Apr 1")
    )
    assert not is_trench_war(march.state)
    assert is_trench_war(april.state)


def test_22_2_trenches_cost_nothing_over_a_swamp() -> None:
    text = "turn 1914 Aug 7 phase Central movement\nDE I1@0303\nRU I1@0909\ntrenches 0403 0302"
    t = early(text, sides={"0303/0403": "swamp"})
    assert t.cost("DEI1", "0403") == 3
    assert t.cost("DEI1", "0302") == 1 + 2


def test_22_4_a_marker_goes_with_its_builders() -> None:
    text = "turn 1914 Aug 7 phase Central movement\nDE I1@0303 C1@0303 I2@0304\nRU I1@0909\n"
    t = early(text + "trenches 0303 0304").march("DEI1", "0302")
    assert hexes(t, "trenches") == {"0304"}


def test_22_4_the_marker_is_gone_before_the_advance() -> None:
    text = "turn 1914 Aug 7 phase Central combat\nDE I1@0505 I2@0505 HQ1@0404\nRU B1@0605\n"
    t = early(text + "trenches 0605 0505", 6, 1)
    t.choose("attack 0605", "with DEI1", "with DEI2", "join")
    while t.asked not in ("Advance", "CombatPhase"):
        t.choose(min(t.legal))
    assert hexes(t, "trenches") == {"0505"}
    assert hexes(t, "devastation") == set()


def test_22_4_works_begun_by_the_enemy_are_lost_to_whoever_takes_the_hex() -> None:
    text = "turn 1914 Aug 7 phase Central combat\nDE I1@0505 I2@0505 HQ1@0404\nRU B1@0605\n"
    t = early(text + "building 0605-0", 6, 1)
    t.choose("attack 0605", "with DEI1", "with DEI2", "join")
    while t.asked != "Advance":
        t.choose(min(t.legal))
    assert t.choose(f"advance {min(t.choices('advance'))}").at("0605")
    assert hexes(t, "building") == set()


def test_22_10_22_12_ground_without_a_trench_is_not_devastated() -> None:
    text = "turn 1915 Apr 7 phase Central movement\nDE I1@0505\nRU I1@0909"
    t = late(text).march("DEI1", "0605")
    assert hexes(t, "devastation") == set()


def test_22_3_construction_stays_where_it_is() -> None:
    text = "turn 1914 Aug 7 phase Central movement\nDE I1@0303\nRU I1@0909\nbuilding 0303-0"
    t = early(text).march("DEI1", "0302")
    assert hexes(t, "building") == set()


@pytest.mark.parametrize("marker", ["trenches", "devastation"])
def test_22_6_22_13_22_15_churned_ground_costs_two_more(marker: str) -> None:
    text = f"turn 1914 Aug 7 phase Central movement\nDE I1@0303 I2@0403\nRU I1@0909\n{marker} 0403"
    assert early(text).cost("DEI1", "0403") == 3


def test_22_7_22_8_a_trench_helps_the_attacked() -> None:
    text = "turn 1914 Aug 7 phase Central combat\nDE I1@0505\nRU I1@0605\n"
    open_, dug = early(text), early(text + "trenches 0605")
    fight = combat(dug, "0605", "DEI1")
    assert terms(open_, fight) == {}
    assert terms(dug, fight) == {"22-7": -2}
    assert counterattack(dug.state, fight).modifiers == ()
    assert share_to_hold(open_.state, fight) is not None
    assert share_to_hold(open_.state, fight) != 1
    assert share_to_hold(dug.state, fight) == 1


def test_22_2_r58_a_trench_does_not_help_on_swampy_ground() -> None:
    text = "turn 1914 Aug 7 phase Central combat\nDE I1@0505\nRU I1@0605\ntrenches 0605"
    t = early(text, sides={"0505/0605": "swamp"})
    assert "22-7" not in terms(t, combat(t, "0605", "DEI1", terrain="swamp"))


def test_22_9_r59_r60_in_april_1915_trenches_off_the_front_line_vanish() -> None:
    scenario = {"year": 1915, "turns": ["Mar 7", "Apr special", "Apr 1", "Apr 2"]}
    text = "turn 1915 Mar 7 phase Entente movement\nDE I1@0505 I2@0203\nRU I1@0605\n"
    t = Sketch(scenario=scenario).table(text + "trenches 0505 0203")
    while str(t.state.date) != "Apr 1":
        assert hexes(t, "trenches") == {"0505", "0203"}
        t.choose("done")
    assert hexes(t, "trenches") == {"0505"}
    assert hexes(t, "devastation") == set()


def test_22_9_later_only_the_front_line_digs() -> None:
    text = "turn 1915 Apr 7 phase Entente movement\nDE I1@0505 I2@0203\nRU I1@0605"
    t = to_special(late(text))
    assert t.choices("dig") == {"0505"}
    assert t.refused("dig 0203") == "22-9"
    assert "0203" not in t.labels(front_line(t.state, 0))


def test_22_9_construction_behind_the_line_ends_as_its_owner_moves() -> None:
    text = "turn 1915 Apr 7 phase Central reinforcement\nDE I1@0203 I2@0505\nRU I1@0605\n"
    t = late(text + "building 0203-0 0505-0")
    assert t.asked == "MovementPhase"
    assert hexes(t, "building") == {"0505"}


def test_22_10_a_stormed_trench_leaves_devastation() -> None:
    text = "turn 1915 Apr 7 phase Central combat\nDE I1@0505 I2@0505 I3@0505 HQ1@0404\nRU B1@0605\n"
    t = late(text + "trenches 0605 0505", 6, 1)
    t.choose("attack 0605", "with DEI1", "with DEI2", "with DEI3", "join")
    while t.asked != "Advance":
        t.choose(min(t.legal))
    assert hexes(t, "trenches") == {"0505", "0605"}
    t.choose(f"advance {min(t.choices('advance'))}")
    assert "0605" in hexes(t, "devastation")
    assert "0605" not in hexes(t, "trenches")


def test_22_11_trenches_left_behind_the_front_become_devastation() -> None:
    text = "turn 1915 Apr 7 phase Central movement\nDE I1@0505 I2@0505\nRU I1@0909\n"
    t = late(text + "trenches 0404")
    t.march("DEI1", "0605")
    assert hexes(t, "trenches") == set()
    assert hexes(t, "devastation") == {"0404"}


def test_22_12_empty_front_trenches_stay_until_an_enemy_takes_them() -> None:
    text = "turn 1915 Apr 7 phase Central movement\nDE I1@0505\nRU I1@0605\ntrenches 0505"
    t = late(text).march("DEI1", "0504")
    assert hexes(t, "trenches") == {"0505"}
    while t.who != "Entente":
        t.choose("done")
    t.march("RUI1", "0505")
    assert hexes(t, "trenches") == set()
    assert hexes(t, "devastation") == {"0505"}


def test_22_14_a_trench_replaces_devastation() -> None:
    text = "turn 1915 Apr 7 phase Entente movement" + FOES + "\ndevastation 0505\nbuilding 0505-0"
    t = to_special(late(text))
    assert hexes(t, "trenches") == {"0505"}
    assert hexes(t, "devastation") == set()


@pytest.mark.parametrize(
    ("year", "terrain", "stiff"),
    [
        (1914, "wooded_rough", False),
        (1915, "wooded_rough", True),
        (1915, "woods", False),
        (1916, "woods", True),
        (1916, "broken", False),
    ],
)
def test_22_16_good_ground_holds_to_the_last(year: int, terrain: str, stiff: bool) -> None:
    scenario = {"year": year, "turns": ["May 1", "May 2"], "front": "West"}
    text = f"turn {year} May 1 phase Central combat" + FOES
    t = Sketch(scenario=scenario).table(text)
    share = share_to_hold(t.state, combat(t, "0605", "DEI1", terrain=terrain))
    assert (share == 1) is stiff


@pytest.mark.parametrize(
    ("front", "year", "guns", "negated"),
    [
        ("East", 1915, ("DEA1", "DES1"), True),
        ("East", 1915, ("DEA1", "DEA2"), False),
        ("East", 1915, ("DES1",), False),
        ("West", 1915, ("DEA1", "DES1"), False),
        ("East", 1916, ("DEA1", "DES1"), False),
    ],
)
def test_22_17_r61_overwhelming_artillery(
    front: str, year: int, guns: tuple[str, ...], negated: bool
) -> None:
    scenario = {"year": year, "turns": ["May 1", "May 2"], "front": front}
    text = f"turn {year} May 1 phase Central combat\nDE I1@0505 A1@0505 A2@0505 S1@0505\n"
    t = Sketch(scenario=scenario).table(text + "RU I1@0605\ntrenches 0605")
    fight = combat(t, "0605", "DEI1", *guns)
    assert is_negated(t.state, fight, fight.target) is negated
    assert ("22-7" in terms(t, fight)) is not negated


def test_22_17_two_divisions_want_two_batteries_of_each_kind() -> None:
    scenario = {"year": 1915, "turns": ["May 1", "May 2"], "front": "East"}
    text = "turn 1915 May 1 phase Central combat\nDE A1@0505 A2@0506 S1@0505 S2@0506\n"
    t = Sketch(scenario=scenario).table(text + "RU I1@0605 I2@0605\ntrenches 0605")
    few = combat(t, "0605", "DEA1", "DES1")
    many = combat(t, "0605", "DEA1", "DEA2", "DES1", "DES2")
    assert not is_negated(t.state, few, few.target)
    assert is_negated(t.state, many, many.target)


# The neighbours of 0505, clockwise from the north.
AROUND = ("0504", "0604", "0605", "0506", "0405", "0404")


@pytest.mark.parametrize(
    ("attackers", "friends", "negated"),
    [
        ("BE", "", True),
        ("BE", "AF", False),
        ("BE", "CD", False),
        ("BE", "A", True),
        ("BE", "AD", True),
        ("AC", "", False),
        ("ABC", "", False),
        ("ACE", "", True),
        ("BDF", "AC", True),
    ],
)
def test_22_18_figure_8_attacks_from_front_and_rear(
    attackers: str, friends: str, negated: bool
) -> None:
    place = dict(zip("ABCDEF", AROUND, strict=True))
    foes = " ".join(f"I{n}@{place[at]}" for n, at in enumerate(attackers, start=1))
    held = " ".join(f"I{n}@{place[at]}" for n, at in enumerate(friends, start=2))
    text = f"turn 1914 Aug 7 phase Entente combat\nRU {foes}\nDE I1@0505 {held}\ntrenches 0505"
    t = early(text)
    fight = combat(t, "0505", *(f"RUI{n + 1}" for n in range(len(attackers))))
    assert is_negated(t.state, fight, fight.target) is negated


@pytest.mark.parametrize(
    ("russians", "origins", "solid"),
    [("I1", 1, True), ("B1", 1, False), ("I1", 2, False), ("I1@0605 I2", 2, True)],
)
def test_22_19_a_solid_hex_has_five_points_for_every_side(
    russians: str, origins: int, solid: bool
) -> None:
    text = f"turn 1915 May 1 phase Central combat\nDE I1@0505 I2@0506\nRU {russians}@0605\n"
    t = late(text + "trenches 0605")
    assert is_solid(t.state, combat(t, "0605", *("DEI1", "DEI2")[:origins])) is solid


@pytest.mark.parametrize(
    ("year", "front", "wanted"),
    [
        (1914, "West", 0),
        (1915, "West", 3),
        (1915, "East", 2),
        (1916, "West", 6),
        (1916, "Italy", 2),
        (1917, "West", 9),
        (1917, "Italy", 4),
        (1917, "East", 2),
        (1918, "West", 12),
        (1918, "Italy", 6),
        (1918, "East", 2),
    ],
)
def test_22_20_what_artillery_is_wanted(year: int, front: str, wanted: int) -> None:
    scenario = {"year": year, "turns": ["May 1", "May 2"], "front": front}
    t = Sketch(scenario=scenario).table(f"turn {year} May 1 phase Central combat" + FOES)
    assert artillery_wanted(t.state) == wanted


@pytest.mark.parametrize(
    ("terrain", "more", "answer"), [("clear", -1, 2), ("broken", 0, 2), ("woods", 0, 0)]
)
def test_22_21_r51_without_artillery_against_a_solid_hex(
    terrain: str, more: int, answer: int
) -> None:
    text = "turn 1915 May 1 phase Central combat\nDE I1@0505 A1@0505\nRU I1@0605\ntrenches 0605"
    t = late(text)
    bare = combat(t, "0605", "DEI1", terrain=terrain)
    armed = combat(t, "0605", "DEI1", "DEA1", terrain=terrain)
    assert terms(t, bare).get("22-21", 0) == more
    assert "22-21" not in terms(t, armed)
    found = {term.case: term.value for term in counterattack(t.state, bare).modifiers}
    assert found.get("22-21", 0) == answer
    # A column attack is none of the combat phase.
    column = replace(bare, kind=COLUMN)
    assert "22-21" not in terms(t, column)


def test_22_22_r62_by_the_option_trenches_take_seven_turns() -> None:
    turns = [f"Aug {n}" for n in range(1, 8)] + ["Sep special", "Sep 1", "Sep 2"]
    text = "turn 1914 Aug 1 phase Central reinforcement\noptions seven_turns" + FOES
    t = Sketch(scenario={"year": 1914, "turns": turns}).table(text)
    t.state.building[t.state.theatre.board.grid.hex("0505")] = 1
    dates = []
    while str(t.state.date) != "Sep 2":
        if hexes(t, "trenches"):
            dates.append(str(t.state.date))
        t.choose("done")
    assert dates[0] == "Sep 1"


def test_22_22_by_the_option_each_side_digs_as_its_part_begins() -> None:
    t = opening(scenario="tannenberg", seven_turns="on")
    assert t.asked == "Dig"
    t.choose("dig 1608", "done")
    assert t.asked == "MovementPhase"
    assert hexes(t, "building") == {"1608"}


def test_22_2_a_fort_across_the_swamp_is_an_enemy_too() -> None:
    text = "turn 1914 Aug 7 phase Entente movement\nDE I1@0505\nRU F1@0605 I1@0909"
    t = early(text, sides={"0505/0605": "swamp"})
    assert diggable(t.state, 0) == 0


def test_22_4_a_trench_goes_with_builders_who_give_all_their_points_bug() -> None:
    """Markers were looked after by marches and combats only, so that the enemy paid for a trench
    that nobody kept."""
    text = "turn 1914 Aug 7 phase Central recombination\nDE I1=1@0303 I2=4@0303 C1@0303 "
    t = early(text + "HQ1@0303 I3@0304\nRU I1@0909\ntrenches 0303 0304")
    t.choose("give DEI1", "give DEI2", "amount 4")
    while t.who == "Central Powers":
        t.choose("done")
    assert hexes(t, "trenches") == {"0304"}


def test_22_4_a_trench_goes_with_builders_who_are_withdrawn() -> None:
    rows = [{"turn": "Aug 5", "unit": "DEI1"}]
    text = "turn 1914 Aug 5 phase Central reinforcement\nDE I1@0303 C1@0303 I2@0505\nRU I1@0909\n"
    t = Sketch(scenario={"withdrawals": rows}).table(text + "trenches 0303 0505")
    assert t.asked == "MovementPhase"
    assert hexes(t, "trenches") == {"0505"}


def test_22_17_without_batteries_nothing_is_overwhelmed_bug() -> None:
    """A fort alone has no division, and no battery was as many as no division."""
    scenario = {"year": 1915, "turns": ["May 1", "May 2"], "front": "East"}
    text = "turn 1915 May 1 phase Central combat\nDE I1@0505 A1@0505 S1@0505\nRU F1@0605\n"
    t = Sketch(scenario=scenario).table(text + "trenches 0605")
    fight = combat(t, "0605", "DEI1")
    assert not is_negated(t.state, fight, fight.target)
    assert terms(t, fight) == {"22-7": -2}
    fight = combat(t, "0605", "DEA1", "DES1")
    assert is_negated(t.state, fight, fight.target)


def test_22_17_14_15_who_has_only_retreated_into_the_hex_does_not_defend_it() -> None:
    scenario = {"year": 1915, "turns": ["May 1", "May 2"], "front": "East"}
    text = "turn 1915 May 1 phase Central combat\nDE A1@0505 S1@0505\nRU I1@0605 I2@0605\n"
    t = Sketch(scenario=scenario).table(text + "trenches 0605")
    fight = combat(t, "0605", "DEA1", "DES1")
    t.state.retreated = 1 << t.unit("RUI2")
    assert is_negated(t.state, fight, fight.target)
    t.state.retreated = 0
    assert not is_negated(t.state, fight, fight.target)


@pytest.mark.parametrize(("year", "wanted"), [(1915, 2), (1917, 2), (1918, 2)])
def test_22_20_other_fronts_want_two_points(year: int, wanted: int) -> None:
    scenario = {"year": year, "turns": ["May 1", "May 2"], "front": "Palestine"}
    t = Sketch(scenario=scenario).table(f"turn {year} May 1 phase Central combat" + FOES)
    assert artillery_wanted(t.state) == wanted


def test_22_20_29_15_siege_artillery_brings_half_its_points() -> None:
    scenario = {"year": 1915, "turns": ["May 1", "May 2"], "front": "West"}
    text = "turn 1915 May 1 phase Central combat\nDE I1@0505 S1@0505 S2@0505\nRU I1@0605\n"
    t = Sketch(scenario=scenario).table(text + "trenches 0605")
    assert terms(t, combat(t, "0605", "DEI1", "DES1")) == {"22-7": -2, "22-21": -1}
    assert terms(t, combat(t, "0605", "DEI1", "DES1", "DES2")) == {"22-7": -2}


def test_22_7_r131_the_hindenburg_line_takes_three_from_the_die() -> None:
    scenario = {"year": 1917, "turns": ["May 1", "May 2"], "hindenburg_line": {"DE": ["0505"]}}
    text = "turn 1917 May 1 phase Entente combat\nDE I1@0505 I2@0504\nFR I1@0605 A1@0605\n"
    t = Sketch(scenario=scenario).table(text + "trenches 0505 0504")
    assert terms(t, combat(t, "0505", "FRI1", "FRA1")) == {"R131": -3}
    assert terms(t, combat(t, "0504", "FRI1", "FRA1")) == {"22-7": -2}
    assert t.cost("FRI1", "0505") is None
    lost = Sketch(scenario=scenario).table(text.replace("DE I1@0505", "DE I1@0404"))
    assert terms(lost, combat(lost, "0404", "FRI1")) == {}


@pytest.mark.parametrize(("turn", "left"), [("Mar 7", set()), ("Apr 1", {"0505"})])
def test_22_12_empty_front_trenches_stay_from_the_first_turn_of_april_on(
    turn: str, left: set[str]
) -> None:
    scenario = {"year": 1915, "turns": ["Mar 7", "Apr special", "Apr 1", "Apr 2"]}
    text = f"turn 1915 {turn} phase Central movement" + FOES + "\ntrenches 0505"
    t = Sketch(scenario=scenario).table(text).march("DEI1", "0504")
    assert hexes(t, "trenches") == left


def test_22_17_half_a_division_more_than_batteries_keeps_its_trench() -> None:
    scenario = {"year": 1915, "turns": ["May 1", "May 2"], "front": "East"}
    text = "turn 1915 May 1 phase Central combat\nDE I1@0505 A1@0505 S1@0505\nRU I1@0605{}\n"
    for more, negated in (("", True), (" B1@0605", False)):
        t = Sketch(scenario=scenario).table(text.format(more) + "trenches 0605")
        fight = combat(t, "0605", "DEI1", "DEA1", "DES1")
        assert is_negated(t.state, fight, fight.target) is negated


def test_22_19_without_a_trench_no_hex_is_solid() -> None:
    text = "turn 1915 May 1 phase Central combat\nDE I1@0505\nRU I1@0605 I2@0605"
    t = late(text)
    assert not is_solid(t.state, combat(t, "0605", "DEI1"))


def test_22_19_a_full_division_of_a_small_nation_is_enough() -> None:
    """Four points are a full Ottoman division, but not a full Russian one."""
    text = "turn 1915 May 1 phase {} combat\n{}\ntrenches 0605"
    t = late(text.format("Entente", "RU I1@0505\nOT I1@0605"))
    assert is_solid(t.state, combat(t, "0605", "RUI1"))
    t = late(text.format("Central", "DE I1@0505\nRU I1=4@0605"))
    assert not is_solid(t.state, combat(t, "0605", "DEI1"))


@pytest.mark.parametrize(("points", "short"), [(1, True), (2, False)])
def test_22_21_two_points_of_artillery_are_enough_in_the_east(points: int, short: bool) -> None:
    text = f"turn 1915 May 1 phase Central combat\nDE I1@0505 A1={points}@0505\nRU I1@0605\n"
    t = late(text + "trenches 0605")
    assert ("22-21" in terms(t, combat(t, "0605", "DEI1", "DEA1"))) is short


def test_5b_22_1_a_side_digs_in_as_many_hexes_as_it_likes() -> None:
    t = to_special(early("turn 1914 Aug 7 phase Entente movement\nDE I1@0505 I2@0302\nRU I1@0605"))
    t.choose("dig 0505", "dig 0302")
    assert hexes(t, "building") == {"0505", "0302"}
