"""Accounts: signing up, in and out, and the account page."""

import asyncio
from typing import Any

from litestar import Response, delete, get, patch, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from whistlestop.server.adapters.database.fair_play import fair_play
from whistlestop.server.adapters.database.store import Store
from whistlestop.server.domain.identity import Identity
from whistlestop.server.domain.limits import WHOLE_VIEW, Limits
from whistlestop.server.domain.names import clean_name, skeleton
from whistlestop.server.http.browsers import Browsers, agent_of
from whistlestop.server.http.guard import address_of, identity_of
from whistlestop.server.http.routes.common import JSON, AnyRequest, encoded
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
from whistlestop.server.messages.fair_play import FairPlayAnswer
from whistlestop.server.usecases.accounts.accounts import Accounts
from whistlestop.server.usecases.accounts.emails import clean_email
from whistlestop.server.usecases.accounts.export import account_info, export
from whistlestop.server.usecases.accounts.factors import Shown
from whistlestop.server.usecases.names import Names

# --------------------------------------------------------------------------------------------- coming and going


@post("/api/account", summary="Sign up")
async def sign_up(
    request: AnyRequest,
    data: JSONBody[SignUp],
    accounts: NamedDependency[Accounts],
    limits: NamedDependency[Limits],
    names: NamedDependency[Names],
    browsers: NamedDependency[Browsers],
) -> Me:
    """Turn the guest into an account with a password or a passkey. The account keeps the guest's games."""
    limits.sign_in(address_of(request.scope), "")
    who, at = identity_of(request.scope), browsers.place(request)
    await names.to_keep(who.user, address_of(request.scope))
    entry = await accounts.sign_up(who, data.name, data.password, data.passkey, at, agent_of(request))
    return await browsers.enter(request, entry)


@post("/api/session", summary="Sign in with a password", status_code=200)
async def sign_in(
    request: AnyRequest,
    data: JSONBody[SignIn],
    accounts: NamedDependency[Accounts],
    limits: NamedDependency[Limits],
    browsers: NamedDependency[Browsers],
) -> Me:
    """Start a session. The account takes over the games of the guest."""
    limits.sign_in(address_of(request.scope), skeleton(data.name))
    who = identity_of(request.scope)
    shown = Shown(browsers.place(request), data.code, data.passkey)
    entry = await accounts.sign_in(who, data.name, data.password, shown, agent_of(request))
    return await browsers.enter(request, entry)


@post("/api/session/passkey", summary="Sign in with a passkey", status_code=200)
async def sign_in_with_passkey(
    request: AnyRequest,
    data: JSONBody[PasskeyAnswer],
    accounts: NamedDependency[Accounts],
    limits: NamedDependency[Limits],
    browsers: NamedDependency[Browsers],
) -> Me:
    """Start a session. The account takes over the games of the guest."""
    limits.sign_in(address_of(request.scope), "")
    who, at = identity_of(request.scope), browsers.place(request)
    entry = await accounts.sign_in_with_passkey(who, data.passkey, at, agent_of(request))
    return await browsers.enter(request, entry)


@post("/api/session/passkey/options", summary="Get the options for using a passkey", status_code=200)
async def passkey_options(
    request: AnyRequest, accounts: NamedDependency[Accounts], browsers: NamedDependency[Browsers]
) -> dict[str, Any]:
    """Return WebAuthn options that any passkey of this site can answer, to sign in or as a proof."""
    # In a thread, because the first request loads the library.
    asker = identity_of(request.scope).subject
    return await asyncio.to_thread(accounts.passkeys.ask, browsers.place(request), asker)


@post("/api/session/proof", summary="Prove your identity again", status_code=200)
async def prove(
    request: AnyRequest,
    data: JSONBody[Proof],
    accounts: NamedDependency[Accounts],
    limits: NamedDependency[Limits],
    browsers: NamedDependency[Browsers],
) -> Me:
    """Allow this session to change how the account signs in, for 15 minutes."""
    who = identity_of(request.scope)
    limits.sign_in(address_of(request.scope), who.user)
    shown = Shown(browsers.place(request), data.code, data.passkey)
    entry = await accounts.prove(who, data.password, shown)
    return await browsers.enter(request, entry)


@delete("/api/session", summary="Sign out")
async def sign_out(
    request: AnyRequest, accounts: NamedDependency[Accounts], browsers: NamedDependency[Browsers]
) -> None:
    """End this session. The browser becomes a new guest."""
    await accounts.sign_out(identity_of(request.scope))
    browsers.become_guest(request)


@delete("/api/sessions", summary="Sign out everywhere else")
async def end_sessions(request: AnyRequest, accounts: NamedDependency[Accounts]) -> None:
    """End all other sessions and all tokens, close their connections, and suspend notifications."""
    await accounts.end_sessions(identity_of(request.scope), None)


@delete("/api/sessions/{session:str}", summary="End another session")
async def end_session(
    request: AnyRequest, session: FromPath[str], accounts: NamedDependency[Accounts]
) -> None:
    """End one session and close its connections at once."""
    await accounts.end_sessions(identity_of(request.scope), session)


# ------------------------------------------------------------------------------------------------- the account


@get("/api/account", summary="Get your account")
async def show_account(request: AnyRequest, accounts: NamedDependency[Accounts]) -> AccountInfo:
    """Return the ways to sign in, and the sessions."""
    return await account_info(accounts, identity_of(request.scope))


@delete("/api/account", summary="Delete your account and data")
async def delete_account(
    request: AnyRequest, accounts: NamedDependency[Accounts], browsers: NamedDependency[Browsers]
) -> None:
    """Keep the seats of finished games without a name. In other games, a bot takes over."""
    await accounts.delete(identity_of(request.scope))
    browsers.become_guest(request)


@get("/api/account/export", summary="Export your data", responses=encoded(Export))
async def export_account(
    request: AnyRequest,
    accounts: NamedDependency[Accounts],
    limits: NamedDependency[Limits],
    names: NamedDependency[Names],
    store: NamedDependency[Store],
) -> Response[bytes]:
    """Return everything stored about you as a JSON file. Accounts need a fresh proof."""
    who = identity_of(request.scope)
    accounts.check_proved_account(who)
    limits.sign_in(address_of(request.scope), who.user)
    name = await names.of(who.user)
    body = await export(store, accounts, who, name)
    headers = {"Content-Disposition": 'attachment; filename="whistlestop.json"'}
    return Response(body, headers=headers, media_type=JSON)


@get("/api/account/fair-play", summary="Get the figures about your fair play")
async def own_fair_play(
    request: AnyRequest, limits: NamedDependency[Limits], store: NamedDependency[Store]
) -> FairPlayAnswer:
    """Return the figures about you that moderators see, without the ids and addresses of single companions."""
    limits.request(address_of(request.scope), WHOLE_VIEW)
    return FairPlayAnswer(await fair_play(store, identity_of(request.scope).user, personal=True))


@put("/api/account/password", summary="Set a password")
async def change_password(
    request: AnyRequest,
    data: JSONBody[ChangePassword],
    accounts: NamedDependency[Accounts],
    browsers: NamedDependency[Browsers],
) -> AccountInfo:
    """Set the password, end all other sessions and all tokens, and suspend notifications."""
    entry = await accounts.change_password(identity_of(request.scope), data.password)
    await browsers.enter(request, entry)
    return await account_info(accounts, Identity(entry.session.user, entry.session))


@put("/api/account/email", summary="Set or remove the e-mail address")
async def change_email(
    request: AnyRequest,
    data: JSONBody[ChangeEmail],
    accounts: NamedDependency[Accounts],
    limits: NamedDependency[Limits],
) -> AccountInfo:
    """Send a link to the address. The address takes effect when the link is opened."""
    who = identity_of(request.scope)
    limits.sign_in(address_of(request.scope), who.user)
    await accounts.change_email(who, data.email, data.language)
    return await account_info(accounts, who)


@post("/api/account/passkeys/options", summary="Get the options for creating a passkey", status_code=200)
async def new_passkey_options(
    request: AnyRequest,
    accounts: NamedDependency[Accounts],
    names: NamedDependency[Names],
    browsers: NamedDependency[Browsers],
) -> dict[str, Any]:
    """Return WebAuthn options for a new passkey of the account, or of the account that the guest signs up for."""
    who = identity_of(request.scope)
    held = [key.id for key in await accounts.kept.passkeys(who.user)]
    name = await names.of(who.user)
    at = browsers.place(request)
    return await asyncio.to_thread(accounts.passkeys.new, at, who.subject, who.user, name, held)


@post("/api/account/passkeys", summary="Add a passkey", status_code=200)
async def add_passkey(
    request: AnyRequest,
    data: JSONBody[NewPasskey],
    accounts: NamedDependency[Accounts],
    browsers: NamedDependency[Browsers],
) -> AccountInfo:
    """Add a device or key that can sign in."""
    who, at = identity_of(request.scope), browsers.place(request)
    await accounts.add_passkey(who, data.passkey, clean_name(data.name), at)
    return await account_info(accounts, who)


@patch("/api/account/passkeys/{passkey:str}", summary="Name a passkey")
async def rename_passkey(
    request: AnyRequest,
    passkey: FromPath[str],
    data: JSONBody[RenamePasskey],
    accounts: NamedDependency[Accounts],
) -> AccountInfo:
    """Change the name under which you see the passkey."""
    who = identity_of(request.scope)
    await accounts.account(who)
    await accounts.kept.rename_passkey(who.user, passkey, clean_name(data.name))
    return await account_info(accounts, who)


@delete("/api/account/passkeys/{passkey:str}", summary="Remove a passkey", status_code=200)
async def remove_passkey(
    request: AnyRequest, passkey: FromPath[str], accounts: NamedDependency[Accounts]
) -> AccountInfo:
    """Remove a passkey, unless it is the only way to sign in."""
    who = identity_of(request.scope)
    await accounts.remove_passkey(who, passkey)
    return await account_info(accounts, who)


# ----------------------------------------------------------------------------------------------------- e-mail


@post("/api/account/recover", summary="Request a link to reset the password")
async def recover(
    request: AnyRequest,
    data: JSONBody[Recover],
    accounts: NamedDependency[Accounts],
    limits: NamedDependency[Limits],
) -> None:
    """Send a link if an account has this address. The answer does not reveal whether one has."""
    email = clean_email(data.email)
    limits.sign_in(address_of(request.scope), email)
    accounts.recover(email, data.language)


@post("/api/account/reset", summary="Reset the password with a link", status_code=200)
async def reset(
    request: AnyRequest,
    data: JSONBody[Reset],
    accounts: NamedDependency[Accounts],
    limits: NamedDependency[Limits],
    browsers: NamedDependency[Browsers],
) -> Me:
    """Set a password, end all sessions and tokens, suspend notifications, and start a session here."""
    limits.sign_in(address_of(request.scope), "")
    who = identity_of(request.scope)
    shown = Shown(browsers.place(request), data.code, data.passkey)
    entry = await accounts.reset(who, data.token, data.password, shown, agent_of(request))
    return await browsers.enter(request, entry)


@post("/api/account/verify", summary="Confirm an e-mail address with a link")
async def verify(
    request: AnyRequest,
    data: JSONBody[Verify],
    accounts: NamedDependency[Accounts],
    limits: NamedDependency[Limits],
) -> None:
    """Make the address the one for password resets."""
    limits.sign_in(address_of(request.scope), "")
    await accounts.verify(data.token)
