"""Text and data of mixtures (GER-2 to GER-6)."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from whistlestop.core.fields import NONE
from whistlestop.errors import PositionError
from whistlestop.games.network.mechanisms.tickets.told import is_long
from whistlestop.games.telling import Part, Telling, Word
from whistlestop.text.events import Event, SeatEvent
from whistlestop.text.knowledge import Knowledge, Public
from whistlestop.text.summary import Turn

from .rules import DEALING, MIX, MIXING


class MixingEvent(SeatEvent, kw_only=True):
    """The seat draws tickets, and will announce from which decks."""


class MixedEvent(SeatEvent, kw_only=True):
    """The seat drew tickets from both decks as it announced."""

    regular: int
    long: int


def acted(before: Knowledge, after: Knowledge) -> list[Event] | None:
    """Return the events of announcing a mixture; None for other actions."""
    a, seat = after.values, after.values["did_by"]
    if a["did"] == NONE and a["phase"] == MIXING and before.values["phase"] != MIXING:
        return [MixingEvent(seat=seat)]
    if a["did"] != MIX:
        return None
    return [MixedEvent(seat=seat, regular=a["offer_size"][seat] - a["did_arg"], long=a["did_arg"])]


class InView(Struct, kw_only=True):
    """In a view: the tickets left in the deck of long ones, which `ticket_deck` counts too."""

    long_deck: int


def in_view(observation: Knowledge, _look: bool) -> dict[str, Any]:
    """Return the size of the deck of long tickets."""
    return {"long_deck": observation.public.values["long_size"]}


class InPlayer(Struct, kw_only=True):
    """In a player's data: how many of the tickets held and on offer are long (GER-6)."""

    long_tickets: int
    long_offer: int


def in_player(public: Public, player: int) -> dict[str, Any]:
    """Return the long tickets of a player."""
    o = public.values
    return {"long_tickets": o["long_count"][player], "long_offer": o["offer_long"][player]}


def turned(_summarizer: Any, turn: Turn, before: Any, after: Any) -> None:
    """Record the size of the offer of a turn, which the mixture fills."""
    if after["did"] == MIX and before["phase"] == MIXING:
        turn.offered = int(after["offer_size"][int(after["did_by"])])


def read_player(reader: Any, player: int, part: Any) -> None:
    """Count a player's long tickets on boards where all players see the sorts; the deck of long ones is the rest."""
    if reader.ruleset.data.mixture.long:
        reader.states[0]["long_count"][player] = sum(is_long(reader.ruleset, name) for name in part.tickets)


def check(reader: Any) -> None:
    """Count the deck of long tickets; raises PositionError for impossible offers and phases."""
    s, position, data = reader.states[0], reader.position, reader.ruleset.data
    most, phase = data.mixture.long, position.phase
    if not most:
        if phase in ("dealing", "mixing"):
            raise PositionError(f"phase: this board has no {phase} (GER-2)")
        return
    deck = s["ticket_deck"][: s["ticket_size"]]
    s["long_size"] = sum(reader.ruleset.tickets[ticket].long for ticket in deck)
    if phase == "mixing" and not s["ticket_size"]:
        raise PositionError("phase: no tickets are left to draw (GER-4)")
    size = (data.opening if phase in ("dealing", "opening") else data.draw).regular
    for player, part in enumerate(position.players):
        long = [is_long(reader.ruleset, name) for name in part.offer]
        if len(long) > size or sum(long) > most or long != sorted(long, reverse=True):
            raise PositionError(
                f"player {player}: an offer has at most {size} tickets, the first of them long, at most {most} (GER-3)"
            )


def brief(ruleset: Any) -> list[str]:
    """Return the rules of mixtures (GER-2, GER-3)."""
    most, count = ruleset.data.mixture.long, ruleset.data.draw.regular
    return [
        (
            "There is a deck of regular and one of long tickets. A player who draws tickets first says how many of "
            f"the {count} are long, at most {most}: `mix:NUMBER`. The opening begins with it, in turn order."
        )
    ]


TELLING = Telling(
    brief=brief,
    phases={DEALING: "dealing", MIXING: "mixing"},
    words={MIX: Word("mix", place="count")},
    events=(MixingEvent, MixedEvent),
    acted=acted,
    turned=turned,
    view=Part(InView, in_view),
    player=Part(InPlayer, in_player),
    read_player=read_player,
    check=check,
)
