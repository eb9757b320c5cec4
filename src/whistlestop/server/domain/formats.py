"""The forms of texts and numbers that come in and are kept."""

from typing import Annotated

from msgspec import Meta


def made_of(characters: str, most: int) -> Meta:
    """A text of so many characters at most that matches throughout.

    A trailing newline matches a `$` of Python, but not that of other languages, which read the description.
    """
    return Meta(
        min_length=1,
        max_length=most,
        pattern=rf"^{characters}\Z",
        extra_json_schema={"pattern": f"^{characters}$"},
    )


Slug = Annotated[str, made_of("[a-z0-9][a-z0-9_:=,.-]*", 64)]
Delay = Annotated[int, Meta(ge=0, le=900)]
