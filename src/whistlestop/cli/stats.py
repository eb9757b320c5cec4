"""`whistlestop stats`: statistics of simulated games."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .output import Code, JsonOption, fail, note, print_json, print_table

if TYPE_CHECKING:
    from whistlestop.statistics import Section

__all__ = [
    "Format",
    "FormatOption",
    "PicturesOption",
    "ReportOption",
    "as_data",
    "need_statistics",
    "print_sections",
    "stats",
    "write_pictures",
    "write_report",
]


class Format(StrEnum):
    """Format of pictures, and the extension of their files."""

    svg = "svg"
    png = "png"


ReportOption = Annotated[
    Path | None,
    typer.Option(
        "--report", dir_okay=False, help="Write everything into one HTML page, which needs no network."
    ),
]
PicturesOption = Annotated[
    Path | None, typer.Option("--out", file_okay=False, help="Write the charts into this folder.")
]
FormatOption = Annotated[
    Format,
    typer.Option(
        "--format",
        metavar="FORMAT",
        help="Format of the charts: svg follows the light or dark theme of the reader, png is light.",
    ),
]


def need_statistics() -> None:
    """Stop if the libraries for statistics are not installed."""
    try:
        import matplotlib  # noqa: F401
        import polars  # noqa: F401
        import resvg_py  # noqa: F401
    except ImportError as error:
        fail(f"statistics need the package {error.name}: pip install 'whistlestop[stats]'", Code.MISSING)


def as_data(sections: Sequence[Section]) -> dict[str, Any]:
    """Convert the tables for JSON: a list of rows for each section."""
    return {section.name: section.table.to_dicts() for section in sections}


def print_sections(sections: Sequence[Section]) -> None:
    """Print all sections as tables."""
    from rich import box
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    from whistlestop.statistics.cells import cells, heading, headings, is_text

    console = Console(highlight=False)
    for section in sections:
        console.print(f"[bold]{escape(section.title)}[/bold]")
        if section.table.is_empty():
            console.print("none\n")
            continue
        table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
        for name in headings(section.table):
            table.add_column(heading(name), justify="left" if is_text(section.table, name) else "right")
        for row in cells(section.table):
            table.add_row(*map(escape, row))
        print_table(console, table)


def write_report(path: Path, title: str, facts: str, sections: Sequence[Section]) -> None:
    """Write a report as an HTML page."""
    from whistlestop.statistics.report import report

    path.write_text(report(title, facts, sections), encoding="utf-8", newline="\n")
    note(f"wrote {path}")


def write_pictures(folder: Path, form: Format, sections: Sequence[Section]) -> None:
    """Write all charts into a folder."""
    from whistlestop.statistics.raster import png

    folder.mkdir(parents=True, exist_ok=True)
    pictures = [picture for section in sections for picture in section.pictures]
    for picture in pictures:
        data = png(picture.svg) if form is Format.png else picture.svg.encode()
        (folder / f"{picture.name}.{form}").write_bytes(data)
    note(f"wrote {len(pictures)} pictures to {folder}")


def stats(
    folder: Annotated[
        Path, typer.Argument(exists=True, file_okay=False, help="Folder written by `simulate --out`.")
    ],
    players: Annotated[
        int | None, typer.Option(min=2, max=5, help="Include only games with this number of players.")
    ] = None,
    report: ReportOption = None,
    out: PicturesOption = None,
    form: FormatOption = Format.svg,
    as_json: JsonOption = False,
) -> None:
    """Print statistics of simulated games: seats, scores, tickets, routes or cities, with 95% intervals."""
    need_statistics()
    from whistlestop.statistics import Simulation, sections

    simulation = Simulation.read(folder, players)
    found = list(sections(simulation))
    unfinished = simulation.games - simulation.finished().games
    facts = f"{simulation.games} games with {simulation.players} players ({', '.join(simulation.bots)})"
    if report is not None:
        write_report(report, f"{simulation.ruleset.name}: simulated games", facts, found)
    if out is not None:
        write_pictures(out, form, found)
    if as_json:
        print_json(
            {
                "ruleset": simulation.ruleset.id,
                "ruleset_version": simulation.ruleset.version,
                "players": simulation.players,
                "bots": list(simulation.bots),
                "games": simulation.games,
                "unfinished": unfinished,
                "tables": as_data(found),
            }
        )
    else:
        typer.echo(f"{simulation.ruleset.name}: {facts}. Intervals: 95%.\n")
        if unfinished:
            typer.echo(f"{unfinished} games did not end and are left out.\n")
        print_sections(found)
