"""Collect the handlers of all modules in `routes` and `sockets`."""

from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from litestar import Response
from litestar.enums import HttpMethod
from litestar.handlers import BaseRouteHandler, HTTPRouteHandler
from litestar.routes import HTTPRoute

from whistlestop.server.http import routes, sockets
from whistlestop.server.http.routes.common import AnyRequest


def _declared(package: ModuleType) -> list[BaseRouteHandler]:
    modules = iter_modules(package.__path__, f"{package.__name__}.")
    return [
        one
        for module in modules
        for one in vars(import_module(module.name)).values()
        if isinstance(one, BaseRouteHandler)
    ]


SOCKETS = _declared(sockets)
_HANDLERS = _declared(routes)


@HTTPRouteHandler(
    sorted(
        {path for handler in _HANDLERS if isinstance(handler, HTTPRouteHandler) for path in handler.paths}
    ),
    http_method=HttpMethod.OPTIONS,
    include_in_schema=False,
    status_code=204,
)
async def options(request: AnyRequest) -> Response[None]:
    """Answer with all methods of a path.

    The framework's own handler knows only the methods of the first handler of a path.
    """
    template = request.scope["path_template"]
    here = [
        route
        for route in request.app.routes
        if isinstance(route, HTTPRoute) and route.path_format == template
    ]
    allowed = sorted({method for route in here for method in route.methods})
    return Response(None, headers={"Allow": ", ".join(allowed)})


# The handler `options` comes first, because otherwise the framework adds its own.
HANDLERS: list[BaseRouteHandler] = [options, *_HANDLERS]
