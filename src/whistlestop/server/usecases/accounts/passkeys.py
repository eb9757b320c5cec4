"""Passkeys (WebAuthn): requests to browsers, and verification of their answers.

A challenge is sealed with the site's key for its user and purpose, so a request stores nothing. An answered challenge
is stored until it expires, and rejected if it is used again.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import msgspec

from whistlestop.server.domain.accounts import Link
from whistlestop.server.domain.keys import is_seal, seal
from whistlestop.server.domain.refusals import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from whistlestop.server.domain.keys import Key
    from whistlestop.server.settings import Settings

LIFE = 5 * 60 * 1000
"""Milliseconds within which a challenge must be answered."""
SITE = "Whistlestop"


class Place(msgspec.Struct, frozen=True):
    """The site as a browser sees it: the name that passkeys belong to, and the origins where they may be used."""

    name: str
    origins: list[str]


class NewKey(msgspec.Struct, frozen=True):
    """A new passkey, as base64url."""

    id: str
    key: str
    count: int


def place(settings: Settings, scheme: str, host: str) -> Place:
    """Return the place of a request: the configured one, otherwise the one that the browser names."""
    here = settings.public_url.rstrip("/").lower() or f"{scheme}://{host.lower()}"
    return Place(urlsplit(here).hostname or "", sorted({here, *settings.origins}))


class Passkeys:
    """Requests passkeys and checks the answers. `keys` returns the keys of the site, `now` the time."""

    def __init__(self, keys: Callable[[], Sequence[Key]], now: Callable[[], int]) -> None:
        self._keys = keys
        self.now = now

    def new(self, at: Place, asker: str, user: str, name: str, held: Sequence[str]) -> dict[str, Any]:
        """Return the request to create a passkey for a user on a device that has none of `held`."""
        import webauthn  # noqa: PLC0415 - takes a fifth of a second, and few users need it
        from webauthn.helpers import structs  # noqa: PLC0415

        options = webauthn.generate_registration_options(
            rp_id=at.name,
            rp_name=SITE,
            user_id=hashlib.sha256(user.encode()).digest(),
            user_name=name,
            challenge=self._challenge("new", asker),
            exclude_credentials=[
                structs.PublicKeyCredentialDescriptor(id=webauthn.base64url_to_bytes(one)) for one in held
            ],
            authenticator_selection=structs.AuthenticatorSelectionCriteria(
                resident_key=structs.ResidentKeyRequirement.REQUIRED,
                user_verification=structs.UserVerificationRequirement.REQUIRED,
            ),
        )
        return _json(webauthn.options_to_json(options))

    def ask(self, at: Place, asker: str) -> dict[str, Any]:
        """Return the request to use any passkey of this site."""
        import webauthn  # noqa: PLC0415
        from webauthn.helpers import structs  # noqa: PLC0415

        options = webauthn.generate_authentication_options(
            rp_id=at.name,
            challenge=self._challenge("ask", asker),
            user_verification=structs.UserVerificationRequirement.REQUIRED,
        )
        return _json(webauthn.options_to_json(options))

    def made(self, at: Place, asker: str, answer: dict[str, Any]) -> NewKey:
        """Return the passkey of an answer, or refuse it."""
        import webauthn  # noqa: PLC0415

        challenge = self._challenge_of("new", asker, answer)
        try:
            found = webauthn.verify_registration_response(
                credential=answer,
                expected_challenge=challenge,
                expected_rp_id=at.name,
                expected_origin=at.origins,
                require_user_verification=True,
            )
        except Exception:  # noqa: BLE001 - any malformed answer is refused
            raise _wrong() from None
        key = webauthn.helpers.bytes_to_base64url(found.credential_public_key)
        return NewKey(webauthn.helpers.bytes_to_base64url(found.credential_id), key, found.sign_count)

    def used(self, at: Place, asker: str, answer: dict[str, Any], key: str, count: int) -> tuple[int, Link]:
        """Verify an answer with the public key; return its count, and an entry that prevents its reuse."""
        import webauthn  # noqa: PLC0415

        challenge = self._challenge_of("ask", asker, answer)
        try:
            found = webauthn.verify_authentication_response(
                credential=answer,
                expected_challenge=challenge,
                expected_rp_id=at.name,
                expected_origin=at.origins,
                credential_public_key=webauthn.base64url_to_bytes(key),
                credential_current_sign_count=count,
                require_user_verification=True,
            )
        except Exception:  # noqa: BLE001
            raise _wrong() from None
        digest = hashlib.sha256(challenge).hexdigest()
        return found.new_sign_count, Link(digest, "answered", None, None, self.now() + LIFE)

    def _challenge(self, purpose: str, asker: str) -> bytes:
        text = f"{secrets.token_hex(16)}.{self.now() + LIFE}"
        return f"{text}.{seal(self._keys(), f'passkey-{purpose}-{asker}', text)}".encode()

    def _challenge_of(self, purpose: str, asker: str, answer: dict[str, Any]) -> bytes:
        """Return the challenge of an answer, if this site made it for this user and it has not expired."""
        import webauthn  # noqa: PLC0415

        try:
            told = webauthn.base64url_to_bytes(answer["response"]["clientDataJSON"])
            challenge = webauthn.base64url_to_bytes(msgspec.json.decode(told, type=_ClientData).challenge)
            text, _, given = challenge.decode("ascii").rpartition(".")
            until = int(text.partition(".")[2])
        except Exception:  # noqa: BLE001
            raise _wrong() from None
        sealed = is_seal(self._keys(), f"passkey-{purpose}-{asker}", text, given, self.now())
        if not sealed or until <= self.now():
            raise _wrong()
        return challenge


class _ClientData(msgspec.Struct):
    challenge: str


def _wrong() -> Refusal:
    return Refusal("passkey", "This passkey was not accepted.")


def _json(text: str) -> dict[str, Any]:
    return msgspec.json.decode(text, type=dict[str, Any])
