"""Find tickets that lack cards, and simulate that a player has not noticed an opponent's row (CARD-26)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from whistlestop.core.fields import COLORS
from whistlestop.games.oversights import Oversights
from whistlestop.games.yard import machine
from whistlestop.games.yard.mechanisms.rows.rules import SET
from whistlestop.games.yard.mechanisms.singles.rules import TRIO
from whistlestop.text.knowledge import Knowledge


def lacks(observation: Knowledge, ticket: int) -> bool:
    """Return whether the seat's stack does not pay for one of its tickets (CARD-40)."""
    seat, rules = int(observation.record["seat"]), observation.ruleset.rules
    return not machine.feasible(observation.array, rules, 0, seat, 1 << ticket)


def laid(observation: Knowledge) -> Iterator[tuple[int, int]]:
    """Yield the colors of the other players' rows, by player."""
    record = observation.record
    for player in range(int(record["players"])):
        for color in range(COLORS):
            if player != observation.seat and record["row_colored"][player, color]:
                yield player, color


def overlook(believed: Knowledge, player: int, color: int) -> None:
    """Remove the row, wilds included."""
    believed.record["row_colored"][player, color] = 0
    believed.record["row_wild"][player, color] = 0


def cards_laid(r: Any, action: int) -> int:
    """Return the number of cards in a row or trio."""
    if r["action_type"][action] == TRIO:
        return 3
    return (
        int(r["action_colored"][action] + r["action_wild"][action]) if r["action_type"][action] == SET else 0
    )


OVERSIGHTS = Oversights(lacks=lacks, laid=laid, cards_laid=cards_laid, overlook=overlook)
