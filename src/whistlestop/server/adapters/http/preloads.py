"""What a page asks for as soon as it runs, named in the header Link so that it is on its way before that.

On a slow connection this saves the wait between the page's own script and what only that script knows to ask for.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

LANGUAGE = "language"
"""The cookie in which the client keeps the language that was chosen on a device; it is for nothing else."""
FALLBACK = "en"


class Preloads(Struct, frozen=True):
    """The files of a build that pages want, as `web/plugins/preloads.ts` lists them."""

    every: list[str] = []
    """What every page names itself: the browser asks for it first."""
    pages: dict[str, list[str]] = {}
    """What each page, or part of one, needs besides."""
    languages: dict[str, list[str]] = {}
    """The catalogue of each language."""
    kinds: dict[str, list[str]] = {}
    """What draws each kind of game."""

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

        pages: the page, and its parts. chosen: the language that the device was told to use. wanted: the languages
        that the browser asks for, best first, as in Accept-Language. kind: of the game, if it is known. answers,
        drawing: the paths of what will be asked of the interface.

        A browser has few connections, so the order counts: answers are small and soon there, the drawing is large.
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
        """As the client does: the one that was chosen, or the first of the browser's that there is."""
        asked = (part.partition(";")[0].strip().partition("-")[0].lower() for part in wanted.split(","))
        return next((code for code in (chosen, *asked) if code in self.languages), FALLBACK)


def _file(path: str) -> str:
    if path.endswith(".js"):
        return f"<{path}>; rel=modulepreload; crossorigin"
    return f"<{path}>; rel=preload; as=style; crossorigin"


def _answer(path: str) -> str:
    return f"<{path}>; rel=preload; as=fetch; crossorigin"
