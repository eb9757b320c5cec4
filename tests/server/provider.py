"""An OpenID provider on the loopback interface that answers correctly, or as a test wants."""

from __future__ import annotations

import asyncio
import base64
import json
import secrets
from contextlib import asynccontextmanager
from hashlib import sha256
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, unquote_plus, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

from whistlestop.server.domain.times import now

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

CLIENT, SECRET = "whistle stop", "p&ss:word"


def encoded(part: bytes) -> str:
    """Return a part of a token."""
    return base64.urlsafe_b64encode(part).rstrip(b"=").decode()


class OpenIDProvider:
    """A provider. `claims`: changes to its ID tokens; None omits a claim."""

    def __init__(self) -> None:
        self.issuer = ""
        self.key = RSAKey.generate_key(2048, {"kid": "one"})
        self.public = self.key
        """The key that it publishes."""
        self.id_token: Callable[[dict[str, str], str], str] = self.signed
        """Makes an ID token from the parameters of the request and the access token."""
        self.claims: dict[str, Any] = {}
        self.metadata: dict[str, Any] = {}
        self.algorithm = "RS256"
        self.down = False
        self.person = "somebody"
        """The person who signs in when a browser arrives."""
        self._codes: dict[str, dict[str, str]] = {}
        """The parameters that each code was issued for."""

    def settings(self, folder: Path, *others: OpenIDProvider) -> str:
        """Return the path of a file with this provider as `club`, and others as `other`."""
        file = folder / "providers.toml"
        sections = [
            f'[{name}]\nname = "{name.title()}"\nissuer = "{one.issuer}"\n'
            f'client_id = "{CLIENT}"\nclient_secret = "{SECRET}"\n'
            for name, one in zip(("club", "other"), (self, *others), strict=False)
        ]
        file.write_text("\n".join(sections))
        return str(file)

    def sign_in(self, address: str, subject: str) -> dict[str, str]:
        """Sign in a person who arrived at an address; return the parameters with which they are sent back."""
        asked = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
        assert address.startswith(f"{self.issuer}/authorize?")
        assert (asked["client_id"], asked["response_type"]) == (CLIENT, "code")
        assert "openid" in asked["scope"].split()
        assert asked["code_challenge_method"] == "S256"
        code = secrets.token_urlsafe(8)
        self._codes[code] = asked | {"subject": subject}
        return {"state": asked["state"], "code": code, "iss": self.issuer}

    def signed(self, asked: dict[str, str], access_token: str) -> str:
        at = now() // 1000
        half = sha256(access_token.encode()).digest()[:16]
        claims = {
            "iss": self.issuer,
            "sub": asked["subject"],
            "aud": CLIENT,
            "exp": at + 300,
            "iat": at,
            "nonce": asked["nonce"],
            "at_hash": encoded(half),
        }
        if "max_age" in asked:
            claims["auth_time"] = at
        claims = {name: one for name, one in (claims | self.claims).items() if one is not None}
        header = {"alg": self.algorithm, "kid": self.key.kid}
        if self.algorithm == "none":
            parts = [json.dumps(part).encode() for part in ({"alg": "none"}, claims)]
            return ".".join(map(encoded, parts)) + "."
        return jwt.encode(header, claims, self.key, algorithms=[self.algorithm])

    def answer(self, path: str, headers: dict[str, str], body: str) -> tuple[int, Any]:
        """Return the status and the JSON of an answer."""
        if self.down:
            return 503, {}
        if path == "/.well-known/openid-configuration":
            found = {
                "issuer": self.issuer,
                "authorization_endpoint": f"{self.issuer}/authorize",
                "token_endpoint": f"{self.issuer}/token",
                "jwks_uri": f"{self.issuer}/keys",
                "authorization_response_iss_parameter_supported": True,
            }
            return 200, found | self.metadata
        if path == "/keys":
            return 200, {"keys": [self.public.as_dict(private=False)]}
        sent = {name: values[0] for name, values in parse_qs(body).items()}
        name, _, secret = base64.b64decode(headers["authorization"].split()[1]).decode().partition(":")
        if (unquote_plus(name), unquote_plus(secret)) != (CLIENT, SECRET):
            return 401, {"error": "invalid_client"}
        asked = self._codes.pop(sent["code"], None)
        challenge = encoded(sha256(sent["code_verifier"].encode()).digest())
        if (
            asked is None
            or challenge != asked["code_challenge"]
            or sent["redirect_uri"] != asked["redirect_uri"]
        ):
            return 400, {"error": "invalid_grant"}
        access = secrets.token_urlsafe(8)
        return 200, {"access_token": access, "token_type": "Bearer", "id_token": self.id_token(asked, access)}

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().rstrip().split("\r\n")
        headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
        body = (await reader.readexactly(int(headers.get("content-length", 0)))).decode()
        path = first.split()[1]
        more = ""
        if path.startswith("/authorize?"):
            back = self.sign_in(self.issuer + path, self.person)
            site = parse_qs(urlsplit(path).query)["redirect_uri"][0]
            status, found, more = 302, None, f"Location: {site}?{urlencode(back)}\r\n"
        else:
            status, found = self.answer(path, headers, body)
        told = json.dumps(found).encode()
        head = (
            f"HTTP/1.1 {status} .\r\n{more}Content-Type: application/json\r\nContent-Length: {len(told)}\r\n"
        )
        writer.write(f"{head}Connection: close\r\n\r\n".encode() + told)
        await writer.drain()
        writer.close()


@asynccontextmanager
async def provider() -> AsyncIterator[OpenIDProvider]:
    """An OpenID provider."""
    found = OpenIDProvider()
    server = await asyncio.start_server(found.serve, "127.0.0.1", 0)
    found.issuer = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with server:
        yield found
