"""`whistlestop tournament`: check the results of a tournament without its server."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .output import Code, Failure

app = typer.Typer(no_args_is_help=True, help="Check tournaments.")


@app.callback()
def tournament() -> None:
    """Check tournaments."""


@app.command()
def standings(
    file: Annotated[Path, typer.Argument(help="The export of a tournament, as JSON.")],
) -> None:
    """Recompute the standings of a tournament from its results, and compare them with those in the file."""
    from whistlestop.tournaments import POINT, recomputed

    document, lines = recomputed(file.read_bytes())
    names = {entry.number: entry.name for entry in document.entries}
    typer.echo(f"{document.name}: {len(document.pairings)} tables")
    for line in lines:
        points = f"{line.totals.points / POINT:.3f}".rstrip("0").rstrip(".")
        typer.echo(f"{line.place:>4}  {names[line.entry] or '-':<24}  {points:>7}")
    if tuple(lines) != document.standings:
        raise Failure("the standings in the file do not follow from its results", Code.CHECK_FAILED)
