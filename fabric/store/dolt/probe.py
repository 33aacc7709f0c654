"""Which bd schema a database has, decided by its columns, not by numbers alone."""

from collections.abc import Mapping
from typing import Final

from fabric.errors import StoreReadOnly, StoreTooNew, StoreUnavailable
from fabric.models.frozen import dataclass
from fabric.store.dolt.address import Address
from fabric.store.dolt.session import DoltSession

WRITABLE: Final = frozenset({66})
READABLE: Final = frozenset({49, 53, 66})
_NEWEST: Final = 66

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


_READ: Final[tuple[str, ...]] = ("issues", "labels", "dependencies", "comments", "config")
"""The tables of bd whose columns are looked at."""


@dataclass(frozen=True, slots=True)
class ColumnInfo:
    """A column: its type's name, and its default as text (None: none)."""

    type: str
    default: str | None


@dataclass(frozen=True, slots=True)
class Schema:
    """What a probe found: bd's schema number, the tables, and the columns of those that we read."""

    number: int
    tables: frozenset[str]
    columns: Mapping[str, Mapping[str, ColumnInfo]]

    def has(self, table: str) -> bool:
        """Whether a table is there."""
        return table in self.tables

    @property
    def is_writable(self) -> bool:
        """Whether we know how to write to it."""
        return self.number in WRITABLE and "row_lock" in self.columns["issues"]


def probe(session: DoltSession, address: Address) -> Schema:
    """Look at a database.

    Raises StoreUnavailable where it is none of bd's or another project's, StoreTooNew.
    """
    tables = frozenset(str(row[0]) for row in session.run("SHOW TABLES"))
    if "issues" not in tables or "schema_migrations" not in tables:
        raise StoreUnavailable(
            f"{address.database} holds no beads.",
            "`bd context --json` names the database of a workspace.",
        )
    if address.project and "metadata" in tables:
        _insist_on_project(session, address)
    ((number,),) = session.run("SELECT MAX(version) FROM schema_migrations")
    columns = {table: _columns(session, table) for table in _READ if table in tables}
    schema = Schema(int(str(number or 0)), tables, columns)
    _refuse_unknown(schema, address)
    return schema


def _insist_on_project(session: DoltSession, address: Address) -> None:
    rows = session.run("SELECT value FROM metadata WHERE `key` = '_project_id'")
    if rows and str(rows[0][0]) != address.project:
        raise StoreUnavailable(
            f"{address.database} on the Dolt server at {address.host}:{address.port} holds the beads "
            f"of another project ({rows[0][0]}, and the workspace is of {address.project}).",
            "Another server may have taken that port: look at `bd dolt status` and `bd context`.",
        )


def _columns(session: DoltSession, table: str) -> dict[str, ColumnInfo]:
    """The columns of a table; asked so, they come ten times sooner than from `information_schema`."""
    found: dict[str, ColumnInfo] = {}
    for name, kind, _, _, default, _ in session.run(f"SHOW COLUMNS FROM {table}"):
        bare = str(kind).lower().partition("(")[0]
        found[str(name)] = ColumnInfo(bare, None if default is None else str(default))
    return found


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
