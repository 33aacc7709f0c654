"""Which bd schema a database has, decided by its columns, not by numbers alone."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, text

from fabric.errors import StoreReadOnly, StoreTooNew, StoreUnavailable
from fabric.store.dolt.address import Address

WRITABLE: Final = frozenset({66})
READABLE: Final = frozenset({49, 53, 66})
_NEWEST: Final = 66

_COLUMNS: Final = text(
    "SELECT table_name, column_name, column_default, data_type, extra"
    " FROM information_schema.columns WHERE table_schema = :database"
)
_NEEDED: Final = frozenset(
    {
        ("issues", "id"),
        ("issues", "is_blocked"),
        ("labels", "label"),
        ("dependencies", "depends_on_issue_id"),
        ("dependencies", "depends_on_external"),
        ("comments", "text"),
        ("config", "value"),
    }
)


@dataclass(frozen=True, slots=True)
class ColumnInfo:
    """A column: its type's name, and its default as text (None: none)."""

    type: str
    default: str | None


@dataclass(frozen=True, slots=True)
class Schema:
    """What a probe found: bd's schema number, and the columns of each table."""

    number: int
    columns: Mapping[str, Mapping[str, ColumnInfo]]

    def has(self, table: str) -> bool:
        """Whether a table is there."""
        return table in self.columns

    @property
    def is_writable(self) -> bool:
        """Whether we know how to write to it."""
        return self.number in WRITABLE and "row_lock" in self.columns["issues"]


def probe(connection: Connection, address: Address) -> Schema:
    """Look at a database. Raises StoreUnavailable where it is none of bd's, StoreTooNew."""
    columns: dict[str, dict[str, ColumnInfo]] = {}
    for table, column, default, kind, _ in connection.execute(
        _COLUMNS, {"database": address.database}
    ):
        info = ColumnInfo(str(kind).lower(), None if default is None else str(default))
        columns.setdefault(str(table), {})[str(column)] = info
    if "issues" not in columns or "schema_migrations" not in columns:
        raise StoreUnavailable(
            f"{address.database} holds no beads.",
            "`bd context --json` names the database of a workspace.",
        )
    number = int(connection.scalar(text("SELECT MAX(version) FROM schema_migrations")) or 0)
    schema = Schema(number, columns)
    _refuse_unknown(schema, address)
    return schema


def insist_on_writable(schema: Schema, address: Address) -> None:
    """Raises StoreReadOnly for a schema that we only read."""
    if not schema.is_writable:
        raise StoreReadOnly(
            f"{address.database} has bd's schema {schema.number}, which we only read.",
            "`bd migrate schema` of bd 1.3 brings it to 66; it cannot be taken back.",
        )


def _refuse_unknown(schema: Schema, address: Address) -> None:
    present = {(table, name) for table, names in schema.columns.items() for name in names}
    missing = sorted(_NEEDED - present)
    if schema.number > _NEWEST:
        raise StoreTooNew(
            f"{address.database} has bd's schema {schema.number}; we know {_NEWEST}.",
            "Upgrade bead-fabric.",
        )
    if missing or schema.number not in READABLE:
        raise StoreUnavailable(
            f"{address.database} has bd's schema {schema.number}, which we cannot read.",
            "Upgrade the workspace: `bd migrate schema` of bd 1.3.",
        )
