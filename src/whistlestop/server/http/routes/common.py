"""Shared by the handlers of several modules."""

from typing import Any

from litestar import Request
from litestar.enums import HttpMethod
from litestar.openapi.datastructures import ResponseSpec

from whistlestop.server.settings import Settings

JSON = "application/json"
KEPT_COMPRESSED = "kept_compressed"  # handlers with this option compress their answers themselves
KEPT = {KEPT_COMPRESSED: True}
REVALIDATE = "no-cache"
READ = (HttpMethod.GET, HttpMethod.HEAD)  # monitors and link previews use HEAD

AnyRequest = Request[str, Any, Any]


def encoded(shape: Any) -> dict[int, ResponseSpec]:
    """Return the OpenAPI response of a handler that returns encoded bytes."""
    return {200: ResponseSpec(shape, generate_examples=False, description="Done.")}


def site_of(request: AnyRequest, settings: Settings) -> str:
    """Return the address of the site: the configured one, or else that of this request."""
    public = settings.public_url.rstrip("/")
    return public or f"{request.scope['scheme']}://{request.headers.get('host', '')}"


def qr_code(link: str) -> bytes:
    """Return a link as an SVG, dark on light, with the margin that scanners need."""
    import segno  # noqa: PLC0415 - rarely used, so it should not slow the start

    drawn = segno.make(link, error="m", micro=False)
    image: bytes = drawn.svg_inline(scale=1, border=4, dark="#000", light="#fff", omitsize=True).encode()
    return image.replace(b"<svg ", b'<svg xmlns="http://www.w3.org/2000/svg" ', 1)
