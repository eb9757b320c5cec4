"""What the handlers of all areas share."""

from typing import Any

from litestar import Request
from litestar.enums import HttpMethod
from litestar.openapi.datastructures import ResponseSpec

JSON = "application/json"
KEPT_COMPRESSED = "kept_compressed"  # handlers with this option compress by themselves
KEPT = {KEPT_COMPRESSED: True}
REVALIDATE = "no-cache"
READ = (HttpMethod.GET, HttpMethod.HEAD)  # what watchers and link previews ask for with HEAD

AnyRequest = Request[str, Any, Any]

WHOLE_VIEW = 5
"""What a whole view costs of the limits, as it is many times longer than what asks for it."""


def encoded(shape: Any) -> dict[int, ResponseSpec]:
    """What the interface's description says of an answer that a handler gives as bytes."""
    return {200: ResponseSpec(shape, generate_examples=False, description="Done.")}


def qr_code(link: str) -> bytes:
    """A link as a drawing, dark on light with the margin that readers want."""
    import segno  # noqa: PLC0415 - few ask for it, and a start need not wait for it

    drawn = segno.make(link, error="m", micro=False)
    image: bytes = drawn.svg_inline(scale=1, border=4, dark="#000", light="#fff", omitsize=True).encode()
    return image.replace(b"<svg ", b'<svg xmlns="http://www.w3.org/2000/svg" ', 1)
