"""`whistlestop deploy`: the files that a host needs beside the package."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .output import note

__all__ = ["deploy"]


def deploy(
    folder: Annotated[Path, typer.Argument(help="Folder to write into; it is made if it is not there.")],
    force: Annotated[bool, typer.Option("--force", help="Write over files that are there already.")] = False,
) -> None:
    """Write the files for hosting: a unit for systemd, proxies, an image, several servers, the tested versions.

    docs/hosting.md tells how to use them.
    """
    from whistlestop.server import deployment

    for path in deployment.write(folder, force=force):
        note(f"wrote {path}")
