"""Views of the card game: sidings, stacks, declarations, passes."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field
from msgspec.structs import asdict

from whistlestop.core import fields
from whistlestop.format import COLORS, Color, Counts
from whistlestop.games.yard import machine
from whistlestop.observation import Observation, Public
from whistlestop.text import view as common
from whistlestop.text.names import cards_of, numbers_of, tickets_of

from .format.compile import bonuses
from .format.public import YardTicketInfo, ticket_fields
from .format.schema import YardData

TicketState = Literal["open", "done", "failed"]


class YardTicketView(YardTicketInfo, kw_only=True):
    """A ticket that a seat holds, may choose or has completed."""

    state: TicketState


class YardTicketResult(YardTicketView, kw_only=True):
    """A ticket as it was scored."""

    scored: int


class Row(Struct, kw_only=True):
    """A row of a siding: cards of one color, and wilds on top of them."""

    color: Color
    cards: int
    wilds: int


class YardPlayerView(common.PlayerView, kw_only=True):
    """What everybody knows of a player: `stack` cards lie face down; `chosen` is a sealed choice that is made."""

    siding: list[Row]
    stack: int
    completed: list[str]
    chosen: bool


class DefaultDeclaration(Struct, kw_only=True):
    """The tickets that are worth most together, for a seat that owes a declaration."""

    default: list[str]
    points: int


class YardResult(common.Result, kw_only=True):
    """A player's final score by parts; `cities` gave the bonus, `city_counts` are completed tickets by big city."""

    tickets: int
    lost: int
    bonus: int
    tickets_completed: int
    cities: list[str]
    city_counts: dict[str, int]
    tickets_list: list[YardTicketResult]
    stack: Counts


class YardOutcome(common.Outcome, kw_only=True):
    """Final scores and ranking."""

    players: list[YardResult]


class YardView(common.View, kw_only=True, tag=YardData.machine):
    """What a seat knows of a card game."""

    pass_: int = field(name="pass")
    passes: int
    players: list[YardPlayerView]
    tickets: list[YardTicketView]
    offer: list[YardTicketView]
    stack: Counts | None
    declaration: DefaultDeclaration | None
    outcome: YardOutcome | None


def view(observation: Observation, look: bool) -> YardView:
    """What a seat knows, and what it may do."""
    o, seat = observation.values, observation.seat
    players = o["players"]
    return YardView(
        **common.view_fields(observation) | _declared(observation),
        pass_=o["pass_index"] + 1,
        passes=int(observation.ruleset.rules["passes"][0, players]),
        players=observation.public.once(_players),
        tickets=[] if seat is None else _tickets(observation, seat),
        offer=[_ticket(observation, number, "open") for number in observation.offer()],
        stack=_stack(observation, look),
        declaration=_default_declaration(observation),
        outcome=outcome(observation),
    )


def _declared(observation: Observation) -> dict[str, list[str]]:
    """The choice of a seat that has declared, while others still do."""
    o, seat = observation.values, observation.seat
    if seat is None or o["phase"] != fields.DECLARATION or not o["chosen"][seat]:
        return {}
    return {"choice": tickets_of(observation.ruleset, [o["sealed"][seat]])}


def row(color: int, colored: int, wild: int) -> Row:
    """A row by the engine's numbers."""
    return Row(color=COLORS[color], cards=int(colored), wilds=int(wild))


def _players(public: Public) -> list[YardPlayerView]:
    return [_player(public, player) for player in range(public.values["players"])]


def _player(public: Public, player: int) -> YardPlayerView:
    o = public.values
    rows = enumerate(zip(o["row_colored"][player], o["row_wild"][player], strict=True))
    return YardPlayerView(
        **common.player_fields(public, player),
        siding=[row(color, colored, wild) for color, (colored, wild) in rows if colored],
        stack=o["stack_size"][player],
        completed=tickets_of(public.ruleset, o["declared"][player]),
        chosen=bool(o["phase"] in fields.SIMULTANEOUS and o["chosen"][player]),
    )


def _ticket(observation: Observation, number: int, state: TicketState) -> YardTicketView:
    ruleset = observation.ruleset
    return YardTicketView(**ticket_fields(ruleset.tickets[number], bonuses(ruleset)), state=state)


def _tickets(observation: Observation, player: int) -> list[YardTicketView]:
    """Tickets held, then those completed."""
    o = observation.values
    held: TicketState = "failed" if o["phase"] == fields.OVER else "open"
    return [
        *(_ticket(observation, number, held) for number in numbers_of(o["tickets"][player])),
        *(_ticket(observation, number, "done") for number in numbers_of(o["declared"][player])),
    ]


def _stack(observation: Observation, look: bool) -> Counts | None:
    """The seat's own stack: hidden also from itself until the scoring of the pass (CARD-22)."""
    o, seat = observation.values, observation.seat
    if seat is None or not (look or o["phase"] in (fields.DECLARATION, fields.OVER)):
        return None
    return cards_of(o["stack"][seat])


def _default_declaration(observation: Observation) -> DefaultDeclaration | None:
    """What the engine would declare for a seat that owes a declaration (CARD-42)."""
    seat, ruleset = observation.seat, observation.ruleset
    if seat is None or observation.values["phase"] != fields.DECLARATION or seat not in observation.to_act():
        return None
    tickets = numbers_of([machine.best_declaration(observation.array, ruleset.rules, 0, seat)])
    return DefaultDeclaration(
        default=[ruleset.tickets[number].id for number in tickets],
        points=sum(ruleset.tickets[number].points[0] for number in tickets),
    )


def outcome(observation: Observation) -> YardOutcome | None:
    """Final scores by part and the ranking; None while the game is under way (CARD-41, CARD-50, CARD-51)."""
    o = observation.values
    if o["phase"] != fields.OVER:
        return None
    results = [_result(observation, player) for player in range(o["players"])]
    return YardOutcome(players=results, winners=common.winners(results))


def _result(observation: Observation, player: int) -> YardResult:
    o, ruleset = observation.values, observation.ruleset
    tickets = _tickets(observation, player)
    done = [city for ticket in tickets if ticket.state == "done" for city in ticket.cities]
    cities = list(bonuses(ruleset))
    return YardResult(
        **common.result_fields(observation, player),
        tickets=o["ticket_sum"][player],
        lost=o["lost"][player],
        bonus=o["bonus"][player],
        tickets_completed=o["completed"][player],
        cities=[cities[number] for number in numbers_of([o["cities"][player]])],
        city_counts={city: done.count(city) for city in cities if city in done},
        tickets_list=[_scored(ticket) for ticket in reversed(tickets)],
        stack=cards_of(o["stack"][player]),
    )


def _scored(ticket: YardTicketView) -> YardTicketResult:
    worth = ticket.points[0]
    return YardTicketResult(**asdict(ticket), scored=worth if ticket.state == "done" else -worth)
