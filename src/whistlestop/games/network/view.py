"""Views of the map games: trains, routes, stations, tunnels."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from whistlestop.core import fields
from whistlestop.format import CARDS, Card, Counts
from whistlestop.observation import Observation
from whistlestop.text import public
from whistlestop.text import view as common
from whistlestop.text.names import numbers_of

from .engine import machine, outlook
from .format.public import NetworkTicketInfo
from .format.schema import NetworkData

TicketState = Literal["open", "done", "impossible"]
TICKET_STATES: dict[int, TicketState] = {
    outlook.TICKET_OPEN: "open",
    outlook.TICKET_DONE: "done",
    outlook.TICKET_LOST: "impossible",
}


class NetworkTicketView(NetworkTicketInfo, kw_only=True):
    """A ticket that a seat holds or may choose; an impossible one not even stations can complete."""

    state: TicketState


class NetworkTicketResult(NetworkTicketInfo, kw_only=True):
    """A ticket as it was scored."""

    state: Literal["done", "failed"]
    scored: int


class NetworkPlayerView(common.PlayerView, kw_only=True):
    """What everybody knows of a player."""

    trains: int
    stations: int
    routes: list[str]
    stations_built: list[str]


class Tunnel(Struct, kw_only=True):
    """A tunnel whose surcharge is owed."""

    seat: int
    route: str
    payment: Counts
    revealed: list[Card]
    surcharge: int


class NetworkResult(common.Result, kw_only=True):
    """A player's final score by parts; `station_routes` are by the station's city."""

    routes: int
    tickets: int
    stations: int
    longest: int
    tickets_completed: int
    longest_path: int
    trail: list[str]
    tickets_list: list[NetworkTicketResult]
    station_routes: dict[str, str]


class NetworkOutcome(common.Outcome, kw_only=True):
    """Final scores and ranking."""

    players: list[NetworkResult]


class NetworkView(common.View, kw_only=True, tag=NetworkData.machine):
    """What a seat knows of a map game."""

    players: list[NetworkPlayerView]
    tickets: list[NetworkTicketView]
    offer: list[NetworkTicketView]
    tunnel: Tunnel | None
    outcome: NetworkOutcome | None


def view(observation: Observation, _look: bool) -> NetworkView:
    """What a seat knows, and what it may do."""
    seat = observation.seat
    return NetworkView(
        **common.view_fields(observation),
        players=[_player(observation, player) for player in range(observation.record["players"])],
        tickets=[] if seat is None else tickets(observation, seat),
        offer=[] if seat is None else [_ticket(observation, seat, t) for t in observation.offer()],
        tunnel=_tunnel(observation),
        outcome=outcome(observation),
    )


def _player(observation: Observation, player: int) -> NetworkPlayerView:
    o, ruleset = observation.record, observation.ruleset
    return NetworkPlayerView(
        **common.player_fields(observation, player),
        trains=int(o["trains"][player]),
        stations=int(o["stations_left"][player]),
        routes=[ruleset.routes[n].id for n in numbers_of(o["owned"][player])],
        stations_built=[ruleset.cities[c].id for c in o["station_city"][player] if c != fields.NONE],
    )


def _ticket(observation: Observation, seat: int, number: int) -> NetworkTicketView:
    """A ticket, and whether the seat has completed it, still can, or no longer can."""
    ticket = observation.ruleset.tickets[number]
    state = machine.ticket_state(observation.array, observation.ruleset.rules, 0, seat, number)
    return NetworkTicketView(
        **public.ticket_fields(ticket), long=ticket.long, state=TICKET_STATES[int(state)]
    )


def tickets(observation: Observation, player: int) -> list[NetworkTicketView]:
    """The tickets that a player holds."""
    return [_ticket(observation, player, t) for t in numbers_of(observation.record["tickets"][player])]


def payment(color: int, colored: int, wild: int) -> Counts:
    """Cards of a color and wilds."""
    paid: Counts = {} if color == fields.WILD else {CARDS[color]: int(colored)}
    return paid | ({"wild": int(wild)} if wild else {})


def _tunnel(observation: Observation) -> Tunnel | None:
    o = observation.record
    if o["phase"] != fields.TUNNEL:
        return None
    return Tunnel(
        seat=int(o["player"]),
        route=observation.ruleset.routes[o["laid_route"]].id,
        payment=payment(o["laid_color"], o["laid_colored"], o["laid_wild"]),
        revealed=[CARDS[card] for card in o["revealed"] if card != fields.NONE],
        surcharge=int(o["surcharge"]),
    )


def outcome(observation: Observation) -> NetworkOutcome | None:
    """Final scores by part and the ranking; None while the game is under way (USA-32)."""
    o = observation.record
    if o["phase"] != fields.OVER:
        return None
    results = [_result(observation, player) for player in range(o["players"])]
    return NetworkOutcome(players=results, winners=common.winners(results))


def _result(observation: Observation, player: int) -> NetworkResult:
    o, ruleset = observation.record, observation.ruleset
    used = zip(o["station_city"][player], o["station_route"][player], strict=True)
    return NetworkResult(
        **common.result_fields(observation, player),
        routes=int(o["score"][player]),
        tickets=int(o["ticket_sum"][player]),
        stations=int(o["station_sum"][player]),
        longest=int(o["bonus"][player]),
        tickets_completed=int(o["completed"][player]),
        longest_path=int(o["longest"][player]),
        trail=[ruleset.routes[n].id for n in machine.trail(observation.array, ruleset.rules, 0, player)],
        tickets_list=[_scored(observation, player, t) for t in numbers_of(o["tickets"][player])],
        station_routes={
            ruleset.cities[city].id: ruleset.routes[route].id for city, route in used if route != fields.NONE
        },
    )


def _scored(observation: Observation, player: int, number: int) -> NetworkTicketResult:
    ticket = observation.ruleset.tickets[number]
    scored = machine.ticket_score(observation.array, observation.ruleset.rules, 0, player, number)
    return NetworkTicketResult(
        **public.ticket_fields(ticket),
        long=ticket.long,
        state="done" if scored > 0 else "failed",
        scored=int(scored),
    )
