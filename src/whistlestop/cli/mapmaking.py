"""`whistlestop board import` and `suggest-tickets`: boards from other programs, and tickets that suit a network."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from .output import BoardsOption, Code, add_boards, fail, note

__all__ = ["import_", "suggest_tickets"]


def suggest_tickets(
    folder: Annotated[str, typer.Argument(help="Folder of a board, or id of a known one.")],
    count: Annotated[
        int | None,
        typer.Option(min=0, help="Number of tickets that are not long. Default: 0.9 per city."),
    ] = None,
    long: Annotated[int, typer.Option(min=0, help="Number of long tickets, dealt only at the start.")] = 0,
    keep: Annotated[
        str, typer.Option(help="Pairs of cities that stay in the deck: denver-omaha,boston-miami.")
    ] = "",
    seed: Annotated[int, typer.Option(help="Another seed gives other tickets that are equally good.")] = 0,
    write: Annotated[
        bool, typer.Option("--write", help="Replace tickets.csv instead of printing it.")
    ] = False,
    boards: BoardsOption = None,
) -> None:
    """Suggest tickets for the cities and routes of a board, each worth the length of its shortest path."""
    from whistlestop.mapmaking import Distances, suggest_tickets, tickets_csv
    from whistlestop.rulesets import board_without_tickets

    add_boards(boards)
    data: Any = board_without_tickets(folder)
    if not getattr(data, "routes", ()):
        fail(f"{data.name or data.id} is played without a board: there are no routes to measure")
    kept = []
    for pair in filter(None, (one.strip() for one in keep.split(","))):
        a, separator, b = pair.partition("-")
        if not separator:
            fail("--keep names pairs of cities: denver-omaha,boston-miami", Code.USAGE)
        kept.append((a, b))
    deck = suggest_tickets(Distances.of(data), data.trains.count, count, long=long, keep=kept, seed=seed)
    text = tickets_csv(ticket.plain() for ticket in deck)
    if not write:
        typer.echo(text, nl=False)
        return
    path = Path(folder)
    if not path.is_dir():
        fail(f"{folder} is not a folder, so its tickets cannot be replaced", Code.USAGE)
    file = path / "tickets.csv"
    if file.is_file() and file.read_text(encoding="utf-8-sig").partition("\n")[0].rstrip().endswith(
        ",variants"
    ):
        fail(
            f"{file} has tickets of variants, which would be lost; omit --write and edit the table",
            Code.USAGE,
        )
    file.write_text(text, encoding="utf-8")
    note(f"wrote {len(deck)} tickets to {file}")


def import_(
    files: Annotated[
        list[Path],
        typer.Argument(
            exists=True,
            dir_okay=False,
            help="A .json or .map file, or .csv files with cities, routes and tickets.",
        ),
    ],
    out: Annotated[Path, typer.Option(metavar="NAME", help="Folder to create.")],
    deck: Annotated[
        str | None, typer.Option(help="Deck of tickets to import, if a file has several. Default: the first.")
    ] = None,
) -> None:
    """Import a board from another program, and say what was changed or left out.

    The exit code is 1 if the imported board has errors, which are listed as by `check`.
    """
    from whistlestop.mapmaking import read_foreign, write_board
    from whistlestop.rulesets import check_ruleset

    draft = read_foreign({path.name: path.read_bytes() for path in files}, deck)
    board = draft.board()
    write_board(out, board)
    for text in draft.notes:
        note(text)
    note(
        f"wrote {out}: {len(board['cities'])} cities, {len(board['routes'])} routes, {len(board['tickets'])} tickets"
    )
    problems = check_ruleset(out)
    for problem in problems:
        note(f"error: {problem}")
    if problems:
        raise typer.Exit(Code.CHECK_FAILED)
    note(f"next: whistlestop board preview {out}")
