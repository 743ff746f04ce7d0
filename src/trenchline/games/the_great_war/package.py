"""The face of the game package: how its choices are written and what it offers."""

from __future__ import annotations

from collections.abc import Mapping

from trenchline.games.the_great_war.effects import CODES as EFFECTS
from trenchline.games.the_great_war.results import TABLE_NAMES
from trenchline.games.the_great_war.scenarios import GRID, NUMBER, SCENARIO_FOLDERS
from trenchline.games.the_great_war.waterways import banks, side_number
from trenchline.kernel.data import DataError, read_toml
from trenchline.kernel.game import Option
from trenchline.kernel.hexes import Grid
from trenchline.kernel.scenario_folders import told_scenarios
from trenchline.kernel.verbs import DONE, PLAIN, Names, Verb, hex_names, unit_names, word_names


def side_names(grid: Grid) -> Names:
    """Hexsides, by the numbers of their two hexes, the lower one first."""

    def number_of(word: str) -> int:
        here, _, there = word.partition("/")
        one, other = grid.hex(here), grid.hex(there)
        if other not in grid.neighbours(one):
            raise ValueError(f"{word[:20]!r} is no hexside")
        return side_number(grid, one, grid.direction(one, other))

    return Names(lambda number: "/".join(map(grid.label, banks(grid, number))), number_of)


def verbs(grid: Grid, units: Mapping[str, int]) -> dict[str, Verb]:
    """Every verb, for hexes of a grid and counters by their keys."""
    hex_ = hex_names(grid)
    unit = unit_names(units)
    return {
        # The initial phase.
        "feed": Verb(hex_, "Feed from a resource point"),
        "place": Verb(hex_, "Place an arrival"),
        "deactivate": Verb(hex_, "Deactivate a depot", aside=True),
        "activate": Verb(hex_, "Activate a depot"),
        "open": Verb(hex_, "Make a depot operational"),
        "close": Verb(hex_, "Make a depot movable", aside=True),
        "relocate": Verb(hex_, "Move a depot"),
        "build": Verb(hex_, "Build rail capacity"),
        "transfer": Verb(hex_, "Move rail capacity with a point in"),
        "from_net": Verb(PLAIN, "From net"),
        "to_net": Verb(PLAIN, "To net"),
        "capacity": Verb(PLAIN, "Move REs of capacity"),
        "stock": Verb(hex_, "Make general supply points in", aside=True),
        "ration": Verb(unit, "Feed with general supply points"),
        "boost": Verb(hex_, "Increase rail capacity for this turn", aside=True),
        "extend": Verb(unit, "Lengthen supply lines with"),
        "pack_up": Verb(unit, "Make ready for transport"),
        "mobilise": Verb(unit, "Put on wheels"),
        "destroy": Verb(hex_, "Destroy a resource point in", aside=True),
        "rebuild": Verb(unit, "Rebuild", means="spend"),
        "replace": Verb(unit, "Replace", means="spend"),
        "disband": Verb(unit, "Disband", means="give", aside=True),
        "scrap": Verb(unit, "Scrap", means="give", aside=True),
        "muster": Verb(unit, "Put manpower on the map"),
        "enrol": Verb(unit, "Take into the pool"),
        "form": Verb(unit, "Form a march brigade"),
        "break_up": Verb(unit, "Break up a march brigade", aside=True),
        "assign": Verb(PLAIN, "Send a leader out"),
        "post": Verb(unit, "To the headquarters"),
        "recall": Verb(PLAIN, "Recall a leader"),
        "raise": Verb(unit, "Improve the works with", means="fortify"),
        "help": Verb(unit, "Help with"),
        "pontoon": Verb(unit, "Lay a pontoon bridge with"),
        "lay": Verb(hex_, "Bridge the water to"),
        "road": Verb(unit, "Build a road with"),
        "track": Verb(unit, "Build a railway with"),
        "widen": Verb(unit, "Make a railway one of high volume with"),
        "enlarge_port": Verb(unit, "Upgrade the port with"),
        "leave_port": Verb(unit, "Give up the upgraded port of", aside=True),
        "beside": Verb(unit, "Improve works beside"),
        "devastate": Verb(hex_, aside=True),
        "restore": Verb(hex_, "Repair the devastation of"),
        "draw_on": Verb(hex_, "Draw first on the points in", aside=True),
        "forgo": Verb(unit, "Leave the people of a city to others", aside=True),
        "quit": Verb(unit, "Give up the work of", aside=True),
        # Movement.
        "unit": Verb(unit, "Move", means="pick"),
        "with": Verb(unit, "Add a unit", means="join"),
        "move": Verb(hex_, means="move"),
        "relieve": Verb(hex_, "Relieve a unit in", means="move"),
        "make_room": Verb(unit, "Send off to make room"),
        "accelerate": Verb(label="March in haste", means="move"),
        "rail": Verb(hex_, "Go by rail", means="move"),
        "strategic": Verb(hex_, "Go by strategic rail", means="move"),
        "sail": Verb(hex_, "Go by river", means="move"),
        "boat": Verb(unit, "Steam off"),
        "steer": Verb(side_names(grid), "Steer along"),
        "run_down": Verb(side_names(grid), "Overrun the boats in", means="attack"),
        "rest": Verb(PLAIN, "Rest off fatigue"),
        "break": Verb(label="Break the rail line"),
        "dig": Verb(label="Dig fieldworks", means="fortify"),
        "entrench": Verb(label="Make them an entrenchment", means="fortify"),
        "raze": Verb(label="Demolish the works"),
        "mend": Verb(label="Mend the rail line"),
        "clear": Verb(label="Clear the rail line"),
        "regauge": Verb(PLAIN, "Change the line to gauge"),
        "wreck_port": Verb(label="Damage the port"),
        "mend_port": Verb(label="Repair the port"),
        "turn_to": Verb(hex_, "Work in the hex beside", aside=True),
        "blow": Verb(hex_, "Demolish the bridge to", aside=True),
        "span": Verb(hex_, "Repair the bridge to"),
        "carry": Verb(unit, "Take up a unit"),
        "load": Verb(PLAIN, "Take up resource points"),
        "provision": Verb(PLAIN, "Take up general supply points"),
        "ship_rations": Verb(hex_, "Ship general supply points from", aside=True),
        "amount": Verb(PLAIN, "So many"),
        "ship": Verb(hex_, "Ship a resource point", aside=True),
        "overrun": Verb(hex_, means="attack"),
        "overstack": Verb(label="Enter the overstack"),
        "unstack": Verb(label="Leave the overstack"),
        "wait": Verb(label="Go on later", means="idle"),
        "stay": Verb(label="Stay", means="idle"),
        "check": Verb(unit, "Check an Army HQ"),
        "coordinate": Verb(unit, "Coordinate an Army HQ"),
        # Combat.
        "bombard": Verb(hex_, means="attack"),
        "gas": Verb(unit, "Use gas"),
        "open_city": Verb(hex_, "Declare an open city", aside=True),
        "favour": Verb(unit, "Supply first"),
        "attach": Verb(unit, "Attach to a staff"),
        "detach": Verb(unit, aside=True),
        "scout": Verb(label="Use reconnaissance"),
        "without": Verb(unit, "Leave a unit out"),
        "plan": Verb(label="Add to the plan"),
        "revise": Verb(hex_, "Change the bombardment of"),
        "fire_all": Verb(label="Fire all that is planned", main=True, means="fight"),
        "fire": Verb(label="Fire now", means="fight"),
        "hit": Verb(unit, "Hit a unit"),
        "attack": Verb(hex_, means="attack"),
        "engage": Verb(side_names(grid), "Attack the boats in", means="attack"),
        "cover": Verb(unit, "Let a boat help to defend", means="join"),
        "join": Verb(label="Join battle", main=True, means="fight"),
        "supply": Verb(unit, "Supply a unit", means="spend"),
        "sip": Verb(unit, "Supply a unit without spending", aside=True),
        "reserve": Verb(hex_, "Bring reserves from"),
        "commit": Verb(unit, "Commit a unit", means="join"),
        "flood": Verb(label="Flood the hex"),
        "call_off": Verb(label="Call the attack off", means="leave"),
        "attack_on": Verb(label="Attack all the same", means="fight"),
        "slip": Verb(unit, "Try to get away"),
        "table": Verb(word_names(TABLE_NAMES, "table"), "Choose the table"),
        "try": Verb(word_names(EFFECTS, "effect"), "Try a special effect"),
        "ready": Verb(label="Ready", means="fight"),
        "cancel": Verb(label="Call it off", means="leave"),
        "increment": Verb(label="Roll for the odds"),
        "leader": Verb(PLAIN, "Send a leader"),
        "lose": Verb(unit, "Lose a unit", means="give"),
        "propose": Verb(label="Lose as proposed", main=True),
        "give_ground": Verb(label="Give ground", means="give"),
        "stand": Verb(label="Stand", means="idle"),
        "withdraw": Verb(means="give"),
        "pursue": Verb(label="Promise to advance"),
        "decline": Verb(label="Do not advance", means="idle"),
        "fall_back": Verb(label="Retreat as drawn", main=True),
        "redirect": Verb(unit, "Send another way"),
        "retreat": Verb(hex_, "Retreat to"),
        "surrender": Verb(label="Give the unit up", means="give"),
        "advance": Verb(unit),
        "go_on": Verb(unit, "Advance a second hex"),
        "enter": Verb(hex_, "Advance into"),
        "done": DONE,
    }


VERBS = verbs(GRID, NUMBER)


BY_SCENARIO = "scenario"
"""The value of an option by which the scenario says whether it is on."""
LEFT = (BY_SCENARIO, "off", "on")

OPTIONS = (
    Option(
        "coordination", "Coordinated headquarters", "Several Army HQs, one check.", "14M3", LEFT
    ),
    Option("overstacking", "Overstacks", "Corps HQs crowd more units into a hex.", "8C2", LEFT),
    Option(
        *("limited_intelligence", "Limited intelligence", "Corps off the front are hidden."),
        *("14N2", LEFT),
    ),
    Option("siege", "Siege", "Surrounded hexes are entered and besieged.", "15G", LEFT),
    Option("split_nets", "Split rail nets", "Sections of a net are apart.", "7A9", LEFT),
    Option("river_movement", "River movement", "Units go along rivers.", "7C", LEFT),
    Option("incremental_odds", "Incremental odds", "Odds between columns by a die.", "9L"),
    Option(
        "field_artillery_losses", "Field guns as infantry", "Field guns may be lost first.", "9D.4"
    ),
    Option("marginal_units", "Marginal units", "A strength of 0 may count a half.", "9G2"),
)


def _check_options() -> None:
    """Scenarios turn on only options that there are."""
    for folder in SCENARIO_FOLDERS.values():
        told = read_toml(folder / "scenario.toml")
        for option in told.get("options", {}).get("on", ()):
            if option not in {one.name for one in OPTIONS}:
                raise DataError(folder / "scenario.toml", None, f"there is no option {option!r}")


_check_options()
SCENARIOS = told_scenarios(SCENARIO_FOLDERS)
