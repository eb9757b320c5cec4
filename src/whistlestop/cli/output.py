"""Parts that all commands share: exit codes, error messages and the console."""

from __future__ import annotations

import json
import os
import sys
from enum import IntEnum
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

if TYPE_CHECKING:
    from collections.abc import Iterable

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
    "figures_table",
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
    """Stop the command with this message and exit code."""
    raise Failure(message, code)


def note(text: str) -> None:
    """Print a line on stderr; stdout is for results."""
    print(text, file=sys.stderr)  # noqa: T201 - this is the one place that prints


def check_parquet(what: str) -> None:
    """Stop if pyarrow, which `what` needs, is not installed."""
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        fail(f"{what} needs the package pyarrow: pip install 'whistlestop[parquet]'", Code.MISSING)


def print_json(document: Any) -> None:
    """Write one JSON document to stdout."""
    typer.echo(json.dumps(document, indent=2, ensure_ascii=False))


def figures_table(heading: str, columns: Iterable[str]) -> Table:
    """Return a table with a first column of names, and columns of figures."""
    from rich import box
    from rich.table import Table

    table = Table(heading, box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    for column in columns:
        table.add_column(column, justify="right")
    return table


def print_table(console: Console, table: Table) -> None:
    """Print a table in full width; in a narrower terminal lines wrap and nothing is cut off."""
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
        help="Folders of your own boards, separated as in PATH. Each is a board, or contains boards. "
        "Commands accept the ids of these boards.",
    ),
]


def add_boards(boards: str | None) -> None:
    """Register the boards of this option, and those that the user has added; raises RulesetError."""
    from whistlestop import rulesets

    if boards:
        rulesets.add_boards(*filter(None, boards.split(os.pathsep)))
    rulesets.add_installed()
