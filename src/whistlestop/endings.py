"""How a game counts when players have left it: the one definition (RUL-84, docs/ratings.md).

The rules rank seats by their scores, regardless of the player. For the result, only players who stayed count. The
result screen, the history, statistics, ratings, webhooks and records all take winners and ranks from here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

Away = Literal["left", "time", "removed"]
"""Why a bot plays for a person: they left, their time ran out, or others had a bot take their place."""
Ending = Literal["played", "left", "time", "removed", "unfinished"]
"""How a seat ended: played to the end, or as above; `unfinished`: the game was ended early for all."""


class SeatEnd(Struct, frozen=True, forbid_unknown_fields=True):
    """The ending of one seat.

    finisher: the bot that played the seat at the end, None for its player; a bot that sat there from the beginning
    has played to the end. rank: 1 is the best; None if the game is unfinished.
    """

    seat: Annotated[int, Meta(ge=0, le=31)]
    finisher: Annotated[str, Meta(max_length=64)] | None
    ending: Ending
    rank: Annotated[int, Meta(ge=1, le=32)] | None
    won: bool


def away_of(end: SeatEnd) -> Away | None:
    """Return why the seat's player was away at the end; None if they were not."""
    return end.ending if end.ending in ("left", "time", "removed") else None


def seat_ends(
    ranks: Sequence[int] | None, finishers: Sequence[str | None], away: Sequence[Away | None]
) -> tuple[SeatEnd, ...]:
    """Return the ending of every seat.

    ranks: those that the rules give, None if the game is unfinished. finishers, away: for each seat the bot that
    played it at the end, and why a bot played for its person; a person who came back is not away.
    """
    if ranks is None:
        return tuple(
            SeatEnd(seat, bot, cause or "unfinished", None, won=False)
            for seat, (bot, cause) in enumerate(zip(finishers, away, strict=True))
        )
    stayed = sorted(rank for rank, cause in zip(ranks, away, strict=True) if cause is None)
    found = []
    for seat, (rank, bot, cause) in enumerate(zip(ranks, finishers, away, strict=True)):
        if cause is None:
            place = stayed.index(rank) + 1
            found.append(SeatEnd(seat, bot, "played", place, won=place == 1))
        else:
            found.append(SeatEnd(seat, bot, cause, len(ranks), won=False))
    return tuple(found)


def follows(result: Sequence[SeatEnd], ranks: Sequence[int]) -> bool:
    """Return whether this is the result of a game with these ranks, regardless of players who left."""
    finishers, away = [end.finisher for end in result], [away_of(end) for end in result]
    return len(result) == len(ranks) and tuple(result) == seat_ends(ranks, finishers, away)
