"""Rule 14N2: limited intelligence."""

from __future__ import annotations

import random

import pytest

from tests.promises import nothing_hidden_is_told
from tests.the_great_war.battles import Fight, unit
from tests.the_great_war.fields import field, rolling, units
from tests.the_great_war.sketch import GRID, counter, sketch
from trenchline.games.the_great_war import layers
from trenchline.games.the_great_war.components import SIDES
from trenchline.games.the_great_war.face import GAME
from trenchline.games.the_great_war.initial import InitialPhase
from trenchline.games.the_great_war.intelligence import (
    arrive,
    hidden,
    look_out,
    reveal,
    reveals,
    tell,
    veiled,
)
from trenchline.games.the_great_war.march import March
from trenchline.games.the_great_war.movement import MovementPhase
from trenchline.games.the_great_war.odds import parse_attack
from trenchline.games.the_great_war.state import COMBAT, State
from trenchline.games.the_great_war.suppositions import deal
from trenchline.games.the_great_war.view import view
from trenchline.games.the_great_war.zones import untold
from trenchline.kernel.dice import PlannersDice
from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.match import Match
from trenchline.kernel.notes import Note, lines
from trenchline.kernel.play import settle, take
from trenchline.kernel.steps import count, pick
from trenchline.kernel.view import LogView

COUNTERS = [
    counter("ITK1", "0-8", "corps hq", "corps"),
    counter("ITK2", "0-8", "corps hq", "corps"),
    counter("IT1", "6-9-5"),
    counter("IT2", "2-3-5"),
    counter("ITA1", "0-4", "army hq", "army"),
    counter("AH1", "8-8-5"),
    counter("AH2", "40-8-5"),
]

NO_VICTORY = {"towns": {}, "levels": [{"name": "Draw", "winner": ""}]}


def corps(**where: str) -> State:
    """Two Italian corps of a division each, and whoever else is put somewhere."""
    start = {"ITK1": "0506", "IT1": "0506", "ITK2": "0707", "IT2": "0707", **where}
    state = field(sketch(counters=COUNTERS, victory=NO_VICTORY), start)
    state.options = frozenset({"limited_intelligence"})
    return state


def pieces(state: State, side: int | None) -> set[str]:
    """The units on the map that a side sees."""
    return {piece.key for piece in view(state, side).pieces if piece.place.isdigit()}


def test_8c1_8c_whoever_stands_with_a_corps_hq_is_in_its_box() -> None:
    """[R153] All but Army HQs; they are treated as being in the hex, and leave when they like."""
    state = corps(ITA1="0506", AH1="0101")
    look_out(state)
    assert hidden(state, 0) == units(state, "IT1", "IT2")
    state.move(units(state, "IT1"), GRID.hex("0505"))
    assert hidden(state, 0) == units(state, "IT2")


def test_14n2_a_corps_is_known_within_three_hexes_of_an_enemy() -> None:
    state = corps(AH1="0503")
    state.stack = [InitialPhase(0)]
    settle(state, rolling())
    assert state.unknown == units(state, "ITK2")
    state.move(units(state, "AH1"), GRID.hex("0502"))
    look_out(state)
    assert state.unknown == units(state, "ITK1", "ITK2")
    state.options = frozenset()
    state.unknown = 0
    look_out(state)
    assert not state.unknown


def test_14n2_a_corps_enters_play_known_or_unknown() -> None:
    state = corps(AH1="0503")
    arrive(state, unit(state, "ITK1"))
    arrive(state, unit(state, "ITK2"))
    arrive(state, unit(state, "IT1"))
    assert state.unknown == units(state, "ITK2")


def test_14n2_the_enemy_sees_the_headquarters_alone() -> None:
    state = corps(AH1="0101")
    look_out(state)
    assert pieces(state, 0) == {"ITK1", "IT1", "ITK2", "IT2", "AH1"}
    assert pieces(state, 1) == {"ITK1", "ITK2", "AH1"}
    assert pieces(state, None) == {"ITK1", "ITK2", "AH1"}


def test_14n2_a_corps_that_fights_is_known_and_its_odds_before_are_not() -> None:
    state = corps(AH1="0505")
    state.phase, state.phasing = COMBAT, 1
    state.unknown = units(state, "ITK1", "ITK2")
    battle = parse_attack(state, "AH1 > 0506")
    assert battle.target == GRID.hex("0506")
    with pytest.raises(ValueError, match="14N2"):
        GAME.odds(state, "AH1 > 0506")
    assert not GAME.open_odds(state)
    before = state.copy()
    fight = Fight(state, *[3] * 9, side=1)
    fight.choose("attack 0506", "with AH1")
    with pytest.raises(ValueError, match="14N2"):
        GAME.odds(state, None)
    fight.choose("join")
    assert state.unknown == units(state, "ITK2")
    assert reveals(before, state, 1)
    assert not reveals(before, state, 0)


def test_14n2_an_unknown_corps_may_prove_too_strong_to_be_overrun() -> None:
    state = corps(AH1="0505", AH2="0707")
    state.lift(unit(state, "AH2"))
    state.phasing = 1
    state.unknown = units(state, "ITK1", "ITK2")
    march = March((unit(state, "AH1"),), GRID.hex("0505"))
    assert march.choices(state)["overrun"] == GRID.hexes("0506")
    known = state.copy()
    reveal(known, (GRID.hex("0506"),))
    assert "overrun" not in march.choices(known)
    before = state.copy()
    march.take(state, "overrun", GRID.hex("0506"))
    assert state.halted >> unit(state, "AH1") & 1
    assert state.unknown == units(state, "ITK1", "ITK2")
    assert reveals(before, state, 1)


def test_14n2_an_overrun_of_an_unknown_corps_that_succeeds_reveals_it() -> None:
    state = corps(AH2="0706")
    state.phasing = 1
    state.unknown = units(state, "ITK1", "ITK2")
    state.stack = [March((unit(state, "AH2"),), GRID.hex("0706"))]
    take(state, "overrun", GRID.hex("0707"))
    assert not veiled(state, 0) >> GRID.hex("0707") & 1
    settle(state, rolling(*[1] * 5))
    assert state.where[unit(state, "IT2")] < 0


def test_14n2_the_log_names_hidden_units_to_their_side_alone() -> None:
    state = corps(AH1="0101")
    look_out(state)
    state.log = []
    state.stack = [March((unit(state, "ITK1"), unit(state, "IT1")), GRID.hex("0506"))]
    take(state, "move", GRID.hex("0507"))
    entry = LogView(1, "Entente", "move 0507", (), tuple(state.log))
    mine, his = tell(entry, 0), tell(entry, 1)
    assert any("IT1" in note.text for note in mine.lines)
    assert not any("IT1" in note.text for note in his.lines)
    assert any("ITK1" in note.text for note in his.lines)
    assert (mine.choice, his.choice) == ("move 0507", "move")
    open_ = LogView(1, "Entente", "move 0507", (), (Note("IT1 to 0507"),))
    assert tell(open_, 1).choice == "move 0507"


def test_14n2_a_twin_differs_only_in_what_is_hidden() -> None:
    counters = [*COUNTERS, counter("IT3", "7-9-5")]
    state = field(
        sketch(counters=counters, victory=NO_VICTORY),
        {"ITK1": "0506", "IT1": "0506", "ITK2": "0707", "IT3": "0707", "AH1": "0101"},
    )
    state.options = frozenset({"limited_intelligence"})
    look_out(state)
    other = deal(state, 1, random.Random(1))
    assert other.where != state.where
    assert view(other, 1) == view(state, 1)
    assert view(other, 0) != view(state, 0)
    assert deal(state, 0, random.Random(1)).where == state.where


def test_14n2_nobody_knows_which_hidden_unit_was_in_hand_bug() -> None:
    """Whoever had stood still, or how far he had gone, stayed with him as he was dealt anew."""
    known = []
    begun = corps(AH1="0101")
    look_out(begun)
    begun.stack = [MovementPhase(0)]
    for key in ("IT1", "IT2"):
        state = begun.copy()
        take(state, "unit", unit(state, key))
        picked = Knowledge(GAME, state, 1)
        assert picked.position.stack == [MovementPhase(0)]
        take(state, "stay", 0)
        settle(state, rolling())
        assert state.halted == units(state, key)
        known.append(Knowledge(GAME, state, 1).position)
    assert known[0] == known[1]


def test_14n2_random_games_tell_nothing_hidden() -> None:
    rng = random.Random(5)
    match = Match(GAME, PlannersDice(rng), "caporetto", {"limited_intelligence": "on"})
    looked = 0
    while not match.over and looked < 60:
        if match.state.unknown and rng.random() < 0.2:
            looked += 1
            assert nothing_hidden_is_told(match, rng) == []
        match.take(pick(match.choices, rng.randrange(count(match.choices))))
    assert looked == 60


def test_14n2_whether_an_unknown_corps_guards_a_railway_does_not_show_bug(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The layer of railways told the enemy whether the corps in one of his zones of control was
    strong enough to keep trains running."""
    state = corps(AH1="0101")
    look_out(state)
    rails = GRID.hexes("0506", "0606")
    monkeypatch.setattr(layers, "line", lambda state, side: 0 if side else rails)
    monkeypatch.setattr(layers, "zoc", lambda state, side: GRID.hexes("0506"))
    seen = [view(state, side).overlays[f"Rail lines, {GAME.sides[0]}"] for side in (0, 1, None)]
    assert seen == [("0506", "0606"), ("0606",), ("0606",)]


def test_14n2_r154_zones_of_an_unknown_corps_are_told_to_who_comes_next_to_it() -> None:
    """A division has a zone around it and a brigade has none; from afar nobody sees which."""
    strong, weak = corps(AH1="0502"), corps(AH1="0502")
    for state in (strong, weak):
        state.unknown = units(state, "ITK1", "ITK2")
    weak.lift(unit(weak, "IT1"))
    march = March((unit(strong, "AH1"),), GRID.hex("0502"))
    layer = "Zone of control, Entente"
    assert untold(strong, 0) == 1 << GRID.hex("0506") | 1 << GRID.hex("0707")
    for state in (strong, weak):
        assert not view(state, 1).overlays[layer]
    assert view(strong, 0).overlays[layer], "its own side knows"
    assert march.reach(strong) == march.reach(weak)
    # Whoever walks past it stops beside it and is told.
    for state, told in ((strong, "has a zone"), (weak, "has no zone")):
        state.phasing, state.log = 1, []
        state.stack = [march]
        take(state, "move", GRID.hex("0605"))
        assert GRID.label(state.where[unit(state, "AH1")]) in ("0505", "0605")
        assert not untold(state, 0) >> GRID.hex("0506") & 1
        assert any(told in line for line in lines(state.log, SIDES))
    assert view(strong, 1).overlays[layer]
    assert not view(weak, 1).overlays[layer]


def test_14n2_r154_a_deal_may_bring_other_zones_where_nobody_has_been_told() -> None:
    state = corps()
    state.unknown = units(state, "ITK1", "ITK2")
    state.disrupt(unit(state, "IT1"))
    twins = [deal(state, 1, random.Random(seed)) for seed in range(8)]
    assert any(other.zoc_from != state.zoc_from for other in twins)
    for other in twins:
        assert view(other, 1) == view(state, 1)


def test_14n2_a_deal_leaves_the_weak_where_strong_zones_would_show_bug() -> None:
    """A corps that exerts a zone in its own hex alone was dealt nobody: the first corps had taken
    the only unit that exerts no more."""
    counters = [*COUNTERS, counter("IT3", "2-3-5", size="brigade")]
    state = field(
        sketch(counters=counters, victory=NO_VICTORY),
        {
            "ITK1": "0506",
            "IT1": "0506",
            "ITK2": "0707",
            "IT3": "0707",
            "AH1": "0505",
            "AH2": "0706",
        },
    )
    state.options = frozenset({"limited_intelligence"})
    state.unknown = units(state, "ITK1", "ITK2")
    for seed in range(12):
        other = deal(state, 1, random.Random(seed))
        assert (other.zoc_here, other.zoc_from) == (state.zoc_here, state.zoc_from)


def test_14n2_r154_nobody_knows_of_zones_near_him_before_he_is_told_bug() -> None:
    """What was supposed of a corps within five hexes had the zones that it had in truth."""
    counters = [*COUNTERS, counter("IT3", "2-3-5", size="brigade")]
    theatre, known = sketch(counters=counters, victory=NO_VICTORY), []
    for strong, weak in (("0506", "0707"), ("0707", "0506")):
        places = {"ITK1": "0506", "ITK2": "0707", "IT1": strong, "IT3": weak, "AH1": "0604"}
        state = field(theatre, places)
        state.options = frozenset({"limited_intelligence"})
        state.unknown = units(state, "ITK1", "ITK2")
        state.stack = [MovementPhase(0)]
        known.append((view(state, 1), Knowledge(GAME, state, 1).position))
    assert known[0] == known[1]


def test_14n2_r154_who_learns_of_zones_may_not_take_it_back() -> None:
    before = corps(AH1="0101")
    look_out(before)
    after = before.copy()
    after.move(units(after, "AH1"), GRID.hex("0505"))
    assert untold(before, 0) & ~untold(after, 0)
    assert reveals(before, after, 1)
    assert not reveals(before, before.copy(), 1)


def test_14n2_headquarters_in_hand_with_hidden_units_do_not_show_bug() -> None:
    """The enemy saw that a Corps HQ was picked up with somebody, and so was shown more than he
    knew: what he supposes leaves the party where it was."""
    state = corps(AH1="0101")
    look_out(state)
    state.stack = [MovementPhase(0), March((unit(state, "ITK1"),), GRID.hex("0506"))]
    assert view(state, 1).focus.units == ("ITK1",)
    take(state, "with", unit(state, "IT1"))
    assert view(state, 0).focus.units == ("ITK1", "IT1")
    assert not view(state, 1).focus.units
    assert view(deal(state, 1, random.Random(0)), 1).focus == view(state, 1).focus


def test_14n2_14o3_transport_in_an_unknown_corps_lengthens_no_line_that_others_see_bug() -> None:
    mules = counter("ITQ", "0-6", "pack transport", "regiment")
    start = {"ITA1": "0508", "ITK1": "0506", "ITQ": "0506", "AH1": "0101"}
    state = field(sketch(counters=[*COUNTERS, mules], victory=NO_VICTORY), start)
    state.options = frozenset({"limited_intelligence"})
    state.extending = units(state, "ITQ")
    title = f"Supply line to an Army HQ, {SIDES[0]}"
    open_ = {side: layers.overlays(state, side)[title] for side in (0, 1, None)}
    assert open_[0] == open_[1] == open_[None]
    assert "0504" in open_[1]
    state.unknown = units(state, "ITK1")
    assert layers.overlays(state, 0)[title] == open_[0]
    for viewer in (1, None):
        assert "0504" not in layers.overlays(state, viewer)[title]
