"""Why not: for choices that are not legal, the case that forbids them and the reason.

Each function asks the rules in the order in which a player would: is it time, is it yours, is the
way open. Every cause has a reason of its own.
"""
