"""The chapters of studies in the database, with their notes and marks.

A change of a note names the edition that its writer has read, so no unread text is overwritten. Each mark is set or
deleted separately, so marks need no editions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import asdict
from sqlalchemy import and_, case, delete, func, insert, select, update

from whistlestop.server.adapters.database.schema.accounts import users
from whistlestop.server.adapters.database.schema.studies import study_chapters, study_marks, study_notes
from whistlestop.server.adapters.database.schema.tables import tables
from whistlestop.server.adapters.database.studies import study_changed
from whistlestop.server.domain.refusals import Conflict, Refusal
from whistlestop.server.domain.studies import ChapterRow, MarkRow, NoteRow, no_chapter

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Row
    from sqlalchemy.ext.asyncio import AsyncConnection

    from whistlestop.server.adapters.database.store import Store

CHAPTERS = 64
"""Maximum number of chapters of a study."""
NOTES = 300
"""Maximum number of notes in a chapter."""
MARKS = 2000
"""Maximum number of marks in a chapter."""


class ChapterStore:
    """The stored chapters."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def chapters(self, study: str) -> list[ChapterRow]:
        """Return the chapters of a study in their order."""
        query = (
            select(study_chapters, tables.c.watch)
            .join(tables, tables.c.id == study_chapters.c.game)
            .where(study_chapters.c.study == study)
            .order_by(study_chapters.c.place, study_chapters.c.id)
        )
        async with self._store.reading() as connection:
            return [_struct(ChapterRow, row) for row in await connection.execute(query)]

    async def contents(self, chapter: str) -> tuple[list[NoteRow], list[MarkRow]]:
        """Return the notes and the marks of a chapter by moment, deleted notes included."""
        notes = (
            select(study_notes, users.c.name)
            .outerjoin(users, users.c.id == study_notes.c.writer)
            .where(study_notes.c.chapter == chapter)
            .order_by(study_notes.c.moment)
        )
        marks = (
            select(study_marks)
            .where(study_marks.c.chapter == chapter)
            .order_by(study_marks.c.moment, study_marks.c.mark)
        )
        async with self._store.reading() as connection:
            written = [
                NoteRow(row.moment, row.text, row.edition, row.name)
                for row in await connection.execute(notes)
            ]
            return written, [_struct(MarkRow, row) for row in await connection.execute(marks)]

    async def notes_by(self, user: str) -> list[tuple[str, str, int, str]]:
        """Return the notes that a user wrote last: study, chapter, moment, text."""
        query = (
            select(study_chapters.c.study, study_notes.c.chapter, study_notes.c.moment, study_notes.c.text)
            .join(study_chapters, study_chapters.c.id == study_notes.c.chapter)
            .where(study_notes.c.writer == user, study_notes.c.text != "")
            .order_by(study_notes.c.chapter, study_notes.c.moment)
        )
        async with self._store.reading() as connection:
            return [(row[0], row[1], row[2], row[3]) for row in await connection.execute(query)]

    async def add(self, row: ChapterRow) -> None:
        """Add a chapter at the end. Raises Refusal if the study is full."""

        async def job(connection: AsyncConnection) -> None:
            await study_changed(connection, row.study)
            order = await _order(connection, row.study)
            if len(order) >= CHAPTERS:
                raise Refusal("too_many", "This study has reached the limit for chapters.")
            values = asdict(row) | {"place": len(order)}
            del values["watch"]
            await connection.execute(insert(study_chapters).values(values))

        await self._store.writer.run(job)

    async def change_chapter(self, study: str, chapter: str, name: str, place: int) -> None:
        """Rename a chapter and move it to a place in the list. Raises Refusal."""

        async def job(connection: AsyncConnection) -> None:
            await study_changed(connection, study)
            order = await _order(connection, study)
            if chapter not in order:
                raise no_chapter()
            order.remove(chapter)
            order.insert(place, chapter)
            await _arrange(connection, order)
            one = update(study_chapters).where(study_chapters.c.id == chapter)
            await connection.execute(one.values(name=name))

        await self._store.writer.run(job)

    async def remove_chapter(self, study: str, chapter: str) -> None:
        """Delete a chapter with its notes and marks. Chapters that branch off from it stay as independent chapters.

        Raises Refusal.
        """

        async def job(connection: AsyncConnection) -> None:
            await study_changed(connection, study)
            order = await _order(connection, study)
            if chapter not in order:
                raise no_chapter()
            await connection.execute(delete(study_chapters).where(study_chapters.c.id == chapter))
            lines = update(study_chapters).where(study_chapters.c.parent == chapter)
            await connection.execute(lines.values(parent=None, moment=None))
            order.remove(chapter)
            await _arrange(connection, order)

        await self._store.writer.run(job)

    async def write(
        self, study: str, chapter: str, moment: int, text: str, edition: int, writer: str
    ) -> None:
        """Store a note. Raises Conflict if its edition is no longer this one (0: no note yet), and Refusal."""
        where = and_(study_notes.c.chapter == chapter, study_notes.c.moment == moment)

        async def job(connection: AsyncConnection) -> None:
            version = await _chapter_changed(connection, study, chapter)
            held = (await connection.execute(select(study_notes.c.edition).where(where))).scalar_one_or_none()
            if (held or 0) != edition:
                raise Conflict
            values = {"text": text, "edition": version, "writer": writer}
            if held is not None:
                await connection.execute(update(study_notes).where(where).values(values))
                return
            await _check_count(connection, study_notes.c.chapter == chapter, NOTES)
            await connection.execute(insert(study_notes).values(chapter=chapter, moment=moment, **values))

        await self._store.writer.run(job)

    async def mark(self, study: str, chapter: str, mark: MarkRow, *, drawn: bool) -> None:
        """Draw a mark, in place of the same mark in another color, or delete it. Raises Refusal."""
        here = {"chapter": chapter, "moment": mark.moment, "mark": mark.mark}

        async def job(connection: AsyncConnection) -> None:
            await _chapter_changed(connection, study, chapter)
            same = [study_marks.c[name] == value for name, value in here.items()]
            await connection.execute(delete(study_marks).where(*same))
            if drawn:
                await _check_count(connection, study_marks.c.chapter == chapter, MARKS)
                await connection.execute(insert(study_marks).values(color=mark.color, **here))

        await self._store.writer.run(job)


async def _chapter_changed(connection: AsyncConnection, study: str, chapter: str) -> int:
    """Change a chapter, and return its new version."""
    await study_changed(connection, study)
    done = await connection.execute(
        update(study_chapters)
        .where(study_chapters.c.id == chapter, study_chapters.c.study == study)
        .values(version=study_chapters.c.version + 1)
        .returning(study_chapters.c.version)
    )
    version: int | None = done.scalar_one_or_none()
    if version is None:
        raise no_chapter()
    return version


async def _check_count(connection: AsyncConnection, which: ColumnElement[bool], most: int) -> None:
    if (await connection.execute(select(func.count()).where(which))).scalar_one() >= most:
        raise Refusal("too_many", "This chapter is full.")


async def _order(connection: AsyncConnection, study: str) -> list[str]:
    query = select(study_chapters.c.id).where(study_chapters.c.study == study)
    order = query.order_by(study_chapters.c.place, study_chapters.c.id)
    return list((await connection.execute(order)).scalars())


async def _arrange(connection: AsyncConnection, order: list[str]) -> None:
    if order:
        places = case({one: at for at, one in enumerate(order)}, value=study_chapters.c.id)
        listed = update(study_chapters).where(study_chapters.c.id.in_(order))
        await connection.execute(listed.values(place=places))


def _struct(kind: Any, row: Row[Any]) -> Any:
    return kind(**{name: getattr(row, name) for name in kind.__struct_fields__})
