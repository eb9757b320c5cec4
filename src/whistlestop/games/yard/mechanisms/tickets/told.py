"""Text and data of tickets: those of a seat, their scores, and the choices of the opening (CARD-6, CARD-50)."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import asdict

from whistlestop.core.fields import OVER
from whistlestop.errors import PositionError
from whistlestop.format import Ruleset
from whistlestop.games.telling import Part, Telling
from whistlestop.games.telling.comparing import tickets_compared
from whistlestop.games.yard.format.tickets import YardTicketInfo, bonuses, ticket_fields
from whistlestop.text.knowledge import Knowledge
from whistlestop.text.names import numbers_of, tickets_of

TicketState = Literal["open", "done", "failed"]


class YardTicketView(YardTicketInfo, kw_only=True):
    """A ticket that a seat holds, may choose or has completed."""

    state: TicketState


class YardTicketResult(YardTicketView, kw_only=True):
    """A ticket as it was scored."""

    scored: int


# Views.


class InView(Struct, kw_only=True):
    """In a view: tickets held and completed, and those on offer."""

    tickets: list[YardTicketView]
    offer: list[YardTicketView]


def in_view(observation: Knowledge, _look: bool) -> dict[str, Any]:
    """Return the seat's own tickets; a spectator has none."""
    seat = observation.seat
    return {
        "tickets": [] if seat is None else held(observation, seat),
        "offer": [_ticket(observation, number, "open") for number in observation.offer()],
    }


def held(observation: Knowledge, player: int) -> list[YardTicketView]:
    """Return the tickets that a player holds, then those completed."""
    o = observation.values
    state: TicketState = "failed" if o["phase"] == OVER else "open"
    return [
        *(_ticket(observation, number, state) for number in numbers_of(o["tickets"][player])),
        *(_ticket(observation, number, "done") for number in numbers_of(o["declared"][player])),
    ]


def _ticket(observation: Knowledge, number: int, state: TicketState) -> YardTicketView:
    ruleset = observation.ruleset
    return YardTicketView(**ticket_fields(ruleset.tickets[number], bonuses(ruleset)), state=state)


class InResult(Struct, kw_only=True):
    """In a player's result: the tickets."""

    tickets_completed: int
    tickets_list: list[YardTicketResult]


def in_result(observation: Knowledge, player: int) -> dict[str, Any]:
    """Return the scores of a player's tickets."""
    o = observation.values
    return {
        "tickets_completed": o["completed"][player],
        "tickets_list": [_scored(ticket) for ticket in reversed(held(observation, player))],
    }


def _scored(ticket: YardTicketView) -> YardTicketResult:
    worth = ticket.points[0]
    return YardTicketResult(**asdict(ticket), scored=worth if ticket.state == "done" else -worth)


# Positions.


class OfPlayer(Struct):
    """In a player's part of a position: tickets refused in the opening, wherever they are now, and the number kept."""

    returned: tuple[str, ...] = ()
    opening_kept: Annotated[int, Meta(ge=0, le=6)] | None = None


def of_player(ruleset: Ruleset, s: Any, player: int) -> dict[str, Any]:
    """Return the fate of a player's opening tickets."""
    return {
        "returned": tickets_of(ruleset, s["returned"][player]),
        "opening_kept": int(s["opening_kept"][player]),
    }


def check(reader: Any) -> None:
    """Check offers and read the opening; raises PositionError if players cannot have received their tickets."""
    position, data = reader.position, reader.ruleset.data
    opening = position.phase == "opening"
    # The opening offers were dealt before any tickets were returned (RUL-79), so each ticket was refused at most
    # once.
    returned = Counter(name for part in position.players for name in part.returned)
    for name, times in returned.items():
        if times > 1:
            raise PositionError(f"returned: {name} appears {times} times (INV-2, RUL-79)")
    most = data.opening.tickets if opening else data.draw.tickets
    for player, part in enumerate(position.players):
        if len(part.offer) > most:
            raise PositionError(f"player {player}: an offer may have at most {most} tickets")
        if opening and (part.tickets or part.completed or part.returned or part.opening_kept):
            raise PositionError(f"player {player}: players have no tickets yet in the opening (CARD-6)")
        _read_opening(reader, player, part, set(returned))


def _read_opening(reader: Any, player: int, part: Any, everybodys: set[str]) -> None:
    """Read the fate of the opening tickets. Bots that guess hidden tickets rely on these numbers."""
    s, ruleset = reader.states[0], reader.ruleset
    dealt = ruleset.data.opening.tickets
    where = f"player {player}, returned"
    returned = [reader.index(name, ruleset.ticket_index, "ticket", where) for name in part.returned]
    reader.mark(s["returned"][player], returned)
    kept_since = {*part.tickets, *part.completed} - everybodys  # returned tickets were drawn later
    most = min(len(kept_since), dealt - len(part.returned))
    kept = most if part.opening_kept is None else part.opening_kept
    if not 0 <= kept <= most:
        raise PositionError(f"player {player}: too many tickets kept or returned in the opening (CARD-6)")
    s["opening_kept"][player] = kept


# Tables.


def listed(ruleset: Ruleset, states: Any, player: int) -> tuple[list[Any], ...]:
    """Return the tickets of a player, and the score of each (CARD-41, CARD-50)."""
    s, worth = states[0], ruleset.rules["ticket_points"][0]
    done = numbers_of(s["declared"][player])
    tickets = sorted([*done, *numbers_of(s["tickets"][player])])
    return (
        [ruleset.tickets[number].id for number in tickets],
        [int(worth[number] if number in done else -worth[number]) for number in tickets],
    )


def scores(ruleset: Ruleset, states: Any, player: int) -> dict[str, int]:
    """Return the score of each ticket of a player."""
    return dict(zip(*listed(ruleset, states, player), strict=True))


def at_the_end(observation: Knowledge, player: int) -> dict[str, list[str]]:
    """Return the tickets that a player has completed, and those still in hand."""
    o, ruleset = observation.record, observation.ruleset
    return {
        "done": tickets_of(ruleset, o["declared"][player]),
        "failed": tickets_of(ruleset, o["tickets"][player]),
    }


def brief(ruleset: Any) -> list[str]:
    """Return the rules of tickets (CARD-31 to CARD-33, CARD-50)."""
    draw = ruleset.data.draw
    return [
        (
            f"Tickets: `tickets` draws {draw.tickets}, `keep:IDS` keeps at least {draw.keep}. Each costs certain cards "
            "of your stack; each that is not completed loses its points at the end."
        )
    ]


TELLING = Telling(
    brief=brief,
    view=Part(InView, in_view),
    result=Part(InResult, in_result),
    position_player=Part(OfPlayer, of_player),
    check=check,
    counts={"completed": "completed"},
    numbers={
        "kept": lambda state: state["ticket_count"] + state["completed"],
        "failed": lambda state: state["ticket_count"],
    },
    outcome_columns=("tickets_completed",),
    lists={"ticket_ids": "string", "ticket_points": "int16"},
    listed=listed,
    held=at_the_end,
    compared=tickets_compared(scores, {"lost"}),
)
