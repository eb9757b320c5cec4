"""Names that somebody gives to people: to themselves, to those around one device, to the players of a record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistlestop.server.domain.names import clean_name, skeleton
from whistlestop.server.domain.refusals import Refusal

if TYPE_CHECKING:
    from whistlestop.server.adapters.database.accounts import AccountStore


async def free_name(kept: AccountStore, user: str, text: str) -> str:
    """Return a name that a user may show to others; refuse one that looks like that of somebody else's account."""
    name = clean_name(text)
    bare = skeleton(name)
    holder = await kept.holder(bare) if bare else None
    if holder not in {None, user}:
        raise Refusal("name_taken", "Somebody else has this name.")
    return name
