"""What requests and sockets name in the query of their address."""

from typing import Annotated

from litestar.params import QueryParameter

OneSeat = Annotated[int | None, QueryParameter(ge=0, le=31)]
"""Which of several own seats is meant, as `?seat=1`."""
