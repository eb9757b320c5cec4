"""The messages about clubs (docs/clubs.md). Only accounts can be members."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from whistlestop.server.domain.clubs import Role, Tie
from whistlestop.server.domain.formats import Slug
from whistlestop.server.messages.base import Pong, RulesetSummary, Said, Unsaid, Warned
from whistlestop.server.messages.leagues import LeagueLine
from whistlestop.server.messages.meeting import OpenTable, Reason, RoomRefused
from whistlestop.server.messages.tournaments import TournamentLine

LinkDays = Annotated[int, Meta(ge=1, le=30)]

# --------------------------------------------------------------------------------------------------- requests


class ClubForm(Struct, forbid_unknown_fields=True):
    """POST /api/clubs and PUT /api/clubs/{club}: the owner's choices.

    `open`: all users can find the club and ask to join; otherwise only members know that it exists. `language`: the
    code of one of the site's languages; null: any.
    """

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    text: Annotated[str, Meta(max_length=300)] = ""
    language: Annotated[str, Meta(max_length=8)] | None = None
    open: bool = False


class GiveRole(Struct, forbid_unknown_fields=True):
    """PUT /api/clubs/{club}/members/{player}: accept a request (`member`), change a role, or transfer the club.

    An owner who transfers the club becomes an organizer.
    """

    role: Role


class MakeClubLink(Struct, forbid_unknown_fields=True):
    """POST /api/clubs/{club}/link: the days after which the new link expires."""

    days: LinkDays = 7


class OfferBoard(Struct, forbid_unknown_fields=True):
    """POST /api/clubs/{club}/boards: the id of a board of yours. The club gets a copy with an id of its own."""

    board: Slug


class ReportClub(Struct, forbid_unknown_fields=True):
    """POST /api/clubs/{club}/report: report the name or the text of a club."""

    reason: Reason = "other"


# ---------------------------------------------------------------------------------------------------- answers


class ClubLine(Struct):
    """A club in a list. `tie`: your role, `asking` if you have asked to join, or null."""

    id: str
    name: str
    text: str
    language: str | None
    open: bool
    members: int
    tie: Role | Literal["asking"] | None


class ClubList(Struct):
    """GET /api/clubs: your clubs and those that you have asked to join, by name, and open clubs, the largest first."""

    yours: list[ClubLine]
    open: list[ClubLine]
    founding: bool


class ClubPerson(Struct):
    """A member, a user who has asked to join, or a removed user.

    `since`: when this happened; `page`: they show their page.
    """

    id: str
    name: str
    page: bool
    role: Tie
    since: str


class ClubLink(Struct):
    """The invitation link `/c/{key}` of a club, and when it expires."""

    key: str
    ends: str


class ClubBoard(Struct):
    """A board that only members of the club can use. `maker`: the name of the member who has offered it."""

    board: RulesetSummary
    maker: str
    yours: bool
    offered: str


class ClubInfo(Struct):
    """GET /api/clubs/{club}, and the answer to every change. Users who are not members get only `club`.

    `people`: the members; for the owner and organizers also requests and removals, and `link`. `tables`: the club's
    tables that are waiting for players; `games`: those in progress, with the keys to watch them, or for players to open
    them.
    `boards`: the boards that members have offered, newest first. `moderator`: you may change and close the club as a
    moderator of the site.
    """

    club: ClubLine
    people: list[ClubPerson]
    link: ClubLink | None
    tables: list[OpenTable]
    games: list[OpenTable]
    tournaments: list[TournamentLine]
    leagues: list[LeagueLine]
    boards: list[ClubBoard]
    moderator: bool


class ClubInvitation(Struct):
    """GET /api/clubs/link/{key}: the club of an invitation link."""

    club: ClubLine


class ClubResult(Struct):
    """A seat of a finished game. `player`: its player, if they show their page."""

    name: str | None
    player: str | None
    bot: str | None
    score: int
    rank: int
    won: bool


class ClubGame(Struct):
    """A finished game at a table of the club, best seats first. `game`: its key for you."""

    game: str
    ruleset: str
    ended: str
    results: list[ClubResult]


class ClubChanged(Struct, tag_field="type", tag="club_changed"):
    """The first message of a club's socket, also sent when the club, its members or its tables have changed."""


ClubMessage = ClubChanged | Said | Unsaid | Warned | RoomRefused | Pong
