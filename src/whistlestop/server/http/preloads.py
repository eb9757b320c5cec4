"""The header Link of pages, which lets the browser preload the files that the page's script will request.

On a slow connection, this avoids waiting for the script.
"""

from __future__ import annotations

from collections.abc import Container, Iterable

from msgspec import Struct

LANGUAGE = "language"
"""The client's cookie with the language chosen on a device."""
FALLBACK = "en"


class Preloads(Struct, frozen=True):
    """The files of a build that pages need, as `web/plugins/preloads.ts` lists them."""

    every: list[str] = []
    """Files that every page references itself; the browser requests them first."""
    pages: dict[str, list[str]] = {}
    """Other files that each page, or part of one, needs."""
    catalogues: dict[str, dict[str, list[str]]] = {}
    """The catalogues, by part and language; `ui` is the one that every page needs."""
    kinds: dict[str, dict[str, list[str]]] = {}
    """The files of each kind of game, by module: those that draw its table (`tableui`), and its rules (`book`)."""

    def links(
        self,
        *pages: str,
        chosen: str | None,
        wanted: str,
        texts: Iterable[str] = (),
        kind: str | None = None,
        module: str = "tableui",
        answers: Iterable[str] = (),
        drawing: str | None = None,
    ) -> str:
        """The header Link of a page.

        pages: the page, and its parts. chosen: the language chosen on the device. wanted: the languages of the browser,
        best first, as in Accept-Language. texts: parts of the catalogue besides `ui`. kind: the kind of the game, if it
        is known; module: the part of the kind's client code that the page needs. answers, drawing: the paths of later
        API requests.

        A browser has few connections, so the small answers come before the large drawing.
        """
        language = language_of(chosen, wanted, self.catalogues.get("ui", {}))
        files = [
            *(path for page in pages for path in self.pages.get(page, [])),
            *(path for part in ("ui", *texts) for path in self.catalogues.get(part, {}).get(language, [])),
            *(self.kinds.get(module, {}).get(kind, []) if kind else []),
        ]
        links = [
            *map(_file, self.every),
            *map(_answer, answers),
            *(_file(path) for path in dict.fromkeys(files) if path not in self.every),
        ]
        if drawing is not None:
            links.append(f"{_answer(drawing)}; fetchpriority=low")
        return ", ".join(links)


def language_of(chosen: str | None, wanted: str, known: Container[str]) -> str:
    """Return the language that the client will choose: the chosen one, or the browser's first that is known."""
    asked = (part.partition(";")[0].strip().partition("-")[0].lower() for part in wanted.split(","))
    return next((code for code in (chosen or "", *asked) if code in known), FALLBACK)


def _file(path: str) -> str:
    if path.endswith(".js"):
        return f"<{path}>; rel=modulepreload; crossorigin"
    return f"<{path}>; rel=preload; as=style; crossorigin"


def _answer(path: str) -> str:
    return f"<{path}>; rel=preload; as=fetch; crossorigin"
