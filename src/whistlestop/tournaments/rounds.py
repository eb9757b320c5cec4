"""The pairings of the next round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistlestop.tournaments.groupings import group_up
from whistlestop.tournaments.knockout import knockout_tables, survivors
from whistlestop.tournaments.meetings import Meetings
from whistlestop.tournaments.model import BYE, Pairing, Place
from whistlestop.tournaments.pairs import pair_up
from whistlestop.tournaments.scoring import totals
from whistlestop.tournaments.seats import SeatCounts
from whistlestop.tournaments.standings import groups_of, knockout_seeds, rank_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from whistlestop.tournaments.model import Stage, Tournament

Table = tuple[tuple[int, ...], int | None]
"""The players of a table, and their group."""


def next_round(tournament: Tournament) -> list[Pairing] | None:
    """Return the pairings of the next round, None if the tournament is over.

    All tables have a result, except in a round robin, whose pairings do not depend on results.

    The same tournament always has the same next round.
    """
    number = tournament.round + 1
    planned = rounds_planned(tournament)
    if planned is not None and number > planned:
        return None
    stage: Stage = "main"
    if tournament.plan.format == "swiss":
        tables = _swiss(tournament, number)
    elif number <= main_rounds(tournament):
        tables = _everybody(tournament, number)
    else:
        stage, tables = "knockout", _knockout(tournament, number)
    # A round without a game decides nothing, but in a round robin a later one may.
    later = bool(tables) and stage == "main" and tournament.plan.format != "swiss"
    if not later and all(len(table) == 1 for table, _group in tables):
        return None
    return _seated(tournament, number, stage, tables)


def rounds_planned(tournament: Tournament) -> int | None:
    """Return the number of rounds; None if it depends on how many players advance."""
    plan = tournament.plan
    if plan.format == "swiss":
        return plan.rounds
    return main_rounds(tournament) if plan.format == "round_robin" else None


def main_rounds(tournament: Tournament) -> int:
    """Return the number of rounds before the knock-out, of formats in which everybody meets."""
    plan = tournament.plan
    if plan.format == "knockout":
        return 0
    if plan.rounds is not None:
        return plan.rounds
    return max((_pool_rounds(len(pool), plan.size) for _group, pool in _pools(tournament)), default=0)


def accepts_entries(tournament: Tournament) -> bool:
    """Return whether players can still enter, once the tournament has begun."""
    plan = tournament.plan
    return plan.format == "swiss" and tournament.round < plan.late


def _swiss(tournament: Tournament, number: int) -> list[Table]:
    active = tournament.active(number)
    met = Meetings(tournament.pairings)
    counted = totals(active, tournament.pairings)
    draw = tournament.draw()
    order = sorted(active, key=lambda entry: (*rank_key(counted[entry]), draw[entry]))
    points = {entry: counted[entry].points for entry in active}
    if tournament.plan.size == 2:
        pairs, bye = pair_up(order, points, met)
        return [(pair, None) for pair in pairs] + ([] if bye is None else [((bye,), None)])
    if not order:
        return []
    dice = tournament.dice("round", number)
    return [(table, None) for table in group_up(order, points, met, tournament.plan.size, dice)]


def _everybody(tournament: Tournament, number: int) -> list[Table]:
    """Return the tables of a round in which the players of each pool meet each other."""
    met = Meetings(tournament.pairings)
    playing = set(tournament.active(number))
    found: list[Table] = []
    for group, pool in _pools(tournament):
        if tournament.plan.size == 2:
            tables = [tuple(entry for entry in pair if entry in playing) for pair in circle(pool, number)]
            found += [(table, group) for table in tables if table]
        elif number <= (tournament.plan.rounds or _pool_rounds(len(pool), tournament.plan.size)):
            here = [entry for entry in pool if entry in playing]
            if here:
                dice = tournament.dice("round", number, group)
                dice.shuffle(here)
                even = dict.fromkeys(here, 0)
                found += [(table, group) for table in group_up(here, even, met, tournament.plan.size, dice)]
    return found


def _knockout(tournament: Tournament, number: int) -> list[Table]:
    plan = tournament.plan
    playing = set(tournament.active(number))
    seed = knockout_seeds(tournament)
    before = [one for one in tournament.pairings if one.stage == "knockout" and one.round == number - 1]
    if before:
        if len(before) == 1:
            return []  # that was the final
        left = survivors(before, plan.size, seed, playing.__contains__)
        return [(table, None) for table in knockout_tables(left, plan.size)] if len(left) > 1 else []
    if tournament.round > main_rounds(tournament):
        return []
    groups = groups_of(tournament)
    left = sorted((entry for entry in playing if entry in seed), key=lambda entry: seed[entry])
    if plan.format == "groups":
        left = _best_of_groups(left, groups, plan.advance)
    return [(table, None) for table in knockout_tables(left, plan.size, groups.get)] if len(left) > 1 else []


def _best_of_groups(seeds: Sequence[int], groups: dict[int, int], most: int) -> list[int]:
    taken: dict[int, int] = {}
    found = []
    for entry in seeds:
        group = groups.get(entry)
        if group is not None and taken.get(group, 0) < most:
            taken[group] = taken.get(group, 0) + 1
            found.append(entry)
    return found


def _pools(tournament: Tournament) -> list[tuple[int | None, list[int]]]:
    """Return the players who meet each other: those of each group, or all."""
    draw = tournament.draw()
    groups = groups_of(tournament)
    if not groups:
        everybody = (one.number for one in tournament.entries if one.plays(1))
        return [(None, sorted(everybody, key=lambda entry: draw[entry]))]
    found: list[tuple[int | None, list[int]]] = []
    for group in sorted(set(groups.values())):
        members = (entry for entry, number in groups.items() if number == group)
        found.append((group, sorted(members, key=lambda entry: draw[entry])))
    return found


def _pool_rounds(players: int, size: int) -> int:
    """Return the rounds in which everybody meets, if the numbers fit: a table has `size` - 1 opponents."""
    if size == 2:
        return players - 1 if players % 2 == 0 else players
    return -(-(players - 1) // (min(size, players) - 1)) if players > 1 else 0


def circle(players: Sequence[int], number: int) -> list[tuple[int, ...]]:
    """Return the pairs of a round, from 1, in which everybody meets everybody once; empty after the last round.

    The first player stays and the others move around a circle. With an odd number, one player is alone.
    """
    ring: list[int | None] = [*players] if len(players) % 2 == 0 else [*players, None]
    if number >= len(ring):
        return []
    turn = (number - 1) % (len(ring) - 1)
    rest = ring[1:]
    line = [ring[0], *rest[turn:], *rest[:turn]]
    pairs = zip(line[: len(line) // 2], reversed(line[len(line) // 2 :]), strict=True)
    return [tuple(entry for entry in pair if entry is not None) for pair in pairs]


def _seated(tournament: Tournament, number: int, stage: Stage, tables: Iterable[Table]) -> list[Pairing]:
    """Return the pairings with everybody in a seat. Byes have their result."""
    counts = SeatCounts(tournament.pairings)
    found = []
    for table, (players, group) in enumerate(tables, 1):
        alone = (Place(players[0], 1, None, BYE),) if len(players) == 1 else None
        found.append(Pairing(number, table, counts.order(players), stage, group, alone))
    return found
