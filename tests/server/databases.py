"""New databases with the newest schema, which is created once and copied, because migrations take longer than many
tests.
"""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from whistlestop.server.adapters.database.database import migrate
from whistlestop.server.settings import Settings


def set_up(database: str) -> None:
    """Create or update the schema of a database, given as in the settings."""
    migrate(Settings(database=database).database_url)


@cache
def _template() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "template.db"
        set_up(str(path))
        return path.read_bytes()


def create_file(path: Path) -> str:
    """Create a file for SQLite, unless there is one; return its name."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_template())
    return str(path)
