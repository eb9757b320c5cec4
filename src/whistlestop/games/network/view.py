"""Views of the map games: trains, routes, stations, tunnels."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from msgspec import Struct

from whistlestop.core import fields
from whistlestop.format import CARDS, Card, Counts, Ruleset
from whistlestop.games.network import machine
from whistlestop.games.network.mechanisms.tickets import outlook
from whistlestop.games.network.mechanisms.tunnels.rules import TUNNEL
from whistlestop.observation import Observation, Public
from whistlestop.text import public
from whistlestop.text import view as common
from whistlestop.text.names import numbers_of

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
        players=observation.public.once(_players),
        tickets=[] if seat is None else tickets(observation, seat),
        offer=[] if seat is None else [_ticket(observation, seat, t) for t in observation.offer()],
        tunnel=observation.public.once(_tunnel),
        outcome=outcome(observation),
    )


def _players(public: Public) -> list[NetworkPlayerView]:
    return [_player(public, player) for player in range(public.values["players"])]


def _player(public: Public, player: int) -> NetworkPlayerView:
    o, ruleset = public.values, public.ruleset
    return NetworkPlayerView(
        **common.player_fields(public, player),
        trains=o["trains"][player],
        stations=o["stations_left"][player],
        routes=public.once(_routes, of=("owned",))[player],
        stations_built=[ruleset.cities[c].id for c in o["station_city"][player] if c != fields.NONE],
    )


def _routes(public: Public) -> list[list[str]]:
    """The routes of each player."""
    routes = public.ruleset.routes
    return [[routes[n].id for n in numbers_of(owned)] for owned in public.values["owned"]]


def _ticket(observation: Observation, seat: int, number: int) -> NetworkTicketView:
    """A ticket, and whether the seat has completed it, still can, or no longer can."""
    ruleset = observation.ruleset
    state = machine.ticket_state(observation.array, ruleset.rules, 0, seat, number)
    return _ticket_view(ruleset, number, state)


def _no_tickets(_public: Public) -> dict[tuple[int, ...], list[NetworkTicketView]]:
    """Where tickets by their seat and set are kept while nothing is claimed: who asks for a set knows it."""
    return {}


@lru_cache(4096)
def _ticket_view(ruleset: Ruleset, number: int, state: int) -> NetworkTicketView:
    ticket = ruleset.tickets[number]
    return NetworkTicketView(**public.ticket_fields(ticket), long=ticket.long, state=TICKET_STATES[state])


def tickets(observation: Observation, player: int) -> list[NetworkTicketView]:
    """The tickets that a player holds."""
    held = observation.values["tickets"][player]
    kept = observation.public.once(_no_tickets, of=("owned", "open", "trains", "link"))
    found = kept.get((player, *held))
    if found is None:
        found = kept[player, *held] = [_ticket(observation, player, t) for t in numbers_of(held)]
    return found


def payment(color: int, colored: int, wild: int) -> Counts:
    """Cards of a color and wilds."""
    paid: Counts = {} if color == fields.WILD else {CARDS[color]: int(colored)}
    return paid | ({"wild": int(wild)} if wild else {})


def _tunnel(public: Public) -> Tunnel | None:
    o = public.values
    if o["phase"] != TUNNEL:
        return None
    return Tunnel(
        seat=o["player"],
        route=public.ruleset.routes[o["laid_route"]].id,
        payment=payment(o["laid_color"], o["laid_colored"], o["laid_wild"]),
        revealed=[CARDS[card] for card in o["revealed"] if card != fields.NONE],
        surcharge=o["surcharge"],
    )


def outcome(observation: Observation) -> NetworkOutcome | None:
    """Final scores by part and the ranking; None while the game is under way (USA-32)."""
    o = observation.values
    if o["phase"] != fields.OVER:
        return None
    results = [_result(observation, player) for player in range(o["players"])]
    return NetworkOutcome(players=results, winners=common.winners(results))


def _result(observation: Observation, player: int) -> NetworkResult:
    o, ruleset = observation.values, observation.ruleset
    used = zip(o["station_city"][player], o["lent"][player], strict=True)
    return NetworkResult(
        **common.result_fields(observation, player),
        routes=o["score"][player],
        tickets=o["ticket_sum"][player],
        stations=o["station_sum"][player],
        longest=o["bonus"][player],
        tickets_completed=o["completed"][player],
        longest_path=o["longest"][player],
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
