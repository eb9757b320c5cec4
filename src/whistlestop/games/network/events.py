"""Events of the map games: routes, tunnels, stations."""

from __future__ import annotations

from whistlestop.core import fields
from whistlestop.format import CARDS, Card, Counts
from whistlestop.games.network.mechanisms.stations.rules import STATION
from whistlestop.games.network.mechanisms.tunnels.rules import SURCHARGE, TUNNEL, WITHDRAW
from whistlestop.observation import Observation
from whistlestop.text import events as common
from whistlestop.text.events import Event, SeatEvent
from whistlestop.text.view import market

from .view import payment, tickets


class MarketResetEvent(Event, kw_only=True):
    """The market had too many wilds and was laid out anew, so many times."""

    times: int
    market: list[Card | None]


class ReshuffledEvent(Event, kw_only=True):
    """The discard pile became the deck; `deck` is its new size."""

    deck: int


class ClaimedEvent(SeatEvent, kw_only=True):
    """A route was claimed."""

    route: str
    payment: Counts
    points: int


class TunnelEvent(SeatEvent, kw_only=True):
    """Cards were revealed for a tunnel; `payment` is what was laid, `surcharge` what is asked for beyond it."""

    route: str
    payment: Counts
    revealed: list[Card]
    surcharge: int


class SurchargeEvent(SeatEvent, kw_only=True):
    """The surcharge of a tunnel was paid."""

    payment: Counts


class WithdrewEvent(SeatEvent, kw_only=True):
    """The seat gave a tunnel up."""

    route: str


class StationEvent(SeatEvent, kw_only=True):
    """A station was built."""

    city: str
    payment: Counts


class TicketDoneEvent(SeatEvent, kw_only=True):
    """A ticket is complete; only for your own seat."""

    ticket: str


EVENTS: tuple[type[Event], ...] = (
    MarketResetEvent,
    ReshuffledEvent,
    ClaimedEvent,
    TunnelEvent,
    SurchargeEvent,
    WithdrewEvent,
    StationEvent,
    TicketDoneEvent,
)
"""Those that only these games have."""


def events(before: Observation, after: Observation, _live: bool) -> list[Event]:
    """What the seat learns from one action, in order."""
    a, b = after.values, before.values
    told = common.action(before, after) or _action(before, after)
    told = [*told, *_supply(before, after), *_own_tickets(before, after)]
    if a["final_left"] != fields.NONE and b["final_left"] == fields.NONE:
        told.append(common.final_round(after))
    return told + common.ending(before, after)


def _action(before: Observation, after: Observation) -> list[Event]:
    """An action that only these games have."""
    a, b, ruleset = after.values, before.values, after.ruleset
    did, arg, seat = a["did"], a["did_arg"], a["did_by"]
    paid = payment(a["did_color"], a["did_colored"], a["did_wild"])
    if did == STATION:
        return [StationEvent(seat=seat, city=ruleset.cities[arg].id, payment=paid)]
    if did == WITHDRAW:
        return [WithdrewEvent(seat=seat, route=ruleset.routes[b["laid_route"]].id)]
    if did == SURCHARGE:
        laid = payment(b["laid_color"], b["laid_colored"], b["laid_wild"])
        return [SurchargeEvent(seat=seat, payment=paid), _claimed(after, b["laid_route"], laid)]
    told: list[Event] = []
    if ruleset.rules["route_tunnel"][0, arg]:
        told.append(
            TunnelEvent(
                seat=seat,
                route=ruleset.routes[arg].id,
                payment=paid,
                revealed=[CARDS[card] for card in a["did_revealed"] if card != fields.NONE],
                surcharge=a["surcharge"],
            )
        )
    if a["phase"] != TUNNEL:
        told.append(_claimed(after, arg, paid))
    return told


def _claimed(after: Observation, number: int, paid: Counts) -> ClaimedEvent:
    route = after.ruleset.routes[number]
    return ClaimedEvent(seat=after.values["did_by"], route=route.id, payment=paid, points=route.points)


def _supply(before: Observation, after: Observation) -> list[Event]:
    """What became of market and deck."""
    a = after.values
    told: list[Event] = []
    if a["did_reshuffles"]:
        told.append(ReshuffledEvent(deck=a["deck_size"]))
    if a["did_resets"]:
        told.append(MarketResetEvent(times=a["did_resets"], market=market(after.public)))
    else:
        told += common.refilled(before, after)
    return told


def _own_tickets(before: Observation, after: Observation) -> list[Event]:
    """Tickets that the seat has just completed; nobody else hears of it (USA-30)."""
    seat, a = after.seat, after.values
    if seat is None or a["did_by"] != seat or a["owned"][seat] == before.values["owned"][seat]:
        return []
    done = {ticket.id for ticket in tickets(before, seat) if ticket.state == "done"}
    return [
        TicketDoneEvent(seat=seat, ticket=ticket.id)
        for ticket in tickets(after, seat)
        if ticket.state == "done" and ticket.id not in done
    ]
