"""`whistlestop tournament`: check the results of a tournament or a league without its server."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .output import Code, Failure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whistlestop.tournaments import Standing, TournamentDocument

app = typer.Typer(no_args_is_help=True, help="Check tournaments and leagues.")


@app.callback()
def tournament() -> None:
    """Check tournaments and leagues."""


@app.command()
def standings(
    file: Annotated[Path, typer.Argument(help="The export of a tournament or a league, as JSON.")],
) -> None:
    """Recompute the standings of a tournament from its results, and compare them with those in the file.

    Of a league, recompute all seasons, and who was promoted and relegated between them.
    """
    from whistlestop.tournaments import is_league, recomputed

    text = file.read_bytes()
    if is_league(text):
        _league(text)
    else:
        _print(*recomputed(text))


def _league(text: bytes) -> None:
    from whistlestop.tournaments import recomputed_league

    document, divisions, seasons = recomputed_league(text)
    typer.echo(f"{document.name}: {len(document.seasons)} seasons")
    for one in divisions:
        _print(one.document, one.standings)
    for season in seasons:
        if season.follows is None:
            typer.echo(f"Season {season.number}: not checked, because the account of a player was deleted.")
        elif season.follows != season.played:
            raise Failure(
                f"the divisions of season {season.number} do not follow from the season before",
                Code.CHECK_FAILED,
            )
        else:
            typer.echo(f"Season {season.number}: the divisions follow from the season before.")


def _print(document: TournamentDocument, lines: Sequence[Standing]) -> None:
    """Print standings; raise Failure if they are not those of the document."""
    from whistlestop.tournaments import POINT

    names = {entry.number: entry.name for entry in document.entries}
    typer.echo(f"{document.name}: {len(document.pairings)} tables")
    for line in lines:
        points = f"{line.totals.points / POINT:.3f}".rstrip("0").rstrip(".")
        typer.echo(f"{line.place:>4}  {names[line.entry] or '-':<24}  {points:>7}")
    if tuple(lines) != document.standings:
        raise Failure("the standings in the file do not follow from its results", Code.CHECK_FAILED)
