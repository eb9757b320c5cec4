"""A real SMTP server on a free port that stores its e-mails."""

from __future__ import annotations

import asyncio
import base64
from contextlib import asynccontextmanager
from email import message_from_bytes
from email.policy import default
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from email.message import EmailMessage


def lines_of(raw: bytes) -> list[bytes]:
    """Return the lines of an e-mail's header as they were sent, with their folding."""
    return raw.partition(b"\r\n\r\n")[0].split(b"\r\n")


class Sink:
    """Collects e-mails in order; `raw`: the bytes of the last one.

    `refuses` answers every recipient with 550.
    """

    def __init__(self) -> None:
        self.port = 0
        self.login: str | None = None
        self.refuses = False
        self.raw = b""
        self._mails: asyncio.Queue[EmailMessage] = asyncio.Queue()

    @property
    def settings(self) -> dict[str, Any]:
        """Return the settings of a server that sends here."""
        return {
            "smtp_host": "127.0.0.1",
            "smtp_port": self.port,
            "smtp_tls": "none",
            "mail_from": "Whistlestop <play@example.org>",
        }

    @property
    def empty(self) -> bool:
        return self._mails.empty()

    async def mail(self) -> EmailMessage:
        """Return the next e-mail."""
        async with asyncio.timeout(10):
            return await self._mails.get()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        def say(line: str) -> None:
            writer.write(f"{line}\r\n".encode())

        say("220 sink")
        while line := (await reader.readline()).decode().strip():
            match line.split()[0].upper():
                case "EHLO":
                    say("250-sink")
                    say("250 AUTH PLAIN")
                case "AUTH":
                    self.login = base64.b64decode(line.split()[2]).decode()
                    say("235 welcome")
                case "RCPT" if self.refuses:
                    say("550 nobody of that name")
                case "DATA":
                    say("354 go on")
                    self.raw = text = (await reader.readuntil(b"\r\n.\r\n")).removesuffix(b".\r\n")
                    mail: Any = message_from_bytes(text, policy=default)
                    self._mails.put_nowait(mail)
                    say("250 taken")
                case "QUIT":
                    say("221 bye")
                    break
                case _:
                    say("250 fine")
        writer.close()


@asynccontextmanager
async def smtp_sink() -> AsyncIterator[Sink]:
    sink = Sink()
    server = await asyncio.start_server(sink.serve, "127.0.0.1", 0)
    sink.port = server.sockets[0].getsockname()[1]
    async with server:
        yield sink
