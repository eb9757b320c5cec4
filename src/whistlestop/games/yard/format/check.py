"""Whether a card game makes sense and fits the engine (CARD-1 to CARD-6)."""

from __future__ import annotations

from collections.abc import Iterator

from whistlestop.core import fields
from whistlestop.format import check
from whistlestop.format.schema import COLORS, end_cities
from whistlestop.games.yard.engine import fields as layout

from .schema import TicketRow, YardData


def find_problems(data: YardData) -> list[str]:
    """Everything that is wrong with a card game, each with the place it is at; empty if it can be played."""
    return [*_settings(data), *_cities(data), *_tickets(data), *_cards(data)]


def _settings(data: YardData) -> Iterator[str]:
    yield from check.check_players(data)
    yield from check.check_offers(data.opening.tickets, data.opening.keep, data.draw.keep)
    yield from check.check_tie_breaks(data.scoring.tie_breaks)
    if data.passes.two_from is None and data.passes.hand:
        yield "passes: a hand for the second pass, but two_from says of no game that it has one"


def _cities(data: YardData) -> Iterator[str]:
    yield from check.check_cities(data.cities)
    big = sum(city.bonus is not None for city in data.cities)
    if big > layout.CITIES:
        yield f"cities: {big} with a bonus are too many, the most is {layout.CITIES}"
    named = {city for ticket in data.tickets for city in (ticket.origin, *ticket.targets)}
    for city in data.cities:
        if city.id not in named:
            yield f"city {city.id}: no ticket names it"


def _tickets(data: YardData) -> Iterator[str]:
    yield from check.check_tickets([ticket.id for ticket in data.tickets], layout.TICKETS)
    cities = {city.id for city in data.cities}
    for ticket in data.tickets:
        yield from _ticket(ticket, cities, data)
    needed = data.players.max * data.opening.tickets
    if len(data.tickets) < needed:
        yield (
            f"tickets: {len(data.tickets)} are too few to deal {data.opening.tickets}"
            f" to each of {data.players.max} players"
        )


def _ticket(ticket: TicketRow, cities: set[str], data: YardData) -> Iterator[str]:
    if len(ticket.targets) != 1 or len(ticket.points) != 1:
        yield f"ticket {ticket.id}: it has one target and one value"
        return
    a, b = ticket.origin, ticket.targets[0]
    for city in (a, b):
        if city not in cities:
            yield f"ticket {ticket.id}: unknown city {city!r}"
    if a == b:
        yield f"ticket {ticket.id}: both ends are the same city"
    if end_cities(ticket.id) != (a, b) or a > b:
        yield f"ticket {ticket.id}: an id names the two cities in alphabetical order, {min(a, b)}-{max(a, b)}"
    if not ticket.cards:
        yield f"ticket {ticket.id}: it needs no cards"
    if sum(max(0, count - data.cards.per_color) for count in ticket.cards.values()) > data.cards.wilds:
        yield f"ticket {ticket.id}: there are not enough cards in the game to complete it"


def _cards(data: YardData) -> Iterator[str]:
    cards, most = data.cards, data.players.max
    for count, limit, what in (
        (cards.per_color, layout.COLORED, "of each color"),
        (cards.wilds, layout.WILDS, "wilds"),
    ):
        if count > limit:
            yield f"cards: {count} {what} are too many, the most is {limit}"
    total = len(COLORS) * cards.per_color + cards.wilds
    yield from check.check_deck(total, fields.DECK)
    if cards.wilds < most * cards.start_wilds:
        yield f"cards: {cards.wilds} wilds are too few to give {cards.start_wilds} to each of {most} players"
    if total <= most * (cards.start_wilds + cards.start_hand) + fields.MARKET:
        yield f"cards: {total} are too few for {most} players, the market and a deck to draw from (CARD-4)"
