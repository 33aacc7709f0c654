"""Ids of rows that have none of their own, derived from their content exactly as bd derives them.

Two clones that write the same comment then write the same row, and a pull merges them.
"""

import hashlib
from typing import Final
from uuid import UUID, uuid5

from fabric.models.bead import Comment
from fabric.models.instants import parse_instant

_EDGES: Final = UUID("bdd74eb9-a20a-554a-985b-54b8f3e64d8b")
_ROWS: Final = UUID("92da14b5-20a8-5252-8eb2-3839e97b2156")


def edge_id(issue_id: str, target: str) -> str:
    """The id of the edge between a pair; its type is no part of it."""
    return str(uuid5(_EDGES, _encodable(f"{issue_id}\x1f{target}")))


def comment_id(issue_id: str, comment: Comment, ordinal: int) -> str:
    """The id of a comment; `ordinal` tells apart comments that say the same at the same second."""
    instant = parse_instant(comment.created_at)
    at = instant.strftime("%Y-%m-%d %H:%M:%S") if instant else comment.created_at
    return row_id("comments", (issue_id, comment.author, comment.text, at), ordinal)


def row_id(table: str, fields: tuple[str | None, ...], ordinal: int) -> str:
    """The id of a row of `comments` or `events` with these fields."""
    digest = hashlib.sha256(b"".join(_encoded(field) for field in fields)).hexdigest()
    return str(uuid5(_ROWS, f"{table}\x1f{ordinal}\x1f{digest}"))


def _encoded(field: str | None) -> bytes:
    if field is None:
        return b"n"
    content = field.encode("utf-8", "surrogatepass")
    return b"v%d:%s" % (len(content), content)


def _encodable(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode()
