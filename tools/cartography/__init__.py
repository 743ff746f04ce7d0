"""Maps from geography: fit a map to the globe, propose its hex facts, paint it, check it.

Run as ``python -m tools.cartography``; ``docs/maps.md`` tells how a map is made.
"""
