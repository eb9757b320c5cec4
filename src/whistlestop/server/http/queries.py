"""Query parameters of requests and sockets."""

from typing import Annotated

from litestar.params import QueryParameter

OneSeat = Annotated[int | None, QueryParameter(ge=0, le=31)]
"""One of several seats of the user, such as `?seat=1`."""
