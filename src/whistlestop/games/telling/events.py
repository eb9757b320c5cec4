"""Events: each action, as its mechanism describes it, and its consequences."""

from __future__ import annotations

from collections.abc import Sequence

from whistlestop.text import events as common
from whistlestop.text.events import Event
from whistlestop.text.knowledge import Knowledge

from .parts import Telling


def events(every: Sequence[Telling], before: Knowledge, after: Knowledge, live: bool) -> list[Event]:
    """Return the events of one action in order, with the information that the seat has."""
    told = common.action(before, after)
    for each in every:
        if told is None and each.acted is not None:
            told = each.acted(before, after)
    found = list(told or ())
    for each in every:
        if each.followed is not None:
            found += each.followed(before, after)
    if after.values["final_left"] > 0 and before.values["final_left"] <= 0:
        found.append(common.final_round(after))
    found += common.ending(before, after)
    for each in every:
        if each.began is not None:
            found += each.began(after, live)
    return found
