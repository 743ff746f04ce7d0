"""The face of the game package: how its choices are written and what it offers."""

from __future__ import annotations

from trenchline.games.kaisers_war.components import BOXES, CODES, COUNTRIES, GRID, UNITS
from trenchline.kernel.game import (
    PLAIN,
    Names,
    Option,
    Scenario,
    hex_names,
    unit_names,
    word_names,
)

_HEX = hex_names(GRID)
_UNIT = unit_names(UNITS)
_BOX = word_names(BOXES, "box")
_NATION = word_names(CODES, "nation")
_COUNTRY = word_names(COUNTRIES, "country")

VERBS: dict[str, Names | None] = {
    "place": _HEX,
    "auto": None,
    "box": _BOX,
    "arrive": _UNIT,
    "mobilize": _UNIT,
    "demobilize": None,
    "dismiss": _UNIT,
    "convert": _UNIT,
    "entrench": _HEX,
    "unit": _UNIT,
    "top": _UNIT,
    "supply_by_sea": _HEX,
    "move": _HEX,
    "step": _HEX,
    "force": None,
    "rail": _HEX,
    "sail": _HEX,
    "assault": _HEX,
    "ship_home": _BOX,
    "drop": _HEX,
    "stay": None,
    "done": None,
    "attack": _HEX,
    "bombard": _HEX,
    "air_superiority": _HEX,
    "bomb": _HEX,
    "fly": None,
    "with": _UNIT,
    "join": None,
    "support": _UNIT,
    "supply": _UNIT,
    "big_push": None,
    "infiltrate": None,
    "stand_firm": None,
    "contest": _UNIT,
    "lose": _UNIT,
    "retreat_to": _HEX,
    "pursue": _UNIT,
    "pursue_to": _HEX,
    "fly_supply": _UNIT,
    "move_east": None,
    "wait": None,
    "psywar_a": None,
    "psywar_b": None,
    "look": _COUNTRY,
    "look_track": PLAIN,
    "remove": _UNIT,
    "nation": _NATION,
    "fight_on": None,
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
