"""The standings of a tournament."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from whistlestop.tournaments.knockout import finishing_order
from whistlestop.tournaments.scoring import Standing, Totals, totals

if TYPE_CHECKING:
    from collections.abc import Iterable

    from whistlestop.tournaments.model import Tournament


def standings(tournament: Tournament) -> list[Standing]:
    """Return the standings, best first, without entries that withdrew before their first round.

    The order is: how far an entry came in the knock-out, points, opponents' points, points of beaten opponents,
    tables won, scores in the games, and the draw of the start.
    """
    knockout = [one for one in tournament.pairings if one.stage == "knockout"]
    main = [one for one in tournament.pairings if one.stage == "main"]
    played = {entry for one in tournament.pairings for entry in one.seats}
    entries = [
        one.number
        for one in tournament.entries
        if one.number in played or one.left is None or one.left > one.joined
    ]
    groups = groups_of(tournament)
    counted = totals(entries, main or knockout)
    draw = tournament.draw()
    order = sorted(entries, key=lambda entry: (*rank_key(counted[entry]), draw[entry]))
    if tournament.plan.format == "groups":
        order = _by_place_in_group(order, groups)
    reached: dict[int, tuple[int, int]] = {}
    seed = knockout_seeds(tournament) if knockout else {}
    for one in knockout:
        line = finishing_order(one.result, seed) if one.result is not None else []
        for entry in one.seats:
            place = line.index(entry) if entry in line else 0
            reached[entry] = max(reached.get(entry, (0, 0)), (one.round, -place))
    if knockout:
        order.sort(key=lambda entry: [-step for step in reached.get(entry, (0, 0))])
    return [
        Standing(place, entry, counted[entry], groups.get(entry), reached.get(entry, (None, 0))[0])
        for place, entry in enumerate(order, 1)
    ]


def rank_key(line: Totals) -> tuple[int, ...]:
    """Return the sort key of points and tie-breaks."""
    return (-line.points, -line.opponents, -line.beaten, -line.wins, -line.score)


def groups_of(tournament: Tournament) -> dict[int, int]:
    """Return the group of each entry, from 1; empty in other formats. The draw distributes them evenly."""
    if tournament.plan.format != "groups":
        return {}
    draw = tournament.draw()
    drawn = sorted((one.number for one in tournament.entries if one.plays(1)), key=lambda entry: draw[entry])
    count = max(1, -(-len(drawn) // tournament.plan.group))
    return {entry: place % count + 1 for place, entry in enumerate(drawn)}


def knockout_seeds(tournament: Tournament) -> dict[int, int]:
    """Return the place of each entry in the draw of the knock-out: group winners first, then runners-up.

    In a tournament without groups it is the draw of the start.
    """
    draw = tournament.draw()
    if tournament.plan.format != "groups":
        return draw
    main = [one for one in tournament.pairings if one.stage == "main"]
    counted = totals(draw, main)
    groups = groups_of(tournament)
    order = sorted(draw, key=lambda entry: (*rank_key(counted[entry]), draw[entry]))
    return {entry: place for place, entry in enumerate(_by_place_in_group(order, groups))}


def _by_place_in_group(order: Iterable[int], groups: dict[int, int]) -> list[int]:
    """Sort entries by their place in their group, keeping the order of those with the same place."""
    ranked = sorted(order, key=lambda entry: groups.get(entry, 0))
    place = {
        entry: number
        for _group, members in groupby(ranked, key=lambda entry: groups.get(entry, 0))
        for number, entry in enumerate(members)
    }
    return sorted(order, key=lambda entry: (entry not in groups, place[entry]))
