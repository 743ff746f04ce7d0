"""The face of the game package: how its choices are written and what it offers."""

from __future__ import annotations

from collections.abc import Mapping

from trenchline.games.der_weltkrieg.components import CODES, NATIONS
from trenchline.games.der_weltkrieg.scenarios import GRID, NUMBER, SCENARIO_FOLDERS
from trenchline.games.der_weltkrieg.terrain_choice import KINDS
from trenchline.kernel.game import Option
from trenchline.kernel.hexes import Grid
from trenchline.kernel.scenario_folders import told_scenarios
from trenchline.kernel.verbs import DONE, PLAIN, Verb, hex_names, unit_names, word_names


def verbs(grid: Grid, units: Mapping[str, int]) -> dict[str, Verb]:
    """Every verb, for hexes of a grid and counters by their keys."""
    hex_ = hex_names(grid)
    unit = unit_names(units)
    nation = word_names(CODES, "nation", tuple(NATIONS[code].name for code in CODES))
    return {
        "place": Verb(hex_, "Place an arrival"),
        "unit": Verb(unit, "Move", means="pick"),
        "with": Verb(unit, "Add a unit", means="join"),
        "move": Verb(hex_, means="move"),
        "column": Verb(label="March in column", means="move"),
        "entrain": Verb(label="Entrain"),
        "ride": Verb(hex_, "Go by rail", means="move"),
        "detrain": Verb(label="Detrain"),
        "repair": Verb(hex_, "Repair the line"),
        "deliver": Verb(unit, "Deliver supply points"),
        "points": Verb(PLAIN, "How many points"),
        "send": Verb(unit, "Send supply"),
        "take_in": Verb(unit, "Take a marker in"),
        "create": Verb(unit, "Create a corps headquarters"),
        "unload": Verb(hex_, "Unload a supply marker"),
        "split": Verb(unit, "Split replacements"),
        "merge": Verb(unit, "Merge replacements"),
        "into": Verb(unit, "Merge into"),
        "exchange": Verb(unit, "Give replacements to an ally"),
        "break": Verb(unit, "Break down"),
        "component": Verb(unit, "Choose a component"),
        "form": Verb(unit, "Form a division"),
        "give": Verb(unit, "Give strength points"),
        "raise": Verb(unit, "Raise a unit", means="spend"),
        "return": Verb(unit, "Bring a unit back", means="spend"),
        "amount": Verb(PLAIN, "How many"),
        "heir": Verb(nation, "Hand the railways over"),
        "stay": Verb(label="Stay", means="idle"),
        "eliminate": Verb(unit, "Give up a unit", means="give"),
        "attack": Verb(hex_, means="attack"),
        "sail": Verb(unit, "Sail a flotilla"),
        "duel": Verb(hex_, "Attack flotillas", means="attack"),
        "interdict": Verb(label="Fire at the crossing", means="attack"),
        "join": Verb(label="Join battle", means="fight"),
        "aim": Verb(label="Aim at forts and artillery only"),
        "withdraw": Verb(unit, "Cavalry leaves before the combat", means="give"),
        "strengthen": Verb(unit, "Strengthen cavalry", means="join"),
        "abandon": Verb(unit, "Abandon a fort", means="give"),
        "reduce": Verb(unit, "Reduce a fort"),
        "terrain": Verb(word_names(KINDS, "terrain"), "Choose the ground"),
        "supply": Verb(unit, "Supply a unit", means="spend"),
        "pay_all": Verb(unit, "One headquarters pays for all", means="spend"),
        "pay": Verb(unit, "Let a headquarters pay", means="spend"),
        "abstain": Verb(unit, "Do not counterattack"),
        "stand": Verb(label="Stand and fight", means="idle"),
        "retreat": Verb(means="give"),
        "retreat_to": Verb(hex_, "Retreat to"),
        "lose": Verb(unit, "Lose a point", means="give"),
        "advance": Verb(unit),
        "dig": Verb(hex_, "Begin a trench", means="fortify"),
        "done": DONE,
    }


VERBS = verbs(GRID, NUMBER)


SCENARIOS = told_scenarios(SCENARIO_FOLDERS)

OPTIONS = (
    Option("seven_turns", "Trenches in seven turns", "Dig on any turn, done seven later.", "22-22"),
)
