"""OpenID providers: the host's list, and the requests and checks of OpenID Connect.

This is the authorization code flow with PKCE. An ID token is accepted only if it is signed with the provider's current
keys, issued for this site and this attempt, and not expired. The libraries are imported only if there are providers.
"""

from __future__ import annotations

import asyncio
import re
import time
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlencode, urlsplit

import msgspec

from whistlestop.errors import DeploymentError
from whistlestop.server.domain.refusals import Refusal

if TYPE_CHECKING:
    import httpx

    from whistlestop.server.domain.accounts import ProviderAttempt

T = TypeVar("T")

ALGORITHMS = (
    "RS256",
    "RS384",
    "RS512",
    "PS256",
    "PS384",
    "PS512",
    "ES256",
    "ES384",
    "ES512",
    "Ed25519",
    "EdDSA",
)
"""Signatures with a public key. A token with `none` or a shared secret is refused."""
PATIENCE = 10.0
"""Seconds for a request."""
FRESH = 3600.0
"""Seconds for which a provider's description and keys are used."""
SOON = 60.0
"""Seconds between requests for the keys because of an unknown key."""
LEEWAY = 60
"""Seconds by which the provider's clock may differ."""
IDS = re.compile(r"[a-z0-9-]{1,32}")
LOCAL = {"localhost", "127.0.0.1", "::1"}


class Provider(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A provider as the host describes it. `scope`: the scopes to request; some providers need more than `openid`."""

    name: str
    issuer: str
    client_id: str
    client_secret: str = ""
    scope: str = "openid"


class Metadata(msgspec.Struct, frozen=True):
    """The description that a provider publishes (OpenID Connect Discovery)."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    token_endpoint_auth_methods_supported: tuple[str, ...] = ("client_secret_basic",)
    authorization_response_iss_parameter_supported: bool = False


class Answer(msgspec.Struct, frozen=True):
    """The parameters that a provider adds when it sends a user back. `iss`: RFC 9207."""

    code: str
    iss: str | None = None


class _Tokens(msgspec.Struct, frozen=True):
    id_token: str
    access_token: str = ""


class _Known(msgspec.Struct):
    metadata: Metadata
    keys: Any
    since: float


def read_providers(path: str) -> dict[str, Provider]:
    """Return the providers in a file by id; none without a file.

    Raises DeploymentError with all problems.
    """
    if not path:
        return {}
    try:
        told = tomllib.loads(Path(path).expanduser().read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise DeploymentError(f"WHISTLESTOP_PROVIDERS: {path}: {error}") from None
    found: dict[str, Provider] = {}
    problems = []
    for name, fields in told.items():
        try:
            found[name] = msgspec.convert(fields, Provider)
        except msgspec.ValidationError as error:
            problems.append(f"[{name}]: {error}")
            continue
        if not IDS.fullmatch(name):
            problems.append(f"[{name}]: use lower-case letters, digits and hyphens, at most 32")
        if not _is_safe(found[name].issuer):
            problems.append(f"[{name}]: the issuer must be an address that begins with https://")
    if problems:
        raise DeploymentError("\n".join(f"{path}: {problem}" for problem in problems))
    return found


class OpenID:
    """The requests to all providers. Raises Refusal `unavailable` if a provider does not answer correctly."""

    def __init__(self, providers: dict[str, Provider]) -> None:
        self.providers = providers
        self._known: dict[str, _Known] = {}
        self._client: httpx.AsyncClient | None = None
        self._opening = asyncio.Lock()

    async def address(self, attempt: ProviderAttempt, state: str, back: str) -> str:
        """Return the address at the provider that the user must open.

        back: the address to which the provider sends the user.
        """
        provider = self.providers[attempt.provider]
        known = await self._open(attempt.provider)
        from authlib.oauth2.rfc7636 import create_s256_code_challenge  # noqa: PLC0415 - already loaded

        asked = {
            "response_type": "code",
            "client_id": provider.client_id,
            "redirect_uri": back,
            "scope": provider.scope,
            "state": state,
            "nonce": attempt.nonce,
            "code_challenge": create_s256_code_challenge(attempt.verifier),
            "code_challenge_method": "S256",
        }
        if attempt.purpose == "prove":  # the provider must ask for a password or similar proof again
            asked |= {"prompt": "login", "max_age": "0"}
        endpoint = known.metadata.authorization_endpoint
        return f"{endpoint}{'&' if '?' in endpoint else '?'}{urlencode(asked)}"

    async def subject(self, attempt: ProviderAttempt, answer: Answer, back: str, recent: int) -> str:
        """Return the subject that the provider names. Raises Refusal `provider` if any check fails.

        recent: seconds within which the user must have signed in at the provider, for a proof.
        """
        known = await self._open(attempt.provider)
        named = known.metadata.authorization_response_iss_parameter_supported
        if answer.iss != known.metadata.issuer and (named or answer.iss is not None):
            raise _wrong()
        tokens = await self._tokens(attempt, answer.code, back, known.metadata)
        claims = await self._claims(attempt, tokens)
        subject = claims["sub"]
        if not isinstance(subject, str) or not 0 < len(subject) <= 255:
            raise _wrong()
        if attempt.purpose == "prove" and time.time() - claims.get("auth_time", 0) > recent + LEEWAY:
            raise _wrong()
        return subject

    async def close(self) -> None:
        """Close open connections."""
        if self._client is not None:
            await self._client.aclose()

    async def _tokens(self, attempt: ProviderAttempt, code: str, back: str, metadata: Metadata) -> _Tokens:
        provider = self.providers[attempt.provider]
        sent = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": back,
            "code_verifier": attempt.verifier,
        }
        more: dict[str, Any] = {}
        if provider.client_secret and "client_secret_basic" in metadata.token_endpoint_auth_methods_supported:
            more["auth"] = (_quoted(provider.client_id), _quoted(provider.client_secret))
        else:
            sent["client_id"] = provider.client_id
            if provider.client_secret:
                sent["client_secret"] = provider.client_secret
        body, status = await self._ask("POST", metadata.token_endpoint, data=sent, **more)
        if 400 <= status < 500:  # the code is not valid, or was used before
            raise _wrong()
        return _read(body, _Tokens, status)

    async def _claims(self, attempt: ProviderAttempt, tokens: _Tokens) -> dict[str, Any]:
        from authlib.oidc.core import CodeIDToken  # noqa: PLC0415
        from joserfc import jwt  # noqa: PLC0415
        from joserfc.errors import InvalidKeyIdError, JoseError  # noqa: PLC0415

        provider = self.providers[attempt.provider]
        known = await self._open(attempt.provider)
        try:
            try:
                token = jwt.decode(tokens.id_token, known.keys, algorithms=ALGORITHMS)
            except InvalidKeyIdError:  # the provider may have new keys
                if time.monotonic() - known.since < SOON:
                    raise
                known = await self._open(attempt.provider, again=True)
                token = jwt.decode(tokens.id_token, known.keys, algorithms=ALGORITHMS)
            claims = CodeIDToken(
                token.claims,
                token.header,
                {
                    "iss": {"essential": True, "value": known.metadata.issuer},
                    "aud": {"essential": True, "value": provider.client_id},
                },
                {
                    "nonce": attempt.nonce,
                    "client_id": provider.client_id,
                    "access_token": tokens.access_token,
                    "max_age": attempt.purpose == "prove",
                },
            )
            claims.validate(leeway=LEEWAY)
        except (JoseError, ValueError, TypeError, KeyError):
            raise _wrong() from None
        return dict(claims)

    async def _open(self, name: str, *, again: bool = False) -> _Known:
        """Return the data that a provider publishes, which is reloaded from time to time."""
        async with self._opening:
            known = self._known.get(name)
            if self._client is None:
                self._client = await asyncio.to_thread(_client)
            if known is None or again or time.monotonic() - known.since > FRESH:
                known = self._known[name] = await self._discover(self.providers[name].issuer)
            return known

    async def _discover(self, issuer: str) -> _Known:
        from joserfc.errors import JoseError  # noqa: PLC0415
        from joserfc.jwk import KeySet  # noqa: PLC0415

        body, status = await self._ask("GET", f"{issuer.rstrip('/')}/.well-known/openid-configuration")
        found = _read(body, Metadata, status)
        endpoints = (found.authorization_endpoint, found.token_endpoint, found.jwks_uri)
        if found.issuer != issuer or not all(map(_is_safe, endpoints)):
            raise _unavailable()
        body, status = await self._ask("GET", found.jwks_uri)
        try:
            keys = KeySet.import_key_set(_read(body, dict[str, Any], status))  # type: ignore[arg-type]
        except (JoseError, ValueError, TypeError, KeyError):
            raise _unavailable() from None
        return _Known(found, keys, time.monotonic())

    async def _ask(self, method: str, url: str, **more: Any) -> tuple[bytes, int]:
        import httpx  # noqa: PLC0415 - already loaded

        assert self._client is not None  # noqa: S101 - `_open` comes first
        try:
            answer = await self._client.request(method, url, headers={"Accept": "application/json"}, **more)
        except httpx.HTTPError:
            raise _unavailable() from None
        return answer.content, answer.status_code


def _client() -> httpx.AsyncClient:
    """Load the libraries and the certificates; this is slow."""
    import authlib.oauth2.rfc7636  # noqa: PLC0415 - most servers have no providers
    import authlib.oidc.core  # noqa: F401, PLC0415
    import httpx  # noqa: PLC0415

    # Neither redirects nor the environment's proxies: the secret must reach only the provider.
    return httpx.AsyncClient(timeout=PATIENCE, trust_env=False)


def _read(body: bytes, kind: type[T], status: int) -> T:
    if status != 200:
        raise _unavailable()
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.DecodeError:
        raise _unavailable() from None


def _quoted(text: str) -> str:
    """Return a part of the credentials in the encoding of RFC 6749 (2.3.1)."""
    return urlencode({"": text})[1:]


def _is_safe(url: str) -> bool:
    """Return whether requests to an address are encrypted, or stay on this machine."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    local = parts.scheme == "http" and parts.hostname in LOCAL
    return bool(parts.hostname) and (parts.scheme == "https" or local) and "@" not in parts.netloc


def _wrong() -> Refusal:
    return Refusal("provider", "The provider did not confirm who you are. Start again.")


def _unavailable() -> Refusal:
    return Refusal("unavailable", "The provider does not answer. Try again later.")
