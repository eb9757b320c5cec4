"""The built browser client: its files in memory, its page for every client route, and a page if it is not built.

Only files found in its folder are served, so no path leads out of it.
"""

from __future__ import annotations

import mimetypes
from functools import cache
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import msgspec
from litestar.response import Response

from whistlestop.server.http.heads import Heads
from whistlestop.server.http.preloads import Preloads
from whistlestop.server.usecases.boards import Asset, asset

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from litestar import Request

PAGE = "index.html"
PRELOADS = "preloads.json"
BROTLI = ".br"
"""The suffix of files compressed by the build (`web/plugins/brotli.ts`)."""
COMPRESSED = (
    "text/",
    "application/json",
    "application/javascript",
    "application/wasm",
    "image/svg",
    "application/manifest",
)
NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Whistlestop</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<h1>Whistlestop is running</h1>
<p>The browser client has not been built yet.
In the project folder run <code>python tools/client.py</code>, then reload this page.</p>
<p>The service itself works:
<a href="/api/health">health</a>, <a href="/api/schema/openapi.json">interface</a>.</p>
</html>
"""


class Client:
    """The files of the client, read again after a new build, and the engine for browsers."""

    def __init__(self, folder: Path, engine: Mapping[str, bytes]) -> None:
        """engine: files to serve below `engine/`, by name."""
        self._folder = folder
        self._engine = {f"engine/{name}": _packed_once(name, body) for name, body in engine.items()}
        self._built: int | None = None
        self._files = dict(self._engine)
        self._preloads = Preloads()
        self.heads = Heads()
        self._not_built = asset(NOT_BUILT.encode(), "text/html")

    def page(self) -> Asset:
        """Return the page that is served for every client route."""
        self._refresh()
        return self._files.get(PAGE, self._not_built)

    def file(self, path: str) -> Asset | None:
        """Return a file of the client."""
        self._refresh()
        return self._files.get(path.lstrip("/"))

    def preloads(self) -> Preloads:
        """Return the files that pages request late."""
        self._refresh()
        return self._preloads

    def _refresh(self) -> None:
        try:
            built = (self._folder / PAGE).stat().st_mtime_ns
        except OSError:
            built = None
        if built != self._built:
            self._built = built
            self._files = self._engine | ({} if built is None else dict(_read(self._folder)))
            listed = self._files.get(PRELOADS)
            self._preloads = msgspec.json.decode(listed.body, type=Preloads) if listed else Preloads()


@cache
def _packed_once(name: str, body: bytes) -> Asset:
    return _asset(name, body)


def _read(folder: Path) -> list[tuple[str, Asset]]:
    return [
        (path.relative_to(folder).as_posix(), _file(path))
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix != BROTLI
    ]


def _file(path: Path) -> Asset:
    packed = path.with_name(path.name + BROTLI)
    return _asset(path.name, path.read_bytes(), {"br": packed.read_bytes()} if packed.exists() else None)


def _asset(name: str, body: bytes, encoded: Mapping[str, bytes] | None = None) -> Asset:
    kind = _media_type(PurePath(name))
    return asset(body, kind, compress=kind.startswith(COMPRESSED), encoded=encoded)


def _media_type(path: PurePath) -> str:
    if path.suffix in {".js", ".mjs"}:
        return "text/javascript"  # some systems map this suffix to another type
    if path.suffix == ".webmanifest":
        return "application/manifest+json"  # some systems do not know this suffix
    return mimetypes.guess_type(path.name)[0] or "application/octet-stream"


def serve(
    request: Request[Any, Any, Any], served: Asset, *, cache: str, vary: str = "Accept-Encoding"
) -> Response[bytes]:
    """Return an asset as a response: compressed if the browser accepts that, 304 if it already has the asset."""
    headers = {"ETag": served.tag, "Cache-Control": cache, "Vary": vary}
    asked = request.headers.get("if-none-match", "")
    if served.tag in {tag.strip().removeprefix("W/") for tag in asked.split(",")}:
        return Response(b"", status_code=304, headers=headers, media_type=served.media_type)
    body, packed = _packed(request, served)
    return Response(body, headers=headers | packed, media_type=served.media_type)


def serve_missing(request: Request[Any, Any, Any], page: Asset) -> Response[bytes] | None:
    """Return the client's page for an unknown address; None if the request is not for a page."""
    if request.method not in {"GET", "HEAD"} or "text/html" not in request.headers.get("accept", ""):
        return None
    headers = {"Cache-Control": "no-store", "Vary": "Accept, Accept-Encoding"}
    body, packed = _packed(request, page)
    return Response(body, status_code=404, headers=headers | packed, media_type=page.media_type)


def _packed(request: Request[Any, Any, Any], served: Asset) -> tuple[bytes, dict[str, str]]:
    """Return a body in an encoding that the browser accepts, and the header that names the encoding."""
    wanted = (
        part.replace(" ", "").split(";") for part in request.headers.get("accept-encoding", "").split(",")
    )
    taken = {name for name, *weight in wanted if weight != ["q=0"]}
    encoding = next((name for name in served.encoded if name in taken), None)
    return (
        (served.body, {}) if encoding is None else (served.encoded[encoding], {"Content-Encoding": encoding})
    )
