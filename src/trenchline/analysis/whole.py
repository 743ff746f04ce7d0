"""The whole analysis of a record, within the time that is given.

Replaying the record, the chance at every moment at rest and the luck of every die are always whole;
who answers in acts under way, and for how many decisions there is time, hangs on the
seconds. These are seconds of work: a busy machine takes longer and finds the same.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from trenchline.analysis.acts import Act, Reading, read
from trenchline.analysis.film import film
from trenchline.analysis.findings import (
    Analysis,
    EventFound,
    Point,
    RollFound,
    TurnFound,
    Turning,
)
from trenchline.analysis.judgement import Judge
from trenchline.analysis.luck import Rolled, Ways
from trenchline.analysis.mistakes import Suspect, mistakes
from trenchline.analysis.places import small_map
from trenchline.analysis.words import summary, told_of
from trenchline.games import game_of
from trenchline.kernel.game import AnyGame
from trenchline.kernel.record import Record

SECONDS = 45.0
"""What an analysis may take unless somebody says otherwise."""
TRIED_FIRST = 3
"""Rolls by which it is found out whether there is time."""
LUCK_SHARE, ALL_BUT_MAPS = 0.45, 0.9
"""The part of the time that luck may take, and after which nothing more is looked at."""
TURNING_POINTS = 5
TURNED = 0.01
"""What an act must have changed to be a turning point."""


def analyse(record: Record, seconds: float = SECONDS, game: AnyGame | None = None) -> Analysis:
    """Everything that can be told of a record within some seconds."""
    began = time.process_time()
    game = game or game_of(record)
    scenario = record.header.scenario
    judge = Judge(game, scenario)
    reading = read(game, record, judge.chance)
    study = _Study(reading, judge)
    if not study.has_time(began + LUCK_SHARE * seconds):
        study = _Study(reading, Judge(game, scenario, hasty=True))
    return study.told(began + ALL_BUT_MAPS * seconds)


@dataclass
class _Study:
    """A record being weighed by a judge."""

    reading: Reading
    judge: Judge

    def __post_init__(self) -> None:
        match = self.reading.match
        self._rolling = [0] if match.opening[0] else []
        self._rolling += [n for n, t in enumerate(match.history, start=1) if t.dice]
        self._rolled: dict[int, Rolled] = {}
        """The dice of each choice, by the version after it."""

    def has_time(self, until: float) -> bool:
        """Whether the luck of all dice can be found out in time, by how long the first ones take;
        they are spread over the game, because positions grow."""
        rolls = self._rolling
        some = rolls[:: max(1, len(rolls) // TRIED_FIRST)][:TRIED_FIRST]
        began = time.process_time()
        for version in some:
            self.rolled(version)
            if time.process_time() > until:
                return False
        each = (time.process_time() - began) / max(1, len(some))
        return began + each * len(rolls) < until

    def rolled(self, version: int) -> Rolled:
        """The dice before a version, weighed."""
        if version not in self._rolled:
            match, floors = self.reading.match, self.reading.floors
            if version:
                state, turned = self.reading.position(version - 1), match.history[version - 1]
                choice, dice = turned.choice, turned.dice
            else:
                game = match.game
                fresh = game.new(match.scenario, match.options)
                state = fresh if match.start is None else game.parse(match.start)
                choice, dice = None, match.opening[0]
            floor = floors[max(0, version - 1)]
            judge = self.judge
            ways = Ways(
                state, choice, lambda s, choices: judge.at_rest(s, choices, floor, float(version))
            )
            self._rolled[version] = ways.rolled(dice)
        return self._rolled[version]

    def chance(self, version: int) -> float:
        """The chance at a moment at rest."""
        return self.reading.chances[version]

    def luck_of(self, act: Act) -> float:
        """What the dice of an act added to the first side's chance."""
        return sum(
            self.rolled(version).luck
            for version in self._rolling
            if act.begins < version <= act.ends
        )

    def told(self, until: float) -> Analysis:
        """All of it; mistakes are looked for as long as there is time."""
        reading, match = self.reading, self.reading.match
        game, sides, outcome = match.game, match.game.sides, match.outcome
        rests = [act.begins for act in reading.acts] + [len(match.history)]
        curve = tuple(Point(version, round(self.chance(version), 4)) for version in rests)
        rolls = tuple(self._roll(version) for version in self._rolling)
        luck = dict.fromkeys(sides, 0.0)
        for roll in rolls:
            if roll.side:
                luck[roll.side] += roll.luck if roll.side == sides[0] else -roll.luck
        turning = self._turning()
        turns = self._turns()
        wrong, looked_at = mistakes(reading, Judge(game, match.scenario), self._suspects(), until)
        events = () if reading.story is None else reading.story.events
        found = Analysis(
            game=game.name,
            title=game.title,
            scenario=next(s.title for s in game.scenarios if s.name == match.scenario),
            sides=sides,
            players=match.players,
            colours={code: look.colour for code, look in game.looks.nations.items()},
            choices=len(match.history),
            winner=None if outcome is None or outcome.winner is None else sides[outcome.winner],
            reason="" if outcome is None else outcome.reason,
            over=outcome is not None,
            how=self.judge.told,
            hasty=self.judge.hasty,
            curve=curve,
            rolls=rolls,
            luck={side: round(total, 4) for side, total in luck.items()},
            turning=turning,
            mistakes=tuple(wrong),
            looked_at=looked_at,
            turns=turns,
            events=tuple(EventFound(event.turn, event.what) for event in events),
            film=film(reading),
            summary=(),
        )
        return summary(found)

    def _roll(self, version: int) -> RollFound:
        match, rolled = self.reading.match, self.rolled(version)
        turned = match.history[version - 1] if version else None
        what = told_of(turned.log if turned else match.opening[1], 1)
        return RollFound(
            version,
            "" if turned is None else match.game.sides[turned.side],
            match.opening[0] if turned is None else turned.dice,
            round(rolled.expected, 5),
            round(rolled.luck, 5),
            tuple(round(one, 5) for one in rolled.each),
            rolled.exact,
            what[0] if what else "",
        )

    def _turning(self) -> tuple[Turning, ...]:
        """The acts that changed the chance most, in their order; not the end itself."""
        reading, match = self.reading, self.reading.match
        acts = [act for act in reading.acts if not self._is_idle(act)]
        if match.over and acts and acts[-1].ends == len(match.history):
            acts.pop()

        def swing(act: Act) -> float:
            return abs(self.chance(act.ends) - self.chance(act.begins))

        greatest = sorted(acts, key=swing, reverse=True)[:TURNING_POINTS]
        found = []
        for act in sorted(greatest, key=lambda act: act.begins):
            if swing(act) < TURNED:
                continue
            moment = reading.moments[act.begins]
            notes = [note for t in match.history[act.begins : act.ends] for note in t.log]
            found.append(
                Turning(
                    act.begins,
                    act.ends,
                    reading.turn_name(moment.turn),
                    moment.phase,
                    match.game.sides[match.history[act.begins].side],
                    round(self.chance(act.begins), 4),
                    round(self.chance(act.ends), 4),
                    round(self.luck_of(act), 4),
                    told_of(notes, 8),
                    small_map(reading, act),
                )
            )
        return tuple(found)

    def _is_idle(self, act: Act) -> bool:
        """Whether nothing was done in an act but to end a phase, and no die fell."""
        match, turned = self.reading.match, self.reading.match.history[act.begins]
        alone = act.ends == act.begins + 1
        return alone and match.game.verbs[turned.choice[0]].ends and not turned.dice

    def _suspects(self) -> list[Suspect]:
        """Every choice that began an act, by how much its side lost with it, dice apart."""
        found = []
        history = self.reading.match.history
        for act in self.reading.acts:
            lost = self.chance(act.begins) - (self.chance(act.ends) - self.luck_of(act))
            side = history[act.begins].side
            found.append(Suspect(act.begins, act.ends, -lost if side else lost))
        return found

    def _turns(self) -> tuple[TurnFound, ...]:
        """How things stood as each turn ended."""
        reading, sides = self.reading, self.reading.match.game.sides
        rests = sorted({act.begins for act in reading.acts} | {len(reading.match.history)})
        found = []
        for turn, version in reading.turn_ends().items():
            numbers: dict[str, list[float]] = {}
            for page in reading.pages_of(turn):
                numbers.setdefault(page.what, [0.0] * len(sides))[sides.index(page.side)] = (
                    page.value
                )
            held = self._territory(version)
            if held:
                numbers["hexes held"] = held
            rest = max(at for at in rests if at <= version)
            found.append(
                TurnFound(
                    turn,
                    reading.turn_name(turn),
                    version,
                    round(self.chance(rest), 4),
                    {what: tuple(values) for what, values in numbers.items()},
                )
            )
        return tuple(found)

    def _territory(self, version: int) -> list[float]:
        match = self.reading.match
        chronicle = match.game.chronicle
        if chronicle is None or chronicle.territory is None:
            return []
        held = chronicle.territory(self.reading.position(version))
        return [float(hexes.bit_count()) for hexes in held[: len(match.game.sides)]]
