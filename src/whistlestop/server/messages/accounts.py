"""The messages about accounts."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from whistlestop.server.domain.ahead import Alternative
from whistlestop.server.domain.clubs import Tie
from whistlestop.server.domain.fair_play import FairPlay
from whistlestop.server.domain.reliability import Reliability
from whistlestop.server.domain.studies import Role as StudyRole
from whistlestop.server.messages.base import Name, Player
from whistlestop.server.messages.friends import FriendsInfo
from whistlestop.server.messages.vacations import OwnVacation

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

    With a second factor, also a code (from the app, or a recovery code) or the answer of a passkey.
    """

    name: Called
    password: Password
    code: Code | None = None
    passkey: Credential | None = None


class PasskeyAnswer(Struct, forbid_unknown_fields=True):
    """POST /api/session/passkey: the answer of a passkey, as the browser's `toJSON` writes it."""

    passkey: Credential


class ProviderInfo(Struct):
    """An OpenID provider with which users can sign in."""

    id: str
    name: str
    issuer: str


class BeginProvider(Struct, forbid_unknown_fields=True):
    """POST /api/session/providers/{provider}: `enter` signs in or up, `link` adds the provider to the account."""

    purpose: Literal["enter", "link", "prove"]


class ProviderAddress(Struct):
    """The address at the provider, which the browser must open."""

    address: str


class ProviderAnswer(Struct, forbid_unknown_fields=True):
    """POST /api/session/provider: the parameters with which the provider sent the user back.

    `code` is sent once. Afterwards, `state` alone completes the attempt, with the name of the new account (after
    `new_account`), or with the second factor (after `second_factor`).
    """

    state: Annotated[str, Meta(min_length=1, max_length=100)]
    code: Annotated[str, Meta(min_length=1, max_length=4096)] | None = None
    iss: Annotated[str, Meta(max_length=255)] | None = None
    name: Name | None = None
    second: Code | None = None
    passkey: Credential | None = None


class Proof(Struct, forbid_unknown_fields=True):
    """POST /api/session/proof: the answer of a passkey, or the password; with a second factor, also a code."""

    password: Password | None = None
    passkey: Credential | None = None
    code: Code | None = None


class ChangePassword(Struct, forbid_unknown_fields=True):
    """PUT /api/account/password."""

    password: Password


class ChangeEmail(Struct, forbid_unknown_fields=True):
    """PUT /api/account/email; null removes the address. The e-mail with the link is in this language."""

    email: Email | None
    language: LanguageCode = "en"


class NewPasskey(Struct, forbid_unknown_fields=True):
    """POST /api/account/passkeys: the answer of a new passkey, and its name."""

    name: Name
    passkey: Credential


class RenamePasskey(Struct, forbid_unknown_fields=True):
    """PATCH /api/account/passkeys/{passkey}."""

    name: Name


class Recover(Struct, forbid_unknown_fields=True):
    """POST /api/account/recover: request a link. The answer does not reveal whether an account has this address."""

    email: Email
    language: LanguageCode = "en"


class Reset(Struct, forbid_unknown_fields=True):
    """POST /api/account/reset: the token of the link, the new password, and the second factor if there is one."""

    token: Token
    password: Password
    code: Code | None = None
    passkey: Credential | None = None


class TurnOn(Struct, forbid_unknown_fields=True):
    """PUT /api/account/second-factor: a code from the new app; null: use the passkeys of the account."""

    code: Code | None


class Verify(Struct, forbid_unknown_fields=True):
    """POST /api/account/verify: the token of the link."""

    token: Token


class SessionInfo(Struct):
    """A browser in which the account is signed in; `here`: the browser of this request."""

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


class LoginInfo(Struct):
    """A person at a provider who can sign in to the account."""

    id: str
    issuer: str
    created: str
    used: str | None


class SecondFactorInfo(Struct):
    """`on`: the password alone is not enough to sign in; `app`: an app is set up; `codes`: recovery codes left."""

    on: bool
    app: bool
    codes: int


class AppInfo(Struct):
    """POST /api/account/second-factor/app: the data for an authenticator app; `qr` is the address as an SVG."""

    secret: str
    address: str
    qr: str


class AccountInfo(Struct):
    """An account as its owner sees it.

    `pending`: an address not yet confirmed; `mail`: the site sends e-mail; `shown`: others can see the account's page;
    `moderator`: the account is a moderator, who needs a second factor.
    """

    id: str
    name: str
    created: str
    email: str | None
    pending: str | None
    mail: bool
    password: bool
    passkeys: list[PasskeyInfo]
    logins: list[LoginInfo]
    sessions: list[SessionInfo]
    second_factor: SecondFactorInfo
    moderator: bool
    shown: bool


class RecoveryCodes(Struct):
    """New recovery codes, which are shown only once, and the account."""

    codes: list[str]
    account: AccountInfo


class OwnResult(Struct):
    """The result of one of the user's seats, and its routes and tickets at the end; `bot` took over the seat."""

    seat: int
    bot: str | None
    score: int
    rank: int
    won: bool
    detail: Any
    held: Any


class OwnPlan(Struct):
    """The user's moves ahead for the next turn of a seat."""

    seat: int
    alternatives: list[Alternative]


class OwnTable(Struct):
    """A table of the user, with their actions; `record` once the game is over. `ahead`: their moves ahead."""

    id: str
    ruleset: str
    state: str
    created: str
    owner: bool
    seat: int | None
    actions: list[str]
    record: Any | None
    results: list[OwnResult]
    ahead: list[OwnPlan]


class OwnBoard(Struct):
    """A board that the site keeps for the user."""

    id: str
    name: str
    made: str
    board: dict[str, Any]


class OwnTournament(Struct):
    """A tournament that the user organizes, judges or plays in."""

    id: str
    name: str
    made: str
    organizer: bool


class OwnLeague(Struct):
    """A league that the user organizes, or in which they play or have signed up."""

    id: str
    name: str
    made: str
    organizer: bool


class OwnClub(Struct):
    """The tie of the user to a club. `since`: when they joined, asked or were removed."""

    id: str
    name: str
    role: Tie
    since: str


class OwnNote(Struct):
    """A note in a study that the user wrote, or changed last."""

    study: str
    chapter: str
    moment: int
    text: str


class OwnStudy(Struct):
    """A study of which the user is a member. `since`: when they joined."""

    id: str
    name: str
    role: StudyRole
    since: str


class OwnMessage(Struct):
    """A chat message in an export: a text or a phrase. `club`, `language`: in whose room; `table`: at a table.

    The key of the table is left out, because spectators do not have the one to sit down.
    """

    at: str
    table: bool
    club: str | None
    language: str | None
    text: str | None
    phrase: str | None


class Export(Struct):
    """GET /api/account/export: everything that is stored about the user. `friends`: null for guests, who have none.

    `reliability`: how often the user left games, regardless of the number of games. `fair_play`: the figures that
    moderators see, without the ids and addresses of single companions.
    """

    id: str
    name: str
    made: str
    account: AccountInfo | None
    tables: list[OwnTable]
    friends: FriendsInfo | None
    blocked: list[Player]
    boards: list[OwnBoard]
    tournaments: list[OwnTournament]
    leagues: list[OwnLeague]
    clubs: list[OwnClub]
    studies: list[OwnStudy]
    notes: list[OwnNote]
    messages: list[OwnMessage]
    reliability: Reliability
    vacations: list[OwnVacation]
    fair_play: FairPlay


class WarningInfo(Struct):
    """A moderator's warning that the user has not acknowledged yet."""

    id: int
    text: str
    at: str


class Me(Struct):
    """The user of a cookie or a token: a guest or an account; `program`: the user is a program.

    `signed_out`: the session of the cookie has ended, and the user is a new guest. `warning`: the oldest one that is
    not acknowledged. `moderator`: the user can moderate.
    """

    id: str
    name: str
    account: bool
    program: bool
    signed_out: bool = False
    warning: WarningInfo | None = None
    moderator: bool = False
