"""Names for the engine's numbers, for everything written as plain data: views, events, positions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, TypeAlias

from msgspec import Meta

from whistlestop.core import fields
from whistlestop.format import CARDS, Card, Color, Counts, Ruleset

Phase: TypeAlias = Annotated[str, Meta(extra={"alias": "Phase"})]
"""The name of a phase: one of `Ruleset.phases`."""


def counted(cards: Mapping[Card, int] | Mapping[Color, int], names: Mapping[Card, str] | None = None) -> str:
    """Return cards in readable notation: `red*2+wild`, or a dash for none.

    names: the board's own names of cards, added for those that have one (MECH-6): `red*2+wild (2 Coal)`.
    """
    text = "+".join(card if n == 1 else f"{card}*{n}" for card, n in cards.items() if n) or "-"
    own = ", ".join(f"{n} {names[card]}" for card, n in cards.items() if n and names and card in names)
    return f"{text} ({own})" if own else text


def called(card: str, names: Mapping[Card, str]) -> str:
    """Return the word of a card with the board's own name of it, if it has one (MECH-6): `purple (Coal)`.

    Other words are returned unchanged.
    """
    return f"{card} ({names[card]})" if card in names else card  # type: ignore[index]


def card_name(card: int) -> Card | None:
    """Return the name of a card; None for an empty slot."""
    return None if card == fields.NONE else CARDS[card]


def cards_of(counts: Iterable[int]) -> Counts:
    """Return counts by card as a dictionary without zeros."""
    return {card: int(count) for card, count in zip(CARDS, counts, strict=True) if count}


def numbers_of(words: Iterable[int]) -> list[int]:
    """Return the members of a bit set, in order."""
    found = []
    for place, word in enumerate(words):
        rest = int(word)
        while rest:
            low = rest & -rest
            found.append(place * 64 + low.bit_length() - 1)
            rest ^= low
    return found


def added(after: Iterable[int], before: Iterable[int]) -> list[int]:
    """Return the bits that are set in `after` but not in `before`, word by word."""
    return [now & ~then for now, then in zip(after, before, strict=True)]


def tickets_of(ruleset: Ruleset, words: Iterable[int]) -> list[str]:
    """Return the ids of a set of tickets, in order."""
    return [ruleset.tickets[number].id for number in numbers_of(words)]
