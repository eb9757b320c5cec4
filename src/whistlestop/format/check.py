"""Checks that the rulesets of all kinds of game share, and what a check finds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from whistlestop.core import fields

from .schema import CityRow, RulesetData
from .shape import Path

ALL: Path = ()
"""Everything there is."""


class Problem(NamedTuple):
    """Something wrong: in words that name the thing, where it stands in the data, and what it was compared with.

    A place is a path: a section of the settings, a whole table, or a table and the number of a row. Whoever reads a
    ruleset from files makes file and line of it, and leaves out what was compared with something unreadable.
    """

    text: str
    at: Path
    beside: tuple[Path, ...] = ()


def duplicates(ids: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The ids that have stood before, each with its number."""
    seen: set[str] = set()
    for n, name in enumerate(ids):
        if name in seen:
            yield n, name
        seen.add(name)


def check_players(data: RulesetData) -> Iterator[Problem]:
    """The numbers of players (COM-1)."""
    if data.players.min > data.players.max:
        yield Problem(
            f"players: min {data.players.min} is greater than max {data.players.max}", ("players", "min")
        )


def check_offers(dealt: int, opening_keep: int, draw_keep: int) -> Iterator[Problem]:
    """Tickets offered in the opening, and how many must be kept then and later."""
    if opening_keep > dealt:
        yield Problem(f"opening: {opening_keep} tickets to keep, but {dealt} are dealt", ("opening", "keep"))
    if dealt > fields.OFFER:
        yield Problem(f"opening: {dealt} tickets are dealt, the most is {fields.OFFER}", ("opening",))
    if draw_keep > 1:
        yield Problem(
            "draw: keep must be 0 or 1, for the last tickets may come one by one (USA-28)", ("draw", "keep")
        )


def check_tie_breaks(names: Sequence[str]) -> Iterator[Problem]:
    """The tie-breakers (COM-22)."""
    if len(set(names)) < len(names):
        yield Problem("scoring: a tie-breaker is named twice", ("scoring", "tie_breaks"))


def check_cities(cities: Sequence[CityRow]) -> Iterator[Problem]:
    """Ids and places of the cities."""
    for n, name in duplicates([city.id for city in cities]):
        yield Problem(f"city {name}: named twice", ("cities", n))
    for n, city in enumerate(cities):
        if (city.lat is None) != (city.lon is None):
            yield Problem(f"city {city.id}: lat and lon must be given both or neither", ("cities", n))


def check_tickets(ids: Sequence[str], most: int) -> Iterator[Problem]:
    """Number and ids of the tickets."""
    if len(ids) > most:
        yield Problem(f"tickets: {len(ids)} are too many, the most is {most}", ("tickets",))
    for n, name in duplicates(ids):
        text = f"ticket {name}: named twice; the second of two equal tickets ends in /2"
        yield Problem(text, ("tickets", n))


def check_deck(cards: int, most: int) -> Iterator[Problem]:
    """The number of train cards."""
    if cards > most:
        yield Problem(f"cards: {cards} are too many, the most is {most}", ("cards",))
