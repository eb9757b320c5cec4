"""Accounts: signing up, in and out, and what the page of an account does."""

import asyncio
from typing import Any

from litestar import Response, delete, get, patch, post, put
from litestar.di import NamedDependency
from litestar.handlers import BaseRouteHandler
from litestar.params import FromPath, JSONBody

from whistlestop.server.adapters.http.guard import address_of, identity_of
from whistlestop.server.adapters.http.routes.common import JSON, AnyRequest, encoded
from whistlestop.server.domain.identity import Entry, Identity
from whistlestop.server.domain.names import clean_name, skeleton
from whistlestop.server.messages.accounts import (
    AccountInfo,
    ChangeEmail,
    ChangePassword,
    Export,
    Me,
    NewPasskey,
    PasskeyAnswer,
    Proof,
    Recover,
    RenamePasskey,
    Reset,
    SignIn,
    SignUp,
    Verify,
)
from whistlestop.server.services import Services
from whistlestop.server.usecases.accounts.emails import clean_email
from whistlestop.server.usecases.accounts.export import account_info, export
from whistlestop.server.usecases.accounts.factors import Shown
from whistlestop.server.usecases.accounts.passkeys import Place, place

DAY = 24 * 3600


def _place(request: AnyRequest, services: Services) -> Place:
    return place(services.settings, request.scope["scheme"], request.headers.get("host", ""))


def _agent(request: AnyRequest) -> str:
    """The browser and system of a request, in two words; nothing else is kept of what it says of itself."""
    told = request.headers.get("user-agent", "")
    browsers = {"Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "Chrome": "Chrome", "Safari": "Safari"}
    systems = {
        "Android": "Android",
        "iPhone": "iPhone",
        "iPad": "iPad",
        "Windows": "Windows",
        "Mac OS": "macOS",
        "Linux": "Linux",
    }
    found = (
        next((name for sign, name in signs.items() if sign in told), "") for signs in (browsers, systems)
    )
    return ", ".join(name for name in found if name)


async def _enter(request: AnyRequest, services: Services, entry: Entry) -> Me:
    """Give the browser its session."""
    session = entry.session
    life = services.settings.session_days * DAY
    request.scope["state"]["cookies"] = services.guests.session_cookies(entry.secret, session.id, life)
    program = await services.store.is_program(session.user)
    return Me(session.user, await services.name_of(session.user), account=True, program=program)


def _become_guest(request: AnyRequest, services: Services) -> None:
    """Make the browser that of a new guest."""
    request.scope["state"]["cookies"] = services.guests.cookies(services.guests.mint())


async def _info(services: Services, who: Identity) -> AccountInfo:
    return await account_info(services.accounts, who)


# --------------------------------------------------------------------------------------------- coming and going


@post("/api/account", summary="Become an account, with all that the guest has")
async def sign_up(request: AnyRequest, data: JSONBody[SignUp], services: NamedDependency[Services]) -> Me:
    """Sign up with a password or a passkey."""
    services.limits.sign_in(address_of(request.scope), "")
    who, at = identity_of(request.scope), _place(request, services)
    await services.name_to_keep(who.user, address_of(request.scope))
    entry = await services.accounts.sign_up(who, data.name, data.password, data.passkey, at, _agent(request))
    return await _enter(request, services, entry)


@post("/api/session", summary="Sign in with a password", status_code=200)
async def sign_in(request: AnyRequest, data: JSONBody[SignIn], services: NamedDependency[Services]) -> Me:
    """Begin a session; what the guest has goes over to the account."""
    services.limits.sign_in(address_of(request.scope), skeleton(data.name))
    who = identity_of(request.scope)
    shown = Shown(_place(request, services), data.code, data.passkey)
    entry = await services.accounts.sign_in(who, data.name, data.password, shown, _agent(request))
    return await _enter(request, services, entry)


@post("/api/session/passkey", summary="Sign in with a passkey", status_code=200)
async def sign_in_with_passkey(
    request: AnyRequest, data: JSONBody[PasskeyAnswer], services: NamedDependency[Services]
) -> Me:
    """Begin a session; what the guest has goes over to the account."""
    services.limits.sign_in(address_of(request.scope), "")
    who, at = identity_of(request.scope), _place(request, services)
    entry = await services.accounts.sign_in_with_passkey(who, data.passkey, at, _agent(request))
    return await _enter(request, services, entry)


@post("/api/session/passkey/options", summary="What a browser needs to use a passkey", status_code=200)
async def passkey_options(request: AnyRequest, services: NamedDependency[Services]) -> dict[str, Any]:
    """A challenge for any passkey of this site, to sign in or as a proof."""
    # In a thread, as the library is loaded by whoever needs it first.
    asker = identity_of(request.scope).subject
    return await asyncio.to_thread(services.accounts.passkeys.ask, _place(request, services), asker)


@post("/api/session/proof", summary="Show once more who one is", status_code=200)
async def prove(request: AnyRequest, data: JSONBody[Proof], services: NamedDependency[Services]) -> Me:
    """For a quarter of an hour the session may change how its owner signs in."""
    who = identity_of(request.scope)
    services.limits.sign_in(address_of(request.scope), who.user)
    shown = Shown(_place(request, services), data.code, data.passkey)
    entry = await services.accounts.prove(who, data.password, shown)
    return await _enter(request, services, entry)


@delete("/api/session", summary="Sign out")
async def sign_out(request: AnyRequest, services: NamedDependency[Services]) -> None:
    """End this session; the browser is that of a new guest."""
    await services.accounts.sign_out(identity_of(request.scope))
    _become_guest(request, services)


@delete("/api/sessions", summary="Sign out everywhere else")
async def end_sessions(request: AnyRequest, services: NamedDependency[Services]) -> None:
    """End all other sessions and all tokens, close what is open there, and suspend notifications."""
    await services.accounts.end_sessions(identity_of(request.scope), None)


@delete("/api/sessions/{session:str}", summary="End another session")
async def end_session(
    request: AnyRequest, session: FromPath[str], services: NamedDependency[Services]
) -> None:
    """Sign out there; what is open there is closed at once."""
    await services.accounts.end_sessions(identity_of(request.scope), session)


# ------------------------------------------------------------------------------------------------- the account


@get("/api/account", summary="The account that is signed in")
async def show_account(request: AnyRequest, services: NamedDependency[Services]) -> AccountInfo:
    """How to sign in, and where somebody has."""
    return await _info(services, identity_of(request.scope))


@delete("/api/account", summary="Delete all that is kept of whoever asks")
async def delete_account(request: AnyRequest, services: NamedDependency[Services]) -> None:
    """Finished games keep a seat without a name; in others a bot plays on."""
    await services.accounts.delete(identity_of(request.scope))
    _become_guest(request, services)


@get("/api/account/export", summary="All that is kept of whoever asks", responses=encoded(Export))
async def export_account(request: AnyRequest, services: NamedDependency[Services]) -> Response[bytes]:
    """Return a file of JSON. Accounts need a fresh proof."""
    who = identity_of(request.scope)
    services.accounts.check_proved_account(who)
    services.limits.sign_in(address_of(request.scope), who.user)
    name = await services.name_of(who.user)
    body = await export(services.store, services.accounts, who, name)
    headers = {"Content-Disposition": 'attachment; filename="whistlestop.json"'}
    return Response(body, headers=headers, media_type=JSON)


@put("/api/account/password", summary="Set a password")
async def change_password(
    request: AnyRequest, data: JSONBody[ChangePassword], services: NamedDependency[Services]
) -> AccountInfo:
    """All other sessions and all tokens end, and notifications are suspended."""
    entry = await services.accounts.change_password(identity_of(request.scope), data.password)
    await _enter(request, services, entry)
    return await _info(services, Identity(entry.session.user, entry.session))


@put("/api/account/email", summary="Set or forget the e-mail address")
async def change_email(
    request: AnyRequest, data: JSONBody[ChangeEmail], services: NamedDependency[Services]
) -> AccountInfo:
    """An address counts once the link that is sent to it was opened."""
    who = identity_of(request.scope)
    services.limits.sign_in(address_of(request.scope), who.user)
    await services.accounts.change_email(who, data.email, data.language)
    return await _info(services, who)


@post("/api/account/passkeys/options", summary="What a browser needs to make a passkey", status_code=200)
async def new_passkey_options(request: AnyRequest, services: NamedDependency[Services]) -> dict[str, Any]:
    """A challenge for a new passkey: of the account, or of the one that a guest is about to make."""
    who, accounts = identity_of(request.scope), services.accounts
    held = [key.id for key in await accounts.kept.passkeys(who.user)]
    name = await services.name_of(who.user)
    at = _place(request, services)
    return await asyncio.to_thread(accounts.passkeys.new, at, who.subject, who.user, name, held)


@post("/api/account/passkeys", summary="Add a passkey", status_code=200)
async def add_passkey(
    request: AnyRequest, data: JSONBody[NewPasskey], services: NamedDependency[Services]
) -> AccountInfo:
    """Another device or key that signs in."""
    who, at = identity_of(request.scope), _place(request, services)
    await services.accounts.add_passkey(who, data.passkey, clean_name(data.name), at)
    return await _info(services, who)


@patch("/api/account/passkeys/{passkey:str}", summary="Name a passkey")
async def rename_passkey(
    request: AnyRequest,
    passkey: FromPath[str],
    data: JSONBody[RenamePasskey],
    services: NamedDependency[Services],
) -> AccountInfo:
    """Only its owner sees the name."""
    who = identity_of(request.scope)
    await services.accounts.account(who)
    await services.accounts.kept.rename_passkey(who.user, passkey, clean_name(data.name))
    return await _info(services, who)


@delete("/api/account/passkeys/{passkey:str}", summary="Remove a passkey", status_code=200)
async def remove_passkey(
    request: AnyRequest, passkey: FromPath[str], services: NamedDependency[Services]
) -> AccountInfo:
    """The last way into an account stays."""
    who = identity_of(request.scope)
    await services.accounts.remove_passkey(who, passkey)
    return await _info(services, who)


# ----------------------------------------------------------------------------------------------------- e-mail


@post("/api/account/recover", summary="Have a link sent to choose a new password")
async def recover(request: AnyRequest, data: JSONBody[Recover], services: NamedDependency[Services]) -> None:
    """The answer is the same whether anybody has this address."""
    email = clean_email(data.email)
    services.limits.sign_in(address_of(request.scope), email)
    services.accounts.recover(email, data.language)


@post("/api/account/reset", summary="Choose a new password with a link", status_code=200)
async def reset(request: AnyRequest, data: JSONBody[Reset], services: NamedDependency[Services]) -> Me:
    """All sessions and tokens end, notifications are suspended, and a new session begins here."""
    services.limits.sign_in(address_of(request.scope), "")
    who = identity_of(request.scope)
    shown = Shown(_place(request, services), data.code, data.passkey)
    entry = await services.accounts.reset(who, data.token, data.password, shown, _agent(request))
    return await _enter(request, services, entry)


@post("/api/account/verify", summary="Confirm an e-mail address with a link")
async def verify(request: AnyRequest, data: JSONBody[Verify], services: NamedDependency[Services]) -> None:
    """From now on the account can be recovered by e-mail."""
    services.limits.sign_in(address_of(request.scope), "")
    await services.accounts.verify(data.token)


HANDLERS: list[BaseRouteHandler] = [
    sign_up,
    sign_in,
    sign_in_with_passkey,
    passkey_options,
    prove,
    sign_out,
    end_sessions,
    end_session,
    show_account,
    delete_account,
    export_account,
    change_password,
    change_email,
    new_passkey_options,
    add_passkey,
    rename_passkey,
    remove_passkey,
    recover,
    reset,
    verify,
]
