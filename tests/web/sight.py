"""What an eye sees on the page: what covers what, and how well text stands out."""

from __future__ import annotations

from tests.web.browser import Table

COVERED = """() => {
    const boxes = selector => [...document.querySelectorAll(selector)].map(element => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        return { left: left + 1, top: top + 1, right: right - 1, bottom: bottom - 1, name:
            element.closest("[data-key]")?.dataset.key ?? element.className };
    }).filter(box => box.right > box.left && box.bottom > box.top);
    const frame = document.querySelector(".map").getBoundingClientRect();
    const counters = boxes(".counters .choosable .card").filter(box => box.left > frame.left &&
        box.right < frame.right && box.top > frame.top && box.bottom < frame.bottom);
    const over = boxes(".mapbuttons, .hexcard:not([hidden]), .edge-sign, .side, .decision, .bar");
    return counters.flatMap(a => over.filter(b => a.left < b.right && b.left < a.right &&
        a.top < b.bottom && b.top < a.bottom).map(b => `${a.name} under ${b.name}`));
}"""
"""Counters that can be chosen and lie under something else."""

FAINT = """() => {
    const parse = text => {
        const n = text.match(/[\\d.]+/g).map(Number);
        const by = text.startsWith("color(") ? 255 : 1;
        return [n[0] * by, n[1] * by, n[2] * by, n[3] ?? 1];
    };
    const over = (a, b) => [0, 1, 2].map(i => a[i] * a[3] + b[i] * (1 - a[3])).concat(1);
    const light = colour => colour.slice(0, 3).map(v => v / 255)
        .map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
        .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
    const found = new Set();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const text = walker.currentNode.textContent.trim();
        const element = walker.currentNode.parentElement;
        if (!text || element.closest("svg, .sr-only, noscript, :disabled")) continue;
        if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        const box = element.getBoundingClientRect();
        if (box.bottom < 0 || box.top > innerHeight) continue;
        const chain = [];
        for (let e = element; e; e = e.parentElement) chain.unshift(getComputedStyle(e));
        const ground = chain.reduce((under, style) => over(parse(style.backgroundColor), under),
            [255, 255, 255, 1]);
        const [r, g, b, a] = parse(chain.at(-1).color);
        const opacity = chain.reduce((all, style) => all * Number(style.opacity), a);
        const [x, y] = [light(over([r, g, b, opacity], ground)), light(ground)];
        const ratio = (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
        if (ratio < 4.5) found.add(`${element.className || element.tagName} ${text.slice(0, 30)}: `
            + ratio.toFixed(2));
    }
    return [...found];
}"""
"""Text whose contrast with what lies under it is below 4.5."""


def covered(table: Table) -> list[str]:
    """Counters that can be chosen and lie under something else."""
    return list(table.page.evaluate(COVERED))


def faint(table: Table) -> list[str]:
    """Text that is hard to read, in light and in dark."""
    found = []
    for theme in ("dark", "light"):
        table.page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        found += [f"{theme}: {what}" for what in table.page.evaluate(FAINT)]
    return found
