"""Leagues: the divisions of a season, and how players move between them from one season to the next."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

Player = TypeVar("Player", bound=Hashable)
STAYS, FALLS, RISES, ENTERS = range(4)
"""How a player came to a division."""
_TO_PULL = (STAYS, FALLS, RISES, ENTERS)
"""The order in which the players of a division fill places in the one above."""
_TO_PUSH = (FALLS, RISES, STAYS, ENTERS)
"""The order in which players keep their place in a division that has too many. Players who rose keep theirs."""


def division_sizes(players: int, target: int) -> list[int]:
    """Return the sizes of divisions of about `target` players, the top first. They differ by one at most."""
    count = max(1, (2 * players + target) // (2 * target))
    return [players // count + (number < players % count) for number in range(count)]


def movements(sizes: Sequence[int], moves: int) -> list[int]:
    """Return how many players change places between each division and the next.

    It is at most half of either division, so that nobody both rises and falls.
    """
    return [min(moves, sizes[one] // 2, sizes[one + 1] // 2) for one in range(len(sizes) - 1)]


def arrange(
    before: Sequence[Sequence[Player]],
    playing: Collection[Player],
    entrants: Sequence[Player],
    target: int,
    moves: int,
) -> list[list[Player]]:
    """Return the divisions of the next season, the top first.

    before: the divisions of the last season, each in the order of its standings. playing: the players who signed up
    again. entrants: new players, who start at the bottom, in this order. The last `moves` players of each division
    fall, and as many of the next one rise. A place that becomes free goes to the best player of the division below
    who stays there otherwise or, if nobody does, to the best player who fell into it. If a division has too many
    players, the last ones who would stay fall, too.
    """
    homes = _moved(before, set(playing), moves) or [[]]
    homes[-1] += [(ENTERS, player) for player in entrants]
    sizes = division_sizes(sum(map(len, homes)), target)
    for extra in homes[len(sizes) :]:
        homes[len(sizes) - 1] += extra
    homes = homes[: len(sizes)] + [[] for _ in range(len(sizes) - len(homes))]
    for number, size in enumerate(sizes[:-1]):
        kept = _ordered(homes[number], _TO_PUSH)
        pushed = [(ENTERS if how == ENTERS else FALLS, player) for how, player in kept[size:]]
        homes[number], homes[number + 1] = kept[:size], pushed + homes[number + 1]
        for below in range(number + 1, len(sizes)):
            free = size - len(homes[number])
            if free == 0:
                break
            line = _ordered(homes[below], _TO_PULL)
            homes[number] += [(RISES, player) for _how, player in line[:free]]
            homes[below] = line[free:]
    return [[player for _how, player in home] for home in homes]


def _moved(
    before: Sequence[Sequence[Player]], playing: set[Player], moves: int
) -> list[list[tuple[int, Player]]]:
    """Return the players who signed up again in the divisions to which their places take them."""
    exchanged = movements([len(division) for division in before], moves)
    homes: list[list[tuple[int, Player]]] = [[] for _ in before]
    for number, division in enumerate(before):
        rising = exchanged[number - 1] if number else 0
        staying = len(division) - (exchanged[number] if number < len(exchanged) else 0)
        for place, player in enumerate(division):
            if player not in playing:
                continue
            step = -1 if place < rising else int(place >= staying)
            homes[number + step].append(((RISES, STAYS, FALLS)[step + 1], player))
    return homes


def _ordered(home: Sequence[tuple[int, Player]], order: Sequence[int]) -> list[tuple[int, Player]]:
    return sorted(home, key=lambda one: order.index(one[0]))
