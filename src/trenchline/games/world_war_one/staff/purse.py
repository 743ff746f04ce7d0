"""Points: what one is worth, who builds, who lends to whom, who pays for a loss.

A point is worth most where the next battle cannot be paid for, and nothing when the war is over.
"""

from __future__ import annotations

from trenchline.games.world_war_one.components import (
    AH,
    ATTACK,
    BL,
    BR,
    BUILD_COST,
    COUNTRY,
    FORT_STRENGTH,
    FR,
    GE,
    INCOME,
    IT,
    LAST_TURN,
    MARCH,
    NATION_OF,
    RS,
    STOSS,
    TU,
    US,
)
from trenchline.games.world_war_one.losses import AttackerLoss, Payment
from trenchline.games.world_war_one.resources import LoanAmount, parties
from trenchline.games.world_war_one.staff import reasons
from trenchline.games.world_war_one.staff.stakes import nearest
from trenchline.games.world_war_one.state import State
from trenchline.kernel.bits import members
from trenchline.kernel.floods import step
from trenchline.kernel.reasons import because
from trenchline.kernel.steps import Choice, Choices

ARMY = 4.0
"""What an army is worth: its price and the way back to the front, in victory points."""
BATTLE = 2.5
"""What a battle costs a defender, in points."""
WEIGHT = {GE: 60.0, FR: 60.0, RS: 60.0, BR: 45.0, AH: 40.0, IT: 30.0, US: 25.0}
"""What hangs on a nation's staying power: the victory points that fall with it."""
MINOR = 6.0
AMPLE = 8.0
"""What a nation likes to have in hand besides what this turn's defence will cost."""
SURPLUS = 1.5
"""How fast a point becomes cheap when there is more than enough in hand."""
SCARCE = 2.5
"""How much dearer the last point is than one of an ample purse."""
DEAREST = 1.5


def in_contact(state: State, nation: int) -> int:
    """How many armies of a nation stand next to the enemy."""
    side = state.status[nation]
    return (state.held[nation] & step(state.armies[1 - side], MARCH)).bit_count()


def reserve(state: State, nation: int) -> float:
    """What a nation keeps for the losses of this turn's defence."""
    return BATTLE * in_contact(state, nation)


def means(state: State, nation: int) -> int:
    """What a nation has and will receive in time to use it."""
    return state.crp[nation] + _to_come(state, nation)


def _to_come(state: State, nation: int) -> int:
    if nation not in INCOME or (nation == RS and state.collapsed) or nation == BL:
        return 0
    return sum(INCOME[nation][state.turn - 1 : LAST_TURN - 1])


def staying_power(state: State, nation: int) -> float:
    """What a nation loses with a point: its part of all there is left."""
    return WEIGHT.get(nation, MINOR) / (means(state, nation) + 20.0)


def price(state: State, nation: int) -> float:
    """What a point is worth to a nation, in victory points.

    Attrition is a race: a point counts for the part it is of all the nation has left. One more than
    the fronts can use is cheap, and towards the end of the war there is nothing to save for; where
    the next battle could not be paid for, a point is dear.
    """
    dear = staying_power(state, nation)
    hand = state.crp[nation]
    later = min(1.0, (LAST_TURN - state.turn) / 4)
    ample = 2.0 + AMPLE * later + reserve(state, nation)
    if hand > ample:
        dear *= (ample / hand) ** SURPLUS
    else:
        dear *= 1.0 + SCARCE * (1.0 - hand / ample)
    return min(dear, DEAREST)


# Building.


def build(state: State, choices: Choices) -> Choice:
    """Stosstruppen first, then armies while the purse allows, then forts near the enemy.

    Nothing is built on the last turn: nobody will move any more.
    """
    if state.turn == LAST_TURN:
        because(state, ("done", 0), 0.0, "nobody will move any more")
        return "done", 0
    if "build" in choices:
        units = sorted(members(choices["build"]), key=lambda u: (-(STOSS >> u & 1), -ATTACK[u], u))
        for unit in units:
            nation = NATION_OF[unit]
            if state.crp[nation] - BUILD_COST >= kept_back(state, nation):
                reasons.building(state, ("build", unit), nation, kept_back(state, nation))
                return "build", unit
    if "rebuild" in choices:
        for hex_ in members(choices["rebuild"]):
            nation = COUNTRY[hex_]
            near = nearest(hex_, state.armies[1 - state.status[nation]])
            cost = FORT_STRENGTH[hex_]
            if near <= 2 and state.crp[nation] - cost >= kept_back(state, nation) + 5:
                reasons.building(state, ("rebuild", hex_), nation, kept_back(state, nation))
                return "rebuild", hex_
    because(state, ("done", 0), 0.0, "what is left is kept to pay for the coming battles")
    return "done", 0


def kept_back(state: State, nation: int) -> float:
    """What a nation does not spend on building."""
    if nation == TU:
        return 0
    return min(12.0, reserve(state, nation))


# Lending.


def lend(state: State, choices: Choices) -> Choice:
    """Help an ally who fights with an empty purse, out of a full one."""
    best: tuple[float, int] | None = None
    for number in members(choices.get("lend", 0)):
        lender, borrower = parties(number)
        amount = _loan(state, lender, borrower)
        if amount >= 3 and (best is None or amount > best[0]):
            best = (amount, number)
    if best is None:
        because(state, ("done", 0), 0.0, "no ally in need, or no points to spare")
        return "done", 0
    reasons.lending(state, best[1], best[0])
    return "lend", best[1]


def _loan(state: State, lender: int, borrower: int) -> float:
    """What a loan would be: up to what the borrower's front needs, never what the lender's does."""
    if state.turn == LAST_TURN or not state.held[borrower]:
        return 0.0
    lacking = 2 * BATTLE * in_contact(state, borrower) - state.crp[borrower]
    spare = state.crp[lender] - max(10.0, 2 * reserve(state, lender))
    return max(0.0, min(lacking, spare))


def loan_amount(state: State, asked: LoanAmount, choices: Choices) -> Choice:
    """As much as is needed."""
    most = choices["points"].bit_length() - 1
    wanted = int(_loan(state, asked.lender, asked.borrower))
    amount = max(1, min(most, wanted))
    because(state, ("points", amount), 0.0, "so much is lacking at the front")
    return "points", amount


# Paying.


def pay(state: State, asking: AttackerLoss | Payment, choices: Choices) -> Choice:
    """Points rather than an army, unless the bill is higher than what a new army costs and the
    march back to the front; the richer ally pays more."""
    nations = asking.nations
    dear = min(price(state, n) for n in nations) * asking.loss
    spared = state.turn < LAST_TURN and asking.loss > BUILD_COST and dear > ARMY
    if "lose" in choices and ("pay" not in choices or spared):
        units = members(choices["lose"])
        lost = min(units, key=lambda u: (ATTACK[u], STOSS >> u & 1, u))
        reasons.losing(state, lost, asking.loss)
        return "lose", lost
    amounts = choices["pay"]
    if len(nations) == 1:
        reasons.paying(state, amounts.bit_length() - 1, nations[0], dear)
        return "pay", amounts.bit_length() - 1
    # Leave both with their fronts' needs covered alike.
    first = nations[0]
    mine = state.crp[first] - reserve(state, first)
    theirs = sum(state.crp[n] - reserve(state, n) for n in nations[1:])
    share = (mine - theirs + asking.loss) / 2
    amount = min(members(amounts), key=lambda n: abs(n - share))
    reasons.paying(state, amount, first, dear)
    return "pay", amount
