"""Notation: the words of all mechanisms, with their places and payments."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, ClassVar

from whistlestop.core.fields import OFFER, PLAYERS
from whistlestop.errors import IllegalAction, NotationError, short
from whistlestop.format import Counts, Notation
from whistlestop.format.schema import COLORS
from whistlestop.text.payment import parse_payment, payment_text

from .parts import Telling, Word


class ToldNotation(Notation):
    """The texts of a ruleset's actions, in the words of the mechanisms of its kind."""

    own: ClassVar[dict[str, Word]] = {}
    """The words of the kind's mechanisms."""

    def __init_subclass__(cls, tellings: Sequence[Telling] = (), **options: Any) -> None:
        super().__init_subclass__(**options)
        found = {code: word for each in tellings for code, word in each.words.items()}
        cls.own = {word.word: word for word in found.values()}
        cls.words = {**Notation.words, **{code: word.word for code, word in found.items()}}
        cls.bare = {
            *Notation.bare,
            *(word.word for word in found.values() if not word.paid and not word.named and not word.place),
        }

    def _places(self, sort: str) -> Sequence[str]:
        """Return the texts of the places of a sort, by their numbers in actions."""
        return self._texts_of_places[sort]

    @cached_property
    def _texts_of_places(self) -> dict[str, Sequence[str]]:
        return {
            "route": [route.id for route in self.board.routes],
            "city": [city.id for city in self.board.cities],
            "seat": [str(seat) for seat in range(PLAYERS)],
            "count": [str(count) for count in range(OFFER + 1)],
            "figure": [f"{city.country or city.id}:{card}" for city in self.board.cities for card in COLORS],
        }

    def _own_text(self, word: str, arg: int, cards: Counts) -> str:
        own = self.own[word]
        place = [self._places(own.place)[arg]] if own.place else []
        payment = [payment_text(cards if own.cards is None else own.cards(arg))] if own.paid else []
        return ":".join([word, *place, *payment])

    def _parse_own(self, word: str, rest: str) -> int:
        own = self.own[word]
        if own.place and own.paid:
            place, _, payment = rest.rpartition(":")
        else:
            place, payment = (rest, "") if own.place else ("", rest)
        if own.place and place not in self._places(own.place):
            raise NotationError(f"unknown {own.place} {short(place)}")
        text = payment_text(parse_payment(payment)) if own.paid else ""
        canonical = ":".join(part for part in (word, place, text) if part)
        action = self._ids.get(canonical)
        if action is None:
            raise IllegalAction(own.never.format(payment=text, action=canonical))
        return action
