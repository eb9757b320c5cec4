"""The command line: a thin module for each command group.

It has only what talks to a person or a shell: options, tables, exit codes. Anything that library users may also need
belongs elsewhere. Commands import heavy modules (the engine, the server) when they run, so that `whistlestop --help`
answers at once.
"""

from __future__ import annotations

__all__ = ["main"]


def main() -> None:
    """Entry point of the program `whistlestop`."""
    from .app import app

    app(prog_name="whistlestop")
