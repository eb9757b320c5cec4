"""Query parameters of requests and sockets."""

from typing import Annotated

from litestar.params import QueryParameter

from whistlestop.server.messages.notices import Language

OneLanguage = Annotated[Language | None, QueryParameter()]
"""The room of a language on the page of open tables, such as `?language=de`; without it, the room for all."""
OneSeat = Annotated[int | None, QueryParameter(ge=0, le=31)]
"""One of several seats of the user, such as `?seat=1`."""
