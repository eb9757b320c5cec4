"""Find open tickets, and simulate a player's belief that an opponent's route is open."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from whistlestop.games.network import machine
from whistlestop.games.network.mechanisms.claims.rules import CLAIM
from whistlestop.games.network.mechanisms.tickets.outlook import TICKET_OPEN
from whistlestop.games.oversights import Oversights
from whistlestop.text.knowledge import Knowledge


def lacks(observation: Knowledge, ticket: int) -> bool:
    """Return whether a ticket of the seat is open: not completed, and not impossible."""
    seat, rules = int(observation.record["seat"]), observation.ruleset.rules
    return bool(machine.ticket_state(observation.array, rules, 0, seat, ticket) == TICKET_OPEN)


def laid(observation: Knowledge) -> Iterator[tuple[int, int]]:
    """Yield the routes of other players, by player."""
    record = observation.record
    for player in range(int(record["players"])):
        words = record["owned"][player].tolist()
        for route in range(int(observation.ruleset.rules[0]["routes"])):
            if player != observation.seat and words[route // 64] >> route % 64 & 1:
                yield player, route


def overlook(believed: Knowledge, player: int, route: int) -> None:
    """Remove the route from its owner and open it to the seat."""
    bit = np.uint64(1 << route % 64)
    believed.record["owned"][player, route // 64] &= ~bit
    believed.record["open"][believed.seat, route // 64] |= bit


def cards_laid(r: Any, action: int) -> int:
    """Return the number of cards that pay for a claim."""
    return (
        int(r["action_colored"][action] + r["action_wild"][action])
        if r["action_type"][action] == CLAIM
        else 0
    )


OVERSIGHTS = Oversights(lacks=lacks, laid=laid, cards_laid=cards_laid, overlook=overlook)
