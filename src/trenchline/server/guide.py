"""A game's guide as a page that reads by itself: ``guide.md`` beside the game, with its pictures.

What the guide cites, like [8.59], is told under the pointer in the words of our rulebook.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape
from pathlib import Path

from markdown_it import MarkdownIt

from trenchline.kernel.editions import GUIDE_PICTURES
from trenchline.kernel.game import AnyGame
from trenchline.kernel.rulebook import Rulebook, load_rulebook

FILE = "guide.md"
CITED = re.compile(r"\[([^\[\]\s]+)\]")
PICTURE = re.compile(r'<p><img src="([^"]+)" alt="([^"]*)"[^>]*></p>')

PAGE = """<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light">
  <title>{title} · Trenchline</title>
  <link rel="icon" href="/icon.svg" type="image/svg+xml">
  <link rel="stylesheet" href="/css/base.css">
  <link rel="stylesheet" href="/css/guide.css">
</head>
<body class="guide">
<header><a href="/">Trenchline</a> <nav aria-label="Contents">{contents}</nav></header>
<main>
{body}
</main>
</body>
</html>
"""


def guide_of(game: AnyGame) -> str:
    """Where the guide to a game is read, if somebody has written one."""
    return f"/guide/{game.name}" if (game.folder / FILE).is_file() else ""


@lru_cache(maxsize=32)
def guide_page(folder: Path, address: str) -> bytes:
    """The whole page; its pictures lie below the address."""
    body = MarkdownIt("commonmark").render((folder / FILE).read_text(encoding="utf-8"))
    book = load_rulebook(folder)
    body = CITED.sub(lambda found: _case(book, found[1]) or found[0], body)
    body = PICTURE.sub(
        lambda found: (
            f'<figure><img src="{address}/{Path(found[1]).name}" alt="" loading="lazy">'
            f"<figcaption>{found[2]}</figcaption></figure>"
        ),
        body,
    )
    title = re.search("<h1>(.*?)</h1>", body)
    assert title is not None, f"{folder / FILE} has no title"
    chapters: list[str] = []

    def named(found: re.Match[str]) -> str:
        chapters.append(f'<a href="#chapter-{len(chapters) + 1}">{found[1]}</a>')
        return f'<h2 id="chapter-{len(chapters)}">{found[1]}</h2>'

    body = re.sub("<h2>(.*?)</h2>", named, body)
    return PAGE.format(title=title[1], body=body, contents=" ".join(chapters)).encode()


def _case(book: Rulebook, number: str) -> str | None:
    """A citation with what the case says, for whoever points at it."""
    if number not in book:
        return None
    case = book[number]
    return f'<abbr title="{escape(f"{case.title}: {case.summary}")}">[{number}]</abbr>'


def picture(folder: Path, name: str) -> bytes | None:
    """A picture of the guide, if there is one of this name."""
    file = folder / GUIDE_PICTURES / name
    return file.read_bytes() if file.is_file() else None
