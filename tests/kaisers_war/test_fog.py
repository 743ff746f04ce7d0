"""Chapter 10: fog of war, in the view, the prompts, the choices and the log."""

from __future__ import annotations

import random

from tests.kaisers_war.table import Table, city, opening, table
from tests.kaisers_war.test_psywar import allied
from tests.kaisers_war.twins import assert_told_alike
from trenchline.games.kaisers_war.components import ALLIED, CENTRAL, COUNTERS, SIDES, UNITS
from trenchline.games.kaisers_war.fog import deploying, known, reveals, shows
from trenchline.games.kaisers_war.state import DEAD
from trenchline.games.kaisers_war.suppositions import deal
from trenchline.games.kaisers_war.view import SECRET, tell, view
from trenchline.kernel.view import LogView, PieceView, View


def keys(t: Table, reader: str | None, hex_: str) -> list[str]:
    """What somebody sees in a hex, top first."""
    return [p.key for p in reversed(t.seen_by(reader).pieces) if p.place == hex_]


def words(seen: View) -> str:
    """Everything a view says."""
    return repr((seen.prompt, seen.pieces, seen.panels, seen.tracks, seen.focus))


STACKS = """turn 3 phase Central combat 1
            FR 1@3525 Tank1@3525 Tac1@3525
            GE 1@3524 Shock2@3524 HQHL@3424"""


def test_10_1_only_the_top_unit_is_seen() -> None:
    t = table(STACKS)
    assert keys(t, "Allied", "3525") == ["FR1", "FRTank1", "FRTac1"]
    assert keys(t, "Central", "3525") == ["FR1", "?3525-1", "?3525-2"]
    assert keys(t, "Allied", "3524") == ["GE1", "?3524-1"]
    assert keys(t, None, "3525") == ["FR1", "?3525-1", "?3525-2"]
    assert "FRTank1" not in words(t.seen_by("Central"))
    assert "GEShock2" not in words(t.seen_by("Allied"))


def test_10_1_joining_battle_opens_all_stacks_involved() -> None:
    """Those of the attacking hexes too, whole, and then there is no way back."""
    t = table(STACKS)
    t.choose("attack 3525", "with GE1")
    assert keys(t, "Central", "3525")[1:] == ["?3525-1", "?3525-2"]
    before = t.state.copy()
    t.choose("join")
    assert keys(t, "Central", "3525") == ["FR1", "FRTank1", "FRTac1"]
    assert keys(t, "Allied", "3524") == ["GE1", "GEShock2"]
    assert t.refused("done") == "10.1"
    assert reveals(before, t.state, CENTRAL)
    # Hidden again afterwards.
    t.roll(4).choose("big_push")  # 6/12 is 50 percent: AW
    while t.asked == "Retreat":
        t.choose(f"retreat_to {min(t.choices('retreat_to'))}")
    assert keys(t, "Central", "3525")[1:] == ["?3525-1", "?3525-2"]


BATTLE = """
    turn 3 phase Central combat 1
    FR 1@3525 Cav1@3526 Tank1@3526
    GE 1@3524 3@3424 Shock2@3524
"""


def test_10_1_a_retreat_onto_a_stack_does_not_show_it_bug() -> None:
    """The French army falls back onto a stack that was not in the battle: whoever lies there was
    never examined."""
    other = BATTLE.replace("Tank1@3526", "ExpCOL@3526")
    acts = ("attack 3525", "with GE1", "with GE3", "with GEShock2", "join", "big_push")
    t, _ = assert_told_alike("Central", BATTLE, other, *acts, "retreat_to 3526", dice=(5,))
    assert keys(t, "Central", "3526") == ["FR1", "?3526-1", "?3526-2"]


def test_10_1_who_retreats_is_seen_until_the_battle_is_over() -> None:
    """The units of the battle are open wherever they have gone; the others never."""
    t = table(BATTLE.replace("FR 1@3525", "FR 1@3525 Tac1@3525"))
    t.choose("attack 3525", "with GE1", "with GE3", "with GEShock2", "join")
    t.roll(5).choose("big_push", "retreat_to 3526", "retreat_to 3526")
    assert t.at("3526") == ["FRTac1", "FR1", "FRCav1", "FRTank1"]
    assert t.asked == "Pursuit"
    assert keys(t, "Central", "3526") == ["FRTac1", "FR1", "?3526-2", "?3526-3"]


def test_32_5_looking_at_the_track_cannot_be_taken_back_bug() -> None:
    """Whoever has seen one turn of the enemy's track must not look at another instead."""
    t = allied(3, units="GE 19:turn3 8:turn4").choose("psywar_a")
    before = t.state.copy()
    t.choose("look_track 3")
    assert reveals(before, t.state, ALLIED)
    assert not reveals(before, t.state, CENTRAL)


def test_10_1_nothing_is_opened_unasked() -> None:
    """Even a lone attacker is asked before the stacks are shown."""
    t = table("turn 3 phase Central combat 1\nFR 1@3525 Tank1@3525\nGE 1@3524")
    t.choose("attack 3525")
    assert t.legal == {"join", "call_off"}
    assert keys(t, "Central", "3525") == ["FR1", "?3525-1"]


def test_10_1_the_strength_of_a_stack_is_not_told_before() -> None:
    """Naming a target and units says nothing of the defender."""
    t = table(STACKS)
    t.choose("attack 3525", "with GE1")
    assert "against" not in t.seen_by("Central").prompt
    assert not reveals(table(STACKS).state, t.state, CENTRAL)


def test_10_1_the_owner_orders_his_stack() -> None:
    """[R71] [R78] Once a hex and Movement Phase."""
    t = table("turn 3 phase Central movement\nGE 1@3524 Shock2@3524")
    t.choose("top GEShock2")
    assert keys(t, "Allied", "3524") == ["GEShock2", "?3524-1"]
    assert t.refused("top GE1") == "R78"


def test_10_1_forts_and_guerrillas_do_not_hide() -> None:
    """[R37] [R77] Zones of control hang on them."""
    t = table("turn 3 phase Central movement\nFR 1@{Paris} Fort1@{Paris}\nGE 1@{Berlin}")
    assert keys(t, "Central", city("Paris")) == ["FR1", "FRFort1"]


def test_10_1_a_garrison_shows_under_guerrillas_alone() -> None:
    """[R77] [21.5] Else the enemy would tell it from an army by the zone that is not there."""
    text = "turn 3 phase Central movement\nAR CavNLA@4031\nAG 7@4031\nGE 1@{Berlin}"
    assert keys(table(text), "Central", "4031") == ["ARCavNLA", "AG7"]
    hidden = table(text.replace("AG 7", "BR 1"))
    assert keys(hidden, "Central", "4031") == ["ARCavNLA", "?4031-1"]
    both = table(text.replace("AG 7@4031", "AG 7@4031\nBR 1@4031"))
    assert keys(both, "Central", "4031") == ["ARCavNLA", "?4031-1", "?4031-2"]


def test_10_1_a_garrison_shows_under_nationalists_who_do_not_fight_yet_bug() -> None:
    """[R77] [30.3b] They exert no zone either."""
    text = "turn 3 phase Central movement\nFI WG@2201\nCG 6@2201\nFR 1@{Paris}"
    assert keys(table(text), "Allied", "2201") == ["FIWG", "CG6"]
    hidden = table(text.replace("CG 6", "GE 8"))
    assert keys(hidden, "Allied", "2201") == ["FIWG", "?2201-1"]


def test_10_2_nobody_looks_into_boxes_and_piles() -> None:
    """[R35] [R36] How many, not which."""
    t = table("""turn 3 phase Central movement
                 US 1:usa Tank1:usa 2:turn5
                 FR 1:dead 2@{Paris}
                 GE 1@{Berlin}""")
    seen = words(t.seen_by("Central"))
    for unit in ("US1", "USTank1", "FR1'"):
        assert unit not in seen
    panel = next(p for p in t.seen_by("Central").panels if p.title.startswith("Allied"))
    assert "USA box: 2 units" in panel.lines
    assert "due on turn 5: 1 unit" in panel.lines
    assert not any("American" in line or "pool" in line for line in panel.lines)
    mine = {p.key: (p.place, p.marks) for p in t.seen_by("Allied").pieces}
    assert mine["US1"] == ("USA", ())
    assert mine["US2"] == ("due on turn 5", ())
    assert mine["FR1"] == ("dead pile", ("4 points",))


def test_10_1_a_counter_is_drawn_anew_when_anything_of_it_changes() -> None:
    """Its face, its place, whether it has yet to move, and what it costs."""
    t = table("turn 3 phase Allied movement\nGE 1@{Berlin}\nFR Tank1@{Paris}")

    def drawn() -> PieceView:
        return next(p for p in t.seen_by("Allied").pieces if p.key == "FRTank1")

    first = drawn()
    assert "ready" in first.marks
    t.choose("unit FRTank1")
    goal = next(text for text in sorted(t.legal) if text.startswith("move "))
    t.choose(goal)
    moved = drawn()
    assert moved.place == goal.split()[1] != first.place
    assert drawn() is moved
    unit = UNITS["FRTank1"]
    t.state.turn_over(unit)
    assert drawn().strengths != moved.strengths
    t.state.ready &= ~(1 << unit)
    assert "ready" not in drawn().marks
    t.state.lift(unit, DEAD)
    assert drawn().marks[-1].endswith("points")


def told(t: Table, choice: str, side: str, reader: int | None) -> LogView:
    """Make a choice and read of it."""
    start = len(t.notes)
    t.choose(choice)
    return tell(LogView(1, side, choice, (), tuple(t.notes[start:])), reader)


def test_10_2_the_log_keeps_secrets() -> None:
    """Which unit is mobilized or demobilized is for its owner's eyes."""
    text = "turn 3 phase Central mobilization\nvp 50 50\nGE 1@{Berlin} Shock2@{Berlin}"
    for reader, sees in ((CENTRAL, True), (ALLIED, False), (None, False)):
        t = table(text)
        bought = told(t, "mobilize GETank1", "Central", reader)
        assert ("GETank1" in repr(bought)) == sees
        assert bought.choice == ("mobilize GETank1" if sees else "mobilize")
        t.choose("demobilize")
        gone = told(t, "dismiss GEShock2", "Central", reader)
        assert ("shock" in repr(gone).lower()) == sees
        assert any("demobilized" in line for line in gone.lines)
    assert {"unit", "mobilize", "arrive", "dismiss", "convert"} <= SECRET


def test_10_2_set_up_is_seen_when_it_is_done() -> None:
    """While the Allies deploy the enemy sees where, not what; then the tops."""
    t = opening()
    units = [COUNTERS[u].title for u in range(len(COUNTERS))]
    t.choose(f"place {min(t.choices('place'))}")
    seen = [p for p in t.seen_by("Central").pieces if p.side == "Allied"]
    assert seen
    assert all(p.symbol == "unknown" for p in seen)
    t.choose("auto")
    entry = tell(LogView(1, "Allied", "auto", (), tuple(t.notes)), CENTRAL)
    assert not any(title in line for line in entry.lines for title in units)
    assert t.who == "Central"
    tops = [p for p in t.seen_by("Central").pieces if p.side == "Allied"]
    assert any(p.symbol != "unknown" for p in tops)


def test_10_2_no_view_of_a_game_names_a_hidden_enemy() -> None:
    """A whole set-up: every enemy named by a view is on top, a fort, or a guerrilla."""
    t = opening()
    t.choose("auto", "auto")
    for side in (ALLIED, CENTRAL):
        for piece in view(t.state, side).pieces:
            if piece.side == SIDES[side] or piece.symbol == "unknown":
                continue
            stack = t.at(piece.place)
            hidden = stack[0] != piece.key
            assert not hidden or piece.symbol in ("fort", "cavalry")


def test_10_2_what_a_decision_is_about_is_told_as_far_as_one_knows_it() -> None:
    """A unit that moves from under its stack is its owner's secret; the battle is everybody's."""
    t = table(STACKS.replace("combat 1", "movement")).choose("unit GEShock2")
    assert t.seen_by("Central").focus.units == ("GEShock2",)
    assert t.seen_by("Allied").focus.units == ()
    t = table(STACKS).choose("attack 3525", "with GE1", "join")
    for side in ("Central", "Allied"):
        focus = t.seen_by(side).focus
        assert (focus.units, focus.hexes, focus.battle) == (("GE1",), ("3525",), "declare")


def test_32_5_10_1_the_central_powers_know_the_turn_of_the_track_they_have_looked_at() -> None:
    t = table(
        """
        turn 2 phase Central mobilization
        looks_at_turn Central 4
        FR GHQ:turn4 2:turn5
        GE 12:turn4
        """
    )
    assert known(t.state, CENTRAL) == {UNITS["FRGHQ"]}
    assert known(t.state, ALLIED) == set()


def test_3_1_10_2_nobody_deploys_once_the_war_has_begun() -> None:
    assert deploying(opening().state) == ALLIED
    assert deploying(table(STACKS).state) is None


def test_10_1_a_dead_garrison_shows_nothing() -> None:
    assert not shows(table(f"{STACKS}\nAG 1:dead").state, UNITS["AG1"])


def test_10_1_who_leaves_a_box_is_told_as_somebody() -> None:
    t = table("turn 2 phase Allied movement\nBR 1:british 2:british Amph1:fleet\n")
    t.choose("unit BR1", f"sail {city('Brest')}")
    assert t.said("A unit in the British Empire box sails to")


def test_11_1_r77_who_sleeps_exerts_no_zone_for_those_supposed_with_him_bug() -> None:
    """A garrison was supposed under the White Guards, who sleep, and the zone there was gone."""
    t = table("""turn 3 phase Allied mobilization
                 FI WG@2303
                 GE ExpBK@2303 1@2609 Shock2@1114 Shock6@1114
                 CG 8@2609""")
    seen = view(t.state, ALLIED)
    for seed in range(30):
        assert view(deal(t.state, ALLIED, random.Random(seed)), ALLIED) == seen
