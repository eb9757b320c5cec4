"""The command line: a thin module for each command or group of commands.

These modules handle options, tables and exit codes only. Anything useful to users of the library belongs elsewhere.
Commands import heavy modules (the engine, the server) when they run, so that `whistlestop --help` is fast.
"""

from __future__ import annotations

__all__ = ["main"]


def main() -> None:
    """Entry point of the program `whistlestop`."""
    from .app import app

    app(prog_name="whistlestop")
