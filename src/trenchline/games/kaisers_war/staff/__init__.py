"""How the computer plays The Kaiser's War: a staff officer's reasoning, chapter by chapter.

``deployment`` is where his armies start, ``knowledge`` what he knows of the enemy and supposes of
the rest, ``doctrine`` how his side wages war, ``ledger`` what points are worth, ``stakes`` what
both sides fight for, ``clash`` what the results of battles mean, ``battles`` what attacks promise,
``skies`` what may be done from the air and the sea, ``posts`` what a unit is worth in a hex,
``marches`` where units go, ``purse`` what points buy, ``outlook`` how the war stands, ``reasons``
all of it in words. Everything is counted in victory points,
which are at once money, score and life.
"""

from __future__ import annotations

from trenchline.games.kaisers_war.staff.doctrine import PLANS
from trenchline.games.kaisers_war.staff.orders import choose
from trenchline.games.kaisers_war.staff.outlook import weigh
from trenchline.games.kaisers_war.staff.rivals import (
    favourites,
    next_player_turn,
    phase,
    player_turn,
    rivals,
)
from trenchline.kernel.staff import Staff

STAFF = Staff(
    choose,
    weigh,
    PLANS,
    rivals,
    favourites=favourites,
    turn=player_turn,
    stage=player_turn,
    until=next_player_turn,
    phase=phase,
)
