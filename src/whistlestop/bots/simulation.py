"""Play a plan and add up the results, with or without a folder. Memory holds only the blocks in progress."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from functools import partial
from typing import NamedTuple

from whistlestop.kinds import kind_of

from .cluster import Cluster
from .matches import play_block
from .partitions import Partitions
from .plan import Block, Plan
from .processes import in_processes
from .summary import Tally, tally, total

__all__ = ["Played", "keep", "play", "play_and_keep", "simulate", "simulate_all"]


class Played(NamedTuple):
    """The results of a block, as sent by a node of a cluster, which has its own disk."""

    tally: Tally
    files: dict[str, bytes]
    """Files by table; empty if none were requested."""


def simulate(
    plan: Plan, jobs: int | Cluster | None = None, folder: Partitions | None = None
) -> Generator[tuple[Block, Tally], None, None]:
    """Play a plan and yield the sums over each block, in order.

    jobs: the number of processes (default: one per core), or a cluster. folder: where rows are stored; blocks already
    complete there are not played again. Raises BotError, UnknownBot, OSError and ResumeError, and on a cluster
    ClusterError; blocks completed by then remain.
    """
    missing = plan.blocks if folder is None else [one for one in plan.blocks if not folder.is_whole(one)]
    left = set(missing)
    if isinstance(jobs, Cluster):
        results = jobs.map(partial(play, plan, folder), missing, plan.bots, partial(keep, folder))
    else:
        results = in_processes(partial(play_and_keep, plan, folder), missing, plan.bots, jobs)
    with closing(results) as played:
        for block in plan.blocks:
            if folder is None or block in left:
                yield block, next(played)
            else:
                yield block, folder.tally(block)


def simulate_all(plan: Plan, jobs: int | Cluster | None = None) -> Tally:
    """Play a plan without a folder and return the sums over all games.

    Raises BotError, UnknownBot and ClusterError.
    """
    return total(of_block for _, of_block in simulate(plan, jobs))


def play(plan: Plan, folder: Partitions | None, block: Block) -> Played:
    """Play a block. Raises BotError and UnknownBot."""
    batch = play_block(plan, block)
    files = {} if folder is None else folder.encode(batch)
    return Played(tally(batch.seats, len(plan.bots), kind_of(plan.ruleset).results.parts), files)


def keep(folder: Partitions | None, block: Block, played: Played) -> Tally:
    """Write the files of a block, if they were requested, and return its sums. Raises OSError."""
    if folder is not None:
        folder.write(block, played.files)
    return played.tally


def play_and_keep(plan: Plan, folder: Partitions | None, block: Block) -> Tally:
    """Play a block and store it in the same process."""
    return keep(folder, block, play(plan, folder, block))
