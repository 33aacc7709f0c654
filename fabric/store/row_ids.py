"""Ids of rows that have none of their own, derived from their content exactly as bd derives them.

Two clones that write the same comment then write the same row, and a pull merges them.
"""

import hashlib
from typing import Final

from fabric.models.bead import Comment
from fabric.models.instants import parse_instant

_EDGES: Final = bytes.fromhex("bdd74eb9a20a554a985b54b8f3e64d8b")
_ROWS: Final = bytes.fromhex("92da14b520a852528eb23839e97b2156")


def edge_id(issue_id: str, target: str) -> str:
    """The id of the edge between a pair; its type is no part of it."""
    return _uuid5(_EDGES, _encodable(f"{issue_id}\x1f{target}"))


def comment_id(issue_id: str, comment: Comment, ordinal: int) -> str:
    """The id of a comment; `ordinal` tells apart comments that say the same at the same second."""
    instant = parse_instant(comment.created_at)
    at = instant.strftime("%Y-%m-%d %H:%M:%S") if instant else comment.created_at
    return row_id("comments", (issue_id, comment.author, comment.text, at), ordinal)


def row_id(table: str, fields: tuple[str | None, ...], ordinal: int) -> str:
    """The id of a row of `comments` or `events` with these fields."""
    digest = hashlib.sha256(b"".join(_encoded(field) for field in fields)).hexdigest()
    return _uuid5(_ROWS, f"{table}\x1f{ordinal}\x1f{digest}")


def _uuid5(space: bytes, name: str) -> str:
    """The same as by `uuid.uuid5`, whose module takes long to load."""
    made = bytearray(hashlib.sha1(space + name.encode(), usedforsecurity=False).digest()[:16])
    made[6] = made[6] & 0x0F | 0x50
    made[8] = made[8] & 0x3F | 0x80
    digits = made.hex()
    return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"


def _encoded(field: str | None) -> bytes:
    if field is None:
        return b"n"
    content = field.encode("utf-8", "surrogatepass")
    return b"v%d:%s" % (len(content), content)


def _encodable(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode()
