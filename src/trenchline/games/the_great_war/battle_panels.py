"""The combat in hand as one panel shows it while it is prepared and fought: who attacks and who
defends, with what support and artillery, in which supply, which special effects, reserves and
leaders there are, what the result costs; and the bombardments that are planned."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import lru_cache

from trenchline.games.the_great_war.barrage_odds import mean_hits
from trenchline.games.the_great_war.battle import Battle, of
from trenchline.games.the_great_war.bombardment import BombardmentPhase, DeclareBombardment
from trenchline.games.the_great_war.combat_in_hand import as_it_stands, could_be_fed, in_hand
from trenchline.games.the_great_war.combat_supply import hungry
from trenchline.games.the_great_war.components import Units
from trenchline.games.the_great_war.effects import CASES, CODES, NAMES, team
from trenchline.games.the_great_war.fall_back import FallBack, Way, drawn
from trenchline.games.the_great_war.fire_plans import FirePlan
from trenchline.games.the_great_war.ground import ground_of
from trenchline.games.the_great_war.intelligence import veiled
from trenchline.games.the_great_war.losses import TakeLosses
from trenchline.games.the_great_war.preliminaries import eligible_leaders
from trenchline.games.the_great_war.reserves import near_stacks
from trenchline.games.the_great_war.results import MEANING, POSITIONAL
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.strength import Force, attack, defence, unsupported
from trenchline.games.the_great_war.units import QUARTERS
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.exact import say
from trenchline.kernel.hexes import Hex
from trenchline.kernel.notes import Names, Said, said
from trenchline.kernel.view import PanelView
from trenchline.kernel.words import counted

ROLES = ((True, "attacker"), (False, "defender"))
FEW = 5
"""More units than this are counted, not named."""
NOWHERE = -1


def battle_panels(state: State, unseen: Units = 0) -> tuple[PanelView, ...]:
    """Everything that is told of the combat or bombardments in hand to whom some units do not show
    [14N2]; what there is nothing of is left out."""
    told = [
        ("Target", list(_target(state, unseen))),
        ("Bombardments", list(_bombardments(state, unseen))),
    ]
    battle = in_hand(state)
    if battle is not None:
        told += _combat(state, battle, unseen)
    return tuple(PanelView(title, tuple(lines), battle=True) for title, lines in told if lines)


def tell(state: State, sentence: str, *about: Hashable) -> Said:
    """A sentence with what it names; most are told again and again."""
    return _told(state.names, sentence, about)


@lru_cache(maxsize=4096)
def _told(names: Names, sentence: str, about: tuple[Hashable, ...]) -> Said:
    return said(names, sentence, about)


def _combat(state: State, battle: Battle, unseen: Units) -> list[tuple[str, list[str]]]:
    shown = battle.without(set(members(unseen)))
    found = [
        ("Result", list(_result(state, battle))),
        ("Attack", list(_attackers(state, shown))),
        ("Defence", list(_defenders(state, shown))),
    ]
    if not battle.code and not _is_secret(state, battle, unseen) and battle.attackers:
        ready = as_it_stands(state, battle)
        able = dict(could_be_fed(state, battle, ready).fed)
        found += [
            ("Support", list(_support(state, ready))),
            ("Artillery", list(_artillery(state, ready))),
            ("Combat supply", list(_supply(state, battle, able))),
            ("Special effects", list(_effects(state, ready))),
            ("Reserves", list(_reserves(state, ready))),
            ("Leaders in reach", list(_leaders(state, ready))),
        ]
    return found


def _is_secret(state: State, battle: Battle, unseen: Units) -> bool:
    """[14N2] Whether an unknown corps has a part in an attack, or might have in one that is being
    declared, for all that its enemy knows."""
    if unseen & bit_set((*battle.attackers, *battle.defenders, *battle.bystanders)):
        return True
    if state.battles:
        return False
    near = 1 << battle.target | state.theatre.board.grid.ring(battle.target, 1)
    lurking = unseen & state.theatre.of_side[battle.side] and veiled(state, battle.side) & near
    return bool(lurking or veiled(state, battle.defender) >> battle.target & 1)


def _tell_some(state: State, sentence: str, *about: Hashable) -> Said:
    """The same, but many units are counted: each is named beside its strength."""
    many = [one for one in about if isinstance(one, tuple) and len(one) > FEW]
    if not many:
        return tell(state, sentence, *about)
    said_so = [counted(len(one), "unit") if one is many[0] else one for one in about]
    return tell(state, sentence.replace("{:units}", "{}"), *said_so)


def _attackers(state: State, battle: Battle) -> Iterator[str]:
    """[9A] Who attacks, hex by hex."""
    for hex_ in dict.fromkeys(battle.origins):
        here = zip(battle.attackers, battle.origins, strict=True)
        units = tuple(u for u, origin in here if origin == hex_ and u not in state.afloat)
        if units:
            yield _tell_some(state, "{:units} from {:hex} [9A]", units, hex_)
    if afloat := tuple(unit for unit in battle.attackers if unit in state.afloat):
        yield tell(state, "{:units} from the water [14B2]", afloat)


def _defenders(state: State, battle: Battle) -> Iterator[str]:
    """[9A4] Who defends, and who only suffers the result."""
    ashore = tuple(unit for unit in battle.defenders if unit not in state.afloat)
    if ashore:
        yield tell(state, "{:units} in {:hex} [9A4]", ashore, battle.target)
    if afloat := tuple(unit for unit in battle.defenders if unit in state.afloat):
        yield tell(state, "{:units} on the water [14B2]", afloat)
    if battle.bystanders:
        yield tell(state, "{:units} only suffer the result [9F2]", battle.bystanders)
    if battle.works and battle.works != "none":
        yield f"Behind the works: {battle.works} [15B]"


def _support(state: State, battle: Battle) -> Iterator[str]:
    """[12A] Who fights without the support of artillery or a division."""
    place = ground_of(state, battle)
    for attacking, role in ROLES:
        lone = unsupported(state, battle.fighters(attacking), place, battle.table)
        if lone:
            told = "Unsupported, {}: {:units} [12A]"
            yield _tell_some(state, told, role, tuple(members(lone)))
        elif battle.fighters(attacking):
            yield f"The {role} is supported in full [12A]"


def _artillery(state: State, battle: Battle) -> Iterator[str]:
    """[12B] Whether the guns have enough others beside them."""
    for (_, role), force in zip(
        ROLES, (attack(state, battle), defence(state, battle)), strict=True
    ):
        guns = tuple(share for share in force.shares if state.kind.artillery >> share.unit & 1)
        if guns:
            yield _ratio(state, role, force)


def _ratio(state: State, role: str, force: Force) -> str:
    guns = [share.unit for share in force.shares if state.kind.artillery >> share.unit & 1]
    others = [share.unit for share in force.shares if share.unit not in guns]
    sizes = [f"{sum(state.re(unit) for unit in units) / QUARTERS:g}" for units in (guns, others)]
    idle = tuple(share.unit for share in force.shares if not share.full)
    if not idle:
        return f"{role.capitalize()}: {sizes[0]} RE of guns beside {sizes[1]} RE, all count [12B]"
    return tell(
        state,
        "{}: {} RE of guns beside {} RE; too many: {:units}, {} together [12B]",
        role.capitalize(),
        *sizes,
        idle,
        say(force.excess),
    )


def _supply(state: State, battle: Battle, able: dict[int, Hex]) -> Iterator[str]:
    """[11D] Who is in combat supply, who could be, and who fights without."""
    for attacking, role in ROLES:
        fighters = battle.fighters(attacking)
        fed = tuple(unit for unit, _ in battle.fed if unit in fighters)
        if fed:
            yield _tell_some(state, "Supplied, {}: {:units} [11D]", role, fed)
        without = hungry(state, fighters, battle.fed)
        could = tuple(unit for unit in without if unit in able)
        cannot = tuple(unit for unit in without if unit not in able)
        if could:
            stores = tuple(dict.fromkeys(able[unit] for unit in could))
            told = "Can be supplied, {}: {} from {:hexes} [11D]"
            yield tell(state, told, role, _all_or(could, without), stores)
        if cannot:
            yield _tell_some(state, "Without supply, {}: {:units} [11F]", role, cannot)


def _all_or(some: tuple[int, ...], every: list[int]) -> str:
    if len(some) == len(every):
        return "all"
    return counted(len(some), "unit")


def _effects(state: State, battle: Battle) -> Iterator[str]:
    """[10] What has been announced, and what may be tried."""
    for trial in battle.trials:
        ended = {None: "to be rolled for", True: "succeeds", False: "fails"}[trial.succeeded]
        yield tell(state, "{} by {:units}: {} [10]", NAMES[trial.code], trial.units, ended)
    for attacking, role in ROLES:
        for code in CODES:
            units = team(state, battle, code, attacking)
            if units and battle.odds is None:
                told = "{} may use {}: {:units} [{}]"
                names = (f"The {role}", NAMES[code], tuple(members(units)), CASES[code])
                yield tell(state, told, *names)


def _reserves(state: State, battle: Battle) -> Iterator[str]:
    """[6C] From where the defender may bring reserves: in positional combat only."""
    if battle.odds is not None or battle.table != POSITIONAL:
        return
    near = near_stacks(state, battle)
    if near:
        yield tell(state, "The defender has units near, in {:hexes} [6C]", tuple(members(near)))
    else:
        yield "The defender has none near [6C]"


def _leaders(state: State, battle: Battle) -> Iterator[str]:
    """[14P2] Who may influence the combat, and what leaders have brought."""
    for term in battle.leaders:
        yield f"{term.name} {term.value:+} [{term.case}]"
    if battle.leaders:
        return
    for attacking, role in ROLES:
        for leader in eligible_leaders(state, battle, attacking):
            told = state.theatre.leaders[leader]
            ratings = "/".join(f"{rating:+}" if rating else "0" for rating in told.ratings)
            yield f"{told.name} ({ratings}), {role} [14P2]"


def _result(state: State, battle: Battle) -> Iterator[str]:
    """[9C] [9D] [9F2] What the result demands, the least painful legal losses, and the retreats as
    they are drawn."""
    if not battle.code:
        return
    yield f"{battle.code}: {MEANING[battle.code]} [9C]"
    for attacking, role in ROLES:
        due, lost = of(battle.due, attacking), of(battle.lost, attacking)
        if due or lost:
            yield f"The {role} has lost {say(lost)} of {say(due)} [9C]"
    step = state.stack[-1] if state.stack else None
    if isinstance(step, TakeLosses) and step.due(state) > 0:
        least = tuple(step.proposed(state))
        if least:
            yield tell(state, "Proposed, the least that hurts: {:units} [9D]", least)
    if isinstance(step, FallBack):
        yield from _retreats(state, drawn(state, step.retreats(state)))


def _retreats(state: State, ways: list[Way]) -> Iterator[str]:
    """[9F2] Who goes where as it is drawn, and who has no way out."""
    there: dict[Hex, tuple[int, ...]] = {}
    for unit, hexes in ways:
        end = hexes[-1] if len(hexes) > 1 else NOWHERE
        there[end] = (*there.get(end, ()), unit)
    for hex_, units in there.items():
        if hex_ == NOWHERE:
            lost = "are lost" if len(units) > 1 else "is lost"
            yield tell(state, "No way out, {}: {:units} [9F2]", lost, units)
        else:
            yield tell(state, "To {:hex}: {:units} [9F2]", hex_, units)


def _target(state: State, unseen: Units) -> Iterator[str]:
    """[12C] Who stands where guns are being laid, and behind what."""
    step = state.stack[-1] if state.stack else None
    if not isinstance(step, DeclareBombardment):
        return
    enemy = 1 - step.side
    there = tuple(members(state.units(step.target, enemy) & ~unseen))
    if there and not veiled(state, enemy) >> step.target & 1:
        yield tell(state, "{:units} [12C]", there)
    works = state.works.get(step.target)
    if works:
        yield f"Behind the works: {works} [15B]"


def _bombardments(state: State, unseen: Units) -> Iterator[str]:
    """[12C] What is planned, each with the hits to be expected."""
    step = state.stack[-1] if state.stack else None
    if isinstance(step, BombardmentPhase):
        plans, side = step.plans, step.side
    elif isinstance(step, DeclareBombardment):
        plans, side = step.others, step.side
    else:
        return
    tried = state.copy() if plans else state
    for plan in plans:
        guns = tuple(gun for gun in plan.guns if not unseen >> gun & 1)
        if not guns:
            yield tell(state, "Hidden guns against {:hex} [12C]", plan.target)
        elif unseen & state.theatre.of_side[side] or veiled(state, 1 - side) >> plan.target & 1:
            yield tell(state, "{:units} against {:hex} [12C]", guns, plan.target)
        else:
            yield _planned(state, tried, side, plan)


def _planned(state: State, tried: State, side: int, plan: FirePlan) -> str:
    strength, hits = mean_hits(tried, side, plan)
    more = [" with gas"] if plan.gas else []
    more += [" and reconnaissance" if more else " with reconnaissance"] if plan.scouted else []
    told = "{:units} against {:hex}{}: strength {}, {} to be expected [12C]"
    expected_hits = f"{float(hits):.1f} hits"
    return tell(state, told, plan.guns, plan.target, "".join(more), say(strength), expected_hits)
