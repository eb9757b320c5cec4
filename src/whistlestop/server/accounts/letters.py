"""The e-mails about accounts, in the languages of the client. The words are here because no browser writes them."""
# ruff: noqa: E501 - a paragraph of a letter is one line

from __future__ import annotations

import msgspec


class Letter(msgspec.Struct, frozen=True):
    """Subject and text of an e-mail; `{name}` and `{link}` stand for what is told."""

    subject: str
    text: str


class Letters(msgspec.Struct, frozen=True):
    """One letter in every language, and the page that its link leads to."""

    page: str
    words: dict[str, Letter]

    def filled(self, language: str, **values: str) -> tuple[str, str]:
        """Subject and text in a language, or in English."""
        chosen = self.words.get(language, self.words["en"])
        return chosen.subject, chosen.text.format(**values)


VERIFY = Letters(
    "verify",
    {
        "en": Letter(
            "Confirm your e-mail address",
            "Hello {name},\n\nopen this link to confirm that this address belongs to your Whistlestop account:\n\n{link}\n\n"
            "It works once, for two days. If you did not ask for it, do nothing.\n",
        ),
        "cs": Letter(
            "Potvrď svou e-mailovou adresu",
            "Ahoj {name},\n\notevři tento odkaz a potvrď tím, že tato adresa patří k tvému účtu ve Whistlestopu:\n\n{link}\n\n"
            "Platí jednou a dva dny. Pokud žádost nebyla tvoje, nedělej nic.\n",
        ),
        "pl": Letter(
            "Potwierdź swój adres e-mail",
            "Cześć {name},\n\notwórz ten link, aby potwierdzić, że ten adres należy do twojego konta w Whistlestop:\n\n{link}\n\n"
            "Działa raz, przez dwa dni. Jeśli to nie twoja prośba, nic nie rób.\n",
        ),
        "ro": Letter(
            "Confirmă-ți adresa de e-mail",
            "Salut {name},\n\ndeschide acest link ca să confirmi că adresa aparține contului tău Whistlestop:\n\n{link}\n\n"
            "E valabil o singură dată, timp de două zile. Dacă nu tu l-ai cerut, nu face nimic.\n",
        ),
        "hu": Letter(
            "Erősítsd meg az e-mail-címed",
            "Szia {name}!\n\nNyisd meg ezt a linket, és ezzel megerősíted, hogy ez a cím a Whistlestop-fiókodhoz tartozik:\n\n"
            "{link}\n\nEgyszer használható, két napig. Ha nem te kérted, ne tégy semmit.\n",
        ),
    },
)
RECOVER = Letters(
    "recover",
    {
        "en": Letter(
            "A new password for Whistlestop",
            "Hello {name},\n\nopen this link to choose a new password:\n\n{link}\n\n"
            "It works once, for one hour. If you did not ask for it, do nothing: your password stays as it is.\n",
        ),
        "cs": Letter(
            "Nové heslo do Whistlestopu",
            "Ahoj {name},\n\notevři tento odkaz a zvol si nové heslo:\n\n{link}\n\n"
            "Platí jednou a jednu hodinu. Pokud žádost nebyla tvoje, nedělej nic: heslo zůstane, jaké je.\n",
        ),
        "pl": Letter(
            "Nowe hasło do Whistlestop",
            "Cześć {name},\n\notwórz ten link, aby wybrać nowe hasło:\n\n{link}\n\n"
            "Działa raz, przez godzinę. Jeśli to nie twoja prośba, nic nie rób: hasło pozostanie bez zmian.\n",
        ),
        "ro": Letter(
            "O parolă nouă pentru Whistlestop",
            "Salut {name},\n\ndeschide acest link ca să-ți alegi o parolă nouă:\n\n{link}\n\n"
            "E valabil o singură dată, timp de o oră. Dacă nu tu l-ai cerut, nu face nimic: parola rămâne aceeași.\n",
        ),
        "hu": Letter(
            "Új jelszó a Whistlestophoz",
            "Szia {name}!\n\nNyisd meg ezt a linket, és válassz új jelszót:\n\n{link}\n\n"
            "Egyszer használható, egy órán át. Ha nem te kérted, ne tégy semmit: a jelszavad marad a régi.\n",
        ),
    },
)
CHANGED = Letters(
    "recover",
    {
        "en": Letter(
            "Your password was changed",
            "Hello {name},\n\nthe password of your Whistlestop account has just been changed, and all other browsers were signed "
            "out. If that was not you, choose a new one now:\n\n{link}\n",
        ),
        "cs": Letter(
            "Tvé heslo bylo změněno",
            "Ahoj {name},\n\nheslo k tvému účtu ve Whistlestopu bylo právě změněno a ostatní prohlížeče byly odhlášeny. Pokud to "
            "nebyla tvoje změna, zvol si hned nové:\n\n{link}\n",
        ),
        "pl": Letter(
            "Twoje hasło zostało zmienione",
            "Cześć {name},\n\nhasło do twojego konta w Whistlestop zostało właśnie zmienione, a inne przeglądarki wylogowane. "
            "Jeśli to nie twoja zmiana, wybierz od razu nowe:\n\n{link}\n",
        ),
        "ro": Letter(
            "Parola ta a fost schimbată",
            "Salut {name},\n\nparola contului tău Whistlestop tocmai a fost schimbată, iar celelalte browsere au fost deconectate. "
            "Dacă nu tu ai făcut asta, alege acum una nouă:\n\n{link}\n",
        ),
        "hu": Letter(
            "Megváltozott a jelszavad",
            "Szia {name}!\n\nA Whistlestop-fiókod jelszava most megváltozott, és minden más böngésző kijelentkezett. Ha nem te "
            "voltál, válassz azonnal újat:\n\n{link}\n",
        ),
    },
)
