"""Text and data of tickets: those that a seat holds, completes or refused, and their scores (USA-26 to USA-33)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from whistlestop.errors import PositionError
from whistlestop.format import Ruleset
from whistlestop.games.network import machine
from whistlestop.games.network.format.tickets import NetworkTicketInfo
from whistlestop.games.telling import Part, Telling
from whistlestop.games.telling.comparing import tickets_compared
from whistlestop.text import public
from whistlestop.text.conditions import Condition
from whistlestop.text.events import Event, SeatEvent
from whistlestop.text.knowledge import Knowledge, Public
from whistlestop.text.names import numbers_of, tickets_of
from whistlestop.text.position.shape import Rest
from whistlestop.text.summary import Summarizer

from . import outlook

TicketState = Literal["open", "done", "impossible"]
TICKET_STATES: dict[int, TicketState] = {
    outlook.TICKET_OPEN: "open",
    outlook.TICKET_DONE: "done",
    outlook.TICKET_LOST: "impossible",
}


class NetworkTicketView(NetworkTicketInfo, kw_only=True):
    """A ticket that a seat holds or may choose. Even stations cannot complete an impossible one."""

    state: TicketState


class NetworkTicketResult(NetworkTicketInfo, kw_only=True):
    """A ticket as it was scored."""

    state: Literal["done", "failed"]
    scored: int


class TicketDoneEvent(SeatEvent, kw_only=True):
    """A ticket is complete. Only its holder gets this event."""

    ticket: str


def followed(before: Knowledge, after: Knowledge) -> list[Event]:
    """Return the tickets that the seat has just completed; nobody else sees them (USA-30)."""
    seat, a = after.seat, after.values
    if seat is None or a["did_by"] != seat or a["owned"][seat] == before.values["owned"][seat]:
        return []
    done = {ticket.id for ticket in held(before, seat) if ticket.state == "done"}
    return [
        TicketDoneEvent(seat=seat, ticket=ticket.id)
        for ticket in held(after, seat)
        if ticket.state == "done" and ticket.id not in done
    ]


# Views.


class InView(Struct, kw_only=True):
    """In a view: tickets held and on offer."""

    tickets: list[NetworkTicketView]
    offer: list[NetworkTicketView]


def in_view(observation: Knowledge, _look: bool) -> dict[str, Any]:
    """Return the seat's own tickets; a spectator has none."""
    seat = observation.seat
    return {
        "tickets": [] if seat is None else held(observation, seat),
        "offer": [] if seat is None else [_ticket(observation, seat, t) for t in observation.offer()],
    }


def held(observation: Knowledge, player: int) -> list[NetworkTicketView]:
    """Return the tickets that a player holds."""
    words = observation.values["tickets"][player]
    kept = observation.public.once(_no_tickets, of=("owned", "open", "trains", "link"))
    found = kept.get((player, *words))
    if found is None:
        found = kept[player, *words] = [_ticket(observation, player, t) for t in numbers_of(words)]
    return found


def _no_tickets(_public: Public) -> dict[tuple[int, ...], list[NetworkTicketView]]:
    """Return a cache of tickets by seat and set, valid until a claim.

    Only callers that know the set can look up its tickets.
    """
    return {}


def _ticket(observation: Knowledge, seat: int, number: int) -> NetworkTicketView:
    """Return a ticket, and whether the seat has completed it, still can, or no longer can."""
    ruleset = observation.ruleset
    state = machine.ticket_state(observation.array, ruleset.rules, 0, seat, number)
    return _ticket_view(ruleset, number, state)


@lru_cache(4096)
def _ticket_view(ruleset: Ruleset, number: int, state: int) -> NetworkTicketView:
    ticket = ruleset.tickets[number]
    return NetworkTicketView(**public.ticket_fields(ticket), long=ticket.long, state=TICKET_STATES[state])


class InResult(Struct, kw_only=True):
    """In a player's result: the tickets."""

    tickets_completed: int
    tickets_list: list[NetworkTicketResult]


def in_result(observation: Knowledge, player: int) -> dict[str, Any]:
    """Return the scores of a player's tickets."""
    o = observation.values
    return {
        "tickets_completed": o["completed"][player],
        "tickets_list": [_scored(observation, player, t) for t in numbers_of(o["tickets"][player])],
    }


def _scored(observation: Knowledge, player: int, number: int) -> NetworkTicketResult:
    ticket = observation.ruleset.tickets[number]
    scored = machine.ticket_score(observation.array, observation.ruleset.rules, 0, player, number)
    return NetworkTicketResult(
        **public.ticket_fields(ticket),
        long=ticket.long,
        state="done" if scored > 0 else "failed",
        scored=int(scored),
    )


# Positions.


class InPosition(Struct):
    """In a position: tickets out of the game."""

    removed: tuple[str, ...] | Rest | UnsetType = UNSET


def in_position(ruleset: Ruleset, s: Any) -> dict[str, Any]:
    """Return the tickets that are in no hand, no offer and not in the deck."""
    placed = set(s["ticket_deck"][: s["ticket_size"]].tolist())
    for player in range(s["players"]):
        placed.update(numbers_of(s["tickets"][player]))
        placed.update(s["offer"][player, : s["offer_size"][player]].tolist())
    return {"removed": [ticket.id for n, ticket in enumerate(ruleset.tickets) if n not in placed]}


class OfPlayer(Struct):
    """In a player's part of a position: tickets removed from the game."""

    refused: tuple[str, ...] = ()


def of_player(ruleset: Ruleset, s: Any, player: int) -> dict[str, Any]:
    """Return the tickets that a player removed from the game."""
    return {"refused": tickets_of(ruleset, s["refused"][player])}


def is_long(ruleset: Ruleset, name: str) -> bool:
    """Return whether a ticket is long, by its id (EUR-2)."""
    return ruleset.tickets[ruleset.ticket_index[name]].long


def check(reader: Any) -> None:
    """Check offers and long tickets; raises PositionError if a player has more than were dealt."""
    position, ruleset = reader.position, reader.ruleset
    opening, draw = ruleset.data.opening, ruleset.data.draw
    for player, part in enumerate(position.players):
        reader.states[0]["offer_long"][player] = sum(is_long(ruleset, name) for name in part.offer)
    if ruleset.data.mixture.long:  # players announce the number of long tickets
        return
    for player, part in enumerate(position.players):
        # The opening offers the long tickets first; a later offer has none.
        long = [is_long(ruleset, name) for name in part.offer]
        in_opening = position.phase == "opening"
        most, most_long = (opening.regular, opening.long) if in_opening else (draw.regular, 0)
        if long != [place < most_long for place in range(len(long))] or len(long) > most + most_long:
            raise PositionError(
                f"player {player}: an offer must have {most_long} long tickets, then up to {most} regular ones"
            )
        if sum(is_long(ruleset, name) for name in part.tickets) > (0 if in_opening else opening.long):
            raise PositionError(f"player {player}: more long tickets than were dealt (EUR-2)")


# Summaries and tables.


class InWay(Struct, kw_only=True):
    """In a player's progress through the game: tickets that would be completed if the game ended at that point."""

    completed: list[int]


def in_way(summarizer: Summarizer, player: int) -> dict[str, Any]:
    """Return the number of tickets completed at each point."""
    return {"completed": [int(state["completed"][player]) for state in summarizer.scored]}


def listed(ruleset: Ruleset, states: Any, player: int) -> tuple[list[Any], ...]:
    """Return the tickets of a player, and the score of each."""
    tickets = numbers_of(states[0]["tickets"][player])
    return (
        [ruleset.tickets[number].id for number in tickets],
        [int(machine.ticket_score(states, ruleset.rules, 0, player, number)) for number in tickets],
    )


def scores(ruleset: Ruleset, states: Any, player: int) -> dict[str, int]:
    """Return the score of each ticket of a player."""
    return dict(zip(*listed(ruleset, states, player), strict=True))


def at_the_end(observation: Knowledge, player: int) -> dict[str, list[str]]:
    """Return a player's tickets as they were scored."""
    ruleset = observation.ruleset
    found: dict[str, list[str]] = {"done": [], "failed": []}
    for number in numbers_of(observation.record["tickets"][player]):
        scored = machine.ticket_score(observation.array, ruleset.rules, 0, player, number)
        found["done" if scored > 0 else "failed"].append(ruleset.tickets[number].id)
    return found


def brief(ruleset: Any) -> list[str]:
    """Return the rules of tickets (USA-26, USA-27, USA-32)."""
    draw = ruleset.data.draw
    return [
        (
            f"Tickets: `tickets` draws {draw.regular}, `keep:IDS` keeps at least {draw.keep}. A ticket whose cities "
            "you connect scores its points at the end, another one loses them."
        )
    ]


def is_open(observation: Knowledge, name: str) -> bool:
    """Return whether the seat's ticket is incomplete but can still be completed."""
    seat = observation.seat
    return seat is not None and any(
        ticket.id == name and ticket.state == "open" for ticket in held(observation, seat)
    )


def own_tickets(observation: Knowledge) -> list[str]:
    """Return the tickets that the seat holds."""
    seat = observation.seat
    return [] if seat is None else [ticket.id for ticket in held(observation, seat)]


TELLING = Telling(
    brief=brief,
    conditions={"open": Condition(is_open, own_tickets)},
    events=(TicketDoneEvent,),
    followed=followed,
    view=Part(InView, in_view),
    result=Part(InResult, in_result),
    position=Part(InPosition, in_position),
    position_player=Part(OfPlayer, of_player),
    check=check,
    way=Part(InWay, in_way),
    counts={"completed": "completed"},
    numbers={
        "kept": lambda state: state["ticket_count"],
        "failed": lambda state: state["ticket_count"] - state["completed"],
    },
    lists={"ticket_ids": "string", "ticket_points": "int16"},
    listed=listed,
    held=at_the_end,
    compared=tickets_compared(scores),
)
