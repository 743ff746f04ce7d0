"""Rule 14N2: what a side may suppose of unknown corps hangs on nothing that is hidden from it."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from tests.alike import try_one
from tests.the_great_war.battles import unit
from tests.the_great_war.fields import field, rolling, units
from tests.the_great_war.sketch import GRID, counter, sketch
from tests.the_great_war.test_intelligence import NO_VICTORY
from tests.the_great_war.withdrawn import unknown_at_the_front
from trenchline.games.the_great_war.acceleration import tire
from trenchline.games.the_great_war.artillery_divisions import FormDivisions
from trenchline.games.the_great_war.battle import Battle
from trenchline.games.the_great_war.bombardment import BombardmentPhase, DeclareBombardment
from trenchline.games.the_great_war.combat import CombatPhase, DeclareAttack
from trenchline.games.the_great_war.components import CODES, SIDES
from trenchline.games.the_great_war.construction import Construction, LayPontoon
from trenchline.games.the_great_war.depots import Logistics
from trenchline.games.the_great_war.face import GAME
from trenchline.games.the_great_war.hunger import FeedHungry
from trenchline.games.the_great_war.intelligence import hidden, look_out, reveal, tell
from trenchline.games.the_great_war.invariants import broken
from trenchline.games.the_great_war.march import March
from trenchline.games.the_great_war.movement import MovementPhase
from trenchline.games.the_great_war.projects import A_TURN
from trenchline.games.the_great_war.reserves import CallReserves
from trenchline.games.the_great_war.stacking import fits_limit
from trenchline.games.the_great_war.state import COMBAT, INITIAL, State
from trenchline.games.the_great_war.suppositions import deal
from trenchline.games.the_great_war.view import view
from trenchline.kernel.bits import members
from trenchline.kernel.dice import PlannersDice
from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.match import Match
from trenchline.kernel.notes import lines
from trenchline.kernel.play import decision, settle, take
from trenchline.kernel.position import differences
from trenchline.kernel.steps import count, pick
from trenchline.kernel.view import LogView

GUN = ("5-7-5", "heavy artillery", "regiment")
COUNTERS = [
    counter("ITK1", "0-8", "corps hq", "corps"),
    counter("ITK2", "0-8", "corps hq", "corps"),
    counter("IT1", "6-9-5", back="3-4-5"),
    counter("IT2", "6-9-5", back="3-4-5"),
    counter("IT8", "6-6-3", "art xx hq", "artillery_hq"),
    counter("ITG1", *GUN),
    counter("ITG2", *GUN),
    counter("IT3", "6-9-5"),
    counter("AH1", "8-8-5"),
]
START = {
    "ITK1": "0506",
    "IT1": "0506",
    "IT8": "0506",
    "ITG1": "0506",
    "ITG2": "0506",
    "ITK2": "0707",
    "IT2": "0707",
    "AH1": "0101",
}


THEATRE = sketch(counters=COUNTERS, victory=NO_VICTORY)


def muster_all(state: State) -> None:
    """[3A3] What is there has been fielded."""
    for number in members(state.present[0] | state.present[1]):
        state.fielded[CODES.index(state.theatre.counters[number].nation)] += state.re(number)


def corps() -> State:
    """Two Italian corps that the Central Powers do not know."""
    state = field(THEATRE, START)
    muster_all(state)
    state.options = frozenset({"limited_intelligence", "overstacking"})
    look_out(state)
    state.stack = [MovementPhase(0)]
    return state


def overstacked(state: State, key: str) -> None:
    state.overstacked = state.crowded = state.sallied = units(state, key)


def led(state: State, key: str) -> None:
    state.attached = {unit(state, "ITG1" if key == "IT1" else "ITG2"): unit(state, "IT8")}


def building(state: State, key: str) -> None:
    hex_ = state.where[unit(state, key)]
    state.projects = {("fort", GRID.hex("0506"), -1): (A_TURN, (unit(state, key),))}
    state.civilians = {hex_: unit(state, key)} if hex_ == GRID.hex("0506") else {}
    state.self_reliant = units(state, key)


def weary(state: State, key: str) -> None:
    state.fatigue = {unit(state, key): 2}


def disordered(state: State, key: str) -> None:
    state.disrupt(unit(state, key))


def hungry(state: State, key: str) -> None:
    state.hunger, state.unsupplied = {unit(state, key): 1}, {unit(state, key): 1}
    state.isolated = units(state, key)


def carried(state: State, key: str) -> None:
    state.charged, state.shipped = {(unit(state, key), 0): 4}, {(unit(state, key), 0): 1}
    state.railed = state.strategic = units(state, key)
    state.carrying = int(key == "IT1")


SECRETS = [overstacked, led, building, weary, disordered, hungry, carried]


@pytest.mark.parametrize("secret", SECRETS, ids=lambda secret: secret.__name__)
def test_14n2_knowledge_is_the_same_whomever_a_secret_is_about_bug(
    secret: Callable[[State, str], None],
) -> None:
    """Hidden units that were overstacked, led by a staff or at work stayed what they were in what
    the enemy supposed, and what had befallen others went with them."""
    known = []
    for key in ("IT1", "IT2"):
        state = corps()
        secret(state, key)
        known.append((view(state, 1), Knowledge(GAME, state, 1).position))
    assert known[0][0] == known[1][0], "the enemy cannot tell them apart"
    assert not differences(known[0][1], known[1][1])


def test_14n2_8c2_games_that_an_enemy_cannot_tell_apart_stay_so_bug() -> None:
    """In one of them a hidden unit had entered an overstack, in the other another one."""
    looks, wrong = try_one(8181241)
    assert looks == 30
    assert not wrong


def test_14n2_whoever_is_supposed_somewhere_has_room_there() -> None:
    """Guns are led by a staff [12B9] and others in an overstack [8C2], where there is no room."""
    crowd = [counter(f"IT{n}", "6-9-5") for n in range(10, 20)]
    guns = [counter(f"ITG{n}", *GUN) for n in range(10, 16)]
    state = field(
        sketch(counters=[*COUNTERS, *crowd, *guns], victory=NO_VICTORY),
        {**START, **{one.key: "0707" for one in crowd}, **{one.key: "0506" for one in guns}},
    )
    muster_all(state)
    state.options = frozenset({"limited_intelligence", "overstacking"})
    look_out(state)
    for seed in range(6):
        other = deal(state, 1, random.Random(seed))
        assert hidden(other, 0) == hidden(state, 0)
        assert not broken(other)
        for label in ("0506", "0707"):
            assert fits_limit(other, GRID.hex(label), other.units(GRID.hex(label), 0))


def test_14n2_zones_that_were_seen_are_supposed_even_of_the_disrupted() -> None:
    """Next to the enemy stands a corps of disrupted divisions, which has no zone [3A5]."""
    state = corps()
    state.disrupt(unit(state, "IT1"))
    state.disrupt(unit(state, "IT2"))
    state.move(units(state, "AH1"), GRID.hex("0505"))
    for seed in range(6):
        other = deal(state, 1, random.Random(seed))
        assert view(other, 1) == view(state, 1)


def test_14n2_hidden_units_share_the_hunger_of_their_headquarters() -> None:
    state = corps()
    staff = unit(state, "ITK1")
    state.hunger, state.unsupplied, state.isolated = {staff: 3}, {staff: 2}, 1 << staff
    state.look_again()
    other = deal(state, 1, random.Random(1))
    there = other.units(GRID.hex("0506"), 0)
    assert there & ~(1 << staff)
    assert other.isolated == other.starving == there
    assert not broken(other)


def test_14n2_the_log_tells_the_enemy_nothing_of_hidden_units_bug() -> None:
    """It named a hidden unit that was tired, and counted hidden units that were fed."""
    state = corps()
    state.log = []
    state.accelerated = state.tired = units(state, "IT1")
    state.spent = {unit(state, "IT1"): 100}
    tire(state)
    assert ["IT1" in line for line in lines(state.log, SIDES)] == [True]
    his = tell(LogView(1, SIDES[0], "done", (), tuple(state.log)), 1)
    assert not his.lines
    state.log = []
    state.resources, state.points_come = {GRID.hex("0506"): 1}, 1
    state.hunger = {unit(state, key): 1 for key in ("ITK1", "IT1")}
    state.unsupplied = dict(state.hunger)
    state.stack = [FeedHungry(0)]
    take(state, "feed", GRID.hex("0506"))
    told = [
        tell(LogView(1, SIDES[0], "feed 0506", (), tuple(state.log)), side).lines for side in (0, 1)
    ]
    assert "feeds 2 units" in told[0][-1].text
    assert "feeds 1 units and hidden ones" in told[1][-1].text


def test_14n2_11h2_what_hidden_units_carry_is_nowhere_until_they_set_it_down_bug() -> None:
    """The enemy supposed supply points in hand that nobody carried."""
    known = []
    for key in ("IT1", "ITG1"):
        state = corps()
        state.gsps = {(GRID.hex("0506"), 2): 4}
        state.resources, state.points_come = {GRID.hex("0506"): 2}, 2
        state.stack.append(March((unit(state, key),), GRID.hex("0506")))
        take(state, "provision", 2)
        known.append(Knowledge(GAME, state, 1))
        assert known[-1].view() == view(state, 1)
        assert not broken(known[-1].position)
    assert not differences(known[0].position, known[1].position)
    state = corps()
    state.resources, state.points_come = {GRID.hex("0506"): 2}, 2
    state.stack.append(March((unit(state, "IT1"),), GRID.hex("0506")))
    take(state, "load", 1)
    assert not broken(Knowledge(GAME, state, 1).position)


@pytest.mark.parametrize("phase", [COMBAT, INITIAL])
def test_14n2_nobody_knows_how_those_have_marched_who_become_known_later_bug(phase: str) -> None:
    """They had been eligible for exploitation where they were hidden, and were shown so after."""
    known = []
    for key in ("IT1", "IT2"):
        state = corps()
        state.eligible = state.railed = state.moved = units(state, key)
        state.spent = {unit(state, key): 4}
        state.move(units(state, "IT2"), GRID.hex("0506"))
        state.move(units(state, "AH1"), GRID.hex("0505"))
        if phase == INITIAL:
            look_out(state)
        else:
            state.phase, state.moved = phase, 0
            reveal(state, [GRID.hex("0506")])
        known.append(Knowledge(GAME, state, 1).position)
    assert not differences(*known)


def test_14n2_the_enemy_hears_which_question_is_asked_in_the_initial_phase_bug() -> None:
    """What was supposed told whether he was still forming divisions, and the view did not."""
    state = corps()
    state.phase, state.stack = INITIAL, [Logistics(0), FormDivisions(0)]
    assert view(state, 1).prompt == "Form artillery divisions [12B9]"
    state.stack.pop()
    assert view(state, 1).prompt.endswith("[11C1]")
    # Whom he has in hand, nobody hears.
    state.stack = [Construction(0), LayPontoon(0, unit(state, "IT1"))]
    assert view(state, 1).prompt == Knowledge(GAME, state, 1).view().prompt
    assert view(state, 1).prompt.endswith("[13A]")


def test_14n2_12b9_attaching_a_hidden_gun_shows_nothing_bug() -> None:
    known = []
    for key in ("ITG1", "ITG2"):
        state = corps()
        state.stack = [MovementPhase(0), FormDivisions(0)]
        take(state, "attach", unit(state, key))
        settle(state, rolling())
        known.append(Knowledge(GAME, state, 1).position)
    assert not differences(*known)


def beside_the_enemy() -> State:
    """An unknown corps next to an enemy whom it may attack, and another one."""
    state = corps()
    state.move(units(state, "AH1"), GRID.hex("0505"))
    state.put(unit(state, "IT3"), GRID.hex("0405"))
    muster_all(state)
    state.phase = COMBAT
    return state


@pytest.mark.parametrize("visible", [(), ("IT3",)])
def test_14n2_9a_nobody_knows_which_hidden_units_are_to_attack_bug(visible: tuple[str]) -> None:
    """A step that named hidden attackers was known to the enemy as it was."""
    known = []
    for key in ("IT1", "IT2"):
        state = beside_the_enemy()
        seen = tuple(unit(state, one) for one in visible)
        attack = DeclareAttack(0, GRID.hex("0505"), (unit(state, key), *seen))
        state.stack = [CombatPhase(0), attack]
        known.append(Knowledge(GAME, state, 1))
        assert known[-1].view() == view(state, 1)
    assert not differences(known[0].position, known[1].position)


@pytest.mark.parametrize("visible", [(), ("IT3",)])
def test_14n2_12c_nobody_knows_which_hidden_guns_are_laid_bug(visible: tuple[str]) -> None:
    """The log named hidden guns as they were laid on a hex, and the enemy knew the plan."""
    known = []
    for key in ("ITG1", "ITG2"):
        state = beside_the_enemy()
        seen = tuple(unit(state, one) for one in visible)
        target = GRID.hex("0505")
        state.log = []
        step = DeclareBombardment(0, counter=False, target=target, guns=seen)
        state.stack = [BombardmentPhase(0, counter=False), step]
        take(state, "with", unit(state, key))
        told = tell(LogView(1, SIDES[0], f"with {key}", (), tuple(state.log)), 1)
        assert told.choice == "with"
        take(state, "plan", 0)
        known.append(Knowledge(GAME, state, 1))
        assert known[-1].view() == view(state, 1)
    assert not differences(known[0].position, known[1].position)
    after = known[0].sample(random.Random(1))
    take(after, "fire_all", 0)
    settle(after, rolling(*[3] * 9))


def test_r155_a_corps_that_is_called_for_as_a_reserve_becomes_known() -> None:
    state = corps()
    state.move(units(state, "AH1"), GRID.hex("0504"))
    state.put(unit(state, "IT3"), GRID.hex("0505"))
    state.battles = [Battle(1, GRID.hex("0505"), (unit(state, "AH1"),), (GRID.hex("0504"),))]
    state.stack = [CallReserves()]
    take(state, "reserve", GRID.hex("0506"))
    assert state.unknown == units(state, "ITK2")


@pytest.mark.parametrize("scenario", ["liege", "gorizia", "caporetto"])
def test_14n2_no_choice_of_a_hidden_unit_names_it_to_the_enemy_bug(scenario: str) -> None:
    """Builders of pontoons, roads and railways were named, and with the works told where they are;
    so were transport units that changed their mode."""
    rng, looked = random.Random(scenario), set[tuple[str, str]]()
    given = Match(GAME, PlannersDice(rng), scenario, {"limited_intelligence": "on"})
    front = GAME.notation(unknown_at_the_front(given.state.copy()))
    match = Match(GAME, PlannersDice(rng), position=front)
    for _ in range(150):
        state, step = match.state, decision(match.state)
        side = step.who(state)
        for verb, numbers in match.choices.items():
            names = GAME.verbs[verb].names
            secret = numbers & hidden(state, side)
            if names is None or names.takes != "unit" or not secret:
                continue
            if (type(step).__name__, verb) in looked:
                continue
            looked.add((type(step).__name__, verb))
            chosen = secret.bit_length() - 1
            after = state.copy()
            after.log = []
            take(after, verb, chosen)
            settle(after, PlannersDice(random.Random(1)))
            if hidden(after, side) >> chosen & 1 and verb != "rebuild":
                text = GAME.format_choice((verb, chosen))
                entry = LogView(1, SIDES[side], text, (), tuple(after.log))
                assert tell(entry, 1 - side).choice == verb, text
        match.take(pick(match.choices, rng.randrange(count(match.choices))))
    assert len(looked) > 2


def test_14n2_r154_nobody_knows_whose_zone_it_is_among_many_bug() -> None:
    """In the middle of others a corps may have lost its zone, and the enemy beside it sees none of
    that; what he supposed had the zone that was there."""
    around = [counter(f"IT{n}", "6-9-5") for n in range(10, 15)]
    brigade = counter("ITB", "2-3-5", size="brigade")
    theatre = sketch(counters=[*COUNTERS, *around, brigade], victory=NO_VICTORY)
    ring = GRID.labels(GRID.ring(GRID.hex("0506"), 1))
    places = {one.key: hex_ for one, hex_ in zip(around, ring[1:], strict=True)}
    places |= {"ITK1": "0506", "ITK2": "0808", "AH1": ring[0]}
    known = []
    for strong, weak in (("0506", "0808"), ("0808", "0506")):
        state = field(theatre, {**places, "IT1": strong, "ITB": weak})
        state.options = frozenset({"limited_intelligence"})
        state.unknown = units(state, "ITK1", "ITK2")
        state.stack = [MovementPhase(0)]
        known.append((view(state, 1), Knowledge(GAME, state, 1).position))
    assert known[0][0] == known[1][0], "the enemy sees no difference"
    assert not differences(known[0][1], known[1][1])
