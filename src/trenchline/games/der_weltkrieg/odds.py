"""The odds of an attack before the dice, by the code that resolves it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from msgspec import structs

from trenchline.games.der_weltkrieg.artillery import AT_GUNS, may_aim
from trenchline.games.der_weltkrieg.attackers import attackers_of
from trenchline.games.der_weltkrieg.battle import ATTACK, COLUMN, Battle
from trenchline.games.der_weltkrieg.column_attack import column_targets
from trenchline.games.der_weltkrieg.combat import begun
from trenchline.games.der_weltkrieg.results import (
    Fire,
    answering,
    attack,
    break_out_price,
    breaks_out,
    counterattack,
    defenders,
    losses,
    multiplier,
    table_in_force,
)
from trenchline.games.der_weltkrieg.retreat import loss_in_retreat, must_retreat, retreaters
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.supply_spending import effective, expected, is_supplied
from trenchline.games.der_weltkrieg.terrain_choice import KINDS, eligible_terrain
from trenchline.kernel.bits import members
from trenchline.kernel.notation import NotationError, read_attack
from trenchline.kernel.odds import Cost, Modifier, Odds, Result, Share
from trenchline.kernel.steps import Decision

DIE = range(1, 7)
STANDS, GOES = "If the defender stands", "If the defender retreats"
"""[14-1] What the defender decides once the attack has been rolled for."""


def parse_attack(state: State, text: str) -> Battle:
    """An attack described as ``DE1 DE2 > 1906``, then the ground if it is known: ``woods``; with
    ``column`` it is a column attack, with ``guns`` artillery fires at guns and forts only."""
    theatre = state.theatre
    grid = theatre.board.grid
    named, target, words = read_attack(text, "DE1 DE2 > 1906 woods", grid, theatre.unit)
    units = tuple(named.values())
    side = theatre.counters[units[0]].side
    in_column = COLUMN in words
    for key, unit in named.items():
        if in_column:
            place = max(0, state.where[unit])
            able = column_targets(state, (unit,), place, bool(state.columned >> unit & 1)) >> target
        else:
            able = attackers_of(state, side, target) >> unit
        if not able & 1:
            raise NotationError(f"{key} cannot attack {grid.label(target)}")
    battle = Battle(side, (target,), units, kind=COLUMN if in_column else ATTACK)
    if AT_GUNS in words:
        if not may_aim(state, battle):
            raise NotationError("only artillery alone aims at forts and artillery alone [29-7]")
        battle = replace(battle, aim=AT_GUNS)
    battle = supplied(state, begun(state, battle))
    ground = [word for word in words if word not in (COLUMN, AT_GUNS)]
    if not ground:
        return replace(battle, terrain=likely_terrain(state, battle))
    if ground[0] not in eligible_terrain(state, battle):
        raise NotationError(f"{ground[0]!r} is not ground that the defender may choose [13-3]")
    return replace(battle, terrain=ground[0])


def supplied(state: State, battle: Battle) -> Battle:
    """A battle as it is declared, with everybody supplied who can be; of stocks only those of the
    side that is asked are known [17-5]."""
    return answered(state, expected(state, battle, battle.attackers, _reader(state)))


def answered(state: State, battle: Battle) -> Battle:
    """A battle that the attacker has paid for, with the answer supplied as far as anybody can
    see."""
    return expected(state, battle, answering(state, battle), _reader(state))


def _reader(state: State) -> int | None:
    """The side that is asked; a position as it is written down asks nobody yet."""
    step = state.stack[-1] if state.stack else None
    return step.who(state) if isinstance(step, Decision) else None


def likely_terrain(state: State, battle: Battle) -> str:
    """The ground that spares the defender most, then the one that hurts the attacker most."""

    def worth(kind: str) -> tuple[int, int, int]:
        chosen = replace(battle, terrain=kind)
        cells = table_in_force(state)
        mine, his = attack(state, chosen), counterattack(state, chosen)
        lost = sum(losses(cells, mine.points, mine.row(die)) for die in DIE)
        taken = sum(losses(cells, his.points, his.row(die)) for die in DIE)
        return lost, -taken, KINDS.index(kind)

    kinds = list(eligible_terrain(state, battle))
    return min(kinds, key=worth) if len(kinds) > 1 else kinds[0]


class _Rolls:
    """Both rolls of a battle, each worked out once: the answer depends on the die of the attack
    only as far as somebody retreats [14-13]."""

    def __init__(self, state: State, battle: Battle) -> None:
        self.state = state
        self.battle = battle
        self.attack = attack(state, battle)
        self.able = bool(retreaters(state, battle))
        self._answers: dict[str, Fire] = {}
        self._held: dict[int, bool] = {}

    def answer(self, retreat: str) -> Fire:
        """The counterattack of a defender who goes in some way, or stands."""
        if retreat not in self._answers:
            going = replace(self.battle, retreat=retreat)
            self._answers[retreat] = counterattack(self.state, going)
        return self._answers[retreat]

    def must_go(self, after: Battle) -> bool:
        """[14-4] Whether the defender must retreat for what he has lost."""
        loss = after.defence_loss
        if loss not in self._held:
            self._held[loss] = self.able and must_retreat(self.state, after)
        return self._held[loss]


def odds(state: State, battle: Battle) -> Odds:
    """What all 36 pairs of dice bring both sides: ``2R/3`` is a defender who loses two points and
    retreats, and an attacker who loses three. A defender who need not retreat may [14-1]: what it
    comes to if he always stands is told first, and among the others if he always goes. The rolls
    of a result are the dice of the attack that can lead to it."""
    rolls = _Rolls(state, battle)
    stands = _odds(rolls, goes=False)
    leaves = _odds(rolls, goes=True)
    if stands.results == leaves.results:
        return stands
    leaves = structs.replace(leaves, chart=GOES, verb="retreat")
    return structs.replace(stands, chart=STANDS, verb="stand", others=(leaves,))


def _odds(rolls: _Rolls, goes: bool) -> Odds:
    state, battle, fire, able = rolls.state, rolls.battle, rolls.attack, rolls.able
    cells = table_in_force(state)
    way = "retreats" if goes else "must retreat"
    dice: dict[tuple[int, str, int], list[int]] = {}
    hits: dict[tuple[int, str], list[int]] = {}
    costs: dict[int, list[int]] = {}
    pairs = []
    for die in DIE:
        after = replace(battle, defence_loss=losses(cells, fire.points, fire.row(die)))
        if rolls.must_go(after) or (goes and able):
            after = replace(after, retreat=way, defence_loss=loss_in_retreat(state, after))
        hits.setdefault((after.defence_loss, after.retreat), []).append(die)
        answer = rolls.answer(after.retreat)
        row = [losses(cells, answer.points, answer.row(other)) for other in DIE]
        for other, cost in zip(DIE, row, strict=True):
            dice.setdefault((after.defence_loss, after.retreat, cost), []).append(die)
            costs.setdefault(cost, []).append(other)
        pairs.append(tuple(_written(after.defence_loss, after.retreat, cost) for cost in row))
    answer = rolls.answer(way if goes and able else "")
    return Odds(
        title=state.say("{:hex}: {}", battle.target, battle.terrain.replace("_", " ")),
        attack=_strengths(state, battle, "13-2", fire),
        defence=_strengths(state, battle, "13-15", answer),
        column=str(fire.points),
        results=tuple(
            _result(*key, at, _cost(state, battle, *key)) for key, at in sorted(dice.items())
        ),
        notes=(*_notes("attack", fire), *_notes("counterattack", answer)),
        shares=(_share_of_the_defender(hits), _share_of_the_attacker(costs)),
        pairs=tuple(pairs),
        losses_in="strength points",
    )


def on_every_ground(state: State, battle: Battle) -> Odds:
    """[13-3] The odds on each ground that the defender may choose, what serves him best first."""
    best = likely_terrain(state, battle)
    kinds = sorted(eligible_terrain(state, battle), key=lambda kind: kind != best)
    first, *others = (
        structs.replace(
            _odds(_Rolls(state, replace(battle, terrain=kind)), goes=False),
            verb=f"terrain {kind}",
            chart=f"On {kind.replace('_', ' ')}",
        )
        for kind in kinds
    )
    return structs.replace(first, others=tuple(others))


def _written(loss: int, retreat: str, cost: int) -> str:
    return f"{loss}{'R' if retreat else ''}/{cost}"


def _share_of_the_defender(hits: dict[tuple[int, str], list[int]]) -> Share:
    """[13-13] [14-4] What the attack's die brings."""
    rows = [
        Result(
            f"{loss}{'R' if retreat else ''}",
            len(dice) / len(DIE),
            tuple(dice),
            retreat and f"and {retreat}",
        )
        for (loss, retreat), dice in sorted(hits.items())
    ]
    return Share("Attack: the defender loses", tuple(rows))


def _share_of_the_attacker(costs: dict[int, list[int]]) -> Share:
    """[13-17] What the counterattack's die brings, whatever that of the attack was."""
    rows = [
        Result(str(cost), len(dice) / len(DIE) ** 2, tuple(sorted(set(dice))), "")
        for cost, dice in sorted(costs.items())
    ]
    return Share("Counterattack: the attacker loses", tuple(rows))


def _result(loss: int, retreat: str, taken: int, dice: list[int], cost: Cost) -> Result:
    return Result(
        _written(loss, retreat, taken),
        float(Fraction(len(dice), len(DIE) ** 2)),
        tuple(sorted(set(dice))),
        f"the defender loses {loss}{retreat and f' and {retreat}'}, the attacker {taken}",
        cost,
    )


def _cost(state: State, battle: Battle, loss: int, retreat: str, taken: int) -> Cost:
    """[13-20] What a result costs in strength points; nobody loses more than he has."""

    def strength(units: Iterable[int]) -> int:
        return sum(state.strength[unit] for unit in units)

    there = strength(members(defenders(state, battle)))
    gone = bool(retreat) or loss >= there
    return Cost(min(taken, strength(battle.attackers)), min(loss, there), float(gone))


def _notes(roll: str, fire: Fire) -> list[Modifier]:
    return [
        Modifier(term.case, f"{roll}: {term.name.replace('_', ' ')} {term.value:+}", term.value)
        for term in fire.modifiers
    ]


def _worth(state: State, battle: Battle, unit: int) -> str:
    """[13-15] [19-11] What a unit brings along, and what becomes of it."""
    told = [str(state.strength[unit])]
    if breaks_out(state, battle, unit):
        # [20-3] Before it attacks with a quarter it pays.
        price = break_out_price(state, battle, unit)
        told += [*([f"pays {price}"] if price else []), "breaks out with a quarter"]
    elif not is_supplied(state, battle, unit):
        told.append("unsupplied")
    elif effective(state, battle, unit) < state.strength[unit]:
        told.append("long line")
    if unit not in battle.attackers and (times := multiplier(state, battle, unit)) > 1:
        told.append(f"×{times}")
    return f" ({', '.join(told)})"


def _strengths(state: State, battle: Battle, case: str, fire: Fire) -> tuple[Modifier, ...]:
    """What makes up a column: units, then what multiplies their sum, with what it changes."""
    found = [
        Modifier.of(
            "20-2" if breaks_out(state, battle, unit) else case,
            state.say("{:unit}{}", unit, _worth(state, battle, unit)),
            int(share),
        )
        for unit, share in fire.shares
    ]
    points = sum((share for _, share in fire.shares), Fraction(0))
    for factor in fire.factors:
        change = int(points * factor.value) - int(points)
        name = factor.name.replace("_", " ")
        found.append(Modifier(factor.case, f"{name} ×{factor.value}", change))
        points *= factor.value
    lost = fire.points - sum(modifier.amount for modifier in found)
    return tuple([*found, Modifier("R4", "fractions", lost)] if lost else found)
