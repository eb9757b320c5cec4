"""The operations of studies: make, share and delete them, and edit their chapters.

Readers of a study see the same as anybody with a link to the replays of its games. Only finished games can be added,
and they stay finished, so a study reveals nothing about games in progress.
"""

from __future__ import annotations

import secrets
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from whistlestop.server.adapters.database.meeting import Reported
from whistlestop.server.adapters.database.studies import StudyStore, link_gone
from whistlestop.server.adapters.database.study_chapters import ChapterStore
from whistlestop.server.domain.names import check_scripts
from whistlestop.server.domain.refusals import Refusal, refusing_stale
from whistlestop.server.domain.studies import (
    ChapterRow,
    MarkRow,
    StudyRow,
    check_editor,
    check_mark,
    check_owner,
    no_chapter,
    no_study,
    place_of,
)
from whistlestop.server.domain.tables import new_key
from whistlestop.server.domain.text import clean_lines, clean_text
from whistlestop.server.domain.times import now
from whistlestop.server.messages.studies import (
    Chapter,
    ChapterLine,
    StudyInfo,
    StudyInvitation,
    StudyLine,
    StudyLink,
    StudyList,
    StudyMark,
    StudyNote,
    StudyPerson,
)
from whistlestop.server.usecases.studies.file import Section, study_page

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from whistlestop import Game
    from whistlestop.server.adapters.database.accounts import AccountStore
    from whistlestop.server.adapters.database.meeting import MeetingStore
    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.identity import Caller
    from whistlestop.server.domain.studies import Role
    from whistlestop.server.messages.studies import (
        AddChapter,
        ChangeChapter,
        DrawMark,
        ReportStudy,
        StudyForm,
        WriteNote,
    )
    from whistlestop.server.usecases.callers import Callers
    from whistlestop.server.usecases.moderation.moderation import Moderation
    from whistlestop.server.usecases.studies.rooms import StudyRooms
    from whistlestop.server.usecases.tables.registry import Tables
    from whistlestop.server.usecases.tables.table import Table

FILE = 20
"""The requests that a file of a whole study counts as."""


class Studies:
    """The studies of a site. Most operations return the data that the caller then sees."""

    def __init__(
        self,
        store: Store,
        accounts: AccountStore,
        meeting: MeetingStore,
        tables: Tables,
        rooms: StudyRooms,
        moderation: Moderation,
        callers: Callers,
        limit: int,
    ) -> None:
        """`limit`: the maximum number of studies that one user owns; 0: the site has no studies."""
        self._store = store
        self._kept = StudyStore(store)
        self._chapters = ChapterStore(store)
        self._accounts = accounts
        self._meeting = meeting
        self._tables = tables
        self._rooms = rooms
        self._moderation = moderation
        self._callers = callers
        self._limit = limit

    # ----------------------------------------------------------------------------------------------- reading

    async def listed(self, user: str) -> StudyList:
        """Return the studies of a user."""
        found = await self._kept.of(user)
        lines = [_line(row, chapters, role) for row, role, _since, chapters in found]
        return StudyList(lines, bool(self._limit))

    async def info(self, user: str, study: str) -> StudyInfo:
        """Return a study as a user sees it. Raises Refusal if they may not read it."""
        row, role = await self._readable(study, user)
        chapters = await self._chapters.chapters(study)
        people = [] if role is None else await self._kept.people(study)
        return StudyInfo(
            _line(row, len(chapters), role),
            [
                ChapterLine(one.id, one.name, one.watch, one.version, one.parent, one.moment)
                for one in chapters
            ],
            [StudyPerson(one.user, one.name, one.page, one.role) for one in people],
            StudyLink(row.link, row.link_role) if role == "owner" and row.link is not None else None,
            role != "owner" and await self._moderation.acts(user),
        )

    async def chapter(self, user: str, study: str, chapter: str) -> Chapter:
        """Return the notes and marks of a chapter."""
        await self._readable(study, user)
        return await self._contents(await self._row(study, chapter))

    async def file(self, caller: Caller, study: str, language: str) -> str:
        """Return a study as a self-contained page, without games that the caller cannot open."""
        self._callers.count_request(caller, FILE)
        row, _role = await self._readable(study, caller.user)
        sections = []
        for one in await self._chapters.chapters(study):
            notes, marks = await self._chapters.contents(one.id)
            try:
                async with self._tables.visit(one.watch, caller.user) as (table, _):
                    sections.append(Section(one.name, _finished(table), table.row, notes, marks))
            except Refusal:
                continue
        return await study_page(row.name, sections, language)

    # ------------------------------------------------------------------------------------------------ leading

    async def create(self, caller: Caller, wish: StudyForm) -> StudyInfo:
        """Make a study, whose owner is the caller."""
        if not self._limit:
            raise Refusal("studies_off", "This site has no studies.")
        await self._check_member_to_be(caller)
        row = StudyRow(secrets.token_urlsafe(9), self._title(caller, wish.name), wish.open, now())
        await self._kept.create(row, caller.user, self._limit)
        return await self.info(caller.user, row.id)

    async def change(self, caller: Caller, study: str, wish: StudyForm) -> StudyInfo:
        """Rename a study, or let anybody with its address read it (owner)."""
        check_owner(await self._editing(caller, study))
        await self._kept.change(study, {"name": self._title(caller, wish.name), "open": wish.open})
        return await self._told(caller.user, study)

    async def delete(self, caller: Caller, study: str) -> StudyList:
        """Delete a study for good (owner or moderator)."""
        self._callers.count_command(caller)
        row, role = await self._readable(study, caller.user)
        if role != "owner":
            if not await self._moderation.acts(caller.user):
                check_owner(role)
            noted = self._moderation.store.note(caller.user, "study_delete", f"study {study}", row.name)
            await self._moderation.act(noted)
        await self._kept.delete(study)
        await self._rooms.look()
        return await self.listed(caller.user)

    async def set_link(self, caller: Caller, study: str, role: Role | None) -> StudyInfo:
        """Make a new invitation link that gives a role, or (None) revoke it (owner)."""
        check_owner(await self._editing(caller, study))
        wish = {"link": None} if role is None else {"link": new_key(), "link_role": role}
        await self._kept.change(study, wish)
        return await self._told(caller.user, study)

    async def give_role(self, caller: Caller, study: str, player: str, role: Role) -> StudyInfo:
        """Change the role of a member, or transfer the study (owner)."""
        check_owner(await self._editing(caller, study))
        if role == "owner":
            with refusing_stale():
                await self._kept.hand_over(study, caller.user, player, self._limit)
        else:
            await self._kept.give_role(study, player, role)
        return await self._told(caller.user, study)

    async def remove(self, caller: Caller, study: str, player: str) -> StudyInfo:
        """Remove a member, and revoke the link, with which they could return (owner)."""
        check_owner(await self._editing(caller, study))
        await self._kept.remove(study, player, link=False)
        return await self._told(caller.user, study)

    # ------------------------------------------------------------------------------------------------ joining

    async def invitation(self, caller: Caller, key: str) -> StudyInvitation:
        """Return the study of an invitation link."""
        self._callers.count_command(caller)
        row = await self._linked(key)
        role = await self._kept.role(row.id, caller.user)
        return StudyInvitation(_line(row, len(await self._chapters.chapters(row.id)), role), row.link_role)

    async def join(self, caller: Caller, key: str) -> StudyInfo:
        """Join by an invitation link."""
        self._callers.count_command(caller)
        row = await self._linked(key)
        await self._check_member_to_be(caller)
        await self._kept.join(row.id, caller.user, key)
        return await self._told(caller.user, row.id)

    async def leave(self, caller: Caller, study: str) -> StudyList:
        """Leave a study. The owner must transfer or delete it first."""
        self._callers.count_command(caller)
        role = await self._kept.role(study, caller.user)
        if role is None:
            raise no_study()
        if role == "owner":
            raise Refusal("owner_stays", "Hand the study over to another member, or delete it.")
        await self._kept.remove(study, caller.user, link=True)
        await self._rooms.look()
        return await self.listed(caller.user)

    async def report(self, caller: Caller, study: str, wish: ReportStudy) -> None:
        """Report a study to the moderators."""
        self._callers.count_message(caller)
        row, _role = await self._readable(study, caller.user)
        owner = next((one.user for one in await self._kept.people(study) if one.role == "owner"), "")
        made = Reported(None, place_of(study), owner, row.name, "", "[]")
        await self._meeting.report(made, caller.user, "study", wish.reason)

    # ------------------------------------------------------------------------------------------------ editing

    async def add(self, caller: Caller, study: str, wish: AddChapter) -> StudyInfo:
        """Add a finished game as a chapter, or as a branch of the chapter that it continues."""
        check_editor(await self._editing(caller, study))
        name, parent, moment = self._title(caller, wish.name), None, None
        async with self._tables.visit(wish.game, caller.user) as (table, _):
            game, key, watch = _finished(table), table.id, table.row.watch
        if wish.parent is not None:
            held = await self._row(study, wish.parent)
            moment = game.beginning().version
            async with self._visited(held, caller.user) as before:
                if game.ruleset.id != before.ruleset.id or not 0 < moment < before.version:
                    raise Refusal("bad_request", "This game does not continue the game of the chapter.")
            parent = held.id
        row = ChapterRow(secrets.token_urlsafe(9), study, key, watch, name, 0, parent, moment, 1)
        await self._chapters.add(row)
        return await self._told(caller.user, study)

    async def change_chapter(
        self, caller: Caller, study: str, chapter: str, wish: ChangeChapter
    ) -> StudyInfo:
        """Rename or move a chapter."""
        check_editor(await self._editing(caller, study))
        await self._chapters.change_chapter(study, chapter, self._title(caller, wish.name), wish.place)
        return await self._told(caller.user, study)

    async def remove_chapter(self, caller: Caller, study: str, chapter: str) -> StudyInfo:
        """Delete a chapter with its notes and marks."""
        check_editor(await self._editing(caller, study))
        await self._chapters.remove_chapter(study, chapter)
        return await self._told(caller.user, study)

    async def write(self, caller: Caller, study: str, chapter: str, moment: int, wish: WriteNote) -> Chapter:
        """Write the note of a moment."""
        check_editor(await self._editing(caller, study))
        text = clean_lines(wish.text)
        if text:
            self._moderation.check_voice(caller.user, self._moderation.tag(caller.address))
        row = await self._row(study, chapter)
        async with self._visited(row, caller.user) as game:
            _check_moment(game, moment)
        with refusing_stale():
            await self._chapters.write(study, chapter, moment, text, wish.edition, caller.user)
        await self._rooms.look()
        return await self._contents(row)

    async def mark(self, caller: Caller, study: str, chapter: str, wish: DrawMark) -> Chapter:
        """Draw a mark at a moment, or delete it."""
        check_editor(await self._editing(caller, study))
        row = await self._row(study, chapter)
        async with self._visited(row, caller.user) as game:
            _check_moment(game, wish.moment)
            check_mark(game.ruleset, wish.mark)
        mark = MarkRow(wish.moment, wish.mark, wish.color or 0)
        await self._chapters.mark(study, chapter, mark, drawn=wish.color is not None)
        await self._rooms.look()
        return await self._contents(row)

    # ----------------------------------------------------------------------------------------------- checks

    async def _readable(self, study: str, user: str) -> tuple[StudyRow, Role | None]:
        """Return a study that a user may read, and their role in it."""
        row = await self._kept.find(study)
        role = None if row is None else await self._kept.role(study, user)
        if row is None or not (row.open or role is not None or await self._moderation.acts(user)):
            raise no_study()
        return row, role

    async def _editing(self, caller: Caller, study: str) -> Role | None:
        """Count a change of a study, and return the caller's role in it."""
        self._callers.count_command(caller)
        self._callers.check_writable()
        _row, role = await self._readable(study, caller.user)
        return role

    async def _linked(self, key: str) -> StudyRow:
        row = await self._kept.by_link(key)
        if row is None:
            raise link_gone()
        return row

    async def _row(self, study: str, chapter: str) -> ChapterRow:
        found = [one for one in await self._chapters.chapters(study) if one.id == chapter]
        if not found:
            raise no_chapter()
        return found[0]

    async def _contents(self, row: ChapterRow) -> Chapter:
        """Return a chapter. Reads the version first, so that newer contents never pass for this version."""
        version = (await self._row(row.study, row.id)).version
        notes, marks = await self._chapters.contents(row.id)
        return Chapter(
            row.id,
            version,
            [StudyNote(one.moment, one.text, one.edition, one.writer) for one in notes],
            [StudyMark(one.moment, one.mark, one.color) for one in marks],
        )

    @asynccontextmanager
    async def _visited(self, row: ChapterRow, user: str) -> AsyncIterator[Game]:
        """Return the game of a chapter, if the user may see it."""
        async with self._tables.visit(row.watch, user) as (table, _):
            yield _finished(table)

    async def _check_member_to_be(self, caller: Caller) -> None:
        """Refuse guests, programs, and new users who must wait; refuse everybody while the site is read-only."""
        await self._callers.check_account(caller, self._accounts, self._store)

    def _title(self, caller: Caller, text: str) -> str:
        """Return a name that is safe to display. Raises Refusal, including for muted users."""
        self._moderation.check_voice(caller.user, self._moderation.tag(caller.address))
        name = clean_text(text)
        check_scripts(name)
        return name

    async def _told(self, user: str, study: str) -> StudyInfo:
        """Notify the readers of a change, and return the study as the caller sees it."""
        await self._rooms.look()
        return await self.info(user, study)


def _finished(table: Table) -> Game:
    """Return the game of a table. Raises Refusal if it is not over."""
    if table.game is None or not table.game.over:
        raise Refusal("not_over", "Only finished games can be studied.")
    return table.game


def _check_moment(game: Game, moment: int) -> None:
    if not game.beginning().version <= moment <= game.version:
        raise Refusal("bad_request", "The game has no such moment.")


def _line(row: StudyRow, chapters: int, role: Role | None) -> StudyLine:
    return StudyLine(row.id, row.name, row.open, chapters, role)
