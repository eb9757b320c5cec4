"""The e-mails about accounts. Their texts are in `emails.json` of each language."""

from __future__ import annotations

import msgspec

from whistlestop.languages import say

PART = "emails"


class EmailText(msgspec.Struct, frozen=True):
    """One e-mail: the prefix of its messages, and the page that its link opens."""

    name: str
    page: str = "signin"
    alert: bool = False
    """Whether it reports a change; its text is then framed by a greeting and advice on what to do."""

    def filled(self, language: str, *, name: str, link: str) -> tuple[str, str]:
        """Return the subject and text in a language, falling back to English."""
        subject = say(language, PART, f"{self.name}.subject")
        if not self.alert:
            return subject, say(language, PART, f"{self.name}.text", name=name, link=link)
        what = say(language, PART, f"{self.name}.what")
        return subject, say(language, PART, "alert.text", name=name, what=what, link=link)


VERIFY = EmailText("verify", "verify")
RECOVER = EmailText("recover", "recover")
CHANGED = EmailText("changed", alert=True)
ADDRESS = EmailText("address", alert=True)
TOKEN = EmailText("token", alert=True)
PASSKEY = EmailText("passkey", alert=True)
PROVIDER = EmailText("provider", alert=True)
FACTOR_ON = EmailText("factor_on", alert=True)
FACTOR_OFF = EmailText("factor_off", alert=True)
