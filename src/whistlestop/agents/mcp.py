"""A server of the Model Context Protocol: language models play against bots with a few tools (docs/agents.md)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field

from whistlestop import __version__, bots
from whistlestop.errors import WhistlestopError
from whistlestop.rulesets import load_ruleset, ruleset_ids

from . import prose
from .session import Session

INSTRUCTIONS = """Train games of the Ticket to Ride family against bots. Read rules once, start with new_game, then call
play until the game is over. Actions are texts such as draw, take:red or claim:ROUTE:red*3+wild."""

Game = Annotated[str, Field(description="Id of a game, from games")]
Start = Annotated[str, Field(description="Only actions that begin with this text, such as claim:")]
Action = Annotated[str, Field(description="One legal action")]
Opponents = Annotated[list[str], Field(description="A bot for each other seat", min_length=1, max_length=4)]


def server() -> MCPServer[None]:
    """Return a server with one game at a time."""
    app: MCPServer[None] = MCPServer(
        "whistlestop", instructions=INSTRUCTIONS, version=__version__, log_level="WARNING"
    )
    current: list[Session] = []

    def session() -> Session:
        if not current:
            raise ToolError("There is no game; call new_game.")
        return current[0]

    def told(write: Callable[[], str]) -> str:
        try:
            return write()
        except WhistlestopError as error:
            raise ToolError(str(error)) from None

    @app.tool(structured_output=False)
    def games() -> str:
        """List the games and the bots."""
        names = ", ".join(f"{name} ({load_ruleset(name).name})" for name in ruleset_ids(variants=True))
        return f"Games: {names}\nBots: {', '.join(bots.names(offered=True))}"

    @app.tool(structured_output=False)
    def rules(game: Game) -> str:
        """Return the rules of a game, and the routes of its map."""
        return told(lambda: prose.rules(load_ruleset(game)))

    @app.tool(structured_output=False)
    def new_game(game: Game, opponents: Opponents = ["hard"], seed: int | None = None) -> str:  # noqa: B006 - it is copied
        """Start a game at seat 0, instead of the current one; return the position."""

        def start() -> str:
            current[:] = [Session(load_ruleset(game), opponents, seed=seed)]
            return session().read()

        return told(start)

    @app.tool(structured_output=False)
    def position() -> str:
        """Return the whole position: hand, tickets and what they lack, all players with their routes, and actions."""
        return told(lambda: session().read())

    @app.tool(structured_output=False)
    def actions(start: Start = "") -> str:
        """List all legal actions with all payments."""
        return told(lambda: session().actions(start))

    @app.tool(structured_output=False)
    def play(action: Action) -> str:
        """Play an action; return the events until your next decision, and that decision."""
        return told(lambda: session().play(action))

    @app.tool(structured_output=False)
    def hint() -> str:
        """Return the action that the planner recommends, with reasons."""
        return told(lambda: session().hint())

    @app.tool(structured_output=False)
    def review() -> str:
        """After the game: return your worst decisions and better ones. It takes about a minute."""
        return told(lambda: session().review())

    return app
