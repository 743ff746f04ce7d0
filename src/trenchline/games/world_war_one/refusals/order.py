"""Chapter 4: what belongs to another phase, or must wait until something else is finished.

Nothing is done out of order [4.0]. Each verb has its time; a phase that is asked for another says
when that is.
"""

from __future__ import annotations

from trenchline.games.world_war_one.state import State
from trenchline.kernel.steps import Refusal

MOVING = frozenset(("unit", "move", "step", "rail", "relieve", "sea", "transit", "stay", "stop"))
ATTACKING = frozenset(("attack", "with", "infiltrate", "roll"))
BUILDING = frozenset(("build", "rebuild", "place"))
LENDING = frozenset(("lend", "points"))
BEARING_LOSSES = frozenset(("pay", "lose", "hold", "ruin", "retreat", "destroy"))
RETREATING = frozenset(("retreat_to", "displace_to"))
ADVANCING = frozenset(("advance", "advance_to", "follow"))


def out_of_phase(state: State, verb: str) -> Refusal:
    """Why something cannot be chosen in this phase: it belongs to another."""
    if verb in MOVING and state.historical and state.turn == 1:
        return Refusal("14.22", "nobody moves on the first turn of the Historical Game")
    if verb in MOVING:
        return Refusal("5.24", "units move in the Movement Phase of their own side only")
    if verb in ATTACKING:
        return Refusal("8.0", "attacks are made in the Attack Phases")
    if verb in BUILDING:
        return Refusal("10.2", "armies and forts are built in the Build Phase")
    if verb in LENDING:
        return Refusal("4.0/10d", "points are lent when both sides have built")
    if verb in BEARING_LOSSES:
        return Refusal("8.5", "there is no loss to bear now")
    if verb in RETREATING:
        return Refusal("8.6", "no unit is retreating now")
    if verb in ADVANCING:
        return Refusal("8.7", "no hex has just been vacated")
    if verb == "spare":
        return Refusal("12.13", "no garrison in Russia is to be chosen now")
    return Refusal("14.24", "no American army is arriving now")


def battle_goes_on(verb: str) -> Refusal:
    """Why something must wait while losses are borne: one attack is settled before the next."""
    if verb in ADVANCING:
        return Refusal("8.76", "the losses are settled before anybody advances")
    if verb in RETREATING:
        return Refusal("8.51", "a retreat is decided on before it is made")
    return Refusal("8.0/PR", "first the losses of this attack must be settled")
