"""The e-mails about accounts, in the languages of the client. They are here because no browser writes them."""
# ruff: noqa: E501 - a paragraph of an e-mail is one line

from __future__ import annotations

import msgspec


class Words(msgspec.Struct, frozen=True):
    """Subject and text of an e-mail, with the placeholders `{name}` and `{link}`."""

    subject: str
    text: str


class EmailText(msgspec.Struct, frozen=True):
    """An e-mail in every language, and the page that its link leads to."""

    page: str
    words: dict[str, Words]

    def filled(self, language: str, **values: str) -> tuple[str, str]:
        """Return subject and text in a language, or in English."""
        chosen = self.words.get(language, self.words["en"])
        return chosen.subject, chosen.text.format(**values)


VERIFY = EmailText(
    "verify",
    {
        "en": Words(
            "Confirm your e-mail address",
            "Hello {name},\n\nOpen this link to confirm that this address belongs to your Whistlestop account:\n\n{link}\n\n"
            "The link works once and is valid for two days. If you did not request it, ignore this e-mail.\n",
        ),
        "cs": Words(
            "Potvrď svou e-mailovou adresu",
            "Ahoj {name},\n\notevřením tohoto odkazu potvrdíš, že tato adresa patří k tvému účtu ve Whistlestopu:\n\n{link}\n\n"
            "Platí dva dny a jen na jedno použití. Pokud to není tvoje žádost, nemusíš dělat nic.\n",
        ),
        "pl": Words(
            "Potwierdź swój adres e-mail",
            "Cześć {name},\n\notwórz ten link, aby potwierdzić, że ten adres należy do twojego konta w Whistlestop:\n\n{link}\n\n"
            "Działa tylko raz, przez dwa dni. Jeśli to nie twoja prośba, nie musisz nic robić.\n",
        ),
        "ro": Words(
            "Confirmă-ți adresa de e-mail",
            "Salut {name},\n\ndeschide acest link ca să confirmi că această adresă aparține contului tău Whistlestop:\n\n{link}\n\n"
            "Poate fi folosit o singură dată, timp de două zile. Dacă nu l-ai cerut tu, ignoră acest mesaj.\n",
        ),
        "hu": Words(
            "Erősítsd meg az e-mail-címed",
            "Szia {name}!\n\nNyisd meg ezt a linket, és ezzel megerősíted, hogy ez a cím a Whistlestop-fiókodhoz tartozik:\n\n"
            "{link}\n\nEgyszer használható, két napig érvényes. Ha nem te kérted, nincs teendőd.\n",
        ),
    },
)
RECOVER = EmailText(
    "recover",
    {
        "en": Words(
            "New password for Whistlestop",
            "Hello {name},\n\nOpen this link to choose a new password:\n\n{link}\n\n"
            "The link works once and is valid for one hour. If you did not request it, ignore this e-mail: your password stays as it is.\n",
        ),
        "cs": Words(
            "Nové heslo do Whistlestopu",
            "Ahoj {name},\n\notevři tento odkaz a zvol si nové heslo:\n\n{link}\n\n"
            "Platí hodinu a jen na jedno použití. Pokud to není tvoje žádost, nemusíš dělat nic: heslo zůstane stejné.\n",
        ),
        "pl": Words(
            "Nowe hasło do Whistlestop",
            "Cześć {name},\n\notwórz ten link, aby wybrać nowe hasło:\n\n{link}\n\n"
            "Działa tylko raz, przez godzinę. Jeśli to nie twoja prośba, nie musisz nic robić: hasło pozostanie bez zmian.\n",
        ),
        "ro": Words(
            "Parolă nouă pentru Whistlestop",
            "Salut {name},\n\ndeschide acest link ca să-ți alegi o parolă nouă:\n\n{link}\n\n"
            "Poate fi folosit o singură dată, timp de o oră. Dacă nu l-ai cerut tu, ignoră acest mesaj: parola rămâne aceeași.\n",
        ),
        "hu": Words(
            "Új jelszó a Whistlestophoz",
            "Szia {name}!\n\nNyisd meg ezt a linket, és válassz új jelszót:\n\n{link}\n\n"
            "Egyszer használható, egy órán át érvényes. Ha nem te kérted, nincs teendőd: a jelszavad nem változik.\n",
        ),
    },
)
# The frame of an e-mail about a change: greeting, the change, and what to do about it.
FRAMES = {
    "en": "Hello {name},\n\n@\n\nIf that was not you, sign in, choose a new password, and check your account page: it "
    "shows who else can use the account.\n\n{link}\n",
    "cs": "Ahoj {name},\n\n@\n\nPokud to není tvoje změna, přihlas se, zvol si nové heslo a projdi si svůj účet: uvidíš, kdo "
    "další ho může používat.\n\n{link}\n",
    "pl": "Cześć {name},\n\n@\n\nJeśli to nie twoja zmiana, zaloguj się, wybierz nowe hasło i przejrzyj swoje konto: zobaczysz, "
    "kto jeszcze może go używać.\n\n{link}\n",
    "ro": "Salut {name},\n\n@\n\nDacă nu ai făcut tu asta, conectează-te, alege o parolă nouă și verifică-ți contul: vezi acolo "
    "cine îl mai poate folosi.\n\n{link}\n",
    "hu": "Szia {name}!\n\n@\n\nHa nem te voltál, jelentkezz be, válassz új jelszót, és nézd át a fiókodat: ott látod, ki "
    "használhatja még.\n\n{link}\n",
}


def _told(**words: tuple[str, str]) -> EmailText:
    """Return the e-mail about a change: for each language its subject and the change."""
    filled = {code: Words(one, FRAMES[code].replace("@", told)) for code, (one, told) in words.items()}
    return EmailText("signin", filled)


CHANGED = _told(
    en=(
        "Your password was changed",
        (
            "The password of your Whistlestop account has just been changed. All other browsers were signed out, and all tokens of "
            "programs were revoked."
        ),
    ),
    cs=(
        "Tvé heslo bylo změněno",
        (
            "heslo k tvému účtu ve Whistlestopu bylo právě změněno. Ostatní prohlížeče byly odhlášeny a všechny tokeny programů "
            "zrušeny."
        ),
    ),
    pl=(
        "Twoje hasło zostało zmienione",
        (
            "hasło do twojego konta w Whistlestop zostało właśnie zmienione. Inne przeglądarki zostały wylogowane, a wszystkie tokeny "
            "programów unieważnione."
        ),
    ),
    ro=(
        "Parola ta a fost schimbată",
        (
            "parola contului tău Whistlestop tocmai a fost schimbată. Celelalte browsere au fost deconectate, iar toate tokenurile "
            "programelor au fost revocate."
        ),
    ),
    hu=(
        "Megváltozott a jelszavad",
        (
            "A Whistlestop-fiókod jelszava az imént megváltozott. Minden más böngészőt kijelentkeztettünk, és a programok összes tokenjét "
            "visszavontuk."
        ),
    ),
)
ADDRESS = _told(
    en=(
        "Your e-mail address was changed",
        (
            "This address no longer belongs to your Whistlestop account. Links to choose a new password are no longer sent "
            "here."
        ),
    ),
    cs=(
        "Tvá e-mailová adresa byla změněna",
        "tato adresa už nepatří k tvému účtu ve Whistlestopu. Odkazy pro volbu nového hesla sem už chodit nebudou.",
    ),
    pl=(
        "Twój adres e-mail został zmieniony",
        "ten adres nie należy już do twojego konta w Whistlestop. Linki do wyboru nowego hasła nie będą tu już przychodzić.",
    ),
    ro=(
        "Adresa ta de e-mail a fost schimbată",
        "această adresă nu mai aparține contului tău Whistlestop. Linkurile pentru o parolă nouă nu se mai trimit aici.",
    ),
    hu=(
        "Megváltozott az e-mail-címed",
        "Ez a cím már nem tartozik a Whistlestop-fiókodhoz. Az új jelszó beállításához szükséges linket többé nem ide küldjük.",
    ),
)
TOKEN = _told(
    en=(
        "New token for a program",
        "A token has just been created for your Whistlestop account. A program that has it can act for you.",
    ),
    cs=(
        "Nový token pro programy",
        "k tvému účtu ve Whistlestopu byl právě vytvořen token. Program, který ho má, může jednat za tebe.",
    ),
    pl=(
        "Nowy token dla programów",
        "do twojego konta w Whistlestop został właśnie utworzony token. Program, który go ma, może działać za ciebie.",
    ),
    ro=(
        "Token nou pentru programe",
        "tocmai a fost creat un token pentru contul tău Whistlestop. Un program care îl are poate acționa în numele tău.",
    ),
    hu=(
        "Új token programoknak",
        "A Whistlestop-fiókodhoz az imént új token készült. Az a program, amelynek megvan, a nevedben járhat el.",
    ),
)
PASSKEY = _told(
    en=(
        "New passkey",
        "A passkey has just been added to your Whistlestop account. It opens your account without a password.",
    ),
    cs=(
        "Nový přístupový klíč",
        "k tvému účtu ve Whistlestopu byl právě přidán přístupový klíč. Otevírá tvůj účet i bez hesla.",
    ),
    pl=(
        "Nowy klucz dostępu",
        "do twojego konta w Whistlestop został właśnie dodany klucz dostępu. Otwiera on twoje konto bez hasła.",
    ),
    ro=(
        "Cheie de acces nouă",
        "tocmai a fost adăugată o cheie de acces la contul tău Whistlestop. Cu ea se poate intra în contul tău fără parolă.",
    ),
    hu=(
        "Új azonosítókulcs",
        "A Whistlestop-fiókodhoz az imént új azonosítókulcsot adtak. Ezzel jelszó nélkül is be lehet lépni a fiókodba.",
    ),
)
FACTOR_ON = _told(
    en=(
        "The second factor was turned on",
        (
            "The second factor of your Whistlestop account has just been turned on or changed. Your password alone is no longer enough "
            "to sign in."
        ),
    ),
    cs=(
        "Dvoufázové ověření je zapnuté",
        "dvoufázové ověření tvého účtu ve Whistlestopu bylo právě zapnuto nebo změněno. Samotné heslo už k přihlášení nestačí.",
    ),
    pl=(
        "Weryfikacja dwuetapowa jest włączona",
        (
            "weryfikacja dwuetapowa twojego konta w Whistlestop została właśnie włączona lub zmieniona. Samo hasło nie wystarczy już do "
            "zalogowania."
        ),
    ),
    ro=(
        "Autentificarea în doi pași a fost activată",
        (
            "autentificarea în doi pași a contului tău Whistlestop tocmai a fost activată sau schimbată. Parola singură nu mai "
            "ajunge pentru conectare."
        ),
    ),
    hu=(
        "Bekapcsolták a kétlépcsős bejelentkezést",
        "A Whistlestop-fiókod kétlépcsős bejelentkezését az imént bekapcsolták vagy módosították. A jelszó egymagában már nem elég.",
    ),
)
FACTOR_OFF = _told(
    en=(
        "The second factor was turned off",
        "The second factor of your Whistlestop account has just been turned off. Your password alone is enough to sign in.",
    ),
    cs=(
        "Dvoufázové ověření je vypnuté",
        "dvoufázové ověření tvého účtu ve Whistlestopu bylo právě vypnuto. K přihlášení zase stačí heslo.",
    ),
    pl=(
        "Weryfikacja dwuetapowa jest wyłączona",
        "weryfikacja dwuetapowa twojego konta w Whistlestop została właśnie wyłączona. Do zalogowania znów wystarczy hasło.",
    ),
    ro=(
        "Autentificarea în doi pași a fost dezactivată",
        "autentificarea în doi pași a contului tău Whistlestop tocmai a fost dezactivată. Pentru conectare ajunge din nou parola.",
    ),
    hu=(
        "Kikapcsolták a kétlépcsős bejelentkezést",
        "A Whistlestop-fiókod kétlépcsős bejelentkezését az imént kikapcsolták. A belépéshez újra elég a jelszó.",
    ),
)
