"""Chapter 2.63: landings inside port boxes, Tsingtao and the Carolines above all."""

from __future__ import annotations

from tests.balance_of_powers.at_sea import quarters, units
from tests.balance_of_powers.campaigning import choose, offered, refused
from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, unit
from trenchline.games.balance_of_powers.beachheads import TendLandings
from trenchline.games.balance_of_powers.components import CENTRAL, ENTENTE, GE, JP
from trenchline.games.balance_of_powers.inherent import guarded
from trenchline.games.balance_of_powers.invariants import broken
from trenchline.games.balance_of_powers.march import Campaign
from trenchline.games.balance_of_powers.modifiers import may_use_infrastructure
from trenchline.games.balance_of_powers.notation import notation, parse
from trenchline.games.balance_of_powers.odds import parse_attack
from trenchline.games.balance_of_powers.quarters import AtSea
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.supply import in_supply, supplied, unsupplied
from trenchline.kernel.play import decision, settle
from trenchline.kernel.position import differences

TSINGTAO, CAROLINES = "Tsingtao", "Carolines"
JAPANESE = "JP-I-1/18"


def off(box: str, garrison: str = "", corps: str = JAPANESE) -> State:
    """Japanese ships with corps on board in a German box."""
    stacks = {box: f"JP-N-CA1 {corps} {garrison}", "Japan": "JP-N-PD1"}
    state = quarters(
        stacks,
        side=ENTENTE,
        central="GE",
        entente="BR JP",
        scenario="great_war",
        month="October 1914",
        passengers=units(corps),
        aboard=units(corps),
    )
    state.off_the_board(at(box), ENTENTE)
    # [3.123] Supply comes over the Pacific.
    state.put(unit("JP-N-CC1"), at("Mid-Pacific"))
    choose(state, f"fleet {box}")
    return state


def landed(box: str, garrison: str = "", corps: str = JAPANESE) -> State:
    """The landing lies, and the half of the Entente begins."""
    state = off(box, garrison, corps)
    choose(state, f"invade {box}")
    return campaign(state)


def campaign(state: State, side: int = ENTENTE) -> State:
    state.forget("half")
    state.force = 0
    state.phasing, state.phase = side, "campaign"
    state.stack = [Campaign(side)]
    settle(state, Loaded())
    return state


def test_2_63_a_landing_in_a_port_box_is_a_stack_of_its_own() -> None:
    state = off(TSINGTAO, "GE-I-3")
    assert offered(state, "invade") == 1 << at(TSINGTAO)
    choose(state, f"invade {TSINGTAO}")
    box = at(TSINGTAO)
    assert state.landings == {box: box}
    assert state.lodged == units(JAPANESE)
    assert not state.passengers | state.aboard
    # Each is in a location of its own: the German one is not beset, nor shut to friends.
    assert state.corps[CENTRAL] >> box & 1
    assert not state.corps[ENTENTE] >> box & 1
    assert not state.enemy_land(CENTRAL) >> box & 1
    assert broken(state) == []
    read = parse(notation(state))
    assert differences(read, state) == ["scenario"]


def test_2_63_who_is_lodged_goes_into_the_box_and_nowhere_else() -> None:
    baltic = quarters(
        {"Petrograd": "GE-N-BB1 GE-I-5 RU-I-GD_1", "4201": "GE-I-3"},
        central="GE",
        entente="RU",
        scenario="great_war",
        month="May 1916",
        passengers=units("GE-I-5"),
        aboard=units("GE-I-5"),
    )
    baltic.off_the_board(at("Petrograd"), CENTRAL)
    choose(baltic, "fleet Petrograd", "invade Petrograd")
    campaign(baltic, CENTRAL)
    choose(baltic, "unit GE-I-5")
    assert not offered(baltic, "march")
    assert refused(baltic, "march 4301").case == "7.72"
    assert offered(baltic, "attack") == 1 << at("Petrograd")
    # Who came by land is beside the whole box, and meets its garrison.
    choose(baltic, "stop", "unit GE-I-3")
    assert offered(baltic, "attack") >> at("Petrograd") & 1
    assert offered(baltic, "march") >> at("4301") & 1


def test_2_63_the_garrison_moves_and_draws_supply_as_before() -> None:
    state = landed(TSINGTAO, "GE-I-3")
    campaign(state, CENTRAL)
    choose(state, "unit GE-I-3")
    assert not offered(state, "attack")
    assert not offered(state, "close_breach")
    assert refused(state, f"attack {TSINGTAO}").case == "9.14"
    # Both have six corps, were they there [2.62].
    assert state.units(at(TSINGTAO), CENTRAL) == units("GE-I-3")


def test_2_53_2_whoever_was_there_first_keeps_the_box() -> None:
    for garrison in ("GE-I-3", ""):
        state = landed(TSINGTAO, garrison)
        box = at(TSINGTAO)
        assert state.held[CENTRAL] >> box & 1
        assert not state.held[ENTENTE] >> box & 1
        assert state.controller(box) == GE
        assert broken(state) == []
        # Another corps that goes ashore changes nothing.
        state.put(unit("JP-I-2/18"), box)
        state.passengers = state.aboard = units("JP-I-2/18")
        state.off_the_board(box, ENTENTE)
        state.unloading = state.done = 0
        state.phase = "admiralty"
        state.force, state.force_at = units("JP-N-CA1 JP-I-2/18"), box
        state.stack = [AtSea()]
        choose(state, "debark JP-I-2/18")
        assert state.lodged == units("JP-I-1/18 JP-I-2/18")
        assert state.held[CENTRAL] >> box & 1
        assert broken(state) == []


def test_2_53_2_it_is_taken_once_nobody_is_left() -> None:
    state = landed(TSINGTAO, "GE-I-3", "JP-I-1/18 JP-I-2/18")
    box = at(TSINGTAO)
    choose(state, "unit JP-I-1/18", f"attack {TSINGTAO}", "free", dice=Loaded(6, 6))
    while decision(state).who(state) == CENTRAL:
        verb = "suffer" if offered(state, "suffer") else "lose GE-I-3"
        choose(state, verb)
    assert state.held[ENTENTE] >> box & 1
    assert state.controller(box) == JP
    assert not state.landings
    # [R328] Those who only watched are in the box too.
    assert not state.lodged
    assert state.corps[ENTENTE] >> box & 1
    assert broken(state) == []


def test_1_25_4_the_carolines_are_undefended() -> None:
    state = landed(CAROLINES)
    box = at(CAROLINES)
    assert not guarded(state, ENTENTE, box)
    choose(state, f"unit {JAPANESE}")
    assert not offered(state, "attack")
    assert offered(state, "march") == 1 << box
    choose(state, f"march {CAROLINES}")
    assert state.held[ENTENTE] >> box & 1
    assert not state.lodged
    assert not state.landings
    assert broken(state) == []
    # [1.25] Any other box has a defence of its own.
    tsingtao = landed(TSINGTAO)
    assert guarded(tsingtao, ENTENTE, at(TSINGTAO)) == 1 << at(TSINGTAO)
    choose(tsingtao, f"unit {JAPANESE}")
    assert not offered(tsingtao, "march")
    assert refused(tsingtao, f"march {TSINGTAO}").case == "1.25"
    assert offered(tsingtao, "attack") == 1 << at(TSINGTAO)


def test_1_25_4_a_real_unit_defends_them() -> None:
    state = landed(CAROLINES, "GE-I-3")
    choose(state, f"unit {JAPANESE}")
    assert not offered(state, "march")
    assert offered(state, "attack") == 1 << at(CAROLINES)


def test_7_71_no_landing_in_an_ocean_box_a_full_nation_or_a_friendly_box() -> None:
    ocean = off("Mid-Pacific")
    assert refused(ocean, "invade Mid-Pacific").case == "7.71.1"
    home = off("Japan")
    assert refused(home, "invade Japan").case == "7.71"
    assert refused(off(TSINGTAO), f"invade {CAROLINES}").case == "7.71"


def test_2_63_supply_comes_over_the_sea_alone() -> None:
    state = landed(TSINGTAO, "GE-I-3")
    corps = unit(JAPANESE)
    assert in_supply(state, corps)
    assert not supplied(state, JP) >> at(TSINGTAO) & 1
    state.lift(unit("JP-N-CC1"))
    assert not in_supply(state, corps)
    assert unsupplied(state, units(JAPANESE)) == units(JAPANESE)


def test_2_63_breaches_and_works_inside_a_box_have_their_owners() -> None:
    state = landed(TSINGTAO, "GE-I-3")
    box = at(TSINGTAO)
    state.breaches[box, box] = 1
    state.infrastructure |= 1 << box
    state.entrenched |= units(f"{JAPANESE} GE-I-3")
    battle = parse_attack(state, f"{JAPANESE} > {TSINGTAO}")
    assert not battle.counterattack
    # The works are those of who holds the box.
    assert not may_use_infrastructure(state, battle)
    choose(state, f"unit {JAPANESE}")
    assert offered(state, "close_breach") == 1 << box
    campaign(state, CENTRAL)
    choose(state, "unit GE-I-3")
    assert refused(state, f"close_breach {TSINGTAO}").case == "10.594"


def tended(state: State) -> State:
    state.stack = [TendLandings()]
    settle(state, Loaded())
    return state


def test_7_72_1_without_ships_the_lodged_are_lost_and_the_garrison_is_not() -> None:
    state = landed(TSINGTAO, "GE-I-3")
    state.infrastructure |= 1 << at(TSINGTAO)
    state.lift(unit("JP-N-CA1"))
    tended(state)
    assert state.where[unit(JAPANESE)] < 0
    assert state.where[unit("GE-I-3")] == at(TSINGTAO)
    assert state.infrastructure >> at(TSINGTAO) & 1
    assert not state.landings
    assert not state.lodged
    assert broken(state) == []


def test_7_72_a_landing_in_a_box_that_the_enemy_has_left_ends_on_board() -> None:
    state = landed(TSINGTAO)
    assert tended(state).landings
    state.held[CENTRAL] &= ~(1 << at(TSINGTAO))
    tended(state)
    assert not state.landings
    assert state.passengers == units(JAPANESE)
    assert broken(state) == []
