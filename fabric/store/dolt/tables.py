"""bd's tables as we write them, and the one of ours that keeps what bd has no column for."""

from typing import Final

from sqlalchemy import Column, Integer, MetaData, String, Table, Text
from sqlalchemy.dialects.mysql import LONGTEXT

from fabric.store.dolt.probe import Schema

_bd: Final = MetaData()
_own: Final = MetaData()

labels: Final = Table(
    "labels",
    _bd,
    Column("issue_id", String(255), primary_key=True),
    Column("label", String(255), primary_key=True),
)
dependencies: Final = Table(
    "dependencies",
    _bd,
    Column("id", String(36), primary_key=True),
    *(
        Column(name, Text)
        for name in (
            *("issue_id", "depends_on_issue_id", "depends_on_wisp_id", "depends_on_external"),
            *("type", "created_at", "created_by", "metadata", "thread_id"),
        )
    ),
)
comments: Final = Table(
    "comments",
    _bd,
    Column("id", String(36), primary_key=True),
    *(Column(name, Text) for name in ("issue_id", "author", "text", "created_at")),
)
events: Final = Table(
    "events",
    _bd,
    Column("id", String(36), primary_key=True),
    *(
        Column(name, Text)
        for name in (
            *("issue_id", "event_type", "actor", "old_value", "new_value", "comment"),
            "created_at",
        )
    ),
)
child_counters: Final = Table(
    "child_counters",
    _bd,
    Column("parent_id", String(255), primary_key=True),
    Column("last_child", Integer),
)
config: Final = Table(
    "config", _bd, Column("key", String(255), primary_key=True), Column("value", Text)
)

extra: Final = Table(
    "fabric_extra",
    _own,
    Column("issue_id", String(255), primary_key=True),
    Column("place", String(300), primary_key=True),
    Column("extra", LONGTEXT, nullable=False),
)
"""Unknown fields: of a bead (`place` empty) or of its edge to `place`."""


def issues_table(schema: Schema) -> Table:
    """The table of beads with the columns that this database has."""
    names = sorted(schema.columns["issues"])
    columns = [Column(name, Text, primary_key=name == "id") for name in names]
    return Table("issues", MetaData(), *columns)
