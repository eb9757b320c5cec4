"""The boards for browsers: the list, the data of one board, and its drawing. Each is computed once."""

from __future__ import annotations

import asyncio
import base64
import gzip
import hashlib
import time
from collections import OrderedDict
from functools import cached_property
from typing import TYPE_CHECKING, Any, get_args

import msgspec
import structlog

import whistlestop as ws
from whistlestop.drawing import Layout, LayoutError, Unplaced, find_layout
from whistlestop.drawing.art import style
from whistlestop.drawing.model import Board as Model
from whistlestop.drawing.svg import board_svg
from whistlestop.drawing.thumbnail import style as thumbnail_style
from whistlestop.drawing.thumbnail import thumbnail_svg
from whistlestop.format.look import Palette
from whistlestop.kinds import kind_of
from whistlestop.languages import title_of
from whistlestop.rulesets import read_boards
from whistlestop.server.adapters.processes import running
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.messages.base import RulesetSummary, encode

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Mapping

    from whistlestop.format import Ruleset
    from whistlestop.server.adapters.database.club_boards import ClubBoardStore

log = structlog.get_logger("whistlestop.boards")

SVG = "image/svg+xml"
OWN = "own_"
"""Prefix of the ids of boards that users have made. Anybody who knows such an id can use the board."""
CLUB = "club_"
"""Prefix of the ids of boards that belong to a club. Only its members can use them."""
OF_USERS = (OWN, CLUB)
"""Prefixes of the ids of boards that users have made."""
KEPT = 300
"""Maximum number of users' boards, and of earlier versions of boards, in memory. Others are reloaded when needed."""
LONGEST = 600.0
"""Time limit for a layout in seconds."""
WAIT = 2.0
"""Seconds for which a request waits for an unfinished drawing."""


class Asset(msgspec.Struct, frozen=True):
    """Bytes to serve: uncompressed, compressed, and the ETag for cache validation."""

    body: bytes
    encoded: dict[str, bytes]
    """Compressed bodies by the name of the encoding, smallest first."""
    tag: str
    media_type: str


def asset(
    body: bytes, media_type: str, *, compress: bool = True, encoded: Mapping[str, bytes] | None = None
) -> Asset:
    """Return an asset, compressed only if that helps. encoded: encodings that already exist."""
    packed = {**(encoded or {}), "gzip": gzip.compress(body, 9, mtime=0)} if compress else {}
    smaller = {name: data for name, data in packed.items() if len(data) <= len(body) * 0.95}
    return Asset(body, smaller, f'"{hashlib.sha256(body).hexdigest()[:32]}"', media_type)


class Drawings(msgspec.Struct, frozen=True):
    """The drawings of a board: the whole board to play on, and a small picture for lists."""

    whole: Asset
    thumbnail: Asset


class Board:
    """One ruleset as served."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.drawing: asyncio.Task[Drawings] | None = None

    @property
    def summary(self) -> RulesetSummary:
        """Return its line in the list."""
        ruleset = self.ruleset
        return RulesetSummary(
            ruleset.id,
            ruleset.name,
            ruleset.titles,
            ruleset.data.machine,
            ruleset.min_players,
            ruleset.max_players,
            ruleset.variant_of or None,
        )

    @cached_property
    def data(self) -> Asset:
        """Return the board's data for clients, as JSON."""
        return asset(encode(kind_of(self.ruleset).data.public(self.ruleset)), "application/json")


class Boards:
    """All rulesets for tables: built-in ones, and the host's own.

    Each drawing is generated once, outside the event loop: in a thread if the layout is known, which is fast, otherwise
    in a separate process, which takes seconds or minutes.
    """

    def __init__(
        self,
        folders: Iterable[str] = (),
        fetch: Callable[[str], Awaitable[Ruleset | None]] | None = None,
        of_clubs: ClubBoardStore | None = None,
        oversees: Callable[[str], bool] = lambda _user: False,
    ) -> None:
        """Load the boards. Raises RulesetError with all problems of the boards in these folders, and of added boards.

        fetch: returns a board that a user has made; its id identifies exactly one version of it. of_clubs: the boards
        that only members of a club can use. oversees: whether a user is a moderator, who may see all of them.
        """
        self._fetch = fetch
        self._of_clubs = of_clubs
        self._oversees = oversees
        own = {name: Board(ruleset) for name, ruleset in read_boards(folders, installed=True).items()}
        self._boards = {name: Board(ws.load_ruleset(name)) for name in ws.ruleset_ids(variants=True)} | own
        self._own = own
        self._users: OrderedDict[str, Board] = OrderedDict()
        self._others: OrderedDict[bytes, Board] = OrderedDict()
        self._solver = asyncio.Lock()  # one at a time, since each uses a whole core

    def __getitem__(self, ruleset: str) -> Board:
        board = self._boards.get(ruleset) or self._users.get(ruleset)
        if board is None:
            raise no_board()
        return board

    async def prepare(self, ruleset: str) -> None:
        """Load a board that a user has made, if this is the id of such a board."""
        if self._fetch is None or not ruleset.startswith(OF_USERS) or ruleset in self._boards:
            return
        if ruleset.startswith(CLUB) and await self.club_of(ruleset) is None:
            self.forget(ruleset)  # withdrawn, perhaps in another process
        elif ruleset in self._users:
            self._users.move_to_end(ruleset)
        elif (found := await self._fetch(ruleset)) is not None:
            self._users[ruleset] = Board(found)
            _drop_oldest(self._users)

    async def load(self, ruleset: str) -> Board:
        """Return a board of this site or of a user, unless it belongs to a club. Raises Refusal if there is none."""
        await self.prepare(ruleset)
        return self.public(ruleset)

    async def load_for(self, ruleset: str, user: str) -> Board:
        """Return a board that a user may see, including those of their clubs. Raises Refusal if there is none."""
        if not ruleset.startswith(CLUB):
            return await self.load(ruleset)
        admitted = self._of_clubs is not None and await self._of_clubs.admits(user, ruleset)
        if not admitted and not self._oversees(user):
            raise no_board()
        await self.prepare(ruleset)
        return self[ruleset]

    async def club_of(self, ruleset: str) -> str | None:
        """Return the club that has a board; None if it belongs to no club."""
        return None if self._of_clubs is None else await self._of_clubs.club_of(ruleset)

    def public(self, ruleset: str) -> Board:
        """Return a board in memory that does not belong to a club. Raises Refusal if there is none."""
        if ruleset.startswith(CLUB):
            raise no_board()
        return self[ruleset]

    def forget(self, ruleset: str) -> None:
        """Drop a user's board that was deleted."""
        self._users.pop(ruleset, None)

    def find(self, ruleset: str) -> Ruleset | None:
        """Return the ruleset of a board of this site; None if there is no such board."""
        board = self._boards.get(ruleset)
        return None if board is None else board.ruleset

    def of(self, ruleset: Ruleset) -> Board:
        """Return the board of a game, which may have been changed or removed since the game began."""
        if self.has(ruleset):
            return self._boards[ruleset.id]
        own = self._users.get(ruleset.id)
        if own is not None and own.ruleset.data == ruleset.data:
            return own
        key = msgspec.json.encode(ruleset.data)
        board = self._others.setdefault(key, Board(ruleset))
        self._others.move_to_end(key)
        _drop_oldest(self._others)
        return board

    def has(self, ruleset: Ruleset) -> bool:
        """Return whether new tables can use exactly this ruleset."""
        listed = self._boards.get(ruleset.id)
        return listed is not None and listed.ruleset.data == ruleset.data

    def lists(self, board: Board) -> bool:
        """Return whether anybody can use a board by its id."""
        name = board.ruleset.id
        if name.startswith(CLUB):
            return False
        return self._boards.get(name) is board or self._users.get(name) is board

    def summaries(self) -> list[RulesetSummary]:
        """Return the list for the start page."""
        return [board.summary for board in self._boards.values()]

    def title(self, ruleset: str, language: str, name: str) -> str:
        """Return the title of a board in a language; `name` if it has none."""
        board = self._boards.get(ruleset)
        titles = {} if board is None else board.ruleset.titles
        return titles.get(language) or title_of(language, ruleset, name)

    def open(self) -> None:
        """Start drawing the host's own boards."""
        for board in self._own.values():
            if board.ruleset.routes:
                self._begin(board)

    async def close(self) -> None:
        """Stop drawing."""
        boards = (*self._boards.values(), *self._users.values(), *self._others.values())
        tasks = [board.drawing for board in boards if board.drawing is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def drawings(self, board: Board) -> Drawings:
        """Return the board as SVG; refuse while it is being drawn, or if drawing failed."""
        if not board.ruleset.routes:
            raise Refusal("not_found", "This game has no board.")
        task = self._begin(board)
        await asyncio.wait({task}, timeout=WAIT)
        if not task.done():
            raise Refusal("drawing", "This board is being drawn. Try again in a moment.")
        try:
            return task.result()
        except (LayoutError, TimeoutError):
            raise Refusal("not_found", "This board cannot be drawn.") from None
        except OSError:
            board.drawing = None  # let the next request retry: perhaps no process could be started
            raise Refusal("unavailable", "This board could not be drawn. Try again in a moment.") from None

    def _begin(self, board: Board) -> asyncio.Task[Drawings]:
        if board.drawing is None:
            board.drawing = asyncio.create_task(self._draw(board.ruleset), name="draw")
            board.drawing.add_done_callback(_log_failure)
        return board.drawing

    async def _draw(self, ruleset: Ruleset) -> Drawings:
        layout = await asyncio.to_thread(find_layout, ruleset)
        if layout is None:
            async with self._solver, asyncio.timeout(LONGEST):
                log.info("laying out a board", ruleset=ruleset.id)
                started = time.monotonic()
                layout = await lay_out(ruleset)
                log.info("board laid out", ruleset=ruleset.id, seconds=round(time.monotonic() - started, 1))
        return await asyncio.to_thread(draw, ruleset, layout)


def no_board() -> Refusal:
    """Return the refusal for a board that does not exist, or that the user may not know of."""
    return Refusal("not_found", "This board does not exist.")


def _drop_oldest(boards: OrderedDict[Any, Board]) -> None:
    """Drop the least recently used board that is not being drawn, if there are too many."""
    if len(boards) > KEPT:
        name, board = next(iter(boards.items()))
        if board.drawing is None or board.drawing.done():
            del boards[name]


def draw(ruleset: Ruleset, layout: Layout) -> Drawings:
    """Return the drawings of a board with a layout."""
    whole, small = board_svg(ruleset, layout), thumbnail_svg(ruleset, layout)
    return Drawings(asset(whole.encode(), SVG), asset(small.encode(), SVG))


def _log_failure(task: asyncio.Task[Drawings]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        log.warning("board cannot be drawn", error=type(error).__name__, reason=str(error)[:200])


async def lay_out(ruleset: Ruleset, *, keep: bool = True) -> Layout:
    """Run the solver, in a separate process because it would block the event loop.

    keep: whether to store the layout in the cache. Raises LayoutError and OSError.
    """
    board = Model(
        ruleset.id, ruleset.name, ruleset.cities, ruleset.routes, ruleset.geography, ruleset.drawing
    )
    async with running("-m", "whistlestop.drawing", *([] if keep else ["--forget"])) as process:
        told, complaint = await process.communicate(msgspec.json.encode(board))
    if process.returncode:
        unplaced = msgspec.json.decode(told, type=list[Unplaced]) if told else []
        raise LayoutError(complaint.decode(errors="replace").strip()[-200:], unplaced)
    return Layout.from_dict(msgspec.json.decode(told))


def style_hashes() -> list[str]:
    """Return the hashes of the drawings' style sheets, the only inline styles that pages may use."""
    styles = [
        made for palette in get_args(Palette) for made in (style("auto", palette), thumbnail_style(palette))
    ]
    digests = [hashlib.sha256(text.encode()).digest() for text in styles]
    return [f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests]
