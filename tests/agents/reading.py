"""A client that reads text: it calls tools and takes the first action of a decision."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mcp import Client


async def called(client: Client, tool: str, **arguments: object) -> str:
    """Call a tool, and return its text."""
    answer = await client.call_tool(tool, arguments)
    assert not answer.is_error, answer.content
    return str(answer.content[0].text)  # type: ignore[union-attr]


def first_action(text: str) -> str:
    """Return an action from the list of a decision, preferably a claim or a set; empty if it names none in full."""
    lines = text.rpartition("Your actions:\n")[2].splitlines()
    actions = [
        line.partition(" | ")[0] for line in lines if re.match(r"[a-z]+(:|$)", line) and " also" not in line
    ]
    words = (
        "claim:",
        "set:",
        "keep:",
        "declare:",
        "surcharge:",
        "withdraw",
        "draw",
        "take:",
        "trio:",
        "stop",
        "pass",
        "tickets",
    )
    return next((action for word in words for action in actions if action.startswith(word)), "")
