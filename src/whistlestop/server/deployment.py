"""The files that hosts need: systemd unit, proxy settings, container file, pinned versions.

A wheel contains them in `whistlestop/deploy/` (hatch_build.py), a checkout in their original places.
"""

from __future__ import annotations

from pathlib import Path

from whistlestop.errors import DeploymentError

__all__ = ["files", "write"]

PACKAGE = Path(__file__).resolve().parents[1]
CHECKOUT = PACKAGE.parents[1]


def files() -> dict[str, Path]:
    """Return each file for hosting by its name. Raises DeploymentError if this installation has none."""
    packed = PACKAGE / "deploy"
    if packed.is_dir():
        return {path.name: path for path in sorted(packed.iterdir())}
    found = {path.name: path for path in sorted((CHECKOUT / "deploy").glob("*"))}
    if not found:
        raise DeploymentError(f"{packed} is missing: install Whistlestop again from its wheel")
    return found | {
        "constraints.txt": CHECKOUT / "requirements-dev.txt",
        "requirements.txt": CHECKOUT / "requirements.txt",
    }


def write(folder: Path, *, force: bool = False) -> list[Path]:
    """Write the files for hosting to a folder, created if necessary; return their paths.

    Without `force`, nothing is written if any of them already exists. Raises DeploymentError, which names the existing
    files or the reason why a file could not be written.
    """
    targets = {folder / name: source for name, source in files().items()}
    present = [path.name for path in targets if path.exists()]
    if present and not force:
        raise DeploymentError(f"{folder} already has {', '.join(present)}; use --force to overwrite")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, source in targets.items():
            path.write_bytes(source.read_bytes())
    except OSError as error:
        raise DeploymentError(f"{error.filename}: {error.strerror}") from error
    return list(targets)
