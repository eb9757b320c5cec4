"""Text and data of rows: sidings, robberies, and the cards on the stacks (CARD-9, CARD-22 to CARD-30)."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field

from whistlestop.core.fields import DECLARATION, NONE, OVER
from whistlestop.errors import PositionError
from whistlestop.format import CARDS, COLORS, WILD, Card, Color, Counts, Ruleset
from whistlestop.games.telling import Part, Telling, Word
from whistlestop.text.events import Event, SeatEvent
from whistlestop.text.knowledge import Knowledge, Public
from whistlestop.text.names import cards_of, counted
from whistlestop.text.position.shape import Cards
from whistlestop.text.summary import Summarizer, Turn

from .rules import SET


class Row(Struct, kw_only=True):
    """A row of a siding: cards of one color, and wilds on top of them."""

    color: Color
    cards: int
    wilds: int


def row(color: int, colored: int, wild: int) -> Row:
    """Return a row by the engine's numbers."""
    return Row(color=COLORS[color], cards=int(colored), wilds=int(wild))


# Events.


class PlacedEvent(SeatEvent, kw_only=True):
    """The seat placed cards: one row for a set, three rows for a trio."""

    rows: list[Row]


class RobbedEvent(SeatEvent, kw_only=True):
    """The victim lost the row of this color, with this number of cards and wilds."""

    victim: int
    color: Color
    cards: int
    wilds: int


class MovedCard(Struct, kw_only=True):
    """The top card of a row, named by the row's color."""

    row: Color
    card: Card


class MovedEvent(SeatEvent, kw_only=True):
    """Cards moved to the stack at the start of the turn. `cards` is null in logs until the game is over."""

    count: int
    cards: list[MovedCard] | None


def acted(_before: Knowledge, after: Knowledge) -> list[Event] | None:
    """Return the events of a placed row and of the row that it robbed."""
    a = after.values
    if a["did"] != SET:
        return None
    seat = a["did_by"]
    told: list[Event] = [PlacedEvent(seat=seat, rows=[row(a["did_color"], a["did_colored"], a["did_wild"])])]
    if a["did_rob"] != NONE:
        told.append(RobbedEvent(seat=seat, **_robbed(a)))
    return told


def _robbed(s: Any) -> dict[str, Any]:
    return {
        "victim": int(s["did_rob"]),
        "color": COLORS[s["did_color"]],
        "cards": int(s["did_rob_colored"]),
        "wilds": int(s["did_rob_wild"]),
    }


def began(after: Knowledge, live: bool) -> list[Event]:
    """Return the event of phase 1 of the turn that begins (CARD-9)."""
    a = after.values
    cards = [
        MovedCard(row=COLORS[place], card=CARDS[card])
        for place, card in enumerate(a["did_moved"])
        if card != NONE
    ]
    if not cards:
        return []
    return [MovedEvent(seat=a["player"], count=len(cards), cards=cards if live else None)]


# Views.


class InView(Struct, kw_only=True):
    """In a view: the seat's own stack."""

    stack: Counts | None


def in_view(observation: Knowledge, look: bool) -> dict[str, Any]:
    """Return the seat's own stack, hidden from everyone until the scoring of the pass (CARD-22)."""
    o, seat = observation.values, observation.seat
    hidden = seat is None or not (look or o["phase"] in (DECLARATION, OVER))
    return {"stack": None if hidden else cards_of(o["stack"][seat])}


class InPlayer(Struct, kw_only=True):
    """In a player's data: the siding, and the number of cards on the stack."""

    siding: list[Row]
    stack: int


def in_player(public: Public, player: int) -> dict[str, Any]:
    """Return a player's public data: the siding, and the number of cards on the stack."""
    o = public.values
    rows = enumerate(zip(o["row_colored"][player], o["row_wild"][player], strict=True))
    return {
        "siding": [row(color, colored, wild) for color, (colored, wild) in rows if colored],
        "stack": o["stack_size"][player],
    }


class InResult(Struct, kw_only=True):
    """In a player's result: the cards left on the stack."""

    stack: Counts


def in_result(observation: Knowledge, player: int) -> dict[str, Any]:
    """Return the cards left on the stack of a player."""
    return {"stack": cards_of(observation.values["stack"][player])}


# Positions.


class OfPlayer(Struct):
    """In a player's part of a position: the cards of each row by its color, and those of the stack."""

    siding: dict[str, Cards] = field(default_factory=dict)
    stack: Cards = field(default_factory=dict)


def of_player(_ruleset: Ruleset, s: Any, player: int) -> dict[str, Any]:
    """Return the rows and the stack of a player."""
    rows = zip(COLORS, s["row_colored"][player], s["row_wild"][player], strict=True)
    return {
        "siding": {
            color: {color: int(colored)} | ({WILD: int(wilds)} if wilds else {})
            for color, colored, wilds in rows
            if colored
        },
        "stack": cards_of(s["stack"][player]),
    }


def read_player(reader: Any, player: int, part: Any) -> None:
    """Read rows and stack; raises PositionError for an invalid row, or a color that another siding has."""
    s = reader.states[0]
    for color, cards in part.siding.items():
        _read_row(reader, player, color, cards)
    reader.spend(part.stack, f"player {player}, stack")
    for card, count in part.stack.items():
        s["stack"][player, CARDS.index(card)] = count
    s["stack_size"][player] = sum(part.stack.values())


def _read_row(reader: Any, player: int, color: str, cards: Cards) -> None:
    s, where = reader.states[0], f"player {player}, siding"
    if color not in COLORS:
        raise PositionError(f"{where}: unknown color {color!r}")
    if not set(cards) <= {color, WILD} or not cards.get(color):
        raise PositionError(f"{where}: a {color} row has only {color} cards and wilds (CARD-23)")
    number = COLORS.index(color)
    if s["row_colored"][:, number].any():
        raise PositionError(f"{where}: {color} is already in another siding (CARD-30)")
    reader.spend(cards, where)
    s["row_colored"][player, number], s["row_wild"][player, number] = cards[color], cards.get(WILD, 0)


# Summaries.


class Robbery(Struct, kw_only=True):
    """A row that was robbed, and its former owner."""

    victim: int
    color: Color
    cards: int
    wilds: int


class InTurn(Struct, kw_only=True):
    """In a turn: the rows that were placed, and the one that was robbed."""

    placed: list[Row] = field(default_factory=list)
    robbed: Robbery | None = None


def turned(_summarizer: Summarizer, turn: Turn, _before: Any, after: Any) -> None:
    """Record a placed row, and the one that it robbed."""
    if after["did"] == SET:
        turn.more["placed"] = [row(int(after["did_color"]), after["did_colored"], after["did_wild"])]
        if after["did_rob"] != NONE:
            turn.more["robbed"] = Robbery(**_robbed(after))


class InWay(Struct, kw_only=True):
    """In a player's course of the game: the number of cards on the stack at each point."""

    stack: list[int]


def in_way(summarizer: Summarizer, player: int) -> dict[str, Any]:
    """Return the number of cards on the stack at each point."""
    return {"stack": summarizer.series("stack_size", player)}


def placed(player: dict[str, Any], ruleset: Ruleset) -> str:
    """Return the rows in a player's siding, as text."""
    rows = ({row["color"]: row["cards"], "wild": row["wilds"]} for row in player["siding"])
    return f"siding: {'  '.join(counted(row, ruleset.card_names) for row in rows) or '-'}"


def brief(_ruleset: Any) -> list[str]:
    """Return the rules of rows (CARD-9 to CARD-12, CARD-23 to CARD-28)."""
    return [
        (
            "At the start of your turn, one card of each of your rows moves onto your hidden stack, wilds first. Only "
            "cards on the stack pay for tickets."
        ),
        (
            "Place a row: `set:CARDS`, two or more of one color with any number of wilds. You cannot place a color "
            "that you have in a row. If another player has it, you need more cards than their row, which they "
            "then discard."
        ),
    ]


TELLING = Telling(
    brief=brief,
    options=("look",),
    words={
        SET: Word(
            "set",
            paid=True,
            never="{action} can never be placed: a set is two or more cards of one color and wilds (CARD-23)",
        )
    },
    events=(PlacedEvent, RobbedEvent, MovedEvent),
    acted=acted,
    began=began,
    view=Part(InView, in_view),
    player=Part(InPlayer, in_player),
    result=Part(InResult, in_result),
    position_player=Part(OfPlayer, of_player),
    read_player=read_player,
    turn=InTurn,
    turned=turned,
    way=Part(InWay, in_way),
    move_numbers={
        "victim": lambda state: int(state["did_rob"]),
        "robbed": lambda state: int(state["did_rob_colored"] + state["did_rob_wild"]),
    },
    player_columns=("stack",),
    placed=placed,
)
