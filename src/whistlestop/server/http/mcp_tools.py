"""The tools for language models that play at the tables of a site; importing this needs the package `mcp`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field

import whistlestop
from whistlestop.agents import prose
from whistlestop.agents.mcp import Action, Game, Start
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.http.mcp import answered, waiting
from whistlestop.server.messages.tables import CreateTable, Join
from whistlestop.server.usecases.programs.texts import listed, readable
from whistlestop.server.usecases.tables.bots import bot_list

if TYPE_CHECKING:
    from whistlestop.server.domain.identity import Caller
    from whistlestop.server.http.admission import Admission
    from whistlestop.server.security import SecurityLog
    from whistlestop.server.usecases.boards import Boards
    from whistlestop.server.usecases.programs.texts import Texts
    from whistlestop.server.usecases.tables.creating import TableCreation
    from whistlestop.server.usecases.tables.hosting import Hosting
    from whistlestop.server.usecases.tables.seating import Seating

INSTRUCTIONS = """Play games of the Ticket to Ride family at the tables of this site. Read rules once. Get a table from
new_table, join or tables; then call play, or wait when it is not your turn, until the game is over. Actions are texts
such as draw, take:red or claim:ROUTE:red*3+wild."""

Request = Context[None, Any]
Key = Annotated[str, Field(description="Key of a table")]
Opponents = Annotated[
    list[str],
    Field(description="For each other seat a bot, or open for another player", min_length=1, max_length=4),
]


class SiteTools:
    """The tools: each method is one, described by its docstring, and acts for the user of the request's token."""

    def __init__(
        self,
        admission: Admission,
        security: SecurityLog,
        texts: Texts,
        boards: Boards,
        creation: TableCreation,
        seating: Seating,
        hosting: Hosting,
    ) -> None:
        self._admission = admission
        self._security = security
        self._texts = texts
        self._boards = boards
        self._creation = creation
        self._seating = seating
        self._hosting = hosting

    def server(self) -> MCPServer[None]:
        """Return a server with these tools."""
        app: MCPServer[None] = MCPServer(
            "whistlestop", instructions=INSTRUCTIONS, version=whistlestop.__version__, log_level="WARNING"
        )
        for tool in (
            self.games,
            self.rules,
            self.tables,
            self.new_table,
            self.join,
            self.start,
            self.wait,
            self.play,
            self.position,
            self.actions,
            self.hint,
        ):
            app.add_tool(tool, structured_output=False)
        return app

    async def games(self) -> str:
        """List the games and the bots."""
        names = ", ".join(f"{board.id} ({board.name})" for board in self._boards.summaries())
        return f"Games: {names}\nBots: {', '.join(bot.id for bot in bot_list())}"

    async def rules(self, game: Game, request: Request) -> str:
        """Return the rules of a game, and the routes of its map."""

        async def read(_caller: Caller) -> str:
            return prose.rules(readable(self._boards.public(game).ruleset))

        return await self._answer(request, read)

    async def tables(self, request: Request) -> str:
        """List your tables, newest first."""
        return await self._answer(request, self._texts.tables)

    async def new_table(self, game: Game, request: Request, opponents: Opponents = ["hard"]) -> str:  # noqa: B006 - it is copied
        """Create a table, and return its key. The game starts at once if no seat is open."""
        others = [{"kind": "open"} if one == "open" else {"kind": "bot", "bot": one} for one in opponents]

        async def create(caller: Caller) -> str:
            wish = {"ruleset": game, "seats": [{"kind": "me"}, *others], "start": True}
            try:
                checked = msgspec.convert(wish, CreateTable)
            except msgspec.ValidationError as error:
                raise Refusal("bad_request", str(error)) from None
            return listed(await self._creation.create(caller, checked))

        return await self._answer(request, create)

    async def join(self, table: Key, request: Request) -> str:
        """Sit down at a table of another player."""

        async def sit(caller: Caller) -> str:
            return listed(await self._seating.join(table, caller, Join()))

        return await self._answer(request, sit)

    async def start(self, table: Key, request: Request) -> str:
        """Start the game at your own table once every seat is taken."""

        async def begin(caller: Caller) -> str:
            return listed(await self._hosting.start(table, caller, None))

        return await self._answer(request, begin)

    async def wait(self, table: Key, request: Request) -> str:
        """Wait up to 30 seconds for your turn; return the events since your last action, and your decision."""
        return await self._turn(request, table)

    async def play(self, table: Key, action: Action, request: Request) -> str:
        """Play an action, then wait as wait does."""
        return await self._turn(request, table, action)

    async def position(self, table: Key, request: Request) -> str:
        """Return the whole position: hand, tickets and what they lack, all players with their routes, and actions."""
        return await self._answer(request, lambda caller: self._texts.position(table, caller))

    async def actions(self, table: Key, request: Request, start: Start = "") -> str:
        """List all legal actions with all payments."""
        return await self._answer(request, lambda caller: self._texts.actions(table, caller, start))

    async def hint(self, table: Key, request: Request) -> str:
        """Return a good action with reasons, if the table allows hints."""

        async def recommend(caller: Caller) -> str:
            return await self._texts.hint(table, caller)

        return await self._answer(request, recommend)

    async def _turn(self, request: Request, table: str, action: str | None = None) -> str:
        async def wait(caller: Caller) -> str:
            return await waiting(
                self._admission,
                scope_of(request),
                lambda ended: self._texts.turn(table, caller, ended, action),
            )

        return await self._answer(request, wait)

    async def _answer(self, request: Request, work: Callable[[Caller], Awaitable[str]]) -> str:
        try:
            return await answered(self._security, scope_of(request), work)
        except Refusal as refusal:
            raise ToolError(refusal.message) from None


def scope_of(request: Request) -> Any:
    """Return the ASGI scope of the HTTP request behind a call."""
    sent: Any = request.request_context.request
    return sent.scope
