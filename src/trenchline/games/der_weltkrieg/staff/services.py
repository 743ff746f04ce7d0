"""The services of an army: its staffs, supply columns, replacements and engineers."""

from __future__ import annotations

from trenchline.games.der_weltkrieg.lines import headquarters_of
from trenchline.games.der_weltkrieg.rail_lines import operative
from trenchline.games.der_weltkrieg.staff.stakes import Situation
from trenchline.games.der_weltkrieg.supply_markers import may_receive, quota, stays_put
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex
from trenchline.kernel.reasons import because
from trenchline.kernel.steps import Choice, Choices
from trenchline.kernel.words import counted

FRONT = 5
"""Units with an enemy so near are those that a staff serves first."""
AT_HAND, IN_REACH = 3, 6
"""Distances at which a headquarters feeds attacks [19-9] and answers [19-10]."""
ON_RAILS = 1.5
"""What a line to the rear is worth to a headquarters: deliveries [25-7], and full reach [19-15]."""
NEAR = 4
"""An enemy so near reaches a staff that nobody covers."""
PLENTY, LITTLE = 20, 6
"""Headquarters with plenty of supply points share with those that have little."""
MARKER_MARCH = 4
"""[18-8] How far a supply marker comes overland."""


def posts_of(sit: Situation) -> list[int]:
    """Our headquarters on the map."""
    return list(members(headquarters_of(sit.state, sit.side)))


# Staffs.


def command(sit: Situation, unit: int, hex_: Hex) -> list[tuple[str, float]]:
    """A headquarters: near the front it serves, on a line to the rear, out of the enemy's reach."""
    state = sit.state
    found = [("served", _served(sit, unit, hex_))]
    if operative(state, sit.side) >> hex_ & 1:
        found.append(("rails", ON_RAILS))
    others = [state.where[hq] for hq in posts_of(sit) if hq != unit]
    if any(sit.grid.distance(hex_, other) <= 1 for other in others):
        found.append(("apart", -1.5))
    guard = sit.friends.get(hex_, 0)
    if sit.zone >> hex_ & 1:
        found.append(("cover", -6.0))
    elif not guard and not _is_screened(sit, hex_):
        found.append(("cover", -5.0))
    if guard and sit.threat(hex_) > guard:
        found.append(("danger", -3.5))
    if sit.is_cut_off(hex_):
        found.append(("danger", -10.0))
    found.append(("far", -0.1 * sit.grid.distance(hex_, state.where[unit])))
    return found


def _is_screened(sit: Situation, hex_: Hex) -> bool:
    """Whether friends stand between a hex and every enemy of the field who is near it."""
    distance = sit.grid.distance
    near = [enemy for enemy in sit.field if distance(hex_, enemy) <= NEAR]
    screen = [friend for friend in sit.friends if distance(hex_, friend) <= 2]
    return all(
        any(distance(friend, enemy) < distance(hex_, enemy) for friend in screen) for enemy in near
    )


def _served(sit: Situation, unit: int, hex_: Hex) -> float:
    """How much of the army's front a headquarters serves from a hex: each unit is the nearest
    headquarters' care."""
    state, theatre, distance = sit.state, sit.theatre, sit.grid.distance
    nation = theatre.counters[unit].nation
    rivals = [
        state.where[hq]
        for hq in posts_of(sit)
        if hq != unit and theatre.counters[hq].nation == nation
    ]
    total = weight = 0.0
    for one in members(state.on_map(sit.side) & theatre.infantry & theatre.of_nation[nation]):
        place = state.where[one]
        near = distance(place, state.where[unit])
        if any(distance(place, rival) < near for rival in rivals):
            continue
        points = state.strength[one] * (1.0 if sit.distance(place) <= FRONT else 0.2)
        far = distance(hex_, place)
        share = 1.0 if far <= AT_HAND else 0.6 if far <= IN_REACH else 0.0
        total += points * (share - 0.03 * far)
        weight += points
    return 12.0 * total / weight if weight else 0.0


def rests(sit: Situation, unit: int) -> bool:
    """Whether a headquarters stays for a supply column that has come to it [18-10], or for
    replacements that wait with it [23-2]."""
    theatre, state = sit.theatre, sit.state
    if not theatre.of_kind["headquarters"] >> unit & 1 or sit.zone >> state.where[unit] & 1:
        return False
    waiting = theatre.of_kind["supply"] | theatre.of_kind["replacement"]
    here = state.units(state.where[unit], sit.side) & waiting
    nation = theatre.counters[unit].nation
    return any(theatre.counters[one].nation == nation for one in members(here))


# Trains.


def train(sit: Situation, unit: int, hex_: Hex) -> list[tuple[str, float]]:
    """Those without strength: with a headquarters of theirs, and never alone near the enemy."""
    state, counters = sit.state, sit.theatre.counters
    mine = [hq for hq in posts_of(sit) if may_receive(state, counters[unit].nation, hq)]
    if sit.theatre.of_kind["supply"] >> unit & 1 and len(mine) > 1:
        # Supply columns go on to whoever has least.
        least = min(state.stock.get(hq, 0) for hq in mine)
        mine = [hq for hq in mine if state.stock.get(hq, 0) <= least + LITTLE]
    way = min((sit.grid.distance(hex_, state.where[hq]) for hq in mine), default=0)
    found = [("post", -float(way))]
    if sit.zone >> hex_ & 1 or not (sit.friends.get(hex_, 0) or _is_screened(sit, hex_)):
        found.append(("cover", -10.0))
    return found


def send(sit: Situation, choices: Choices) -> Choice | None:
    """[18-6] Headquarters with plenty share with those that have little and are near."""
    for hq in members(choices.get("send", 0)):
        receiver = _receiver(sit, hq)
        if receiver is not None:
            words = "{:unit} has {} and shares with {:unit}, which has {}"
            stock = sit.state.stock
            said = hq, stock.get(hq, 0), receiver, counted(stock.get(receiver, 0), "supply point")
            because(sit.state, ("send", hq), 0.0, words, *said)
            return "send", hq
    return None


def _receiver(sit: Situation, sender: int) -> int | None:
    """The headquarters that a supply column reaches at once and that has far less."""
    state, counters = sit.state, sit.theatre.counters
    nation = counters[sender].nation
    start = state.where[sender]
    lines = operative(state, sit.side)
    if state.stock.get(sender, 0) < PLENTY:
        return None
    for hq in posts_of(sit):
        place = state.where[hq]
        if hq == sender or place == start or state.stock.get(hq, 0) > LITTLE:
            continue
        able = stays_put(state, hq) and quota(state, hq) > LITTLE and may_receive(state, nation, hq)
        near = sit.way(start, place) <= MARKER_MARCH or (lines >> start & 1 and lines >> place & 1)
        if able and near and sit.distance(place) <= FRONT:
            return hq
    return None


def points_to_send(sit: Situation, sender: int, choices: Choices) -> Choice:
    """[18-7] Half of the difference."""
    receiver = _receiver(sit, sender)
    if receiver is None:
        because(sit.state, ("stay", 0), 0.0, "no staff near has so much less that it needs more")
        return "stay", 0
    stock = sit.state.stock
    wanted = (stock.get(sender, 0) - stock.get(receiver, 0)) // 2
    most = choices["points"].bit_length() - 1
    sent = min(most, max(1, wanted), quota(sit.state, receiver))
    words = "{} to {:unit}: about half of what we have more"
    because(sit.state, ("points", sent), 0.0, words, counted(sent, "point"), receiver)
    return "points", sent
