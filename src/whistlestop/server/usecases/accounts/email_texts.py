"""The e-mails about accounts; their words are in `emails.json` of each language."""

from __future__ import annotations

import msgspec

from whistlestop.languages import say

PART = "emails"


class EmailText(msgspec.Struct, frozen=True):
    """One e-mail, by the prefix of its messages, and the page that its link leads to."""

    name: str
    page: str = "signin"
    alert: bool = False
    """Whether it tells of a change, which is put between a greeting and what to do about it."""

    def filled(self, language: str, *, name: str, link: str) -> tuple[str, str]:
        """Return subject and text in a language, or in English."""
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
FACTOR_ON = EmailText("factor_on", alert=True)
FACTOR_OFF = EmailText("factor_off", alert=True)
