"""Sections 6 and 12: what a player is told of a march before he makes it."""

from __future__ import annotations

from tests.der_weltkrieg.table import Sketch, Table, line_of
from trenchline.kernel.preview import PreviewView, preview

CENTRAL = "turn 1914 Aug 5 phase Central movement\n"


def ahead(t: Table, text: str) -> PreviewView:
    found = preview(t.game, t.game.board, t.state, 0, t.game.parse_choice(text))
    assert found is not None
    return found


def test_12_14_headquarters_are_no_threat() -> None:
    t = Sketch().table(CENTRAL + "DE I1@0303\nRU I1@0406 HQ1@0505").choose("unit DEI1")
    told = ahead(t, "move 0405")
    assert told.before == ("RUI1",)
    assert told.coming == ()


def test_6_6_who_could_march_up_is_told_apart_from_who_stands_there() -> None:
    t = Sketch().table(CENTRAL + "DE I1@0303\nRU I1@0406 I2@0408 I3@1010").choose("unit DEI1")
    told = ahead(t, "move 0405")
    assert told.before == ("RUI1",)
    assert told.coming == ("RUI2",)


def test_7_5_a_train_is_told_hexside_by_hexside() -> None:
    line = line_of("double_track", "0303", "0304", "0305", "0306", "0307")
    t = Sketch(line).table(CENTRAL + "DE I1@0303").choose("unit DEI1", "entrain")
    told = ahead(t, "ride 0306")
    assert [(leg.place, leg.cost, leg.by) for leg in told.legs] == [
        ("0304", "1", "rail"),
        ("0305", "1", "rail"),
        ("0306", "1", "rail"),
    ]
    before = int(ahead(t, "ride 0304").left.split()[0]) + 1
    assert told.left == f"{before - len(told.legs)} rail hexsides"
