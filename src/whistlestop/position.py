"""A whole state as plain data, by names: to set up puzzles and tests, and to look inside (docs/notation.md).

`write_position` prints everything. `read_position` lets most of it be left out: cards and tickets that are named
nowhere go to the first of deck and discard pile, or ticket deck and box, that is left out itself.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import numpy.typing as npt
from msgspec import UNSET, Meta, Struct, UnsetType

from .engine import fields
from .record import GENERATOR
from .rulesets import KINDS, Ruleset, load_ruleset, ruleset_ids

FORMAT = "whistlestop-position/1"
Phase = Literal["opening", "turn", "second_draw", "ticket_choice", "tunnel", "over"]
PHASES: tuple[Phase, ...] = ("opening", "turn", "second_draw", "ticket_choice", "tunnel", "over")

Small = Annotated[int, Meta(ge=0, le=9999)]
Cards = dict[str, Annotated[int, Meta(ge=0, le=127)]]


class PlayerPosition(Struct, forbid_unknown_fields=True):
    """One player. `choice` is the sealed opening choice, None if none was made; trains and score have defaults."""

    hand: Cards = {}
    known: Cards = {}
    trains: Small | None = None
    score: Annotated[int, Meta(ge=-999, le=9999)] | None = None
    routes: tuple[str, ...] = ()
    tickets: tuple[str, ...] = ()
    offer: tuple[str, ...] = ()
    choice: tuple[str, ...] | None = None
    refused: tuple[str, ...] = ()
    stations: tuple[str, ...] = ()


class FinalRound(Struct, forbid_unknown_fields=True):
    """The final round under way (COM-21)."""

    turns_left: Annotated[int, Meta(ge=0, le=5)]
    caused_by: Annotated[int, Meta(ge=0, le=4)]


class Tunnel(Struct, forbid_unknown_fields=True):
    """An attempt that waits for its surcharge (EUR-12 to EUR-17)."""

    route: str
    payment: Cards
    revealed: tuple[str, ...]
    surcharge: Annotated[int, Meta(ge=0, le=3)]


class Generator(Struct, forbid_unknown_fields=True):
    """Where the game's generator stands: its key and the next word of its stream."""

    key: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")] = "0" * 64
    word: Annotated[int, Meta(ge=0, le=2**62)] = 0
    name: str = GENERATOR


class Position(Struct, forbid_unknown_fields=True):
    """A whole state by name."""

    players: tuple[PlayerPosition, ...]
    ruleset: str | None = None
    board: dict[str, Any] | None = None
    phase: Phase = "turn"
    seat: Annotated[int, Meta(ge=0, le=4)] = 0
    first: Annotated[int, Meta(ge=0, le=4)] = 0
    turn: Small = 0
    version: Annotated[int, Meta(ge=0, le=10**6)] = 0
    final_round: FinalRound | None = None
    passes: Annotated[int, Meta(ge=0, le=5)] = 0
    market: tuple[str | None, ...] = ()
    deck: tuple[str, ...] | UnsetType = UNSET
    discard: Cards | UnsetType = UNSET
    ticket_deck: tuple[str, ...] | UnsetType = UNSET
    removed: tuple[str, ...] | UnsetType = UNSET
    ticket_seen: dict[str, tuple[Annotated[int, Meta(ge=0, le=4)], ...]] = {}
    tunnel: Tunnel | None = None
    generator: Generator = msgspec.field(default_factory=Generator)
    format: str = FORMAT


def write_position(ruleset: Ruleset, states: npt.NDArray[Any]) -> dict[str, Any]:
    """The position of a one-element STATE array, in full."""
    s = states[0]
    builtin = ruleset.id in ruleset_ids() and load_ruleset(ruleset.id).hash == ruleset.hash
    tickets = [ticket.id for ticket in ruleset.tickets]
    ticket_deck = [tickets[t] for t in s["ticket_deck"][: s["ticket_size"]]]
    players = [_write_player(ruleset, s, player) for player in range(s["players"])]
    held = {name for player in players for part in ("tickets", "offer") for name in player[part]}
    position = Position(
        ruleset=ruleset.id if builtin else None,
        board=None if builtin else msgspec.to_builtins(ruleset.data),
        phase=PHASES[s["phase"]],
        seat=int(s["player"]),
        first=int(s["first"]),
        turn=int(s["turn"]),
        version=int(s["ply"]),
        final_round=None
        if s["final_left"] == fields.NONE
        else FinalRound(turns_left=int(s["final_left"]), caused_by=int(s["final_by"])),
        passes=int(s["passes"]),
        players=tuple(msgspec.convert(player, PlayerPosition) for player in players),
        market=tuple(None if kind == fields.NONE else KINDS[kind] for kind in s["market"]),
        deck=tuple(KINDS[kind] for kind in s["deck"][: s["deck_size"]][::-1]),
        discard=_write_cards(s["discard"]),
        ticket_deck=tuple(ticket_deck),
        removed=tuple(name for name in tickets if name not in held and name not in ticket_deck),
        ticket_seen={
            tickets[t]: tuple(seat for seat in range(s["players"]) if s["ticket_seen"][t] >> seat & 1)
            for t in range(len(tickets))
            if s["ticket_seen"][t]
        },
        tunnel=_write_tunnel(ruleset, s),
        generator=Generator(key=s["rng_key"].astype("<u4").tobytes().hex(), word=int(s["rng_word"])),
    )
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(position))  # lists, as JSON gives back
    return {"format": plain.pop("format"), **plain}


def _write_cards(counts: Any) -> dict[str, int]:
    return {kind: int(count) for kind, count in zip(KINDS, counts, strict=True) if count}


def names_of(words: Any, names: list[str]) -> list[str]:
    """The members of a set of bits, by name, in order."""
    found = []
    for place, word in enumerate(words):
        rest = int(word)
        while rest:
            low = rest & -rest
            found.append(names[place * 64 + low.bit_length() - 1])
            rest ^= low
    return found


def _write_player(ruleset: Ruleset, s: Any, player: int) -> dict[str, Any]:
    tickets = [ticket.id for ticket in ruleset.tickets]
    offer = [tickets[t] for t in s["offer"][player, : s["offer_size"][player]]]
    sealed = int(s["sealed"][player])
    return {
        "hand": _write_cards(s["hand"][player]),
        "known": _write_cards(s["known"][player]),
        "trains": int(s["trains"][player]),
        "score": int(s["score"][player]),
        "routes": names_of(s["owned"][player], [route.id for route in ruleset.routes]),
        "tickets": names_of(s["tickets"][player], tickets),
        "offer": offer,
        "choice": None
        if sealed == fields.NONE
        else [name for place, name in enumerate(offer) if sealed >> place & 1],
        "refused": names_of(s["refused"][player], tickets),
        "stations": [ruleset.cities[c].id for c in s["station_city"][player] if c != fields.NONE],
    }


def _write_tunnel(ruleset: Ruleset, s: Any) -> Tunnel | None:
    if s["laid_route"] == fields.NONE:
        return None
    payment = {KINDS[fields.WILD]: int(s["laid_wild"])}
    if s["laid_color"] != fields.WILD:
        payment = {KINDS[s["laid_color"]]: int(s["laid_colored"])} | payment
    return Tunnel(
        route=ruleset.routes[s["laid_route"]].id,
        payment={kind: count for kind, count in payment.items() if count},
        revealed=tuple(KINDS[kind] for kind in s["revealed"] if kind != fields.NONE),
        surcharge=int(s["surcharge"]),
    )
