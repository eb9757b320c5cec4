"""E-mail: one text to one address, through the SMTP server in the settings."""

from __future__ import annotations

import asyncio
from email.headerregistry import Address, BaseHeader, HeaderRegistry, UnstructuredHeader
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid, parseaddr
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING

import structlog

from whistlestop.server.domain.refusals import Refusal

if TYPE_CHECKING:
    from collections.abc import Mapping
    from email.policy import Policy
    from typing import Any

    from whistlestop.server.settings import Settings

log = structlog.get_logger("whistlestop.mail")

PATIENCE = 30.0
"""Seconds to wait for an SMTP server."""
LONGEST = 900
"""Maximum characters of a header on one line, which may have 998 including its name."""
NO_HEADERS: Mapping[str, str] = MappingProxyType({})
UNWANTED = ' ,;:<>()"\\@[]'
"""Characters of quoted, group and numeric addresses (`a@[127.0.0.1]`), which are never personal mailboxes."""


class Verbatim(UnstructuredHeader, BaseHeader):
    """A header for mail programs, sent unchanged on one line.

    The library encodes words longer than a line, and mail programs do not find links in encoded words.
    """

    @classmethod
    def parse(cls, value: str, kwds: dict[str, Any]) -> None:
        """Refuse (ValueError) a header that cannot be sent unchanged: not ASCII, or longer than RFC 5322 allows."""
        if not value.isascii() or len(value) > LONGEST:
            raise ValueError(value)
        super().parse(value, kwds)

    def fold(self, *, policy: Policy) -> str:
        """Return the header as one line."""
        return f"{self.name}: {self}{policy.linesep}"


HEADERS = HeaderRegistry()
for _name in ("list-unsubscribe", "list-unsubscribe-post", "message-id"):
    HEADERS.map_to_type(_name, Verbatim)
POLICY = SMTP.clone(header_factory=HEADERS)


class Mailer:
    """Sends e-mail according to the settings."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @property
    def ready(self) -> bool:
        """Return whether this site sends e-mail."""
        return bool(self._settings.smtp_host)

    def check(self) -> None:
        """Refuse (`no_mail`) if this site does not send e-mail."""
        if not self.ready:
            raise Refusal("no_mail", "This site sends no e-mail.")

    async def send(self, to: str, subject: str, text: str, headers: Mapping[str, str] = NO_HEADERS) -> None:
        """Send a plain-text e-mail through the SMTP server; return when the server has accepted it.

        Raises Refusal `no_mail` if no server is configured, `bad_request` for an invalid address, `mail_failed` if the
        server did not accept it. Neither address nor text is logged.
        """
        self.check()
        # Import in a thread, and only when first needed: most servers send no e-mail.
        aiosmtplib = await asyncio.to_thread(import_module, "aiosmtplib")

        settings = self._settings
        message = self._message(to, subject, text, headers)
        try:
            await aiosmtplib.send(
                message,
                hostname=settings.smtp_host,
                port=settings.smtp_port,
                username=settings.smtp_user or None,
                password=settings.smtp_password or None,
                use_tls=settings.smtp_tls == "tls",
                start_tls=settings.smtp_tls == "starttls",
                timeout=PATIENCE,
            )
        except (aiosmtplib.SMTPException, OSError, ValueError) as error:
            log.warning("mail failed", error=type(error).__name__, code=getattr(error, "code", None))
            raise Refusal("mail_failed", "The e-mail could not be sent. Try again later.") from None

    def _message(self, to: str, subject: str, text: str, headers: Mapping[str, str]) -> EmailMessage:
        name, sender = parseaddr(self._settings.mail_from)
        message = EmailMessage(policy=POLICY)
        try:
            message["From"] = Address(name, addr_spec=sender)
            message["To"] = Address(addr_spec=to)
            message["Subject"] = subject
            message["Date"] = formatdate()
            message["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2])
            for header, value in headers.items():
                message[header] = value
        except (
            ValueError,
            IndexError,
        ):  # a line break, or an invalid address: the library does not distinguish them
            raise Refusal("bad_request", "This is not an e-mail address.") from None
        message.set_content(text)
        return message


def is_email(text: str) -> bool:
    """Return whether a string is the e-mail address of a mailbox at a named domain."""
    name, _, domain = text.rpartition("@")
    top = domain.rpartition(".")[2]
    placed = domain.isascii() and not domain.startswith(".") and top != domain and top[:1].isalpha()
    return (
        bool(name) and placed and text.isprintable() and not any(sign in UNWANTED for sign in name + domain)
    )
