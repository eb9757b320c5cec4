"""The common part of the views of all games: the knowledge of a seat, and its legal actions.

Each kind of game adds fields to these records; together they are the views of docs/protocol/views.md.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct, field

from whistlestop.core import fields
from whistlestop.format import Card, Counts

from .knowledge import Knowledge, Public
from .names import Phase, card_name, cards_of


class FinalRound(Struct, kw_only=True):
    """The final round is in progress; no seat caused it if a round of the card game began without a deck."""

    turns_left: int
    caused_by: int | None


class PlayerView(Struct, kw_only=True):
    """Public data of a player: `known` are the cards in hand that all players have seen."""

    seat: int
    score: int
    cards: int
    tickets: int
    offer: int
    owes: bool
    known: Counts


class Result(Struct, kw_only=True):
    """A player's final score by parts."""

    seat: int
    rank: int
    score: int


class Outcome(Struct, kw_only=True):
    """Final scores and ranking. Each kind adds `players`."""

    winners: list[int]


class Held(Struct):
    """The ids of a player's routes and of completed and uncompleted tickets at the end."""

    routes: list[str] = field(default_factory=list)
    done: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)


class View(Struct, kw_only=True, tag_field="machine"):
    """The knowledge of a seat or a spectator. Each kind adds `players`, `tickets`, `offer` and `outcome`."""

    ruleset: str
    ruleset_version: int
    version: int
    seat: int | None
    players_count: int
    phase: Phase
    to_act: list[int]
    first: int
    turn: int
    final_round: FinalRound | None
    market: list[Card | None]
    deck: int
    discard: Counts
    discard_size: int
    ticket_deck: int
    hand: Counts | None
    keep_min: int
    choice: list[str] | None
    legal: list[str]


class DeclarationAnswer(Struct, kw_only=True):
    """The result of a declaration: whether the stack pays for it, the points, and the tickets that could be added."""

    feasible: bool
    points: int
    addable: list[str]


def view_fields(observation: Knowledge) -> dict[str, Any]:
    """Return the fields of `View`."""
    o, seat = observation.values, observation.seat
    return {
        **observation.public.once(_public_fields),
        "seat": seat,
        "hand": None if seat is None else cards_of(o["hand"][seat]),
        "keep_min": _keep_min(observation),
        "choice": _choice(observation),
        "legal": observation.legal() if seat in observation.public.to_act else [],
    }


def _public_fields(public: Public) -> dict[str, Any]:
    """Return the fields that are the same for all seats."""
    o, ruleset = public.values, public.ruleset
    return {
        "ruleset": ruleset.id,
        "ruleset_version": ruleset.version,
        "version": o["ply"],
        "players_count": o["players"],
        "phase": ruleset.phases[o["phase"]],
        "to_act": list(public.to_act),
        "first": o["first"],
        "turn": o["turn"],
        "final_round": _final_round(public),
        "market": market(public),
        "deck": o["deck_size"],
        "discard": cards_of(o["discard"]),
        "discard_size": o["discard_size"],
        "ticket_deck": o["ticket_size"],
    }


def market(public: Public) -> list[Card | None]:
    """Return the face-up cards by slot."""
    return [card_name(card) for card in public.values["market"]]


def _final_round(public: Public) -> FinalRound | None:
    o = public.values
    if o["final_left"] == fields.NONE:
        return None
    by = o["final_by"]
    return FinalRound(turns_left=o["final_left"], caused_by=None if by == fields.NONE else by)


def _keep_min(observation: Knowledge) -> int:
    o, seat, rules = observation.values, observation.seat, observation.ruleset.rules
    if seat is None or not o["offer_size"][seat]:
        return 0
    if o["phase"] == fields.OPENING:
        return int(rules["opening_keep_min"][0])
    return int(rules["draw_keep_min"][0]) if o["phase"] == fields.TICKET_CHOICE else 0


def _choice(observation: Knowledge) -> list[str] | None:
    """Return the offered tickets that the seat has chosen to keep, until the others have chosen, too."""
    o, seat = observation.values, observation.seat
    if seat is None or o["phase"] != fields.OPENING or not o["chosen"][seat]:
        return None
    sealed, tickets = o["sealed"][seat], observation.ruleset.tickets
    return [tickets[number].id for place, number in enumerate(observation.offer()) if sealed >> place & 1]


def player_fields(public: Public, seat: int) -> dict[str, Any]:
    """Return the fields of `PlayerView`."""
    o = public.values
    return {
        "seat": seat,
        "score": o["score"][seat],
        "cards": o["hand_size"][seat],
        "tickets": o["ticket_count"][seat],
        "offer": o["offer_size"][seat],
        "owes": seat in public.to_act,
        "known": cards_of(o["known"][seat]),
    }


def result_fields(observation: Knowledge, seat: int) -> dict[str, Any]:
    """Return the fields of `Result`, once the game is over (COM-22)."""
    o = observation.values
    return {"seat": seat, "rank": o["rank"][seat], "score": o["final"][seat]}


def winners(results: Iterable[Result]) -> list[int]:
    """Return the seats in the first place."""
    return [result.seat for result in results if result.rank == 1]
