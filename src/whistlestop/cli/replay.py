"""`whistlestop replay` and `whistlestop verify`: records of games."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .board import drawable
from .output import BoardsOption, Code, JsonOption, add_boards, check_parquet, fail, note, print_json

if TYPE_CHECKING:
    import whistlestop as ws
    from whistlestop.fairness import Shuffle

__all__ = ["replay", "verify"]

SECONDS = 30
"""Timeout for a request to a server."""
LONGEST = 10_000_000
"""Largest record that is read, in bytes."""

RecordFile = Annotated[
    Path, typer.Argument(exists=True, dir_okay=False, help="Record of a game, as JSON or packed.")
]


def load(path: Path) -> ws.GameRecord:
    """Read a record; an error's message names the file."""
    from whistlestop.errors import WhistlestopError

    try:
        return read(path.read_bytes())
    except WhistlestopError as error:
        fail(f"{path}: {error}")


def read(data: bytes) -> ws.GameRecord:
    """Return a record from one of its two forms. Raises RecordError."""
    from whistlestop import GameRecord, unpack
    from whistlestop.packing import MAGIC

    return unpack(data) if data.startswith(MAGIC[:3]) else GameRecord.from_json(data)


def replay(
    file: RecordFile,
    to: Annotated[int | None, typer.Option(min=0, help="Stop after this number of actions.")] = None,
    seat: Annotated[
        int | None, typer.Option(min=0, help="Show the game from this seat. Default: the view of spectators.")
    ] = None,
    actions: Annotated[bool, typer.Option("--actions", help="List the actions before the board.")] = False,
    svg: Annotated[
        Path | None, typer.Option(dir_okay=False, help="Also draw the board to this file.")
    ] = None,
    page: Annotated[
        bool | None,
        typer.Option(
            "--page/--text",
            help="Watch a finished game in the browser, or print it. Default: --page in a terminal, unless another "
            "option prints something.",
            show_default=False,
        ),
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open the page in the browser.")] = True,
    boards: BoardsOption = None,
    json: JsonOption = False,
) -> None:
    """Show a game at any moment: the player to move, hands, and cards and trains in play."""
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
    """Serve the replay page of a finished game until stopped."""
    import whistlestop as ws
    from whistlestop.server.local_replay import show
    from whistlestop.server.settings import Settings

    game = ws.replay(record)
    settings = Settings.from_environment(None, host="127.0.0.1", port=0, log_level="warning")
    if not (settings.static_folder / "index.html").exists():
        fail(
            "the browser client has not been built: run `python tools/client.py`, or use --text", Code.MISSING
        )
    start = game.version - len(game.actions)
    version = start if to is None else min(start + to, game.version)
    show(game, record.result, settings, version=version, open_browser=browser)


def records_of(place: str) -> Iterator[tuple[str, bytes]]:
    """Yield the records, with their names, of a file (one record, `.jsonl` or `.parquet`) or of a table's address."""
    if place.startswith(("http://", "https://")):
        yield place, fetched(place)
    elif place.endswith(".parquet"):
        from whistlestop.bots.partitions import read_records

        check_parquet("verify")
        for number, data in enumerate(read_records(Path(place)), start=1):
            yield f"{place}, row {number}", data
    elif place.endswith(".jsonl"):
        for number, line in enumerate(Path(place).read_bytes().splitlines(), start=1):
            if line.strip():
                yield f"{place}, line {number}", line
    else:
        yield place, Path(place).read_bytes()


def fetched(address: str) -> bytes:
    """Download the record of a table, given the address of its page, of its check, or of the record."""
    from urllib.parse import urlsplit
    from urllib.request import urlopen

    parts = urlsplit(address)
    key = re.search(r"/(?:t|verify|api/tables)/([\w-]+)(?:/record)?/?$", parts.path)
    if key is None:
        raise OSError("this is not the address of a table")
    record = f"{parts.scheme}://{parts.netloc}/api/tables/{key[1]}/record"
    with urlopen(record, timeout=SECONDS) as answer:  # noqa: S310 - http and https, see above
        data: bytes = answer.read(LONGEST)
        return data


def verify_place(place: str) -> Iterator[dict[str, Any]]:
    """Check the records at a place and yield their results."""
    from whistlestop.errors import WhistlestopError

    try:
        for each, data in records_of(place):
            yield verify_one(each, data)
    except (OSError, WhistlestopError) as error:
        yield {"file": place, "ok": False, "error": str(error)}


def verify_one(place: str, data: bytes) -> dict[str, Any]:
    """Replay one record, compare checksums, recompute its shuffle, and return the result."""
    import whistlestop as ws
    from whistlestop.errors import WhistlestopError

    try:
        record = read(data)
        game = ws.replay(record)
    except WhistlestopError as error:
        return {"file": place, "ok": False, "error": str(error)}
    shuffle = record.shuffle
    faults = shuffle.faults(record.seed) if shuffle is not None else []
    if faults:
        return {"file": place, "ok": False, "error": f"shuffle: {'; '.join(faults)}"}
    found = {
        "file": place,
        "ok": True,
        "ruleset": game.ruleset.id,
        "players": game.players,
        "actions": game.version,
        "over": game.over,
        "shuffle": None,
    }
    if shuffle is not None:
        alike, asked = bot_choices(game, shuffle)
        found["shuffle"] = {
            "commitment": shuffle.commitment,
            "nonces": sum(nonce is not None for nonce in shuffle.nonces),
            "bot_choices": asked,
            "as_their_seeds": alike,
        }
    return found


def bot_choices(game: ws.Game, shuffle: Shuffle) -> tuple[int, int]:
    """Return how many choices of built-in bots match their seeds, and how many choices they made."""
    from whistlestop import bots
    from whistlestop.fairness import bot_dice, bot_seed

    seeds, seated = {}, {}
    for seat, name in enumerate(shuffle.bots):
        if name in {*bots.kernel_names(), *bots.LEVELS}:
            seeds[seat] = bot_seed(bytes.fromhex(shuffle.seed), seat)
            seated[seat] = bots.make(name, bot_dice(seeds[seat], 0))
    again = game.beginning()
    alike = asked = 0
    for seat, text in game.actions if seated else ():
        bot = seated.get(seat)
        if isinstance(bot, bots.KernelBot | bots.LevelBot):
            seen = again.observe(seat)
            # For simultaneous choices, a bot may have been asked before others had chosen.
            versions = range(again.due_since, again.version + 1)
            chosen = set()
            for version in versions:
                bot.roll(bot_dice(seeds[seat], version))
                chosen.add(seen.ruleset.notation.text(bots.ask(bot, seen), seen.offer()))
            asked += 1
            alike += text in chosen
        again.play(text, seat)
    return alike, asked


def shuffle_line(found: dict[str, Any] | None) -> str:
    """Describe the result for a shuffle."""
    if found is None:
        return "not committed before the game, so it cannot be checked"
    line = f"matches the commitment {found['commitment'][:16]}..., with {found['nonces']} nonces"
    if found["bot_choices"]:
        line += f"; {found['as_their_seeds']} of {found['bot_choices']} bot choices match the seeds"
    return line


def verify(
    files: Annotated[
        list[str],
        typer.Argument(
            help="Records as JSON or packed, .jsonl or .parquet files with many records, or addresses of tables.",
            metavar="FILE|URL...",
        ),
    ],
    boards: BoardsOption = None,
    json: JsonOption = False,
) -> None:
    """Replay records, compare checksums and results, and check shuffles. The exit code is 1 if any check fails."""
    add_boards(boards)
    results = [result for place in files for result in verify_place(place)]
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
                typer.echo(f"        shuffle: {shuffle_line(result['shuffle'])}")
            else:
                typer.echo(f"FAILED  {result['file']}: {result['error']}")
    if failed:
        raise typer.Exit(Code.CHECK_FAILED)
