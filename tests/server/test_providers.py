"""Signing in with an OpenID provider, and provider responses that must not sign anybody in."""

from __future__ import annotations

import asyncio
import base64
import hmac
import json
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest
from joserfc.jwk import RSAKey
from tests.server.harness import Guest, Running, code, running
from tests.server.people import PASSWORD, Clock, account, add_app, done, me, sign_in, sign_up
from tests.server.provider import CLIENT, OpenIDProvider, encoded, provider

from whistlestop.errors import DeploymentError
from whistlestop.server.adapters import oidc
from whistlestop.server.adapters.oidc import read_providers
from whistlestop.server.domain.onetime import STEP, code_at
from whistlestop.server.domain.times import now
from whistlestop.server.settings import Settings, SettingsError
from whistlestop.server.usecases.accounts.accounts import PROOF
from whistlestop.server.usecases.accounts.providers import LIFE

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

SITE = "http://play.example.org"


@asynccontextmanager
async def site(
    folder: Path, club: OpenIDProvider, *others: OpenIDProvider, **more: Any
) -> AsyncIterator[Running]:
    """A site with providers."""
    async with running(folder, public_url=SITE, providers=club.settings(folder, *others), **more) as server:
        yield server


async def address(guest: Guest, purpose: str = "enter", name: str = "club") -> str:
    answer = await guest.post(f"/api/session/providers/{name}", {"purpose": purpose})
    assert answer.status_code == 200, answer.text
    found: str = answer.json()["address"]
    return found


async def signs_up(club: OpenIDProvider, guest: Guest, subject: str, name: str) -> str:
    """Make an account for a person at the provider; return its user."""
    back = club.sign_in(await address(guest), subject)
    assert code(await guest.post("/api/session/provider", back)) == (409, "new_account")
    body = {"state": back["state"], "name": name}
    user: str = (await done(guest, "POST", "/api/session/provider", body)).json()["id"]
    return user


async def signs_in(club: OpenIDProvider, guest: Guest, subject: str, purpose: str = "enter") -> str:
    back = club.sign_in(await address(guest, purpose), subject)
    user: str = (await done(guest, "POST", "/api/session/provider", back)).json()["id"]
    return user


async def test_without_providers(server: Running) -> None:
    guest = await server.guest()
    assert (await guest.get("/api/session/providers")).json() == []
    assert code(await guest.post("/api/session/providers/club", {"purpose": "enter"})) == (404, "not_found")
    assert code(await guest.post("/api/session/provider", {"state": "x", "code": "y"})) == (403, "provider")


async def test_signing_up_and_in(tmp_path: Path) -> None:
    async with provider() as club, site(tmp_path, club) as server:
        ada, phone = await server.guest(), await server.guest()
        shown = (await ada.get("/api/session/providers")).json()
        assert shown == [{"id": "club", "name": "Club", "issuer": club.issuer}]
        user = await signs_up(club, ada, "person 1", "Ada")
        login = (await account(ada))["logins"][0]
        assert login["issuer"] == club.issuer
        assert not (await account(ada))["password"]
        assert code(await ada.http.delete(f"/api/account/logins/{login['id']}")) == (409, "last_key")
        # A guest's games move to the account.
        table = await phone.table([{"kind": "me"}, {"kind": "open"}])
        assert await signs_in(club, phone, "person 1") == user
        assert [one["id"] for one in (await phone.get("/api/tables")).json()] == [table]
        # A name that is already taken leaves the attempt open.
        ben = await server.guest()
        back = club.sign_in(await address(ben), "person 2")
        assert code(await ben.post("/api/session/provider", back)) == (409, "new_account")
        answer = await ben.post("/api/session/provider", {"state": back["state"], "name": "ADA"})
        assert code(answer) == (409, "name_taken")
        other = await done(ben, "POST", "/api/session/provider", {"state": back["state"], "name": "Ben"})
        assert other.json()["id"] != user
        # With a password, the provider can be removed.
        await done(ada, "PUT", "/api/account/password", {"password": PASSWORD})
        await done(ada, "DELETE", f"/api/account/logins/{login['id']}")
        assert (await account(ada))["logins"] == []
        # It is deleted with the account.
        await done(ben, "DELETE", "/api/account")
        again = club.sign_in(await address(ben), "person 2")
        assert code(await ben.post("/api/session/provider", again)) == (409, "new_account")


async def test_an_address_links_no_accounts(tmp_path: Path) -> None:
    """Only issuer and subject identify an account: a provider may give anybody any e-mail address."""
    async with provider() as club, site(tmp_path, club) as server:
        ada, eve = await server.guest(), await server.guest()
        user = (await sign_up(ada, "Ada"))["id"]
        await server.services.accounts.kept.set_email(user, "ada@example.org")
        club.claims = {"email": "ada@example.org", "email_verified": True, "name": "Ada"}
        back = club.sign_in(await address(eve), "eve")
        assert code(await eve.post("/api/session/provider", back)) == (409, "new_account")
        assert not (await me(eve))["account"]


async def test_adding_a_provider_to_an_account(tmp_path: Path) -> None:
    async with provider() as club, site(tmp_path, club) as server:
        ada, ben, eve = await server.guest(), await server.guest(), await server.guest()
        clock = Clock(server)
        assert code(await ada.post("/api/session/providers/club", {"purpose": "link"})) == (403, "no_account")
        user = (await sign_up(ada, "Ada"))["id"]
        assert await signs_in(club, ada, "ada", "link") == user
        assert await signs_in(club, ada, "ada", "link") == user  # repeating it changes nothing
        assert len((await account(ada))["logins"]) == 1
        await sign_up(ben, "Ben")
        taken = club.sign_in(await address(ben, "link"), "ada")
        assert code(await ben.post("/api/session/provider", taken)) == (409, "provider_taken")
        assert await signs_in(club, eve, "ada") == user
        clock.at += PROOF + 1
        assert code(await ada.post("/api/session/providers/club", {"purpose": "link"})) == (403, "prove")
        # Signing in at the provider again proves identity, but not by another person, and not if it is old.
        club.claims = {"auth_time": now() // 1000 - LIFE // 1000 - 120}
        old = club.sign_in(await address(ada, "prove"), "ada")
        assert "max_age=0" in await address(ada, "prove")
        assert code(await ada.post("/api/session/provider", old)) == (403, "provider")
        club.claims = {"auth_time": None}
        silent = club.sign_in(await address(ada, "prove"), "ada")
        assert code(await ada.post("/api/session/provider", silent)) == (403, "provider")
        club.claims = {}
        await signs_up(club, await server.guest(), "tom", "Tom")
        for person, refused in (("nobody", "provider"), ("tom", "provider_taken")):
            other = club.sign_in(await address(ada, "prove"), person)
            assert code(await ada.post("/api/session/provider", other))[1] == refused
        assert code(await ada.post("/api/session/providers/club", {"purpose": "link"})) == (403, "prove")
        assert await signs_in(club, ada, "ada", "prove") == user
        await address(ada, "link")


async def test_the_second_factor_is_needed(tmp_path: Path) -> None:
    async with provider() as club, site(tmp_path, club) as server:
        ada, phone = await server.guest(), await server.guest()
        clock = Clock(server)
        user = await signs_up(club, ada, "ada", "Ada")
        secret, codes = await add_app(ada, clock.at)
        back = club.sign_in(await address(phone), "ada")
        assert code(await phone.post("/api/session/provider", back)) == (403, "second_factor")
        assert not (await me(phone))["account"]
        state = {"state": back["state"]}
        assert code(await phone.post("/api/session/provider", state)) == (403, "second_factor")
        assert code(await phone.post("/api/session/provider", state | {"second": "000000"})) == (403, "code")
        right = state | {"second": code_at(secret, clock.at // STEP)}
        assert (await done(phone, "POST", "/api/session/provider", right)).json()["id"] == user
        assert code(await phone.post("/api/session/provider", state | {"second": codes[0]})) == (
            403,
            "provider",
        )
        proof = club.sign_in(await address(phone, "prove"), "ada")
        assert code(await phone.post("/api/session/provider", proof)) == (403, "second_factor")


def wrong_key(club: OpenIDProvider) -> None:
    club.key = RSAKey.generate_key(2048, {"kid": "one"})


def shared_secret(club: OpenIDProvider) -> None:
    """Sign with the public key as if it were a secret."""

    def forged(asked: dict[str, str], _access: str) -> str:
        at = now() // 1000
        claims = {"iss": club.issuer, "sub": "ada", "aud": CLIENT, "exp": at + 60, "iat": at}
        parts = ({"alg": "HS256", "kid": "one"}, claims | {"nonce": asked["nonce"]})
        told = ".".join(encoded(json.dumps(part).encode()) for part in parts)
        seal = hmac.digest(club.public.as_pem(private=False), told.encode(), "sha256")
        return f"{told}.{encoded(seal)}"

    club.id_token = forged


def changed_claims(club: OpenIDProvider) -> None:
    """Put another person into a signed token."""

    def forged(asked: dict[str, str], access: str) -> str:
        head, body, seal = club.signed(asked | {"subject": "eve"}, access).split(".")
        claims = json.loads(base64.urlsafe_b64decode(body + "==")) | {"sub": "ada"}
        return ".".join((head, encoded(json.dumps(claims).encode()), seal))

    club.id_token = forged


def unsigned(club: OpenIDProvider) -> None:
    club.algorithm = "none"


HOSTILE: list[Any] = [
    pytest.param({"nonce": "another"}, id="wrong nonce"),
    pytest.param({"nonce": None}, id="no nonce"),
    pytest.param({"iss": "https://evil.example"}, id="wrong issuer"),
    pytest.param({"iss": None}, id="no issuer"),
    pytest.param({"aud": "another"}, id="for another site"),
    pytest.param({"aud": [CLIENT, "another"]}, id="for two sites"),
    pytest.param({"azp": "another"}, id="issued to another site"),
    pytest.param({"exp": 1_700_000_000}, id="expired"),
    pytest.param({"exp": None}, id="without end"),
    pytest.param({"nbf": 99_999_999_999}, id="not valid yet"),
    pytest.param({"iat": 99_999_999_999}, id="from the future"),
    pytest.param({"sub": None}, id="nobody"),
    pytest.param({"sub": ""}, id="an empty subject"),
    pytest.param({"sub": 7}, id="a subject that is no text"),
    pytest.param({"sub": "x" * 256}, id="a long subject"),
    pytest.param({"at_hash": "AAAA"}, id="another access token"),
    pytest.param(wrong_key, id="wrong key"),
    pytest.param(unsigned, id="alg none"),
    pytest.param(shared_secret, id="public key as a secret"),
    pytest.param(changed_claims, id="changed claims"),
]


@pytest.mark.parametrize("hostile", HOSTILE)
async def test_answers_that_are_not_taken(tmp_path: Path, hostile: Any) -> None:
    async with provider() as club, site(tmp_path, club) as server:
        ada, eve = await server.guest(), await server.guest()
        await signs_up(club, ada, "ada", "Ada")
        if callable(hostile):
            hostile(club)
        else:
            club.claims = hostile
        back = club.sign_in(await address(eve), "ada")
        assert code(await eve.post("/api/session/provider", back)) == (403, "provider")
        # The response has been used, and the attempt names nobody.
        assert code(await eve.post("/api/session/provider", back)) == (403, "provider")
        assert code(await eve.post("/api/session/provider", {"state": back["state"]})) == (403, "provider")
        assert not (await me(eve))["account"]


async def test_states_of_others_and_replays(tmp_path: Path) -> None:
    async with provider() as club, site(tmp_path, club) as server:
        ada, eve = await server.guest(), await server.guest()
        clock = Clock(server)
        user = await signs_up(club, ada, "ada", "Ada")
        # Eve makes Ada's browser complete Eve's attempt, or takes over Ada's response.
        planted = club.sign_in(await address(eve), "eve")
        tom = await server.guest()
        assert code(await tom.post("/api/session/provider", planted)) == (403, "provider")
        taken = club.sign_in(await address(tom), "ada")
        assert code(await eve.post("/api/session/provider", taken)) == (403, "provider")
        # Of simultaneous attempts, only one signs in.
        answers = await asyncio.gather(*(tom.post("/api/session/provider", taken) for _ in range(3)))
        assert sorted(answer.status_code for answer in answers) == [200, 403, 403]
        assert [one.json()["id"] for one in answers if one.status_code == 200] == [user]
        late = club.sign_in(await address(eve), "ada")
        clock.at += LIFE
        assert code(await eve.post("/api/session/provider", late)) == (403, "provider")
        # The user refused at the provider, so there is no code.
        back = club.sign_in(await address(eve), "ada")
        assert code(await eve.post("/api/session/provider", {"state": back["state"]})) == (403, "provider")
        # A code from another attempt has a different verifier.
        first, second = [club.sign_in(await address(eve), "ada") for _ in range(2)]
        mixed = first | {"code": second["code"]}
        assert code(await eve.post("/api/session/provider", mixed)) == (403, "provider")


async def test_providers_are_not_mixed_up(tmp_path: Path) -> None:
    async with provider() as club, provider() as evil, site(tmp_path, club, evil) as server:
        ada, eve = await server.guest(), await server.guest()
        user = await signs_up(club, ada, "ada", "Ada")
        # The same subject at another provider is another person.
        back = evil.sign_in(await address(eve, name="other"), "ada")
        assert code(await eve.post("/api/session/provider", back)) == (409, "new_account")
        # A provider cannot speak for another one.
        evil.claims = {"iss": club.issuer}
        back = evil.sign_in(await address(eve, name="other"), "ada")
        assert code(await eve.post("/api/session/provider", back)) == (403, "provider")
        # The response says who issued it (RFC 9207), so that no provider's code is sent to another provider.
        for iss in (evil.issuer, None):
            back = club.sign_in(await address(eve), "ada")
            answer = {name: one for name, one in (back | {"iss": iss}).items() if one is not None}
            assert code(await eve.post("/api/session/provider", answer)) == (403, "provider")
        assert await signs_in(club, eve, "ada") == user


@pytest.mark.parametrize(
    "metadata",
    [
        {"issuer": "https://evil.example"},
        {"token_endpoint": "http://evil.example/token"},
        {"jwks_uri": "file:///etc/passwd"},
        {"authorization_endpoint": None},
    ],
    ids=["another issuer", "not encrypted", "a file", "no address"],
)
async def test_descriptions_that_are_not_taken(tmp_path: Path, metadata: dict[str, Any]) -> None:
    async with provider() as club, site(tmp_path, club) as server:
        guest = await server.guest()
        club.metadata = metadata
        asked = await guest.post("/api/session/providers/club", {"purpose": "enter"})
        assert code(asked) == (503, "unavailable")
        club.metadata = {}
        await signs_up(club, guest, "ada", "Ada")  # the provider is asked again


async def test_new_keys_and_outages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with provider() as club, site(tmp_path, club) as server:
        guest = await server.guest()
        user = await signs_up(club, guest, "ada", "Ada")
        club.key = club.public = RSAKey.generate_key(2048, {"kid": "two"})
        phone = await server.guest()
        back = club.sign_in(await address(phone), "ada")
        assert code(await phone.post("/api/session/provider", back)) == (
            403,
            "provider",
        )  # asked too recently
        monkeypatch.setattr(oidc, "SOON", 0.0)
        assert await signs_in(club, phone, "ada") == user
        other = await server.guest()
        back = club.sign_in(await address(other), "ada")
        club.down = True
        assert code(await other.post("/api/session/provider", back)) == (503, "unavailable")
        await sign_up(other, "Ben")
        await sign_in(await server.guest(), "Ben")  # everything else works


def test_settings(tmp_path: Path) -> None:
    file = tmp_path / "providers.toml"
    with pytest.raises(SettingsError, match="PUBLIC_URL: is required for providers"):
        Settings.from_environment({}, providers=str(file))
    with pytest.raises(DeploymentError, match=r"WHISTLESTOP_PROVIDERS: .*providers\.toml"):
        read_providers(str(file))
    file.write_text('[Club]\nname = "C"\nissuer = "http://x.example"\nclient_id = "w"\n[two]\nname = "D"\n')
    with pytest.raises(DeploymentError) as refused:
        read_providers(str(file))
    told = str(refused.value).splitlines()
    assert len(told) == 3
    assert "[Club]: use lower-case letters" in told[0] + told[1]
    assert "must be an address that begins with https://" in told[0] + told[1] + told[2]
    assert any("[two]" in line and "issuer" in line for line in told)
