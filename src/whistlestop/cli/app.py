"""The program `whistlestop`: its commands, and errors as one line and an exit code."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from . import (
    admin,
    arena,
    bench,
    board,
    db,
    deploy,
    mcp,
    play,
    replay,
    review,
    simulate,
    site,
    stats,
    tournament,
)
from .output import Code, Failure, note

__all__ = ["app"]


class Group(TyperGroup):
    """A command group that reports expected errors in one line, without a traceback."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command; an unexpected exception is a bug and keeps its traceback."""
        try:
            return super().invoke(ctx)
        except Failure as failure:
            note(f"error: {failure}")
            raise typer.Exit(failure.code) from None
        except (FileNotFoundError, IsADirectoryError, NotADirectoryError, PermissionError) as error:
            note(f"error: {error.filename}: {error.strerror}")
            raise typer.Exit(Code.BAD_INPUT) from None
        except Exception as error:
            from whistlestop.errors import WhistlestopError

            if not isinstance(error, WhistlestopError):
                raise
            for problem in getattr(error, "problems", (error,)):
                note(f"error: {problem}")
            raise typer.Exit(Code.BAD_INPUT) from None


app = typer.Typer(
    cls=Group,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Whistlestop: play, host, simulate and study train games of the Ticket to Ride family.",
)


def print_version(wanted: bool) -> None:
    """Print the version and exit."""
    if wanted:
        from whistlestop import __version__

        typer.echo(f"whistlestop {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Accept the options before a command."""


app.command("play")(play.play)
app.command("serve")(play.serve)
app.add_typer(admin.app, name="admin")
app.add_typer(db.app, name="db")
app.command("deploy")(deploy.deploy)
app.command("site")(site.site)
app.command("simulate")(simulate.simulate)
app.command("arena")(arena.arena)
app.command("mcp")(mcp.mcp)
app.command("stats")(stats.stats)
app.add_typer(tournament.app, name="tournament")
app.command("bench")(bench.bench)
app.command("replay")(replay.replay)
app.command("verify")(replay.verify)
app.command("review")(review.review)
app.add_typer(board.app, name="board")
app.command("warmup")(bench.warmup)
