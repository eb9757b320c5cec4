"""`whistlestop mcp`: games for language models."""

from __future__ import annotations

from .output import BoardsOption, Code, add_boards, fail

__all__ = ["mcp"]


def mcp(boards: BoardsOption = None) -> None:
    """Serve games against bots to a language model, by the Model Context Protocol on stdin and stdout.

    docs/agents.md explains the tools.
    """
    add_boards(boards)
    try:
        from whistlestop.agents.mcp import server
    except ModuleNotFoundError as error:
        fail(f"mcp needs the package {error.name}: pip install 'whistlestop[mcp]'", Code.MISSING)
    server().run("stdio")
