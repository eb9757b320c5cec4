"""`whistlestop bench` and `whistlestop warmup`."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from .compiling import compile_first
from .output import note, print_json

__all__ = ["bench", "warmup"]


def bench(
    quick: Annotated[
        bool, typer.Option("--quick", help="Make fewer and shorter runs: rough figures within seconds.")
    ] = False,
    only: Annotated[
        list[str] | None,
        typer.Option(
            "--only",
            metavar="PART",
            help="Measure only this part. Repeat the option for several parts.",
        ),
    ] = None,
) -> None:
    """Measure the performance on this machine and print one JSON document. Do not run other programs meanwhile."""
    from whistlestop.bench import PARTS, measure

    for name in set(only or ()) - set(PARTS):
        raise typer.BadParameter(f"{name!r:.60} is not one of {', '.join(PARTS)}", param_hint="--only")
    if not only:
        compile_first()
    print_json(measure(quick=quick, only=only or (), say=note))


def warmup(
    background: Annotated[
        bool, typer.Option("--background", help="Run at low priority and print nothing.")
    ] = False,
) -> None:
    """Compile everything now, so that later starts are fast."""
    started = time.perf_counter()
    if background:
        from whistlestop.children import lower_priority
        from whistlestop.warmup import warm_up

        lower_priority()
        warm_up(background=True)
        return
    compile_first()
    note(f"ready after {time.perf_counter() - started:.1f} s")
