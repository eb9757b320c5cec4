"""Signing in with OpenID providers."""

from litestar import delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from whistlestop.server.adapters.oidc import Answer
from whistlestop.server.domain.limits import Limits
from whistlestop.server.http.browsers import Browsers, agent_of
from whistlestop.server.http.guard import address_of, identity_of
from whistlestop.server.http.routes.common import AnyRequest
from whistlestop.server.messages.accounts import (
    AccountInfo,
    BeginProvider,
    Me,
    ProviderAddress,
    ProviderAnswer,
    ProviderInfo,
)
from whistlestop.server.usecases.accounts.accounts import Accounts
from whistlestop.server.usecases.accounts.export import account_info
from whistlestop.server.usecases.accounts.factors import Shown
from whistlestop.server.usecases.accounts.providers import Completion, Providers
from whistlestop.server.usecases.names import Names


@get("/api/session/providers", summary="List the providers for signing in")
async def list_providers(providers: NamedDependency[Providers]) -> list[ProviderInfo]:
    """Return the OpenID providers of the site; usually none."""
    return providers.list()


@post("/api/session/providers/{provider:str}", summary="Begin to sign in with a provider", status_code=200)
async def begin_provider(
    request: AnyRequest,
    provider: FromPath[str],
    data: JSONBody[BeginProvider],
    limits: NamedDependency[Limits],
    providers: NamedDependency[Providers],
) -> ProviderAddress:
    """Return an address at the provider. It sends the user back to `/signin/{provider}` of this site."""
    limits.sign_in(address_of(request.scope), "")
    return ProviderAddress(await providers.begin(identity_of(request.scope), provider, data.purpose))


@post("/api/session/provider", summary="Complete signing in with a provider", status_code=200)
async def complete_provider(
    request: AnyRequest,
    data: JSONBody[ProviderAnswer],
    limits: NamedDependency[Limits],
    names: NamedDependency[Names],
    providers: NamedDependency[Providers],
    browsers: NamedDependency[Browsers],
) -> Me:
    """Sign in or up, prove your identity, or add the provider to the account: whichever the attempt was begun for."""
    limits.sign_in(address_of(request.scope), "")
    who = identity_of(request.scope)
    if data.name is not None:
        await names.to_keep(who.user, address_of(request.scope))
    answer = None if data.code is None else Answer(data.code, data.iss)
    shown = Shown(browsers.place(request), data.second, data.passkey)
    done = Completion(data.state, answer, data.name, shown, agent_of(request))
    return await browsers.enter(request, await providers.complete(who, done))


@delete("/api/account/logins/{login:str}", summary="Remove a provider from the account", status_code=200)
async def remove_login(
    request: AnyRequest,
    login: FromPath[str],
    accounts: NamedDependency[Accounts],
    providers: NamedDependency[Providers],
) -> AccountInfo:
    """Remove a person at a provider, unless it is the only way to sign in."""
    who = identity_of(request.scope)
    await providers.remove(who, login)
    return await account_info(accounts, who)
