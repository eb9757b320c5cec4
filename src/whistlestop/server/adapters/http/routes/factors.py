"""The second factor of an account: setting it up, its recovery codes, and turning it off."""

from litestar import delete, post, put
from litestar.di import NamedDependency
from litestar.params import JSONBody

from whistlestop.server.adapters.http.guard import identity_of
from whistlestop.server.adapters.http.routes.common import AnyRequest, qr_code
from whistlestop.server.domain.limits import Limits
from whistlestop.server.domain.onetime import address_of_secret
from whistlestop.server.messages.accounts import AccountInfo, AppInfo, RecoveryCodes, TurnOn
from whistlestop.server.usecases.accounts import email_texts
from whistlestop.server.usecases.accounts.accounts import Accounts
from whistlestop.server.usecases.accounts.export import account_info


@post("/api/account/second-factor/app", summary="Begin to set up an authenticator app", status_code=200)
async def begin_app(request: AnyRequest, accounts: NamedDependency[Accounts]) -> AppInfo:
    """Make a secret for an app, which counts once a code of it was shown. Needs a fresh proof."""
    who = identity_of(request.scope)
    accounts.check_proved(who)
    account = await accounts.account(who)
    secret = await accounts.factors.begin_app(account.user)
    address = address_of_secret(secret, account.name)
    return AppInfo(secret, address, qr_code(address).decode())


@put("/api/account/second-factor", summary="Turn the second factor on, or change its app")
async def turn_on(
    request: AnyRequest,
    data: JSONBody[TurnOn],
    accounts: NamedDependency[Accounts],
    limits: NamedDependency[Limits],
) -> RecoveryCodes:
    """From now on a password alone does not open the account. Needs a fresh proof."""
    who = identity_of(request.scope)
    accounts.check_proved(who)
    account = await accounts.account(who)
    if data.code is not None:
        limits.code(account.user)
    codes = await accounts.factors.turn_on(account.user, data.code)
    accounts.emails.tell(email_texts.FACTOR_ON, account)
    return RecoveryCodes(codes, await account_info(accounts, who))


@post("/api/account/recovery-codes", summary="Make new recovery codes", status_code=200)
async def new_codes(request: AnyRequest, accounts: NamedDependency[Accounts]) -> RecoveryCodes:
    """The old ones are worth nothing any more. Needs a fresh proof."""
    who = identity_of(request.scope)
    accounts.check_proved(who)
    codes = await accounts.factors.new_codes(who.user)
    return RecoveryCodes(codes, await account_info(accounts, who))


@delete("/api/account/second-factor", summary="Turn the second factor off", status_code=200)
async def turn_off(request: AnyRequest, accounts: NamedDependency[Accounts]) -> AccountInfo:
    """From now on a password is enough again. Needs a fresh proof."""
    who = identity_of(request.scope)
    accounts.check_proved(who)
    if await accounts.factors.turn_off(who.user):
        accounts.emails.tell(email_texts.FACTOR_OFF, await accounts.account(who))
    return await account_info(accounts, who)
