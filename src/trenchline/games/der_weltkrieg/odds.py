"""The odds of an attack before the dice, by the code that resolves it."""

from __future__ import annotations

from dataclasses import replace

from trenchline.games.der_weltkrieg.battle import Battle
from trenchline.games.der_weltkrieg.combat import attackers_of
from trenchline.games.der_weltkrieg.results import (
    answering,
    attack,
    counterattack,
    losses,
    multiplier,
    table_in_force,
)
from trenchline.games.der_weltkrieg.retreat import loss_in_retreat, must_retreat
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.terrain_choice import KINDS, eligible_terrain
from trenchline.kernel.notation import NotationError, split_attack
from trenchline.kernel.odds import Modifier, Odds, gather

DIE = range(1, 7)


def parse_attack(state: State, text: str) -> Battle:
    """An attack described as ``DE1 DE2 > 1906``, then the ground if it is known: ``woods``."""
    keys, right = split_attack(text, "DE1 DE2 > 1906 woods")
    theatre = state.theatre
    unknown = [key for key in keys if key not in theatre.unit]
    if unknown:
        raise NotationError(f"there is no counter {unknown[0]!r}")
    try:
        target = theatre.board.grid.hex(right[0])
    except ValueError as error:
        raise NotationError(str(error)) from None
    units = tuple(theatre.unit[key] for key in keys)
    side = theatre.counters[units[0]].side
    able = attackers_of(state, side, target)
    idle = [key for key, unit in zip(keys, units, strict=True) if not able >> unit & 1]
    if idle:
        raise NotationError(f"{idle[0]} cannot attack {right[0]}")
    battle = begun(state, Battle(side, (target,), units))
    if right[1:]:
        if right[1] not in eligible_terrain(state, battle):
            raise NotationError(f"{right[1]!r} is not ground that the defender may choose [13-3]")
        return replace(battle, terrain=right[1])
    return replace(battle, terrain=likely_terrain(state, battle))


def begun(state: State, battle: Battle) -> Battle:
    """A battle as it stands when it is joined."""
    return replace(
        battle,
        origins=tuple(state.where[unit] for unit in battle.attackers),
        before=tuple(state.strength[unit] for unit in battle.attackers),
    )


def likely_terrain(state: State, battle: Battle) -> str:
    """The ground that spares the defender most, then the one that hurts the attacker most."""

    def worth(kind: str) -> tuple[int, int, int]:
        chosen = replace(battle, terrain=kind)
        cells = table_in_force(state)
        mine, his = attack(state, chosen), counterattack(state, chosen)
        lost = sum(losses(cells, mine.points, mine.row(die)) for die in DIE)
        taken = sum(losses(cells, his.points, his.row(die)) for die in DIE)
        return lost, -taken, KINDS.index(kind)

    return min(eligible_terrain(state, battle), key=worth)


def odds(state: State, battle: Battle) -> Odds:
    """What each attack die brings, and what the answer may cost."""
    cells = table_in_force(state)
    fire = attack(state, battle)
    outcomes = []
    for die in DIE:
        loss = losses(cells, fire.points, fire.row(die))
        after = replace(battle, defence_loss=loss)
        forced = must_retreat(state, after)
        if forced:
            after = replace(after, retreat="forced")
            loss = loss_in_retreat(state, after)
        answer = counterattack(state, after)
        costs = [losses(cells, answer.points, answer.row(other)) for other in DIE]
        retreat = " and must retreat" if forced else ""
        outcomes.append(
            (
                die,
                f"{loss}R" if forced else str(loss),
                f"the defender loses {loss}{retreat}; the answer costs {costs[0]} to {costs[-1]}",
            )
        )
    answer = counterattack(state, battle)
    counters = state.theatre.counters
    return Odds(
        title=f"{state.theatre.board.name(battle.target)}: {battle.terrain.replace('_', ' ')}",
        attack=tuple(
            Modifier("13-2", counters[unit].key, state.strength[unit]) for unit in battle.attackers
        ),
        defence=tuple(
            Modifier(
                "13-15",
                counters[unit].key,
                state.strength[unit] * multiplier(state, battle, unit),
            )
            for unit in answering(state, battle)
        ),
        column=str(fire.points),
        results=gather(outcomes, len(DIE)),
        notes=tuple(
            Modifier(t.case, t.name, t.value) for t in (*fire.modifiers, *answer.modifiers)
        ),
    )
