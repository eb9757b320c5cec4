"""Studies as stored, the permissions in them, and the marks on a board. No I/O."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from whistlestop.server.domain.refusals import Refusal

if TYPE_CHECKING:
    from whistlestop import Ruleset

Role = Literal["owner", "editor", "reader"]
ROLES = ("owner", "editor", "reader")
"""The roles of members, the highest first."""
EDITORS = ("owner", "editor")
_PLACE = "study/"


class StudyRow(Struct, frozen=True):
    """A study as stored. `link`: the key of its invitation link, which gives the role `link_role`."""

    id: str
    name: str
    open: bool
    made: int
    link: str | None = None
    link_role: Role = "reader"
    version: int = 1


class ChapterRow(Struct, frozen=True):
    """A chapter as stored: a finished game. `watch`: the game's key to watch.

    `parent`, `moment`: the chapter whose game this one continues, and the version from which it does.
    """

    id: str
    study: str
    game: str
    watch: str
    name: str
    place: int
    parent: str | None
    moment: int | None
    version: int


class NoteRow(Struct, frozen=True):
    """The text at a version of a chapter's game.

    `edition`: the number that its next writer must send; `writer`: a name.
    """

    moment: int
    text: str
    edition: int
    writer: str | None


class MarkRow(Struct, frozen=True):
    """A drawing at a version of a chapter's game, in the form of `check_mark`."""

    moment: int
    mark: str
    color: int


class Fellow(Struct, frozen=True):
    """A member of a study. `since`: when they joined. `page`: whether they show their page."""

    user: str
    name: str
    page: bool
    role: Role
    since: int


def place_of(study: str) -> str:
    """Return the place under which a study is reported."""
    return _PLACE + study


def study_in(place: str | None) -> str | None:
    """Return the study of a place; None for all other places."""
    return None if place is None or not place.startswith(_PLACE) else place.removeprefix(_PLACE)


def no_study() -> Refusal:
    """Return the refusal for a study that does not exist, or that the user may not know of."""
    return Refusal("not_found", "This study does not exist.")


def no_chapter() -> Refusal:
    """Return the refusal for a chapter that does not exist."""
    return Refusal("not_found", "This chapter does not exist.")


def check_editor(role: Role | None) -> None:
    """Refuse a change that only editors and the owner may make."""
    if role not in EDITORS:
        raise Refusal("not_editor", "Only editors of the study can do this.")


def check_owner(role: Role | None) -> None:
    """Refuse an action that only the owner may take."""
    if role != "owner":
        raise Refusal("not_owner", "Only the owner of the study can do this.")


def check_mark(ruleset: Ruleset, mark: str) -> None:
    """Refuse a mark that does not fit a board: `route:ROUTE`, `city:CITY` or `arrow:CITY:CITY`, in ids of the board."""
    kind, *ids = mark.split(":")
    cities = {city.id for city in ruleset.cities} if ruleset.routes else set()
    fits = {
        "route": len(ids) == 1 and ids[0] in {route.id for route in ruleset.routes},
        "city": len(ids) == 1 and ids[0] in cities,
        "arrow": len(ids) == 2 and ids[0] != ids[1] and cities.issuperset(ids),
    }
    if not fits.get(kind):
        raise Refusal("bad_request", "The board has no such place.")
