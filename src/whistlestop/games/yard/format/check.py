"""Check that a card game is consistent and fits the engine (CARD-1 to CARD-6)."""

from __future__ import annotations

from collections.abc import Iterator

from whistlestop.core import fields
from whistlestop.format import check
from whistlestop.format.check import Problem
from whistlestop.format.schema import COLORS, end_cities
from whistlestop.games.yard import sizes

from .schema import TicketRow, YardData


def find_problems(data: YardData) -> list[Problem]:
    """Return all problems of a card game; empty if it can be played."""
    return [*_settings(data), *_cities(data), *_tickets(data), *_cards(data)]


def _settings(data: YardData) -> Iterator[Problem]:
    yield from check.check_players(data)
    yield from check.check_offers(data.opening.tickets, data.opening.keep, data.draw.keep)
    yield from check.check_tie_breaks(data.scoring.tie_breaks)
    yield from check.check_translations(data, {city.id for city in data.cities})
    yield from check.check_card_names(data)
    if data.passes.two_from is None and data.passes.hand:
        text = "passes: hand is for the second pass; set two_from, or remove hand"
        yield Problem(text, ("passes", "hand"))


def _cities(data: YardData) -> Iterator[Problem]:
    yield from check.check_cities(data.cities)
    big = sum(city.bonus is not None for city in data.cities)
    if big > sizes.CITIES:
        yield Problem(f"cities: {big} with a bonus are too many; the maximum is {sizes.CITIES}", ("cities",))
    named = {city for ticket in data.tickets for city in (ticket.origin, *ticket.targets)}
    for n, city in enumerate(data.cities):
        if city.id not in named:
            yield Problem(f"city {city.id}: no ticket names it", ("cities", n), (("tickets",),))


def _tickets(data: YardData) -> Iterator[Problem]:
    yield from check.check_tickets([ticket.id for ticket in data.tickets], sizes.TICKETS)
    cities = {city.id for city in data.cities}
    for n, ticket in enumerate(data.tickets):
        for text in _ticket(ticket, cities, data):
            yield Problem(f"ticket {ticket.id}: {text}", ("tickets", n), (("cities",), ("cards",)))
    dealt, most = data.opening.tickets, data.players.max
    if len(data.tickets) < most * dealt:
        text = f"tickets: {len(data.tickets)} tickets are too few to deal {dealt} to each of {most} players"
        yield Problem(text, ("tickets",), (("opening",), ("players",)))


def _ticket(ticket: TicketRow, cities: set[str], data: YardData) -> Iterator[str]:
    if len(ticket.targets) != 1 or len(ticket.points) != 1:
        yield "it must have exactly one target and one value"
        return
    a, b = ticket.origin, ticket.targets[0]
    for city in (a, b):
        if city not in cities:
            yield f"unknown city {city!r}"
    if a == b:
        yield "both ends are the same city"
    if end_cities(ticket.id) != (a, b) or a > b:
        yield f"name the two cities in alphabetical order: {min(a, b)}-{max(a, b)}"
    if not ticket.cards:
        yield "its list of cards is empty"
    if sum(max(0, count - data.cards.per_color) for count in ticket.cards.values()) > data.cards.wilds:
        yield "the game has too few cards to complete it"


def _cards(data: YardData) -> Iterator[Problem]:
    cards, most = data.cards, data.players.max
    for count, limit, name, what in (
        (cards.per_color, sizes.COLORED, "per_color", "of each color"),
        (cards.wilds, sizes.WILDS, "wilds", "wilds"),
    ):
        if count > limit:
            yield Problem(f"cards: {count} {what} are too many; the maximum is {limit}", ("cards", name))
    total = len(COLORS) * cards.per_color + cards.wilds
    yield from check.check_deck(total, fields.DECK)
    if cards.wilds < most * cards.start_wilds:
        text = f"cards: {cards.wilds} wilds are too few to give {cards.start_wilds} to each of {most} players"
        yield Problem(text, ("cards", "start_wilds"), (("players",),))
    if total <= most * (cards.start_wilds + cards.start_hand) + fields.MARKET:
        text = f"cards: {total} cards are too few for {most} players, the market and a deck (CARD-4)"
        yield Problem(text, ("cards",), (("players",),))
