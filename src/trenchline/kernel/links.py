"""Links: places that are joined although they are no neighbours.

A port and the sea it opens to, the last hex of one map and the box off it, two boxes of a sea
chart. A link goes from any of some places to all of others; looking links up costs nothing as long
as no place with a link is in the set.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hexes


class Links:
    """Where one may go from places that have links.

    >>> harbour, sea, straits = 3, 100, 101
    >>> links = links_between([(1 << harbour, 1 << sea), (1 << sea, 1 << straits)])
    >>> list(members(links.step(1 << sea)))
    [3, 101]
    >>> links.step(0b111)
    0
    """

    __slots__ = ("__dict__", "doors", "leads")

    def __init__(self, leads: Mapping[int, Hexes]) -> None:
        self.leads = {place: others for place, others in leads.items() if others}
        self.doors: Hexes = 0
        """The places that have a link."""
        for place in self.leads:
            self.doors |= 1 << place

    def step(self, places: Hexes) -> Hexes:
        """All places that some others lead to."""
        found = 0
        leads = self.leads
        for place in members(places & self.doors):
            found |= leads[place]
        return found

    @cached_property
    def backwards(self) -> Links:
        """The same links, passed the other way.

        >>> one_way = links_between([(0b0001, 0b0110)], both=False)
        >>> one_way.step(0b0010), one_way.backwards.step(0b0010)
        (0, 1)
        """
        turned: dict[int, Hexes] = {}
        for place, others in self.leads.items():
            for other in members(others):
                turned[other] = turned.get(other, 0) | 1 << place
        return Links(turned)

    def into(self, there: Hexes) -> Links:
        """The links that lead into some places."""
        return Links({place: others & there for place, others in self.leads.items()})

    def within(self, places: Hexes) -> Links:
        """The links between some of the places only.

        >>> links_between([(0b0001, 0b0110)]).within(0b0011).leads
        {0: 2, 1: 1}
        """
        return Links({p: others & places for p, others in self.leads.items() if places >> p & 1})


def links_between(pairs: Iterable[tuple[Hexes, Hexes]], both: bool = True) -> Links:
    """Links from each place of one set to each of another, and back again if ``both``."""
    leads: dict[int, Hexes] = {}
    for here, there in pairs:
        for place in members(here):
            leads[place] = leads.get(place, 0) | there
        for place in members(there) if both else ():
            leads[place] = leads.get(place, 0) | here
    return Links(leads)


def join_links(one: Links | None, other: Links | None) -> Links | None:
    """All links of two sets of them.

    >>> joined = join_links(links_between([(1, 2)]), links_between([(1, 4)]))
    >>> joined.leads[0]
    6
    """
    if one is None or other is None:
        return other if one is None else one
    leads = dict(one.leads)
    for place, others in other.leads.items():
        leads[place] = leads.get(place, 0) | others
    return Links(leads)
