"""The messages about accounts."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from whistlestop.server.messages.base import Name

Password = Annotated[str, Meta(min_length=1, max_length=400)]
Email = Annotated[str, Meta(min_length=3, max_length=254)]
Called = Annotated[str, Meta(min_length=1, max_length=254)]
Token = Annotated[str, Meta(min_length=1, max_length=100)]
LanguageCode = Annotated[str, Meta(max_length=8)]
Code = Annotated[str, Meta(min_length=1, max_length=40)]
Credential = dict[str, Any]


class Rename(Struct, forbid_unknown_fields=True):
    """PATCH /api/me."""

    name: Name


class SignUp(Struct, forbid_unknown_fields=True):
    """POST /api/account: a guest becomes an account, with a password or the answer of a new passkey."""

    name: Name
    password: Password | None = None
    passkey: Credential | None = None


class SignIn(Struct, forbid_unknown_fields=True):
    """POST /api/session: the name or e-mail address of an account, and its password.

    Where the second factor is on, also a code (of the app, or a recovery code) or what a passkey answered.
    """

    name: Called
    password: Password
    code: Code | None = None
    passkey: Credential | None = None


class PasskeyAnswer(Struct, forbid_unknown_fields=True):
    """POST /api/session/passkey: what a passkey answered, as the browser's `toJSON` writes it."""

    passkey: Credential


class Proof(Struct, forbid_unknown_fields=True):
    """POST /api/session/proof: what a passkey answered, or the password, with a code where the second factor is on."""

    password: Password | None = None
    passkey: Credential | None = None
    code: Code | None = None


class ChangePassword(Struct, forbid_unknown_fields=True):
    """PUT /api/account/password."""

    password: Password


class ChangeEmail(Struct, forbid_unknown_fields=True):
    """PUT /api/account/email; null forgets the address. A link is sent in this language."""

    email: Email | None
    language: LanguageCode = "en"


class NewPasskey(Struct, forbid_unknown_fields=True):
    """POST /api/account/passkeys: what a new passkey answered, and what to call it."""

    name: Name
    passkey: Credential


class RenamePasskey(Struct, forbid_unknown_fields=True):
    """PATCH /api/account/passkeys/{passkey}."""

    name: Name


class Recover(Struct, forbid_unknown_fields=True):
    """POST /api/account/recover: have a link sent. The answer does not tell whether anybody has this address."""

    email: Email
    language: LanguageCode = "en"


class Reset(Struct, forbid_unknown_fields=True):
    """POST /api/account/reset: what stood in the link, the new password, and the second factor where that is on."""

    token: Token
    password: Password
    code: Code | None = None
    passkey: Credential | None = None


class TurnOn(Struct, forbid_unknown_fields=True):
    """PUT /api/account/second-factor: a code of the app that was begun; null: by the passkeys of the account."""

    code: Code | None


class Verify(Struct, forbid_unknown_fields=True):
    """POST /api/account/verify: what stood in the link."""

    token: Token


class SessionInfo(Struct):
    """A browser in which the account is signed in; `here`: the one that asks."""

    id: str
    created: str
    seen: str
    agent: str
    here: bool


class PasskeyInfo(Struct):
    """A passkey of the account."""

    id: str
    name: str
    created: str
    used: str | None


class SecondFactorInfo(Struct):
    """`on`: a password alone does not open the account; `app`: an app gives codes; `codes`: recovery codes left."""

    on: bool
    app: bool
    codes: int


class AppInfo(Struct):
    """POST /api/account/second-factor/app: what an authenticator app needs; `qr` is the address as an SVG drawing."""

    secret: str
    address: str
    qr: str


class AccountInfo(Struct):
    """An account as its owner sees it.

    `pending`: an address that has to be confirmed; `mail`: whether the site sends e-mail; `shown`: whether others see
    the account's page; `moderator`: whether it looks after the site, which takes a second factor.
    """

    id: str
    name: str
    created: str
    email: str | None
    pending: str | None
    mail: bool
    password: bool
    passkeys: list[PasskeyInfo]
    sessions: list[SessionInfo]
    second_factor: SecondFactorInfo
    moderator: bool
    shown: bool


class RecoveryCodes(Struct):
    """New recovery codes, which are told this once, and the account."""

    codes: list[str]
    account: AccountInfo


class OwnResult(Struct):
    """How a seat of somebody's came out, and what it had at the end; `bot` played on for them."""

    seat: int
    bot: str | None
    score: int
    rank: int
    won: bool
    detail: Any
    held: Any


class OwnTable(Struct):
    """A table of somebody's, with what they did there; `record` when the game is over."""

    id: str
    ruleset: str
    state: str
    created: str
    owner: bool
    seat: int | None
    actions: list[str]
    record: Any | None
    results: list[OwnResult]


class Export(Struct):
    """GET /api/account/export: all that is kept of somebody."""

    id: str
    name: str
    made: str
    account: AccountInfo | None
    tables: list[OwnTable]


class WarningInfo(Struct):
    """What a moderator has told a user, who has not acknowledged it yet."""

    id: int
    text: str
    at: str


class Me(Struct):
    """The user of a cookie or a token: a guest or an account; `program`: the user is one.

    `signed_out`: the cookie was that of a session that has ended, and the user is a new guest. `warning` is the oldest
    that waits to be acknowledged. `moderator`: the user can moderate.
    """

    id: str
    name: str
    account: bool
    program: bool
    signed_out: bool = False
    warning: WarningInfo | None = None
    moderator: bool = False
