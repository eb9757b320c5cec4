"""`whistlestop board`: tools for map makers."""

from __future__ import annotations

import tempfile
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .balance import balance
from .mapmaking import import_, suggest_tickets
from .output import BoardsOption, Code, JsonOption, add_boards, fail, note, print_json

if TYPE_CHECKING:
    import whistlestop as ws
    from whistlestop.drawing import Layout

__all__ = ["app", "drawable"]

app = typer.Typer(
    no_args_is_help=True, help="Create, import, check, lay out, preview, print and balance a board."
)

Folder = Annotated[str, typer.Argument(help="Folder of a board, or id of a known one.")]


def facts(ruleset: ws.Ruleset) -> dict[str, Any]:
    """Key figures of a ruleset."""
    return {
        "ok": True,
        "id": ruleset.id,
        "machine": ruleset.data.machine,
        "name": ruleset.name,
        "version": ruleset.version,
        "hash": ruleset.hash,
        "players": [ruleset.min_players, ruleset.max_players],
        "cities": len(ruleset.cities),
        "routes": len(ruleset.routes),
        "spaces": sum(route.length for route in ruleset.routes),
        "bonuses": sum(city.bonus is not None for city in ruleset.cities),
        "tickets": len(ruleset.tickets),
    }


def drawable(ruleset: ws.Ruleset) -> ws.Ruleset:
    """Return the ruleset, if it is played on a board; otherwise stop."""
    if not ruleset.routes:
        fail(f"{ruleset.name} is played without a board: there is nothing to draw")
    return ruleset


def drawn(ruleset: ws.Ruleset) -> Layout:
    """Return the layout of a board; a note says so if it has to be computed."""
    from whistlestop.drawing import LAYOUT_FILE, find_layout, layout_of

    layout = find_layout(ruleset)
    if layout is None:
        note(f"this board has no {LAYOUT_FILE}, so a layout is computed now, which takes some seconds")
        layout = layout_of(ruleset)
    return layout


app.command()(balance)
app.command("suggest-tickets")(suggest_tickets)
app.command("import")(import_)


@app.command()
def new(
    folder: Annotated[
        Path, typer.Argument(metavar="NAME", help="Folder to create. The board gets the same name.")
    ],
    kind: Annotated[
        str, typer.Option(help="network for a map game, yard for a card game without a board.")
    ] = "network",
) -> None:
    """Create a folder with a small playable board as a starting point."""
    from whistlestop.rulesets import new_board

    new_board(folder, kind)
    note(f"wrote {folder}; next: whistlestop board check {folder}")


@app.command()
def add(
    board: Annotated[
        str,
        typer.Argument(metavar="NAME", help="Folder of a board, or name of a published one in a checkout."),
    ],
) -> None:
    """Add a board to this computer, so that all commands and the server know it by its id."""
    from whistlestop.rulesets import install_board

    ruleset = install_board(board)
    note(f"added {ruleset.name}; next: whistlestop simulate {ruleset.id}, or whistlestop play")


@app.command()
def remove(board: Annotated[str, typer.Argument(metavar="ID", help="Id of a board that was added.")]) -> None:
    """Remove an added board. Records of its games stay valid, because they contain the board."""
    from whistlestop.rulesets import uninstall_board

    uninstall_board(board)
    note(f"removed {board}")


@app.command()
def check(folder: Folder, boards: BoardsOption = None, json: JsonOption = False) -> None:
    """Check a board and list all errors with file, line and reason. The exit code is 1 if there are any."""
    import whistlestop as ws

    add_boards(boards)
    try:
        ruleset = ws.load_ruleset(folder)
    except ws.RulesetError as error:
        if json:
            print_json({"ok": False, "problems": list(error.problems)})
        else:
            for problem in error.problems:
                note(f"error: {problem}")
        raise typer.Exit(Code.CHECK_FAILED) from None
    found = facts(ruleset)
    if json:
        print_json(found)
        return
    typer.echo(f"{found['name']} ({found['id']}, version {found['version']}): no errors")
    if found["routes"]:
        places = f"{found['cities']} cities, {found['routes']} routes with {found['spaces']} spaces"
    else:
        places = f"{found['cities']} cities, {found['bonuses']} of them with a bonus"
    typer.echo(f"{ruleset.sizes} players, {places}, {found['tickets']} tickets")


@app.command()
def layout(
    folder: Annotated[Path, typer.Argument(exists=True, file_okay=False, help="Folder of a board.")],
    verify: Annotated[
        bool, typer.Option("--check", help="Only check whether the existing layout fits the board.")
    ] = False,
) -> None:
    """Place all cities, train spaces and names, and write layout.json into the folder."""
    import whistlestop as ws
    from whistlestop.drawing import LAYOUT_FILE, Layout, solve
    from whistlestop.drawing import check as find_faults

    ruleset = drawable(ws.load_ruleset(folder))
    path = folder / LAYOUT_FILE
    found = Layout.load(path) if verify else solve(ruleset)
    faults = find_faults(found, ruleset)
    for fault in faults:
        note(f"{path}: {fault}")
    if not verify:
        found.save(path)
        note(f"wrote {path}")
    if faults:
        raise typer.Exit(Code.CHECK_FAILED)


@app.command()
def preview(
    folder: Folder,
    out: Annotated[
        Path | None,
        typer.Option(dir_okay=False, help="Write the drawing to this SVG file instead of opening it."),
    ] = None,
    boards: BoardsOption = None,
) -> None:
    """Draw a board and open the drawing in the browser."""
    import whistlestop as ws
    from whistlestop.drawing.svg import board_svg

    add_boards(boards)
    ruleset = drawable(ws.load_ruleset(folder))
    svg = board_svg(ruleset, drawn(ruleset))
    if out is not None:
        out.write_text(svg, encoding="utf-8")
        note(f"wrote {out}")
        return
    page = Path(tempfile.mkdtemp(prefix="whistlestop-")) / f"{ruleset.id}.svg"
    page.write_text(svg, encoding="utf-8")
    note(f"opening {page}")
    if not webbrowser.open(page.as_uri()):
        fail("no browser could be opened; use --out FILE", Code.MISSING)


@app.command("print")
def print_(
    folder: Folder,
    out: Annotated[
        Path | None,
        typer.Argument(help="The PDF, or a folder for it. Default: the id of the board, in this folder."),
    ] = None,
    paper: Annotated[str, typer.Option(help="a4 or a3.")] = "a4",
    space: Annotated[
        float, typer.Option(help="Length of a train space in millimeters, which sets the scale of the board.")
    ] = 20,
    overlap: Annotated[float, typer.Option(help="Overlap of neighboring tiles in millimeters.")] = 8,
    language: Annotated[str, typer.Option(help="Language of the texts, such as de.")] = "en",
    boards: BoardsOption = None,
) -> None:
    """Write a PDF to print: the board in tiles, train cards, tickets, score track and player aid."""
    import whistlestop as ws
    from whistlestop.languages import LANGUAGES
    from whistlestop.printing import MissingTypst, PrintError, print_pdf

    add_boards(boards)
    if language not in LANGUAGES:
        fail(f"unknown language {language!r}; choose one of {', '.join(LANGUAGES)}", Code.USAGE)
    ruleset = drawable(ws.load_ruleset(folder))
    file = Path() if out is None else out
    if file.is_dir():
        file /= f"{ruleset.id}.pdf"
    try:
        file.write_bytes(
            print_pdf(ruleset, drawn(ruleset), paper=paper, space=space, overlap=overlap, language=language)
        )
    except PrintError as error:
        fail(str(error), Code.MISSING if isinstance(error, MissingTypst) else Code.USAGE)
    except OSError as error:
        fail(f"{file}: {error.strerror}")
    note(f"wrote {file}")
