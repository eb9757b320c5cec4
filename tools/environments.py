"""Virtual environments that several checkouts may share. Standard library only, for tools/tasks.py."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname


def other_checkout(environment: Path, root: Path) -> Path | None:
    """Return the checkout other than `root` that is installed in an environment; None if there is none."""
    if environment.resolve().is_relative_to(root.resolve()):
        return None  # a copy of a checkout may include a copied environment
    for told in sorted(environment.rglob("site-packages/whistlestop-*.dist-info/direct_url.json")):  # PEP 610
        path = Path(url2pathname(urlsplit(json.loads(told.read_text(encoding="utf-8"))["url"]).path))
        if (path / "pyproject.toml").exists() and path.resolve() != root.resolve():
            return path
    return None
