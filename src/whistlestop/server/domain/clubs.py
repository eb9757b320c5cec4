"""Clubs as stored, and the permissions in them. No I/O."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from whistlestop.server.domain.refusals import Refusal

Role = Literal["owner", "organizer", "member"]
Tie = Role | Literal["asking", "removed"]
"""The tie of a user to a club: a role, a request to join, or a removal."""
ROLES = ("owner", "organizer", "member")
"""The roles of members, the highest first."""
LEADERS = ("owner", "organizer")
_ROOM = "club/"


class ClubRow(Struct, frozen=True):
    """A club as stored. `link`: the key of its invitation link, which expires at `link_ends`."""

    id: str
    name: str
    text: str
    language: str | None
    open: bool
    made: int
    link: str | None = None
    link_ends: int | None = None
    version: int = 1


class Associate(Struct, frozen=True):
    """A user with a tie to a club. `since`: when they joined, asked or were removed.

    `page`: whether they show their page.
    """

    user: str
    name: str
    page: bool
    role: Tie
    since: int


def room_of(club: str) -> str:
    """Return the place of a club's messages."""
    return _ROOM + club


def club_in(place: str | None) -> str | None:
    """Return the club whose room this place is; None for the place of a table, or of the open tables."""
    return None if place is None or not place.startswith(_ROOM) else place.removeprefix(_ROOM)


def no_club() -> Refusal:
    """Return the refusal for a club that does not exist, or that the user may not know of."""
    return Refusal("not_found", "This club does not exist.")


def check_role(actor: Tie | None, before: Tie | None, after: Role) -> None:
    """Refuse to give a user with the tie `before` a role, if the actor may not."""
    if before is None:
        raise Refusal("not_found", "This player does not belong to the club.")
    if before == "removed":
        raise Refusal("bad_request", "Lift the removal first.")
    if before == "asking" and after != "member":
        raise Refusal("bad_request", "Accept the request first.")
    if before != "asking" and actor != "owner":
        raise Refusal("not_owner", "Only the owner of the club can change roles.")
    check_leader(actor)
    if before == "owner":
        raise Refusal("bad_request", "Hand the club over to another member instead.")


def check_removal(actor: Tie | None, before: Tie | None) -> None:
    """Refuse to remove a user with the tie `before`, or to forget their request or removal, if the actor may not."""
    check_leader(actor)
    if before is None:
        raise Refusal("not_found", "This player does not belong to the club.")
    if before in LEADERS and actor != "owner":
        raise Refusal("not_owner", "Only the owner of the club can remove an organizer.")
    if before == "owner":
        raise Refusal("bad_request", "Hand the club over to another member, or close it.")


def check_leader(actor: Tie | None) -> None:
    """Refuse an action that only the owner and the organizers of a club may take."""
    if actor not in LEADERS:
        raise Refusal("not_owner", "Only the owner and the organizers of the club can do this.")
