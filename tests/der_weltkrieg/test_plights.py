"""What the table tells of sieges and pockets, and a siege from its first turn to the last."""

from __future__ import annotations

import pytest

from tests.der_weltkrieg.battles import COMBAT, MOVEMENT
from tests.der_weltkrieg.table import Sketch, Table, counter
from tests.der_weltkrieg.test_surrounded import EDGES, ENTENTE, RING, SKETCH, hungry
from trenchline.games.der_weltkrieg.package import VERBS
from trenchline.games.der_weltkrieg.surrounded import mark_pockets
from trenchline.games.der_weltkrieg.view import view

AUTUMN = ["Oct special", *(f"Oct {n}" for n in range(1, 8)), "Nov special", "Nov 1", "Nov 2"]
SIEGE = Sketch(
    facts=EDGES,
    scenario={"turns": AUTUMN, "demoralization": {"tracked": ["FR"]}},
    counters=(counter("FRF9", (12, 12), 0, "fortress", ""),),
)


def marks(t: Table, key: str) -> tuple[str, ...]:
    return next(piece.marks for piece in view(t.state, None).pieces if piece.key == key)


def told(t: Table) -> tuple[str, ...]:
    panels = {panel.title: panel.lines for panel in view(t.state, None).panels}
    return panels.get("Sieges and pockets", ())


def test_20_1_20_9_who_is_cut_off_is_marked() -> None:
    t = SKETCH.table(COMBAT + RING + "RU I1@0606 I2@0905")
    assert marks(t, "RUI1") == ("surrounded",)
    assert marks(t, "RUI2") == marks(t, "DEI1") == ()
    assert told(t) == ()
    beside = SKETCH.table(COMBAT + RING + "RU I1@0606 F1@0606")
    assert marks(beside, "RUI1") == ()


def test_20_13_a_pocket_tells_when_it_is_lost() -> None:
    t = SKETCH.table(ENTENTE + RING + "RU I1@0606 I2@0606")
    mark_pockets(t.state, 1)
    assert marks(t, "RUI1") == ("in a pocket",)
    assert told(t) == ("RUI1, RUI2: lost as the half of the Entente ends, unless relieved [20-13]",)
    t.state.move(1 << t.unit("DEI2"), t.state.theatre.board.grid.hex("0303"))
    assert marks(t, "RUI1") == told(t) == ()


@pytest.mark.parametrize(
    ("turns", "words"),
    [
        (6, "FRF9: besieged for 6 turns, safe for 7 [21-10]"),
        (7, "FRF9: surrenders on 2 or less with two dice [21-11]"),
        (9, "FRF9: surrenders on 4 or less with two dice [21-11]"),
    ],
)
def test_21_10_21_11_a_siege_tells_how_long_the_fort_can_hold(turns: int, words: str) -> None:
    t = SIEGE.table(MOVEMENT + RING + f"FR F9@0606\nsiege FRF9-{turns}")
    assert marks(t, "FRF9") == ("besieged",)
    assert told(t) == (words,)


def test_41_4_a_russian_fort_tells_what_it_loses() -> None:
    t = SKETCH.table(COMBAT + RING + "RU F1@0606")
    assert told(t) == ("RUF1: besieged, loses 6 points as the turn ends [41-4]",)


@pytest.mark.parametrize("dice", [(1, 1), (1, 2)])
def test_21_10_21_11_a_siege_of_eight_turns(dice: tuple[int, int]) -> None:
    """Laid as the combat phase of the first turn ends; the eighth turn since is the first in which
    the fort is prone to surrender, and only a two will do."""
    text = f"turn 1914 Oct 1 phase Central combat\n{RING}FR F9@0606 I1@0606"
    t = SIEGE.table(text, *dice)
    for turn in (*AUTUMN[1:8], "Nov 1"):
        assert (view(t.state, None).turn, t.where("FRF9")) == (f"{turn} 1914", "0606")
        while view(t.state, None).turn in (f"{turn} 1914", "Nov special 1914"):
            t.choose("done")
    while t.state.stack and view(t.state, None).phase != "Central Powers combat":
        t.choose("done")
    fallen = sum(dice) == 2
    assert t.where("FRF9") == t.where("FRI1") == ("surrendered" if fallen else "0606")
    assert told(t) == (() if fallen else ("FRF9: surrenders on 3 or less with two dice [21-11]",))


def test_20_2_20_3_odds_tell_of_a_break_out(monkeypatch: pytest.MonkeyPatch) -> None:
    hungry(monkeypatch)
    t = SKETCH.table(ENTENTE + RING + "RU I1@0606").choose("attack 0506", "with RUI1")
    (part,) = t.game.odds(t.state, None).attack
    assert (part.case, part.amount) == ("20-2", 1)
    assert part.what == "RUI1 (5, pays 1, breaks out with a quarter)"
    t = SKETCH.table(ENTENTE + RING + "RU B1@0606 B2@0606").choose("attack 0506", "with RUB1")
    whole = t.choose("with RUB2").game.odds(t.state, None).attack
    # Of two brigades one pays: a quarter of one is nothing, and of two it is one.
    assert [part.amount for part in whole] == [0, 1]


def test_13_3_8_9_choices_are_called_as_people_call_them() -> None:
    names = {verb: VERBS[verb].names for verb in ("terrain", "heir")}
    titles = {verb: named.title for verb, named in names.items() if named is not None}
    ground, heir = titles["terrain"], titles["heir"]
    assert ground is not None
    assert heir is not None
    assert "wooded rough" in [ground(number) for number in range(8)]
    assert heir(0) == "Germany"
