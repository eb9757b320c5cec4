"""Text and data of passes: the current pass, and the beginning of the next (CARD-3, CARD-43 to CARD-48)."""

from __future__ import annotations

from operator import sub
from typing import Annotated, Any

from msgspec import Meta, Struct, field

from whistlestop.core.fields import DECLARATION, NONE, OVER, WILD
from whistlestop.errors import PositionError
from whistlestop.format import Card, Counts, Ruleset
from whistlestop.games.telling import Part, Telling
from whistlestop.text.events import Event
from whistlestop.text.knowledge import Knowledge
from whistlestop.text.names import cards_of
from whistlestop.text.view import market


class NewPassEvent(Event, kw_only=True):
    """A new round starts. `dealt`: number of cards by seat; `cards`: your own, null for spectators."""

    pass_: int = field(name="pass")
    deck: int
    dealt: list[int]
    cards: Counts | None
    market: list[Card | None]


def followed(before: Knowledge, after: Knowledge) -> list[Event]:
    """Return the cards for another pass (CARD-45 to CARD-48)."""
    a, b, seat = after.values, before.values, after.seat
    if a["pass_index"] == b["pass_index"]:
        return []
    return [
        NewPassEvent(
            pass_=a["pass_index"] + 1,
            deck=a["deck_size"],
            dealt=a["did_dealt"][: a["players"]],
            cards=None if seat is None else cards_of(map(sub, a["hand"][seat], b["hand"][seat])),
            market=market(after.public),
        )
    ]


class InView(Struct, kw_only=True):
    """In a view: the current pass, counted from 1, and the number of passes."""

    pass_: int = field(name="pass")
    passes: int


def in_view(observation: Knowledge, _look: bool) -> dict[str, Any]:
    """Return the current pass and the number of passes."""
    o = observation.values
    return {
        "pass_": o["pass_index"] + 1,
        "passes": int(observation.ruleset.rules["passes"][0, o["players"]]),
    }


class InPosition(Struct):
    """In a position: the current pass, counted from 1."""

    pass_number: Annotated[int, Meta(ge=1, le=9)] = field(name="pass", default=1)


def in_position(_ruleset: Ruleset, s: Any) -> dict[str, Any]:
    """Return the current pass."""
    return {"pass": int(s["pass_index"]) + 1}


def read(reader: Any) -> None:
    """Read the pass; raises PositionError if the game has fewer passes."""
    position = reader.position
    passes = int(reader.ruleset.rules["passes"][0, len(position.players)])
    if position.pass_number > passes:
        raise PositionError(f"pass: this number of players plays only {passes} (CARD-3)")
    reader.states[0]["pass_index"] = position.pass_number - 1


class InSummary(Struct, kw_only=True):
    """In a summary: the number of turns after which each pass was scored."""

    passes: list[int] = field(default_factory=list)


def passed_on(summarizer: Any, before: Any, after: Any) -> None:
    """Record the end of a pass, and the cards dealt for the next (CARD-45, CARD-46)."""
    if before["phase"] != DECLARATION or after["phase"] == DECLARATION:
        return
    summarizer.more["passes"].append(int(before["turn"]) + 1)
    if after["phase"] == OVER:
        return
    new = after["hand"] - before["hand"]
    turned_up = sum(int(card == WILD) for card in after["market"])
    deck = after["deck"][: after["deck_size"]]
    wilds = int((deck == WILD).sum()) + turned_up + int(new[:, WILD].sum())
    pool = len(deck) + sum(int(card != NONE) for card in after["market"]) + int(new.sum())
    for seat, dealt in enumerate(summarizer.dealt):
        cards = int(new[seat].sum())
        dealt.add(cards, new[seat, WILD], cards * wilds / pool if pool else 0.0)


def brief(ruleset: Any) -> list[str]:
    """Return the rule of the second round (CARD-43 to CARD-49)."""
    passes = ruleset.data.passes
    return [
        (
            f"With {passes.two_from} or more players, the cards are shuffled again for a second round, with "
            f"{passes.hand} new cards each."
        )
    ]


TELLING = Telling(
    brief=brief,
    events=(NewPassEvent,),
    followed=followed,
    view=Part(InView, in_view),
    position=Part(InPosition, in_position),
    read=read,
    summary=InSummary,
    passed_on=passed_on,
)
