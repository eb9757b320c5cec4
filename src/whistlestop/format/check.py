"""Checks that the rulesets of all kinds of game share, and their results."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from whistlestop.core import fields
from whistlestop.errors import short
from whistlestop.languages import LANGUAGES

from .schema import CARDS, GRAY, CardNames, CityRow, RulesetData
from .shape import Path

ALL: Path = ()
"""The whole ruleset."""


class Problem(NamedTuple):
    """A problem: text that names the subject, its place in the data, and the places that it was compared with.

    A place is a path: a section of the settings, a whole table, or a table and a row number. Readers of files convert
    it to a file and line, and ignore problems that involve unreadable parts.
    """

    text: str
    at: Path
    beside: tuple[Path, ...] = ()


def duplicates(ids: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the repeated ids, each with its position."""
    seen: set[str] = set()
    for n, name in enumerate(ids):
        if name in seen:
            yield n, name
        seen.add(name)


def check_players(data: RulesetData) -> Iterator[Problem]:
    """Check the numbers of players (COM-1)."""
    if data.players.min > data.players.max:
        yield Problem(
            f"players: min {data.players.min} is greater than max {data.players.max}", ("players", "min")
        )


def check_offers(dealt: int, opening_keep: int, draw_keep: int) -> Iterator[Problem]:
    """Check the tickets offered in the opening, and how many must be kept then and later."""
    if opening_keep > dealt:
        yield Problem(f"opening: {opening_keep} tickets to keep, but {dealt} are dealt", ("opening", "keep"))
    if dealt > fields.OFFER:
        yield Problem(
            f"opening: {dealt} tickets are too many to deal; the maximum is {fields.OFFER}", ("opening",)
        )
    if draw_keep > 1:
        yield Problem(
            "draw: keep must be 0 or 1, since an offer may have only one ticket (USA-28)", ("draw", "keep")
        )


def check_tie_breaks(names: Sequence[str]) -> Iterator[Problem]:
    """Check the tie-breakers (COM-22)."""
    if len(set(names)) < len(names):
        yield Problem("scoring: a tie-breaker is listed twice", ("scoring", "tie_breaks"))


def check_cities(cities: Sequence[CityRow]) -> Iterator[Problem]:
    """Check ids and positions of the cities."""
    for n, name in duplicates([city.id for city in cities]):
        yield Problem(f"city {name}: the id is used twice", ("cities", n))
    for n, city in enumerate(cities):
        if (city.lat is None) != (city.lon is None):
            yield Problem(f"city {city.id}: set both lat and lon, or neither", ("cities", n))


def check_tickets(ids: Sequence[str], most: int) -> Iterator[Problem]:
    """Check number and ids of the tickets."""
    if len(ids) > most:
        yield Problem(f"tickets: {len(ids)} are too many; the maximum is {most}", ("tickets",))
    for n, name in duplicates(ids):
        text = f"ticket {name}: the id is used twice; add /2 to the second of two equal tickets"
        yield Problem(text, ("tickets", n))


def check_deck(cards: int, most: int) -> Iterator[Problem]:
    """Check the number of train cards."""
    if cards > most:
        yield Problem(f"cards: {cards} are too many; the maximum is {most}", ("cards",))


def check_names(
    where: str, names: Iterable[str], what: str, known: Collection[str], part: str
) -> Iterator[Problem]:
    """Check that the keys of a table are ids of places. where: the path of the table, with dots."""
    for place in names:
        if place not in known:
            near = get_close_matches(place, known, 1)
            hint = f". Did you mean {near[0]!r}?" if near else ""
            yield Problem(f"{where}: unknown {what} {place!r}{hint}", (*where.split("."), place), ((part,),))


def check_rings(where: str, rings: Iterable[Sequence[float]]) -> Iterator[Problem]:
    """Check that each ring is at least three points on the earth: lon, lat, lon, lat, ..."""
    for n, ring in enumerate(rings):
        if len(ring) < 6 or len(ring) % 2 or any(abs(v) > (90 if k % 2 else 180) for k, v in enumerate(ring)):
            text = f"{where}[{n}]: write at least three points as lon, lat, lon, lat, ..., in degrees"
            yield Problem(text, (*where.split("."), n))


def check_translations(
    data: RulesetData, cities: Collection[str], countries: Collection[str] = ()
) -> Iterator[Problem]:
    """Check the languages of the translations, and the ids of the places that they name."""
    for language, translation in data.translations.items():
        where = ("translations", language)
        if language not in LANGUAGES:
            text = f"translations: unknown language {short(language)}, not one of {', '.join(LANGUAGES)}"
            yield Problem(text, where)
        for part, what, names, known in (
            ("cities", "city", translation.cities, cities),
            ("countries", "country", translation.countries, countries),
        ):
            yield from check_names(f"translations.{language}.{part}", names, what, known, part)


def check_card_names(data: RulesetData) -> Iterator[Problem]:
    """Check that the names of cards differ from each other and from other colors, in each language (MECH-6)."""
    yield from _distinct(("card_names",), data.card_names, {})
    for language, translation in data.translations.items():
        where = ("translations", language, "card_names")
        for card in translation.card_names:
            if card not in data.card_names:
                text = f"{'.'.join(where)}: {card} has no name in card_names, which other languages show"
                yield Problem(text, (*where, card), (("card_names",),))
        yield from _distinct(where, translation.card_names, data.card_names)


def _distinct(where: tuple[str, ...], names: CardNames, others: CardNames) -> Iterator[Problem]:
    """Check the names in a table. others: those of the cards that are not in it."""
    taken: dict[str, str] = {word: word for word in (*CARDS, GRAY)}
    taken |= {name.lower(): card for card, name in others.items() if card not in names}
    for card, name in names.items():
        other = taken.setdefault(name.lower(), card)
        if other != card:
            text = f"{'.'.join(where)}: {short(name)} cannot be the name of {card}; it is that of {other}"
            yield Problem(text, (*where, card), (("card_names",),))
