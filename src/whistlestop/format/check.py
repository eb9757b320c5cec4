"""Checks that the rulesets of all machines share. Each yields what is wrong, with the place it is at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from whistlestop.core import fields

from .schema import CityRow, RulesetData


def duplicates(ids: Sequence[str]) -> Iterator[str]:
    """The ids that stand more than once."""
    for name, count in Counter(ids).items():
        if count > 1:
            yield name


def check_players(data: RulesetData) -> Iterator[str]:
    """The numbers of players (COM-1)."""
    if data.players.min > data.players.max:
        yield f"players: min {data.players.min} is greater than max {data.players.max}"


def check_offers(dealt: int, opening_keep: int, draw_keep: int) -> Iterator[str]:
    """Tickets offered in the opening, and how many must be kept then and later."""
    if opening_keep > dealt:
        yield f"opening: {opening_keep} tickets to keep, but {dealt} are dealt"
    if dealt > fields.OFFER:
        yield f"opening: {dealt} tickets are dealt, the most is {fields.OFFER}"
    if draw_keep > 1:
        yield "draw: keep must be 0 or 1, for the last tickets may come one by one (USA-28)"


def check_tie_breaks(names: Sequence[str]) -> Iterator[str]:
    """The tie-breakers (COM-22)."""
    if len(set(names)) < len(names):
        yield "scoring: a tie-breaker is named twice"


def check_cities(cities: Sequence[CityRow]) -> Iterator[str]:
    """Ids and places of the cities."""
    for name in duplicates([city.id for city in cities]):
        yield f"city {name}: named twice"
    for city in cities:
        if (city.lat is None) != (city.lon is None):
            yield f"city {city.id}: lat and lon must be given both or neither"


def check_tickets(ids: Sequence[str], most: int) -> Iterator[str]:
    """Number and ids of the tickets."""
    if len(ids) > most:
        yield f"tickets: {len(ids)} are too many, the most is {most}"
    for name in duplicates(ids):
        yield f"ticket {name}: named twice; the second of two equal tickets ends in /2"


def check_deck(cards: int, most: int) -> Iterator[str]:
    """The number of train cards."""
    if cards > most:
        yield f"cards: {cards} are too many, the most is {most}"
