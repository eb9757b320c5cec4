"""The header Link of pages, which lets the browser load early what the page's script requests later.

On a slow connection this saves the wait for the script.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

LANGUAGE = "language"
"""The client's cookie with the language chosen on a device."""
FALLBACK = "en"


class Preloads(Struct, frozen=True):
    """The files of a build that pages need, as `web/plugins/preloads.ts` lists them."""

    every: list[str] = []
    """Files that every page names itself; the browser requests them first."""
    pages: dict[str, list[str]] = {}
    """Other files that each page, or part of one, needs."""
    languages: dict[str, list[str]] = {}
    """The catalogue of each language."""
    kinds: dict[str, list[str]] = {}
    """The files that draw each kind of game."""

    def links(
        self,
        *pages: str,
        chosen: str | None,
        wanted: str,
        kind: str | None = None,
        answers: Iterable[str] = (),
        drawing: str | None = None,
    ) -> str:
        """The header Link of a page.

        pages: the page, and its parts. chosen: the language chosen on the device. wanted: the languages of the
        browser, best first, as in Accept-Language. kind: of the game, if it is known. answers, drawing: the paths of
        later API requests.

        A browser has few connections, so the small answers come before the large drawing.
        """
        files = [
            *(path for page in pages for path in self.pages.get(page, [])),
            *self.languages.get(self._language(chosen, wanted), []),
            *(self.kinds.get(kind, []) if kind else []),
        ]
        links = [
            *map(_file, self.every),
            *map(_answer, answers),
            *(_file(path) for path in dict.fromkeys(files) if path not in self.every),
        ]
        if drawing is not None:
            links.append(f"{_answer(drawing)}; fetchpriority=low")
        return ", ".join(links)

    def _language(self, chosen: str | None, wanted: str) -> str:
        """Return the language that the client will choose: the chosen one, or the browser's first that exists."""
        asked = (part.partition(";")[0].strip().partition("-")[0].lower() for part in wanted.split(","))
        return next((code for code in (chosen, *asked) if code in self.languages), FALLBACK)


def _file(path: str) -> str:
    if path.endswith(".js"):
        return f"<{path}>; rel=modulepreload; crossorigin"
    return f"<{path}>; rel=preload; as=style; crossorigin"


def _answer(path: str) -> str:
    return f"<{path}>; rel=preload; as=fetch; crossorigin"
