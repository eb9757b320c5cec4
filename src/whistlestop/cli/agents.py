"""Language models in `whistlestop arena`: their bots, and the cost of their games."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .matches import percent
from .output import Code, fail, print_table

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["decisions_log", "listed_models", "print_agents"]


def print_agents(console: Console, agents: dict[str, dict[str, Any]]) -> None:
    """Print the cost of the models' games, and the shares of illegal answers and random decisions."""
    from rich import box
    from rich.table import Table

    table = Table("model", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    for name in ("tokens read", "written", "illegal %", "random %", "decisions"):
        table.add_column(name, justify="right")
    for model, figures in agents.items():
        tokens = (f"{figures[name]:,.0f}" for name in ("read", "written"))
        shares = (percent(figures[name]) for name in ("illegal", "random"))
        table.add_row(model, *tokens, *shares, str(figures["decisions"]))
    print_table(console, table)
    console.print(
        "Tokens: a game. Illegal: answers without a legal action. Random: decisions without any other."
    )


def listed_models(text: str) -> dict[str, str]:
    """List a bot for each model of an option; return the models by the bots' names."""
    from whistlestop.errors import UnknownBot

    try:
        from whistlestop.agents.chat import register
    except ModuleNotFoundError as error:
        fail(f"--agents needs the package {error.name}: pip install 'whistlestop[mcp]'", Code.MISSING)
    models = list(dict.fromkeys(filter(None, (name.strip() for name in text.split(",")))))
    if not models:
        fail("--agents names no model", Code.USAGE)
    if "WHISTLESTOP_MODEL_URL" not in os.environ:
        fail("--agents needs WHISTLESTOP_MODEL_URL, the address of the endpoint", Code.USAGE)
    try:
        return register(models)
    except UnknownBot as error:
        fail(str(error), Code.USAGE)


@contextmanager
def decisions_log() -> Iterator[Path]:
    """A file to which the models' bots in all processes add their decisions."""
    from whistlestop.agents.chat import LOG

    before = os.environ.get(LOG)
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "log.jsonl")
        os.environ[LOG] = str(log)
        try:
            yield log
        finally:
            if before is None:
                del os.environ[LOG]
            else:
                os.environ[LOG] = before
                if log.exists():
                    with Path(before).open("a", encoding="utf-8") as kept:
                        kept.write(log.read_text(encoding="utf-8"))
