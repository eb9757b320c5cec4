"""Send the e-mails about accounts."""

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
    """E-mails with links to this site, and e-mails sent in the background."""

    def __init__(self, mailer: Mailer, settings: Settings) -> None:
        self._mailer = mailer
        self._site = settings.public_url.rstrip("/")
        self._sending = Background()

    @property
    def ready(self) -> bool:
        """Return whether e-mails with links can be sent.

        That requires the site's address in the settings, since the address in a request can be forged.
        """
        return self._mailer.ready and bool(self._site)

    def check(self) -> None:
        """Refuse if this site does not send e-mail."""
        if not self.ready:
            raise Refusal("no_mail", "This site sends no e-mail.")

    async def close(self) -> None:
        """Finish sending."""
        await self._sending.finish()

    async def send(self, text: EmailText, language: str, email: str, name: str, token: str) -> None:
        """Send an e-mail with a link. The token is in the part of the link that browsers do not send to servers."""
        self.check()
        link = f"{self._site}/{text.page}#{token}".rstrip("#")
        subject, body = text.filled(language, name=name, link=link)
        await self._mailer.send(email, subject, body)

    def tell(self, text: EmailText, account: Account) -> None:
        """Notify the owner of an account about a change, if they have an address."""
        if account.email is not None and self.ready:
            self.later(self.send(text, account.language, account.email, account.name, ""))

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        """Send in the background. Otherwise the time it takes would reveal whether there was anything to send."""
        self._sending.start(work, "e-mail")


def clean_email(text: str) -> str:
    """Return an e-mail address in the form in which it is stored, or refuse it."""
    email = text.strip().lower()
    if not is_email(email):
        raise Refusal("bad_request", "This is not an e-mail address.")
    return email
