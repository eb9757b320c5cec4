"""`whistlestop deploy`: the files that a host needs besides the package."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .output import note

__all__ = ["deploy"]


def deploy(
    folder: Annotated[Path, typer.Argument(help="Folder to write into, created if missing.")],
    force: Annotated[bool, typer.Option("--force", help="Overwrite existing files.")] = False,
) -> None:
    """Write the files for hosting: a systemd unit, proxy settings, an image, several servers, the tested versions.

    docs/hosting.md explains how to use them.
    """
    from whistlestop.server import deployment

    for path in deployment.write(folder, force=force):
        note(f"wrote {path}")
