"""Section 36: river flotillas."""

from __future__ import annotations

import pytest

from tests.der_weltkrieg.battles import COMBAT, MOVEMENT, bleed, declared, join
from tests.der_weltkrieg.danube_map import DANUBE, RIVER
from tests.der_weltkrieg.table import Sketch, Table
from trenchline.games.der_weltkrieg.face import GAME
from trenchline.games.der_weltkrieg.lines import length
from trenchline.games.der_weltkrieg.notation import notation, parse
from trenchline.games.der_weltkrieg.results import attack, losses, table_in_force
from trenchline.games.der_weltkrieg.stacking import load
from trenchline.games.der_weltkrieg.ways_out import ways_out


def hit(t: Table, points: int, die: int) -> int:
    """What so many points take."""
    return losses(table_in_force(t.state), points, die)


# Movement.


def test_36_1_36_2_36_3_flotillas_go_anywhere_along_the_danube() -> None:
    t = RIVER.table(MOVEMENT + "AH W1@0105 I1@0101\nSR I1@1009").choose("sail AHW1")
    banks = {f"{column:02}{row:02}" for column in range(1, 11) for row in (5, 6)}
    assert t.choices("move") == banks - {"0105"}
    assert t.refused("move 0104") == "36-3"
    assert t.refused("column") == "36-2"
    t.choose("move 1006")
    assert t.where("AHW1") == "1006"
    assert t.refused("sail AHW1") == "6-3"
    assert t.refused("sail AHI1") == "36-1"


@pytest.mark.parametrize("enemies", ["I1@0505 F1@0506", "A1@0505 I1@0506", "W1@0505 W2@0506"])
def test_36_4_enemy_units_forts_and_flotillas_close_the_river(enemies: str) -> None:
    t = RIVER.table(MOVEMENT + f"AH W1@0305 I1@0101\nSR {enemies}").choose("sail AHW1")
    assert t.choices("move") == {"0306", *(f"0{c}0{r}" for c in (1, 2, 4) for r in (5, 6))}
    assert t.refused("move 0505") == "36-4"
    assert t.refused("move 0605") == "36-4"


def test_36_4_where_there_is_no_way_there_is_no_choice() -> None:
    t = RIVER.table(MOVEMENT + "AH W1@0105 I1@0101\nSR I1@0106 I2@0205 I3@0206")
    assert not t.choices("sail")
    assert t.refused("sail AHW1") == "36-4"


def test_36_5_they_weigh_nothing_in_a_stack() -> None:
    six = " ".join(f"I{n}@0305" for n in range(1, 7))
    t = RIVER.table(MOVEMENT + f"AH {six} W1@0305 W2@0305\nSR I1@1009")
    assert load(t.state, t.state.theatre.board.grid.hex("0305"), 0) == (12, 0)
    assert t.choose("done").asked != "EliminateExcess"


# Support.


def test_36_6_a_third_of_their_strength_joins_an_attack_from_their_hex() -> None:
    t = RIVER.table(COMBAT + "AH I1@0305 E1@0305 W1=5@0305 W2=3@0305 W3@0405\nSR I1@0306", 3, 3)
    t.choose("attack 0306")
    assert t.choices("with") == {"AHI1"}
    t.choose("with AHI1")
    assert t.choices("with") == {"AHW1", "AHW2"}
    assert t.refused("with AHW3") == "36-6"
    t.choose("with AHW1", "with AHW2", "join")
    # (6 + (5 + 3) // 3) / 2 over a major river
    assert attack(t.state, t.state.battle).points == 4
    bleed(t.choose("stand"))
    assert (t.strength("AHW1"), t.strength("AHW2")) == (5, 3)


def test_36_6_only_into_hexes_on_the_danube_and_once_a_phase() -> None:
    t = RIVER.table(COMBAT + "AH I1@0305 I2@0305 W1@0305\nSR F1@0304 F2@0405", 1, 1)
    t.choose("attack 0304", "with AHI1")
    assert t.refused("with AHW1") == "36-6"
    t.choose("stay", "attack 0405", "with AHI1", "with AHW1", "join")
    bleed(t)
    assert t.state.fought >> t.state.theatre.unit["AHW1"] & 1


def test_36_6_flotillas_need_no_supply() -> None:
    sketch = Sketch(DANUBE, scenario={"ample_supply": False})
    t = sketch.table(COMBAT + "AH I1@0305 W1@0305 HQ1/5@0304\nSR I1@0405")
    battle = declared(t, "0405", "AHI1")
    with_fleet = type(battle)(
        battle.side, battle.targets, battle.attackers, battle.origins, flotillas=(t.unit("AHW1"),)
    )
    assert attack(t.state, with_fleet).points == attack(t.state, battle).points + 2


# Interdiction.


def test_36_7_flotillas_fire_at_three_times_their_strength_without_an_answer() -> None:
    t = RIVER.table(MOVEMENT + "DE I1@0305\nSR W1@0506 I1@1009", 4)
    t.choose("unit DEI1", "move 0306")
    assert t.asked == "Interdict"
    assert t.refused("stay") == "36-7"
    t.choose("interdict")
    assert t.strength("DEI1") == 8 - hit(t, 18, 4)
    assert t.strength("SRW1") == 6
    assert t.asked == "March"


def test_36_7_they_may_let_it_pass() -> None:
    t = RIVER.table(MOVEMENT + "AH I1@0305\nSR W1@0506 I1@1009")
    assert t.choose("unit AHI1", "move 0306", "done").strength("AHI1") == 6


def test_36_7_two_hexes_from_either_end() -> None:
    near = RIVER.table(MOVEMENT + "AH I1@0405\nSR W1@0605 I1@1009")
    assert near.choose("unit AHI1", "move 0306").asked == "Interdict"
    far = RIVER.table(MOVEMENT + "AH I1@0405\nSR W1@0705 I1@1009")
    assert far.choose("unit AHI1", "move 0306").asked != "Interdict"


def test_36_7_a_march_stops_on_the_far_bank_until_it_has_been_fired_at() -> None:
    t = RIVER.table(MOVEMENT + "AH C1@0304\nSR W1@0306 I1@1009", 6)
    t.choose("unit AHC1", "move 0307")
    assert (t.asked, t.where("AHC1")) == ("Interdict", "0306")
    assert t.choose("interdict").where("AHC1") == "eliminated"
    assert t.asked == "MovementPhase"


def test_36_7_trains_are_fired_at_on_the_bridge() -> None:
    rails = {
        "0304/0305": "single_track",
        "0305/0306": "danube single_track",
        "0306/0307": "single_track",
    }
    t = Sketch({**DANUBE, **rails}).table(MOVEMENT + "DE I1@0304\nRU W1@0306 I1@1009", 1)
    t.choose("unit DEI1", "entrain", "ride 0307")
    assert (t.asked, t.where("DEI1")) == ("Interdict", "0306")
    t.choose("interdict")
    assert "0307" in t.choices("ride")


def test_36_7_an_advance_is_a_crossing_too() -> None:
    t = RIVER.table(COMBAT + "AH I1@0305 I2@0305 I3@0305 E1@0305\nSR B1@0306 W1@0506", 6, 1, 3)
    join(t, "0306", "AHI1", "AHI2", "AHI3")
    while t.asked != "Advance":
        t.choose(min(t.legal))
    t.choose("advance AHI1")
    assert t.asked == "Interdict"


def test_36_7_no_retreat_over_interdicted_hexsides() -> None:
    def ways(fleet: str) -> set[str]:
        t = RIVER.table(COMBAT + f"DE I1@0805\nSR I1@0306 {fleet}")
        return t.labels(sum(ways_out(t.state, t.unit("SRI1"), None).values()))

    assert {"0305", "0205"} <= ways("")
    assert ways("\nAH W1@0506") == {"0206", "0307", "0406"}


def test_36_7_supply_lines_cross_only_between_friends() -> None:
    def line(more: str) -> int | None:
        t = RIVER.table(MOVEMENT + f"AH I1@0304 HQ1/5@0307 {more}")
        return length(t.state, t.state.where[t.unit("AHI1")], t.unit("AHHQ1"))

    assert line("") == 6
    assert (line("\nSR W1@0306") or 0) > 6
    assert (line("I2@0305\nSR W1@0306") or 0) > 6
    assert line("I2@0305 I3@0306\nSR W1@0405") == 6


def test_36_7_a_line_from_a_watched_hex_does_not_begin_over_the_river() -> None:
    def line(fleet: str) -> int | None:
        # 0305 lies in an enemy zone with no friends: a line may begin there, not pass.
        t = RIVER.table(MOVEMENT + f"AH HQ1/5@0307\nSR I1@0304 {fleet}")
        return length(t.state, t.state.theatre.board.grid.hex("0305"), t.unit("AHHQ1"))

    assert line("") == 5
    assert line("W1@0305") == 10


def test_36_8_each_unit_is_fired_at_by_each_flotilla() -> None:
    t = RIVER.table(MOVEMENT + "DE I1@0305 I2=1@0305\nSR W1@0506 W2@0306 I1@1009", 1, 1, 6, 6)
    t.choose("unit DEI1", "with DEI2", "move 0306")
    for _ in range(3):
        t.choose("interdict")
    assert t.where("DEI2") == "eliminated"
    assert t.strength("DEI1") == 8 - 2 * hit(t, 18, 1)
    # Nobody is left for the second flotilla to fire at, and the other marches on.
    assert t.asked == "March"
    assert t.state.stack[-1].party == (t.unit("DEI1"),)  # type: ignore[attr-defined] # a March


def test_36_8_engineers_are_destroyed() -> None:
    t = RIVER.table(MOVEMENT + "AH E1@0305 I1@0101\nSR W1=1@0306 I1@1009")
    t.choose("unit AHE1", "move 0306", "interdict")
    assert t.where("AHE1") == "eliminated"


def test_36_8_r134_a_headquarters_that_is_hit_loses_its_supply_points() -> None:
    text = MOVEMENT + "AH HQ1/20@0305 I1@0101\nSR W1=1@0306 I1@1009"
    t = RIVER.table(text, 6).choose("unit AHHQ1", "move 0306", "interdict")
    assert hit(t, 3, 6) == 1
    assert (t.where("AHHQ1"), t.strength("AHHQ1")) == ("0306", 1)
    assert t.state.stock[t.unit("AHHQ1")] == 0
    t = RIVER.table(text, 1).choose("unit AHHQ1", "move 0306", "interdict")
    assert hit(t, 3, 1) == 0
    assert t.state.stock[t.unit("AHHQ1")] == 20


# Duels.


def test_36_9_flotillas_fight_each_other_at_double_strength() -> None:
    t = RIVER.table(COMBAT + "AH W1@0305 W2@0405\nSR W1@0306 W2@0306", 3, 5)
    assert t.choices("duel") == {"0306"}
    assert t.refused("duel 0405") == "36-9"
    t.choose("duel 0306")
    assert t.refused("join") == "36-9"
    assert t.refused("with SRW1") == "36-9"
    t.choose("with AHW1", "with AHW2", "join")
    ours, theirs = hit(t, 2 * 12, 5), hit(t, 2 * 12, 3)
    assert (t.asked, ours, theirs) == ("SinkFlotillas", 5, 4)
    t.choose("lose AHW1", "lose AHW1", "lose AHW1")
    # [13-24] All go down to their reverse before any goes lower.
    assert t.strength("AHW2") == 6 - 2
    for _ in range(3):
        t.choose("lose SRW2")
    assert (t.strength("SRW2"), t.strength("SRW1")) == (3, 5)


def test_36_9_the_attack_is_rolled_first_and_then_the_answer() -> None:
    t = RIVER.table(COMBAT + "AH W1@0305 W2@0405\nSR W1=1@0306", 1, 1)
    t.choose("duel 0306", "with AHW1", "with AHW2", "join")
    told = [line for line in t.log if "flotillas with" in line]
    assert "with 24 points" in told[0]
    assert "with 2 points" in told[1]
    assert t.where("SRW1") == "eliminated"


def test_36_9_once_a_phase_and_only_next_to_each_other() -> None:
    t = RIVER.table(COMBAT + "AH W1@0305 W2@0505\nSR W1@0306 W2@0405 W3@0805", 1, 1)
    assert t.choices("duel") == {"0306", "0405"}
    t.choose("duel 0306", "with AHW1", "join")
    while t.asked == "SinkFlotillas":
        t.choose(min(t.legal))
    assert t.refused("duel 0306") == "12-7"
    assert t.choose("duel 0405").choices("with") == {"AHW2"}
    assert t.refused("with AHW1") == "12-9"


def test_36_9_ground_units_do_not_harm_flotillas_r100_and_pass_them() -> None:
    t = RIVER.table(MOVEMENT + "AH I1@0304\nSR W1@0305 I1@1009")
    assert t.march("AHI1", "0305").where("SRW1") == "0305"
    assert GAME.broken(t.state) == []
    t = RIVER.table(COMBAT + "AH I1@0304\nSR W1@0305")
    assert not t.choices("attack")


def test_36_6_a_position_on_the_river_is_written_and_read() -> None:
    def survives(t: Table) -> bool:
        text = notation(t.state).replace("scenario sketch\n", "")
        return parse(text, t.state.theatre) == t.state == t.state.copy()

    t = RIVER.table(COMBAT + "AH I1@0305 E1@0305 W1@0305\nSR I1@0306 W1@0405", 1, 1)
    t.choose("attack 0306", "with AHI1", "with AHW1")
    assert survives(t)
    t.choose("join")
    assert t.state.ferried
    assert survives(t)
    assert GAME.broken(t.state) == []
    assert "0306" in GAME.view(t.state, 0).overlays["Danube under fire, Central Powers"]
    bleed(t.choose("stand"))
    t = RIVER.table(COMBAT + "AH W1@0305\nSR W1@0405", 6, 6)
    t.choose("duel 0405", "with AHW1")
    assert survives(t)
    t.choose("join")
    assert t.state.duelled
    assert survives(t)


def test_36_1_a_flotilla_ashore_breaks_the_position() -> None:
    with pytest.raises(AssertionError, match="not on the Danube"):
        RIVER.table(COMBAT + "AH W1@0303\nSR I1@0306")
