"""The report of an analysis: one HTML file that needs nothing beside it.

It is drawn by the very files that draw the analysis at the table (``web/js/analysis.js`` and what
that needs), put into the page one after the other.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

import msgspec

import trenchline
from trenchline.analysis.findings import Analysis

WEB = Path(trenchline.__file__).parent / "web"
SCRIPTS = ("dom.js", "curves.js", "film.js", "analysis.js")
"""In an order in which each needs only those before it."""
SHEETS = ("base.css", "analysis.css")
STYLE = """
html, body { height: auto; overscroll-behavior: auto; }
main { max-width: 56rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
.kicker { margin-bottom: .3rem; }
h1 { font-size: 1.9rem; margin-bottom: 1rem; }
@media print { section, li { break-inside: avoid; } }
"""
IMPORT = re.compile(r"^import .*?;\n", re.MULTILINE | re.DOTALL)
SHARED = re.compile(r"^export (?:const|function|class) (\w+)", re.MULTILINE)
EXPORT = re.compile(r"^export (?=const|function|class)", re.MULTILINE)


def page(found: Analysis) -> str:
    """The report."""
    title = f"{found.title}: {found.scenario}"
    players = ", ".join(
        f"{side}: {player}" for side, player in zip(found.sides, found.players, strict=False)
    )
    told = "\n".join(f"<p>{escape(line)}</p>" for line in found.summary)
    style = "\n".join((WEB / "css" / name).read_text("utf-8") for name in SHEETS)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}: what turned the war</title>
<style>{style}{STYLE}</style>
</head>
<body>
<main>
<p class="kicker">{escape(players or "An analysis")}</p>
<h1>{escape(title)}</h1>
<noscript>{told}<p>Charts and maps need JavaScript.</p></noscript>
<div id="analysis"></div>
</main>
<script type="application/json" id="found">{_inside_a_script(msgspec.json.encode(found))}</script>
<script type="module">
{_bundled()}
const found = JSON.parse(document.getElementById("found").textContent);
document.getElementById("analysis").append(analysisOf(found, null));
</script>
</body>
</html>
"""


def _inside_a_script(data: bytes) -> str:
    """JSON that no browser takes for the end of the script it stands in."""
    return data.decode().replace("<", "\\u003c")


def _bundled() -> str:
    """The scripts, each a function that gives what it shares with those after it: what a file keeps
    to itself may be called alike in another."""
    scripts = []
    for name in SCRIPTS:
        text = IMPORT.sub("", (WEB / "js" / name).read_text("utf-8"))
        given = ", ".join(SHARED.findall(text))
        plain = EXPORT.sub("", text)
        scripts.append(f"const {{ {given} }} = (() => {{\n{plain}\nreturn {{ {given} }};\n}})();")
    return "\n".join(scripts)
