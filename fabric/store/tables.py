"""The tables, said once: those of the embedded store, and ours, which every database carries.

The embedded ones are shaped like bd's (their names and columns), with `extra` for what we do not
know. Times are text, as they were written. `depends_on_id` has no foreign key, because an import may
bring an edge to a bead that is not there (yet), and that must not be lost.
"""

from typing import Final

from sqlalchemy import Column, ForeignKey, Index, Integer, MetaData, String, Table, Text
from sqlalchemy.dialects.mysql import LONGTEXT
from sqlalchemy.types import TypeEngine

from fabric.store.schema_number import VERSION_COLUMN, VERSION_TABLE

_KEY_LENGTH: Final = 255
_HASH_LENGTH: Final = 80

embedded: Final = MetaData()
"""The graph in the embedded store."""

ours: Final = MetaData()
"""What we add to every database: the journal, and the number of its schema."""


def _text(name: str, default: str = "") -> Column[str]:
    return Column(name, Text, nullable=False, server_default=default)


def _key(name: str, *, is_primary: bool = False) -> Column[str]:
    return Column(name, String(_KEY_LENGTH), primary_key=is_primary, nullable=False)


def _of_issue(*, is_primary: bool) -> Column[str]:
    target = ForeignKey("issues.id", ondelete="CASCADE", onupdate="CASCADE")
    return Column("issue_id", String(_KEY_LENGTH), target, primary_key=is_primary, nullable=False)


def _long() -> TypeEngine[str]:
    return Text().with_variant(LONGTEXT(), "mysql")


issues: Final = Table(
    "issues",
    embedded,
    _key("id", is_primary=True),
    *map(_text, ("title", "description", "design", "acceptance_criteria", "notes")),
    _text("status", "open"),
    Column("priority", Integer, nullable=False, server_default="2"),
    _text("issue_type", "task"),
    *map(_text, ("assignee", "owner", "created_at", "created_by", "updated_at")),
    *map(_text, ("closed_at", "close_reason")),
    *(
        Column(flag, Integer, nullable=False, server_default="0")
        for flag in ("pinned", "ephemeral", "is_template")
    ),
    _text("metadata", "{}"),
    _text("extra", "{}"),
    Index("issues_by_status", "status", "id"),
    Index("issues_by_type", "issue_type", "id"),
    Index("issues_by_closing", "closed_at", "id"),
)

labels: Final = Table(
    "labels",
    embedded,
    _of_issue(is_primary=True),
    _key("label", is_primary=True),
    Index("labels_by_label", "label"),
    sqlite_with_rowid=False,
)

dependencies: Final = Table(
    "dependencies",
    embedded,
    _of_issue(is_primary=True),
    _key("depends_on_id", is_primary=True),
    # Part of the key, because older exports hold two edges of different types for one pair.
    _key("type", is_primary=True),
    *map(_text, ("created_at", "created_by")),
    _text("metadata", "{}"),
    _text("thread_id"),
    _text("extra", "{}"),
    Index("dependencies_by_target", "depends_on_id", "type"),
    sqlite_with_rowid=False,
)

comments: Final = Table(
    "comments",
    embedded,
    _of_issue(is_primary=True),
    # Two projects number their comments alike, so the place in the bead is the key, not the id.
    Column("position", Integer, primary_key=True, nullable=False),
    *map(_text, ("id", "author", "text", "created_at")),
    _text("extra", "{}"),
)

config: Final = Table(
    "config",
    embedded,
    _key("key", is_primary=True),
    _text("value"),
    sqlite_with_rowid=False,
)

metadata: Final = Table(
    "metadata",
    embedded,
    _key("key", is_primary=True),
    _text("value"),
    sqlite_with_rowid=False,
)

journal: Final = Table(
    "fabric_journal",
    ours,
    Column("writer", String(_KEY_LENGTH), primary_key=True),
    Column("sequence", Integer, primary_key=True, autoincrement=False),
    Column("previous_hash", String(_HASH_LENGTH), nullable=False),
    Column("at", String(40), nullable=False),
    Column("actor", String(_KEY_LENGTH), nullable=False),
    Column("actor_kind", String(20), nullable=False),
    Column("door", String(40), nullable=False),
    Column("verb", String(40), nullable=False),
    Column("bead_ids", _long(), nullable=False),
    Column("reason", _long(), nullable=False),
    Column("payload_hash", String(_HASH_LENGTH), nullable=False),
    Column("hash", String(_HASH_LENGTH), nullable=False),
    Index("fabric_journal_by_verb", "verb"),
)

journal_bead: Final = Table(
    "fabric_journal_bead",
    ours,
    Column("bead_id", String(_KEY_LENGTH), primary_key=True),
    Column("writer", String(_KEY_LENGTH), primary_key=True),
    Column("sequence", Integer, primary_key=True, autoincrement=False),
)

journal_payload: Final = Table(
    "fabric_journal_payload",
    ours,
    Column("writer", String(_KEY_LENGTH), primary_key=True),
    Column("sequence", Integer, primary_key=True, autoincrement=False),
    Column("payload", _long(), nullable=True),  # null once it was blanked
)

schema: Final = Table(
    VERSION_TABLE,
    ours,
    Column(VERSION_COLUMN, String(32), primary_key=True),
)
