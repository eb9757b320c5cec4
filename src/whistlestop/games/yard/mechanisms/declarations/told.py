"""Text and data of declarations: declared seats, completed tickets, and the score of a pass (CARD-36 to CARD-43)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, field

from whistlestop.core.fields import DECLARATION, NONE, SIMULTANEOUS
from whistlestop.errors import IllegalAction, PositionError
from whistlestop.format import Counts, Ruleset
from whistlestop.games.telling import Part, Telling, Word
from whistlestop.games.yard import machine
from whistlestop.text.events import Event, SeatEvent
from whistlestop.text.knowledge import Knowledge, Public
from whistlestop.text.names import added, cards_of, numbers_of, tickets_of
from whistlestop.text.summary import Summarizer
from whistlestop.text.view import DeclarationAnswer

from .rules import DECLARE

# Events.


class DeclaringEvent(Event, kw_only=True):
    """The deck is empty, and all seats declare."""

    pass_: int = field(name="pass")


class DeclaredEvent(SeatEvent, kw_only=True):
    """The seat has declared. Its tickets stay sealed until all seats have declared."""


class PassScore(Struct, kw_only=True):
    """The cards in a player's stack, and the tickets that it paid for."""

    seat: int
    stack: Counts
    tickets: list[str]
    points: int


class ScoredEvent(Event, kw_only=True):
    """Stacks and declared tickets of all players."""

    pass_: int = field(name="pass")
    players: list[PassScore]


def acted(_before: Knowledge, after: Knowledge) -> list[Event] | None:
    """Return the event of a sealed declaration, if the action was one."""
    a = after.values
    return [DeclaredEvent(seat=a["did_by"])] if a["did"] == DECLARE else None


def followed(before: Knowledge, after: Knowledge) -> list[Event]:
    """Return the beginning of the declarations, or the scoring after the last of them."""
    was, now = before.values["phase"] == DECLARATION, after.values["phase"] == DECLARATION
    if was == now:
        return []
    return [DeclaringEvent(pass_=after.values["pass_index"] + 1)] if now else [_scored(before, after)]


def _scored(before: Knowledge, after: Knowledge) -> ScoredEvent:
    """Return stacks and declared tickets of all players (CARD-41, RUL-81)."""
    a, b = after.values, before.values
    players = [
        PassScore(
            seat=player,
            stack=cards_of(b["stack"][player]),
            tickets=tickets_of(after.ruleset, added(a["declared"][player], b["declared"][player])),
            points=a["score"][player] - b["score"][player],
        )
        for player in range(a["players"])
    ]
    return ScoredEvent(pass_=b["pass_index"] + 1, players=players)


# Views.


class DefaultDeclaration(Struct, kw_only=True):
    """The tickets that are worth the most together, for a seat that has a declaration to make."""

    default: list[str]
    points: int


class InView(Struct, kw_only=True):
    """In a view: the tickets that the engine would declare."""

    declaration: DefaultDeclaration | None


def in_view(observation: Knowledge, _look: bool) -> dict[str, Any]:
    """Return the tickets that the engine would declare, or the seat's sealed choice while others still choose."""
    o, seat = observation.values, observation.seat
    told: dict[str, Any] = {"declaration": _default(observation)}
    if seat is not None and o["phase"] == DECLARATION and o["chosen"][seat]:
        told["choice"] = tickets_of(observation.ruleset, [o["sealed"][seat]])
    return told


def _default(observation: Knowledge) -> DefaultDeclaration | None:
    """Return the engine's declaration for a seat that has a declaration to make (CARD-42)."""
    seat, ruleset = observation.seat, observation.ruleset
    if seat is None or observation.values["phase"] != DECLARATION or seat not in observation.to_act():
        return None
    tickets = numbers_of([machine.best_declaration(observation.array, ruleset.rules, 0, seat)])
    return DefaultDeclaration(
        default=[ruleset.tickets[number].id for number in tickets],
        points=sum(ruleset.tickets[number].points[0] for number in tickets),
    )


class InPlayer(Struct, kw_only=True):
    """In a player's data: completed tickets, and whether a choice is sealed."""

    completed: list[str]
    chosen: bool


def in_player(public: Public, player: int) -> dict[str, Any]:
    """Return a player's public data: completed tickets, and whether a choice is sealed."""
    o = public.values
    return {
        "completed": tickets_of(public.ruleset, o["declared"][player]),
        "chosen": bool(o["phase"] in SIMULTANEOUS and o["chosen"][player]),
    }


# Positions.


class OfPlayer(Struct):
    """In a player's part of a position: completed tickets."""

    completed: tuple[str, ...] = ()


def of_player(ruleset: Ruleset, s: Any, player: int) -> dict[str, Any]:
    """Return completed tickets, and a sealed declaration."""
    told = {"completed": tickets_of(ruleset, s["declared"][player])}
    if s["phase"] == DECLARATION and s["sealed"][player] != NONE:
        told["choice"] = tickets_of(ruleset, [s["sealed"][player]])
    return told


def read_player(reader: Any, player: int, part: Any) -> None:
    """Read completed tickets; their points are the score unless another is given."""
    s = reader.states[0]
    completed = reader.place(part.completed, f"player {player}, completed")
    reader.mark(s["declared"][player], completed)
    s["score"][player] = sum(reader.ruleset.tickets[ticket].points[0] for ticket in completed)


def seal(reader: Any, player: int, part: Any) -> int | None:
    """Read a sealed declaration; raises PositionError if the player could not have made it."""
    phase, ruleset = reader.position.phase, reader.ruleset
    if phase == "opening":
        return None
    choice = reader.choice(player, part)
    if phase != "declaration" or not choice <= set(part.tickets):
        raise PositionError(
            f"player {player}: a choice is possible only in the opening or of the player's own tickets"
        )
    tickets: int = sum(1 << ruleset.ticket_index[name] for name in choice)
    if not machine.feasible(reader.states, ruleset.rules, 0, player, tickets):
        raise PositionError(f"player {player}: the stack does not pay for the declared tickets (CARD-40)")
    return tickets


# Summaries.


class InWay(Struct, kw_only=True):
    """In a player's progress through the game: tickets completed at each point."""

    completed: list[int]


def in_way(summarizer: Summarizer, player: int) -> dict[str, Any]:
    """Return the tickets completed at each point."""
    return {"completed": [len(numbers_of(state["declared"][player])) for state in summarizer.points]}


def declaration(observation: Knowledge, tickets: Sequence[str]) -> DeclarationAnswer:
    """Return whether the seat's stack pays for these tickets, their points, and the tickets that can be added.

    Raises NotationError for an invalid list of tickets and IllegalAction if the seat has no declaration to make.
    """
    seat, ruleset = observation.seat, observation.ruleset
    o, rules = observation.record, ruleset.rules
    if seat is None or o["phase"] != DECLARATION or seat not in observation.to_act():
        raise IllegalAction("no declaration is due")
    action = ruleset.notation.parse("declare:" + ",".join(tickets))
    held = int(o["tickets"][seat, 0])
    declared = action - int(rules["id_declare"][0])

    def feasible(chosen: int) -> bool:
        return bool(machine.feasible(observation.array, rules, 0, seat, chosen))

    return DeclarationAnswer(
        feasible=feasible(declared),
        points=sum(ruleset.tickets[n].points[0] for n in numbers_of([declared])),
        addable=[
            ticket.id
            for n, ticket in enumerate(ruleset.tickets)
            if held >> n & 1 and not declared >> n & 1 and feasible(declared | 1 << n)
        ],
    )


def brief(_ruleset: Any) -> list[str]:
    """Return the rules of declarations (CARD-36 to CARD-42)."""
    return [
        (
            "When the deck is empty, everybody has one last turn. Then `declare:IDS` completes tickets that the stack "
            "pays for together; wilds stand for any color."
        )
    ]


TELLING = Telling(
    brief=brief,
    words={DECLARE: Word("declare", named=True)},
    phases={DECLARATION: "declaration"},
    moments=({"phase": "declaration", "players": [{}, {}]},),
    declaration=declaration,
    events=(DeclaringEvent, DeclaredEvent, ScoredEvent),
    acted=acted,
    followed=followed,
    view=Part(InView, in_view),
    player=Part(InPlayer, in_player),
    position_player=Part(OfPlayer, of_player),
    read_player=read_player,
    seal=seal,
    way=Part(InWay, in_way),
)
