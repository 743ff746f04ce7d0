"""Rule 9: combat from the declaration of an attack to the last advance."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.the_great_war.battles import Fight, battle, division, laid, unit
from tests.the_great_war.sketch import GRID, counter
from trenchline.games import SHELF, load_game
from trenchline.games.the_great_war.attackers import (
    attackers_of,
    targets,
    why_not_attacked,
    within_limit,
)
from trenchline.games.the_great_war.combat import CombatPhase, combat_steps
from trenchline.games.the_great_war.losses import loser, printed_total
from trenchline.games.the_great_war.preliminaries import chooser, natural_table
from trenchline.games.the_great_war.results import MOBILE, POSITIONAL
from trenchline.games.the_great_war.state import REACTION_COMBAT, State
from trenchline.games.the_great_war.strength import attack
from trenchline.kernel.bits import bit_set
from trenchline.kernel.lessons import begin, go_on, load_lessons
from trenchline.kernel.play import settle

FRONT = {"AH1": "0404", "IT1": "0405"}


def duel(mine: str = "9-12-5", his: str = "6-9-5", **sketched: Any) -> State:
    """One Austrian division beside one Italian, behind each a second hex of its own."""
    return laid([division("AH1", mine), division("IT1", his)], FRONT, **sketched)


# Who attacks what.


def test_9a_units_attack_adjacent_enemies_and_nobody_else() -> None:
    state = laid(
        [division("AH1"), division("AH2"), division("IT1"), division("IT2")],
        {**FRONT, "AH2": "0402", "IT2": "0407"},
    )
    assert targets(state, 1) == 1 << GRID.hex("0405")
    assert attackers_of(state, 1, GRID.hex("0405")) == 1 << unit(state, "AH1")
    fight = Fight(state)
    assert fight.why_not("attack 0407").case == "9A"
    assert fight.why_not("attack 0404").case == "9A"


def test_9b_1_a_hex_is_attacked_and_a_unit_attacks_once_a_phase() -> None:
    state = laid(
        [division("AH1"), division("AH2"), division("IT1"), division("IT2")],
        {**FRONT, "AH2": "0304", "IT2": "0305"},
    )
    fight = Fight(state, 4).attack("0405", "AH1")
    assert state.attacked >> GRID.hex("0405") & 1
    fight.go_on()
    assert fight.why_not("attack 0405").case == "9B"
    fight.choose("attack 0305")
    assert fight.why_not("with AH1").case in ("9B", "9A")
    assert fight.may("with AH2")


def test_9b_2_nobody_attacks_across_prohibited_ground() -> None:
    state = duel(sides={"0404/0405": "lake"})
    assert not targets(state, 1)
    assert why_not_attacked(state, 1, GRID.hex("0405")).case == "9B"


def test_9b_6_8b_the_limit_of_the_hex_attacked_holds_for_each_hex_of_attackers() -> None:
    many = [division(f"AH{n}") for n in range(1, 7)]
    where = {f"AH{n}": "0404" for n in range(1, 7)}
    state = laid([*many, division("IT1")], {**where, "IT1": "0405"}, terrain={"0405": "mountain"})
    fight = Fight(state).choose("attack 0405", *(f"with AH{n}" for n in range(1, 5)))
    assert not fight.may("with AH5")
    assert fight.why_not("with AH5").case == "8B"


def test_9_in_reaction_only_units_of_an_active_headquarters_attack() -> None:
    state = laid(
        [division("AH1"), division("IT1"), counter("IT9", "0-0-4", "army hq", "army")],
        {**FRONT, "IT9": "0406"},
    )
    state.phase = REACTION_COMBAT
    assert targets(state, 0) == 1 << GRID.hex("0404")
    state.inactive |= 1 << unit(state, "IT9")
    assert not targets(state, 0)
    assert why_not_attacked(state, 0, GRID.hex("0404")).case == "9"


def test_9g1_a_unit_without_attack_strength_does_not_attack_alone() -> None:
    state = laid(
        [counter("AH1", "0-2-5", size="brigade"), division("AH2"), division("IT1")],
        {"AH1": "0404", "AH2": "0404", "IT1": "0405"},
    )
    fight = Fight(state).choose("attack 0405", "with AH1")
    assert not fight.may("join")
    assert fight.why_not("join").case == "9G1"
    assert fight.choose("with AH2").may("join")


def test_9g_9g1_who_cannot_defend_is_lost_without_a_die() -> None:
    state = laid([division("AH1"), counter("IT1", "2-0-5", size="brigade")], FRONT)
    fight = Fight(state).attack("0405", "AH1")
    assert fight.at("IT1") == ""
    assert not fight.dice.told


def test_9g2_marginal_units_have_half_a_point_by_option() -> None:
    state = laid(
        [
            counter("AH1", "0-2-5", size="brigade"),
            counter("IT1", "1-0-5", size="brigade"),
            counter("AH2", "0-0-6", "pack transport", "regiment"),
        ],
        {**FRONT, "AH2": "0404"},
    )
    found = battle(state, "0405", "AH1", "AH2")
    assert printed_total(state, found, True) == printed_total(state, found, False) == 0
    state.options = frozenset({"marginal_units"})
    assert printed_total(state, found, True) == Fraction(1, 2)
    assert printed_total(state, found, False) == Fraction(1, 2)


# Which table.


@pytest.mark.parametrize(
    ("sketched", "table"),
    [
        ({}, MOBILE),
        ({"terrain": {"0405": "mountain"}}, POSITIONAL),
        ({"places": [("0405", "partial_city")]}, POSITIONAL),
        ({"places": [("0405", "old_fortress")]}, POSITIONAL),
    ],
)
def test_9a1_mountains_cities_and_works_make_combat_positional(
    sketched: dict[str, Any], table: str
) -> None:
    state = duel(**sketched)
    assert natural_table(state, battle(state, "0405", "AH1")) == table


def test_9a1_fieldworks_alone_do_not_make_combat_positional() -> None:
    state = duel()
    state.works[GRID.hex("0405")] = "fieldworks"
    assert natural_table(state, battle(state, "0405", "AH1")) == MOBILE
    state.works[GRID.hex("0405")] = "entrenchment"
    assert natural_table(state, battle(state, "0405", "AH1")) == POSITIONAL


def test_9a1_14h1_infantry_always_attacks_on_the_mobile_table() -> None:
    state = laid([division("AH1", kind="infantry"), division("IT1")], FRONT)
    state.works[GRID.hex("0405")] = "fort"
    assert natural_table(state, battle(state, "0405", "AH1")) == MOBILE


def test_9j_6_combat_for_a_contested_hex_is_mobile() -> None:
    state = duel(terrain={"0405": "mountain"})
    state.contested[GRID.hex("0405")] = (0, 0)
    assert natural_table(state, battle(state, "0405", "AH1")) == MOBILE


def test_14h2_the_one_side_that_knows_mountains_chooses_the_table() -> None:
    for mine, his, expected in (
        ("mountain rifle", "rifle", True),
        ("rifle", "mountain rifle", False),
        ("mountain rifle", "mountain rifle", None),
        ("rifle", "rifle", None),
    ):
        state = laid(
            [division("AH1", kind=mine), division("IT1", kind=his)],
            FRONT,
            terrain={"0405": "mountain"},
        )
        assert chooser(state, battle(state, "0405", "AH1")) is expected, (mine, his)


def test_14h2_works_leave_nothing_to_choose() -> None:
    state = laid(
        [division("AH1", kind="mountain rifle"), division("IT1")],
        FRONT,
        terrain={"0405": "mountain"},
    )
    state.works[GRID.hex("0405")] = "fieldworks"
    assert chooser(state, battle(state, "0405", "AH1")) is True
    state.works[GRID.hex("0405")] = "entrenchment"
    assert chooser(state, battle(state, "0405", "AH1")) is None


def test_9a1_a_mountain_city_leaves_the_choice_of_the_table_bug() -> None:
    """Works alone take the choice away; a major city among mountains took it too."""
    state = laid(
        [division("AH1", kind="mountain rifle"), division("IT1")],
        FRONT,
        terrain={"0405": "mountain"},
        places=[("0405", "full_city")],
    )
    assert chooser(state, battle(state, "0405", "AH1")) is True


# Results carried out.


def test_9c1_1_de_reduces_to_cadres_that_retreat() -> None:
    # 36 against 9/2 is 6:1 and more; a six is DE.
    state = laid(
        [division("AH1", "14-16-5"), division("AH2", "14-16-5"), division("IT1", "3-4-5")],
        {"AH1": "0404", "AH2": "0404", "IT1": "0405"},
    )
    fight = Fight(state, 6).attack("0405", "AH1", "AH2").choose("pursue")
    assert fight.is_cadre("IT1")
    assert fight.asked in ("RetreatUnit", "Advance")


def test_9f1_where_nobody_advances_nobody_retreats() -> None:
    # 3:1, a six: DR.
    state = duel("14-16-5", "3-4-5")
    fight = Fight(state, 6).attack("0405", "AH1")
    assert fight.asked == "Declare"
    fight.choose("decline")
    assert fight.at("IT1") == "0405"


def test_9f1_who_has_promised_must_advance() -> None:
    state = duel("14-16-5", "3-4-5")
    fight = Fight(state, 6).attack("0405", "AH1").choose("pursue")
    if fight.asked == "RetreatUnit":
        fight.choose(f"retreat {GRID.labels(fight.options['retreat'])[0]}")
    assert fight.at("IT1") != "0405"
    assert fight.at("AH1") == "0405"
    assert fight.asked == "CombatPhase" or not fight.state.stack


def test_9f3_an_attacker_advances_if_he_likes_into_a_hex_that_is_empty() -> None:
    state = laid([division("AH1"), counter("IT1", "2-0-5", size="brigade")], FRONT)
    fight = Fight(state).attack("0405", "AH1")
    assert fight.asked == "Advance"
    assert fight.may("advance AH1")
    assert fight.may("done")
    fight.choose("advance AH1")
    assert fight.at("AH1") == "0405"
    assert state.owned[1] >> GRID.hex("0405") & 1


def test_9b_7_below_1_to_4_the_attack_fails_by_itself() -> None:
    state = duel("1-2-5", "9-12-5")
    fight = Fight(state).attack("0405", "AH1")
    assert fight.is_cadre("AH1")
    assert fight.asked == "Declare"


def test_9d_2_headquarters_left_alone_are_lost() -> None:
    state = laid(
        [
            counter("AH1", "1-2-5", size="brigade"),
            counter("AH9", "0-0-4", "army hq", "army"),
            division("IT1", "9-12-5"),
        ],
        {"AH1": "0404", "AH9": "0404", "IT1": "0405"},
    )
    fight = Fight(state).attack("0405", "AH1")
    assert fight.at("AH1") == ""
    assert fight.at("AH9") == ""


def test_9e_a_lost_division_counts_with_its_full_strength() -> None:
    # 9 against 6 at 3:2: a three is AQ? The die and the ladder bring AR, AQ or AS; half is tested.
    state = laid(
        [division("AH1", "9-12-5"), division("AH2", "9-12-5"), division("IT1", "6-9-5")],
        {"AH1": "0404", "AH2": "0404", "IT1": "0405"},
    )
    fight = Fight(state, 3).attack("0405", "AH1", "AH2")
    # 2:1, a three: AQ, a quarter of 18.
    assert fight.asked == "TakeLosses"
    fight.choose("lose AH1")
    assert fight.is_cadre("AH1")
    assert not fight.is_cadre("AH2")
    assert fight.asked != "TakeLosses"


def test_9f3_defenders_advance_into_hexes_that_the_attack_has_emptied() -> None:
    state = laid(
        [
            counter("AH1", "1-2-5", size="brigade"),
            counter("AH2", "1-2-5", size="brigade"),
            counter("AH3", "1-2-5", size="brigade"),
            division("AH4"),
            division("IT1", "14-16-5"),
            division("IT2", "14-16-5"),
        ],
        {"AH1": "0404", "AH2": "0304", "AH3": "0504", "AH4": "0504", "IT1": "0405", "IT2": "0405"},
    )
    near = [label for label in ("0404", "0304", "0504") if _next_to(label, "0405")]
    keys = [
        key for key in ("AH1", "AH2", "AH3") if GRID.label(state.where[unit(state, key)]) in near
    ]
    fight = Fight(state).attack("0405", *keys)
    open_to = set()
    while fight.asked == "Advance":
        open_to.add(GRID.label(fight.state.stack[-1].hex))  # type: ignore[attr-defined]
        fight.choose("done")
    assert open_to == {label for label in near if label != "0504"}


def _next_to(one: str, other: str) -> bool:
    return GRID.distance(GRID.hex(one), GRID.hex(other)) == 1


def test_4a3_the_combat_phase_ends_when_the_attacker_likes() -> None:
    state = duel()
    state.stack = [CombatPhase(1)]
    assert settle(state, Fight(duel()).dice).get("done")


def test_9b_3_9b_4_9b_5_an_attack_strikes_all_of_one_hex_with_whole_units() -> None:
    state = laid(
        [division("AH1"), division("AH2"), division("IT1"), division("IT2"), division("IT3")],
        {"AH1": "0404", "AH2": "0404", "IT1": "0405", "IT2": "0405", "IT3": "0304"},
    )
    found = battle(state, "0405", "AH1")
    assert found.defenders == (unit(state, "IT1"), unit(state, "IT2"))
    # Units of one hex may attack different hexes, each with all its strength once.
    fight = Fight(state, 4).attack("0405", "AH1").go_on()
    assert fight.choose("attack 0304").may("with AH2")
    assert not fight.may("with AH1")


def test_9a2_9a3_9a4_9a5_the_steps_of_a_combat_come_in_their_order() -> None:
    order = [type(step).__name__ for step in combat_steps()]
    wanted = ["FixTable", "CommitReserves", "FixOdds", "Announce", "TryEffects", "Resolve"]
    assert [name for name in order if name in wanted] == [*wanted[:4], "Announce", *wanted[4:]]
    assert order.index("Resolve") < order.index("Lose") < order.index("Leave")
    assert order.index("Leave") < order.index("Advances")


def test_9d_1_9d_4_9d_5_what_counts_for_losses() -> None:
    state = laid(
        [
            division("AH1"),
            counter("AH2", "5-7-5", "field artillery", "regiment"),
            division("IT1"),
            division("IT2"),
        ],
        {"AH1": "0404", "AH2": "0404", "IT1": "0405", "IT2": "0405"},
    )
    state.overstacked |= 1 << unit(state, "IT2")
    found = battle(state, "0405", "AH1", "AH2")
    # Nothing but printed strengths of units, and none of the overstacked defender.
    assert printed_total(state, found, True) == 11
    assert printed_total(state, found, False) == 9
    assert loser(state, found, unit(state, "AH2"), True).artillery
    state.options = frozenset({"field_artillery_losses"})
    assert not loser(state, found, unit(state, "AH2"), True).artillery


def test_9d_losses_are_taken_from_ones_own_units_bug() -> None:
    """An enemy's headquarters was said not to count, and his divisions were called one's own."""
    game = load_game("the_great_war")
    lesson = load_lessons(SHELF / game.name, game.sides)["6_reaction"]
    match = begin(game, lesson)
    for number in range(11):
        go_on(match, lesson, number)
    for key, reason in (
        ("ITA3", "that unit is the enemy's: your own take your losses"),
        ("IT11", "that unit is the enemy's: your own take your losses"),
        ("AHA5", "headquarters do not count as losses"),
        ("AH17", "that unit of yours takes no part in this combat"),
    ):
        refusal = match.why_not(game.parse_choice(f"lose {key}"))
        assert refusal is not None
        assert refusal.reason == reason


def test_9c1_9c_results_are_carried_out_at_once() -> None:
    # 14 against 9 is 3:2; a six is EX: the defender goes, the attacker loses as much.
    state = laid(
        [division("AH1", "7-9-5"), division("AH2", "7-9-5"), division("IT1")],
        {"AH1": "0404", "AH2": "0404", "IT1": "0405"},
    )
    fight = Fight(state, 6).attack("0405", "AH1", "AH2").choose("propose")
    assert fight.is_cadre("IT1")
    assert {fight.is_cadre("AH1"), fight.is_cadre("AH2")} == {True}


def test_8c2_5_8c2_6_attacks_out_of_an_overstack() -> None:
    many = [division(f"AH{n}") for n in range(1, 8)]
    state = laid(
        [*many, division("IT1")], dict.fromkeys((c.key for c in many), "0404") | {"IT1": "0405"}
    )
    state.overstacked = bit_set(unit(state, f"AH{n}") for n in range(1, 8))
    able = attackers_of(state, 1, GRID.hex("0405"))
    assert able == state.overstacked
    # Six of them keep to the limit of their hex, seven do not.
    assert within_limit(state, GRID.hex("0405"), able & ~(1 << unit(state, "AH7")))
    assert not within_limit(state, GRID.hex("0405"), able)
    state.moved |= 1 << unit(state, "AH1")
    assert not attackers_of(state, 1, GRID.hex("0405")) >> unit(state, "AH1") & 1


def test_8c2_13_overstacked_units_are_no_support() -> None:
    state = laid(
        [counter("AH1", "3-4-5", size="brigade"), division("AH2"), division("IT1")],
        {"AH1": "0404", "AH2": "0404", "IT1": "0405"},
    )
    found = battle(state, "0405", "AH1", "AH2")
    assert attack(state, found).total == 9
    state.overstacked |= 1 << unit(state, "AH2")
    assert attack(state, found).shares[0].strength == Fraction(3, 2)


def test_12b_4_guns_beyond_the_ratio_attack_with_one_point_together() -> None:
    guns = [counter(f"GE{n}", "8-8-5", "heavy artillery", "regiment") for n in (2, 3)]
    state = laid(
        [counter("GE1", "1-2-5", size="regiment"), *guns, division("IT1")],
        {"GE1": "0404", "GE2": "0404", "GE3": "0404", "IT1": "0405"},
    )
    # Modern tactics: one RE of rifles carries one of the two regiments.
    assert attack(state, battle(state, "0405", "GE1", "GE2", "GE3")).total == 1 + 8 + 1


def test_6c_6_9f_a_combat_is_over_before_the_next_begins() -> None:
    state = duel()
    fight = Fight(state, 4).attack("0405", "AH1")
    assert len(state.battles) <= 1
    fight.go_on()
    assert not state.battles
