"""The words of the map games: `claim:denver-omaha:purple*3+wild`, `surcharge:red`, `station:wien:green*2`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from whistlestop.errors import IllegalAction, NotationError, short
from whistlestop.format import Counts
from whistlestop.text.notation import Notation
from whistlestop.text.payment import parse_payment, payment_text

from .telling import TELLINGS

WORDS = {code: word for each in TELLINGS for code, word in each.words.items()}


class NetworkNotation(Notation):
    """The texts of a board's actions."""

    words: ClassVar[dict[int, str]] = {**Notation.words, **{code: word.word for code, word in WORDS.items()}}
    bare: ClassVar[set[str]] = {*Notation.bare, *(word.word for word in WORDS.values() if not word.paid)}
    places: ClassVar[dict[str, str]] = {word.word: word.place for word in WORDS.values() if word.place}
    """What the words name that name a place."""

    def _own_text(self, word: str, arg: int, cards: Counts) -> str:
        places: dict[str, Sequence[Any]] = {"route": self.ruleset.routes, "city": self.ruleset.cities}
        place = [places[self.places[word]][arg].id] if word in self.places else []
        return ":".join([word, *place, payment_text(cards)])

    def _parse_own(self, word: str, rest: str) -> int:
        kind = self.places.get(word)
        place, _, payment = rest.rpartition(":") if kind else ("", "", rest)
        known = {"route": self.ruleset.route_index, "city": self.ruleset.city_index}
        if kind and place not in known[kind]:
            raise NotationError(f"unknown {kind} {short(place)}")
        text = payment_text(parse_payment(payment))
        canonical = ":".join(part for part in (word, place, text) if part)
        action = self._ids.get(canonical)
        if action is None:
            raise IllegalAction(f"{text} can never pay for this: {canonical}")
        return action
