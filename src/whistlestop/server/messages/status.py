"""Messages about the state of the site."""

from __future__ import annotations

from msgspec import Struct


class AnnouncementInfo(Struct):
    """An announcement of the host.

    `starts`: when the site goes down, if it does; `ends`: when it is back, or when the announcement ends.
    """

    text: str
    starts: str | None
    ends: str | None


class OutageInfo(Struct):
    """A period in which the site was down."""

    began: str
    ended: str


class StatusInfo(Struct):
    """GET /api/status: the version, the host's announcement, and the outages of the last 90 days, newest first."""

    version: str
    announcement: AnnouncementInfo | None
    outages: list[OutageInfo]
