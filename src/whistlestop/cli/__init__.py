"""The command line: one module a command group, thin.

Here is only what talks to a person or a shell: options, tables, exit codes. Whatever a library user could
want as well belongs elsewhere. Heavy modules (the engine, the server) are imported inside of the commands, so
that `whistlestop --help` answers at once.
"""

from __future__ import annotations

__all__ = ["main"]


def main() -> None:
    """Entry point of the program `whistlestop`."""
    from .app import app

    app(prog_name="whistlestop")
