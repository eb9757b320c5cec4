"""Knock-out rounds, for any number at a table.

Half of a table advances: one of two or three, two of four or five. The best players of the draw meet the last ones, and
are drawn again after each round by their first seed. With two at a table, the best have a bye in the first round if the
others are not a power of two.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistlestop.tournaments.groupings import table_sizes

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from whistlestop.tournaments.model import Pairing, Place


def advancing(size: int) -> int:
    """Return how many players of a table advance to the next round."""
    return size // 2


def knockout_tables(
    seeds: Sequence[int], size: int, group_of: Callable[[int], int | None] = lambda _entry: None
) -> list[tuple[int, ...]]:
    """Return the tables of a knock-out round; one player alone has a bye.

    seeds: the players who are left, best first. group_of: players of one group do not meet if possible.
    """
    if size == 2:
        return _couples(seeds, group_of)
    sizes = table_sizes(len(seeds), size)
    tables: list[list[int]] = [[] for _ in sizes]
    line = list(seeds)
    forward = True
    while line:
        numbers = range(len(sizes)) if forward else reversed(range(len(sizes)))
        for number in numbers:
            if line and len(tables[number]) < sizes[number]:
                free = [entry for entry in line[: len(sizes)] if _apart(entry, tables[number], group_of)]
                tables[number].append(free[0] if free else line[0])
                line.remove(tables[number][-1])
        forward = not forward
    return [tuple(table) for table in tables]


def _apart(entry: int, table: Sequence[int], group_of: Callable[[int], int | None]) -> bool:
    group = group_of(entry)
    return group is None or all(group_of(other) != group for other in table)


def _couples(seeds: Sequence[int], group_of: Callable[[int], int | None]) -> list[tuple[int, ...]]:
    full = 1
    while full < len(seeds):
        full *= 2
    byes = full - len(seeds)
    rest = list(seeds[byes:])
    upper, lower = rest[: len(rest) // 2], rest[len(rest) // 2 :][::-1]
    for number, entry in enumerate(upper):
        if _apart(entry, [lower[number]], group_of):
            continue
        for other in range(len(upper)):
            if _apart(entry, [lower[other]], group_of) and _apart(upper[other], [lower[number]], group_of):
                lower[number], lower[other] = lower[other], lower[number]
                break
    return [(entry,) for entry in seeds[:byes]] + list(zip(upper, lower, strict=True))


def finishing_order(result: Sequence[Place], seed: Mapping[int, int]) -> list[int]:
    """Return the entries of a table from the best; of equal ranks, the better seed."""
    last = len(result) + 1
    return [
        one.entry for one in sorted(result, key=lambda one: (one.rank or last, seed.get(one.entry, 10**9)))
    ]


def survivors(
    pairings: Sequence[Pairing], size: int, seed: Mapping[int, int], plays: Callable[[int], bool]
) -> list[int]:
    """Return the players of a knock-out round who advance, best seed first. plays: whether they have not withdrawn."""
    found = []
    for one in pairings:
        order = [entry for entry in finishing_order(one.result or (), seed) if plays(entry)]
        found += order[: 1 if len(one.seats) == 1 else advancing(size)]
    return sorted(found, key=lambda entry: seed[entry])
