"""Language models in `whistlestop arena`: their bots, and the cost of their games."""

from __future__ import annotations

import os
import tempfile
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .matches import percent
from .output import Code, fail, figures_table, print_table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from rich.console import Console

__all__ = ["decisions_log", "listed_models", "print_agents"]


def print_agents(console: Console, agents: dict[str, dict[str, Any]]) -> None:
    """Print the cost of the models' games, and the shares of illegal answers and random decisions."""
    table = figures_table("model", ("tokens read", "written", "illegal %", "random %", "decisions"))
    for model, figures in agents.items():
        tokens = (f"{figures[name]:,.0f}" for name in ("read", "written"))
        shares = (percent(figures[name]) for name in ("illegal", "random"))
        table.add_row(model, *tokens, *shares, str(figures["decisions"]))
    print_table(console, table)
    console.print(
        "Tokens: per game. Illegal: answers without a legal action. Random: decisions made at random."
    )


@contextmanager
def listed_models(text: str) -> Iterator[dict[str, str]]:
    """List a bot for each model of an option until the block ends; yield the models by the bots' names."""
    from whistlestop.errors import UnknownBot

    try:
        from whistlestop.agents.chat import listed
    except ModuleNotFoundError as error:
        fail(f"--agents needs the package {error.name}: pip install 'whistlestop[mcp]'", Code.MISSING)
    models = list(dict.fromkeys(filter(None, (name.strip() for name in text.split(",")))))
    if not models:
        fail("--agents names no model", Code.USAGE)
    if "WHISTLESTOP_MODEL_URL" not in os.environ:
        fail("--agents needs WHISTLESTOP_MODEL_URL, the address of the endpoint", Code.USAGE)
    with ExitStack() as until_end:
        try:
            named = until_end.enter_context(listed(models))
        except UnknownBot as error:
            fail(str(error), Code.USAGE)
        yield named


@contextmanager
def decisions_log() -> Iterator[Callable[[Mapping[str, int]], dict[str, dict[str, Any]]]]:
    """Have the models' bots in all processes log their decisions; yield a function that sums them up.

    They are added to the user's log, if there is one, and to a temporary file otherwise.
    """
    from whistlestop.agents.chat import LOG, spent

    before = os.environ.get(LOG)
    with tempfile.TemporaryDirectory() as folder:
        log = Path(before or Path(folder, "log.jsonl"))
        try:
            with log.open("ab") as file:
                start = file.tell()
        except OSError as error:
            fail(f"{LOG}: {error}")
        os.environ[LOG] = str(log)
        try:
            yield partial(spent, log, start=start)
        finally:
            if not before:
                del os.environ[LOG]
