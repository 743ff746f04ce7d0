"""Section 4.2: what ends with a phase and begins anew with the next."""

from __future__ import annotations

from tests.kaisers_war.table import city, table


def test_4_2_8_3_a_movement_phase_begins_afresh() -> None:
    """Trains, transports and stacks of the last phase are forgotten; everybody may move again."""
    t = table(
        """
        turn 2 phase Allied movement
        rail IT-3
        cargo BRAmph1-3
        shuffled 0512
        ready FR1
        BR 1@{Portsmouth} 2@{London} 3@{London} Amph1:fleet
        FR 1@{Paris} 2:british
        IT 1@{Rome}
        AG 1@{Lyon}
        GE 1@{Berlin}
        """
    )
    state = t.state
    assert (state.rail_used, state.cargo, state.shuffled) == ({}, {}, 0)
    assert t.choices("unit") == {"BR1", "BR2", "BR3", "FR1", "FR2", "IT1"}
    assert t.choices("top") == {"BR3"}


def test_4_2_12_1_a_combat_phase_begins_afresh() -> None:
    t = table(
        """
        turn 2 phase Central combat 2
        fought GE1
        supported GETac1
        struck 3525
        shelled 3929
        raided 0512
        FR 1@3525
        GE 1@3524 Tac1@3524
        """
    )
    t.declare("3525", "GE1")
    assert t.may("support GETac1")
    assert (t.state.shelled, t.state.raided) == (0, 0)


def test_4_2_6_4_6_9_a_mobilization_phase_begins_afresh() -> None:
    t = table(
        f"""
        turn 3 phase Allied mobilization
        vp 60 60
        mobilized_at {city("Athens")} {city("Salonika")}
        boxes 4 2 1
        demobilized GK2
        arrived FR1
        GK ND:turn3
        FR 1@{{Paris}}
        """
    )
    assert t.state.box_placed == (0, 0, 0)
    assert (t.state.demobilized, t.state.arrived) == (0, 0)
    t.choose("arrive GKND")
    assert t.choices("place") == {city("Athens"), city("Salonika")}


def test_4_2_36_4_a_player_turn_ends_and_what_held_for_it() -> None:
    t = table(
        f"""
        turn 2 phase Central attrition
        supplied_by_sea {city("Odessa")}
        naval_used TUAmph1
        looks Central 0615
        FR 1@{{Paris}}
        GE 1@{{Berlin}}
        """
    )
    state = t.state
    assert (state.supplied_by_sea, state.naval_used, state.lookers) == (0, 0, {})
