"""`whistlestop bench` and `whistlestop warmup`."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from .output import note, print_json

__all__ = ["bench", "warmup"]


def bench(
    quick: Annotated[
        bool, typer.Option("--quick", help="Fewer and shorter runs: rough figures in seconds.")
    ] = False,
) -> None:
    """Measure this machine and print one JSON document. Leave the machine alone meanwhile."""
    from whistlestop.bench import measure

    print_json(measure(quick=quick))


def warmup(
    quiet: Annotated[bool, typer.Option("--quiet", help="Say nothing when done.")] = False,
) -> None:
    """Compile everything now, so that the first game starts at once."""
    started = time.perf_counter()
    from whistlestop.warmup import warm_up

    warm_up()
    if not quiet:
        note(f"ready after {time.perf_counter() - started:.1f} s")
