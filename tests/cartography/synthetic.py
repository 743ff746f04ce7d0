"""A small made-up geography: one island with a mountain, a river and a lake, and its map."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

BOARD = """\
[grid]
orientation = "flat"
lower = "even"
numbering = "CCRR"
columns = [1, 6]
rows = [1, 5]

[words]
country = ["", "AA", "BB"]
terrain = ["clear", "rough", "sea"]
side = ["river"]
place = ["town"]
"""

STYLE = """\
margin = 0.5

[heading]
title = "Island"
at = [1, 1]

[countries]
AA = { name = "Aland", colour = "#7c9fd2" }
BB = { name = "Bland", colour = "#cf9a72" }
"""

PROJECTION = "+proj=lcc +lat_1=45 +lat_2=55 +lat_0=50 +lon_0=10 +datum=WGS84 +units=km"

TOWNS = {"Westburg": (9.0, 50.0), "Eastburg": (11.0, 50.0), "Norham": (10.0, 50.8)}


def _feature(kind: str, coordinates: object, **properties: object) -> dict[str, object]:
    geometry = {"type": kind, "coordinates": coordinates}
    return {"type": "Feature", "properties": properties, "geometry": geometry}


def write_geography(folder: Path) -> Path:
    """The files of the reference geography."""
    turns = np.linspace(0, 2 * np.pi, 60)
    coast = [[10 + 1.5 * np.cos(t), 50 + 0.95 * np.sin(t)] for t in turns]
    lake = [[10.5, 50.1], [10.8, 50.1], [10.8, 50.3], [10.5, 50.3], [10.5, 50.1]]
    river = [[10.0, 50.2], [10.0, 49.8], [10.05, 49.2], [10.0, 48.4]]
    desert = [[10.8, 49.4], [11.6, 49.4], [11.6, 50.2], [10.8, 50.2], [10.8, 49.4]]
    files = {
        "land_10m": [_feature("Polygon", [coast])],
        "lakes_50m": [_feature("Polygon", [lake], name="Mere", scalerank=3)],
        "rivers_50m": [_feature("LineString", river, name="Long", scalerank=2)],
        "physical_regions_10m_v13": [_feature("Polygon", [desert], name="Dry", cla="desert")],
    }
    for name, features in files.items():
        text = json.dumps({"type": "FeatureCollection", "features": features})
        (folder / f"{name}.geojson").write_text(text, encoding="utf-8")
    lon, lat = np.linspace(5, 15, 121), np.linspace(46, 54, 97)
    away = np.hypot((lon[None, :] - 9.6) * 0.64, lat[:, None] - 50.2)
    height = 2500 * np.exp(-((away / 0.4) ** 2)) + 50 - 3000 * (away > 2.2)
    np.savez(folder / "etopo5_europe.npz", elev=height.astype(np.int16), lon=lon, lat=lat)
    rows = [f"{name},{lon},{lat}" for name, (lon, lat) in TOWNS.items()]
    (folder / "gazetteer_ww1.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return folder


def write_map(folder: Path) -> Path:
    """A map folder of six columns by five rows, half land."""
    (folder / "board.toml").write_text(BOARD, encoding="utf-8")
    (folder / "style.toml").write_text(STYLE, encoding="utf-8")
    rows = ["hex,country,terrain,source,note"]
    for column in range(1, 7):
        for row in range(1, 6):
            inner = 2 <= column <= 5 and 2 <= row <= 4
            country = ("AA" if column <= 3 else "BB") if inner else ""
            terrain = "clear" if inner else "sea"
            rows.append(f"{column:02}{row:02},{country},{terrain},reconstructed,")
    (folder / "hexes.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    (folder / "hexsides.csv").write_text("hex,neighbour,kind,name,source,note\n", encoding="utf-8")
    (folder / "places.csv").write_text(
        "hex,kind,name,owner,value,source,note\n0203,town,Westburg,AA,,history,\n", encoding="utf-8"
    )
    pins = ["hex,name,lon,lat,source,note"]
    homes = {"Westburg": "0203", "Eastburg": "0503", "Norham": "0301"}
    pins += [f"{homes[n]},{n},{lon},{lat},history," for n, (lon, lat) in TOWNS.items()]
    (folder / "pins.csv").write_text("\n".join(pins) + "\n", encoding="utf-8")
    return folder
