"""The messages about studies (docs/studies.md). Only accounts can be members."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from whistlestop.server.domain.studies import Role
from whistlestop.server.messages.base import Pong, Version, Warned
from whistlestop.server.messages.meeting import Reason, RoomRefused

Title = Annotated[str, Meta(min_length=1, max_length=60)]
Mark = Annotated[str, Meta(min_length=6, max_length=160)]
MarkColor = Annotated[int, Meta(ge=0, le=2)]
Key = Annotated[str, Meta(min_length=1, max_length=32)]

# --------------------------------------------------------------------------------------------------- requests


class StudyForm(Struct, forbid_unknown_fields=True):
    """POST /api/studies and PUT /api/studies/{study}. `open`: anybody with the address can read the study."""

    name: Title
    open: bool = False


class AddChapter(Struct, forbid_unknown_fields=True):
    """POST /api/studies/{study}/chapters: a finished game, by the key of its table or its key to watch.

    `parent`: the chapter from whose game this one was continued.
    """

    game: Key
    name: Title
    parent: Key | None = None


class ChangeChapter(Struct, forbid_unknown_fields=True):
    """PUT /api/studies/{study}/chapters/{chapter}: its name, and its place in the list from 0."""

    name: Title
    place: Annotated[int, Meta(ge=0, le=1000)]


class WriteNote(Struct, forbid_unknown_fields=True):
    """PUT /api/studies/{study}/chapters/{chapter}/notes/{moment}: the text at a version of the game.

    `edition`: that of the note that you have read; 0: there was none. If another user has changed the note, the answer
    is `stale`. An empty text deletes the note.
    """

    text: Annotated[str, Meta(max_length=2000)]
    edition: Annotated[int, Meta(ge=0)]


class DrawMark(Struct, forbid_unknown_fields=True):
    """POST /api/studies/{study}/chapters/{chapter}/marks: draw a mark at a version of the game, or delete it.

    `mark`: `route:ROUTE`, `city:CITY` or `arrow:CITY:CITY`, with ids of the board. `color`: null deletes the mark.
    """

    moment: Version
    mark: Mark
    color: MarkColor | None


class GiveStudyRole(Struct, forbid_unknown_fields=True):
    """PUT /api/studies/{study}/members/{player}: change a role, or transfer the study.

    An owner who transfers the study becomes an editor.
    """

    role: Role


class MakeStudyLink(Struct, forbid_unknown_fields=True):
    """POST /api/studies/{study}/link: the role of players who use the link."""

    role: Literal["editor", "reader"] = "editor"


class ReportStudy(Struct, forbid_unknown_fields=True):
    """POST /api/studies/{study}/report."""

    reason: Reason = "other"


# ---------------------------------------------------------------------------------------------------- answers


class StudyLine(Struct):
    """A study in a list. `role`: your role, or null."""

    id: str
    name: str
    open: bool
    chapters: int
    role: Role | None


class StudyList(Struct):
    """GET /api/studies: your studies, newest first. `making`: whether the site accepts new studies."""

    yours: list[StudyLine]
    making: bool


class StudyPerson(Struct):
    """A member. `page`: they show their page."""

    id: str
    name: str
    page: bool
    role: Role


class StudyLink(Struct):
    """The invitation link `/s/{key}` of a study."""

    key: str
    role: Role


class ChapterLine(Struct):
    """A chapter in the list. `game`: the game's key to watch; `version` changes with the notes and marks.

    `parent`, `moment`: the chapter from which this one branches off, and the version at which it does.
    """

    id: str
    name: str
    game: str
    version: int
    parent: str | None
    moment: int | None


class StudyInfo(Struct):
    """GET /api/studies/{study}, and the answer to every change of a study.

    `people`: only for members; `link`: only for the owner. `moderator`: you may delete the study as a moderator of the
    site.
    """

    study: StudyLine
    chapters: list[ChapterLine]
    people: list[StudyPerson]
    link: StudyLink | None
    moderator: bool


class StudyNote(Struct):
    """The text at a version of the game; `writer`: the name of its last writer. `text` is empty after a deletion."""

    moment: int
    text: str
    edition: int
    writer: str | None


class StudyMark(Struct):
    """A mark at a version of the game."""

    moment: int
    mark: str
    color: int


class Chapter(Struct):
    """GET /api/studies/{study}/chapters/{chapter}, and the answer to every change of its notes and marks."""

    id: str
    version: int
    notes: list[StudyNote]
    marks: list[StudyMark]


class StudyInvitation(Struct):
    """GET /api/studies/link/{key}: the study of an invitation link, and the role that it gives."""

    study: StudyLine
    gives: Role


class StudyChanged(Struct, tag_field="type", tag="study_changed"):
    """The first message of a study's socket, also sent when something in the study has changed."""


StudyMessage = StudyChanged | Warned | RoomRefused | Pong
