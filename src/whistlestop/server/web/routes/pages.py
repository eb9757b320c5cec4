"""The pages and files of the browser client."""

from urllib.parse import quote

from litestar import Response
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.handlers import BaseRouteHandler, HTTPRouteHandler
from litestar.params import FromPath

from whistlestop.server.services import Services
from whistlestop.server.web.client import serve
from whistlestop.server.web.guests import CSRF_COOKIE
from whistlestop.server.web.routes.common import KEPT, READ, REVALIDATE, AnyRequest

FOREVER = "public, max-age=31536000, immutable"


PAGES = [
    "/",
    "/about",
    "/history",
    "/rules",
    "/rules/{ruleset:str}",
    "/account",
    "/signin",
    "/recover",
    "/verify",
    "/play",
    "/host",
    "/i/{key:str}",
    "/notices/stop/{token:str}",
    "/notices/confirm/{token:str}",
    "/programs",
    "/verify/{table:str}",
    "/t/{table:str}/replay",
    "/games",
    "/games/{game:str}",
    "/games/{game:str}/{version:int}",
    "/games/{game:str}/together/{key:str}",
    "/embed/games/{game:str}",
    "/embed/games/{game:str}/{version:int}",
    "/rankings",
    "/p/{player:str}",
]


@HTTPRouteHandler("/t/{table:str}", http_method=READ, include_in_schema=False, opt=KEPT)
async def table_page(
    request: AnyRequest, table: FromPath[str], services: NamedDependency[Services]
) -> Response[bytes]:
    """The page of a table. A browser that has been here is told what the page will ask for as soon as it runs."""
    answer = serve(request, services.client.page(), cache=REVALIDATE)
    if CSRF_COOKIE in request.cookies:  # without it two requests at once would make two guests
        path = f"/api/tables/{quote(table, safe='')}"
        answer.headers["Link"] = ", ".join(
            f"<{one}>; rel=preload; as=fetch; crossorigin" for one in (path, f"{path}/ruleset")
        )
    return answer


@HTTPRouteHandler(PAGES, http_method=READ, include_in_schema=False, opt=KEPT)
async def page(request: AnyRequest, services: NamedDependency[Services]) -> Response[bytes]:
    """The page of the browser client."""
    return serve(request, services.client.page(), cache=REVALIDATE)


@HTTPRouteHandler("/{path:path}", http_method=READ, include_in_schema=False, opt=KEPT)
async def client_file(
    request: AnyRequest, path: FromPath[str], services: NamedDependency[Services]
) -> Response[bytes]:
    """A file of the browser client."""
    found = services.client.file(path)
    if found is None:
        raise NotFoundException
    # Names under assets/ carry a hash of what is in them.
    return serve(request, found, cache=FOREVER if path.startswith("/assets/") else REVALIDATE)


HANDLERS: list[BaseRouteHandler] = [
    table_page,
    page,
    client_file,
]
