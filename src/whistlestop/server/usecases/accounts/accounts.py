"""Identify users, and handle everything that users can do with an account.

A guest is identified by a sealed cookie. A user with an account holds the secret of a session; the database stores only
its hash. The secret changes whenever the user enters a password or uses a passkey.
"""

from __future__ import annotations

import secrets
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import structlog
from msgspec.structs import replace

from whistlestop.server.adapters.database.account_removal import PLAYS_ON, forget, merge, seats_under_way
from whistlestop.server.adapters.database.accounts import AccountStore
from whistlestop.server.domain.accounts import Account, Link, Passkey, ProviderLogin, Session
from whistlestop.server.domain.identity import SESSION_MARK, Entry, Identity, digest, is_guest, new_session_id
from whistlestop.server.domain.names import account_name, skeleton
from whistlestop.server.domain.refusals import Conflict, Refusal
from whistlestop.server.domain.times import now as wall_clock
from whistlestop.server.usecases.accounts import email_texts
from whistlestop.server.usecases.accounts.email_texts import RECOVER, VERIFY
from whistlestop.server.usecases.accounts.emails import AccountEmails, clean_email
from whistlestop.server.usecases.accounts.factors import Factors, Shown
from whistlestop.server.usecases.accounts.passkeys import Passkeys, Place
from whistlestop.server.usecases.accounts.passwords import Passwords, check_password
from whistlestop.server.usecases.accounts.public_profile import PublicProfile
from whistlestop.server.usecases.open_connections import OpenConnections
from whistlestop.server.usecases.tables.hand_over import hand_to_bot, reread

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.adapters.smtp import Mailer
    from whistlestop.server.domain.keys import Key
    from whistlestop.server.domain.limits import Limits
    from whistlestop.server.settings import Settings
    from whistlestop.server.usecases.tables.registry import Tables

log = structlog.get_logger("whistlestop.accounts")

MINUTE = 60 * 1000
HOUR = 60 * MINUTE
DAY = 24 * HOUR
PROOF = 15 * MINUTE
"""Milliseconds during which a password or passkey allows users to change how they sign in."""
LINK_LIFE = {"verify": 2 * DAY, "recover": HOUR}
MOST_PASSKEYS = 20


class Accounts:
    """The accounts of a site. `now` returns the time in milliseconds."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        mailer: Mailer,
        settings: Settings,
        keys: Callable[[], Sequence[Key]],
        limits: Limits,
        open_connections: OpenConnections,
        factors: Factors,
        is_moderator: Callable[[str], bool],
        now: Callable[[], int] = wall_clock,
    ) -> None:
        self.kept = AccountStore(store)
        self.open_connections = open_connections
        self.passkeys = Passkeys(keys, now)
        self._store = store
        self._tables = tables
        self.emails = AccountEmails(mailer, settings)
        self._settings = settings
        self._passwords = Passwords()
        self._limits = limits
        self.now = now
        self.factors = factors
        self.public_profile = PublicProfile(store, self.kept, tables)
        self.is_moderator = is_moderator

    # --------------------------------------------------------------------------------------------- identification

    async def of_session(self, cookie: str) -> Identity | None:
        """Return the user with this session cookie, or None."""
        if not cookie.startswith(SESSION_MARK):
            return None
        now = self.now()
        session = await self.kept.session(digest(cookie[len(SESSION_MARK) :]), now)
        if session is None:
            return None
        if now - session.seen > HOUR:
            session = replace(session, seen=now, expires=self._end(session.created, now))
            await self.kept.touch(session.id, now, session.expires)
        return Identity(session.user, session)

    async def check_connections(self) -> None:
        """Close the connections of ended sessions and tokens, and of guests who now have an account."""
        keys = self.open_connections.keys()
        if keys:
            guests = {key for key in keys if is_guest(key)}
            ending = [key for key in keys if key not in guests]
            living = await self.kept.living(ending, self.now())
            self.open_connections.close(set(ending) - living)
            self.open_connections.close(await self.kept.known_accounts(list(guests)))

    def _end(self, created: int, seen: int) -> int:
        return min(created + self._settings.session_days * DAY, seen + self._settings.session_idle_days * DAY)

    # ---------------------------------------------------------------------------------------- signing in and out

    async def sign_up(
        self,
        who: Identity,
        name: str,
        password: str | None,
        answer: dict[str, Any] | None,
        at: Place,
        agent: str,
    ) -> Entry:
        """Turn a guest into an account, with everything that the guest has."""
        if who.session is not None:
            raise Refusal("bad_request", "You already have an account.")
        name = account_name(name)
        kept, passkey = None, None
        if password is not None:
            check_password(password, name)
            kept = await self._passwords.hash(password)
        if answer is not None:
            made = self.passkeys.made(at, who.subject, answer)
            passkey = Passkey(made.id, who.user, agent or name, made.key, made.count, self.now(), None)
        if kept is None and passkey is None:
            raise Refusal("bad_request", "An account needs a password or a passkey.")
        return await self.make(who, name, kept, passkey, agent)

    async def make(
        self, who: Identity, name: str, kept: str | None, way: Passkey | ProviderLogin | None, agent: str
    ) -> Entry:
        """Make the account of a guest who has shown a way to sign in. kept: the hash of a password."""
        entry = self._begin(who.user, agent)
        account = Account(who.user, name, kept, None, entry.session.created)
        try:
            ended = await self.kept.make(account, skeleton(name), way, entry.session)
        except Conflict:
            raise Refusal("name_taken", "Somebody else has this name.") from None
        self.open_connections.close([*ended, who.subject])
        self.public_profile.show_name(who.user, name)
        self.public_profile.show_page(who.user, shown=True)
        log.info("account made")
        return entry

    async def sign_in(self, who: Identity, called: str, password: str, shown: Shown, agent: str) -> Entry:
        """Sign in with a name or address and a password, and with the second factor if it is on."""
        account = await self._called(called)
        kept = None if account is None else account.password
        if not await self._passwords.check(kept, password) or account is None or kept is None:
            raise Refusal("credentials", "Name or password is wrong.")
        await self.check_second(who, account.user, shown)
        if self._passwords.outdated(kept):
            await self.kept.set_password(account.user, await self._passwords.hash(password), before=kept)
        return await self.enter(who, account.user, agent)

    async def sign_in_with_passkey(
        self, who: Identity, answer: dict[str, Any], at: Place, agent: str
    ) -> Entry:
        """Sign in with any passkey of this site."""
        return await self.enter(who, await self._show_passkey(who, answer, at), agent)

    async def sign_out(self, who: Identity) -> None:
        """End the session of the request."""
        if who.session is not None:
            self.open_connections.close(await self.kept.end_sessions(who.user, only=who.session.id))

    async def end_sessions(self, who: Identity, only: str | None) -> None:
        """End another session, or all others, and close their connections at once."""
        session = self.session(who)
        ended = await self.kept.end_sessions(who.user, only=only, but=session.id)
        self.open_connections.close(ended)

    async def prove(self, who: Identity, password: str | None, shown: Shown) -> Entry:
        """Give a recent proof: with a passkey, or with the password and, if it is on, the second factor."""
        session = self.session(who)
        if shown.passkey is not None:
            await self._check_passkey(who, who.user, shown.passkey, shown.at)
        else:
            account = await self.account(who)
            if password is None or not await self._passwords.check(account.password, password):
                raise Refusal("credentials", "The password is wrong.")
            await self.check_second(who, who.user, shown)
        return await self.renew(session)

    async def check_second(self, who: Identity, user: str, shown: Shown) -> None:
        """Refuse (`second_factor`) a user who has given the password of an account but not its second factor."""
        if not await self.factors.is_on(user):
            return
        if shown.passkey is not None:
            await self._check_passkey(who, user, shown.passkey, shown.at)
        elif shown.code is not None:
            self._limits.code(user)
            await self.factors.use_code(user, shown.code)
        else:
            raise Refusal("second_factor", "Enter a code of your authenticator app or use a passkey.")

    async def _check_passkey(self, who: Identity, user: str, answer: dict[str, Any], at: Place) -> None:
        if await self._show_passkey(who, answer, at) != user:
            raise Refusal("passkey", "This passkey belongs to another account.")

    async def _show_passkey(self, who: Identity, answer: dict[str, Any], at: Place) -> str:
        """Return the user whose passkey gave this answer."""
        known = await self.kept.passkey(str(answer.get("id", ""))[:1364])
        if known is None:
            raise Refusal("passkey", "This passkey was not accepted.")
        count, answered = self.passkeys.used(at, who.subject, answer, known.key, known.count)
        try:
            await self.kept.use_passkey(known.id, count, self.now(), answered)
        except Conflict:
            raise Refusal("passkey", "This passkey was not accepted.") from None
        return known.user

    async def _called(self, called: str) -> Account | None:
        if "@" in called and (found := await self.kept.account_of_email(clean_email(called))) is not None:
            return found
        holder = await self.kept.holder(skeleton(called))
        return None if holder is None else await self.kept.account(holder)

    async def enter(self, who: Identity, user: str, agent: str) -> Entry:
        """Start a session of a user who has proved their identity. A guest's games move to the account."""
        entry = self._begin(user, agent)
        if who.session is None and who.known and who.user != user:
            await self._merge(who, user)
        elif who.session is not None:
            await self.kept.end_sessions(who.user, only=who.session.id)
        await self.kept.add_session(entry.session)
        self.open_connections.close([who.subject])
        return entry

    async def _merge(self, guest: Identity, user: str) -> None:
        """Give an account everything that belongs to a guest who turned out to be its owner."""
        await self._hand_to_bots(await seats_under_way(self._store, guest.user, user))
        games, ended = await merge(self._store, guest.user, user)
        self.open_connections.close([*ended, guest.subject])
        await reread(self._tables, games)

    async def _hand_to_bots(self, sits: list[tuple[str, int]]) -> None:
        """Let bots play for seats that their users are about to leave, so that clocks and viewers know the time."""
        for game, seat in sits:
            async with self._tables.use(game) as table:
                with suppress(Refusal):  # the game has ended, or a bot is already playing
                    await hand_to_bot(table, seat, PLAYS_ON)

    def _begin(self, user: str, agent: str) -> Entry:
        secret, now = secrets.token_urlsafe(32), self.now()
        session = Session(
            new_session_id(), user, digest(secret), now, now, self._end(now, now), now, agent[:80]
        )
        return Entry(secret, session)

    async def renew(self, session: Session) -> Entry:
        """Give a session a new secret after its holder has proved their identity."""
        secret = secrets.token_urlsafe(32)
        renewed = replace(session, hash=digest(secret), proved=self.now())
        try:
            await self.kept.change_session(session.hash, renewed)
        except Conflict:
            raise Refusal("prove", "Enter your password or use your passkey again.") from None
        return Entry(secret, renewed)

    # ----------------------------------------------------------------------------------------------- the account

    def session(self, who: Identity) -> Session:
        """Return the session of the request, or refuse it."""
        if who.session is None:
            raise Refusal("no_account", "You are not signed in.")
        return who.session

    def check_proved(self, who: Identity) -> Session:
        """Refuse (`prove`) an action that needs a recent proof of identity."""
        session = self.session(who)
        if self.now() - session.proved > PROOF:
            raise Refusal("prove", "Enter your password or use your passkey again.")
        return session

    def check_proved_account(self, who: Identity) -> None:
        """Refuse (`prove`) an account without a recent proof. Guests do not need one."""
        if who.session is not None:
            self.check_proved(who)

    async def account(self, who: Identity) -> Account:
        """Return the account of the request, or refuse it."""
        self.session(who)
        account = await self.kept.account(who.user)
        if account is None:
            raise Refusal("no_account", "You are not signed in.")
        return account

    async def show_page(self, who: Identity, shown: bool) -> None:
        """Show the account's page to others or hide it, including the link from its name at tables."""
        await self.account(who)
        await self.public_profile.allow_page(who.user, shown)

    async def change_password(self, who: Identity, password: str) -> Entry:
        """Set a password; all other sessions end."""
        session = self.check_proved(who)
        account = await self.account(who)
        check_password(password, account.name)
        secret, hashed = secrets.token_urlsafe(32), await self._passwords.hash(password)
        entry = Entry(secret, replace(session, hash=digest(secret)))
        self.open_connections.close(await self.kept.change_password(who.user, hashed, entry.session))
        self.emails.tell(email_texts.CHANGED, account)
        return entry

    async def change_email(self, who: Identity, email: str | None, language: str) -> None:
        """Delete the address, or send a link to a new one, which takes effect when the link is opened."""
        self.check_proved(who)
        account = await self.account(who)
        if email is None:
            await self.kept.set_email(who.user, None)
            self.emails.tell(email_texts.ADDRESS, account)
            return
        email = clean_email(email)
        self.emails.check()  # before anything is stored
        token = secrets.token_urlsafe(32)
        await self.kept.add_link(self._link(token, "verify", who.user, email), self.now())
        await self.kept.set_language(who.user, language)
        await self.emails.send(VERIFY, language, email, account.name, token)

    async def verify(self, token: str) -> None:
        """Set the address to which a link was sent."""
        link = await self.kept.take_link(digest(token), "verify", self.now())
        before = None if link.user is None else await self.kept.account(link.user)
        if before is None:
            raise Refusal("link", "This link was already used or has expired.")
        try:
            await self.kept.set_email(before.user, link.email)
        except Conflict:
            raise Refusal("email_taken", "Another account has this address.") from None
        if before.email != link.email:
            self.emails.tell(email_texts.ADDRESS, before)

    def recover(self, email: str, language: str) -> None:
        """Send a link to the owner of this address; the response does not reveal whether there is one."""
        self.emails.check()
        self.emails.later(self._recover(clean_email(email), language))

    async def _recover(self, email: str, language: str) -> None:
        account = await self.kept.account_of_email(email)
        if account is None:
            return
        token = secrets.token_urlsafe(32)
        await self.kept.add_link(self._link(token, "recover", account.user, None), self.now())
        await self.emails.send(RECOVER, language, email, account.name, token)

    async def reset(self, who: Identity, token: str, password: str, shown: Shown, agent: str) -> Entry:
        """Set a password through a link, with the second factor if it is on, end all sessions, and sign in."""
        link = await self.kept.look_link(digest(token), "recover", self.now())
        account = None if link.user is None else await self.kept.account(link.user)
        if account is None:
            raise Refusal("link", "This link was already used or has expired.")
        check_password(password, account.name)  # before the link or a code is consumed
        await self.check_second(who, account.user, shown)
        hashed = await self._passwords.hash(password)
        await self.kept.take_link(link.hash, "recover", self.now())
        entry = self._begin(account.user, agent)
        self.open_connections.close(await self.kept.change_password(account.user, hashed, entry.session))
        self.emails.tell(email_texts.CHANGED, account)
        # Like a sign-in, except that the session is already stored.
        if who.session is None and who.known and who.user != account.user:
            await self._merge(who, account.user)
        self.open_connections.close([who.subject])
        return entry

    async def add_passkey(self, who: Identity, answer: dict[str, Any], name: str, at: Place) -> None:
        """Add a passkey to the account."""
        self.check_proved(who)
        made = self.passkeys.made(at, who.subject, answer)
        passkey = Passkey(made.id, who.user, name[:64], made.key, made.count, self.now(), None)
        try:
            await self.kept.add_passkey(passkey, MOST_PASSKEYS)
        except Conflict:
            raise Refusal("passkey", "This passkey was not accepted.") from None
        self.emails.tell(email_texts.PASSKEY, await self.account(who))

    async def remove_passkey(self, who: Identity, key: str) -> None:
        """Remove a passkey from the account, unless it is the only way to sign in."""
        self.check_proved(who)
        await self.kept.remove_passkey(who.user, key)

    async def delete(self, who: Identity) -> None:
        """Delete a user, whether guest or account."""
        self.check_proved_account(who)
        await self._hand_to_bots(await seats_under_way(self._store, who.user))
        games, ended = await forget(self._store, who.user)
        self.open_connections.close([*ended, who.subject])
        await reread(self._tables, games)
        log.info("user deleted", account=who.session is not None)

    def _link(self, token: str, kind: str, user: str, email: str | None) -> Link:
        return Link(digest(token), kind, user, email, self.now() + LINK_LIFE[kind])
