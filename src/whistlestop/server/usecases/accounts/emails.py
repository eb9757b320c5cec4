"""Sends the e-mails about accounts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whistlestop.server.adapters.smtp import is_email
from whistlestop.server.background import Background
from whistlestop.server.domain.refusals import Refusal

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from whistlestop.server.adapters.smtp import Mailer
    from whistlestop.server.domain.accounts import Account
    from whistlestop.server.settings import Settings
    from whistlestop.server.usecases.accounts.email_texts import EmailText


class AccountEmails:
    """E-mails with links to this site, and those that go out while nobody waits."""

    def __init__(self, mailer: Mailer, settings: Settings) -> None:
        self._mailer = mailer
        self._site = settings.public_url.rstrip("/")
        self._sending = Background()

    @property
    def ready(self) -> bool:
        """Whether e-mails with links can be sent. They begin as the host has set it: a request could say anything."""
        return self._mailer.ready and bool(self._site)

    def check(self) -> None:
        """Refuse where none can be sent."""
        if not self.ready:
            raise Refusal("no_mail", "This site sends no e-mail.")

    async def close(self) -> None:
        """Finish what is being sent."""
        await self._sending.finish()

    async def send(self, text: EmailText, language: str, email: str, name: str, token: str) -> None:
        """Send an e-mail with a link, which holds the token where no server and no log is told of it."""
        self.check()
        link = f"{self._site}/{text.page}#{token}".rstrip("#")
        subject, body = text.filled(language, name=name, link=link)
        await self._mailer.send(email, subject, body)

    def tell(self, text: EmailText, account: Account) -> None:
        """Tell the owner of an account what was changed, if there is a way to."""
        if account.email is not None and self.ready:
            self.later(self.send(text, account.language, account.email, account.name, ""))

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        """Send while nobody waits: how long it takes would tell whether there was something to send."""
        self._sending.start(work, "e-mail")


def clean_email(text: str) -> str:
    """Return an e-mail address as it is kept, or refuse it."""
    email = text.strip().lower()
    if not is_email(email):
        raise Refusal("bad_request", "This is not an e-mail address.")
    return email
