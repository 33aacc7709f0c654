"""Store URLs as they may be shown: without passwords."""

import re
from typing import Final

_SECRET_OPTION: Final = re.compile(r"(?i)\b(password|passwd|pwd|token|secret)=[^&#]*")


def without_password(url: str) -> str:
    """The URL without what only its owner may know."""
    scheme, slashes, rest = url.partition("//")
    # Everything up to the last `@`: a password that was not encoded may hold `@` and `/` itself.
    owner, at, place = rest.rpartition("@")
    if slashes and at and not owner.startswith("/"):
        user, _, _ = owner.partition(":")
        url = f"{scheme}//{user}@{place}"
    return _SECRET_OPTION.sub(r"\1=...", url)
