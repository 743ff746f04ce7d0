"""Chapters 4, 24, 26 and 27: the sequence of play, the east, the special rules of scenarios."""

from __future__ import annotations

from tests.kaisers_war.table import Table, city, opening, table
from trenchline.games.kaisers_war.components import ALLIED, TURNS
from trenchline.games.kaisers_war.sequence import BeginPlayerTurn, game_turn
from trenchline.games.kaisers_war.victory import summer_success

QUIET = "FR 1@{Dijon}\nGE 1@{Kassel}"


def test_4_1_central_turn_allied_turn_end_phase() -> None:
    names = [type(step).__name__ for step in game_turn()]
    assert names.count("BeginPlayerTurn") == 2
    assert [s.side for s in game_turn() if isinstance(s, BeginPlayerTurn)] == [1, 0]
    end = names[names.index("SupplyAttrition", names.index("SupplyAttrition") + 1) + 1 :]
    wanted = ["VictoryPointSegment", "VictoryCheck", "EndTurn"]
    assert [name for name in end if name in wanted] == wanted


def test_4_2_the_phases_in_their_order() -> None:
    """Played, not read: mobilization, movement, two combats, for one side and then the other."""
    t = table("turn 4 phase Central mobilization\nvp 50 50\nFR 1@3525\nGE 1@3524")
    seen: list[str] = []
    while t.turn == 4:
        if not seen or seen[-1] != t.phase:
            seen.append(t.phase)
        t.choose("done")
    phases = ("mobilization", "movement", "combat 1", "combat 2")
    assert seen == [f"{side} {phase}" for side in ("Central", "Allied") for phase in phases]
    assert t.said("Victory Point Segment")


# The east.


FROZEN = """turn 3 phase Central movement
            vp 50 50
            eastern GE10 GEHQVHof CG1
            GE 10@{Warsaw} HQVHof@{Warsaw} 1@{Berlin} 3@{Berlin}
            CG 1@{Lodz}"""


def test_24_2_they_neither_move_nor_attack() -> None:
    t = table(FROZEN)
    assert t.choices("unit") == {"GE1", "GE3"}
    assert t.refused("unit GE10") == "24.2"
    # They defend and have zones.
    assert "2111" in t.zone("Central")


def test_24_2_an_allied_unit_in_the_east_sets_them_free() -> None:
    """[R52] By moving in."""
    t = table(FROZEN.replace("turn 3 phase Central", "turn 1 phase Allied") + "\nBR 1@2619 2@2916")
    t.choose("unit BR2", "move 3015")
    assert t.state.east_free
    assert t.said("eastern armies are free")
    while t.phase != "Central movement":
        t.choose("done")
    assert t.may("unit GE10")


def test_24_2_so_does_an_attack() -> None:
    text = """turn 3 phase Allied combat 1
              vp 50 50
              eastern GESud
              GE Sud@3015
              BR 1@2916 2@2916"""
    t = table(text)
    t.choose("attack 3015", "with BR1")
    assert not t.state.east_free
    t.choose("join")
    assert t.state.east_free


def test_24_3_the_trans_caucasus_is_open_and_allied() -> None:
    t = table("turn 3 phase Central movement\nTU 1@4222 3@{Berlin}\nTC AlpTCF@{Tiflis}")
    assert city("Baku") in t.controlled("Allied")
    t.choose("unit TU1", "force")
    assert city("Kars") in t.choices("move") or t.choices("move")
    t = table("turn 3 phase Central movement\nTU 1@4319 3@{Berlin}")
    t.choose("unit TU1")
    assert city("Kars") in t.choices("move")


# Scenario 1.


def test_26_1_march_to_december_1918() -> None:
    """Five turns; the game ends after the fifth."""
    assert TURNS[0] == "March-April 1918"
    assert TURNS[4] == "November-December 1918"
    t = opening()
    assert t.state.last_turn == 5
    t = table(f"turn 5 phase Allied attrition\nvp 50 50\n{QUIET}")
    assert not t.state.stack
    assert t.said("The war is over")


def test_26_2_starting_points() -> None:
    assert opening().vp == (60, 75)


def german_shock(turn: int, attacker: str = "GE Shock2") -> Table:
    """A shock army at 112 percent on the Infiltration table: a four is MD, 150 percent DW."""
    key = attacker.replace(" ", "")
    text = (
        f"{attacker}@{{Konia}}\nGE HQHL@3527" if attacker[:2] == "GE" else f"{attacker}@{{Konia}}"
    )
    t = table(f"turn {turn} phase Central combat 1\nvp 50 50\nFR 1@3525\n{text}")
    t.declare("3525", key)
    if t.may("support GEHQHL"):
        t.choose("support GEHQHL")
    return t


def test_26_5_shock_turns_withdrawal_into_panic() -> None:
    """[R39] 16/8 is 200 percent: a three is DW. On the first turn the army routs instead."""
    t = german_shock(1)
    t.roll(3, 4).choose("infiltrate")
    assert t.where("FR1") == "dead"
    t = german_shock(2)
    t.roll(3).choose("infiltrate")
    assert t.asked == "Retreat"
    # Not on the Big Push table.
    t = german_shock(1)
    t.roll(5).choose("big_push")
    assert t.asked == "Retreat"


def test_26_5_only_the_germans_shock() -> None:
    text = "turn 1 phase Central combat 1\nvp 50 50\nFR Cav1@3525\nAH ShockIso@{Konia}"
    t = table(text)
    t.declare("3525", "AHShockIso")
    t.roll(3).choose("infiltrate")  # 6/2 is 300 percent: DW
    assert t.asked == "Retreat"


def test_26_5_three_points_a_trench_taken() -> None:
    """On the first turn only: 0714 and 0715."""
    taken = "vp 10 10\nGE 1@0714 3@0714 4@0715\nFR 1@{Dijon}"
    first = table(f"turn 1 phase Allied attrition\n{taken}")
    later = table(f"turn 2 phase Allied attrition\n{taken}")
    assert first.vp[1] - later.vp[1] == 6


def test_26_5_no_central_mobilization_on_turn_1() -> None:
    t = table(f"turn 1 phase Central mobilization\nvp 50 50\n{QUIET}")
    assert "mobilize" not in t.verbs
    assert t.refused("mobilize GE3") == "26.5"
    t = table(f"turn 1 phase Allied mobilization\nvp 50 50\n{QUIET}")
    assert "mobilize" in t.verbs
    # Other spending is free.
    t = table(f"turn 1 phase Central movement\nvp 50 50\n{QUIET}")
    t.choose("unit GE1", "force")
    assert t.vp == (50, 49)


def test_26_5_gifts() -> None:
    """[R41] An Austrian shock army on turn 2, French tanks on turn 3, for nothing."""
    t = opening()
    assert t.where("AHShock11") == "turn2"
    assert t.where("FRTank1") == "turn3"
    t = table(f"turn 3 phase Allied mobilization\nvp 50 50\n{QUIET}\nFR Tank1:turn3")
    t.choose("arrive FRTank1")
    assert city("Paris") in t.choices("place")
    t.choose(f"place {city('Paris')}")
    assert t.vp == (50, 50)


def test_26_5_the_end_of_summer_check() -> None:
    """[R40] All four answers no: the Allies win outright, whatever the points."""
    t = table(f"turn 3 phase Allied attrition\nvp 20 90\n{QUIET}")
    assert t.state.finished
    assert t.outcome.winner == ALLIED
    assert "imperial" in t.outcome.reason


def passes(text: str) -> bool:
    """Whether the Central Powers pass the check, and the game goes on accordingly."""
    t = table(f"turn 3 phase Allied attrition\nvp 50 50\n{text}")
    assert summer_success(t.state) == (not t.state.finished)
    return not t.state.finished


def test_26_5_each_of_the_four_questions() -> None:
    # A supplied German next to Paris; unsupplied, or Austrian, he does not count.
    assert passes("GE 1@0716 3@{Reims}\nFR 1@{Dijon}")
    assert not passes("AH 1@0716 3@{Reims}\nFR 1@{Dijon}")
    assert not passes("GE 1@0516\nFR 1@{Dijon}")
    assert not passes("GE 1@{Paris}\nFR 1@{Dijon}")
    assert passes("AH 1@{Venice}\nBU 1@{Salonika}")
    assert passes("AH 1@{Venice} 3@{Genoa}")
    assert not passes("AH 1@{Venice}\nFR 1@{Dijon}")
    assert not passes("BU 1@{Salonika}\nAH 3@{Genoa}")
    east = "turn 3 phase Central movement\noptions east\nfacts kaiser_east\nGE 1@{Moscow}"
    assert summer_success(table(f"{east} 3@{{Petrograd}}").state)
    assert not summer_success(table(f"{east} 3@{{Berlin}}").state)


# Scenario 2.


def test_27_1_into_1919() -> None:
    """[R1] The track ends on turn 11, the text on turn 10: an option."""
    assert opening(scenario="1918-1919").state.last_turn == 11
    assert opening(scenario="1918-1919", long_end="10").state.last_turn == 10


def test_27_1_both_may_agree_to_go_on() -> None:
    text = f"turn 5 phase Allied attrition\noptions may_extend\nvp 50 50\n{QUIET}"
    t = table(text)
    assert (t.asked, t.who) == ("FightOn", "Allied")
    t.choose("fight_on")
    assert (t.asked, t.who) == ("FightOn", "Central")
    no = t.copy().choose("done")
    assert not no.state.stack
    t.choose("fight_on")
    assert (t.turn, t.state.last_turn) == (6, 11)
    assert t.phase.startswith("Central")
    early = table(text.replace("may_extend", "may_extend ends_early"))
    assert early.choose("fight_on", "fight_on").state.last_turn == 10
    assert "ends_early" in opening(long_end="10").state.options
    assert "ends_early" not in opening(long_end="11").state.options
    assert not table(text).choose("done").state.stack


def test_27_2_points_as_in_scenario_1() -> None:
    assert opening(scenario="1918-1919").vp == (60, 75)


def test_27_3_the_central_powers_deploy_first() -> None:
    """[R2]"""
    assert opening(scenario="1918-1919").who == "Central"


def test_27_4_the_allies_deploy_second() -> None:
    t = opening(scenario="1918-1919").choose("auto")
    assert (t.who, t.asked) == ("Allied", "Deployment")


def test_27_5_the_special_rules_hold() -> None:
    """The summer check, the gifts and the first turn are the same in the long game."""
    t = table(f"turn 3 phase Allied attrition\nlast 11\nvp 20 90\n{QUIET}")
    assert t.outcome.winner == ALLIED
    t = opening(scenario="1918-1919")
    assert t.where("AHShock11") == "turn2"
    t.choose("auto", "auto")
    assert not t.choices("mobilize")


def test_4_2_25_1_26_1_one_turn_follows_the_other() -> None:
    t = table(f"turn 2 phase Allied attrition\nvp 50 50\n{QUIET}")
    assert (t.turn, t.state.phasing) == (3, 1)
    t.until("Allied mobilization")
    assert (t.turn, t.state.phasing) == (3, 0)


def test_27_1_nobody_is_asked_to_fight_on_after_1919() -> None:
    t = table(f"turn 11 phase Allied attrition\nlast 11\noptions may_extend\nvp 50 50\n{QUIET}")
    assert not t.state.stack
    assert t.said("The war is over")


def test_27_1_peace_after_1918_is_told() -> None:
    text = f"turn 5 phase Allied attrition\noptions may_extend\nvp 50 50\n{QUIET}"
    assert table(text).choose("done").said("The war is over")
