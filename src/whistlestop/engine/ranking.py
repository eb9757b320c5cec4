"""Who comes before whom (COM-22, USA-35, CARD-53): a template, for every game breaks ties in a way of its own."""

from __future__ import annotations

from typing import Any

tie_break: Any = None
"""Of a machine: what a player has by one tie-breaker; more is better."""

ahead: Any = None


def is_ahead(s: Any, r: Any, a: int, b: int) -> bool:
    """Whether player a ranks before player b."""
    if s["final"][a] != s["final"][b]:
        return bool(s["final"][a] > s["final"][b])
    for criterion in r["tie_breaks"]:
        mine = tie_break(s, criterion, a)
        theirs = tie_break(s, criterion, b)
        if mine != theirs:
            return bool(mine > theirs)
    return False


def rank_players(s: Any, r: Any) -> None:
    """Give every player the rank that his final score and the tie-breakers make."""
    for player in range(s["players"]):
        s["rank"][player] = 1
        for other in range(s["players"]):
            if ahead(s, r, other, player):
                s["rank"][player] += 1
