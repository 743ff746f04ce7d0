"""Chapter 39: Fuller's headquarters, and tanks in pursuit and in the second phase."""

from __future__ import annotations

import pytest

from tests.kaisers_war.table import Table, table

TANKS = """
    turn {} phase Allied combat {}
    options mechanized
    vp 60 75
    BR Tank1@3111 Tank2@3111 1@3111 2@3211 HQFuller@3211
    FR 7@0714
    GE 1@3112 19@0814
"""


def battle(*units: str, phase: int = 1, dice: tuple[int, ...] = (), options: bool = True) -> Table:
    """An attack on a German army in the open steppe."""
    text = TANKS.format(8, phase)
    t = table(text if options else text.replace("options mechanized", "options"), *dice)
    return t.declare("3112", *units)


def test_39_1_fuller_supports_tanks_only() -> None:
    assert "BRHQFuller" not in battle("BR1").choices("support")
    assert "BRHQFuller" in battle("BR1", "BRTank1").choices("support")
    assert "BRHQFuller" in battle("BR1", options=False).choices("support")


def test_39_2_all_tanks_pursue_beside_the_units_the_result_allows() -> None:
    # 5 + 5 + 8 + 8 against 8 is 300%, where a five is DW: one unit may pursue.
    t = battle("BRTank1", "BRTank2", "BR1", "BR2", dice=(5,)).choose("big_push")
    while t.asked != "Pursuit":
        t.choose(min(t.legal))
    t.choose("pursue BR1")
    assert t.choices("pursue") == {"BRTank1", "BRTank2"}
    t.choose("pursue BRTank1", "pursue BRTank2")
    assert {"BR1", "BRTank1", "BRTank2"} == set(t.at("3112"))


def test_39_2_without_the_option_one_unit_is_one() -> None:
    t = battle("BRTank1", "BRTank2", "BR1", "BR2", dice=(5,), options=False).choose("big_push")
    while t.asked != "Pursuit":
        t.choose(min(t.legal))
    t.choose("pursue BRTank1")
    assert t.asked == "CombatPhase"


@pytest.mark.parametrize(("phase", "fed"), [(1, {"BRTank1", "BR1"}), (2, {"BRTank1"})])
def test_39_3_in_the_second_phase_only_tanks_have_maximum_supply(phase: int, fed: set[str]) -> None:
    t = table(
        f"""
        turn 8 phase Allied combat {phase}
        options mechanized
        BR Tank1@{{Kiev}} 1@{{Kiev}}
        FR 7@0714
        GE 1@3013 19@0814
        """
    )
    assert t.declare("3013", "BRTank1", "BR1").choices("supply") == fed
