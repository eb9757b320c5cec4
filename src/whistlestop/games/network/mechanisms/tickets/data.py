"""Data format of tickets (USA-3, USA-26 to USA-28, EUR-2, EUR-3, EUR-6, SWI-4, SWI-6)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Annotated, Any, Literal

import numpy as np
from msgspec import Meta, Struct

from whistlestop.core import fields
from whistlestop.format import check
from whistlestop.format.catalogue import LISTED, Catalogue
from whistlestop.format.check import ALL, Problem
from whistlestop.format.schema import Count, end_cities
from whistlestop.games.aid import AidLine, ScoreLine
from whistlestop.games.network import sizes
from whistlestop.games.network.format.tables import TicketRow
from whistlestop.games.telling import Part
from whistlestop.games.writing import Stage, Writing
from whistlestop.text.public import OfferInfo

Refused = Literal["bottom", "removed", "shuffled"]
REFUSED_CODES = {"bottom": fields.TO_BOTTOM, "removed": fields.OUT_OF_GAME, "shuffled": fields.SHUFFLED}


class Offer(Struct, frozen=True, forbid_unknown_fields=True):
    """Number of tickets offered, number to keep, and where refused tickets go."""

    regular: Annotated[int, Meta(ge=1, le=6)]
    keep: Count
    refused: Refused = "bottom"
    long: Annotated[int, Meta(ge=0, le=2)] = 0


class Settings(Struct, frozen=True, kw_only=True):
    """Sections of `ruleset.toml`."""

    opening: Offer
    draw: Offer


def offers(data: Any) -> Iterator[Problem]:
    """Check the offers of the opening and of later turns."""
    opening: Offer = data.opening
    draw: Offer = data.draw
    yield from check.check_offers(opening.regular + opening.long, opening.keep, draw.keep)
    if draw.long:
        yield Problem("draw: only the opening can deal long tickets (EUR-6)", ("draw", "long"))


def tickets(data: Any) -> Iterator[Problem]:
    """Check the table of tickets."""
    places = {city.id for city in data.cities} | data.countries.keys()
    yield from check.check_tickets([ticket.id for ticket in data.tickets], sizes.TICKETS)
    for n, ticket in enumerate(data.tickets):
        for text in _ticket(ticket, places):
            yield Problem(f"ticket {ticket.id}: {text}", ("tickets", n), (("cities",), ("countries",)))


def _ticket(ticket: TicketRow, places: set[str]) -> Iterator[str]:
    if not ticket.targets or len(ticket.targets) != len(ticket.points):
        yield f"it has {len(ticket.targets)} targets but {len(ticket.points)} values"
    if len(ticket.targets) > sizes.TARGETS:
        yield f"{len(ticket.targets)} targets are too many; the maximum is {sizes.TARGETS}"
    if len(set(ticket.targets)) < len(ticket.targets):
        yield "it names a target twice"
    for place in (ticket.origin, *ticket.targets):
        if place not in places:
            yield f"unknown city or country {place!r}"
    if ticket.origin in ticket.targets:
        yield "origin and target are the same"
    if ticket.id.split("-")[0] != ticket.origin:
        yield f"the id must begin with the origin {ticket.origin}"


def supply(data: Any) -> Iterator[Problem]:
    """Check that there are enough tickets for the opening."""
    most = data.players.max
    for long, count in ((False, data.opening.regular), (True, data.opening.long)):
        held = sum(ticket.long == long for ticket in data.tickets)
        if held < most * count:
            sort = "long" if long else "regular"
            text = f"tickets: {held} {sort} tickets are too few to deal {count} to each of {most} players"
            yield Problem(text, ("tickets",), (ALL,))
    if not data.opening.long and not data.mixture.long and any(ticket.long for ticket in data.tickets):
        yield Problem("tickets: some are long, but opening.long is 0", ("tickets",), (ALL,))


def paths(data: Any) -> Iterator[Problem]:
    """Check that every ticket can be completed on the empty board. No path leads through a country (SWI-4)."""
    every = range(data.players.min, data.players.max + 1) if data.in_play.routes else [0]
    for players in every:
        yield from _paths(data, players)


def _paths(data: Any, players: int) -> Iterator[Problem]:
    """Check the routes in play with this number of players (MECH-3); 0: with any number."""
    part = {city.id: city.id for city in data.cities}

    def root(city: str) -> str:
        while part[city] != city:
            city = part[city]
        return city

    for route in data.routes:
        if not players or players in data.in_play.routes.get(route.id, (players,)):
            a, b = end_cities(route.id)
            part[root(a)] = root(b)
    border = defaultdict(set)
    for city in data.cities:
        if city.country:
            border[city.country].add(city.id)
    for n, ticket in enumerate(data.tickets):
        start = {root(city) for city in border.get(ticket.origin, {ticket.origin})}
        for target in ticket.targets:
            if not start & {root(city) for city in border.get(target, {target})}:
                text = f"ticket {ticket.id}: no path leads from {ticket.origin} to {target}"
                text += f" with {players} players" if players else ""
                yield Problem(text, ("tickets", n), (ALL,))


def largest_offer(data: Any) -> int:
    """Return the number of tickets in the largest offer."""
    return int(max(data.opening.regular + data.opening.long, data.draw.regular))


def most_actions(data: Any) -> int:
    """Return the number of subsets of an offer."""
    return 1 << max(largest_offer(data), LISTED)


def fill(r: Any, ruleset: Any) -> None:
    """Fill in the numbers of offers, and the tickets."""
    opening: Offer = ruleset.data.opening
    draw: Offer = ruleset.data.draw
    r["deal_long"], r["deal_regular"] = opening.long, opening.regular
    r["opening_keep_min"], r["opening_refused"] = opening.keep, REFUSED_CODES[opening.refused]
    r["draw_tickets"], r["draw_keep_min"] = draw.regular, draw.keep
    r["draw_refused"] = REFUSED_CODES[draw.refused]
    nodes: dict[str, int] = defaultdict(int)
    for n, city in enumerate(ruleset.cities):
        nodes[city.id] |= 1 << n
        if city.country:
            nodes[city.country] |= 1 << n
    r["tickets"] = len(ruleset.tickets)
    for n, ticket in enumerate(ruleset.tickets):
        r["ticket_origin"][n] = np.uint64(nodes[ticket.origin])
        r["ticket_targets"][n] = len(ticket.targets)
        r["ticket_loss"][n] = min(ticket.points)
        r["ticket_long"][n] = ticket.long
        for place, (target, points) in enumerate(zip(ticket.targets, ticket.points, strict=True)):
            r["ticket_target"][n, place] = np.uint64(nodes[target])
            r["ticket_points"][n, place] = points


def actions(catalogue: Catalogue, ruleset: Any) -> None:
    """Add the actions of drawing and keeping tickets."""
    catalogue.add_tickets(largest_offer(ruleset.data))


class Numbers(Struct, kw_only=True):
    """The numbers that explain offers."""

    start_tickets: int
    start_long: int
    start_keep: int
    start_refused: Refused
    draw_tickets: int
    draw_keep: int
    draw_refused: Refused


def numbers(data: Any) -> dict[str, Any]:
    """Return the values of `Numbers`."""
    opening: Offer = data.opening
    draw: Offer = data.draw
    return {
        "start_tickets": opening.regular,
        "start_long": opening.long,
        "start_keep": opening.keep,
        "start_refused": opening.refused,
        "draw_tickets": draw.regular,
        "draw_keep": draw.keep,
        "draw_refused": draw.refused,
    }


def public(ruleset: Any) -> dict[str, Any]:
    """Return the numbers of tickets drawn and kept."""
    draw: Offer = ruleset.data.draw
    return {"draw": OfferInfo(tickets=draw.regular + draw.long, keep=draw.keep)}


def aid(ruleset: Any) -> Iterator[AidLine | ScoreLine]:
    """Yield the lines about drawing and scoring tickets."""
    draw: Offer = ruleset.data.draw
    values = {"count": draw.regular + draw.long, "keep": draw.keep}
    yield AidLine("turn", 30, "aid.tickets.title", ("aid.tickets",), values)
    yield ScoreLine("rules.table.done", "rules.table.done_points")
    yield ScoreLine("rules.table.failed", "rules.table.failed_points")
    if any(len(ticket.targets) > 1 for ticket in ruleset.tickets):
        yield ScoreLine("rules.table.country_failed", "rules.table.country_points")


WRITING = Writing(
    settings=Settings,
    problems={Stage.OFFERS: offers, Stage.TICKETS: tickets, Stage.SUPPLY: supply, Stage.PATHS: paths},
    most_actions=most_actions,
    fill=fill,
    actions=actions,
    tie_breaks={"tickets": fields.MOST_TICKETS},
    numbers=Part(Numbers, numbers),
    public=public,
    aid=aid,
)
