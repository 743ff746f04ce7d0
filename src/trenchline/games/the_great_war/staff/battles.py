"""Attacks: which, with whom, how they are supplied and pursued; and how to bear those of the
enemy."""

from __future__ import annotations

from dataclasses import replace

from trenchline.games.the_great_war.advance import Advance, AdvanceAgain, GoOn
from trenchline.games.the_great_war.attackers import attackers_of, within_limit
from trenchline.games.the_great_war.battle import Battle
from trenchline.games.the_great_war.combat import DeclareAttack, begun, same_hex_party
from trenchline.games.the_great_war.die_modifiers import shift_terms
from trenchline.games.the_great_war.odds import expected
from trenchline.games.the_great_war.ratios import level
from trenchline.games.the_great_war.resolution import most
from trenchline.games.the_great_war.retreat import Declare
from trenchline.games.the_great_war.staff import reasons
from trenchline.games.the_great_war.staff.promises import Promise, promise
from trenchline.games.the_great_war.staff.situation import Situation
from trenchline.games.the_great_war.state import REACTION_COMBAT
from trenchline.games.the_great_war.strength import attack, defence
from trenchline.games.the_great_war.surprise import scouts_left
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.reasons import OTHERS, because, heard
from trenchline.kernel.steps import Choice, Choices

WORTH_IT = 0.05
"""What an attack must promise."""
BOLD = 1.4
"""A hex is entered unless the enemy could bring so many times as much against it as holds it."""
DREAD = 0.02
"""How much a point of the enemy's strength near a hex weighs against going there."""
HOPELESS = 5.0
"""Who faces so many times his strength does not wait for the next attack."""


# Which attacks.


def best_party(sit: Situation, target: Hex, scouted: bool = False) -> Battle | None:
    """The attack on a hex by those who add to its odds, all supplied who can be; None if nobody
    can."""
    state, side = sit.state, sit.side
    bound = same_hex_party(state, side, target)
    if bound:
        party = bit_set(bound)
    else:
        able = attackers_of(state, side, target)
        party = 0
        for unit in sorted(members(able), key=lambda u: (-sit.attack_of(u), u)):
            if sit.attack_of(unit) and within_limit(state, target, party | 1 << unit):
                party |= 1 << unit
    if not party & sit.line_units:
        # Guns do not attack alone.
        return None
    reaction = state.phase == REACTION_COMBAT
    battle = Battle(side, target, tuple(members(party)), reaction=reaction, scouted=scouted)
    if not any(sit.grid.distance(state.where[u], target) <= 1 for u in battle.attackers):
        return None
    battle = expected(state, begun(state, battle))
    return battle if bound else _without_idlers(sit, battle)


def _without_idlers(sit: Situation, battle: Battle) -> Battle:
    """The attack without those whose strength does not reach the next column."""
    state = sit.state
    against = defence(state, battle).total
    if not against:
        return battle
    force = attack(state, battle)
    last = most(state, battle) - min(0, sum(term.value for term in shift_terms(state, battle)))
    at = min(last, level(force.total, against))
    strength = {share.unit: share.strength for share in force.shares}
    total, party = force.total, list(battle.attackers)
    for unit in sorted(party, key=lambda u: (strength.get(u, 0), u)):
        left = total - strength.get(unit, 0)
        if len(party) > 1 and left and level(left, against) >= at and not _is_gun(sit, unit):
            party.remove(unit)
            total = left
    fed = tuple(pair for pair in battle.fed if pair[0] in party or pair[0] in battle.defenders)
    origins = tuple(state.where[unit] for unit in party)
    return replace(battle, attackers=tuple(party), origins=origins, fed=fed)


def _is_gun(sit: Situation, unit: int) -> bool:
    return bool(sit.state.kind.artillery >> unit & 1)


def promised(sit: Situation, target: Hex) -> tuple[Promise, Battle] | None:
    """What our best attack on a hex promises."""
    battle = best_party(sit, target)
    if battle is None:
        return None
    return promise(sit, battle), battle


def ranked(sit: Situation, hexes: Hexes) -> list[tuple[float, Hex]]:
    """The attacks on some hexes by what they promise, best first."""
    found = []
    for hex_ in members(hexes & ~sit.unknown):
        told = promised(sit, hex_)
        if told is not None:
            found.append((told[0].value, hex_))
    return sorted(found, key=lambda row: (-row[0], row[1]))


def next_attack(sit: Situation, choices: Choices) -> Choice:
    """The attack that promises most, if it is worth it."""
    found = ranked(sit, choices.get("attack", 0))
    if heard():
        _explain(sit, found)
    if found and (found[0][0] > WORTH_IT or "done" not in choices):
        return "attack", found[0][1]
    if "done" in choices:
        return "done", 0
    target = next(iter(members(choices["attack"])))
    because(sit.state, ("attack", target), 0.0, "{:hex} must be attacked", target)
    return "attack", target


def _explain(sit: Situation, found: list[tuple[float, Hex]]) -> None:
    """Say what the best attacks promise, and what speaks for none."""
    for _, hex_ in found[: OTHERS + 1]:
        told = promised(sit, hex_)
        if told is not None:
            reasons.about_attack(sit, ("attack", hex_), told[1], told[0])
    reasons.no_attack(sit, WORTH_IT, found[0] if found else None)


def declare(sit: Situation, asking: DeclareAttack, choices: Choices) -> Choice:
    """Name those who add to the odds, then join battle."""
    battle = _planned(sit, asking.target)
    chosen = _declared(sit, battle, choices)
    if heard():
        if chosen[0] == "scout":
            because(sit.state, chosen, 0.0, "to look first costs nothing")
        elif battle is None or chosen[0] == "cancel":
            because(sit.state, chosen, 0.0, "no attack on {:hex} is worth it", asking.target)
        else:
            reasons.about_attack(sit, chosen, battle, promise(sit, battle))
    return chosen


def _declared(sit: Situation, battle: Battle | None, choices: Choices) -> Choice:
    """What is said next of an attack."""
    if battle is None:
        return ("cancel", 0) if "cancel" in choices else ("join", 0)
    for unit in battle.attackers:
        if choices.get("with", 0) >> unit & 1:
            return "with", unit
    if "scout" in choices and scouts_left(sit.state, sit.side) > 0:
        return "scout", 0
    if "join" in choices:
        return "join", 0
    if "with" in choices:
        return "with", choices["with"].bit_length() - 1
    return "cancel", 0


def _planned(sit: Situation, target: Hex) -> Battle | None:
    """The best party, found once for all who are named one by one."""
    state = sit.state
    key = ("attack", sit.side)
    moment = (state.turn, state.phase, state.rolls, target, tuple(state.where))
    known = state.desk.get(key)
    if known is None or known[0] != moment:
        known = state.desk[key] = moment, best_party(sit, target)
    found: Battle | None = known[1]
    return found


# Afterwards.


def will_pursue(sit: Situation, asking: Declare, choices: Choices) -> Choice:
    """[9F1] Follow into a hex that can be held, or that counts."""
    state = sit.state
    if "pursue" not in choices:
        because(state, ("decline", 0), 0.0, "nobody can pursue")
        return "decline", 0
    hex_ = asking.hex
    ours = sum(
        sit.defence_of(unit)
        for unit in state.battle.fighters(not asking.attacking)
        if state.where[unit] >= 0
    )
    threat = sit.threat(hex_)
    words = "follow into {:hex}: our {:.0f} can hold it against the {:.0f} that may come"
    if not asking.attacking:
        words = "follow into {:hex}: the way is open"
    elif sit.prize(hex_):
        words = "follow into {:hex}: it counts for victory"
    because(state, ("pursue", 0), 0.0, words, hex_, ours, threat)
    words = "do not follow into {:hex}: {:.0f} could come against our {:.0f}"
    because(state, ("decline", 0), 0.0, words, hex_, threat, ours)
    if not asking.attacking or sit.prize(hex_) or threat < BOLD * ours:
        return "pursue", 0
    return "decline", 0


def follow_up(sit: Situation, asking: Advance, choices: Choices) -> Choice:
    """Advance with as many as hold the new hex, and leave as many as hold the old one."""
    state, hex_ = sit.state, asking.hex
    units = choices.get("advance", 0)
    done: Choice = ("done", 0)
    if not units:
        because(state, done, 0.0, "nobody can follow")
        return done
    held = sit.friends.get(hex_, 0.0)
    if "done" in choices:
        if held and held >= 1.5 * sit.need(hex_):
            words = "{:hex} is held by {:.0f}, more than it needs"
            because(state, done, 0.0, words, hex_, held)
            return done
        if not asking.attacking and not sit.prize(hex_) and sit.threat(hex_) > BOLD * 2 * held:
            words = "{:hex} is not worth it: {:.0f} could come against us there"
            because(state, done, 0.0, words, hex_, sit.threat(hex_))
            return done
    foot = units & ~state.kind.artillery & ~sit.staffs
    words = "{:unit} goes forward: {:hex} needs {:.0f} to be held, and has {:.0f}"
    for unit in sorted(members(foot), key=lambda u: (-sit.defence_of(u), u)):
        if "done" not in choices or not _is_needed(sit, unit):
            because(state, ("advance", unit), 0.0, words, unit, hex_, sit.need(hex_), held)
            return "advance", unit
    if "done" in choices and (held or not foot):
        because(state, done, 0.0, "the others are needed where they stand")
        return done
    unit = next(iter(members(foot or units)))
    because(state, ("advance", unit), 0.0, words, unit, hex_, sit.need(hex_), held)
    return "advance", unit


def _is_needed(sit: Situation, unit: int) -> bool:
    """Whether the hex that a unit would leave could not be held without it."""
    here = sit.state.where[unit]
    if sit.is_last_guard(unit):
        return True
    left = sit.friends.get(here, 0.0) - sit.defence_of(unit)
    return bool(sit.ground.get(here, 0.0) > 0 and left < sit.need(here))


def push_on(sit: Situation, asking: AdvanceAgain, choices: Choices) -> Choice:
    """[9F4] Go on where something is to be had, but do not give up for it what has been taken."""
    for unit in members(choices.get("go_on", 0)):
        here = sit.state.where[unit]
        ways = GoOn(unit).choices(sit.state)
        best = max((_onward(sit, hex_) for hex_ in members(ways.get("enter", 0))), default=0.0)
        alone = not sit.state.units(here, sit.side) & sit.line_units & ~(1 << unit)
        stay = (sit.ground.get(here, 0.0) if alone else 0.0) - DREAD * sit.threat(here)
        if best > max(stay, 0.0) or ("overrun" in ways and not alone):
            words = "{:unit} goes on: more is to be had ({:+.2f})"
            because(sit.state, ("go_on", unit), best, words, unit, best)
            return "go_on", unit
    because(sit.state, ("done", 0), 0.0, "to keep what has been taken is worth more")
    return "done", 0


def _onward(sit: Situation, hex_: Hex) -> float:
    fresh = not sit.state.owned[sit.side] >> hex_ & 1
    return (sit.ground.get(hex_, 0.0) if fresh else 0.0) - DREAD * sit.threat(hex_)


def go_on(sit: Situation, asking: GoOn, choices: Choices) -> Choice:
    """Where to."""
    if "overrun" in choices:
        weak = next(iter(members(choices["overrun"])))
        because(sit.state, ("overrun", weak), 0.0, "those in {:hex} can be run over", weak)
        return "overrun", weak
    if "with" in choices:
        friend = next(iter(members(choices["with"])))
        because(sit.state, ("with", friend), 0.0, "together they run over an enemy")
        return "with", friend
    if "enter" not in choices:
        because(sit.state, ("done", 0), 0.0, "there is nowhere to go on to")
        return "done", 0
    best = max(members(choices["enter"]), key=lambda h: (_onward(sit, h), -h))
    words = "{:hex} is the best to have ({:+.2f})"
    because(sit.state, ("enter", best), 0.0, words, best, _onward(sit, best))
    return "enter", best


def stand_or_go(sit: Situation, choices: Choices, attacking: bool) -> Choice:
    """[9C2] Leave only what cannot be held against the next attack."""
    state, battle = sit.state, sit.state.battle
    away = next((verb for verb in ("withdraw", "give_ground") if verb in choices), None)
    if away is None or attacking:
        words = "there is no way back" if away is None else "who attacks does not go back"
        because(state, ("stand", 0), 0.0, words)
        return "stand", 0
    ours = sum(sit.defence_of(u) for u in battle.defenders if state.where[u] >= 0)
    due = float(battle.due[1] - battle.lost[1])
    left = max(0.5, ours - max(0.0, due))
    theirs = sum(sit.attack_of(u) for u in battle.attackers if state.where[u] >= 0)
    firm = sit.firmness(battle.target) / 2
    words = "hold {:hex}: our {:.0f} can stand against {:.0f} on this ground"
    because(state, ("stand", 0), 0.0, words, battle.target, left, theirs)
    words = "leave {:hex}: {:.0f} are too many for our {:.0f}"
    because(state, (away, 0), 0.0, words, battle.target, theirs, left)
    if theirs > HOPELESS * firm * left:
        return away, 0
    return "stand", 0


def slip(sit: Situation, choices: Choices) -> Choice:
    """[9I] Riders do not wait for what they cannot withstand."""
    units, battle = choices.get("slip", 0), sit.state.battle
    if not units:
        because(sit.state, ("done", 0), 0.0, "nobody can slip away")
        return "done", 0
    away: Choice = ("slip", next(iter(members(units))))
    if "done" not in choices:
        because(sit.state, away, 0.0, "{:unit} must leave", away[1])
        return away
    theirs = sum(sit.attack_of(unit) for unit in battle.attackers)
    ours = sum(sit.defence_of(unit) for unit in battle.defenders)
    words = "{}: {:.0f} come against our {:.0f}"
    because(sit.state, away, 0.0, words, "do not wait for them", theirs, ours)
    because(sit.state, ("done", 0), 0.0, words, "hold", theirs, ours)
    if theirs > 2 * ours and not sit.prize(battle.target):
        return away
    return "done", 0
