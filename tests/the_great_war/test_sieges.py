"""Rule 15G and 9K2: siege."""

from __future__ import annotations

import pytest

from tests.the_great_war.battles import Fight, unit
from tests.the_great_war.fields import field, rolling, units
from tests.the_great_war.sketch import GRID, counter, sketch
from trenchline.games.the_great_war.attackers import obliged, targets
from trenchline.games.the_great_war.march import March
from trenchline.games.the_great_war.movement import BeginMovement
from trenchline.games.the_great_war.relief import relieve
from trenchline.games.the_great_war.sieges import put_under_siege, surrounded
from trenchline.games.the_great_war.state import COMBAT, State
from trenchline.games.the_great_war.zones import zoc
from trenchline.kernel.play import settle, take
from trenchline.kernel.steps import is_legal, pick

RING = ("0403", "0404", "0505", "0603", "0604", "0503")
"""The hexes around 0504."""
HELD = GRID.hex("0504")


def ring(*, sides: dict[str, str] | None = None, without: str = "", **more: str) -> State:
    """Italians all around an Austrian division in 0504, and whoever else is wanted."""
    keys = [f"IT{n}" for n, label in enumerate(RING) if label != without]
    others = [counter(key) for key in more]
    theatre = sketch(counters=[*map(counter, keys), counter("AH1"), *others], sides=sides)
    where = {f"IT{n}": label for n, label in enumerate(RING) if label != without}
    state = field(theatre, {"AH1": "0504", **where, **more})
    state.options = frozenset({"siege"})
    for n in range(len(state.owned)):
        state.owned[n] &= ~GRID.hexes(*RING)
    state.owned[0] |= GRID.hexes(*RING)
    state.owned[1] |= 1 << HELD
    state.owned[0] &= ~(1 << HELD)
    return state


def besieged() -> State:
    """The same, with a division that has entered the hex."""
    state = ring(IT9="0504")
    put_under_siege(state, 1, HELD)
    return state


def test_the_ring_is_a_ring() -> None:
    assert set(RING) == {GRID.label(hex_) for hex_ in GRID.neighbours(HELD)}


def test_15g_a_surrounded_hex_is_entered_from_beside_and_besieged() -> None:
    state = ring(IT9="0706")
    state.stack = [BeginMovement(0)]
    settle(state, rolling())
    assert state.surrounded == 1 << HELD
    far, near = March((unit(state, "IT9"),), GRID.hex("0706")), March((0,), GRID.hex(RING[0]))
    assert not far.reachable(state) >> HELD & 1
    assert far.why_not(state, "move", HELD).case == "15G"
    assert near.reachable(state) >> HELD & 1
    state.stack.append(near)
    take(state, "move", HELD)
    assert state.besieged == [0, 1 << HELD]
    assert state.owned[1] >> HELD & 1
    # Who has moved next to it in this phase is not of the surrounding force [R150].
    state = ring(IT9="0706")
    state.surrounded = 1 << HELD
    state.moved = units(state, "IT0")
    assert not March((0,), GRID.hex(RING[0])).reachable(state) >> HELD & 1


def test_15g_without_the_option_or_with_a_gap_nobody_besieges() -> None:
    state = ring()
    assert surrounded(state, 0) == 1 << HELD
    state.options = frozenset()
    assert surrounded(state, 0) == 0
    assert surrounded(ring(without="0404"), 0) == 0
    # A side that is prohibited needs nobody beyond it [3E5].
    assert surrounded(ring(without="0404", sides={"0404/0504": "lake"}), 0) == 1 << HELD


def test_15g_the_zones_of_the_besieged_end_with_their_hex() -> None:
    state = ring(IT9="0504")
    assert zoc(state, 1) == GRID.hexes("0504", *RING)
    put_under_siege(state, 1, HELD)
    assert zoc(state, 1) == 1 << HELD
    assert zoc(state, 0) & GRID.hexes(*RING)


def test_15g_nobody_joins_the_besieged_and_besiegers_come_and_go() -> None:
    state = besieged()
    state.lift(unit(state, "IT0"))
    state.lift(unit(state, "IT1"))
    state.owned[1] |= GRID.hexes("0403", "0404")
    state.owned[0] &= ~GRID.hexes("0403", "0404")
    state.put(unit(state, "AH1"), HELD)
    besieger = March((unit(state, "IT2"),), GRID.hex("0505"))
    assert besieger.reachable(state) >> HELD & 1
    friend = counter("AH2")
    theatre = sketch(counters=[*state.theatre.counters, friend])
    other = field(theatre, {"AH1": "0504", "IT9": "0504", "AH2": "0302"}, side=1)
    other.owned[1] |= GRID.hexes("0504", "0403", "0404")
    other.owned[0] &= ~GRID.hexes("0504", "0403", "0404")
    put_under_siege(other, 1, HELD)
    march = March((unit(other, "AH2"),), GRID.hex("0302"))
    assert not march.reachable(other) >> HELD & 1
    assert march.why_not(other, "move", HELD).case == "15G"
    assert other.owned[1] >> HELD & 1


def test_15g_1_a_siege_ends_when_the_besiegers_leave() -> None:
    state = besieged()
    state.move(units(state, "IT9"), GRID.hex("0505"))
    assert state.besieged == [0, 0]
    assert zoc(state, 1) & GRID.hexes(*RING)


def test_15g_1_relief_lifts_a_siege_and_the_besiegers_retreat() -> None:
    state = besieged()
    assert not state.stack
    relieve(state)
    assert not state.stack
    state.lift(unit(state, "IT0"))
    counters = [*state.theatre.counters, counter("AH2")]
    relieved = field(
        sketch(counters=counters), {"AH1": "0504", "IT9": "0504", "AH2": "0403", "IT4": "0604"}
    )
    put_under_siege(relieved, 1, HELD)
    relieve(relieved)
    options = settle(relieved, rolling())
    # The besieged get their zones back only when the retreat is over.
    assert zoc(relieved, 1) >> GRID.hex("0505") & 1 == 0
    while options:
        assert is_legal(options, ("retreat", GRID.hex("0604"))) or "retreat" in options
        take(relieved, "retreat", options["retreat"].bit_length() - 1)
        options = settle(relieved, rolling())
    assert relieved.where[unit(relieved, "IT9")] != HELD
    assert relieved.besieged == [0, 0]
    assert zoc(relieved, 1) >> GRID.hex("0505") & 1


def test_9k2_the_besieged_attack_their_hex_only_and_nobody_must() -> None:
    state = besieged()
    state.phase, state.phasing = COMBAT, 1
    assert targets(state, 1) == 1 << HELD
    assert obliged(state, 1) == obliged(state, 0) == 0
    fight = Fight(state, side=1)
    assert fight.may("attack 0504")
    assert fight.may("done")
    assert fight.why_not("attack 0505").case == "15G"
    fight.choose("attack 0504")
    assert fight.may("cancel")
    assert not fight.may("join")
    fight.choose("with AH1")
    assert fight.may("join")


def test_9k2_besiegers_attack_out_of_the_hex_and_into_it() -> None:
    state = ring(IT9="0504", AH2="0302", IT8="0302")
    state.lift(unit(state, "IT8"))
    state.lift(unit(state, "IT0"))
    put_under_siege(state, 1, HELD)
    state.move(units(state, "AH2"), GRID.hex("0403"))
    state.phase, state.phasing = COMBAT, 0
    fight = Fight(state, side=0)
    assert fight.may("attack 0504")
    assert fight.may("attack 0403")
    assert fight.may("done")
    fight.choose("attack 0504", "with IT9", "with IT2").roll(*[3] * 12).choose("join")
    assert state.battle.origins == (HELD, GRID.hex("0505"))


@pytest.mark.parametrize(("die", "stays"), [(1, False), (6, True)])
def test_9k1_attackers_who_share_a_hex_after_a_fight_are_besieged(die: int, stays: bool) -> None:
    """A bad die drives the attacker out of the hex; a better one leaves both sides in it."""
    counters = [counter("AH1", "6-9-5", back="3-4-5"), counter("IT9", "20-9-5", back="10-4-5")]
    theatre = sketch({"0504": "mountain"}, counters=counters)
    state = field(theatre, {"AH1": "0504", "IT9": "0504"}, COMBAT, 0)
    state.owned[1] |= 1 << HELD
    state.owned[0] &= ~(1 << HELD)
    state.options = frozenset({"siege"})
    fight = Fight(state, *[die] * 12, side=0).choose("join")
    while fight.options:
        choice = ("stand", 0) if "stand" in fight.options else pick(fight.options, 0)
        take(state, *choice)
        fight.options = settle(state, fight.dice)
    shared = state.occupied[0] & state.occupied[1]
    assert bool(shared >> HELD & 1) is stays
    assert state.besieged == [shared, 0]


def test_9k2_the_standard_results_hold_in_a_siege() -> None:
    """A besieged defender who must leave has nowhere to go [9F2]; nobody need promise to come."""
    state = besieged()
    state.phase, state.phasing = COMBAT, 0
    fight = Fight(state, *[6] * 12, side=0)
    fight.choose("attack 0504", "with IT9", "with IT0", "with IT1", "with IT2", "with IT3", "join")
    fight.go_on()
    assert fight.at("AH1") == ""
    assert state.besieged == [0, 0]
    assert state.owned[0] >> HELD & 1
