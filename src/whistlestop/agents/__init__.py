"""Games for programs that read and write text, such as language models: positions in words, and an MCP server."""

from __future__ import annotations

from .prose import decision, news, position, rules
from .session import Session

__all__ = ["Session", "decision", "news", "position", "rules"]
