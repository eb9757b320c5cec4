"""`whistlestop site`: write the game as a static site."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .output import note

__all__ = ["site"]


def site(
    folder: Annotated[Path, typer.Argument(help="Folder to write into. It is created if needed.")],
    force: Annotated[bool, typer.Option("--force", help="Write into a folder with other files.")] = False,
) -> None:
    """Write a static site, which runs in the browser alone: games against bots, rules, lessons and puzzles.

    docs/static-site.md explains how to host it.
    """
    from whistlestop.server import static_site

    note(f"wrote {static_site.write(folder, force=force)} files to {folder}")
