"""What a finished game teaches: the chance to win over time, luck, turning points and mistakes.

A record is played again and weighed with the eyes of the game's staff. ``analyse`` puts everything
together (``whole``); ``page`` makes one HTML file of it.
"""
