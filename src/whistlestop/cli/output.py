"""What the commands share: exit codes, error messages and the console."""

from __future__ import annotations

import json
import os
import sys
from enum import IntEnum
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

__all__ = [
    "BoardsOption",
    "Code",
    "Failure",
    "JsonOption",
    "add_boards",
    "check_parquet",
    "fail",
    "note",
    "print_json",
    "print_table",
]


class Code(IntEnum):
    """Exit codes. Scripts may rely on them; docs/cli.md lists them."""

    OK = 0
    CHECK_FAILED = 1
    USAGE = 2
    BAD_INPUT = 3
    MISSING = 4
    INTERRUPTED = 130


class Failure(Exception):
    """Ends the program with one line on stderr and an exit code."""

    def __init__(self, message: str, code: Code = Code.BAD_INPUT) -> None:
        super().__init__(message)
        self.code = code


def fail(message: str, code: Code = Code.BAD_INPUT) -> NoReturn:
    """Stop the command."""
    raise Failure(message, code)


def note(text: str) -> None:
    """Tell the person at the terminal; stdout stays for results."""
    print(text, file=sys.stderr)  # noqa: T201 - this is the one place that prints


def check_parquet(what: str) -> None:
    """Stop if Parquet cannot be read or written here, which `what` needs."""
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        fail(f"{what} needs the package pyarrow: pip install 'whistlestop[parquet]'", Code.MISSING)


def print_json(document: Any) -> None:
    """Write one JSON document to stdout."""
    typer.echo(json.dumps(document, indent=2, ensure_ascii=False))


def print_table(console: Console, table: Table) -> None:
    """Print a table in its full width: where the window is narrower, lines wrap and nothing is cut."""
    for column in table.columns:
        column.no_wrap = True
    wanted = console.measure(table, options=console.options.update(max_width=10_000)).maximum
    console.width = max(console.width, wanted)
    console.print(table)


JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of text.")]

BoardsOption = Annotated[
    str | None,
    typer.Option(
        "--boards",
        envvar="WHISTLESTOP_BOARDS",
        help="Folders with boards of your own, to be named by their ids; divided as in PATH. "
        "Each is that of a board, or holds such folders.",
    ),
]


def add_boards(boards: str | None) -> None:
    """Make the boards of this option known; raises RulesetError."""
    if boards:
        from whistlestop import rulesets

        rulesets.add_boards(*filter(None, boards.split(os.pathsep)))
