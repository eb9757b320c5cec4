"""A static site: the client, and files with all responses that a server would give it outside games.

Games run in the browser (`web/src/local`). The files below `api/` have the names of the requests that they answer,
except that each file of puzzles contains many. The functions that answer these requests on a server make the files. The
files that a page loads have a hash in their address, so no cache mixes two versions. A page that is open while the site
is replaced still finds its own files until the next replacement.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from html import escape
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from whistlestop import __version__
from whistlestop.drawing import find_layout
from whistlestop.drawing.geography import world_file
from whistlestop.errors import DeploymentError
from whistlestop.kinds import AnyHint
from whistlestop.languages import FALLBACK, catalogue
from whistlestop.practice.puzzles import Puzzle, puzzles
from whistlestop.server.adapters.engine import required_engine
from whistlestop.server.http.policies import static
from whistlestop.server.messages.base import encode
from whistlestop.server.messages.practice import AfterMove, Exercise, TriedMove
from whistlestop.server.messages.studio import FoundBoard
from whistlestop.server.usecases import practice
from whistlestop.server.usecases.boards import Board, Boards, draw
from whistlestop.server.usecases.tables.bots import bot_list
from whistlestop.studio.description import description, drawing

__all__ = ["write"]

PACKAGE = Path(__file__).resolve().parent
CLIENT = PACKAGE / "static"
LIST = "site.json"
"""The file that lists a site's files: a folder that contains it can be overwritten."""
LEFT_OUT = frozenset({".sources", "preloads.json", "card.png"})
MOVED = frozenset({"licenses.json"})
"""Files of the client without a hash in their names, which pages request like responses of the API."""


class StoredPuzzle(Struct):
    """A puzzle and the answers to its actions, read by web/src/local/exercises.ts.

    `chances`: the chances of the actions that have one. `played`: the effects of right actions.
    """

    exercise: Exercise
    chances: dict[str, float]
    moves: list[TriedMove]
    error: float
    hint: AnyHint
    played: dict[str, AfterMove]


def write(folder: Path, *, force: bool = False) -> int:
    """Write the site to a folder, created if necessary; return the number of its files.

    An existing site is replaced. Raises DeploymentError if the folder has other files (unless `force`), or if this
    installation lacks the client or the engine.
    """
    listed = folder / LIST
    try:
        if folder.exists() and not listed.exists() and not force and any(folder.iterdir()):
            raise DeploymentError(f"{folder} has files of something else; use --force to write among them")
        told = json.loads(listed.read_bytes()) if listed.exists() else {"files": []}
        earlier, old = set(told["files"]), set(told.get("old", ()))
        files = _site()
        if earlier != files.keys():
            for name in old - earlier - files.keys():
                _remove(folder, name)
            old = earlier
        files[LIST] = encode(
            {"version": __version__, "files": sorted(files), "old": sorted(old - files.keys())}
        )
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
    except OSError as error:
        raise DeploymentError(f"{error.filename}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError):
        raise DeploymentError(f"{listed}: it does not list the files of a site; delete the folder") from None
    return len(files)


def _remove(folder: Path, name: str) -> None:
    """Remove a file of an earlier version, and the folders that become empty."""
    path = folder / name
    path.unlink(missing_ok=True)
    while (path := path.parent) != folder and path.is_dir() and not any(path.iterdir()):
        path.rmdir()


def _site() -> dict[str, bytes]:
    """Return all files by their paths, without the file that lists them."""
    files = dict(_client())
    data = {f"engine/{name}": content for name, content in required_engine().items()}
    data |= {f"api/{name}": content for name, content in answers()}
    data |= {name: files.pop(name) for name in MOVED & files.keys()}
    below = f"data-{_digest(data)}/"
    files |= {below + name: content for name, content in data.items()}
    files["index.html"] = _page(files["index.html"].decode(), below, _early(files)).encode()
    files["manifest.webmanifest"] = _manifest(files["manifest.webmanifest"])
    files["worker.js"] = _worker(files, below)
    return files


def _digest(files: dict[str, bytes]) -> str:
    digest = hashlib.sha256()
    for name in sorted(files):
        digest.update(name.encode() + hashlib.sha256(files[name]).digest())
    return digest.hexdigest()[:12]


def _client() -> Iterator[tuple[str, bytes]]:
    if not (CLIENT / "index.html").exists():
        raise DeploymentError(f"{CLIENT} has no client: build it, or install Whistlestop from its wheel")
    for path in sorted(CLIENT.rglob("*")):
        # Static hosts compress files themselves.
        if path.is_file() and path.suffix != ".br" and path.name not in LEFT_OUT:
            yield path.relative_to(CLIENT).as_posix(), path.read_bytes()


def answers() -> Iterator[tuple[str, bytes]]:
    """Return the responses of the API that a site contains as files, by their paths below `api/`."""
    boards = Boards()
    summaries, lessons = boards.summaries(), practice.lesson_list()
    yield "rulesets.json", encode(summaries)
    for summary in summaries:
        yield from _board(summary.id, boards[summary.id])
    yield "bots.json", encode(bot_list())
    yield "lessons.json", encode(lessons)
    for lesson in lessons:
        for step in lesson.steps:
            path = f"lessons/{lesson.ruleset}/{step.id}"
            exercise = practice.lesson_step(lesson.ruleset, step.id)
            given = [str(number + 1) for number in range(step.choices)] or exercise.view.legal
            yield f"{path}.json", encode(exercise)
            tried = {action: practice.try_step(lesson.ruleset, step.id, action) for action in given}
            yield f"{path}/answers.json", encode(tried)
    yield "studio/format.json", encode(description())
    yield "studio/drawing.json", encode(drawing())
    yield "studio/world.json", world_file()
    yield "puzzles.json", encode(practice.puzzle_list())
    for ruleset, found in puzzles().items():
        # With a file for each puzzle, most files would be puzzles, and all of them are loaded for offline use.
        for first, same in groupby(sorted(found), itemgetter(0)):
            stored = {puzzle: _stored(ruleset, found[puzzle]) for puzzle in same}
            yield f"puzzles/{ruleset}/{first}.json", encode(stored)


def _board(name: str, board: Board) -> Iterator[tuple[str, bytes]]:
    yield f"rulesets/{name}.json", board.data.body
    yield f"boards/{name}.json", encode(FoundBoard(board.ruleset.data.plain(), own=False))
    if board.ruleset.routes:
        layout = find_layout(board.ruleset)
        if layout is None:
            raise DeploymentError(f"the board {name} has no drawing")
        drawings = draw(board.ruleset, layout)
        yield f"rulesets/{name}/board.svg", drawings.whole.body
        yield f"rulesets/{name}/thumbnail.svg", drawings.thumbnail.body


def _stored(ruleset: str, puzzle: Puzzle) -> StoredPuzzle:
    exercise = practice.puzzle(ruleset, puzzle.id)
    legal = exercise.view.legal
    right = {
        action: practice.try_puzzle(ruleset, puzzle.id, action) for action in legal if puzzle.is_right(action)
    }
    best = next(iter(right.values()))
    return StoredPuzzle(
        exercise,
        {action: chance for action in legal if (chance := puzzle.chance(action)) is not None},
        best.moves,
        best.error,
        best.hint,
        {action: answer.played for action, answer in right.items()},
    )


def _early(files: Iterable[str]) -> list[str]:
    """Return the scripts that the start page needs and that the page does not name itself."""
    told = json.loads((CLIENT / "preloads.json").read_bytes())
    start = [path.removeprefix("/") for path in told.get("pages", {}).get("Start", ())]
    return [name for name in files if name.endswith(".js") and (name in start or "assets/transport-" in name)]


def _page(page: str, data: str, early: list[str]) -> str:
    """Return the HTML page of a site at any address. data: the folder of its data; early: scripts to preload."""
    texts = catalogue(FALLBACK, "ui")
    head = (
        f'<meta http-equiv="Content-Security-Policy" content="{static()}" />\n    '
        f"<title>{escape(texts['start.title'])}</title>\n    "
        f'<meta name="description" content="{escape(texts["site.lead"])}" />'
        + "".join(f'\n    <link rel="modulepreload" href="./{name}" />' for name in early)
    )
    marked = re.sub(
        "<title>.*?</title>",
        lambda _: head,
        page.replace("<html ", f'<html data-static="{data}" ', 1),
        count=1,
    )
    return re.sub(r'((?:src|href)=")/', r"\1./", marked)


def _manifest(manifest: bytes) -> bytes:
    """Return the manifest for a folder at any address."""
    told: dict[str, Any] = msgspec.json.decode(manifest)
    told |= {"start_url": "./", "scope": "./"}
    del told["id"]  # the id would be the same for all sites of a host
    told["icons"] = [{**icon, "src": "." + icon["src"]} for icon in told["icons"]]
    return encode(told)


def _worker(files: dict[str, bytes], data: str) -> bytes:
    """Return the service worker with the list of all files, which it caches."""
    rest = _wanted((name for name in files if name not in ("index.html", "worker.js")), data)
    told = encode({"version": _digest(files), "files": rest}).decode()
    return f"const SITE={told};".encode() + files["worker.js"]


def _wanted(names: Iterable[str], data: str) -> list[str]:
    """Return the files in the order in which they are cached: those of every page first, then engines and boards."""
    places = ("assets/", *(data + place for place in ("engine/", "api/rulesets", "api/")))
    return sorted(
        names,
        key=lambda name: (next((i for i, place in enumerate(places) if name.startswith(place)), 9), name),
    )
