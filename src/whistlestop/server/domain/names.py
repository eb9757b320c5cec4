"""Names of users, as others see them."""

from __future__ import annotations

import hashlib
import re
import unicodedata

from whistlestop import bots
from whistlestop.server.domain.refusals import Refusal

# Letters, marks, numbers, punctuation, symbols, plain spaces; no control, format (text direction) codes.
PRINTABLE = ("L", "M", "N", "P", "S", "Zs")
SEEN = ("L", "N", "P", "S")
"""A name needs at least one of these: marks and spaces alone are invisible."""
EMOJI_STYLE = "\ufe0e\ufe0f"
"""Variation selectors that choose the appearance of the preceding character."""
BLANK = frozenset(
    map(
        chr,
        [
            0x034F,  # combining grapheme joiner
            *(0x115F, 0x1160, 0x3164, 0xFFA0),  # Hangul fillers
            *(0x17B4, 0x17B5),  # Khmer inherent vowels
            *range(0x180B, 0x1810),  # Mongolian variation selectors
            0x2800,  # Braille pattern blank
            *range(0xFE00, 0xFE0E),  # variation selectors, except those of emoji
            *(0x1D159, 0x1D173, 0x1D174, 0x1D175, 0x1D176, 0x1D177, 0x1D178, 0x1D179, 0x1D17A),  # musical
            *range(0xE0000, 0xE1000),  # tags, more variation selectors
        ],
    )
)
"""Printable by category but invisible: ignored by default, or blank."""

ALIKE = frozenset({"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU", "GEORGIAN"})
"""Alphabets with similar letters; a name may use only one of them."""
LOOKS_LIKE = str.maketrans(
    "авекмнорстухіјѕԁԛԝһӏьзαβεηικμνορτυχγω01iłøđħð",  # noqa: RUF001 - look-alikes on purpose
    "abekmhopctyxljsdqwhlb3abenlkuvoptuxywolllodhd",
)
"""Lower-case letters without accents that are hard to distinguish; `i`, `l` and `1` are the same."""


GUEST = re.compile(r"Guest (\d{4})")
"""Names of guests who have not chosen one. Each user sees them in their own language."""


def default_name(user: str) -> str:
    """Return the name of a guest who has not chosen one; the same id gives the same name."""
    number = int.from_bytes(hashlib.sha256(user.encode()).digest()[:4], "big") % 9000 + 1000
    return f"Guest {number}"


def tidy(text: str) -> str:
    """Return the text in composed form, with single spaces between words and none at the ends."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def printable_name(text: str) -> str:
    """Return the name without surrounding space, or raise Refusal if it has no visible character."""
    name = tidy(text)
    kinds = [unicodedata.category(sign) for sign in name if sign not in EMOJI_STYLE]
    shown = all(kind.startswith(PRINTABLE) for kind in kinds) and any(kind.startswith(SEEN) for kind in kinds)
    if not 1 <= len(name) <= 24 or not shown or BLANK.intersection(name):
        raise Refusal("bad_request", "A name has 1 to 24 printable characters.")
    return name


def clean_name(text: str) -> str:
    """Return a name that can be shown to other users, or raise Refusal."""
    name = printable_name(text)
    check_scripts(name)
    bare = skeleton(name)
    if bare in {skeleton(taken) for bot in bots.names(seated=True) for taken in (bot, bots.label(bot))}:
        raise Refusal("name_reserved", "This is the name of a bot.")
    if bare in RESERVED:
        raise Refusal("name_reserved", "This name is reserved for the site's moderators.")
    return name


def account_name(text: str) -> str:
    """Return a name that cannot be confused with another, with a letter or digit, or raise Refusal."""
    name = clean_name(text)
    if not skeleton(name):
        raise Refusal("bad_request", "The name of an account needs a letter or a digit.")
    return name


def check_scripts(name: str) -> None:
    """Refuse a name that mixes alphabets with letters that look the same."""
    found = {unicodedata.name(sign, "").partition(" ")[0] for sign in name if sign.isalpha()}
    if len(found & ALIKE) > 1:
        raise Refusal("name_reserved", "Use letters of only one alphabet in a name.")


def skeleton(name: str) -> str:
    """Return a name without case, accents, spaces and punctuation, with similar letters made equal."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    bare = "".join(_digit(sign) for sign in plain if sign.isalnum()).translate(LOOKS_LIKE)
    return bare.replace("rn", "m").replace("vv", "w")[:64]


def _digit(sign: str) -> str:
    """Return a digit of any script as an ASCII digit."""
    value = unicodedata.decimal(sign, None)
    return sign if value is None else str(value)


RESERVED = frozenset(
    map(
        skeleton,
        (
            *("admin", "admins", "administrator", "moderator", "mod", "mods", "operator", "owner", "host"),
            *("root", "system", "sysop", "server", "staff", "support", "security", "official", "webmaster"),
            *(
                "postmaster",
                "whistlestop",
                "whistlestop team",
                "bot",
                "bots",
                "nobody",
                "anonymous",
                "deleted",
            ),
        ),
    )
)
