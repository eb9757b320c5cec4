"""The second factor of an account: setting it up, its recovery codes, and turning it off."""

from litestar import delete, post, put
from litestar.di import NamedDependency
from litestar.params import JSONBody

from whistlestop.server.http.guard import identity_of
from whistlestop.server.http.routes.common import AnyRequest, qr_code
from whistlestop.server.messages.accounts import AccountInfo, AppInfo, RecoveryCodes, TurnOn
from whistlestop.server.usecases.accounts.second_factor import SecondFactor


@post("/api/account/second-factor/app", summary="Start setting up an authenticator app", status_code=200)
async def begin_app(request: AnyRequest, second_factor: NamedDependency[SecondFactor]) -> AppInfo:
    """Return a secret for the app. It takes effect when you confirm it with a code. Needs a fresh proof."""
    secret, address = await second_factor.begin_app(identity_of(request.scope))
    return AppInfo(secret, address, qr_code(address).decode())


@put("/api/account/second-factor", summary="Turn on the second factor, or change its app")
async def turn_on(
    request: AnyRequest, data: JSONBody[TurnOn], second_factor: NamedDependency[SecondFactor]
) -> RecoveryCodes:
    """Require a code or a passkey in addition to the password. Needs a fresh proof."""
    return await second_factor.turn_on(identity_of(request.scope), data.code)


@post("/api/account/recovery-codes", summary="Replace the recovery codes", status_code=200)
async def new_codes(request: AnyRequest, second_factor: NamedDependency[SecondFactor]) -> RecoveryCodes:
    """Return new recovery codes; the old ones stop working. Needs a fresh proof."""
    return await second_factor.new_codes(identity_of(request.scope))


@delete("/api/account/second-factor", summary="Turn off the second factor", status_code=200)
async def turn_off(request: AnyRequest, second_factor: NamedDependency[SecondFactor]) -> AccountInfo:
    """Let the password alone be enough to sign in. Needs a fresh proof."""
    return await second_factor.turn_off(identity_of(request.scope))
