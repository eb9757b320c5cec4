"""Studies."""

from typing import Annotated

from litestar import Response, delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from whistlestop.languages import LANGUAGES
from whistlestop.server.domain.identity import Caller
from whistlestop.server.http.preloads import language_of
from whistlestop.server.http.routes.common import AnyRequest
from whistlestop.server.messages.studies import (
    AddChapter,
    ChangeChapter,
    Chapter,
    DrawMark,
    GiveStudyRole,
    MakeStudyLink,
    ReportStudy,
    StudyForm,
    StudyInfo,
    StudyInvitation,
    StudyList,
    WriteNote,
)
from whistlestop.server.usecases.studies.studies import Studies

ONE = "/api/studies/{study:str}"
CHAPTER = f"{ONE}/chapters/{{chapter:str}}"
LINK = "/api/studies/link/{key:str}"


@get("/api/studies", summary="List studies")
async def list_studies(request: AnyRequest, studies: NamedDependency[Studies]) -> StudyList:
    """Return the studies of which you are a member."""
    return await studies.listed(request.user)


@post("/api/studies", summary="Make a study", status_code=200)
async def create_study(
    data: JSONBody[StudyForm], caller: NamedDependency[Caller], studies: NamedDependency[Studies]
) -> StudyInfo:
    """Make a study, of which you are the owner."""
    return await studies.create(caller, data)


@get(LINK, summary="Look at a study's invitation")
async def study_invitation(
    key: FromPath[str], caller: NamedDependency[Caller], studies: NamedDependency[Studies]
) -> StudyInvitation:
    """Return the study of an invitation link."""
    return await studies.invitation(caller, key)


@post(LINK, summary="Join a study by its link", status_code=200)
async def join_study(
    key: FromPath[str], caller: NamedDependency[Caller], studies: NamedDependency[Studies]
) -> StudyInfo:
    """Become a member with the role of the link."""
    return await studies.join(caller, key)


@get(ONE, summary="Show a study")
async def show_study(
    request: AnyRequest, study: FromPath[str], studies: NamedDependency[Studies]
) -> StudyInfo:
    """Return a study with its chapters. A study that you may not read is reported as missing."""
    return await studies.info(request.user, study)


@put(ONE, summary="Change a study")
async def change_study(
    study: FromPath[str],
    data: JSONBody[StudyForm],
    caller: NamedDependency[Caller],
    studies: NamedDependency[Studies],
) -> StudyInfo:
    """Rename a study, or let anybody with its address read it. For the owner."""
    return await studies.change(caller, study, data)


@delete(ONE, summary="Delete a study", status_code=200)
async def delete_study(
    study: FromPath[str], caller: NamedDependency[Caller], studies: NamedDependency[Studies]
) -> StudyList:
    """Delete a study with its notes and drawings. For the owner and moderators. The games stay."""
    return await studies.delete(caller, study)


@get(f"{ONE}/file", summary="Download a study", media_type="text/html")
async def study_file(
    study: FromPath[str],
    caller: NamedDependency[Caller],
    studies: NamedDependency[Studies],
    language: Annotated[str, QueryParameter(max_length=8)] = "en",
) -> Response[str]:
    """Return a study as one HTML file that opens offline, with its texts in a language."""
    page = await studies.file(caller, study, language_of(language, "", LANGUAGES))
    headers = {"Content-Disposition": 'attachment; filename="study.html"'}
    return Response(page, media_type="text/html; charset=utf-8", headers=headers)


@post(f"{ONE}/chapters", summary="Add a chapter to a study", status_code=200)
async def add_chapter(
    study: FromPath[str],
    data: JSONBody[AddChapter],
    caller: NamedDependency[Caller],
    studies: NamedDependency[Studies],
) -> StudyInfo:
    """Add a finished game at the end of a study. For editors."""
    return await studies.add(caller, study, data)


@get(CHAPTER, summary="Show a chapter of a study")
async def show_chapter(
    request: AnyRequest, study: FromPath[str], chapter: FromPath[str], studies: NamedDependency[Studies]
) -> Chapter:
    """Return the notes and drawings of a chapter."""
    return await studies.chapter(request.user, study, chapter)


@put(CHAPTER, summary="Rename or move a chapter")
async def change_chapter(
    study: FromPath[str],
    chapter: FromPath[str],
    data: JSONBody[ChangeChapter],
    caller: NamedDependency[Caller],
    studies: NamedDependency[Studies],
) -> StudyInfo:
    """Rename a chapter, and move it to a place in the list. For editors."""
    return await studies.change_chapter(caller, study, chapter, data)


@delete(CHAPTER, summary="Delete a chapter", status_code=200)
async def delete_chapter(
    study: FromPath[str],
    chapter: FromPath[str],
    caller: NamedDependency[Caller],
    studies: NamedDependency[Studies],
) -> StudyInfo:
    """Delete a chapter with its notes and drawings. Chapters that branch off from it become independent.

    For editors.
    """
    return await studies.remove_chapter(caller, study, chapter)


@put(f"{CHAPTER}/notes/{{moment:int}}", summary="Write a note in a study")
async def write_note(
    study: FromPath[str],
    chapter: FromPath[str],
    moment: FromPath[int],
    data: JSONBody[WriteNote],
    caller: NamedDependency[Caller],
    studies: NamedDependency[Studies],
) -> Chapter:
    """Write the note at a version of the game, based on the edition that you have read. For editors."""
    return await studies.write(caller, study, chapter, moment, data)


@post(f"{CHAPTER}/marks", summary="Draw in a study", status_code=200)
async def draw_mark(
    study: FromPath[str],
    chapter: FromPath[str],
    data: JSONBody[DrawMark],
    caller: NamedDependency[Caller],
    studies: NamedDependency[Studies],
) -> Chapter:
    """Mark a route or a city at a version of the game, draw an arrow, or delete such a mark. For editors."""
    return await studies.mark(caller, study, chapter, data)


@put(f"{ONE}/members/{{player:str}}", summary="Change a role in a study")
async def give_study_role(
    study: FromPath[str],
    player: FromPath[str],
    data: JSONBody[GiveStudyRole],
    caller: NamedDependency[Caller],
    studies: NamedDependency[Studies],
) -> StudyInfo:
    """Change the role of a member, or transfer the study. For the owner."""
    return await studies.give_role(caller, study, player, data.role)


@delete(f"{ONE}/members/{{player:str}}", summary="Remove a member of a study", status_code=200)
async def remove_study_member(
    study: FromPath[str],
    player: FromPath[str],
    caller: NamedDependency[Caller],
    studies: NamedDependency[Studies],
) -> StudyInfo:
    """Remove a member. This revokes the link, with which they could return. For the owner."""
    return await studies.remove(caller, study, player)


@delete(f"{ONE}/join", summary="Leave a study", status_code=200)
async def leave_study(
    study: FromPath[str], caller: NamedDependency[Caller], studies: NamedDependency[Studies]
) -> StudyList:
    """Leave. The owner must transfer or delete the study first."""
    return await studies.leave(caller, study)


@post(f"{ONE}/link", summary="Make a study's invitation link", status_code=200)
async def make_study_link(
    study: FromPath[str],
    data: JSONBody[MakeStudyLink],
    caller: NamedDependency[Caller],
    studies: NamedDependency[Studies],
) -> StudyInfo:
    """Make a link whose users become members. The previous link stops working. For the owner."""
    return await studies.set_link(caller, study, data.role)


@delete(f"{ONE}/link", summary="Revoke a study's invitation link", status_code=200)
async def revoke_study_link(
    study: FromPath[str], caller: NamedDependency[Caller], studies: NamedDependency[Studies]
) -> StudyInfo:
    """Revoke the link. For the owner."""
    return await studies.set_link(caller, study, None)


@post(f"{ONE}/report", summary="Report a study", status_code=204)
async def report_study(
    study: FromPath[str],
    data: JSONBody[ReportStudy],
    caller: NamedDependency[Caller],
    studies: NamedDependency[Studies],
) -> None:
    """Report a study to the moderators."""
    await studies.report(caller, study, data)
