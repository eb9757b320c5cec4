"""Files of bots in tests."""

from __future__ import annotations

from whistlestop.bots import plain


def forget_files() -> None:
    """As in another process: nothing has been loaded of bots' files."""
    plain.load.cache_clear()
    plain._module_of_file.cache_clear()
    plain._texts.clear()
