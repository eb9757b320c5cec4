"""The words of the card game: `set:green*2+wild*2`, `trio:red+blue+yellow`, `stop`, `declare:chicago-new_york`."""

from __future__ import annotations

from collections.abc import Sequence

from whistlestop.format import Board
from whistlestop.games.telling.notation import ToldNotation

from .telling import TELLINGS


class YardNotation(ToldNotation, tellings=TELLINGS):
    """The texts of a card game's actions. Declarations are not in the catalogue, since every set of tickets is one."""

    def __init__(self, board: Board) -> None:
        super().__init__(board)
        self._declare = int(board.rules[0]["id_declare"])

    def means(self, action: int) -> bool:
        """Return whether a number is an action of this ruleset."""
        return 0 <= action < self._declare + (1 << len(self.board.tickets))

    def text(self, action: int, offer: Sequence[int] = ()) -> str:
        """Return the text of an action. `offer` are the engine's numbers of the tickets on offer, in order."""
        if action < self._declare:
            return super().text(action, offer)
        declared = action - self._declare
        return self._named("declare", (t for t in range(len(self.board.tickets)) if declared >> t & 1))

    def _parse_own(self, word: str, rest: str) -> int:
        if word == "declare":
            return self._declare + sum(1 << ticket for ticket in self._parse_tickets(rest))
        return super()._parse_own(word, rest)
