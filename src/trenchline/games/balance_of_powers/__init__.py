"""Balance of Powers (2016): corps and months, the war on land and the economy behind it."""

from __future__ import annotations

from trenchline.games.balance_of_powers.face import GAME

__all__ = ["GAME"]
