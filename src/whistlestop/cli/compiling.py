"""Compiling in advance, for commands that play many games."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from whistlestop import Ruleset

__all__ = ["compile_first"]


def compile_first(ruleset: Ruleset | None = None, bots: Iterable[str] = ()) -> None:
    """Compile all functions that are not compiled yet, with a progress bar.

    With a ruleset, compile only what these bots need to play on it.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from whistlestop.warmup import prepare_matches, warm_up

    bar = (
        TextColumn("compiling, once: {task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*bar, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("the rules", total=None)

        def show(name: str, done: int, total: int) -> None:
            progress.update(task, description=name, completed=done, total=total)

        if ruleset is None:
            warm_up(show)
        else:
            prepare_matches(ruleset, bots, show)
