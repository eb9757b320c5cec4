"""Conditions: statements about a game that one seat's observation decides, as texts such as `free:denver-omaha`.

A text is a word, followed by a colon and its subject if it has one. `!` in front negates it. Mechanisms add words of
their own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from whistlestop.core import fields
from whistlestop.errors import NotationError, short
from whistlestop.format import CARDS

from .knowledge import Knowledge
from .view import market


@dataclass(frozen=True)
class Condition:
    """One word of conditions."""

    holds: Callable[[Knowledge, str], bool]
    """`holds(observation, subject)`: whether the statement is true for the seat that observes."""
    subjects: Callable[[Knowledge], Sequence[str]]
    """`subjects(observation)`: the subjects that the seat can use; one empty text if the word stands alone."""


def _final_round(observation: Knowledge, _subject: str) -> bool:
    return bool(observation.values["final_left"] != fields.NONE)


COMMON: Mapping[str, Condition] = {
    "market": Condition(lambda observation, card: card in market(observation.public), lambda _seen: CARDS),
    "final_round": Condition(_final_round, lambda _seen: ("",)),
}
"""The conditions of every game: a card is face up, and the final round has begun (COM-21)."""


def parse(words: Mapping[str, Condition], observation: Knowledge, text: str) -> tuple[Condition, str, bool]:
    """Return the word of a condition, its subject, and whether it must be true.

    Raises NotationError if the seat cannot use this condition.
    """
    word, colon, subject = text.removeprefix("!").partition(":")
    found = words.get(word)
    if found is None:
        raise NotationError(f"{short(text)} is not a condition: {short(word)} is unknown")
    if subject not in found.subjects(observation) or bool(colon) != bool(subject):
        raise NotationError(f"{short(text)}: {short(subject)} is nothing that {word} can be about")
    return found, subject, not text.startswith("!")


def offered(words: Mapping[str, Condition], observation: Knowledge) -> list[str]:
    """Return all conditions that a seat can use, without the negated ones."""
    return [
        f"{word}:{subject}" if subject else word
        for word, one in words.items()
        for subject in one.subjects(observation)
    ]
