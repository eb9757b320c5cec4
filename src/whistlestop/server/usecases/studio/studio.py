"""The requests of the board editor. Each takes bounded time, in threads or in a child process."""

from __future__ import annotations

import asyncio
import base64
import binascii
import hashlib
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from whistlestop.drawing import LayoutError
from whistlestop.drawing.region import region
from whistlestop.errors import RulesetError
from whistlestop.format.schema import end_cities
from whistlestop.printing import print_pdf
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.messages.studio import (
    BoardPlaces,
    BoardReport,
    BroughtBoard,
    LandOutlines,
    SuggestedDeck,
    SuggestedTicket,
    UnplacedItem,
)
from whistlestop.server.usecases.boards import draw, lay_out
from whistlestop.server.usecases.studio.balancing import Balancing
from whistlestop.studio import FORMATS, deck, examine, exported, imported, outline_of, playable

if TYPE_CHECKING:
    from collections.abc import Callable

    from whistlestop.drawing import Layout, Unplaced
    from whistlestop.format import Ruleset
    from whistlestop.server.domain.identity import Caller
    from whistlestop.server.messages.studio import BalanceReport, BalanceWish, BoardFiles, DeckWish, PrintWish
    from whistlestop.server.usecases.boards import Drawings
    from whistlestop.server.usecases.callers import Callers

Result = TypeVar("Result")

CHECK, HEAVY = 2, 15
"""The number of requests that a check counts as, and the number for operations that take longer."""
WAITING = 20
"""Maximum number of requests that wait for the thread."""
WAIT = 2.0
"""Seconds for which a request waits for an unfinished drawing."""
LONGEST = 300.0
"""Time limit for a layout in seconds."""
DRAWINGS = 24
"""Number of drawings kept for later requests."""
DRAWN = 6
"""Maximum number of drawings in progress or waiting."""
PRINTED = 6
"""Maximum number of boards being printed or waiting."""
TEXT = 1_000
"""Maximum length of the reason for a refusal."""


class Drawn(msgspec.Struct, frozen=True):
    """A board that was drawn. `titled`: whether its title has its intended place."""

    layout: Layout
    drawings: Drawings
    titled: bool


class NoRoom(Refusal):
    """A board cannot be drawn without overlaps. `unplaced`: the items that do not fit."""

    def __init__(self, unplaced: tuple[Unplaced, ...]) -> None:
        super().__init__("bad_board", "No drawing without overlaps was found. Spread the cities.")
        self.unplaced = unplaced


class Studio:
    """The board editor's checks, suggestions, files and drawings. It keeps no boards."""

    def __init__(self, callers: Callers) -> None:
        self._callers = callers
        self._balancing = Balancing()
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="studio")
        self._waiting = 0
        self._drawings: OrderedDict[str, asyncio.Task[Drawn]] = OrderedDict()
        self._solver = asyncio.Lock()  # one at a time, since each uses a whole core
        self._printer = asyncio.Lock()
        self._printing = 0

    async def close(self) -> None:
        """Stop."""
        await self._balancing.close()
        tasks = list(self._drawings.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def check(self, caller: Caller, board: dict[str, Any]) -> BoardReport:
        """Return the faults of a board and its figures."""
        self._callers.count_request(caller, CHECK)
        found = await self._run(lambda: examine(board))
        return msgspec.convert(msgspec.to_builtins(found, str_keys=True), BoardReport)

    async def balance(self, caller: Caller, wish: BalanceWish) -> BalanceReport:
        """Return the findings of games on a board; the first request starts them. Refuse a board with faults."""
        ruleset = await self.compiled(caller, wish.board)
        return self._balancing.report(ruleset, wish.seats, lambda: self._callers.count_request(caller, HEAVY))

    def tested(self, ruleset: Ruleset) -> dict[int, int]:
        """Return how many faults finished tests of a board found, by number of players."""
        return self._balancing.tested(ruleset)

    async def tickets(self, caller: Caller, wish: DeckWish) -> SuggestedDeck:
        """Return a deck of tickets. Raises Refusal if the board is too small or has faults."""
        self._callers.count_request(caller, HEAVY)
        keep, count = [end_cities(one) for one in wish.keep], wish.count
        found = await self._run(lambda: deck(wish.board, count, long=wish.long, keep=keep, seed=wish.seed))
        return SuggestedDeck([msgspec.convert(ticket.plain(), SuggestedTicket) for ticket in found])

    async def bring(self, caller: Caller, wish: BoardFiles) -> BroughtBoard:
        """Return the board that files contain. Raises Refusal with the first errors in them."""
        self._callers.count_request(caller, HEAVY)
        try:
            files = {name: base64.b64decode(text, validate=True) for name, text in wish.files.items()}
        except binascii.Error:
            raise Refusal("bad_request", "A file is not in Base64.") from None
        board, notes = await self._run(lambda: imported(files, wish.deck))
        return BroughtBoard(board, notes)

    async def compiled(self, caller: Caller, board: dict[str, Any]) -> Ruleset:
        """Return the ruleset of a board. Raises Refusal if it has faults."""
        self._callers.count_request(caller, CHECK)
        return await self._run(lambda: playable(board))

    async def export(self, caller: Caller, board: dict[str, Any], form: str) -> bytes:
        """Return a board as a file. Raises Refusal if it has faults."""
        self._callers.count_request(caller, CHECK)
        if form not in FORMATS:
            raise Refusal("not_found", "There is no such format.")

        def made() -> bytes:
            return exported(playable(board).data.plain(), form)

        return await self._run(made)

    async def land(
        self, caller: Caller, west: float, south: float, east: float, north: float
    ) -> LandOutlines:
        """Return the outlines of a part of the earth."""
        self._callers.count_request(caller, HEAVY)
        if west >= east or south >= north:
            raise Refusal("bad_request", "West must be less than east, and south less than north.")
        return LandOutlines(**await self._run(lambda: region(west, south, east, north)))

    async def drawing(self, caller: Caller, board: dict[str, Any]) -> Drawings:
        """Return the drawing of a board whose cities and routes have no faults; refuse while it is being drawn."""
        self._callers.count_request(caller, CHECK)
        return (await self._drawn(caller, board)).drawings

    async def place(self, caller: Caller, board: dict[str, Any]) -> BoardPlaces:
        """Return the items that do not fit into a drawing of a board; refuse while it is being drawn."""
        self._callers.count_request(caller, CHECK)
        try:
            drawn = await self._drawn(caller, board)
        except NoRoom as error:
            return BoardPlaces([UnplacedItem(*one) for one in error.unplaced], drawn=False)
        return BoardPlaces([] if drawn.titled else [UnplacedItem("title", "")], drawn=True)

    async def print(self, caller: Caller, wish: PrintWish) -> bytes:
        """Return the PDF of a board without faults; refuse while it is being drawn."""
        if find_spec("typst") is None:
            raise Refusal("print_off", "This site does not print boards.")
        ruleset = await self.compiled(caller, wish.board)
        layout = (await self._drawn(caller, wish.board)).layout
        self._callers.count_request(caller, HEAVY)
        if self._printing >= PRINTED:
            raise Refusal("overloaded", "Too many boards are being printed. Try again in a moment.", wait=5)
        self._printing += 1
        try:
            async with self._printer:
                return await asyncio.to_thread(
                    print_pdf, ruleset, layout, paper=wish.paper, space=wish.space, language=wish.language
                )
        finally:
            self._printing -= 1

    async def _drawn(self, caller: Caller, board: dict[str, Any]) -> Drawn:
        ruleset = await self._run(lambda: outline_of(board))
        key = hashlib.sha256(msgspec.json.encode(ruleset.data)).hexdigest()
        task = self._drawings.get(key)
        if task is None:
            self._callers.count_request(caller, HEAVY)
            if sum(not one.done() for one in self._drawings.values()) >= DRAWN:
                raise Refusal(
                    "overloaded", "Too many boards are being drawn. Try again in a moment.", wait=10
                )
            task = self._drawings[key] = asyncio.create_task(self._draw(ruleset), name="studio drawing")
            self._forget()
        self._drawings.move_to_end(key)
        await asyncio.wait({task}, timeout=WAIT)
        if not task.done():
            raise Refusal("drawing", "This board is being drawn. Try again in a moment.")
        try:
            return task.result()
        except (LayoutError, TimeoutError) as error:
            raise NoRoom(error.unplaced if isinstance(error, LayoutError) else ()) from None
        except OSError:
            del self._drawings[key]
            raise Refusal("unavailable", "This board could not be drawn. Try again in a moment.") from None

    def _forget(self) -> None:
        """Drop the drawings that were least recently requested."""
        for key in [key for key, task in self._drawings.items() if task.done()]:
            if len(self._drawings) <= DRAWINGS:
                break
            del self._drawings[key]

    async def _draw(self, ruleset: Ruleset) -> Drawn:
        async with self._solver, asyncio.timeout(LONGEST):
            layout = await lay_out(ruleset, keep=False)
        titled = layout.cartouche is not None or ruleset.drawing.title == "none"
        return Drawn(layout, await asyncio.to_thread(draw, ruleset, layout), titled)

    async def _run(self, work: Callable[[], Result]) -> Result:
        """Run a function in the thread. Raises Refusal for a RulesetError, and if too many requests are waiting."""
        if self._waiting >= WAITING:
            raise Refusal("overloaded", "Too many boards are being checked. Try again in a moment.")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        except RulesetError as error:
            raise Refusal("bad_board", "\n".join(error.problems)[:TEXT]) from None
        finally:
            self._waiting -= 1
