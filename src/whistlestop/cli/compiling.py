"""Waiting for the compiler, for commands that play so much that it is worth it."""

from __future__ import annotations

__all__ = ["compile_first"]


def compile_first() -> None:
    """Compile what is not compiled yet, with a bar that says what is being done."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from whistlestop.core.jit import JIT_DISABLED
    from whistlestop.core.jit.cache import is_complete
    from whistlestop.warmup import warm_up

    if JIT_DISABLED or is_complete():
        return  # each function loads its code when it is called
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

        warm_up(show)
