"""`whistlestop deploy`: write the files for hosting."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .output import note

__all__ = ["deploy"]


def deploy(
    folder: Annotated[Path, typer.Argument(help="Folder to write into. It is created if needed.")],
    force: Annotated[bool, typer.Option("--force", help="Overwrite existing files.")] = False,
) -> None:
    """Write files for hosting: systemd unit, proxy configurations, container image, tested versions of dependencies.

    docs/hosting.md explains how to use them.
    """
    from whistlestop.server import deployment

    for path in deployment.write(folder, force=force):
        note(f"wrote {path}")
