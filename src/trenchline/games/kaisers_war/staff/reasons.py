"""Why the staff decides as it does, in words: by the numbers it has weighed, for whoever listens.

Each part of the staff says here what it has found. Of the enemy nothing is named but where he
stands: who lies hidden there is supposed, not known [10.1].
"""

from __future__ import annotations

from collections.abc import Iterable

from trenchline.games.kaisers_war.odds import HEADINGS
from trenchline.games.kaisers_war.staff.clash import NOTHING, Clash, Offer
from trenchline.games.kaisers_war.staff.knowledge import Situation, apart
from trenchline.games.kaisers_war.staff.posts import Posts
from trenchline.games.kaisers_war.staff.stakes import caller, field
from trenchline.kernel import reasons
from trenchline.kernel.hexes import Hex
from trenchline.kernel.notes import Said
from trenchline.kernel.reasons import FAINT, because, gained, heard, shortlist, weighed
from trenchline.kernel.steps import Choice, Choices
from trenchline.kernel.words import counted

NEAR = 2
"""So near to a prize a hex opens the way to it."""
TABLES = {"big_push": "a big push", "infiltrate": "infiltration"}
"""What the tables are called in a sentence."""


def about_attack(sit: Situation, choice: Choice, target: Hex, offer: Offer) -> None:
    """What an attack costs both sides on average, and what it takes or opens."""
    if not heard():
        return
    state = sit.state
    if offer.gain <= NOTHING.gain:
        because(state, choice, offer.gain, "{:hex} must be attacked", target)
        return
    words = "attack {:hex} at {} with {}{} by {}"
    supports = sum(verb == "support" for verb, _ in offer.order)
    said: list[object] = [
        *(target, HEADINGS[offer.column], counted(len(offer.force), "unit")),
        f" and {counted(supports, 'support')}" if supports else "",
        TABLES[offer.table],
    ]
    clash = Clash(sit, target, offer.force)
    if sit.faces(target):
        ours, theirs = clash.toll(offer.table, offer.column)
        words += ": about {:.1f} points of theirs for {:.1f} of ours"
        said += [theirs, ours]
    prize = _prize(sit, target)
    if prize == target:
        words += ", and it is worth having"
    elif prize is not None:
        words += ", and it opens the way to {:hex}"
        said.append(prize)
    reasons.attack(state, choice, offer.gain, words + " (worth {:+.1f})", *said, offer.gain)


def _prize(sit: Situation, target: Hex) -> Hex | None:
    """What we want there or close behind, the dearest first."""
    wanted = field(sit, sit.side).prizes
    found = [(v / (1 + apart(target, h)), h) for h, v in wanted.items() if apart(target, h) <= NEAR]
    return max(found)[1] if found else None


def no_attack(sit: Situation, least: float, best: tuple[float, Hex] | None) -> None:
    """What speaks for attacking nobody."""
    done: Choice = ("done", 0)
    if best is not None and best[0] <= NOTHING.gain:
        because(sit.state, done, least, "nobody may attack")
    elif best is not None and least > 100:
        because(sit.state, done, least, "the plan is to make no attacks")
    else:
        words = "attack nobody: the best attack, on {:hex}, is worth {:+.1f}, and {:.1f} is wanted"
        reasons.no_attack(sit.state, least, best, words, least)


def about_means(sit: Situation, choice: Choice, target: Hex, offer: Offer) -> None:
    """What a support or a point of supply does for an attack."""
    if not heard():
        return
    verb, unit = choice
    words = "{:unit} adds its {} to the attack on {:hex}"
    if verb == "supply":
        words = "a point puts {:unit} in maximum supply: its {} counts twice against {:hex}"
    factors = sit.state.face(unit).attack
    words += ", which comes to {} (worth {:+.1f})"
    heading = HEADINGS[offer.column]
    because(sit.state, choice, offer.gain, words, unit, factors, target, heading, offer.gain)


def about_tables(sit: Situation, chosen: str, target: Hex, offer: Offer, choices: Choices) -> None:
    """What each table promises for a battle as it stands."""
    if not heard():
        return
    clash = Clash(sit, target, offer.force)
    values = clash.values()
    for table in TABLES:
        if table not in choices:
            continue
        if not values:
            because(sit.state, (table, 0), 0.0, "{} is the way to attack", TABLES[table])
            continue
        worth = clash.mean(values, table, offer.column)
        ours, theirs = clash.toll(table, offer.column)
        words = "{} at {}: about {:.1f} points of theirs for {:.1f} of ours ({:+.1f})"
        said = TABLES[table], HEADINGS[offer.column], theirs, ours, worth
        because(sit.state, (table, 0), worth, words, *said)
    if chosen not in choices:
        because(sit.state, (chosen, 0), 0.0, "there is no other way to attack")


PARTS = {
    "goal": ("it is nearer to {:hex}", "it is further from {:hex}"),
    "call": (
        "it can come to the help of {:hex}",
        "it is further from {:hex}, which may need help",
    ),
    "guard": ("it keeps the enemy out", "it could be lost there"),
    "hunt": (
        "enemies are near who could be brought down",
        "it is further from enemies who could be brought down",
    ),
    "support": ("it can support attacks from there", "the enemy could come upon it there"),
    "strike": ("it strengthens the attack on {:hex}", "an attack is missed"),
    "take": ("it takes {:hex}", "it gives up what it holds"),
    "supply": ("it is in supply again", "it is out of supply there"),
    "east": ("it lets the east sleep", "it would wake the armies of the east"),
}
"""What speaks for a post, and against it."""
ARRIVED = {"goal": "{:hex} is what we want", "call": "{:hex} may need help"}
"""What speaks for a post that is the goal itself."""


def _phrase(posts: Posts, hex_: Hex, name: str, good: bool) -> str | None:
    words = PARTS[name][not good]
    if name == "guard" and good and dict(posts.parts(hex_))["guard"] <= FAINT:
        return "it is safer there"
    if "{:hex}" not in words:
        return words
    there: Hex | None = hex_
    if name == "goal":
        there = caller(hex_, posts.wanted.prizes.items())
    elif name == "call":
        there = caller(hex_, posts.calls)
    elif name == "strike":
        there = max(posts.targets(hex_), key=lambda h: posts.help(hex_, h), default=None)
    if there == hex_ and good:
        words = ARRIVED.get(name, words)
    return None if there is None else posts.sit.state.say(words, there)


def _over(posts: Posts, hex_: Hex, instead: Hex | None, otherwise: str) -> Said:
    """What a post has over another: the weightiest parts, and what it costs."""
    more = gained(posts.parts(hex_), posts.parts(instead) if instead is not None else ())

    def phrase(name: str, good: bool) -> str | None:
        return _phrase(posts, hex_, name, good)

    return weighed(posts.sit.state, more, phrase, otherwise)


def about_post(posts: Posts, choice: Choice, worth: float, instead: Hex | None) -> None:
    """What a unit gains in a post over another."""
    why = _over(posts, choice[1], instead, "it is as good as any other place")
    words = "{:unit} to {:hex}: {} ({:+.1f})"
    because(posts.sit.state, choice, worth, words, posts.unit, choice[1], why, worth)


def about_places(posts: Posts, verb: str, hexes: Iterable[Hex], chosen: Hex) -> None:
    """Why one place is better than the others, each told against the best of the rest."""
    if not heard():
        return
    rated = [(posts.weigh(hex_), hex_) for hex_ in hexes]
    worth = {hex_: value for value, hex_ in rated}
    best = shortlist(rated, chosen)
    if len(best) == 1:
        words = "{:hex} is the only place for {:unit}"
        because(posts.sit.state, (verb, chosen), 0.0, words, chosen, posts.unit)
    for hex_ in best if len(best) > 1 else ():
        rival = best[1] if hex_ == chosen else chosen
        about_post(posts, (verb, hex_), worth[hex_] - worth[rival], rival)


def about_march(posts: Posts, chosen: Choice, rated: list[tuple[float, Choice]]) -> None:
    """What the best posts have over where the unit is, or why it stays. Worths are told against
    staying."""
    state, unit = posts.sit.state, posts.unit
    values = {choice: value for value, choice in rated}
    stays = values.get(("stay", 0), 0.0)
    here = posts.here if posts.here >= 0 else None
    best: tuple[float, Choice] | None = None
    for choice in shortlist(rated, chosen):
        worth = values[choice] - stays
        if choice[0] == "stay":
            continue
        if best is None or worth > best[0]:
            best = worth, choice
        if choice[0] == "assault":
            words = "{:unit} lands at {:hex}: the assault is worth {:+.1f} more than to stay"
            because(state, choice, worth, words, unit, choice[1], worth)
        else:
            about_post(posts, choice, worth, here)
    if best is None or here is None:
        because(state, ("stay", 0), 0.0, "{:unit} stays: there is nowhere better to go", unit)
    else:
        other = best[1][1]
        keeps = _over(posts, here, other, "no other post is so much better")
        words = "{:unit} stays: {}; the best other post is {:hex} ({:+.1f})"
        because(state, ("stay", 0), 0.0, words, unit, keeps, other, best[0])


def following(posts: Posts, verb: str, goal: Hex, gain: float, least: float) -> None:
    """Who follows up after a battle, or why nobody does."""
    if not heard():
        return
    choice: Choice = (verb, posts.unit if verb == "pursue" else goal)
    words = "{:unit} follows up to {:hex}: {} ({:+.1f})"
    why = _over(posts, goal, posts.here if posts.here >= 0 else None, "it stands as well there")
    because(posts.sit.state, choice, gain, words, posts.unit, goal, why, gain)
    words = "stand: {:unit} is no better off in {:hex} ({:+.1f})"
    because(posts.sit.state, ("done", 0), least, words, posts.unit, goal, gain)


def buying(sit: Situation, choice: Choice, use: float, price: int, kept: int) -> None:
    """What is bought, and what is kept."""
    if not heard():
        return
    words = "mobilize {:unit} for {}: of {} at least {} are kept for supply and losses"
    if choice[0] == "convert":
        words = "convert {:unit} for {}: of {} at least {} are kept for supply and losses"
    have = counted(sit.state.vp[sit.side], "point")
    because(sit.state, choice, use, words, choice[1], counted(price, "point"), have, kept)


def saving(sit: Situation, kept: int) -> None:
    """Why nothing more is bought."""
    have = counted(sit.state.vp[sit.side], "point")
    words = "buy no more: we have {}, and {} are kept for supply and losses"
    if sit.left <= 1:
        because(sit.state, ("done", 0), 0.0, "buy nothing: it would come too late")
    else:
        because(sit.state, ("done", 0), 0.0, words, have, kept)
