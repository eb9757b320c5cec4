"""The pages of the documentation site, before they are built."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

import docs_site


def test_every_page_of_the_docs_is_in_the_navigation() -> None:
    """The error names the pages that tools/docs/zensical.toml has to list."""
    pages = docs_site.sources()
    assert docs_site.ROOT / "README.md" in pages


def test_links_lead_to_pages_of_the_site() -> None:
    pages = docs_site.sources()
    readme = docs_site.ROOT / "README.md"
    text = (
        "[rules](docs/rules.md#EUR-14) [license](LICENSE) [here](#play) ![game](docs/images/game.webp)\n"
        "```\n[code](docs/rules.md)\n```\n"
    )
    assert docs_site.adapt(text, readme, pages) == (
        "[rules](rules.md#EUR-14) license [here](#play) ![game](images/game.webp)\n"
        "```\n[code](docs/rules.md)\n```\n"
    )
    notes = docs_site.ROOT / "src" / "whistlestop" / "core" / "README.md"
    assert docs_site.adapt("[rules](../../../docs/rules.md)", notes, pages) == "[rules](../../../rules.md)"
