"""The operations of clubs: found, join, lead, leave and close them.

Only members know anything about a private club. All others get the same answer as for a club that does not exist.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from msgspec.structs import asdict

from whistlestop.languages import LANGUAGES
from whistlestop.server.adapters.database.clubs import ClubStore, link_gone
from whistlestop.server.adapters.database.meeting import Reported
from whistlestop.server.domain.clubs import (
    ROLES,
    ClubRow,
    check_leader,
    check_removal,
    check_role,
    no_club,
    room_of,
)
from whistlestop.server.domain.names import check_scripts
from whistlestop.server.domain.refusals import Refusal, refusing_stale
from whistlestop.server.domain.tables import new_key
from whistlestop.server.domain.text import clean_text
from whistlestop.server.domain.times import DAY, now
from whistlestop.server.messages.clubs import ClubForm, ClubInvitation, ClubList
from whistlestop.server.usecases.clubs.views import ClubViews, line_of

if TYPE_CHECKING:
    from whistlestop.server.adapters.database.accounts import AccountStore
    from whistlestop.server.adapters.database.meeting import MeetingStore
    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.clubs import Role, Tie
    from whistlestop.server.domain.identity import Caller
    from whistlestop.server.domain.limits import Limits
    from whistlestop.server.messages.clubs import ClubGame, ClubInfo, ReportClub
    from whistlestop.server.usecases.callers import Callers
    from whistlestop.server.usecases.clubs.rooms import ClubRooms
    from whistlestop.server.usecases.moderation.moderation import Moderation
    from whistlestop.server.usecases.tables.registry import Tables
    from whistlestop.server.usecases.tournaments.tournaments import Tournaments

LISTED = 100
"""Limit of listed open clubs."""


class Clubs:
    """The clubs of a site. Most operations return the data that the caller then sees."""

    def __init__(
        self,
        store: Store,
        accounts: AccountStore,
        meeting: MeetingStore,
        tables: Tables,
        tournaments: Tournaments,
        rooms: ClubRooms,
        moderation: Moderation,
        callers: Callers,
        limits: Limits,
        limit: int,
    ) -> None:
        """`limit`: the maximum number of clubs that one user owns; 0: the site has no clubs."""
        self._store = store
        self._kept = ClubStore(store)
        self._accounts = accounts
        self._meeting = meeting
        self._views = ClubViews(store, tables, tournaments)
        self._rooms = rooms
        self._moderation = moderation
        self._callers = callers
        self._limits = limits
        self._limit = limit

    # ----------------------------------------------------------------------------------------------- queries

    async def listed(self, user: str) -> ClubList:
        """Return the clubs of a user, and open ones."""
        yours = [line_of(row, members, tie) for row, tie, members in await self._kept.of(user)]
        known = {one.id for one in yours}
        found = [line_of(row, members, None) for row, members in await self._kept.listed(LISTED)]
        return ClubList(yours, [one for one in found if one.id not in known], bool(self._limit))

    async def info(self, user: str, club: str) -> ClubInfo:
        """Return a club as a user sees it. Raises Refusal if they may not know of it."""
        row, tie = await self._visible(club, user)
        moderator = tie != "owner" and await self._moderation.acts(user)
        return await self._views.info(row, tie, user, moderator=moderator)

    async def games(self, caller: Caller, club: str) -> list[ClubGame]:
        """Return the newest finished games of a club (members only)."""
        self._callers.count_request(caller, 2)
        await self.check_member(club, caller.user)
        return await self._views.games(club, caller.user)

    async def members(self, user: str, club: str) -> set[str]:
        """Return the ids of the members (members only)."""
        await self.check_member(club, user)
        return (await self._kept.members([club])).get(club, set())

    # ------------------------------------------------------------------------------------------------ leading

    async def create(self, caller: Caller, wish: ClubForm) -> ClubInfo:
        """Found a club, whose owner is the caller."""
        if not self._limit:
            raise Refusal("clubs_off", "This site has no clubs.")
        await self._check_newcomer(caller)
        clean = _cleaned(wish)
        row = ClubRow(secrets.token_urlsafe(9), clean.name, clean.text, clean.language, clean.open, now())
        await self._kept.create(row, caller.user, self._limit)
        return await self.info(caller.user, row.id)

    async def change(self, caller: Caller, club: str, wish: ClubForm) -> ClubInfo:
        """Change name, text, language or openness of a club (owner or moderator)."""
        self._callers.count_command(caller)
        values = asdict(_cleaned(wish))
        row, tie = await self._visible(club, caller.user)
        if tie == "owner":
            await self._check_newcomer(caller)
            await self._kept.change(club, values)
        elif await self._moderation.acts(caller.user):
            detail = f"{row.name}\n{row.text}".strip()
            await self._kept.change(club, values)
            await self._moderation.act(
                self._moderation.store.note(caller.user, "club_text", f"club {club}", detail)
            )
        else:
            raise Refusal("not_owner", "Only the owner of the club can do this.")
        return await self.told(caller.user, club)

    async def close(self, caller: Caller, club: str) -> ClubList:
        """Close a club for good (owner or moderator)."""
        self._callers.count_command(caller)
        row, tie = await self._visible(club, caller.user)
        if tie != "owner":
            if not await self._moderation.acts(caller.user):
                raise Refusal("not_owner", "Only the owner of the club can do this.")
            await self._moderation.act(
                self._moderation.store.note(caller.user, "club_close", f"club {club}", row.name)
            )
        await self._kept.close(club)
        await self._rooms.look()
        return await self.listed(caller.user)

    async def set_link(self, caller: Caller, club: str, days: int | None) -> ClubInfo:
        """Make a new invitation link that expires after this number of days, or (None) revoke it."""
        self._callers.count_command(caller)
        if days is not None:
            self._callers.check_writable()
        check_leader(await self.check_member(club, caller.user))
        ends = None if days is None else now() + days * DAY
        await self._kept.change(club, {"link": None if days is None else new_key(), "link_ends": ends})
        return await self.told(caller.user, club)

    async def give_role(self, caller: Caller, club: str, player: str, role: Role) -> ClubInfo:
        """Accept a request, change the role of a member, or transfer the club."""
        self._callers.count_command(caller)
        tie = await self.check_member(club, caller.user)
        before = await self._kept.tie(club, player)
        check_role(tie, before, role)
        if before is not None and before != role:
            if role == "owner":
                with refusing_stale():
                    await self._kept.hand_over(club, caller.user, player, self._limit)
            else:
                with refusing_stale():
                    await self._kept.move(club, player, before, role)
        return await self.told(caller.user, club)

    async def remove(self, caller: Caller, club: str, player: str) -> ClubInfo:
        """Remove a member, who cannot join again until the removal is lifted; decline a request; lift a removal."""
        self._callers.count_command(caller)
        tie = await self.check_member(club, caller.user)
        before = await self._kept.tie(club, player)
        check_removal(tie, before)
        if before is not None:
            after: Tie | None = "removed" if before in ROLES else None
            with refusing_stale():
                await self._kept.move(club, player, before, after)
        return await self.told(caller.user, club)

    # ------------------------------------------------------------------------------------------------ joining

    async def ask(self, caller: Caller, club: str) -> ClubInfo:
        """Ask to join an open club."""
        self._limits.notice(caller.user, caller.address)
        row, _tie = await self._visible(club, caller.user)
        if not row.open:
            raise Refusal("not_accepted", "This club can be joined only by its invitation link.")
        await self._check_newcomer(caller)
        await self._kept.ask(club, caller.user)
        return await self.told(caller.user, club)

    async def leave(self, caller: Caller, club: str) -> ClubList:
        """Leave a club, or withdraw a request. The owner must transfer or close the club first."""
        self._callers.count_command(caller)
        tie = await self._kept.tie(club, caller.user)
        if tie is None or tie == "removed":
            raise no_club()
        if tie == "owner":
            raise Refusal("owner_stays", "Hand the club over to another member, or close it.")
        with refusing_stale():
            await self._kept.move(club, caller.user, tie, None)
        await self._rooms.look()
        return await self.listed(caller.user)

    async def invitation(self, caller: Caller, key: str) -> ClubInvitation:
        """Return the club of an invitation link."""
        self._callers.count_command(caller)
        row = await self._linked(key)
        tie = await self._kept.tie(row.id, caller.user)
        members = (await self._kept.members([row.id])).get(row.id, set())
        return ClubInvitation(line_of(row, len(members), tie))

    async def join(self, caller: Caller, key: str) -> ClubInfo:
        """Join by an invitation link."""
        self._limits.notice(caller.user, caller.address)
        row = await self._linked(key)
        await self._check_newcomer(caller)
        await self._kept.join(row.id, caller.user, key)
        return await self.told(caller.user, row.id)

    async def report(self, caller: Caller, club: str, wish: ReportClub) -> None:
        """Report the name or the text of a club to the moderators."""
        self._callers.count_message(caller)
        row, _tie = await self._visible(club, caller.user)
        people = await self._kept.people(club)
        owner = next((one.user for one in people if one.role == "owner"), "")
        made = Reported(None, room_of(club), owner, row.name, "", "[]")
        await self._meeting.report(made, caller.user, "club", wish.reason)

    # ----------------------------------------------------------------------------------------------- checks

    async def _visible(self, club: str, user: str) -> tuple[ClubRow, Tie | None]:
        """Return a club that a user may know of, and their tie to it."""
        row = await self._kept.find(club)
        tie = None if row is None else await self._kept.tie(club, user)
        if row is None or not (row.open or tie in ROLES or await self._moderation.acts(user)):
            raise no_club()
        return row, tie

    async def check_member(self, club: str, user: str) -> Tie:
        """Return the role of a member. Other users get only the data that `_visible` allows."""
        row, tie = await self._visible(club, user)
        if tie is None or tie not in ROLES:
            if not row.open:
                raise no_club()
            raise Refusal("not_member", "Only members of the club can do this.")
        return tie

    async def _linked(self, key: str) -> ClubRow:
        row = await self._kept.by_link(key)
        if row is None:
            raise link_gone()
        return row

    async def _check_newcomer(self, caller: Caller) -> None:
        await self._callers.check_account(caller, self._accounts, self._store)

    async def told(self, user: str, club: str) -> ClubInfo:
        """Notify the room of a change, and return the club as the caller sees it."""
        await self._rooms.look()
        return await self.info(user, club)


def _cleaned(wish: ClubForm) -> ClubForm:
    """Return the form of a club with texts that are safe to display. Raises Refusal."""
    name = clean_text(wish.name)
    check_scripts(name)
    if wish.language is not None and wish.language not in LANGUAGES:
        raise Refusal("bad_request", "This site does not have this language.")
    text = clean_text(wish.text) if wish.text.strip() else ""
    return ClubForm(name, text, wish.language, wish.open)
