"""The words of the card game: `set:green*2+wild*2`, `trio:red+blue+yellow`, `stop`, `declare:chicago-new_york`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from whistlestop.errors import IllegalAction
from whistlestop.format import COLORS, Counts, Ruleset
from whistlestop.games.yard.mechanisms.cards.rules import STOP
from whistlestop.games.yard.mechanisms.declarations.rules import DECLARE
from whistlestop.games.yard.mechanisms.rows.rules import SET
from whistlestop.games.yard.mechanisms.singles.rules import TRIO
from whistlestop.text.notation import Notation
from whistlestop.text.payment import parse_payment, payment_text


class YardNotation(Notation):
    """The texts of a card game's actions. Declarations are not in the catalogue: every set of tickets is one."""

    words: ClassVar[dict[int, str]] = {
        **Notation.words,
        SET: "set",
        TRIO: "trio",
        STOP: "stop",
        DECLARE: "declare",
    }
    bare: ClassVar[set[str]] = {*Notation.bare, "stop"}

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__(ruleset)
        self._declare = int(ruleset.rules[0]["id_declare"])

    def means(self, action: int) -> bool:
        """Whether an int is an action of this ruleset."""
        return 0 <= action < self._declare + (1 << len(self.ruleset.tickets))

    def text(self, action: int, offer: Sequence[int] = ()) -> str:
        """The text of an action. `offer` are the tickets on offer, in order, as the engine numbers them."""
        if action < self._declare:
            return super().text(action, offer)
        declared = action - self._declare
        return self._named("declare", (t for t in range(len(self.ruleset.tickets)) if declared >> t & 1))

    def _own_text(self, word: str, arg: int, cards: Counts) -> str:
        if word == "trio":
            cards = {color: arg >> n & 1 for n, color in enumerate(COLORS)}
        return f"{word}:{payment_text(cards)}"

    def _parse_own(self, word: str, rest: str) -> int:
        if word == "declare":
            return self._declare + sum(1 << ticket for ticket in self._parse_tickets(rest))
        canonical = f"{word}:{payment_text(parse_payment(rest))}"
        action = self._ids.get(canonical)
        if action is None:
            what = "a set is cards of one color and wilds, at least two in all (CARD-23)"
            if word == "trio":
                what = "three singles have three different colors and no wild (CARD-24)"
            raise IllegalAction(f"{canonical} can never be placed: {what}")
        return action
