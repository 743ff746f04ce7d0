"""What may stand in each chart of ``tables``, and of which kind it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from trenchline.games.the_great_war.chart_kinds import (
    COUNT,
    DATE,
    FLAG,
    SHARE,
    SIDE,
    SIDED,
    WEATHER,
    WHOLE,
    WORD,
    ZONE,
    Shape,
    by_weather,
    check_tables,
    counts,
    each,
    one_of,
)
from trenchline.kernel.data import File

TAGS = ("army hq", "corps hq", "transport")
"""[8A4] Units that stand free in a hex ..."""
LIMITS = ("rail", "water", "zero")
"""... and limits of movement by which others do."""
WATERS = ("river", "minor_canal", "major_river", "great_river", "lake", "sea")
SWAMPS = ("swamp", "wooded swamp", "salt lake", "canal-intensive")
"""What may freeze: water in hexsides, and wet ground."""


_ROOM: Shape = {
    **counts("units", "small_res", "fortress"),
    "artillery": [counts("res", "divisions")],
}
_GUNS: Shape = each(("field", "heavy", "siege", "heavy siege", "coast"), SHARE)
_EFFECT: Shape = {
    "side": one_of("attacker", "defender", "both"),
    "attempts": COUNT,
    "closed_weather?": [WEATHER],
    "half_weather?": [WEATHER],
    "shifts?": FLAG,
    "safe?": FLAG,
    "resource_points?": COUNT,
}
_RESULT: Shape = {
    "side": one_of("attacker", "defender", "weaker"),
    "loss": SHARE,
    "other?": SHARE,
    "retreat": one_of("must", "may", "no", "both may", "defender may"),
}
_TASK: Shape = {
    **{
        f"{key}?": COUNT
        for key in (
            *("points", "points_easy", "points_port", "points_railroad"),
            *("turns", "turns_easy", "turns_hard", "resources", "resources_hard", "res"),
        )
    },
    "quick?": FLAG,
}
_LIMIT: Shape = {
    "all": COUNT,
    "RU?": COUNT,
    "later?": [{"from": DATE, "side": SIDE, "res": COUNT}],
    "before?": [{"until": DATE, "side": SIDE, "res": COUNT}],
}
_BOTH_SIDES: Shape = each(SIDED, DATE)

_RESULTS: dict[Any, Shape] = {
    "table": {"columns": [WORD]},
    "rows": {WORD: [WORD]},
    "columns": {"last": WORD, "last_infantry": WORD},
}
_TERRAIN: Shape = {
    "prohibited?": FLAG,
    **each(("cm?", "other?"), [COUNT]),
    "exceptions?": {WORD: {WEATHER: COUNT}},
    "die?": WHOLE,
    "aec?": SHARE,
    "line?": COUNT,
    "frozen?": WORD,
    "stacking?": WORD,
    "positional?": FLAG,
    "halves?": [WORD],
}
_HEXSIDE: Shape = {
    **each(("cost?", "frozen?", "pontoon?", "line?", "line_not_clear?"), COUNT),
    **each(("prohibited?", "disrupts?"), FLAG),
    **each(("high_only?", "closed?"), [WEATHER]),
    "halves?": [WORD],
    "aec?": SHARE,
}
_WORKS: Shape = {
    "level": COUNT,
    **each(("die", "die_infantry"), WHOLE),
    "positional": FLAG,
    "maintained?": FLAG,
    "captured": WORD,
}

SHAPES: Final[Mapping[str, dict[Any, Shape]]] = {
    "rail": {
        "capacity": counts(
            *("depot", "depot_activation", "artillery_cm_factor", "low_volume_factor"),
            "least_to_activate",
        ),
        "temporary": {"res_a_point": COUNT, "most_share": SHARE},
        "building": counts("points", "points_lille_lost", "points_with_usa"),
        "transfer": counts("most", "res_a_point"),
        "capture": counts("loses", "gains"),
        "deterioration": counts(
            *("from", "engineers", "depots", "least_safe", "loss", "loss_lille_lost")
        ),
        "split": counts("yard", "depot"),
    },
    "stacking": {
        "regular": _ROOM,
        "mountain": _ROOM,
        "arctic or desert": _ROOM,
        "free": {"tags": [one_of(*TAGS)], "limits": [one_of(*LIMITS)]},
    },
    "weather": {
        "kinds": {"all": [WEATHER]},
        "zones": {"arctic": [ZONE], "desert": [ZONE]},
        "freezing": {"frozen": by_weather([one_of(*WATERS, *SWAMPS)])},
        "combat": by_weather(WHOLE),
    },
    "supply": {
        "lines": by_weather([COUNT]),
        "rail": counts("low_volume_most", "all_low_below", "foreign_high_a_low"),
        "transport": counts("one", "three"),
        "general_supply_points": {
            "rows": [{"low_volume": COUNT, "port": WORD, "points": COUNT}],
            **counts("phases", "fortress_res"),
        },
        "combat": counts(
            *("with_headquarters", "otherwise", "artillery_factor", "overstack_factor", "free_res")
        ),
        "effects": each(
            (
                *("in_supply", "combat_supply", "isolated", "second_turn"),
                *("second_turn_movement", "first_turn_cm_movement"),
            ),
            SHARE,
        ),
        "allies": counts("res"),
        "ports": counts("major", "standard", "minor", "marginal", "a_hit"),
        "cartage": counts("army_headquarters", "transport", "transport_units"),
    },
    "movement": {
        "zones": each(("full", "reduced"), counts("others", "nimble")),
        "overruns": {"least": COUNT, "rows": [counts("odds", "others", "nimble")]},
        "nimble": {"tags": [WORD]},
        "rates": {
            **each(("cm", "water", "cavalry", "light", "mountain", "infantry"), SHARE),
            **each(("irregular", "others"), SHARE),
            "reserve_distance": COUNT,
        },
        "accelerated": {
            "factor": COUNT,
            **each(
                (
                    *("good_roads", "good_closed_hexes", "good_closed_sides"),
                    *("poor_open_hexes", "poor_open_sides", "good_everywhere"),
                ),
                [WORD],
            ),
        },
        "fatigue": counts(
            *("points_a_hit", "points_a_hit_tender", "hits_a_column", "hits_a_level"),
            *("rest_points", "rest_points_tender"),
        ),
        "rail": counts(
            *("hexes_a_point", "strategic", "gauge_change_points", "gauge_change_hexes"),
            *("logistics_operational", "logistics_strategic"),
        ),
        "river": counts("sides_a_point", "logistics", "capacity_a_yard"),
        "far_maps": counts("hexes_a_point", "sides_a_point"),
    },
    "artillery": {
        **each(
            (
                *("bombarding", "improved great fortress"),
                *("improved new fortress", "improved old fortress"),
            ),
            _GUNS,
        ),
        "tactics": {
            "modern": {"needs": COUNT, "attack": SHARE},
            "old": {"needs": COUNT, "attack": SHARE},
            "excess": COUNT,
        },
        "divisions": counts("most", "most_with_siege", "most_siege_hq"),
        "bombardment": {
            **each(("outside_zone", "afterwards", "far_combat"), SHARE),
            **counts("hits_a_step_division", "hits_a_step_brigade", "far"),
        },
    },
    "special_effects": {
        **each(("AECA", "AECD", "ATEC", "CEC", "EEC", "GEC", "SEC"), _EFFECT),
        "brigade": counts("res"),
    },
    "construction": {
        "tasks": each(
            (
                "fieldworks",
                "entrenchment",
                "fort",
                "improved fort",
                "improve fortress",
                "road",
                "demolish works",
                "demolish bridge",
                "demolish port",
                "repair port",
                "repair rail",
                "clear rail",
                "break rail",
                "repair bridge",
                "repair great bridge",
                "regauge",
                "upgrade rail",
                "extend rail",
                "pontoon",
                "major pontoon",
                "upgrade port",
                "devastate",
                "repair devastation",
            ),
            _TASK,
        ),
        "weather": {"poor": [WEATHER], "factor": COUNT},
        "hard": {
            **each(("hexes", "sides", "closed_sides"), [WORD]),
            "road_needs_resource": COUNT,
        },
        "easy": {"hexes": [WORD]},
        "divisions": counts("least_attack", "factor"),
        "labour": counts("distance"),
        "devastation": counts("points", "low_volume", "line"),
    },
    "replacements": {
        "limits": {
            **each(("cm", "artillery", "engineers", "cavalry", "light_mountain"), _LIMIT),
            "minor_factor": SHARE,
        },
        "counting": {WORD: SHARE},
        "special": {"equipment": COUNT, "manpower": COUNT, WORD: COUNT},
        "zero_move": {
            "periods": [DATE],
            **each(("minor", "major", "central"), [COUNT]),
        },
        "march": {WORD: COUNT},
        "isolated": counts("factor"),
        "disbanding": {"major": COUNT, "minor": COUNT, "scrapping_share": SHARE},
        "repair": counts("battalion", "regiment"),
        "costs": {
            "rows": [{"kinds": WORD, "least_attack?": COUNT, "full": [COUNT], "cadre?": [COUNT]}]
        },
        "scrapping": {"manpower": SHARE, "equipment": SHARE},
        "draft": counts("points", "turns"),
    },
    "cooperation": {
        "with": each(SIDED, {"whom": WORD, "who": one_of("minor", "all")}),
        "supply_only": {"pairs": [[WORD]]},
    },
    "leaders": {"roll": each(("left", "centre", "right"), [COUNT])},
    "combat": {
        "modifiers": each(
            (
                "infantry_attacker",
                "infantry_defender",
                "rifle_assault",
                "adverse_terrain",
                "morale",
                "no_cooperation_attack",
                "no_cooperation_defence",
                "contested",
                "devastated",
                "disrupted_headquarters_attack",
                "disrupted_headquarters_defence",
                "special_effect",
                "resource_centre",
            ),
            WHOLE,
        ),
        "modifiers_ours": each(("tactical_reconnaissance",), WHOLE),
        "mobile": each(("AE", "AH", "AR", "AQ", "AS", "HX", "EX", "DR", "DH", "DE"), _RESULT),
        "positional": each(("AD", "AL", "AX", "BX", "BXM", "DX", "DXM", "DL", "DD"), _RESULT),
        "losses": {
            "overstack": SHARE,
            **each(("dearer_overstacked", "guns_last", "two_hexes"), [WORD]),
            "ignores_zones_attack": COUNT,
            "ignores_zones_movement": [COUNT],
            "least_odds": WORD,
        },
    },
    "success": {
        "table": {"rows": [{"most?": COUNT, "result": one_of("F*", "F", "S", "S*")}]},
        "modifiers": each(
            (
                "reserve_adjacent",
                "special_brigade",
                "flamethrower",
                "survival_stronghold",
                "survival_cold",
                "headquarters_disrupted",
                "headquarters_coordinated",
                "unreliable_activation",
            ),
            WHOLE,
        ),
        "modifiers_ours": each(
            (
                "gas_unprepared",
                "special_small",
                "charge_supported",
                "charge_machinegun",
                "charge_no_aec",
                "flooding",
                "resource_centre_each",
            ),
            WHOLE,
        ),
    },
    "sizes": {
        "quarters": each(
            (
                "battalion",
                "remnant",
                "cadre",
                "regiment",
                "corps",
                "artillery_hq",
                "brigade",
                "army",
                "division_none",
                "division_self",
                "division_full",
                "cadre_US",
                "division_US",
                "division_OT",
                "general_supply_point",
                "equipment_point",
                "manpower_point",
                "resource_point",
            ),
            COUNT,
        ),
        "advanced": {
            "rows": [{"nation": WORD, "kinds": [WORD], "attack": COUNT, "quarters": COUNT}]
        },
        "disrupted": each(("attack", "defence", "effects", "movement"), SHARE),
        "badly_disrupted": each(("attack", "defence", "effects", "movement"), SHARE),
    },
    "water": {
        "interdiction": {
            "rows": [{"most?": COUNT, "result": WORD}],
            **counts("points_lost", "movement"),
        },
        "gunnery": each(("guns", "division", "others"), SHARE),
        "dominance": {"seas": {WORD: one_of("", *SIDED)}, "elsewhere": one_of("", *SIDED)},
        "ports": counts("great", "major", "standard", "minor", "marginal", "upgrade"),
    },
    "dates": {
        **each(("entrenchments", "forts", "improved forts"), _BOTH_SIDES),
        **each(("divisional entrenchments", "devastation", "motor transport"), {"both": DATE}),
        "short retreats": {"West": DATE, "elsewhere": DATE},
        "infantry tactics": each(("cm_cavalry", "light_mountain", "rifle"), DATE),
    },
    "mobile": _RESULTS,
    "positional": _RESULTS,
    "bombardment": {
        "table": {"columns": [COUNT]},
        "rows": {WORD: [WORD]},
        "pinned": {"cells": [{"die": WHOLE, "column": COUNT, "result": WORD}]},
        "modifiers": each(("told", "ours"), {WORD: WHOLE}),
    },
    "terrain": {
        WORD: _TERRAIN,
        "pinned": {"cells": [{"terrain": WORD, "who": WORD, "cost": COUNT}]},
        "weather": {"cavalry_in_mud": COUNT, "over_snow": WEATHER},
    },
    "hexsides": {WORD: _HEXSIDE, "attack_across": {WORD: SHARE}},
    "works": {
        WORD: _WORKS,
        "attackers": {WORD: each(("all?", "cavalry?", "cm?"), SHARE)},
        "cities": {"full": WHOLE},
        "cities_ours": {"partial": WHOLE},
    },
}
"""Every chart by its name."""


def check_chart(file: File, name: str, tables: Mapping[str, Any]) -> None:
    """Look through a chart; the first mistake is raised with its line."""
    check_tables(file, tables, SHAPES[name])
