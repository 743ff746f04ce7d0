"""What the table shows in words: the standing, what is to be set up, the plans of 1914, points and
trains, neutrals and pools, and the combat in hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from trenchline.games.balance_of_powers.calendar import name_of, season_before
from trenchline.games.balance_of_powers.components import (
    CODES,
    FR,
    GE,
    MAJORS,
    NATION,
    NATIONS,
    NEUTRAL,
    OF_NATION,
    SIDES,
    UNITS,
)
from trenchline.games.balance_of_powers.courting import opportunists
from trenchline.games.balance_of_powers.deployment import beginners, recruits, waiting
from trenchline.games.balance_of_powers.efforts import able, worth
from trenchline.games.balance_of_powers.losing import blockade_loss
from trenchline.games.balance_of_powers.rail import no_trains
from trenchline.games.balance_of_powers.sea_panels import fleets, war_at_sea
from trenchline.games.balance_of_powers.secret_set_up import is_written
from trenchline.games.balance_of_powers.state import INTACT, POOL, State
from trenchline.games.balance_of_powers.tabulation import african_income, nominal
from trenchline.games.balance_of_powers.trade_war import is_blockaded, trades
from trenchline.games.balance_of_powers.victory import outcome
from trenchline.games.balance_of_powers.war_plans import frontier, is_planned, liege
from trenchline.kernel.bits import members
from trenchline.kernel.view import PanelView

FOUGHT = ("Naval combat",)
"""What is told beside the odds of the salvo in hand [8.33]."""


def panels(state: State) -> tuple[PanelView, ...]:
    """Everything that is told in words; what there is nothing of is left out."""
    told = (
        ("Combat", _combat(state)),
        ("Naval combat", _naval_combat(state)),
        ("Set-up", _set_up(state)),
        ("If it ended now", _standing(state)),
        ("Plans of 1914", _plans(state)),
        ("Trains", _trains(state)),
        ("Next season", _next_season(state)),
        ("War at sea", war_at_sea(state)),
        ("Due", _due(state)),
        ("Force pools", _pools(state)),
        ("Minor powers", _minors(state)),
        ("Neutrals", _neutrals(state)),
        ("Breaches", _breaches(state)),
        *((f"Fleets, {name}", fleets(state, side)) for side, name in enumerate(SIDES)),
        ("By sea", _shipping(state)),
        ("Landings", _landings(state)),
        ("Fortresses", _fortresses(state)),
    )
    found = ((title, tuple(lines)) for title, lines in told)
    return tuple(PanelView(title, lines, battle=title in FOUGHT) for title, lines in found if lines)


def _combat(state: State) -> Iterator[str]:
    """[10.0] Who attacks whom, and what the dice have brought so far."""
    if not state.battles:
        return
    battle = state.battle
    yield state.say("{:hex} is attacked from {:hex}", battle.target, battle.origin)
    for unit in members(battle.attackers):
        yield state.say("{:unit} attacks", unit)
    if battle.raw:
        yield f"{battle.raw} {battle.modifier:+}"


def _naval_combat(state: State) -> Iterator[str]:
    """[8.3] Who is in the vans and in the main forces, who has been surprised, what was lost."""
    told = state.sea_battle
    if told is None:
        return
    for side, name in enumerate(SIDES):
        own = state.engaged & state.troops[side]
        for words, units in (("van", own & state.van), ("main force", own & ~state.van)):
            for ship in members(units):
                hurt = ", damaged" if state.reduced >> ship & 1 else ""
                yield state.say("{}, {}: {:unit}{}", name, words, ship, hurt)
        if told.forts[side] >= 0:
            yield state.say("{}: the fortress in {:hex}", name, told.forts[side])
        if told.lost[side]:
            yield f"{name}: {told.lost[side]} steps lost [8.34]"
    if told.surprised >= 0:
        yield f"The {SIDES[told.surprised]} are surprised [8.32]"
    for target, doubles in told.hits:
        if target < len(UNITS):
            yield state.say("{:unit} is hit{}", target, ", by doubles" if doubles else "")


def _set_up(state: State) -> Iterator[str]:
    """[11.3] How many units of each zone stand, and what quotas still want; nothing of what is
    written down in secret [12.1/optional-set-up]."""
    if state.phase != "set-up" or is_written(state):
        return
    scenario = state.scenario
    begin = beginners(scenario) | recruits(scenario)
    left = waiting(state, 0) | waiting(state, 1)
    for zone in scenario.zones:
        all_, still = zone.units & begin, zone.units & left
        if all_:
            there = all_.bit_count() - still.bit_count()
            yield f"{zone.name}: {there} of {all_.bit_count()} placed [{zone.case}]"
    for quota in scenario.quotas:
        missing, _ = quota.short(state.stacks)
        if missing:
            yield f"{quota.name}: {missing} more wanted [{quota.case}]"


def _standing(state: State) -> Iterator[str]:
    """Who would win."""
    found = outcome(state)
    winner = "Nobody wins" if found.winner is None else f"The {SIDES[found.winner]} win"
    yield f"{winner}: {found.reason} [{state.scenario.case}]"


def _plans(state: State) -> Iterator[str]:
    """[12.1/plan-xvii] [12.1/schlieffen] How far France and Germany have carried theirs out."""
    if state.month != state.scenario.first:
        return
    if is_planned(state, "plan_xvii"):
        told = state.scenario.special["plan_xvii"]
        corps = (state.plan_corps & OF_NATION[FR]).bit_count()
        hexes = (state.plan_hexes & frontier()).bit_count()
        yield (
            f"Plan XVII: {corps} of {told['corps']} French corps have attacked, "
            f"{hexes} of {told['hexes']} hexes [12.1/plan-xvii]"
        )
    if is_planned(state, "schlieffen"):
        told = state.scenario.special["schlieffen"]
        corps = (state.plan_corps & OF_NATION[GE]).bit_count()
        through = "taken" if state.plan_hexes >> liege(state) & 1 else "not taken"
        yield state.say(
            "Schlieffen: {} of {} German corps have gone into Belgium, {:hex} {} [12.1/schlieffen]",
            corps,
            told["corps"],
            liege(state),
            through,
        )


def _trains(state: State) -> Iterator[str]:
    """[9.24] How many corps each power can still send by rail in this half of a fortnight."""
    if state.phase != "campaign" or no_trains(state):
        return
    for nation, told in enumerate(NATIONS):
        if state.sides[nation] == state.phasing and told.rail and not state.scenario.in_africa:
            yield f"{told.name}: {told.rail - state.railed[nation]} of {told.rail} corps [9.24]"


def _next_season(state: State) -> Iterator[str]:
    """[5.2] [5.3] What the powers at war will post, and what they will lose."""
    month = state.month + 1
    while season_before(month) is None:
        month += 1
    if month > state.scenario.last:
        return
    yield f"{season_before(month)}, before {name_of(month)} [5.0]"
    blockaded = {NATION[code] for code in state.scenario.special.get("blockade", ())}
    for nation in members(MAJORS):
        if state.sides[nation] == NEUTRAL:
            continue
        lost = []
        shut = nation in blockaded or (trades(state) and is_blockaded(state, nation))
        if shut and (loss := blockade_loss(state, nation)):
            lost.append(f"{loss} by blockade [5.344]")
        if shaken := state.demoralization[nation]:
            lost.append(f"{shaken} by demoralization [5.36]")
        less = f", less {' and '.join(lost)}" if lost else ""
        if not state.scenario.in_africa:
            yield f"{NATIONS[nation].name} posts {nominal(state, nation)}{less}"
        if points := african_income(state, nation):
            yield f"{NATIONS[nation].name} posts {points} for Africa [5.212]"
        if nation in members(able(state, state.sides[nation])):
            more = worth(state)[NATIONS[nation].code]
            yield f"{NATIONS[nation].name} may have {more} for Africa once [12.8/resources.2]"


def _due(state: State) -> Iterator[str]:
    """[6.223] Who musters when."""
    for unit, month in sorted(state.due.items(), key=lambda pair: (pair[1], pair[0])):
        yield state.say("{:unit} in {}", unit, name_of(month))


def _pools(state: State) -> Iterator[str]:
    """[5.11] What each nation at war can procure, by kind."""
    kinds: dict[int, Counter[str]] = {}
    for unit, place in enumerate(state.where):
        told = UNITS[unit]
        if place == POOL and state.sides[told.nation] != NEUTRAL:
            kinds.setdefault(told.nation, Counter())[told.kind] += 1
    for nation in sorted(kinds):
        words = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds[nation].items()))
        yield f"{NATIONS[nation].name}: {words}"


def _minors(state: State) -> Iterator[str]:
    """[2.42] [2.93] Who supports whom, and who shelters which government."""
    for minor, power in sorted(state.patrons.items()):
        yield f"{NATIONS[power].name} supports {NATIONS[minor].name} [2.42]"
    for minor, power in sorted(state.hosts.items()):
        yield f"{NATIONS[power].name} shelters the government of {NATIONS[minor].name} [2.93]"


def _neutrals(state: State) -> Iterator[str]:
    """[6.1] Who is neutral in this scenario, and who may be courted."""
    courted = opportunists(state)
    for code in state.scenario.settings.get("neutrals", ()):
        nation = CODES.index(code)
        if state.sides[nation] == NEUTRAL:
            more = ", and may be courted [6.124]" if courted >> nation & 1 else ""
            yield f"{NATIONS[nation].name} is neutral{more}"


def _breaches(state: State) -> Iterator[str]:
    """[10.59] What trenches are breached."""
    for (origin, target), value in sorted(state.breaches.items()):
        yield state.say("{} from {:hex} towards {:hex}", value, origin, target)


def _shipping(state: State) -> Iterator[str]:
    """[12.8/sea-control.2] [12.8/sea-control.3] What may still be shipped in Africa."""
    told = state.scenario.special
    if "shipping" in told:
        left = told["shipping"] - state.sailed
        yield f"{left} of {told['shipping']} corps of the Entente this season [12.8/sea-control.3]"
    if "runner" in told and state.ran < told["runner"]:
        yield "One German corps in the whole game [12.8/sea-control.2]"


def _landings(state: State) -> Iterator[str]:
    """[6.453] Where landing counters lead."""
    for beach, coast in sorted(state.landings.items()):
        yield state.say("{:hex} leads to {:hex}", beach, coast)


def _fortresses(state: State) -> Iterator[str]:
    """[1.33] Fortresses that are not what they were."""
    for hex_, lost in sorted(state.steps_lost.items()):
        if state.scenario.hexes >> hex_ & 1:
            yield state.say("{:hex} is {}", hex_, "ruined" if lost == INTACT else "reduced")
