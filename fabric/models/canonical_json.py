"""One way to turn a value into bytes, for digests, versions and payloads."""

import json


def canonical_json(value: object) -> str:
    """Keys sorted, no blanks, non-ASCII as it is."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def sha256_of(text: str) -> str:
    """`sha256:` and the hex digest of the UTF-8 of a text; lone surrogates are escaped first."""
    import hashlib  # noqa: PLC0415  # it loads a library of ciphers, and many a start needs no digest

    return "sha256:" + hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()
