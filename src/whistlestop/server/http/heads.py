"""Put titles, descriptions and pictures into the client's page."""

from __future__ import annotations

from collections import OrderedDict
from html import escape
from typing import TYPE_CHECKING

from whistlestop.drawing.card import HEIGHT, WIDTH
from whistlestop.server.usecases.boards import asset

if TYPE_CHECKING:
    from whistlestop.server.usecases.boards import Asset
    from whistlestop.server.usecases.pages import Head

KEPT = 300
"""Number of pages kept in memory, a few kilobytes each."""
TITLE = b"<title>Whistlestop</title>"
LANGUAGE = b'<html lang="en"'
VARY = "Accept-Encoding, Accept-Language, Cookie"


class Heads:
    """The pages of this process with their heads, each made once while it is kept."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str, str, Head], Asset] = OrderedDict()

    def page(self, page: Asset, language: str, head: Head, site: str, path: str) -> Asset:
        """Return the client's page at a path of a site, with its head."""
        key = (page.tag, language, site + path, head)
        found = self._kept.get(key)
        if found is None:
            body = page.body.replace(LANGUAGE, f'<html lang="{language}"'.encode(), 1)
            found = asset(body.replace(TITLE, _tags(head, site, path).encode(), 1), page.media_type)
            self._kept[key] = found
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return found


def _tags(head: Head, site: str, path: str) -> str:
    title, text = escape(head.title), escape(head.text)
    told = {
        "og:type": "website",
        "og:site_name": "Whistlestop",
        "og:title": title,
        "og:description": text,
        "og:url": escape(site + path),
        "og:image": escape(site + head.picture),
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
    }
    return "\n    ".join(
        (
            f"<title>{title}</title>",
            f'<meta name="description" content="{text}">',
            *(f'<meta property="{name}" content="{value}">' for name, value in told.items()),
            '<meta name="twitter:card" content="summary_large_image">',
        )
    )
