"""Notifications in the formats of other services: ntfy, Gotify, Discord and Matrix.

Formats as published in https://docs.ntfy.sh/publish/, https://gotify.net/api-docs,
https://docs.discord.com/developers/resources/webhook and https://spec.matrix.org/latest/client-server-api/.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote, urlsplit, urlunsplit

import msgspec

from whistlestop.server.domain.refusals import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable

MARKS = str.maketrans({mark: f"\\{mark}" for mark in "\\*_~`|>#-[]()<:@"})
"""Characters with a meaning in Discord's markdown."""


class Note(msgspec.Struct, frozen=True):
    """A notification for people. `url`: the page that it opens."""

    title: str
    body: str
    url: str


class Request(msgspec.Struct, frozen=True):
    """A request to a service."""

    url: str
    headers: dict[str, str]
    content: bytes
    method: str = "POST"


def ntfy_topic(url: str) -> str:
    """Return the address of a topic, without a slash at its end. Raises Refusal `bad_address`."""
    parts = urlsplit(url)
    path = parts.path.rstrip("/")
    if not path or parts.query or parts.fragment:
        raise Refusal("bad_address", "The address of a topic ends with its name: https://ntfy.sh/topic.")
    return urlunsplit(parts._replace(path=path))


def discord_webhook(url: str) -> str:
    """Return the address of a webhook. Raises Refusal `bad_address`."""
    parts = urlsplit(url)
    if "/api/webhooks/" not in parts.path or parts.fragment:
        raise Refusal("bad_address", "Copy the address of the webhook from the settings of the channel.")
    return url


def gotify_server(url: str) -> str:
    """Return the address at which a Gotify server accepts messages."""
    return _below(url, "message")


def matrix_room(url: str, room: str) -> str:
    """Return the address at which a homeserver accepts messages for a room, given by its id."""
    return _below(url, f"_matrix/client/v3/rooms/{quote(room, safe='')}/send/m.room.message")


def _below(url: str, path: str) -> str:
    parts = urlsplit(url)
    if parts.query or parts.fragment:
        raise Refusal("bad_address", "Give the address of the server alone.")
    return urlunsplit(parts._replace(path=f"{parts.path.rstrip('/')}/{path}"))


def request(kind: str, address: str, token: str, message: str, note: Note) -> Request:
    """Return the request that sends a note. `message`: its id, the same for each retry."""
    return MESSENGERS[kind](address, token, message, note)


def _ntfy(address: str, token: str, _message: str, note: Note) -> Request:
    server, _, topic = address.rpartition("/")
    body = {"topic": topic, "title": note.title, "message": note.body, "click": note.url}
    return Request(f"{server}/", _headers(f"Bearer {token}" if token else ""), msgspec.json.encode(body))


def _gotify(address: str, token: str, _message: str, note: Note) -> Request:
    click = {"client::notification": {"click": {"url": note.url}}}
    body = {"title": note.title, "message": f"{note.body}\n{note.url}", "priority": 5, "extras": click}
    return Request(address, {**_headers(), "X-Gotify-Key": token}, msgspec.json.encode(body))


def _discord(address: str, _token: str, _message: str, note: Note) -> Request:
    text = f"**{note.title.translate(MARKS)}**\n{note.body.translate(MARKS)}\n{note.url}"
    # A player may have the name "@everyone".
    body = {"content": text, "allowed_mentions": {"parse": []}}
    return Request(address, _headers(), msgspec.json.encode(body))


def _matrix(address: str, token: str, message: str, note: Note) -> Request:
    body = {"msgtype": "m.text", "body": f"{note.title}\n{note.body}\n{note.url}"}
    url = f"{address}/{quote(message, safe='')}"  # the homeserver sends each message id only once
    return Request(url, _headers(f"Bearer {token}"), msgspec.json.encode(body), "PUT")


def _headers(authorization: str = "") -> dict[str, str]:
    found = {"Content-Type": "application/json", "User-Agent": "Whistlestop"}
    return {**found, "Authorization": authorization} if authorization else found


MESSENGERS: dict[str, Callable[[str, str, str, Note], Request]] = {
    "ntfy": _ntfy,
    "gotify": _gotify,
    "discord": _discord,
    "matrix": _matrix,
}
"""The functions that make each service's request from address, token, message id and note."""
