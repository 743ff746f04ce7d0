"""The face of the game package: how its choices are written and what it offers."""

from __future__ import annotations

from trenchline.games.kaisers_war.components import BOXES, CODES, COUNTRIES, GRID, UNITS
from trenchline.kernel.game import Option, Scenario
from trenchline.kernel.verbs import DONE, PLAIN, Verb, hex_names, unit_names, word_names

_HEX = hex_names(GRID)
_UNIT = unit_names(UNITS)
_BOX = word_names(BOXES, "box")
_NATION = word_names(CODES, "nation")
_COUNTRY = word_names(COUNTRIES, "country")

VERBS = {
    "place": Verb(_HEX),
    "auto": Verb(label="Place all the rest"),
    "box": Verb(_BOX),
    "arrive": Verb(_UNIT, "Place an arrival"),
    "mobilize": Verb(_UNIT, "Mobilize", means="spend"),
    "demobilize": Verb(means="give"),
    "dismiss": Verb(_UNIT, "Demobilize", means="give"),
    "convert": Verb(_UNIT),
    "entrench": Verb(_HEX, "Dig trenches (3 points)", means="fortify"),
    "unit": Verb(_UNIT, "Move a unit", means="pick"),
    "top": Verb(_UNIT, "Bring to the top"),
    "supply_by_sea": Verb(_HEX, "Supply by sea", means="spend"),
    "move": Verb(_HEX, means="move"),
    "step": Verb(_HEX, means="move"),
    "force": Verb(label="Force march (1 point)", means="move"),
    "rail": Verb(_HEX, "Go by rail", means="move"),
    "sail": Verb(_HEX, "Go by sea", means="move"),
    "assault": Verb(_HEX, "Assault from the sea", means="attack"),
    "ship_home": Verb(_BOX, "Ship to a box", means="move"),
    "drop": Verb(_HEX, "Land from the air", means="move"),
    "stay": Verb(label="Stay here", means="idle"),
    "done": DONE,
    "attack": Verb(_HEX, means="attack"),
    "bombard": Verb(_HEX, means="attack"),
    "air_superiority": Verb(_HEX, means="attack"),
    "bomb": Verb(_HEX, means="attack"),
    "fly": Verb(),
    "with": Verb(_UNIT, "Add an attacker", means="join"),
    "join": Verb(label="Join battle", means="fight"),
    "call_off": Verb(label="Call the attack off", means="leave"),
    "support": Verb(_UNIT, "Add support", means="join"),
    "supply": Verb(_UNIT, "Maximum supply (1 point)", means="spend"),
    "big_push": Verb(label="Roll on Big Push", means="fight"),
    "infiltrate": Verb(label="Roll on Infiltration", means="fight"),
    "stand_firm": Verb(label="They shall not pass", means="spend"),
    "contest": Verb(_UNIT),
    "lose": Verb(_UNIT, "Take the loss", means="give"),
    "give_up": Verb(_UNIT, "Give up a unit", means="give"),
    "retreat_to": Verb(_HEX, "Retreat"),
    "pursue": Verb(_UNIT),
    "pursue_to": Verb(_HEX, "Pursue to"),
    "fly_supply": Verb(_UNIT),
    "move_east": Verb(),
    "wait": Verb(means="idle"),
    "psywar_a": Verb(label="Column A"),
    "psywar_b": Verb(label="Column B"),
    "look": Verb(_COUNTRY),
    "look_track": Verb(PLAIN),
    "remove": Verb(_UNIT),
    "nation": Verb(_NATION),
    "fight_on": Verb(),
}

SCENARIOS = (
    Scenario("1918", "1918", "The last offensive: March to December 1918."),
    Scenario("1918-1919", "1918 to 1919", "The war goes on, into the year that never was."),
)

OPTIONS = (
    Option("free_deployment", "Free deployment", "Both sides choose their ground.", "29"),
    Option("east", "The Russian front", "Bolsheviks, nationalists, Czechs, Anarchists.", "30"),
    Option("critical_cities", "Critical cities", "The fall of capitals shakes nations.", "31"),
    Option("psywar", "Psychological warfare", "Propaganda, mutiny, strikes.", "32"),
    Option("morale", "Morale effects", "High morale drives, low morale cripples.", "33"),
    Option("no_pass", "They Shall Not Pass", "Defenders may swear to hold.", "34"),
    Option("annihilation", "Annihilation", "Units cut off take long to return.", "35"),
    Option("naval", "Expanded naval operations", "Sorties, straits, supply by sea.", "36"),
    Option("trenches", "Additional trenchlines", "Dig in anywhere, at a price.", "37"),
    Option("air", "Additional air missions", "Superiority, bombing, supply, recon.", "38"),
    Option("mechanized", "Mechanized warfare", "Tanks pursue in mass.", "39"),
    Option("poles", "The Poles", "They may fight for either side.", "40"),
    Option("blockade", "Allied blockade", "Hunger wears the Central Powers down.", "41"),
    Option("sudden_death", "Expanded sudden death", "Every great city wins the war.", "42"),
    Option("may_extend", "Extension", "After 1918 both may agree to fight on.", "27.1"),
    Option(
        "long_end",
        "Last turn of 1919",
        "The track ends on 11, the text on 10.",
        "27.1",
        ("11", "10"),
    ),
)
