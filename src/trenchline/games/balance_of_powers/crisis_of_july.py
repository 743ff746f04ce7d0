"""Chapter 11.5: the Crisis of July, by which the powers come into the war before it is set up.

Step after step a power does what it did in 1914 or something else. What they choose adds up to the
guilt of one side; some choices change the war that follows (``july_war.py``), some put it off until
1915. When war has come, two dice and the sum of all guilt tell who began it.
"""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.balance_of_powers.asking import asked
from trenchline.games.balance_of_powers.components import (
    CENTRAL,
    ENTENTE,
    NATION,
    NATIONS,
    SIDES,
    TABLES,
)
from trenchline.games.balance_of_powers.morale import MoraleDie
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.steps import ONE, Choices, Decision, Duty, OwnDecision, Refusal, Roll, Throw

TOLD = TABLES["crisis_of_july"]
STEPS = tuple(TOLD["steps"])
"""[11.5/s1] and those that follow; the first stands for step 1, for in step 0 nobody chooses."""
CENTRAL_POWERS = ("AH", "GE")
RUSSIA_JUMPS_TO: int = TOLD["russia_jumps_to"]
EVEN: int = TOLD["even"]
"""[11.5/war-guilt-table/7] With this sum nobody is guilty."""


@dataclass(frozen=True, slots=True)
class Sarajevo(Duty[State]):
    """[11.5/s0] The crisis begins with a murder."""

    def run(self, state: State) -> None:
        """Austria-Hungary is the first to choose."""
        state.phase = "crisis"
        state.note("Archduke Franz Ferdinand is murdered in Sarajevo")
        state.stack.append(Choose(1))


@dataclass(frozen=True, slots=True)
class Choose(Decision[State]):
    """[11.5.2] A power does what it did in 1914, or the other thing."""

    number: int

    def who(self, state: State) -> int:
        """[11.5] Its side; Britain counts as one of the Entente."""
        return CENTRAL if self._told["nation"] in CENTRAL_POWERS else ENTENTE

    @property
    def _told(self) -> dict[str, str]:
        found: dict[str, str] = STEPS[self.number - 1]
        return found

    def prompt(self, state: State) -> str:
        """What may be done, and what it does to the guilt."""
        told = self._told
        name = NATIONS[NATION[told["nation"]]].name
        return (
            f"{name}: {told['historical']} ({told['guilt']:+}), as in 1914, "
            f"or {told['other']} ({told['other_guilt']:+})? [11.5/s{self.number}]"
        )

    def choices(self, state: State) -> Choices:
        """Both."""
        return {"historical": ONE, "alternative": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        """Add the guilt [11.5.3], and go on with what follows."""
        told = STEPS[self.number - 1]
        is_other = verb == "alternative"
        name = NATIONS[NATION[told["nation"]]].name
        state.note(f"{name}: {told['other' if is_other else 'historical']}")
        state.guilt += told["other_guilt" if is_other else "guilt"]
        ends = False
        steps: list[Decision[State] | Roll[State]] = []
        for word in told.get("then", ()) if is_other else ():
            kind, _, code = word.partition(" ")
            if kind == "morale":
                # [10.74] A die for what such a step does to a nation.
                # [2.91.2]
                steps.append(MoraleDie(NATION[code], TOLD["below"], -1))
            elif kind == "powder_keg":
                # [11.5.4] The sequence is over.
                ends = True
                # [11.5.4]
                state.july += (kind,)
                # [11.5.4]
                steps.append(PowderKeg())
            elif kind == "russia":
                ends = True
                steps.append(RussiaReacts(ENTENTE))
            else:
                # [11.5/s3.a] [11.5/s4.a] [11.5/s11.a] What it changes in the war.
                state.july += (kind,)
        if not ends and self.number < len(STEPS):
            steps.append(Choose(self.number + 1))
        state.stack += reversed(steps)

    @asked("11.5.2", "historical", "alternative")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """There are two ways."""
        return Refusal("11.5.2", "there are two ways")


@dataclass(frozen=True, slots=True)
class RussiaReacts(OwnDecision[State]):
    """[11.5/s1.a] Austria-Hungary has struck at once: Russia acts, or lets it pass."""

    def prompt(self, state: State) -> str:
        """What may be done."""
        return "Russia: act for Serbia at once, or let things fester until 1915? [11.5/s1.a]"

    def choices(self, state: State) -> Choices:
        """Both."""
        return {"act": ONE, "fester": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        """Skip to Russia's own step, or wait for the powder keg."""
        if verb == "act":
            state.stack.append(Choose(RUSSIA_JUMPS_TO))
        else:
            state.july += ("powder_keg",)
            state.stack.append(PowderKeg())

    @asked("11.5/s1.a", "act", "fester")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """There are two ways."""
        return Refusal("11.5/s1.a", "Russia has two ways")


@dataclass(frozen=True, slots=True)
class PowderKeg(Roll[State]):
    """[11.5/peace-keeping-table] Where the war breaks out in May 1915 that was averted in 1914."""

    def purpose(self, state: State) -> str:
        """What the die is for."""
        return "the powder keg: where war breaks out in 1915"

    def rolled(self, state: State, value: int) -> None:
        """Courland, the Adriatic coast or Transylvania."""
        where = TOLD["powder_keg"][value - 1]
        state.note("{:die}: war breaks out over " + where["words"], value)
        state.july += (where["word"],)
        if where["word"] == "courland" and "sweden_out" not in state.july:
            # [11.5/s9.a] Unless Russia's weakness has calmed her.
            state.stack.append(SwedishDie())


@dataclass(frozen=True, slots=True)
class SwedishDie(Roll[State]):
    """[11.5/peace-keeping-table/1-2] Sweden fears Russia, and may begin with the Central Powers."""

    def purpose(self, state: State) -> str:
        """What the die is for."""
        return f"Sweden joins the {SIDES[CENTRAL]}, below {TOLD['below']}"

    def rolled(self, state: State, value: int) -> None:
        """Join, or stay out."""
        joins = value < TOLD["below"]
        state.detail("{:die}: Sweden " + ("joins" if joins else "stays out"), value)
        if joins:
            state.july += ("sweden",)


@dataclass(frozen=True, slots=True)
class WarGuilt(Throw[State]):
    """[11.5/war-guilt] Two dice and all that was chosen tell which side is guilty."""

    def purpose(self, state: State) -> str:
        """What the dice are for."""
        return f"war guilt, at {state.guilt:+}"

    def thrown(self, state: State, values: tuple[int, ...]) -> None:
        """[11.5.1] The guilty side has a combat rolled again; the other earns a victory point."""
        total = sum(values) + state.guilt
        state.note("{:die} and {:die} are " + f"{total} with the guilt of July", *values)
        if total == EVEN:
            state.note("Nobody is found guilty of the war")
            return
        state.guilty = CENTRAL if total > EVEN else ENTENTE
        state.note(f"The {SIDES[state.guilty]} are found guilty of the war")
