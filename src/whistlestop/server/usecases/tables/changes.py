"""Changes of tables, and the operations built on them."""

from __future__ import annotations

from functools import partial, wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from typing import Any

    from whistlestop.server.domain.identity import Caller
    from whistlestop.server.messages.base import TableInfo
    from whistlestop.server.usecases.tables.registry import Tables
    from whistlestop.server.usecases.tables.table import Table


class AtTables(Protocol):
    """A use case with operations at tables."""

    tables: Tables


P = ParamSpec("P")
S = TypeVar("S", bound=AtTables)
T = TypeVar("T")


def change(
    work: Callable[Concatenate[Table, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[Table, P], Coroutine[Any, Any, T]]:
    """Turn `work` into a change of a table; see `Table.change`."""

    @wraps(work)
    async def changed(table: Table, /, *args: P.args, **named: P.kwargs) -> T:
        return await table.change(partial(work, table, *args, **named))

    return changed


def operation(
    work: Callable[Concatenate[S, Table, Caller, P], Coroutine[Any, Any, int | None]],
) -> Callable[Concatenate[S, str, Caller, P], Coroutine[Any, Any, TableInfo]]:
    """Turn `work`, a change of a table, into an operation on the table with an id.

    It returns the table as the caller sees it. A change returns the caller's seat, unless that is their first one.
    """

    @wraps(work)
    async def done(self: S, table: str, caller: Caller, /, *args: P.args, **named: P.kwargs) -> TableInfo:
        async with self.tables.use(table, caller.user) as found:
            seat = await found.change(partial(work, self, found, caller, *args, **named))
            return found.info(caller.user, seat)

    return done
