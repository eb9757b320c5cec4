"""`whistlestop replay` and `whistlestop verify`: records of games."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .board import drawable
from .output import BoardsOption, Code, JsonOption, add_boards, fail, note, print_json

if TYPE_CHECKING:
    import whistlestop as ws

__all__ = ["replay", "verify"]

RecordFile = Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="A record (JSON) of a game.")]


def load(path: Path) -> ws.GameRecord:
    """Read a record; the message of an error names the file."""
    from whistlestop import GameRecord
    from whistlestop.errors import WhistlestopError

    try:
        return GameRecord.from_json(path.read_text(encoding="utf-8"))
    except (WhistlestopError, UnicodeDecodeError) as error:
        fail(f"{path}: {error}")


def replay(
    file: RecordFile,
    to: Annotated[int | None, typer.Option(min=0, help="Stop after so many actions.")] = None,
    seat: Annotated[
        int | None, typer.Option(min=0, help="Show what this seat knew. Default: what everybody could see.")
    ] = None,
    actions: Annotated[bool, typer.Option("--actions", help="List the actions before the board.")] = False,
    svg: Annotated[
        Path | None, typer.Option(dir_okay=False, help="Also draw the board into this file.")
    ] = None,
    page: Annotated[
        bool | None,
        typer.Option(
            "--page/--text",
            help="Watch a game that is over in the browser, or print it. Default: --page at a terminal, unless "
            "something is asked for that is printed.",
            show_default=False,
        ),
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open the page in the browser.")] = True,
    boards: BoardsOption = None,
    json: JsonOption = False,
) -> None:
    """Show a game at any moment: whose turn, the players, what lies before them."""
    import whistlestop as ws

    add_boards(boards)
    record = load(file)
    if page is None:
        page = sys.stdout.isatty() and not (actions or json or seat is not None or svg is not None)
    if page and record.outcome is not None:
        show_page(record, to, browser=browser)
        return
    game = ws.replay(record, to=to)
    if seat is not None and seat >= game.players:
        fail(f"there is no seat {seat}: the game has {game.players} players", Code.USAGE)
    view = game.view(seat)
    if svg is not None:
        from whistlestop.drawing.svg import board_svg

        svg.write_text(board_svg(drawable(game.ruleset), view=view), encoding="utf-8")
        note(f"wrote {svg}")
    if json:
        print_json(view)
        return
    from .show import print_actions, print_view

    if actions:
        print_actions(record.actions[: game.version])
    print_view(view, game.ruleset)


def show_page(record: ws.GameRecord, to: int | None, *, browser: bool) -> None:
    """Serve the page of a game that is over until stopped."""
    import whistlestop as ws
    from whistlestop.server.replays.local import show
    from whistlestop.server.settings import Settings

    game = ws.replay(record)
    settings = Settings.from_environment(None, host="127.0.0.1", port=0, log_level="warning")
    if not (settings.static_folder / "index.html").exists():
        fail(
            "the browser client has not been built: run `python tools/client.py`, or use --text", Code.MISSING
        )
    start = game.version - len(game.actions)
    version = start if to is None else min(start + to, game.version)
    show(game, settings, version=version, open_browser=browser)


def texts_of(path: Path) -> Iterator[tuple[str, str]]:
    """The records in a file with their places: one, or one a line in a `.jsonl` file."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".jsonl":
        yield str(path), text
        return
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            yield f"{path}, line {number}", line


def verify_file(path: Path) -> Iterator[dict[str, Any]]:
    """Replay the records of a file with their checksums: what came of each."""
    try:
        for place, text in texts_of(path):
            yield verify_one(place, text)
    except (OSError, UnicodeDecodeError) as error:
        yield {"file": str(path), "ok": False, "error": str(error)}


def verify_one(place: str, text: str) -> dict[str, Any]:
    """Replay one record with its checksums: what came of it."""
    import whistlestop as ws
    from whistlestop.errors import WhistlestopError

    try:
        game = ws.replay(text)
    except WhistlestopError as error:
        return {"file": place, "ok": False, "error": str(error)}
    return {
        "file": place,
        "ok": True,
        "ruleset": game.ruleset.id,
        "players": game.players,
        "actions": game.version,
        "over": game.over,
    }


def verify(
    files: Annotated[
        list[Path],
        typer.Argument(help="Records (JSON) of games, or .jsonl files with one a line.", metavar="FILE..."),
    ],
    boards: BoardsOption = None,
    json: JsonOption = False,
) -> None:
    """Replay records and compare their checksums and outcomes. Exit code 1 if any of them fails."""
    add_boards(boards)
    results = [result for path in files for result in verify_file(path)]
    failed = [result for result in results if not result["ok"]]
    if json:
        print_json({"ok": not failed, "records": results})
    else:
        for result in results:
            if result["ok"]:
                state = "over" if result["over"] else "not over"
                line = (
                    f"{result['ruleset']}, {result['players']} players, {result['actions']} actions, {state}"
                )
                typer.echo(f"ok      {result['file']}: {line}")
            else:
                typer.echo(f"FAILED  {result['file']}: {result['error']}")
    if failed:
        raise typer.Exit(Code.CHECK_FAILED)
