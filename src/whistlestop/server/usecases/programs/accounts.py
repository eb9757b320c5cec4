"""Accounts of programs: their owner marks them, and can take it back while no program has played under the name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from whistlestop.server.adapters.database.programs import mark_program, unmark_program

if TYPE_CHECKING:
    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.usecases.tables.registry import Tables


async def become_program(store: Store, tables: Tables, user: str, name: str) -> None:
    """Mark a user, who is called `name`, as a program: in the store, and at the tables in memory."""
    await mark_program(store, user, name)
    tables.show_user(user, lambda seat: replace(seat, program=True))


async def become_person(store: Store, tables: Tables, user: str) -> None:
    """Take the mark back and decline what the program was challenged to. Raises Refusal once a program has played."""
    await unmark_program(store, user)
    tables.show_user(user, lambda seat: replace(seat, program=False))
