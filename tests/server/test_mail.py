"""E-mail through a real SMTP server."""

from __future__ import annotations

import pytest
from tests.server.smtp import lines_of, smtp_sink

from whistlestop.server.adapters.smtp import Mailer, is_email
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.settings import Settings, SettingsError


async def test_a_text_arrives_whole_with_its_headers() -> None:
    async with smtp_sink() as sink:
        mailer = Mailer(Settings(**sink.settings, smtp_user="ann", smtp_password="secret"))
        text = "Žluťoučký kůň\n.\nhttps://play.example.org/recover#" + "x" * 200 + "\n"
        await mailer.send("ann@example.org", "Příští tah", text, {"List-Unsubscribe": "<https://e.org/u>"})
        mail = await sink.mail()
    assert mail["To"] == "ann@example.org"
    assert mail["From"] == "Whistlestop <play@example.org>"
    assert mail["Subject"] == "Příští tah"
    assert mail["List-Unsubscribe"] == "<https://e.org/u>"
    assert mail["Message-ID"].endswith("@example.org>")
    assert mail.get_content().replace("\r\n..\r\n", "\r\n.\r\n").splitlines() == text.splitlines()
    assert sink.login == "\0ann\0secret"


async def test_headers_for_mail_programs_are_plain() -> None:
    """RFC 2369 and RFC 8058: a link of any length is one ASCII line, without encoding or folding."""
    link = f"<https://{'a' * 60}.{'b' * 60}.example.org/notices/stop/{'w' * 16}.{'0' * 32}>"
    headers = {"List-Unsubscribe": link, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    sender = f"play@{'c' * 60}.example.org"
    async with smtp_sink() as sink:
        mailer = Mailer(Settings(**{**sink.settings, "mail_from": sender}))
        await mailer.send("ann@example.org", "Příští tah " * 12, "text", headers)
        await sink.mail()
        lines = lines_of(sink.raw)
        assert f"List-Unsubscribe: {link}".encode() in lines
        assert b"List-Unsubscribe-Post: List-Unsubscribe=One-Click" in lines
        assert [
            line.endswith(f"@{'c' * 60}.example.org>".encode()) for line in lines if b"Message-ID" in line
        ] == [True]
        others = [line for line in lines if not line.startswith((b"List-", b"Message-ID", b"From"))]
        assert all(len(line) <= 78 and line.isascii() for line in others)
        for bad in ("<https://example.org/ž>", "<https://example.org/>\r\nBcc: c@d.org", "x" * 1000):
            with pytest.raises(Refusal):
                await mailer.send("ann@example.org", "Hello", "text", {"List-Unsubscribe": bad})
        assert sink.empty


async def test_without_a_server_there_is_no_mail() -> None:
    mailer = Mailer(Settings())
    assert not mailer.ready
    with pytest.raises(Refusal) as refused:
        await mailer.send("ann@example.org", "Hello", "text")
    assert refused.value.code == "no_mail"


async def test_a_mail_that_is_not_taken_is_refused() -> None:
    async with smtp_sink() as sink:
        sink.refuses = True
        mailer = Mailer(Settings(**sink.settings))
        with pytest.raises(Refusal) as refused:
            await mailer.send("ann@example.org", "Hello", "text")
        assert refused.value.code == "mail_failed"
        port = sink.port
    with pytest.raises(Refusal) as refused:  # nothing listens anymore
        await Mailer(Settings(**{**sink.settings, "smtp_port": port})).send(
            "ann@example.org", "Hello", "text"
        )
    assert refused.value.code == "mail_failed"


@pytest.mark.parametrize("address", ["", "nobody", "a@b\nBcc: c@d", "a@b, c@d", "\r\n@d", "a b@c"])
async def test_what_is_no_address_is_refused(address: str) -> None:
    async with smtp_sink() as sink:
        with pytest.raises(Refusal) as refused:
            await Mailer(Settings(**sink.settings)).send(address, "Hello", "text")
        assert refused.value.code == "bad_request"
        with pytest.raises(Refusal):
            await Mailer(Settings(**sink.settings)).send("a@b.org", "Hello\nBcc: c@d.org", "text")
        assert sink.empty


def test_a_server_needs_a_sender() -> None:
    with pytest.raises(SettingsError, match="MAIL_FROM"):
        Settings.from_environment({"WHISTLESTOP_SMTP_HOST": "mail.example.org"})


@pytest.mark.parametrize(
    ("text", "fine"),
    [
        ("ann@example.org", True),
        ("ann+games@mail.xn--hk-cja.cz", True),
        ("a@[127.0.0.1]", False),
        ("a@[ipv6:::1]", False),
        ("a@127.0.0.1", False),
        ("a@localhost", False),
        ("a@example.", False),
        ("a@.org", False),
        ("@example.org", False),
        ("a(b)@example.org", False),
        ("a\x00@example.org", False),
    ],
)
def test_addresses(text: str, fine: bool) -> None:
    assert is_email(text) is fine
